#!/usr/bin/env python3
"""Writes timelines to measure with, consistent ones by aer1-07.

    generate.py N SIZE FILE             N entries with payloads of about SIZE bytes
    generate.py huge N BYTES FILE       N entries of about BYTES each
    generate.py members N COUNT FILE    N entries with COUNT members that no check uses
    generate.py lines N PER FILE        N timelines of PER entries, a line each
    generate.py files N PER FOLDER      the same, a file each, and FOLDER/list with their names

Independent of aerscope: digests are taken here, from the format's description."""

import base64
import hashlib
import os
import sys

CLASSES = ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY BENCH")
TOOLS = ("fs.read", "http.get", "pay.quote", "mail.send")
ZEROS = "0" * 64
CHUNK = b'{"data":"' + b"x" * (3 * 65536 - 9)


def payload(number, size):
    head = '{"call":%d,"data":"' % number
    return (head + "x" * max(0, size - len(head) - 2) + '"}').encode()


def digest(job, number, output, prev, last):
    """Of the object as json.dumps(…, sort_keys=True, separators=(",", ":")) writes it; nothing in it needs an escape."""
    return hashlib.sha256(
        ('{"close":%s,"id":"r-%d","job_id":"%s","output_hash":"%s","prev_digest":"%s","provenance_class":"%s",'
         '"seq":%d,"tool":"%s"}'
         % ("true" if last else "false", number, job, output, prev, CLASSES[number % 3], number, TOOLS[number % 4])
         ).encode("ascii")).hexdigest()


def head(job, number):
    return ('{"id": "r-%d", "seq": %d, "job_id": "%s", "tool": "%s", "provenance_class": "%s", "canonical_bytes": "'
            % (number, number, job, TOOLS[number % 4], CLASSES[number % 3]))


def tail(output, prev, last):
    return '", "output_hash": "sha256:%s", "prev_digest": "%s"%s}' % (output, prev, ', "close": true' if last else "")


def entries(count, size, job="job-bench", extra=""):
    prev = ZEROS
    for number in range(1, count + 1):
        body = payload(number, size)
        output = hashlib.sha256(body).hexdigest()
        made = head(job, number) + base64.b64encode(body).decode("ascii") + tail(output, prev, number == count)
        yield made[:-1] + extra + "}" if extra else made
        prev = digest(job, number, output, prev, number == count)


def write(texts, out):
    out.write("[")
    for number, text in enumerate(texts):
        out.write((",\n" if number else "\n") + text)
    out.write("\n]\n")


def plain(count, size, path):
    with open(path, "w", encoding="ascii") as out:
        write(entries(count, size), out)


def huge(count, size, path):
    """Written in pieces: the generator needs no more memory for it than aerscope may."""
    pieces = max(1, size * 3 // 4 // len(CHUNK))
    sha256 = hashlib.sha256()
    for _ in range(pieces):
        sha256.update(CHUNK)
    output, coded, prev = sha256.hexdigest(), base64.b64encode(CHUNK).decode("ascii"), ZEROS
    with open(path, "w", encoding="ascii") as out:
        for number in range(1, count + 1):
            out.write(("[\n" if number == 1 else ",\n") + head("job-bench", number))
            for _ in range(pieces):
                out.write(coded)
            out.write(tail(output, prev, number == count))
            prev = digest("job-bench", number, output, prev, number == count)
        out.write("\n]\n")


def members(count, extras, path):
    extra = "".join(', "m%d": %d' % (i, i) for i in range(extras))
    with open(path, "w", encoding="ascii") as out:
        write(entries(count, 10, extra=extra), out)


def small(number, per):
    return "[" + ", ".join(entries(per, 100, job="job-%d" % number)) + "]"


def lines(count, per, path):
    with open(path, "w", encoding="ascii") as out:
        for number in range(count):
            out.write(small(number, per) + "\n")


def files(count, per, folder):
    os.makedirs(folder)
    with open(os.path.join(folder, "list"), "w") as listed:
        for number in range(count):
            below = os.path.join(folder, "%03d" % (number // 1000))
            os.makedirs(below, exist_ok=True)
            name = os.path.join(below, "%d.json" % number)
            with open(name, "w", encoding="ascii") as out:
                out.write(small(number, per))
            listed.write(name + "\n")


def main():
    kinds = {"huge": huge, "members": members, "lines": lines, "files": files}
    words = sys.argv[1:]
    make = kinds[words.pop(0)] if words and words[0] in kinds else plain
    if len(words) != 3:
        sys.exit(__doc__)
    make(int(words[0]), int(words[1]), words[2])


if __name__ == "__main__":
    main()
