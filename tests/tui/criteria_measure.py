"""Figures against limits: criteria.py --measure [CRITERION...]

Makes a timeline of 1,000,000 entries of about 403 bytes in a temporary folder
($TMPDIR, some 810 MB with the pipe's copy) and prints a table.  C4 is only run
when it is named, for it takes minutes; it is meant for a build with
sanitizers, all else for one without.  Times are of this machine at this
moment: nothing else should run on it.
"""

import datetime
import io
import os
import platform
import random
import re
import statistics
import subprocess
import time

import criteria_base as base
import pty
from criteria_base import AERSCOPE, inspect, many, run, sample, sanitized, scratch

ENTRIES = 1000000
RUNS = 5
MEASURES = []


def measure(criterion, by_name=False):
    def put(function):
        MEASURES.append((criterion, by_name, function))
        return function
    return put


class Quiet(base.Tap):
    """For tests that are used as measurements: what fails stops it."""

    def __init__(self):
        super().__init__({}, io.StringIO())
        self.wrong = []

    def ok(self, passed, name, *details):
        if not passed:
            self.wrong.append(name)
        return super().ok(passed, name, *details)


def row(criterion, what, limit, figure, holds):
    print("%-4s %-52s %-16s %-24s %s" % (
        criterion, what, limit, figure, "holds" if holds else "DOES NOT HOLD"),
        flush=True)


def ms(seconds):
    return "%.0f ms" % (seconds * 1000) if seconds < 10 else "%.1f s" % seconds


def p95(values):
    return sorted(values)[min(int(len(values) * 0.95), len(values) - 1)]


def machine():
    cpu = re.search(r"model name\s*: (.*)", pty.read_file("/proc/cpuinfo"))
    version = run(["--version"]).stdout.decode("ascii", "replace").split("\n")[0]
    print("%s, %d of its processors, %s %s" % (
        cpu.group(1) if cpu else platform.machine(),
        len(os.sched_getaffinity(0)), platform.system(), platform.release()))
    print("%s, %s, %s%s" % (
        version, datetime.date.today().isoformat(),
        "with a sanitizer" if sanitized() else "release build",
        "; load %.1f" % os.getloadavg()[0]))
    print("%-4s %-52s %-16s %-24s" % ("", "what", "limit", "measured"))


def started(arguments, cols=120, rows=40, **more):
    return inspect(arguments, cols, rows, **more)


def has_entries(terminal):
    return re.search(r"^[> ] +\d[\d,]* .*(holds|genesis|BROKEN)", terminal.text(),
                     re.M) is not None


def is_done(terminal):
    return re.search(r"^TIMELINE (consistent|broken)", terminal.text(), re.M)


def leave(terminal):
    terminal.send("q")
    return terminal.wait()


@measure("C2")
def lost(big):
    for name, arguments in (("8 entries", ["edited.json"]),
                            ("1,000,000 entries", [big])):
        for ignored in ((), (1,)):
            with inspect(arguments, ignore=ignored) as t:
                t.until(lambda: is_done(t))
                t.quiet(0.1)
                used, began = pty.cpu_time(t.pid), time.monotonic()
                t.hang_up()
                t.wait()
                took, used = t.ended - began, t.usage - used
                what = "%s: master closed%s" % (name, ", HUP ignored" * bool(ignored))
                row("C2", what + ": exit after", "< 1 s", ms(took), took < 1)
                row("C2", what + ": CPU after", "< 0.1 s", ms(used), used < 0.1)


@measure("C3")
def suspended(big):
    import criteria_terminal
    tap = Quiet()
    began = time.monotonic()
    for place in ("list", "card", "prompt", "loading"):
        try:
            criteria_terminal.suspend_in(tap, place)
        except base.Stopped:
            pass
    row("C3", "50 x (Ctrl-Z, resize, fg) in four places", "each redrawn",
        ", ".join(tap.wrong)[:60] or "all, %s" % ms(time.monotonic() - began),
        not tap.wrong)


@measure("C4", by_name=True)
def sizes(big):
    tap = Quiet()
    began = time.monotonic()
    for test in base.TESTS["sizes"]:
        try:
            test(tap)
        except base.Stopped:
            pass
    row("C4", "%d random sizes and keys" % base.ROUNDS, "no crash, same",
        "; ".join(tap.wrong)[:60] or "%d checks, %s" % (
            tap.count, ms(time.monotonic() - began)), not tap.wrong)


@measure("C9")
def first_screen(big):
    for name, path, limit in (("8 entries", sample("edited.json"), 0.05),
                              ("1,000,000 entries", big, 0.15)):
        times = []
        for _ in range(2 * RUNS):
            with started([path]) as t:
                times.append((t.until(lambda: has_entries(t)) or 99) - t.started)
                leave(t)
        row("C9", name + ": exec to first entries, median", "<= " + ms(limit),
            "%s (%s to %s)" % (ms(statistics.median(times)), ms(min(times)),
                               ms(max(times))), statistics.median(times) <= limit)


@measure("C10")
def complete(big):
    hashes, wholes, rates = [], [], []
    for _ in range(RUNS):
        began = time.monotonic()
        subprocess.run(["openssl", "dgst", "-sha256", big], check=True,
                       stdout=subprocess.DEVNULL)
        hashes.append(time.monotonic() - began)
        with started([big]) as t:
            seen = []
            def done():
                line = t.screen.lines()[1]
                if "examining" in line and line not in seen:
                    seen.append(line)
                return is_done(t)
            wholes.append((t.until(done) or 99) - t.started)
            rates.append(len(seen) / wholes[-1])
            leave(t)
    began, verified = time.monotonic(), []
    for _ in range(RUNS):
        began = time.monotonic()
        run(["verify", big])
        verified.append(time.monotonic() - began)
    base_time = statistics.median(hashes)
    ratio = statistics.median(wholes) / base_time
    row("C10", "openssl dgst -sha256, median", "-", ms(base_time), True)
    row("C10", "exec to the final judgement, median", "<= 2.0 x",
        "%s, %.2f x" % (ms(statistics.median(wholes)), ratio), ratio <= 2.0)
    ratio = statistics.median(verified) / base_time
    row("C10", "aerscope verify of it, median", "<= 2.0 x",
        "%s, %.2f x" % (ms(statistics.median(verified)), ratio), ratio <= 2.0)
    row("C10", "progress shown", ">= 4 a second",
        "%.1f a second" % statistics.median(rates), statistics.median(rates) >= 4)


@measure("C11")
def memory(big):
    import criteria_scale
    with scratch() as folder:
        huge = os.path.join(folder, "huge.json")
        criteria_scale.huge_entries(huge, 4, 100 << 20)
        for name, path, entries, piped in (
                ("1,000,000 entries", big, ENTRIES, False),
                ("1,000,000 entries from a pipe", big, ENTRIES, True),
                ("4 entries of 100 MiB", huge, 4, False),
                ("4 entries of 100 MiB from a pipe", huge, 4, True)):
            limit = entries * 64 + (32 << 20)
            with base.unfinished(path, 1.0) as (pipe, more), started(
                    ["-" if piped else path], stdin=pipe if piped else None) as t:
                more()
                t.until(lambda: is_done(t), 120)
                for pressed in ("j", "G", "\r", "v", "v", "v", "\x1b", "o", "\x1b",
                                "F", "\x1b", "/nothing\r"):
                    t.send(pressed)
                    t.quiet(0.3)
                used = pty.peak_memory(t.pid)
                leave(t)
            row("C11", name + ", peak", "<= %.0f MiB" % (limit / (1 << 20)),
                "%.1f MiB" % (used / (1 << 20)), used <= limit)


def key_times(terminal, going_on, pressed="j", most=200):
    """Seconds from a key to the picture that it brings, while going_on()."""
    times = []
    while going_on() and len(times) < most:
        place = position(terminal)
        began = time.monotonic()
        terminal.send(pressed)
        painted = terminal.until(lambda: position(terminal) != place, 2)
        if painted is None:
            break
        times.append(max(painted - began, 0))
        terminal.read(0.005)
    return times


def position(terminal):
    for line in terminal.screen.lines():
        match = re.match(r"^>[ ]*([\d,]+) ", line)
        if match:
            return match.group(1)
    return None


@measure("C12")
def keys_while_loading(big):
    for name, piped in (("while loading", False), ("while loading a pipe", True)):
        times = []
        for _ in range(RUNS):
            with base.unfinished(big, 1.0) as (pipe, more), started(
                    ["-" if piped else big], stdin=pipe if piped else None) as t:
                more()
                t.until(lambda: has_entries(t))
                times += key_times(t, lambda: not is_done(t))
                t.until(lambda: is_done(t), 60)
                leave(t)
        if not times:
            row("C12", "key to paint %s" % name, "<= 50 ms", "no key in time", False)
            continue
        row("C12", "key to paint %s, p95 of %d" % (name, len(times)), "<= 50 ms",
            "%s (median %s, max %s)" % (ms(p95(times)), ms(statistics.median(times)),
                                        ms(max(times))), p95(times) <= 0.05)


@measure("C12")
def going_anywhere(big):
    dice = random.Random(12)
    with started([big]) as t:
        t.until(lambda: is_done(t), 60)
        t.quiet(0.2)
        times = []
        for _ in range(60):
            entry = dice.randint(1, ENTRIES)
            t.press("%d" % entry)
            began = time.monotonic()
            t.send("G")
            shown = t.until(lambda: (position(t) or "").replace(",", "") ==
                            str(entry), 5)
            times.append((shown or began + 99) - began)
        row("C12", "goto any entry, max of %d" % len(times), "<= 50 ms",
            "%s (median %s)" % (ms(max(times)), ms(statistics.median(times))),
            max(times) <= 0.05)
        times = key_times(t, lambda: True, "j", 100)
        row("C12", "key to paint at rest, p95 of %d" % len(times), "<= 50 ms",
            "%s (median %s)" % (ms(p95(times)), ms(statistics.median(times))),
            p95(times) <= 0.05)
        for name, pressed, seen in (("e, no failure", "e", r"no failure"),
                                    ("G", "G", r"^>\s*1000000|^>\s*1,000,000"),
                                    ("g", "g", r"^> +1 "),
                                    ("] to the citing entry", "]", r"^> +2 ")):
            t.quiet(0.1)
            began = time.monotonic()
            t.send(pressed)
            took = (t.shows(seen, 5) or began + 99) - began
            row("C12", name, "<= 50 ms", ms(took), took <= 0.05)
        leave(t)


@measure("C12")
def searching(big):
    size = os.path.getsize(big)
    limit = 3.0 * size / 4e8
    for name, more in (("what is shown", ""), ("canonical bytes as well", "\x07"),
                       ("a regular expression", "\x12")):
        with started([big]) as t:
            t.until(lambda: is_done(t), 60)
            t.quiet(0.2)
            t.send("/no such t[e]xt" if more == "\x12" else "/no such text")
            t.send(more)
            t.quiet(0.1)
            began = time.monotonic()
            t.send("\r")
            took = (t.shows(r"no match in 1,000,000 entries.*finished", 60) or
                    began + 99) - began
            row("C12", "a search that finds nothing, %s" % name,
                "<= " + ms(limit), ms(took), took <= limit)
            leave(t)
    times = []
    for n in range(RUNS):
        with started([big]) as t:
            t.until(lambda: is_done(t), 60)
            t.send("/no such text\r")
            t.shows(r"so far", 2)
            t.quiet(0.01, 0.1)
            began = time.monotonic()
            t.send("\x03")
            times.append((t.shows(r"stopped", 5) or began + 99) - began)
            leave(t)
    row("C12", "Ctrl-C stops a search, max of %d" % RUNS, "< 100 ms",
        ms(max(times)), max(times) < 0.1)


@measure("C13")
def quiet(big):
    for name, path in (("8 entries", sample("edited.json")),
                       ("1,000,000 entries", big)):
        with started([path]) as t:
            t.until(lambda: is_done(t), 60)
            t.quiet(0.3)
            before, woken = len(t.raw()), pty.wake_ups(t.pid)
            end = time.monotonic() + 10
            while time.monotonic() < end:
                t.read(end - time.monotonic())
            sent, woken = len(t.raw()) - before, pty.wake_ups(t.pid) - woken
            leave(t)
        row("C13", name + ": idle 10 s, bytes", "0", "%d" % sent, sent == 0)
        row("C13", name + ": idle 10 s, wake-ups", "0", "%d" % woken, woken == 0)


@measure("C13")
def scrolling(big):
    import criteria_scale
    with scratch() as folder:
        path = many(3000, os.path.join(folder, "many.json"))
        for cols, rows in ((80, 24), (120, 40), (160, 50), (200, 60), (300, 90)):
            wide = cols >= criteria_scale.WIDE
            for name, pressed, key in criteria_scale.SCROLLED:
                with started([path], cols, rows) as t:
                    t.until(lambda: is_done(t))
                    t.quiet(0.1)
                    if wide and name == "list alone":
                        pressed = ("=",) + pressed
                    each = criteria_scale.scrolled_line(t, pressed, key, 4 * (rows - 6) if wide else 200)
                    row("C13", "%dx%d, %s, %s: bytes a scrolled line" % (
                        cols, rows, name, key), "<= 700", "%.0f" % each, each <= 700)


@measure("C26")
def escape(big):
    import criteria_keys
    times = criteria_keys.escape_time(Quiet(), 40)
    row("C26", "Esc to paint, p95 of %d" % len(times), "<= 50 ms",
        "%s (median %s, max %s)" % (ms(p95(times)), ms(statistics.median(times)),
                                    ms(max(times))), p95(times) <= 0.05)


def main(wanted):
    if not os.path.exists(AERSCOPE):
        print("no program at %s" % AERSCOPE)
        return 2
    machine()
    with scratch() as folder:
        big = os.path.join(folder, "big.json")
        chosen = [(c, f) for c, by_name, f in MEASURES
                  if c in wanted or (not wanted and not by_name)]
        if any(c in ("C2", "C9", "C10", "C11", "C12", "C13") for c, _ in chosen):
            many(ENTRIES, big)
            row("-", "timeline", "-", "%d x %.0f bytes" % (
                ENTRIES, os.path.getsize(big) / ENTRIES), True)
        for criterion, function in chosen:
            try:
                function(big)
            except Exception as error:
                row(criterion, function.__name__, "", repr(error)[:40], False)
    return 0

