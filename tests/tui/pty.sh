#!/usr/bin/env bash
# The bytes that the inspector sends to a terminal, read at the other end of it: nothing of the evidence
# acts on the terminal, nothing is sent while nothing happens, and a lost terminal ends it at once.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$top_srcdir/samples" || exit 1
unset NO_COLOR COLUMNS LINES
cp edited.json "$scratch/changing.json"

cat >"$scratch/terminal.py" <<'END'
import fcntl, os, pty, re, select, struct, sys, termios, time

PROGRAM, CHANGING = sys.argv[1:3]
# What terminfo's xterm, our two modes and the question for the background may send. A title, a clipboard or a report is none of these.
SENT = re.compile(rb"\x1b\(B|\x1b\[[0-9;]*[mABCDGHJKXdr]|\x1bM|\x1b\]11;\?\x1b\\|\x1b\[\?(?:1|25|12;25|12|1049|2004)[hl]"
                  rb"|\x1b[=>]|\x1b\[22;0;0t|\x1b\[23;0;0t|\x1b\[\?25[hl]|[\r\n]")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


def say(passed, name, more=""):
    print("%s %s" % ("ok" if passed else "not", name.replace("\n", " ")), flush=True)
    if not passed and more:
        print("# " + more, flush=True)


class Terminal:
    def __init__(self, arguments, rows=40, cols=120):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(PROGRAM, [PROGRAM] + arguments)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.all = b""

    def read(self, seconds):
        got = b""
        while select.select([self.fd], [], [], seconds)[0]:
            try:
                block = os.read(self.fd, 65536)
            except OSError:
                break
            if not block:
                break
            got += block
        self.all += got
        return got

    def wants(self, text, seconds=20):
        end = time.monotonic() + seconds
        seen = b""
        while text not in seen and time.monotonic() < end:
            seen += self.read(0.02)
        return text in seen

    def press(self, keys):
        os.write(self.fd, keys)
        return self.read(0.1)

    def leave(self, keys=b"qqqq"):
        os.write(self.fd, keys)
        self.read(0.2)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def foreign(sent):
    """What is neither a sequence that we may send nor plain text."""
    return CONTROL.findall(SENT.sub(b"", sent).decode("utf-8", "replace"))


def injection():
    for view in (b"", b"\r", b"o", b"F", b"p", b"i", b"vv\r", b"vvv\r"):
        terminal = Terminal(["hostile.json"])
        terminal.wants(b"consistent")
        terminal.press(view)
        for _ in range(23):
            os.write(terminal.fd, b"j")
            terminal.read(0.02)
        terminal.press(b"JJJJJJJJ")
        terminal.press(b"\x0c")
        status = terminal.leave()
        found = foreign(terminal.all)
        say(not found and "\ufffd" not in terminal.all.decode("utf-8", "replace"),
            "hostile text after %r sends nothing that acts" % view.decode(), repr(found[:5]))
        say(status == 3, "and the status is that of verify", str(status))


def quiet():
    terminal = Terminal(["honest.json"])
    terminal.wants(b"consistent")
    terminal.read(0.3)
    say(terminal.read(1.5) == b"", "nothing is sent while nothing happens")
    say(b"\x1b[2J" not in terminal.press(b"jjkk"), "a step clears nothing")
    say(b"\x1b[2J" in terminal.press(b"\x0c"), "Ctrl-L draws it all again")
    terminal.leave()


def lost():
    for arguments in (["honest.json"], ["hostile.json"]):
        terminal = Terminal(arguments)
        terminal.wants(b"consistent")
        began = time.monotonic()
        os.close(terminal.fd)
        pid, status, usage = os.wait4(terminal.pid, 0)
        took = time.monotonic() - began
        say(took < 1, "a lost terminal ends it", "%.2f s" % took)
        say(os.waitstatus_to_exitcode(status) == -1, "as if by SIGHUP", str(status))


def changed():
    terminal = Terminal([CHANGING])
    terminal.wants(b"broken")
    with open(CHANGING, "ab") as file:
        file.write(b" \n")
    say(b"CHANGED" in terminal.press(b"k"), "a file that changed is announced at the next key")
    terminal.leave()
    terminal = Terminal([CHANGING])
    terminal.wants(b"broken")
    os.truncate(CHANGING, 100)
    sent = terminal.press(b"k") + terminal.press(b"k") + terminal.press(b"\x0c")
    say(b"CHANGED" in sent, "one that was cut short as well")
    say(b"not what was examined" in sent, "and what is gone is said to be gone")
    say(terminal.leave() == 1, "what was proved before stays the status")


def small():
    for rows, cols in ((1, 1), (3, 19), (9, 39), (10, 40)):
        terminal = Terminal(["edited.json"], rows, cols)
        terminal.read(0.3)
        terminal.press(b"jkGe?:\x1b")
        say(terminal.leave(b"qqq\x03\x03") == 1, "%dx%d can be left" % (cols, rows))


injection()
quiet()
lost()
changed()
small()
END
relay < <(
    python3 "$scratch/terminal.py" "$AERSCOPE" "$scratch/changing.json" 2>&1 && echo "ok to the end" ||
        echo "not to the end"
)

done_testing
