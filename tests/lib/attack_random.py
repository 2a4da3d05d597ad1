"""Programs of attacks that are drawn, and what is known outside with them, for attack_said.py.

A seed gives the same programs everywhere.  Timelines are odd as well: none, one and two entries, no job, several jobs,
bytes that cannot be read, a copy that has the mark already, one with a commitment in its own file, and such as failed
before.
"""

import base64
import collections
import os
import random

import attack_said
from attack_matrix import MARK, digest, done, honest

MEMBERS = (("tool", "x"), ("tool", '""'), ("tool", "7"), ("id", "another"), ("id", "7"), ("job_id", "job-2"), ("job_id", "job-1"),
           ("job_id", "7"), ("provenance_class", "EXECUTED BY ZAMBO"), ("provenance_class", "nobody"), ("seq", "99"),
           ("seq", "1"), ("seq", "1.5"), ("close", "true"), ("close", "false"), ("close", "null"), ("prev_digest", "7"),
           ("prev_digest", "ab" * 32), ("prev_digest", "0" * 64), ("output_hash", "bad"), ("entry_digest", "bad"),
           ("canonical_bytes", "%%"), ("canonical_bytes", base64.b64encode(b"{}").decode()))

TIMES = (("created_at", "2020-01-01T00:00:00Z"), ("created_at", "2030-01-01T00:00:00+02:00"), ("created_at", "never"))


def without(entries, *names):
    return [{name: value for name, value in entry.items() if name not in names} for entry in entries]


def pool(samples):
    """[(name, entries)]"""
    made = list(attack_said.timelines(samples))
    bare06 = without(attack_said.load(os.path.join(samples, "historical-06.json")), MARK)
    made += [("%d entries" % count, honest(count)) for count in (0, 1, 2, 3, 5)]
    made += [("as -06, %d entries" % count, done(honest(count), ("as-06",), {})) for count in (2, 3, 6)]
    made += [("-06, %d entries" % count, done(bare06[:count], ("reclose",), {})) for count in (1, 2, 3)]
    made += [("no job", without(honest(4), "job_id")), ("no job in entry 1", without(honest(4)[:1], "job_id") + honest(4)[1:]),
             ("unreadable", done(honest(4), ("set=2.canonical_bytes=%%",), {})),
             ("unreadable end", done(honest(3), ("set=3.canonical_bytes=%%",), {})),
             ("several jobs", done(honest(6), ("set=2.job_id=job-2", "set=5.job_id=job-3", "relink"), {})),
             ("beheaded", honest(7)[2:]), ("twice and open", done(honest(5), ("duplicate=2", "duplicate=4", "drop-tail=1"), {})),
             ("some without a tool", without(honest(2), "tool") + [dict(honest(4)[2], tool=7)] + honest(6)[3:5] +
              [dict(honest(6)[5], tool="")]),
             ("marked", [dict(entry, **{MARK: "training copy, not evidence"}) for entry in honest(5)]),
             ("dated", [dict(entry, created_at=time) for entry, time in zip(honest(6), (
                 "soon", "2026-10-06T00:00:00Z", "2026-10-06T02:00:00+02:00", "2026-10-05T09:00:00Z", "x", "2026-10-07T00:00:00Z"))]),
             ("dated late", [dict(entry, created_at="x") for entry in honest(3)] + honest(4)[3:]),
             ("twice the same", done(honest(3), ("duplicate=2", "renumber", "relink"), {}))]
    return made


def attack(draw, count, case, entries):
    """An option that can be done to so many entries."""
    own, other, at = case.path("own.json"), case.path("other.json"), draw.randint(1, max(count, 1))
    owned = len(case.own)
    kinds = ["splice"] if not count else ["duplicate", "set", "set", "set", "set-bytes", "replace-last", "splice", "splice",
                                          "as-06"]
    kinds += ["drop-tail", "drop-head", "delete", "delete", "move", "swap"] * (count > 1)
    kind = draw.choice(kinds)
    if kind in ("drop-tail", "drop-head"):
        return "%s=%d" % (kind, draw.choice((1, 1, count - 1, draw.randint(1, count - 1))))
    if kind in ("delete", "duplicate"):
        return "%s=%d" % (kind, at)
    if kind in ("move", "swap"):
        return "%s=%d:%d" % ((kind,) + tuple(draw.sample(range(1, count + 1), 2)))
    if kind == "set":
        dated = isinstance(entries[at - 1], dict) and "created_at" in entries[at - 1] if at <= len(entries) else False
        member, value = draw.choice(MEMBERS + TIMES * dated)
        return "set=%d.%s=%s" % (at, member, value)
    if kind == "set-bytes":
        return "set-bytes=%d=%s" % (at, draw.choice(("x", '{"amount":"9"}', "\u00e9")))
    if kind == "splice":
        file, most = draw.choice(((own, owned), (other, 5))) if owned else (other, 5)
        first = draw.randint(1, most)
        last = draw.choice((first, draw.randint(first, most), most))
        return "splice=%s:%d-%d@%d" % (file, first, last, draw.choice((1, count + 1, draw.randint(1, count + 1))))
    return "replace-last=x" if kind == "replace-last" else kind


def steps(draw, entries, case, sources):
    """Attacks, and repairs behind each of them."""
    options, now = (), entries
    for _ in range(draw.choice((0, 1, 1, 1, 2, 2, 3))):
        more = (attack(draw, len(now), case, now),)
        now = done(now, more, sources)
        options += more
        if draw.random() < 0.2:
            options, now = options + ("relink",), done(now, ("relink",), sources)
    for repair in ("renumber", "reclose", "relink"):
        if now and draw.random() < 0.5:
            if repair == "relink" and draw.random() < 0.3:
                repair = "relink=%d" % draw.randint(1, len(now))
            options += (repair,)
    return options


# ------------------------------------------------------------------ outside

def commitment(case, name, entries, count=None):
    end = digest(entries[-1]) if entries else None
    job = entries[0].get("job_id") if entries else None
    case.write(name, {"job_id": job if isinstance(job, str) and job else "job-1", "final_entry_digest": end or "0" * 64,
                      "entry_count": count or max(len(entries), 1), "published_at": "2026-10-05T09:41:30Z"})
    return case.path(name)


def the_list(case, name, entries, **members):
    actions = [{"tool": entry["tool"], "kind": "expected"} for entry in entries
               if isinstance(entry.get("tool"), str) and entry["tool"]]
    case.write(name, dict({"schema": "aerscope.expected/1", "source": "s", "frozen_at": "2026-01-01T00:00:00Z",
                           "order": "strict", "actions": actions or [{"tool": "x", "kind": "expected"}]}, **members))
    return case.path(name)


def receipt(case, entries):
    names = ["r-%d" % number for number in range(max(len(entries), 1))]
    case.write("kept/receipt.json", {"type": "verifiable-workflow-receipt", "steps": [
        {"seq": number, "tool": "fs.read", "receipt_id": name} for number, name in enumerate(names, 1)]})
    return case.path("kept/receipt.json")


def outside(draw, case, plain):
    """(options, entries of an earlier copy, whether there is a list)"""
    job = plain[0].get("job_id") if plain else None
    job = job if isinstance(job, str) and job else "job-1"
    part = plain[:draw.randint(1, len(plain))] if plain else []
    ends = [("-c", commitment(case, "kept/end.json", plain)), ("-c", commitment(case, "kept/part.json", part)),
            ("-c", commitment(case, "kept/other.json", honest(3, "job-9"))),
            ("-c", commitment(case, "kept/more.json", plain, len(plain) + 1))]
    case.write("kept/bad.json", {"job_id": job})
    ends.append(("-c", case.path("kept/bad.json")))
    heads = [digest(entry) for entry in plain if digest(entry)]
    known = ["--count=%d" % draw.choice((max(len(plain), 1), len(plain) + 1, max(len(plain) - 1, 1)))]
    if heads:
        known += ["--head=%s" % draw.choice(heads), "--head=%s@%d" % (heads[-1], len(plain))]
    copies = [("kept/earlier.json", kept) for kept in (plain, part, honest(4)) if kept]
    lists = [lambda: the_list(case, "kept/list.json", plain, job_id=job), lambda: the_list(case, "kept/list.json", plain),
             lambda: the_list(case, "kept/list.json", part, job_id=job, order="any"),
             lambda: the_list(case, "kept/list.json", plain, job_id="job-9"),
             lambda: the_list(case, "kept/list.json", plain, actions=[{"kind": "expected"}]),
             lambda: receipt(case, plain)]
    options, kept, given = [], [], False
    for kind in draw.sample(("end", "known", "copy", "list"), draw.choice((0, 0, 1, 1, 2, 3))):
        if kind == "end":
            options += draw.choice(ends)
        elif kind == "known":
            options.append(draw.choice(known))
        elif kind == "copy" and copies:
            name, kept = draw.choice(copies)
            case.write(name, [attack_said.bare(entry) for entry in kept])
            options.append("--baseline=" + case.path(name))
        elif kind == "list":
            options.append("--expect=" + draw.choice(lists)())
            given = True
    return options, kept, given


# ------------------------------------------------------------------ running

# What chance might leave out.
ALWAYS = (("no job in entry 1", ("duplicate=3", "move=4:1", "set=4.job_id=job-2")), ("no job in entry 1", ("drop-head=1",)),
          ("dated", ("swap=2:4",)), ("dated", ("drop-head=3",)), ("dated", ("delete=2",)), ("dated late", ("drop-tail=1",)),
          ("dated late", ("set=1.created_at=2020-01-01T00:00:00Z",)), ("5 entries", ("drop-head=4", "renumber", "relink")),
          ("historical-06", ("duplicate=1", "as-06")), ("historical-06", ("set=1.canonical_bytes=%%",)),
          ("historical-06", ("set=3.prev_digest=7",)), ("historical-06", ("drop-tail=3", "reclose")),
          ("historical-06", ("relink=2",)), ("as -06, 3 entries", ("relink",)), ("as -06, 3 entries", ("set=2.close=true",)),
          ("2 entries", ("set=1.tool=x", "relink")), ("2 entries", ("drop-tail=1", "reclose")),
          ("several jobs", ("relink=6",)), ("0 entries", ("splice=%s:1-2@1",)),
          ("5 entries", ("duplicate=5", "drop-head=3", "splice=%s:1-5@1")),
          ("5 entries", ("duplicate=5", "move=5:2", "reclose")), ("5 entries", ("duplicate=5", "move=5:2", "set=6.tool=x")),
          ("5 entries", ("duplicate=5", "move=5:2", "set=6.provenance_class=x")), ("beheaded", ("drop-head=1",)), ("beheaded", ("move=4:1",)), ("twice and open", ("drop-tail=1",)),
          ("twice and open", ("swap=2:3",)), ("twice and open", ("swap=1:6", "relink")), ("twice and open", ("duplicate=3",)),
          ("some without a tool", ("delete=1",)), ("some without a tool", ("drop-head=3",)),
          ("some without a tool", ("swap=1:4",)), ("some without a tool", ("set=2.tool=x",)),
          ("some without a tool", ("set-bytes=6=x",)), ("some without a tool", ("duplicate=3", "delete=6")),
          ("5 entries", ("splice=%s:1-5@1", "renumber", "reclose", "relink")))


def one(case, draw, name, plain, number, options=None):
    case.own = plain
    before = attack_said.numbered(plain)
    own, other = case.path("own.json"), case.path("other.json")
    sources = {own: attack_said.sourced(own, plain), other: attack_said.sourced(other, honest(5, "job-2"))}
    case.write("own.json", plain)
    case.write("other.json", honest(5, "job-2"))
    options = options or steps(draw, before, case, sources)
    options = tuple(option.replace("%s", own if plain else other) for option in options)
    if not options:
        return
    inside = len(plain) > 0 and isinstance(plain[0].get("job_id"), str) and draw.random() < 0.15
    value = plain
    if inside:
        commitment(case, "kept/embedded.json", plain)
        value = {"timeline": plain, "commitment": attack_said.load_any(case.path("kept/embedded.json"))}
    case.write("before.json", value)
    known, kept, given = outside(draw, case, plain)
    shown = " ".join(option.replace(case.directory + "/", "") for option in options + tuple(known))
    p = attack_said.Program("%d %s%s: %s" % (number, name, ", with a commitment" * inside, shown), options, before, sources)
    p.kept = kept
    p.file = case.path("after.json")
    case.write("after.json", [attack_said.bare(entry) for entry in p.after])
    unmarked = [attack_said.bare(entry) for entry in plain]
    case.write("was.json", dict(value, timeline=unmarked) if inside else unmarked)
    p.documents = [document for file in (case.path("was.json"), p.file)
                   for document in attack_said.documents(case, [file], known)]
    p.messages = collections.defaultdict(set)
    for found in p.documents[1]["findings"]:
        p.messages[found["code"], found["entry"]].add(found["message"])
    said = attack_said.explain(case, p, *known)
    if said is not None:
        attack_said.check_timeline(case, p, said)
        attack_said.check_outside(case, p, said, given)


def run(case, samples, seed, count):
    draw = random.Random(seed)
    timelines = pool(samples)
    os.makedirs(case.path("kept"), exist_ok=True)
    named = dict(timelines)
    for number, (name, options) in enumerate(ALWAYS):
        one(case, draw, name, named[name], -number, options)
    for number in range(count):
        name, plain = draw.choice(timelines)
        one(case, draw, name, plain, number)
