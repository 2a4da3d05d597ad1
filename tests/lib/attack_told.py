"""What `aerscope attack --explain` must say, word for word: of the steps, of the copy, of an end that nobody contradicts
or matches, and of a list that was not held against the copy.

Each sentence is put together from what is so: from the entries before and after, by a model of the steps and of the
rules, and from what `aerscope verify` says of both with the same references.
"""

import collections
import datetime
import json
import re

from attack_matrix import MARK, REPAIRS, digest, done, endpoint_of, output_of, replaced

STANDINGS = {"L": "agent assertion", "O": "gateway observation", "E": "recorder execution"}


def number_of(count, one, many):
    return "%d %s" % (count, one if count == 1 else many)


# ------------------------------------------------------------------ steps

def class_of(entry):
    said = entry.get("provenance_class")
    if not isinstance(said, str):
        return "(no class, no standing)"
    known = re.fullmatch(r"LOGGED BY AGENT|OBSERVED VIA GATEWAY|EXECUTED BY [A-Z0-9](?:[A-Z0-9._ -]*[A-Z0-9])?", said)
    return '("%s", %s)' % (said, STANDINGS[said[0]] if known else "none")


def shown(text):
    """A value as it is written: JSON as it stands, else as a JSON string; long ones are cut."""
    try:
        json.loads(text)
    except ValueError:
        text = json.dumps(text, ensure_ascii=False)
    return text if len(text) <= 76 else text[:76] + "..."


def quoted(text):
    try:
        if not isinstance(json.loads(text), str):
            return text
    except ValueError:
        pass
    return '"%s"' % text


def set_says(entries, argument, number):
    place, _, value = argument.partition("=")
    at, _, member = place.partition(".")
    bound = member in ("seq", "prev_digest", "job_id", "id", "tool", "provenance_class", "canonical_bytes", "close")
    stored = member in ("output_hash", "entry_digest")
    return "Entry %s %s: %s is set to %s." % (
        at, class_of(entries[number - 1]),
        member if bound else '"%s", which the digest does not bind%s,' % (
            member, " and which is held against what is recomputed" if stored else ""), shown(value))


def repair_says(name, start, count):
    none = "; where that has none, what is stored stays. Stored entry_digests there follow."
    if name == "renumber":
        return "Repair: the seq of the one entry is set to 1." if count == 1 else \
            "Repair: every seq is set to the position of its entry, 1 to %d." % count
    if name == "reclose":
        return "Repair: close of the one entry is set to true." if count == 1 else \
            "Repair: close of entry %d, the last, is set to true, and every other that is stored to false." % count
    if name == "as-06":
        return "prev_digest of the one entry is set to that of revision -06: 64 zeros." if count == 1 else \
            "Every prev_digest is set to that of revision -06: the first to 64 zeros, the others to the SHA-256 of the " \
            "decoded canonical_bytes of the entry before, which binds no metadata; where these cannot be decoded, what " \
            "is stored stays."
    if count == 1:
        return "Repair: prev_digest of the one entry is set to 64 zeros, and a stored entry_digest follows."
    if start == 1:
        return "Repair: every prev_digest is set: the first to 64 zeros, the others to the recomputed digest of the " \
            "entry before" + none
    if start == count:
        return "Repair: prev_digest of entry %d, the last, is set to the recomputed digest of the entry before%s" % (
            count, none)
    return "Repair: every prev_digest from entry %d on is set to the recomputed digest of the entry before%s" % (start, none)


def says(entries, option, stale):
    """One step, done to these entries; None: it is not foretold word for word."""
    name, _, argument = option.partition("=")
    numbers = [int(text) for text in re.findall(r"\d+", argument.rpartition("@")[0].rpartition(":")[2] + " " +
                                                 argument.rpartition("@")[2] if name == "splice" else argument)]
    count, first = len(entries), numbers[0] if numbers else 1
    if name in ("drop-tail", "drop-head"):
        which = "last" if name == "drop-tail" else "first"
        which += "" if first == 1 else " %d" % first
        return "The %s of %d entries %s dropped; %d %s left." % (
            which, count, "is" if first == 1 else "are", count - first, "is" if count - first == 1 else "are")
    if name == "delete":
        return "Entry %d %s is removed; %d %s left." % (first, class_of(entries[first - 1]), count - 1,
                                                        "is" if count == 2 else "are")
    if name == "duplicate":
        return "A copy of entry %d %s is put behind it, as entry %d." % (first, class_of(entries[first - 1]), first + 1)
    if name == "move":
        return "Entry %d %s is taken out and becomes entry %d." % (first, class_of(entries[first - 1]), numbers[1])
    if name == "swap":
        return "Entries %d %s and %d %s change places." % (first, class_of(entries[first - 1]), numbers[1],
                                                           class_of(entries[numbers[1] - 1]))
    if name == "set":
        return set_says(entries, argument, first)
    if name == "set-bytes":
        return "Entry %d %s: canonical_bytes are set, and an output_hash, where one is stored, %s; decoded they are: %s." % (
            first, class_of(entries[first - 1]), "stays" if stale else "follows", quoted(argument.partition("=")[2]))
    if name == "replace-last":
        return "Entry %d %s, the last, becomes another one: its id is drawn from its bytes, hashes that it stores follow, " \
            "and its bytes are: %s." % (count, class_of(entries[-1]), quoted(argument))
    if name == "splice":
        last, at = numbers[1], numbers[2]
        return ("Entry %d of FILE is put in as entry %d." % (first, at)) if first == last else \
            "Entries %d to %d of FILE are put in as entries %d to %d." % (first, last, at, at + last - first)
    return repair_says(name, first, count)


def check_steps(case, p, said):
    said = said[said.index("STEPS") + 5:said.index("WHO NOTICES")]
    told = [" ".join(text.split()) for text in re.split(r"^  \d+ {2,}", said, flags=re.M)[1:]]
    stale, entries, want = "stale-hash" in p.options, p.before, []
    for option in p.options:
        if option == "stale-hash":
            continue
        want.append(says(entries, option, stale))
        entries = done(entries, (option,) + ("stale-hash",) * stale, p.sources)
    told = [re.sub(r"^(Entr(?:y|ies) [0-9 to]+ of ).*( (?:is|are) put in as)", r"\1FILE\2", text) for text in told]
    case.sentences += len(want)
    if len(told) != len(want) or any(one != two for one, two in zip(told, want) if two is not None):
        case.say(p.name, "steps", told, want)


def check_copy(case, p, said, written):
    """How many entries, and which of them carry the mark."""
    line = re.search(r"a training copy: (.*)", said)[1]
    marks = [MARK in entry for entry in written]
    case.sentences += 1
    if not line.startswith("%s became %d; " % (number_of(len(p.before), "entry", "entries"), len(p.after))):
        case.say(p.name, "copy", line)
    had = any(MARK in entry for entry in p.before)
    last = "no entry that is left was altered, so the last one carries" in line
    written_to = "those that a step wrote or put where they are carry" in line
    every = "every entry carries" in line
    if (every and not all(marks)) or (last and ((any(marks[:-1]) and not had) or not marks[-1])) or (written_to and not any(marks)) or \
            not (every or last or written_to):
        case.say(p.name, "marks", line, marks)


# ------------------------------------------------------------------ the end

def unlike(change, kinds):
    return ", ".join(code + (" (%d times)" % n if n > 1 else "") for code, n in sorted(
        collections.Counter(code for code, *_ in change).items(), key=lambda one: kinds.index(one[0])))


def is_closed_alone(p, number, end):
    return digest(p.after[number - 1]) != end


def earlier(p, number, end):
    behind = len(p.after) - number
    closed = is_closed_alone(p, number, end)
    return "entry %d here %s the digest that it states%s; %s behind that, of which it says nothing" % (
        number, "would, with close true, have" if closed else "has",
        ", and is open (commitment.closed)" if closed else "",
        number_of(behind, "entry stands", "entries stand"))


def would(p):
    """What a commitment of the end as it was would give."""
    if p.now == "historical":
        return "No commitment, head or count is held against a historical timeline."
    if p.was == "historical":
        return "No commitment, head or count is held against a historical timeline, as this one was before the steps; one would be " \
            "held against it now, and what that says may have been so before."
    if not p.before:
        return "There was no end that could have been published."
    end, count = digest(p.before[-1]), len(p.before)
    job = next((entry["job_id"] for entry in p.before if isinstance(entry.get("job_id"), str) and entry["job_id"]), "?")
    if end is None:
        return "The end as it was has no digest that could have been published."
    result, codes = endpoint_of(p.after, p.now, {"job_id": job, "final_entry_digest": end, "entry_count": count})
    text = "A commitment of the end as it was, kept outside, "
    if job != "?" and any(entry.get("job_id") != job for entry in p.before):
        text += "for the job of entry %d as it was, " % next(
            number for number, entry in enumerate(p.before, 1) if entry.get("job_id") == job)
    if result == "unusable":
        return text + "could not be used: no entry here is of the job that it names."
    if result == "matches":
        return text + "would match: these steps leave the number of entries and the final digest as they were."
    if result == "earlier":
        return text + "would be that of an earlier end: " + earlier(p, count, end) + "."
    words = [code.split(".")[1] for code in codes]
    counts = "%d committed, %d here" % (count, len(p.after))
    if words == ["count"]:
        return text + "would contradict by its count alone: %s; the final digest is the same." % counts
    parts = {"job": "job", "count": "count (%s)" % counts, "digest": "digest"}
    if len(words) == 1:
        text += "would contradict by its %s alone" % words[0]
        text += "; a count of %d would pass" % count if words == ["digest"] else ""
    elif len(words) == 2:
        text += "would contradict by its %s and by its %s" % tuple(parts[word] for word in words)
    else:
        text += "would contradict by its job, count (%s) and by its digest" % counts
    if "job" in words:
        text += ": not every entry here is of the job that it names"
        text += ", nor was before" if any(entry.get("job_id") != job for entry in p.before) else ""
    return text + "."


WORDS = {"commitment": "commitment", "head": "head", "count": "count", "baseline": "earlier copy", "manifest": "receipt"}


def one_given(p, number, reference, document):
    kind, result = reference["kind"], reference["result"]
    word, count = WORDS[kind], len(p.after)
    if result == "unusable":
        why = [one for one in document["findings"] if one.get("reference") == number and one["severity"] == "failure"]
        if not why and p.now == "historical":
            return []
        return ["The %s that was given says nothing about this timeline%s." % (
            word, ": %s: %s" % (why[0]["code"], why[0]["message"]) if why else "")]
    if result == "earlier" and kind == "baseline":
        return ["The earlier copy that was given ends with entry %d; %s behind that, of which it says nothing." % (
            len(p.kept), number_of(count - len(p.kept), "entry stands", "entries stand"))]
    if result == "earlier":
        end = reference["final_entry_digest"]
        place = reference["entry_count"] or [digest(entry) for entry in p.after].index(end) + 1
        return ["The %s that was given is of an earlier end: %s." % (word, earlier(p, place, end))]
    if kind == "manifest" and reference["entry_count"] == count:
        return ["The receipt that was given has %s, and that number agrees: it bounds the length and fixes no content." %
                number_of(count, "step", "steps")]
    if kind == "count" and reference["entry_count"] == count:
        return ["A count of %d was given and agrees: it bounds the length and fixes no content." % count]
    return ["The %s that was given neither confirms nor contradicts this end." % word]


def each_given(p):
    """Of several references, each by itself."""
    def word(one, count):
        agrees = one["result"] == "not_assessed" and one["kind"] in ("count", "manifest") and one["entry_count"] == count
        return "agrees" if agrees else one["result"].replace("_", " ")

    sets = [[one for one in document["judgements"]["endpoint"]["references"] if not one["embedded"]] for document in p.documents]
    out = []
    for number, (was, now) in enumerate(zip(*sets)):
        words = word(was, len(p.before)), word(now, len(p.after))
        name = "Reference %d (%s%s): " % (number + 1, was["kind"], ' "%s"' % was["path"] if was.get("path") else "")
        settled = p.documents[1]["judgements"]["endpoint"]["result"] in ("matches", "contradicted")
        why = [": %s: %s" % (one["code"], one["message"]) for one in p.documents[1]["findings"]
               if one.get("reference") == number and one["severity"] == "failure"] \
            if now["result"] == "unusable" and settled else []
        out.append(name + ("%s before and after" % words[0] if words[0] == words[1] else "%s before, %s after" % words) +
                   "".join(why[:1]) + ".")
    more = len(out) - 8
    return [] if len(out) < 2 else out[:8] + ["%d more were given." % more] * (more > 0)


def behind_end(p):
    """What is said behind all that, of any end."""
    out = each_given(p)
    for one in p.documents[0]["judgements"]["endpoint"]["references"]:
        if one["embedded"]:
            out.append("Before the steps the end is held against the commitment in the timeline's own file (%s); that is "
                       "not carried over into the copy, which is judged without it." % one["result"].replace("_", " "))
    if any(one["kind"] == "baseline" and one["result"] != "unusable"
           for one in p.documents[1]["judgements"]["endpoint"]["references"]):
        out.append("x_aerscope_training is left out where the earlier copy is compared; verify does not leave it out of a copy "
                   "that carries it.")
    return out


def open_end(p):
    """Of an end that nothing matches or contradicts, up to what was said before."""
    references = p.documents[1]["judgements"]["endpoint"]["references"]
    said = [text for number, one in enumerate(references) for text in one_given(p, number, one, p.documents[1])]
    out = list(dict.fromkeys(said))
    again = len(said) - len(out)
    out += ["%d more %s what was said of another." % (again, "gives" if again == 1 else "give")] * (again > 0)
    same = would(p)
    kept = re.fullmatch("(A commitment of the end as it was, kept outside, (?:for the job of entry [0-9]+ as it was, )?would )be that (of an earlier end: .*)", same)
    if kept and any(text.endswith(" that was given is " + kept[2]) for text in said):
        same = kept[1] + "say the same."
    return " ".join(out + ["No reference from outside was given."] * (not references) + [same])


# ------------------------------------------------------------------ the list

def reordered(p, whole):
    """Whether the entries, of the job or all, cannot be found one behind the other any more as they were; of one that stands
    twice either will do."""
    job, places = p.before[0].get("job_id") if p.before else None, collections.defaultdict(list)
    for place, (entry, tracked_as) in enumerate(zip(p.after, p.origins)):
        origin = entry.get("origin", 0) if "from" not in entry else 0
        if not origin or not whole and any(one.get("job_id") != job for one in (entry, p.before[origin - 1])):
            continue
        if not named(p.before[origin - 1]):
            continue
        if tracked_as or (entry.get("tool"), content_of(entry)) == (p.before[origin - 1].get("tool"),
                                                                    content_of(p.before[origin - 1])):
            places[origin].append(place)
    last = -1
    for origin in sorted(places):
        last = next((place for place in places[origin] if place > last), None)
        if last is None:
            return True
    return False


def named(entry):
    """A list names tools: whether it can name this entry."""
    return isinstance(entry.get("tool"), str) and entry["tool"] != ""


def content_of(entry):
    return entry.get("id"), output_of(entry.get("canonical_bytes")) or entry.get("canonical_bytes")


def list_would(p):
    """What a list that was frozen beforehand would say, of which nobody knows what it names."""
    job = p.before[0].get("job_id") if p.before else None
    known = isinstance(job, str)
    pairs = [(p.before[origin - 1], entry) for origin, entry in zip(p.origins, p.after) if origin]
    added = [entry for origin, entry in zip(p.origins, p.after) if not origin]
    left = {origin for origin in p.origins if origin}
    went = any(named(entry) for number, entry in enumerate(p.before, 1) if number not in left)
    came = any(map(named, added))

    def differ(read, of=lambda one, two: True):
        return any(read(one) != read(two) for one, two in pairs if of(one, two))

    if p.was == "historical":
        return "No list of expected actions was given. None is held against a historical timeline, as this one was before the " \
            "steps; one would be held against it now, and what that says may have been so before."
    text = "No list of expected actions was given. One that was frozen beforehand "
    if known and not any(entry.get("job_id") == job for entry in p.after):
        return text + "for the job of entry 1 as it was says nothing of entries none of which is of that job."
    if not known:
        text += "and names no job, for %s, " % ("entry 1 as it was has none" if p.before else "there was no entry")
    changed = {name: differ(lambda entry, name=name: entry.get(name)) for name in ("job_id",)}
    tool = differ(lambda entry: entry.get("tool"), lambda one, two: named(one))
    new_tool = differ(named, lambda one, two: not named(one)) and not tool
    whole = reordered(p, True)
    own = reordered(p, False) if known else whole
    jobs = known and any(entry.get("job_id") != job for entry in p.before)
    ids, data = (differ(read, lambda one, two: named(one) and named(two)) for read in
                 (lambda entry: entry.get("id"), lambda entry: content_of(entry)[1]))
    clauses = [
        ("would miss what was taken out, if it expects it" + " and an entry of its job is left" * jobs, went),
        ("would not have expected what was put in, unless it allows for it", added),
        ("would not have expected entries of another job, if it names the job",
         known and any(entry.get("job_id") != job for entry in added)),
        ("would judge otherwise what had its job changed, if it names the old or the new one", known and changed["job_id"]),
        ("would miss a tool that was changed, if it expects it, and not have expected what stands in its place, unless it "
         "allows for it", tool),
        ("would not have expected an entry that got a tool, unless it allows for it", new_tool),
        ("would notice the ids that were changed only if it names ids", ids and not data),
        ("would notice the bytes that were changed only if it names output hashes", data and not ids),
        ("would notice the ids that were changed only if it names ids, and the bytes only if it names output hashes", ids and data),
        ("would have another order, if it is strict about that, expects these entries and tells them apart", own),
        ("would have another order, if it names no job, is strict about that, expects these entries and tells them apart",
         whole and not own),
        ("may have another order, if it is strict about that and an action that it expects comes more than once",
         (went or came or tool or new_tool) and not own and not whole and sum(map(named, p.after)) > 1)]
    said = [clause for clause, so in clauses if so]
    nameless = len(left) < len(p.before) or differ(lambda entry: (entry.get("tool"), content_of(entry)),
                                                   lambda one, two: not named(one) or not named(two))
    text += "; ".join(said) or (
        "would have nothing new to say of these steps: what was taken out or changed has no tool that a list could name, so "
        "that none expects it" if nameless else
        "would have nothing to say of these steps: no action came, went or changed its %stool, id or bytes" % ("job, " if known else ""))
    if went and came:
        text += "; where a call that was put in has the tool of one that was taken out, it stands for that, unless the list names " \
            "ids or output hashes, and these differ"
    return text + frozen(first_time(p.before), first_time(p.after)) + "."


def first_time(entries):
    """The first created_at that is a time (RFC 3339)."""
    for entry in entries:
        text = entry.get("created_at")
        if isinstance(text, str) and re.fullmatch(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", text):
            return datetime.datetime.fromisoformat(re.sub("[Zz]$", "+00:00", text.upper()))
    return None


def frozen(was, now):
    if was == now:
        return ""
    if now is None:
        return "; no created_at is a time any more, so that no list is shown to be frozen beforehand"
    if was is None:
        return "; a created_at is a time now, so that a list may be shown to be frozen beforehand"
    if now < was:
        return "; the first created_at that is a time is an earlier one now, so that a list may not be shown to be frozen " \
            "beforehand that was"
    return "; the first created_at that is a time is a later one now, so that a list may pass for frozen beforehand that did not"


def open_list(p, given):
    """Where no list was held against the copy."""
    if not given:
        return "No list of expected actions is held against a historical timeline." if p.now == "historical" else list_would(p)
    why = [one for one in p.documents[1]["findings"] if one["code"] == "expect.form"]
    if why:
        return "The list that was given says nothing about this timeline: expect.form: %s." % why[0]["message"]
    return "No list of expected actions is held against a historical timeline."
