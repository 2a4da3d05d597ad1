#!/usr/bin/env bash
# Explanations on a terminal: keys are answered while they are worked out, they can be stopped, and
# nothing runs when they are there.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES

cat >"$scratch/explain.py" <<'PYTHON'
import os, re, subprocess, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
import pty as terminals

PROGRAM = os.environ["AERSCOPE"]
TREE = os.environ["top_srcdir"]
FILE = os.path.join(os.environ["scratch"], "long.json")
EDITED = (1000, 30000)


def say(passed, name, t=None):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    if not passed and t:
        print("# " + t.text().replace("\n", "\n# "), flush=True)


def idle(t, before, name):
    if terminals.is_woken(PROGRAM):
        print("skip " + name, flush=True)
    else:
        say(terminals.wake_ups(t.pid) - before <= 2, name, t)


def make(entries):
    """Two entries have another id than the one that was digested."""
    subprocess.run([sys.executable, TREE + "/tests/bench/generate.py", str(entries), "100", FILE],
                   check=True)
    with open(FILE) as file:
        text = file.read()
    for number in EDITED:
        text = text.replace('"id": "r-%d"' % number, '"id": "other-%d"' % number)
    with open(FILE, "w") as file:
        file.write(text)


def opened():
    return terminals.Terminal([PROGRAM, FILE, "--effort=1000000000"], 100, 40)


def answers():
    """Keys while the first one is tried with every value of the file."""
    with opened() as t:
        say(t.shows(r"explaining \.\.\. \(Ctrl-C stops\)"), "says that it is at work", t)
        slow = 0.0
        for key, row in (("j", 1002), ("j", 1003), ("k", 1002), ("k", 1001)):
            begun = time.monotonic()
            t.send(key)
            t.shows(r"^> *%d " % row)
            slow = max(slow, time.monotonic() - begun)
        say(slow < 0.25, "keys are answered meanwhile (%d ms)" % (slow * 1000), t)
        say(t.shows(r"^ UNEXPLAINED +[0-9]+ hypotheses tried", 60), "the explanation comes by itself", t)
        t.quiet(0.5)
        before = terminals.wake_ups(t.pid)
        written = len(t.raw())
        t.quiet(1.0)
        idle(t, before, "nothing runs when it is there")
        say(len(t.raw()) == written, "and nothing is written", t)
        t.send("e")
        say(t.shows("^> *30001 "), "to the next failure", t)
        say(t.shows(r"^ UNEXPLAINED +[0-9]+ hypotheses tried", 60), "which is explained as well", t)
        t.send("q")
        say(t.wait() == 1, "leaves with the status of the file")


def stops():
    with opened() as t:
        t.shows(r"explaining \.\.\.")
        begun = time.monotonic()
        t.send("\x03")
        say(t.shows("not explained: stopped|UNEXPLAINED"), "Ctrl-C stops it", t)
        say(time.monotonic() - begun < 0.5, "at once")
        say(t.poll_exit() is None or not t.poll_exit(), "and does not leave", t)
        t.send("j")
        t.shows("^> *1002 ")
        t.send("k")
        say(t.shows(r"^ UNEXPLAINED +[0-9]+ hypotheses tried", 60), "coming back begins anew", t)
        t.send("q")
        t.wait()
    with opened() as t:
        t.shows(r"explaining \.\.\.")
        begun = time.monotonic()
        t.send("q")
        say(t.wait() == 1 and time.monotonic() - begun < 1, "leaving does not wait for it")


make(60000)
answers()
stops()
PYTHON
export scratch
while read -r result name; do
    case $result in
    ok) ok 0 "$name" ;;
    not) ok 1 "$name" ;;
    skip) skip "$name" "ThreadSanitizer has a thread that wakes" ;;
    *) diag "$result $name" ;;
    esac
done < <(python3 "$scratch/explain.py" 2>&1)

done_testing
