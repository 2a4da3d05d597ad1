"""Random walks through the training lab, and what must be true behind each key of them.

A model of its own, of lists alone: programs (steps done, steps undone, whether each is the user's own and in a file),
one at hand, others put aside for a tour or an exercise, others put away. It is asked after each key what the inspector
says and shows. Between keys the file of the evidence is written to, replaced, removed, or given another time, which takes
nothing: all keys go on with what was read, until R reads it again. At the end every own step is looked for again, by the
keys that the program itself names.

    lab_walk.py SEED WALKS KEYS     AERSCOPE names the program; "ok NAME" and "not NAME" on stdout
"""
import os, random, re, shutil, subprocess, sys, tempfile, threading

PROGRAM = os.environ["AERSCOPE"]
FREE, TOUR, QUIZ = "free", "tour", "exercise"
# Steps of each look of the tour, counted on the printed tour: aerscope attack --tour.
LOOKS = None


class Step:
    def __init__(self, name):
        self.name, self.own, self.kept = name, name is not None, False


class Held:
    def __init__(self, course, sample, given=0):
        self.course, self.sample, self.look, self.solved = course, sample, 0, False
        self.done, self.undone = [Step(None) for _ in range(given)], []

    def own(self):
        return [s for s in self.done + self.undone if s.own]

    def unkept(self):
        return [s for s in self.own() if not s.kept]


class Model:
    """What is at hand, put aside (the last one last), put away; which timeline is on the screen."""

    def __init__(self, consistent):
        self.consistent, self.now, self.aside, self.away = consistent, None, [], []
        self.copy = self.training = self.just_away = False
        self.changed = None  # how the file did since it was read
        self.asked = None
        self.names = 0

    def held(self):
        return ([self.now] if self.now else []) + self.aside + self.away

    def every_own(self):
        return [s for p in self.held() for s in p.own()]

    def unkept(self):
        return [s for p in self.held() for s in p.unkept()]

    # ---- what keys do ----

    def show_copy(self):
        self.copy = self.training = True

    def show_evidence(self):
        self.copy = self.training = False

    def let_go(self):
        if self.now and self.now.own():
            self.away.append(self.now)
        self.now = None
        self.show_evidence()

    def put_aside(self):
        if self.now and (self.now.course != FREE or self.now.done or self.now.undone):
            self.aside.append(self.now)
        self.now = None

    def go_on(self):
        """With what is at hand now: its copy, or the evidence."""
        if self.now and (self.now.course != FREE or self.now.sample or self.now.done):
            self.show_copy()
        else:
            self.show_evidence()

    def begin(self, program):
        self.put_aside()
        self.now, self.just_away = program, False
        while self.aside and self.aside[-1].course != FREE:
            self.aside.pop()
        self.show_copy()

    def add(self, name):
        p = self.now
        if p and p.course != FREE:
            p.course = FREE
        if not p:
            p = self.now = Held(FREE, False)
        p.done.append(Step(name))
        p.undone, self.just_away = [], False
        self.show_copy()

    def reset(self):
        own = bool(self.now and self.now.own())
        self.let_go()
        if self.aside:
            self.now = self.aside.pop()
            self.go_on()
        self.just_away = own

    def bring_back(self):
        self.put_aside()
        self.show_evidence()
        self.now, self.just_away = self.away.pop(), False
        self.go_on()

    def undo(self):
        p = self.now
        if self.away and (self.just_away or not p or p.course == FREE and not p.done):
            self.bring_back()
        elif p and p.course == FREE and p.done:
            self.just_away = False
            p.undone.append(p.done.pop())
            self.go_on()

    def redo(self):
        if self.now and self.now.course == FREE and self.now.undone:
            self.just_away = False
            self.now.done.append(self.now.undone.pop())
            self.show_copy()

    def save(self):
        for step in self.now.done:
            step.kept = True

    def reload(self, changed):
        self.show_evidence()
        if not changed:
            return
        gone = lambda p: p and not p.sample
        self.aside = [p for p in self.aside if not gone(p)]
        self.away = [p for p in self.away if not gone(p)]
        if gone(self.now):
            self.now = None
        if not self.now and self.aside:
            self.now = self.aside.pop()

    def drop(self, changed):
        return [s for p in self.held() if changed and not p.sample for s in p.unkept()]


def looks():
    """How many steps each look of the tour does, as it is printed."""
    text = subprocess.run([PROGRAM, "attack", "--tour", "--sample"], capture_output=True).stdout.decode()
    parts = re.split(r"^  the same by hand:\n", text, flags=re.M)[1:]
    return [len(re.findall(r" --(?!explain|head|count|sample)[a-z0-9-]+", part.split("\n", 1)[0])) for part in parts]


def drawn(file, seed):
    """How many steps the exercise of this seed does, as attack has it."""
    done = subprocess.run([PROGRAM, "attack", file, "--random=1", "--seed=%d" % seed, "--explain"], capture_output=True)
    return len(re.findall(r"^  \d+ {7,}", done.stderr.decode(), re.M))


def given_of(screen):
    """Steps on the page of before and after."""
    rows = screen.split("\n")
    at = [n for n, row in enumerate(rows) if row.startswith("STEPS")]
    if not at or "none: the timeline as it is" in rows[at[0]]:
        return 0
    n = 0
    for row in rows[at[0]:]:
        n = max(n, int(m.group(1))) if (m := re.match(r"(?:STEPS)? +(\d+)\. ", row)) else n
        if row.startswith(("ENTRIES", "TIMELINE  ", "COMMAND")):
            break
    return n


class Walk:
    """Draws keys where the model says that they mean something, and plays them all in one run."""

    def __init__(self, seed, file, keys, folder):
        self.random, self.folder = random.Random(seed), folder
        self.file = os.path.join(folder, os.path.basename(file))
        shutil.copy(file, self.file)
        self.model = Model("honest" in file)
        self.script, self.checks, self.log = ["<wait>"], [], []
        self.saved, self.pipes = 0, []
        for _ in range(keys):
            self.step()
        self.leave()

    # ---- keys, and what is expected behind them ----

    def key(self, keys, name, **expected):
        m = self.model
        self.script.append(keys)
        path = os.path.join(self.folder, "screen%d" % len(self.checks))
        self.script.append("<save %s>" % path)
        self.log.append(name)
        steps = [s.name for s in m.now.done] if m.training and m.now and (m.now.course != QUIZ or m.now.solved) else None
        self.checks.append((path, list(self.log), m.training, steps, expected))

    def step(self):
        m, r = self.model, self.random
        choices = {"add": 5, "undo": 3, "redo": 2, "reset": 2, "tour": 1, "quiz": 1, "evidence": 3, "reload": 2}
        if m.now and m.now.course == TOUR:
            choices["next"] = 2
        if m.now and m.now.course == QUIZ:
            choices["solve"] = 3
        if m.copy and (m.now.course != QUIZ or m.now.solved):
            choices["save"] = 2
        if not m.training:
            choices["ask"] = 1
        if m.now and (m.training and (m.now.course != QUIZ or m.now.solved) or
                      not m.copy and m.now.course == FREE and not m.now.sample and not m.now.done):
            choices["change"] = 0 if m.changed == "removed" else 2
        getattr(self, "do_" + r.choices(list(choices), list(choices.values()))[0])()

    def at_copy(self):
        """An own step is taken on what is seen."""
        m = self.model
        if m.copy and not m.training:
            m.training = True
            self.key("B", "B")
        elif m.now and not m.copy and (m.now.course != FREE or m.now.sample or m.now.done):
            m.show_copy()
            self.key("X", "X")

    def do_add(self):
        m = self.model
        if m.now and m.now.course == QUIZ and not m.now.solved:
            return
        self.at_copy()
        if m.changed and (not m.now or m.now.sample and not m.training):
            m.asked = None
            self.key(":lab set 1.tool=none<Enter>", "a first step on a file that changed", says="the file changed since it was read: R reads it again")
            return
        m.names += 1
        name = "own%d" % m.names
        m.add(name)
        m.asked = None
        self.key(":lab set 1.tool=%s<Enter><Enter>" % name, "step " + name)

    def do_undo(self):
        self.model.asked = None
        self.model.undo()
        self.key("-", "-")

    def do_redo(self):
        self.model.asked = None
        self.model.redo()
        self.key("+", "+")

    def do_reset(self):
        self.model.asked = None
        self.model.reset()
        self.key("_", "_")

    def do_tour(self):
        m = self.model
        m.asked = None
        m.begin(Held(TOUR, bool(not m.consistent or m.changed), LOOKS[0]))
        self.key("T", "T")

    def do_next(self):
        m = self.model
        m.asked = None
        if m.now.look + 1 < len(LOOKS):
            m.now.look += 1
            m.now.done = [Step(None) for _ in range(LOOKS[m.now.look])]
            m.just_away = False
            m.show_copy()
        self.key("}", "}")

    def do_quiz(self):
        m = self.model
        m.asked = None
        seed = self.random.randrange(1, 9)
        p = Held(QUIZ, bool(m.changed))
        m.begin(p)
        p.seed = seed
        self.key(":lab-quiz %d 1<Enter>" % seed, "quiz %d" % seed)

    def do_solve(self):
        m = self.model
        m.asked = None
        p = m.now
        p.solved = True
        if not p.done:
            p.done = [Step(None) for _ in range(drawn("--sample" if p.sample else self.file, p.seed))]
        m.show_copy()
        self.key("V", "V")

    def do_evidence(self):
        m = self.model
        m.asked = None
        if m.training:
            m.training = False
        elif m.copy:
            m.training = True
        elif m.now:
            m.go_on()
        self.key("B", "B")

    def do_save(self):
        m = self.model
        m.asked = None
        m.save()
        self.saved += 1
        self.key(":lab-save %s/saved%d.json<Enter>" % (self.folder, self.saved), "save", says="training copy is in ")

    def do_reload(self):
        m = self.model
        if m.training:
            m.training = False
            self.key("B", "B")
        m.asked = None
        if m.changed == "removed":
            self.key("R<wait>", "R of no file", says="not read again: cannot open")
            return
        other = m.changed in ("written to", "replaced")
        if m.changed and m.drop(True):
            self.key("R", "R of a file that was " + m.changed, warns=len(m.drop(True)), word="R once more reads it, and loses")
        m.changed = None
        m.reload(other)
        self.key("R<wait>", "R", says="other bytes" if other else "SHA-256 is the same")

    def do_change(self):
        """While the inspector waits for what comes out of a pipe."""
        m = self.model
        how = self.random.choice(["written to", "replaced", "removed", "given another time"])
        pipe = os.path.join(self.folder, "pipe%d" % len(self.pipes))
        os.mkfifo(pipe)
        self.pipes.append((pipe, how))
        m.asked = None
        # Other bytes stay other bytes, also when their time changes.
        m.changed = m.changed if m.changed and how == "given another time" else how
        self.key(":lab splice %s:1-1@1<Enter><Esc>" % pipe, "a splice that is refused, and the file is " + how)

    def do_ask(self):
        """q, and another key: nothing is left, and it is said anew."""
        m = self.model
        lost = m.unkept()
        if not lost:
            return
        for _ in range(2):
            self.key("<Esc>q", "q", warns=len(lost), word="leaving once more loses")
            self.key("j", "j")

    def look(self, found):
        m = self.model
        if m.now and not m.copy and (m.now.course != FREE or m.now.sample or m.now.done):
            m.show_copy()
            self.key("X", "X, to look")
        elif m.copy and not m.training:
            m.training = True
            self.key("B", "B, to look")
        while m.now and m.now.course == FREE and m.now.undone:
            self.do_redo()
        if m.now:
            found |= {s.name for s in m.now.own()}

    def leave(self):
        """Every own step is brought to light again, and then q counts those in no file."""
        m = self.model
        found, left = set(), 100
        while left and not {s.name for s in m.every_own()} <= found:
            left -= 1
            if not m.now or not m.now.own() or {s.name for s in m.now.own()} <= found:
                if any(not {s.name for s in p.own()} <= found for p in m.aside):
                    self.do_reset()
                elif m.now and m.now.course != FREE and not m.just_away:
                    self.do_reset()
                else:
                    while m.now and m.now.course == FREE and m.now.done and not m.just_away:
                        self.do_undo()
                    self.do_undo()
            self.look(found)
        self.unfound = {s.name for s in m.every_own()} - found
        if m.training:
            m.training = False
            self.key("B", "B, to leave")
        lost = m.unkept()
        if lost:
            self.key("<Esc>q", "q, to leave", warns=len(lost), word="leaving once more loses")
        self.end = len(self.checks)
        self.script.append("q" if lost else "<Esc>q")
        self.script.append("<save %s>" % os.path.join(self.folder, "stayed"))

    # ---- the run ----

    def play(self):
        path = os.path.join(self.folder, "keys")
        with open(path, "w") as file:
            file.write("".join(self.script))
        running = subprocess.Popen([PROGRAM, self.file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=dict(os.environ, AERSCOPE_SCRIPT=path, COLUMNS="200", LINES="50"))
        threading.Thread(target=self.change, daemon=True).start()
        error = running.communicate(timeout=120)[1]
        return error

    def change(self):
        """The program waits for what comes out of each pipe; meanwhile the file changes."""
        for path, how in self.pipes:
            with open(path, "w") as pipe:
                if how == "written to":
                    with open(self.file, "r+") as file:
                        shifted = "\n" * 3000 + file.read()
                        file.seek(0)
                        file.write(shifted)
                elif how == "replaced":
                    with open(self.file) as file, open(self.file + ".new", "w") as new:
                        new.write("\n" + file.read())
                    os.rename(self.file + ".new", self.file)
                elif how == "removed":
                    os.unlink(self.file)
                else:
                    os.utime(self.file, (1, 1))
                pipe.write("no timeline")

    def wrong(self):
        """The first thing that is not as the model has it; None."""
        error = self.play()
        for path, log, training, steps, expected in self.checks:
            at = " ".join("[%s]" % word for word in log)
            if not os.path.exists(path):
                return at + ": the inspector was left, " + repr(error[-300:])
            screen = open(path).read()
            if screen.startswith("TRAINING COPY") != training:
                return at + ": %s expected\n%s" % ("a copy" if training else "the evidence", screen)
            said = "\n".join(screen.rstrip("\n").split("\n")[-3:])
            if "says" in expected and expected["says"] not in said:
                return at + ": " + expected["says"] + " expected\n" + screen
            told = re.search(r"loses (\d+) own steps? that (?:is|are) in no file", said)
            if "warns" in expected and (not told or int(told.group(1)) != expected["warns"] or expected["word"] not in said):
                return at + ": %d steps in no file expected\n" % expected["warns"] + screen
            if "warns" not in expected and told:
                return at + ": nothing to warn of expected\n" + screen
            if steps is not None and "STEPS" in screen:
                shown = given_of(screen)
                names = [m.group(1) for m in re.finditer(r'^(?:STEPS)? +\d+\. .*"(own\d+)"', screen, re.M)]
                if shown != len(steps) or names != [s for s in steps if s]:
                    return at + ": steps %r expected, %d and %r shown\n" % (steps, shown, names) + screen
        if self.unfound:
            return " ".join(self.log) + ": no key leads back to %r" % self.unfound
        if os.path.exists(os.path.join(self.folder, "stayed")):
            return " ".join(self.log) + ": q, once more, did not leave"
        return None


def main():
    global LOOKS
    seed, walks, keys = (int(word) for word in sys.argv[1:4])
    LOOKS = looks()
    for n in range(seed, seed + walks):
        file = ("honest.json", "edited.json")[n % 2]
        with tempfile.TemporaryDirectory() as folder:
            walk = Walk(n, os.path.join(os.environ["top_srcdir"], "samples", file), keys, folder)
            wrong = walk.wrong()
        print("%s walk %d of %s" % ("not" if wrong else "ok", n, file), flush=True)
        if wrong:
            print("# " + wrong.replace("\n", "\n# "), flush=True)


if __name__ == "__main__":
    main()
