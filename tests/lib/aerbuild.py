"""Building timelines, as text, for samples, vectors and random tests.

An entry is a dict.  A value may be anything that json.dumps takes, and
besides a Raw (JSON text put in as it stands) or a Twice (the member written
two times), so that what a JSON library would tidy up survives in a file.
"""

import base64
import hashlib
import json

import aerref


class Raw(str):
    """JSON text that is not to be touched."""


class Twice:
    """A member that stands in its object two times."""

    def __init__(self, first, last):
        self.first = first
        self.last = last


def quote(text):
    """ASCII only: everything else escaped."""
    return json.dumps(text)


def quote_raw(text):
    """Escapes only what cannot stand in a file as it is."""
    return "".join("\\u%04x" % ord(character)
                   if "\ud800" <= character <= "\udfff" else character
                   for character in json.dumps(text, ensure_ascii=False))


def pairs(members):
    for name, value in members.items():
        if isinstance(value, Twice):
            yield name, value.first
            value = value.last
        yield name, value


def to_text(value, indent=None, string=quote, level=0):
    """JSON text; with `indent`, a member or element a line."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, dict):
        items = [string(name) + ":" + (" " if indent else "") +
                 to_text(item, indent, string, level + 1)
                 for name, item in pairs(value)]
        return bracket("{", items, "}", indent, level)
    if isinstance(value, list):
        items = [to_text(item, indent, string, level + 1) for item in value]
        return bracket("[", items, "]", indent, level)
    return json.dumps(value)


def bracket(opening, items, closing, indent, level):
    if not indent or not items:
        return opening + ",".join(items) + closing
    inner = "\n" + " " * indent * (level + 1)
    outer = "\n" + " " * indent * level
    return opening + inner + ("," + inner).join(items) + outer + closing


def pack(data):
    """canonical_bytes for these bytes."""
    return base64.b64encode(data).decode("ascii")


def output_hash(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def as_read(entry):
    """The entry as the reference reader takes it."""
    return aerref.read_timeline(to_text([entry]).encode("ascii")).entries[0]


def digest(entry):
    """Entry digest, or None where the entry has none."""
    return aerref.entry_digest(as_read(entry))


def link(entries, start=1):
    """Rewrite the links from entry `start` to the end; a stored entry_digest
    follows.  Where an entry has no digest the next keeps what it has."""
    for number, entry in enumerate(entries, 1):
        if number < start or not isinstance(entry, dict):
            continue
        before = digest(entries[number - 2]) if number > 1 else aerref.ZEROS
        if before is not None:
            entry["prev_digest"] = before
        if "entry_digest" in entry:
            entry["entry_digest"] = digest(entry)
    return entries


def renumber(entries):
    for number, entry in enumerate(entries, 1):
        entry["seq"] = number
    return entries


def close(entries):
    """Close the last entry and no other."""
    for entry in entries[:-1]:
        entry.pop("close", None)
    entries[-1]["close"] = True
    return entries


def set_payload(entry, data):
    """Other bytes, and the stored output_hash, if any, for them."""
    entry["canonical_bytes"] = pack(data)
    if "output_hash" in entry:
        entry["output_hash"] = output_hash(data)
    return entry
