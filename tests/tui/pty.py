"""A terminal for tests: runs a program on a pty and keeps what it does to it.

    with Terminal([program, "file"], 80, 24) as t:
        t.until(lambda: "entry" in t.text())
        t.send("j")
        ...

Screen is the emulator: the sequences that the descriptions of xterm, vt100,
linux, screen, tmux and putty name, and no more; a sequence it does not know
is kept in `unknown`.  Terminfo reads such a description and tells which
sequences may come of it.  Nothing sleeps: all waiting is for bytes, for the
end of the process, or for a deadline.  Python 3.9 or later, standard library.
(Nothing here needs the module of the same name in the standard library.)
"""

import atexit
import collections
import errno
import fcntl
import itertools
import json
import os
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

DEADLINE = float(os.environ.get("PTY_DEADLINE", 30))  # seconds for one step; sanitizers and busy machines are slow


def deadline(seconds=None):
    return time.monotonic() + (DEADLINE if seconds is None else seconds)


def until(true, seconds=None):
    """Waits for true(), looking at it every few milliseconds; for what no
    descriptor tells. The last answer."""
    end = deadline(seconds)
    while not true() and time.monotonic() < end:
        select.select([], [], [], 0.005)
    return true()


# ------------------------------------------------------------------- widths

def width(character):
    """Cells that a terminal gives a character: 0, 1 or 2."""
    code = ord(character)
    if code < 0x300:
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf") \
            or 0x1160 <= code <= 0x11ff:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def narrow_width(character):
    """Of a terminal that takes everything for one cell."""
    return 1


def ambiguous_width(character):
    """Of a terminal for which characters of ambiguous width are wide."""
    if ord(character) >= 0xa1 and \
            unicodedata.east_asian_width(character) == "A" and \
            unicodedata.category(character) not in ("Mn", "Me", "Cf"):
        return 2
    return width(character)


# ----------------------------------------------------------------- emulator

Attributes = collections.namedtuple(
    "Attributes", "bold dim underline blink reverse hidden fore back")
PLAIN = Attributes(False, False, False, False, False, False, None, None)

TOKEN = re.compile(
    rb"(?P<ascii>[\x20-\x7e]+)"
    rb"|(?P<high>[\x80-\xff]+)"
    rb"|\x1b\[(?P<csi>[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e])"
    rb"|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b[PX^_](?P<string>[^\x1b]*)\x1b\\"
    rb"|\x1b(?P<esc>[\x20-\x2f]*[\x30-\x4f\x51-\x57\x59\x5a\x5c\x60-\x7e])"
    rb"|(?P<c0>[\x00-\x1a\x1c-\x1f\x7f])")

MOUSE = ("9", "1000", "1001", "1002", "1003")
SGR_ON = {1: "bold", 2: "dim", 4: "underline", 5: "blink", 7: "reverse",
          8: "hidden"}
SGR_OFF = {22: ("bold", "dim"), 24: ("underline",), 25: ("blink",),
           27: ("reverse",), 28: ("hidden",)}


def blank(rows, cols):
    return [[" "] * cols for _ in range(rows)]


def plain(rows, cols):
    return [[PLAIN] * cols for _ in range(rows)]


class Screen:
    """What a terminal shows after the bytes it was fed."""

    def __init__(self, cols, rows, widths=width):
        self.cols, self.rows = cols, rows
        self.widths = widths
        self.chars, self.attrs = blank(rows, cols), plain(rows, cols)
        self.main = None          # of the main screen while the other is shown
        self.row = self.col = 0
        self.wraps = False        # the next character begins a new line
        self.attr = PLAIN
        self.top, self.bottom = 0, rows - 1
        self.saved = (0, 0)
        self.insert = False
        self.modes = {"alternate": False, "cursor": True, "paste": False,
                      "keys": False, "keypad": False, "autowrap": True}
        self.mouse = set()
        self.titles, self.clipboard, self.queries = [], [], []
        self.unknown, self.controls = [], []
        self.clears = self.bells = 0
        self.last = " "
        self.rest = b""

    # ---- what is there

    def lines(self):
        return ["".join(row).rstrip() for row in self.chars]

    def text(self):
        return "\n".join(self.lines())

    def state(self):
        """The modes that must be as they were when a program has ended."""
        return dict(self.modes, mouse=sorted(self.mouse), plain=self.attr == PLAIN,
                    region=(self.top, self.bottom) == (0, self.rows - 1))

    # ---- bytes in

    def feed(self, data):
        data = self.rest + data
        at = 0
        while at < len(data):
            match = TOKEN.match(data, at)
            if not match:
                break
            if match.lastgroup == "high":
                used = self.high(match.group(), match.end() == len(data))
                at += used
                if used == 0:
                    break
                continue
            self.take(match.lastgroup, match.group(match.lastgroup))
            at = match.end()
        self.rest = data[at:]
        if len(self.rest) > 65536:  # a sequence that never ends
            self.unknown.append(self.rest[:64])
            self.rest = b""

    def take(self, kind, data):
        if kind == "ascii":
            self.put_ascii(data.decode("ascii"))
        elif kind == "csi":
            self.csi(data.decode("ascii"))
        elif kind == "c0":
            self.control(data[0])
        elif kind == "osc":
            self.osc(data)
        elif kind == "esc":
            self.escape(data.decode("ascii"))
        else:
            self.unknown.append(data)

    def high(self, data, last):
        """UTF-8; returns the bytes used, fewer when a character is cut."""
        try:
            text, used = data.decode("utf-8"), len(data)
        except UnicodeDecodeError as error:
            if last and error.reason == "unexpected end of data":
                used = error.start
                text = data[:used].decode("utf-8")
            else:
                used = error.end
                text = data[:error.start].decode("utf-8") + "\ufffd"
                self.controls.append(data[error.start])
        for character in text:
            if "\x80" <= character <= "\x9f":
                self.controls.append(ord(character))
            else:
                self.put(character)
        return used

    def put_ascii(self, text):
        while text:
            if self.wraps:
                self.new_line()
            room = self.cols - self.col
            part, text = text[:room], text[room:]
            if self.insert:
                self.shift(len(part))
            row, end = self.chars[self.row], self.col + len(part)
            if row[self.col] == "":
                row[self.col - 1] = " "
            if end < self.cols and row[end] == "":
                row[end] = " "
            row[self.col:end] = part
            self.attrs[self.row][self.col:end] = [self.attr] * len(part)
            self.last = part[-1]
            self.col = end
            if end == self.cols:
                self.col = self.cols - 1
                self.wraps = self.modes["autowrap"]

    def put(self, character):
        cells = self.widths(character)
        if cells == 0:
            self.combine(character)
            return
        if self.wraps or (cells == 2 and self.col + 2 > self.cols > 1
                          and self.modes["autowrap"]):
            self.new_line()
        if self.insert:
            self.shift(cells)
        cells = min(cells, self.cols - self.col)
        row = self.chars[self.row]
        if row[self.col] == "" and self.col > 0:
            row[self.col - 1] = " "
        if self.col + cells < self.cols and row[self.col + cells] == "":
            row[self.col + cells] = " "
        row[self.col] = self.last = character
        if cells == 2:
            row[self.col + 1] = ""
        for i in range(cells):
            self.attrs[self.row][self.col + i] = self.attr
        self.col += cells
        if self.col >= self.cols:
            self.col = self.cols - 1
            self.wraps = self.modes["autowrap"]

    def combine(self, character):
        col = self.col if self.wraps else self.col - 1
        while col > 0 and self.chars[self.row][col] == "":
            col -= 1
        if col >= 0:
            self.chars[self.row][col] += character

    def shift(self, count):
        row, attrs = self.chars[self.row], self.attrs[self.row]
        row[self.col:self.col] = [" "] * count
        attrs[self.col:self.col] = [self.attr] * count
        del row[self.cols:], attrs[self.cols:]

    # ---- movement

    def go(self, row, col):
        self.row = min(max(row, 0), self.rows - 1)
        self.col = min(max(col, 0), self.cols - 1)
        self.wraps = False

    def new_line(self):
        self.wraps = False
        self.col = 0
        self.index()

    def index(self):
        if self.row == self.bottom:
            self.scroll(self.top, self.bottom, 1)
        elif self.row < self.rows - 1:
            self.row += 1

    def scroll(self, top, bottom, count):
        """Up when positive."""
        for _ in range(min(abs(count), bottom - top + 1)):
            for grid, cell in ((self.chars, " "), (self.attrs, PLAIN)):
                if count > 0:
                    del grid[top]
                    grid.insert(bottom, [cell] * self.cols)
                else:
                    del grid[bottom]
                    grid.insert(top, [cell] * self.cols)

    def erase(self, row, start, end):
        if start >= end:
            return
        chars = self.chars[row]
        if chars[start] == "" and start > 0:
            chars[start - 1] = " "
        if end < self.cols and chars[end] == "":
            chars[end] = " "
        chars[start:end] = [" "] * (end - start)
        self.attrs[row][start:end] = [PLAIN] * (end - start)

    def resize(self, cols, rows):
        """As terminals do that do not wrap lines anew."""
        for grid, cell in ((self.chars, " "), (self.attrs, PLAIN)):
            del grid[rows:]
            for row in grid:
                del row[cols:]
                row.extend([cell] * (cols - len(row)))
            while len(grid) < rows:
                grid.append([cell] * cols)
        self.cols, self.rows = cols, rows
        self.top, self.bottom = 0, rows - 1
        self.go(self.row, self.col)

    # ---- controls and sequences

    def control(self, code):
        if code == 0x0d:
            self.go(self.row, 0)
        elif code == 0x0a:
            self.wraps = False
            self.index()
        elif code == 0x08:
            self.go(self.row, self.col - 1)
        elif code == 0x09:
            self.go(self.row, (self.col // 8 + 1) * 8)
        elif code == 0x07:
            self.bells += 1
        elif code not in (0x00, 0x0e, 0x0f):
            self.controls.append(code)

    def escape(self, text):
        if text in ("=", ">"):
            self.modes["keypad"] = text == "="
        elif text == "7":
            self.saved = (self.row, self.col)
        elif text == "8":
            self.go(*self.saved)
        elif text == "D":
            self.index()
        elif text == "E":
            self.new_line()
        elif text == "M":
            if self.row == self.top:
                self.scroll(self.top, self.bottom, -1)
            else:
                self.go(self.row - 1, self.col)
        elif text == "c":
            self.__init__(self.cols, self.rows, self.widths)
            self.unknown.append(b"reset")
        elif text[0] not in "()*+":
            self.unknown.append(text.encode("ascii"))

    def osc(self, data):
        number, _, rest = data.partition(b";")
        if number in (b"0", b"1", b"2"):
            self.titles.append(rest)
        elif number == b"52":
            self.clipboard.append(rest)
        elif number in (b"4", b"10", b"11", b"12") and rest.endswith(b"?"):
            self.queries.append("osc " + number.decode("ascii"))
        else:
            self.unknown.append(b"]" + data)

    def csi(self, text):
        final, parameters = text[-1], text[:-1]
        if parameters[:1] in "<=>?" and parameters[:1]:
            self.private(parameters[0], parameters[1:], final)
            return
        try:
            n = [int(p) if p else 0 for p in
                 parameters.replace(":", ";").split(";")]
        except ValueError:
            self.unknown.append(text.encode("ascii"))
            return
        action = self.CSI.get(final)
        if action:
            action(self, n)
        else:
            self.unknown.append(b"[" + text.encode("ascii"))

    def private(self, mark, parameters, final):
        if mark != "?" or final not in "hl":
            if mark == ">" and final == "c":
                self.queries.append("da 2")
            elif not (mark == "?" and final == "c"):  # the cursor's form
                self.unknown.append(
                    ("[" + mark + parameters + final).encode("ascii"))
            return
        for number in parameters.split(";"):
            self.mode(number, final == "h")

    def mode(self, number, on):
        names = {"25": "cursor", "2004": "paste", "1": "keys", "7": "autowrap"}
        if number in names:
            self.modes[names[number]] = on
        elif number in ("47", "1047", "1049"):
            self.alternate(on)
        elif number in MOUSE:
            (self.mouse.add if on else self.mouse.discard)(number)
        elif number not in ("12", "34", "1005", "1006", "1015", "1034", "2026"):
            self.unknown.append(("[?" + number).encode("ascii"))

    def alternate(self, on):
        if on and not self.modes["alternate"]:
            self.main = (self.chars, self.attrs, self.row, self.col)
            self.chars = blank(self.rows, self.cols)
            self.attrs = plain(self.rows, self.cols)
        elif not on and self.modes["alternate"]:
            self.chars, self.attrs, row, col = self.main
            self.resize(self.cols, self.rows)
            self.go(row, col)
        self.modes["alternate"] = on

    def cup(self, n):
        n = n + [0]
        self.go(max(n[0], 1) - 1, max(n[1], 1) - 1)

    def ed(self, n):
        if n[0] == 0:
            self.erase(self.row, self.col, self.cols)
            below = range(self.row + 1, self.rows)
        elif n[0] == 1:
            self.erase(self.row, 0, self.col + 1)
            below = range(self.row)
        else:
            below = range(self.rows)
        if n[0] == 2 or (n[0] == 0 and (self.row, self.col) == (0, 0)):
            self.clears += 1
        for row in below:
            self.erase(row, 0, self.cols)

    def el(self, n):
        start, end = {0: (self.col, self.cols), 1: (0, self.col + 1)}.get(
            n[0], (0, self.cols))
        self.erase(self.row, start, end)

    def region(self, n):
        n = n + [0]
        self.top = max(n[0], 1) - 1
        self.bottom = min(n[1] or self.rows, self.rows) - 1
        self.go(0, 0)

    def insert_lines(self, n, sign):
        if self.top <= self.row <= self.bottom:
            self.scroll(self.row, self.bottom, sign * max(n[0], 1))

    def delete_characters(self, n):
        count = min(max(n[0], 1), self.cols - self.col)
        for grid, cell in ((self.chars, " "), (self.attrs, PLAIN)):
            row = grid[self.row]
            del row[self.col:self.col + count]
            row.extend([cell] * count)

    def insert_characters(self, n):
        keep, self.attr = self.attr, PLAIN
        self.shift(min(max(n[0], 1), self.cols - self.col))
        self.attr = keep

    def repeat(self, n):
        for _ in range(min(max(n[0], 1), self.cols * self.rows)):
            self.put(self.last)

    def plain_mode(self, n, on):
        for number in n:
            if number == 4:
                self.insert = on
            elif number != 34:
                self.unknown.append(b"[%d mode" % number)

    def sgr(self, n):
        at = 0
        while at < len(n):
            code = n[at]
            at += 1
            if code == 0:
                self.attr = PLAIN
            elif code in SGR_ON:
                self.attr = self.attr._replace(**{SGR_ON[code]: True})
            elif code in SGR_OFF:
                self.attr = self.attr._replace(
                    **{name: False for name in SGR_OFF[code]})
            elif code in (38, 48):
                used = 2 if n[at:at + 1] == [5] else 4
                colour = tuple(n[at:at + used])
                at += used
                self.attr = self.attr._replace(
                    **{"fore" if code == 38 else "back": colour})
            elif code in (39, 49):
                self.attr = self.attr._replace(
                    **{"fore" if code == 39 else "back": None})
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.attr = self.attr._replace(fore=code)
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.attr = self.attr._replace(back=code)
            elif code != 10:
                self.unknown.append(b"[%dm" % code)

    CSI = {
        "A": lambda s, n: s.go(s.row - max(n[0], 1), s.col),
        "B": lambda s, n: s.go(s.row + max(n[0], 1), s.col),
        "C": lambda s, n: s.go(s.row, s.col + max(n[0], 1)),
        "D": lambda s, n: s.go(s.row, s.col - max(n[0], 1)),
        "G": lambda s, n: s.go(s.row, max(n[0], 1) - 1),
        "`": lambda s, n: s.go(s.row, max(n[0], 1) - 1),
        "d": lambda s, n: s.go(max(n[0], 1) - 1, s.col),
        "H": cup, "f": cup, "J": ed, "K": el, "r": region, "m": sgr,
        "L": lambda s, n: s.insert_lines(n, -1),
        "M": lambda s, n: s.insert_lines(n, 1),
        "S": lambda s, n: s.scroll(s.top, s.bottom, max(n[0], 1)),
        "T": lambda s, n: s.scroll(s.top, s.bottom, -max(n[0], 1)),
        "P": delete_characters, "@": insert_characters, "b": repeat,
        "X": lambda s, n: s.erase(s.row, s.col,
                                  min(s.col + max(n[0], 1), s.cols)),
        "h": lambda s, n: s.plain_mode(n, True),
        "l": lambda s, n: s.plain_mode(n, False),
        "c": lambda s, n: s.queries.append("da"),
        "n": lambda s, n: s.queries.append("dsr"),
        "t": lambda s, n: None,  # the stack of titles
    }


# ----------------------------------------------------------------- terminfo

ESCAPES = {"E": "\x1b", "e": "\x1b", "n": "\n", "r": "\r", "t": "\t",
           "b": "\b", "f": "\f", "s": " ", "\\": "\\", ",": ",", ":": ":",
           "^": "^"}

# What may be used to draw; not what resets, programs keys or prints.
DRAWING = ("cup clear el el1 ed ech rep ich ich1 dch dch1 il il1 dl dl1 csr "
           "ind ri indn rin cr home hpa vpa cub cub1 cuf cuf1 cud cud1 cuu "
           "cuu1 sgr sgr0 bold dim rev smul rmul smso rmso setaf setab op "
           "smcup rmcup smkx rmkx civis cnorm BE BD XM smam rmam").split()
# Modes that descriptions leave out and that terminals which do not have them
# ignore: bracketed paste, mouse; and the questions for the background and for
# what the terminal is.
BESIDES = [rb"\x1b\[\?2004[hl]", rb"\x1b\[\?(?:100[0236];?)+[hl]"]
QUESTIONS = [rb"\x1b\]11;\?(?:\x07|\x1b\\)", rb"\x1b\[c"]


def unescape(text):
    def one(match):
        body = match.group(1)
        if body[0] in "01234567":
            return chr(int(body, 8))
        return ESCAPES.get(body, body)
    text = re.sub(r"\\([0-7]{3}|.)", one, text)
    return re.sub(r"\^(.)", lambda m: chr(ord(m.group(1)) & 31), text)


class Terminfo:
    """The description of a terminal, by infocmp."""

    def __init__(self, term):
        done = subprocess.run(["infocmp", "-1x", term], capture_output=True,
                              check=True)
        self.strings, self.flags, self.numbers = {}, set(), {}
        self.padded = set()  # NUL bytes may follow these
        for line in done.stdout.decode("latin-1").splitlines():
            if not line.startswith("\t"):
                continue
            name, mark, value = re.match(
                r"\t([^=#,]+)([=#]?)(.*),$", line).groups()
            if mark == "=":
                if "$<" in value:
                    self.padded.add(name)
                value = re.sub(r"\$<[^>]*>", "", value)
                self.strings[name] = unescape(value)
            elif mark == "#":
                self.numbers[name] = int(value, 0)
            else:
                self.flags.add(name)

    def pattern(self, besides=BESIDES):
        """Matches one sequence that may be written to draw on it."""
        parts = {expression(self.strings[name]) +
                 (b"\\x00*" if name in self.padded else b"")
                 for name in DRAWING if self.strings.get(name)}
        parts = sorted(parts | set(besides),
                       key=lambda p: -len(p))
        return re.compile(b"|".join(b"(?:" + p + b")" for p in parts))


def terminfo_here(term):
    return subprocess.run(["infocmp", "-1x", term], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


PIECE = re.compile(r"%(?:p\d|\{\d+\}|'.'|P.|g.|[-+*/m&|^=<>AO!~li]|"
                   r"(?P<number>:?[-+# 0-9.]*[doxX])|(?P<one>c)|(?P<some>s)|"
                   r"(?P<mark>[?te;])|(?P<percent>%))|(?P<plain>.)", re.S)


def expression(capability):
    """A regular expression for all that a capability can come to."""
    out, pieces, at = [], list(PIECE.finditer(capability)), 0

    def skip_condition(at):
        """After %? and %e: to behind the %t, if there is one before the
        end of this branch."""
        depth = 0
        for i in range(at, len(pieces)):
            mark = pieces[i].group("mark")
            if mark == "?":
                depth += 1
            elif mark == ";":
                if depth == 0:
                    return at, False
                depth -= 1
            elif depth == 0 and mark == "t":
                return i + 1, True
            elif depth == 0 and mark == "e":
                return at, False
        return at, False

    while at < len(pieces):
        piece = pieces[at]
        at += 1
        if piece.group("plain"):
            out.append(re.escape(piece.group("plain")))
        elif piece.group("percent"):
            out.append("%")
        elif piece.group("number"):
            out.append(r"\d+")
        elif piece.group("one"):
            out.append(".")
        elif piece.group("some"):
            out.append(r"[^\x07\x1b]*")
        elif piece.group("mark") == "?":
            out.append("(?:")
            at, _ = skip_condition(at)
        elif piece.group("mark") == "e":
            out.append("|")
            at, _ = skip_condition(at)
        elif piece.group("mark") == ";":
            out.append("|)")
    return "".join(out).encode("latin-1")


def strange(data, pattern):
    """What in the bytes is neither text nor a sequence of the terminal:
    (offset, bytes around it) for each."""
    found, at = [], 0
    suspicious = re.compile(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]")
    while True:
        match = suspicious.search(data, at)
        if not match:
            break
        known = pattern.match(data, match.start())
        if known and known.end() > match.start():
            at = known.end()
            continue
        found.append((match.start(),
                      data[max(match.start() - 20, 0):match.start() + 40]))
        at = match.end()
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        found.append((error.start, data[max(error.start - 20, 0):
                                        error.start + 20]))
    return found


# ------------------------------------------------------------------- /proc

def tasks(pid):
    try:
        return ["/proc/%d/task/%s" % (pid, t)
                for t in os.listdir("/proc/%d/task" % pid)]
    except FileNotFoundError:
        return []


def read_file(path):
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def cpu_time(pid):
    """Seconds of CPU that the program used, its ended threads as well."""
    fields = read_file("/proc/%d/stat" % pid).rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") \
        if len(fields) > 12 else 0.0


def is_woken(program):
    """Built with ThreadSanitizer, which has a thread of its own that wakes ten times a second."""
    with open(program, "rb") as file:
        return b"__tsan_init" in file.read()


def wake_ups(pid):
    total = 0
    for task in tasks(pid):
        match = re.search(r"^voluntary_ctxt_switches:\s+(\d+)",
                          read_file(task + "/status"), re.M)
        total += int(match.group(1)) if match else 0
    return total


def peak_memory(pid):
    """Bytes; of this program alone, not of what it was forked from."""
    match = re.search(r"^VmHWM:\s+(\d+) kB", read_file("/proc/%d/status" % pid),
                      re.M)
    return int(match.group(1)) * 1024 if match else 0


# ----------------------------------------------------------------- terminal

def set_size(fd, cols, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))


DATA = None  # a folder of this run, where case files go
RUNS = itertools.count(1)


def data_home():
    """A folder for one run of a program, not made yet: no run finds what
    another has kept."""
    global DATA
    if DATA is None:
        DATA = tempfile.mkdtemp(prefix="aerscope-data.")
        atexit.register(shutil.rmtree, DATA, True)
    return os.path.join(DATA, str(next(RUNS)))


def environment(term, extra=None):
    keep = {k: v for k, v in os.environ.items()
            if not k.startswith("AERSCOPE") and k not in
            ("NO_COLOR", "COLORFGBG", "COLUMNS", "LINES", "LC_ALL", "LANG",
             "LC_CTYPE", "TERM", "TMUX", "STY", "COLORTERM")}
    keep.update(LC_ALL="C.UTF-8", TZ="UTC", XDG_DATA_HOME=data_home())
    if term is not None:
        keep["TERM"] = term
    keep.update(extra or {})
    return {k: v for k, v in keep.items() if v is not None}


class Terminal:
    """A program on a pty of its own, in a session of its own.

    stdin, stderr     file descriptors for these instead of the pty
    tty               False: the program has no controlling terminal
    job               True: a session leader stands between, as a shell does,
                      and the program is a job of it: stopped(), foreground()
    answers           {"osc 11": bytes, ...} for the terminal's questions
    ignore            signals that the program is to find ignored
    limits            {resource.RLIMIT_...: number}
    emulate           False: bytes are kept and not looked at
    """

    def __init__(self, argv, cols=80, rows=24, term="xterm-256color",
                 env=None, cwd=None, stdin=None, stderr=None, tty=True,
                 job=False, answers=None, ignore=(), limits=None,
                 widths=width, emulate=True):
        self.screen = Screen(max(cols, 1), max(rows, 1), widths)
        self.answers, self.answered = answers or {}, 0
        self.emulate = emulate
        self.chunks = []           # (time, bytes) as they came
        self.status = self.usage = None
        self.events = collections.deque()  # of the session leader
        self.master, self.slave = os.openpty()
        set_size(self.slave, cols, rows)
        self.before = termios.tcgetattr(self.slave)
        self.job = job
        self.pid = 0
        told, tell = os.pipe()
        control, self.control = os.pipe()
        made = environment(term, env)
        self.child = os.fork()
        if self.child == 0:
            try:
                os.close(told)
                os.close(self.control)
                self.become(argv, made, cwd, stdin, stderr,
                            tty, ignore, limits, tell, control)
            except BaseException as error:
                os.write(tell, json.dumps(
                    {"failed": repr(error)}).encode("ascii") + b"\n")
            finally:
                os._exit(127)
        os.close(tell)
        os.close(control)
        self.told = told
        os.set_blocking(self.master, False)
        self.learn_start()

    # ---- in the child

    def become(self, argv, env, cwd, stdin, stderr, tty, ignore, limits,
               tell, control):
        os.setsid()
        if tty:
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        if cwd:
            os.chdir(cwd)
        moved = [os.dup(self.slave if fd is None else
                        fd if isinstance(fd, int) else fd.fileno())
                 for fd in (stdin, None, stderr)]
        for fd, source in enumerate(moved):
            os.dup2(source, fd)
        for fd in range(3, 256):
            if fd not in (tell, control):
                try:
                    os.close(fd)
                except OSError:
                    pass
        limits = dict(limits or {})
        limits.setdefault(resource.RLIMIT_CORE, 0)
        for limit, number in limits.items():
            resource.setrlimit(limit, (number, resource.getrlimit(limit)[1]))
        def start():
            # A background job of a shell, or nohup, has some of them ignored.
            for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGHUP,
                           signal.SIGINT, signal.SIGQUIT, signal.SIGTERM,
                           signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU):
                signal.signal(number, signal.SIG_DFL)
            for number in ignore:
                signal.signal(number, signal.SIG_IGN)
            os.set_inheritable(tell, False)
            os.set_inheritable(control, False)
            os.write(tell, json.dumps(
                {"start": time.monotonic(), "pid": os.getpid()}
            ).encode("ascii") + b"\n")
            try:
                os.execvpe(argv[0], argv, env)
            except OSError as error:
                os.write(tell, json.dumps(
                    {"failed": str(error)}).encode("ascii") + b"\n")
                os._exit(127)
        if not self.job:
            start()
        self.lead(start, tell, control)

    def lead(self, start, tell, control):
        """A shell of one job: waits for it, takes the terminal back when it
        stops, gives it again when told to."""
        def say(**what):
            os.write(tell, json.dumps(what).encode("ascii") + b"\n")
        for number in (signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP,
                       signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_IGN)
        screen = os.dup(1)
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(screen, os.getpid())
            for number in (signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP,
                           signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            start()
        try:
            os.setpgid(job, job)
        except OSError:
            pass
        while True:
            _, status, usage = os.wait4(job, os.WUNTRACED)
            os.tcsetpgrp(screen, os.getpgrp())
            if not os.WIFSTOPPED(status):
                say(exited=status, cpu=usage.ru_utime + usage.ru_stime)
                os.read(control, 1)
                os._exit(0)
            say(stopped=os.WSTOPSIG(status))
            if not os.read(control, 1):
                os.kill(job, signal.SIGKILL)
                os.kill(job, signal.SIGCONT)
                os._exit(0)
            os.tcsetpgrp(screen, job)
            os.killpg(job, signal.SIGCONT)

    # ---- its life

    def learn_start(self):
        end = deadline()
        self.heard = b""
        self.started = None
        while self.started is None and time.monotonic() < end:
            event = self.event(0.2)
            if event and "failed" in event:
                raise OSError(event["failed"])
            if event and "start" in event:
                self.started, self.pid = event["start"], event["pid"]
            elif event is None and self.poll_exit():
                break

    def event(self, timeout):
        """The next thing that the child tells, or None."""
        end = time.monotonic() + timeout
        while b"\n" not in self.heard:
            left = end - time.monotonic()
            ready = select.select([self.told], [], [], max(left, 0))[0]
            if not ready:
                return None
            data = os.read(self.told, 4096)
            if not data:
                return None
            self.heard += data
        line, self.heard = self.heard.split(b"\n", 1)
        return json.loads(line)

    def poll_exit(self):
        if self.status is None and self.job:
            event = self.event(0)
            while event:
                if "exited" in event:
                    self.status, self.usage = event["exited"], event["cpu"]
                elif "stopped" in event:
                    self.events.append(event["stopped"])
                event = self.event(0)
        elif self.status is None:
            pid, status, usage = os.wait4(self.child, os.WNOHANG)
            if pid:
                self.status = status
                self.usage = usage.ru_utime + usage.ru_stime
        return self.status is not None

    def wait(self, timeout=None):
        """The exit status, 128 + n for a signal; None when it goes on."""
        end = deadline(timeout)
        while not self.poll_exit() and time.monotonic() < end:
            self.read(0.01)
        self.ended = time.monotonic()
        while self.read(0):
            pass
        return self.exit_status()

    def exit_status(self):
        if self.status is None:
            return None
        if os.WIFSIGNALED(self.status):
            return 128 + os.WTERMSIG(self.status)
        return os.WEXITSTATUS(self.status)

    def stopped(self, timeout=None):
        """Waits for the job to stop; the signal."""
        end = deadline(timeout)
        while not self.events and not self.poll_exit() \
                and time.monotonic() < end:
            self.read(0.005)
        return self.events.popleft() if self.events else None

    def foreground(self):
        os.write(self.control, b"f")

    def kill(self, number):
        os.kill(self.pid, number)

    def close(self):
        if self.status is None and self.pid:
            for number in (signal.SIGKILL, signal.SIGCONT):
                try:
                    os.kill(self.pid, number)
                except ProcessLookupError:
                    pass
        for fd in (self.control, self.told):
            os.close(fd)
        self.hang_up()
        os.close(self.slave)
        if self.job or self.status is None:
            try:
                os.waitpid(self.child, 0)
            except ChildProcessError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- the terminal's side

    def read(self, timeout):
        """Takes what there is, waiting for it at most so long. True when
        there was something."""
        if self.master < 0:
            select.select([], [], [], timeout)
            return False
        if not select.select([self.master], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError as error:
            if error.errno in (errno.EIO, errno.EAGAIN):
                return False
            raise
        self.chunks.append((time.monotonic(), data))
        if self.emulate:
            self.screen.feed(data)
            self.answer()
        return bool(data)

    def answer(self):
        asked = self.screen.queries
        while self.answered < len(asked):
            reply = self.answers.get(asked[self.answered])
            self.answered += 1
            if reply:
                self.send(reply)

    def send(self, keys):
        data = keys.encode("utf-8") if isinstance(keys, str) else keys
        end = deadline()
        while data and time.monotonic() < end:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.read(0.01)  # a program that writes must not wait for us

    def unread(self):
        """Bytes that were sent and that the program has not read."""
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD,
                                              b"\0" * 4))[0]

    def asleep(self):
        """All was read, and the program waits for more."""
        state = read_file("/proc/%d/stat" % self.pid).rpartition(")")[2].split()
        return self.unread() == 0 and (not state or state[0] in "SZX")

    def taken(self, seconds=0.0, timeout=None):
        """Until the program has read what was sent and waits for more, and
        then as long as nothing more comes for so many seconds."""
        end = deadline(timeout)
        while not self.asleep() and not self.poll_exit() \
                and time.monotonic() < end:
            self.read(0.001)
        self.quiet(seconds)

    def press(self, keys):
        """Sends keys, and waits until what they bring is there. After Esc
        nothing follows before the program takes it for that key."""
        self.send(keys)
        self.taken(0.06 if keys[-1:] in ("\x1b", b"\x1b") else 0.02)

    def resize(self, cols, rows):
        set_size(self.master, cols, rows)
        self.screen.resize(max(cols, 1), max(rows, 1))

    def hang_up(self):
        """The terminal goes away."""
        if self.master >= 0:
            os.close(self.master)
        self.master = -1

    def settings(self):
        return termios.tcgetattr(self.slave)

    def until(self, true, timeout=None):
        """Reads until true() holds. The time of the bytes that made it so,
        or None at the deadline or at the end of the program."""
        if true():
            return time.monotonic()
        end = deadline(timeout)
        while time.monotonic() < end:
            if self.read(0.05):
                if true():
                    return self.chunks[-1][0]
            elif self.poll_exit() and not self.read(0):
                return None
        return None

    def shows(self, pattern, timeout=None):
        """Until a row of the screen matches the regular expression."""
        found = re.compile(pattern, re.M)
        return self.until(lambda: found.search(self.text()), timeout)

    def lacks(self, pattern, timeout=None):
        found = re.compile(pattern, re.M)
        return self.until(lambda: not found.search(self.text()), timeout)

    def quiet(self, seconds=0.1, timeout=None):
        """Until nothing came for so long. The time of the last byte."""
        end = deadline(timeout)
        while time.monotonic() < end and self.read(seconds):
            pass
        return self.chunks[-1][0] if self.chunks else None

    def text(self):
        return self.screen.text()

    def raw(self):
        return b"".join(data for _, data in self.chunks)

    def written(self, since):
        """Bytes that came at or after that time."""
        return sum(len(data) for t, data in self.chunks if t >= since)


def main():
    """pty.py [-s COLSxROWS] [-t TERM] KEYS COMMAND...: runs it, sends the
    keys one after the other, and prints the screen after each."""
    arguments, cols, rows, term = sys.argv[1:], 80, 24, "xterm-256color"
    while arguments[:1] in (["-s"], ["-t"]):
        if arguments[0] == "-s":
            cols, rows = map(int, arguments[1].split("x"))
        else:
            term = arguments[1]
        del arguments[:2]
    with Terminal(arguments[1:], cols, rows, term) as t:
        for key in [""] + list(arguments[0]):
            t.send(key)
            t.quiet(0.2)
            print("-- %r\n%s" % (key, t.text()))
        print(t.screen.state(), t.screen.unknown)


if __name__ == "__main__":
    main()
