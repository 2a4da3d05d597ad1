#!/usr/bin/env python3
"""Timelines and references for tests/cli/agreement.sh, made from the description of the format alone.

Writes the files into the current directory and prints a line a case, separated by tabs: name, arguments,
agreement, indices between which it is, and a pattern that the sentence on it matches.  What is expected
follows from what the references state: a digest binds the number of its entry, a timeline only grows, and
an entry that closes nothing is no end.
"""

import base64
import hashlib
import json

JOB = "pay-9"


def digest(entry, close):
    data = base64.b64decode(entry["canonical_bytes"])
    bound = {"close": close, "id": entry["id"], "job_id": JOB, "output_hash": hashlib.sha256(data).hexdigest(),
             "prev_digest": entry["prev_digest"], "provenance_class": entry["provenance_class"],
             "seq": entry["seq"], "tool": entry["tool"]}
    return hashlib.sha256(json.dumps(bound, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def spaced(entry, close, prefix=""):
    """The same written otherwise: a space after each separator, or a prefix before the hash."""
    data = base64.b64decode(entry["canonical_bytes"])
    bound = {"close": close, "id": entry["id"], "job_id": JOB, "output_hash": prefix + hashlib.sha256(data).hexdigest(),
             "prev_digest": entry["prev_digest"], "provenance_class": entry["provenance_class"],
             "seq": entry["seq"], "tool": entry["tool"]}
    between = (",", ":") if prefix else (", ", ": ")
    return hashlib.sha256(json.dumps(bound, sort_keys=True, separators=between).encode()).hexdigest()


def chain(count, other_from=99):
    entries, prev = [], "0" * 64
    for i in range(1, count + 1):
        entry = {"seq": i, "prev_digest": prev, "job_id": JOB, "id": f"r-{i}",
                 "tool": "evil.tool" if i >= other_from else "some.tool", "provenance_class": "OBSERVED VIA GATEWAY",
                 "canonical_bytes": base64.b64encode(f"bytes {i}".encode()).decode()}
        prev = digest(entry, False)
        entries.append(entry)
    return entries


def closed(entries):
    return entries[:-1] + [dict(entries[-1], close=True)]


def write(name, what):
    with open(name, "w", encoding="ascii") as f:
        json.dump(what, f)


def commitment(name, count, at, head, job=JOB):
    what = {"job_id": job, "final_entry_digest": head, "entry_count": count, "published_at": at}
    write(name, what)
    return what


def end(count, other_from=99):
    return digest(chain(count, other_from)[-1], True)


def on_the_way(count):
    return digest(chain(count)[-1], False)


EARLY, LATE, NEVER = "2026-10-01T00:00:00Z", "2026-10-02T00:00:00Z", "2999-01-01T00:00:00Z"
write("eight.json", closed(chain(8)))
write("six.json", closed(chain(6)))
write("live.json", chain(6))
write("noted.json", closed([dict(e, x_note="n") for e in chain(8)]))
write("wrapped.json", {"timeline": closed(chain(8)), "commitment": commitment("ignored", 8, LATE, end(8))})
nodes = [hashlib.sha256(f"r-{i}".encode()).digest() for i in range(1, 9)]
while len(nodes) > 1:
    nodes = [hashlib.sha256(nodes[i] + nodes[i + 1]).digest() for i in range(0, len(nodes), 2)]
write("receipt.json", {"type": "verifiable-workflow-receipt", "merkle_root": nodes[0].hex(),
                       "steps": [{"seq": i, "tool": "some.tool", "receipt_id": f"r-{i}"} for i in range(1, 9)]})
for day, at in (("early", EARLY), ("late", LATE)):
    for n in (6, 8, 10):
        commitment(f"c{n}-{day}", n, at, end(n))
    commitment(f"open6-{day}", 6, at, on_the_way(6))
    commitment(f"evil8-{day}", 8, at, end(8, 8))
    commitment(f"evil5-{day}", 5, at, end(5, 5))
commitment("spaced8-late", 8, LATE, spaced(chain(8)[-1], True))
commitment("prefixed8-late", 8, LATE, spaced(chain(8)[-1], True, "sha256:"))
commitment("evilspaced8-late", 8, LATE, spaced(chain(8, 8)[-1], True))
commitment("eight-as-9", 9, LATE, end(8))
write("twice.json", closed(chain(8)) + closed(chain(8))[-1:])
commitment("c6-never", 6, NEVER, end(6))
commitment("foreign", 8, LATE, end(8), "another-job")
write("far.json", closed(chain(5)))
broken = closed(chain(8))
broken[4] = dict(broken[4], tool="evil.tool")
write("broken.json", broken)
commitment("under5-early", 5, EARLY, digest(broken[4], False))
commitment("true5-early", 5, EARLY, on_the_way(5))
commitment("over6-early", 6, EARLY, digest(broken[5], False))
commitment("over6-late", 6, LATE, digest(broken[5], False))
commitment("eight-as-5", 5, EARLY, end(8))
commitment("five-as-8", 8, LATE, on_the_way(5))
commitment("two-as-5", 5, LATE, on_the_way(2))
commitment("open3-early", 3, EARLY, on_the_way(3))

D5, D8, D9, NONE1, NONE2 = on_the_way(5), end(8), end(9), "1" * 64, "2" * 64
SAME, FOLLOW, NOTHING = "it is the same one", "which alone does not set them against each other: a timeline grows, and is closed at last", "Nothing that they state"
CASES = (
    ("six, then eight", "eight.json -c c6-early -c c8-late", "agree", None, FOLLOW),
    ("eight, then six", "eight.json -c c8-early -c c6-late", "disagree", [0, 1],
     "reference 1 counts 8 entries and was published before reference 2, which counts 6; a timeline does not shrink, "
     "so the later one is of an older state, or not both are right"),
    ("the same in the other order", "eight.json -c c6-late -c c8-early", "disagree", [0, 1],
     "reference 2 counts 8 entries and was published before reference 1, which counts 6"),
    ("eight, then six, of six", "six.json -c c8-early -c c6-late", "disagree", [0, 1], "does not shrink"),
    ("six closed, then eight, of six", "six.json -c c6-early -c c8-late", "disagree", [0, 1],
     "reference 1 confirms the visible end, and what reference 2 states is another"),
    ("six open, then eight, of six", "live.json -c open6-early -c c8-late", "agree", None, FOLLOW),
    ("six, then ten, of eight", "eight.json -c c6-early -c c10-late", "agree", None, FOLLOW),
    ("six, and ten without a date", f"eight.json -c c6-early --head={end(10)}@10", "differ", [0, 1],
     "of 6 entries and of 10; not both are dated by a time of publication, so which of them was first is not known"),
    ("a head twice, once with its number", f"eight.json --head={D8} --head={D8}@8", "agree", None, SAME),
    ("a head and its number", f"eight.json --head={D8} --count=8", "agree", None, SAME),
    ("two numbers", "eight.json --count=8 --count=9", "differ", [0, 1],
     "different ends, of 8 entries and of 9; neither is dated, so which of them was first is not known"),
    ("two numbers, neither the one here", "eight.json --count=9 --count=10", "differ", [0, 1], "of 9 entries and of 10"),
    ("one number twice", "eight.json --count=8 --count=8", "agree", None, SAME),
    ("a number against the end", "eight.json -c c8-late --count=9", "disagree", [0, 1],
     "reference 1 confirms the visible end, and what reference 2 states is another"),
    ("two ends of eight", "eight.json -c c8-late -c evil8-late", "equivocation", [0, 1],
     "different final digests for the same number of entries, 8"),
    ("one end of eight and of nine", f"eight.json -c c8-late --head={D8}@9", "equivocation", [0, 1],
     "the same final digest and different numbers of entries"),
    ("six open and six closed", "eight.json -c open6-early -c c6-late", "agree", None, FOLLOW),
    ("another entry 5 under the first six", "eight.json -c evil5-early -c c6-late", "disagree", [0, 1],
     "reference 2 confirms the first 6 entries, and what reference 1 states is another"),
    ("a copy that differs in what no digest binds", "eight.json --baseline=noted.json -c c8-late", "agree", None, SAME),
    ("a copy that is the same", "eight.json --baseline=wrapped.json -c c8-late", "agree", None, SAME),
    ("a copy that was open", "eight.json --baseline=live.json -c c8-late", "agree", None, FOLLOW),
    ("a copy that was closed at six", "eight.json --baseline=six.json -c c8-late", "differ", [0, 1], "of 6 entries and of 8"),
    ("a copy of eight against six", "six.json --baseline=eight.json -c c6-late", "disagree", [0, 1],
     "reference 2 confirms the visible end, and what reference 1 states is another"),
    ("a copy of eight, retrieved before six was published",
     f"six.json --baseline=eight.json --retrieved-at={EARLY} -c c6-late", "disagree", [0, 1],
     "reference 1 counts 8 entries and was retrieved before reference 2, which counts 6"),
    ("a time that cannot be", f"eight.json -c c6-never --head={D8}@8", "differ", [0, 1],
     "the time of one of them cannot be"),
    ("a link that does not hold between the two", "broken.json -c under5-early -c over6-late", "differ", [0, 1],
     "of 5 entries and of 6; by their times reference 1 was first, and by what they state it is not shown that it leads to the other"),
    ("the entry that the one behind the break cites", "broken.json -c true5-early -c c8-late", "agree", None, FOLLOW),
    ("digests of other entries than they count", "eight.json -c eight-as-5 -c five-as-8", "differ", [0, 1],
     "by their times reference 1 was first, and by what they state it is not shown that it leads to the other"),
    ("three, and the digest of two as that of five", "eight.json -c open3-early -c two-as-5", "differ", [0, 1],
     "they state one time|by what they state it is not shown that it leads to the other"),
    ("six closed, then open", "eight.json -c c6-early -c open6-late", "differ", [0, 1],
     "have the digest of one entry, 6, once with close true and once with close false; by their times the closed one was "
     "published first"),
    ("six open, then closed, of six", "six.json -c open6-early -c c6-late", "agree", None, FOLLOW),
    ("six open, then closed, of six that are open", "live.json -c open6-early -c c6-late", "agree", None, FOLLOW),
    ("six closed, then open, of six", "six.json -c c6-early -c open6-late", "differ", [0, 1],
     "by their times the closed one was published first"),
    ("one end in two ways of writing", "eight.json -c c8-late -c spaced8-late", "agree", None, FOLLOW),
    ("two ways of writing, and neither the format's", "eight.json -c spaced8-late -c prefixed8-late", "agree", None, FOLLOW),
    ("another end in another way of writing", "eight.json -c c8-late -c evilspaced8-late", "equivocation", [0, 1],
     "not both are of one finished timeline by the current rules"),
    ("two numbers for a digest that two entries have", "twice.json -c c8-late -c eight-as-9", "differ", [0, 1],
     "the same final digest and different numbers of entries, 8 and 9; here two entries have that digest"),
    ("six open, and a greater number", "live.json -c open6-late --count=12", "differ", [0, 1], "of 6 entries and of 12"),
    ("six open, and a greater number retrieved later",
     "live.json -c open6-early --count=12 --retrieved-at=%s" % LATE, "differ", [0, 1], "of 6 entries and of 12"),
    ("a smaller number, retrieved before", f"eight.json --count=5 --retrieved-at={EARLY} -c c8-late", "agree", None, FOLLOW),
    ("a smaller number without a date", "eight.json --count=5 -c c8-late", "differ", [0, 1], "of 5 entries and of 8"),
    ("an inner head", f"eight.json --head={D5} -c c8-late", "agree", None, FOLLOW),
    ("two digests of no entry", f"eight.json --head={NONE1} --head={NONE2}", "differ", [0, 1], "different ends; neither is dated"),
    ("a digest of no entry and a number", f"eight.json --head={NONE1} --count=9", None, None, NOTHING),
    ("another job", "eight.json -c foreign -c c8-late", None, None, NOTHING),
    ("the end in its own file", "wrapped.json -c c8-late", "agree", None, SAME),
    ("the steps of a receipt and a number", "eight.json --expect=receipt.json --count=9", "differ", [0, 1], "of 8 entries and of 9"),
    ("two numbers at one time", "broken.json -c under5-early -c over6-early", "differ", [0, 1],
     "of 5 entries and of 6; they state one time, and by what they state it is not shown that one leads to the other"),
    ("six closed, and eight after it", "eight.json -c c6-early -c c8-late", "agree", None,
     "but reference 1 has the digest of entry 6 with close true, and reference 2 states a later end: by the rules no "
     "entry follows a closed one$"),
    ("six open, and eight after it", "eight.json -c open6-early -c c8-late", "agree", None, "and is closed at last$"),
    ("three of which none goes with another", "eight.json -c c8-early -c c6-late --count=9", "disagree", [0, 1],
     "does not shrink, .*\\. References 1 and 3 do not agree: .*\\. References 2 and 3 state different ends, of 6 entries and of 9"),
    ("three of which one pair goes together", "eight.json -c c8-late -c c8-late --head=%s" % NONE1, "disagree", [0, 2],
     "and so 1 more pair$"),
)

for name, arguments, agreement, between, pattern in CASES:
    print("\t".join((name, arguments, str(agreement), str(between), pattern)))
