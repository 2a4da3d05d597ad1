#!/usr/bin/env python3
"""Measures aerscope beside other programs on the same files, in turns, and prints medians and ratios.

    run.py [--aerscope PATH] [--scale X] [--rounds N] [--large] [--only PART,...] [--results FILE] [--keep FOLDER]
           [--store-instructions]

--scale 0.01 makes everything a hundredth of its size: that shows that the run works, and its figures mean nothing.
--large adds 10,000,000 entries (6 GB of disk, some minutes). --results writes the tables into FILE as well. Nothing else
should run on the machine meanwhile: some seven minutes. Files go below $TMPDIR: 3 GB, or 9 GB with --large; jq and python3
want 4 GB of memory. Parts: file sizes payloads many screen report attack instructions profile."""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

import count
import measure
import screen

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("file", "sizes", "payloads", "many", "screen", "report", "attack", "instructions", "profile")
MEGA = 1 << 20


class Bench:
    def __init__(self, o, folder):
        self.o, self.folder = o, folder
        self.goals = []
        self.made = {}
        self.text = []

    # ---- telling

    def say(self, line=""):
        print(line, flush=True)
        self.text.append(line)

    def head(self, title):
        self.say()
        self.say(title)
        self.say()

    def goal(self, what, wanted, measured, holds):
        self.goals.append((what, wanted, measured, holds))

    # ---- files

    def scaled(self, n, least=1):
        return max(least, int(n * self.o.scale))

    def make(self, *words):
        """A file of generate.py, made once."""
        words = tuple(str(word) for word in words)
        if words not in self.made:
            path = os.path.join(self.folder, "-".join(words) + ("" if words[0] == "files" else ".json"))
            if not os.path.exists(path):
                subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), *words, path], check=True)
            self.made[words] = path
        return self.made[words]

    def drop(self, *words):
        path = self.made.pop(tuple(str(word) for word in words), None)
        if path and not self.o.keep and not os.path.isdir(path):
            os.unlink(path)

    def verify(self, *more):
        return [self.o.aerscope, "verify", *more]


def mega(path):
    return os.path.getsize(path) / 1e6


# ---- one file of a million entries

def table(b, taken, entries):
    base = taken["openssl dgst -sha256"].seconds
    b.say("%-40s %9s %9s %9s %8s %9s" % ("", "seconds", "CPU", "peak MB", "ratio", "B/entry"))
    for name, t in taken.items():
        b.say("%-40s %9.3f %9.3f %9.1f %8.2f %9.1f"
              % (name, t.seconds, t.processor, t.peak / 1e6, t.seconds / base, t.peak / entries))


def part_file(b):
    entries = b.scaled(1000000, 1000)
    path = b.make(entries, 210)
    tree = measure.compiled(b.folder, "tree.c", "-lcjson")
    quiet = b.verify("--quiet")
    rows = [
        ("openssl dgst -sha256", measure.direct("openssl", "dgst", "-sha256")),
        ("aerscope verify --quiet, 1 thread", measure.direct(*quiet, "--jobs=1")),
        ("aerscope verify --quiet, 2 threads", measure.direct(*quiet, "--jobs=2")),
        ("aerscope verify, 1 thread", measure.direct(*b.verify("--jobs=1"))),
        ("aerscope verify, 2 threads", measure.direct(*b.verify("--jobs=2"))),
        ("aerscope verify --quiet, from a pipe", measure.piped(*quiet, "--jobs=2")),
        ("sha256sum", measure.direct("sha256sum")),
    ]
    slow = [("jq length", measure.direct("jq", "length")),
            ("python3, json and hashlib", measure.direct(sys.executable, os.path.join(HERE, "plain.py")))]
    if tree:
        slow.insert(0, ("cJSON, the tree alone", measure.direct(tree)))
    b.head("One file: %s entries, %.1f MB (%.0f bytes an entry); median of %d runs in turns, slow programs of %d"
           % (format(entries, ","), mega(path), os.path.getsize(path) / entries, b.o.rounds, b.o.slow_rounds))
    taken = measure.in_turns(rows, path, b.o.rounds)
    taken.update(measure.in_turns(slow, path, b.o.slow_rounds))
    table(b, taken, entries)
    file_goals(b, taken, entries)


def file_goals(b, taken, entries):
    base = taken["openssl dgst -sha256"].seconds
    limit = entries * 64 + 32 * MEGA
    for threads, most in ((2, 2.0), (1, 3.5)):
        name = "aerscope verify --quiet, %d thread%s" % (threads, "s" * (threads > 1))
        ratio = taken[name].seconds / base
        b.goal("%s entries of 600 bytes, %d thread%s, against openssl dgst -sha256"
               % (format(entries, ","), threads, "s" * (threads > 1)), "<= %.1f times" % most, "%.2f times" % ratio, ratio <= most)
    python = taken.get("python3, json and hashlib")
    if python:
        times = python.seconds / taken["aerscope verify --quiet, 2 threads"].seconds
        b.goal("the same against python3 with json and hashlib", ">= 20 times faster", "%.1f times faster" % times, times >= 20)
    for name, where in (("aerscope verify, 2 threads", "from a file"), ("aerscope verify --quiet, from a pipe", "from a pipe")):
        peak = taken[name].peak
        b.goal("memory of it " + where, "<= %.0f MB (64 B an entry + 32 MiB)" % (limit / 1e6), "%.1f MB" % (peak / 1e6),
               peak <= limit)


# ---- growth

def part_sizes(b):
    sizes = [b.scaled(10 ** n, 10) for n in (3, 4, 5, 6)] + ([b.scaled(10 ** 7)] if b.o.large else [])
    b.head("Growth: entries of 600 bytes, 2 threads, median of %d" % b.o.rounds)
    b.say("%12s %9s %9s %9s %12s %9s %9s" % ("entries", "MB", "openssl", "verify", "ns an entry", "ratio", "peak MB"))
    per = []
    for entries in sizes:
        path = b.make(entries, 210)
        rows = [("openssl", measure.direct("openssl", "dgst", "-sha256")),
                ("aerscope", measure.direct(*b.verify("--quiet", "--jobs=2")))]
        t = measure.in_turns(rows, path, b.o.rounds)
        per.append((entries, t["aerscope"].seconds * 1e9 / entries, t["aerscope"].peak))
        b.say("%12s %9.1f %9.3f %9.3f %12.0f %9.2f %9.1f" % (
            format(entries, ","), mega(path), t["openssl"].seconds, t["aerscope"].seconds, per[-1][1],
            t["aerscope"].seconds / t["openssl"].seconds, t["aerscope"].peak / 1e6))
        if entries != b.scaled(1000000, 1000):
            b.drop(entries, 210)
    small, large = per[2], per[-1]
    b.goal("time an entry at %s against %s" % (format(large[0], ","), format(small[0], ",")), "<= 1.25 times",
           "%.2f times" % (large[1] / small[1]), large[1] <= 1.25 * small[1])
    limit = large[0] * 64 + 32 * MEGA
    b.goal("memory at %s entries" % format(large[0], ","), "<= %.0f MB" % (limit / 1e6), "%.1f MB" % (large[2] / 1e6),
           large[2] <= limit)


# ---- what entries hold

def payload_files(b):
    return (
        ("100-byte payloads", (b.scaled(1000000, 100), 100), b.scaled(1000000, 100)),
        ("1 KB payloads", (b.scaled(250000, 100), 1000), b.scaled(250000, 100)),
        ("100 KB payloads", (b.scaled(3000, 10), 100000), b.scaled(3000, 10)),
        ("4 entries of 100 MB", ("huge", 4, b.scaled(100000000, 1000000)), 4),
        ("1 entry of 256 MiB", ("huge", 1, b.scaled(256 * MEGA, 1000000)), 1),
        ("1 entry of 1 GiB", ("huge", 1, b.scaled(1024 * MEGA + 400000, 4000000)), 1),
        ("100 entries of 20,000 members", ("members", 100, b.scaled(20000, 100)), 100),
        ("100 entries of 80,000 members", ("members", 100, b.scaled(80000, 400)), 100),
    )


def part_payloads(b):
    b.head("What entries hold: 2 threads, median of %d; from a pipe the peak alone" % b.o.slow_rounds)
    b.say("%-32s %9s %9s %9s %9s %9s %9s %9s" % ("", "MB", "openssl", "verify", "ratio", "ns a byte", "peak MB", "pipe MB"))
    per = {}
    for name, words, entries in payload_files(b):
        path = b.make(*words)
        t = measure.in_turns([("openssl", measure.direct("openssl", "dgst", "-sha256")),
                              ("aerscope", measure.direct(*b.verify("--quiet", "--jobs=2"))),
                              ("aerscope, pipe", measure.piped(*b.verify("--quiet", "--jobs=2")))], path, b.o.slow_rounds)
        size, peak, pipe = os.path.getsize(path), t["aerscope"].peak, t["aerscope, pipe"].peak
        per[name] = (t["aerscope"].seconds * 1e9 / size, max(peak, pipe), entries, size)
        b.say("%-32s %9.1f %9.3f %9.3f %9.2f %9.2f %9.1f %9.1f" % (
            name, size / 1e6, t["openssl"].seconds, t["aerscope"].seconds, t["aerscope"].seconds / t["openssl"].seconds,
            per[name][0], peak / 1e6, pipe / 1e6))
        b.drop(*words)
    payload_goals(b, per)


def payload_goals(b, per):
    for name in ("4 entries of 100 MB", "1 entry of 1 GiB"):
        _, peak, entries, size = per[name]
        limit = entries * 64 + 32 * MEGA
        b.goal("memory, %s%s, from a file and from a pipe" % (name, "" if b.o.scale == 1 else " (scaled: %d bytes)" % size),
               "<= %.0f MB" % (limit / 1e6), "%.1f MB" % (peak / 1e6), peak <= limit)
    for name, four in (("1 entry of 256 MiB", "1 entry of 1 GiB"),
                       ("100 entries of 20,000 members", "100 entries of 80,000 members")):
        ratio = per[four][0] / per[name][0]
        b.goal("time a byte, %s against %s" % (four, name), "<= 1.25 times", "%.2f times" % ratio, ratio <= 1.25)


# ---- many timelines

def part_many(b):
    count_lines, count_files = b.scaled(100000, 200), b.scaled(20000, 100)
    stream, folder = b.make("lines", count_lines, 3), b.make("files", count_files, 3)
    listed = os.path.join(folder, "list")
    each = b.verify("--each-line", "--allow-unwitnessed", "--format=ndjson")
    rows = [("each", measure.fed(*each)), ("each --quiet", measure.fed(*each, "--quiet"))]
    expected = {name: 0 for name in ("each", "each --quiet", "files", "parallel")}
    b.head("Many timelines of 3 entries, %.1f MB in lines; median of %d" % (mega(stream), b.o.slow_rounds))
    taken = measure.in_turns(rows, stream, b.o.slow_rounds, expected)
    if shutil.which("parallel"):
        taken.update(measure.in_turns([("parallel", measure.fed(
            "parallel", "--will-cite", "--pipe", "--block", "4M", "-j2", "-k", *each))], stream, b.o.slow_rounds, expected))
    taken.update(measure.in_turns([("files", lambda path: measure.run(b.verify(
        "--quiet", "--allow-unwitnessed", "--files-from=" + path)))], listed, b.o.slow_rounds, expected))
    names = {"each": "verify --each-line --format=ndjson", "each --quiet": "the same --quiet",
             "parallel": "parallel --pipe -j2 of it", "files": "verify --files-from, a file each"}
    b.say("%-40s %12s %9s %12s %9s" % ("", "timelines", "seconds", "a second", "peak MB"))
    for key, t in taken.items():
        n = count_files if key == "files" else count_lines
        b.say("%-40s %12s %9.3f %12s %9.1f" % (names[key], format(n, ","), t.seconds, format(int(n / t.seconds), ","), t.peak / 1e6))
    for key in ("each", "files"):
        rate = (count_files if key == "files" else count_lines) / taken[key].seconds
        b.goal("small timelines, " + names[key], ">= 20,000 a second", "%s a second" % format(int(rate), ","), rate >= 20000)


# ---- the inspector

def part_screen(b):
    entries = b.scaled(1000000, 1000)
    path = b.make(entries, 210)
    base = measure.in_turns([("openssl", measure.direct("openssl", "dgst", "-sha256"))], path, b.o.slow_rounds)["openssl"].seconds
    got = screen.measure(b.o.aerscope, path, b.o.slow_rounds)
    rate = mega(path) / got["search"]
    b.head("The inspector on %s entries, %.1f MB; median of %d" % (format(entries, ","), mega(path), b.o.slow_rounds))
    for what, figure in (
            ("from exec to the first entries", "%.0f ms" % (1000 * got["first"])),
            ("from exec to the final judgement", "%.0f ms, %.2f times openssl" % (1000 * got["whole"], got["whole"] / base)),
            ("key to paint, 95 of 100 (%d keys, loading and after)" % got["pressed"], "%.1f ms" % (1000 * got["keys"])),
            ("search that finds nothing", "%.0f ms, %.0f MB a second" % (1000 * got["search"], rate)),
            ("peak memory", "%.1f MB" % (got["peak"] / 1e6))):
        b.say("%-56s %s" % (what, figure))
    limit = entries * 64 + 32 * MEGA
    b.goal("inspector: first entries", "<= 150 ms", "%.0f ms" % (1000 * got["first"]), got["first"] <= 0.15)
    b.goal("inspector: key to paint, 95 of 100", "<= 50 ms", "%.1f ms" % (1000 * got["keys"]), got["keys"] <= 0.05)
    b.goal("inspector: a search through all", ">= 133 MB a second", "%.0f MB a second" % rate, rate >= 400 / 3)
    b.goal("inspector: memory", "<= %.0f MB" % (limit / 1e6), "%.1f MB" % (got["peak"] / 1e6), got["peak"] <= limit)


# ---- explaining and reporting

def broken(b, path):
    """One class changed in the middle and nothing relinked: the link behind it breaks, and is explained."""
    out = os.path.join(b.folder, "broken.json")
    with open(path, "rb") as file, open(out, "wb") as to:
        lines = 0
        for line in file:
            lines += 1
            to.write(line.replace(b'"tool": "', b'"tool": "x', 1) if lines == b.scaled(500000, 500) else line)
    return out


def part_report(b):
    entries = b.scaled(1000000, 1000)
    path = broken(b, b.make(entries, 210))
    rows = [("verify --quiet", measure.direct(*b.verify("--quiet"))),
            ("verify, with what explains it", measure.direct(*b.verify()))]
    rows += [("report --format=%s" % name, measure.direct(b.o.aerscope, "report", "--format=" + name))
             for name in ("html", "md", "json", "csv")]
    expected = {name: 1 if name.startswith("verify") else 0 for name, _ in rows}
    taken = measure.in_turns(rows, path, b.o.slow_rounds, expected)
    b.head("Explaining and reporting: the same file with one tool changed in the middle; csv has all entries; median of %d"
           % b.o.slow_rounds)
    b.say("%-40s %9s %9s %9s" % ("", "seconds", "CPU", "peak MB"))
    for name, t in taken.items():
        b.say("%-40s %9.3f %9.3f %9.1f" % (name, t.seconds, t.processor, t.peak / 1e6))
    if not b.o.keep:
        os.unlink(path)


# ---- attacking a copy

ATTACKS = (("a round trip", ["--set=1.tool=x", "--set=1.tool=bench"]),
           ("drop-tail and reclose", ["--drop-tail=10", "--reclose"]),
           ("delete, renumber, reclose and relink", ["--delete=2", "--renumber", "--reclose", "--relink"]),
           ("drop-head, renumber and as-06", ["--drop-head=1", "--renumber", "--as-06"]),
           ("as-06, renumber, reclose and relink", ["--as-06", "--renumber", "--reclose", "--relink"]),
           ("delete and every repair, then as-06", ["--delete=2", "--renumber", "--reclose", "--relink", "--as-06"]))
EXPLAINED = "the third with --explain"  # which examines the copy as well


def part_attack(b):
    entries = b.scaled(1000000, 1000)
    rows = [("verify", measure.direct(*b.verify("--quiet")))]
    rows += [(name, measure.direct(b.o.aerscope, "attack", *steps)) for name, steps in ATTACKS]
    rows.append((EXPLAINED, measure.direct(b.o.aerscope, "attack", "--explain", *ATTACKS[2][1])))
    expected = {name: 0 for name, _ in ATTACKS}
    taken = measure.in_turns(rows, b.make(entries, 210), b.o.slow_rounds, {**expected, "verify": 3, EXPLAINED: 0})
    b.head("Attacking the same file, the copy written to nowhere; median of %d" % b.o.slow_rounds)
    b.say("%-40s %9s %9s %9s %8s" % ("", "seconds", "CPU", "peak MB", "verify"))
    for name, t in taken.items():
        b.say("%-40s %9.3f %9.3f %9.1f %8.2f" % (name, t.seconds, t.processor, t.peak / 1e6, t.seconds / taken["verify"].seconds))
    worst = max(taken[name].seconds for name in expected) / taken["verify"].seconds
    b.goal("attack and every repair on %s entries, against verify" % format(entries, ","), "<= 3 times", "%.2f times" % worst,
           worst <= 3)


# ---- instructions, and where the time goes

def part_instructions(b):
    if not shutil.which("valgrind"):
        b.head("Instructions an entry: valgrind is not here")
        return
    stored, with_ = count.read(os.path.join(HERE, "INSTRUCTIONS"))
    figures = {}
    b.head("Instructions an entry, by callgrind, 1 thread (%s)" % count.environment())
    b.say("%-28s %12s %12s %12s  %s" % ("", "aerscope", "libcrypto", "else", "aerscope against what is stored"))
    for name, kind, short, long in count.SAMPLES:
        itself, crypto, other = count.per_entry(b.o.aerscope, b.make, kind, short, long)
        figures[name] = itself
        b.say("%-28s %12.0f %12.0f %12.0f  %s" % (name, itself, crypto, other, count.judge(
            itself, stored.get(name), with_ == count.environment())))
        if name in stored and with_ == count.environment():
            b.goal("instructions of aerscope itself, " + name, "<= %.0f (stored, +2 %%)" % (stored[name] * count.TOLERANCE),
                   "%.0f" % itself, itself <= stored[name] * count.TOLERANCE)
    if b.o.store_instructions:
        count.store(os.path.join(HERE, "INSTRUCTIONS"), figures)


def part_profile(b):
    path = b.make(b.scaled(1000000, 1000), 210)
    data = os.path.join(b.folder, "perf.data")
    if not shutil.which("perf") or subprocess.run(
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "1999", "-o", data,
             *b.verify("--quiet", "--jobs=1", "--no-sandbox"), path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode not in (0, 3):
        b.head("Where the time goes: perf is not here, or not allowed")
        return
    b.head("Where the time goes: share of the samples of verify --quiet on one thread, by object, then by aerscope's functions")
    for share, name in told(data, "dso", r" +(\d+\.\d+%) +(\S+)", "1"):
        b.say("%8s  %s" % (share, name))
    b.say()
    for share, name in told(data, "symbol", r" +(\d+\.\d+%) +\[\.\] +(\S+)", "0.5", "--dsos=" + os.path.basename(b.o.aerscope)):
        b.say("%8s  %s" % (share, name))


def told(data, by, row, least, *more):
    out = subprocess.run(["perf", "report", "-i", data, "--stdio", "--no-children", "--sort=" + by, "--percent-limit=" + least,
                          *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode("utf-8", "replace")
    return [found.groups() for found in (re.match(row, line) for line in out.splitlines()) if found][:20]


# ---- the whole

def machine(b):
    model = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    memory = re.search(r"MemTotal:\s*(\d+)", open("/proc/meminfo").read())
    version = subprocess.run([b.o.aerscope, "--version"], stdout=subprocess.PIPE).stdout.decode().split("\n")[0]
    ssl = subprocess.run(["openssl", "version"], stdout=subprocess.PIPE).stdout.decode().strip()
    flags = open("/proc/cpuinfo").read()
    b.say("%s, measured %s by make bench" % (version, time.strftime("%Y-%m-%d", time.gmtime())))
    b.say("%s, %d processors, %.0f GB, %s; %s, %s; %s; load %.2f at the start" % (
        model.group(1) if model else platform.machine(), len(os.sched_getaffinity(0)),
        int(memory.group(1)) / 1e6 if memory else 0, platform.machine(),
        "SHA-NI" if " sha_ni" in flags else "no SHA-NI", "AVX2" if " avx2" in flags else "no AVX2", ssl, os.getloadavg()[0]))
    if b.o.scale != 1:
        b.say("SCALED by %g: these figures mean nothing." % b.o.scale)


def goals(b, seconds):
    b.head("Goals")
    b.say("%-92s %-40s %-24s %s" % ("", "goal", "measured", ""))
    for what, wanted, measured, holds in b.goals:
        b.say("%-92s %-40s %-24s %s" % (what, wanted, measured, "holds" if holds else "DOES NOT HOLD"))
    b.say()
    b.say("%d of %d goals hold; the run took %.0f s" % (sum(g[3] for g in b.goals), len(b.goals), seconds))


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aerscope", default="src/aerscope")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", default=",".join(PARTS))
    parser.add_argument("--results")
    parser.add_argument("--keep", metavar="FOLDER", help="files stay there, and are used again")
    parser.add_argument("--store-instructions", action="store_true")
    o = parser.parse_args()
    o.aerscope = os.path.abspath(o.aerscope)
    o.slow_rounds = min(3, o.rounds)
    o.parts = o.only.split(",")
    if not set(o.parts) <= set(PARTS):
        parser.error("parts are " + " ".join(PARTS))
    return o


def go(o, folder):
    b = Bench(o, folder)
    begun = time.monotonic()
    machine(b)
    if not measure.launcher.begin(folder):
        b.say("No compiler is here: no peak below that of Python itself is told.")
    for part in PARTS:
        if part in o.parts:
            globals()["part_" + part](b)
    goals(b, time.monotonic() - begun)
    if o.results:
        with open(o.results, "w") as file:
            file.write("\n".join(b.text) + "\n")


def main():
    o = options()
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
        go(o, o.keep)
        return
    with tempfile.TemporaryDirectory(prefix="aerscope-bench-") as folder:
        go(o, folder)


if __name__ == "__main__":
    main()
