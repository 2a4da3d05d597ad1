#!/usr/bin/env bash
# What becomes of the training lab where something goes: the file of the evidence is another one, an exercise is put in
# the place of another one; and what a copy is called that was saved.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES
cp -r "$top_srcdir/samples" "$scratch/samples" && chmod -R u+w "$scratch/samples" && cd "$scratch/samples" || exit 1

cat >"$scratch/goes.py" <<'PYTHON'
import os, re, shutil, subprocess, sys
sys.dont_write_bytecode = True
sys.path[:0] = [os.environ["top_srcdir"] + "/tests/lib", os.environ["top_srcdir"] + "/tests/tui"]
from lab_play import *
import pty as terminals


def other_bytes(path):
    with open(path, "a") as file:
        file.write("\n")


def changes():
    """The file changes while a copy is looked at."""
    path = os.path.join(HERE, "changing.json")
    said = r"the evidence is no more the file as read at \S+: the lab goes on with what was read; R goes back to it, and reads it again"
    for begin, name in (":lab drop-tail 2\r\r", "steps"), ("T", "the tour"), (":lab-quiz 7\r", "an exercise"):
        shutil.copy("honest.json", path)
        with terminals.Terminal([PROGRAM, path], 200, 40) as t:
            t.shows("^TIMELINE consistent")
            for key in begin.split("\r"):
                t.send(key + ("\r" if "\r" in begin else ""))
                t.quiet()
            t.shows("^TRAINING COPY")
            other_bytes(path)
            say(t.shows(said), name + ": said on the copy", t.text())
            say(t.shows(r"^TRAINING COPY .*evidence as read at \S+, CHANGED SINCE"), name + ": row 1 has it", t.text())
            t.send("j")
            say(t.shows(said), name + ": and stays behind the next key", t.text())
            t.send("R")
            if name == "steps":
                say(t.shows("the file changed: R once more reads it, and loses 1 own step that is in no file: 1 of the "
                            "copy \\(O saves it\\)") and t.shows("^(?!TRAINING).*8 entries"), "R asks, at the evidence", t.text())
                t.send("R")
            say(t.shows("it has other bytes"), name + ": R reads it again", t.text())
            gone = {"steps": "; 1 step of the lab was of the bytes before, and is gone", "the tour": "; the tour is over",
                    "an exercise": "; the exercise with seed 7 and 1 attack was of the bytes before, and is gone"}[name]
            say(t.shows(re.escape(gone)), name + ": and says what is gone", t.text())
    shutil.copy("honest.json", path)
    with terminals.Terminal([PROGRAM, path], 200, 40) as t:
        t.shows("^TIMELINE consistent")
        t.send(":lab-quiz 7 2\r")
        t.shows("^TRAINING COPY")
        t.send("T")
        say(t.shows("the exercise with seed 7 and 2 attacks is gone"), "the tour takes its place", t.text())
        t.send("Q\x158\r")
        t.shows("^Exercise: 1 attack drawn by the seed 8")
        say(t.lacks("is gone"), "the tour is no exercise", t.text())


def exercises():
    """One that goes is told of with its seed, whatever takes its place."""
    for seed, line in ("7", "the exercise with seed 7 and 1 attack is gone; Q with 7 1 draws it again; "), \
            ("7 3", "the exercise with seed 7 and 3 attacks is gone; Q with 7 3 draws it again; "):
        for solved in "", "V":
            for name, keys in ("another", "Q<C-U>8<Enter>"), ("the tour", "T"), ("the tour made for it", ":lab-tour sample<Enter>"):
                screen, _ = play(["honest.json"], "Q<C-U>%s<Enter>%s%s" % (seed, solved, keys))
                say(line in screen and screen.count(" is gone") == 1, "%s, %s%s: named" % (name, seed, solved), screen)
        screen, _ = play(["honest.json"], "Q<C-U>%s<Enter>Q<C-U>%s<Enter>" % (seed, seed))
        say("is gone" not in screen, "the same once more is not gone: " + seed, screen)
    screen, _ = play(["honest.json"], "TQ<C-U>8<Enter>")
    say("is gone" not in screen, "a tour has no seed", screen)
    screen, _ = play(["honest.json"], "Q<C-U>7<Enter>V:lab delete 1<Enter><Enter>T")
    drawn = subprocess.run([PROGRAM, "attack", "honest.json", "--random=1", "--seed=7", "--explain"], capture_output=True)
    steps = len(re.findall(r"^  \d+ {5,}", drawn.stderr.decode(), re.M)) + 1
    say("is gone" not in screen and "Put aside: %d steps (" % steps in screen, "nor is one gone that own steps went on from", screen)
    screen, _ = play(["honest.json"], "Q<C-U>7<Enter>TQ<C-U>9<Enter>")
    say("is gone" not in screen, "and it is told once", screen)


def called():
    """A copy that was saved is in a file, and commands name it."""
    path = os.path.join(HERE, "a copy.json")
    steps = keys_of([("set", "5.tool=x y")])
    for name, keys, named in ("before", "", False), ("saved", "O%s<Enter>" % path.replace("<", "<lt>"), True), \
            ("saved, and another step", "O%s<Enter>X:lab set 4.tool=z<Enter><Enter>" % path, False), \
            ("saved, and taken back", "O%s<Enter>:lab set 4.tool=z<Enter><Enter>-" % path, False):
        screen, _ = play(["honest.json"], steps + keys + "<Enter>5Gyc")
        sent = "TRAINING COPY, command for the digest of entry 5" in screen
        refused = "the training copy is in no file that a command could name; " in screen
        say(sent == named and refused != named, name + ": the command is there or not", screen)
        if os.path.exists(path):
            os.unlink(path)
        page, _ = play(["honest.json"], steps + keys + "<Enter>5G<Enter>", (230, 100))
        shown = re.search(r"aerscope digest --entry=5 --preimage .*? \| sha256sum", page)
        say(bool(shown) == named, name + ": so on the card", page)
        if shown and named:
            done = subprocess.run(["sh", "-c", shown[0].replace("aerscope", '"$AERSCOPE"', 1)], capture_output=True)
            digests = subprocess.run([PROGRAM, "digest", path], capture_output=True).stdout.decode().split("\n")
            say(done.stdout.decode().split()[:1] == [digests[4].split("\t")[1]], name + ": the command gives its digest", done)
        if os.path.exists(path):
            os.unlink(path)


for test in changes, exercises, called:
    test()
PYTHON

export scratch
relay < <(python3 "$scratch/goes.py" 2>&1 || echo "not the test ran to its end")
done_testing
