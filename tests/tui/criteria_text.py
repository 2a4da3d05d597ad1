"""C5 injection, C6 injective text, C7 widths, C8 locales."""

import json
import os
import re
import shutil
import subprocess
import unicodedata

import pty
from criteria_base import (VIEWS, aerbuild, begin_note, cells, clean_environment, entry,
                           inspect, keys, opened, run, sample, saved_screen,
                           scratch, shoot, test, timeline)

# Each with a mark behind it, so that what got through can be found.
ATTACKS = {
    "csi": "\x1b[2J\x1b[38;5;77mQZ", "home": "\x1b[H\x1b[1mQZ",
    "reset": "\x1bcQZ", "title": "\x1b]0;stolen\x07QZ",
    "clipboard": "\x1b]52;c;c3RvbGVu\x07QZ", "link": "\x1b]8;;http://x/\x1b\\QZ",
    "dcs": "\x1bPq#0~\x1b\\QZ", "apc": "\x1b_x\x1b\\QZ", "answer": "\x1b[c\x1b[6nQZ",
    "mouse": "\x1b[?1000h\x1b[?1049lQZ", "keys": "\x1b[?2004l\x1b[4hQZ",
    "charset": "\x0e\x1b(0QZ", "c1": "\x9b31m\x9d0;x\x9c\x90\x85QZ",
    "c0": "\x00\x07\x08\x08\x08\x0b\x0c\x7fQZ", "lines": "\r\n\t\u2028QZ",
    "bidi": "\u202egnp.\u202c\u2066\u2069QZ", "invisible": "\u200b\u2060\ufeffQZ",
    "surrogate": "\ud83dQZ", "tag": "\U000e0041QZ", "private": "\ue000QZ",
}
TERMS = ("xterm-256color", "vt100", "linux", "screen", "tmux", "putty")
TOKEN = re.compile(r"<(?:U\+[0-9A-F]{4,6}|0x[0-9A-F]{2})>")


def hostile_entries():
    """Each attack in each member that is shown, and in a name."""
    made = []
    for seq, attack in enumerate(ATTACKS.values(), 1):
        made.append(entry(
            seq, attack, attack if seq % 3 else "LOGGED BY AGENT",
            attack.encode("utf-8", "surrogatepass"),
            id="id%d%s" % (seq, attack), created_at=attack,
            verification_status=attack, output_hash=attack,
            entry_digest=attack, **{"x" + attack: attack, "note": [attack]}))
        made[-1]["job_id"] = ATTACKS["csi"]
    aerbuild.link(aerbuild.close(made))
    made[4]["prev_digest"] = ATTACKS["title"] * 4
    made[7]["prev_digest"] = ATTACKS["csi"]
    made[9]["canonical_bytes"] = ATTACKS["c1"]
    made[11]["seq"] = aerbuild.Raw("11")
    return made


def hostile_file(folder):
    """A timeline and a commitment with names like their content."""
    path = os.path.join(folder, "na\x1b]0;stolen\x07\x9b31m\udcffme\n.json")
    timeline(hostile_entries(), path, 1, linked=False)
    commitment = os.path.join(folder, "c\x1b]52;c;eA==\x07\r.commitment")
    attack = ATTACKS["title"] + ATTACKS["csi"]
    with open(commitment, "w", encoding="ascii") as file:
        file.write(aerbuild.to_text({
            "job_id": ATTACKS["csi"], "final_entry_digest": "0" * 64,
            "entry_count": 99, "published_at": attack, attack: attack}))
    second = os.path.join(folder, "second\x1b[2J")
    with open(second, "w", encoding="ascii") as file:
        file.write(aerbuild.to_text({
            "job_id": ATTACKS["csi"], "final_entry_digest": "0" * 64,
            "entry_count": 99, "published_at": "2026-10-05T09:41:30Z"}))
    return [path, "-c", commitment, "--witness=" + attack,
            "--authority=" + attack, "--retrieved-from=" + attack,
            "-c", second, "--witness=" + attack]


def visit(tap, terminal, name, folder, check, brief):
    """All views, all kinds of bytes, some entries; check() now and then."""
    steps = ["", "\x0c", "l", "lllll", "$", "0", "J" * 5, "v", "v", "v", "v",
             "=", "=", "="] + \
        ["%dG" % n for n in range(1, len(ATTACKS) + 1)] + \
        ["%dG\r" % n for n in ((5,) if brief else (2, 5, 8, 10, 12))] + \
        ["t", "&has:failure\r", "\\", "/QZ\r", "n", "/\x1b[200~" +
         ATTACKS["clipboard"] + "\x1b[201~\r", "N", "t", "F=", "c\r"] + \
        [keys(pressed) for pressed in VIEWS.values()]
    for number, step in enumerate(steps):
        terminal.press(step)
        if check and number % 8 == 0:
            check(tap, terminal, "%s: step %d" % (name, number),
                  os.path.join(folder, "s%d" % number))
        if step in ("F=", "c\r"):
            for _ in range(2):
                terminal.press("\x1b")
        if step.endswith("G\r") or step in map(keys, VIEWS.values()):
            for _ in range(2 if brief else 6):
                terminal.press("J " if step != "\r" else "J")
            terminal.press("\x1b")


def as_saved(tap, terminal, name, path):
    # What takes its time, such as an explanation, may come between the two.
    for attempt in range(20):
        terminal.quiet(0.1 * (attempt + 1))
        shown = terminal.screen.lines()
        saved = saved_screen(terminal, "%s.%d" % (path, attempt))
        lines = (saved or "").split("\n") + [""] * len(shown)
        rows = len(shown) - 2
        if shown[:rows] == lines[:rows]:
            break
    tap.same(shown[:rows], lines[:rows], name + ": the terminal shows what was "
             "drawn")


def nothing_through(tap, terminal, name, pattern):
    found = pty.strange(terminal.raw(), pattern)
    tap.same(found[:5], [], name + ": only sequences of the terminal's own")
    s = terminal.screen
    tap.same((s.titles, s.clipboard, s.unknown, s.controls, s.bells),
             ([], [], [], [], 0), name + ": no title, clipboard, control")
    # The terminal is asked once, before anything is drawn.
    tap.ok(len(s.queries) == len(set(s.queries)) and
           set(s.queries) <= {"osc 11", "da"}, name + ": no question of the "
           "evidence", s.queries)


def modes(terminal):
    """Without what is being drawn with at this moment."""
    return dict(terminal.screen.state(), plain=True)


def injected(tap, term, env=None, size=(120, 40), brief=True):
    name = term + (" " + env["LC_ALL"] if env else "")
    pattern = pty.Terminfo(term).pattern(pty.BESIDES + pty.QUESTIONS)
    with scratch() as folder:
        arguments = hostile_file(folder)
        with inspect(arguments, *size, term=term, env=env) as t:
            opened(tap, t, name + ": opens")
            mode = modes(t)
            visit(tap, t, name, folder, as_saved, brief)
            tap.same(modes(t), mode, name + ": modes are unchanged")
            t.press(":" + "\x1b")
            seen = t.raw()
            tap.ok(b"<U+001B>" in seen and b"<U+009B>" in seen,
                   name + ": they were on the screen, as tokens")
            t.send("q")
            t.wait()
            nothing_through(tap, t, name, pattern)


@test("text", "C5")
def hostile_text_on_each_terminal(tap):
    for term in TERMS:
        if pty.terminfo_here(term):
            injected(tap, term, brief=term != "xterm-256color")
        else:
            tap.skip(term, "this system does not describe it")


@test("text", "C5")
def hostile_text_elsewhere(tap):
    injected(tap, "xterm-256color", {"LC_ALL": "C"})
    injected(tap, "xterm-256color", size=(40, 12))
    injected(tap, "xterm-256color", size=(64, 20))


@test("text", "C5")
def hostile_samples_and_damage(tap):
    pattern = pty.Terminfo("xterm-256color").pattern(pty.BESIDES + pty.QUESTIONS)
    with scratch() as folder:
        damaged = os.path.join(folder, "damaged\x1b[31m.json")
        with open(damaged, "wb") as file:
            file.write(b'[{"\x1b[2J\x9b31m":"\xff\xfe\x1b]0;x\x07",' * 2)
        refused = os.path.join(folder, "refused\x07.json")
        with open(refused, "wb") as file:
            file.write(b"\x1b[2J\x1b]0;x\x07 no timeline")
        for arguments in ([sample("hostile.json")], [damaged], [refused],
                          [damaged + "absent"], ["--\x1b[31m"],
                          [damaged, "--format=\x1b[31m"]):
            with inspect(arguments, 80, 24) as t:
                t.until(lambda: "TIMELINE" in t.text() and
                        "examining" not in t.text(), 5)
                t.quiet(0.05)
                for key in "ojF?\x1b":
                    if t.poll_exit():
                        break
                    t.press(key)
                if not t.poll_exit():
                    t.press("\x1b")
                    t.send("qqqq")
                t.wait()
                nothing_through(tap, t, repr(arguments[-1][-24:]), pattern)


@test("text", "C5")
def the_marks_are_found(tap):
    """The parser that the others rely on."""
    pattern = pty.Terminfo("xterm-256color").pattern(pty.BESIDES + pty.QUESTIONS)
    for bad in ATTACKS["csi"], ATTACKS["title"], ATTACKS["reset"], "\x07", \
            "\x9b31m", "\x7f", "\x1b[31;1;4m", "\x1b]52;c;eA==\x07", "\x1b[6n":
        tap.ok(pty.strange(b"plain\x1b[1;1Hplain" + bad.encode() + b"\x1b[1m",
                           pattern), "finds %r" % bad)
    tap.same(pty.strange("a\x1b[12;40H\x1b[1m\x1b[K\u00e9\x1b[?2004h".encode(),
                         pattern), [], "leaves the terminal's own alone")


@test("text", "C5")
def hostile_notes(tap):
    pattern = pty.Terminfo("xterm-256color").pattern(pty.BESIDES + pty.QUESTIONS)
    with scratch() as folder:
        case = os.path.join(folder, "case\x1b]0;x\x07")
        with inspect(["edited.json", "--case=" + case]) as t:
            opened(tap, t)
            begin_note(t)
            t.send(b"\x1b[200~note \x1b]0;stolen\x07\x1b[31m\x9b\xc2\x9b\x1b[201~")
            tap.ok(t.shows("<U\\+001B>.*<U\\+0007>.*\ufffd<U\\+009B>") is not None,
                   "what is pasted into a note is shown escaped", t.text())
            t.send("\x18")
            tap.ok(t.shows(r"^NOTE .*<U\+001B>") is not None, "so is the note", t.text())
            for view in ("A", "H", ":examiner \x1b[200~\xc2\x9b\x1b[201~me\r", "A"):
                t.send(view)
                t.quiet(0.1)
                t.press("\x1b")
            t.send("q")
            t.wait()
            nothing_through(tap, t, "a note", pattern)
            with open(case, encoding="utf-8") as file:
                made = json.load(file)
            tap.same(made["notes"][0]["text"],
                     "note \x1b]0;stolen\x07\x1b[31m\ufffd\x9b", "it is kept as pasted")
            # What somebody else put into a case file is no safer.
            made["examiner"] = made["notes"][0]["text"] + "\u202e"
            made["history"] = []
            with open(case, "w", encoding="utf-8") as file:
                json.dump(made, file)
        for size in ((120, 40), (80, 24), (40, 12)):
            with inspect(["edited.json", "--case=" + case], *size) as t:
                opened(tap, t)
                for view in ("A", "<Enter>", "H", "o"):
                    t.send(keys(view))
                    t.quiet(0.05)
                    t.press("\x1b")
                t.send("q")
                t.wait()
                nothing_through(tap, t, "a case file at %dx%d" % size, pattern)


# -------------------------------------------------------------- C6 injective

@test("text", "C6")
def tokens_and_cuts_are_reverse(tap):
    with inspect([sample("hostile.json")], 100, 30) as t:
        opened(tap, t)
        tokens = cuts = 0
        wrong = []
        for key in "jjjjjjjjjjjjjjj\x1boF":
            t.press(key)
            for row, line in enumerate(t.screen.chars):
                text = "".join(c or "\0" for c in line)
                attrs = t.screen.attrs[row]
                for match in TOKEN.finditer(text):
                    tokens += 1
                    if not all(a.reverse for a in attrs[match.start():match.end()]):
                        wrong.append(text)
                for match in re.finditer("~", text):
                    cuts += 1
                    if not attrs[match.start()].reverse:
                        wrong.append(text)
        tap.ok(tokens > 50 and cuts > 20, "tokens and cut signs were shown",
               "%d tokens, %d cuts" % (tokens, cuts))
        tap.same(wrong[:3], [], "each is in reverse video")
        t.send("qqq")
        t.wait()


CLUSTERS = ["e\u0301", "a\u0323\u0302", "o\u0302\u0308\u0301\u0300",
            "\u0915\u0949", "\u05d1\u05bc"]


def unbroken(text):
    """What of the screen is a token cut in two, by the cut sign, an edge or
    the end of a line."""
    out = []
    for line in text.split("\n"):
        rest = TOKEN.sub("", line)
        if re.search(r"<(U(\+[0-9A-F]*)?|0(x[0-9A-F]*)?)?(~|$|\s)", rest):
            out.append(line)
        elif re.search(r"(?:^|\s)[0-9A-F]{0,6}>(?!\s*\d| )", rest) and \
                "U+" not in line:
            out.append(line)
    return out


@test("text", "C6")
def nothing_is_cut_in_two(tap):
    with scratch() as folder:
        wide = "x\u6f22\u5b57"
        texts = ["\u202e" * 9, "\x1b[31m" * 5, wide * 8 + "\u200b" * 4] + \
            [cluster * 12 for cluster in CLUSTERS]
        path = timeline([entry(
            n, text, "LOGGED BY " + text, text.encode(), id=text, created_at=text)
            for n, text in enumerate(texts, 1)], os.path.join(folder, "cut.json"))
        steps = []
        for width in range(40, 201):
            steps.append(("list.%d" % width, (width, 30), "<Esc><Esc>g"))
            for n in (1, 3, 4):
                steps.append(("card.%d.%d" % (width, n), (width, 60),
                              "%dG<Enter>" % n))
                steps.append(("back.%d.%d" % (width, n), (width, 30),
                              "<Esc>" + "l" * n))
        screens, done = shoot([path], steps)
        tap.same(done.returncode, 3, "screens of all widths from 40 to 200")
        wrong, torn, seen = [], [], 0
        for name, text in screens.items():
            wrong += [name + ": " + line for line in unbroken(text)]
            torn += [name + ": " + line for line in torn_graphemes(text)]
            seen += len(TOKEN.findall(text))
        tap.ok(seen > 1000, "%d tokens were shown" % seen)
        tap.same(wrong[:3], [], "no token is cut")
        tap.same(torn[:3], [], "no grapheme is cut")


def torn_graphemes(text):
    """Lines that hold marks without their base, or a part of them."""
    out = []
    whole = {unicodedata.normalize("NFD", c) for c in CLUSTERS}
    for line in text.split("\n"):
        plain = TOKEN.sub("", line)
        for match in re.finditer(r"[^\u0300-\u036f][\u0300-\u036f]+", plain):
            got = unicodedata.normalize("NFD", match.group())
            if got not in whole:
                out.append(line)
                break
    return out


PAIRS = ["a", "a\u200b", "a ", " a", "a\u00a0", "<U+200B>a", "\u200ba", "\u0430",
         "\u00e9", "e\u0301", "<", "<U+003C>", "<U+00", "<0xFF>", "K", "\u212a",
         "\u00c5", "\u212b", "A\u030a", "a\u034f", "ab", "a\x08b", "a\x00b", "a\tb",
         "a~", "pay", "p\u0430y", "\u202eyap", "a\ufe0f", "a\ufe0e", "\ufb01", "fi",
         "x" * 40, "x" * 39 + "\u200b", "\ud800", "\U000e0061", "\u2028", "\u115f",
         "a\u0301\u0302\u0303\u0304\u0305", "a\u0301\u0302\u0303\u0304",
         "\U0001f469\u200d\U0001f52c", "\U0001f469\U0001f52c"]


@test("text", "C6")
def different_texts_look_different(tap):
    with scratch() as folder:
        path = timeline([entry(n, text) for n, text in enumerate(PAIRS, 1)],
                        os.path.join(folder, "pairs.json"))
        steps = [(str(n), (120, 40), "<Esc>%dG<Enter>" % n)
                 for n in range(1, len(PAIRS) + 1)]
        screens, _ = shoot([path], steps)
        looks = {}
        for n, text in enumerate(PAIRS, 1):
            match = re.search(r"tool (.*?)  +close |\btool +(\S.*?) *$",
                              screens[str(n)], re.M)
            shown = next(filter(None, match.groups())) if match else None
            # Two forms of one letter look the same on a screen.
            looks.setdefault(shown and unicodedata.normalize("NFC", shown),
                             []).append(text)
        tap.ok(None not in looks, "each is shown")
        # What is too long for the row is cut there and in full below.
        alike = {k: v for k, v in looks.items() if len(v) > 1 and k and "~" not in k}
        tap.same(alike, {}, "different texts look different")


# ----------------------------------------------------------------- C7 widths

STRANGE = ["plain.tool", "\u6f22\u5b57", "\uac00\uac01", "e\u0301a\u0323\u0302",
           "\U0001f469\u200d\U0001f52c", "\u2764\ufe0f", "\U0001f1e9\U0001f1ea",
           "\u0378", "\U0001fae0\U0001f9ff", "\u0e01\u0e33", "\u0915\u094d\u0937\u093f",
           "\u1100\u1161\u11a8", "\uff21\uff22", "\u00b1\u2460\u2606", "\u4dc0",
           "\ufdfd", "\U0001d173", "\u0600\u0661", "\u2e3b", "\U0001f3f4\U000e0067",
           "\u3000x", "\uff76\uff9e", "\u1f88\u0345", "x\u20dd", "\u0bcc\u0bd7"]


def strange_timeline(folder, texts=None):
    return timeline([entry(n, text, ["LOGGED BY AGENT", "OBSERVED VIA GATEWAY",
                                     "LOGGED BY " + text][n % 3], id=text)
                     for n, text in enumerate(texts or STRANGE, 1)],
                    os.path.join(folder, "widths.json"))


def borders(rows):
    """For each row of the list: where its last columns begin, in cells."""
    out = {}
    for row in rows:
        text = "".join(c[:1] if c else "\0" for c in row)
        match = re.match(r"^[> ] +(\d+) ", text)
        if not match:
            continue
        places = [m.start() for m in re.finditer(
            r"(agent assertion|gateway observation|none)(?= )|(?<= )(genesis|holds)",
            text)]
        out[int(match.group(1))] = places
    return out


@test("text", "C7")
def columns_whatever_the_text(tap):
    with scratch() as folder:
        path = strange_timeline(folder)
        for size in ((120, 60), (100, 60), (80, 60), (170, 60)):
            for name, widths in (("the usual widths", pty.width),
                                 ("all narrow", pty.narrow_width),
                                 ("ambiguous wide", pty.ambiguous_width)):
                with inspect([path, "--layout=array"], *size, widths=widths) as t:
                    opened(tap, t)
                    t.send("=")
                    t.quiet(0.1)
                    t.send("=")
                    t.quiet(0.1)
                    found = borders(t.screen.chars)
                    name_ = "%dx%d, a terminal with %s" % (*size, name)
                    tap.ok(len(found) > 15, name_ + ": rows were read",
                           t.text())
                    places = set(map(tuple, found.values()))
                    tap.ok(len(places) == 1 and len(min(places)) == 2,
                           name_ + ": columns begin in the same cells",
                           places, t.text())
                    t.send("q")
                    t.wait()


@test("text", "C7")
def saved_screens_have_the_same_widths(tap):
    """What the program takes for the width of a text, against wcwidth."""
    with scratch() as folder:
        path = strange_timeline(folder)
        screens, _ = shoot([path], [("a", (120, 60), "g=="), ("b", (80, 60), "g==")])
        for name, text in screens.items():
            found = borders([list(cells(line)) for line in text.split("\n")])
            tap.ok(len(found) > 15 and len(set(map(tuple, found.values()))) == 1,
                   "columns of saved screen " + name, found, text)


# ---------------------------------------------------------------- C8 locales

def locales():
    done = subprocess.run(["locale", "-a"], capture_output=True, check=False)
    have = done.stdout.decode("ascii", "replace").split()
    latin = [name for name in have if re.search(r"8859-?1$", name, re.I)]
    return [("C", {"LC_ALL": "C"}), ("POSIX", {"LC_ALL": "POSIX"}),
            ("none at all", {"LC_ALL": None, "LANG": None, "LC_CTYPE": None}),
            ("a missing one", {"LC_ALL": "xx_XX.UTF-8"}),
            ("latin1", {"LC_ALL": latin[0] if latin else "de_DE.ISO-8859-1"}),
            ("LC_CTYPE alone", {"LC_ALL": None, "LC_CTYPE": "C",
                                "LANG": "C.UTF-8"})]


@test("text", "C8")
def locales_that_are_not_utf8(tap):
    texts = ["fs.read", "\u6f22\u5b57", "caf\u00e9", "e\u0301", "\U0001f469"]
    with scratch() as folder:
        path = strange_timeline(folder, texts)
        for name, env in locales():
            with inspect([path, "--frames=unicode"], 100, 30, env=env) as t:
                opened(tap, t, name + ": starts")
                for key in "j\rjo\x1b":
                    t.press(key)
                t.press("\x1b")
                tap.ok(t.shows(r"^> +\d ") is not None, name + ": keys act")
                raw = t.raw()
                tap.ok(all(byte < 0x80 for byte in raw), name + ": ASCII alone")
                tap.ok(b"<U+6F22>" in raw and b"<U+00E9>" in raw,
                       name + ": tokens for the rest")
                tap.ok(b"---" in raw, name + ": ASCII frames")
                t.send("q")
                tap.same(t.wait(), 3, name + ": status")
            done = run(["verify", path], env=env)
            tap.same((done.returncode, done.stderr,
                      all(b < 0x80 for b in done.stdout)), (3, b"", True),
                     name + ": verify as well")
    tap.ok(clean_environment()["LC_ALL"] == "C.UTF-8", "the rest is in UTF-8")


def latin1_locale(folder):
    """Settings for a locale whose characters are those of ISO 8859-1, made here; or why there is none."""
    if not shutil.which("localedef"):
        return None, "no localedef here"
    name = "de_DE.ISO-8859-1"
    done = subprocess.run(["localedef", "-c", "-i", "de_DE", "-f", "ISO-8859-1", os.path.join(folder, name)],
                          capture_output=True, check=False)
    env = {"LC_ALL": name, "LOCPATH": folder}
    told = subprocess.run(["locale", "charmap"], capture_output=True, check=False, env=dict(os.environ, **env))
    if told.stdout.strip() != b"ISO-8859-1":
        return None, "localedef cannot make one: %s" % done.stderr.decode("utf-8", "replace")[:100].strip()
    return env, None


@test("text", "C8")
def a_locale_of_latin1(tap):
    """One byte a character, and every byte one: what is written as UTF-8 would be read as two letters."""
    texts = ["fs.read", "\u6f22\u5b57", "caf\u00e9", "e\u0301", "\u00a4"]
    with scratch() as folder:
        env, why = latin1_locale(folder)
        if not env:
            tap.skip("a locale of ISO 8859-1", why)
            return
        path = strange_timeline(folder, texts)
        odd = os.path.join(folder, "caf\u00e9.json")
        shutil.copy(path, odd)
        with inspect([odd, "--frames=unicode"], 100, 30, env=env) as t:
            opened(tap, t, "starts")
            tap.ok("caf<U+00E9>" in t.text() and "<U+6F22>" in t.text(), "tokens for what is not ASCII", t.text())
            for key in ("j", "\r", "j", "\x1b", "o", "\x1b", "F", "\x1b", "/caf\u00e9\r"):
                t.press(key)
            raw = t.raw()
            tap.ok(all(byte < 0x80 for byte in raw), "on the screen ASCII alone")
            tap.ok(b"---" in raw, "ASCII frames")
            t.send("q")
            tap.same(t.wait(), 3, "status")
        for arguments in (["verify", odd], ["verify", "--format=json", odd], ["digest", odd], ["diff", odd, path],
                          ["report", "--format=text", "--entries=all", odd],
                          ["verify", os.path.join(folder, "r\u00e9sum\u00e9.json")]):
            done, plain = run(arguments, env=env), run(arguments, env={"LC_ALL": "C"})
            tap.ok(done.stdout + done.stderr != b"" and all(b < 0x80 for b in done.stdout + done.stderr),
                   " ".join(arguments[:2]) + ": no byte that latin1 would show as another letter")
            tap.same((done.returncode, done.stdout, done.stderr), (plain.returncode, plain.stdout, plain.stderr),
                     " ".join(arguments[:2]) + ": what is written in the C locale")


@test("text", "C8")
def utf8_shows_what_is_plain(tap):
    with scratch() as folder:
        path = strange_timeline(folder, ["\u6f22\u5b57", "caf\u00e9"])
        for env in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": None, "LANG": "C.UTF-8"}):
            with inspect([path, "--frames=unicode"], 100, 30, env=env) as t:
                opened(tap, t)
                tap.ok("\u6f22" in t.text() and "caf\u00e9" in t.text() and
                       "\u2500" in t.text(), "UTF-8: text and frames", t.text())
                t.send("q")
                t.wait()
