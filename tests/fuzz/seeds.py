#!/usr/bin/env python3
"""Inputs to begin with, one folder a target, made of the samples and the vectors.

    seeds.py SOURCE-TREE FOLDER
"""

import json
import os
import sys

sys.dont_write_bytecode = True

MARK = b"\n%%%%\n"
SIZE_MOST = 40000


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Seeds:
    def __init__(self, folder):
        self.folder = folder
        self.count = {}

    def add(self, target, *parts):
        data = MARK.join(part if isinstance(part, bytes)
                         else part.encode("utf-8") for part in parts)
        number = self.count[target] = self.count.get(target, 0) + 1
        folder = os.path.join(self.folder, target)
        os.makedirs(folder, exist_ok=True)
        if len(data) <= SIZE_MOST:
            with open(os.path.join(folder, "%03d" % number), "wb") as file:
                file.write(data)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def vectors_of(path):
    with open(path, encoding="utf-8") as file:
        corpus = json.load(file)
    for vector in corpus.get("vectors", []):
        entries = vector.get("timeline", vector.get("entries"))
        if isinstance(entries, list):
            yield entries, vector.get("commitment")


TEXTS = (
    "fs.read", "", "<U+202E>\u202e<U+003C>", "a\u0300\u0301\u0302\u0303\u0304\u0305 ",
    "p\u0430yment", "\u00a0\u200b\u200d\ufeff\u2066", "\U0001f469\u200d\U0001f4bb\U0001f1e9\U0001f1ea",
    "=cmd|' /C calc'!A0", "\"quoted\" 'once'", "\x1b[2J\x07\x7f\u009b", "\u05e9\u05dc \u0645\u0631 1 2",
    "\uac00\u1100\u1161", "\u0e33\u0eb3", "\U000e0041\ufffe", "<0xFF>", "<U+41>", "<U+0041",
)

COMMITMENT = {"job_id": "job-1", "entry_count": 6, "published_at": "2026-10-05T09:30:00.5+02:00"}

LISTS = (
    {"job_id": "job-1", "frozen_at": "2026-10-05T09:30:00Z", "source": "plan", "order": "strict",
     "actions": [{"tool": "fs.read", "kind": "expected", "count": 2}, {"tool": "pay.send", "kind": "authorised"},
                 {"tool": "rm", "kind": "forbidden"}, {"tool": "fs.read", "kind": "expected", "id": "r-5"}]},
    {"job_id": "job-1", "order": "any", "actions": [{"tool": "pay.send", "kind": "expected", "count": 3}]},
    {"actions": []},
)

KEYS = (
    "<wait>jjkGgg5j<Enter><Esc>eEfFwWsShl0$<Tab>o?<Esc>",
    "<wait>/fs<Enter>nN/<C-R>[a-f].<Enter>&failures<Enter>&entry=2-5<Enter>&!has:warning<Enter><C-L>",
    "<resize 20 7>J.K[]>zt<resize 200 50>x<Esc>vV<resize 1 1>p",
    "<wait>:examiner x<Enter>ma note<Enter>of two<C-X>ms:case<Enter><Enter>HuU",
    "<wait>:export html r.html<Enter>:export csv --entries=2-3 x.csv<Enter>:export json<Enter>",
    "<wait>X<Enter><Enter><Enter>X3j<Enter><Enter><Enter>:lab-save y.json<Enter>:lab-quiz 7 2<Enter>:lab-tour sample<Enter>",
    "<wait>A:head 00@3<Enter>:count 7<Enter>BT}}{Q<Enter>OV-+_",
    ":help<Enter>:goto 3<Enter>:x y<Enter>99999999999j:map 3<Enter><C-A><C-Y><C-W><C-Left><C-K>",
    "<wait>:attach samples/honest.json<Enter>:expect keys<Enter>:baseline keys<Enter>:commitment keys<Enter>",
)

STEPS = (
    "drop-tail=1\nreclose\nrelink", "drop-head=2\nrenumber\nrelink=2", "delete=3", "duplicate=2\nmove=2:5\nswap=1:6",
    "set=2.tool=\"x\"\nset=3.id=7\nset=1.x_new={\"a\":[1]}\nset=2.seq=2.0", "set-bytes=2=hello\nreplace-last={}",
    "as-06", "set=4.close=true\nset=5.prev_digest=\nrenumber",
)

LINES = (
    ["verify", "--format=json", "a.json", "-c", "b.json", "--independent=yes", "--witness", "w"],
    ["view", "a", "--theme=dark", "--frames", "ascii", "--keep", "--color=never", "--write-below=/tmp"],
    ["attack", "a", "--drop-tail=1", "--reclose", "--relink=2", "--set=2.tool=x", "--random=3", "--seed=9"],
    ["report", "a", "--format=html", "--entries=2-5", "-o", "x", "--force", "--status"],
    ["digest", "-", "--entry=2", "--preimage"], ["help", "verify"], ["--", "-a"], ["verfy", "a", "b"],
    ["verify", "--files-from=-", "-0", "--job=j"], ["verify", "--each-line"], ["verify", "a", "--list-jobs"],
    ["a", "--head=" + "0" * 64 + "@3", "--count=7", "--require=endpoint,coverage", "--allow-unwitnessed"],
)

CONFIGS = (
    {"theme": "dark", "frames": "unicode", "mouse": True, "plain": False, "colors": {"failure": "red"},
     "keys": {"quit": ["q"], "down": "j"}},
    {"colors": {"failure": 9, "note": "#123456"}}, {"x": 1},
)

NUMBERS = "[0,-0,1.5,-2e10,1E+2,0.0e-0,123456789012345678901234567890,1e400,5e-324,9007199254740993]"
STRINGS = ('["\\u0000","\\ud800","\\ud83d\\ude00","\\udc00\\ud800","\\b\\f\\n\\r\\t\\/\\\\\\"","\u00e9\u20ac\U0001f600",'
           '"\x7f",{"a":{"a":[[],{}]},"a":null,"":true}]')


def case_files(samples):
    yield read(os.path.join(samples, "relabelled.case"))
    yield compact({"schema": "aerscope.case/1"})
    yield compact({
        "schema": "aerscope.case/1", "examiner": "E", "timeline": {"path": "known.json"},
        "references": [{"path": "c.json", "independent": "yes", "witness": "w", "checks": [
            {"checked_at": "2026-10-05T09:30:00Z", "tool_version": "1.0.0", "result": "matches", "codes": []}]}],
        "outcome": [{"system": "bank", "effect": "payment", "statement": "done"}],
        "notes": [{"entry": 2, "mark": "suspicious", "text": "n", "at": "2026-10-05T09:30:00Z"}],
        "review": [{"reviewer": "R", "at": "2026-10-05T09:30:00Z", "statement": "s"}], "history": [], "other": {"a": [1]}})


def timelines(samples, vectors):
    for name in sorted(os.listdir(samples)):
        if name.endswith((".json", ".ndjson")):
            yield read(os.path.join(samples, name))
    for name in sorted(os.listdir(vectors)):
        for entries, _ in vectors_of(os.path.join(vectors, name)):
            yield compact(entries).encode("ascii")
    yield b"\xef\xbb\xbf[]"
    yield b""
    yield b'{"timeline":[],"entries":[]}'


def make(top, seeds):
    samples, vectors = os.path.join(top, "samples"), os.path.join(top, "tests", "vectors")
    honest, commitment = (read(os.path.join(samples, "honest" + end)) for end in (".json", ".commitment.json"))
    expected, workflow = (read(os.path.join(samples, "honest" + end)) for end in (".expected.json", ".workflow.json"))
    case = read(os.path.join(samples, "relabelled.case"))
    for number, data in enumerate(timelines(samples, vectors)):
        seeds.add("timeline", data)
        if number % 3 == 0:
            seeds.add("report", data, (commitment, b"")[number % 2], (expected, workflow, b"")[number % 3],
                      (case, b"")[number % 2])
            seeds.add("diff", honest, data)
            seeds.add("inspector", KEYS[number % len(KEYS)], data)
            seeds.add("lab", STEPS[number % len(STEPS)], data)
        seeds.add("reader", data)
    seeds.add("report", honest, commitment, expected, case)
    for name in sorted(os.listdir(vectors)):
        for entries, stated in vectors_of(os.path.join(vectors, name)):
            for entry in entries[:2]:
                seeds.add("entry", compact(entry))
            if stated is not None:
                seeds.add("commitment", compact(stated))
    seeds.add("entry", '{"seq":1,"seq":2,"Seq":3,"x":"\\ud800\\u0000","a":' + STRINGS + "}")
    for count in (6, 5, 7, 6.0, "6", -1, 10 ** 20):
        seeds.add("commitment", compact(dict(COMMITMENT, entry_count=count, final_entry_digest="0" * 64)))
    seeds.add("commitment", "0" * 64 + "@6")
    for value in LISTS:
        seeds.add("expected", compact(value))
    seeds.add("expected", expected)
    seeds.add("expected", workflow)
    for text in TEXTS:
        seeds.add("text", text)
    seeds.add("text", b"\xff\xed\xa0\x80\xc0\x80\xf4\x90\x80\x80\xe2\x80")
    for data in case_files(samples):
        seeds.add("case", data)
    for text in (NUMBERS, STRINGS, "[" * 511 + "]" * 511, "null", "\"x\"", " [ ] "):
        seeds.add("reader", text)
    for keys in KEYS:
        seeds.add("inspector", keys)
    for steps in STEPS:
        seeds.add("lab", steps)
    for line in LINES:
        seeds.add("options", "\n".join(line))
    for value in CONFIGS:
        seeds.add("options", json.dumps(value, indent=1))


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    make(sys.argv[1], Seeds(sys.argv[2]))


if __name__ == "__main__":
    main()
