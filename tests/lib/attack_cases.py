#!/usr/bin/env python3
"""Attacks on timelines, done a second time from their description, and judged by
aerref.py: what `aerscope attack` writes and says must agree.

    attack_cases.py AERSCOPE DIRECTORY table|order|mixed|random

table   what the domain tells of eight entries, and long runs of altered ones
order   programs whose steps interact
mixed   programs put together at random (SEED and COUNT may follow)
random  exercises by seeds: drawn the same, and solved by the answer key
"""

import base64
import copy
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid

import aerbuild
import aerref

MARK = "x_aerscope_training"
CLASSES = ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY HOST-1")


def honest(count, job="job-1"):
    """A consistent timeline; every third entry stores its digest."""
    entries = []
    for number in range(1, count + 1):
        body = json.dumps({"step": number, "amount": "1250.00"}).encode()
        entry = {"id": "%s-%d" % (job, number), "created_at": "2026-10-05T09:31:07Z",
                 "seq": number, "job_id": job, "tool": "tool.%d" % (number % 4),
                 "provenance_class": CLASSES[number % 3],
                 "canonical_bytes": aerbuild.pack(body)}
        if number % 2:
            entry["output_hash"] = aerbuild.output_hash(body)
        if number % 3 == 0:
            entry["entry_digest"] = ""
        entry["prev_digest"] = ""
        entries.append(entry)
    return aerbuild.link(aerbuild.close(entries))


# ------------------------------------------------------- the steps once more

def digest(entry):
    return aerbuild.digest(entry)


def digest06(entry):
    packed = entry.get("canonical_bytes")
    if not isinstance(packed, str) or len(packed) % 4 or not re.fullmatch("[A-Za-z0-9+/]*={0,2}", packed):
        return None
    return hashlib.sha256(base64.b64decode(entry["canonical_bytes"])).hexdigest()


def follow(entry):
    if "entry_digest" in entry and digest(entry) is not None:
        entry["entry_digest"] = digest(entry)


def change(entry, name, value):
    """A repair: nothing where nothing changes, and the stored digest follows."""
    if entry.get(name) != value or isinstance(entry[name], bool) != isinstance(value, bool):
        entry[name] = value
        follow(entry)


def set_bytes(entry, text, stale):
    data = text.encode()
    entry["canonical_bytes"] = aerbuild.pack(data)
    if "output_hash" in entry and not stale:
        stored = entry["output_hash"]
        bare = isinstance(stored, str) and len(stored) == 64
        entry["output_hash"] = aerbuild.output_hash(data)[7 * bare:]


def replace_last(entries, text):
    last = entries[-1]
    set_bytes(last, text, False)
    drawn = hashlib.sha256(hashlib.sha256(text.encode()).digest()).digest()[:16]
    last["id"] = str(uuid.UUID(bytes=drawn, version=4))
    follow(last)


def relink(entries, start, how=digest):
    for number in range(start, len(entries) + 1):
        entry = entries[number - 1]
        before = aerref.ZEROS if number == 1 else how(entries[number - 2])
        if before is not None:
            entry["prev_digest"] = before
        if how is digest:
            follow(entry)


def reclose(entries):
    for entry in entries[:-1]:
        if entry.get("close", False) is not False:
            change(entry, "close", False)
    change(entries[-1], "close", True)


def value_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def step(entries, option, other, stale):
    """Does one option of the line to the entries."""
    name, _, argument = option.partition("=")
    if name == "set":
        place, _, value = argument.partition("=")
        number, _, member = place.partition(".")
        entries[int(number) - 1][member] = value_of(value)
    elif name == "set-bytes":
        number, _, text = argument.partition("=")
        set_bytes(entries[int(number) - 1], text, stale)
    elif name == "replace-last":
        replace_last(entries, argument)
    elif name == "splice":
        span, _, at = argument.rpartition(":")[2].partition("@")
        first, last = map(int, span.split("-"))
        entries[int(at) - 1:int(at) - 1] = copy.deepcopy(other[first - 1:last])
    elif name == "as-06":
        relink(entries, 1, digest06)
    elif name == "relink":
        relink(entries, int(argument or 1))
    elif name == "renumber":
        for number, entry in enumerate(entries, 1):
            change(entry, "seq", number)
    elif name == "reclose":
        reclose(entries)
    else:
        places(entries, name, [int(text) for text in argument.split(":")])


def places(entries, name, numbers):
    at = numbers[0] - 1
    if name == "drop-tail":
        del entries[len(entries) - numbers[0]:]
    elif name == "drop-head":
        del entries[:numbers[0]]
    elif name == "delete":
        del entries[at]
    elif name == "duplicate":
        entries.insert(at + 1, copy.deepcopy(entries[at]))
    elif name == "move":
        entries.insert(numbers[1] - 1, entries.pop(at))
    elif name == "swap":
        to = numbers[1] - 1
        entries[at], entries[to] = entries[to], entries[at]
    else:
        raise ValueError(name)


def done(entries, options, other=None):
    entries = copy.deepcopy(entries)
    stale = "stale-hash" in options
    for option in options:
        if option not in ("stale-hash", "unmarked"):
            step(entries, option, other, stale)
    return entries


# ------------------------------------------------------------- the program

class Case:
    def __init__(self, program, directory):
        self.program = program
        self.directory = directory
        self.wrong = 0
        self.count = 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, entries):
        with open(self.path(name), "w", encoding="ascii") as file:
            file.write(aerbuild.to_text(entries, indent=1))

    def run(self, *arguments):
        return subprocess.run([self.program, "attack", *arguments], capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)

    def say(self, what, *details):
        self.wrong += 1
        print("%s: %s" % (what, "; ".join(str(item)[:600] for item in details)))


def words(result):
    return result.replace("_", " ")


def ends(said, judgement):
    """The result after the steps, and whether the judgement noticed."""
    match = re.search(r"^  %s +(.*)$" % judgement, said, re.M)
    results, _, sight = match.group(1).partition(": ")
    return results.split(" -> ")[-1], sight


def unmarked(entry):
    return [(name, value) for name, value in entry.items() if name != MARK]


def commitment_of(entries):
    return {"job_id": entries[0]["job_id"], "final_entry_digest": digest(entries[-1]),
            "entry_count": len(entries), "published_at": "2026-10-05T09:41:30Z"}


def check_entries(case, name, before, wanted, written, marks=True):
    if [unmarked(entry) for entry in written] != [unmarked(entry) for entry in wanted]:
        case.say(name, "other entries", aerbuild.to_text(written))
    if not marks:
        return
    originals = [unmarked(entry) for entry in before]
    for number, entry in enumerate(written, 1):
        if unmarked(entry) not in originals and MARK not in entry:
            case.say(name, "entry %d was altered and is not marked" % number)


def check_verdict(case, name, verdict, said):
    """`verdict` is that of the reference on the entries as they should be."""
    timeline, sight = ends(said, "timeline")
    if timeline != verdict.timeline:
        case.say(name, "timeline", timeline, verdict.timeline)
    broken = verdict.timeline in ("broken", "historical")
    if sight != ("noticed" if broken else "not noticed"):
        case.say(name, "timeline is " + sight, verdict.timeline)
    first = aerref.first_failure(verdict.failures)
    if broken and "%s at entry %d:" % (first["code"], first["entry"]) not in said:
        case.say(name, "first failure", first)
    endpoint, sight = ends(said, "endpoint")
    if endpoint != words(verdict.endpoint):
        case.say(name, "endpoint", endpoint, verdict.endpoint)
    if (sight == "noticed") != (verdict.endpoint == "contradicted"):
        case.say(name, "endpoint is " + sight, verdict.endpoint)


def check_trace(case, name, options, verdict, said):
    """An attack that left a broken link and nothing repaired is named."""
    named = {"drop-tail": "cut off the end", "delete": "missing", "duplicate": "put in as a copy of the other",
             "swap": "changed places", "set": "provenance_class"}
    first = aerref.first_failure(verdict.failures)
    if len(options) != 1 or first is None or not first["code"].startswith("chain."):
        return
    word = named.get(options[0].partition("=")[0])
    if word and ".provenance_class" in options[0] + ".provenance_class" * (word != "provenance_class"):
        flat = re.sub(r"\s+", " ", said)
        if word not in flat.partition(" trace ")[2]:
            case.say(name, "the explanation does not say: " + word, flat.partition(" trace ")[2])


def attack(case, name, entries, options, other=None):
    """One program against its description."""
    case.count += 1
    case.write("t.json", entries)
    with open(case.path("witness"), "w", encoding="ascii") as file:
        json.dump(commitment_of(entries), file)
    run = case.run(case.path("t.json"), *["--" + option for option in options],
                   "-c", case.path("witness"), "--explain")
    wanted = done(entries, options, other)
    if run.returncode != 0:
        case.say(name, "status %d" % run.returncode, run.stderr)
        return
    check_entries(case, name, entries, wanted, json.loads(run.stdout))
    with open(case.path("witness"), "rb") as file:
        witness = file.read()
    text = aerbuild.to_text(wanted).encode()
    verdict = aerref.examine(text, [witness])
    said = run.stderr.decode()
    check_verdict(case, name, verdict, said)
    check_trace(case, name, options, verdict, said)
    again = aerref.examine(run.stdout, [witness])
    if again.digests != verdict.digests or again.failures != verdict.failures:
        case.say(name, "what was written is judged otherwise than predicted")
    expect(case, name, len(entries), options, verdict)


# What the domain says of eight entries: the result, the first failure and the
# endpoint against a commitment of the end as it was.
EIGHT = {
    ("drop-tail=2",): ("broken", "6 chain.not_closed", "contradicted"),
    ("drop-tail=2", "reclose"): ("consistent", None, "contradicted"),
    ("drop-head=2",): ("broken", "1 chain.seq", "contradicted"),
    ("drop-head=2", "renumber", "reclose", "relink"): ("consistent", None, "contradicted"),
    ("delete=4",): ("broken", "4 chain.seq", "contradicted"),
    ("delete=4", "renumber", "reclose", "relink"): ("consistent", None, "contradicted"),
    ("swap=3:5",): ("broken", "3 chain.seq", "matches"),
    ("set=4.provenance_class=EXECUTED BY ZAMBO",): ("broken", "5 chain.link", "matches"),
    ("set=4.provenance_class=EXECUTED BY ZAMBO", "relink"): ("consistent", None, "contradicted"),
    ("set-bytes=4=x",): ("broken", "5 chain.link", "matches"),
    ("replace-last=x",): ("consistent", None, "contradicted"),
    ("set=4.created_at=never",): ("consistent", None, "matches"),
    ("set=4.close=true",): ("broken", "4 chain.close_early", "matches"),
    ("set=4.job_id=other",): ("broken", "4 chain.job", "contradicted"),
    ("as-06",): ("historical", "2 chain.link", "unusable"),
}


def expect(case, name, count, options, verdict):
    want = EIGHT.get(tuple(options)) if count == 8 else None
    if want is None:
        return
    first = aerref.first_failure(verdict.failures)
    got = (verdict.timeline, first and "%d %s" % (first["entry"], first["code"]), verdict.endpoint)
    if got != want:
        case.say(name, "the domain says", want, got)


def table(case):
    entries = honest(8)
    for options in EIGHT:
        attack(case, "8 entries, %s" % " ".join(options), entries, list(options))
    long_runs(case)


def long_runs(case):
    """Entries that are read ahead: the same as one by one, whatever they store and however large they are."""
    entries = honest(12000)
    for number in (200, 6000, 11000):
        aerbuild.set_payload(entries[number], b"x" * 700000)
    for number in (300, 7000):
        entries[number]["output_hash"] = "sha256:" + "0" * 64
    entries[8000]["canonical_bytes"] = "bad"
    entries[9000]["tool"] = 7
    case.write("t.json", entries)
    for options in (["set=2.tool=x", "relink"], ["set-bytes=9=x", "relink=10"], ["drop-head=3", "renumber", "relink"],
                    ["as-06"], ["set=7500.output_hash=bad", "move=20:11000", "renumber"],
                    ["as-06", "renumber", "relink=5000"], ["delete=2", "relink", "as-06", "set=7500.tool=x", "relink=7400"],
                    ["relink=3", "set=2.tool=x", "relink", "delete=6000", "renumber", "drop-tail=900", "relink"],
                    ["as-06", "move=20:11000", "renumber"]):
        case.count += 1
        arguments = [case.path("t.json"), *["--" + option for option in options]]
        one, many = case.run(*arguments, "--jobs=1"), case.run(*arguments, "--jobs=2")
        name = "12000 entries, %s" % " ".join(options)
        if one.returncode != 0 or one.stdout != many.stdout:
            case.say(name, "another timeline with another number of threads", one.stderr, many.stderr)
            continue
        check_entries(case, name, entries, done(entries, options), json.loads(many.stdout), False)


ORDERS = (
    ("relink", "set=4.tool=x"),
    ("set=4.tool=x", "relink=5"),
    ("set=4.tool=x", "relink=4"),
    ("set=3.tool=x", "renumber", "set=3.tool=y"),
    ("renumber", "set=3.seq=9", "set=6.seq=9"),
    ("set=3.seq=9", "renumber"),
    ("set=3.entry_digest=bad", "set=3.seq=3", "renumber"),
    ("reclose", "duplicate=8", "reclose"),
    ("duplicate=8", "duplicate=9", "reclose", "renumber", "relink"),
    ("reclose", "drop-tail=1", "reclose", "relink"),
    ("drop-tail=2", "reclose", "duplicate=6", "reclose"),
    ("drop-tail=2", "reclose", "duplicate=6", "reclose", "drop-tail=1", "reclose"),
    ("set=3.close=true", "reclose"),
    ("reclose", "set=3.close=true"),
    ("set=3.close=null", "reclose"),
    ("set=8.close=false", "reclose"),
    ("replace-last=a", "set=8.tool=x"),
    ("replace-last=a", "replace-last=b"),
    ("set-bytes=3=a", "set-bytes=3=b"),
    ("set=3.output_hash=bad", "set-bytes=3=b"),
    ("set-bytes=3=b", "set=3.output_hash=bad"),
    ("set=3.entry_digest=bad", "relink"),
    ("relink", "reclose"),
    ("as-06", "relink"),
    ("relink", "as-06", "drop-tail=2", "reclose"),
    ("as-06", "renumber", "reclose", "relink=4"),
    ("set=3.entry_digest=bad", "renumber", "as-06"),
    ("drop-head=1", "renumber", "set=3.entry_digest=bad", "as-06", "renumber"),
    ("set=3.created_at=a", "as-06", "set=3.created_at=b", "set=4.created_at=c", "relink"),
    ("relink", "set=3.seq=4", "renumber", "as-06", "set=3.entry_digest=bad", "renumber"),
    ("set-bytes=3=a", "as-06", "set-bytes=3=b", "as-06", "set-bytes=3=c", "relink"),
    ("as-06", "delete=4", "drop-head=1", "as-06", "delete=5", "relink"),
    ("as-06", "duplicate=4", "relink", "move=2:6", "as-06"),
    ("relink",) * 12 + ("set=2.tool=x", "relink") * 12,
    ("move=2:7", "move=7:2"),
    ("move=2:7", "set=7.tool=x", "move=7:2", "relink"),
    ("swap=1:8", "swap=8:1"),
    ("swap=2:3", "swap=3:4", "swap=4:5"),
    ("swap=5:2", "delete=5", "renumber", "relink=3"),
    ("delete=2", "delete=2", "delete=2", "renumber"),
    ("drop-head=3", "drop-tail=3", "renumber", "reclose", "relink"),
    ("set=5.tool=x", "duplicate=5", "set=6.tool=y", "renumber", "relink"),
    ("set=1.prev_digest=7", "relink=2"),
    ("set=4.canonical_bytes=bad", "relink"),
    ("set=4.seq=1.5", "relink"),
    ("set=4.tool=[1,{\"a\":null}]", "relink", "set=4.tool=back", "relink"),
)


def order(case):
    other = honest(5, "job-2")
    case.write("other.json", other)
    entries = honest(8)
    for options in ORDERS:
        attack(case, " ".join(options), entries, list(options), other)
    splices = ("splice=%s:1-5@1", "splice=%s:2-2@9", "splice=%s:2-3@5")
    for splice in splices:
        for rest in ((), ("renumber",), ("set=5.tool=x", "renumber", "reclose", "relink")):
            options = [splice % case.path("other.json")] + list(rest)
            attack(case, " ".join(options), entries, options, other)


VALUES = {
    "tool": ("x", "", "7", "caf\u00e9"), "id": ("x", '"a b"'), "job_id": ("other",),
    "provenance_class": CLASSES + ("null",), "seq": ("1", "2", "9", "1.5", "true", "9" * 30),
    "close": ("true", "false", "null"), "prev_digest": ("0" * 64, "ab" * 32, "7"),
    "canonical_bytes": ("e30=", "bad", "[]"), "output_hash": ("bad", "0" * 64, "false"),
    "entry_digest": ("bad", "0" * 64, "{}"), "created_at": ("never", '{"a":[1]}')}


def mixed_step(dice, count, splice):
    """A step that is possible on so many entries, and how many there are then."""
    at = dice.randint(1, count)
    kind = dice.choice(("set", "set", "set", "bytes", "drop", "one", "pair", "splice", "last",
                        "repair", "repair", "repair"))
    if kind == "set":
        member = dice.choice(sorted(VALUES))
        return "set=%d.%s=%s" % (at, member, dice.choice(VALUES[member])), count
    if kind == "bytes":
        return "set-bytes=%d=%s" % (at, dice.choice(("", "x", "{}", "\u00e9"))), count
    if kind == "drop" and count > 2:
        return "%s=1" % dice.choice(("drop-tail", "drop-head")), count - 1
    if kind == "one":
        return ("delete=%d" % at, count - 1) if count > 4 else ("duplicate=%d" % at, count + 1)
    if kind == "pair" and count > 1:
        other = dice.choice([place for place in range(1, count + 1) if place != at])
        return "%s=%d:%d" % (dice.choice(("move", "swap")), at, other), count
    if kind == "splice" and count < 12:
        first = dice.randint(1, 5)
        last = dice.randint(first, 5)
        return ("splice=%s:%d-%d@%d" % (splice, first, last, dice.randint(1, count + 1)),
                count + last - first + 1)
    if kind == "last":
        return "replace-last=%s" % dice.choice("ab"), count
    return dice.choice(("renumber", "reclose", "relink", "relink=%d" % at, "as-06")), count


def mixed(case, seed=20261001, programs=300):
    import random as dice_of
    dice = dice_of.Random(seed)
    other = honest(5, "job-2")
    case.write("other.json", other)
    for _ in range(programs):
        entries = honest(dice.randint(1, 9))
        count, options = len(entries), []
        for _ in range(dice.randint(1, 7)):
            option, count = mixed_step(dice, count, case.path("other.json"))
            options.append(option)
        if dice.random() < 0.1 and any(o.startswith("set-bytes=") for o in options):
            options.append("stale-hash")
        marks = dice.random() < 0.7
        if not marks:
            options.append("unmarked")
        case.count += 1
        case.write("t.json", entries)
        run = case.run(case.path("t.json"), *["--" + option for option in options])
        name = "%d entries, %s" % (len(entries), " ".join(options))
        try:
            wanted = done(entries, options, other)
        except ValueError as error:
            case.say(name, "the description does not say", error)
            continue
        if run.returncode != 0:
            case.say(name, "status %d" % run.returncode, run.stderr)
            continue
        check_entries(case, name, entries, wanted, json.loads(run.stdout), marks)


# -------------------------------------------------------------- exercises

def solved(case, name, entries, key, written):
    """The command of the answer key gives the exercise again."""
    line = [item for item in key.splitlines() if item.startswith("  aerscope attack ")][-1]
    line = line.replace("  aerscope attack", "exec \"$0\" attack")
    run = subprocess.run(["sh", "-c", line, case.program], capture_output=True,
                         stdin=subprocess.DEVNULL, check=False)
    again = json.loads(run.stdout) if run.returncode == 0 else []
    if [unmarked(entry) for entry in again] != [unmarked(entry) for entry in written]:
        case.say(name, "the command of the key gives another timeline", line, run.stderr)
    if not all(MARK in entry for entry in written):
        case.say(name, "an entry of the exercise is not marked")
    if [unmarked(entry) for entry in written] == entries:
        case.say(name, "the exercise is the timeline itself")
    for entry in written:
        before = [item for item in entries if item["id"] == entry["id"]]
        if not before and str(uuid.UUID(entry["id"], version=4)) != entry["id"]:
            case.say(name, "a new id is of another kind than those of recorders", entry["id"])
        if b"training" in base64.b64decode(entry["canonical_bytes"]):
            case.say(name, "the bytes say that they were drawn")
    verdict = aerref.examine(aerbuild.to_text(written).encode())
    if ends(key, "timeline")[0] != verdict.timeline:
        case.say(name, "the key says another result than the reference", verdict.timeline)


def random(case):
    for count in (1, 2, 8):
        entries = honest(count)
        case.write("t.json", entries)
        for seed in range(24 if count == 8 else 8):
            name = "%d entries, seed %d" % (count, seed)
            key = case.path("key")
            if os.path.exists(key):
                os.remove(key)
            arguments = [case.path("t.json"), "--random=%d" % (1 + seed % 3), "--seed=%d" % seed]
            first, second = case.run(*arguments, "--answer-key=" + key), case.run(*arguments)
            case.count += 1
            if first.returncode != 0 or first.stdout != second.stdout:
                case.say(name, "not the same again", first.stderr)
                continue
            with open(key, encoding="utf-8") as file:
                solved(case, name, entries, file.read(), json.loads(first.stdout))


def main():
    case = Case(sys.argv[1], sys.argv[2])
    parts = {"table": table, "order": order, "mixed": mixed, "random": random}
    parts[sys.argv[3]](case, *map(int, sys.argv[4:]))
    print("%d programs, %d wrong" % (case.count, case.wrong))
    return 1 if case.wrong or not case.count else 0


if __name__ == "__main__":
    sys.exit(main())
