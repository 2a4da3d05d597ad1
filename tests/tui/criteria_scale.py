"""C9 to C13, as far as they hold whatever the machine: what comes at once
while the rest is examined, memory, latency, quiet. Figures against limits are
taken by criteria.py --measure."""

import os
import re
import time

import pty
from criteria_base import (AERSCOPE, inspect, many, opened, sanitized, scratch, test,
                           unfinished)


@test("scale", "C9")
def entries_before_the_examination_is_done(tap):
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        with unfinished(path) as (pipe, more), inspect(
                ["-"], 120, 40, stdin=pipe) as t:
            tap.ok(t.shows(r"^> +1 .*fs\.|^> +1 .*http") is not None,
                   "the first entries are shown while the rest is to come", t.text())
            tap.ok("so far" in t.text(), "and it is said")
            more()
            opened(tap, t, "then all of it")
            t.send("q")
            tap.same(t.wait(), 3, "status")


@test("scale", "C10")
def progress_is_shown(tap):
    with scratch() as folder:
        path = many(60000, os.path.join(folder, "many.json"))
        with inspect([path], 100, 30) as t:
            seen = set()
            def done():
                match = re.search(r"(\d+) %", t.screen.lines()[1])
                if match:
                    seen.add(int(match.group(1)))
                return "TIMELINE consistent" in t.text()
            tap.ok(t.until(done) is not None, "the examination ends", t.text())
            tap.ok(all(0 <= n <= 100 for n in seen), "percents are percents", seen)
            tap.diag("%d percents were shown" % len(seen))
            t.send("q")
            tap.same(t.wait(), 3, "status")


@test("scale", "C11")
def memory(tap):
    if sanitized():
        tap.skip("memory", "a sanitizer needs memory of its own")
        return
    with scratch() as folder:
        path = many(80000, os.path.join(folder, "many.json"))
        huge = os.path.join(folder, "huge.json")
        huge_entries(huge, 3, 40 << 20)
        for name, file, entries in (("80,000 entries", path, 80000),
                                    ("3 entries of 40 MB", huge, 3)):
            with inspect([file], 100, 30) as t:
                opened(tap, t)
                t.send("jG\r")
                t.shows(r"^--- entry [\d,]+.*")
                t.send("v")
                t.quiet(0.3)
                used = pty.peak_memory(t.pid)
                limit = entries * 64 + (32 << 20)
                tap.ok(used <= limit, "%s: %d kB, at most 64 B an entry and 32 MB" % (
                    name, used // 1024), "limit %d kB" % (limit // 1024))
                t.press("\x1b")
                t.shows(r"^>")
                t.send("q")
                tap.same(t.wait(), 3, name + ": status")


def huge_entries(path, count, size):
    """A timeline of few entries with much in each."""
    import base64
    import hashlib
    data = b"x" * (size * 3 // 4)
    text = base64.b64encode(data).decode("ascii")
    output = hashlib.sha256(data).hexdigest()
    previous = "0" * 64
    with open(path, "w", encoding="ascii") as file:
        for seq in range(1, count + 1):
            close = seq == count
            digested = (
                '{"close":%s,"id":"id-%d","job_id":"job-1","output_hash":"%s",'
                '"prev_digest":"%s","provenance_class":"LOGGED BY AGENT","seq":%d,'
                '"tool":"fs.read"}' % ("true" if close else "false", seq, output,
                                       previous, seq))
            file.write('%s{"id":"id-%d","seq":%d,"job_id":"job-1","tool":"fs.read",'
                       '"provenance_class":"LOGGED BY AGENT",%s"prev_digest":"%s",'
                       '"canonical_bytes":"' % (
                           "[\n" if seq == 1 else ",\n", seq, seq,
                           '"close":true,' if close else "", previous))
            file.write(text)
            file.write('"}')
            previous = hashlib.sha256(digested.encode("ascii")).hexdigest()
        file.write("\n]\n")


@test("scale", "C12")
def keys_while_loading(tap):
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        with unfinished(path) as (pipe, more), inspect(
                ["-"], 120, 40, stdin=pipe) as t:
            tap.need(t.shows(r"^> +1 ") is not None, "entries while loading")
            for entry in range(2, 12):
                t.send("j")
                tap.ok(t.shows(r"^> +%d " % entry, 5) is not None,
                       "j to %d while loading" % entry)
            more()
            opened(tap, t)
            t.send("11999G")
            tap.ok(t.shows(r"^> *11999 |^> *11,999 ", 5) is not None, "goto any entry",
                   t.text())
            t.send("q")
            tap.same(t.wait(), 3, "status")


@test("scale", "C12", "search")
def a_search_is_cancelled(tap):
    with scratch() as folder:
        path = many(60000, os.path.join(folder, "many.json"))
        with inspect([path], 120, 40) as t:
            opened(tap, t)
            t.send("/no such text\r\x03")
            tap.ok(t.shows(r"stopped", 5) is not None,
                   "Ctrl-C cancels a search", t.text())
            t.send("j")
            tap.ok(t.shows(r"^> +2 ", 5) is not None, "and keys act")
            t.send("q")
            tap.same(t.wait(), 3, "status")


@test("scale", "C12")
def another_search_after_it(tap):
    with scratch() as folder:
        path = many(60000, os.path.join(folder, "many.json"))
        with inspect([path], 120, 40) as t:
            opened(tap, t)
            t.send("/no such text\r\x03")
            tap.ok(t.shows(r"stopped", 5) is not None, "a search is stopped")
            t.send("/nor this one\r")
            tap.ok(t.shows(r"no match in 60,000 entries.*finished", 10) is not None,
                   "another one after it looks at all entries", t.text())
            t.send("q")
            tap.same(t.wait(), 3, "status")


@test("scale", "C13")
def idle(tap):
    for arguments in (["edited.json"], ["hostile.json"]):
        with inspect(arguments, 120, 40) as t:
            opened(tap, t)
            t.quiet(0.2)
            before, woken = len(t.raw()), pty.wake_ups(t.pid)
            used = pty.cpu_time(t.pid)
            end = time.monotonic() + 2
            while time.monotonic() < end:
                t.read(end - time.monotonic())
            tap.same(len(t.raw()) - before, 0, arguments[0] + ": idle 2 s, 0 bytes")
            if pty.is_woken(AERSCOPE):
                tap.skip(arguments[0] + ": 0 wake-ups", "ThreadSanitizer has a thread that wakes")
            else:
                tap.same(pty.wake_ups(t.pid) - woken, 0, arguments[0] + ": 0 wake-ups")
            tap.ok(pty.cpu_time(t.pid) - used < 0.05, arguments[0] + ": no work")
            t.send("q")
            t.wait()


SCROLLED = (("list", ("1000G", "zb"), "j"), ("list", ("1000G", "zt"), "k"), ("list alone", ("=", "1000G", "zb"), "j"),
            ("overview", ("o",), "j"), ("help", ("?",), "j"))
WIDE = 160  # from here on the list stands beside the detail


def scrolled_line(terminal, keys_to_it, key="j", lines=40):
    """Bytes that a line costs that a key scrolls, one line at a time."""
    for part in keys_to_it:
        terminal.press(part)
    terminal.quiet(0.1)
    before, entry = len(terminal.raw()), selected_entry(terminal.text())
    for _ in range(lines):
        if entry is None:
            terminal.press(key)
            continue
        terminal.send(key)
        entry += 1 if key == "j" else -1
        terminal.until(lambda: selected_entry(terminal.text()) == entry, 5)
    terminal.quiet(0.1)
    return (len(terminal.raw()) - before) / lines


def selected_entry(text):
    found = re.search(r"^> *(\d+) ", text, re.M)
    return int(found.group(1)) if found else None


def first_entry(text):
    return int(re.search(r"^[> ] *([\d,]+) ", text, re.M).group(1).replace(",", ""))


@test("scale", "C13", "scroll-bytes")
def bytes_of_a_scrolled_line(tap):
    with scratch() as folder:
        path = many(3000, os.path.join(folder, "many.json"))
        for size in ((80, 24), (120, 40), (160, 50), (200, 60), (300, 90)):
            wide = size[0] >= WIDE
            for name, pressed, key in SCROLLED:
                if wide and not name.startswith("list"):
                    continue
                if wide and name == "list alone":
                    pressed = ("=",) + pressed
                # Where half of the list is scrolled at once, over all of it.
                lines = size[1] - 6 if wide else 40
                with inspect([path], *size) as t:
                    opened(tap, t)
                    each = scrolled_line(t, pressed, key, lines)
                    tap.ok(each <= 700, "%dx%d %s, %s: at most 700 bytes a line" % (
                        *size, name, key), "%.0f bytes" % each)
                    tap.diag("%dx%d %s, %s: %.0f bytes a line" % (*size, name, key, each))


@test("scale", "C13")
def scrolled_beside_the_detail(tap):
    """By half of the list at once, and the selection never out of sight."""
    rows = 60 - 6
    middle = 1001 - rows // 2
    steps = (("1000G", None, None), ("zb", 1000 - rows + 1, "zb: the selection is the last row"),
             ("j", middle, "past the edge it comes to the middle"), ("j", middle, "and goes on from there"),
             ("zt", 1002, "zt: the first row"), ("k", middle + 1, "past the other edge likewise"),
             ("zz", middle, "zz: the middle"), ("\x1b[6~", middle + rows, "a page keeps the row"),
             ("\x1b[5~", middle, "and back"))
    with scratch() as folder:
        path = many(3000, os.path.join(folder, "many.json"))
        with inspect([path], 200, 60) as t:
            opened(tap, t)
            for key, first, name in steps:
                t.press(key)
                if first is not None:
                    t.until(lambda: first_entry(t.text()) == first, 5)
                    tap.same(first_entry(t.text()), first, name)
            for key, entry in (("G", 3000), ("g", 1)):
                t.press(key)
                tap.ok(t.shows("^> +%d " % entry) is not None, "%s: in sight" % key, t.text())
            t.send("q")
            t.wait()


@test("scale", "C13")
def no_full_clear(tap):
    with scratch() as folder:
        path = many(3000, os.path.join(folder, "many.json"))
        for size in ((120, 40), (80, 24), (200, 60)):
            for name, pressed, key in SCROLLED:
                with inspect([path], *size) as t:
                    opened(tap, t)
                    cleared = t.screen.clears
                    scrolled_line(t, pressed, key, 5)
                    where = "%dx%d %s, %s" % (*size, name, key)
                    for key in (" ", "b", "G", "g", "\r", "\x1b"):
                        t.press(key)
                    tap.same(t.screen.clears - cleared, 0, where + ": no full clear")
                    t.send("\x0c")
                    tap.ok(t.until(lambda: t.screen.clears > cleared) is not None,
                           where + ": Ctrl-L clears")
                    t.send("qqqq")
                    t.wait()
