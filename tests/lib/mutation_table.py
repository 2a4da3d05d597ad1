#!/usr/bin/env python3
"""Change every member of every entry and demand the finding it must give.

    mutation_table.py [--aerscope PATH] [--list]

What a change must give is stated here by rule, for each entry of the honest
sample: all failures with their entries, no more and no fewer.  A change that
gives none has to stand in the list of what the chain cannot see, with the
reason and with what an outside reference says.  Without --aerscope the
reference program is examined.  The last line is `N passed, N failed`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import aerref
from aerbuild import (close, link, output_hash, pack, renumber, set_payload,
                      to_text)
from make_samples import JOB, commitment, entry, honest

LENGTH = len(honest())
FREE_TEXT = ("id", "tool", "provenance_class")
OTHER_BYTES = b'{"note":"other bytes"}'
ABSENT = object()

LAST = "no entry cites the digest of the last one"
RELINKED = "every link after the change was rewritten to agree with it"
UNBOUND = "the member is no part of the digest, and nothing recomputes it"
OPTIONAL = "the stored value may be absent, and no digest covers it"
SAME = "close false and no close are one statement with one digest"
SHORTER = "the shorter chain keeps every rule"
LONGER = "the longer chain keeps every rule"
REWRITTEN = "a chain that was rewritten as a whole keeps every rule"


def in_order(failures):
    return sorted(failures, key=lambda found: (found[0] or 0, found[1]))


class Row:
    """One altered timeline: what it must give, or why it gives nothing."""

    def __init__(self, name, entries, failures=(), unseen=None,
                 endpoint=None):
        self.name = name
        self.entries = entries
        self.failures = in_order(failures)
        self.unseen = unseen
        self.endpoint = endpoint


# ------------------------------------------------------------------- rules

def altered(number, member, value):
    entries = honest()
    if value is ABSENT:
        entries[number - 1].pop(member, None)
    else:
        entries[number - 1][member] = value
    return entries


def other_digest(number):
    """What follows from another digest of this entry, or from none."""
    found = []
    if number < LENGTH:
        found.append((number + 1, "chain.link"))
    if "entry_digest" in honest()[number - 1]:
        found.append((number, "receipt.entry_digest"))
    return found


def row(number, member, how, value, own, unseen=None, endpoint=None):
    """A change to a digested member; `own` are the codes at the entry."""
    found = [(number, code) for code in own] + other_digest(number)
    return Row("entry %d: %s %s" % (number, member, how),
               altered(number, member, value), found,
               None if found else unseen, None if found else endpoint)


def broken_strings(number, member, more=lambda how: ()):
    """A needed string emptied, removed or of another type."""
    for how, value in (("emptied", ""), ("removed", ABSENT), ("null", None),
                       ("a number", 7)):
        changed = row(number, member, how, value, ["chain.member"])
        changed.failures = in_order(changed.failures + list(more(how)))
        yield changed


def free_text_rows(number):
    for member in FREE_TEXT:
        text = honest()[number - 1][member]
        for how, value in (("replaced", "LOGGED BY NOBODY"),
                           ("with one letter's case changed",
                            text[:-1] + text[-1].swapcase()),
                           ("with a space after it", text + " "),
                           ("with U+007F after it", text + "\x7f")):
            if value != text:
                yield row(number, member, how, value, [], LAST, "contradicted")
        yield from broken_strings(number, member)


def job_differs(number):
    """The entries whose job is not entry 1's when this one's changes."""
    if number > 1:
        return [(number, "chain.job")]
    return [(later, "chain.job") for later in range(2, LENGTH + 1)]


def job_rows(number):
    changed = row(number, "job_id", "replaced", "pay-72", [])
    changed.failures = in_order(changed.failures + job_differs(number))
    changed.unseen = changed.endpoint = None
    yield changed
    yield from broken_strings(
        number, "job_id",
        lambda how: job_differs(number) if how == "emptied" else ())


def seq_rows(number):
    for how, value, code in (("0", 0, "chain.seq"),
                             ("one more", number + 1, "chain.seq"),
                             ("negative", -number, "chain.seq"),
                             ("removed", ABSENT, "chain.seq_type"),
                             ("text", str(number), "chain.seq_type"),
                             ("a fraction", number + 0.5, "chain.seq_type"),
                             ("true", True, "chain.seq_type")):
        yield row(number, "seq", how, value, [code])


def link_rows(number):
    code = "chain.genesis" if number == 1 else "chain.link"
    stored = honest()[number - 1]["prev_digest"]
    flipped = ("1" if stored[0] != "1" else "2") + stored[1:]
    for how, value in (("with one digit changed", flipped),
                       ("cut by a digit", stored[:-1]),
                       ("in another form", "sha256:" + stored)):
        yield row(number, "prev_digest", how, value, [code])
    yield from broken_strings(
        number, "prev_digest",
        lambda how: [(number, code)] if how == "emptied" else ())


def stored_hash(number):
    return ["receipt.output_hash"] \
        if "output_hash" in honest()[number - 1] else []


def bytes_rows(number):
    packed = honest()[number - 1]["canonical_bytes"]
    # A last digit changed only in its unused bits gives the same bytes.
    flipped = ("A" if packed[0] != "A" else "B") + packed[1:]
    for how, value in (("replaced", pack(OTHER_BYTES)),
                       ("with one digit changed", flipped), ("emptied", "")):
        yield row(number, "canonical_bytes", how, value, stored_hash(number),
                  LAST, "contradicted")
    for how, value in (("removed", ABSENT), ("unpadded", "QUI"),
                       ("of another type", [packed]),
                       ("with a line break", packed + "\n")):
        yield row(number, "canonical_bytes", how, value,
                  ["chain.base64"] + stored_hash(number))
    if "output_hash" in honest()[number - 1]:
        entries = honest()
        set_payload(entries[number - 1], OTHER_BYTES)
        found = other_digest(number)
        yield Row("entry %d: canonical_bytes replaced, output_hash with it"
                  % number, entries, found, None if found else LAST,
                  None if found else "contradicted")


def close_rows(number):
    last = number == LENGTH
    if last:
        for how, value in (("removed", ABSENT), ("false", False)):
            yield row(number, "close", how, value, ["chain.not_closed"])
    else:
        yield row(number, "close", "true", True, ["chain.close_early"])
        yield Row("entry %d: close false" % number,
                  altered(number, "close", False), (), SAME, "matches")
    for how, value in (("null", None), ("text", "true"), ("a number", 1)):
        yield row(number, "close", how, value, ["chain.close_type"] +
                  ["chain.not_closed"] * last)


def receipt_rows(number):
    for member, code in (("output_hash", "receipt.output_hash"),
                         ("entry_digest", "receipt.entry_digest")):
        for how, value in (("of something else", output_hash(OTHER_BYTES)),
                           ("no digest", "x"), ("null", None)):
            yield Row("entry %d: stored %s %s" % (number, member, how),
                      altered(number, member, value), [(number, code)])
        if member in honest()[number - 1]:
            yield Row("entry %d: stored %s removed" % (number, member),
                      altered(number, member, ABSENT), (), OPTIONAL,
                      "matches")


def unbound_rows(number):
    for member in ("created_at", "verification_status", "note"):
        yield Row("entry %d: %s changed" % (number, member),
                  altered(number, member, "2001-01-01T00:00:00Z"), (),
                  UNBOUND, "matches")


def relinked_rows(number):
    for member in FREE_TEXT:
        entries = altered(number, member, "EXECUTED BY SOMEBODY")
        yield Row("entry %d: %s replaced, relinked" % (number, member),
                  link(entries, number), (), RELINKED, "contradicted")
    entries = honest()
    set_payload(entries[number - 1], OTHER_BYTES)
    yield Row("entry %d: canonical_bytes replaced, relinked" % number,
              link(entries, number), (), RELINKED, "contradicted")
    entries = link(altered(number, "job_id", "pay-72"), number)
    yield Row("entry %d: job_id replaced, relinked" % number, entries,
              job_differs(number))
    entries = link(altered(number, "seq", 99), number)
    yield Row("entry %d: seq replaced, relinked" % number, entries,
              [(number, "chain.seq")])
    if number < LENGTH:
        entries = link(altered(number, "close", True), number)
        yield Row("entry %d: close true, relinked" % number, entries,
                  [(number, "chain.close_early")])


# ---------------------------------------------------- the timeline as whole

def shifted(first, last):
    return [(number, "chain.seq") for number in range(first, last + 1)]


def removal_rows(number):
    entries = honest()
    del entries[number - 1]
    found = shifted(number, LENGTH - 1)
    if number == 1:
        found.append((1, "chain.genesis"))
    elif number < LENGTH:
        found.append((number, "chain.link"))
    else:
        found.append((number - 1, "chain.not_closed"))
    yield Row("entry %d removed" % number, entries, found)
    repaired = link(renumber(close(honest()[:number - 1] +
                                   honest()[number:])))
    yield Row("entry %d removed, renumbered, re-closed, relinked" % number,
              repaired, (), SHORTER, "contradicted")


def insertion_rows(number):
    entries = honest()
    entries.insert(number - 1, dict(entries[number - 1]))
    found = shifted(number + 1, LENGTH + 1) + [(number + 1, "chain.link")]
    if number == LENGTH:
        found.append((number, "chain.close_early"))
    yield Row("entry %d written twice" % number, entries, found)
    added = entry(number, JOB, "fs.read", "LOGGED BY AGENT", OTHER_BYTES)
    entries = honest()
    entries.insert(number - 1, added)
    yield Row("an entry added before %d, renumbered, relinked" % number,
              link(renumber(entries)), (), LONGER, "contradicted")


def swap_rows(number):
    """Entry `number` and the next change places."""
    entries = honest()
    entries[number - 1:number + 1] = reversed(entries[number - 1:number + 1])
    found = [(number, "chain.seq"), (number + 1, "chain.seq"),
             (number, "chain.genesis" if number == 1 else "chain.link"),
             (number + 1, "chain.link")]
    if number + 2 <= LENGTH:
        found.append((number + 2, "chain.link"))
    else:
        found += [(number, "chain.close_early"),
                  (number + 1, "chain.not_closed")]
    yield Row("entries %d and %d swapped" % (number, number + 1), entries,
              found)
    yield Row("entries %d and %d swapped, renumbered, re-closed, relinked"
              % (number, number + 1), link(renumber(close(
                  [dict(item) for item in entries]))), (), REWRITTEN,
              "contradicted")


def cut_rows(length):
    yield Row("cut after entry %d" % length, honest()[:length],
              [(length, "chain.not_closed")])
    # Closing the new last entry alters its digest and, where it stores
    # that, the stored one; a forger who forgets it is seen.
    entries = link(close(honest()[:length]), length)
    yield Row("cut after entry %d, re-closed" % length, entries, (), SHORTER,
              "contradicted")


def whole_rows():
    entries = honest()
    for item in entries:
        item["job_id"] = "pay-72"
    yield Row("another job_id on every entry, relinked", link(entries), (),
              REWRITTEN, "unusable")
    yield Row("no entry left", [], [(None, "chain.empty")])


def table():
    rows = [Row("nothing changed", honest(), (), "nothing was changed",
                "matches")]
    for number in range(1, LENGTH + 1):
        for make in (free_text_rows, job_rows, seq_rows, link_rows,
                     bytes_rows, close_rows, receipt_rows, unbound_rows,
                     relinked_rows, removal_rows, insertion_rows):
            rows += make(number)
    for number in range(1, LENGTH):
        rows += swap_rows(number)
        rows += cut_rows(number)
    return rows + list(whole_rows())


# -------------------------------------------------------------- examination

class ByReference:
    """The reference program's own answers."""

    def failures(self, datas):
        return [in_order((number, code) for number, code, _ in
                         aerref.examine(data).failures) for data in datas]

    def endpoint(self, data, witness):
        return aerref.examine(data, [witness]).endpoint


class ByAerscope:
    """The answers of the program, through files in a directory."""

    def __init__(self, program, directory):
        self.program = program
        self.directory = directory

    def verify(self, datas, more=()):
        paths = []
        for number, data in enumerate(datas):
            paths.append(os.path.join(self.directory, "row-%04d" % number))
            self.write(paths[-1], data)
        done = subprocess.run(
            [self.program, "verify", "--format=ndjson", "--all-findings"] +
            list(more) + paths, stdout=subprocess.PIPE, check=False)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def write(self, path, data):
        with open(path, "wb") as file:
            file.write(data)

    def failures(self, datas):
        return [in_order((finding["entry"], finding["code"])
                         for finding in answer["findings"]
                         if finding["severity"] == "failure")
                for answer in self.verify(datas)]

    def endpoint(self, data, witness):
        path = os.path.join(self.directory, "witness")
        self.write(path, witness)
        return self.verify([data], ["-c", path])[0][
            "judgements"]["endpoint"]["result"]


def faults(examined, told, endpoint_of):
    """What is wrong with one row."""
    if told != examined.failures:
        yield "failures %s, expected %s" % (told, examined.failures)
    if not examined.failures and not examined.unseen:
        yield "gives nothing and is not listed as unseen"
    if examined.unseen and examined.failures:
        yield "listed as unseen and yet to be seen"
    if examined.unseen:
        result = endpoint_of(examined)
        if result != examined.endpoint:
            yield "endpoint %s, expected %s" % (result, examined.endpoint)


def examine(rows, by):
    """Number of rows that are not as stated."""
    witness = to_text(commitment(honest())).encode("ascii")
    datas = [to_text(item.entries).encode("ascii") for item in rows]
    data_of = dict(zip(map(id, rows), datas))
    answers = by.failures(datas)
    if len(answers) != len(rows):
        raise SystemExit("mutation_table: %d answers for %d files"
                         % (len(answers), len(rows)))
    failed = 0
    for item, told in zip(rows, answers):
        wrong = list(faults(item, told, lambda examined: by.endpoint(
            data_of[id(examined)], witness)))
        for fault in wrong:
            print("%s: %s" % (item.name, fault))
        failed += bool(wrong)
    return failed


def print_unseen(rows):
    print("what the chain cannot see: change; reason; an outside reference")
    for item in rows:
        if item.unseen:
            print("  %s; %s; %s" % (item.name, item.unseen, item.endpoint))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--aerscope", metavar="PATH")
    parser.add_argument("--list", action="store_true",
                        help="print what the chain cannot see")
    args = parser.parse_args()
    rows = table()
    if args.list:
        print_unseen(rows)
    if args.aerscope:
        with tempfile.TemporaryDirectory(prefix="aerscope-table-") as place:
            failed = examine(rows, ByAerscope(os.path.abspath(args.aerscope),
                                              place))
    else:
        failed = examine(rows, ByReference())
    seen = sum(not item.unseen for item in rows)
    print("%d seen by the chain, %d not, each with its reason"
          % (seen, len(rows) - seen))
    print("%d passed, %d failed" % (len(rows) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
