"""C15 colour: none where none is wanted, and where there is some, enough
contrast, for every kind of eye."""

import os
import re

import pty
from criteria_base import inspect, keys, opened, scratch, test, VIEWS

SGR = re.compile(rb"\x1b\[([0-9;:]*)m")
SHOWN = (["edited.json"], ["hostile.json"], ["damaged.json"],
         ["reclosed.json", "-c", "honest.commitment.json"])
BACKGROUNDS = {"light": (255, 255, 255), "dark": (0, 0, 0)}
ANSWERS = {"light": {"osc 11": b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"},
           "dark": {"osc 11": b"\x1b]11;rgb:0000/0000/0000\x07"}}


def colours(raw):
    """The parameters of all colours that were set."""
    found = set()
    for match in SGR.finditer(raw):
        n = [int(p or 0) for p in re.split(rb"[;:]", match.group(1))]
        at = 0
        while at < len(n):
            if n[at] in (38, 48):
                used = 3 if n[at + 1:at + 2] == [5] else 5
                found.add(tuple(n[at:at + used]))
                at += used
                continue
            if 30 <= n[at] <= 49 or 90 <= n[at] <= 107:
                found.add((n[at],))
            at += 1
    return found


def tour(terminal):
    for pressed in list(VIEWS.values())[1:]:
        terminal.press(keys(pressed))
        terminal.press("q")
    for pressed in "ewj:":
        terminal.press(pressed)
    terminal.send("\x03")


def toured(tap, arguments, **more):
    with inspect(arguments, 120, 40, **more) as t:
        opened(tap, t)
        tour(t)
        t.send("q")
        tap.ok(t.wait() in (1, 2, 3), arguments[0] + ": all views were seen")
        return t


@test("colour", "C15")
def no_colour_where_none_is_wanted(tap):
    for number, arguments in enumerate(SHOWN):
        for name, extra, more in NO_COLOUR if number == 0 else NO_COLOUR[:2]:
            more = dict(more)
            t = toured(tap, arguments + extra, **more)
            tap.same(colours(t.raw()) - {(39,), (49,)}, set(),
                     "%s, %s: no colour" % (arguments[0], name))


NO_COLOUR = (
    ("NO_COLOR", [], {"env": {"NO_COLOR": "1"}, "answers": ANSWERS["dark"]}),
    ("--color=never", ["--color=never"], {"answers": ANSWERS["dark"]}),
    ("NO_COLOR, nobody answers", [], {"env": {"NO_COLOR": "1"}}),
    ("vt100", [], {"term": "vt100", "answers": ANSWERS["dark"]}),
    ("a background nobody knows", [], {}))


@test("colour", "C15")
def words_without_colour(tap):
    for arguments, words in (
            (["edited.json"], [r"broken", r"BROKEN", r"^> +5 !", r"failure"]),
            (["hostile.json"], [r"consistent", r"\?  ", r"warnings"]),
            (["damaged.json"], [r"unreadable", r"damage"]),
            (SHOWN[3], [r"contradicted"])):
        with inspect(arguments + ["--color=never"], 120, 40, term="vt100") as t:
            opened(tap, t)
            text = t.text()
            for word in words:
                tap.ok(re.search(word, text, re.M) is not None,
                       "%s: %s is there in words" % (arguments[0], word), text)
            t.send("q")
            t.wait()


@test("colour", "C15")
def signs_and_attributes(tap):
    """Reverse and bold carry no meaning alone: the same with neither."""
    with inspect(["edited.json"], 120, 40) as t:
        opened(tap, t)
        selected = [n for n, line in enumerate(t.screen.lines())
                    if line.startswith(">")]
        tap.same(len(selected), 1, "the selected row has a sign of its own")
        attrs = t.screen.attrs[selected[0]]
        tap.ok(any(a.bold or a.reverse for a in attrs), "and bold or reverse")
        tap.ok(not any(a.blink or a.hidden or a.dim for row in t.screen.attrs
                       for a in row), "nothing blinks, is dim or hidden")
        t.send("q")
        t.wait()


@test("colour", "C15", "colours")
def colour_where_the_background_is_known(tap):
    for name, more in (
            ("OSC 11 dark", {"answers": ANSWERS["dark"]}),
            ("OSC 11 light", {"answers": ANSWERS["light"]}),
            ("COLORFGBG dark", {"env": {"COLORFGBG": "15;0"}}),
            ("COLORFGBG light", {"env": {"COLORFGBG": "0;15"}}),
            ("--theme=dark", {"theme": "dark"}), ("--theme=light", {"theme": "light"}),
            ("8 colours", {"answers": ANSWERS["dark"], "term": "xterm"}),
            ("tmux", {"env": {"COLORFGBG": "15;0"}, "term": "tmux"})):
        theme = more.pop("theme", None)
        arguments = ["reclosed.json", "-c", "honest.commitment.json"]
        t = toured(tap, ["edited.json"] + (
            ["--theme=" + theme] if theme else []), **more)
        other = toured(tap, arguments + (
            ["--theme=" + theme] if theme else []), **more)
        used = colours(t.raw()) | colours(other.raw())
        fore = {c for c in used if c[0] in (38,) or 30 <= c[0] <= 37 or
                90 <= c[0] <= 97}
        tap.ok(fore, name + ": colours are used", used)
        ground = BACKGROUNDS["light" if "light" in name else "dark"]
        shades = {c: rgb(c) for c in fore}
        low = {c: round(contrast(v, ground), 1) for c, v in shades.items()
               if contrast(v, ground) < 4.5}
        tap.same(low, {}, name + ": contrast is 4.5:1 at least")
        near = [(a, b) for a in shades for b in shades if a < b
                for kind in SIMULATIONS
                if distance(simulate(shades[a], kind), simulate(shades[b], kind)) < 12]
        tap.same(sorted(set(near)), [], name + ": told apart by every kind of eye")
        tap.ok(not any(is_green(v) for v in shades.values()),
               name + ": nothing is green")


@test("colour", "C15", "colours")
def colours_go_with_the_program(tap):
    t = toured(tap, ["edited.json"], answers=ANSWERS["dark"])
    tap.ok(t.screen.attr == pty.PLAIN, "no colour stays after leaving")
    late = {"osc 11": b"\x1b]11;rgb:ff"}
    with inspect(["edited.json"], 120, 40, answers=late) as t:
        opened(tap, t)
        t.quiet(0.3)
        t.send(b"ff/ffff/ffff\x1b\\")
        t.quiet(0.1)
        t.send("3G")
        t.shows(r"^> +3 ")
        t.send("k")
        tap.ok(t.shows(r"^> +2 ") is not None and "/" not in t.screen.lines()[-2],
               "an answer in two parts acts as no key", t.text())
        t.send("q")
        t.wait()


@test("colour", "C15", "config")
def errors_of_the_config_file(tap):
    for text, line in (('{"bind": {\n"nonsense": "j"}}\n', 2),
                       ('{"colors": {"failure": "nonsense"}}\n', 1),
                       ("\n\nwhat\n", 3),
                       ('{"bind": {"up": "k",\n\n"down": "k"}}\n', 1)):
        with scratch() as folder:
            place = os.path.join(folder, "aerscope")
            os.mkdir(place)
            with open(os.path.join(place, "config.json"), "w",
                      encoding="ascii") as file:
                file.write(text)
            with inspect(["edited.json"], 120, 40,
                         env={"XDG_CONFIG_HOME": folder}) as t:
                t.until(lambda: t.poll_exit() or "TIMELINE" in t.text())
                t.quiet(0.1)
                if not t.poll_exit():
                    t.send("q")
                t.wait()
                tap.ok(re.search(rb"aerscope/config\.json, line %d: " % line,
                                 t.raw()) is not None,
                       "an error in line %d names file and line" % line,
                       t.raw()[-400:])
                tap.same(t.exit_status(), 2, "and is 2")
                tap.ok(b"\x1b" not in t.raw(), "before any screen")


# --------------------------------------------------------- colours as numbers

SYSTEM = [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238),
          (205, 0, 205), (0, 205, 205), (229, 229, 229), (127, 127, 127),
          (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
          (255, 0, 255), (0, 255, 255), (255, 255, 255)]  # xterm's
CUBE = (0, 95, 135, 175, 215, 255)


def rgb(colour):
    if colour[0] == 38 and colour[1] == 2:
        return tuple(colour[-3:])
    if colour[0] == 38:
        n = colour[2]
        if n >= 232:
            return (8 + (n - 232) * 10,) * 3
        if n >= 16:
            return (CUBE[(n - 16) // 36], CUBE[(n - 16) // 6 % 6], CUBE[(n - 16) % 6])
        return SYSTEM[n]
    return SYSTEM[colour[0] - 30 if colour[0] < 40 else colour[0] - 90 + 8]


def linear(colour):
    return [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4
            for c in colour]


def luminance(colour):
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# Machado, Oliveira, Fernandes 2009, severity 1.
SIMULATIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
               (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
               (0.004733, 0.691367, 0.303900)),
}


def simulate(colour, kind):
    values = linear(colour)
    return [min(max(sum(m * v for m, v in zip(row, values)), 0), 1)
            for row in SIMULATIONS[kind]]


def lab(values):
    r, g, b = values
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
           0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(a, b):
    return sum((p - q) ** 2 for p, q in zip(lab(a), lab(b))) ** 0.5


def is_green(colour):
    r, g, b = colour
    return g > r * 1.3 and g > b * 1.3
