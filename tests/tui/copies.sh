#!/usr/bin/env bash
# Two copies compared on a terminal: what is typed, keys while it is being read, that it can be given
# up, and that nothing runs when it is there.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES

cat >"$scratch/copies.py" <<'PYTHON'
import os, subprocess, sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
import pty as terminals

PROGRAM = os.environ["AERSCOPE"]
TREE = os.environ["top_srcdir"]
SAMPLES = TREE + "/samples/"
EARLIER = os.path.join(os.environ["scratch"], "earlier.json")
LATER = os.path.join(os.environ["scratch"], "later.json")


def say(passed, name, t=None):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    if not passed and t:
        print("# " + t.text().replace("\n", "\n# "), flush=True)


def idle(t, before, name):
    if terminals.is_woken(PROGRAM):
        print("skip " + name, flush=True)
    else:
        say(terminals.wake_ups(t.pid) - before <= 2, name, t)


def typed(t, keys):
    """One by one, each of them taken: keys in one burst are taken for a paste."""
    for key in keys:
        t.send(key)
        t.quiet(0.03)


def asks():
    with terminals.Terminal([PROGRAM, SAMPLES + "edited.json"], 120, 40) as t:
        t.shows(r"^> +5 ")
        t.send("D")
        say(t.shows(r"^compare with: +the file of an earlier copy"), "D asks for the other file", t)
        typed(t, "\x1b")
        say(t.lacks("compare with:"), "Esc leaves it", t)
        typed(t, ["D"] + list(SAMPLES + "honest.json") + ["\r"])
        say(t.shows(r"^--- comparison: edited, proved --.* 7 the same, 1 changed"), "and compares", t)
        say(t.shows(r"^>!  4  pay.quote .*\|  4  pay.quote "), "on the first difference", t)
        say(t.shows("^TIMELINE broken .*ENDPOINT") and t.shows("^COVERAGE .*OUTCOME"),
            "under the four judgements", t)
        t.send("n")
        say(t.shows("no further difference"), "n says that there is no other", t)
        t.send("\r")
        say(t.shows(r"^ +59 of 64 digits differ"), "Enter shows both digests", t)
        typed(t, "qq")
        say(t.shows(r"^> +5 "), "back at the entries", t)
        t.send("D")
        say(t.shows("^--- comparison: edited"), "D shows it again", t)
        typed(t, "qq")
        say(t.wait() == 1, "leaves with the status of the file")
    with terminals.Terminal([PROGRAM, SAMPLES + "reclosed.json", "--baseline", SAMPLES + "honest.json"],
                            80, 24) as t:
        t.shows("^TIMELINE consistent")
        t.send("D")
        say(t.shows("^--- comparison: reclosed, proved"), "D takes the baseline that was given", t)


def make(entries):
    subprocess.run([sys.executable, TREE + "/tests/bench/generate.py", str(entries), "200", EARLIER],
                   check=True)
    with open(EARLIER) as file:
        text = file.read()
    with open(LATER, "w") as file:
        file.write(text.replace('"id": "r-30000"', '"id": "other"'))


def answers():
    with terminals.Terminal([PROGRAM, LATER, "--jobs=1"], 100, 30) as t:
        t.shows("^TIMELINE broken")
        typed(t, [":"] + list("compare " + EARLIER))
        t.send("\r")
        t.shows("^--- comparison: ")
        slow = 0.0
        for _ in range(5):
            begun = time.monotonic()
            t.send("?")
            t.shows("^--- help")
            t.send("q")
            t.shows("^--- comparison: ")
            slow = max(slow, time.monotonic() - begun)
        say(slow < 0.5, "keys are answered meanwhile (%d ms for two)" % (slow * 1000), t)
        say(t.shows(r"^--- comparison: edited, .*59,999 the same, 1 changed", 60), "it comes by itself", t)
        say(t.shows(r"^>!30000 .*\|30000 |^>! *30000 .*\| *30000 "), "on the difference", t)
        t.quiet(0.5)
        before, written = terminals.wake_ups(t.pid), len(t.raw())
        t.quiet(1.0)
        idle(t, before, "nothing runs when it is there")
        say(len(t.raw()) == written, "and nothing is written", t)
        t.send("G")
        say(t.shows(r"^> +60000 "), "to the last row", t)
        t.send("N")
        say(t.shows(r"^>! *30000 "), "and to the difference before it", t)
        begun = time.monotonic()
        typed(t, "qq")
        say(t.wait() == 1 and time.monotonic() - begun < 1, "leaves at once")


def gives_up():
    with terminals.Terminal([PROGRAM, LATER], 100, 30) as t:
        t.shows("^TIMELINE broken")
        typed(t, [":"] + list("compare " + EARLIER))
        t.send("\r\x03")
        say(t.shows("the comparison was given up|^--- comparison: edited"), "Ctrl-C is answered", t)
        say(not t.poll_exit(), "and does not leave", t)
        t.kill(15)
        say(t.wait(5) is not None, "TERM ends it while it compares")


def given_up_on(timeline):
    """A baseline of the command line that never ends, given up: (exit status, what was said on leaving)."""
    pipe, said = os.path.join(os.environ["scratch"], "pipe"), os.path.join(os.environ["scratch"], "said")
    if not os.path.exists(pipe):
        os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)
    os.write(held, b"[")
    with open(said, "wb") as err:
        with terminals.Terminal([PROGRAM, SAMPLES + timeline, "--baseline", pipe], 120, 30, stderr=err.fileno()) as t:
            say(t.shows("reading the earlier copy"), timeline + ": it is being read", t)
            typed(t, "\x03")
            say(t.shows("given up and taken off"), timeline + ": it is given up", t)
            say(t.shows("ENDPOINT not assessed +the check was given up"), timeline + ": the judgement says so", t)
            typed(t, "q")
            status = t.wait(5)
    os.close(held)
    with open(said, encoding="utf-8") as file:
        return status, file.read()


def what_is_given_up_is_not_assessed():
    status, said = given_up_on("honest.json")
    say(status == 2, "a baseline that was given up: exit status %s is 2" % status)
    say("was given up" in said, "and standard error says why: " + said.replace("\n", " "))
    status, said = given_up_on("edited.json")
    say(status == 1, "a failure that is proved: exit status %s is 1" % status)


asks()
make(60000)
answers()
gives_up()
what_is_given_up_is_not_assessed()
PYTHON
export scratch
while read -r result name; do
    case $result in
    ok) ok 0 "$name" ;;
    not) ok 1 "$name" ;;
    skip) skip "$name" "ThreadSanitizer has a thread that wakes" ;;
    *) diag "$result $name" ;;
    esac
done < <(python3 "$scratch/copies.py" 2>&1)

# A name that was mistyped while a comparison is shown: asked for again, the comparison stays.
cd "$top_srcdir/samples" || exit 1

# headless KEYS ARGUMENTS...: the screen after them.
headless()
{
    printf '%s' "<wait>$1:save-screen $scratch/screen<Enter>" >"$scratch/keys"
    shift
    rm -f "$scratch/screen"
    COLUMNS=120 LINES=40 AERSCOPE_SCRIPT=$scratch/keys exits 1 "left with the status of the file" "$AERSCOPE" "$@"
    screen=$(cat "$scratch/screen" 2>/dev/null)
}

for keys in 'Dno-such-file<Enter><Esc>' ':compare no-such-file<Enter><Esc>' \
    '<Enter>:compare no-such-file<Enter><Esc><Esc>' '=:compare no-such-file<Enter><Esc><Esc>'; do
    headless ":compare honest.json<Enter>$keys" relabelled.json
    like "$screen" '--- comparison: edited, proved -+ 7 the same, 1 changed' "after $keys"
done
headless 'DDno-such-file<Enter><Esc>' relabelled.json --baseline=honest.json
like "$screen" '--- comparison: edited, proved -+ 7 the same, 1 changed' "and with a baseline"
headless ':compare honest.json<Enter><Enter>:compare edited.json<Enter>' relabelled.json
like "$screen" '--- comparison: [a-z]+' "another copy takes the place of the one before"
headless ':compare honest.json<Enter><Enter>:compare edited.json<Enter><Esc>' relabelled.json
unlike "$screen" 'comparison: |both entries' "and leaves nothing of it below"

# Read again: the comparison is made again, on the row where it was.
headless ':compare honest.json<Enter>j<wait>R<wait>' relabelled.json
like "$screen" '--- comparison: edited, proved -+ 7 the same, 1 changed' "R keeps the comparison"

done_testing
