"""Instructions an entry takes, under callgrind: a figure that does not hang on what else the machine does.

Of two timelines, one longer than the other, the difference is what the further entries take; what starting takes is not
in it. OpenSSL's part is kept apart: which code it uses depends on the processor, and callgrind's is an older one."""

import os
import re
import subprocess
import tempfile

TOLERANCE = 1.02
# name: kind of generate.py, then N and SIZE of the shorter and the longer one.
SAMPLES = (
    ("600-byte entry", (), (2000, 210), (6000, 210)),
    ("100 KB entry", (), (10, 100000), (30, 100000)),
    ("entry of 1,000 members", ("members",), (10, 1000), (30, 1000)),
)


def instructions(aerscope, path):
    """(of aerscope itself, of libcrypto, of all else)"""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        subprocess.run(["valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=" + out, aerscope, "verify",
                        "--no-sandbox", "--quiet", "--jobs=1", path], stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        with open(out, encoding="utf-8", errors="replace") as file:
            return by_object(file, os.path.basename(aerscope))


def by_object(file, program):
    """Sums the lines that are a function's own; what stands behind `calls=` is of what it called."""
    names, own, current, inclusive = {}, {}, "", False
    for line in file:
        if line.startswith("ob="):
            number, _, name = line[3:].strip().partition(" ")
            names.setdefault(number, name)
            current = names[number]
        elif line.startswith("calls="):
            inclusive = True
        elif re.match(r"[+*\-\d]", line):
            if not inclusive:
                own[current] = own.get(current, 0) + int(line.split()[1])
            inclusive = False
        elif line.startswith("cob="):
            number, _, name = line[4:].strip().partition(" ")
            names.setdefault(number, name)
    itself = sum(n for name, n in own.items() if os.path.basename(name) == program)
    crypto = sum(n for name, n in own.items() if "libcrypto" in name)
    return itself, crypto, sum(own.values()) - itself - crypto


def per_entry(aerscope, make, kind, short, long):
    paths = [make(*kind, str(n), str(size)) for n, size in (short, long)]
    one, other = (instructions(aerscope, path) for path in paths)
    return tuple((b - a) / (long[0] - short[0]) for a, b in zip(one, other))


def environment():
    def first(command):
        try:
            return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode().split("\n")[0]
        except FileNotFoundError:
            return "none"
    return "; ".join((first(["valgrind", "--version"]), first([os.environ.get("CC", "cc"), "--version"]), os.uname().machine))


def read(path):
    """The stored figures by name, and what they were taken with."""
    figures, taken_with = {}, None
    if not os.path.exists(path):
        return figures, taken_with
    with open(path) as file:
        for line in file:
            name, _, value = line.strip().partition(": ")
            if name == "with":
                taken_with = value
            elif value and not line.startswith("#"):
                figures[name] = float(value)
    return figures, taken_with


def store(path, figures):
    with open(path, "w") as file:
        file.write("# Instructions of aerscope itself an entry, by callgrind: make bench holds what it counts against them.\n")
        file.write("# run.py --store-instructions writes them anew.\n")
        file.write("with: %s\n" % environment())
        for name, figure in figures.items():
            file.write("%s: %.0f\n" % (name, figure))


def judge(figure, stored, same):
    if stored is None:
        return "nothing stored"
    ratio = figure / stored
    said = "%+.1f %% of the stored %.0f" % (100 * (ratio - 1), stored)
    if not same:
        return said + ", which were counted with other tools"
    return said + (": MORE THAN BEFORE" if ratio > TOLERANCE else ": fewer, store it" if ratio < 2 - TOLERANCE else "")
