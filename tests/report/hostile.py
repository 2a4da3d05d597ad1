#!/usr/bin/env python3
"""A timeline, a commitment, a case file and their names that try to be more than text in a report.

    hostile.py DIRECTORY    writes them and prints their paths with NUL between

Every address they try is below canary.invalid, every script sets window.canary."""

import hashlib
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import aerbuild  # noqa: E402
import aerref  # noqa: E402
import refcase  # noqa: E402

RUN = "window.canary=1"
URL = "http://canary.invalid/"

# Out of elements, attributes, comments, styles, scripts, titles, drawings; then entities, controls, and what
# orders or hides text; then what a spreadsheet runs or reads as something else.
TEXTS = (
    "<script>%s</script>" % RUN,
    "</title></style></script></textarea></svg></table><script>%s</script>" % RUN,
    "\"><img src=%sx onerror=%s>" % (URL, RUN),
    "' onmouseover='%s' style='position:fixed;inset:0' x='" % RUN,
    "--><svg onload=%s><use href=\"%sa.svg#x\"/></svg><!--" % (RUN, URL),
    "]]><iframe src=\"%sframe\" srcdoc=\"<script>parent.canary=1</script>\"></iframe>" % URL,
    "<link rel=stylesheet href=%sa.css><style>@import '%sb.css';*{display:none}</style>" % (URL, URL),
    "<meta http-equiv=refresh content=\"0;url=%s\"><base href=%s>" % (URL, URL),
    "<form action=%s><button autofocus onfocus=%s>" % (URL, RUN),
    "<a href=\"javascript:%s\" ping=%s>x</a>" % (RUN, URL),
    "url(%sc) expression(%s) }*{color:red" % (URL, RUN),
    "</desc><animate onbegin=%s attributeName=x dur=1s>" % RUN,
    "&lt;script&gt; &#x3c;b&#x3e; &amp;amp; &nbsp; &NewLine; &",
    "{{constructor.constructor('%s')()}} ${%s} <%%= 1 %%>" % (RUN, RUN),
    "\u202e]gnol[ \u2066iso\u2069 \u2067late \u061c\u200e\u200f\u202d\u202c\u2069\u2069",
    "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 1 2 3",
    "zero\u200bwidth\u200c\u200d\ufeff \u00ad\u2060\u3164 \u00a0nbsp",
    "nul\u0000 esc\u001b[2J bell\u0007 del\u007f c1\u009b ls\u2028ps\u2029",
    "a" + "\u0300\u0301\u0302\u0303\u0304\u0305\u0306" * 9 + " Z\u0351\u0352\u0353\u0354\u0355\u0356",
    "  two  spaces \t tab \r\n line  ",
    "W" * 900, "word " * 120, "\U0001f469\u200d\U0001f4bb \U0001f3f3\ufe0f \U0001f1e9\U0001f1ea \u6f22\u5b57",
    "\ud800 lone \udfff", "<U+202E> <0xFF> <U+003C> \u003c", "p\u0430yment", "\uffff\ufffe\U000e0041",
    "=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "\"=1\"", "' =1", "a;=1", "x;\"-1",
    "\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "\uff02=1", "1e5", "0x10", "0123", "TRUE", "1/2", "2026-01-02",
    "MARCH1", "12345678901234567890", "#REF!", "'0", "''", "a\"b,c\nd", ",", "", " ",
)


def timeline():
    entries = []
    for number, text in enumerate(TEXTS, 1):
        entries.append({
            "id": text or "empty", "seq": number, "job_id": TEXTS[0], "tool": text or "empty",
            "provenance_class": ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY X", text or "x")[number % 4],
            "canonical_bytes": aerbuild.pack(text.encode("utf-8", "surrogatepass")),
            "prev_digest": "", text or "x": text, "created_at": text})
    aerbuild.link(aerbuild.close(entries))
    # Stored values that findings show as they were.
    for number in range(3, len(entries), 5):
        entries[number]["prev_digest"] = TEXTS[number]
    entries[6]["seq"] = aerbuild.Raw("12345678901234567890")
    entries[7]["seq"] = aerbuild.Raw("-5")
    entries[8]["seq"] = "=1"
    entries[9]["output_hash"] = TEXTS[2]
    entries[11]["entry_digest"] = TEXTS[6]
    return entries


def commitment(entries):
    return {"job_id": TEXTS[0], "final_entry_digest": "0" * 64, "entry_count": 7,
            "published_at": "2026-01-01T00:00:00Z", "note": TEXTS[1]}


def noted(text):
    """As far as a case file can hold it: UTF-8 without NUL."""
    return re.sub("[\0\ud800-\udfff]", "?", text)


def case(timeline, commitment, path):
    """Notes on every third entry, the newest last; everything else that a case file states, likewise."""
    pinned = hashlib.sha256(timeline).hexdigest()
    digests = [aerref.entry_digest(e) for e in aerref.read_timeline(timeline).entries]
    texts = [noted(text) for text in TEXTS]
    at = "2026-01-02T03:04:05Z"
    return refcase.seal({
        "schema": "aerscope.case/1", "examiner": texts[0], "timeline": {"path": noted(path), "sha256": pinned},
        "references": [{"path": "c.json", "sha256": hashlib.sha256(commitment).hexdigest(), "witness": texts[1],
                        "authority": texts[2], "retrieved_from": texts[3], "retrieved_at": at,
                        "independent": "no", "checks": []}],
        "outcome": [{"system": texts[n], "effect": texts[n + 1], "entry_digest": digests[n], "statement": texts[n + 2],
                     "evidence": {"path": texts[n + 3], "sha256": "0" * 64}, "retrieved_at": at}
                    for n in range(0, 24, 4)],
        "notes": [refcase.note(n + 1, digests[n], "suspicious", texts[n + k], at, pinned)
                  for n in range(0, len(texts) - 3, 3) for k in range(2) if texts[n + k].strip()],
        "review": [{"reviewer": texts[n], "at": at, "report_sha256": "0" * 64, "statement": texts[n + 1]}
                   for n in range(0, 20, 2)],
        "history": [{"at": at, "did": "case.begin", "new": texts[0]}]})


def write(directory):
    name = "\"><img src=x onerror=%s>' <!-- =1 \x1b[8m \u202e.json" % RUN
    paths = [os.path.join(directory, start + name.replace("/", "_")) for start in ("t", "c", "n")]
    entries = timeline()
    made = [aerbuild.to_text(value, indent=1).encode("ascii") for value in (entries, commitment(entries))]
    made.append(json.dumps(case(*made, paths[0]), indent=1).encode("ascii") + b"\n")
    for path, data in zip(paths, made):
        with open(path, "wb") as file:
            file.write(data)
    return paths


TOKEN = re.compile(r"<(?:U\+([0-9A-F]{4,6})|0x([0-9A-F]{2}))>")


def unescape(shown):
    """What the one escaping was given: it can be undone."""
    return TOKEN.sub(lambda m: chr(int(m[1] or "DC" + m[2], 16)), shown)


def text_of(value):
    """A member as it is shown: a string's characters, else the JSON text; None where there is none."""
    return value if value is None or isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    sys.stdout.write("\0".join(write(sys.argv[1])))
