"""Entry digests as a producer that writes this way or that takes them, from
the description of the format: nothing of aerscope is asked."""

import base64
import hashlib
import re

ZEROS = "0" * 64
SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
PLAIN = re.compile("[ !#-[\\]-~]*")
# What a sentence calls each of the ways of writing.
SAYS = {
    "raw_utf8": "characters outside ASCII as they are, unescaped",
    "literal_u007f": "U+007F as it is, unescaped",
    "uppercase_hex": "upper-case hexadecimal digits in escapes",
    "long_escapes": "\\u000a and the like for short escapes",
    "spaces": "a space after each separator",
    "sha256_prefix": "\"sha256:\" before output_hash",
    "close_omitted": "close left out where it is false",
    "seq_fraction": "seq written as 1.0",
    "close_never": "close left out always",
}


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


TAKEN = {}
TAKEN_MAX = 200000


def digest(entry, how=(), output=None):
    """Entry digest as a producer that writes `how` takes it; `output` stands
    for the SHA-256 of the bytes.  Each is taken once."""
    key = (entry["prev_digest"], entry["seq"], bool(entry.get("close")),
           entry["id"], entry["tool"], entry["provenance_class"],
           entry["job_id"], output or entry["canonical_bytes"], tuple(how),
           output is None)
    if key not in TAKEN:
        if len(TAKEN) >= TAKEN_MAX:
            TAKEN.clear()
        TAKEN[key] = take(entry, how, output)
    return TAKEN[key]


def take(entry, how, output):
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
