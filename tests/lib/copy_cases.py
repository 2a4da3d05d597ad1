#!/usr/bin/env python3
"""Two copies of a timeline of which it is known which entry of one became which of the other.

    copy_cases.py --aerscope PATH

What was done to one copy (entries moved, taken out, put in, and changed; numbered, closed and linked
anew) is put to `aerscope diff` in both orders and to `aerscope verify --baseline` with either copy as
the earlier one. Which entry stands for which, and what differs, is known from what was done; digests
are taken here. A line for each case: `ok NAME` or `not ok NAME: why`.
"""

import argparse
import base64
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

import refdiff
from explain_cases import digest, entry, honest, link, renumber, set_bytes

COUNT = 9
ORIGIN = "x_origin"  # of an entry while it is altered: its number in the first copy; 0 for a new one
# A number of an entry is followed by what it belongs to.
NUMBERED = re.compile(r"\bentr(?:y|ies) (\d+)(?:(?: to| and) \d+)?([^\d]{0,20})")
OWNER = re.compile(r" (?:of (?:this file|the earlier copy|the later copy|both copies|the copy|it)|there\b)")
OLD_WORDS = re.compile(r"if that copy holds|"
                       r"correspond|counterpart|no entry of the copy has the digest|\b(?:is|are) not here\b|the last of them|was (?:cut|moved|deleted|changed)|"
                       r"cut off|are gone|another one|digests that were recomputed")


# --- what is done

def move(some, at, to):
    some.insert(to - 1, some.pop(at - 1))
    return some[to - 1]


def swap(some, at, other):
    some[at - 1], some[other - 1] = some[other - 1], some[at - 1]
    return some[at - 1]


def insert(some, at):
    some.insert(at - 1, dict(entry(at, tag="new"), **{ORIGIN: 0}))
    return some[at]


def duplicate(some, at):
    some.insert(at, dict(some[at - 1]))
    some[at][ORIGIN] = -some[at - 1][ORIGIN]  # a second one of it
    return some[at]


def delete(some, at):
    del some[at - 1]
    return some[at - 1]


def exchange(some, at, to):
    """One moved, and another put in its place."""
    moved = move(some, at, to)
    some.insert(at - 1, dict(entry(at, tag="new"), **{ORIGIN: 0}))
    return moved


PLACES = {
    "left alone": lambda some: some[3],
    "4 moved to 7": lambda some: move(some, 4, 7),
    "7 moved to 4": lambda some: move(some, 7, 4),
    "2 moved to the end": lambda some: move(some, 2, COUNT),
    "3 and 6 exchanged": lambda some: swap(some, 3, 6),
    "4 moved to 7 for another": lambda some: exchange(some, 4, 7),
    "4 taken out": lambda some: delete(some, 4),
    "one put in at 4": lambda some: insert(some, 4),
    "4 put in twice": lambda some: duplicate(some, 4),
    "two cut off": lambda some: (some.__delitem__(slice(-2, None)), some[3])[1],
    "two lost in front": lambda some: (some.__delitem__(slice(0, 2)), some[3])[1],
}


def bytes_of(one):
    set_bytes(one, b"other bytes")


CHANGES = {
    "nothing": lambda one: None,
    "the tool": lambda one: one.update(tool="zz"),
    "close": lambda one: one.update(close=not one.get("close")),
    "the id": lambda one: one.update(id="zz"),
    "the bytes": bytes_of,
    "a note": lambda one: one.update(x_note="later"),
    "the tool and a note": lambda one: one.update(tool="zz", x_note="later"),
}


def close(some):
    for one in some:
        one.pop("close", None)
    some[-1]["close"] = True


def linked(some, start=1):
    """With the marks aside, so that they are in no digest of this test's own making."""
    return link(some, start)


REPAIRS = {
    "": (),
    ", numbered": (renumber,),
    ", numbered and linked": (renumber, linked),
    ", numbered, closed and linked": (renumber, close, linked),
    ", linked from 6": (lambda some: linked(some, 6),),
}


def base_of(kind):
    some = honest(COUNT)
    for one in some:
        if kind == "all alike":
            one.update(id="the same", tool="the.same", provenance_class="LOGGED BY AGENT")
            set_bytes(one, b"beat")
        if kind == "one id":
            one["id"] = "the same"
        if kind == "one payload":
            set_bytes(one, b"{}")
    link(some)
    for before, one in zip(some, some[1:] if kind == "linked as -06" else []):
        one["prev_digest"] = hashlib.sha256(base64.b64decode(before["canonical_bytes"])).hexdigest()
    return some


def cases():
    for kind in ("plain", "one id", "one payload", "all alike", "linked as -06"):
        for (place, put), (change, alter) in itertools.product(PLACES.items(), CHANGES.items()):
            for repair, steps in REPAIRS.items():
                if kind == "linked as -06" and "note" in change:  # nothing is explained of a historical one
                    continue
                if kind != "plain" and repair and (kind, repair) != ("all alike", ", numbered") or (
                        "closed" in repair and place != "two cut off" and change != "close"):
                    continue
                a = base_of(kind)
                b = [dict(one, **{ORIGIN: n}) for n, one in enumerate(a, 1)]
                alter(put(b))
                for step in steps:
                    step(b)
                origin = [one.pop(ORIGIN) for one in b]
                if a != b:
                    name = "%s, %s%s" % (place, change, repair)
                    # Of entries that all have one id, or one payload, the other alone tells which is which; of those
                    # that are all alike the link that each was written with.
                    told = (kind != "all alike" or change in ("nothing", "close", "a note")) and not (kind == "one id" and change == "the bytes" or
                                kind == "one payload" and change == "the id")
                    yield ("" if kind == "plain" else kind + ": ") + name, a, b, origin if told else None


# --- what has to be said

def longest(numbers):
    """Of numbers, as many as can be that rise."""
    best = []
    for n in numbers:
        at = sum(1 for length in best if length < n)
        best[at:at + 1] = [n]
    return len(best)


def wrong_pairs(document, a, b, origin):
    """The pairs are those that are known, and of them as few as can be stand across others."""
    pairs = [(d["entry"], d["later_entry"]) for d in document["differences"] + document["moved"]]
    gone, new = refdiff.spread(document["missing"]), refdiff.spread(document["added"])
    left = [i for i in range(1, len(a) + 1) if i not in gone and i not in [p[0] for p in pairs]]
    right = [j for j in range(1, len(b) + 1) if j not in new and j not in [p[1] for p in pairs]]
    pairs = sorted(pairs + list(zip(left, right)), key=lambda p: p[1])
    known = [(i, j) for j, i in enumerate(origin, 1) if i > 0]
    twice = {-i: j for j, i in enumerate(origin, 1) if i < 0}
    # Of two that came from one entry either may be the counterpart, as its digest says or its place.
    for i, j in list(known):
        if i in twice and (i, twice[i]) in pairs:
            known[known.index((i, j))] = (i, twice[i])
    # One that was put in the place of one that is gone may stand for it; nothing else is made up.
    odd = [p for p in pairs if p not in known and (
        p[0] in [i for i, _ in known] or origin[p[1] - 1] != 0)]
    if odd or [p for p in known if p not in pairs]:
        yield "pairs %s, not %s" % (pairs, known)
    moved = len(known) - longest([i for i, _ in sorted(known, key=lambda p: p[1])])
    if not odd and len(document["moved"]) != moved:
        yield "%d moved, not %d" % (len(document["moved"]), moved)


def entries_named(one, copy):
    """The entries of this copy that a text names, as (first, last)."""
    return [(int(m.group(1)), int(m.group(2) or m.group(1))) for m in re.finditer(
        r"entr(?:y|ies) (\d+)(?: to (\d+))? of %s" % copy, one["text"])]


def wrong_words(text, proved=True):
    """What is possible may tell what happened; nothing else may."""
    if proved and OLD_WORDS.search(text):
        yield "tells what happened: %s" % text
    for m in NUMBERED.finditer(text):
        if not OWNER.match(m.group(2)) and not m.group(2).startswith(", whose") and \
                not re.match(r" (?:there|of)", m.group(2)):
            yield "entry %s of which copy: %s" % (m.group(1), text)


def wrong_explanation(one, there, here, origin):
    """`there`: the earlier copy, `here`: the file. `origin`: of the entries of the file in the copy."""
    text, kind, proved = one["text"], one["kind"], one["certainty"] == "proved"
    yield from wrong_words(text, proved)
    digests = [digest(x) for x in there], [digest(x) for x in here]
    if not text.startswith("if ") and "of the earlier copy" in text and \
            "beside no entry of this file" in text:
        first, last = entries_named(one, "the earlier copy")[0]
        for place in range(first, last + 1):
            if origin and place in origin:
                yield "entry %d is here: %s" % (place, text)
            if "none of it has" in text and digests[0][place - 1] in digests[1]:
                yield "its digest is here: %s" % text
    if "beside no entry of the earlier copy" in text and origin and proved:
        first, last = entries_named(one, "this file")[-1 if "stores the digest" in text else 0]
        for number in range(first, last + 1):
            if origin[number - 1] > 0:
                yield "entry %d is in the copy: %s" % (number, text)
    if kind in ("moved", "copy_differs") and re.match(
            "entry [0-9]+ of this file (is set beside|has the digest of) entry [0-9]+ of the earlier copy(?!, beside)", text):
        number, place = one["entry"], one["other"]
        if one["member"]:
            told = {x["member"] for x in [one] + one.get("also", [])}
            wanted = [n for n in refdiff.differing(there[place - 1], here[number - 1])
                      if n in refdiff.BOUND]
            if told != set(wanted):
                yield "differs in %s: %s" % (wanted, text)
        elif digests[0][place - 1] != digests[1][number - 1]:
            yield "not the same digest: %s" % text
        if origin and abs(origin[number - 1]) != place:
            yield "came from %s: %s" % (origin[number - 1], text)
        stored = {x["prev_digest"] for x in here}
        if proved and one["member"] and not stored & set(digests[0][place - 1:]):
            yield "nothing of the file cites it: %s" % text
    notes = [n for n, x in enumerate(here, 1) if "x_note" in x]
    if one["entry"] in notes and kind in ("member_changed", "moved") and \
            re.match("entry %d of this file (is set beside|has the digest of entry [0-9]+ of the earlier)" %
                     one["entry"], text) and "x_note" not in text and "prev_digest alone" not in text \
            and "the prev_digest there is" not in text:
        yield "the note is not named: %s" % text


def explained(document):
    return [(f, one) for f in document["findings"] for one in f["explanations"]
            if "earlier copy" in one["text"] or f["code"].startswith("baseline.")]


def wrong_verdict(document, there, here, origin):
    for finding, one in explained(document):
        yield from wrong_explanation(one, there, here, origin)
    for finding in document["findings"]:
        if finding["code"].startswith("baseline."):
            yield from wrong_words(finding["message"])
    named = {one["entry"] for f, one in explained(document) if "x_note" in one["text"]}
    noted = {n for n, x in enumerate(here, 1) if "x_note" in x and origin and origin[n - 1] > 0}
    contradicted = any(f["code"].startswith("baseline.") for f in document["findings"])
    if contradicted and noted - named and sum(
            f["code"].startswith("baseline.") and "not told here" in one["text"]
            for f, one in explained(document)) == 0:
        yield "members outside the digest of %s are not named" % sorted(noted - named)


def run(line):
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return json.loads(done.stdout)


def faults(aerscope, folder, a, b, origin):
    paths = [os.path.join(folder, name) for name in "ab"]
    for path, entries in zip(paths, (a, b)):
        with open(path, "w", encoding="ascii") as file:
            json.dump(entries, file)
    diff = [aerscope, "diff", "--format=json", "--all-findings"]
    one, other = run(diff + paths), run(diff + paths[::-1])
    yield from refdiff.complaints(one, a, b)
    yield from refdiff.complaints(other, b, a)
    yield from refdiff.mirrored(one, other)
    if origin:
        yield from wrong_pairs(one, a, b, origin)
    for document in (one, other):
        for text in (document["proof"], document["meaning"]):
            if OLD_WORDS.search(text):
                yield "tells what happened: %s" % text
    back = None
    if origin:
        back = [0] * len(a)
        for number, place in enumerate(origin, 1):
            if place > 0:
                back[place - 1] = number
            elif place < 0 and back[-place - 1] == 0:
                back[-place - 1] = number
    verify = [aerscope, "verify", "--format=json", "--all-findings"]
    yield from wrong_verdict(run(verify + [paths[1], "--baseline=" + paths[0]]), a, b, origin)
    yield from wrong_verdict(run(verify + [paths[0], "--baseline=" + paths[1]]), b, a, back)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--aerscope", required=True)
    parser.add_argument("--only", help="cases with this in their name")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, a, b, origin in cases():
            if args.only and args.only not in name:
                continue
            wrong = list(faults(args.aerscope, folder, a, b, origin))
            print("%sok %s%s" % ("not " if wrong else "", name, "".join(": " + w for w in wrong[:3])),
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
