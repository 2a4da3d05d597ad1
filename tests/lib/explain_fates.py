#!/usr/bin/env python3
"""Timelines and references of known fate, and what aerscope states of them.

Entries are edited, cut, opened, continued, put in another order, numbered and
linked anew, by any rule; references are made of the entries before or after,
at any place, by any rule, with any number.  All that is stated as a fact is
held against digests that are taken here, and what a digest shows is missed
nowhere.  Prints a line for each fault; the last line says how many were tried.
"""

import argparse
import base64
import json
import random
import re
import tempfile

from explain_cases import Case, again, entry, faults, honest, link, run
from explain_digests import ZEROS, digest, payload, renumber, sha

HOWS = ((), (), (), ("spaces",), ("sha256_prefix",), ("close_omitted",),
        ("close_never",), ("seq_fraction",), ("sha256_prefix", "spaces"))
DEEDS = ("edit", "edit and link", "cut", "cut open", "open", "go on",
         "open and go on", "swap", "swap and number", "swap, number and link",
         "twice", "delete", "delete and number", "delete, number and link",
         "prev", "prev and link", "zeros and link", "seq", "close", "job",
         "by -06", "written otherwise")


def flipped(one):
    return dict(one, close=not one.get("close"))


def edit(rng, some, i, base):
    name = rng.choice(("tool", "id", "provenance_class", "canonical_bytes"))
    value = rng.choice((rng.choice(base)[name], "never"))
    if name == "canonical_bytes":
        value = base64.b64encode(b"n %d" % rng.randrange(9)).decode()
    some[i][name] = value


def go_on(rng, some):
    for _ in range(rng.choice((1, 2))):
        some.append(dict(entry(len(some) + 1, tag="more"),
                         prev_digest=digest(some[-1])))
    if rng.random() < 0.5:
        some[-1]["close"] = True


def step(rng, some, base):
    """One deed; returns the entries that are left."""
    i, k, deed = rng.randrange(len(some)), rng.randrange(len(some)), rng.choice(
        DEEDS)
    if deed.startswith("edit"):
        edit(rng, some, i, base)
    if deed.startswith("cut") and len(some) > 3:
        some = some[:rng.randrange(2, len(some))]
        if deed == "cut":
            some[-1]["close"] = True
    if deed.startswith("open"):
        some[-1].pop("close", None)
    if deed.endswith("go on"):
        go_on(rng, some)
    if deed.startswith("swap"):
        some[i], some[k] = some[k], some[i]
    if deed == "twice":
        some.insert(i, dict(some[i]))
    if deed.startswith("delete") and len(some) > 3:
        del some[i]
    if deed.startswith("prev"):
        some[i]["prev_digest"] = rng.choice((
            "ab" * 32, digest(rng.choice(some)), digest(rng.choice(base))))
    if deed.startswith("zeros"):
        some[i]["prev_digest"] = ZEROS
    if deed == "seq":
        some[i]["seq"] = rng.randrange(1, len(some) + 3)
    if deed == "close":
        some[i]["close"] = True
    if deed == "job":
        some[i]["job_id"] = "job-2"
    if deed == "by -06" and i:
        some[i]["prev_digest"] = sha(payload(some[i - 1]))
    if deed == "written otherwise":
        link(some, 2, None, rng.choice(HOWS))
    elif "number" in deed:
        renumber(some)
    if "link" in deed:
        link(some, rng.choice((1, i + 1)) if "number" in deed else i + 2)
    elif deed == "by -06":
        link(some, i + 2)
    return some


def fate(rng, base):
    some = again(base)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        some = step(rng, some, base)
    return some


def reference(rng, states):
    some = rng.choice(states)
    k = rng.choice((len(some), rng.randrange(1, len(some) + 1)))
    one = some[k - 1] if rng.random() < 0.65 else flipped(some[k - 1])
    value = sha(payload(one)) if rng.random() < 0.07 else digest(
        one, rng.choice(HOWS))
    near = max(1, k + rng.choice((-2, -1, 1, 2)))
    return {"job_id": rng.choice(["job-1"] * 9 + ["job-2"]),
            "final_entry_digest": value,
            "entry_count": rng.choice([k] * 5 + [one["seq"], near]),
            "published_at": "2026-09-%02dT00:00:00Z" % rng.randrange(1, 29)}


def ways(one, close=(True, False)):
    return {digest(dict(one, close=c), how) for c in close for how in HOWS}


# ------------------------------------------------------------ one reference

def shown(entries, ref):
    """What a digest shows of it: the name of that, None for nothing."""
    count, value = ref["entry_count"], ref["final_entry_digest"]
    if value in map(digest, entries):
        return "that of an entry"
    if value in (digest(flipped(one)) for one in entries):
        return "that of an entry closed otherwise"
    if not 1 <= count <= len(entries):
        return None
    if value in ways(entries[count - 1]):
        return "that of its entry written otherwise"
    if value == sha(payload(entries[count - 1])):
        return "that of its entry by -06"
    for first in range(1, count + 1):
        for numbered in (False, True):
            some = again(entries)
            if numbered:
                renumber(some, first)
            link(some, first)
            if value in (digest(some[count - 1]),
                         digest(flipped(some[count - 1]))):
                return "that of the entries linked from %d" % first
    return None


def of_results(entries, refs, judged, findings):
    last = len(entries)
    for i, (ref, one) in enumerate(zip(refs, judged)):
        count, value = ref["entry_count"], ref["final_entry_digest"]
        if one["result"] == "matches" and (value, count) != (
                digest(entries[-1]), last):
            yield "matches, and does not"
        closed = "commitment.closed" in one["codes"]
        if one["result"] == "earlier":
            at = entries[count - 1]
            if value not in (digest(at), digest(dict(at, close=True))):
                yield "earlier, and is not"
            if closed != (value != digest(at)):
                yield "that it was closed there is told where it was not, or not"
        elif closed:
            yield "closed, and no earlier state"
        told = [x for f in findings if f.get("reference") == i and f["code"] in
                ("commitment.count", "commitment.digest")
                for x in f["explanations"]]
        if one["result"] == "contradicted" and told and not any(
                x["certainty"] == "proved" for x in told):
            what = shown(entries, ref)
            if what:
                yield "its digest is %s, which is not said" % what


# ------------------------------------------------------------------- several

def named(text, refs):
    return [refs[int(n) - 1] for n in re.findall(r"reference ([0-9]+) \(", text)]


def of_pairs(entries, refs, judged, findings):
    for finding in findings:
        text = finding["message"]
        if finding["code"] != "commitment.equivocation":
            continue
        a, b = named(text, refs)
        same = a["final_entry_digest"] == b["final_entry_digest"]
        if same != ("the same final digest" in text) or same == (
                a["entry_count"] == b["entry_count"]):
            yield "not as it is said: " + text
        count = a["entry_count"]
        if not same and count <= len(entries) and "unusable" not in [
                judged[refs.index(x)]["result"] for x in (a, b)] and {
                    a["final_entry_digest"], b["final_entry_digest"]} <= ways(
                        entries[count - 1]):
            yield "one entry, put in two ways: " + text


def of_agreement(entries, refs, judged, says):
    states = [(r["final_entry_digest"], r["entry_count"])
              for r, one in zip(refs, judged)
              if r["job_id"] == "job-1" and one["result"] != "unusable"]
    if "it is the same one" in says and len(set(states)) > 1:
        yield "not the same: " + says
    for a, b, x, y in re.findall(
            "References ([0-9]+) and ([0-9]+) state different ends, of ([0-9]+)"
            " entries and of ([0-9]+)", says):
        a, b = refs[int(a) - 1], refs[int(b) - 1]
        if (a["entry_count"], b["entry_count"]) != (int(x), int(y)) or \
                x == y or a["final_entry_digest"] == b["final_entry_digest"]:
            yield "no different ends: " + says
    for a, b in re.findall("References [0-9]+ and [0-9]+ do not agree: reference "
                           "([0-9]+) confirms .*?, and what reference ([0-9]+) "
                           "states is another", says):
        a, b = refs[int(a) - 1], refs[int(b) - 1]
        if a["final_entry_digest"] == b["final_entry_digest"] or (
                a["entry_count"] == b["entry_count"] and {
                    a["final_entry_digest"], b["final_entry_digest"]} <= ways(
                        entries[a["entry_count"] - 1])):
            yield "not another: " + says


# --------------------------------------------------------------- explanations

def of_explanations(entries, refs, judged, document):
    consistent = document["judgements"]["timeline"]["result"] == "consistent"
    usable = [r for r, one in zip(refs, judged) if one["result"] != "unusable"]
    closed = any(r["final_entry_digest"] == digest(dict(one, close=True))
                 for r in usable for one in entries if not one.get("close"))
    on_the_way = ways(entries[-1], (False,))
    counted = any(r["entry_count"] == len(entries) and not (
        entries[-1].get("close") and r["final_entry_digest"] in on_the_way)
                  for r in refs)
    for one in (x for f in document["findings"] for x in f["explanations"]):
        text = one["text"]
        if one["innocent"] and one["kind"] == "live_copy" and closed:
            yield "innocent, and a reference has the close: " + text
        if one["innocent"] and one["kind"] == "window_export" and counted:
            yield "innocent, and a reference counts these: " + text
        if "closed and linked for itself" in text and not consistent:
            yield "not so: " + text
        if "states the number" in (one["decided_by"] or "") and any(
                r["entry_count"] >= len(entries) for r in usable):
            yield "is given already: " + one["decided_by"]


def held(case, refs, document):
    judged = document["judgements"]["endpoint"]["references"]
    says = document["judgements"]["endpoint"].get("agreement_says") or ""
    yield from faults(case, document)
    yield from of_results(case.entries, refs, judged, document["findings"])
    yield from of_pairs(case.entries, refs, judged, document["findings"])
    yield from of_agreement(case.entries, refs, judged, says)
    yield from of_explanations(case.entries, refs, judged, document)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--aerscope", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as directory:
        for number in range(args.count):
            base = honest(rng.choice((5, 8, 10)))
            some = fate(rng, base)
            states = (base, some, base[:rng.randrange(2, len(base) + 1)],
                      fate(rng, base))
            refs = [reference(rng, states)
                    for _ in range(rng.choice((1, 1, 2, 3)))]
            case = Case(str(number), some, reference=refs[0], others=refs[1:],
                        independent=[rng.choice(("yes", "no", "unknown"))
                                     for _ in refs])
            for fault in sorted(set(held(case, refs, run(
                    case, args.aerscope, directory)))):
                print("%d: %s; %s" % (number, fault, json.dumps(
                    {"timeline": some, "references": refs})))
    print("tried %d" % args.count)


if __name__ == "__main__":
    main()
