#!/usr/bin/env python3
"""Every sentence of `aerscope attack --explain` about who notices, held against a model.

    attack_said.py AERSCOPE SAMPLES DIRECTORY [all | random SEED COUNT]

On timelines that are consistent and on such that fail, every attack with repairs, with nothing from outside and with
a commitment, a head, a count, an earlier copy and a list.  The model does the steps on entries that carry where they
stood, and says by entry and code what failed before and what fails after: of the timeline from the rules alone, of the
references and the list from what `aerscope verify` says of both.  A sentence that the model does not know is wrong,
and so is one that should be there and is not.  Without `all` each attack goes with some of the repairs.  Some programs are drawn as well (attack_random.py):
on such timelines and odder ones, several attacks with repairs, and what is known outside from nothing to several things.
"""

import base64
import collections
import json
import os
import re
import sys

import attack_matrix
import attack_told
from attack_matrix import MARK, REPAIRS, ZEROS, digest, digest06, done, honest, output_of, own_failures, timeline_of

OWN = ("origin", "from")
NUMBER = re.compile(r"^(\S+?)(?: \((\d+) times\))?$")


# ------------------------------------------------------------------ the model

def bare(entry):
    return {name: value for name, value in entry.items() if name not in OWN and name != MARK}


def meant(entry):
    return dict(bare(entry), close=entry.get("close", False))


def numbered(entries):
    return [dict(entry, origin=number) for number, entry in enumerate(entries, 1)]


def tracked(after, before, sources):
    """Where each entry stood before; 0: it was put in. Of an entry that stands twice the second is a copy; one that
    was put in where the very same was taken out is it."""
    seen, out = set(), []
    standing = {entry["origin"] for entry in after if entry.get("origin")}
    for entry in after:
        origin = entry.get("origin", 0)
        if not origin and "from" in entry:
            name, place = entry["from"]
            following = (out[-1] + 1 if out[-1] else 0) if out else 1
            if 0 < following <= len(before) and following not in standing and \
                    bare(sources[name][place - 1]) == bare(before[following - 1]):
                origin = following
        if origin in seen:
            origin = 0
        seen.add(origin)
        out.append(origin)
    return out


def seq_of(entry):
    return entry.get("seq") if type(entry.get("seq")) is int else None


def missing_of(entries, number):
    """What the numbering tells at an entry whose seq is not its position."""
    now = seq_of(entries[number - 1])
    if number == 1:
        return max(now - 1, 0)
    last = seq_of(entries[number - 2])
    return now - last - 1 if last is not None and now - last >= 2 else 0


def details(entries, number, code):
    entry, before = entries[number - 1], entries[number - 2] if number > 1 else None
    return {"chain.link": lambda: (entry.get("prev_digest"), digest(before)),
            "chain.genesis": lambda: (entry.get("prev_digest"), max((seq_of(entry) or 1) - 1, 0)),
            "chain.seq": lambda: (entry["seq"], number, missing_of(entries, number)),
            "chain.job": lambda: (entry.get("job_id"), entries[0].get("job_id")),
            "chain.base64": lambda: (entry.get("canonical_bytes"),),
            "chain.seq_type": lambda: (repr(entry.get("seq")),),
            "chain.close_type": lambda: (repr(entry.get("close")),),
            "chain.not_closed": lambda: (repr(entry.get("close")),),
            "receipt.output_hash": lambda: (repr(entry["output_hash"]), entry.get("canonical_bytes")),
            "receipt.entry_digest": lambda: (repr(entry["entry_digest"]), digest(entry))}.get(code, lambda: ())()


def failing(entries):
    """[(entry, code, member or None, details)] in the order of the checks"""
    found = [] if entries else [(0, "chain.empty", None, ())]
    required = ("id", "tool", "provenance_class", "job_id", "prev_digest")
    for number, entry in enumerate(entries, 1):
        members = iter(required)
        for failed, code in own_failures(entry, number, entries[0].get("job_id"), number == len(entries)):
            member = next(members) if code == "chain.member" else None
            if failed is None:
                failed, code = is_unlinked(entries, number)
            if code == "chain.job" and not all(isinstance(one.get("job_id"), str) for one in (entry, entries[0])):
                continue
            if failed:
                shown = repr(entry.get(member)) if member else details(entries, number, code)
                found.append((number, code, member, shown))
    return found


def is_unlinked(entries, number):
    stored = entries[number - 1].get("prev_digest")
    if number == 1:
        return isinstance(stored, str) and stored != ZEROS, "chain.genesis"
    return isinstance(stored, str) and stored != digest(entries[number - 2]), "chain.link"


def warned(entries):
    """[(entry, code)]"""
    ids, found = set(), []
    for number, entry in enumerate(entries, 1):
        name = entry.get("id")
        if isinstance(name, str) and name:
            if name in ids:
                found.append((number, "receipt.duplicate_id"))
            ids.add(name)
        said = entry.get("provenance_class")
        if isinstance(said, str) and said and not re.fullmatch(
                r"LOGGED BY AGENT|OBSERVED VIA GATEWAY|EXECUTED BY [A-Z0-9](?:[A-Z0-9._ -]*[A-Z0-9])?", said):
            found.append((number, "provenance.unrecognised"))
        try:
            base64.b64decode(entry.get("canonical_bytes", ""), validate=True).decode()
        except UnicodeDecodeError:
            found.append((number, "receipt.utf8"))
        except (ValueError, TypeError):
            pass
    return found


class Change:
    """What came of the findings: by kind a list of (code, entry now, entry before)."""

    def __init__(self, before, after, origins, whole=False):
        """`before`, `after`: [(entry or 0, code, member, details)]; `whole`: what is of the beginning or the end, or of an
        id that stands twice, is of the timeline and not of an entry"""
        self.new, self.other, self.moved, self.whole, self.gone, self.left = [], [], [], [], [], []
        both = {code for code in ("chain.genesis", "chain.not_closed") if whole and
                all(any(one[1] == code for one in found) for found in (before, after))}
        where = {origin: number for number, origin in enumerate(origins, 1) if origin}
        old = list(before)
        waiting, told = [], []
        twice = {number: shown for number, code, _, shown in after if code == "receipt.duplicate_id"}
        for number, code, member, shown in after:
            origin = origins[number - 1] if number else 0
            same = (origin, code, member, shown)
            if (origin or not number) and same in old:
                old.remove(same)
                if origin != number:
                    self.moved.append((code, number, origin))
            else:
                waiting.append((number, code, member, origin, shown))
        for number, code, member, origin, shown in waiting:
            like = [one for one in old if one[:3] == (origin, code, member)] if origin or not number else []
            if like:
                old.remove(like[0])
                self.other.append((code, number, origin))
            elif code in both:
                self.whole.append((code, number, origin))
            else:
                self.new.append((code, number, origin))
                told.append(shown)
        for number, code, _, shown in old:
            if code in both:
                continue
            if whole and code == "receipt.duplicate_id" and shown in told:
                told.remove(shown)
                self.new.remove(next(one for one in self.new if one[0] == code and twice[one[1]] == shown))
                continue
            (self.gone if not number or number in where else self.left).append((code, where.get(number, 0), number))


def counted(places):
    return dict(collections.Counter(code for code, *_ in places))


def first_of(places):
    chain = [one for one in places if one[0].startswith("chain.")]
    return (chain or places or [None])[0]


# ------------------------------------------------------------------ a program

class Case(attack_matrix.Case):
    def __init__(self, program, directory, whole):
        super().__init__(program, directory)
        self.whole = whole
        self.sentences = 0
        self.met = collections.Counter()


class Program:
    def __init__(self, name, options, before, sources):
        self.name = name
        self.options = options
        self.before, self.after = before, done(before, options, sources)
        self.origins = tracked(self.after, before, sources)
        self.sources = sources
        self.was, self.now = timeline_of(before)[0] if before else "broken", timeline_of(self.after)[0]
        self.change = Change(failing(before), failing(self.after), self.origins, True)
        self.warnings = Change(*([(number, code, None, found[number - 1].get("id") if code == "receipt.duplicate_id" else ())
                                  for number, code in warned(found)] for found in (before, self.after)), self.origins, True)
        self.said = {}
        self.documents = None

    def same_digests(self):
        return [digest(entry) for entry in self.before] == [digest(entry) for entry in self.after]

    def source(self, number):
        """An entry as it was before the steps, or in the file that it was taken of."""
        entry = self.after[number - 1]
        if "from" in entry:
            return self.sources[entry["from"][0]][entry["from"][1] - 1]
        return self.before[entry["origin"] - 1] if entry.get("origin") else entry

    def rewritten(self):
        return any(self.source(number).get("prev_digest") != entry.get("prev_digest")
                   for number, entry in enumerate(self.after, 1))


def listed(text):
    out = {}
    for item in text.split(", "):
        match = NUMBER.match(item)
        out[match.group(1)] = int(match.group(2) or 1)
    return out


def sections(said):
    """{judgement: (before, after, sight, sentences)}"""
    said = said[said.index("WHO NOTICES"):]
    parts = re.split(r"^  (timeline|endpoint|coverage|outcome|trace|entries) +", said, flags=re.M)
    out = {}
    for name, text in zip(parts[1::2], parts[2::2]):
        head, _, rest = text.partition("\n")
        results, _, sight = head.partition(": ")
        before, _, after = results.partition(" -> ")
        if name != "trace":
            out[name] = before, after or before, sight or "not assessed", " ".join(rest.split())
    return out


# ------------------------------------------------------------------ the timeline

KEPT = r"([a-z0-9_., ()]+?)(?:; the first at entry (\d+)(?:, which was entry (\d+))?)?\.(?= |$)"


def timeline_rules(p):
    """[(pattern, what it says, what is so)]: `what it says` of the match must be what is so; None: it must not be
    said."""
    change, n = p.change, len(p.after)
    put = p.was == p.now == "historical" and not any(origin and code != "chain.link" for code, _, origin in change.new)
    noticed = p.now != "consistent" if p.was != p.now else bool(change.new) and not put
    failed = bool(failing(p.before))
    consistent = p.now == "consistent"
    repaired = consistent and p.was != "consistent"
    same, equal = p.same_digests(), [bare(one) for one in p.before] == [bare(one) for one in p.after]
    equal = equal and p.origins == list(range(1, n + 1))
    plain = consistent and not repaired
    unlinked = next((number for number, entry in enumerate(p.after, 1)
                     if entry.get("prev_digest") != (digest06(p.after[number - 2]) if number > 1 else ZEROS)), 0)
    turned = p.was == "historical" and p.now == "broken"
    stored = isinstance(p.after[unlinked - 1].get("prev_digest"), str) if unlinked else False
    unread = unlinked > 1 and output_of(p.after[unlinked - 2].get("canonical_bytes")) is None
    both = [code for code in ("chain.base64", "chain.close_type", "chain.close_early", "chain.not_closed")
            if any(code == one[1] for one in failing(p.after))]

    def when(so):
        return "" if so else None

    def places(kind):
        first = first_of(kind)
        return (counted(kind), first[1], first[2] if first[2] and first[1] != first[2] else None) if kind else None

    def kept(match):
        return listed(match[1]), int(match[2] or 0), int(match[3]) if match[3] else None

    def codes(match):
        return listed(match[1])

    shown = not consistent
    return [
        (r"([a-z0-9_.]+) at entry (\d+): (.+?)\.(?= Failures)", lambda m: (m[1], int(m[2]), m[3] in p.messages[m[1], int(m[2])]),
         change.new and noticed and first_of(change.new)[:2] + (True,) or None),
        (r"Failures that were not there before, by code: (.+?)\.(?= |$)", codes, counted(change.new) if failed and change.new and noticed else None),
        (r"Failures by code: (.+?)\.(?= |$)", codes, counted(change.new) if not failed and change.new and noticed else None),
        (r"Said of the same entry before, and now with other details, by code: " + KEPT, kept,
         places(change.other) if shown else None),
        (r"Said before as well, of the entry that was the first then: chain\.genesis\.", lambda m: "",
         when("chain.genesis" in counted(change.whole) and shown)),
        (r"Said before as well, of the entry that was the last then: chain\.not_closed\.", lambda m: "",
         when("chain.not_closed" in counted(change.whole) and shown)),
        (r"The same as before, of an entry that stands elsewhere now, by code: " + KEPT, kept,
         places(change.moved) if shown else None),
        (r"Said before and not any more, by code: (.+?)\.(?= |$)", codes, counted(change.gone) or None),
        (r"Not said any more, for the entry was taken out, by code: (.+?)\.(?= |$)", codes, counted(change.left) or None),
        (r"By the current rules, of entries that were put in or stand elsewhere now, by code: (.+?)\.(?= |$)", codes,
         counted(change.new) if change.new and put else None),
        (r"All (\d+) visible entries are numbered, linked and closed as the rules ask\.", lambda m: int(m[1]),
         n if consistent and n > 2 else None),
        (r"Both visible entries are numbered, linked and closed as the rules ask\.", lambda m: "", when(consistent and n == 2)),
        (r"The one visible entry is numbered, linked and closed as the rules ask\.", lambda m: "", when(consistent and n == 1)),
        (r"But for x_aerscope_training every entry is as it was: these steps come to nothing\.", lambda m: "",
         when(equal and not repaired)),
        (r"Every entry has the digest that stood in its place before: what was changed shows in no digest, so no rule "
         r"of the chain sees it\.", lambda m: "", when(plain and same and not equal)),
        (r"Every link that broke was rewritten, and nothing inside tells that another digest stood there before\.",
         lambda m: "", when(plain and not same and p.rewritten())),
        (r"Nothing inside cites the digest of the last entry, so an end can be cut off and closed anew, or the last "
         r"entry be replaced\.", lambda m: "", when(plain and not same and not p.rewritten())),
        (r"Only what is known from outside can show it\.", lambda m: "", when(plain and not same and not p.warnings.new)),
        (r"No rule tells that it failed before\.", lambda m: "", when(repaired and p.was == "broken")),
        (r"No rule tells that it was called historical before\.", lambda m: "", when(repaired and p.was == "historical")),
        (r"It failed before, and these steps add no failure\.", lambda m: "", when(p.now == "broken" and not noticed)),
        (r"It was called historical before, and is so again: links of revision -06 bind the bytes alone, and of the "
         r"last entry nothing\.", lambda m: "", when(p.now == "historical" and not noticed)),
        (r"Every link of revision -06 holds, and they bind no metadata: the timeline is called historical, whatever fails "
         r"by the current rules\.", lambda m: "", when(p.now == "historical" and noticed)),
        (r"By revision -06 the link into entry (\d+) does not hold: its prev_digest is not the SHA-256 of the "
         r"bytes of entry (\d+)(?=; so)", lambda m: (int(m[1]), int(m[2])),
         (unlinked, unlinked - 1) if turned and unlinked > 1 and stored and not unread else None),
        (r"By revision -06 entry (\d+) has no link: it has no prev_digest that is a string(?=; so)", lambda m: int(m[1]),
         unlinked if turned and unlinked > 1 and not stored else None),
        (r"By revision -06 the link into entry (\d+) cannot hold: the bytes of entry (\d+), whose SHA-256 it would be, "
         r"cannot be read(?=; so)", lambda m: (int(m[1]), int(m[2])),
         (unlinked, unlinked - 1) if turned and unlinked > 1 and stored and unread else None),
        (r"By revision -06 its first prev_digest is not 64 zeros(?=; so)", lambda m: "", when(turned and unlinked == 1)),
        (r"With one entry there is no link that would show it to be of revision -06(?=; so)", lambda m: "",
         when(turned and not unlinked and n == 1)),
        (r"By revision -06 (\S+) is a failure too(?=; so)", lambda m: m[1],
         both[0] if turned and not unlinked and n > 1 and both else None),
        (r"; so it is not called historical any more, and the current rules count\.", lambda m: "", when(turned)),
        (r"Warnings that were not there before, by code: (.+?); a warning is no failure\.", codes,
         counted(p.warnings.new) or None),
        (r"Warnings that are not there any more, by code: (.+?)\.(?= |$)", codes, counted(p.warnings.gone) or None),
    ], noticed


# ------------------------------------------------------------------ what is known from outside

def findings_of(document, prefix, severity="failure"):
    """[(entry or 0, code, member, details)] of the references or the list; the reference or the action is a member"""
    found = []
    for one in document["findings"]:
        if one["severity"] != severity or not one["code"].startswith(prefix):
            continue
        if "reference" in one:
            reference = document["judgements"]["endpoint"]["references"][one["reference"]]
            if reference["embedded"] or reference["result"] == "unusable":
                continue
            found.append((0, one["code"], one["reference"],
                          (one["message"], one["stored"], one["recomputed"], one.get("missing"))))
        elif one["entry"]:
            found.append((one["entry"], one["code"], None, ()))
        else:
            found.append((0, one["code"], one.get("action"), (one.get("missing"),)))
    return found


def messages_of(document, prefix, codes):
    return {one["message"] for one in document["findings"] if one["code"] in codes and one["code"].startswith(prefix)}


ONLY_NOW = r"Before these steps the timeline was historical, and no commitment, head, count or list is held against such a " \
    r"one: what is told here may have been so before\."


def endpoint_rules(p):
    was, now = (document["judgements"]["endpoint"]["result"] for document in p.documents)
    change = Change(*(findings_of(one, ("commitment.", "baseline.")) for one in p.documents), p.origins)
    warnings = Change(*(findings_of(one, ("commitment.closed", "baseline.not_bound"), "warning") for one in p.documents),
                      p.origins)
    open_end = now not in ("matches", "contradicted")
    behind = attack_told.behind_end(p)
    agrees = any(one["result"] == "not_assessed" and one["kind"] in ("count", "manifest") and
                 one["entry_count"] == len(p.after) for one in p.documents[1]["judgements"]["endpoint"]["references"])
    ends = [one["kind"] for one in p.documents[1]["judgements"]["endpoint"]["references"] if one["result"] == "matches"]
    commits = [code for code, *_ in change.new + change.other if code in ("commitment.job", "commitment.count",
                                                                          "commitment.digest")]
    noticed = now == "contradicted" and bool(change.new or was != now)
    same_checks = now == "contradicted" and not noticed and bool(change.other)

    def said(kind):
        return (counted(kind), True) if kind and (noticed or same_checks) else None

    def told(kind):
        return lambda m: (listed(m[1]), m[2] in messages_of(p.documents[1], ("commitment.", "baseline."), set(counted(kind))))

    def when(so):
        return "" if so else None

    codes = r"((?:(?:commitment|baseline)\.[a-z_]+(?: \(\d+ times\))?(?:, )?)+)"
    rules = [
        (r"(?:^|(?<=\. ))" + codes + r": (.+?)\.(?= It was contradicted before as| Said before too| What the reference)",
         told(change.new), said(change.new)),
        (ONLY_NOW, lambda m: "", when(noticed and commits and p.was == "historical" and p.now != "historical")),
        (r"It was contradicted before as well, and this was not said\.", lambda m: "", when(noticed and change.new and was == now)),
        (r"Said before too, and now with other details: " + codes + r": (.+?)\.(?= What the reference| Said before and not| Warnings that| Reference 1 | Before the steps| x_aerscope|$)",
         told(change.other), said(change.other)),
        (r"What the reference is worth depends on who keeps it\.", lambda m: "", when(noticed)),
        (r"Said before and not any more, by code: (.+?)\.(?= |$)", lambda m: listed(m[1]), counted(change.gone) or None),
        (r"It was contradicted before, and these steps add nothing to that\.", lambda m: "",
         when(now == "contradicted" and not noticed and not same_checks)),
        (r"It was contradicted before, by the same checks\.", lambda m: "", when(same_checks)),
        (r"The last entry is the one that the reference states\. What stands before it, and what never reached the "
         r"recorder, a reference to the end does not judge\.", lambda m: "",
         when(now == "matches" and any(kind != "baseline" for kind in ends))),
        (r"The earlier copy that was given has no entry that differs; what neither of the two holds it does not show\.",
         lambda m: "", when(now == "matches" and "baseline" in ends)),
        (re.escape(attack_told.open_end(p)) if open_end else "$^", lambda m: "", when(open_end)),
        (r"Warnings that were not there before, by code: (.+?); a warning is no failure\.", lambda m: listed(m[1]),
         counted(warnings.new) or None),
        (r"Warnings that are not there any more, by code: (.+?)\.(?= |$)", lambda m: listed(m[1]),
         counted(warnings.gone) or None),
        (re.escape(" ".join(behind)) if behind else "$^", lambda m: "", when(behind)),
    ]
    return rules, "noticed" if noticed else "not noticed" if not open_end or agrees else blind(was), was, now


def blind(was):
    return "not assessed" if was in ("not assessed", "not_assessed", "unusable") else "not any more"


def coverage_rules(p, given):
    was, now = (document["judgements"]["coverage"]["result"] for document in p.documents)
    change = Change(findings_of(p.documents[0], "expect."), findings_of(p.documents[1], "expect."), p.origins)
    warnings = Change(*(findings_of(one, "expect.", "warning") for one in p.documents), p.origins)
    # More of an action missing than before is new; less of it is nothing.
    lacking = [{one["action"]: one.get("missing") for one in document["findings"] if one["code"] == "expect.missing"}
               for document in p.documents]
    more = [("expect.missing", 0, 0) for action, n in lacking[1].items() if n > lacking[0].get(action, n)]
    assessed = now != "not_assessed"
    new = change.new + more if assessed else []
    noticed = bool(new)

    def when(so):
        return "" if so else None

    rules = [
        (r"^((?:expect\.[a-z_]+(?: \(\d+ times\))?(?:, )?)+): (.+?)\.(?= It was discrepant before as| Before these steps| Said before and| Not said| Warnings|$)",
         lambda m: (listed(m[1]), m[2] in messages_of(p.documents[1], "expect.", set(counted(new)))),
         (counted(new), True) if new else None),
        (ONLY_NOW, lambda m: "", when(noticed and p.was == "historical" and p.now != "historical")),
        (r"It was discrepant before as well, and this was not said\.", lambda m: "", when(new and was == "discrepant")),
        (r"It was discrepant before, and these steps add nothing to that\.", lambda m: "",
         when(now == "discrepant" and not new)),
        (r"The visible actions are those of the list\. A list names actions: who says that they happened, and calls that "
         r"never reached the recorder, it does not judge\.", lambda m: "", when(now == "reconciled")),
        (r"Said before and not any more, by code: (.+?)\.(?= |$)", lambda m: listed(m[1]),
         counted(change.gone) or None if assessed else None),
        (r"Not said any more, for the entry was taken out, by code: (.+?)\.(?= |$)", lambda m: listed(m[1]),
         counted(change.left) or None if assessed else None),
        (re.escape(attack_told.open_list(p, given)) if not assessed else "$^", lambda m: "", when(not assessed)),
        (r"Warnings that were not there before, by code: (.+?); a warning is no failure\.", lambda m: listed(m[1]),
         counted(warnings.new) or None if assessed else None),
        (r"Warnings that are not there any more, by code: (.+?)\.(?= |$)", lambda m: listed(m[1]),
         counted(warnings.gone) or None if assessed else None),
    ]
    return rules, "noticed" if noticed else "not noticed" if assessed else blind(was), was, now


# ------------------------------------------------------------------ holding

def hold(case, p, judgement, text, rules):
    rest = text
    for pattern, read, so in rules:
        match = re.search(pattern, rest)
        if not pattern.startswith(("$^", "No\\ ", "The\\ ", "A\\ ", "There\\ ", "x_")):
            case.met[pattern[:60]] += match is not None
        got = read(match) if match else None
        if got != so:
            case.say(p.name, "%s: %s" % (judgement, pattern[:70]), "it says %s" % (got,), "it is %s" % (so,), text)
        if match:
            case.sentences += 1
            rest = rest[:match.start()].rstrip() + " \u2502 " + rest[match.end():]
    if rest.replace("\u2502", "").strip():
        case.say(p.name, "%s: not known" % judgement, rest)


def check_timeline(case, p, said):
    rules, noticed = timeline_rules(p)
    want = (p.was, p.now, "noticed" if noticed else "not noticed")
    if said["timeline"][:3] != want:
        case.say(p.name, said["timeline"], want)
    hold(case, p, "timeline", said["timeline"][3], rules)


OUTCOME = "Whether an effect happened no timeline tells, altered or not: the system that owns the effect must say."


def check_outside(case, p, said, given=True):
    """Endpoint, coverage and outcome; `given`: a list was."""
    for judgement, (rules, sight, was, now) in (("endpoint", endpoint_rules(p)), ("coverage", coverage_rules(p, given))):
        got = said[judgement]
        want = was.replace("_", " "), now.replace("_", " "), sight
        if got[:3] != want:
            case.say(p.name, judgement, got, want)
        hold(case, p, judgement, got[3], rules)
    if said["outcome"] != ("not assessed", "not assessed", "not assessed", OUTCOME):
        case.say(p.name, said["outcome"])


# ------------------------------------------------------------------ timelines and steps

def load(path):
    with open(path, encoding="utf-8") as file:
        value = json.load(file)
    return value["timeline"] if isinstance(value, dict) else value


def load_any(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def timelines(samples):
    for name in ("honest", "close-middle", "deleted", "edited", "historical-06", "reclosed", "relabelled", "reordered",
                 "spliced", "cut-open", "beheaded"):
        yield name, load(os.path.join(samples, name + ".json"))
    for spoil in (("set=2.tool=x", "set=6.tool=x"), ("set-bytes=5=x", "stale-hash"), ("set=3.id=7", "set=3.tool=7"),
                  ("set=3.close=true", "set=7.seq=1.5"), ("as-06", "set-bytes=3=zz"), ("duplicate=4",),
                  ("set=3.entry_digest=bad", "set=5.provenance_class=x", "relink=5")):
        yield " ".join(spoil), done(honest(8), spoil, {})


def attacks(count, own, other):
    last, middle = count, count // 2
    for option in ("drop-tail=2", "drop-head=1", "delete=%d" % middle, "delete=%d" % last, "duplicate=%d" % (middle - 1),
                   "duplicate=%d" % last, "move=%d:1" % last, "move=1:%d" % middle, "swap=%d:%d" % (middle, middle + 1),
                   "set=%d.tool=x" % middle, "set=%d.id=7" % middle, "set=2.provenance_class=LOGGED BY AGENT",
                   "set=%d.close=true" % middle, "set=%d.close=false" % middle, "set=%d.created_at=x" % middle,
                   "set=1.job_id=job-2", "set=%d.seq=99" % middle, "set=%d.prev_digest=7" % middle,
                   "set-bytes=%d=\u00e9" % middle, "replace-last=x", "as-06", "splice=%s:2-3@%d" % (other, middle),
                   "splice=%s:1-1@%d" % (own, last + 1)):
        yield (option,)
    yield "drop-tail=%d" % (last - 1), "reclose"
    yield "swap=1:2", "swap=1:2"
    yield "delete=%d" % middle, "splice=%s:%d-%d@%d" % (own, middle, middle, middle)
    yield "drop-tail=1", "splice=%s:%d-%d@%d" % (own, last, last, last)
    yield "set=2.tool=a", "set=3.tool=b"
    yield "duplicate=2", "delete=2"
    yield "duplicate=3", "move=3:1"
    yield "duplicate=3", "move=4:2", "set=2.tool=x"
    yield "swap=3:2", "set=3.job_id=other"
    yield "move=%d:%d" % (middle + 1, middle),
    yield "drop-head=1", "set=1.tool=x"
    yield ()


def programs(case, entries, own, other):
    """Bounded: each attack alone, and with one of the repairs in turn."""
    turn = 0
    for attack in attacks(len(entries), own, other):
        repairs = REPAIRS[1:] if case.whole else (REPAIRS[1 + (turn + case.count) % 8],)
        turn += 1
        for repair in ((),) + tuple(repairs):
            start = 1 if attack[1:] == ("reclose",) else 2
            options = attack + tuple(text % start if "%d" in text else text for text in repair)
            if options and not (".created_at" in options[0] and "created_at" not in entries[0]):
                yield options


def sourced(name, entries):
    return [dict(entry, **{"from": (name, number)}) for number, entry in enumerate(entries, 1)]


def explain(case, p, *options):
    case.count += 1
    run = case.run("attack", case.path("before.json"), *["--" + option for option in p.options], "--explain", *options)
    if run.returncode != 0:
        case.say(p.name, "status %d" % run.returncode, run.stderr)
        return None
    said = run.stderr.decode()
    attack_told.check_steps(case, p, said)
    attack_told.check_copy(case, p, said, json.loads(run.stdout))
    return sections(re.sub(r"^aerscope: .*", "", said, flags=re.M))


def documents(case, files, outside):
    """Each is judged for itself: of several, a reference is held against those of its job alone."""
    run = case.run("verify", "--format=ndjson", "--all-findings", "--effort=1", *outside, *files)
    return [json.loads(line) for line in run.stdout.splitlines()]


def one_timeline(case, name, plain):
    before = numbered(plain)
    own, other = case.path("own.json"), case.path("other.json")
    sources = {own: sourced(own, plain), other: sourced(other, honest(5, "job-2"))}
    case.write("own.json", plain)
    case.write("before.json", plain)
    made = []
    for options in programs(case, before, own, other):
        p = Program("%s: %s" % (name, " ".join(options)), options, before, sources)
        p.file = case.path("after-%d.json" % len(made))
        case.write(os.path.basename(p.file), [bare(entry) for entry in p.after])
        made.append(p)
    first = documents(case, [case.path("before.json")], ())[0]
    for p, document in zip(made, documents(case, [p.file for p in made], ())):
        p.documents = [first, document]
        p.messages = collections.defaultdict(set)
        for one in document["findings"]:
            p.messages[one["code"], one["entry"]].add(one["message"])
    for turn, p in enumerate(made):
        said = explain(case, p)
        if said is not None:
            check_timeline(case, p, said)
            check_outside(case, p, said, False)
        if case.whole or turn % 3 == 0:
            outside_of(case, p)


def outside_of(case, p):
    outside = ("-c", case.path("kept/end.json"), "--count=8", "--baseline=" + case.path("kept/earlier.json"),
               "--expect=" + case.path("kept/list.json"))
    p.kept = load(case.path("kept/earlier.json"))
    p.documents = [one for file in (case.path("before.json"), p.file) for one in documents(case, [file], outside)]
    said = explain(case, p, *outside)
    if said is not None and len(p.documents) == 2:
        check_timeline(case, p, said)
        check_outside(case, p, said)


def main():
    case = Case(sys.argv[1], sys.argv[3], sys.argv[4:] == ["all"])
    samples = sys.argv[2]
    drawn = sys.argv[4:5] == ["random"]
    if not drawn:
        fixed(case, samples)
    attack_random.run(case, samples, *(map(int, sys.argv[5:7]) if drawn else (1, 200)))
    unmet = [pattern for pattern, number in case.met.items() if number == 0]
    if unmet and not drawn:
        case.say("sentences that no program led to", unmet)
    print("%d programs, %d sentences, %d wrong" % (case.count, case.sentences, case.wrong))
    return 1 if case.wrong or not case.count else 0


def fixed(case, samples):
    os.makedirs(case.path("kept"), exist_ok=True)
    case.write("other.json", honest(5, "job-2"))
    for name, plain in timelines(samples):
        kept = load(os.path.join(samples, "honest.json")) if plain[0].get("job_id") == "pay-71" else honest(8)
        case.write("kept/earlier.json", kept)
        case.write("kept/end.json", {"job_id": kept[0]["job_id"], "final_entry_digest": digest(kept[-1]),
                                     "entry_count": len(kept), "published_at": "2026-10-05T09:41:30Z"})
        case.write("kept/list.json", {"schema": "aerscope.expected/1", "job_id": kept[0]["job_id"], "source": "s",
                                      "frozen_at": "2026-01-01T00:00:00Z", "order": "strict",
                                      "actions": [{"tool": entry["tool"], "kind": "expected"} for entry in kept]})
        one_timeline(case, name, plain)


if __name__ == "__main__":
    sys.modules["attack_said"] = sys.modules["__main__"]
    import attack_random
    sys.exit(main())
