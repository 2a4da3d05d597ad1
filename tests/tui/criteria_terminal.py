"""C1 the terminal's state, C2 a lost terminal, C3 suspending, C16 no
terminal, C17 pipes, C18 paste."""

import os
import re
import resource
import signal
import stat
import threading
import time

import pty
from criteria_base import (COMMITMENT, begin_note, inspect, many, opened, run, sample, sanitized, saved_screen,
                           scratch, status_of_verify, test, unfinished)

FRESH = pty.Screen(80, 24).state()
TERMS = ("xterm-256color", "vt100", "linux", "screen", "tmux", "putty")


def given_back(tap, terminal, name, status, patience=None):
    """The program has ended so, and the terminal is as it was before."""
    got = terminal.wait(patience)
    terminal.quiet(0.05)
    tap.same(got, status, "%s: status" % name)
    tap.same(terminal.settings(), terminal.before, "%s: settings" % name)
    tap.same(terminal.screen.state(), FRESH, "%s: screen and modes" % name)
    tap.same(terminal.screen.unknown, [], "%s: no sequence unknown" % name)


# ------------------------------------------------------------------ C1 exits

@test("terminal", "C1")
def leaving_by_a_key(tap):
    for term in TERMS:
        if not pty.terminfo_here(term):
            tap.skip("q on " + term, "this system does not describe it")
            continue
        with inspect(["edited.json"], term=term) as t:
            opened(tap, t)
            if term != "vt100":
                tap.ok(t.settings() != t.before, "%s: settings are its own" % term)
            t.send("q")
            given_back(tap, t, "q on " + term, 1)
    with inspect(["honest.json"]) as t:
        opened(tap, t)
        t.send("\x03")
        given_back(tap, t, "Ctrl-C when idle", 3)


@test("terminal", "C1")
def the_screen_before_comes_back(tap):
    with inspect(["edited.json"]) as t:
        before = "what was here before"
        t.screen.feed(before.encode() + b"\r\n")
        opened(tap, t)
        tap.ok(before not in t.text(), "another screen is used")
        t.send("q")
        t.wait()
        tap.same(t.screen.lines()[0], before, "what was here before is back")


@test("terminal", "C1")
def refused_before_any_screen(tap):
    for name, arguments in (
            ("a usage error", ["--nonsense", "edited.json"]),
            ("no file", ["absent.json"]),
            ("a folder", ["."])):
        with inspect(arguments) as t:
            given_back(tap, t, name, 2)
            tap.ok(b"\x1b" not in t.raw() and b"aerscope: " in t.raw(),
                   name + ": said, and no screen", t.raw())


def go_into(tap, terminal, place):
    pressed, seen = {
        "list": ("", r"^>"), "card": ("\r", r"^--- entry|^entry \d"),
        "prompt": (":go", r"^:go"), "help": ("?", r"^--- help"),
    }[place]
    terminal.send(pressed)
    tap.need(terminal.shows(seen) is not None, place + " is shown",
             terminal.text())
    terminal.quiet(0.05)


@test("terminal", "C1")
def ended_by_a_signal(tap):
    names = ["TERM", "HUP", "INT", "QUIT"]
    if sanitized():
        tap.skip("ABRT, SEGV, BUS", "the sanitizer has handlers of its own")
    else:
        names += ["ABRT", "SEGV", "BUS"]
    for name in names:
        number = getattr(signal, "SIG" + name)
        for place in ("list", "card", "prompt"):
            with inspect(["edited.json"]) as t:
                opened(tap, t)
                go_into(tap, t, place)
                t.kill(number)
                given_back(tap, t, "%s in %s" % (name, place), 128 + number)


@test("terminal", "C1")
def ended_by_any_other_signal(tap):
    numbers = [signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGXCPU,
               signal.SIGIO, signal.SIGRTMIN, signal.SIGRTMAX]
    if not sanitized():
        numbers += [signal.SIGILL, signal.SIGFPE, signal.SIGSYS, signal.SIGTRAP]
    for number in numbers:
        with inspect(["edited.json"]) as t:
            opened(tap, t)
            t.kill(number)
            given_back(tap, t, "signal %d" % number, 128 + number)


@test("terminal", "C1")
def a_limit_on_the_size_of_files(tap):
    with scratch() as folder:
        path = os.path.join(folder, "o.html")
        with inspect(["relabelled.json"], limits={resource.RLIMIT_FSIZE: 1024}) as t:
            opened(tap, t)
            t.send(":export html %s\r" % path)
            tap.ok(t.shows("File too large") is not None, "a report beyond it is said not to be written", t.text())
            tap.same(os.listdir(folder), [], "nothing of it stays")
            t.press("\x1b")
            t.send("q")
            given_back(tap, t, "q after a report that was too large", 1)


@test("terminal", "C1")
def ended_by_a_signal_while_loading(tap):
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        for name in ("TERM", "INT", "HUP", "QUIT"):
            number = getattr(signal, "SIG" + name)
            with unfinished(path) as (pipe, _), inspect(["-"], stdin=pipe) as t:
                tap.need(t.shows(r"^>.* 1 ") is not None,
                         "entries while loading", t.text())
                t.kill(number)
                given_back(tap, t, name + " while loading", 128 + number)


@test("terminal", "C1")
def signals_that_are_ignored_stay_ignored(tap):
    with inspect(["edited.json"], ignore=[signal.SIGINT]) as t:
        opened(tap, t)
        t.kill(signal.SIGINT)
        t.send("j")
        tap.ok(t.shows(r"^> +6 ") is not None, "INT that was ignored does nothing")
        t.send("q")
        given_back(tap, t, "INT that was ignored, then q", 1)


@test("terminal", "C1", "blocked")
def a_terminal_that_takes_no_more(tap):
    """As after Ctrl-S: the program writes, nobody reads."""
    for name in ("TERM", "HUP"):
        number = getattr(signal, "SIG" + name)
        with inspect(["edited.json"], cols=200, rows=60) as t:
            opened(tap, t)
            for _ in range(300):
                try:
                    os.write(t.master, b"?\x1b\x0c")
                except BlockingIOError:
                    break
            pty.until(lambda: writes(t.pid), 1)
            t.kill(number)
            pty.until(t.poll_exit, min(pty.DEADLINE, 10))
            tap.same(t.exit_status(), 128 + number,
                     name + " ends it although nobody reads")


def writes(pid):
    """Sleeps in a write to the terminal."""
    return pty.read_file("/proc/%d/wchan" % pid) in ("n_tty_write", "wait_woken")


@test("terminal", "C1")
def full_disks(tap):
    small = {resource.RLIMIT_FSIZE: 0}
    with scratch() as folder:
        path = os.path.join(folder, "screen")
        with inspect(["edited.json"], limits=small,
                     ignore=[signal.SIGXFSZ]) as t:
            opened(tap, t)
            t.send(":save-screen %s\r" % path)
            tap.ok(t.shows("not saved to ") is not None,
                   "a screen that cannot be saved is said", t.text())
            tap.ok(not os.path.exists(path), "nothing of it stays")
            t.press("\x1b")
            t.send("jq")
            given_back(tap, t, "q after a full disk", 1)
        with unfinished(many(4000, os.path.join(folder, "many.json"))) \
                as (pipe, more):
            more()
            with inspect(["-"], stdin=pipe, limits=small,
                         ignore=[signal.SIGXFSZ]) as t:
                t.until(lambda: "examining" not in t.text() and
                        (t.poll_exit() or "TIMELINE" in t.text()))
                if not t.poll_exit():
                    t.send("q")
                given_back(tap, t, "no room for standard input", 2)
                tap.ok(b"aerscope: " in t.raw(), "no room for standard input: "
                       "said", t.raw()[-400:])
        with open("/dev/full", "wb") as full, \
                inspect(["damaged.json"], stderr=full) as t:
            opened(tap, t)
            t.send("q")
            given_back(tap, t, "standard error on a full disk", 2)


@test("terminal", "C1", "mouse")
def the_mouse_is_given_back(tap):
    for number in (0, signal.SIGTERM, signal.SIGINT):
        with inspect(["edited.json"]) as t:
            opened(tap, t)
            tap.same(t.screen.state()["mouse"], [], "the mouse is off at first")
            t.send("M")
            tap.need(t.until(lambda: t.screen.mouse) is not None,
                     "M asks for the mouse")
            if number:
                t.kill(number)
                given_back(tap, t, "signal %d with the mouse on" % number,
                           128 + number)
            else:
                t.send("q")
                given_back(tap, t, "q with the mouse on", 1)
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        t.send("M")
        t.until(lambda: t.screen.mouse)
        t.send("M")
        tap.ok(t.until(lambda: not t.screen.mouse) is not None, "M again: off")


# ------------------------------------------------------------------- C2 lost

def lose(tap, terminal, name, measure=None):
    before = time.monotonic()
    used = pty.cpu_time(terminal.pid)
    terminal.hang_up()
    status = terminal.wait(10)
    took, used = terminal.ended - before, (terminal.usage or 0) - used
    tap.ok(status is not None and status >= 128 or status in (1, 2, 3),
           "%s: ends" % name, "status %r" % status)
    tap.diag("%s: %.0f ms, %.0f ms of CPU after it" % (
        name, took * 1000, used * 1000))
    if measure is not None:
        measure.append((took, used))


@test("terminal", "C2")
def the_terminal_is_lost(tap, measure=None):
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        lose(tap, t, "master closed", measure)
        tap.same(t.exit_status(), 129, "master closed: status of HUP")
    with inspect(["edited.json"], ignore=[signal.SIGHUP]) as t:
        opened(tap, t)
        lose(tap, t, "master closed, HUP ignored", measure)
    with inspect(["edited.json"], job=True) as t:
        opened(tap, t)
        t.hang_up()
        pty.until(lambda: not alive(t.pid), min(10, pty.DEADLINE))
        tap.ok(not alive(t.pid), "master closed, a job of a shell: ends")
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        with unfinished(path) as (pipe, _), inspect(["-"], stdin=pipe) as t:
            tap.need(t.shows(r"^>.* 1 ") is not None, "entries while loading")
            lose(tap, t, "master closed while loading", measure)
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        t.kill(signal.SIGHUP)
        given_back(tap, t, "HUP alone", 129)


def alive(pid):
    text = pty.read_file("/proc/%d/stat" % pid)
    return bool(text) and text.rpartition(")")[2].split()[0] not in "ZX"


@test("terminal", "C2")
def notes_are_kept_when_it_is_lost(tap):
    for ending in ("master", signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        with scratch() as folder:
            case = os.path.join(folder, "case")
            with inspect(["edited.json", "--case=" + case]) as t:
                opened(tap, t)
                begin_note(t)
                t.send("ask the gateway")
                t.shows("ask the gateway")
                t.send("\x18")
                t.shows("kept in case")
                begin_note(t)
                t.send("not finished")
                t.shows("not finished")
                if ending == "master":
                    t.hang_up()
                else:
                    t.kill(ending)
                t.wait()
            tap.ok("ask the gateway" in pty.read_file(case),
                   "a note is in the case file after %s" % ending)
            tap.ok("not finished" in pty.read_file(case + ".draft"),
                   "and one that was being written in the drafts beside it")
            tap.same(stat.S_IMODE(os.stat(case + ".draft").st_mode), 0o600,
                     "which nobody else can read")


# ---------------------------------------------------------------- C3 suspend

def suspended(tap, terminal, round_, how):
    """One round: stop, look at the shell's terminal, resize, go on."""
    if how == "key":
        terminal.send("\x1a")
    else:
        terminal.kill(signal.SIGTSTP)
    if terminal.stopped() is None:
        return "round %d: it does not stop" % round_
    terminal.quiet(0.005)
    state, settings = terminal.screen.state(), terminal.settings()
    if settings != terminal.before:
        return "round %d: settings while it is stopped" % round_
    if state != FRESH:
        return "round %d: screen while it is stopped: %s" % (round_, state)
    cols, rows = 70 + round_ * 7 % 90, 20 + round_ * 5 % 30
    terminal.resize(cols, rows)
    terminal.foreground()
    shown = terminal.until(
        lambda: terminal.screen.modes["alternate"] and
        re.match(r"\S.* +\d+/|standard input", terminal.screen.lines()[0]) and
        (terminal.screen.lines()[-1].strip()))
    if shown is None:
        return "round %d: not drawn again\n%s" % (round_, terminal.text())
    return None


@test("terminal", "C3")
def suspended_in_the_list(tap):
    suspend_in(tap, "list")


@test("terminal", "C3")
def suspended_in_the_card(tap):
    suspend_in(tap, "card")


@test("terminal", "C3")
def suspended_in_the_prompt(tap):
    suspend_in(tap, "prompt")


@test("terminal", "C3")
def suspended_while_loading(tap):
    suspend_in(tap, "loading")


def suspend_in(tap, place):
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        loading = place == "loading"
        with unfinished(path) as (pipe, more), inspect(
                ["-"] if loading else ["edited.json"], job=True,
                stdin=pipe if loading else None) as t:
            rounds_of(tap, t, place, folder, more)


def rounds_of(tap, terminal, place, folder, more):
    if place == "loading":
        tap.need(terminal.shows(r"^>.* 1 ") is not None, "entries while loading")
        terminal.quiet(0.05)
    else:
        opened(tap, terminal)
        go_into(tap, terminal, place)
    wrong = None
    for round_ in range(14 if place == "list" else 12):
        # In the prompt Ctrl-Z acts as everywhere.
        wrong = suspended(tap, terminal, round_, "key" if round_ % 3 else "signal")
        if wrong:
            break
    tap.need(not wrong, "%s: each time the shell's terminal, then the new size"
             % place, wrong)
    if place == "prompt":
        tap.ok(terminal.shows(r"^:go") is not None, "the prompt is still there",
               terminal.text())
        terminal.send("\x15\x03")
        terminal.lacks(r"^:go")
    terminal.resize(80, 24)
    if place == "loading":
        more()
        opened(tap, terminal)
    terminal.quiet(0.1)
    saved = saved_screen(terminal, os.path.join(folder, place))
    tap.same(without_foot(terminal.text()), without_foot(saved),
             "%s: the terminal shows what is to be shown" % place)
    if place == "card":
        terminal.send("\x1b")
        terminal.shows(r"^>")
    terminal.send("q")
    given_back(tap, terminal, "%s, then q" % place, 3 if place == "loading" else 1)


def without_foot(text):
    """The rows above the last two, where prompt and message stand."""
    lines = (text or "").split("\n")
    return [line.rstrip() for line in lines[:22]]


@test("terminal", "C3")
def stopped_from_outside(tap):
    with inspect(["edited.json"], job=True) as t:
        opened(tap, t)
        t.kill(signal.SIGSTOP)  # cannot be caught: the modes stay
        tap.need(t.stopped() is not None, "STOP stops it")
        t.screen.feed(b"\x1b[H\x1b[2Jwritten over")
        t.resize(100, 30)
        t.foreground()
        tap.ok(t.until(lambda: "written over" not in t.text() and
                       re.search(r"^> +5 ", t.text(), re.M)) is not None,
               "STOP, then CONT: drawn again at the new size", t.text())
        t.send("q")
        given_back(tap, t, "STOP, CONT, q", 1)


# ------------------------------------------------------------ C16 no terminal

@test("terminal", "C16")
def output_that_is_no_terminal(tap):
    for arguments in (["honest.json"], ["edited.json"], ["hostile.json"],
                      ["damaged.json"], ["reclosed.json", "-c", COMMITMENT]):
        want = run(["verify"] + arguments)
        got = run(arguments)
        name = arguments[0]
        tap.same((got.returncode, got.stdout, got.stderr),
                 (want.returncode, want.stdout, want.stderr),
                 name + ": what verify prints")
        tap.ok(b"\x1b" not in got.stdout + got.stderr, name + ": no escape byte")


@test("terminal", "C16")
def terminals_without_a_cursor(tap):
    want = run(["verify", "honest.json", "--color=never"])
    for term in ("dumb", "no-such-terminal", "", None):
        with scratch() as folder:
            said = os.path.join(folder, "said")
            with open(said, "wb") as file, inspect(
                    ["honest.json", "--color=never"], term=term,
                    stderr=file) as t:
                name = "TERM unset" if term is None else "TERM='%s'" % term
                given_back(tap, t, name, want.returncode)
                tap.same(t.raw().replace(b"\r\n", b"\n"), want.stdout,
                         name + ": what verify prints")
            line = pty.read_file(said)
            tap.ok(line.count("\n") == 1 and "TERM" in line and (term or "") in
                   line and "aerscope verify" in line,
                   name + ": one line names it and the way out", line)


@test("terminal", "C16")
def no_terminal_for_the_keys(tap):
    with open(sample("honest.json"), "rb") as file, \
            inspect(["-"], stdin=file, tty=False) as t:
        tap.same(t.wait(), 2, "no /dev/tty: status")
        tap.ok(b"\x1b" not in t.raw() and b"/dev/tty" in t.raw(),
               "no /dev/tty: said, and no screen", t.raw())


# ------------------------------------------------------------------ C17 pipes

@test("terminal", "C17")
def evidence_from_a_pipe(tap):
    for name in ("edited.json", "hostile.json", "damaged.json"):
        with scratch() as folder:
            texts = []
            for from_pipe in (False, True):
                with unfinished(sample(name), 1.0) as (pipe, more), inspect(
                        ["-"] if from_pipe else [name], cols=120, rows=40,
                        stdin=pipe if from_pipe else None,
                        env={"TMPDIR": folder}) as t:
                    more()
                    opened(tap, t)
                    # The first row says where it comes from.
                    texts.append(t.text().split("\n")[1:])
                    if from_pipe:
                        look_at_spool(tap, t, name, folder)
                    t.send("q")
                    tap.same(t.wait(), status_of_verify([name]),
                             "%s %s: status" % (
                                 name, "piped" if from_pipe else "named"))
            tap.same(texts[1], texts[0], name + ": the same screen")


def look_at_spool(tap, terminal, name, folder):
    found = []
    for fd in os.listdir("/proc/%d/fd" % terminal.pid):
        path = "/proc/%d/fd/%s" % (terminal.pid, fd)
        try:
            if os.readlink(path).startswith(folder):
                found.append(os.stat(path))
        except OSError:
            pass
    tap.same([(stat.S_IMODE(s.st_mode), s.st_nlink, s.st_size) for s in found],
             [(0o600, 0, os.path.getsize(sample(name)))],
             name + ": the spool has mode 0600 and no name")
    tap.same(os.listdir(folder), [], name + ": no file beside it")


@test("terminal", "C17", "stall")
def what_a_pipe_brought_so_far(tap):
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        with unfinished(path) as (pipe, more), inspect(
                ["-"], stdin=pipe, cols=120, rows=40) as t:
            tap.need(t.shows(r"^> +1 ") is not None, "the first entries are shown")
            tap.ok("so far" in t.text(), "what is counted is so far")
            tap.ok(t.until(lambda: entries_so_far(t.text()) > 5500) is not None,
                   "all whole blocks of the 7,200 that came are shown",
                   t.screen.lines()[0])
            t.send("100G")
            tap.ok(t.shows(r"^> +100 ") is not None, "keys act meanwhile")
            more()
            tap.ok(t.until(lambda: "12,000 entries" in t.text() and
                           "so far" not in t.text()) is not None,
                   "the rest comes", t.text())
            t.send("q")
            tap.same(t.wait(), 3, "status")


@test("terminal", "C17")
def entries_one_by_one(tap):
    """As a program writes them that is followed."""
    with open(sample("lines.ndjson"), "rb") as file:
        lines = file.read().splitlines(True)
    read, write = os.pipe()
    try:
        with inspect(["-"], 100, 24, stdin=read) as t:
            for count, line in enumerate(lines[:5], 1):
                os.write(write, line)
                # Whether the line of the last one goes on is not known yet.
                tap.ok(t.until(lambda: entries_so_far(t.text()) >= count - 1) is not
                       None, "line %d: shown without waiting for more" % count,
                       t.screen.lines()[0])
            t.send("q")
            tap.same(t.wait(), 2, "left early: status")
    finally:
        os.close(read)
        os.close(write)


@test("terminal", "C17")
def all_that_a_pipe_brought(tap):
    """To the last entry, though nobody knows yet what follows it."""
    for name in ("honest.json", "wrapped.json"):
        with open(sample(name), "rb") as file:
            whole = file.read().rstrip()
        # A wrapper that is still open, and one thread for everything.
        for part, jobs in ((whole, "2"), (whole, "1"), (whole[:whole.rindex(b"]") + 1], "1")):
            read, write = os.pipe()
            with inspect(["-", "--jobs=" + jobs], 80, 24, stdin=read) as t:
                os.write(write, part)
                what = "%s, %d of %d bytes, --jobs=%s: " % (name, len(part), len(whole), jobs)
                tap.ok(t.until(lambda: entries_so_far(t.text()) == 8) is not None,
                       what + "all 8 entries are shown while the pipe is open", t.text())
                tap.ok("ENDPOINT not assessed" in t.text(),
                       what + "without a reference no endpoint is examined", t.text())
                os.write(write, whole[len(part):])
                os.close(write)
                opened(tap, t, what + "then it ends")
                tap.ok("so far" not in t.text(), what + "and nothing is so far")
                t.send("q")
                tap.same(t.wait(), 3, what + "status")
            os.close(read)


@test("terminal", "C17")
def a_pipe_that_never_pauses(tap):
    """What drips without a pause is shown all the same."""
    with open(sample("lines.ndjson"), "rb") as file:
        lines = file.read()
    read, write = os.pipe()
    drips = threading.Event()

    def drip():
        while not drips.wait(0.005):
            os.write(write, b" ")

    feeder = threading.Thread(target=drip)
    with inspect(["-"], 100, 24, stdin=read) as t:
        os.write(write, lines)
        feeder.start()
        tap.ok(t.until(lambda: entries_so_far(t.text()) == 8) is not None,
               "entries are shown though a byte comes every 5 ms", t.text())
        drips.set()
        feeder.join()
        t.send("q")
        tap.same(t.wait(), 2, "left early: status")
    os.close(read)
    os.close(write)


def entries_so_far(text):
    match = re.search(r"([\d,]+) entries so far", text)
    return int(match.group(1).replace(",", "")) if match else 0


# ------------------------------------------------------------------ C18 paste

def bracketed(text):
    return b"\x1b[200~" + text + b"\x1b[201~"


@test("terminal", "C18")
def paste_in_the_list(tap):
    texts = (b"q", b"jjj", b":quit\rq", b"G\x1b[Bx\x03q\x1a", b"\r\r\x1b",
             b"q" * 100000, "\u6f22\u202e\x1b]52;c;AAAA\x07".encode())
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        before = without_foot(t.text())
        for text in texts:
            name = "pasted %r" % text[:12]
            t.send(bracketed(text))
            tap.ok(t.shows(r"past") is not None, name + " brings a message")
            tap.same(without_foot(t.text()), before, name + " changes nothing else")
            t.send("j")
            t.shows(r"^> +6 ")
            t.send("k")
            t.shows(r"^> +5 ")
        t.send(b"\x1b[200~q")
        t.quiet(0.1)
        t.send(b"q\x1b[2")
        t.quiet(0.1)
        t.send(b"01~")
        tap.ok(t.shows(r"past") is not None and t.status is None,
               "a paste in three parts")
        tap.same(t.screen.clipboard + t.screen.titles, [], "no OSC comes of it")
        t.send("q")
        given_back(tap, t, "q after pastes", 1)


@test("terminal", "C18")
def paste_in_the_prompt(tap):
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        t.send(":")
        t.shows(r"^:")
        t.send(bracketed(b"quit"))
        tap.ok(t.shows(r"^:quit") is not None, "pasted text is inserted", t.text())
        t.send("\x15")
        t.lacks(r"^:quit")
        t.send(bracketed(b"goto 3\rq\n"))
        t.quiet(0.1)
        tap.ok(t.status is None and not re.search(r"^> +3 ", t.text(), re.M),
               "a line end in pasted text does nothing", t.text())
        t.send("\x03q")
        given_back(tap, t, "q", 1)


@test("terminal", "C18", "burst")
def paste_without_brackets(tap):
    """A terminal without bracketed paste sends it as keys, all at once."""
    text = b"jjjq\rF o:quit\rxX\x03" * 20
    with inspect(["edited.json"], term="vt100") as t:
        opened(tap, t)
        before = without_foot(t.text())
        t.send(text)
        tap.ok(t.shows(r"past") is not None, "a burst brings a message")
        tap.same(without_foot(t.text()), before, "a burst changes nothing else")
        t.send("q")
        given_back(tap, t, "q after a burst", 1)
