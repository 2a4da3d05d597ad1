#!/usr/bin/env python3
"""Writes a consistent aer1-07 timeline of N entries with payloads of about SIZE bytes.

    generate.py N SIZE FILE

Independent of aerscope: digests are taken here, from the format's description."""

import base64
import hashlib
import json
import sys

CLASSES = ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY BENCH")
TOOLS = ("fs.read", "http.get", "pay.quote", "mail.send")


def payload(number, size):
    head = '{"call":%d,"data":"' % number
    return (head + "x" * max(0, size - len(head) - 2) + '"}').encode()


def entry(number, body, prev, last):
    output = hashlib.sha256(body).hexdigest()
    made = {
        "id": "r-%d" % number,
        "seq": number,
        "job_id": "job-bench",
        "tool": TOOLS[number % len(TOOLS)],
        "provenance_class": CLASSES[number % len(CLASSES)],
        "canonical_bytes": base64.b64encode(body).decode(),
        "output_hash": "sha256:" + output,
        "prev_digest": prev,
    }
    if last:
        made["close"] = True
    return made, output


def digest(made, output):
    bound = {key: made[key] for key in ("id", "job_id", "prev_digest", "provenance_class", "seq", "tool")}
    bound.update(close=made.get("close", False), output_hash=output)
    text = json.dumps(bound, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def write(count, size, out):
    prev = "0" * 64
    out.write("[")
    for number in range(1, count + 1):
        made, output = entry(number, payload(number, size), prev, number == count)
        out.write(("," if number > 1 else "") + "\n" + json.dumps(made))
        prev = digest(made, output)
    out.write("\n]\n")


def main():
    with open(sys.argv[3], "w", encoding="ascii") as out:
        write(int(sys.argv[1]), int(sys.argv[2]), out)


if __name__ == "__main__":
    main()
