#!/usr/bin/env python3
"""Measures aerscope beside other programs on the same file, in turns, and prints medians and ratios.

    run.py [--aerscope PATH] [--entries N] [--payload BYTES] [--rounds N] [--tree] [--keep FILE]

Ratios are to `openssl dgst -sha256` of the same file in the same run. --tree adds the programs that build
a tree of the whole file (jq, the python3 reference), which take long and much memory."""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE = os.path.join(HERE, "..", "lib", "aerref.py")


def measure(command, stdin=None):
    """Seconds, CPU seconds and peak resident kilobytes of one run; None when there is no such program."""
    begin = time.monotonic()
    try:
        child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    _, _, used = os.wait4(child.pid, 0)
    return time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss


def piped(command):
    def run(path):
        with open(path, "rb") as source, subprocess.Popen(["cat"], stdin=source, stdout=subprocess.PIPE) as cat:
            return measure(command, cat.stdout)
    return run


def direct(*command):
    return lambda path: measure([*command, path])


def contestants(aerscope, tree):
    verify = [aerscope, "verify", "--quiet"]
    rows = [
        ("openssl dgst -sha256", direct("openssl", "dgst", "-sha256")),
        ("aerscope verify, 1 thread", direct(*verify, "--jobs=1")),
        ("aerscope verify, 2 threads", direct(*verify, "--jobs=2")),
        ("aerscope verify, report", direct(aerscope, "verify", "--format=json")),
        ("aerscope verify, from a pipe", piped([*verify, "-"])),
        ("sha256sum", direct("sha256sum")),
    ]
    if tree:
        rows.append(("jq length", direct("jq", "length")))
        rows.append(("python3 reference", direct(sys.executable, REFERENCE)))
    return rows


def rounds(rows, path, count):
    """Every program once, then every program again: what else the machine does meets all alike."""
    taken = {name: [] for name, _ in rows}
    for _ in range(count):
        for name, run in rows:
            got = run(path)
            if got:
                taken[name].append(got)
    return taken


def table(taken, entries):
    base = statistics.median(row[0] for row in taken["openssl dgst -sha256"])
    print("%-30s %8s %8s %9s %7s %9s" % ("", "seconds", "CPU", "peak MB", "ratio", "B/entry"))
    for name, row in taken.items():
        if not row:
            print("%-30s %8s" % (name, "not here"))
            continue
        wall, cpu, peak = (statistics.median(column) for column in zip(*row))
        print("%-30s %8.2f %8.2f %9.1f %7.2f %9.1f"
              % (name, wall, cpu, peak / 1024, wall / base, peak * 1024 / entries))


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aerscope", default="src/aerscope")
    parser.add_argument("--entries", type=int, default=1000000)
    parser.add_argument("--payload", type=int, default=210)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tree", action="store_true")
    parser.add_argument("--keep", help="use this file, made when it is not there")
    return parser.parse_args()


def main():
    o = options()
    with tempfile.TemporaryDirectory(prefix="aerscope-bench-") as folder:
        path = o.keep or os.path.join(folder, "timeline.json")
        if not os.path.exists(path):
            subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), str(o.entries), str(o.payload),
                            path], check=True)
        print("%s, %d processors, %s" % (platform.machine(), os.cpu_count(), time.strftime("%Y-%m-%d", time.gmtime())))
        print("%d entries, %.1f MB, %d rounds in turns, medians" % (o.entries, os.path.getsize(path) / 1e6, o.rounds))
        table(rounds(contestants(o.aerscope, o.tree), path, o.rounds), o.entries)


if __name__ == "__main__":
    main()
