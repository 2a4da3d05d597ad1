"""C26 keys, C27 plain."""

import json
import os
import re
import time

import pty
from criteria_base import (SAMPLES, TOP, VIEWS, inspect, opened, run,
                           saved_screen, scratch, shoot, test)

TERMS = ("tmux", "screen", "xterm", "linux", "putty", "xterm-256color", "vt100")
ACTION = re.compile(
    r'X\((\w+), "([a-z-]+)",\s*"((?:[^"\\]|\\.)*)",\s*([A-Z]+),\s*'
    r'"((?:[^"\\]|\\.)*)"')


def actions():
    """The table of actions: [(name, keys, help)]."""
    with open(os.path.join(TOP, "src", "tui", "keymap.h"), encoding="utf-8") as file:
        text = file.read()
    table = text[text.index("#define ACTION_TABLE(X)"):]
    table = table[:re.search(r"[^\\]\n", table).end()].replace("\\\n", " ")
    return [(m.group(2), m.group(3).replace("\\\\", "\\").split(), m.group(5))
            for m in ACTION.finditer(table)]


def label(key):
    """As shown to people."""
    key = re.sub(r"<C-(.)>", r"Ctrl-\1", key)
    key = key.replace("<lt>", "<")
    return re.sub(r"<([A-Z][A-Za-z0-9]*)>", r"\1", key)


@test("keys", "C26")
def the_table_is_read(tap):
    table = actions()
    tap.ok(len(table) > 40 and ("down", "j", "next entry") ==
           (table[0][0], table[0][1][0], table[0][2][:10]), "%d actions" % len(table))


@test("keys", "C26")
def nothing_on_such_keys_alone(tap):
    bad = re.compile(r"^(<C-[ABSQ]>|<F\d+>|<A-.>|<M-.>|<Mouse.*>)$")
    for name, pressed, _ in actions():
        if pressed and all(bad.match(key) for key in pressed):
            tap.ok(False, "%s is on %s alone" % (name, pressed))
    tap.ok(True, "no action is only on Ctrl-A, Ctrl-B, Ctrl-S, Ctrl-Q, F-keys, "
           "Alt or mouse")
    used = [key for _, pressed, _ in actions() for key in pressed]
    tap.same(sorted({key for key in used if used.count(key) > 1}), [],
             "no key has two actions")


@test("keys", "C26")
def every_action_is_in_the_help(tap):
    screens, _ = shoot(["edited.json"], [("help", (140, 500), "?")])
    shown = re.sub(r"\s+", " ", screens["help"])
    missing = []
    for name, pressed, text in actions():
        left = ", ".join(label(key) for key in pressed) or ":" + name
        if " %s " % left not in shown or re.sub(r"\s+", " ", text[:30]) not in shown:
            missing.append((name, left))
    tap.same(missing, [], "each action is in the help with its keys")


@test("keys", "C26")
def every_action_by_its_name(tap):
    names = [name for name, _, _ in actions()
             if name not in ("quit", "cancel", "suspend")]
    unknown = []
    with inspect(["edited.json"], 120, 40) as t:
        opened(tap, t)
        for name in names:
            t.press(":%s\r" % name)
            if re.search(r"no action|more than one action", t.text()):
                unknown.append(name)
            for _ in range(2):  # out of a prompt, out of a view
                t.press("\x1b")
        t.send("\x1bq")
        t.wait(1)
    tap.same(unknown, [], "each action is in :")
    for name, status in (("quit", 1), ("cancel", 1)):
        with inspect(["edited.json"]) as t:
            opened(tap, t)
            t.send(":%s\r" % name)
            tap.same(t.wait(), status, ":" + name)
    with inspect(["edited.json"], job=True) as t:
        opened(tap, t)
        t.send(":suspend\r")
        tap.ok(t.stopped() is not None, ":suspend")
        t.foreground()
        t.shows(r"^> +5 ")
        t.send("q")
        tap.same(t.wait(), 1, "and back")


@test("keys", "C26")
def views_by_name_and_by_key_are_the_same(tap):
    names = {name: key for name, key in VIEWS.items()
             if name != "list" and "-" not in name}
    steps = []
    for name, key in names.items():
        steps.append((name, (120, 40), "<Esc><Esc>" + key))
        steps.append((":" + name, (120, 40), "<Esc><Esc>:%s<Enter>" % name))
    screens, _ = shoot(["edited.json"], steps)
    for name in names:
        tap.same(screens[":" + name], screens[name], ":%s is %s" % (name, names[name]))


def usual_keys():
    """{action: [label, ...]}"""
    return {name: [label(key) for key in keys] for name, keys, _ in actions()}


# Letters that a screen explains as signs of its own, and the keys of a line, which nothing binds.
SIGNS = re.compile(r"S stored|R recomputed|R zeros|E earlier|L later|s signal|R recorder|"
                   r"G gateway|[!?>~] (a|failure|warning|selected|entry)|> holds|"
                   r"r g a n|- none|\d s earlier|\d s later|"
                   r"(?m:^ ?Enter takes it.*$)|Tab lists")


def named(text, labels):
    """Keys that a screen names: before what they do, or before a colon."""
    out = set()
    text = SIGNS.sub("", text)
    for label in labels:
        # 0 and = stand for themselves all over, and a is a word.
        if label in ("0", "=", ":", "-", ".", "a", "A"):
            continue
        if re.search(r"(?:^|[ (,])%s(?: [a-z]{3}|: )" % re.escape(label), text, re.M):
            out.add(label)
    return out | {"="} if re.search(r"\(= by|^.*  = turn", text, re.M) else out


def translated(pressed, keys):
    """Keys in the notation of scripts, as they are bound now."""
    out = []
    for key in re.findall(r"<[^>]*>|.", pressed):
        label = {"<Enter>": "Enter", "<Esc>": "Esc", "<C-C>": "Ctrl-C"}.get(key, key)
        out.append(keys.get(label, key))
    return "".join(out)


SAYINGS = {
    "unknown": "~", "no-search": "n", "filter": "&tool=pay.send\r", "hidden": ":5\r",
    "sent": "ys", "no-action": ":nothing\r", "detach": ":detach\r", "mouse": "M",
    "findings-turned": "F=", "references-none": "c"}


@test("keys", "C26")
def the_screen_names_the_keys_that_are_bound(tap):
    usual = usual_keys()
    labels = {label for some in usual.values() for label in some}
    letters = [chr(c) for c in range(0x430, 0x450)] + [chr(c) for c in range(0x3b1, 0x3ca)] + \
        [chr(c) for c in range(0x410, 0x430)] + [chr(c) for c in range(0x561, 0x587)]
    bound = {name: letters[n] for n, name in enumerate(usual)}
    keys = {label: bound[name] for name, some in usual.items() for label in some}
    with scratch() as folder:
        config = os.path.join(folder, "config.json")
        with open(config, "w", encoding="utf-8") as file:
            json.dump({"bind": bound}, file)
        found = {}
        for way in ("usual", "other"):
            found[way] = set()
            for case in (["edited.json"], ["damaged.json"], ["honest.json"],
                         ["reclosed.json", "-c", "honest.commitment.json",
                          "--expect=honest.expected.json"]):
                for size in ((120, 40), (80, 24), (40, 12), (30, 8)):
                    text = said_by(folder, case, size, keys if way == "other" else {},
                                   config if way == "other" else "none")
                    tap.need(text.count("TIMELINE") + text.count("TL ") > 15,
                             "%s at %s: screens are there" % (case[0], size))
                    found[way] |= named(text, labels)
    tap.ok(len(found["usual"]) > 20, "%d keys are named with the usual ones: %s" % (
        len(found["usual"]), " ".join(sorted(found["usual"]))))
    tap.same(sorted(found["other"]), [], "and none of them when others are bound")


def said_by(folder, case, size, keys, config):
    """All views and some messages, one after the other."""
    steps = {**{name: key for name, key in VIEWS.items() if name != "help"}, **SAYINGS}
    script, paths = ["<wait>", "<resize %d %d>" % size], []
    for number, pressed in enumerate(steps.values()):
        paths.append(os.path.join(folder, "%d-%d" % (len(os.listdir(folder)), number)))
        home = translated("<Esc><Esc><Esc><Esc>\\<Esc>g", keys)
        parts = re.split(r"([:&/][^\r]*\r)", pressed.replace("<Enter>", "<Enter>"))
        keyed = "".join(
            translated(part[0], keys) + part[1:-1] + "<Enter>" if part.endswith("\r") else
            translated(part, keys) for part in parts if part)
        script.append(home + keyed + "<save %s>" % paths[-1])
    path = os.path.join(folder, "script")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(script))
    run(["view", "--config=" + config] + case, cwd=SAMPLES, env={"AERSCOPE_SCRIPT": path})
    out = []
    for path in paths:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            out.append(file.read())
        os.unlink(path)
    return "\n".join(out)


FROM_5 = (("kcud1", 6), ("kcuu1", 4), ("kend", 8), ("khome", 1), ("knp", 8),
          ("kpp", 1))


@test("keys", "C26")
def keys_of_each_terminal(tap):
    for term in TERMS:
        if not pty.terminfo_here(term):
            tap.skip(term, "this system does not describe it")
            continue
        with inspect(["edited.json"], term=term) as t:
            opened(tap, t, term + ": opens")
            strings = pty.Terminfo(term).strings
            for name, entry in FROM_5:
                if name not in strings:
                    continue
                t.send("5G")
                t.shows(r"^> +5 ")
                t.send(strings[name].encode("latin-1"))
                tap.ok(t.shows(r"^> +%d " % entry) is not None,
                       "%s: %s goes to %d" % (term, name, entry), t.text())
            # Both forms, whatever the description says.
            t.send("g")
            for sequence, entry in (("\x1b[B", 2), ("\x1bOB", 3), ("\x1b[A", 2)):
                t.send(sequence)
                tap.ok(t.shows(r"^> +%d " % entry) is not None,
                       "%s: %r as well" % (term, sequence))
            t.send(strings.get("kf1", "\x1bOP").encode("latin-1"))
            tap.ok(t.shows(r"^--- help") is not None, term + ": F1 helps")
            t.send("\x1b")
            t.shows(r"^> ")
            t.send("\r")
            tap.ok(t.shows(r"^--- entry") is not None, term + ": Enter")
            t.send("\x1b")
            tap.ok(t.shows(r"^> +2 ") is not None, term + ": Esc", t.text())
            t.send("\x1b[99~\x1b[1;5Z\x1bO9\x1b[<0;1;1M\x1b[I")
            t.quiet(0.1)
            tap.ok(re.search(r"^> +2 ", t.text(), re.M) is not None,
                   term + ": sequences that nobody knows do nothing", t.text())
            with scratch() as folder:
                shown = t.screen.lines()
                saved = saved_screen(t, os.path.join(folder, "s")).split("\n")
                tap.same(shown[:20], saved[:20], term + ": shows what was drawn")
            t.send("q")
            tap.same(t.wait(), 1, term + ": q")
            tap.same(t.screen.unknown, [], term + ": no sequence unknown to it")


def escape_time(tap, rounds=5):
    """Seconds from Esc to the picture that it brings."""
    times = []
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        for _ in range(rounds):
            t.send("?")
            t.shows(r"^--- help")
            t.quiet(0.1)
            began = time.monotonic()
            t.send("\x1b")
            times.append((t.shows(r"^> +5 ") or began + 99) - began)
        t.send("q")
        t.wait()
    return times


@test("keys", "C26")
def escape_acts_by_itself(tap):
    times = escape_time(tap)
    tap.ok(max(times) < 1, "Esc acts without another key")
    tap.diag("Esc took %s ms" % ", ".join("%.0f" % (t * 1000) for t in times))


@test("keys", "C26")
def keys_in_one_piece_and_in_many(tap):
    with inspect(["edited.json"]) as t:
        opened(tap, t)
        t.send("g")
        t.shows(r"^> +1 ")
        for byte in b"\x1b[B":
            t.send(bytes([byte]))
        tap.ok(t.shows(r"^> +2 ") is not None, "a sequence byte by byte")
        t.send("\x1b[B\x1b[B\x1b[Bjj")
        tap.ok(t.shows(r"^> +7 ") is not None, "many keys at once")
        t.press("\u00e9".encode()[:1])
        t.send("\u00e9".encode()[1:] + b"k")
        tap.ok(t.shows(r"^> +6 ") is not None, "a character in two parts")
        t.send(b"\xff\xfe\xc3k")
        tap.ok(t.shows(r"^> +5 ") is not None, "bytes that are no character")
        t.send("q")
        tap.same(t.wait(), 1, "status")


@test("keys", "C26", "config")
def keys_of_ones_own(tap):
    with scratch() as folder:
        place = os.path.join(folder, "aerscope")
        os.mkdir(place)
        with open(os.path.join(place, "config.json"), "w", encoding="ascii") as file:
            file.write('{"bind": {"down": "n", "next-match": null,\n"last": "<F5>"}}\n')
        with inspect(["edited.json"], 100, 40, env={"XDG_CONFIG_HOME": folder}) as t:
            opened(tap, t)
            t.send("gn")
            tap.ok(t.shows(r"^> +2 ") is not None, "a key that was bound acts")
            t.send("?")
            tap.ok(t.shows(r"\bn\b.*next entry") is not None, "the help shows it",
                   t.text())


@test("keys", "C26", "copy")
def copied_by_osc_52(tap):
    import base64
    with inspect(["edited.json"], 120, 40) as t:
        opened(tap, t)
        for pressed, want in (
                ("ys", b"2f576e4a8f1ef25c7610960982f2a362871eeed7809a615cd6657d3b"
                       b"6321a03a"),
                ("yr", None), ("yi", b"b6c8ce35-529d-4912-9fa8-28fb073a434a"),
                ("yj", None), ("yv", None)):
            before = len(t.screen.clipboard)
            t.send(pressed)
            tap.ok(t.until(lambda: len(t.screen.clipboard) > before) is not None,
                   pressed + " copies", t.text())
            tap.ok(t.shows(r"sent to the terminal") is not None, pressed + " says so")
            data = base64.b64decode(t.screen.clipboard[-1].split(b";")[-1]) \
                if len(t.screen.clipboard) > before else b""
            tap.ok(data == want if want else data, pressed + ": what it copies",
                   data)
        t.send("Y")
        tap.ok(t.shows(r"2f576e4a8f1ef25c7610960982f2a362|2f576e4a 8f1ef25c") is not
               None, "Y shows it for copying by hand", t.text())
        tap.ok(t.lacks(r"^---") is not None, "without frames", t.text())


@test("keys", "C26", "mouse")
def a_click_selects(tap):
    with inspect(["edited.json"], 120, 40) as t:
        opened(tap, t)
        t.send("M")
        t.until(lambda: t.screen.mouse)
        row = next(n for n, line in enumerate(t.screen.lines())
                   if re.match(r"^  +3 ", line))
        t.send("\x1b[<0;10;%dM\x1b[<0;10;%dm" % (row + 1, row + 1))
        tap.ok(t.shows(r"^> +3 ") is not None, "a click selects", t.text())
        t.send("\x1b[<65;10;%dM" % (row + 1))
        t.quiet(0.1)
        t.send("\x1b[<0;500;500M\x1b[<99;1;1M\x1b[<0;0;0m")
        t.quiet(0.1)
        tap.ok(not t.poll_exit(), "clicks outside do nothing")


# ----------------------------------------------------------------- C27 plain

@test("keys", "C27", "plain")
def plain(tap):
    with inspect(["edited.json", "--plain"], 120, 40) as t:
        opened(tap, t)
        tap.ok(not re.search(r"^---|[|\u2502]", t.text(), re.M), "no frames",
               t.text())
        tap.ok(t.screen.modes["cursor"], "the cursor is shown")
        for pressed in ("j", "k", "g", "G", "E"):
            t.send(pressed)
            t.quiet(0.1)
            line = t.screen.lines()[t.screen.row]
            tap.ok(t.screen.col == 0 and line.startswith(">"),
                   pressed + ": the cursor is on the selected row's first cell",
                   "row %d, column %d: %s" % (t.screen.row, t.screen.col, line))
            said = [text for text in t.screen.lines() if re.search(
                r"\d+ of 8", text) and re.search(r"EXECUTED|OBSERVED|LOGGED", text)
                and re.search(r"execution|observation|assertion", text) and
                re.search(r"holds|broken|BROKEN|genesis|not cited", text)]
            tap.ok(said, pressed + ": position, class, standing and link in one "
                   "line", t.text())
        t.send("q")
        tap.same(t.wait(), 1, "status")


@test("keys", "C27", "plain")
def plain_does_not_move_by_itself(tap):
    with inspect(["edited.json", "--plain"], 120, 40) as t:
        opened(tap, t)
        t.send("o")
        t.quiet(0.1)
        before = len(t.raw())
        t.quiet(1.0)
        tap.same(len(t.raw()), before, "nothing moves without a key")
