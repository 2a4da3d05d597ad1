"""What becomes of the program when a call fails under it, one after the other.

    faults.py PROGRAM PRELOAD SOURCES SCRATCH [all]

Every scenario is run once as it is, once to count its calls, and then once for each call that is to fail and each
way in which it can: of allocations one for every way by which the program comes to one, near (a few callers) or,
with "all", far (the whole stack), and the last one of each; of other calls some, or all.  What must hold is in
Judge.  Prints TAP-like lines "ok NAME", "not NAME", "# ..." for the shell test around it.
Python 3.9 or later, standard library.
"""

import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

PROGRAM, PRELOAD, SOURCES, SCRATCH = sys.argv[1:5]
ALL = sys.argv[5:6] == ["all"]
ONLY = sys.argv[6:]
SAMPLES = os.path.join(SOURCES, "samples")
sys.path.insert(0, os.path.join(SOURCES, "tests", "lib"))
import refcase

PATIENCE = float(os.environ.get("FAULT_PATIENCE", 60))

# What can go wrong with each kind of call. The first is tried everywhere, the others where all is.
WAYS = {
    "alloc": ["ENOMEM"],
    "read": ["EIO", "EINTR", "short", "eof"],
    "write": ["ENOSPC", "EIO", "EINTR", "short", "term", "kill"],
    "stderr": ["EIO", "EINTR", "short"],
    "open": ["EMFILE", "EACCES", "EINTR"],
    "make": ["late", "ENOSPC", "EMFILE", "EACCES", "EINTR", "term", "kill"],
    "close": ["EIO", "EINTR"],
    "stat": ["EIO", "ENOENT"],
    "rename": ["EIO", "EACCES", "done", "term", "kill", "EINVAL"],
    "fsync": ["EIO", "term", "kill"],
    "chmod": ["EPERM"],
    "unlink": ["EIO", "kill"],
    "mkdir": ["ENOSPC"],
    "pipe": ["EMFILE"],
    "thread": ["EAGAIN"],
    "random": ["EINTR", "ENOSYS"],
    "flock": ["ENOLCK", "EINTR"],
    "fcntl": ["EMFILE", "EINTR"],
    "list": ["EIO"],
    "map": ["ENOMEM"],
    "mode": ["EIO"],
    "path": ["ENOENT"],
    "cut": ["EIO"],
}
# And from then on, every one.
FOR_GOOD = {"alloc": ["ENOMEM"], "read": ["EIO", "short"], "write": ["ENOSPC", "short"], "open": ["EMFILE"],
            "fsync": ["EIO"], "rename": ["EACCES"], "thread": ["EAGAIN"], "stat": ["EIO"]}
FEW = 3  # of one way, where not all are tried

SIGNALS = {"term": -15, "late": -15, "kill": -9}

Scenario = collections.namedtuple("Scenario", "name arguments keys stdin outputs old env",
                                  defaults=(None, None, (), (), {}))

NONE = "<Enter>" * 5
SCENARIOS = [
    Scenario("verify", ["verify", "honest.json", "-c", "honest.commitment.json", "--independent=yes",
                        "--expect=honest.expected.json"]),
    Scenario("verify, broken, json", ["verify", "--format=json", "relabelled.json", "--case=relabelled.case"]),
    Scenario("verify, hostile, to a file", ["verify", "hostile.json", "--all-findings", "-o", "out.txt"], outputs=["out.txt"]),
    Scenario("verify, -06, json, over a file", ["verify", "--format=json", "historical-06.json", "-o", "out.json", "--force"],
             outputs=["out.json"], old=["out.json"]),
    Scenario("verify, damaged", ["verify", "--format=json", "damaged.json"]),
    Scenario("verify, from a pipe", ["verify", "-"], stdin="edited.json"),
    Scenario("verify, from a pipe to a file that has a name", ["verify", "-", "--format=json", "-o", "out.json"], stdin="edited.json",
             outputs=["out.json"], env={"FAULT_NO_TMPFILE": "1"}),
    Scenario("verify, each line", ["verify", "--format=ndjson", "--each-line"], stdin="records"),
    Scenario("verify, several", ["verify", "--format=json", "honest.json", "edited.json", "lines.ndjson", "--jobs=2",
                                 "-c", "honest.commitment.json"]),
    Scenario("verify, an earlier copy", ["verify", "reclosed.json", "--baseline=honest.json"]),
    Scenario("verify, the jobs of a file", ["verify", "--list-jobs", "--format=json", "jobs.ndjson", "-o", "out.json"], outputs=["out.json"]),
    Scenario("verify, a list of files", ["verify", "--format=json", "--files-from=names", "-o", "out.json"], outputs=["out.json"]),
    Scenario("diff", ["diff", "honest.json", "reclosed.json"]),
    Scenario("diff, json", ["diff", "--format=json", "honest.json", "edited.json", "-o", "out.json"], outputs=["out.json"]),
    Scenario("digest", ["digest", "edited.json"]),
    Scenario("digest, the bytes", ["digest", "--entry=2", "--preimage", "honest.json", "-o", "out.bin"], outputs=["out.bin"]),
    Scenario("commit", ["commit", "honest.json", "--published-at=2026-10-06T00:00:00Z", "-o", "out.json"], outputs=["out.json"]),
    Scenario("attack", ["attack", "honest.json", "--delete=3", "--relink", "--set=2.created_at=x", "--as-06", "--move=1:2",
              "-o", "out.json", "--answer-key=key.json"],
             outputs=["out.json", "key.json"]),
    Scenario("attack, entries of another", ["attack", "honest.json", "--splice=reclosed.json:3-5@4", "--relink", "-o", "out.json",
                                            "--answer-key=key.txt"], outputs=["out.json", "key.txt"]),
    Scenario("attack, explained", ["attack", "honest.json", "--random=2", "--seed=7", "--explain", "-o", "out.json", "--force"],
             outputs=["out.json"], old=["out.json"]),
    Scenario("report, html", ["report", "--format=html", "relabelled.json", "--case=relabelled.case", "-o", "out.html"], outputs=["out.html"]),
    Scenario("report, md, over a file", ["report", "--format=md", "hostile.json", "-o", "out.md", "--force"],
             outputs=["out.md"], old=["out.md"]),
    Scenario("report, csv", ["report", "--format=csv", "--entries=all", "edited.json"]),
    Scenario("report, json", ["report", "--format=json", "reclosed.json", "-c", "honest.commitment.json"]),
    Scenario("report, text", ["report", "--format=text", "spliced.json", "--expect=honest.expected.json"]),
    Scenario("conformance", ["conformance", "vectors.json"]),
    Scenario("inspector: a look", ["--config=none", "edited.json"], "<wait>jjo<Esc>F<Esc>e<Esc>i<Esc>p<Esc>/tool<Enter>n<end>"),
    Scenario("inspector: a note, an existing case file", ["--config=none", "relabelled.json", "--case=relabelled.case"],
             "<wait>mqa word<C-X><end>", outputs=["relabelled.case"], old=["relabelled.case"]),
    Scenario("inspector: a new case file", ["--config=none", "honest.json", "--case=new.case", "-c", "honest.commitment.json"],
             "<wait>:count 8<Enter>" + NONE + "<end>", outputs=["new.case"]),
    Scenario("inspector: something attached, a new case file", ["--config=none", "honest.json", "--case=new.case"],
             "<wait>cc1<Enter>honest.commitment.json<Enter>" + NONE + "<wait><end>", outputs=["new.case"]),
    Scenario("inspector: a configuration", ["--config=config.json", "edited.json"], "<wait><F2>jj<end>"),
    Scenario("inspector: a training copy is saved", ["--config=none", "honest.json"],
             "<wait>Xg<Enter><C-U>2<Enter><Enter><wait>:lab-save out.json<Enter><wait><end>", outputs=["out.json"]),
    Scenario("inspector: an export", ["--config=none", "edited.json"], "<wait>:export md out.md<Enter><end>", outputs=["out.md"]),
    Scenario("inspector: an earlier copy and an attack", ["--config=none", "reclosed.json"],
             "<wait>:baseline honest.json<Enter>" + NONE + "<Esc>Xg<Enter><C-U>2<Enter><Enter><end>"),
]


def bytes_of(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


class Run:
    """One run in a folder of its own."""

    def __init__(self, scenario, number, fault=None, locale="C.UTF-8"):
        self.scenario, self.fault, self.locale = scenario, fault, locale
        folder = self.folder = os.path.join(SCRATCH, "run-%s" % number)
        self.home, self.tmp = os.path.join(folder, "home"), os.path.join(folder, "tmp")
        os.makedirs(self.home)
        os.makedirs(self.tmp)
        for name in FILES:
            shutil.copyfile(os.path.join(SCRATCH, "files", name), os.path.join(self.home, name))
        for name in scenario.old:
            if not os.path.exists(os.path.join(self.home, name)):
                with open(os.path.join(self.home, name), "w") as file:
                    file.write("what was there before\n")
        if scenario.keys is not None:
            with open(os.path.join(folder, "keys"), "w") as file:
                file.write(scenario.keys.replace("<end>", "<save %s>q" % os.path.join(folder, "screen")))
        self.before = {name: bytes_of(os.path.join(self.home, name)) for name in scenario.outputs}
        self.go(folder)

    def go(self, folder):
        log = os.path.join(folder, "log")
        environment = dict(os.environ, TMPDIR=self.tmp, LC_ALL=self.locale, XDG_DATA_HOME=os.path.join(folder, "data"),
                           HOME=folder, SOURCE_DATE_EPOCH="1790000000", COLUMNS="100", LINES="30")
        environment.pop("AERSCOPE_SCRIPT", None)
        environment.update(self.scenario.env)
        if self.scenario.keys is not None:
            environment["AERSCOPE_SCRIPT"] = os.path.join(folder, "keys")
        if self.fault:
            environment.update(LD_PRELOAD=PRELOAD, FAULT=self.fault, FAULT_LOG=log)
        stdin = os.path.join(self.home, self.scenario.stdin) if self.scenario.stdin else None
        command = [PROGRAM] + self.scenario.arguments
        if self.scenario.name.startswith("verify, from a pipe"):
            data, source = bytes_of(stdin), subprocess.PIPE
        else:
            data, source = None, open(stdin or os.devnull, "rb")
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   cwd=self.home, env=environment)
        self.hung = False
        try:
            self.out, self.err = process.communicate(data, PATIENCE)
        except subprocess.TimeoutExpired:
            self.hung = True
            process.kill()
            self.out, self.err = process.communicate()
        if data is None:
            source.close()
        self.status = process.returncode
        self.log = (bytes_of(log) or b"").decode().splitlines()
        self.fired = next((line for line in reversed(self.log) if line.startswith("fired ")), None)
        self.screen = bytes_of(os.path.join(folder, "screen")) or b""
        self.after = {name: bytes_of(os.path.join(self.home, name)) for name in self.scenario.outputs}
        known = set(FILES) | set(self.scenario.outputs)
        self.left = sorted(set(os.listdir(self.home)) - known) + sorted(os.listdir(self.tmp))

    def fell_in(self):
        """The library whose call was made to fail last; of many calls, with threads, the last library's."""
        fired = [line.split()[-1] for line in self.log if line.startswith("fired ")]
        if "+" not in self.fault:
            fired = fired[-1:]
        return next((name for name in reversed(fired) if name.startswith(("libcrypto", "libseccomp"))), None)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


# A message, or the output itself, says that not all could be had.
TOLD = re.compile(rb"unreadable|not examined|no memory|could not|cannot|Input/output|No space|not written|read.?only|no SHA-256|was removed")

# What a command says of what it made.
MADE = re.compile(rb"^aerscope: a (training copy|commitment)", re.M)


def whole(name, data):
    """A document is whole, or nothing is."""
    if name.endswith(".json"):
        try:
            json.loads(data)
        except ValueError:
            return False
    if name.endswith(".html"):
        return data.rstrip().endswith(b"</html>")
    return True


def case_holds(data):
    try:
        return bool(refcase.check(json.loads(data)))
    except (AssertionError, KeyError, ValueError, IndexError, TypeError):
        return False


def tells(data, usual):
    """What was written says itself that something is missing."""
    return len(TOLD.findall(data or b"")) > len(TOLD.findall(usual or b""))


def foot(screen):
    """Where the inspector says what came of something, or asks for something else."""
    return screen.rstrip().splitlines()[-3:]


def judge(base, run, kind, way):
    """What is wrong with it, or None."""
    scenario = run.scenario
    if run.hung:
        return "hangs"
    if run.status in (-11, -6) and kind == "alloc" and run.fell_in():
        FELL[run.fell_in()] += 1  # which falls over itself where it cannot be set up; nothing was begun yet
        return None if not run.out and run.after == run.before else "half done"
    if kind == "path" and run.status == base.status:
        return None  # whether two names are one file was not known
    if way == "eof" and scenario.stdin:
        return None  # an input that ends there is no other
    if way in SIGNALS:
        if run.status not in (SIGNALS[way], base.status, 128 - SIGNALS[way], 2):
            return "status %s" % run.status
    elif run.status < 0 or run.status > 3:
        return "status %s: %s" % (run.status, run.err[-300:])
    elif run.status not in (base.status, 1, 2) and (scenario.keys is None or run.status != 3):
        return "status %d for %d" % (run.status, base.status)
    elif run.status == 1 and base.status not in (1,) and not run.err:
        return "status 1 for %d, and nothing is said" % base.status
    if b"Sanitizer" in run.err or b"runtime error" in run.err:
        return run.err[:2000].decode("utf-8", "replace")
    if run.status == 2 and kind != "stderr" and not run.err:
        return "status 2, and nothing is said"
    said = [line for line in run.err.splitlines() if line not in base.err.splitlines()]
    if any(not line.startswith((b"aerscope: ", b" ")) for line in said) and scenario.name != "attack, explained" and kind != "stderr":
        return "says %r" % said
    # Of what was not written nothing is said to be.
    if kind != "stderr" and MADE.search(run.err) and any(run.after[name] != base.after[name] for name in scenario.outputs[:1]):
        return "says of what was not written: %r" % run.err
    if foot(run.screen) != foot(base.screen):
        said = said or ["on the screen"]
    # Without a word all must be as ever.
    if run.status == base.status and not said and kind != "stderr" and way not in SIGNALS:
        if run.out != base.out and not tells(run.out, base.out):
            return "other output, and nothing is said"
        for name in scenario.outputs:
            if name.endswith(".case"):
                if run.after[name] == run.before[name] or not run.after[name]:
                    return "%s is not saved, and nothing is said" % name
            elif run.after[name] != base.after[name] and not tells(run.after[name], base.after[name]):
                return "%s is another, and nothing is said" % name
    for name in scenario.outputs:
        now = run.after[name]
        if now == run.before[name] or now == base.after[name]:
            continue
        if now is None:
            return "%s is gone" % name
        if name.endswith(".case"):
            if not case_holds(now):
                return "%s does not hold" % name
            continue
        if run.status != base.status and run.status not in (1, 2):
            return "%s is another" % name
        if not whole(name, now):
            return "%s is half written" % name
        if not said and way not in SIGNALS and kind != "stderr" and not tells(now, base.after[name]):
            return "%s is another, and nothing is said" % name
    if way == "term" and scenario.keys is not None:
        return None  # without a terminal nothing catches it
    run.left = [name for name in run.left if not name.endswith(".draft")]  # once too often is not lost
    if run.left and kind != "unlink" and way != "kill" and not (kind == "rename" and way == "done"):
        return "leaves %s" % run.left
    return None


def ways_of(log):
    """(kind, n): calls to fail. Of allocations those that come by ways of their own."""
    by_site = {}
    counts = collections.Counter()
    for line in log:
        kind, n, near, far = line.split()
        counts[kind] = max(counts[kind], int(n))
        by_site.setdefault((kind, far if ALL else near), []).append(int(n))
    chosen = set()
    for (kind, _), calls in by_site.items():
        chosen.add((kind, calls[0]))
        if ALL:
            chosen.update((kind, n) for n in (calls[len(calls) // 2], calls[-1]))
    return sorted(chosen), counts


def spread(numbers, count):
    """So many of them, the first and the last among them."""
    if len(numbers) <= count:
        return numbers
    return [numbers[i * (len(numbers) - 1) // (count - 1)] for i in range(count)]


def faults_of(log):
    chosen, counts = ways_of(log)
    by_kind = {}
    for kind, n in chosen:
        by_kind.setdefault(kind, []).append(n)
    for kind, numbers in by_kind.items():
        for i, way in enumerate(WAYS[kind]):
            few = numbers if ALL else spread(numbers, 40 if kind == "alloc" else 12 if i == 0 else FEW)
            yield from (("%s:%d:%s" % (kind, n, way)) for n in few)
        for way in FOR_GOOD.get(kind, []):
            few = spread(numbers, 400 if ALL else 4 * FEW if kind == "alloc" else FEW)
            yield from (("%s:%d+:%s" % (kind, n, way)) for n in few)


def make_files():
    folder = os.path.join(SCRATCH, "files")
    os.makedirs(folder)
    for name in ("honest.json", "edited.json", "hostile.json", "historical-06.json", "damaged.json", "lines.ndjson",
                 "relabelled.json", "relabelled.case", "relabelled.bank.txt", "reclosed.json", "spliced.json",
                 "honest.commitment.json", "honest.expected.json"):
        path = os.path.join(SAMPLES, name)
        shutil.copyfile(path, os.path.join(folder, name))
    shutil.copyfile(os.path.join(SOURCES, "tests", "vectors", "chain-v07.json"), os.path.join(folder, "vectors.json"))
    with open(os.path.join(folder, "jobs.ndjson"), "w") as out:
        for name, job in (("honest.json", "pay-71"), ("edited.json", "pay-72")):
            with open(os.path.join(SAMPLES, name)) as file:
                for entry in json.load(file):
                    out.write(json.dumps(dict(entry, job_id=job)) + "\n")
    with open(os.path.join(folder, "names"), "w") as out:
        out.write("honest.json\nedited.json\nlines.ndjson\n")
    with open(os.path.join(folder, "config.json"), "w") as out:
        json.dump({"bind": {"next-failure": "e <F2>"}, "theme": "dark"}, out)
    with open(os.path.join(folder, "records"), "w") as out:
        for name in ("honest.json", "edited.json", "damaged.json", "reclosed.json"):
            with open(os.path.join(SAMPLES, name)) as file:
                out.write(file.read().replace("\n", " ") + "\n")
    return sorted(os.listdir(folder))


def sweep(scenario, pool, totals):
    base = Run(scenario, "base")
    again = Run(scenario, "again", "alloc:0:ENOMEM")
    plain = judge(base, again, "alloc", "ENOMEM") if again.err == base.err else "says otherwise: %r" % again.err
    counted = Run(scenario, "count", "count")
    ascii_alone = Run(scenario, "ascii", None, "C")  # without memory for the locale there is none
    faults = list(faults_of([line for line in counted.log if not line.startswith("fired")]))
    for run in (base, again, counted, ascii_alone):
        run.remove()
    print("# %s: status %d, %d calls" % (scenario.name, base.status, len(counted.log)))
    bad = [("as it is", plain)] if plain else []
    bad += [("as it is", "makes no " + name) for name in scenario.outputs if not base.after[name]]

    def one(item):
        number, fault = item
        kind, _, way = fault.split(":")
        run = Run(scenario, number, fault)
        wrong = judge(base, run, kind, way)
        if wrong and kind == "alloc" and judge(ascii_alone, run, kind, way) is None:
            wrong = None
        run.remove()
        return fault, run, wrong

    fired = 0
    for fault, run, wrong in pool.map(one, enumerate(faults)):
        fired += run.fired is not None
        totals[fault.split(":")[0]] += run.fired is not None
        if wrong:
            bad.append((fault, wrong))
    for fault, wrong in bad[:1000 if ALL else 20]:
        print("# %s: FAULT=%s: %s" % (scenario.name, fault, wrong))
    good = not bad and fired * 10 >= len(faults) * 9 > 0
    print("%s %s: %d calls made to fail, of %d" % ("ok" if good else "not", scenario.name, fired, len(counted.log)), flush=True)


FILES = make_files()
FELL = collections.Counter()
TOTALS = collections.Counter()
with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("FAULT_JOBS", "2"))) as POOL:
    for SCENARIO in SCENARIOS:
        if not ONLY or SCENARIO.name in ONLY:
            sweep(SCENARIO, POOL, TOTALS)
print("# ended in a library that had no memory: %s" % dict(FELL))
print("# made to fail: " + ", ".join("%s %d" % item for item in sorted(TOTALS.items())))
