#!/usr/bin/env python3
"""Random lists against random timelines, by aerscope and by refcover.

    coverage_cases.py AERSCOPE DIRECTORY COUNT SEED

Prints "ok NAME" or "not ok NAME: WHY" for each group of cases.
"""

import json
import os
import random
import subprocess
import sys

import refcover
from aerbuild import close, link, pack

TOOLS = ("a", "b", "c")
JOB = "j"


def entry(seq, dice):
    payload = dice.choice((b"x", b"y"))
    return {"id": "r%d" % dice.randint(1, 6), "seq": seq,
            "job_id": JOB, "tool": dice.choice(TOOLS),
            "provenance_class": "LOGGED BY AGENT",
            "canonical_bytes": pack(payload), "prev_digest": ""}


def timeline(dice):
    entries = [entry(seq, dice) for seq in range(1, dice.randint(2, 9))]
    return link(close(entries))


def action(dice, narrow):
    made = {"tool": dice.choice(TOOLS), "kind": dice.choice(
        ("expected",) * 5 + ("authorised",) * 3 + ("forbidden",))}
    if made["kind"] != "forbidden" and dice.random() < 0.4:
        made["count"] = dice.randint(1, 3)
    # An id here and an output_hash there would overlap, neither the narrower.
    if narrow and dice.random() < 0.5:
        if made["tool"] == "a":
            made["id"] = "r%d" % dice.randint(1, 6)
        else:
            made["output_hash"] = refcover.sha256(dice.choice((b"x", b"y"))).hex()
    return made


def listed(dice, narrow, order):
    return {"job_id": JOB, "frozen_at": "2026-01-01T00:00:00Z", "order": order,
            "actions": [action(dice, narrow)
                        for _ in range(dice.randint(0, 6))]}


def from_entries(dice, entries, order):
    """A list that fits, before one thing is changed in it, perhaps."""
    actions = [{"tool": e["tool"], "kind": "expected"} for e in entries]
    if dice.random() < 0.5 and len(actions) > 1:
        i, j = dice.sample(range(len(actions)), 2)
        actions[i], actions[j] = actions[j], actions[i]
    if dice.random() < 0.4:
        del actions[dice.randrange(len(actions))]
        actions.append({"tool": dice.choice(TOOLS), "kind": "authorised",
                        "count": dice.randint(1, 2)})
    return {"job_id": JOB, "order": order, "actions": actions}


def run(aerscope, directory, entries, content):
    paths = [os.path.join(directory, name) for name in ("t.json", "e.json")]
    for path, value in zip(paths, (entries, content)):
        with open(path, "w", encoding="ascii") as file:
            json.dump(value, file)
    done = subprocess.run([aerscope, "verify", "--format=json", paths[0],
                           "--expect", paths[1]], capture_output=True,
                          check=False)
    return done.returncode, json.loads(done.stdout)


def differences(entries, content, status, document):
    got = document["judgements"]["coverage"]
    want = refcover.reconcile(entries, content)
    yield from ("%s %d, not %d" % (key, got[key], want[key])
                for key in want if got[key] != want[key])
    amiss = got["missing"] + got["unexpected"] + got["forbidden"] + \
        got["out_of_order"]
    if (got["result"] == "discrepant") != (amiss > 0):
        yield "result " + got["result"]
    if status != (1 if amiss else 3):
        yield "status %d" % status
    totals = document["totals"]
    for key, code in (("unexpected", "expect.unexpected"),
                      ("forbidden", "expect.forbidden"),
                      ("out_of_order", "expect.order")):
        if totals.get(code, 0) != got[key]:
            yield "%d of %s" % (totals.get(code, 0), code)
    lost = sum(f["missing"] for f in document["findings"]
               if f["code"] == "expect.missing")
    if lost != got["missing"]:
        yield "%d missing in findings" % lost
    if not any("id" in a or "output_hash" in a for a in content["actions"]) \
            and (amiss > 0) != refcover.is_discrepant(entries, content):
        yield "out of order %d" % got["out_of_order"]


def put(name, aerscope, directory, count, dice, make):
    for _ in range(count):
        entries = timeline(dice)
        content = make(entries)
        why = list(differences(entries, content,
                               *run(aerscope, directory, entries, content)))
        if why:
            print("not ok %s: %s: %s with %s" % (
                name, "; ".join(why), json.dumps(content),
                json.dumps([e["tool"] for e in entries])))
            return
    print("ok " + name)


def main():
    aerscope, directory, count, seed = sys.argv[1:5]
    for order in ("any", "strict"):
        dice = random.Random(seed + order)
        for name, make in (
                ("by tool", lambda _: listed(dice, False, order)),
                ("by tool, id and hash", lambda _: listed(dice, True, order)),
                ("nearly fitting",
                 lambda entries: from_entries(dice, entries, order))):
            put("%s, order %s" % (name, order), aerscope, directory,
                int(count), dice, make)


if __name__ == "__main__":
    main()
