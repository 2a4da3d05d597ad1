#!/usr/bin/env python3
"""Case files, made and checked by the manual page alone.

    refcase.py FILE    checks the history of a case file; prints its head
"""

import hashlib
import json
import sys

ZEROS = "0" * 64


def sha256(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def rest(case):
    return {name: value for name, value in case.items() if name != "history"}


def seal(case):
    """Chain the records of a case file; the last states the rest."""
    head = ZEROS
    for record in case["history"]:
        record["previous"] = head
        if record is case["history"][-1]:
            record["state"] = sha256(rest(case))
        head = sha256(record)
    return case


def check(case):
    """The head of the history, or an AssertionError that says what is wrong."""
    head = ZEROS
    for number, record in enumerate(case["history"], 1):
        assert record["previous"] == head, "record %d" % number
        head = sha256(record)
    assert case["history"][-1]["state"] == sha256(rest(case)), "state"
    return head


def note(entry, digest, mark, text, at, timeline):
    return {"entry": entry, "entry_digest": digest, "mark": mark,
            "text": text, "at": at, "timeline_sha256": timeline}


def of_relabelled(timeline, digests, commitment, evidence):
    """The case of samples/relabelled.json. `timeline`, `commitment` and
    `evidence` are bytes of files, `digests` those of the entries."""
    pinned = hashlib.sha256(timeline).hexdigest()
    made_for = {"path": "relabelled.json", "sha256": pinned}
    reference = {
        "path": "honest.commitment.json",
        "sha256": hashlib.sha256(commitment).hexdigest(),
        "witness": "log of the bank's gateway", "authority": "bank.example",
        "retrieved_from": "https://log.bank.example/pay-71",
        "retrieved_at": "2026-10-06T07:10:00Z", "independent": "unknown",
        "checks": []}
    first = note(4, digests[3], "suspicious",
                 "The digest that entry 5 keeps of this one is that of an "
                 "agent's assertion.\nWho says that the toolhost ran it?",
                 "2026-10-06T07:31:12Z", pinned)
    second = note(5, digests[4], "question",
                  "Ask the bank whether T-90417 was booked.",
                  "2026-10-06T07:33:40Z", pinned)
    outcome = {
        "system": "core banking of bank.example",
        "effect": "transfer T-90417, 1250.00 EUR",
        "entry_digest": digests[4],
        "statement": "T-90417 was booked on 5 October 2026.",
        "evidence": {"path": "relabelled.bank.txt",
                     "sha256": hashlib.sha256(evidence).hexdigest()},
        "retrieved_at": "2026-10-07T14:02:00Z"}
    return seal({
        "schema": "aerscope.case/1", "examiner": "M. Berger",
        "timeline": made_for, "references": [reference], "outcome": [outcome],
        "notes": [first, second], "review": [],
        "history": [
            {"at": "2026-10-06T07:08:30Z", "did": "case.begin",
             "new": "M. Berger"},
            {"at": "2026-10-06T07:08:31Z", "did": "timeline.pin",
             "new": made_for},
            {"at": "2026-10-06T07:12:05Z", "did": "reference.add",
             "new": reference},
            {"at": "2026-10-06T07:31:12Z", "did": "note.add", "new": first},
            {"at": "2026-10-06T07:33:40Z", "did": "note.add", "new": second},
            {"at": "2026-10-07T14:05:26Z", "did": "outcome.add",
             "new": outcome}]})


def main(arguments):
    with open(arguments[0], encoding="ascii") as file:
        print(check(json.load(file)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
