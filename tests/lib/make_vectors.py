#!/usr/bin/env python3
"""Write tests/vectors/own.json: cases beside those of the published kit.

    make_vectors.py [FILE]

What each case must give is stated here by hand; aerref.py --vectors and
`aerscope conformance` are held to it.
"""

import hashlib
import os
import sys

import aerref
from aerbuild import (Raw, Twice, close, digest, link, output_hash, pack,
                      set_payload, to_text)

AGENT = "LOGGED BY AGENT"
STRINGS = ("id", "tool", "provenance_class", "job_id", "prev_digest")
ABSENT = object()


def honest(count=3):
    entries = [{"id": "r-%d" % seq, "seq": seq, "job_id": "job-own",
                "tool": "fs.read", "provenance_class": AGENT,
                "canonical_bytes": pack(b'{"step":%d}' % seq),
                "prev_digest": aerref.ZEROS} for seq in range(1, count + 1)]
    return link(close(entries))


def put(number, name, value, relinked):
    """An honest timeline with one member of one entry changed."""
    entries = honest()
    if value is ABSENT:
        del entries[number - 1][name]
    else:
        entries[number - 1][name] = value
    return link(entries, number + 1) if relinked else entries


def case(name, description, entries, failure=None, verdict=None,
         commitment=None):
    """`failure` is (entry, check); without one the case is to be accepted,
    unless a verdict is given."""
    vector = {"name": "own-" + name, "description": description,
              "expected_verdict": verdict or ("invalid" if failure
                                              else "valid"),
              "timeline": entries}
    if failure:
        vector["first_failure"] = {"entry": failure[0], "check": failure[1]}
    if commitment is not None:
        vector["commitment"] = commitment
    return vector


TEXTS = (
    ("delete", "U+007F is digested as \\u007f", "fs\x7fread"),
    ("nul", "U+0000 in the middle of a string ends nothing", "fs\0read"),
    ("astral", "above U+FFFF, a surrogate pair", "\U0001f600.\U0010ffff"),
    ("high-surrogate", "an unpaired high surrogate", "a\ud83d"),
    ("low-surrogate", "an unpaired low surrogate", "\ude00b"),
    ("reversed-surrogates", "a pair in the wrong order", "\ude00\ud83d"),
    ("slash", "/ is not escaped", "/usr/bin/pay"),
    ("quotes", "quotation marks and backslashes", "\"a\" \\ \\\\ \\\""),
    ("short-escapes", "the five short escapes", "\b\t\n\f\r"),
    ("other-controls", "controls without a short escape", "\x01\x0b\x1b\x1f"),
    ("latin", "U+0080 to U+00FF, lowercase hex digits", "\x80\x9f\xe9\xff"),
    ("line-separators", "U+2028 and U+2029", "a\u2028b\u2029c"),
    ("noncharacters", "U+FFFE, U+FFFF and a byte order mark",
     "\ufffe\uffff\ufeff"),
    ("printable-edges", "U+0020 and U+007E stay as they are", " ~"),
    ("bidi", "bidirectional controls and zero width", "\u202edne\u202c\u200b"),
    ("combining", "no normalisation: e and U+0301", "e\u0301\u00e9"),
    ("escape-lookalike", "a backslash and u007f are six characters",
     "\\u007f"),
)


def text_cases():
    for name, description, text in TEXTS:
        for member in ("tool", "id"):
            yield case("text-%s-%s" % (name, member), description,
                       put(2, member, text, True))
    for member in ("tool", "id", "provenance_class"):
        yield case("text-changed-" + member, "changed, not relinked",
                   put(2, member, "\x7f", False), (3, "link"))


def spelling_cases():
    entries = put(2, "tool", "p/\u00e9\U0001f600", True)
    entries[1]["tool"] = Raw('"\\u0070\\/\\u00E9\\uD83D\\uDE00"')
    yield case("spelling-value", "escapes that the file need not have used",
               entries)
    text = to_text(honest()[1]).replace('"tool":', '"t\\u006f\\u006Fl":')
    entries = honest()
    entries[1] = Raw(text)
    yield case("spelling-name", "a member name written with escapes", entries)


ACCEPTED_ONE = ("1.0", "1e0", "1E0", "1E+0", "10e-1", "0.1e1", "1000e-3",
                "1.00000000000000000000000000", "0.00000000001e11",
                "100000000000000000000e-20")
WRONG_INTEGERS = ("0", "-0", "-0.0", "0e5", "0e99999999999999999999", "-1",
                  "-1.0", "2", "4294967297", "9007199254740993",
                  "18446744073709551617", "9007199254740992.0", "9e15",
                  "1" + "0" * 400)
NO_INTEGERS = ("1.5", "1e-1", "1e400", "1e99999999999999999999",
               "1.0000000000000000000000001", "0.9999999999999999999999999",
               "9007199254740993.0", "1e16", "1e-400", '"1"', "true", "null",
               "[1]", "{}")


def seq_cases():
    for lexeme in ACCEPTED_ONE:
        yield case("seq-" + lexeme, "seq of entry 1 written otherwise",
                   put(1, "seq", Raw(lexeme), False))
    for lexeme in WRONG_INTEGERS:
        yield case("seq-" + lexeme[:24], "an integer, but not the position",
                   put(1, "seq", Raw(lexeme), True), (1, "seq"))
    for lexeme in NO_INTEGERS:
        yield case("seq-type-" + lexeme.strip('"'), "no integer",
                   put(1, "seq", Raw(lexeme), False), (1, "seq-type"))
    yield case("seq-type-absent", "no seq", put(2, "seq", ABSENT, False),
               (2, "seq-type"))
    yield case("seq-repeated", "seq 1 twice, relinked",
               put(2, "seq", 1, True), (2, "seq"))
    yield case("seq-jump", "seq jumps by one, relinked",
               put(3, "seq", 4, True), (3, "seq"))


def close_cases():
    yield case("close-false", "close false counts as absent",
               put(2, "close", False, False))
    for name, value in (("null", None), ("zero", 0), ("one", 1),
                        ("text", "false"), ("array", [])):
        yield case("close-" + name, "close is no boolean",
                   put(2, "close", value, False), (2, "close-type"))
    yield case("close-last-type", "close of the last entry is no boolean",
               put(3, "close", 1, False), (3, "close-type"))
    yield case("close-early", "close on entry 1, relinked",
               put(1, "close", True, True), (1, "close-early"))
    yield case("close-last-false", "close false on the last entry",
               put(3, "close", False, False), (3, "not-closed"))
    yield case("close-absent", "no close at all",
               put(3, "close", ABSENT, False), (3, "not-closed"))


def member_cases():
    for name in STRINGS:
        for kind, value in (("absent", ABSENT), ("null", None), ("empty", ""),
                            ("number", 7), ("object", {"name": name})):
            yield case("member-%s-%s" % (name, kind),
                       "%s is %s" % (name, kind),
                       put(2, name, value, False), (2, "missing-" + name))
    entries = honest()
    del entries[0]["tool"], entries[0]["id"]
    yield case("member-order", "two members are missing: id is named first",
               entries, (1, "missing-id"))


def duplicate_cases():
    for name in ("seq", "tool", "canonical_bytes", "prev_digest"):
        value = honest()[1][name]
        yield case("duplicate-" + name, "the same value twice",
                   put(2, name, Twice(value, value), False),
                   (2, "duplicate-member"))
    yield case("duplicate-close", "false, then true, on the last entry",
               put(3, "close", Twice(False, True), False),
               (3, "duplicate-member"))
    yield case("duplicate-entry-digest", "the right one after a wrong one",
               put(1, "entry_digest", Twice("x", digest(honest()[0])), False),
               (1, "duplicate-member"))
    entries = honest()
    entries[1] = Raw(to_text(entries[1]).replace(
        '"seq":2', '"seq":2,"s\\u0065q":2'))
    yield case("duplicate-spelled", "the second name is written with an "
               "escape", entries, (2, "duplicate-member"))
    yield case("duplicate-extension", "a member that no check uses, twice",
               put(2, "created_at", Twice("a", "b"), False))


def base64_cases():
    yield case("base64-empty", "no bytes at all",
               put(2, "canonical_bytes", "", True))
    yield case("base64-alphabet", "the two last characters of the alphabet",
               put(2, "canonical_bytes", "+/+/", True))
    yield case("base64-trailing-bits", "unused bits set, one padding sign",
               put(2, "canonical_bytes", "QUJ=", True))
    yield case("base64-trailing-bits-2", "unused bits set, two padding signs",
               put(2, "canonical_bytes", "QR==", True))
    for name, value in (
            ("unpadded", "QUI"), ("overpadded", "QUI=="), ("short-pad", "QQ="),
            ("one-digit", "Q==="), ("padding-alone", "===="),
            ("inner-padding", "QQ==QUJD"), ("newline", "QUJD\nQUJD"),
            ("newline-at-end", "QUJD\n"), ("space", "QUJD QUJD"),
            ("leading-space", " QUJDQUI"), ("url-alphabet", "-_8="),
            ("not-ascii", "QUJ\u0421"), ("nul", "QUJ\0"), ("null", None),
            ("number", 1234), ("absent", ABSENT)):
        yield case("base64-" + name, "canonical_bytes is not strict base64",
                   put(2, "canonical_bytes", value, False), (2, "base64"))


def link_cases():
    first, second = honest()[1]["prev_digest"], honest()[2]["prev_digest"]
    yield case("genesis-short", "63 zeros", put(1, "prev_digest", "0" * 63,
                                                True), (1, "genesis"))
    yield case("genesis-long", "65 zeros", put(1, "prev_digest", "0" * 65,
                                               True), (1, "genesis"))
    yield case("link-upper-case", "the right digits in upper case",
               put(2, "prev_digest", first.upper(), True), (2, "link"))
    yield case("link-prefix", "the right digest after sha256:",
               put(2, "prev_digest", "sha256:" + first, True), (2, "link"))
    yield case("link-space", "the right digest and a space",
               put(2, "prev_digest", first + " ", True), (2, "link"))
    yield case("link-zeros", "zeros in the middle",
               put(2, "prev_digest", aerref.ZEROS, True), (2, "link"))
    yield case("link-ahead", "an entry cites itself's successor",
               put(2, "prev_digest", second, True), (2, "link"))
    data = hashlib.sha256(b'{"step":1}').hexdigest()
    yield case("link-of-06", "one link of the historical construction",
               put(2, "prev_digest", data, True), (2, "link"))


def job_cases():
    yield case("job-differs", "the last entry has another job, relinked",
               put(3, "job_id", "job-own ", True), (3, "job"))
    yield case("job-first", "entry 1 has another job: entry 2 differs from it",
               put(1, "job_id", "job-0", True), (2, "job"))


def object_cases():
    for name, value in (("number", 5), ("null", None), ("text", "entry"),
                        ("array", [1]), ("true", True)):
        entries = honest()
        entries[1] = value
        yield case("not-object-" + name, "entry 2 is no object", entries,
                   (2, "not-object"))
    yield case("empty", "no entry", [], verdict="invalid")
    yield case("empty-object", "an entry without members", [{}],
               (1, "base64"))


def order_cases():
    entries = honest()
    for number, names in ((2, ("canonical_bytes", "id")), (1, ())):
        for name in names:
            del entries[number - 1][name]
    entries[1]["seq"] = 9
    yield case("order-base64", "base64 comes before members and seq",
               entries, (2, "base64"))
    entries = put(2, "tool", "", False)
    entries[1]["seq"] = "2"
    yield case("order-member", "members come before seq", entries,
               (2, "missing-tool"))
    entries = put(2, "job_id", "job-x", False)
    entries[1]["seq"] = 3
    yield case("order-seq", "seq comes before the job", entries, (2, "seq"))
    entries = put(2, "job_id", "job-x", False)
    entries[1]["prev_digest"] = "0"
    yield case("order-job", "the job comes before the link", entries,
               (2, "job"))
    entries = put(2, "close", True, False)
    entries[1]["prev_digest"] = "0"
    yield case("order-link", "the link comes before close", entries,
               (2, "link"))
    entries = put(1, "output_hash", "0" * 64, False)
    entries[2]["prev_digest"] = "0"
    yield case("order-receipt", "a chain failure comes before any receipt's",
               entries, (3, "link"))


def receipt_cases():
    data = b'{"step":2}'
    right = output_hash(data)
    own = digest(honest()[1])
    for name, member, value in (
            ("hash", "output_hash", right),
            ("bare-hash", "output_hash", right[len("sha256:"):]),
            ("digest", "entry_digest", own),
            ("prefixed-digest", "entry_digest", "sha256:" + own)):
        yield case("receipt-" + name, "a stored value that agrees",
                   put(2, member, value, False))
    for name, member, value in (
            ("wrong-hash", "output_hash", output_hash(b"")),
            ("upper-hash", "output_hash", right.upper()),
            ("other-prefix", "output_hash", right.replace("sha", "SHA")),
            ("hash-null", "output_hash", None),
            ("hash-empty", "output_hash", ""),
            ("wrong-digest", "entry_digest", aerref.ZEROS),
            ("digest-number", "entry_digest", 0)):
        yield case("receipt-" + name, "a stored value that differs",
                   put(2, member, value, False), verdict="invalid")
    entries = honest()
    set_payload(entries[1], b"\xff\xfe")
    yield case("receipt-no-text", "bytes that are no UTF-8",
               link(entries, 3))
    yield case("receipt-same-id", "two entries with one id",
               put(2, "id", "r-1", True))


def provenance_cases():
    for name, value in (("system", "EXECUTED BY A.B-C_9 X"),
                        ("lower-case", "executed by toolhost"),
                        ("two-spaces", "EXECUTED BY A  B"),
                        ("no-system", "EXECUTED BY "),
                        ("other", "SEEN BY SOMEBODY")):
        yield case("provenance-" + name, "no class is refused by the chain",
                   put(2, "provenance_class", value, True))


COMMITTED = {"published_at": (
    ("2026-10-01T18:30:00.123456789Z", True), ("2028-02-29T00:00:00Z", True),
    ("2026-10-01T18:30:00-00:00", True), ("2026-10-01T18:30:00+23:59", True),
    ("0001-01-01T00:00:00Z", True), ("2027-02-29T00:00:00Z", False),
    ("2026-10-01T18:30:60Z", False), ("2026-10-01T24:00:00Z", False),
    ("2026-10-01T18:30:00+24:00", False), ("2026-10-01t18:30:00Z", False),
    ("2026-10-01T18:30:00z", False), ("2026-10-01 18:30:00Z", False),
    ("2026-10-01T18:30:00", False), ("2026-10-01T18:30:00.Z", False),
    ("0000-01-01T00:00:00Z", False), ("2026-10-01T18:30Z", False)),
    "entry_count": ((Raw("3"), True), (Raw("3.0"), False),
                    (Raw("3e0"), False), ("3", False), (Raw("0"), False),
                    (Raw("-3"), False), (Raw("18446744073709551619"), False),
                    (True, False), (None, False)),
    "job_id": (("", False), ("job-other", False), (None, False))}


def reference(entries, **changes):
    members = {"job_id": "job-own", "final_entry_digest": digest(entries[-1]),
               "entry_count": len(entries),
               "published_at": "2026-10-01T18:30:00Z"}
    members.update(changes)
    return members


def commitment_cases():
    entries = honest()
    for member, values in COMMITTED.items():
        for number, (value, holds) in enumerate(values, 1):
            yield case("commitment-%s-%d" % (member, number),
                       "the reference has %s %s" % (member, to_text(value)),
                       entries,
                       verdict="valid" if holds else "invalid",
                       commitment=reference(entries, **{member: value}))
    for name, changes, verdict in (
            ("extension", {"witness": "notary"}, "valid"),
            ("twice", {"entry_count": Twice(3, 3)}, "invalid"),
            ("extension-twice", {"witness": Twice("a", "b")}, "invalid"),
            ("prefixed-digest",
             {"final_entry_digest": "sha256:" + digest(entries[-1])},
             "invalid")):
        yield case("commitment-" + name, "form of the reference", entries,
                   verdict=verdict, commitment=reference(entries, **changes))
    yield case("commitment-earlier", "confirms the first 2 entries, not the "
               "end", entries, verdict="invalid",
               commitment=reference(close(honest()[:2])))
    yield case("commitment-shorter", "the reference knew one entry more",
               close(honest(4)[:3]), verdict="invalid",
               commitment=reference(honest(4)))


def vectors():
    made = []
    for cases in (text_cases, spelling_cases, seq_cases, close_cases,
                  member_cases, duplicate_cases, base64_cases, link_cases,
                  job_cases, object_cases, order_cases, receipt_cases,
                  provenance_cases, commitment_cases):
        made += cases()
    return made


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    path = arguments[0] if arguments else os.path.join(
        here, "..", "vectors", "own.json")
    corpus = {"construction": "aer1-07",
              "source": "cases made for this project",
              "vectors": vectors()}
    with open(path, "wb") as file:
        file.write((to_text(corpus, indent=1) + "\n").encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
