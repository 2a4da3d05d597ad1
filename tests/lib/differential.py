#!/usr/bin/env python3
"""Compare aerscope with the independent reference on random timelines.

    differential.py --aerscope PATH [--count 600] [--seed 1] [--keep DIR]

Honest, altered and damaged files in every layout.  A file on which the two
differ is kept and named.  The last line is `N passed, N failed`.
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import aerref
from aerbuild import (Raw, Twice, close, link, output_hash, pack, quote,
                      quote_raw, renumber, set_payload, to_text)

FILES_A_CALL = 40
COMPARED_WARNINGS = {
    "receipt.utf8", "receipt.duplicate_id", "receipt.empty",
    "provenance.unrecognised", "base64.trailing_bits", "json.number_spelling", "text.control",
    "text.surrogate", "json.bom", "json.duplicate_member"}
HEX = re.compile("[0-9a-f]{64}")
# A JSON reader on the other side may hold larger numbers as doubles.
EXACT_IN_JSON = 2 ** 53


# ------------------------------------------------------------ random texts

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz.",
    "ABCXYZ0189 ._-",
    "\"\\/<>&'`|=@+-",
    "\x00\x01\x08\x09\x0a\x0b\x0c\x0d\x1b\x1f\x7f",
    "\x80\x85\x9b\x9f\xa0\xad\xff",
    "\u0430\u0435\u03bf\u05d0\u0634\u4e2d\uac00\u3042",
    "\u0301\u0323\u200b\u200d\u200e\u202e\u2066\u2028\ufe0f\ufeff",
    "\ufffd\ufffe\uffff\ue000\u0378",
    "\ud800\udbff\udc00\udfff",
    "\U00010000\U0001f600\U000e0041\U0010ffff",
)
CLASSES = ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY TOOLHOST-2",
           "EXECUTED BY A.B_9 C")
CLASS_LOOKALIKES = (
    "EXECUTED BY ", "EXECUTED BY  X", "EXECUTED BY X ", "EXECUTED BY -X",
    "EXECUTED BY x", "LOGGED BY AGENT\n", "logged by agent", "EXECUTED BY X.",
    "OBSERVED VIA GATEWAY\0", "LOGGED  BY AGENT", "EXECUTED BY \u0410")


def random_text(rng, shortest=1):
    alphabets = rng.sample(ALPHABETS, rng.randint(1, 3))
    return "".join(rng.choice(rng.choice(alphabets))
                   for _ in range(rng.randint(shortest, 12)))


def plain_text(rng):
    return "".join(rng.choice(ALPHABETS[0]) for _ in range(rng.randint(1, 9)))


def some_text(rng):
    return random_text(rng) if rng.random() < 0.5 else plain_text(rng)


def random_class(rng):
    kind = rng.random()
    if kind < 0.85:
        return rng.choice(CLASSES)
    return rng.choice(CLASS_LOOKALIKES) if kind < 0.95 else some_text(rng)


def random_bytes(rng):
    kind = rng.random()
    if kind < 0.05:
        return b""
    if kind < 0.3:
        return bytes(rng.randrange(256) for _ in range(rng.randint(1, 80)))
    return json.dumps({"step": rng.randrange(10 ** 6), "text":
                       some_text(rng)}).encode("ascii")


# --------------------------------------------------------- honest timelines

def random_extension(rng):
    return rng.choice((
        "2026-10-05T09:30:00Z", None, True, 1.5, Raw("1e400"), Raw("-0"), [],
        {}, {"name": "fs.read", "scope": ["a", {"b": [[]]}]},
        Raw(" [ 1 ,\t{ \"seq\" : 9 } ] "), some_text(rng)))


def random_entry(rng, seq, job):
    data = random_bytes(rng)
    entry = {"id": "r-%d-%s" % (seq, some_text(rng)), "seq": seq,
             "job_id": job, "tool": some_text(rng),
             "provenance_class": random_class(rng),
             "canonical_bytes": pack(data), "prev_digest": ""}
    if rng.random() < 0.6:
        entry["output_hash"] = output_hash(data)[rng.choice((0, 7)):]
    if rng.random() < 0.2:
        entry["close"] = False
    if rng.random() < 0.4:
        entry[rng.choice(("created_at", "x", "Seq", ""))] = \
            random_extension(rng)
    if rng.random() < 0.2:
        entry["entry_digest"] = None
    return entry


def shuffled(rng, entry):
    names = list(entry)
    rng.shuffle(names)
    return {name: entry[name] for name in names}


def honest(rng):
    job = some_text(rng)
    entries = [random_entry(rng, seq, job)
               for seq in range(1, rng.randint(1, 12) + 1)]
    entries = [shuffled(rng, entry) for entry in entries]
    return link(close(entries))


def historical(rng):
    """A chain of the earlier construction; metadata may be there or not."""
    entries = honest(rng)
    before = aerref.ZEROS
    for entry in entries:
        if rng.random() < 0.5:
            entry.pop("seq", None)
            entry.pop("tool", None)
        entry.pop("entry_digest", None)
        entry["prev_digest"] = before
        before = aerref.historical_digest(aerref.Entry(list(entry.items())))
    return entries


# --------------------------------------------------------------- mutations

def position(rng, entries):
    return rng.randrange(len(entries))


def pick(rng, entries):
    """An entry that is still an object."""
    return rng.choice([entry for entry in entries if isinstance(entry, dict)]
                      or [{}])


def change_text(rng, entries):
    pick(rng, entries)[rng.choice(("id", "tool", "provenance_class",
                                   "job_id"))] = some_text(rng)


def change_type(rng, entries):
    name = rng.choice(aerref.CHECKED_MEMBERS)
    value = rng.choice((None, True, False, 0, 7, -1, 1.5, "", "x", [], {},
                        {"name": "fs.read"}, Raw("1e400")))
    pick(rng, entries)[name] = value


def drop_member(rng, entries):
    pick(rng, entries).pop(rng.choice(aerref.CHECKED_MEMBERS), None)


def repeat_member(rng, entries):
    entry = pick(rng, entries)
    names = [name for name in entry if not isinstance(entry[name], Twice)]
    if names:
        name = rng.choice(names)
        first = rng.choice((entry[name], None, "x", 1))
        entry[name] = Twice(first, entry[name])


def delete_entry(rng, entries):
    del entries[position(rng, entries)]


def repeat_entry(rng, entries):
    i = position(rng, entries)
    copy = entries[i]
    entries.insert(rng.randint(0, len(entries)),
                   dict(copy) if isinstance(copy, dict) else copy)


def swap_entries(rng, entries):
    i, j = position(rng, entries), position(rng, entries)
    entries[i], entries[j] = entries[j], entries[i]


def splice_entry(rng, entries):
    entries.insert(rng.randint(0, len(entries)),
                   rng.choice(honest(rng)))


def no_object(rng, entries):
    entries[position(rng, entries)] = rng.choice(
        (None, True, 5, "entry", [], [{}]))


def flip_close(rng, entries):
    pick(rng, entries)["close"] = rng.choice((True, True, False))


def drop_head(rng, entries):
    del entries[:rng.randint(1, 3)]


def drop_tail(rng, entries):
    del entries[-rng.randint(1, 3):]


def change_digest(rng, entries):
    entry = pick(rng, entries)
    stored = entry.get("prev_digest")
    if isinstance(stored, str):
        entry["prev_digest"] = rng.choice((
            stored.upper(), stored[:-1], stored + "0", " " + stored,
            "sha256:" + stored, aerref.ZEROS, stored[::-1],
            some_text(rng), "\x7f\u00e9" + stored))


def change_stored(rng, entries):
    entry = pick(rng, entries)
    name = rng.choice(("output_hash", "entry_digest"))
    stored = entry.get(name)
    if isinstance(stored, str):
        entry[name] = rng.choice((stored.upper(), stored[:-1], "sha256:" +
                                  stored, "SHA256:" + stored, stored + "\n"))


def change_bytes(rng, entries):
    entry = pick(rng, entries)
    data = random_bytes(rng)
    if rng.random() < 0.5:
        set_payload(entry, data)
    else:
        entry["canonical_bytes"] = pack(data)


def damage_base64(rng, entries):
    entry = pick(rng, entries)
    text = entry.get("canonical_bytes")
    if not isinstance(text, str):
        return
    i = rng.randint(0, len(text))
    entry["canonical_bytes"] = rng.choice((
        text[:-1], text + "=", text + "QUJ=", text + "QR==", "QUJ=", "QR==",
        text.rstrip("="), text[:i] + rng.choice(" \n-_=\0\u00e9*") + text[i:],
        text[:i] + "=" + text[i + 1:], text + "\n"))


def respell_seq(rng, entries):
    entry = pick(rng, entries)
    seq = entry.get("seq")
    if not isinstance(seq, int):
        return
    entry["seq"] = Raw(rng.choice((
        "%d.0", "%de0", "%d0e-1", "%dE+0", "%d.000", "%d00.0e-2", "-0",
        "0", "-%d", "-0.0", "%d.5", "%de400", "1e-400", "%d" + "0" * 30,
        "1844674407370955161%d", "429496729%d", "9007199254740992.0",
        "9007199254740993.0", "9007199254740993", "%d.00000000000000000001",
        "0.0%de2", "0e9")).replace("%d", str(seq)))


def change_seq(rng, entries):
    pick(rng, entries)["seq"] = rng.choice((1, 2, 3, 5, 99, 0, -1))


MUTATIONS = (
    change_text, change_type, drop_member, repeat_member, delete_entry,
    repeat_entry, swap_entries, splice_entry, no_object, flip_close, drop_head,
    drop_tail, change_digest, change_stored, change_bytes, damage_base64,
    respell_seq, change_seq)


def mutate(rng, entries):
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if entries:
            rng.choice(MUTATIONS)(rng, entries)
    objects = all(isinstance(entry, dict) for entry in entries)
    if entries and objects and rng.random() < 0.2:
        renumber(entries)
    if entries and objects and rng.random() < 0.3:
        close(entries)
    if entries and rng.random() < 0.4:
        link(entries, rng.randint(1, len(entries)))
    return entries


# ----------------------------------------------------------------- layouts

def quote_anyhow(rng):
    """A string writer that now and then escapes what needs no escape."""
    def one(character):
        if rng.random() < 0.15 and ord(character) < 0x10000:
            form = rng.choice(("\\u%04x", "\\u%04X"))
            return form % ord(character)
        if character == "/" and rng.random() < 0.5:
            return "\\/"
        return quote_raw(character)[1:-1]
    return lambda text: '"' + "".join(map(one, text)) + '"'


def writer(rng):
    return rng.choice((quote, quote_raw, quote_anyhow(rng)))


def as_array(rng, entries, string):
    return to_text(entries, rng.choice((None, 1, 4)), string)


def as_wrapped(rng, entries, string):
    members = [(rng.choice(("timeline", "entries")), entries),
               ("job", {"id": "x", "list": [1, [2]]}), ("exported_by", "y")]
    rng.shuffle(members)
    return to_text(dict(members), rng.choice((None, 2)), string)


def as_lines(rng, entries, string):
    newline = rng.choice(("\n", "\r\n"))
    blank = rng.choice(("", "", newline, " \t" + newline))
    lines = [to_text(entry, None, string) + newline for entry in entries]
    if rng.random() < 0.3:
        lines[-1] = lines[-1].rstrip("\r\n")
    return blank + blank.join(lines)


def told_as_lines(entries):
    """Whether an entry a line is recognised by looking at the first."""
    first = entries[0] if entries else None
    return isinstance(first, dict) and "prev_digest" in first \
        and "canonical_bytes" in first


def lay_out(rng, entries):
    layouts = [as_array, as_wrapped]
    if told_as_lines(entries):
        layouts.append(as_lines)
    text = rng.choice(layouts)(rng, entries, writer(rng))
    mark = "\ufeff" if rng.random() < 0.05 else ""
    return (mark + text).encode("utf-8")


# ------------------------------------------------------------------ damage

def cut(rng, data, at):
    return data[:at]


def stray(rng, data, at):
    return data[:at] + rng.choice((b"\x00", b",", b"}", b"]", b"\"", b"x",
                                   b"\x1b", b"\x0c", b"\\")) + data[at:]


def ill_formed(rng, data, at):
    return data[:at] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80",
                                   b"\xf4\x90\x80\x80", b"\xc3", b"\x80",
                                   b"\xe2\x80")) + data[at:]


def trailing_comma(rng, data, at):
    closers = [i for i, byte in enumerate(data) if byte in b"]}"]
    at = rng.choice(closers)
    return data[:at] + b"," + data[at:]


def after_end(rng, data, at):
    return data + rng.choice((b"]", b"x", b"null", b",", b"\x00"))


DAMAGES = (cut, cut, stray, ill_formed, trailing_comma, after_end)


def damage(rng, data):
    return rng.choice(DAMAGES)(rng, data, rng.randrange(1, len(data)))


# ------------------------------------------------------------------- cases

class Case:
    """A file, how it is to be read, and what the reference says."""

    def __init__(self, path, data, construction):
        self.path = path
        self.construction = construction
        self.verdict = self.expected = None
        try:
            self.verdict = aerref.examine(data, (), construction)
            self.expected = self.verdict.document()
        except aerref.Refused:
            pass

    def exit_status(self):
        return self.verdict.exit_status() if self.verdict else 2


def random_data(rng):
    kind = rng.random()
    if kind < 0.08:
        entries = historical(rng)
        if rng.random() < 0.4:
            entries = mutate(rng, entries)
    else:
        entries = honest(rng)
        if kind < 0.72:
            entries = mutate(rng, entries)
    # What stands in place of an entry has no end of its own when damaged.
    all_objects = all(isinstance(entry, dict) for entry in entries)
    data = lay_out(rng, entries)
    if kind > 0.82 and all_objects and data:
        data = damage(rng, data)
    return data


def make_cases(count, seed, directory):
    cases = []
    for number in range(count):
        rng = random.Random("%d/%d" % (seed, number))
        data = random_data(rng)
        path = os.path.join(directory, "case-%05d.json" % number)
        with open(path, "wb") as file:
            file.write(data)
        construction = rng.choice(("auto",) * 8 + ("07", "06"))
        cases.append(Case(path, data, construction))
    return cases


# -------------------------------------------------------------- comparison

def run(arguments):
    # No shell and no time limit of its own: the caller's applies.
    return subprocess.run(arguments, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)


def combined(statuses):
    """The exit status of a call on several files."""
    return min(statuses, key=(1, 2, 3, 0).index)


def verify(aerscope, cases):
    """The answers of one call, in the order of the files, and its status."""
    done = run([aerscope, "verify", "--format=ndjson", "--all-findings",
                "--construction=" + cases[0].construction] +
               [case.path for case in cases])
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(cases):
        raise SystemExit("differential: %d answers for %d files, exit %d: %s"
                         % (len(answers), len(cases), done.returncode,
                            " ".join(case.path for case in cases)))
    return answers, done.returncode


def small(number):
    """None for what need not survive the way through JSON."""
    return number if isinstance(number, int) \
        and number <= EXACT_IN_JSON else None


def expected_findings(expected):
    signals = collections.defaultdict(list)
    for entry, signal, missing in expected["signals"]:
        signals[entry].append((signal, small(missing)))
    found = [(entry, code, member if code in
              ("chain.member", "chain.duplicate_member") else None)
             for entry, code, member in expected["failures"]]
    found += [(entry, code, None) for entry, code
              in expected["warnings"] + expected["notes"]]
    return collections.Counter(found), {
        entry: sorted(map(str, items)) for entry, items in signals.items()}


def told_findings(answer):
    signals = collections.defaultdict(list)
    found = []
    for finding in answer["findings"]:
        entry, code = finding["entry"], finding["code"]
        if finding["severity"] != "failure" and code not in COMPARED_WARNINGS:
            continue
        found.append((entry, code, finding.get("member") if code in
                      ("chain.member", "chain.duplicate_member") else None))
        if finding.get("signal"):
            signals[entry].append((finding["signal"],
                                   small(finding.get("missing"))))
    return collections.Counter(found), {
        entry: sorted(map(str, items)) for entry, items in signals.items()}


def first_of(failure):
    return failure and (failure["entry"], failure["code"])


def compare_verdict(case, answer):
    """What `verify` says otherwise than the reference."""
    expected = case.expected
    if expected is None or (expected["timeline"] == "unreadable"
                            and "error" in answer):
        # A damaged file in which no entry was read may look like anything.
        refused = "error" in answer or \
            answer["judgements"]["timeline"]["result"] == "unreadable"
        if not refused or (expected and expected["entries"]):
            yield "refused", "refused", answer.get("error")
        return
    if "error" in answer:
        yield "error", None, answer["error"]
        return
    timeline = answer["judgements"]["timeline"]
    yield "timeline", expected["timeline"], timeline["result"]
    yield "entries", expected["entries"], answer["timeline"]["entries"]
    if expected["timeline"] == "unreadable":
        return
    yield "layout", expected["layout"], answer["timeline"]["layout"]
    yield "construction", expected["construction"], answer["construction"]
    yield ("first_failure", first_of(expected["first_failure"]),
           first_of(timeline["first_failure"]))
    findings, signals = expected_findings(expected)
    told, told_signals = told_findings(answer)
    yield "findings", findings - told, told - findings
    yield "signals", signals, told_signals


def stored_column(case, i):
    """The third column of `digest`, or None where its text is open."""
    entries = case.verdict.reading.entries
    stored = entries[i + 1].text("prev_digest") if i + 1 < len(entries) \
        else None
    if stored is None:
        return "-" if i + 1 == len(entries) else None
    return stored if HEX.fullmatch(stored) else "!"


def compare_digests(case, aerscope):
    """What `digest` prints otherwise than the reference."""
    expected = case.expected
    if expected is None or not expected["entries"]:
        return
    done = run([aerscope, "digest", "--construction=" + case.construction,
                case.path])
    rows = [line.decode("ascii").split("\t")
            for line in done.stdout.splitlines()]
    yield ("digests", [item or "-" for item in expected["digests"]],
           [row[1] for row in rows])
    yield ("digest entries", list(range(1, expected["entries"] + 1)),
           [int(row[0]) for row in rows])
    for i, row in enumerate(rows[:expected["entries"]]):
        stored = stored_column(case, i)
        if stored is not None:
            yield ("stored digest after %d" % (i + 1), stored,
                   row[2][:1] if row[2].startswith("!") else row[2])
    status = 2 if expected["timeline"] == "unreadable" else 0
    yield "exit status of digest", status, done.returncode


def compare_preimage(case, aerscope):
    """The hashed bytes of one entry, where it has any."""
    if case.expected is None or case.expected["construction"] != "aer1-07" \
            or case.expected["timeline"] == "unreadable":
        return
    for number, entry in enumerate(case.verdict.reading.entries, 1):
        data = aerref.preimage(entry)
        if data is not None:
            done = run([aerscope, "digest", "--entry=%d" % number,
                        "--preimage", "--construction", "07", case.path])
            yield "preimage of %d" % number, data, done.stdout
            return


def mismatches(case, answer, aerscope):
    compared = list(compare_verdict(case, answer))
    compared += compare_digests(case, aerscope)
    compared += compare_preimage(case, aerscope)
    return [item for item in compared if item[1] != item[2]]


def in_calls(cases):
    """Cases of one construction together, so many files a call."""
    for construction in ("auto", "07", "06"):
        alike = [case for case in cases if case.construction == construction]
        for start in range(0, len(alike), FILES_A_CALL):
            yield alike[start:start + FILES_A_CALL]


def report(case, wrong):
    for what, expected, told in wrong:
        print("%s (construction %s): %s\n  reference %s\n  aerscope  %s"
              % (case.path, case.construction, what, expected, told))


def compare_all(aerscope, cases):
    """Number of cases that differ; the files of all others are removed."""
    failed = 0
    for call in in_calls(cases):
        answers, status = verify(aerscope, call)
        expected = combined(case.exit_status() for case in call)
        for case, answer in zip(call, answers):
            wrong = mismatches(case, answer, aerscope)
            if status != expected:
                wrong.append(("exit status of verify on its call", expected,
                              status))
            report(case, wrong)
            failed += bool(wrong)
            if not wrong:
                os.unlink(case.path)
    return failed


def tally(cases):
    """So that a run shows that it had something of everything."""
    results = collections.Counter(
        case.expected["timeline"] if case.expected else "refused"
        for case in cases)
    return ", ".join("%d %s" % (number, result)
                     for result, number in sorted(results.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--aerscope", required=True)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="directory for files that differ")
    args = parser.parse_args()
    directory = args.keep or tempfile.mkdtemp(prefix="aerscope-differential-")
    os.makedirs(directory, exist_ok=True)
    cases = make_cases(args.count, args.seed, directory)
    failed = compare_all(os.path.abspath(args.aerscope), cases)
    if not failed and not args.keep:
        os.rmdir(directory)
    print("reference: " + tally(cases))
    print("%d passed, %d failed" % (len(cases) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
