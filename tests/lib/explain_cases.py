#!/usr/bin/env python3
"""Altered timelines whose explanation is known, put to aerscope.

    explain_cases.py --aerscope PATH --entries N [--seed S] [--group GROUP]

Every case is made here, digests included, from the description of the format;
what was done is what has to be said.  A line for each case: `ok NAME` or
`not ok NAME: why`.
"""

import argparse
import base64
import hashlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import explain_literal
from explain_digests import (SHORT, ZEROS, digest, link, payload, renumber,
                             sha)

TOOLS = ("fs.read", "fs.write", "http.get", "db.query", "mail.send")
EXECUTED = "EXECUTED BY ZAMBO"
LOGGED = "LOGGED BY AGENT"
GATEWAY = "OBSERVED VIA GATEWAY"
FINDINGS_CHECKED = 200
# What no digest shows: who changed what, and when.
STORY = re.compile("was (changed|put in|overwritten|cut|numbered|linked|moved)|"
                   "rewrit|rewrote|producer|not an edit|stood|nothing was|"
                   "witness saw|anew")
# What may be called proved; all others are deeds, or readings.
RELATIONS = ("points_at", "member_changed", "encoding", "construction",
             "witness_saw", "duplicated", "other_order", "relink_stopped",
             "copy_differs", "as_published", "inserted")
PARTS = ("raw_utf8", "literal_u007f", "uppercase_hex", "long_escapes",
         "spaces", "sha256_prefix", "close_omitted", "seq_fraction")


# ---------------------------------------------------------------- timelines

def again(some):
    """A copy whose entries can be changed."""
    if isinstance(some, dict):
        return dict(some)
    return [dict(one) for one in some]


def entry(number, job="job-1", tag="r", rng=None):
    salt = rng.random() if rng else number
    data = json.dumps({"n": number, "v": salt, "t": tag}).encode()
    return {"seq": number, "prev_digest": ZEROS, "job_id": job,
            "id": "%s-%d" % (tag, number), "tool": TOOLS[number % 3],
            "provenance_class": (LOGGED, EXECUTED, LOGGED)[number % 3],
            "canonical_bytes": base64.b64encode(data).decode(),
            "output_hash": "sha256:" + sha(data)}


def honest(count, how=(), job="job-1", tag="r", change=None):
    entries = [entry(i, job, tag) for i in range(1, count + 1)]
    for one in entries if change else ():
        change(one)
    entries[-1]["close"] = True
    return link(entries, how=how)


def set_bytes(one, data, hashed=True):
    one["canonical_bytes"] = base64.b64encode(data).decode()
    if hashed:
        one["output_hash"] = "sha256:" + sha(data)


def commitment(entries, **other):
    return dict({"job_id": entries[0]["job_id"],
                 "final_entry_digest": digest(entries[-1]),
                 "entry_count": len(entries),
                 "published_at": "2026-10-01T00:00:00Z"}, **other)


# ------------------------------------------------------------ what is wanted

class Want:
    """One explanation that has to be among those of the finding at `at`."""

    def __init__(self, at, kind, proved, code="chain.link", **fields):
        self.at, self.kind, self.code = at, kind, code
        self.certainty = "proved" if proved else "possible"
        self.fields = fields

    def met(self, findings):
        for finding in findings:
            if (finding["entry"], finding["code"]) != (self.at, self.code):
                continue
            for one in finding["explanations"]:
                if (one["kind"], one["certainty"]) == (
                        self.kind, self.certainty) and all(
                            one.get(name) == value
                            for name, value in self.fields.items()):
                    return True
        return False

    def __str__(self):
        return "%s %s at %s %d %s" % (self.certainty, self.kind, self.code,
                                      self.at, self.fields)


class Not:
    """No explanation of this kind, of any certainty."""

    def __init__(self, kind, code=None):
        self.kind, self.code, self.at = kind, code, 0

    def met(self, findings):
        return not any(one["kind"] == self.kind for finding in findings
                       if self.code in (None, finding["code"])
                       for one in finding["explanations"])

    def __str__(self):
        return "nothing of %s" % self.kind


class Case:
    """`proofs`: kinds that may be proved; None: any.  `copy`: an earlier copy;
    `others`: more references, each a commitment; `independent`: what is
    stated of each of them, in that order (the last for the rest)."""

    def __init__(self, name, entries, *wants, proofs=None, reference=None,
                 text=None, copy=None, others=(), independent=("unknown",)):
        self.text = text
        self.independent = independent
        self.copy, self.others = copy, others
        self.name, self.entries, self.wants = name, entries, wants
        self.proofs, self.reference = proofs, reference


def edited(entries, change, *path):
    copied = again(entries)
    change(copied)
    return copied


def changed(at, number, member, found, original, **fields):
    return Want(at, "member_changed", True, entry=number, member=member,
                found=found, original=original, **fields)


# -------------------------------------------------------------- the attacks

def edits(base, k):
    """Entry k edited, nothing linked anew."""
    one = base[k - 1]

    def put(member, value):
        altered = again(base)
        altered[k - 1][member] = value
        return altered

    for new in (EXECUTED, GATEWAY, "LOGGED BY HAND"):
        if new != one["provenance_class"]:
            yield Case("class to " + new, put("provenance_class", new),
                       changed(k + 1, k, "provenance_class", new,
                               one["provenance_class"]))
    for new in ("shell.run", TOOLS[(k + 1) % 3]):
        yield Case("tool to " + new, put("tool", new),
                   changed(k + 1, k, "tool", new, one["tool"]))
    yield Case("job_id changed", put("job_id", "job-9"),
               changed(k + 1, k, "job_id", "job-9", "job-1"))
    yield Case("seq changed", put("seq", k + 40),
               changed(k + 1, k, "seq", str(k + 40), str(k)))
    yield Case("close planted", put("close", True),
               changed(k + 1, k, "close", "true", "false"))
    yield Case("prev_digest overwritten", put("prev_digest", "ab" * 32),
               changed(k, k, "prev_digest", "ab" * 32, one["prev_digest"]),
               changed(k + 1, k, "prev_digest", "ab" * 32,
                       one["prev_digest"]))
    yield Case("prev_digest to zeros", put("prev_digest", ZEROS),
               Want(k, "new_genesis", False),
               changed(k, k, "prev_digest", ZEROS, one["prev_digest"]))
    yield Case("id to one of nowhere", put("id", "x-1"),
               Want(k + 1, "unexplained", False), proofs=())
    altered = again(base)
    altered[k - 1]["id"], altered[k]["id"] = base[k]["id"], one["id"]
    yield Case("ids exchanged", altered,
               changed(k + 1, k, "id", base[k]["id"], one["id"]))


def byte_edits(base, k):
    one = base[k - 1]
    altered = again(base)
    set_bytes(altered[k - 1], b"other", hashed=False)
    yield Case("bytes, stale output_hash", altered,
               changed(k + 1, k, "canonical_bytes", sha(b"other"),
                       sha(payload(one))))
    altered = again(base)
    set_bytes(altered[k - 1], b"other")
    yield Case("bytes and output_hash", altered,
               Want(k + 1, "unexplained", False),
               Want(k + 1, "member_changed", False, entry=k), proofs=())
    altered = again(base)
    set_bytes(altered[k - 1], payload(base[k]))
    set_bytes(altered[k], payload(one))
    yield Case("bytes exchanged with the next", altered,
               changed(k + 1, k, "canonical_bytes", sha(payload(base[k])),
                       sha(payload(one))))
    altered = again(base)
    altered[k - 1]["canonical_bytes"] = "!"
    yield Case("bytes that are no base64", altered,
               Want(k + 1, "member_changed", True, entry=k,
                    member="canonical_bytes", found=None,
                    original=sha(payload(one))))
    altered = again(base)
    altered[k - 1]["entry_digest"] = digest(one)
    set_bytes(altered[k - 1], b"other")
    yield Case("bytes, entry_digest stated", altered, States(
        k + 1, k), proofs=())
    altered = again(base)
    altered[k - 1]["tool"] = "shell.run"
    text = json.dumps(altered).replace(
        '"tool": "shell.run"', '"tool": "%s", "tool": "shell.run"' % "once")
    original = again(base)
    original[k - 1]["tool"] = "once"
    link(original, k + 1)
    for i in range(k, len(base)):
        text = text.replace(base[i]["prev_digest"],
                            original[i]["prev_digest"])
    yield Case("tool twice", altered,
               Want(k + 1, "member_changed", True, entry=k, member="tool"),
               text=text)
    altered = again(base)
    del altered[k - 1]["tool"]
    yield Case("tool removed", altered,
               Want(k + 1, "member_changed", True, entry=k, member="tool",
                    found=None, original=one["tool"]))


def pairs(base, k):
    one = base[k - 1]
    for names in itertools.combinations(
            ("provenance_class", "tool", "close", "seq", "job_id"), 2):
        new = {"provenance_class": "OTHER", "tool": "shell.run",
               "close": True, "seq": k + 1, "job_id": "job-2"}
        altered = again(base)
        for name in names:
            altered[k - 1][name] = new[name]
        wanted = {name: (str(new[name]), str(one[name])) for name in names
                  if name != "close"}
        if "close" in names:
            wanted["close"] = ("true", "false")
        yield Case("two: %s and %s" % names, altered, Pair(k + 1, k, wanted))


class States(Want):
    def __init__(self, at, number):
        Want.__init__(self, at, "member_changed", False, entry=number)

    def met(self, findings):
        return any("entry_digest that it states" in one["text"]
                   for finding in findings if finding["entry"] == self.at
                   for one in finding["explanations"])


class Pair(Want):
    def __init__(self, at, number, wanted):
        Want.__init__(self, at, "member_changed", True)
        self.number, self.wanted = number, wanted

    def met(self, findings):
        for finding in findings:
            if (finding["entry"], finding["code"]) != (self.at, self.code):
                continue
            for one in finding["explanations"]:
                all_of = [one] + one.get("also", [])
                if one["certainty"] == "proved" and {
                        x["member"]: (x["found"], x["original"])
                        for x in all_of} == self.wanted:
                    return True
        return False


def removals(base, k):
    some = again(base)
    del some[k - 1]
    yield Case("one deleted", some,
               Want(k, "deleted", False, missing=1),
               Want(k, "window_export", False), proofs=())
    some = again(base)
    del some[k - 1:k + 2]
    yield Case("three deleted", some, Want(k, "deleted", False, missing=3),
               proofs=())
    some = renumber(again(some))
    wants = [Want(k, "deleted", False, missing=3)]
    if k + 1 < len(some):
        wants.append(changed(k + 1, k, "seq", str(k), str(k + 3)))
    yield Case("three deleted, renumbered", some, *wants,
               proofs=("member_changed",))
    some = again(base)[2:]
    yield Case("head lost", some,
               Want(1, "head_lost", False, code="chain.genesis", missing=2),
               Want(1, "window_export", False, code="chain.genesis"),
               proofs=())
    some = renumber(again(some))
    yield Case("head lost, renumbered", some,
               Want(1, "head_lost", False, code="chain.genesis", missing=2),
               changed(2, 1, "seq", "1", "3"), proofs=("member_changed",))
    some = again(some)
    some[0]["prev_digest"] = ZEROS
    yield Case("head lost, renumbered, new first", some,
               Want(2, "head_lost", False, missing=2),
               changed(3, 2, "seq", "2", "4"), proofs=("member_changed",))
    some = again(base)[:-1]
    yield Case("cut open", some,
               Want(len(some), "live_copy", False, code="chain.not_closed"),
               Want(len(some), "cut", False, code="chain.not_closed"),
               proofs=())


def additions(base, k):
    def with_new(one, prev):
        some = again(base)
        one = dict(one, prev_digest=prev, seq=k)
        some.insert(k - 1, one)
        return some

    made = entry(k, tag="new")
    before = digest(base[k - 2])
    some = with_new(made, before)
    wants = [Want(k + 1, "points_at", True, other=k - 1),
             Want(k + 1, "inserted", False, entry=k)]
    yield Case("inserted", some, *wants, proofs=("points_at",))
    yield Case("inserted, renumbered", renumber(again(some)), *wants)
    some = with_new(made, "cd" * 32)
    yield Case("inserted with another prev_digest", some,
               Want(k, "inserted", False, entry=k), *wants,
               proofs=("points_at",))
    some = again(base)
    some.insert(k, again(base[k - 1]))
    yield Case("duplicated", some,
               Want(k + 1, "points_at", True, other=k - 1),
               Want(k + 1, "duplicated", True))
    yield Case("duplicated, renumbered", renumber(again(some)),
               Want(k + 1, "duplicated", True, entry=k + 1, other=k))
    some = again(base)
    far = len(base) - 2
    some.insert(far, again(base[k - 1]))
    yield Case("duplicated far away", some,
               Want(far + 1, "duplicated", True),
               Want(far + 2, "duplicated", True))
    other = honest(len(base), job="job-2", tag="s")
    some = again(base)
    some[k - 1:k - 1] = again(other[k - 1:k + 1])
    yield Case("spliced in", some, Want(k, "spliced", False, entry=k),
               Want(k + 2, "spliced", False, entry=k),
               Want(k + 2, "points_at", True, other=k - 1),
               proofs=("points_at",))
    some = again(base)
    some[k - 1:k + 1] = again(other[k - 1:k + 1])
    yield Case("spliced over", some, Want(k, "spliced", False),
               Want(k + 2, "spliced", False), proofs=())
    some = again(base)[:k]
    some[-1]["close"] = True
    link(some, k)
    some += again(other[:4])
    yield Case("two timelines in one file", some,
               Want(k + 1, "new_genesis", False, entry=k + 1), proofs=())


def other_order(at, deed, number, other):
    """The links fit another order; which of the two it was that was changed
    no digest says."""
    return (Want(at, "other_order", True, entry=number, other=other),
            Want(at, deed, False, entry=number, other=other),
            Want(at, "relinked", False, entry=number, other=other))


def by_copy(at, deed, code="chain.link", **fields):
    """Proved of the copy, and what it makes of that."""
    return (Want(at, "copy_differs", True, code=code, **fields),
            Want(at, deed, False, code=code, **fields))


def orders(base, k):
    def swapped(n, m):
        some = again(base)
        some[n - 1], some[m - 1] = some[m - 1], some[n - 1]
        return some

    for n, m in ((k, k + 1), (1, 2), (k, k + 3), (2, len(base) - 1)):
        some = swapped(n, m)
        around = sorted({n, n + 1, m, m + 1} - {1, n + 1 if m == n + 1 else 0}
                        | ({m} if m == n + 1 else set()))
        wants = [want for at in around
                 for want in other_order(at, "swapped", n, m)]
        yield Case("swapped %s" % ("first two" if n == 1 else "at %d and %d" % (
            n, m) if m < k + 4 else "far"), some, *wants)
        if n > 1:
            yield Case("swapped %d and %d, renumbered" % (n, m),
                       renumber(again(some)),
                       *other_order(n, "swapped", n, m))
    for n, m in ((k, k + 3), (k + 3, k)):
        some = again(base)
        some.insert(m - 1, some.pop(n - 1))
        at = (n, m, m + 1) if n < m else (m, m + 1, n + 1)
        yield Case("moved %s" % ("on" if n < m else "back"), some,
                   *[want for i in at
                     for want in other_order(i, "moved", m, n)])


def repairs(base, k):
    some = again(base)
    old = some[k - 1]["provenance_class"]
    some[k - 1]["provenance_class"] = "OTHER"
    stop = min(k + 4, len(base) - 1)
    link(some, k + 1, stop)
    yield Case("relabelled, links rewritten up to %d" % stop, some,
               Want(stop + 1, "relink_stopped", True, entry=k,
                    member="provenance_class", found="OTHER", original=old))
    some = again(base)
    set_bytes(some[k - 1], b"other")
    link(some, k + 1, stop)
    yield Case("bytes, links rewritten up to %d" % stop, some,
               Want(stop + 1, "relink_stopped", False), proofs=())
    some = again(base)
    set_bytes(some[k - 1], b"other", hashed=False)
    link(some, k + 1, stop)
    yield Case("bytes, stale hash, links rewritten", some,
               Want(stop + 1, "relink_stopped", True, entry=k,
                    member="canonical_bytes"))


def insertions_relinked(base, k):
    last = len(base) + 1
    for stop in (min(k + 3, last - 1), last):
        some = again(base)
        some.insert(k - 1, entry(k, tag="new"))
        renumber(some)
        link(some, k, stop)
        if stop < last:
            yield Case("inserted, renumbered, linked up to %d" % stop, some,
                       Want(stop + 1, "relink_stopped", True, entry=k))
        elif last - k < 45:
            yield Case("inserted, all rewritten", some,
                       Want(last, "inserted", True, code="commitment.digest",
                            entry=k), reference=commitment(base))


def historical(base, k):
    some = again(base)
    some[k]["prev_digest"] = sha(payload(some[k - 1]))
    link(some, k + 2)
    yield Case("one link of -06", some,
               Want(k + 1, "construction", True, entry=k))


class Decides(Want):
    """What would decide it names this digest."""

    def __init__(self, at, kind, code, hexadecimal):
        Want.__init__(self, at, kind, False, code=code)
        self.hexadecimal = hexadecimal

    def met(self, findings):
        return any(self.hexadecimal in (one["decided_by"] or "")
                   for finding in findings if finding["code"] == self.code
                   for one in finding["explanations"]
                   if one["kind"] == self.kind)


def endpoints(base, k):
    reference = commitment(base)
    last, digest_code = len(base), "commitment.digest"
    some = again(base)[:k]
    some[-1]["close"] = True
    for code in (digest_code, "commitment.count"):
        wants = [Decides(k, "cut", code, base[k]["prev_digest"]),
                 Want(k, "cut", False, code=code, missing=last - k)]
        if code == digest_code and last - k < 2:
            continue
        yield Case("tail cut, closed, %s" % code, some, *wants, proofs=(),
                   reference=reference)
    yield Case("copied live", again(base)[:k],
               Want(k, "live_copy", False, code="commitment.count"),
               proofs=(), reference=reference)
    some = again(base)
    old = some[-1]["provenance_class"]
    some[-1]["provenance_class"] = "OTHER"
    yield Case("last relabelled", some,
               changed(last, last, "provenance_class", "OTHER", old,
                       code=digest_code), reference=reference)
    some = again(base)
    set_bytes(some[-1], b"other")
    yield Case("last replaced", some,
               Want(last, "end_replaced", False, code=digest_code),
               Want(last, "unexplained", False, code=digest_code), proofs=(),
               reference=reference)
    some = again(base)
    at = max(2, last - 5)
    old = some[at - 1]["provenance_class"]
    some[at - 1]["provenance_class"] = "OTHER"
    link(some, at + 1)
    yield Case("relabelled, all rewritten", some,
               changed(last, at, "provenance_class", "OTHER", old,
                       code=digest_code), reference=reference)
    seen = commitment(base[:k], entry_count=k + 2)
    yield Case("the witness saw an earlier end", base,
               Want(last, "witness_saw", True, code=digest_code, entry=k),
               reference=seen)
    closed = again(base[:k])
    closed[-1]["close"] = True
    for stated in (last, k + 1):
        yield Case("the witness saw an earlier end, closed, %d" % stated, base,
                   Want(last, "witness_saw", True, code=digest_code, entry=k),
                   reference=commitment(closed, entry_count=stated))
    seen = commitment(base[:-2] + [dict(base[-2], tool="x")],
                      entry_count=last - 1)
    yield Case("more than the witness counted", base,
               Want(last, "continued", False, code="commitment.count"),
               proofs=(), reference=seen)
    some = link(renumber(again(base)[2:]))
    yield Case("head cut, all rewritten", some,
               Want(last - 2, "head_lost", False, code="commitment.count",
                    missing=2), proofs=(), reference=reference)


def attacks(count, seed):
    base, k = honest(count), max(4, count // 2)
    for make in (edits, byte_edits, pairs, removals, additions, orders,
                 repairs, insertions_relinked, historical, endpoints):
        yield from make(base, k)


# ----------------------------------------------------- random, and encodings

def randoms(count, seed):
    """Nothing that cannot be proved may be called proved."""
    rng = random.Random(seed)
    base = [entry(i, rng=rng) for i in range(1, count + 1)]
    base[-1]["close"] = True
    link(base)
    for i in range(24 if count < 100 else 4):
        some = again(base)
        at = rng.randint(2, count - 4)
        length = rng.randint(1, 3)
        del some[at - 1:at - 1 + length]
        yield Case("random deletion %d" % i, some,
                   Want(at, "deleted", False, missing=length), proofs=())
        some = again(base)
        where = rng.sample(range(2, count - 1), 2)
        for n in where:
            rng.choice((
                lambda one: set_bytes(one, b"%d" % rng.getrandbits(64)),
                lambda one: one.update(id="y%d" % rng.getrandbits(64))))(
                    some[n - 1])
        yield Case("random edits %d" % i, some,
                   *[Want(n + 1, "unexplained", False) for n in where],
                   proofs=())
        some = again(base)
        at = rng.randint(2, count - 2)
        new = entry(at, tag="z", rng=rng)
        new["prev_digest"] = some[at - 1]["prev_digest"]
        some[at - 1] = new
        yield Case("random replacement %d" % i, some,
                   Want(at + 1, "unexplained", False), proofs=())


def colourful(one):
    one["tool"] = ("caf\u00e9\n\u4e2d.%s", "\x7f%s\t\x1b", "\U0001f600\"%s",
                   "plain.%s")[one["seq"] % 4] % one["tool"]


def matters(one, how):
    """What makes a difference for this entry."""
    text = one["tool"]
    raw = any(ord(c) >= 0x80 for c in text)
    escapes = raw or "\x7f" in text or any(
        ord(c) < 0x20 and c not in SHORT for c in text)
    there = {"raw_utf8": raw or "\x7f" in text, "literal_u007f": "\x7f" in text,
             "uppercase_hex": escapes, "long_escapes": any(
                 c in SHORT for c in text),
             "close_omitted": not one.get("close")}
    return any(there.get(part, True) for part in how)


def encodings(count, seed):
    rng = random.Random(seed)
    sets = [(part,) for part in PARTS]
    sets += [tuple(rng.sample(PARTS, rng.randint(2, 6)))
             for _ in range(24 if count < 100 else 4)]
    sets.append(PARTS)
    for how in sets:
        some = honest(count, how, change=colourful)
        differ = [i for i in range(2, count + 1)
                  if digest(some[i - 2], how) != digest(some[i - 2])]
        yield Encoded(how, some, differ)
    some = honest(count, ("spaces", "raw_utf8"), change=colourful)
    k = max(4, count // 2)
    old = some[k - 1]["provenance_class"]
    some[k - 1]["provenance_class"] = "OTHER"
    yield Case("an edit in a file of another encoding", some,
               changed(k + 1, k, "provenance_class", "OTHER", old),
               Want(k, "encoding", True, entry=k - 1))
    del some[k - 1]
    yield Case("a deletion in a file of another encoding", some,
               Want(k, "deleted", False, missing=1),
               proofs=("encoding",))
    some = honest(count, ("spaces", "raw_utf8"), change=colourful)
    some[k - 1], some[k] = some[k], some[k - 1]
    yield Case("a swap in a file of another encoding", some,
               *other_order(k, "swapped", k, k + 1))


class Encoded(Case):
    def __init__(self, how, entries, differ):
        Case.__init__(self, "+".join(how), entries, *[
            Want(at, "encoding", True, entry=at - 1)
            for at in differ[:200]], proofs=("encoding",))
        self.links = len(differ)

    def extra(self, document):
        explained = document.get("explained", {})
        if self.links == 0:
            return None
        if explained.get("held_by_encoding") != self.links:
            return "%s of %d links" % (explained, self.links)
        strict = document["judgements"]["timeline"]["result"]
        return None if strict == "broken" else "the verdict is " + strict


# ----------------------------- what an earlier copy and references settle

def differences(old, new):
    """Members that are digested and differ, as an explanation states them."""
    out = {}
    for name in ("close", "id", "job_id", "prev_digest", "provenance_class",
                 "seq", "tool"):
        a, b = old.get(name), new.get(name)
        if name == "close":
            a, b = bool(a), bool(b)
        if a != b:
            out[name] = tuple(x if isinstance(x, str) else
                              str(x).lower() for x in (b, a))
    if payload(old) != payload(new):
        out["canonical_bytes"] = (sha(payload(new)), sha(payload(old)))
    return out


class Otherwise(Want):
    """Members of entry `number` that the earlier copy has otherwise."""

    def __init__(self, at, code, number, wanted, proved=True,
                 kind="member_changed"):
        # Where neither id nor bytes are the same, a digest does not say that the one became the other.
        if proved and kind == "member_changed" and {"id", "canonical_bytes"} <= set(wanted):
            kind = "copy_differs"
        Want.__init__(self, at, kind, proved, code=code)
        self.number, self.wanted = number, wanted

    def met(self, findings):
        return any({x["member"]: (x["found"], x["original"])
                    for x in [one] + one.get("also", [])} == self.wanted
                   for finding in findings
                   if (finding["entry"], finding["code"]) == (
                       self.at, self.code)
                   for one in finding["explanations"]
                   if (one["kind"], one["certainty"], one["entry"]) == (
                       self.kind, self.certainty, self.number))


def rewritten(one, k):
    """An entry of which no hypothesis finds what it was."""
    changed_one = dict(one, id="new-%d" % k, tool="shell.run",
                       provenance_class="OTHER")
    set_bytes(changed_one, b"other-%d" % k)
    return changed_one


def copies(base, k):
    last, reference = len(base), commitment(base)
    some = again(base)
    some[k - 1] = rewritten(base[k - 1], k)
    wanted = differences(base[k - 1], some[k - 1])
    yield Case("four members, a copy", some,
               Otherwise(k + 1, "chain.link", k, wanted),
               Otherwise(last, "baseline.edited", k, wanted),
               Not("unexplained"), Not("relink_stopped"), copy=base)
    yield Case("four members, half a copy", some,
               Otherwise(k + 1, "chain.link", k, wanted),
               copy=base[:k + 1])
    yield Case("four members, no copy of that entry", some,
               Want(k + 1, "unexplained", False), copy=base[:k - 1],
               proofs=("as_published",))
    both = again(some)
    both[k] = rewritten(base[k], k + 1)
    yield Case("two entries one after the other, a copy", both,
               Otherwise(k + 1, "chain.link", k, differences(
                   base[k - 1], both[k - 1])),
               Otherwise(k + 2, "chain.link", k + 1, differences(
                   base[k], both[k])), copy=base)
    anew = link(again(some), k + 1)
    yield Case("four members, all rewritten, a copy", anew,
               Otherwise(last, "baseline.forked", k, wanted, False),
               copy=base, proofs=())
    yield Case("four members, all rewritten, a copy and a witness", anew,
               Otherwise(last, "baseline.forked", k, wanted),
               Otherwise(last, "commitment.digest", k, wanted),
               Not("end_replaced", "commitment.count"), copy=base,
               reference=reference)
    stop = min(k + 3, last - 1)
    part = link(again(some), k + 1, stop)
    yield Case("four members, rewritten up to %d, a copy" % stop, part,
               Otherwise(stop + 1, "chain.link", k, wanted,
                         kind="relink_stopped"),
               Otherwise(last, "baseline.edited", k, wanted), copy=base)
    some = again(base)
    some[-1] = rewritten(base[-1], last)
    wanted = differences(base[-1], some[-1])
    yield Case("last replaced, a copy", some, Otherwise(
        last, "baseline.end_replaced", last, wanted, False), copy=base,
        proofs=())
    yield Case("last replaced, a copy and a witness", some,
               Otherwise(last, "commitment.digest", last, wanted),
               Otherwise(last, "baseline.end_replaced", last, wanted),
               Not("unexplained"), copy=base, reference=reference)
    for count in (1, 3):
        some = again(base)
        del some[k - 1:k - 1 + count]
        if k + count > last:
            continue
        for name, altered in (("", some),
                              (", renumbered", renumber(again(some)))):
            yield Case("%d deleted%s, a copy" % (count, name), altered,
                       *by_copy(k, "deleted", entry=k, missing=count),
                       Not("window_export", "chain.link"), copy=base)
        anew = link(renumber(again(some)), k)
        yield Case("%d deleted, all rewritten, a copy and a witness" % count,
                   anew, *by_copy(last - count, "deleted", entry=k,
                                  code="commitment.count", missing=count),
                   Not("cut"), Not("head_lost"), copy=base,
                   reference=reference)
        yield Case("%d deleted, a witness" % count, some,
                   Want(last - count, "as_published", True,
                        code="commitment.count", entry=last - count),
                   Want(last - count, "deleted", False, entry=k,
                        code="commitment.count", missing=count),
                   Want(k, "deleted", False, missing=count),
                   Not("cut"), Not("head_lost"), Not("continued"),
                   Not("live_copy"), reference=reference,
                   proofs=("as_published",))
    some = again(base)
    some.insert(k - 1, dict(entry(k, tag="new"),
                            prev_digest=digest(base[k - 2])))
    yield Case("inserted, a copy", some,
               *by_copy(k + 1, "inserted", entry=k, other=k),
               *by_copy(last + 1, "inserted", code="baseline.edited",
                        entry=k), copy=base)
    anew = link(renumber(again(some)), k)
    yield Case("inserted, all rewritten, a copy and a witness", anew,
               *by_copy(last + 1, "inserted", code="commitment.count",
                        entry=k), Not("continued"), copy=base,
               reference=reference)
    yield Case("inserted, all rewritten, a copy", anew,
               Want(last + 1, "inserted", False, code="baseline.forked",
                    entry=k), copy=base, proofs=())
    yield Case("inserted, the witness has the last", some,
               Want(last + 1, "as_published", True, code="commitment.count",
                    entry=last + 1), Not("continued"), Not("cut"),
               reference=reference)
    some = again(base)[2:]
    yield Case("head lost, a copy", some,
               *by_copy(1, "head_lost", code="chain.genesis", missing=2),
               Not("window_export", "chain.genesis"), copy=base)
    anew = link(renumber(again(some)))
    yield Case("head cut, all rewritten, a copy", anew,
               Want(last - 2, "head_lost", False, code="baseline.beheaded",
                    missing=2), copy=base, proofs=())
    yield Case("head cut, all rewritten, a copy and a witness", anew,
               *by_copy(last - 2, "head_lost", code="baseline.beheaded",
                        missing=2),
               *by_copy(last - 2, "head_lost", code="commitment.count",
                        missing=2), Not("cut"), copy=base, reference=reference)
    some = again(base)[:k]
    yield Case("cut open, a copy", some,
               *by_copy(k, "cut", code="chain.not_closed", missing=last - k),
               Want(k, "live_copy", False, code="chain.not_closed"),
               copy=base)
    yield Case("cut open, a witness of that end", some,
               Want(k, "as_published", True, code="chain.not_closed"),
               Want(k, "cut", False, code="chain.not_closed"),
               reference=commitment(some), proofs=("as_published",),
               independent=("yes",))
    some = again(some)
    some[-1]["close"] = True
    yield Case("cut and closed, a copy", some,
               *by_copy(k, "cut", code="baseline.reclosed",
                        missing=last - k), copy=base)
    yield Case("cut and closed, a copy and a witness", some,
               *by_copy(k, "cut", code="commitment.count",
                        missing=last - k), Not("head_lost"), copy=base,
               reference=reference)
    yield Case("cut and closed, a head before and a witness", some,
               Want(k, "cut", False, code="commitment.count",
                    missing=last - k),
               Want(k, "head_lost", False, code="commitment.count"),
               Says("has the digest of entry 2, so that, if it is what was "
                    "published then, and before this happened, this happened "
                    "after that entry", "commitment.count"),
               reference=reference, others=[commitment(base[:2])], proofs=(),
               independent=("no", "yes"))
    for said in (("yes",), ("no",), ("unknown",), ("yes", "no"),
                 ("no", "yes")):
        yield Case("cut and closed, a witness of either end: " +
                   " ".join(said), some,
                   Want(k, "as_published", True, code="commitment.count"),
                   Want(k, "as_published", True, code="commitment.digest"),
                   Want(k, "cut", False, code="commitment.count",
                        missing=last - k),
                   Want(k, "cut", False, code="commitment.digest",
                        missing=last - k), reference=reference, others=[
                       commitment(some, published_at="2026-10-02T00:00:00Z")],
                   proofs=("as_published",), independent=said)
    some = again(base)
    set_bytes(some[k - 1], b"other")
    yield Case("bytes, a head before them", some,
               Want(k + 1, "unexplained", False),
               Want(k + 1, "as_published", True), reference=reference,
               others=[commitment(base[:k - 1])], proofs=("as_published",))
    some = again(base)
    some[k]["prev_digest"] = "ab" * 32
    link(some, k + 2)
    yield Case("prev_digest, a head of the entry before", some,
               Want(k + 1, "as_published", True, entry=k),
               Not("member_changed"), Not("relink_stopped"),
               reference=commitment(base[:k]), proofs=("as_published",),
               independent=("yes",))
    yield Case("prev_digest, a head of unknown independence", some,
               Want(k + 1, "as_published", True, entry=k),
               Want(k + 1, "member_changed", False, entry=k),
               Want(k + 1, "relink_stopped", False, entry=k),
               reference=commitment(base[:k]), proofs=("as_published",))
    yield Case("prev_digest, a head of the entry before, disputed", some,
               Want(k + 1, "as_published", True, entry=k),
               Want(k + 1, "member_changed", False, entry=k),
               reference=commitment(base[:k]), independent=("yes", "no"),
               others=[commitment([dict(one, tool="x") for one in
                                   base[:k - 1]])])
    yield Case("broken when it was copied", some,
               Want(k + 1, "as_published", True, entry=k + 1), copy=some,
               proofs=("as_published",))
    yield Case("broken when it was published", some,
               Want(k + 1, "as_published", True, entry=k + 1),
               reference=commitment(some), proofs=("as_published",))


def settled(count, seed):
    base, k = honest(count), max(4, count // 2)
    yield from copies(base, k)


class Says:
    """Whether these words stand in what is said at a finding."""

    def __init__(self, words, code, there=True, field="text"):
        self.words, self.code, self.there, self.at = words, code, there, 0
        self.field = field

    def met(self, findings):
        said = [one.get(self.field) or "" for finding in findings
                if finding["code"] == self.code
                for one in finding["explanations"] + [
                    {"text": finding["message"]}]]
        return any(self.words in text for text in said) == self.there

    def __str__(self):
        return "%s %r" % ("saying" if self.there else "not saying", self.words)


def forged(count, seed):
    """The author of the file, or of a reference, is the forger."""
    k = max(4, count // 2)
    base = honest(count, change=lambda one: one.update(
        tool="t\u00f6\u00f6l.%d" % one["seq"]))
    last = len(base)

    # An edit that is linked anew in another encoding is not called innocent.
    for how in (("raw_utf8",), ("sha256_prefix",)):
        for stop in (k + 1, last):
            some = again(base)
            some[k - 1]["provenance_class"] = "OTHER"
            link(some, k + 1, stop, how=how)
            link(some, stop + 1)
            for copy in (None, base):
                case = Case("an edit linked anew by %s up to %d%s" % (
                    how[0], stop, ", a copy" if copy else ""), some, Want(
                        k + 1, "encoding", True, entry=k, innocent=False),
                            Want(k + 1, "encoding", False, innocent=False),
                            Says("only some characters otherwise, or where two programs wrote", "chain.link"),
                            Says("an innocent reading: the producer",
                                 "chain.link", False), copy=copy)
                case.extra = lambda document: (
                    None if document["explained"].get(
                        "held_as_written", 0) >= min(k - 2, 1000)
                    else str(document["explained"]))
                yield case

    # A reference made over other entries convicts nobody.
    some = again(base)
    some[1]["tool"] = some[0]["tool"]
    for said in ("no", "unknown", "yes"):
        if last < 40:
            yield Case("a forged reference, independent " + said, base,
                       changed(last, 2, "tool", base[1]["tool"],
                               base[0]["tool"], code="commitment.digest"),
                       Want(last, "end_replaced", False, entry=2,
                            code="commitment.digest"),
                       Says("or the reference was made over other entries",
                            "commitment.digest"),
                       reference=commitment(link(some, 3)),
                       independent=(said,))
    # Another that the forger has made takes nothing away.
    some = again(base)
    at = max(2, last - 5)
    some[at - 1]["provenance_class"] = "OTHER"
    link(some, at + 1)
    yield Case("edited, and a reference made over it", some,
               changed(last, at, "provenance_class", "OTHER",
                       base[at - 1]["provenance_class"],
                       code="commitment.digest"),
               Want(last, "as_published", True, code="commitment.digest",
                    reference=1), reference=commitment(base),
               others=[commitment(some)], independent=("unknown", "no"))

    # Links that were put there to have an edit seen before them.
    other = again(base)
    other[k - 3]["tool"] = base[0]["tool"]
    link(other, k - 1)
    some = again(base)
    for i in range(k + 1, last):
        some[i]["prev_digest"] = other[i]["prev_digest"]
    yield Case("links of another chain", some,
               Want(k + 2, "relink_stopped", True, entry=k - 2),
               Want(k + 2, "relink_stopped", False, entry=k - 2),
               Says("else that prev_digest was put there", "chain.link"))
    yield Case("links of another chain, a copy", some,
               Otherwise(k + 2, "chain.link", k + 2, {"prev_digest": (
                   some[k + 1]["prev_digest"], base[k + 1]["prev_digest"])}),
               Not("relink_stopped"), copy=base)
    some = again(base)
    for one in some[1:]:
        one["prev_digest"] = sha(one["id"].encode())
    case = Case("every prev_digest overwritten", some,
                Says("a single link", "chain.link", False), proofs=())
    # 1,000 findings, each with all that it may try, are left to the small one.
    case.options = ("--effort=100",) if last > 100 else ()
    yield case
    yield Case("every prev_digest overwritten, a copy", some, *[
        Otherwise(i, "chain.link", i, {"prev_digest": (
            some[i - 1]["prev_digest"], base[i - 1]["prev_digest"])})
        for i in (2, 3, last)], Not("unexplained", "chain.link"), copy=base)
    # Its own prev_digest alone: nothing before it is called otherwise.
    for value in (ZEROS, base[k - 2]["prev_digest"]):
        some = again(base)
        some[k]["prev_digest"] = value
        yield Case("prev_digest to %s" % value[:8], some,
                   changed(k + 1, k + 1, "prev_digest", value,
                           base[k]["prev_digest"]),
                   Want(k + 1, "member_changed", False, entry=k + 1),
                   Not("inserted"))

    # Which copy was taken first is the examiner's statement.
    some = again(base)[:k]
    some[-1]["close"] = True
    yield Case("continued by a forger, as an earlier copy", some,
               *by_copy(k, "cut", code="baseline.reclosed",
                        missing=last - k),
               Says("that it is the earlier one is the examiner's statement: "
                    "in the other order, with this file as the earlier copy, it would be extended",
                    "baseline.reclosed"), copy=base)
    some = again(base)
    some.insert(k, dict(entry(k + 1, tag="new"),
                        prev_digest=some[k - 1]["prev_digest"]))
    if last < 900:
        yield Case("a copy that has what another place is said to add", some,
                   *by_copy(last + 1, "inserted", code="baseline.edited",
                            entry=k + 1),
                   Says("entry %d was put in" % k, "chain.link", False),
                   Says("is the examiner's statement", "baseline.edited"),
                   copy=base)
    some = again(base)
    some[1], some[k] = some[k], some[1]
    yield Case("swapped, a copy", some,
               *by_copy(last, "moved", code="baseline.edited", entry=k + 1,
                        other=2),
               *by_copy(last, "moved", code="baseline.edited", entry=2,
                        other=k + 1),
               *by_copy(2, "swapped", entry=2, other=k + 1),
               Not("relinked"), copy=base)

    # Only what no digest binds differs: the end is not another one.
    some = again(base)
    some[2]["x_note"] = "later"
    case = Case("a member outside the digest, a copy", some,
                Says("that of the last entry too, and members differ",
                     "baseline.edited"),
                Says('these members differ: "x_note"', "baseline.edited"),
                copy=base)
    case.extra = lambda document: None if document["judgements"]["endpoint"][
        "does_not_show"].startswith("The digest of the last entry is the one"
                                    ) else "the endpoint says other things"
    yield case

    # Numbers that no timeline can have.
    for number in (0, -1, 10**30, -10**40):
        case = Case("a count of %d" % number, base,
                    Says("that is the number of none", "commitment.count"),
                    Says("%d committed, %d here" % (number, last),
                         "commitment.count"), Not("cut"), Not("inserted"),
                    Not("continued"), proofs=("as_published",),
                    reference=commitment([dict(base[0], tool="x")],
                                         entry_count=number))
        case.extra = Stated(number)
        yield case


# ------------------------------ the digests fit, and the story would be false

def linked_in(base, step, back):
    """Linked in the order that `step` makes, and put back: no entry moved."""
    some = again(base)
    step(some)
    link(some)
    back(some)
    return some


def swap(n, m):
    def step(some):
        some[n - 1], some[m - 1] = some[m - 1], some[n - 1]
    return step


def move(n, m):
    return lambda some: some.insert(m - 1, some.pop(n - 1))


def orders_written(base, k):
    """Only prev_digests were written: what fits another order is proved, and
    either way to it is possible."""
    last = len(base)
    for name, deed, number, other, step, back, places in (
            ("3:4", "swapped", 3, 4, swap(3, 4), swap(3, 4), (3, 4)),
            ("k:k+1", "swapped", k, k + 1, swap(k, k + 1), swap(k, k + 1),
             (k, k + 1)),
            ("1:2", "swapped", 1, 2, swap(1, 2), swap(1, 2), (1, 2)),
            ("k:k+3", "swapped", k, k + 3, swap(k, k + 3), swap(k, k + 3),
             (k, k + 3)),
            ("2:5", "moved", 2, 5, move(2, 5), move(5, 2), (2, 5)),
            ("5:2", "moved", 5, 2, move(5, 2), move(2, 5), (2, 5))):
        some = linked_in(base, step, back)
        at = max(places[0], 2)
        wants = other_order(at, deed, number, other) if last < 40 or \
            name != "1:2" else ()
        yield Case("never %s %s" % (deed, name), some, *wants)
        yield Case("never %s %s, and a copy" % (deed, name), some,
                   Want(at, "other_order", True, entry=number, other=other),
                   Want(at, "relinked", False, entry=number, other=other,
                        reference=0),
                   Want(at, "as_published", True, entry=number, other=other),
                   Not(deed, "chain.link"), copy=base)
        yield Case("%s %s already when it was copied" % (deed, name), some,
                   *other_order(at, deed, number, other), copy=some)
        honest_way = again(base)
        back(honest_way)
        yield Case("%s %s, and a copy" % (deed, name), honest_way,
                   Want(at, "other_order", True), Want(at, "copy_differs",
                                                       True),
                   Not("relinked"), copy=base)
        if name in ("k:k+1", "2:5"):
            for said in ("yes", "no", "unknown"):
                yield Case("never %s %s, a reference over it, %s" % (
                    deed, name, said), some, *wants,
                           Says("written anew for the other order, before",
                                "chain.link", said == "yes"),
                           reference=commitment(some), independent=(said,))
                yield Case("never %s %s, a reference before, %s" % (
                    deed, name, said), some, *wants,
                           reference=commitment(base), independent=(said,))
            yield Case("never %s %s, a reference and a copy" % (deed, name),
                       some, Want(at, "relinked", False), Not(
                           deed, "chain.link"),
                       Says("and the links of the copy from entry 1 up to it",
                            "chain.link"),
                       copy=base, reference=commitment(base),
                       independent=("yes",))


def ends_told(base, k):
    """What a reference states of the end, and no more than that."""
    last, at_end = len(base), "commitment.digest"

    # A digest binds the number of its entry, wherever that stands.
    some = again(base)
    swap(last - 1, last)(some)
    yield Case("the last two exchanged, a reference before", some,
               Want(last, "witness_saw", True, entry=last - 1, code=at_end),
               Want(last, "moved", False, entry=last - 1, code=at_end),
               Says("another number", at_end, False), Not("live_copy"),
               reference=commitment(base), independent=("yes",))
    some = again(base)
    some.insert(3, dict(some[3]))
    if last < 900:
        yield Case("an entry twice, a reference after it", some,
                   Want(last + 1, "witness_saw", True, entry=6, code=at_end),
                   Want(last + 1, "inserted", False, entry=6, code=at_end),
                   reference=commitment(base[:5]))
    yield Case("a digest and the number of another", base,
               Says("that digest binds seq 3, and the reference counts 5",
                    at_end), reference=commitment(base[:3], entry_count=5))
    some = again(base) + [dict(base[-1])]
    yield Case("the last one twice, a reference", some, Not("as_published"),
               reference=commitment(base), independent=("yes",))

    yield Case("the last one twice, and counted so", some,
               Says("that digest binds seq %d, and the reference counts %d" % (
                   last, last + 1), "chain.link"),
               reference=commitment(some))

    # What stands in front of an entry that cites none that is here.
    yield Case("without its head, a reference", again(base)[2:],
               Says("is not 64 zeros; no entry stands in front of it here",
                    "chain.genesis"),
               Says("the entry in front of it is", "chain.genesis", False),
               reference=commitment(base), independent=("yes",))
    some = again(base)
    some[k]["prev_digest"] = ZEROS
    link(some, k + 2)
    yield Case("zeros in the middle, a reference after", some,
               Says("zeros as prev_digest then, which cite no entry",
                    "chain.link"),
               Says("the entry in front of it is", "chain.link", False),
               Says("or its prev_digest was overwritten before", "chain.link"),
               reference=commitment(some), independent=("yes",))
    some = again(base)
    some[k - 1]["provenance_class"] = GATEWAY
    yield Case("an edit, and a reference over it", some,
               Says("or entry %d was changed before that was published" % k,
                    "chain.link"),
               reference=commitment(some[:k]), independent=("yes",))
    some = again(base)
    some[k]["prev_digest"] = "ab" * 32
    yield Case("a prev_digest overwritten and linked", link(some, k + 2),
               Says("or the prev_digest of entry %d was overwritten" % (k + 1),
                    "chain.link"))
    some = again(base)
    some[0]["prev_digest"] = "ab" * 32
    yield Case("that of entry 1 overwritten and linked", link(some, 2),
               Says("unless that was overwritten", "chain.genesis"))

    # Nothing is innocent against what is known.
    some = again(base)
    some.pop(3)
    case = Case("deleted, and a count", some,
                Says("numbered and linked anew", "commitment.count", False),
                Says("between: a count cannot tell", "commitment.count"))
    case.options = ("--count=%d" % last,)
    if last < 900:
        yield case
    some = again(base)
    some[0]["tool"] = "other"
    link(some, 2)
    for name, known in (("another entry 1", commitment(base[:k])),
                        ("written otherwise", commitment(
                            some[:k], final_entry_digest=digest(
                                some[k - 1], ("spaces",))))):
        yield Case("went on, " + name, some,
                   Says("the timeline went on after", "commitment.count"),
                   Says("an innocent reading", "commitment.count", False),
                   Says("first entries were not", "commitment.count", False),
                   reference=known)
    some = again(base)
    del some[-1]["close"]
    yield Case("opened, a reference to the close", some,
               Want(last, "live_copy", False, innocent=False,
                    code="chain.not_closed"), reference=commitment(base))


def references_told(base, k):
    """Which relation a reference has to the entries, wherever it stands."""
    last, count, at_end = len(base), "commitment.count", "commitment.digest"
    closed = "commitment.closed"

    # Closed and witnessed, and gone on with the close taken off.
    some = again(base)
    del some[-1]["close"]
    for n in (1, 2):
        more = dict(entry(last + n, tag="more"), prev_digest=digest(some[-1]))
        some.append(more)
    yield Case("opened and gone on, a reference to the close", again(some),
               Want(last + 2, "witness_saw", True, entry=last, code=closed),
               Want(last + 2, "witness_saw", False, entry=last, code=closed),
               Says("the close was taken off before entries were added",
                    closed), Not("continued"), reference=commitment(base))
    some[-1]["close"] = True
    yield Case("and closed again", some,
               Want(last + 2, "witness_saw", True, entry=last, code=closed),
               reference=commitment(base))
    yield Case("gone on from where it was never closed", some,
               Not("witness_saw", closed), reference=commitment(some[:last]))
    some = again(base)
    del some[-1]["close"]
    some.append(dict(entry(last + 1, tag="more"),
                     prev_digest=digest(some[-1])))
    yield Case("opened, and the close counted otherwise", some,
               Want(last + 1, "witness_saw", True, entry=last, code=count),
               Not("live_copy"),
               reference=commitment(base, entry_count=last + 3))

    # An earlier reference against what was changed under it.
    if last < 900:
        some = again(base)
        some[k - 1]["tool"] = base[k]["tool"]
        link(some, k + 1)
        yield Case("an earlier reference, its entry changed", some,
                   changed(last, k, "tool", base[k]["tool"],
                           base[k - 1]["tool"], code=at_end),
                   Want(last, "end_replaced", False, entry=k, code=at_end),
                   reference=commitment(base[:k]))
        some = again(base)
        some[k - 3]["provenance_class"] = "OTHER"
        link(some, k - 1)
        yield Case("an earlier reference, an entry before changed", some,
                   changed(last, k - 2, "provenance_class", "OTHER",
                           base[k - 3]["provenance_class"], code=at_end),
                   Says("and linked up to entry %d give the digest" % k,
                        at_end), reference=commitment(base[:k]))
        for how in (("spaces",), ("sha256_prefix", "seq_fraction")):
            yield Case("an earlier reference written otherwise", base,
                       Want(last, "encoding", True, entry=k, code=at_end),
                       Want(last, "encoding", False, entry=k, code=at_end,
                            innocent=False),
                       reference=commitment(base[:k], final_entry_digest=(
                           digest(base[k - 1], how))))
    for at in (k, last):
        yield Case("a reference of -06, of %d" % at, base,
                   Want(last, "construction", True, entry=at, code=at_end),
                   Want(last, "construction", False, entry=at, code=at_end),
                   reference=commitment(base[:at], final_entry_digest=sha(
                       payload(base[at - 1]))))

    # The entries that stand here, numbered and linked anew.
    for at in (k, last):
        if last > 900:
            break
        some = again(base)
        some[2]["prev_digest"] = "ab" * 32
        link(some, 4)
        yield Case("a prev_digest overwritten, of %d" % at, some,
                   Says("the entries from 3 to %d, linked each to the one in "
                        "front, give the digest" % at, at_end),
                   Want(last, "end_replaced", False, entry=3, code=at_end),
                   reference=commitment(base[:at]))
        for one in some[3:]:
            one["seq"] += 5
        link(some, 4)
        yield Case("and numbered otherwise, of %d" % at, some,
                   Says("the entries from 3 to %d, numbered by their places, "
                        "linked each to the one in front, give the digest" %
                        at, at_end), reference=commitment(base[:at]))
    some = again(base)
    some[-1], some[-2] = some[-2], some[-1]
    for number, one in enumerate(some, 1):
        one["seq"] = number
    yield Case("the last two exchanged and numbered", some,
               Want(last, "other_order", True, entry=last - 1, code=at_end),
               Want(last, "end_replaced", False, entry=last - 1, code=at_end),
               Says("numbered by their places, linked each to the one in "
                    "front, give the digest", at_end),
               reference=commitment(base))

    # What an entry stores is what a reference states.
    if last < 900:
        some = again(base)
        some[2]["tool"] = "never heard of"
        some[2]["id"] = "never heard of either"
        some[2]["provenance_class"] = "NOR THIS"
        link(some, 4, k)
        yield Case("a stored digest is that of a reference", some,
                   Want(k + 1, "as_published", True, entry=k + 1),
                   Want(last, "as_published", True, entry=k + 1, code=at_end),
                   Says("another entry stood before it than entry %d" % k,
                        "chain.link"), reference=commitment(base[:k]))

    # No part of it is closed and linked for itself.
    some = again(base)
    some.pop(3)
    case = Case("not linked for itself, and a count", some,
                Says("closed and linked for itself", count, False),
                Says("or a reference that states the number", "chain.link",
                     False),
                Says("or the prev_digest of entry 4 was overwritten",
                     "chain.link"))
    case.options = ("--count=%d" % last,)
    yield case
    case = Case("deleted, and so many are counted", some,
                Want(4, "window_export", False, innocent=False))
    case.options = ("--count=%d" % (last - 1),)
    yield case
    case = Case("linked for itself, and a count", honest(last - 2),
                Says("closed and linked for itself", count))
    case.options = ("--count=%d" % last,)
    yield case
    some = again(base)
    some[0]["prev_digest"] = "11" * 32
    yield Case("entry 1 begins otherwise", link(some, 2),
               Not("window_export"), Want(1, "member_changed", False, entry=1,
                                          code="chain.genesis"))
    # A reference over an edit takes no reading away.
    for said in ("yes", "no"):
        some = again(base)
        some[k - 1]["tool"] = "never heard of"
        some[k - 1]["id"] = "never heard of either"
        some[k - 1]["provenance_class"] = "NOR THIS"
        yield Case("an edit, a reference over it, and no proof, " + said, some,
                   Says("entry %d was changed" % k, "chain.link"),
                   reference=commitment(some[:k]), independent=(said,))


def nowhere(one):
    """An edit that nothing which is tried gives back."""
    one.update(tool="never heard of", id="never heard of either",
               provenance_class="NOR THIS")


def breaks_told(base, k):
    """Sentences about one link, where its neighbours show more."""
    last = len(base)

    # Entries that record the same: the number alone tells them apart.
    def beat(one):
        one.update(id="hb", tool="clock", provenance_class=LOGGED)
        set_bytes(one, b"beat")

    beats = honest(last, change=beat)
    some = again(beats)
    some[k - 1]["close"] = True
    some[k - 3]["prev_digest"] = some[k - 1]["prev_digest"]
    yield Case("a close planted, and an earlier entry that fits with its seq",
               some, changed(k + 1, k, "close", "true", "false"),
               Want(k + 1, "points_at", True, other=k - 2), Not("inserted"))

    # The next one stores the digest of the entry with the seq that follows.
    for seq in (k - 1, k + 6, k + 5000):
        some = again(base)
        nowhere(some[k - 2])
        some[k - 1]["seq"] = seq
        yield Case("one edited, the seq of the next %d off" % (seq - k), some,
                   changed(k + 1, k, "seq", str(seq), str(k)),
                   Not("deleted"), Not("window_export"))
    some = again(base)
    some[0]["prev_digest"] = "11" * 32
    link(some, 2)
    some[0]["seq"] = 3
    yield Case("entry 1 begins otherwise, its seq put", some,
               changed(2, 1, "seq", "3", "1"),
               Not("window_export", "chain.genesis"))

    # What entry 1 stores is no link.
    some = honest(last, ("sha256_prefix",))[2:]
    case = Case("an encoding, and the head lost", some)
    case.extra = lambda document: (
        "links that are none are counted" if document["explained"][
            "broken_links"] != document["totals"]["chain.link"] else None)
    yield case

    # Nothing of them was changed or left out: they were put together.
    some = again(base) + honest(5, job="job-1", tag="s")
    case = Case("two closed timelines in one file", some)

    def together(document):
        said = document["judgements"]["timeline"]["does_not_show"]
        begins = [f["message"] for f in document["findings"]
                  if (f["code"], f["entry"]) == ("chain.link", last + 1)]
        if "changed" in said or "left out" in said:
            return "an edit is said to be shown: " + said
        if not begins or "beginning of a timeline" not in begins[0]:
            return "no beginning is told of: %s" % begins
        return None

    case.extra = together
    yield case

    # A rewriting cannot have led up to an entry into which no link leads.
    some = again(base)
    nowhere(some[k - 1])
    some[k - 1]["prev_digest"] = "11" * 32
    case = Case("the link in front is broken too", some)
    case.extra = lambda document: next((
        one["text"] for f in document["findings"] if f["entry"] == k + 1
        for one in f["explanations"] if one["kind"] == "relink_stopped"), None)
    yield case
    some = again(base)
    del some[k - 2]
    some[k - 2]["prev_digest"] = digest(some[k - 3])
    yield Case("one left out, one link mended", some,
               Says("left out or put in, and the links up to entry %d were "
                    "rewritten" % (k - 1), "chain.link"),
               Says("; seq leaps in front of entry %d" % (k - 1),
                    "chain.link"))
    some = again(base)
    some.insert(k - 2, dict(entry(77, tag="q"), seq=k - 1,
                            prev_digest=digest(some[k - 3])))
    some[k - 1]["prev_digest"] = digest(some[k - 2])
    yield Case("one put in, one link mended", some,
               Says("left out or put in, and the links up to entry %d were "
                    "rewritten" % k, "chain.link"),
               Says("; seq leaps", "chain.link", False))

    # What is numbered in front stands behind.
    some = again(base[k:]) + again(base[:k])
    nowhere(some[-1])
    yield Case("the second half in front, the last edited", some,
               Not("window_export", "chain.genesis"),
               Want(1, "moved", False, code="chain.genesis", other=1,
                    entry=last - k + 1))

    # More than the links fits the other order.
    some = again(base)
    some[k - 1], some[k] = some[k], some[k - 1]
    yield Case("exchanged, their seqs with them", some,
               Says("and so were their seqs, which are those of their places "
                    "in it", "chain.link"),
               Says("and close, which", "chain.link", False))
    yield Case("exchanged, and numbered anew", renumber(again(some)),
               Says("and so were their seqs", "chain.link", False))
    some = [again(base[-1])] + again(base[:-1])
    yield Case("the last in front", some,
               Says("and close, which stands on the one that is the last in "
                    "it", "chain.genesis"))

    some = again(base)
    some[k]["prev_digest"] = some[k]["prev_digest"].upper()
    yield Case("a prev_digest in capitals", link(some, k + 2),
               Says("is no digest as the format writes one", "chain.link"))


def ends_read(base, k):
    """Readings of an end, each beside the others that fit."""
    last, count, at_end = len(base), "commitment.count", "commitment.digest"
    opened, open_end = again(base), "chain.not_closed"
    del opened[-1]["close"]
    here = again(base)[:k]
    here[-1]["close"] = True
    open_there = commitment(base[:k])

    yield Case("closed, and a reference over it while it was open", here,
               Says("closed later: without a further entry, or after those "
                    "that followed were cut off", at_end),
               reference=open_there)
    yield Case("open, and a reference to its close", opened,
               Says("the file was copied before entry %d was closed, or its "
                    "close was taken off" % last, at_end),
               reference=commitment(base))
    yield Case("the same, and one to a close before", opened,
               Want(last, "live_copy", False, innocent=False, code=open_end),
               reference=commitment(base), others=[commitment(here)])
    yield Case("an export closed, and one over it while it was open", here,
               Want(k, "window_export", False, innocent=True, code=count),
               Says("entry %d with close false, so that" % k, count),
               reference=commitment(base), others=[open_there],
               independent=("yes",))
    if last > 900:
        return
    for name, some in (("in front", again(base)[2:-1]),
                       ("between", again(base)[:3] + again(base)[5:-1])):
        yield Case("two missing %s and one at the end" % name, some,
                   Says("the last, has seq %d: if that is its number, 2 more "
                        "stood before it, and 1 was cut off the end" %
                        (last - 1), count),
                   Says("nor whether all stood in one place", count),
                   Says("does not say where they stood", open_end),
                   reference=commitment(base))
    some = again(base)
    some[k - 1]["provenance_class"] = GATEWAY
    link(some, k + 1)
    yield Case("a reference to the entry, and another to what it was", some,
               Says("has the digest of that entry as it stands here: if it is "
                    "what was published then, entry %d stood so then" % k,
                    at_end),
               reference=commitment(base), others=[commitment(some[:k])],
               independent=("yes",))
    for name, seen in (("all", base), ("the first", base[:k])):
        some = again(base)
        some.insert(3, dict(entry(4, tag="more"), id="more"))
        for number, one in enumerate(some, 1):
            one["seq"] = number
        link(some, 4)
        yield Case("one put in, a reference to %s of them" % name, some,
                   Want(last + 1, "inserted", True, entry=4, code=at_end),
                   Says("entry 4 was put in after the reference was made",
                        at_end),
                   Says("went on after entry %d" % last, at_end, False),
                   reference=commitment(seen))
    for name, put in (("exchanged", lambda some: some.insert(
            1, some.pop(4)) or some.insert(4, some.pop(2))),
                      ("moved", lambda some: some.insert(1, some.pop(4))),
                      ("put at the end", lambda some: some.append(
                          some.pop(last - 3)))):
        some = again(base)
        put(some)
        for number, one in enumerate(some, 1):
            one["seq"] = number
            one.pop("close", None)
        some[-1]["close"] = True
        link(some, 2)
        yield Case("%s and linked anew" % name, some,
                   Want(last, "other_order", True, code=at_end),
                   Want(last, "end_replaced", False, code=at_end),
                   reference=commitment(base))
    yield Case("a reference before the end, written otherwise", base,
               Want(last, "encoding", False, code=at_end, innocent=False),
               reference=commitment(base[:k], final_entry_digest=(
                   digest(base[k - 1], ("spaces",)))))


def told(count, seed):
    base, k = honest(count), max(6, count // 2)
    last = len(base)
    if last < 900:
        yield from breaks_told(base, k)
    yield from ends_read(base, k)

    yield from orders_written(base, k)

    yield from ends_told(base, k)

    yield from references_told(base, k)

    # Nothing of an entry was changed; what follows it was linked to another.
    for member, value in (("tool", base[k]["tool"]), ("job_id", "job-2"),
                          ("provenance_class", GATEWAY)):
        other = dict(base[k - 1], **{member: value})
        some = again(base)
        if member == "job_id":
            some[1]["job_id"] = "job-2"
            link(some, 2)
            other["prev_digest"] = some[k - 1]["prev_digest"]
        some[k]["prev_digest"] = digest(other)
        link(some, k + 2)
        yield Case("%s never changed" % member, some,
                   Want(k + 1, "member_changed", True, entry=k),
                   Want(k + 1, "member_changed", False, entry=k),
                   Says("else that prev_digest was put there", "chain.link"))
        if member != "tool":
            continue
        yield Case("tool never changed, and a copy", some,
                   Otherwise(k + 1, "chain.link", k + 1, {"prev_digest": (
                       some[k]["prev_digest"], base[k]["prev_digest"])}),
                   Says("prev_digest of entry %d of this file was "
                        "overwritten" % (k + 1), "chain.link"),
                   copy=base)
        for said in ("yes", "no", "unknown"):
            yield Case("tool never changed, a head of it, " + said, some,
                       Want(k + 1, "as_published", True, entry=k),
                       Says("the prev_digest of entry %d was put there, for "
                            "an entry" % (k + 1), "chain.link",
                            said == "yes"),
                       Says("entry %d was changed afterwards" % k,
                            "chain.link", said != "yes"),
                       reference=commitment(base[:k]), independent=(said,))
    some = again(base)
    some[k]["prev_digest"] = digest(dict(base[k - 1], close=True,
                                       tool=base[k]["tool"]))
    link(some, k + 2)
    yield Case("two members never changed", some,
               Want(k + 1, "member_changed", True, entry=k),
               Want(k + 1, "member_changed", False, entry=k),
               Says("else that prev_digest was put there", "chain.link"))
    # An edit that is linked anew by the older construction.
    some = again(base)
    some[k - 1]["provenance_class"] = "OTHER"
    some[k]["prev_digest"] = sha(payload(some[k - 1]))
    link(some, k + 2)
    yield Case("an edit linked anew by -06", some,
               Want(k + 1, "construction", True, entry=k),
               Want(k + 1, "construction", False, entry=k, innocent=False),
               Says("a hand that changed entry %d" % k, "chain.link"))
    some = again(base)
    for i in range(1, last):
        some[i]["prev_digest"] = sha(payload(some[i - 1]))
    some[k]["prev_digest"] = digest(some[k - 1])
    case = Case("an edit linked anew by the current construction", some,
                Want(k + 1, "construction", True, entry=k),
                Want(k + 1, "construction", False, entry=k, innocent=False))
    case.options = ("--construction=06",)
    yield case
    yield Case("a reference made in another encoding", base,
               Want(last, "encoding", True, code="commitment.digest"),
               Want(last, "encoding", False, code="commitment.digest"),
               reference=commitment(base, final_entry_digest=digest(
                   base[-1], ("spaces", "sha256_prefix"))))
    some = again(base)
    some.insert(k - 1, entry(k, tag="new"))
    link(some, k, k + 1)
    yield Case("inserted, one linked to it, a copy", some,
               *by_copy(last + 1, "inserted", code="baseline.edited",
                        entry=k), copy=base)
    # What follows in the copy is not what the entry after stores.
    some = again(base)
    some.insert(k, again(some[k - 1]))
    del some[k + 2]
    for number, one in enumerate(some, 1):
        one["seq"] = number
    yield Case("put in, and the next but one taken out, a copy", some,
               Says("directly after that the copy has an entry", "chain.link",
                    False), copy=base)
    # Links held by several encodings are not counted as one.
    some = again(base)
    some[1]["prev_digest"] = digest(base[0], ("spaces",))
    link(some, 3, k)
    some[k]["prev_digest"] = digest(some[k - 1], ("sha256_prefix",))
    link(some, k + 2)
    yield Case("two encodings", some,
               Want(2, "encoding", True, entry=1),
               Want(k + 1, "encoding", True, entry=k),
               Says("hold so", "chain.link", False))
    # A copy written over another entry; nothing was put in.
    some = again(base)
    some[k] = again(some[k - 1])
    yield Case("written over by a copy", some,
               Want(k + 1, "duplicated", True),
               Want(k + 1, "duplicated", False),
               Says("written over one that stood in its place",
                    "chain.link"))
    # Nothing was put in; a prev_digest passes over an entry.
    some = again(base)
    some[k]["prev_digest"] = digest(base[k - 2])
    link(some, k + 2)
    yield Case("passed over", some,
               Want(k + 1, "points_at", True, other=k - 1),
               Want(k + 1, "inserted", False, entry=k),
               Want(k + 1, "member_changed", False, entry=k + 1))
    some = again(base)
    some[k]["prev_digest"] = digest(base[1])
    link(some, k + 2)
    yield Case("points far back", some,
               Want(k + 1, "points_at", True, other=2),
               Want(k + 1, "member_changed", False, entry=k + 1))
    # A copy that was made to have what never was there.
    never = dict(entry(k + 1, tag="never"), prev_digest=digest(base[k - 1]))
    some = again(base)
    some[k]["prev_digest"] = digest(never)
    link(some, k + 2)
    forged_copy = again(base)[:k] + [never] + again(some)[k:]
    yield Case("a copy with an entry that never was", some,
               *by_copy(k + 1, "deleted", missing=1),
               Says("if entry %d of this file stores what it was recorded with, "
                    "that one was taken out of this file, left out of it or "
                    "changed in it; else that prev_digest was put there" %
                    (k + 1), "chain.link"), copy=forged_copy)
    head = honest(2, tag="never")
    some = again(base)
    some[0]["prev_digest"] = digest(head[1])
    link(some, 2)
    yield Case("a copy with a head that never was", some,
               *by_copy(1, "head_lost", code="chain.genesis", missing=2),
               Says("if entry 1 of this file stores what it was recorded with, "
                    "these were taken out of this file, left out of it or "
                    "changed in it; else that prev_digest was put there",
                    "chain.genesis"), copy=head + again(some))
    # A copy that breaks inside: its last digest speaks for its end alone.
    broken_copy = again(base)
    broken_copy[2]["tool"] = "never"
    some = again(base)
    some[-1] = rewritten(base[-1], last)
    yield Case("a copy that breaks inside, and a witness", some,
               Says("and the links of the copy from entry 4 up to it hold",
                    "commitment.digest"), copy=broken_copy,
               reference=commitment(base), independent=("yes",))
    # Both have it twice: what stands in front is in the copy too.
    some = [again(base[k - 1])] + again(base)
    yield Case("what stands in front is in the copy too", some,
               Says("what stands in front is not in it", "chain.link", False),
               copy=base)
    # Same in both, and it does cite an entry here.
    some = again(base)
    some[k]["prev_digest"] = digest(some[1])
    link(some, k + 2)
    yield Case("broken in both, and citing one", some,
               Want(k + 1, "points_at", True, other=2), copy=some)


class Stated:
    def __init__(self, number):
        self.number = number

    def __call__(self, document):
        said = document["judgements"]["endpoint"]["references"][0][
            "entry_count"]
        return None if str(said) == str(self.number) else "counts %r" % said


def wild(count, seed):
    """Anything at random, with an earlier copy and references: whatever is
    called proved must be so."""
    rng = random.Random(seed)
    for i in range(160):
        base = honest(rng.randint(4, max(5, count)))
        some = again(base)
        for _ in range(rng.randint(1, 4)):
            storm_step(rng, some, base)
            if len(some) < 2:
                some = again(base)
        n = rng.randint(1, len(base))
        other = again(rng.choice((base, some)))
        for _ in range(rng.randint(1, 3)):
            storm_step(rng, other, base)
            if not other:
                other = again(base)
        yield Case("wild %d" % i, some,
                   reference=rng.choice((None, commitment(base),
                                         commitment(some))),
                   others=rng.choice(([], [commitment(base[:n])],
                                      [commitment(some[:1])],
                                      [commitment(other)])),
                   copy=rng.choice((base, base, base[:n], other)))


# ------------------------------------------------------- anything, all at once

def storm_step(rng, some, base):
    n = rng.randint(1, len(some))
    m = rng.randint(1, len(some))
    steps = (
        lambda: some[n - 1].update(provenance_class=rng.choice(
            (LOGGED, EXECUTED, GATEWAY, "OTHER"))),
        lambda: some[n - 1].update(tool=rng.choice(TOOLS)),
        lambda: some[n - 1].update(id="w%d" % rng.getrandbits(40)),
        lambda: some[n - 1].update(seq=rng.randint(1, 30)),
        lambda: some[n - 1].update(job_id=rng.choice(("job-1", "job-2"))),
        lambda: some[n - 1].update(prev_digest=rng.choice(
            (ZEROS, "%064x" % rng.getrandbits(256), some[m - 1]["prev_digest"]))),
        lambda: some[n - 1].update(close=rng.choice((True, False))),
        lambda: set_bytes(some[n - 1], payload(some[m - 1]),
                          hashed=rng.choice((True, False))),
        lambda: some.pop(n - 1),
        lambda: some.insert(m - 1, again(some[n - 1])),
        lambda: some.insert(m - 1, some.pop(n - 1)),
        lambda: some.insert(n - 1, entry(n, tag="w%d" % rng.getrandbits(40))),
        lambda: some.__setitem__(slice(n - 1, n), [dict(some[m - 1])]),
        lambda: renumber(some, n),
        lambda: link(some, n, m),
        lambda: link(some, n),
    )
    rng.choice(steps)()


def storm(count, seed):
    """Several alterations at random: whatever is called proved must be so."""
    rng = random.Random(seed)
    for i in range(240):
        how = rng.choice(((), (), (), ("spaces",), ("sha256_prefix",
                                                   "seq_fraction")))
        base = honest(rng.randint(4, max(5, count)), how)
        some = again(base)
        for _ in range(rng.randint(1, 4)):
            storm_step(rng, some, base)
            if len(some) < 2:
                some = again(base)
        reference = rng.choice((None, commitment(base), commitment(
            base, final_entry_digest=digest(rng.choice(base), how))))
        yield Case("storm %d" % i, some, reference=reference)


# -------------------------------------------------------------------- trying

def run(case, aerscope, directory):
    path = os.path.join(directory, "timeline.json")
    with open(path, "w") as file:
        file.write(case.text or json.dumps(case.entries))
    line = [aerscope, "verify", "--format=json", path]
    line += getattr(case, "options", ())
    if case.name.endswith("a file of another encoding"):
        line.append("--all-findings")
    given = [("-c", case.reference)] if case.reference else []
    given += [("-c", other) for other in case.others]
    given += [("--baseline", case.copy)] if case.copy else []
    for number, (option, value) in enumerate(given):
        place = os.path.join(directory, "given-%d.json" % number)
        with open(place, "w") as file:
            file.write(json.dumps(value))
        line += [option, place] if option == "-c" else ["%s=%s" % (
            option, place)]
        if option == "-c":
            line.append("--independent=" + case.independent[
                min(number, len(case.independent) - 1)])
    done = subprocess.run(line, stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def faults(case, document):
    findings = document["findings"]
    for want in case.wants:
        if want.at <= 900 + case.entries[0]["seq"] or any(
                f["entry"] == want.at for f in findings):
            if not want.met(findings):
                yield "not among them: %s; there is %s" % (want, [
                    (one["certainty"], one["kind"], one["entry"],
                     one["member"], one["found"], one["original"],
                     one.get("other"), one.get("missing"))
                    for f in findings if f["entry"] == want.at
                    for one in f["explanations"]])
    for finding in findings[:FINDINGS_CHECKED]:
        for one in finding["explanations"]:
            if (case.proofs is not None and one["certainty"] == "proved" and
                    one["kind"] not in case.proofs):
                yield "falsely proved: %s" % one["text"]
            if one["certainty"] == "proved":
                if one["kind"] not in RELATIONS:
                    yield "a deed is called proved: %s %s" % (
                        one["kind"], one["text"])
                yield from explain_literal.faults(case, finding, one)
                if one["decided_by"] is not None:
                    yield "proved, and yet to be decided: %s" % one["text"]
            elif not one["decided_by"]:
                yield "nothing would decide it: %s" % one["text"]
            if one["certainty"] == "proved" and STORY.search(one["text"]):
                yield "a story is called proved: %s" % one["text"]
            if one["innocent"] and one["certainty"] == "proved":
                yield "innocence is called proved: %s" % one["text"]
    extra = getattr(case, "extra", None)
    if extra and extra(document):
        yield extra(document)


GROUPS = {"attacks": attacks, "randoms": randoms, "encodings": encodings,
          "storm": storm, "settled": settled, "forged": forged, "told": told,
          "wild": wild}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--aerscope", required=True)
    parser.add_argument("--entries", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", choices=GROUPS, default="attacks")
    parser.add_argument("--only", help="cases with this in their name")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        for case in GROUPS[args.group](args.entries, args.seed):
            if args.only and args.only not in case.name:
                continue
            wrong = list(faults(case, run(case, args.aerscope, directory)))
            print("%sok %s%s" % ("not " if wrong else "", case.name,
                                 "".join(": " + w for w in wrong[:3])),
                  flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
