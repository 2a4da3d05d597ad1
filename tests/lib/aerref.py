#!/usr/bin/env python3
"""Independent reference reader and verifier for AER-1 timelines.

Written from the description of the format alone, so that a mistake in the C
program and a mistake in here are unlikely to be the same one.  It favours
being plainly right over being fast.  Python 3.9 or later, standard library.

    aerref.py FILE [--commitment F ...] [--construction auto|07|06]
    aerref.py --vectors CORPUS...

The first form prints one JSON document, the second a line for each vector.
"""

import argparse
import base64
import datetime
import hashlib
import json
import re
import sys
from collections import Counter

ZEROS = "0" * 64
MAX_DEPTH = 512
MAX_WRITTEN_AS_FRACTION = 2 ** 53
STRING_MEMBERS = ("id", "tool", "provenance_class", "job_id", "prev_digest")
SHOWN_MEMBERS = ("id", "tool", "provenance_class", "job_id")
CHECKED_MEMBERS = ("seq", "prev_digest", "job_id", "id", "tool",
                   "provenance_class", "canonical_bytes", "output_hash",
                   "close", "entry_digest")
COMMITMENT_MEMBERS = ("job_id", "final_entry_digest", "entry_count",
                      "published_at")

# seq may have any number of digits; the interpreter's guard against long
# decimal conversions would turn a long seq into an error.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class Damage(Exception):
    """The text stops being JSON here."""


class Refused(Exception):
    """Readable, but not a timeline."""


class Number:
    """A JSON number, kept as it was written."""

    def __init__(self, lexeme):
        self.lexeme = lexeme


class Container:
    """An object or array whose content no check looks at."""

    def __init__(self, kind):
        self.kind = kind


# ---------------------------------------------------------------- reading

STRING = re.compile(
    r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
LITERAL = re.compile(r"true|false|null")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
SPACE = re.compile(r"[ \t\r\n]*")
SHORT_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f",
                 "n": "\n", "r": "\r", "t": "\t"}
LITERALS = {"true": True, "false": False, "null": None}


def unescape(body):
    """Text of a JSON string; an unpaired surrogate stays one."""
    def one(match):
        if match.group(1):
            return chr(int(match.group(1), 16))
        return SHORT_ESCAPES[match.group(2)]
    text = ESCAPE.sub(one, body)
    return text.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "surrogatepass")


class Scanner:
    """Strict JSON over a text, one value after the other."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.depth = 0

    def skip_space(self):
        self.at = SPACE.match(self.text, self.at).end()

    def peek(self):
        self.skip_space()
        return self.text[self.at:self.at + 1]

    def take(self, character):
        if self.peek() != character:
            raise Damage("expected " + character)
        self.at += 1

    def take_if(self, character):
        if self.peek() != character:
            return False
        self.at += 1
        return True

    def at_end(self):
        return self.peek() == ""

    def enter(self, character):
        self.take(character)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Damage("nested too deeply")

    def leave(self, character):
        self.take(character)
        self.depth -= 1

    def token(self, pattern):
        self.skip_space()
        match = pattern.match(self.text, self.at)
        if not match:
            raise Damage("no value")
        self.at = match.end()
        return match

    def string(self):
        return unescape(self.token(STRING).group(1))

    def value(self):
        """A scalar as it is; of a container only that it is well formed."""
        first = self.peek()
        if first == "{" or first == "[":
            self.skip_container()
            return Container("object" if first == "{" else "array")
        return self.scalar(first)

    def scalar(self, first):
        if first == '"':
            return self.string()
        if first in ("t", "f", "n"):
            return LITERALS[self.token(LITERAL).group(0)]
        return Number(self.token(NUMBER).group(0))

    def skip_container(self):
        """Not recursive: 512 levels would exceed the interpreter's stack."""
        open_containers = []
        while True:
            if self.step_in(open_containers):
                continue
            if not self.step_out(open_containers):
                return

    def step_in(self, open_containers):
        """Read up to the end of a value; true if it opened a container."""
        first = self.peek()
        if first not in ("{", "["):
            self.scalar(first)
            return False
        self.enter(first)
        closer = "}" if first == "{" else "]"
        open_containers.append(closer)
        if self.peek() == closer:
            return False
        self.member_name(closer)
        return True

    def step_out(self, open_containers):
        """Close what ends here; true if another value follows."""
        while open_containers:
            closer = open_containers[-1]
            if self.peek() == closer:
                self.leave(closer)
                open_containers.pop()
                continue
            self.take(",")
            if self.peek() == closer:
                raise Damage("trailing comma")
            self.member_name(closer)
            return True
        return False

    def member_name(self, closer):
        if closer == "}":
            self.string()
            self.take(":")

    def members(self, read_value=None):
        """Name and value of each member, in the order of the text."""
        self.enter("{")
        found = []
        while not self.take_if("}"):
            if found:
                self.take(",")
            name = self.string()
            self.take(":")
            found.append((name, read_value(name) if read_value
                          else self.value()))
        self.depth -= 1
        return found


class Entry:
    """One element of the timeline: its members, the last of a name winning."""

    def __init__(self, members):
        self.is_object = members is not None
        self.members = dict(members or ())
        counts = Counter(name for name, _ in members or ())
        self.repeated = [name for name, count in counts.items() if count > 1]

    def has(self, name):
        return name in self.members

    def get(self, name):
        return self.members.get(name)

    def text(self, name):
        """The member's value if it is a string, else None."""
        value = self.members.get(name)
        return value if isinstance(value, str) else None


class Reading:
    """What was read of a file, up to its end or to the damage."""

    def __init__(self, layout):
        self.layout = layout
        self.entries = []
        self.damaged = False
        self.byte_order_mark = False
        self.commitments = []


def read_entry(scanner):
    if scanner.peek() == "{":
        return Entry(scanner.members())
    scanner.value()
    return Entry(None)


def read_entries(scanner, entries):
    """The array of a timeline; whole entries stay when it is damaged."""
    scanner.enter("[")
    first = True
    while not scanner.take_if("]"):
        if not first:
            scanner.take(",")
        entries.append(read_entry(scanner))
        first = False
    scanner.depth -= 1


def read_array(text):
    reading = Reading("array")
    scanner = Scanner(text)
    try:
        read_entries(scanner, reading.entries)
        reading.damaged = not scanner.at_end()
    except Damage:
        reading.damaged = True
    return reading


def read_embedded(scanner):
    """The members of a commitment beside the entries, None if no object."""
    if scanner.peek() == "{":
        return scanner.members()
    scanner.value()
    return None


def read_object(text):
    """A file that begins with an object: wrapped, or an entry a line."""
    reading = Reading("wrapped")
    scanner = Scanner(text)
    lists = []

    def read_value(name):
        if name in ("timeline", "entries"):
            lists.append(scanner.peek() == "[")
            if len(lists) > 1:
                raise Refused("more than one list of entries")
            if lists[0]:
                read_entries(scanner, reading.entries)
                return None
        if name == "commitment":
            reading.commitments.append(read_embedded(scanner))
            return None
        return scanner.value()

    try:
        names = {name for name, _ in scanner.members(read_value)}
    except Damage:
        reading.damaged = True
        return reading
    if lists == [True]:
        reading.damaged = not scanner.at_end()
        return reading
    if not {"prev_digest", "canonical_bytes"} <= names:
        raise Refused("an object that is no timeline")
    return read_lines(text, one_entry=scanner.at_end())


def read_lines(text, one_entry):
    """An entry a line; a single entry alone may span several."""
    reading = Reading("lines")
    for line in [text] if one_entry else text.split("\n"):
        scanner = Scanner(line)
        if scanner.at_end():
            continue
        try:
            reading.entries.append(read_entry(scanner))
            reading.damaged = not scanner.at_end()
        except Damage:
            reading.damaged = True
        if reading.damaged:
            break
    return reading


def decode(data):
    """Text up to the first byte that is no UTF-8, and if there is one."""
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError as error:
        return data[:error.start].decode("utf-8"), True


def read_timeline(data):
    text, ill_formed = decode(data)
    marked = text.startswith("\ufeff")
    scanner = Scanner(text[1:] if marked else text)
    first = scanner.peek()
    if first == "[":
        reading = read_array(scanner.text)
    elif first == "{":
        reading = read_object(scanner.text)
    else:
        raise Refused("no timeline begins like this")
    reading.damaged = reading.damaged or ill_formed
    reading.byte_order_mark = marked
    return reading


def read_commitment(data):
    """The members of a commitment, or None if it is no JSON object."""
    text, ill_formed = decode(data)
    scanner = Scanner(text[1:] if text.startswith("\ufeff") else text)
    try:
        members = scanner.members()
        return members if scanner.at_end() and not ill_formed else None
    except Damage:
        return None


# ---------------------------------------------------------------- digests

BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*"
                    r"(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
ALPHABET = ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
            "0123456789+/")
WRITTEN_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t",
                 "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def unpack_base64(text):
    """(bytes, unused trailing bits set), or None if it is not strict."""
    if text is None or not BASE64.fullmatch(text):
        return None
    digits = text.rstrip("=")
    unused = len(digits) * 6 % 8
    trailing = digits and ALPHABET.index(digits[-1]) & ((1 << unused) - 1)
    return base64.b64decode(text), bool(trailing)


def payload(entry):
    """The decoded canonical_bytes, or None."""
    unpacked = unpack_base64(entry.text("canonical_bytes"))
    return None if unpacked is None else unpacked[0]


def integer(value):
    """The integer that a member's value is, exactly, or None."""
    if not isinstance(value, Number):
        return None
    if re.fullmatch(r"-?[0-9]+", value.lexeme):
        return int(value.lexeme)
    return integer_of_fraction(value.lexeme)


def integer_of_fraction(lexeme):
    """Of a number with a fraction or exponent; never through a double, and
    without writing out a power of ten that the exponent may ask for."""
    mantissa, _, exponent = lexeme.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole.lstrip("-") + fraction
    power = int(exponent or "0") - len(fraction)
    significant = digits.rstrip("0")
    if not significant:
        return 0
    power += len(digits) - len(significant)
    if power < 0 or len(significant.lstrip("0")) + power > 16:
        return None
    magnitude = int(significant) * 10 ** power
    if magnitude > MAX_WRITTEN_AS_FRACTION:
        return None
    return -magnitude if lexeme.startswith("-") else magnitude


def written(text):
    """A string as the digested object spells it."""
    out = []
    units = text.encode("utf-16-be", "surrogatepass")
    for i in range(0, len(units), 2):
        unit = units[i] << 8 | units[i + 1]
        character = chr(unit)
        if character in WRITTEN_SHORT:
            out.append(WRITTEN_SHORT[character])
        elif 0x20 <= unit <= 0x7E:
            out.append(character)
        else:
            out.append("\\u%04x" % unit)
    return '"' + "".join(out) + '"'


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def preimage(entry):
    """The exact bytes that the entry digest is made of, or None."""
    if not entry.is_object:
        return None
    data = payload(entry)
    seq = integer(entry.get("seq"))
    close = entry.get("close") if entry.has("close") else False
    strings = {name: entry.text(name) for name in STRING_MEMBERS}
    if data is None or seq is None or None in strings.values() \
            or not isinstance(close, bool):
        return None
    members = {name: written(text) for name, text in strings.items()}
    members["close"] = "true" if close else "false"
    members["output_hash"] = written(sha256(data))
    members["seq"] = str(seq)
    return ("{" + ",".join('"%s":%s' % (name, members[name])
                           for name in sorted(members)) + "}").encode("ascii")


def entry_digest(entry):
    """The digest of construction aer1-07, or None."""
    data = preimage(entry)
    return None if data is None else sha256(data)


def historical_digest(entry):
    """The digest of construction aer1-06, or None."""
    data = payload(entry)
    return None if data is None else sha256(data)


# ----------------------------------------------------------------- checks

class Case:
    """A timeline under examination: its entries and what was computed."""

    def __init__(self, reading, construction):
        self.entries = reading.entries
        self.whole = not reading.damaged
        self.construction = construction
        digest = entry_digest if construction == "07" else historical_digest
        self.digests = [digest(entry) for entry in self.entries]


def check_object(case, i):
    if not case.entries[i].is_object:
        yield "chain.not_object", None


def check_duplicates(case, i):
    for name in CHECKED_MEMBERS:
        if name in case.entries[i].repeated:
            yield "chain.duplicate_member", name


def check_base64(case, i):
    if payload(case.entries[i]) is None:
        yield "chain.base64", "canonical_bytes"


def check_members(case, i):
    needed = STRING_MEMBERS if case.construction == "07" else ("prev_digest",)
    for name in needed:
        if not case.entries[i].text(name):
            yield "chain.member", name


def check_seq(case, i):
    seq = integer(case.entries[i].get("seq"))
    if seq is None:
        yield "chain.seq_type", "seq"
    elif seq != i + 1:
        yield "chain.seq", "seq"


def check_job(case, i):
    first, here = (case.entries[k].text("job_id") for k in (0, i))
    if first is not None and here is not None and first != here:
        yield "chain.job", "job_id"


def check_link(case, i):
    stored = case.entries[i].text("prev_digest")
    if stored is None:
        return
    if i == 0 and stored != ZEROS:
        yield "chain.genesis", "prev_digest"
    if i > 0 and stored != case.digests[i - 1]:
        yield "chain.link", "prev_digest"


def check_close(case, i):
    entry = case.entries[i]
    if not entry.has("close"):
        return
    if not isinstance(entry.get("close"), bool):
        yield "chain.close_type", "close"
    elif entry.get("close") and i < len(case.entries) - 1:
        yield "chain.close_early", "close"


def check_stored_output(case, i):
    data = payload(case.entries[i])
    expected = None if data is None else sha256(data)
    if stored_differs(case.entries[i], "output_hash", expected):
        yield "receipt.output_hash", "output_hash"


def check_stored_digest(case, i):
    if stored_differs(case.entries[i], "entry_digest", case.digests[i]):
        yield "receipt.entry_digest", "entry_digest"


def stored_differs(entry, name, expected):
    if not entry.has(name):
        return False
    stored = entry.get(name)
    return expected is None or stored not in (expected, "sha256:" + expected)


# The order is part of the contract: it decides which failure is the first.
CHECKS = {
    "07": (check_duplicates, check_base64, check_members, check_seq,
           check_job, check_link, check_close, check_stored_output,
           check_stored_digest),
    "06": (check_duplicates, check_base64, check_members, check_link,
           check_close),
}


def failures_of(case):
    """(entry, code, member) of everything that failed, in order."""
    found = []
    for i, entry in enumerate(case.entries):
        checks = CHECKS[case.construction] if entry.is_object \
            else (check_object,)
        for check in checks:
            found += [(i + 1, code, member) for code, member in check(case, i)]
    return found + failures_of_the_whole(case)


def failures_of_the_whole(case):
    # The last entry read of a damaged file need not be the last.
    if not case.whole:
        return []
    if not case.entries:
        return [(None, "chain.empty", None)]
    if case.entries[-1].get("close") is not True:
        return [(len(case.entries), "chain.not_closed", "close")]
    return []


def first_failure(failures):
    """The first of the chain; one of a receipt only where there is none."""
    for family in ("chain.", "receipt."):
        for entry, code, member in failures:
            if code.startswith(family):
                return {"entry": entry, "code": code, "member": member}
    return None


def is_historical(reading):
    """Whether every rule of aer1-06 holds, and at least one link exists."""
    if len(reading.entries) < 2:
        return False
    case = Case(reading, "06")
    rules = (check_object, check_base64, check_members, check_link,
             check_close)
    broken = [found for i in range(len(case.entries)) for rule in rules
              for found in rule(case, i)]
    return not broken and not failures_of_the_whole(case)


# --------------------------------------------------------------- warnings

PROVENANCE = re.compile(r"OBSERVED VIA GATEWAY|LOGGED BY AGENT|"
                        r"EXECUTED BY [A-Z0-9](?:[A-Z0-9._-]|"
                        r" (?=[A-Z0-9._-]))*(?<=[A-Z0-9])")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
SURROGATE = re.compile("[\ud800-\udfff]")


def is_utf8(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


def warnings_of_entry(entry):
    for name in entry.repeated:
        if name not in CHECKED_MEMBERS:
            yield "json.duplicate_member"
    unpacked = unpack_base64(entry.text("canonical_bytes"))
    if unpacked and unpacked[1]:
        yield "base64.trailing_bits"
    if unpacked and not is_utf8(unpacked[0]):
        yield "receipt.utf8"
    seq = integer(entry.get("seq"))
    if seq is not None and entry.get("seq").lexeme != str(seq):
        yield "json.number_spelling"
    provenance = entry.text("provenance_class")
    if provenance and not PROVENANCE.fullmatch(provenance):
        yield "provenance.unrecognised"
    for name in SHOWN_MEMBERS:
        text = entry.text(name) or ""
        if CONTROL.search(text):
            yield "text.control"
        if SURROGATE.search(text):
            yield "text.surrogate"


def warnings_of(reading):
    found = [(None, "json.bom")] if reading.byte_order_mark else []
    seen = set()
    for number, entry in enumerate(reading.entries, 1):
        found += [(number, code) for code in warnings_of_entry(entry)]
        name = entry.text("id")
        if name is not None and name in seen:
            found.append((number, "receipt.duplicate_id"))
        seen.add(name)
    return found


def notes_of(reading):
    return [(number, "receipt.empty")
            for number, entry in enumerate(reading.entries, 1)
            if payload(entry) == b""]


# ---------------------------------------------------------------- signals

def signal_of(entries, number, code):
    """(signal, missing) that a failure of the chain gives, or None."""
    if code == "chain.not_closed":
        return "open_end", None
    if code == "chain.close_early":
        return "entries_after_close", None
    if code not in ("chain.genesis", "chain.seq"):
        return None
    seq = integer(entries[number - 1].get("seq"))
    if number == 1:
        ahead = seq is not None and seq > 1
        if code == "chain.genesis" or ahead:
            return "head_missing", seq - 1 if ahead else None
        return None
    before = integer(entries[number - 2].get("seq"))
    if before is not None and seq - before > 1:
        return "gap", seq - before - 1
    return None


def signals_of(entries, failures):
    found = []
    for number, code, _ in failures:
        signal = signal_of(entries, number, code)
        if signal:
            found.append((number,) + signal)
    return found


# --------------------------------------------------------------- endpoint

TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T"
                  r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?"
                  r"(?:Z|[+-]([0-9]{2}):([0-9]{2}))")
DIGEST = re.compile("[0-9a-f]{64}")
COUNT = re.compile("-?[0-9]+")


def is_time(text):
    match = TIME.fullmatch(text) if isinstance(text, str) else None
    if not match:
        return False
    year, month, day, hour, minute, second, *offset = (
        int(group or 0) for group in match.groups())
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return hour <= 23 and minute <= 59 and second <= 59 \
        and offset[0] <= 23 and offset[1] <= 59


FORM = {
    "job_id": lambda value: isinstance(value, str) and value != "",
    "final_entry_digest": lambda value: isinstance(value, str)
    and DIGEST.fullmatch(value) is not None,
    "entry_count": lambda value: isinstance(value, Number)
    and COUNT.fullmatch(value.lexeme) is not None,
    "published_at": is_time,
}


class Reference:
    """The result of one commitment against the visible timeline."""

    def __init__(self, result, codes, count=None):
        self.result = result
        self.codes = codes
        self.count = count


def form_codes(members):
    if members is None:
        return [("commitment.form", None)]
    names = [name for name, _ in members]
    values = dict(members)
    bad = [name for name in COMMITMENT_MEMBERS
           if names.count(name) > 1 or not FORM[name](values.get(name))]
    bad += sorted({name for name in names if names.count(name) > 1} -
                  set(COMMITMENT_MEMBERS))
    return [("commitment.form", name) for name in bad]


def closed_copy(entry):
    return Entry(list({**entry.members, "close": True}.items()))


def is_earlier(case, count, digest):
    """Whether the reference names an end that the visible part has passed."""
    if not 1 <= count < len(case.entries):
        return False
    return digest in (case.digests[count - 1],
                      entry_digest(closed_copy(case.entries[count - 1])))


def examine_reference(case, members):
    codes = form_codes(members)
    if codes:
        return Reference("unusable", codes)
    values = dict(members)
    jobs = [entry.text("job_id") for entry in case.entries]
    if values["job_id"] not in jobs:
        return Reference("unusable", [("commitment.job", "job_id")])
    count = int(values["entry_count"].lexeme)
    digest = values["final_entry_digest"]
    one_job = all(job == values["job_id"] for job in jobs)
    if one_job and is_earlier(case, count, digest):
        return Reference("earlier", [], count)
    if not one_job:
        codes.append(("commitment.job", "job_id"))
    if count != len(case.entries):
        codes.append(("commitment.count", "entry_count"))
    if digest != case.digests[-1]:
        codes.append(("commitment.digest", "final_entry_digest"))
    return Reference("contradicted" if codes else "matches", codes, count)


def endpoint_of(references):
    results = [reference.result for reference in references]
    for result in ("contradicted", "matches", "unusable"):
        if result in results:
            return result
    return "not_assessed"


def endpoint_signals(references, length):
    found = []
    for reference in references:
        codes = [code for code, _ in reference.codes]
        if "commitment.count" in codes and reference.count > length:
            found.append((length, "entries_missing", reference.count - length))
        elif "commitment.count" in codes:
            found.append((length, "continues_past_witness", None))
        elif "commitment.digest" in codes:
            found.append((length, "end_replaced", None))
    return found


def examine_references(case, timeline, commitments):
    if timeline == "unreadable":
        return []
    if timeline == "historical":
        return [Reference("unusable", []) for _ in commitments]
    return [examine_reference(case, members) for members in commitments]


# ---------------------------------------------------------------- verdict

class Verdict:
    """Everything that the examination of one file gives."""

    def __init__(self, reading, commitments, construction):
        self.reading = reading
        judged = "06" if construction == "06" else "07"
        case = Case(reading, judged)
        self.failures = failures_of(case)
        self.timeline = self.judge(construction)
        if self.timeline == "historical":
            case = Case(reading, "06")
            judged = "06"
        self.construction = "aer1-" + judged
        self.digests = case.digests
        self.references = examine_references(
            case, self.timeline, commitments + reading.commitments)
        self.endpoint = endpoint_of(self.references)

    def judge(self, construction):
        if self.reading.damaged:
            return "unreadable"
        if construction == "06":
            return "broken" if self.failures else "historical"
        of_chain = any(code.startswith("chain.")
                       for _, code, _ in self.failures)
        if construction == "auto" and of_chain and is_historical(self.reading):
            return "historical"
        return "broken" if self.failures else "consistent"

    def exit_status(self, independent=False):
        """Of `verify`, where every commitment given is so stated.  One that
        stands in the timeline's own file is never independent."""
        if self.failures or self.timeline in ("broken", "historical") \
                or self.endpoint == "contradicted":
            return 1
        results = [reference.result for reference in self.references]
        if self.timeline == "unreadable" or "unusable" in results:
            return 2
        outside = results[:len(results) - len(self.reading.commitments)]
        return 0 if independent and "matches" in outside else 3

    def document(self):
        entries = self.reading.entries
        first = first_failure(self.failures)
        return {
            "entries": len(entries),
            "layout": self.reading.layout,
            "construction": self.construction,
            "timeline": self.timeline,
            "first_failure": first and {"entry": first["entry"],
                                        "code": first["code"]},
            "digests": self.digests,
            "failures": self.failures,
            "warnings": warnings_of(self.reading),
            "notes": notes_of(self.reading),
            "signals": signals_of(entries, self.failures) +
            endpoint_signals(self.references, len(entries)),
            "endpoint": self.endpoint,
            "references": [
                {"result": reference.result,
                 "codes": list(dict.fromkeys(
                     code for code, _ in reference.codes))}
                for reference in self.references],
            "job_id": entries[0].text("job_id") if entries else None,
        }


def examine(data, commitments=(), construction="auto"):
    """The verdict on a file's bytes; commitments are files' bytes too."""
    return Verdict(read_timeline(data),
                   [read_commitment(item) for item in commitments],
                   construction)


# ---------------------------------------------------------------- vectors

def read_corpus(data):
    """Vectors with their timelines still as text, so that number spellings
    and repeated members reach the reader as they were written."""
    text, _ = decode(data)
    scanner = Scanner(text)
    vectors = []

    def span():
        scanner.skip_space()
        start = scanner.at
        value = scanner.value()
        if isinstance(value, Container):
            return scanner.text[start:scanner.at]
        return value

    def read_value(name):
        if name != "vectors":
            return span()
        scanner.enter("[")
        while not scanner.take_if("]"):
            if vectors:
                scanner.take(",")
            vectors.append(dict(scanner.members(lambda _: span())))
        scanner.depth -= 1
        return None

    return dict(scanner.members(read_value)), vectors


def check_name(failure):
    """The name that corpora use for the check behind a failure."""
    if failure["code"] == "chain.member":
        return "missing-" + failure["member"]
    return failure["code"].split(".", 1)[1].replace("_", "-")


def examine_vector(vector, construction):
    text = vector.get("timeline", vector.get("entries"))
    commitment = vector.get("commitment")
    return examine(text.encode("utf-8"),
                   [commitment.encode("utf-8")] if commitment else [],
                   construction)


def disagreements(vector, verdict, construction):
    """What the verdict has otherwise than the vector says."""
    accepted = "historical" if construction == "06" else "consistent"
    holds = verdict.timeline == accepted and (
        "commitment" not in vector or verdict.endpoint == "matches")
    if holds != (vector["expected_verdict"] == "valid"):
        yield "verdict"
    if "first_failure" in vector:
        expected = json.loads(vector["first_failure"])
        first = first_failure(verdict.failures)
        found = first and {"entry": first["entry"],
                           "check": check_name(first)}
        if found != expected:
            yield "first failure %s" % (found,)
    if "failures" in vector:
        found = ["-".join([code.split(".")[1]] + [member] * (
            code == "commitment.form"))
            for code, member in verdict.references[0].codes]
        if found != json.loads(vector["failures"]):
            yield "commitment %s" % (found,)


def run_vectors(paths):
    passed = failed = 0
    for path in paths:
        with open(path, "rb") as file:
            head, vectors = read_corpus(file.read())
        profile = str(head.get("construction", head.get("spec", "")))
        construction = "06" if profile.endswith("06") else "07"
        for vector in vectors:
            wrong = list(disagreements(
                vector, examine_vector(vector, construction), construction))
            passed, failed = passed + (not wrong), failed + bool(wrong)
            print("%s  %s%s" % ("FAIL" if wrong else "pass", vector["name"],
                                "".join(": " + item for item in wrong)))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--commitment", action="append", default=[])
    parser.add_argument("--construction", default="auto",
                        choices=("auto", "07", "06"))
    parser.add_argument("--vectors", action="store_true",
                        help="the files are corpora of vectors")
    args = parser.parse_args()
    if args.vectors:
        return run_vectors(args.files)
    if len(args.files) > 1:
        parser.error("one timeline at a time")
    try:
        verdict = examine(read_file(args.files[0]),
                          [read_file(path) for path in args.commitment],
                          args.construction)
    except Refused as error:
        print(json.dumps({"error": str(error)}))
        return 2
    print(json.dumps(verdict.document(), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
