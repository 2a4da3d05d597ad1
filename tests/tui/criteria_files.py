"""C14 files that change; C23 notes and C24 exports on their way to disk."""

import hashlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess

import pty
import aerref
from criteria_base import (AERSCOPE, SAMPLES, TOP, begin_note, entry, inspect, many,
                           opened, run, sample, sanitized, scratch, test,
                           timeline)

CHANGED = r"file changed|of the file as (it was )?read"


def truncate(path):
    os.truncate(path, 100)


def empty(path):
    os.truncate(path, 0)


def replace(path):
    shutil.copy(sample("honest.json"), path + ".new")
    os.replace(path + ".new", path)


def grow(path):
    with open(path, "ab") as file:
        file.write(b"\n" * 100)


def edit(path):
    with open(path, "r+b") as file:
        data = file.read().replace(b"pay.send", b"pay.sent")
        file.seek(0)
        file.write(data)


def remove(path):
    os.unlink(path)


@test("files", "C14")
def changed_while_open(tap):
    for change in (truncate, empty, replace, grow, edit, remove):
        name = change.__name__
        with scratch() as folder:
            path = os.path.join(folder, "edited.json")
            shutil.copy(sample("edited.json"), path)
            with inspect([path], 120, 40) as t:
                opened(tap, t)
                before = t.text()
                change(path)
                t.send("j")
                if change is remove:
                    # What was opened is still there, as it was.
                    tap.ok(t.shows(r"^> +6 ") is not None, name + ": goes on")
                else:
                    tap.ok(t.shows(CHANGED) is not None, name + ": announced",
                           t.text())
                for key in ("\r", "\x1b", "3G", "vvv", "G", "o", "\x1b", "F",
                            "\x1b", "i", "\x1b"):
                    t.press(key)
                tap.ok(t.shows(r"^> +8 ") is not None, name + ": keys act after it",
                       t.text())
                if change is not remove:
                    tap.ok(re.search(r"(?i)changed", "\n".join(t.screen.lines()[:3])) is
                           not None, name + ": marked in the rows that stay",
                           t.text())
                tap.same(t.screen.lines()[1], before.split("\n")[1],
                         name + ": what was judged stays")
                t.send("q")
                status = t.wait()
                tap.ok(status in (1, 2), name + ": no signal ends it",
                       "status %r" % status)


def changed_early(tap, check):
    with scratch() as folder:
        path = os.path.join(folder, "many.json")
        many(120000, path)
        for change in (truncate, empty, replace, grow):
            name = change.__name__ + " while it is read"
            copy = os.path.join(folder, "copy.json")
            shutil.copy(path, copy)
            with inspect([copy], 100, 30) as t:
                t.until(lambda: t.chunks)
                change(copy)
                t.until(lambda: "examining" not in t.text() and
                        re.search(r"^TIMELINE", t.text(), re.M))
                for key in ("j", "G", "\r", "\x1b"):
                    t.press(key)
                check(tap, t, name)
            os.unlink(copy)


@test("files", "C14")
def changed_while_reading(tap):
    def check(tap, terminal, name):
        terminal.send("q")
        tap.same(terminal.wait(), 2, name + ": status")
        tap.ok(b"chang" in terminal.raw() or b"shorter" in terminal.raw(),
               name + ": said after leaving", terminal.raw()[-300:])
    changed_early(tap, check)


@test("files", "C14", "changed-reading")
def changed_while_reading_is_shown(tap):
    def check(tap, terminal, name):
        text = terminal.text()
        tap.ok(re.search(r"(?i)changed|shorter|damage", "\n".join(
            text.split("\n")[:3])) is not None,
               name + ": the reason stays on the screen", text)
        tap.ok("after the last" not in text, name + ": none is called the last",
               text)
    changed_early(tap, check)


@test("files", "C14")
def edited_in_place(tap):
    """What is read again is compared with what was examined."""
    with scratch() as folder:
        path = many(3000, os.path.join(folder, "many.json"))
        with inspect([path], 120, 40) as t:
            opened(tap, t)
            with open(path, "r+b") as file:
                data = file.read().replace(b'"tool":"pay.quote"',
                                           b'"tool":"pay.quota"')
                file.seek(0)
                file.write(data)
            for entry in (1499, 1503, 2999):
                t.send("%dG" % entry)
                tap.ok(t.shows(r"^> *%d .*(chang|cannot be read)" % entry) is not
                       None, "entry %d is not shown as the one examined" % entry,
                       t.text())
            tap.ok("pay.quota" not in t.text(), "nor is a word of it")
            t.send("1500G")
            tap.ok(t.shows(r"^> *1500 .*fs\.read") is not None,
                   "what is as it was is shown", t.text())
            t.send("q")
            t.wait()


@test("files", "C14")
def never_open_for_writing(tap):
    with scratch() as folder:
        path = os.path.join(folder, "edited.json")
        shutil.copy(sample("edited.json"), path)
        os.chmod(path, 0o444)
        with inspect([path, "-c", sample("honest.commitment.json")]) as t:
            opened(tap, t)
            flags = []
            for fd in os.listdir("/proc/%d/fd" % t.pid):
                target = os.readlink("/proc/%d/fd/%s" % (t.pid, fd))
                if target.startswith(folder) or target.startswith(SAMPLES):
                    info = pty.read_file("/proc/%d/fdinfo/%s" % (t.pid, fd))
                    flags.append(int(re.search(r"flags:\s+(\d+)", info).group(1), 8)
                                 & os.O_ACCMODE)
            tap.ok(flags and set(flags) == {os.O_RDONLY}, "open for reading alone",
                   flags)
            maps = pty.read_file("/proc/%d/maps" % t.pid)
            tap.ok(path not in maps, "not mapped")
            t.send("q")
            t.wait()
        tap.same(sorted(os.listdir(folder)), ["edited.json"], "nothing beside it")


def can_trace():
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


@test("files", "C14")
def traced(tap):
    if not can_trace():
        tap.skip("traced system calls", "no strace here, or not allowed")
        return
    if sanitized():
        tap.skip("traced system calls", "the leak sanitizer does not like it")
        return
    with scratch() as folder:
        path = os.path.join(folder, "evidence.json")
        shutil.copy(sample("edited.json"), path)
        log = os.path.join(folder, "log")
        with pty.Terminal(
                ["strace", "-f", "-qq", "-s", "80", "-e",
                 "trace=open,openat,openat2,creat,read,pread64,mmap,write,"
                 "pwrite64,truncate,ftruncate,rename,unlink,chmod,utimensat",
                 "-o", log, AERSCOPE, path], 100, 30) as t:
            opened(tap, t)
            for key in ("\r", "\x1b", "v", "v", "v", "G", "o", "\x1b", "i", "\x1b"):
                t.press(key)
            t.send("q")
            tap.same(t.wait(), 1, "traced: status")
        calls = pty.read_file(log)
        opens = [line for line in calls.split("\n") if "evidence.json" in line and
                 re.search(r"\b(open|openat|creat)", line)]
        tap.ok(opens and all("O_RDONLY" in line for line in opens),
               "the input is opened for reading", opens)
        tap.same([line for line in opens if re.search(
            r"O_WRONLY|O_RDWR|O_TRUNC|O_CREAT|creat", line)], [], "and for no more")
        fds = {m.group(1) for line in opens for m in re.finditer(r"= (\d+)$", line)}
        tap.ok(fds and not [line for line in calls.split("\n") for fd in fds
                            if re.search(r"\bmmap\(.*MAP_\w+, %s, " % fd, line)
                            and opens[0] in calls[:calls.find(line)]],
               "not mapped")
        tap.ok(re.search(r"pread64\((%s)," % "|".join(fds), calls) is not None,
               "read by pread")
        tap.ok(not re.search(r"\b(write|pwrite64|ftruncate)\((%s)," % "|".join(fds),
                             calls), "never written")
        tap.ok(not re.search(r'(truncate|rename|unlink|chmod|utimensat)\(.*'
                             r'evidence\.json', calls), "nor changed otherwise")


@test("files", "C14", "reread")
def read_again(tap):
    with scratch() as folder:
        path = os.path.join(folder, "edited.json")
        shutil.copy(sample("edited.json"), path)
        with inspect([path], 120, 40) as t:
            opened(tap, t)
            replace(path)
            t.send("R")
            tap.ok(t.shows(r"TIMELINE consistent") is not None,
                   "R reads the file again", t.text())
            tap.ok(t.shows(r"chang|again|old results") is not None,
                   "the change is announced", t.text())
            t.press("j")
            tap.ok("changed" not in "\n".join(t.screen.lines()[:3]).lower(),
                   "and is no more once it is read")
            t.send("q")
            tap.same(t.wait(), 3, "status of what was read last")


def resealed(path):
    """The commitment of an earlier end."""
    resealed_from(path, path)


def resealed_from(source, path):
    with open(source, encoding="ascii") as file:
        data = json.load(file)
    data["entry_count"] = 9
    with open(path + ".new", "w", encoding="ascii") as file:
        json.dump(data, file)
    os.replace(path + ".new", path)


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


@test("files", "C14", "reread")
def references_are_read_again(tap):
    """With the timeline, the files beside it: what changed is told by both
    digests, what was stated of them stays."""
    with scratch() as folder:
        head, expected = (os.path.join(folder, name) for name in ("head", "expected"))
        copy = os.path.join(folder, "copy")
        shutil.copy(sample("honest.commitment.json"), head)
        shutil.copy(sample("honest.expected.json"), expected)
        shutil.copy(sample("honest.json"), copy)
        with inspect([sample("honest.json"), "-c", head, "--witness=desk",
                      "--baseline=" + copy, "--expect=" + expected], 160, 50) as t:
            opened(tap, t)
            tap.need(t.shows("ENDPOINT matches") is not None, "it matches", t.text())
            t.send("R")
            tap.ok(t.shows("the files beside it are what they were") is not None,
                   "what is the same is said to be", t.text())
            before = digest_of(head)
            resealed(head)
            t.send("R")
            tap.ok(t.shows(r"CHANGED: head SHA-256 %s\.\. before, %s\.\. now" % (
                before[:8], digest_of(head)[:8])) is not None,
                "a reference that changed, by both digests", t.text())
            tap.ok(t.shows("ENDPOINT contradicted") is not None,
                   "and is judged anew", t.text())
            t.press("c")
            tap.ok(re.search(r"CHANGED when it was read again", t.text()) and
                   re.search(r"witness +not stated", t.text()) is not None,
                   "the board says so, and nothing is stated of the new bytes", t.text())
            tap.ok(re.search(r"Stated of OTHER BYTES \(SHA-256 %s\.\.\), and not counted for "
                             r"these: witness desk" % before[:8], t.text()) and
                   "nothing was stated of these bytes" in t.text(),
                   "what was stated of the others is shown as that", t.text())
            t.press("\x1b")
            before = digest_of(expected)
            with open(expected, "a", encoding="ascii") as file:
                file.write("\n")
            t.send("R")
            tap.ok(t.shows(r"CHANGED: the list SHA-256 %s\.\. before, %s\.\. now" % (
                before[:8], digest_of(expected)[:8])) is not None,
                "a list that changed", t.text())
            before = digest_of(copy)
            shutil.copy(sample("edited.json"), copy)
            os.unlink(head)
            t.send("R")
            tap.ok(t.shows(r"CHANGED: head SHA-256 .* cannot be read now \(and 1 more\)")
                   is not None, "one that is gone, and an earlier copy", t.text())
            tap.ok(t.shows("ENDPOINT contradicted by an earlier copy|contradicted") is
                   not None, "the copy is compared anew", t.text())
            t.send("q")
            tap.same(t.wait(), 1, "status of what was read last")


@test("files", "C14", "reread")
def gone_and_there_again(tap):
    """What comes back is held against what it was before it was gone."""
    with scratch() as folder:
        head, expected, copy = (os.path.join(folder, name) for name in ("head", "expected", "copy"))
        shutil.copy(sample("honest.commitment.json"), head)
        shutil.copy(sample("honest.expected.json"), expected)
        shutil.copy(sample("honest.json"), copy)
        with inspect([sample("honest.json"), "-c", head, "--baseline=" + copy,
                      "--expect=" + expected], 160, 50) as t:
            opened(tap, t)
            tap.need(t.shows("ENDPOINT matches") is not None, "it matches", t.text())
            before = digest_of(head), digest_of(copy)
            for path in head, copy, expected:
                os.unlink(path)
            t.send("R")
            tap.ok(t.shows(r"CHANGED: head SHA-256 %s\.\. before, cannot be read now \(and 2 more"
                           % before[0][:8]) is not None, "three that are gone", t.text())
            t.press("c")
            tap.ok("cannot open" in t.text() and
                   not re.search("0 actions|in any order|JOB +not stated|SOURCE", t.text()),
                   "of a list that cannot be opened nothing is told but that", t.text())
            t.press("\x1b")
            resealed_from(sample("honest.commitment.json"), head)
            shutil.copy(sample("edited.json"), copy)
            t.send("R")
            tap.ok(t.shows(r"CHANGED: head SHA-256 %s\.\. before, %s\.\. now \(and 1 more\)" % (
                before[0][:8], digest_of(head)[:8])) is not None,
                "two are there again, of other bytes", t.text())
            t.press("c")
            tap.ok(re.search(r"SHA-256 %s\.\. before, %s\.\. now" % (
                before[1][:8], digest_of(copy)[:8]), t.text()) is not None,
                "the earlier copy too", t.text())
            t.send("qq")
            t.wait()


@test("files", "C14", "reread")
def gone_under_one_job(tap):
    """The way back reads the file again; where it cannot, one leaves."""
    def put_folder(path):
        os.remove(path)
        os.mkdir(path)

    for name, harm in (("removed", os.remove), ("moved", lambda path: os.rename(path, path + ".old")),
                       ("a folder", put_folder)):
        for key in ("q", "\x03", ":quit\r") if harm is os.remove else ("q",):
            with scratch() as folder:
                path = shutil.copy(sample("spliced.json"), folder)
                with inspect([path], 120, 40) as t:
                    opened(tap, t)
                    t.send("L")
                    t.shows("jobs of the file")
                    t.send("\r")
                    tap.need(t.shows("one job alone: ") is not None, name + ": one job is open", t.text())
                    t.shows("POSSIBLE .*innocent")
                    t.quiet(0.1)  # Ctrl-C first ends what runs behind the screen
                    harm(path)
                    t.send(key)
                    tap.ok(t.shows("no way back to all entries") is not None, "%s, %r: said" % (name, key), t.text())
                    t.send("R")
                    t.shows("^ not read again: ")
                    t.send(key)
                    tap.same(t.wait(), 1, "%s, %r: and then it leaves" % (name, key))
    with scratch() as folder:
        path = shutil.copy(sample("spliced.json"), folder)
        with inspect([path], 120, 40) as t:
            opened(tap, t)
            t.send("L")
            t.shows("jobs of the file")
            t.send("\r")
            t.shows("ONE JOB")
            os.rename(path, path + ".old")
            t.send("q")
            t.shows("no way back")
            os.rename(path + ".old", path)
            t.send("L")
            tap.ok(t.shows("jobs of the file") is not None, "there again: L goes back", t.text())


@test("files", "C14", "reread")
def a_fifo_in_its_place(tap):
    with scratch() as folder:
        path = shutil.copy(sample("edited.json"), folder)
        with inspect([path], 120, 40) as t:
            opened(tap, t)
            os.remove(path)
            os.mkfifo(path)
            t.send("R")
            tap.ok(t.shows("^ not read again: .* is no regular file any more") is not None,
                   "a FIFO in the place of the file is not waited for", t.text())
            t.send("q")
            tap.same(t.wait(), 1, "and what was read counts")


@test("files", "C14", "watch")
def announced_without_a_key(tap):
    for change in (truncate, replace, grow):
        with scratch() as folder:
            path = os.path.join(folder, "edited.json")
            shutil.copy(sample("edited.json"), path)
            with inspect([path], 120, 40) as t:
                opened(tap, t)
                change(path)
                tap.ok(t.shows(CHANGED) is not None,
                       change.__name__ + ": announced without a key")


@test("files", "C14", "read-at")
def marked_with_the_time(tap):
    with scratch() as folder:
        path = os.path.join(folder, "edited.json")
        shutil.copy(sample("edited.json"), path)
        with inspect([path], 160, 40) as t:
            opened(tap, t)
            grow(path)
            t.send("j")
            tap.ok(t.shows(r"as (it was )?read at \d\d\d\d-\d\d-\d\dT\d\d:\d\d") is not
                   None, "marked as of the file as read at that time", t.text())


# ------------------------------------------------------- C23 notes, C24 export

def entry_digest(path, number):
    with open(path, "rb") as file:
        return aerref.entry_digest(aerref.read_timeline(file.read()).entries[number - 1])


def case_of(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


@test("files", "C23")
def notes(tap):
    with scratch() as folder:
        case = os.path.join(folder, "case")
        evidence = os.path.join(folder, "evidence")
        os.mkdir(evidence)
        path = shutil.copy(sample("edited.json"), evidence)
        with open(path, "rb") as file:
            sha256 = hashlib.sha256(file.read()).hexdigest()
        with inspect([path, "--case=" + case], 120, 40) as t:
            opened(tap, t)
            tap.same(os.path.exists(case), False, "no file before the first change")
            t.send("ms")
            t.shows("who examines")
            t.send("mb\r")
            tap.ok(t.shows(r"^> +5 !s pay") is not None, "a mark is shown in the list",
                   t.text())
            tap.need(begin_note(t), "a opens the editor", t.text())
            t.send("ask the gateway\rof this minute")
            t.shows("of this minute")
            t.send("\x18")
            tap.ok(t.shows(r"NOTE +20.*ask the gateway") is not None, "a note is shown",
                   t.text())
            tap.ok("case case" in t.screen.lines()[0], "row 1 names the case file")
            t.send("q")
            tap.same(t.wait(), 1, "status")
        made = case_of(case)
        tap.same(made["examiner"], "mb", "who examines")
        tap.same(made["timeline"]["sha256"], sha256, "pinned by SHA-256")
        kept = [n for n in made["notes"] if n["text"]]
        tap.same([n["text"] for n in kept], ["ask the gateway\nof this minute"],
                 "the note is in it")
        tap.same({n["entry_digest"] for n in made["notes"]}, {entry_digest(path, 5)},
                 "bound to the digest of its entry")
        tap.same([n["mark"] for n in made["notes"] if n["mark"]], ["suspicious"],
                 "so is the mark")
        tap.same(stat.S_IMODE(os.stat(case).st_mode), 0o600, "mode 0600")
        tap.same(os.listdir(evidence), ["edited.json"], "not beside the evidence")
        tap.same(sorted(os.listdir(folder)), ["case", "evidence"], "and nothing else is left")
        with inspect([path, "--case=" + case], 120, 40) as t:
            opened(tap, t)
            tap.ok(t.shows("ask the gateway") is not None, "shown when it is opened again")
            begin_note(t)
            t.send("before the end")
            t.shows("before the end")
            tap.ok(wait_for_draft(t, case), "what is typed is in a file after 5 s")
            t.kill(9)
            t.wait()
        with inspect([path, "--case=" + case], 120, 40) as t:
            opened(tap, t)
            tap.ok(t.shows("unfinished note for entry 5") is not None,
                   "after kill -9 it is offered", t.text())
            begin_note(t)
            tap.ok(t.shows("before the end") is not None, "and goes on", t.text())
            t.send("\x18")
            t.shows("kept in case")
            t.send("q")
            t.wait()
        tap.ok("before the end" in [n["text"] for n in case_of(case)["notes"]],
               "kill -9 loses nothing that is 5 s old")
        tap.same(os.path.exists(case + ".draft"), False, "the draft is gone with it")
        foreign = timeline([entry(1), entry(2)], os.path.join(folder, "foreign.json"))
        for other, says in (("honest.json", "made on another file, on an entry of this"),
                            (foreign, "made on another file: no entry here")):
            with inspect([other, "--case=" + case], 120, 40) as t:
                opened(tap, t)
                t.send(":notes\r")
                tap.ok(t.shows("made for another file") is not None and
                       t.shows(says) is not None,
                       "on another file: listed as made on that other file", t.text())
                t.send("qq")
                t.wait()


def wait_for_draft(terminal, case):
    return pty.until(lambda: os.path.exists(case + ".draft") and
                     "before the end" in pty.read_file(case + ".draft"), 6)


@test("files", "C23")
def references_are_kept(tap):
    """With a case file open, what is attached is in it at once; statements go with bytes."""
    with scratch() as folder:
        case = os.path.join(folder, "case")
        witness = shutil.copy(sample("honest.commitment.json"), folder)
        with inspect(["honest.json", "--case=" + case], 120, 40) as t:
            opened(tap, t)
            t.send(":reference " + witness + "\r")
            for asked, said in (("witness", "the bank"), ("authority", ""),
                                ("retrieved from", ""), ("retrieved at", ""), ("independent", "yes")):
                t.shows(asked)
                t.send(said + "\r")
            t.shows("ENDPOINT matches")
            t.send("q")
            t.wait()
        kept = case_of(case)["references"]
        tap.same([(r["witness"], r["independent"], [c["result"] for c in r["checks"]])
                  for r in kept], [("the bank", "yes", ["matches"])],
                 "a reference is kept with its statements and its check")
        with open(witness, "a", encoding="ascii") as file:
            file.write("\n")
        tap.same(run(["verify", "honest.json", "--case=" + case]).returncode, 3,
                 "a statement about other bytes confirms nothing")
        with inspect(["honest.json", "-c", witness, "--witness=the bank", "--independent=yes"],
                     120, 40) as t:
            opened(tap, t)
            t.shows("ENDPOINT matches +independence is stated")
            with open(witness, "a", encoding="ascii") as file:
                file.write("\n")
            t.send("R")
            tap.ok(t.shows("ENDPOINT matches +independence not stated") is not None,
                   "read again, other bytes are not what was stated of", t.text())
            t.send("q")
            tap.same(t.wait(), 3, "status after it")
        with inspect(["honest.json", "-c", witness, "--witness=" + 18000 * "bank"], 120, 40) as t:
            opened(tap, t)
            with open(witness, "a", encoding="ascii") as file:
                file.write("\n")
            t.send("R")
            t.send("c")
            tap.ok(t.shows(r"Stated of OTHER BYTES \(SHA-256 [0-9a-f]{8}\.\.\), and not counted for "
                           r"these: witness\s+bankbank") is not None,
                   "nor is a statement of 72,000 bytes lost", t.text())
            t.send("qq")
            t.wait()


@test("files", "C23")
def notes_without_a_case_file(tap):
    """Its path is asked for first, and proposed where the user keeps data."""
    with scratch() as folder:
        data = os.path.join(folder, "data")
        proposed = os.path.join(data, "aerscope", "edited.case")
        env = {"XDG_DATA_HOME": data}
        with inspect(["edited.json"], 120, 40, env=env) as t:
            opened(tap, t)
            t.send("mi")
            tap.ok(t.shows("^case file: " + re.escape(proposed)) is not None,
                   "the path is asked for, with a proposal", t.text())
            t.press("\x1b")
            tap.ok(t.shows("nothing was kept") is not None, "Esc: nothing is kept")
            tap.same(os.listdir(folder), [], "and nothing is written")
            t.send("mi")
            t.shows("^case file: ")
            t.send("\r")
            t.shows("who examines")
            t.send("\r")
            tap.ok(t.shows(r"^> +5 !i") is not None, "Enter takes the proposal")
            t.send("mq")
            tap.ok(t.shows(r"^> +5 !q") is not None, "nothing is asked twice")
            t.send("m ")
            tap.ok(t.shows(r"^> +5 !  pay") is not None, "m Space takes a mark away",
                   t.text())
            t.send("mc")
            t.shows(r"^> +5 !c")
            t.send("q")
            t.wait()
        tap.same([n["mark"] for n in case_of(proposed)["notes"]], ["cleared"], "kept")
        tap.same(stat.S_IMODE(os.stat(os.path.dirname(proposed)).st_mode), 0o700,
                 "its folder is nobody else's")
        with inspect(["edited.json"], 120, 40, env=env) as t:
            opened(tap, t)
            tap.ok(t.shows("a case file for these bytes is there") is not None,
                   "one for the same bytes is offered", t.text())
            t.send(":case\r\r")
            tap.ok(t.shows(r"^> +5 !c") is not None, "and opened")
            t.send("3G")
            t.send("u")
            tap.ok(t.shows(r"^> +5 ") is not None, "u goes to the marked entry")
            t.press("g")
            t.send("&mark=c\r")
            tap.ok(t.shows("FILTER mark=c: 1 of 8 entries shown") is not None,
                   "mark=c filters")
            t.send("q")
            t.wait()


def agree(terminal, keys):
    """To the path that is proposed, with no examiner; then what is typed."""
    terminal.send("a")
    terminal.shows("^case file: ")
    terminal.send("\r")
    terminal.shows("who examines")
    terminal.send("\r")
    terminal.shows("a note for entry")
    terminal.send(keys)
    terminal.shows(keys)


@test("files", "C23")
def first_drafts(tap):
    """Of somebody who never kept anything: not even the folder is there."""
    def leave_by_quit(t):
        t.press("\x1b")
        t.send("q")

    for name, leave in (("a quit", leave_by_quit), ("kill -9", lambda t: t.kill(9)),
                        ("SIGTERM", lambda t: t.kill(15))):
        with scratch() as folder:
            case = os.path.join(folder, "data", "aerscope", "relabelled.case")
            env = {"XDG_DATA_HOME": os.path.join(folder, "data")}
            with inspect(["relabelled.json"], 120, 40, env=env) as t:
                opened(tap, t)
                agree(t, "before the end")
                if name == "kill -9":
                    wait_for_draft(t, case)
                leave(t)
                t.wait()
            tap.ok("before the end" in pty.read_file(case + ".draft"),
                   name + ": the draft is kept")
            with inspect(["relabelled.json"], 120, 40, env=env) as t:
                opened(tap, t)
                tap.ok(t.shows("a case file for these bytes is there") is not None,
                       name + ": its case file is spoken of", t.text())
                t.send(":case\r\r")
                tap.ok(t.shows("unfinished note for entry 5") is not None,
                       name + ": and the draft", t.text())
                t.send("q")
                t.wait()
    with scratch() as folder:
        env = {"XDG_DATA_HOME": os.path.join(folder, "data")}
        with inspect(["relabelled.json"], 120, 40, env=env) as t:
            opened(tap, t)
            agree(t, "")
            t.press("\x1b")
            t.send("q")
            t.wait()
        tap.same(os.listdir(os.path.join(folder, "data", "aerscope")), [],
                 "nothing was noted: no case file")


@test("files", "C23")
def drafts_that_cannot_be_written(tap):
    with scratch() as folder:
        gone = os.path.join(folder, "gone")
        elsewhere = os.path.join(folder, "elsewhere")
        os.mkdir(gone)
        with inspect(["edited.json"], 120, 40) as t:
            opened(tap, t)
            t.send(":case %s\r" % os.path.join(folder, "no", "x.case"))
            tap.ok(t.shows("its folder cannot be opened") is not None and
                   t.shows("^:?(case file: )?.*no/x.case") is not None,
                   "a path without a folder is refused, to be mended", t.text())
            t.press("\x1b")
            t.send(":case %s\r" % os.path.join(gone, "x.case"))
            t.shows("new case file")
            t.send("a")
            t.shows("who examines")
            t.send("\r")
            t.shows("a note for entry")
            t.send("before the end")
            t.shows("before the end")
            shutil.rmtree(gone)
            t.press("\x1b")
            t.send("q")
            tap.ok(t.shows("leave all the same") is not None and
                   "typed and not finished" in t.text(),
                   "leaving asks when a draft is in no file", t.text())
            t.send("perhaps\r")
            tap.ok(t.shows("yes or no is accepted") is not None and
                   "leave all the same? yes or no: perhaps" in t.text(),
                   "what is no answer stays, to be mended", t.text())
            t.send("\x15NO\r")
            tap.ok(t.shows("still here") is not None, "NO is no", t.text())
            t.send(":case %s\r" % elsewhere)
            tap.ok(t.shows("kept in elsewhere") is not None, "it goes elsewhere", t.text())
            tap.ok("before the end" in pty.read_file(elsewhere + ".draft"),
                   "with the draft")
            t.send("q")
            tap.same(t.wait(), 1, "status")


@test("files", "C23")
def case_files_that_cannot_be_written(tap):
    with scratch() as folder:
        for name, text, says in (
                ("damaged", '{"schema": "aerscope.case/1", ', "left as it is"),
                ("newer", '{"schema": "aerscope.case/9"}', "notes cannot be kept"),
                ("other", "not a case file", "left as it is")):
            case = os.path.join(folder, name)
            with open(case, "w", encoding="ascii") as file:
                file.write(text)
            if name != "newer":
                with inspect(["edited.json", "--case=" + case], 120, 40) as t:
                    tap.same(t.wait(), 2, name + ": refused before any screen")
            with inspect(["edited.json"], 120, 40) as t:
                opened(tap, t)
                t.send(":case %s\r" % case)
                tap.ok(t.shows(says) is not None, name + ": says so", t.text())
                t.press("\x1b")
                t.send("ms")
                t.press("\x1b")
                t.send("q")
                tap.same(t.wait(), 1, name + ": status")
            tap.same(pty.read_file(case), text, name + ": not written over")
        case = os.path.join(folder, "locked")
        with inspect(["edited.json", "--case=" + case], 120, 40) as first:
            opened(tap, first)
            first.send("ms")
            first.shows("who examines")
            first.send("\r")
            first.shows(r"^> +5 !s")
            first.until(lambda: os.path.exists(case))
            with inspect(["edited.json", "--case=" + case], 120, 40) as t:
                opened(tap, t)
                tap.ok(t.shows("notes cannot be kept") is not None and
                       "read only" in t.screen.lines()[0],
                       "of two at once the second only reads", t.text())
                tap.ok(t.shows(r"^> +5 !s") is not None, "and shows what is there")
                t.send("q")
                t.wait()
            first.send("q")
            first.wait()
        case = os.path.join(folder, "case")
        with inspect(["edited.json", "--case=" + case], 120, 40) as t:
            opened(tap, t)
            t.send("ms")
            t.shows("who examines")
            t.send("\r")
            t.shows(r"^> +5 !s")
            t.until(lambda: os.path.exists(case))
            with open(case, "a", encoding="ascii") as file:
                file.write("\n")
            before = pty.read_file(case)
            t.send("mq")
            tap.ok(t.shows("not written, kept in memory") is not None,
                   "a case file that somebody else changed is not written over", t.text())
            tap.same(pty.read_file(case), before, "it is as it was left")
            t.send("q")
            tap.ok(t.shows("leave all the same") is not None,
                   "and leaving asks", t.text())
            t.send("no\r")
            t.shows("still here")
            t.send(":case %s\r" % os.path.join(folder, "elsewhere"))
            tap.ok(t.shows("kept in elsewhere") is not None, "it is written elsewhere",
                   t.text())
            t.send("q")
            tap.same(t.wait(), 1, "status")
        tap.same([n["mark"] for n in case_of(os.path.join(folder, "elsewhere"))["notes"]],
                 ["question"], "with what waited")


@test("files", "C23")
def said_when_written(tap):
    """What is said to be kept is in the file by then, however slow the disk is."""
    preload = os.path.join(os.environ.get("top_builddir") or TOP, "tests", "fault", "inject.so")
    if sanitized() or not os.path.exists(preload) or not os.path.getsize(preload):
        tap.skip("said when it is written", "nothing can be preloaded here")
        return
    with scratch() as folder:
        case = os.path.join(folder, "case")
        slow = {"LD_PRELOAD": preload, "FAULT": "fsync:1+:slow"}
        with inspect(["edited.json"], 120, 40, env=slow) as t:
            opened(tap, t)
            t.send(":reference honest.commitment.json\r")
            for asked in ("witness", "authority", "retrieved from", "retrieved at", "independent"):
                t.shows(asked)
                t.send("\r")
            t.shows("case file:")
            t.send("\x15" + case + "\r")
            t.shows("who examines")
            t.send("\r")
            tap.ok(t.shows("being written to case") is not None, "a reference is being written", t.text())
            tap.ok(t.shows("kept in case, with the result") is not None, "is kept", t.text())
            tap.same(os.path.exists(case) and len(case_of(case)["references"]), 1, "a reference that is said to be kept is")
            t.send(":outcome\r")
            answer(t, ("about entry", ""), ("system", "Northgate Bank"), ("effect", "payment"),
                   ("statement", "no transfer"), ("evidence", ""), ("retrieved", ""))
            tap.ok(t.shows("recorded, not checked: ") is not None, "a statement is recorded", t.text())
            tap.same(len(case_of(case)["outcome"]), 1, "one that is said to be is")
            t.send("q")
            tap.same(t.wait(), 1, "status")


def answer(terminal, *lines):
    for asked, text in lines:
        terminal.shows("^" + asked)
        terminal.send(text + "\r")


@test("files", "C23")
def statements(tap):
    """Outcome and review: asked field by field, files by their SHA-256, and
    nothing recorded before the last answer."""
    with scratch() as folder:
        case = os.path.join(folder, "case")
        said = os.path.join(folder, "said.txt")
        with open(said, "w", encoding="ascii") as file:
            file.write("no such transfer\n")
        sha256 = hashlib.sha256(b"no such transfer\n").hexdigest()
        with inspect(["edited.json", "--case=" + case], 120, 40) as t:
            opened(tap, t)
            t.send(":outcome\r")
            answer(t, ("who examines", "mb"), ("about entry: 5", ""), ("system", ""))
            tap.ok(t.shows("may not be empty") is not None, "a system is required", t.text())
            t.press("\x1b")
            tap.ok(t.shows("nothing was recorded") is not None, "Esc leaves it")
            t.send(":outcome\r")
            answer(t, ("about entry: 5", ""), ("system", "Northgate Bank"),
                   ("effect", "payment"), ("statement", "no transfer"),
                   ("evidence", os.path.join(folder, "nowhere")))
            tap.ok(t.shows("nowhere.*No such file") is not None,
                   "a file that is not there is refused", t.text())
            t.send("\x15" + said + "\r")
            answer(t, ("retrieved", "yesterday"))
            tap.ok(t.shows("^retrieved at: yesterday") is not None, "so is a time that is none",
                   t.text())
            t.send("\x152026-11-30T11:02:05Z\r")
            tap.ok(t.shows("OUTCOME +recorded +1 statement, none checked") is not None,
                   "outcome is recorded, not checked", t.text())
            t.send(":review\r")
            answer(t, ("reviewer", "kl"), ("report", said), ("statement", "read"))
            tap.ok(t.shows("the review is recorded") is not None, "a review", t.text())
            t.send("q")
            tap.same(t.wait(), 1, "status")
        made = case_of(case)
        got = made["outcome"][0]
        tap.same((got["system"], got["effect"], got["statement"], got["retrieved_at"]),
                 ("Northgate Bank", "payment", "no transfer", "2026-11-30T11:02:05Z"),
                 "as it was stated")
        tap.same(got["evidence"]["sha256"], sha256, "its evidence by SHA-256")
        tap.same(got["entry_digest"], entry_digest(sample("edited.json"), 5),
                 "about the entry by its digest")
        tap.same((made["review"][0]["reviewer"], made["review"][0]["report_sha256"]),
                 ("kl", sha256), "the reviewer, and the report by SHA-256")


@test("files", "C24")
def exported(tap):
    env = {"SOURCE_DATE_EPOCH": "1790000000"}
    for form in ("md", "text", "json", "csv", "html"):
        for arguments in (["edited.json"],
                          ["reclosed.json", "-c", "honest.commitment.json"]):
            with scratch() as folder:
                path = os.path.join(folder, "out")
                there = os.path.join(folder, "there")
                with open(there, "w", encoding="ascii") as file:
                    file.write("kept")
                with inspect(arguments, 120, 40, env=env) as t:
                    opened(tap, t)
                    t.send(":export %s %s\r" % (form, path))
                    t.shows("^ *written: ")
                    t.send(":export %s %s\r" % (form, there))
                    tap.ok(t.shows("exists already") is not None,
                           form + ": an existing path is refused", t.text())
                    t.press("\x1b")
                    t.send("q")
                    t.wait()
                tap.same(pty.read_file(there), "kept", form + ": and not written over")
                tap.same(sorted(os.listdir(folder)), ["out", "there"],
                         form + ": nothing else is left")
                want = run(["report", "--format=" + form] + arguments, env=env)
                tap.same(pty.read_file(path), want.stdout.decode("ascii", "replace"),
                         form + ": what aerscope report writes")


@test("files", "C24")
def exported_by_the_dialog(tap):
    with scratch() as folder:
        case = os.path.join(folder, "pay.case")
        env = {"SOURCE_DATE_EPOCH": "1790000000"}
        with inspect(["edited.json", "--case=" + case], 100, 30, env=env) as t:
            opened(tap, t)
            t.send("ms")
            t.shows("who examines")
            t.send("\r")
            t.shows("marked s")
            t.send("x")
            tap.ok(t.shows("as text") is not None and
                   t.shows("Four judgements follow") is not None,
                   "the dialog shows how it begins", t.text())
            t.press("\x1b")
            t.lacks("as text")
            tap.same(sorted(os.listdir(folder)), ["pay.case"], "Esc leaves nothing")
            want = run(["report", "--format=md", "--entries=4-5", "--case=" + case,
                        "edited.json"], env=env).stdout
            t.send("x")
            t.shows("as text")
            t.press("l")
            tap.ok(t.shows(r"^> format .*\[md\]") is not None, "l: another format", t.text())
            t.press("j")
            t.press("\r")
            t.shows("^entries: ")
            t.send("\x154-5\r")
            tap.ok(t.shows(r"^> entries +4-5") is not None, "a range of entries", t.text())
            tap.ok(t.shows(r"file .*pay-report\.md") is not None,
                   "a name is proposed beside the case file", t.text())
            t.send("x")
            tap.ok(t.shows("^ *written: ") is not None, "x writes it", t.text())
            t.send("H")
            tap.ok(t.shows("report.write") is not None, "the history has it", t.text())
            t.send("qq")
            t.wait()
        path = os.path.join(folder, "pay-report.md")
        with open(path, "rb") as file:
            data = file.read()
        tap.ok(data == want, "it is what aerscope report writes")
        tap.ok(hashlib.sha256(data).hexdigest() in pty.read_file(case),
               "with its SHA-256 in the case file")


@test("files", "C24")
def an_export_that_is_stopped(tap):
    """Nothing is left of it, whatever ends it."""
    with scratch() as folder:
        path = many(20000, os.path.join(folder, "many.json"))
        out = os.path.join(folder, "out.html")
        for ending in ("\x03", signal.SIGTERM):
            with inspect([path], 120, 40) as t:
                opened(tap, t)
                t.send(":export html --entries=all %s\r" % out)
                tap.ok(t.shows("so far; Ctrl-C stops") is not None, "how far it is, is said",
                       t.text())
                if ending == "\x03":
                    t.send(ending)
                    tap.ok(t.shows("stopped: nothing was written") is not None,
                           "Ctrl-C stops it", t.text())
                    t.send("q")
                else:
                    t.kill(ending)
                t.wait()
            tap.same(os.listdir(folder), ["many.json"], "nothing is left of it")


@test("files", "C24")
def keys_while_an_export_is_written(tap):
    """Ctrl-Z is served at once, other keys act behind it in their order, and what stops it takes them away."""
    with scratch() as folder:
        path = many(20000, os.path.join(folder, "many.json"))
        out = os.path.join(folder, "out.html")
        with inspect([path], 120, 40, job=True) as t:
            opened(tap, t)
            t.send(":export html --entries=all %s\r" % out)
            tap.ok(t.shows(r"writing the report: \d{1,3}(,\d{3})* bytes so far; Ctrl-C stops") is not None,
                   "bytes with marks of thousands", t.text())
            t.send("\x1a")
            tap.ok(t.stopped() is not None, "Ctrl-Z stops the process")
            tap.ok(not os.path.exists(out), "while the report is not written yet")
            t.foreground()
            t.shows("so far; Ctrl-C stops")
            t.send("120G")
            t.send("j")
            tap.ok(t.shows(r"^\S.* 121/20,000") is not None, "keys act behind it", t.text())
            tap.ok(os.path.exists(out), "when it is written")
            t.send(":export html --entries=all %s.1\r" % out)
            t.shows("so far; Ctrl-C stops")
            t.send("G")
            t.send("\x03")
            tap.ok(t.shows("stopped: nothing was written") is not None, "Ctrl-C stops it", t.text())
            tap.ok("121/20,000" in t.screen.lines()[0], "and what was typed before it", t.text())
            t.send(":export html --entries=all %s.2\r" % out)
            t.shows("so far; Ctrl-C stops")
            t.send("q")
            tap.same(t.wait(), 3, "q leaves when it is written")
        tap.ok(os.path.exists(out + ".2"), "which it is")
