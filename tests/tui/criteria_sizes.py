"""C4 sizes: random ones with random keys, 40x10, the smallest, 0x0."""

import os
import random
import re

import criteria_base
from criteria_base import (VIEWS, inspect, keys, opened, sample, saved_screen,
                           scratch, shoot,
                           status_of_verify, test)

ANYTHING = (
    list("jkbgGeEfwWsShl0$JK.v=oFpi?[]>zt123456789nNuU/ crcRZD&\\YdM") +
    ["<lt>", "<Enter>", "<Esc>", "<Tab>", "<Space>", "<Up>", "<Down>",
     "<Left>", "<Right>", "<PgUp>", "<PgDn>", "<Home>", "<End>", "<C-N>",
     "<C-P>", "<C-F>", "<C-B>", "<C-D>", "<C-U>", "<C-L>", "<C-A>", "<F1>",
     "<BS>", "zt", "zz", "zb", "5j", "99999999999j", "99999G", "\u00e9",
     "\u6f22", ":help<Enter>", ":goto 3<Enter>", ":12<Enter>", ":x y<Enter>",
     ":next<Enter>", ":<Esc>", "/fs<Enter>", "&class=LOGGED BY AGENT<Enter>"])
# These come back to the same entry; none moves where a view does not open
# because the screen is too small for it.
NEUTRAL = ["o<Esc>", "F<Esc>", "p<Esc>", "i<Esc>", "?<Esc>", "<Enter><Esc>",
           "<C-L>", ":<Esc>", "?J<Esc>", "oJJ<Esc>", "<Enter>J<Esc>", "c<Esc>",
           "Y<Esc>", "tt"]
TIMELINES = (["edited.json"], ["hostile.json"], ["spliced.json"],
             ["damaged.json"], ["historical-06.json"],
             ["reclosed.json", "-c", "honest.commitment.json"])


def random_size(dice):
    return dice.randint(1, 300), dice.randint(1, 90)


def resized_at_random(tap, terminal, dice, rounds, choice):
    """Keys and sizes; waits for a picture now and then, so that sizes meet
    the program at every moment. Esc is given the time that it takes."""
    for round_ in range(rounds):
        terminal.resize(*random_size(dice))
        for part in re.split(r"(<Esc>)", dice.choice(choice)):
            if part == "<Esc>":
                terminal.press("\x1b")
            else:
                terminal.send(keys(part))
        if round_ % 7 == 0:
            terminal.quiet(0.01)
        else:
            terminal.read(0)
        if terminal.poll_exit():
            tap.diag("ended in round %d" % round_)
            return False
    return True


def back_home(terminal):
    terminal.resize(120, 40)
    for _ in range(10):
        terminal.press("\x1b")


@test("sizes", "C4")
def random_sizes_and_keys(tap):
    rounds = max(criteria_base.ROUNDS // 2 // len(TIMELINES), 1)
    for number, arguments in enumerate(TIMELINES):
        name = arguments[0]
        dice = random.Random(4000 + number)
        with scratch() as folder:
            said = os.path.join(folder, "said")
            # In the folder, since a key may write something one day.
            here = [sample(a) if a.endswith(".json") else a for a in arguments]
            with open(said, "wb") as file, inspect(
                    here, 120, 40, cwd=folder, stderr=file) as t:
                opened(tap, t)
                alive = resized_at_random(tap, t, dice, rounds, ANYTHING)
                tap.need(alive, "%s: %d random sizes with random keys" % (
                    name, rounds), open_text(said))
                back_home(t)
                t.send("\\3G")
                tap.ok(t.shows(r"^> +3 ") is not None, name + ": keys act after it",
                       t.text())
                tap.same(t.screen.unknown, [], name + ": no sequence unknown")
                t.send("q")
                tap.same(t.wait(), status_of_verify(arguments), name + ": status")
            reported(tap, name, open_text(said))


def open_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def reported(tap, name, text):
    tap.ok(not re.search(r"ERROR: .*Sanitizer|runtime error", text),
           name + ": nothing for a sanitizer to report", text)


@test("sizes", "C4")
def back_at_the_first_size(tap):
    back_again(tap, "edited.json", 4100)


@test("sizes", "C4", "kept-top")
def back_at_the_first_size_of_a_long_list(tap):
    back_again(tap, "hostile.json", 4101)


def back_again(tap, name, seed):
    rounds = max(criteria_base.ROUNDS // 4, 1)
    dice = random.Random(seed)
    with scratch() as folder:
        said = os.path.join(folder, "said")
        with open(said, "wb") as file, inspect([name], 120, 40, stderr=file) as t:
            opened(tap, t)
            t.send("7G")
            t.shows(r"^> +7 ")
            first = saved_screen(t, os.path.join(folder, "first"))
            alive = resized_at_random(tap, t, dice, rounds, NEUTRAL)
            tap.need(alive, "%s: %d random sizes in all views" % (name, rounds),
                     open_text(said))
            back_home(t)
            tap.ok(t.shows(r"^> +7 ") is not None,
                   name + ": the selection is kept", t.text())
            t.quiet(0.1)
            shown = t.screen.lines()
            last = saved_screen(t, os.path.join(folder, "last"))
            tap.same(last, first, name + ": back at 120x40, the same screen")
            # All but the rows of the prompt and of messages.
            lines = (last or "").split("\n") + [""] * 40
            tap.same(shown[:38], lines[:38], name + ": and the terminal shows it")
            t.send("q")
            tap.same(t.wait(), status_of_verify([name]), name + ": status")
        reported(tap, name, open_text(said))


@test("sizes", "C4")
def everything_at_40x10(tap):
    titles = {"card": r"^entry \d|^--- entry", "overview": r"^--- the four",
              "findings": r"^--- (findings|by )", "provenance": r"^--- provenance",
              "facts": r"^--- the file", "help": r"^--- help",
              "references": r"^--- references",
              "coverage": r"^--- coverage", "coverage-actions": r"^--- coverage",
              "coverage-words": r"^--- coverage", "plain": r"\b[0-9a-f]{8}",
              "list": r"^> "}
    screens, _ = shoot(["edited.json"], [
        (name, (40, 10), "<Esc><Esc>" + pressed)
        for name, pressed in VIEWS.items()])
    for name, pattern in titles.items():
        tap.ok(re.search(pattern, screens[name] or "", re.M),
               "40x10 offers " + name, screens[name])
    # Each action by its name; none may say that there is no room for it.
    refused = []
    with inspect(["edited.json"], 40, 10) as t:
        opened(tap, t)
        for name in action_names():
            if name in ("quit", "cancel", "suspend"):
                continue
            t.press(":%s\r" % name)
            if re.search(r"no room|too small|no action", t.text()):
                refused.append(name)
            for _ in range(2):  # out of a prompt, out of a view
                t.press("\x1b")
    tap.same(refused, [], "40x10 offers every action")


def action_names():
    """From the manual page, which a lint holds to the table of actions."""
    with open(os.path.join(criteria_base.TOP, "man", "aerscope.1"),
              encoding="utf-8") as file:
        page = file.read()
    part = page[page.index(".Sh INSPECTOR"):page.index(".Sh READING")]
    return re.findall(r"^\.It Sy ([a-z][a-z-]*)(?: No .*)?$", part, re.M)


@test("sizes", "C4")
def the_smallest(tap):
    with inspect(["edited.json"], 120, 40) as t:
        opened(tap, t)
        t.send("7G")
        t.shows(r"^> +7 ")
        for size in ((39, 10), (40, 9), (30, 5), (20, 4)):
            t.resize(*size)
            tap.ok(t.until(lambda: re.search(r"\b7/8", t.text()) and
                           re.search("broken|brok~", t.text()) and
                           re.search("EP |ENDPOINT", t.text())) is not None,
                   "%dx%d: position, timeline, endpoint" % size, t.text())
        for size in ((19, 4), (20, 3), (5, 2), (1, 1)):
            t.resize(*size)
            t.quiet(0.03)
            t.press("jjG")
            tap.ok(not t.poll_exit(), "%dx%d: it lives" % size)
        t.resize(120, 40)
        tap.ok(t.shows(r"^> +7 ") is not None,
               "below 20x4 only q, Ctrl-C, Ctrl-Z and Ctrl-L act", t.text())
        t.resize(1, 1)
        t.quiet(0.05)
        t.send("q")
        tap.same(t.wait(), 1, "q at 1x1")


@test("sizes", "C4")
def no_size(tap):
    with inspect(["edited.json"], 0, 0) as t:
        t.screen.resize(80, 24)
        opened(tap, t)
        text = t.text()
        t.send("q")
        tap.same(t.wait(), 1, "0x0: status")
    with inspect(["edited.json"], 80, 24) as t:
        opened(tap, t)
        tap.same(text, t.text(), "0x0 is taken for 80x24")
        t.send("q")
        t.wait()


@test("sizes", "C4")
def started_at_a_size(tap):
    for size in ((1, 1), (2, 300), (300, 2), (300, 90), (19, 3), (40, 10)):
        with inspect(["edited.json"], *size) as t:
            t.until(lambda: t.screen.modes["paste"] and t.chunks)
            t.quiet(0.1)
            t.press("jkG\x1b")
            t.send("q")
            tap.same(t.wait(), 1, "started at %dx%d" % size)
