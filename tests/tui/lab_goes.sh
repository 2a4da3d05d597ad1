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


def shift(path):
    """The same file, and no byte of it where it was."""
    with open(path, "r+") as file:
        shifted = "\n" * 3000 + file.read()
        file.seek(0)
        file.write(shifted)


CHANGES = {
    "written to": shift,
    "replaced": lambda path: (shutil.copy("edited.json", path + ".new"), os.rename(path + ".new", path)),
    "removed": os.unlink,
}


class Session:
    """A file of its own in a terminal, and keys one by one."""

    def __init__(self, file="honest.json", more=(), size=(200, 40)):
        self.path = os.path.join(HERE, "work.json")
        shutil.copy(file, self.path)
        self.terminal = terminals.Terminal([PROGRAM, self.path, *more], *size)

    def __enter__(self):
        self.terminal.__enter__()
        self.terminal.shows("TIMELINE|TL ")
        return self

    def __exit__(self, *how):
        return self.terminal.__exit__(*how)

    def does(self, *pairs):
        """Each key and what it brings to the screen; the last screen, and whether all came."""
        came = all([self.terminal.send(key) or self.terminal.shows(brings) for key, brings in zip(pairs[::2], pairs[1::2])])
        return came, self.terminal.text()

    def says(self, name, *pairs):
        came, screen = self.does(*pairs)
        say(came, name, screen)

    def step(self, name):
        self.does(":lab %s\r" % name, "^apply", "\r", r"^COMMAND.* --%s" % name.split()[0])

    def change(self, how):
        CHANGES[how](self.path)
        self.terminal.shows("CHANGED SINCE")


OWN, ALONE = r"^COMMAND.* --delete=3 ", r"^COMMAND.* --delete=3 --explain"
AWAY, UNDONE, CHANGED = "1 step is put away, with its copy", "no step is in force any more", "the file changed since it was read: R reads it again"
RETURNS = ("_", AWAY, "-", OWN)
REDOES = ("-", UNDONE, "+", OWN)
TOUR, EXERCISE = ("T", "^1 of 7"), ("Q", "^seed: ", "\x157\r", "^Exercise: ")
TO_EVIDENCE = ("B", "^(?!TRAINING COPY).*  8 entries")
# Keys before the file changes, and those behind that.
BEHIND_ALL = [((), RETURNS + REDOES + TOUR + ("}", "^2 of 7", "_", OWN) + EXERCISE + ("_", OWN, ":lab reclose\r", "^apply", "\r",
               r"^COMMAND.* --delete=3 --reclose ", "-", ALONE))]
BEHIND = {"written to": [(RETURNS[:2], RETURNS[2:]), (TO_EVIDENCE + ("R", "are? kept: X makes|is kept: X makes"), ("B", OWN))],
          "replaced": [(TOUR, ("}", "^2 of 7", "_", OWN)), (REDOES[:2], REDOES[2:])],
          "removed": [(EXERCISE, ("V", "draws these steps", "_", OWN))]}


def stays():
    """Whatever becomes of the file, keys do what they say; R, which reads it again, says what is lost and where it is."""
    for how in CHANGES:
        for before, behind in BEHIND_ALL + BEHIND[how]:
            with Session() as at:
                at.step("delete 3")
                at.does(*before)
                at.change(how)
                name = "%s, after %r: %r" % (how, before[::2], behind[::2])
                at.says(name, *behind)
                say(at.terminal.shows("^ +The file changed since it was read: this does the same to what it held then\\."),
                    name + ": the command is said to be of what it held", at.terminal.text())
        with Session() as at:
            at.step("delete 3")
            at.does("_", AWAY)
            at.change(how)
            for key in "B", "O":
                at.says(how + ": %s names the way back" % key, key, "no step is at hand; 1 step is put away: - brings it back", "j",
                        "this is of the file as read at")
            at.says(how + ": no step is begun on it", ":lab delete 2\r", CHANGED)
        with Session() as at:
            at.does("X", "training lab: attacks")
            at.change(how)
            at.says(how + ": nor from a menu that was open", "\r", "no step is taken: " + CHANGED)
            for key, what in ("O", "there is no training copy to save; "), ("B", "there is no training copy; "):
                at.says(how + ": %s does not say that one can be made" % key, key, what + CHANGED)
        if how == "removed":
            continue
        with Session() as at:
            at.step("delete 3")
            at.step("reclose")
            at.does("-", ALONE)
            at.change(how)
            at.does(*TO_EVIDENCE)
            at.says(how + ": R names ways", "R", "R once more reads it, and loses 2 own steps that are in no file: 1 of the copy \\(O saves it\\), "
                    "1 undone \\(\\+\\)")
            at.says(how + ": that work", "+", r"^COMMAND.* --delete=3 --reclose ")


def splices():
    """A file that entries were taken of may go, too."""
    own, large, other = "^COMMAND.* --splice=", os.path.join(HERE, "large.json"), os.path.join(HERE, "other.json")
    # Of a small one all bytes are at hand anyway.
    subprocess.run([sys.executable, os.environ["top_srcdir"] + "/tests/bench/generate.py", "3000", "400", large], check=True)
    for how in CHANGES:
        shutil.copy(large, other)
        with Session() as at:
            at.step("splice %s:2000-2001@4" % other)
            CHANGES[how](other)
            at.says("a file of a splice is " + how, "_", AWAY, "-", own, "-", UNDONE, "+", own, *TOUR, "_", own, *TO_EVIDENCE, "R",
                    "is kept: X makes", "B", own)


def lists():
    """So may the list of expected actions, and a commitment: what they say is what they said when they were attached."""
    for how in CHANGES:
        given = []
        for name, option in ("honest.expected.json", "--expect="), ("honest.commitment.json", "--commitment="):
            given.append(os.path.join(HERE, name))
            shutil.copy(name, given[-1])
        with Session(more=("--expect=" + given[0], "--commitment=" + given[1])) as at:
            at.step("delete 5")
            was = by_screen(at.terminal.text())
            for path in given:
                CHANGES[how](path)
            at.says("a list is " + how, "_", AWAY, "-", "^COMMAND.* --delete=5 ", *TOUR, "_", "^COMMAND.* --delete=5 ")
            say(by_screen(at.terminal.text()) == was and was["coverage"][2] == "noticed", "and judges as before", at.terminal.text(), was)


def one_job():
    """The lab waits meanwhile; going back to a file that changed says what is lost, and that no key brings it back."""
    with open("honest.json", "rb") as file:
        text = file.read().replace(b'"pay-71"', b'"pay-72"', 1)
    with open("jobs.json", "wb") as jobs:
        jobs.write(text)
    told = "the file changed: %s once more reads it, and loses 1 own step that is in no file, of which no copy can be made any more"
    gone = "1 step of the lab was of the bytes before, and is gone"
    open_job = TO_EVIDENCE + (":job pay-71\r", "the training lab waits for all entries")
    for key, what, then in ("L", "going back", gone), ("R", "R", "has other bytes|differs: it has other"), ("q", "going back", gone):
        with Session("jobs.json") as at:
            at.step("delete 3")
            at.does(*open_job)
            at.change("written to")
            at.says("one job, %s: told, and done once more" % key, key, told % what, key, then)
    with Session("jobs.json") as at:
        at.step("delete 3")
        at.does(*open_job)
        at.says("one job: L goes back", "L", "all entries of the file again; 1 step of the lab is kept")
        at.change("written to")
        at.says("and the file may change then", "B", OWN)
    os.unlink("jobs.json")


def layers():
    """What is put aside, what lies under that, and what was put away each have a sentence that names it."""
    begin = ":lab delete 3<Enter><Enter>T:lab swap 1:2<Enter><Enter>"
    screen, _ = play(["honest.json"], begin + "Q<C-U>7<Enter>")
    say("Put aside: 1 step (swap); _ ends the exercise, and it is in force again. Under that: 1 step (delete).\n" in
        re.sub(" +\n", "\n", screen), "an exercise over own steps over own steps", screen)
    screen, _ = play(["honest.json"], begin + "Q<C-U>7<Enter>V:lab duplicate 1<Enter><Enter>_")
    say(screen.count("Put aside: 1 step (delete); _ puts the step above away, and it is in force again.") == 1 and
        re.search(r"^Put away just now: \d steps \(.*duplicate\); - brings them back\. *$", screen, re.M), "and _", screen)
    screen, _ = play(["honest.json"], "".join(":lab duplicate 1<Enter><Enter>" for _ in range(5)) + "T")
    say("Put aside: 5 steps (duplicate, duplicate, duplicate, duplicate, ...); _ ends the tour, and they are in force again." in screen,
        "many", screen)


def smallest():
    """Below 40x10 a copy says what it is in row 1, and in the last row where that is there and nothing is typed in it."""
    for size in (39, 12), (40, 9), (30, 8), (24, 5), (20, 5):
        rows = play(["honest.json"], ":lab delete 3<Enter><Enter>", size)[0].rstrip("\n").split("\n")
        say(rows[0].startswith("1/7") or any(row.startswith("TRAINING COPY") for row in rows[:2]), "%dx%d: above" % size, *rows)
        say(len(rows) == size[1] and re.match("q quit .*TRAINING$", rows[-1]), "%dx%d: and below" % size, *rows)
        rows = play(["honest.json"], "", size)[0].rstrip("\n").split("\n")
        say("TRAINING" not in "".join(rows), "%dx%d: the evidence does not" % size, *rows)


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


for test in changes, stays, splices, lists, one_job, layers, smallest, exercises, called:
    test()
PYTHON

export scratch
relay < <(python3 "$scratch/goes.py" 2>&1 || echo "not the test ran to its end")
done_testing
