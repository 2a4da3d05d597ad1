#!/usr/bin/env python3
"""The comparison of two copies of a timeline, once more, by other means.

    refdiff.py EARLIER LATER              a line of JSON: what the comparison must say
    refdiff.py --check DOCUMENT E L       exit 1 unless DOCUMENT says it
    refdiff.py --random PROGRAM SEED N    N pairs made at random, each compared by PROGRAM

Written from the description of the format and of the categories, with nothing
but the standard library; slow, and for small timelines.
"""

import base64
import binascii
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ZEROS = "0" * 64
UNBOUND = {"output_hash", "entry_digest"}
BOUND = ["close", "id", "job_id", "canonical_bytes", "prev_digest", "provenance_class", "seq", "tool"]


# --- reading


def read(path):
    with open(path, "rb") as file:
        text = file.read().decode("utf-8-sig")
    try:
        value = json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    if isinstance(value, dict):
        for name in ("timeline", "entries"):
            if name in value:
                return value[name]
        return [value]
    return value


def payload(entry):
    text = entry.get("canonical_bytes")
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (ValueError, binascii.Error):
        return None


def number(value):
    """The integer that seq is, None for none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= 2**53 else None
    return value


def canonical(value):
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).replace("\x7f", "\\u007f")


def digest(entry, close=None):
    if not isinstance(entry, dict):
        return None
    data, seq = payload(entry), number(entry.get("seq"))
    strings = [entry.get(n) for n in ("id", "job_id", "prev_digest", "provenance_class", "tool")]
    stored = entry.get("close", False)
    if data is None or seq is None or not all(isinstance(s, str) for s in strings):
        return None
    if not isinstance(stored, bool):
        return None
    preimage = {"close": stored if close is None else close, "id": strings[0], "job_id": strings[1],
                "output_hash": hashlib.sha256(data).hexdigest(), "prev_digest": strings[2],
                "provenance_class": strings[3], "seq": seq, "tool": strings[4]}
    return hashlib.sha256(canonical(preimage).encode("ascii")).hexdigest()


# --- entries against each other


def meaning(entry, name):
    """What a member says, however it is written; None where it is absent."""
    if name not in entry:
        return None
    value = entry[name]
    if name == "close" and value is False:
        return None
    if name == "seq" and number(value) is not None:
        return ("seq", number(value))
    if name == "canonical_bytes" and payload(entry) is not None:
        return ("bytes", payload(entry))
    return canonical(value)


def differing(a, b):
    if not isinstance(a, dict) or not isinstance(b, dict):
        a, b = a if isinstance(a, dict) else {}, b if isinstance(b, dict) else {}
    names = sorted(set(a) | set(b), key=lambda n: n.encode("utf-8", "surrogatepass"))
    return [n for n in names if meaning(a, n) != meaning(b, n)]


def key(entry):
    found = digest(entry)
    if found is not None:
        return found
    if isinstance(entry, dict):
        return tuple((n, meaning(entry, n)) for n in sorted(entry) if meaning(entry, n) is not None)
    return canonical(entry)


def content(entry, job=True):
    if not isinstance(entry, dict):
        return canonical(entry)
    return tuple(meaning(entry, n) for n in
                 ("id", "job_id", "canonical_bytes", "provenance_class", "tool")
                 if job or n != "job_id")


def common(a, b):
    """Pairs of a longest common subsequence."""
    best = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            best[i][j] = (best[i + 1][j + 1] + 1 if a[i] == b[j]
                          else max(best[i + 1][j], best[i][j + 1]))
    pairs, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


# --- the category


def carried(entries, index):
    """The prev_digest that this entry carries, None where there is none."""
    if index >= len(entries) or not isinstance(entries[index], dict):
        return None
    value = entries[index].get("prev_digest")
    return value if isinstance(value, str) else None


def is_closed(entry):
    return isinstance(entry, dict) and entry.get("close") is True


def reclosed(whole, cut, same):
    """The entry at which `cut` was closed anew, 0 for none. `same`: entries at the beginning."""
    k = len(cut)
    if k == 0 or k >= len(whole) or same < k - 1 or not is_closed(cut[-1]):
        return 0
    opened = digest(cut[-1], close=False)
    return k if opened is not None and opened == carried(whole, k) else 0


def is_beheaded(a, b):
    shift = len(a) - len(b)
    if shift < 1 or not b or key(a[0]) == key(b[0]):
        return False
    # What a digest pairs is not set beside another one.
    for found in {key(x) for x in a} & {key(y) for y in b}:
        if not any(key(x) == key(y) == found for x, y in zip(a[shift:], b)):
            return False
    return all(key(x) == key(y) or (content(x) == content(y) and is_closed(x) == is_closed(y))
               for x, y in zip(a[shift:], b))


def job(entries):
    return entries[0].get("job_id") if isinstance(entries[0], dict) else None


def start(a, b, same):
    n = 0
    while n < min(len(a), len(b)) and same(a[n], b[n]):
        n += 1
    return n


def is_linked(entries, index):
    before = digest(entries[index - 1])
    return before is not None and carried(entries, index) == before


PARTS = ("extended", "reclosed", "cut", "beheaded")


def compare(a, b):
    """The result, and what the other order says where one copy is a part of the other."""
    found, other = judge(a, b), judge(b, a)
    told = found["category"] != "identical" and other["category"] in PARTS
    found["other"] = other if told else None
    return found


def judge(a, b):
    ka, kb = [key(e) for e in a], [key(e) for e in b]
    by_key = start(ka, kb, lambda x, y: x == y)
    whole = start(a, b, lambda x, y: key(x) == key(y) and not differing(x, y))
    pairs = common(ka, kb)
    go_on = all(is_linked(b, i) for i in range(len(a), len(b)))
    # What has no digest is the same by its members alone, and proves nothing.
    blank = any(ka[i] == kb[j] and digest(a[i]) is None for i, j in pairs)

    def result(category, entry, proved):
        # Without an entry in one no digest is compared.
        tied = proved and a and b and (not blank or category == "reclosed")
        return {"category": category, "entry": entry, "certainty": "proved" if tied else "possible"}

    if whole == len(a) == len(b):
        return result("identical", None, True)
    if by_key == len(a) < len(b):
        return result("extended", len(a) + 1, go_on)
    if a and by_key == len(a) - 1 and len(b) > len(a) and is_closed(a[-1]) and \
            digest(a[-1], close=False) is not None and digest(a[-1], close=False) == digest(b[len(a) - 1]):
        return result("extended", len(a), go_on)
    if reclosed(a, b, by_key):
        return result("reclosed", len(b), True)
    if by_key == len(b) < len(a):
        return result("cut", by_key + 1, True)
    if is_beheaded(a, b):
        return result("beheaded", 1, any(digest(x) is not None and digest(x) == digest(y)
                                         for x, y in zip(a[len(a) - len(b):], b)))
    if len(a) == len(b) and by_key == len(a) - 1 and (by_key > 0 or (job(a) is not None and job(a) == job(b))):
        return result("end_replaced", len(a), False)
    unbound = any(differing(a[i], b[j]) for i, j in pairs)
    if unbound or len(pairs) > by_key:
        return result("edited", whole + 1, None)
    shared = set(ka) & set(kb) or {content(e, False) for e in a} & {content(e, False) for e in b}
    return result("forked" if by_key or shared else "unrelated", by_key + 1, False)


# --- against a document


def complaints(document, a, b):
    want = compare(a, b)
    wrong = []

    def expect(what, got, wanted):
        if got != wanted:
            wrong.append(f"{what}: {got!r}, not {wanted!r}")

    expect("schema", document["schema"], "aerscope.diff/1")
    expect("category", document["category"], want["category"])
    expect("entry", document["entry"], want["entry"])
    if want["category"] != "edited":
        expect("certainty", document["certainty"], want["certainty"])
    other = document["other_order"]
    expect("other order", {n: other[n] for n in want["other"]} if other and want["other"] else other,
           want["other"])
    unlinked = [i + 1 for i in range(len(a), len(b)) if a and not is_linked(b, i)]
    expect("unlinked", (document["unlinked"] or {}).get("entry"),
           unlinked[0] if want["category"] == "extended" and unlinked else None)
    expect("entries", (document["earlier"]["entries"], document["later"]["entries"]), (len(a), len(b)))
    expect("differences_total", document["differences_total"], len(document["differences"]))
    wrong.extend(rows(document, a, b))
    wrong.extend(sentences(document, a, b))
    return wrong


def sentences(document, a, b):
    """What is said of digests and of a beginning holds of these entries."""
    proof, meaning_ = document["proof"], document["meaning"]
    n = min(len(a), len(b))
    reopened = "the last one with close false" in meaning_

    def one_digest(i):
        x, y = digest(a[i]), digest(b[i])
        if reopened and i == n - 1:
            x, y = (digest(e, close=False) if x is not None and y is not None else None for e in (a[i], b[i]))
        return x is not None and x == y

    tied = a and b and all(one_digest(i) for i in range(n))
    if not tied and "have the digests of the first" in proof + meaning_:
        yield f"digests that are not there: {proof}"
    if "begins with the entries of the earlier one" in proof + meaning_ and "close false" not in proof and \
            any(differing(x, y) for x, y in zip(a, b)):
        yield f"not its beginning: {proof}"
    if "have the digests of" in proof + meaning_ and "first ones of the" in proof + meaning_ and \
            any(digest(x) is None for x in (a[:n] if len(a) > len(b) else b[:n])):
        yield f"digests of what has none: {proof}"
    if "do not differ in id, tool, class and bytes;" in meaning_ and not any(
            digest(x) is not None and digest(x) == digest(y) or content(x, False) == content(y, False) for x in a for y in b):
        yield f"nothing in common: {meaning_}"
    if "those before them" in meaning_ and n < 2:
        yield f"none stands before them: {meaning_}"
    if "the only entries" in meaning_ and (len(a), len(b)) != (1, 1):
        yield f"not the only ones: {meaning_}"
    if "has no entry" in meaning_ + proof and a and b:
        yield f"both have entries: {meaning_}"
    if "begins with the entries" in meaning_ + proof and not a:
        yield f"begins with none: {proof}"
    last = a and b and (digest(a[-1]), digest(b[-1]))
    if " entries have different digests" in meaning_ and (not last or None in last):
        yield f"no digests at the end: {meaning_}"
    told = re.search(r"^entry (\d+) of the earlier copy and entry (\d+) of the later one have the same digest, and "
                     r"their prev_digest is the digest of entry (\d+) of the (earlier|later) copy", proof)
    if document["original"] and not told:
        yield f"not which entries: {proof}"
    elif told:
        i, j, at = (int(told.group(k)) for k in (1, 2, 3))
        cited_one = (a if told.group(4) == "earlier" else b)[at - 1]
        if digest(a[i - 1]) is None or digest(a[i - 1]) != digest(b[j - 1]) or \
                a[i - 1]["prev_digest"] != digest(cited_one):
            yield f"not so: {proof}"


def spread(ranges):
    return [n for r in ranges for n in range(r["from"], r["to"] + 1)]


def rows(document, a, b):
    """Each entry of both copies has one place, and what differs is what is listed."""
    wrong = []
    pairs = [(d["entry"], d["later_entry"]) for d in document["differences"]]
    moved = [(m["entry"], m["later_entry"]) for m in document["moved"]]
    left = set(range(1, len(a) + 1)) - {i for i, _ in pairs + moved} - set(spread(document["missing"]))
    right = set(range(1, len(b) + 1)) - {j for _, j in pairs + moved} - set(spread(document["added"]))
    same = list(zip(sorted(left), sorted(right)))
    if len(left) != len(right) or len(same) != document["totals"]["same"]:
        wrong.append(f"{len(left)} and {len(right)} entries are the same")
    if sorted(same + pairs) != sorted(same + pairs, key=lambda p: (p[1], p[0])):
        wrong.append("pairs are out of order")
    for i, j in same:
        if key(a[i - 1]) != key(b[j - 1]) or differing(a[i - 1], b[j - 1]):
            wrong.append(f"entries {i} and {j} are not the same")
    for m in document["moved"]:
        if not any((m["entry"] < i) != (m["later_entry"] < j) for i, j in same + pairs):
            wrong.append(f"moved entry {m['entry']}: it stands across none")
        x, y = a[m["entry"] - 1], b[m["later_entry"] - 1]
        if m["members"] != differing(x, y) or m["not_bound"] != [n for n in m["members"] if n not in BOUND]:
            wrong.append(f"moved entry {m['entry']}: {m['members']}, {m['not_bound']}, not {differing(x, y)}")
        if m["same_digest"] != (key(x) == key(y)):
            wrong.append(f"moved entry {m['entry']}: the same digest is {m['same_digest']}")
        for side in ("earlier", "later"):
            if set(m[side]) != {"entry", "provenance_class", "standing"}:
                wrong.append(f"moved entry {m['entry']}: no standing")
    wrong.extend(unpaired(document, a, b))
    wrong.extend(cited(document, a, b, same))
    for d in document["differences"]:
        wanted = differing(a[d["entry"] - 1], b[d["later_entry"] - 1])
        if d["members"] != wanted:
            wrong.append(f"entry {d['entry']}: {d['members']}, not {wanted}")
        if d["not_bound"] != [n for n in wanted if n not in BOUND]:
            wrong.append(f"entry {d['entry']}: not bound {d['not_bound']}")
        for side in ("earlier", "later"):
            if set(d[side]) != {"entry", "provenance_class", "standing"}:
                wrong.append(f"entry {d['entry']}: no standing")
    return wrong


def unpaired(document, a, b):
    """What has no counterpart has none: nothing on the other side that has none either is the same
    record."""
    left = [a[i - 1] for i in spread(document["missing"])]
    right = [b[j - 1] for j in spread(document["added"])]
    if {content(e, False) for e in left} & {content(e, False) for e in right}:
        return ["entries without counterpart on both sides record the same"]
    return []


def cited(document, a, b, same):
    """The side that is named has the entry which one of one digest in both cites, and the other has not."""
    side = document["original"]
    if document["category"] == "edited" and document["certainty"] != ("proved" if side else "possible"):
        return [f"edited, {document['certainty']}, citing {side}"]
    pairs = same + [(d["entry"], d["later_entry"]) for d in document["differences"]
                    if key(a[d["entry"] - 1]) == key(b[d["later_entry"] - 1])]
    for i, j in pairs:
        held = [at > 1 and is_linked(entries, at - 1) for entries, at in ((a, i), (b, j))]
        if held == [side == "earlier", side == "later"]:
            return []
    return [f"no entry cites that of the {side} copy alone"] if side else []


# --- both orders


SIDE = {"earlier": "later", "later": "earlier", None: None}


def mirrored(one, other):
    """What two documents of the same copies, named in either order, do not say alike."""
    wrong = []

    def expect(what, got, wanted):
        if got != wanted:
            wrong.append(f"in the other order, {what}: {got!r}, not {wanted!r}")

    for name in ("differences", "moved"):
        expect(name, sorted((d["later_entry"], d["entry"], d["members"], SIDE[d.get("original")])
                            for d in other[name]) if name == "differences" else
               sorted((d["later_entry"], d["entry"], d["members"], d["same_digest"]) for d in other[name]),
               sorted((d["entry"], d["later_entry"], d["members"], d["original"]) for d in one[name])
               if name == "differences" else
               sorted((d["entry"], d["later_entry"], d["members"], d["same_digest"]) for d in one[name]))
    expect("missing", other["missing"], one["added"])
    expect("added", other["added"], one["missing"])
    expect("totals", {**other["totals"], "missing": other["totals"]["added"], "added": other["totals"]["missing"]},
           one["totals"])
    same = {"identical", "end_replaced", "edited", "forked", "unrelated"}
    if one["category"] in same and other["category"] in same:
        if not (one["other_order"] or other["other_order"]):
            expect("category", other["category"], one["category"])
            expect("certainty", other["certainty"], one["certainty"])
            expect("original", SIDE[other["original"]], one["original"])
    for x, y in ((one, other), (other, one)):
        if x["category"] in PARTS:
            expect("other order", [(y["other_order"] or {}).get(n) for n in ("category", "entry", "start", "certainty")],
                   [x[n] for n in ("category", "entry", "start", "certainty")])
    return wrong


# --- at random


def link(entries, first=1):
    for n, entry in enumerate(entries, 1):
        if n >= first:
            entry["prev_digest"] = digest(entries[n - 2]) or ZEROS if n > 1 else ZEROS


def make(rng, count, name="job-1"):
    entries = []
    for n in range(1, count + 1):
        entries.append({"seq": n, "prev_digest": ZEROS, "job_id": name, "id": f"r-{n}",
                        "tool": rng.choice(["fs.read", "net.get", "pay.send"]),
                        "provenance_class": rng.choice(["LOGGED BY AGENT", "OBSERVED VIA GATEWAY"]),
                        "canonical_bytes": base64.b64encode(b"%d" % rng.randrange(3)).decode(),
                        "created_at": str(n)})
    if entries:
        entries[-1]["close"] = True
    link(entries)
    return entries


def alter(rng, entries):
    """One step of what people do to a timeline."""
    n = rng.randrange(len(entries)) if entries else 0
    step = rng.choice(["tail", "head", "delete", "duplicate", "swap", "set", "bytes", "extra", "insert",
                       "append", "renumber", "close", "relink", "close-here", "type", "reorder-members",
                       "id-again", "reclose", "reclose", "job", "move", "move"])
    if not entries:
        return
    if step == "tail":
        del entries[-rng.randrange(1, len(entries) + 1):]
    elif step == "reclose":
        del entries[n + 1:]
        entries[-1]["close"] = True
    elif step == "head":
        del entries[:rng.randrange(1, len(entries) + 1)]
    elif step == "delete":
        del entries[n]
    elif step == "duplicate":
        entries.insert(n, dict(entries[n]))
    elif step == "swap":
        m = rng.randrange(len(entries))
        entries[n], entries[m] = entries[m], entries[n]
    elif step == "set":
        entries[n][rng.choice(["tool", "id", "provenance_class", "job_id"])] = rng.choice(["x", "y\u202e"])
    elif step == "bytes":
        entries[n]["canonical_bytes"] = base64.b64encode(b"%d" % rng.randrange(9)).decode()
    elif step == "extra":
        entries[n]["created_at"] = str(rng.randrange(5))
    elif step == "insert":
        entries.insert(n, dict(make(rng, 1)[0], id=f"new-{rng.randrange(9)}"))
    elif step == "append":
        entries.extend(make(rng, rng.randrange(1, 4)))
    elif step == "renumber":
        for position, entry in enumerate(entries, 1):
            entry["seq"] = position
    elif step == "close":
        for entry in entries[:-1]:
            entry.pop("close", None)
        entries[-1]["close"] = True
    elif step == "relink":
        link(entries, rng.randrange(1, len(entries) + 1))
    elif step == "close-here":
        entries[n]["close"] = rng.choice([True, False])
    elif step == "type":
        entries[n][rng.choice(["tool", "seq", "prev_digest"])] = rng.choice([None, 5, "five", [1, {"a": 2}]])
    elif step == "reorder-members":
        entries[n] = dict(reversed(list(entries[n].items())))
    elif step == "job":
        for entry in entries:
            entry["job_id"] = "job-3"
        link(entries)
    elif step == "id-again":
        entries[n]["id"] = entries[0].get("id")
    elif step == "move":
        entries.insert(rng.randrange(len(entries)), entries.pop(n))


def pair(rng):
    a = make(rng, rng.choice([0, 1, 2, 2, 3, 5, 8, 12]))
    if rng.randrange(12) == 0:
        b = make(rng, rng.choice([1, 2, 8]), "job-2")
    else:
        b = json.loads(json.dumps(a))
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 4])):
        alter(rng, b)
    if rng.randrange(3) == 0:
        for position, entry in enumerate(b, 1):
            entry["seq"] = position
        link(b)
    return (b, a) if rng.randrange(2) else (a, b)


def write(path, entries, rng):
    with open(path, "w", encoding="ascii") as file:
        json.dump(entries, file, indent=rng.choice([None, 1]))


def run_random(program, seed, count):
    rng = random.Random(seed)
    seen, failures = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        first, last = os.path.join(folder, "a"), os.path.join(folder, "b")
        for number_of_pair in range(count):
            a, b = pair(rng)
            write(first, a, rng)
            write(last, b, rng)
            ran = subprocess.run([program, "diff", "--format=json", "--all-findings", first, last],
                                 stdout=subprocess.PIPE, check=False)
            document = json.loads(ran.stdout)
            wrong = complaints(document, a, b)
            ran_back = subprocess.run([program, "diff", "--format=json", "--all-findings", last, first],
                                      stdout=subprocess.PIPE, check=False)
            wrong += mirrored(document, json.loads(ran_back.stdout))
            if ran.returncode != (document["category"] != "identical"):
                wrong.append(f"status {ran.returncode}")
            seen[document["category"]] = seen.get(document["category"], 0) + 1
            if wrong:
                failures += 1
                print(f"pair {number_of_pair}:", *wrong, json.dumps(a), json.dumps(b), sep="\n  ")
                if failures > 3:
                    break
    print(json.dumps(seen, sort_keys=True))
    return 1 if failures else 0


def main(args):
    if args[0] == "--random":
        return run_random(args[1], int(args[2]), int(args[3]))
    if args[0] == "--check":
        with open(args[1], encoding="ascii") as file:
            wrong = complaints(json.load(file), read(args[2]), read(args[3]))
        print("\n".join(wrong), end="\n" if wrong else "")
        return 1 if wrong else 0
    print(json.dumps(compare(read(args[0]), read(args[1]))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
