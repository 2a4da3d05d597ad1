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

ZEROS = "0" * 64
TOOLS = ("fs.read", "fs.write", "http.get", "db.query", "mail.send")
EXECUTED = "EXECUTED BY ZAMBO"
LOGGED = "LOGGED BY AGENT"
GATEWAY = "OBSERVED VIA GATEWAY"
SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
FINDINGS_CHECKED = 200
PLAIN = re.compile("[ !#-[\\]-~]*")
# What no digest shows: who changed what, and when.
STORY = re.compile("was (changed|put in|overwritten|cut|numbered|linked|moved)|"
                   "rewrit|rewrote|producer|not an edit|stood|nothing was|"
                   "witness saw|anew")
PARTS = ("raw_utf8", "literal_u007f", "uppercase_hex", "long_escapes",
         "spaces", "sha256_prefix", "close_omitted", "seq_fraction")


# ------------------------------------------------------------------ digests

def sha(data):
    return hashlib.sha256(data).hexdigest()


def payload(entry):
    return base64.b64decode(entry["canonical_bytes"])


def written(text, how):
    if PLAIN.fullmatch(text):
        return '"' + text + '"'
    out = []
    for character in text:
        code = ord(character)
        if character in '"\\':
            out.append("\\" + character)
        elif character in SHORT and "long_escapes" not in how:
            out.append(SHORT[character])
        elif 0x20 <= code <= 0x7e:
            out.append(character)
        elif code == 0x7f and ("raw_utf8" in how or "literal_u007f" in how):
            out.append(character)
        elif code >= 0x80 and "raw_utf8" in how:
            out.append(character)
        else:
            form = "\\u%04X" if "uppercase_hex" in how else "\\u%04x"
            units = character.encode("utf-16-be")
            out += [form % int.from_bytes(units[i:i + 2], "big")
                    for i in range(0, len(units), 2)]
    return '"' + "".join(out) + '"'


def digest(entry, how=(), output=None):
    """Entry digest as a producer that writes `how` takes it; `output` stands
    for the SHA-256 of the bytes."""
    close = bool(entry.get("close"))
    members = {
        "close": "true" if close else "false",
        "id": written(entry["id"], how),
        "job_id": written(entry["job_id"], how),
        "output_hash": '"%s%s"' % (
            "sha256:" if "sha256_prefix" in how else "",
            output or sha(payload(entry))),
        "prev_digest": written(entry["prev_digest"], how),
        "provenance_class": written(entry["provenance_class"], how),
        "seq": "%d%s" % (entry["seq"], ".0" if "seq_fraction" in how else ""),
        "tool": written(entry["tool"], how),
    }
    if "close_never" in how or ("close_omitted" in how and not close):
        del members["close"]
    space = " " if "spaces" in how else ""
    text = "{%s}" % ("," + space).join(
        '"%s":%s%s' % (name, space, members[name]) for name in sorted(members))
    return sha(text.encode("utf-8"))


def link(entries, start=1, stop=None, how=()):
    """Rewrite the links of entries start..stop."""
    for i in range(start - 1, stop or len(entries)):
        entries[i]["prev_digest"] = (digest(entries[i - 1], how) if i
                                     else ZEROS)
    return entries


def renumber(entries, start=1):
    for i in range(start - 1, len(entries)):
        entries[i]["seq"] = i + 1
    return entries


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


def orders(base, k):
    def swapped(n, m):
        some = again(base)
        some[n - 1], some[m - 1] = some[m - 1], some[n - 1]
        return some

    for n, m in ((k, k + 1), (1, 2), (k, k + 3), (2, len(base) - 1)):
        some = swapped(n, m)
        around = sorted({n, n + 1, m, m + 1} - {1, n + 1 if m == n + 1 else 0}
                        | ({m} if m == n + 1 else set()))
        wants = [Want(at, "swapped", True, entry=n, other=m) for at in around]
        yield Case("swapped %s" % ("first two" if n == 1 else "at %d and %d" % (
            n, m) if m < k + 4 else "far"), some, *wants)
        if n > 1:
            yield Case("swapped %d and %d, renumbered" % (n, m),
                       renumber(again(some)),
                       Want(n, "swapped", True, entry=n, other=m))
    for n, m in ((k, k + 3), (k + 3, k)):
        some = again(base)
        some.insert(m - 1, some.pop(n - 1))
        at = (n, m, m + 1) if n < m else (m, m + 1, n + 1)
        yield Case("moved %s" % ("on" if n < m else "back"), some,
                   *[Want(i, "moved", True, entry=m, other=n) for i in at])


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
               Want(k, "swapped", True, entry=k, other=k + 1))


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


# ------------------------------------------------------------ checking proofs

def put_back(one, explanation):
    """The entry with the members as they are said to have been, and the hash
    of its bytes if that is among them."""
    one, output = dict(one), None
    for change in [explanation] + explanation.get("also", []):
        name, original = change["member"], change["original"]
        if name == "canonical_bytes":
            output = original
        elif name == "seq":
            one[name] = int(original)
        elif name == "close":
            one[name] = original == "true"
        else:
            one[name] = original
    return one, output


def relinked(entries, first, last, how, shift=0):
    """Digest of entry `last` when the links from `first` on are made anew."""
    before, output = first
    value = digest(before, how, output)
    for one in entries[last[0]:last[1]]:
        value = digest(dict(one, prev_digest=value, seq=one["seq"] - shift),
                       how)
    return value


def change_holds(entries, number, at, stored, one, how):
    if number == at and one["member"] == "prev_digest":
        stored = entries[at]["prev_digest"]
    elif number != at - 1:
        return relinked(entries, put_back(entries[number - 1], one),
                        (number, at - 1), how) == stored
    return digest(put_back(entries[number - 1], one)[0], how,
                  put_back(entries[number - 1], one)[1]) == stored


def relink_holds(entries, number, at, stored, one, how):
    if one["member"]:
        return relinked(entries, put_back(entries[number - 1], one),
                        (number, at - 1), how) == stored
    return relinked(entries, (entries[number - 2], None), (number, at - 1),
                    how, 1) == stored


def places_hold(entries, number, other, kind, how):
    """Put in the order that was, with the numbers that were, the links that
    the change of places had broken hold."""
    some = [dict(one) for one in entries]
    if kind == "swapped":
        some[number - 1], some[other - 1] = some[other - 1], some[number - 1]
        around = {number, number + 1, other, other + 1}
    else:
        some.insert(other - 1, some.pop(number - 1))
        around = {other, other + 1,
                  number if number < other else number + 1}
    for i in around:
        if 1 < i <= len(some):
            before = some[i - 2]
            if some[i - 1]["prev_digest"] not in [
                    digest(dict(before, seq=seq), as_written)
                    for seq in (before["seq"], i - 2, i - 1, i)
                    for as_written in (how, ())]:
                return False
    return True


def same_but_seq(one, other):
    return all(one.get(name) == other.get(name) for name in (
        "prev_digest", "job_id", "id", "tool", "provenance_class",
        "canonical_bytes")) and bool(one.get("close")) == bool(
            other.get("close"))


class Chain:
    """Digests and links of a timeline, each taken once."""

    def __init__(self, entries):
        self.digests = [digest(one) for one in entries]
        self.from_here = list(range(1, len(entries) + 1))
        for i in range(1, len(entries)):
            if entries[i]["prev_digest"] == self.digests[i - 1]:
                self.from_here[i] = self.from_here[i - 1]
        self.ends = {}
        for number, one in enumerate(entries, 1):
            other = digest(dict(one, close=not one.get("close")))
            for found in (self.digests[number - 1], other):
                self.ends.setdefault(found, []).append(number)


CHAINS = {}


def chain_of(entries):
    key = id(entries)
    if key not in CHAINS:
        while len(CHAINS) > 2:
            del CHAINS[next(iter(CHAINS))]
        CHAINS[key] = (entries, Chain(entries))
    return CHAINS[key][1]


def reached(entries, reference, first, last=None):
    """The reference has the digest of an entry of these, as it stands or with
    close put otherwise, and links that hold lead to it from `first`, past
    `last`."""
    known = chain_of(entries)
    return any(end >= (last or first) and known.from_here[end - 1] <= first
               for end in known.ends.get(reference["final_entry_digest"], ()))


def spoken_for(case, place):
    """An entry stores the digest of this one of the copy, or that of a later
    one to which links that hold lead there."""
    known = chain_of(case.copy)
    stored = {one["prev_digest"] for one in case.entries}
    return any(found in stored and known.from_here[end] <= place
               for end, found in enumerate(known.digests)
               if end + 1 >= place)


def cites_there(case, place, number, one):
    """Nothing but prev_digest differs, and that of the copy is the digest of
    the entry before it there."""
    there = chain_of(case.copy).digests
    return (one["member"] == "prev_digest" and not one.get("also") and
            place > 1 and one["original"] == there[place - 2] and
            same_but_prev(case.copy[place - 1], case.entries[number - 1]))


def same_but_prev(one, other):
    return list(differences(one, other)) == ["prev_digest"]


def given_references(case):
    return ([case.reference] if case.reference else []) + list(case.others)


def fixed_copy(case, first, last):
    return any(reached(case.copy, r, first, last)
               for r in given_references(case))


def given_holds(case, finding, one):
    """Whether a proof by a reference or an earlier copy is one, by digests
    taken here; None where it is of another kind."""
    entries, number = case.entries, one["entry"]
    if one["kind"] == "as_published":
        if any(reached(entries, r, number) for r in given_references(case)):
            return True
        if not case.copy:
            return False
        if any(r["final_entry_digest"] in chain_of(case.copy).ends
               for r in given_references(case)):
            return True
        return digest(entries[number - 1]) in chain_of(case.copy).digests
    if "earlier copy" not in one["text"]:
        return None
    there, here = chain_of(case.copy).digests, chain_of(entries).digests
    following = entries[number]["prev_digest"] if number < len(entries) else ""
    if "%d of this file has the digest of" % number in one["text"]:
        place = int(re.search("digest of entry ([0-9]+) of the earlier copy",
                              one["text"]).group(1))
        twice = one["kind"] != "duplicated" or here[number - 1] == here[
            one["other"] - 1]
        return here[number - 1] == there[place - 1] and twice
    if one["kind"] == "relink_stopped" and not one["member"]:
        place = int(re.search("digest of entry ([0-9]+) of the earlier copy",
                              one["text"]).group(1))
        return there[place - 1] == finding["stored"]
    if one["kind"] in ("member_changed", "relink_stopped", "moved"):
        place = int(re.search("to entry ([0-9]+) of the earlier copy",
                              one["text"]).group(1))
        return differences(case.copy[place - 1], entries[number - 1]) == {
            x["member"]: (x["found"], x["original"])
            for x in [one] + one.get("also", [])} and (
                there[place - 1] == following
                or cites_there(case, place, number, one)
                or spoken_for(case, place)
                or (place == len(entries) and place < len(there) and
                    case.copy[place]["prev_digest"] ==
                    digest(dict(entries[-1], close=False)))
                or fixed_copy(case, place, place))
    if one["kind"] in ("inserted", "spliced"):
        first, last = number - 1, one["other"]
        for place in range(len(there) + 1):
            around = (here[first - 1:first] == there[place - 1:place]
                      if first and place else first == place)
            if around and last < len(here) and place < len(there) and (
                    here[last] == there[place] or fixed_copy(
                        case, max(1, place), place + 1)):
                return True
        then, now = [[(x["id"], x["tool"], x["canonical_bytes"])
                      for x in some] for some in (case.copy, entries)]
        return any((fixed_copy(case, max(1, n), n + 1) or
                    spoken_for(case, n + 1)) and
                   now[last:last + 1] == then[n:n + 1] and
                   (now[first - 1] == then[n - 1] if first and n
                    else first == n) for n in range(len(there)))
    missing = one["missing"]
    shown = set(here)
    gone = {number for number, one in enumerate(there, 1)
            if one not in shown} if missing else set()
    runs = [place for place in gone if place + missing - 1 in gone]
    stored = [x["prev_digest"] for x in entries[max(0, number - 1):number + 1]]
    opened = digest(dict(entries[-1], close=False))
    return any(there[place + missing - 2] in stored or
               fixed_copy(case, place, place + missing - 1) or
               (one["kind"] == "cut" and
                case.copy[place - 1]["prev_digest"] in (here[-1], opened))
               for place in runs)


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


def proof_holds(case, finding, one, how):
    """Whether what is called proved is so, by digests taken here: as the
    producer writes, or as the format does."""
    return (proof_holds_as(case, finding, one, how) or
            proof_holds_as(case, finding, one, ()))


def proof_holds_as(case, finding, one, how):
    entries, at, number = case.entries, finding["entry"], one["entry"]
    stored, other = finding["stored"], one.get("other")
    if one["kind"] == "as_published" or case.copy:
        held = given_holds(case, finding, one)
        if held is not None:
            return held
    if finding["code"].startswith("commitment."):
        at = len(entries) + 1
        stored = given_references(case)[finding["reference"]][
            "final_entry_digest"]
    if one["kind"] == "member_changed":
        return change_holds(entries, number, at, stored, one, how)
    if one["kind"] in ("relink_stopped", "inserted"):
        return relink_holds(entries, number, at, stored, one, how)
    if one["kind"] == "encoding":
        return digest(entries[number - 1], one["encoding"]) == stored
    if one["kind"] == "construction":
        return sha(payload(entries[number - 1])) == stored
    if one["kind"] == "points_at":
        return stored in [digest(dict(entries[other - 1], seq=seq), how)
                          for seq in (entries[other - 1]["seq"], at - 1, at)]
    if one["kind"] == "duplicated":
        return same_but_seq(entries[number - 1], entries[other - 1])
    if one["kind"] in ("swapped", "moved"):
        return places_hold(entries, number, other, one["kind"], how)
    if one["kind"] == "witness_saw":
        return stored in [digest(dict(entries[number - 1], close=close), how)
                          for close in (False, True)]
    return False


# ------------------------------- what an earlier copy and references settle

class Otherwise(Want):
    """Members of entry `number` that the earlier copy has otherwise."""

    def __init__(self, at, code, number, wanted, proved=True,
                 kind="member_changed"):
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
                       Want(k, "deleted", True, entry=k, missing=count),
                       Not("window_export", "chain.link"), copy=base)
        anew = link(renumber(again(some)), k)
        yield Case("%d deleted, all rewritten, a copy and a witness" % count,
                   anew, Want(last - count, "deleted", True, entry=k,
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
               Want(k + 1, "inserted", True, entry=k, other=k),
               Want(last + 1, "inserted", True, code="baseline.edited",
                    entry=k), copy=base)
    anew = link(renumber(again(some)), k)
    yield Case("inserted, all rewritten, a copy and a witness", anew,
               Want(last + 1, "inserted", True, code="commitment.count",
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
               Want(1, "head_lost", True, code="chain.genesis", missing=2),
               Not("window_export", "chain.genesis"), copy=base)
    anew = link(renumber(again(some)))
    yield Case("head cut, all rewritten, a copy", anew,
               Want(last - 2, "head_lost", False, code="baseline.beheaded",
                    missing=2), copy=base, proofs=())
    yield Case("head cut, all rewritten, a copy and a witness", anew,
               Want(last - 2, "head_lost", True, code="baseline.beheaded",
                    missing=2),
               Want(last - 2, "head_lost", True, code="commitment.count",
                    missing=2), Not("cut"), copy=base, reference=reference)
    some = again(base)[:k]
    yield Case("cut open, a copy", some,
               Want(k, "cut", True, code="chain.not_closed",
                    missing=last - k),
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
               Want(k, "cut", True, code="baseline.reclosed",
                    missing=last - k), copy=base)
    yield Case("cut and closed, a copy and a witness", some,
               Want(k, "cut", True, code="commitment.count",
                    missing=last - k), Not("head_lost"), copy=base,
               reference=reference)
    yield Case("cut and closed, a head before and a witness", some,
               Want(k, "cut", False, code="commitment.count",
                    missing=last - k), Not("head_lost"),
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
                            Says("no habit", "chain.link"),
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
                            "commitment.digest", said != "yes"),
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
    yield Case("every prev_digest overwritten", some,
               Says("a single link", "chain.link", False), proofs=())
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
               Want(k, "cut", True, code="baseline.reclosed",
                    missing=last - k),
               Says("that it is the earlier one is the examiner's statement: "
                    "in the other order the later copy would be extended",
                    "baseline.reclosed"), copy=base)
    some = again(base)
    some.insert(k, dict(entry(k + 1, tag="new"),
                        prev_digest=some[k - 1]["prev_digest"]))
    if last < 900:
        yield Case("a copy that has what another place is said to add", some,
                   Want(last + 1, "inserted", True, code="baseline.edited",
                        entry=k + 1),
                   Says("entry %d was put in" % k, "chain.link", False),
                   Says("is the examiner's statement", "baseline.edited"),
                   copy=base)
    some = again(base)
    some[1], some[k] = some[k], some[1]
    yield Case("swapped, a copy", some,
               Want(last, "moved", True, code="baseline.edited", entry=k + 1,
                    other=2),
               Want(last, "moved", True, code="baseline.edited", entry=2,
                    other=k + 1), copy=base)

    # Only what no digest binds differs: the end is not another one.
    some = again(base)
    some[2]["x_note"] = "later"
    case = Case("a member outside the digest, a copy", some,
                Says("only members outside the digest differ",
                     "baseline.edited"),
                Says('not bound by it: "x_note"', "baseline.edited"),
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
        yield Case("wild %d" % i, some,
                   reference=rng.choice((None, commitment(base),
                                         commitment(some))),
                   others=rng.choice(([], [commitment(base[:n])],
                                      [commitment(some[:1])])),
                   copy=rng.choice((base, base, base[:n])))


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
    if case.name.endswith("another encoding"):
        line.append("--all-findings")
    given = [("-c", case.reference)] if case.reference else []
    given += [("-c", other) for other in case.others]
    given += [("--baseline", case.copy)] if case.copy else []
    for number, (option, value) in enumerate(given):
        place = os.path.join(directory, "given-%d.json" % number)
        with open(place, "w") as file:
            json.dump(value, file)
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
    how = document.get("explained", {}).get("encoding", ())
    for finding in findings[:FINDINGS_CHECKED]:
        for one in finding["explanations"]:
            if (case.proofs is not None and one["certainty"] == "proved" and
                    one["kind"] not in case.proofs):
                yield "falsely proved: %s" % one["text"]
            if one["certainty"] == "proved" and not case.text and not \
                    proof_holds(case, finding, one, how):
                yield "no proof: %s %s" % (one["kind"], one["text"])
            if one["certainty"] == "proved" and STORY.search(one["text"]):
                yield "a story is called proved: %s" % one["text"]
            if one["innocent"] and one["certainty"] == "proved":
                yield "innocence is called proved: %s" % one["text"]
    extra = getattr(case, "extra", None)
    if extra and extra(document):
        yield extra(document)


GROUPS = {"attacks": attacks, "randoms": randoms, "encodings": encodings,
          "storm": storm, "settled": settled, "forged": forged, "wild": wild}


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
