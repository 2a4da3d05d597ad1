"""What the inspector takes, on a terminal of its own (tests/tui/pty.py)."""

import os
import re
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tui"))
import pty  # noqa: E402

ENTRY = re.compile(r"^[> ] +\d[\d,]* .*(holds|genesis|BROKEN)", re.M)
DONE = re.compile(r"^TIMELINE (consistent|broken)", re.M)
PLACE = re.compile(r"^> *([\d,]+) ", re.M)


def p95(times):
    return sorted(times)[min(int(len(times) * 0.95), len(times) - 1)]


def place(t):
    found = PLACE.search(t.text())
    return found.group(1) if found else None


def keys(t, pressed, count):
    """Seconds from each key to the screen that shows what it did."""
    times = []
    for _ in range(count):
        before, begun = place(t), time.monotonic()
        t.send(pressed)
        painted = t.until(lambda: place(t) != before, 2)
        if painted is None:
            break
        times.append(max(painted - begun, 0))
        t.read(0.002)
    return times


def until(t, expression, limit=120):
    at = t.until(lambda: expression.search(t.text()), limit)
    if at is None:
        raise SystemExit("the inspector did not show %r" % expression.pattern)
    return at


def leave(t):
    t.send("q")
    t.wait()


def measure(aerscope, path, rounds):
    """Medians in seconds; peak bytes."""
    first, whole, loading, still, nothing, peak = [], [], [], [], [], []
    for _ in range(rounds):
        with pty.Terminal([aerscope, path], 120, 40) as t:
            first.append(until(t, ENTRY) - t.started)
            loading += keys(t, "j", 4)
            whole.append(until(t, DONE) - t.started)
            still += keys(t, "j", 20) + keys(t, "G", 1) + keys(t, "g", 1)
            begun = time.monotonic()
            t.send("/there is no such text\r")
            nothing.append(until(t, re.compile("search finished|finished")) - begun)
            peak.append(pty.peak_memory(t.pid))
            leave(t)
    return {"first": statistics.median(first), "whole": statistics.median(whole), "search": statistics.median(nothing),
            "keys": p95(loading + still), "pressed": len(loading + still), "peak": max(peak)}
