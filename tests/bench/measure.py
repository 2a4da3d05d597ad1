"""Running programs and taking their time, processor time and memory."""

import os
import shutil
import statistics
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Taken:
    """Runs of one program: each (seconds, processor seconds, peak resident bytes)."""

    def __init__(self):
        self.runs = []
        self.status = None

    def median(self, column):
        return statistics.median(run[column] for run in self.runs)

    @property
    def seconds(self):
        return self.median(0)

    @property
    def processor(self):
        return self.median(1)

    @property
    def peak(self):
        return max(run[2] for run in self.runs)


def compiled(folder, source, *libraries):
    """The program of a file beside this one; None without a compiler, or the libraries."""
    path = os.path.join(folder, os.path.splitext(source)[0])
    try:
        made = subprocess.run([*os.environ.get("CC", "cc").split(), "-O2", "-o", path, os.path.join(HERE, source),
                               *libraries], stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        return None
    return path if made.returncode == 0 else None


class Launcher:
    """Starts programs by launch.c. Without a compiler by Python, whose own memory then is the least that is told."""

    def __init__(self):
        self.path = self.out = None

    def begin(self, folder):
        self.path = compiled(folder, "launch.c")
        self.out = os.path.join(folder, "took")
        return self.path is not None

    def run(self, command, stdin):
        if not self.path:
            return run_here(command, stdin)
        subprocess.run([self.path, self.out, *command], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=True)
        with open(self.out) as file:
            seconds, processor, peak, status = file.read().split()
        return (float(seconds), float(processor), int(peak)), int(status)


launcher = Launcher()


def run_here(command, stdin):
    begin = time.monotonic()
    child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.monotonic() - begin
    child.returncode = os.waitstatus_to_exitcode(status)  # it was waited for
    return (seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024), child.returncode


def run(command, stdin=subprocess.DEVNULL):
    """(seconds, processor seconds, peak bytes), status; None where there is no such program."""
    return launcher.run(command, stdin) if shutil.which(command[0]) else None


def direct(*command):
    return lambda path: run([*command, path])


def piped(*command):
    def of(path):
        with open(path, "rb") as file, subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE) as cat:
            return run([*command, "-"], stdin=cat.stdout)
    return of


def fed(*command):
    def of(path):
        with open(path, "rb") as file:
            return run(list(command), stdin=file)
    return of


def in_turns(rows, path, rounds, expected=None):
    """Every program once, then every program again: what else the machine does meets all alike. A program whose status
    is not the one that `expected` has for it measured something else, and stops everything."""
    taken = {name: Taken() for name, _ in rows}
    for _ in range(rounds):
        for name, of in rows:
            got = of(path)
            if got is None:
                continue
            figures, status = got
            if status != (expected or {}).get(name, 3 if name.startswith("aerscope") else 0):
                raise SystemExit("%s gave status %d on %s" % (name, status, path))
            taken[name].runs.append(figures)
    return {name: t for name, t in taken.items() if t.runs}
