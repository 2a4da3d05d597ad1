#!/usr/bin/env bash
# What the training lab asks: proposals give way to what is typed, a step by name asks for what it lacks and for nothing
# else, what is refused is called as the menu calls it, and only keys that do something are offered.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES
cp -r "$top_srcdir/samples" "$scratch/samples" && chmod -R u+w "$scratch/samples" && cd "$scratch/samples" || exit 1

cat >"$scratch/asks.py" <<'PYTHON'
import os, re, sys
sys.dont_write_bytecode = True
sys.path[:0] = [os.environ["top_srcdir"] + "/tests/lib", os.environ["top_srcdir"] + "/tests/tui"]
from lab_play import *
import pty as terminals


def prompt(screen):
    return screen.rstrip("\n").split("\n")[-2].rstrip()


def keys_offered(screen):
    return re.findall(r"(\S+) (\S+)(?:  |$)", screen.rstrip("\n").split("\n")[-1].replace("TRAINING COPY", "").strip())


def asked(keys, arguments=("honest.json",), size=(230, 60)):
    return play(list(arguments), keys, size)[0]


def proposals():
    """Typed over, gone into with another key, or taken as they are."""
    for n, kind in enumerate(KINDS):
        down = "Xg" + ("%dj" % n if n else "") + "<Enter>"
        screen = asked("4G" + down)
        first = {"drop-tail": "4", "drop-head": "3", "delete": "4", "duplicate": "4", "move": "4:5", "swap": "4:5"}.get(kind)
        if not first:
            continue
        say(prompt(screen) == kind + ": " + first, kind + ": proposes", screen)
        for typed, left in ("2", "2"), ("23", "23"), ("<End>2", first + "2"), ("<BS>", ""), ("<BS>7", "7"), ("<Del>6", "6"), \
                ("<Left>9", first[:-1] + "9" + first[-1]), ("<C-U>5", "5"), ("<C-A>1", "1" + first):
            screen = asked("4G" + down + typed)
            say(prompt(screen) == (kind + ": " + left).rstrip(), "%s: %s" % (kind, typed), screen)
    screen = asked("4GXg6j<Enter>LOGGED")
    say(prompt(screen) == "set: 4.provenance_class=LOGGED", "the beginning of an answer is gone on with", screen)
    screen = asked("4GXg7j<Enter>x")
    say(prompt(screen) == "set-bytes: 4=x", "so of bytes", screen)
    screen = asked("4GXg7j<Enter>x<Enter>s")
    say(prompt(screen) == "a stored output_hash: s", "of two words the other one is typed", screen)
    screen = asked("4GXg7j<Enter>x<Enter>s<Enter>")
    say("where one is stored, stays" in screen, "and taken", screen)
    screen = asked("Xg2j<Enter>3<Enter>n<Enter>")
    say("nothing was done" in screen and not screen.startswith("TRAINING"), "no is one key", screen)
    screen = asked("Q77 2<Enter>")
    say("Exercise: 2 attacks drawn by the seed 77" in screen, "a seed is typed over the one proposed", screen)
    screen = asked("Q77 2<Enter>", ("--plain", "honest.json"))
    say("2 attacks drawn by the seed 77" in screen, "and without frames", screen)
    screen = asked("Xg2j<Enter>99<Enter>1")
    say(prompt(screen) == "delete: 991", "what was refused is mended, not typed over", screen)


def pasted():
    with terminals.Terminal([PROGRAM, "honest.json"], 100, 30) as t:
        t.shows("^TIMELINE consistent")
        t.send("X")
        t.shows("^--- training lab")
        t.send("\r")
        t.shows("^drop-tail: 7")
        t.send("\x1b[200~12\x1b[201~")
        say(t.shows("^drop-tail: 12 *$"), "what is pasted takes the place of a proposal", t.text())


def by_name():
    """:lab NAME asks whether to apply, and before that only for what the step cannot do without."""
    for line, first in (("reclose", "apply"), ("relink", "apply"), ("relink 3", "apply"), ("relink=3", "apply"), ("as-06", "apply"),
                        ("renumber", "apply"), ("set-bytes 4=x", "apply"), ("set-bytes", "set-bytes"), ("delete", "delete"),
                        ("delete 3", "apply"), ("drop-tail 2", "apply"), ("replace-last x", "apply"), ("replace-last", "replace-last"),
                        ("set 2.tool=x", "apply"), ("splice edited.json:1-1@1", "apply"), ("splice", "splice")):
        screen = asked(":lab %s<Enter>" % line)
        say(prompt(screen).split("?")[0].split(":")[0] == first, line + ": asks first for " + first, screen)
    screen = asked(":lab set-bytes 4=x<Enter>")
    say("where one is stored, follows" in screen, "bytes by name: the hash follows, as is said", screen)
    screen = asked("Xg13j<Enter>")
    say(prompt(screen) == "relink:", "the menu asks where to begin", screen)


def refused():
    """As the menu calls the step; and the same as aerscope attack has it, but for that."""
    large = "18446744073709551616"
    for kind, argument, words in (
            ("drop-tail", "x", '"x" is not a number from 1'), ("drop-tail", "8", "at this step there are 8 entries, and nothing would be left"),
            ("delete", "9", "there is no entry 9"), ("move", "1", '"1" is not two positions'), ("relink", "x", '"x" is not a number from 1'),
            ("set", "x", '"x" does not begin with a position and a dot'), ("set", "1.x", "write N.MEMBER=VALUE"),
            ("set", "1.nothing=1", "the entry has no such member"), ("set", "1.x_aerscope_training=1", "it marks training copies"),
            ("set", "1.bytes=x", "or set canonical_bytes in base64"), ("set-bytes", "x", '"x" does not begin with a position and ='),
            ("splice", "x", '"x" is not FILE:A-B@N'), ("splice", "x:2-1@1", "has no range A-B"), ("splice", "x:1-2@x", "has no position behind the @"),
            ("splice", "edited.json:1-99@1", "and none is number 99"), ("splice", "edited.json:1-1@99", "the first free position is 9"),
            ("set", large + ".tool=x", "too large"), ("set", "4294967295.tool=x", "too large"), ("set-bytes", large + "=x", "too large"),
            ("set-bytes", "4294967295=x", "too large"), ("splice", "x:%s-2@1" % large, "too large"), ("splice", "x:1-%s@1" % large, "too large"),
            ("splice", "x:1-4294967295@1", "too large"), ("splice", "x:4294967295-4294967296@1", "too large"),
            ("splice", "x:1-2@" + large, "too large"), ("splice", "x:1-2@4294967295", "too large"), ("relink", large, "too large"),
            ("set", "0.tool=x", "does not begin with a position"), ("set", "99.tool=x", "there is no entry 99"),
            ("splice", "x:0-2@1", "has no range A-B"), ("splice", "4294967295:1-x@1", "has no range A-B")):
        screen = asked(":lab %s %s<Enter>" % (kind, argument))
        above = " ".join(screen.rstrip("\n").split("\n")[-5:-2])
        say(words in above and not screen.startswith("TRAINING"), "%s %s: why" % (kind, argument), screen)
        say(kind in above and "--" not in above.replace("---", ""), "%s %s: called as in the menu" % (kind, argument), screen)
        by = subprocess.run([PROGRAM, "attack", "honest.json", "--%s=%s" % (kind, argument)], capture_output=True)
        said = " ".join(by.stderr.decode().split())
        say(by.returncode == 2 and "--" + kind in said and words in said, "%s %s: and by its option" % (kind, argument), said)
    screen = asked("X", size=(120, 60))
    say("relink [FROM] " in screen and "--" not in screen.replace("---", ""), "the menu has no option in it", screen)


def offered():
    """What is offered does something, and what does something there is offered where there is room."""
    one = ":lab drop-tail 2<Enter><Enter>"
    for keys, there, missing in (
            ("X", "T Q", "- + O V"), (one, "X - _ O", "+"), (one + "X", "- O", "+"), (one + "-", "+", "- O"), (one + one + "-", "- + O", ""),
            (one + "_X", "- T", "+ O"), (one + "B_X", "- T", "+ O"), ("Q1<Enter>", "V Q _ O", "X - +"), ("Q1<Enter>V", "Q X _ O", "V"),
            ("T", "} _ O", "{ - +"), ("T}", "} {", "- +"), ("T" + "}" * 8, "{ _", "}"), ("T" + "}" * 7, "{ }", "")):
        screen = asked(keys)
        offered = [key for key, _ in keys_offered(screen)]
        say(all(key in offered for key in there.split()) and not any(key in offered for key in missing.split()),
            "%s: offered %s, and not %s" % (keys, there, missing), offered, screen)
    for keys in "X", one, one + "X", one + "-", one + "_X", "Q1<Enter>V", "T", "T" + "}" * 8:
        for key, _ in keys_offered(asked(keys)):
            if len(key) > 1 or key in "qj?":
                continue
            done = asked(keys + key)
            say(not re.search("no step is in force$|no step is at hand|no step was|there is no training copy|this was the last|this is the first|no tour is on|"
                              "no exercise is on|are not shown|does nothing", done), "%s, %s: does something" % (keys, key), done)


def ends():
    """What a step of one's own takes with it, and what comes back, is said before it is applied."""
    again, gone = " What was given for the evidence is held against the copy again.", "The witnessed reference of the stop goes with it."
    for arguments, keys, back, witness in (
            (("honest.json",), "T", False, False), (("honest.json",), "T" + "}" * 8, False, True),
            (("honest.json", "-c", "honest.commitment.json"), "T" + "}" * 8, True, True),
            (("honest.json", "--expect=honest.expected.json"), "T", True, False),
            (("wrapped.json",), "T" + "}" * 8, False, True),
            (("edited.json", "-c", "honest.commitment.json"), "T" + "}" * 8, False, True)):
        screen = " ".join(asked(keys + ":lab drop-tail 1<Enter>", arguments).split())
        say("This ends the tour at stop" in screen and (again in screen) == back and (gone in screen) == witness,
            "%s %s: what goes and what comes back" % (" ".join(arguments), keys), screen)
        after = asked(keys + ":lab drop-tail 1<Enter><Enter>", arguments)
        say(("No reference from outside was given" not in after or "--expect" in after) == back,
            "%s %s: and so it is" % (" ".join(arguments), keys), after)


for test in ends, proposals, pasted, by_name, refused, offered:
    test()
PYTHON

export scratch
relay < <(python3 "$scratch/asks.py" 2>&1 || echo "not the test ran to its end")
done_testing
