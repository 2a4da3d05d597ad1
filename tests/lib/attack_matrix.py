#!/usr/bin/env python3
"""Every attack with and without each repair, on timelines of several lengths, against a model of the domain.

    attack_matrix.py AERSCOPE DIRECTORY

The model does the steps and applies the rules of the chain, of a commitment and of a list a second time, from their
description and with hashlib alone.  What `aerscope attack` writes must be what the steps describe; what
`aerscope verify` says of it, with a commitment and a list of the timeline as it was, must be what the model says; and
what `aerscope attack --explain` says that somebody outside would notice must be what such a reference does notice.
"""

import base64
import collections
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid

MARK = "x_aerscope_training"
ZEROS = "0" * 64
JOB, OTHER_JOB = "job-1", "job-2"
CLASSES = ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY HOST-1")
BOUND = ("close", "id", "job_id", "prev_digest", "provenance_class", "seq", "tool")
REPAIRS = ((), ("renumber",), ("reclose",), ("relink=%d",), ("relink",), ("renumber", "reclose"),
           ("renumber", "relink"), ("reclose", "relink"), ("renumber", "reclose", "relink"))


# ------------------------------------------------------------------ digests

@functools.lru_cache(None)
def output_of(packed):
    """The SHA-256 of what strict base64 stands for; None where it is none."""
    if not isinstance(packed, str) or len(packed) % 4 or not re.fullmatch("[A-Za-z0-9+/]*={0,2}", packed):
        return None
    return hashlib.sha256(base64.b64decode(packed)).hexdigest()


KNOWN = {}


def digest(entry):
    """The entry digest; None where a member has another type than it must have."""
    close = entry.get("close", False)
    key = tuple(entry.get(name) for name in BOUND[1:]) + (close, type(close), type(entry.get("seq")),
                                                           entry.get("canonical_bytes"))
    if key not in KNOWN:
        KNOWN[key] = take_digest(entry, close)
    return KNOWN[key]


def take_digest(entry, close):
    output = output_of(entry.get("canonical_bytes"))
    texts = all(isinstance(entry.get(name), str) for name in BOUND if name not in ("close", "seq"))
    if output is None or not texts or not isinstance(close, bool) or type(entry.get("seq")) is not int:
        return None
    bound = {name: entry.get(name) for name in BOUND}
    bound.update(close=close, output_hash=output)
    return hashlib.sha256(json.dumps(bound, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def digest06(entry):
    return output_of(entry.get("canonical_bytes"))


def pack(data):
    return base64.b64encode(data).decode()


def honest(count, job=JOB):
    """A consistent timeline; every second entry stores its output hash, every third its digest."""
    entries, before = [], ZEROS
    for number in range(1, count + 1):
        data = json.dumps({"step": number, "amount": "1250.00"}).encode()
        entry = {"seq": number, "id": "%s-%d" % (job, number), "job_id": job, "tool": "tool.%d" % (number % 4),
                 "provenance_class": CLASSES[number % 3], "created_at": "2026-10-05T09:31:07Z",
                 "canonical_bytes": pack(data), "prev_digest": before}
        if number % 2:
            entry["output_hash"] = "sha256:" + hashlib.sha256(data).hexdigest()
        if number == count:
            entry["close"] = True
        before = digest(entry)
        if number % 3 == 0:
            entry["entry_digest"] = before
        entries.append(entry)
    return entries


# ------------------------------------------------------------------ steps

def changed(entry, follow, **members):
    """A copy with other members; where `follow`, a stored digest is brought along."""
    made = dict(entry, **members)
    if follow and "entry_digest" in made and digest(made) is not None:
        made["entry_digest"] = digest(made)
    return made


def with_bytes(entry, text, stale=False):
    data = text.encode()
    made = dict(entry, canonical_bytes=pack(data))
    if "output_hash" in made and not stale:
        made["output_hash"] = "sha256:" + hashlib.sha256(data).hexdigest()
    return made


def replaced(entry, text):
    drawn = hashlib.sha256(hashlib.sha256(text.encode()).digest()).digest()[:16]
    return changed(with_bytes(entry, text), True, id=str(uuid.UUID(bytes=drawn, version=4)))


def relinked(entries, start, how=digest):
    made = list(entries)
    for at in range(start - 1, len(made)):
        before = how(made[at - 1]) if at else ZEROS
        made[at] = changed(made[at], how is digest, **({} if before is None else {"prev_digest": before}))
    return made


def renumbered(entries):
    return [entry if type(entry.get("seq")) is int and entry["seq"] == number else changed(entry, True, seq=number)
            for number, entry in enumerate(entries, 1)]


def reclosed(entries):
    made = [changed(entry, True, close=False) if entry.get("close", False) is not False else entry
            for entry in entries]
    return made[:-1] + [entries[-1] if entries[-1].get("close") is True else changed(entries[-1], True, close=True)]


def value_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def set_member(entries, argument):
    place, _, value = argument.partition("=")
    number, _, member = place.partition(".")
    at = int(number) - 1
    return entries[:at] + [dict(entries[at], **{member: value_of(value)})] + entries[at + 1:]


def set_bytes(entries, argument, stale):
    number, _, text = argument.partition("=")
    at = int(number) - 1
    return entries[:at] + [with_bytes(entries[at], text, stale)] + entries[at + 1:]


def moved(entries, at, to):
    rest = entries[:at - 1] + entries[at:]
    return rest[:to - 1] + [entries[at - 1]] + rest[to - 1:]


def swapped(entries, one, two):
    made = list(entries)
    made[one - 1], made[two - 1] = made[two - 1], made[one - 1]
    return made


def spliced(entries, argument, others):
    name, _, places = argument.rpartition(":")
    span, _, at = places.partition("@")
    first, last = map(int, span.split("-"))
    return entries[:int(at) - 1] + others[name][first - 1:last] + entries[int(at) - 1:]


def step(entries, option, others, stale):
    name, _, argument = option.partition("=")
    numbers = [int(text) for text in argument.split(":")] if re.fullmatch("[0-9:]+", argument) else []
    return {"drop-tail": lambda: entries[:len(entries) - numbers[0]],
            "drop-head": lambda: entries[numbers[0]:],
            "delete": lambda: entries[:numbers[0] - 1] + entries[numbers[0]:],
            "duplicate": lambda: entries[:numbers[0]] + entries[numbers[0] - 1:],
            "move": lambda: moved(entries, *numbers),
            "swap": lambda: swapped(entries, *numbers),
            "set": lambda: set_member(entries, argument),
            "set-bytes": lambda: set_bytes(entries, argument, stale),
            "replace-last": lambda: entries[:-1] + [replaced(entries[-1], argument)],
            "splice": lambda: spliced(entries, argument, others),
            "as-06": lambda: relinked(entries, 1, digest06),
            "renumber": lambda: renumbered(entries),
            "reclose": lambda: reclosed(entries),
            "relink": lambda: relinked(entries, numbers[0] if numbers else 1)}[name]()


def done(entries, options, others):
    for option in options:
        if option != "stale-hash":
            entries = step(entries, option, others, "stale-hash" in options)
    return entries


# ------------------------------------------------------------------ rules

def own_failures(entry, number, job, last):
    """Codes of one entry in the order of the checks, links left out."""
    close = entry.get("close")
    yield output_of(entry.get("canonical_bytes")) is None, "chain.base64"
    for name in ("id", "tool", "provenance_class", "job_id", "prev_digest"):
        yield not isinstance(entry.get(name), str) or not entry[name], "chain.member"
    yield type(entry.get("seq")) is not int, "chain.seq_type"
    yield type(entry.get("seq")) is int and entry["seq"] != number, "chain.seq"
    yield entry.get("job_id") != job, "chain.job"
    yield None, "chain.link"
    yield "close" in entry and not isinstance(close, bool), "chain.close_type"
    yield close is True and not last, "chain.close_early"
    yield last and close is not True, "chain.not_closed"
    stored = entry.get("output_hash")
    output = output_of(entry.get("canonical_bytes"))
    yield stored is not None and (not isinstance(stored, str) or stored.split(":")[-1] != output), "receipt.output_hash"
    yield "entry_digest" in entry and entry["entry_digest"] != digest(entry), "receipt.entry_digest"


def link_code(entries, number):
    stored = entries[number - 1].get("prev_digest")
    if not isinstance(stored, str):
        return None
    if number == 1:
        return None if stored == ZEROS else "chain.genesis"
    return None if stored == digest(entries[number - 2]) else "chain.link"


def failures(entries):
    found = []
    for number, entry in enumerate(entries, 1):
        for failed, code in own_failures(entry, number, entries[0].get("job_id"), number == len(entries)):
            if failed is None:
                code = link_code(entries, number)
                failed = code is not None
            if failed:
                found.append((number, code))
    return found


def is_historical(entries):
    linked = all(entry.get("prev_digest") == (digest06(entries[at - 1]) if at else ZEROS)
                 for at, entry in enumerate(entries))
    other = {code for _, code in failures(entries)} & {"chain.base64", "chain.close_type", "chain.close_early"}
    return linked and len(entries) > 1 and entries[-1].get("close") is True and not other


def timeline_of(entries):
    """(result, first failure, failures by code)"""
    found = failures(entries)
    chain = [one for one in found if one[1].startswith("chain.")]
    totals = dict(collections.Counter(code for _, code in found))
    if chain and is_historical(entries):
        return "historical", chain[0], totals
    return ("broken" if found else "consistent"), (chain or found or [None])[0], totals


def endpoint_of(entries, timeline, commitment):
    """(result, codes) of the commitment by itself"""
    jobs = [entry.get("job_id") == commitment["job_id"] for entry in entries]
    count, end = commitment["entry_count"], commitment["final_entry_digest"]
    if timeline == "historical" or not any(jobs):
        return "unusable", ["commitment.job"] if not any(jobs) else []
    codes = ["commitment.job"] * (not all(jobs)) + ["commitment.count"] * (count != len(entries)) + \
        ["commitment.digest"] * (digest(entries[-1]) != end)
    if not codes:
        return "matches", codes
    if count < len(entries) and all(jobs):
        at = entries[count - 1]
        if end in (digest(at), digest(dict(at, close=True))):
            return "earlier", []
    return "contradicted", codes


def named_by(entry):
    return entry.get("tool"), entry.get("id"), output_of(entry.get("canonical_bytes"))


def coverage_of(entries, timeline, original):
    """A strict list that names tool, id and output hash of every entry as it was; each of them once."""
    if timeline == "historical" or not any(entry.get("job_id") == JOB for entry in entries):
        return "not_assessed", 0, 0
    wanted = [named_by(entry) for entry in original]
    seen = [named_by(entry) if entry.get("job_id") == JOB else None for entry in entries]
    place = {one: number for number, one in enumerate(wanted)}
    places = [place[one] for one in seen if one in place]
    matched = len(set(places))
    missing, unexpected = len(wanted) - matched, len(seen) - matched
    ordered = missing == 0 and is_subsequence(places, len(wanted))
    return ("reconciled" if not missing and not unexpected and ordered else "discrepant"), missing, unexpected


def is_subsequence(places, count):
    at = 0
    for place in places:
        at += place == at
    return at == count


# ------------------------------------------------------------------ attacks

def attacks(count, case):
    """Every attack, at the beginning, in the middle and at the end where that makes a difference."""
    last, middle = count, max(1, count // 2)
    own, other = case.path("own-%d.json" % count), case.path("other.json")
    for member, value in (("tool", "fs.other"), ("tool", '""'), ("tool", "7"), ("id", "another"), ("job_id", "job-2"),
                          ("provenance_class", "EXECUTED BY ZAMBO"), ("seq", "99"), ("seq", "1.5"), ("close", "true"),
                          ("close", "null"), ("prev_digest", "ab" * 32), ("prev_digest", "7"), ("output_hash", "bad"),
                          ("entry_digest", "0" * 64), ("canonical_bytes", "bad"), ("created_at", "never")):
        yield ("set=%d.%s=%s" % (middle, member, value),), middle
    for member, value in (("tool", "fs.other"), ("provenance_class", "EXECUTED BY ZAMBO"), ("job_id", "job-2"),
                          ("close", "false")):
        yield ("set=%d.%s=%s" % (last, member, value),), last
    yield ("set=1.job_id=job-2",), 1
    yield ("set-bytes=%d={\"amount\":\"9250.00\"}" % middle,), middle
    yield ("set-bytes=%d=\u00e9" % middle, "stale-hash"), middle
    yield ("set-bytes=%d=x" % last,), last
    yield ("replace-last=x",), last
    yield ("duplicate=%d" % middle,), middle
    yield ("duplicate=%d" % last,), last
    yield ("splice=%s:1-1@%d" % (own, last + 1),), last
    yield ("splice=%s:%d-%d@1" % (own, last, last),), 1
    yield ("splice=%s:2-3@%d" % (other, middle + 1),), middle
    yield ("splice=%s:1-5@%d" % (other, last + 1),), last
    yield ("as-06",), 1
    if count > 1:
        yield ("drop-tail=1",), last - 1
        yield ("drop-head=1",), 1
        yield ("delete=%d" % middle,), max(1, middle - 1)
        yield ("delete=%d" % last,), last - 1
        yield ("move=%d:%d" % (last, middle),), middle
        yield ("move=1:%d" % last,), 1
        yield ("swap=1:%d" % last,), 1
    if count > 2:
        yield ("drop-tail=2",), last - 2
        yield ("drop-tail=%d" % (last - 1),), 1
        yield ("drop-head=2",), 1
        yield ("swap=%d:%d" % (middle, middle + 1),), middle


def one_of_each(count, case):
    """One variant of every attack and member."""
    met = set()
    for options, at in attacks(count, case):
        kind = re.sub(r"=\d+(\.\w+)?.*|=.*", r"\1", options[0])
        if kind not in met:
            met.add(kind)
            yield options, at


def programs(original, others, case):
    """Each once."""
    made = {}
    for attack, at in (attacks if len(original) < 100 else one_of_each)(len(original), case):
        # The links from behind the attack on; behind the last entry there is none: then its own is written anew.
        start = min(at + 1, len(done(original, attack, others)))
        for repair in REPAIRS:
            made[attack + tuple(text % start if "%d" in text else text for text in repair)] = at
    return list(made)


# ------------------------------------------------------------------ traces

def trace_of(option, original):
    """(code, entry, kind, members of the explanation) that names an attack that nobody repaired; None: it left none.
    On two entries and fewer what was there before may stand nowhere any more."""
    name, _, argument = option.partition("=")
    last = len(original)
    if name == "set":
        return trace_of_member(argument, original)
    numbers = [int(text) for text in re.findall(r"\d+", argument.rpartition(":")[2] if name == "splice" else argument)]
    at = numbers[0] if numbers else 0
    if name == "set-bytes" and at < last:
        return "chain.link", at + 1, "member_changed", {"entry": at, "certainty": "possible"}
    if name == "drop-tail" or (name == "delete" and at == last):
        return "chain.not_closed", last - (at if name == "drop-tail" else 1), "cut", {"certainty": "possible"}
    if name == "drop-head":
        return "chain.genesis", 1, "head_lost", {"missing": at}
    if name == "delete" and at > 1:
        return "chain.link", at, "deleted", {"missing": 1}
    if name == "duplicate":
        return "chain.link", at + 1, "duplicated", {"entry": at + 1, "other": at, "certainty": "proved"}
    if name == "swap":
        return "chain.link", numbers[1], "swapped", {"entry": at, "other": numbers[1], "certainty": "possible"}
    if name == "move":
        first = min(numbers)
        return ("chain.genesis" if first == 1 else "chain.link"), first, "moved", \
            {"entry": numbers[1], "other": at, "certainty": "possible"}
    if name == "splice" and "own" in argument and at == 1:
        return "chain.link", last + 1, "duplicated", {"other": 1, "certainty": "proved"}
    if name == "splice" and "other" in argument and at > 1:
        return "chain.link", numbers[2], "spliced", {"entry": numbers[2]}
    return ("chain.link", 2, "construction", {"certainty": "proved"}) if name == "as-06" else None


def trace_of_member(argument, original):
    place, _, value = argument.partition("=")
    number, _, member = place.partition(".")
    at, last = int(number), len(original)
    was = {name: str(text).lower() if name == "close" else str(text) for name, text in original[at - 1].items()}
    if member == "prev_digest":
        return ("chain.link", at, "member_changed", {"entry": at, "member": member, "original": was[member],
                                                     "certainty": "proved"}) if value[0] == "a" else None
    if member in ("output_hash", "entry_digest"):
        return "receipt." + member, at, None, {}
    if member == "close" and at == last:
        return "chain.not_closed", at, "cut", {"certainty": "possible"}
    if member == "created_at" or at == last:
        return None
    if member in ("id", "canonical_bytes"):
        return "chain.link", at + 1, "member_changed", {"entry": at, "certainty": "possible"}
    return "chain.link", at + 1, "member_changed", {"entry": at, "member": member, "original": was.get(member, "false"),
                                                    "certainty": "proved"}


def check_trace(case, p, document, original):
    want = trace_of(p.options[0], original)
    if want is None:
        return
    code, entry, kind, members = want
    found = [one for one in document["findings"] if one["code"] == code and one["entry"] == entry]
    explained = [one for each in found for one in each["explanations"]]
    named = [one for one in explained if one["kind"] == kind and members.items() <= one.items()]
    if not found or (kind is not None and not named):
        case.say(p.name, "nothing names it", want, [(one["code"], one["entry"]) for one in document["findings"]],
                 [{name: one.get(name) for name in ("kind", "entry", "other", "member", "original", "certainty")}
                  for one in explained])
    elif named and p.trace is not None and named[0]["text"] not in p.trace:
        case.say(p.name, "attack does not explain it", named[0]["text"], p.trace)


# ------------------------------------------------------------------ the program

class Case:
    def __init__(self, program, directory):
        self.program = program
        self.directory = directory
        self.wrong = self.count = 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, value):
        with open(self.path(name), "w", encoding="ascii") as file:
            json.dump(value, file)

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, stdin=subprocess.DEVNULL, check=False)

    def say(self, what, *details):
        self.wrong += 1
        if self.wrong <= 60:
            print("%s: %s" % (what, "; ".join(str(item)[:700] for item in details)))


def unmarked(entry):
    return {name: value for name, value in entry.items() if name != MARK}


def same(one, two):
    return json.dumps(one) == json.dumps(two)


def commitment_of(entries):
    return {"job_id": JOB, "final_entry_digest": digest(entries[-1]), "entry_count": len(entries),
            "published_at": "2026-10-05T09:41:30Z"}


def list_of(entries):
    return {"schema": "aerscope.expected/1", "job_id": JOB, "frozen_at": "2026-01-01T00:00:00Z", "source": "s",
            "order": "strict", "actions": [dict(zip(("tool", "id", "output_hash"), named_by(entry)), kind="expected")
                                           for entry in entries]}


def told(said):
    """{judgement: (before, after, sight, sentences)}, and what is said of a trace"""
    parts = re.split(r"^  (timeline|endpoint|coverage|outcome|trace) +", said, flags=re.M)
    out, trace = {}, ""
    for name, text in zip(parts[1::2], parts[2::2]):
        head, _, rest = text.partition("\n")
        if name == "trace":
            trace += " ".join(text.split()) + " "
            continue
        results, _, sight = head.partition(": ")
        before, _, after = results.partition(" -> ")
        out[name] = before, after or before, sight or "not assessed", " ".join(rest.split())
    return out, trace


class Program:
    """One attack with its repairs, and what the model says of it."""

    def __init__(self, options, original, others):
        self.options = options
        self.trace = None
        self.bare = options[-1:] == options[:1] or options[1:] == ("stale-hash",)
        self.name = "%d entries: %s" % (len(original), " ".join(options))
        self.entries = done(original, options, others)
        self.timeline = timeline_of(self.entries)
        self.endpoint = endpoint_of(self.entries, self.timeline[0], commitment_of(original))
        self.coverage = coverage_of(self.entries, self.timeline[0], original)


def write(case, p, source, file, explain):
    """What attack writes is what the steps describe."""
    case.count += 1
    run = case.run("attack", source, *["--" + option for option in p.options], *["--explain"] * explain)
    if run.returncode != 0:
        return case.say(p.name, "status %d" % run.returncode, run.stderr)
    written = json.loads(run.stdout)
    if [unmarked(entry) for entry in written] != p.entries or \
            not same([unmarked(entry) for entry in written], p.entries):
        case.say(p.name, "other entries", json.dumps(written), json.dumps(p.entries))
    with open(file, "wb") as out:
        out.write(run.stdout)
    if explain:
        said, p.trace = told(run.stderr.decode())
        check_sights(case, p, said)
        check_would(case, p, said)
    return None


def check_sights(case, p, said):
    """Without anything from outside only the timeline itself can notice."""
    result, first, _ = p.timeline
    want = {"timeline": ("consistent", result, "not noticed" if result == "consistent" else "noticed"),
            "endpoint": ("not assessed", "not assessed", "not assessed"),
            "coverage": ("not assessed", "not assessed", "not assessed"),
            "outcome": ("not assessed", "not assessed", "not assessed")}
    got = {name: row[:3] for name, row in said.items()}
    if got != want:
        case.say(p.name, got, want)
    if first is not None and not said["timeline"][3].startswith("%s at entry %d: " % (first[1], first[0])):
        case.say(p.name, said["timeline"][3], first)


def check_would(case, p, said):
    """What is said of somebody outside is what such a reference gives."""
    text = said["endpoint"][3]
    result, codes = p.endpoint
    words = [code.split(".")[1] for code in codes]
    if result == "contradicted":
        match = re.search(r"would contradict by its (.*?)[:.;]", text)
        got = re.findall(r"\b(job|count|digest)\b", match.group(1)) if match else None
    else:
        phrase = {"matches": "would match", "unusable": "is held against a historical|could not be used", "earlier": "of an earlier end"}
        words = [result]
        got = words if re.search(phrase[result], text) else None
    if got != words:
        case.say(p.name, "a commitment gives %s %s" % (result, codes), text)
    text = said["coverage"][3]
    notices = {"not_assessed": "No list of expected actions is held against|says nothing of entries none of which is of", "reconciled": "nothing to say of these steps",
               "discrepant": "would (miss|not have expected|judge otherwise|notice|have another order)"}[p.coverage[0]]
    if not re.search(notices, text):
        case.say(p.name, "a list gives %s" % (p.coverage,), text)


def verdicts(case, made, *options):
    """All copies of one length in one process."""
    run = case.run("verify", "--format=ndjson", *options, *[file for file, _ in made])
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if len(lines) != len(made) or any("judgements" not in line for line in lines):
        case.say("verify", len(lines), len(made), run.stderr)
        return
    for document, (_, p) in zip(lines, made):
        yield document, p


def judge(case, original, made):
    """Against the commitment and the list of the timeline as it was; and what explains what nobody repaired."""
    count = len(original)
    for document, p in verdicts(case, made, "--effort=1", "-c", case.path("end-%d.json" % count),
                                "--expect", case.path("list-%d.json" % count)):
        check(case, p, document)
    if count > 2:
        for document, p in verdicts(case, [one for one in made if one[1].bare]):
            check_trace(case, p, document, original)


def check(case, p, document):
    judged = document["judgements"]
    first = judged["timeline"]["first_failure"]
    got = judged["timeline"]["result"], first and (first["entry"], first["code"])
    if got != (p.timeline[0], p.timeline[1]):
        case.say(p.name, "timeline", got, p.timeline)
    totals = {code: n for code, n in document["totals"].items()
              if code.startswith("chain.") or code in ("receipt.output_hash", "receipt.entry_digest")}
    if p.timeline[0] != "historical" and totals != p.timeline[2]:
        case.say(p.name, "totals", totals, p.timeline[2])
    references = [one for one in judged["endpoint"]["references"] if one["kind"] == "commitment"]
    got = [(one["result"], [code for code in one["codes"] if code not in ("commitment.shared", "commitment.closed")]) for one in references]
    # Of several files each gets the references of its job: one of another job is given none.
    foreign = "commitment.job" in p.endpoint[1] and p.endpoint[0] == "unusable"
    if got != ([] if foreign else [p.endpoint]):
        case.say(p.name, "endpoint", got, p.endpoint)
    want = "not_assessed" if foreign or p.endpoint[0] == "earlier" else p.endpoint[0]
    if judged["endpoint"]["result"] != want:
        case.say(p.name, "endpoint", judged["endpoint"]["result"], want)
    got = judged["coverage"]["result"], judged["coverage"]["missing"], judged["coverage"]["unexpected"]
    if got != p.coverage:
        case.say(p.name, "coverage", got, p.coverage)
    if judged["outcome"]["result"] != "not_assessed":
        case.say(p.name, "outcome", judged["outcome"])


def main():
    case = Case(sys.argv[1], sys.argv[2])
    others = {case.path("other.json"): honest(5, OTHER_JOB)}
    case.write("other.json", honest(5, OTHER_JOB))
    for count in (1, 2, 8, 1000):
        original = honest(count)
        others[case.path("own-%d.json" % count)] = original
        case.write("own-%d.json" % count, original)
        case.write("end-%d.json" % count, commitment_of(original))
        case.write("list-%d.json" % count, list_of(original))
        made = []
        for number, options in enumerate(programs(original, others, case)):
            p = Program(options, original, others)
            file = case.path("made-%d-%d.json" % (count, number))
            write(case, p, case.path("own-%d.json" % count), file, count < 100)
            made.append((file, p))
        judge(case, original, made)
    print("%d programs, %d wrong" % (case.count, case.wrong))
    return 1 if case.wrong or not case.count else 0


if __name__ == "__main__":
    sys.exit(main())
