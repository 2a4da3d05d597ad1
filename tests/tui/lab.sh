#!/usr/bin/env bash
# The training lab: what it says of steps is what `aerscope attack` says of the same steps; what it saves is what that
# writes; the evidence stays as it was, and what is shown or written of a copy says what it is.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES
cp -r "$top_srcdir/samples" "$scratch/samples" && chmod -R u+w "$scratch/samples" && cd "$scratch/samples" || exit 1
(sha256sum -- *) >"$scratch/sums"

cat >"$scratch/lab.py" <<'PYTHON'
import json, os, re, shlex, shutil, subprocess, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
from lab_play import *


PROGRAMS = [
    (["honest.json"], [("drop-tail", "2")]),
    (["honest.json", "-c", "honest.commitment.json"], [("drop-tail", "2"), ("reclose", None)]),
    (["honest.json", "-c", "honest.commitment.json"], [("replace-last", '{"summary":"nothing"}')]),
    (["honest.json", "--count=8"], [("replace-last", "-")]),
    (["honest.json", "--expect=honest.expected.json"], [("delete", "5"), ("renumber", None), ("relink", "")]),
    (["honest.json", "--expect=honest.workflow.json"], [("drop-tail", "1"), ("reclose", None)]),
    (["honest.json", "--baseline", "honest.json"], [("set", "4.provenance_class=OBSERVED VIA GATEWAY")]),
    (["honest.json"], [("set-bytes", "4={}"), ("swap", "2:3"), ("duplicate", "1")]),
    (["honest.json"], [("splice", "edited.json:2-3@4"), ("drop-head", "1"), ("relink", "3")]),
    (["honest.json", "-c", "honest.commitment.json"], [("as-06", None)]),
    (["wrapped.json"], [("move", "2:4")]),
    (["lines.ndjson"], [("set", "1.tool=it's <U+0041> \u202e")]),
    (["edited.json"], [("relink", ""), ("reclose", None)]),
    (["hostile.json"], [("delete", "2")]),
    (["--construction=07", "historical-06.json"], [("set", "3.tool=x")]),
    (["--construction=06", "historical-06.json"], [("set", "3.tool=x")]),
    (["--construction=06", "honest.json"], [("drop-head", "1"), ("relink", "")]),
    (["historical-06.json"], [("set", "3.tool=x")]),
    (["marked.json", "--baseline", "honest.json"], [("drop-tail", "2"), ("reclose", None)]),
    (["marked.json", "--baseline", "honest.json", "-c", "honest.commitment.json"], [("renumber", None)]),
    (["marked.json", "--baseline", "marked.json", "--expect=honest.expected.json"], [("delete", "3")]),
]


def as_attack():
    with open("honest.json") as file:
        entries = json.load(file)
    entries[2]["x_aerscope_training"] = entries[7]["x_aerscope_training"] = "training copy, not evidence"
    with open("marked.json", "w") as file:
        json.dump(entries, file)
    for arguments, steps in PROGRAMS:
        name = " ".join(arguments[:1] + options_of(steps))
        path = os.path.join(HERE, "saved.json")
        done = subprocess.run([PROGRAM, "attack"] + arguments + options_of(steps) + ["--explain"],
                              capture_output=True, timeout=60)
        want = by_attack(done.stderr.decode())
        keys = keys_of(steps)
        screen, left = play(arguments, keys)
        got = by_screen(screen)
        say(len(want) == 4 and got == want, name + ": before, after, who notices and why", got, want, screen)
        say(screen.startswith("TRAINING COPY "), name + ": row 1 says what it is", screen)
        status = subprocess.run([PROGRAM, "verify"] + arguments, capture_output=True).returncode
        say(left.returncode == status, name + ": the status is that of the evidence", left.returncode, status)
        command = command_of(screen)
        again = subprocess.run(["bash", "-c", command.replace("aerscope", shlex.quote(PROGRAM), 1)],
                               capture_output=True, timeout=60)
        say(again.stdout == done.stdout and by_attack(again.stderr.decode()) == want,
            name + ": the command does the same", command, again.stderr)
        play(arguments, keys + "O%s<Enter>" % path)
        with open(path, "rb") as file:
            # What is new in it is drawn at random.
            fresh = re.compile(rb'[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
            say(fresh.sub(b"", file.read()) == fresh.sub(b"", done.stdout), name + ": what is saved is what attack writes")
        os.unlink(path)
    os.unlink("marked.json")


def tour():
    for arguments, own in ((["honest.json"], ["honest.json"]), (["edited.json"], [])):
        printed = subprocess.run([PROGRAM, "attack", "--tour"] + own, capture_output=True).stdout.decode()
        looks = [part for part in re.split(r"^(?=  (?:steps|1) {6})", printed, flags=re.M)][1:]
        titles = re.findall(r"^\d of 7  .*", printed, re.M)
        seen, wrong = [], []
        for n, look in enumerate(looks):
            screen, _ = play(arguments, "T" + "}" * n)
            title = re.search(r"^\d of 7  .*?(?= \(look|$)", screen, re.M).group(0)
            seen += [] if title in seen else [title]
            if by_screen(screen) != by_attack(look):
                wrong.append((title, by_screen(screen), by_attack(look)))
        say(len(looks) == 9 and seen == titles, arguments[0] + ": seven stops, nine looks", seen, titles)
        say(not wrong, arguments[0] + ": each look judges as attack --tour does", *wrong)
        back, _ = play(arguments, "T" + "}" * 8 + "{" * 8)
        first, _ = play(arguments, "T")
        say(back == first, arguments[0] + ": backwards to the first", back)


def quiz():
    for seed, attacks in (1, 1), (17, 2), (99, 3):
        hidden, _ = play(["honest.json"], "Q<C-U>%d %d<Enter>" % (seed, attacks))
        shown, _ = play(["honest.json"], "Q<C-U>%d %d<Enter><Enter>V" % (seed, attacks))
        done = subprocess.run([PROGRAM, "attack", "honest.json", "--random=%d" % attacks, "--seed=%d" % seed, "--explain"],
                              capture_output=True)
        say(by_screen(shown) == by_attack(done.stderr.decode()), "seed %d: the solution is that of attack" % seed, shown)
        say("STEPS" not in hidden and "COMMAND" not in hidden and "noticed" not in hidden and "--" not in
            hidden.split("\n", 5)[5], "seed %d: and hidden before" % seed, hidden)


def evidence():
    cut = keys_of([("drop-tail", "2")])
    before, _ = play(["honest.json"], "5G")
    after, _ = play(["honest.json"], "5G" + cut + "B<Esc>j k")
    say(before.split("\n")[:-3] == play(["honest.json"], "5G" + cut + "<Enter>jBjk")[0].split("\n")[:-3],
        "back at the evidence, the same is selected", after)
    for key, why in (("a", "no notes"), ("ms", "no notes"), ("A", "no notes"), (":case x.case<Enter>", "no notes"),
                     (":count 8<Enter>", "references are attached"), ("cc", "references are attached"),
                     ("R", "read from no file"), ("yc", "in no file")):
        screen, _ = play(["honest.json"], cut + "<Enter>" + key)
        say(why in screen and "B goes back to the evidence" in screen, key + " says why it is off", screen)
    for keys, why in (("X", "not read to its end"), (":lab<Enter>", "not read to its end")):
        screen, done = play(["damaged.json"], keys)
        say(why in screen and done.returncode == 2, "damaged: " + why, screen)
    empty, _ = play(["honest.json"], "Xg8j<Enter><Enter>")
    say("it needs this argument" in empty and not empty.startswith("TRAINING"), "an argument that is empty is refused", empty)
    undone, _ = play(["honest.json"], keys_of([("drop-tail", "2"), ("reclose", None)]) + "-")
    say(by_screen(undone) == by_screen(play(["honest.json"], cut)[0]), "undo", undone)
    redone, _ = play(["honest.json"], keys_of([("drop-tail", "2"), ("reclose", None)]) + "-+")
    say(by_screen(redone)["timeline"][1] == "consistent", "redo", redone)
    gone, _ = play(["honest.json"], cut + "_")
    say(gone.startswith("honest.json") and "1 step is put away, with its copy; - brings it back. This is the evidence, as it was" in
        gone, "reset", gone)
    back, _ = play(["honest.json"], cut + "_-")
    say(by_screen(back) == by_screen(play(["honest.json"], cut)[0]), "and taken back", back)
    said = play(["honest.json"], cut + "O%s<Enter>" % os.path.join(HERE, "samples", "edited.json"))[0]
    say("exists already" in said, "saving refuses a file that is there", said)
    said = play(["honest.json"], cut + "Ohonest.json<Enter>")[0]
    say("TRAINING COPY" in said and re.search("input|exists already", said), "and the evidence", said)


def aside():
    """Steps of one's own are kept while a tour or an exercise is on, and come back when it is over."""
    steps = keys_of([("drop-tail", "2"), ("reclose", None)])
    before, _ = play(["honest.json"], steps)
    for name, begin in ("tour", "T}}"), ("exercise", "Q<C-U>3<Enter>"), ("tour and exercise", "TQ<C-U>3<Enter>"):
        on, _ = play(["honest.json"], steps + begin)
        say("Put aside: 2 steps (drop-tail, reclose); _ ends the " + name.split()[-1] + ", and they are in force again." in on, name + ": says so", on)
        after, _ = play(["honest.json"], steps + begin + "_")
        gone = "the exercise with seed 3 and 1 attack is gone; Q with 3 1 draws it again; "
        say((gone in after) == ("exercise" in name) and after.replace(gone, "").split("\n")[3:] == before.split("\n")[3:],
            name + ": and gives them back", after, before)
    undone, _ = play(["honest.json"], steps + "-T_")
    say("1 step is undone; + does it again" in undone, "those that were undone as well", undone)
    redone, _ = play(["honest.json"], steps + "-T_+")
    say(by_screen(redone) == by_screen(before), "and can be done again", redone)
    twice, _ = play(["honest.json"], steps + "T:lab delete 1<Enter><Enter>T__")
    taken, _ = play(["honest.json"], steps + "T:lab delete 1<Enter><Enter>")
    say("Put aside: 2 steps (drop-tail, reclose); _ puts the step above away, and they are in force again." in taken, "steps taken in a tour say so", taken)
    away = "Put away just now: 1 step (delete); - brings it back."
    say(away in twice and [r for r in twice.split("\n")[3:] if r.strip() != away][:-5] == before.split("\n")[3:-6], "also behind steps that were taken in a tour", twice)
    gone, _ = play(["honest.json"], steps + "T__")
    say(gone.startswith("honest.json") and "2 steps are put away, with their copy; - brings them back" in gone, "then nothing is left", gone)
    kept, _ = play(["honest.json"], steps + "TBR<wait>")
    say("the tour is kept: B goes on with it" in kept,
        "reading the same file again keeps the tour", kept)
    on, _ = play(["honest.json"], steps + "T}")
    kept, _ = play(["honest.json"], steps + "T}BR<wait>X")
    say(kept.split("\n")[3:-3] == on.split("\n")[3:-3], "where it was", kept, on)
    kept, _ = play(["honest.json"], steps + "TBR<wait>X_")
    say(by_screen(kept) == by_screen(before), "and the steps behind it", kept)
    for begin in "T", "Q<C-U>3<Enter>":
        back, _ = play(["honest.json"], steps + "--" + begin + "_")
        say(back.startswith("honest.json") and "this is the evidence; 2 steps are undone: + does the first of them again" in back,
            "all undone: the evidence comes back", back)
        on, _ = play(["honest.json"], steps + "--" + begin)
        say("Put aside: 2 undone steps (drop-tail, reclose); _ ends the" in on and ", and + does the first of them again." in on, "and that is said meanwhile", on)
        again, _ = play(["honest.json"], steps + "--" + begin + "_++")
        say(by_screen(again) == by_screen(before), "and all are done again", again)


def declined():
    """A step that is declined or refused leaves what was there: steps that can be done again, a tour, an exercise."""
    one = ":lab delete 2<Enter><Enter>"
    screen, _ = play(["honest.json"], ":lab delete 2<Enter><Esc>+")
    say("no step was undone" in screen and not screen.startswith("TRAINING"), "a declined step is not done again", screen)
    for name, no in ("declined", ":lab set 3.tool=zz<Enter><Esc>"), ("no", ":lab set 3.tool=zz<Enter><C-U>no<Enter>"), \
            ("refused", ":lab drop-tail 99<Enter><Esc>"):
        again, _ = play(["honest.json"], one + "-" + no + "+")
        say(command_of(again).startswith("aerscope attack honest.json --delete=2 "), name + ": the step undone before is done again",
            again)
        two, _ = play(["honest.json"], one + ":lab reclose<Enter><Enter>--" + no + "++")
        say("--delete=2 --reclose" in command_of(two), name + ": so are two", two)
        kept, _ = play(["honest.json"], one + ":lab-quiz 1 2<Enter>q" + no + "V")
        solved, _ = play(["honest.json"], one + ":lab-quiz 1 2<Enter>V")
        say(by_screen(kept) == by_screen(solved) and "no exercise is on" not in kept, name + ": the exercise goes on", kept)
        said, _ = play(["honest.json"], one + ":lab-quiz 1 2<Enter>q:lab delete 2<Enter>")
        say("the steps are those of the exercise; _ ends it" in said, "and says so", said)
        tour, _ = play(["honest.json"], "T}B" + no + "B}")
        say("3 of 7" in tour, name + ": the tour goes on", tour)
        tour, _ = play(["honest.json"], "T}" + no + "<Esc>}")
        say("3 of 7" in tour, name + ": also on its copy", tour)
        sample, _ = play(["edited.json"], "T}:lab delete 1<Enter><Enter>q" + no + "B")
        say("--sample" in command_of(sample) and "--delete=1" in command_of(sample),
            name + ": steps on the timeline of the tour stay", sample)


def told():
    """What goes, and what is kept, is said before it goes, and how it comes back where it can."""
    one, two, swap = ":lab delete 3<Enter><Enter>", ":lab delete 4<Enter><Enter>", ":lab swap 1:2<Enter>"
    reclose = ":lab reclose<Enter>"
    for keys, preview, result in (
            (one + two + "-", ". 1 undone step is dropped by this. Enter", " 1 undone step was dropped; 8 entries became 7; "),
            (one + two + "--", ". 2 undone steps are dropped by this. Enter", " 2 undone steps were dropped; 8 entries before and after; "),
            (one + two, "", "")):
        screen, _ = play(["honest.json"], keys + swap)
        say(preview in screen and ("dropped by this" in screen) == bool(preview), "steps undone are told of before: " + keys, screen)
        screen, _ = play(["honest.json"], keys + swap + "<Enter>")
        say(result in screen and ("dropped" in screen) == bool(result), "and after: " + keys, screen)
        again, _ = play(["honest.json"], keys + swap + "<Enter>-+")
        say("dropped" not in again, "and that is said once: " + keys, again)
        screen, _ = play(["honest.json"], keys + swap, (80, 24))
        say(preview in re.sub("\\s+", " ", screen), "and before on a small screen: " + keys, screen)
    for forward, words in (2, "stop 3 of 7; T begins it again."), \
            (8, "stop 7 of 7; T begins it again. The witnessed reference of the stop goes with it."):
        screen, _ = play(["honest.json"], "T" + "}" * forward + reclose)
        say("This ends the tour at " + words in re.sub("\\s+", " ", screen) and (forward == 8 or "witnessed reference" not in screen),
            "an own step ends the tour: " + words, screen)
    screen, _ = play(["honest.json"], "Q<C-U>3 2<Enter>V" + reclose)
    say("This ends the exercise with seed 3 and 2 attacks; Q with 3 2 draws it again." in re.sub("\\s+", " ", screen),
        "and an exercise that is solved", screen)
    screen, _ = play(["honest.json"], one + reclose)
    say("This ends" not in screen, "and nothing where none is on", screen)
    put_away = "no step is at hand; 1 step is put away: - brings it back"
    for keys, words in ("X<Esc>_", "no step was done"), ("_", "no step was done"), (one + "__", put_away), (one + "_+", put_away), \
            (one + "_X<Esc>_", put_away):
        screen, _ = play(["honest.json"], keys)
        say(words in screen and "copy is gone" not in screen and ("no step was done" in screen) == (words != put_away), keys + ": " + words, screen)
    say(play(["honest.json"], one + "__-")[0].startswith("TRAINING COPY"), "and - does so")
    for seed, attacks in ("7 2", "7 and 2 attacks"), ("7 1", "7 and 1 attack"):
        gone = "the exercise with seed %s is gone; Q with %s draws it again; " % (attacks, seed)
        for before, words in ("", "this is the evidence, as it was"), (one, "8 entries became 7; "), \
                (one + "-", "this is the evidence; 1 step is undone: + does it again"):
            screen, _ = play(["honest.json"], before + "Q<C-U>%s<Enter>_" % seed)
            say(gone + words in screen, "an exercise that goes is named: " + words, screen)
    drawn, _ = play(["honest.json"], "Q<C-U>7 2<Enter>V")
    again, _ = play(["honest.json"], "Q<C-U>7 2<Enter>_Q<C-U>7 2<Enter>V")
    say(command_of(drawn) == command_of(again), "and is drawn again by that", drawn, again)
    for undo, words in ("-", "Put aside: 1 undone step (swap); _ puts the step above away, and + does it again."), \
            ("", None):
        screen, _ = play(["honest.json"], one + "_" + swap + "<Enter>" + undo + "-")
        say(words in screen if words else "Put aside" not in screen, "put aside, all undone" + undo, screen)
    screen, _ = play(["honest.json"], one + "_" + swap + "<Enter>--_+")
    say("--swap='1:2' " in command_of(screen), "and + after _ does it again", screen)
    for keys, words in (one + "-T" + reclose + "<Enter>Bq", ": 1 of the copy (O saves it), 1 undone and put aside (_ and then +)"), \
            (one + "_" + swap + "<Enter>Bq", ": 1 of the copy (O saves it), 1 put away (-, when no step is in force)"), \
            (one + "_q", ": 1 put away (-)"), (one + "-qq", ": 1 undone (+)"):
        screen, _ = play(["honest.json"], keys)
        say("own step" in screen and words + "\n" in re.sub(" +\n", "\n", screen), "leaving says how each comes back" + words, screen)
    screen, _ = play(["honest.json"], one + "-T" + reclose + "<Enter>B_+")
    say("--delete=3 " in command_of(screen), "and _ and then + does", screen)
    screen, _ = play(["honest.json"], one + "_" + swap + "<Enter>B--")
    say("--delete=3 " in command_of(screen), "and - when no step is in force", screen)
    for line, words in (("lab as-06 3", "as-06 takes nothing behind its name"), ("lab renumber 1", "renumber takes nothing behind its name"),
                        ("lab reclose=5", "reclose takes nothing behind its name"),
                        ("lab-tour foo", "lab-tour takes nothing behind its name but sample"),
                        ("lab-tour 3", "lab-tour takes nothing behind its name but sample"),
                        ("lab-undo 3", "lab-undo takes nothing behind its name"),
                        ("lab drop-tail 99999999999999999999", '"99999999999999999999" is too large'),
                        ("lab drop-tail 4294967295", '"4294967295" is too large'),
                        ("lab drop-tail 0", '"0" is not a number from 1'), ("lab drop-tail x", '"x" is not a number from 1'),
                        ("lab swap 1:99999999999999999999", '"1:99999999999999999999" is too large'),
                        ("lab swap 1:x", '"1:x" is not two positions')):
        screen, _ = play(["honest.json"], ":" + line + "<Enter>")
        say(words in screen and not screen.startswith("TRAINING"), line + " is refused", screen)
    path = os.path.join(HERE, "numbers.json")
    with open(path, "w") as file:
        file.write("[1,2,3]")
    for before in "", ":lab delete 1<Enter><Enter>":
        screen, _ = play([path], before + "Q<C-U>1 100<Enter>")
        say("no training copy was made: " in screen and "no steps could be drawn" in screen and
            screen.startswith("TRAINING") == bool(before), "an exercise that cannot be drawn, behind " + repr(before), screen)
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
    import pty as terminals
    path = os.path.join(HERE, "vanishing.json")
    shutil.copy("honest.json", path)
    with terminals.Terminal([PROGRAM, path], 200, 40) as t:
        cut_and_back(t)
        os.unlink(path)
        t.send("R")
        say(t.shows("not read again: cannot open .*vanishing.json: No such file") and t.lacks("once more"),
            "a file that is gone is not asked about", t.text())
        t.send("B")
        say(t.shows("^TRAINING COPY"), "and the steps are kept", t.text())


def imitated():
    """What a training copy says of itself no evidence can say in its place."""
    for name in "TRAINING COPY honest.json", "Training Copy", "TRAINING COPY":
        os.makedirs(os.path.join(HERE, "named"), exist_ok=True)
        path = os.path.join(HERE, "named", name)
        with open("honest.json", "rb") as file, open(path, "wb") as copy:
            copy.write(file.read().replace(b"fs.read", b"TRAINING COPY"))
        for size in (120, 40), (80, 24), (40, 12), (20, 4):
            for keys in "", "o", "i", "Y", "<Enter>", "v", "?", ":":
                screen, _ = play([path], keys, size)
                rows = screen.rstrip("\n").split("\n")
                say(not rows[0].upper().startswith("TRAINING") and "TRAINING" not in rows[-1].upper(),
                    "%s, %dx%d, %s: neither in row 1 nor in the last" % ((name,) + size + (keys,)), screen)
    for name in "TRAINING-COPY e", "training  copy", "\uff34\uff32\uff21\uff29\uff2e\uff29\uff2e\uff27 copy":
        path = os.path.join(HERE, "named", name)
        shutil.copy("honest.json", path)
        screen, _ = play([name], "", (120, 40), cwd=os.path.join(HERE, "named"))
        say(screen.startswith("<U+%04X>" % ord(name[0]) + name[1:]), name + ": its first letter is a token", screen)
    for size in (120, 40), (80, 24), (40, 12):
        for keys in "", "<Enter>", "<Enter><Enter>", "<Enter>o", "<Enter>Y", "<Enter>?", "<Enter>/", "X":
            rows = play(["honest.json"], keys_of([("drop-tail", "2")]) + keys, size)[0].rstrip("\n").split("\n")
            say(rows[0].startswith("TRAINING COPY ") and
                re.search(" TRAINING( COPY)?$", rows[-1]), "%dx%d, %s: a copy in both" % (size + (keys,)), *rows)


def reread():
    """Read again, with the same bytes and with others; and left, with a copy that is in no file."""
    one, two = ":lab drop-tail 2<Enter><Enter>", ":lab reclose<Enter><Enter>"
    want, _ = play(["honest.json"], one + two)
    screen, _ = play(["honest.json"], one + two + "BR<wait>")
    say("read again: 8 before, 8 now" in screen and "SHA-256 is the same" in screen and
        "; 2 steps of the lab are kept: X makes their copy again" in screen, "the same bytes: the steps are kept", screen)
    for keys in "X", "B", ":lab reclose<Enter>":
        again, _ = play(["honest.json"], one + two + "BR<wait>" + keys)
        say(by_screen(again) == by_screen(want) and again.startswith("TRAINING COPY"), "same bytes, " + keys + ": made again", again)
    again, _ = play(["honest.json"], one + two + "BR<wait>-")
    say(by_screen(again) == by_screen(play(["honest.json"], one)[0]), "same bytes: undo", again)
    again, _ = play(["honest.json"], one + "-" + "R<wait>+")
    say(by_screen(again) == by_screen(play(["honest.json"], one)[0]), "same bytes: a step undone is done again", again)
    shutil.copy("honest.json", os.path.join(HERE, "changing.json"))
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
    import pty as terminals
    with terminals.Terminal([PROGRAM, os.path.join(HERE, "changing.json")], 200, 40) as t:
        cut_and_back(t)
        with open(os.path.join(HERE, "changing.json"), "a") as file:
            file.write("\n")
        t.send("R")
        say(t.shows("the file changed: R once more reads it, and loses 1 own step that is in no file: 1 of the copy \\(O saves it\\)"),
            "other bytes: asks first", t.text())
        t.send("R")
        say(t.shows("it has other bytes; 1 step of the lab was of the bytes before, and is gone"), "and then the steps are gone", t.text())
        t.send(":lab drop-tail 2\r")
        t.shows("^apply")
        t.send("\r")
        t.shows("^TRAINING COPY")
        t.send("q")
        t.shows("^(?!TRAINING).*8 entries")
        t.send("q")
        say(t.shows("leaving once more loses 1 own step that is in no file: 1 of the copy \\(O saves it\\)"),
            "leaving tells of a copy that is in no file", t.text())
        t.send("q")
        say(t.wait() == 3, "and then leaves")
    with terminals.Terminal([PROGRAM, os.path.join(HERE, "changing.json")], 200, 40) as t:
        t.shows("^TIMELINE consistent")
        t.send(":lab drop-tail 2\r")
        t.shows("^apply")
        t.send("\r")
        t.shows("^TRAINING COPY")
        t.send("O")
        t.shows("^training copy to: ")
        t.send(os.path.join(HERE, "left.json"))
        t.shows("^training copy to: .*left.json")
        t.send("\r")
        t.shows("the training copy is in ")
        t.send("q")
        t.shows("^(?!TRAINING).*8 entries")
        t.send("q")
        say(t.wait() == 3, "one that was saved is no matter of leaving")


def losses():
    """What stands in no file, told by q, of every program that the lab holds."""
    own, more = ":lab delete 3<Enter><Enter>", ":lab duplicate 1<Enter><Enter>"
    quiz = ":lab-quiz 7 2<Enter>V"
    screen, _ = play(["honest.json"], own + "T}" + more + "BR<wait>B_")
    say("--delete=3 " in command_of(screen), "put aside by the tour, read again: the steps are in force after it", screen)
    screen, _ = play(["honest.json"], own + "T}" + more + ":lab-save %s/losses.json<Enter>Bq" % HERE)
    say("leaving once more loses 1 own step that is in no file: 1 put aside (_)" in screen,
        "saving the copy of the tour saves nothing of what is put aside", screen)
    for file, begin in ("edited.json", own + "T"), ("honest.json", quiz):
        screen, _ = play([file], begin + more + "BR<wait>B")
        say("--duplicate=1 " in command_of(screen), file + ": an own step on what a tour or an exercise gave is kept", screen)
    screen, _ = play(["honest.json"], quiz + more + "Bq")
    say("leaving once more loses 1 own step that is in no file: 1 of the copy (O saves it)" in screen,
        "own steps behind an exercise are told of", screen)
    screen, _ = play(["honest.json"], own + more + "-BR<wait>")
    say("; 1 step and 1 undone of the lab are kept: X makes their copy again" in screen, "read again: the undone are named", screen)
    screen, _ = play(["honest.json"], own + "-R<wait>B")
    say("this is the evidence; 1 step is undone: + does it again" in screen, "and by B where there is no other", screen)
    screen, _ = play(["honest.json"], own + "Bqjq")
    say("leaving once more loses 1 own step" in screen, "asked once more, something else between", screen)
    path = os.path.join(HERE, "jobs.json")
    with open("honest.json", "rb") as file, open(path, "wb") as jobs:
        jobs.write(file.read().replace(b'"pay-71"', b'"pay-72"', 1))
    screen, _ = play([path], own + "B:job pay-71<Enter><wait>")
    say("; the training lab waits for all entries" in screen, "one job alone: the lab waits", screen)
    screen, _ = play([path], own + "B:job pay-71<Enter><wait>L<wait>")
    say("all entries of the file again; 1 step of the lab is kept: X makes its copy again" in screen, "and has its steps again", screen)
    screen, _ = play([path], own + "B:job pay-71<Enter><wait>L<wait><Esc>B")
    say("--delete=3 " in command_of(screen), "of which the copy is made again", screen)


def by_name():
    named, _ = play(["honest.json"], ":lab drop-tail 2<Enter><Enter>:lab reclose<Enter><Enter>")
    chosen, _ = play(["honest.json"], keys_of([("drop-tail", "2"), ("reclose", None)]))
    say(named == chosen and named.startswith("TRAINING COPY"), "steps by name are those of the menu", named)
    screen, _ = play(["honest.json"], ":lab nothing<Enter>")
    say("no step is called nothing" in screen, "a name that there is not", screen)
    screen, _ = play(["honest.json"], "Q<C-U>1<Enter>:lab delete 1<Enter>")
    say("STEPS" not in screen and "no step is taken" in screen and "are not shown" in screen, "an exercise takes no steps", screen)
    screen, _ = play(["honest.json"], "Q<C-U>1<Enter>V:lab delete 1<Enter><Enter>")
    say("Exercise:" not in screen and " is removed;" in screen,
        "but where they are shown, and is at an end", screen)
    for n in range(9):
        screen, _ = play(["honest.json", "-c", "honest.commitment.json", "--expect=honest.expected.json"], "T" + "}" * n)
        say(" of 7  " in screen and "which is judged without: 1 reference and the list of expected actions of the evidence."
            in " ".join(screen.split()), "look %d: what was given is left aside" % (n + 1), screen)
    screen, _ = play(["honest.json"], "T")
    say("eft aside" not in screen, "nothing was given, and nothing left aside", screen)
    for keys, word in (("", "quit"), (":lab drop-tail 2<Enter><Enter><Enter>", "back"),
                       (":lab drop-tail 2<Enter><Enter><Enter>q", "evidence")):
        for size in (40, 12), (80, 24), (230, 60):
            screen, _ = play(["honest.json"], keys, size)
            say("q " + word in screen.splitlines()[-1], "%dx%d, the last row: q %s" % (*size, word), screen)
    screen, _ = play(["honest.json"], ":lab drop-tail 2<Enter><Enter>B:count 8<Enter>" + "<Enter>" * 5 + "<Esc>B")
    say(by_screen(screen).get("endpoint", ("",) * 3)[1:3] == ("contradicted", "noticed"),
        "a reference attached since is held against the copy", screen)


def terminal():
    """While a large copy is made, keys are answered, and Ctrl-C gives it up."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
    import pty as terminals
    large = os.path.join(HERE, "large.json")
    subprocess.run([sys.executable, os.environ["top_srcdir"] + "/tests/bench/generate.py", "40000", "400", large],
                   check=True)
    with terminals.Terminal([PROGRAM, large], 100, 30) as t:
        t.shows("^TIMELINE consistent")
        t.send("X")
        say(t.shows("^--- training lab"), "X opens the lab", t.text())
        for key, shows in ("\r", "^drop-tail: 1"), ("\x15", "^drop-tail: *$"), ("2", "^drop-tail: 2"), ("\r", "^apply"):
            t.send(key)
            say(t.shows(shows), "asks: " + shows, t.text())
        t.send("\r\x03")
        say(t.shows("given up: nothing was changed|entries became"), "Ctrl-C is answered", t.text())
        t.send("q")  # out of the menu, or of before and after
        t.quiet(0.1)
        t.send(":lab-quiz 1 2\r")
        t.shows("^TRAINING COPY")
        t.send(":lab-quiz 5\r\x03")
        say(t.shows("given up: nothing was changed"), "a second exercise is given up", t.text())
        say(t.shows("^TRAINING COPY"), "and the copy of the first comes back", t.text())
        t.send("V")
        say(t.shows("--random=2 --seed=1 draws these steps"), "with its solution", t.text())
        t.send("_")
        t.shows("^(?!TRAINING).*40,000 entries")
        t.send("T")
        say(t.shows("^TRAINING COPY") and t.shows("^1 of 7  A consistent chain"), "the tour on it", t.text())
        t.send("}")
        say(t.shows("^2 of 7  A payload edited"), "the next stop", t.text())
        t.send("}}{}")
        say(t.shows("^4 of 7 "), "keys of the tour are kept while a stop is made", t.text())
        t.send("B")
        say(t.shows("^(?!TRAINING).*40,000 entries") and t.lacks("TRAINING COPY"), "back at the evidence", t.text())
        t.send("q")
        say(t.wait() == 3, "the status of the evidence")
    with terminals.Terminal([PROGRAM, large], 100, 30) as t:
        t.shows("^TIMELINE consistent")
        t.send("T")
        t.kill(15)
        say(t.wait(5) == 143, "TERM ends it while a copy is made")


def shown_command():
    """What stands on the screen is what a shell runs, wherever its lines are broken."""
    long = "the refund was never sent to the customer, and nobody noticed that it's $(not)   there"
    for steps in ([("set", "4.tool=pay.refund of the whole sum")], [("set-bytes", "4=" + long), ("relink", "5")],
                  [("replace-last", "x" * 300)], [("set", '2.tool="quoted"'), ("set", "3.id=caf\u00e9 \u00e9\u00e9\u00e9\u00e9")],
                  [("drop-tail", "2"), ("renumber", None), ("reclose", None), ("relink", "")]):
        want = subprocess.run([PROGRAM, "attack", "honest.json"] + options_of(steps), capture_output=True).stdout
        for cols in 40, 57, 80, 120:
            screen, _ = play(["honest.json"], keys_of(steps) + "G", (cols, 60))
            found = re.search(r"^COMMAND(.*?)\n\n", screen, re.S | re.M)
            command = re.sub(r"^\s*aerscope", shlex.quote(PROGRAM), found[1].lstrip("\n"), count=1) if found else "false"
            done = subprocess.run(["sh", "-c", command.replace("--explain", "")], capture_output=True)
            say(done.stdout == want and want != b"", "the command on %d columns, run: %s" % (cols, steps[0][1][:20]), command, done.stderr)


def exports():
    cut = keys_of([("drop-tail", "2")])
    for form, head in (("md", 1), ("text", 1), ("html", 20), ("json", 3)):
        path = os.path.join(HERE, "report." + form)
        play(["honest.json"], cut + ":export %s %s<Enter>" % (form, path))
        with open(path) as file:
            top = "".join(file.readlines()[:head])
        say("TRAINING COPY, not evidence" in top or '"training": true' in top, form + " says so at its head", top)
        if form == "text":
            with open(path) as file:
                whole = file.read()
            say("path as given" not in whole and ': what follows is of the copy, not of this file' in re.sub(r"\s+", " ", whole), "no path is given for the copy", whole)
    path = os.path.join(HERE, "report.csv")
    screen, _ = play(["honest.json"], cut + ":export csv %s<Enter>" % path)
    say(not os.path.exists(path) and "csv has no place that says TRAINING COPY" in screen, "csv is refused", screen)
    screen, _ = play(["honest.json"], cut + "yvY")
    say("TRAINING COPY, not evidence: honest.json SHA-256" in screen, "copied judgements say so", screen)


def saved():
    """A copy that was saved, opened as a file, says what it has; the evidence does not."""
    path = os.path.join(HERE, "kept.json")
    mark = "x_aerscope_training stands in %d of 6 entries"
    for steps, marked in ((("drop-tail", "2"),), 1), ((("set", "2.tool=x"), ("drop-tail", "2"), ("reclose", None)), 2):
        play(["honest.json"], keys_of(steps) + "O%s<Enter>" % path)
        row, _ = play([path], "")
        say("  training mark  6 entries" in row.split("\n")[0] and not row.startswith("TRAINING"), "saved: row 1", row)
        for keys, page in ("i", "the file"), ("o", "the judgements"):
            screen, _ = play([path], keys)
            say(mark % marked in screen, "saved: said on the page of " + page, screen)
            screen, _ = play(["honest.json"], keys)
            say("training" not in screen, "and not of the evidence: " + page, screen)
        os.unlink(path)


def copied():
    cut = keys_of([("drop-tail", "2")])
    for key in "yr", "yi", "yj", "yv":
        screen, _ = play(["honest.json"], cut + "<Enter>gg" + key)
        say(re.search("(terminal|to send to).*: TRAINING COPY, .* characters", screen), key + ": of which it is is said", screen)


def plain():
    script = os.path.join(HERE, "keys")
    with open(script, "w") as file:
        file.write("<wait>X<Enter><C-U>2<Enter><Enter>")
    done = subprocess.run([PROGRAM, "--plain", "honest.json", "-c", "honest.commitment.json"],
                          env=dict(os.environ, AERSCOPE_SCRIPT=script), capture_output=True, timeout=60)
    say(b"TRAINING COPY, entry 6 of 6: " in done.stdout and b"TRAINING COPY, entry 1 of 8" not in done.stdout,
        "plain says of which timeline an entry is", done.stdout)
    say(b"8 entries became 6; timeline consistent -> broken: noticed; endpoint matches -> contradicted: noticed; "
        b"coverage not assessed; outcome not assessed" in done.stdout, "plain says what was seen", done.stdout)


for test in as_attack, tour, quiz, evidence, aside, declined, told, imitated, reread, losses, by_name, shown_command, exports, saved, copied, plain, terminal:
    test()
PYTHON

export scratch
relay < <(python3 "$scratch/lab.py" 2>&1 || echo "not the test ran to its end")
is "$(sha256sum -- *)" "$(cat "$scratch/sums")" "no file was changed or added"
done_testing
