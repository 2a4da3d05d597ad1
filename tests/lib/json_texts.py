#!/usr/bin/env python3
"""Compare what aerscope takes for JSON with what Python takes for it.

    json_texts.py --aerscope PATH [--count 4000] [--seed 1]

Random texts, most of them damaged in one or two places, each the value of a
member of an entry, so that nothing but the reader decides.  The last line is
`N accepted, M refused, K differ`.
"""

import argparse
import json
import random
import subprocess
import sys

STRINGS = ('""', '"a"', '"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\\\"', '"\\/"', '"\u00e9"', '"\u20ac"',
           '"\U0001f600"', '"\x7f"', '"\\b\\f\\n\\r\\t"', '"\\u00E9x"', '"' + "x" * 70 + '"', '"' + "\\\\" * 33 + '"')
NUMBERS = ("0", "-0", "1", "-12", "1.5", "0.0", "1e5", "1E+5", "2e-7", "-1.25e10", "1e400", "12345678901234567890")
WORDS = ("true", "false", "null")
SPACES = ("", "", "", " ", "\t", "\r", "  ")
BYTES = [bytes([b]) for b in b'"\\{}[],:0123456789.eE+-tfnu/ \t\x00\x01\x1f\x7f\x80\xbf\xc0\xc2\xe0\xed\xa0\xf0\xf4\xff'] + [
    b"\\u", b"\\u12", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\xe2\x80", b"NaN", b"Infinity", b"-", b"01", b"1.",
    b"//", b"/**/", b"'", b",,", b"\x0b", b"\x0c", b"\xc2\xa0", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"True", b"\\x41", b"\\'"]


def space(rng):
    return rng.choice(SPACES)


def value(rng, depth):
    kind = rng.random()
    if depth > 4 or kind < 0.25:
        return rng.choice(STRINGS)
    if kind < 0.45:
        return rng.choice(NUMBERS)
    if kind < 0.55:
        return rng.choice(WORDS)
    if kind < 0.8:
        inner = ("," + space(rng)).join(space(rng) + value(rng, depth + 1) + space(rng) for _ in range(rng.randrange(4)))
        return "[" + space(rng) + inner + "]"
    inner = ",".join(space(rng) + rng.choice(STRINGS) + space(rng) + ":" + space(rng) + value(rng, depth + 1)
                     for _ in range(rng.randrange(4)))
    return "{" + space(rng) + inner + space(rng) + "}"


def damage(rng, data):
    at = rng.randrange(len(data) + 1)
    kind = rng.random()
    if kind < 0.4:
        return data[:at] + rng.choice(BYTES) + data[at:]
    if kind < 0.7:
        return data[:at] + data[at + rng.randint(1, 3):]
    if kind < 0.9:
        return data[:at] + rng.choice(BYTES) + data[at + 1:]
    return data[:at] + data[rng.randrange(len(data) + 1):]


def text(rng):
    data = value(rng, 0).encode("utf-8")
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2))):
        data = damage(rng, data)
    return data.replace(b"\n", b" ")


def refuse(name):
    raise ValueError(name)


def python_takes(data):
    try:
        json.loads(data.decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return True


def line(data):
    return b'[{"x":' + data + b',"y":1},{"x":' + data + b"}]"


def aerscope_takes(path, lines):
    done = subprocess.run([path, "verify", "--each-line", "--format=ndjson"], input=b"".join(one + b"\n" for one in lines),
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    if len(answers) != len(lines):
        raise SystemExit("json_texts: %d answers for %d lines" % (len(answers), len(lines)))
    return ["error" not in answer and answer["judgements"]["timeline"]["result"] != "unreadable" for answer in answers]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--aerscope", required=True)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    lines = [line(text(rng)) for _ in range(args.count)]
    wanted = [python_takes(one) for one in lines]
    differ = 0
    for one, want, got in zip(lines, wanted, aerscope_takes(args.aerscope, lines)):
        if want != got:
            differ += 1
            print("%s by Python, %s by aerscope: %r" % (("refused", "taken")[want], ("refused", "taken")[got], one))
    print("%d accepted, %d refused, %d differ" % (sum(wanted), len(wanted) - sum(wanted), differ))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
