"""What the tests of the criteria share: TAP, running, timelines, screens."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(TOP, "tests", "lib")]

import pty  # noqa: E402  (the one beside this file)
import aerbuild  # noqa: E402

SAMPLES = os.path.join(TOP, "samples")
AERSCOPE = os.path.abspath(os.environ.get("AERSCOPE") or os.path.join(
    os.environ.get("top_builddir") or TOP, "src", "aerscope"))
COMMITMENT = os.path.join(SAMPLES, "honest.commitment.json")

# Each sample with the arguments that it is shown with.
CASES = [[name] for name in (
    "honest.json", "cut-open.json", "reclosed.json", "beheaded.json",
    "end-replaced.json", "edited.json", "relabelled.json", "deleted.json",
    "reordered.json", "spliced.json", "close-middle.json",
    "historical-06.json", "damaged.json", "hostile.json", "wrapped.json",
    "lines.ndjson", "honest.commitment.json")] + [
    [name, "-c", "honest.commitment.json"] for name in (
        "honest.json", "reclosed.json", "beheaded.json", "end-replaced.json")] + [
    ["reclosed.json", "--expect=honest.expected.json"],
    ["end-replaced.json", "--expect=honest.workflow.json"],
    ["hostile.json", "--expect=honest.workflow.json"]]

# Keys that open each view from the list; Esc comes back.
VIEWS = {"list": "", "card": "<Enter>", "overview": "o", "findings": "F",
         "provenance": "p", "facts": "i", "help": "?", "references": "c",
         "coverage": "C", "coverage-actions": "C=", "coverage-words": "C==",
         "plain": "Y", "jobs": "L", "notes": "A", "history": "H"}
# Of a training copy: what is typed in prompts is part of the way there.
CUT = "_Xg<Enter><C-U>1<Enter><Enter>"
COPY_VIEWS = {"lab": "_X", "copy-seen": CUT, "copy-list": CUT + "<Enter>", "copy-card": CUT + "<Enter><Enter>",
              "copy-overview": CUT + "<Enter>o", "copy-findings": CUT + "<Enter>F",
              "copy-plain": CUT + "<Enter>Y", "copy-help": CUT + "<Enter>?", "copy-export": CUT + "<Enter>x"}
ROUNDS = 200  # of random sizes
SIZES = [(120, 40), (80, 24), (40, 12), (160, 50), (100, 24), (64, 24),
         (48, 18), (40, 10), (200, 60)]


def sanitized(path=AERSCOPE):
    """Built with a sanitizer, which has signal handlers of its own."""
    with open(path, "rb") as file:
        return re.search(rb"__(asan|tsan)_init", file.read()) is not None


def sample(name):
    return os.path.join(SAMPLES, name)


# ---------------------------------------------------------------------- TAP

class Stopped(Exception):
    """A step that the rest of a test depends on did not come."""


class Tap:
    """Counts and prints. Inside pending(), what fails is still to come, and
    what passes says so."""

    def __init__(self, pending, out=sys.stdout):
        self.pending_reasons, self.out = pending, out
        self.count = self.failed = 0
        self.reason = None
        self.prefix = ""
        self.passed_early = set()
        self.missed = set()

    def say(self, text):
        print(text, file=self.out, flush=True)

    def diag(self, text):
        for line in str(text).rstrip().splitlines()[:60]:
            self.say("# " + line[:400])

    def ok(self, passed, name, *details):
        self.count += 1
        name = (self.prefix + name).replace("\n", " ").replace("#", "+")
        if passed:
            self.say("ok %d - %s" % (self.count, name))
            return True
        if self.reason:
            self.missed.add(self.reason)
            self.say("not ok %d - %s # TODO %s" % (
                self.count, name, self.pending_reasons[self.reason]))
        else:
            self.failed += 1
            self.say("not ok %d - %s" % (self.count, name))
        for detail in details:
            self.diag(detail() if callable(detail) else detail)
        return False

    def same(self, got, wanted, name):
        return self.ok(got == wanted, name, "got:    %r" % (got,),
                       "wanted: %r" % (wanted,))

    def need(self, passed, name, *details):
        """As ok(), and the test ends where it fails."""
        if not self.ok(passed, name, *details):
            raise Stopped()

    def skip(self, name, why):
        self.count += 1
        self.say("ok %d - %s # SKIP %s" % (self.count, self.prefix + name, why))

    def run(self, test):
        """One test function, whatever becomes of it."""
        self.prefix = test.criterion + " "
        self.reason = test.feature if test.feature in self.pending_reasons \
            else None
        patience, before = pty.DEADLINE, self.count
        began = time.monotonic()
        if self.reason:
            pty.DEADLINE = 2.0  # what is not there is not waited for
        try:
            test(self)
        except Stopped:
            pass
        except Exception as error:  # whatever it is, it is one failure
            import traceback
            self.ok(False, "%s: %s" % (test.__name__, type(error).__name__),
                    traceback.format_exc())
        finally:
            pty.DEADLINE = patience
        if time.monotonic() - began > 5:
            self.diag("%s took %.0f s" % (test.__name__, time.monotonic() - began))
        if self.reason and self.reason not in self.missed \
                and self.count > before:
            self.passed_early.add(self.reason)
        self.prefix, self.reason = "", None

    def end(self):
        for feature in sorted(self.passed_early - self.missed):
            self.diag("%s passes: take it out of PENDING in criteria.py"
                      % feature)
        self.say("1..%d" % self.count)
        return 1 if self.failed else 0


TESTS = {}  # group: functions


def test(group, criterion, feature=None):
    """Puts a function into a group. `feature`: what it waits for."""
    def put(function):
        function.criterion, function.feature = criterion, feature
        TESTS.setdefault(group, []).append(function)
        return function
    return put


# ------------------------------------------------------------------ running

@contextlib.contextmanager
def scratch():
    with tempfile.TemporaryDirectory(prefix="aerscope-test.") as path:
        yield path


def clean_environment(extra=None):
    return pty.environment(None, extra)


def run(arguments, cwd=SAMPLES, env=None, stdin=subprocess.DEVNULL, **more):
    """Without a terminal."""
    return subprocess.run([AERSCOPE] + arguments, cwd=cwd, stdin=stdin,
                          env=clean_environment(env), capture_output=True,
                          timeout=600, check=False, **more)


def status_of_verify(arguments, cwd=SAMPLES):
    return run(["verify"] + arguments, cwd=cwd).returncode


def inspect(arguments, cols=80, rows=24, **more):
    """The inspector on a terminal."""
    more.setdefault("cwd", SAMPLES)
    return pty.Terminal([AERSCOPE] + arguments, cols, rows, **more)


def keys(notation):
    """From the notation of scripts to bytes: <Enter>, <Esc>, <C-L> ..."""
    names = {"Enter": "\r", "Esc": "\x1b", "Tab": "\t", "Space": " ",
             "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C",
             "Left": "\x1b[D", "Home": "\x1b[H", "End": "\x1b[F",
             "PgUp": "\x1b[5~", "PgDn": "\x1b[6~", "BS": "\x7f", "lt": "<",
             "F1": "\x1bOP"}
    def one(match):
        name = match.group(1)
        if name.startswith("C-"):
            return chr(ord(name[2]) & 31)
        return names[name]
    return re.sub(r"<([A-Za-z0-9-]+)>", one, notation)


def opened(tap, terminal, name="the first entries are shown"):
    """Until the list is there and what it says is final."""
    shown = terminal.until(lambda: settled(terminal.text()))
    tap.need(shown is not None, name, terminal.text())
    terminal.quiet(0.05)


def settled(text):
    """A list or the reason why there is none, and nothing being examined."""
    return re.search(r"^(TIMELINE|TL) ", text, re.M) is not None and \
        "examining" not in text and "so far" not in text and \
        re.search(r"^(TL|EP) \d+ (%|entries)", text, re.M) is None and \
        re.search(r"^>|no entry|no timeline", text, re.M) is not None


def begin_note(terminal, key="a"):
    """Opens the editor for the selected entry; a new case file has been named
    with --case, and nobody is named as the examiner."""
    terminal.send(key)
    if terminal.shows("who examines|a note for entry") and \
            "who examines" in terminal.text():
        terminal.send("\r")
    return terminal.shows("a note for entry")


def saved_screen(terminal, path, styles=False):
    """What :save-screen writes, without the message about it."""
    terminal.send(":save-screen %s%s\r" % ("--styles " if styles else "", path))
    # What is said of it may not fit a small screen.
    if not terminal.until(lambda: os.path.exists(path)):
        return None
    terminal.quiet(0.05)
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read().rstrip("\n")


def shoot(arguments, steps, cwd=SAMPLES, env=None, wait=True, stdin=None,
          styles=False):
    """Without a terminal, in one run: [(name, (cols, rows), keys)] to
    {name: screen}. The keys of a step go on from those before it."""
    with scratch() as folder:
        script = ["<wait>"] if wait else []
        for number, (_, size, pressed) in enumerate(steps):
            script.append("<resize %d %d>" % size)
            script.append(pressed)
            script.append(":save-screen %s%s/%d<Enter>" % (
                "--styles " if styles else "", folder, number))
        path = os.path.join(folder, "keys")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(script))
        extra = dict(env or {}, AERSCOPE_SCRIPT=path)
        environment = dict(clean_environment(), **extra)
        done = subprocess.run([AERSCOPE] + arguments, cwd=cwd, env=environment,
                              stdin=stdin or subprocess.DEVNULL,
                              capture_output=True, timeout=600, check=False)
        screens = {}
        for number, (name, _, _) in enumerate(steps):
            try:
                with open(os.path.join(folder, str(number)), encoding="utf-8",
                          errors="surrogateescape") as file:
                    screens[name] = file.read()[:-1]
            except FileNotFoundError:
                screens[name] = None
        return screens, done


def all_views(sizes=SIZES, views=None, home="g"):
    """Steps for shoot(): each view at each size."""
    steps = []
    for size in sizes:
        for name, pressed in (views or VIEWS).items():
            steps.append(("%s.%dx%d" % (name, *size), size,
                          "<Esc><Esc><Esc>" + pressed))
    return steps


def cells(line, widths=pty.width):
    """A saved line as a string with one character a cell; what a wide
    character covers is NUL."""
    out = []
    for character in line:
        n = widths(character)
        if n:
            out.append(character + "\0" * (n - 1))
    return "".join(out)


# ---------------------------------------------------------------- timelines

def entry(seq, tool="fs.read", provenance="LOGGED BY AGENT", data=b"{}",
          **more):
    made = {"id": "id-%d" % seq, "seq": seq, "job_id": "job-1", "tool": tool,
            "provenance_class": provenance,
            "canonical_bytes": aerbuild.pack(data), "prev_digest": ""}
    made.update(more)
    return made


def timeline(entries, path, indent=None, linked=True):
    if linked:
        aerbuild.link(aerbuild.close(entries))
    with open(path, "wb") as file:
        file.write(aerbuild.to_text(entries, indent).encode("ascii"))
    return path


def many(count, path, size=403, job="job-1", breaks=()):
    """`count` entries of about `size` bytes each, a line an entry; quick,
    since it writes the digested form itself."""
    import base64
    import hashlib
    classes = ("LOGGED BY AGENT", "OBSERVED VIA GATEWAY",
               "EXECUTED BY TOOLHOST-2")
    tools = ("fs.read", "http.get", "fs.write", "pay.quote")
    pad = "x" * max((size - 214) * 3 // 4 - 22, 0)
    previous = "0" * 64
    with open(path, "w", encoding="ascii", buffering=1 << 20) as file:
        for seq in range(1, count + 1):
            data = b'{"step":%d,"pad":"%s"}' % (seq, pad.encode("ascii"))
            tool, provenance = tools[seq % 4], classes[seq % 3]
            stored = "0123456789abcdef" * 4 if seq in breaks else previous
            close = "true" if seq == count else "false"
            digested = (
                '{"close":%s,"id":"id-%08d","job_id":"%s","output_hash":"%s",'
                '"prev_digest":"%s","provenance_class":"%s","seq":%d,'
                '"tool":"%s"}' % (
                    close, seq, job, hashlib.sha256(data).hexdigest(),
                    stored, provenance, seq, tool))
            file.write(
                '%s{"id":"id-%08d","seq":%d,"job_id":"%s","tool":"%s",'
                '"provenance_class":"%s","canonical_bytes":"%s",%s'
                '"prev_digest":"%s"}' % (
                    "[\n" if seq == 1 else ",\n", seq, seq, job, tool,
                    provenance, base64.b64encode(data).decode("ascii"),
                    '"close":true,' if seq == count else "", stored))
            previous = hashlib.sha256(digested.encode("ascii")).hexdigest()
        file.write("\n]\n")
    return path


@contextlib.contextmanager
def unfinished(path, part=0.6):
    """A pipe that has a part of the file and no end yet: (read end, finish).
    finish() lets the rest come."""
    read, write = os.pipe()
    wait, more = os.pipe()
    feeder = os.fork()
    if feeder == 0:
        try:
            os.close(read)
            os.close(more)
            feed(path, part, write, wait)
        finally:
            os._exit(0)
    os.close(write)
    os.close(wait)
    try:
        yield read, lambda: os.write(more, b"m")
    finally:
        os.close(read)
        os.close(more)
        os.waitpid(feeder, 0)


def feed(path, part, write, wait):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    with open(path, "rb") as file:
        data = file.read()
    cut = int(len(data) * part)
    for block in (data[:cut], data[cut:]):
        view = memoryview(block)
        while view:
            view = view[os.write(write, view[:65536]):]
        if len(block) == cut and not os.read(wait, 1):
            return
