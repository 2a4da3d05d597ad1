#!/usr/bin/env python3
"""The check as it is usually written today: json, base64 and hashlib over the whole file, nothing located, nothing
read strictly. tests/lib/aerref.py is the reference for results; this is the one for speed, and is the faster.

    plain.py FILE"""

import base64
import hashlib
import json
import sys

BOUND = ("id", "job_id", "prev_digest", "provenance_class", "tool")


def digest(entry):
    bound = {name: entry[name] for name in BOUND}
    bound["close"] = entry.get("close", False)
    bound["seq"] = int(entry["seq"])
    bound["output_hash"] = hashlib.sha256(base64.b64decode(entry["canonical_bytes"], validate=True)).hexdigest()
    return hashlib.sha256(json.dumps(bound, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def broken(entries):
    """The first position where a rule fails, or 0."""
    prev, job = "0" * 64, entries[0]["job_id"]
    for position, entry in enumerate(entries, 1):
        if (entry["seq"] != position or entry["prev_digest"] != prev or entry["job_id"] != job
                or entry.get("close", False) != (position == len(entries))):
            return position
        prev = digest(entry)
    return 0


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    hashlib.sha256(data).hexdigest()
    at = broken(json.loads(data))
    print("broken at %d" % at if at else "consistent")
    sys.exit(1 if at else 0)


if __name__ == "__main__":
    main()
