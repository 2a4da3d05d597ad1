#!/usr/bin/env python3
"""Holds a screen of the list at 120x40 to the independent reference.

    review.py TIMELINE SCREEN [COMMITMENT]

Recomputes every digest with tests/lib/aerref.py and compares each value that
the screen shows: the file's SHA-256, the judgements, each row, the stored and
recomputed digests of the selected entry, what it says of a commitment.
Prints a line for each difference.
"""

import hashlib
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "lib"))
import aerref  # noqa: E402

HEX = re.compile(r"(?:[0-9a-f]{8} ){7}[0-9a-f]{8}")
CLASSES = {"LOGGED BY AGENT": "agent assertion",
           "OBSERVED VIA GATEWAY": "gateway observation"}


def standing(name):
    if name is None:
        return "none"
    if name.startswith("EXECUTED BY ") and name.isascii():
        return "recorder execution"
    return CLASSES.get(name, "none")


def short(digest):
    return digest[:8] + ".." + digest[-8:]


class Screen:
    def __init__(self, path):
        text = open(path, encoding="utf-8").read()
        self.rows = text.split("\nstyles:\n")[0].split("\n")
        self.wrong = []

    def holds(self, what, shown, wanted):
        if shown != wanted:
            self.wrong.append("%s: the screen has %r, should be %r"
                              % (what, shown, wanted))

    def has(self, what, row, wanted):
        if wanted not in row:
            self.wrong.append("%s: %r is not in %r" % (what, wanted, row))

    def starting(self, label):
        for row in self.rows:
            if row.startswith(label):
                return row
        self.wrong.append("no row begins with %r" % label)
        return ""


def digests_after(screen, label):
    """The two digests under the row that begins with the label."""
    at = next((i for i, row in enumerate(screen.rows)
               if row.startswith(label)), None)
    if at is None:
        screen.wrong.append("no row begins with %r" % label)
        return None, None, ""
    found = [HEX.search(row) for row in screen.rows[at + 1:at + 3]]
    return [match and match.group().replace(" ", "")
            for match in found] + [screen.rows[at]]


def review_header(screen, data, verdict):
    full = hashlib.sha256(data).hexdigest()
    screen.has("SHA-256", screen.rows[0],
               "sha256 %s..%s" % (full[:8], full[-4:]))
    screen.has("count", screen.rows[0], " %d entries" % verdict["entries"])
    screen.has("construction", screen.rows[0], verdict["construction"])
    timeline = screen.starting("TIMELINE")
    screen.has("timeline", timeline, "TIMELINE " + verdict["timeline"])
    screen.has("endpoint", timeline,
               "ENDPOINT " + verdict["endpoint"].replace("_", " "))
    first = verdict["first_failure"]
    if first and verdict["timeline"] == "broken":
        screen.has("first failure", timeline,
                   "entry %d %s" % (first["entry"], first["code"]))


def review_row(screen, row, number, entries, digests, broken):
    entry = entries[number - 1]
    name = entry.text("provenance_class")
    stored = entry.text("prev_digest")
    before = digests[number - 2] if number > 1 else aerref.ZEROS
    what = "entry %d" % number
    screen.holds(what + ", tool", row[10:26].strip(), entry.text("tool") or "(absent)")
    screen.holds(what + ", class", row[27:49].strip(), name or "(absent)")
    screen.holds(what + ", standing", row[50:69].strip(), standing(name))
    screen.holds(what + ", stored", row[70:88].strip(), short(stored))
    screen.holds(what + ", recomputed", row[90:108].strip(),
                 "64 zeros" if number == 1 else short(before))
    word = "BROKEN" if stored != before else "genesis" if number == 1 else "holds"
    screen.holds(what + ", link", row[110:].strip(), word)
    screen.holds(what + ", sign", row[7] == "!", number in broken)


def review_links(screen, number, entries, digests):
    stored, recomputed, title = digests_after(screen, " LINK INTO ")
    screen.has("entry of the detail", title, "LINK INTO %d " % number)
    screen.holds("link in, stored", stored, entries[number - 1].text("prev_digest"))
    screen.holds("link in, recomputed", recomputed,
                 digests[number - 2] if number > 1 else aerref.ZEROS)
    screen.holds("link in, word", title.split()[-1],
                 "holds" if stored == recomputed else "BROKEN")
    stored, recomputed, title = digests_after(screen, " LINK OUT OF ")
    screen.holds("link out, recomputed", recomputed, digests[number - 1])
    if number < len(entries):
        screen.holds("link out, stored", stored, entries[number].text("prev_digest"))
        screen.holds("link out, word", title.split()[-1],
                     "holds" if stored == recomputed else "BROKEN")
    else:
        screen.holds("link out, stored", stored, None)


def review_commitment(screen, path, entries, digests):
    members = json.load(open(path, encoding="utf-8"))
    committed, recomputed, title = digests_after(screen, " ENDPOINT ")
    agrees = members["final_entry_digest"] == digests[-1] \
        and members["entry_count"] == len(entries)
    screen.holds("committed", committed, members["final_entry_digest"])
    screen.holds("end, recomputed", recomputed, digests[-1])
    screen.holds("endpoint word", title.split()[-1],
                 "matches" if agrees else "CONTRADICTED")
    screen.has("counts", "\n".join(screen.rows), "%d committed, %d here"
               % (members["entry_count"], len(entries)))


def main():
    timeline, path = sys.argv[1:3]
    commitments = sys.argv[3:]
    data = open(timeline, "rb").read()
    screen = Screen(path)
    verdict = aerref.examine(data, [open(c, "rb").read() for c in commitments]).document()
    entries = aerref.read_timeline(data).entries
    digests = verdict["digests"]
    broken = {failure[0] for failure in verdict["failures"]}
    if verdict["endpoint"] == "contradicted":
        broken.add(len(entries))
    review_header(screen, data, verdict)
    selected = None
    for row in screen.rows:
        match = re.match(r"([> ]) +(\d+) ", row)
        if match and len(row) > 100:
            number = int(match.group(2))
            selected = number if match.group(1) == ">" else selected
            review_row(screen, row, number, entries, digests, broken)
    if selected is None:
        screen.wrong.append("no row is selected")
    else:
        whole = " %d" if verdict["timeline"] == "unreadable" else " %d/" + str(len(entries))
        screen.has("position", screen.rows[0], whole % selected)
        review_links(screen, selected, entries, digests)
        if commitments and selected == len(entries):
            review_commitment(screen, commitments[0], entries, digests)
    print("\n".join(screen.wrong), end="\n" if screen.wrong else "")


if __name__ == "__main__":
    main()
