#!/usr/bin/env bash
# Searching and filtering on a terminal: what is typed, what runs behind the screen while more of the input
# comes, and that nothing runs when it is over.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES

cat >"$scratch/search.py" <<'PYTHON'
import os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
import pty as terminals

PROGRAM = os.environ["AERSCOPE"]
SAMPLES = os.environ["top_srcdir"] + "/samples/"


def say(passed, name, t=None):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    if not passed and t:
        print("# " + t.text().replace("\n", "\n# "), flush=True)


def idle(t, before, name):
    if terminals.is_woken(PROGRAM):
        print("skip " + name, flush=True)
    else:
        say(terminals.wake_ups(t.pid) - before <= 2, name, t)


def typed(t, keys, shows, name):
    """One by one, each of them taken: keys in one burst are taken for a paste."""
    for key in keys:
        t.send(key)
        t.quiet(0.05)
    say(t.shows(shows), name, t)


def prompt():
    with terminals.Terminal([PROGRAM, SAMPLES + "edited.json"], 80, 24) as t:
        t.shows(r"(?m)^> +5 ")
        typed(t, "/fs", r"(?m)^/fs +literal \(Ctrl-R\), without", "the prompt says how it searches")
        typed(t, "\x12\x07", r"(?m)^/fs +regex \(Ctrl-R\), with canonical", "and how it will")
        typed(t, "\x12\x07\r", r'search "fs" 3 matches in 8 entries, search finished', "Enter searches")
        say(t.shows(r"(?m)^> +6 "), "and goes to the next match", t)
        row = next(i for i, line in enumerate(t.screen.lines()) if line.startswith(">"))
        say(t.screen.attrs[row][9].underline and not t.screen.attrs[row][12].underline,
            "the match is underlined", t)
        typed(t, "n", "search wrapped to the first match", "n wraps and says so")
        typed(t, ["/", "\x1b[A"], r"(?m)^/fs ", "Up brings the last one back")
        typed(t, "\x1b", r'search "fs" 3 matches', "Esc leaves it")
        typed(t, "\x1b", r"(?m)^> +1 ", "Esc again ends the search")
        say(t.lacks('search "fs"'), "nothing is said of it any more", t)
        typed(t, "&failures\r", r"FILTER failures: 1 of 8 entries shown, the file has all 8; \\ clears",
              "a filter has its row")
        say(t.lacks(r"(?m)^ +4 .*pay.quote"), "and hides the rest", t)
        typed(t, "\\", r"(?m)^ +4 .*pay.quote", "\\ shows it again")
        say(t.lacks("FILTER"), "without the row", t)
        t.send("q")
        say(t.wait() == 1, "leaves")


def coming():
    """The input stops half-way, with a search and a filter open."""
    with open(SAMPLES + "lines.ndjson", "rb") as file:
        lines = file.readlines()
    end, begin = os.pipe()
    with terminals.Terminal([PROGRAM, "-"], 100, 24, stdin=end) as t:
        os.close(end)
        os.write(begin, b"".join(lines[:5]))
        t.shows(r"(?m)^ +4 .*pay.quote")
        typed(t, "/job.end\r", r'search "job.end" no match so far', "not found, so far")
        say(t.lacks("finished"), "and not finished", t)
        t.quiet(0.3)
        before = terminals.wake_ups(t.pid)
        t.quiet(1.0)
        idle(t, before, "nothing runs while nothing comes")
        os.write(begin, b"".join(lines[5:]))
        os.close(begin)
        say(t.shows(r'search "job.end" 1 match in 8 entries, search finished'), "goes on with what comes", t)
        say(t.shows(r"(?m)^> +8 "), "and to the match", t)
        t.send("q")
        t.wait()
    end, begin = os.pipe()
    with terminals.Terminal([PROGRAM, "-"], 100, 24, stdin=end) as t:
        os.close(end)
        os.write(begin, b"".join(lines[:5]))
        t.shows(r"(?m)^ +4 .*pay.quote")
        typed(t, "&tool~fs\r", r"FILTER tool~fs: 2 of \d entries read shown so far", "a filter, so far")
        os.write(begin, b"".join(lines[5:]))
        os.close(begin)
        say(t.shows("FILTER tool~fs: 3 of 8 entries shown, the file has all 8"), "goes on with what comes", t)
        t.send("q")
        t.wait()
    # Only the end of the input makes a failure of the last entry that came.
    end, begin = os.pipe()
    with terminals.Terminal([PROGRAM, "-"], 100, 24, stdin=end) as t:
        os.close(end)
        os.write(begin, b"".join(lines[:4]))
        t.shows(r"(?m)^ +3 .*fs.write")
        typed(t, "&failures\r", r"FILTER failures: 0 of \d entries read shown so far", "no failure so far")
        os.close(begin)
        say(t.shows("FILTER failures: 1 of 4 entries shown, the file has all 4"), "the last entry is asked again", t)
        say(t.shows(r"(?m)^> +4 ! "), "and shown", t)
        t.send("q")
        t.wait()


prompt()
coming()
PYTHON
while read -r result name; do
    case $result in
    ok) ok 0 "$name" ;;
    not) ok 1 "$name" ;;
    skip) skip "$name" "ThreadSanitizer has a thread that wakes" ;;
    *) diag "$result $name" ;;
    esac
done < <(python3 "$scratch/search.py" 2>&1)

done_testing
