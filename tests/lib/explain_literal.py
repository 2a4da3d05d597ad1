"""Sentences that aerscope calls proved, taken at their word.

Each has to be of a form that is known here, a relation between digests, and
the relation has to hold by digests that are taken here.  A sentence of any
other form is a fault, so that nothing is called proved that nobody checked.
"""

import base64
import re

from explain_digests import SAYS, ZEROS, digest, payload, sha

NAMES = {says: name for name, says in SAYS.items()}
# Put into the forms below in place of the word.
PARTS = {
    "N": r"([0-9]+)",
    "LIST": r"((?:[0-9]+(?:, | and )?)+)",
    "WRITTEN": r"(?:, written otherwise \((.*?)\),?)?",
    "REF": r"reference ([0-9]+) \((?:[a-z]+)(?: \"[^\"]*\")?\)",
    "CLOSED": r"(?: with close (true|false))?",
}
FORMS = []


def form(text):
    def keep(check):
        pattern = re.sub("<([A-Z]+)>", lambda m: PARTS[m.group(1)], text)
        FORMS.append((re.compile(pattern, re.DOTALL), check))
        return check
    return keep


def how_of(text):
    return tuple(NAMES[part] for part in text.split("; ")) if text else ()


class Told:
    """A sentence, and what it is about."""

    def __init__(self, case, finding, one):
        self.case, self.finding, self.one = case, finding, one
        self.entries = case.entries
        self.copy = case.copy
        self.text = one["text"]

    def here(self, number):
        return self.entries[int(number) - 1]

    def there(self, number):
        return self.copy[int(number) - 1]

    def given(self, number):
        """The digest that the reference of this number states; those of
        copies are their last ones."""
        case = self.case
        given = [case.reference] if case.reference else []
        return (given + list(case.others))[int(number) - 1][
            "final_entry_digest"]

    def count(self, number=None):
        case = self.case
        given = [case.reference] if case.reference else []
        return (given + list(case.others))[
            int(number or self.finding["reference"] + 1) - 1]["entry_count"]

    def stated(self):
        return self.given(self.finding["reference"] + 1)

    def changes(self):
        one = self.one
        return [(x["member"], x["found"], x["original"])
                for x in [one] + one.get("also", []) if x["member"]]

    def otherwise(self, entry):
        """The entry with its members as they are said to have been, and what
        stands for the hash of its bytes."""
        entry, output = dict(entry), None
        for name, _, original in self.changes():
            if name == "canonical_bytes":
                output = original
            elif name == "seq":
                entry[name] = int(original)
            elif name == "close":
                entry[name] = original == "true"
            else:
                entry[name] = original
        return entry, output

    def found_is_here(self, entry):
        """What is said to be found is what stands there."""
        for name, found, _ in self.changes():
            stands = entry.get(name)
            if name == "canonical_bytes":
                try:
                    stands = sha(base64.b64decode(stands, validate=True))
                except ValueError:
                    stands = None
            elif name == "close":
                stands = str(bool(stands)).lower()
            elif name == "seq":
                stands = str(stands)
            if found != stands:
                return False
        return True

    def gives(self, number, how):
        """Digest of an entry with its members put otherwise."""
        entry, output = self.otherwise(self.here(number))
        return self.found_is_here(self.here(number)) and digest(
            entry, how, output)

    def run(self, value, first, last, how, less=0):
        """Digest of entry `last` when `first` and those after it follow one
        with this digest."""
        for i in range(first, last + 1):
            one = self.here(i)
            value = digest(dict(one, prev_digest=value,
                                seq=one["seq"] - less), how)
        return value


def linked(some, first, last):
    """Links that hold lead from entry `first` to `last`."""
    return all(some[i]["prev_digest"] == digest(some[i - 1])
               for i in range(int(first), int(last)))


def has(some, value):
    return any(digest(one) == value for one in some)


def closed_as(entry, word):
    return dict(entry, close=word == "true") if word else entry


def record(entry):
    return [entry.get(name) for name in (
        "id", "tool", "provenance_class", "job_id", "canonical_bytes")]


# --- other entries of the file

@form("the prev_digest of entry <N> is the digest of entry <N>"
      "(?: with seq <N>)?<WRITTEN>")
def points(told, at, to, seq, how):
    one = told.here(to)
    if seq:
        one = dict(one, seq=int(seq))
    return (told.here(at)["prev_digest"] == digest(one, how_of(how)) and
            (told.one["entry"], told.one["other"]) == (int(at), int(to)))


@form("the prev_digests of entries <LIST> fit the order with (?:entries <N> "
      "and <N> exchanged|entry <N> at position <N>): they are the digests of "
      "those that would then stand before them((?:, entry [0-9]+ with seq "
      "[0-9]+|, 64 zeros where none would)*)<WRITTEN>")
def other_order(told, listed, n, m, moved, to, marks, how):
    order = list(range(1, len(told.entries) + 1))
    if n:
        n, m = int(n), int(m)
        order[n - 1], order[m - 1] = m, n
    else:
        order.insert(int(to) - 1, order.pop(int(moved) - 1))
    seqs = {int(a): int(b) for a, b in re.findall(
        "entry ([0-9]+) with seq ([0-9]+)", marks)}
    before = {a: b for b, a in zip([0] + order, order)}
    numbers = [int(x) for x in re.findall("[0-9]+", listed)]
    # Those whose neighbour in front is another than here, and no others.
    if numbers != [x for x in sorted(order) if before[x] != x - 1]:
        return False
    named = {told.one["entry"], told.one["other"]}
    if named != ({n, m} if n else {int(moved), int(to)}):
        return False
    if ("64 zeros" in marks) != any(before[x] == 0 for x in numbers):
        return False
    for x in numbers:
        y = before[x]
        stored = told.here(x)["prev_digest"]
        if y == 0:
            if stored != ZEROS:
                return False
            continue
        one = dict(told.here(y), seq=seqs.get(y, told.here(y)["seq"]))
        if y in seqs and seqs[y] != order.index(y) + 1:
            return False
        if stored not in [digest(one, how_of(how)), digest(one)]:
            return False
    return True


@form("entry <N>( with the seq of the other)? has the digest of entry <N>"
      "<WRITTEN>: what it binds is the same in both( but for seq)?")
def twice(told, a, numbered, b, how, but):
    one, other = told.here(a), told.here(b)
    if bool(numbered) != bool(but) or a == b or (
            told.one["entry"], told.one["other"]) != (int(a), int(b)):
        return False
    if numbered:
        one = dict(one, seq=other["seq"])
    return digest(one, how_of(how)) == digest(other, how_of(how))


# --- an entry put otherwise

@form("entry <N> with .*? digests to the stored value(: the same member "
      "stands there again with another value)?")
def put_otherwise(told, number, again):
    if again:
        return told.case.text is not None
    how = re.search(r", written otherwise \((.*)\), digests", told.text)
    return int(number) == told.finding["entry"] - 1 and told.gives(
        number, how_of(how and how.group(1))) == told.finding["stored"]


@form("entry <N> with prev_digest .*? digests to the value that entry <N> "
      "stores(, and that prev_digest is the digest of the entry before it)?")
def own_link(told, number, after, before):
    how = re.search(r", written otherwise \((.*)\), digests", told.text)
    how = how_of(how and how.group(1))
    value = told.changes()[0][2]
    number = int(number)
    return (told.gives(number, how) == told.here(after)["prev_digest"] and
            (value == digest(told.here(number - 1), how) if before
             else number == 1 and value == ZEROS))


@form("entry <N> as it stands, written otherwise \\((.*)\\), digests to the "
      "stored value; of <N> broken links <N> hold in this or another such "
      "way of writing(?:, and (?:at least )?<N> other links? holds? as the "
      "format writes, where that makes a difference)?")
def encoded(told, number, how, links, held, plain):
    return (int(held) <= int(links) and
            int(number) == told.finding["entry"] - 1 and digest(
                told.here(number), how_of(how)) == told.finding["stored"])


@form("the stored value is the digest of entry <N> by the construction of "
      "revision -06, which binds its decoded canonical_bytes and nothing else")
def by_bytes(told, number):
    return sha(payload(told.here(number))) == told.finding["stored"]


@form("the stored value is the digest of entry <N> by the current "
      "construction")
def by_members(told, number):
    return digest(told.here(number)) == told.finding["stored"]


def relinked(told, number, without, last, stored):
    how = re.search(r", written otherwise \((.*)\), give", told.text)
    how = how_of(how and how.group(1))
    number = int(number)
    if without:
        before = told.here(number - 1) if number > 1 else None
        value = digest(before, how) if before else ZEROS
    else:
        value = told.gives(number, how)
    return told.run(value, number + 1, last, how, int(without)) == stored


@form("(without )?entry <N>(?: with .*?)? and the entries after it as they "
      "would then be numbered and linked up to entry <N><WRITTEN> give the "
      "stored value")
def stopped(told, without, number, last, how):
    return int(last) == told.finding["entry"] - 1 and relinked(
        told, number, bool(without), int(last), told.finding["stored"])


# --- what a reference states

@form("(without )?entry <N>(?: with .*?)?(?: and|,) the entries after it as they "
      "would then be numbered and linked(?: up to entry <N>)?<WRITTEN> give "
      "the digest that the reference states")
def rewritten(told, without, number, last, how):
    return relinked_as(told, number, bool(without), how_of(how), last)


def relinked_as(told, number, without, how, last):
    number = int(number)
    if without:
        value = digest(told.here(number - 1), how) if number > 1 else ZEROS
    else:
        value = told.gives(number, how)
    return told.run(value, number + 1, int(last or len(told.entries)), how,
                    int(without)) == told.stated()


@form("entry <N> with .*? has the digest that the reference states")
def earlier_otherwise(told, number):
    how = re.search(r", written otherwise \((.*)\), has", told.text)
    return int(number) == told.count() < len(told.entries) and \
        told.stated() == told.gives(number, how_of(how and how.group(1)))


@form("entry <N> as it stands, written otherwise \\((.*)\\), has the digest "
      "that the reference states")
def earlier_encoded(told, number, how):
    return digest(told.here(number), how_of(how)) == told.stated()


@form("(?:the last entry|entry <N>) with close (true|false), written otherwise "
      "\\((.*)\\), has the digest that the reference states")
def closed_and_written(told, number, close, how):
    one = told.here(number or len(told.entries))
    return bool(one.get("close")) != (close == "true") and told.stated() == \
        digest(closed_as(one, close), how_of(how))


@form("the reference has the digest of entry <N> by the construction of "
      "revision -06, which binds its decoded canonical_bytes and nothing else")
def stated_by_bytes(told, number):
    return sha(payload(told.here(number))) == told.stated()


@form("the prev_digest of entry <N> is the digest that <REF> states")
def cited(told, number, reference):
    return told.here(number)["prev_digest"] == told.given(reference)


@form("(?:entry <N>|the entries from <N> to <N>)(?: in the order with (?:"
      "entries <N> and <N> exchanged|entry <N> at position <N>))?(, numbered "
      "by their places)?(, closed at the last of them alone|, with close (?:true|false))"
      "?, linked (?:each )?to the one in front<WRITTEN>(?:, has|, give) the "
      "digest that the reference states")
def chained(told, one, first, last, n, m, moved, to, numbered, close, how):
    first, last = int(one or first), int(one or last)
    order = list(range(1, len(told.entries) + 1))
    if n:
        n, m = int(n), int(m)
        order[n - 1], order[m - 1] = m, n
    elif moved:
        order.insert(int(to) - 1, order.pop(int(moved) - 1))
    how = how_of(how)
    value = digest(told.here(first - 1), how) if first > 1 else ZEROS
    for place in range(first, last + 1):
        some = dict(told.here(order[place - 1]), prev_digest=value)
        if numbered:
            some["seq"] = place
        if close:
            some["close"] = "false" not in close and place == last
        value = digest(some, how)
    return value == told.stated() and (told.one["entry"], told.one["other"]) \
        == (first, last)


@form("the last entry, <N>, with .*? has the digest that the reference "
      "states")
def last_otherwise(told, number):
    how = re.search(r", written otherwise \((.*)\), has", told.text)
    return int(number) == len(told.entries) and told.stated() == \
        told.gives(number, how_of(how and how.group(1)))


@form("the last entry as it stands, written otherwise \\((.*)\\), has the "
      "digest that the reference states")
def last_encoded(told, how):
    return digest(told.entries[-1], how_of(how)) == told.stated()


@form("the reference has the digest of entry <N><CLOSED><WRITTEN>(?:; that "
      "digest binds seq (-?[0-9]+), and the reference counts (-?[0-9]+))?")
def saw(told, number, close, how, seq, stated):
    # A number is said to be another only where the digest binds another.
    counts = told.count()
    return (told.stated() == digest(closed_as(told.here(number), close),
                                    how_of(how)) and
            (int(seq) == told.here(number)["seq"] and int(stated) == counts
             and int(seq) != counts if seq
             else counts == told.here(number)["seq"]))


@form("<REF> has the digest of (the last visible entry, )?entry <N>"
      "( with close true)?(?:, and the links from entry <N> to it hold)?(?:; "
      "that digest binds seq (-?[0-9]+), and the reference counts (-?[0-9]+))?")
def published(told, reference, last, number, closed, start, seq, stated):
    counts = told.count(reference)
    return ((int(seq) == told.here(number)["seq"] and int(stated) == counts
             and int(seq) != counts if seq
             else counts == told.here(number)["seq"]) and
            (not last or int(number) == len(told.entries)) and
            told.given(reference) == digest(closed_as(
                told.here(number), "true" if closed else "")) and
            linked(told.entries, start or number, number))


# --- what an earlier copy has

@form("<REF> has the digest of entry <N><CLOSED> of the earlier copy, <REF>"
      ", and the links of the copy from entry <N> up to it hold")
def copy_published(told, reference, number, close, copy, start):
    return (told.given(reference) == digest(closed_as(
        told.there(number), close)) and
            linked(told.copy, start, number))


def fixed(told, text, first=None, last=0):
    """What is added of a reference: it has the digest of an entry of the
    copy to which links that hold lead from `first`, past `last`."""
    for reference, number, close, start in re.findall(re.sub(
            "<([A-Z]+)>", lambda m: PARTS[m.group(1)],
            "<REF> has the digest of entry <N> of the copy<CLOSED>, and the "
            "links of the copy from entry <N> up to it hold"), text):
        return (told.given(reference) == digest(closed_as(
            told.there(number), close)) and
                (first is None or
                 int(start) <= int(first) <= int(last) <= int(number)) and
                linked(told.copy, start, number))
    return None


CITES = ("entry <N> of this file stores the digest of entry <N> of the "
         "earlier copy, <REF>: ")


def cites(told, at, cited):
    return told.here(at)["prev_digest"] == digest(told.there(cited))


@form(CITES + "no entry of this file has (?:that digest, and none is set "
      "beside that entry|the digest of one of the entries <N> to <N> of the copy, "
      "and none is set beside one of them)")
def cites_missing(told, at, cited, _, first, last):
    first, last = int(first or cited), int(last or cited)
    here = {digest(one) for one in told.entries}
    return (cites(told, at, cited) and last == int(cited) and
            told.one["missing"] == last - first + 1 and
            not any(digest(told.there(i)) in here
                    for i in range(first, last + 1)))


@form(CITES + "directly after that the copy has (?:entry <N> of this file, by "
      "its digest|an entry whose digest entry <N> of this file stores); here "
      "(?:entry <N> of this file stands|entries <N> to <N> of this file stand)"
      " between")
def cites_between(told, at, cited, _, same, by, one, first, last):
    first, last = int(one or first), int(one or last)
    value = digest(told.there(int(cited) + 1))
    return (cites(told, at, cited) and last == int(at) - 1 and
            (digest(told.here(same)) == value and same == at if same
             else told.here(by)["prev_digest"] == value) and first <= last)


@form(CITES + "the entries up to that one are set beside those that follow "
      "entry <N> of this file, up to its entry <N>, and differ from them in "
      "number or link alone; before them the copy has another entry than that "
      "one")
def cites_after(told, at, cited, _, after, last):
    cited, after, last = int(cited), int(after), int(last)
    count = last - after
    return (cites(told, at, cited) and last == int(at) - 1 and all(
        record(told.here(last - i)) == record(told.there(cited - i))
        for i in range(count)) and
            (cited == count or
             digest(told.there(cited - count)) != digest(told.here(after))))


@form("the earlier copy, <REF>, begins with entry <N> of this file, by its "
      "digest")
def copy_begins(told, _, number):
    return digest(told.here(number)) == digest(told.copy[0])


@form("the earlier copy, <REF>, has entry <N> of this file as entry <N> of "
      "the copy, by its digest, which binds its prev_digest; no entry of the copy digests "
      "to that as the format writes it")
def copy_breaks(told, _, here, number):
    one = told.here(here)
    return digest(one) == digest(told.there(number)) and not has(
        told.copy, one["prev_digest"])


@form("the earlier copy, <REF>, has entries <N> and <N> of this file as "
      "entries <N> and <N> of the copy, in (the same|the other) order: (each has the "
      "same digest in both|each holds the same id, tool, class, job and bytes "
      "in both)(; <REF> has the digest .*)?")
def copy_order(told, _, a, b, x, y, order, how, more, __):
    here, there = [told.here(a), told.here(b)], [told.there(x), told.there(y)]
    same = [digest(p) == digest(q) for p, q in zip(here, there)]
    return (int(a) < int(b) and
            (int(x) < int(y)) == (order == "the same") and
            [record(p) for p in here] == [record(q) for q in there] and
            all(same) == how.startswith("each has") and
            (not more or fixed(told, more, min(int(x), int(y)),
                               max(int(x), int(y)))))


def differs(told, number, place):
    """The members that are digested and differ between the two, and no
    others."""
    entry, output = told.otherwise(told.here(number))
    there = told.there(place)
    hashes = [output or sha(payload(entry)), sha(payload(there))]
    return (told.found_is_here(told.here(number)) and
            digest(entry, (), hashes[0]) == digest(there) and
            all(found != original
                for _, found, original in told.changes()))


@form("entry <N> of this file is set beside entry <N> of the earlier copy, "
      "<REF>, for its other members, all of which are the same in the digest; "
      "that one has .*? and the prev_digest there is the digest of entry "
      "<N> of (?:this file, which the copy has as entry <N>|the copy)")
def copy_cites(told, number, place, _, cited, same):
    value = told.there(place)["prev_digest"]
    if same:
        holds = int(cited) == int(number) - 1 and digest(
            told.here(cited)) == value and int(same) == int(place) - 1
    else:
        holds = int(cited) == int(place) - 1
    return (differs(told, number, place) and holds and
            digest(told.there(int(place) - 1)) == value)


@form("entry <N> of this file is set beside entry <N> of the earlier copy, "
      "<REF>, by .*?; that one has .*? and (?:entry <N> of this file stores "
      "the digest of (?:that(, which no entry of this file has)?|entry <N> of "
      "the copy, and the links up to it hold there)|entry <N> of the copy "
      "cites entry <N> of this file with close false|<REF> has the digest of "
      "entry [0-9]+ of the copy<CLOSED>, and the links of the copy from entry "
      "[0-9]+ up to it hold)(?: and what follows differs in number and link "
      "alone, up to entry <N> of this file)?(?:; what else differs: .*)?")
def copy_has(told, number, place, _, by, nowhere, later, after, end, ref,
             close, until):
    if not differs(told, number, place):
        return False
    if until and not all(
            record(told.here(i)) == record(told.there(
                int(place) + i - int(number)))
            for i in range(int(number) + 1, int(until) + 1)):
        return False
    if nowhere and has(told.entries, digest(told.there(place))):
        return False
    if by:
        later = later or place
        return (told.here(by)["prev_digest"] == digest(told.there(later)) and
                linked(told.copy, place, later))
    if after:
        return (int(after) == int(place) + 1 and end == number and
                told.there(after)["prev_digest"] == digest(
                    dict(told.here(number), close=False)))
    return fixed(told, told.text, place, place)


@form("(?:entry <N>|entries <N> to <N>) of the earlier copy (?:is|are) set "
      "beside no entry of this file, and none of it has (?:its digest|one of "
      "their digests): (?:entry <N> of this file stores the digest of entry "
      "<N> of the copy|entry <N> of the copy cites the last entry of this file"
      "<CLOSED>|<REF> has the digest .*?)(?:; entries <N> and <N> of the copy "
      "record the same job_id, id, tool, class and bytes)?")
def copy_more(told, one, first, last, by, cited, next_there, close, _, which,
              twin):
    first, last = int(one or first), int(one or last)
    if twin and (not first <= int(which) <= last or
                 record(told.there(which)) != record(told.there(twin))):
        return False
    if told.one["missing"] != last - first + 1:
        return False
    here = {digest(x) for x in told.entries}
    if any(digest(told.there(i)) in here for i in range(first, last + 1)):
        return False
    if by:
        return int(cited) == last and told.here(by)["prev_digest"] == digest(
            told.there(last))
    if next_there:
        return int(next_there) == first and told.there(first)[
            "prev_digest"] == digest(closed_as(told.entries[-1], close))
    return fixed(told, told.text, first, last)


@form("(?:entry <N>|entries <N> to <N>) of this file (?:is|are) set "
      "beside no entry of the earlier copy, and none of it has (?:its digest|"
      "one of their digests): (?:entry <N> of the copy cites entry "
      "<N> there, and entries <N> and <N> of this file (?:have the digests of|"
      "are set beside) those two|<REF> has the digest .*?)(?:; entries <N> and "
      "<N> of this file record the same job_id, id, tool, class and bytes)?")
def copy_less(told, one, first, last, later, earlier, after, before, _, which,
              twin):
    first, last = int(one or first), int(one or last)
    if twin and (not first <= int(which) <= last or
                 record(told.here(which)) != record(told.here(twin))):
        return False
    there = {digest(x) for x in told.copy}
    if any(digest(told.here(i)) in there for i in range(first, last + 1)):
        return False
    if not later:
        return fixed(told, told.text)
    value = digest(told.there(later))
    return ((int(before), int(after)) == (first - 1, last + 1) and
            int(later) == int(earlier) + 1 and
            linked(told.copy, earlier, later) and
            digest(told.here(before)) == digest(told.there(earlier)) and
            (digest(told.here(after)) == value or
             told.here(int(after) + 1)["prev_digest"] == value))


@form("entry <N> of this file has the digest of entry <N> of the earlier copy"
      "(: <REF> has .*)?")
def copy_place(told, number, place, more, _):
    same = digest(told.here(number)) == digest(told.there(place))
    return same and (not more or fixed(told, more, place, place))


@form("entry <N> of this file has the digest of entry <N> of the earlier copy,"
      " beside which entry <N> of this file is set")
def copy_twice(told, number, place, other):
    return number != other and digest(told.here(number)) == digest(
        told.there(place))


@form("entry <N> of this file has the digest of entry <N> of the earlier copy,"
      " <REF>; these members differ: .*")
def copy_unbound(told, number, place, _):
    return digest(told.here(number)) == digest(told.there(place))


def faults(case, finding, one):
    """What is wrong with a sentence that is called proved."""
    told = Told(case, finding, one)
    known = [(pattern.fullmatch(told.text), check)
             for pattern, check in FORMS]
    known = [(match, check) for match, check in known if match]
    if not known:
        yield "called proved, and of no form that states a relation: %s" % (
            told.text)
    elif not any(check(told, *match.groups()) for match, check in known):
        yield "called proved, and not so: %s" % told.text
