"""C19 honest counts, C20 digests, C21 four judgements, C22 provenance, C25
exit status: on all views of all samples at all sizes."""

import os
import re

import aerref
from criteria_base import (CASES, COPY_VIEWS, SIZES, VIEWS, all_views, inspect, many, opened,
                           run, sample, scratch, shoot, status_of_verify, test,
                           unfinished)

STANDING = r"recorder execution|gateway observation|agent assertion|none\b"
# At 40 columns the second of two rows may cut a long class, not the standing.
FORBIDDEN = re.compile(r"\b(valid|verified|OK|intact|complete|authentic)\b", re.I)
JUDGED = [(re.compile(r"^TIMELINE .*[|\u2502] ENDPOINT ", re.M),
           re.compile(r"^COVERAGE .*[|\u2502] OUTCOME ", re.M)),
          (re.compile(r"^TL .*[|\u2502] EP ", re.M),
           re.compile(r"^CV .*[|\u2502] OC ", re.M))]

ALL = {}  # case: {"view.COLSxROWS": screen}


def all_screens():
    """Of all samples, taken once."""
    if not ALL:
        for arguments in CASES:
            screens, done = shoot(arguments, all_views())
            ALL[" ".join(arguments)] = (screens, done.returncode)
    return ALL


def every_screen():
    for case, (screens, _) in all_screens().items():
        for name, text in screens.items():
            yield "%s: %s" % (case, name), name, text


@test("screens", "C21")
def four_judgements_everywhere(tap):
    missing, promised, large, seen = [], [], [], 0
    for where, name, text in every_screen():
        seen += text is not None
        text = text or ""
        if not any(a.search(text) and b.search(text) for a, b in JUDGED):
            missing.append(where)
        for line in text.split("\n"):
            if FORBIDDEN.search(line):
                promised.append("%s: %s" % (where, line))
        cols, rows = map(int, name.rsplit(".", 1)[1].split("x"))
        if text.count("\n") >= rows or \
                any(len(line) > cols for line in text.split("\n")):
            large.append(where)
    tap.same(seen, len(CASES) * len(SIZES) * len(VIEWS), "all screens were taken")
    tap.same(missing[:5], [], "the four judgements are on each")
    tap.same(promised[:5], [], "none promises what no timeline can show")
    tap.same(large[:5], [], "none is larger than its size")


@test("screens", "C21")
def training_copies_say_what_they_are(tap):
    """Where the lab cannot open, the evidence is shown, and not called a copy."""
    for arguments, opens in (["honest.json", "-c", "honest.commitment.json"], True), \
            (["hostile.json"], True), (["damaged.json"], False):
        screens, done = shoot(arguments, all_views(views=COPY_VIEWS))
        bare, short, promised, large = [], [], [], []
        for name, text in screens.items():
            text = text or ""
            cols, rows = map(int, name.rsplit(".", 1)[1].split("x"))
            if text.startswith("TRAINING COPY ") != (opens and not name.startswith("lab.")):
                bare.append(name)
            if not any(a.search(text) and b.search(text) for a, b in JUDGED):
                short.append(name)
            promised += [line for line in text.split("\n") if FORBIDDEN.search(line)]
            if text.count("\n") >= rows or any(len(line) > cols for line in text.split("\n")):
                large.append(name)
        tap.same(len(screens), len(SIZES) * len(COPY_VIEWS), arguments[0] + ": all screens were taken")
        tap.same(bare[:5], [], arguments[0] + ": row 1 says what it is")
        tap.same(short[:5], [], arguments[0] + ": the four judgements are on each")
        tap.same(promised[:5], [], arguments[0] + ": none promises what no timeline can show")
        tap.same(large[:5], [], arguments[0] + ": none is larger than its size")
        tap.same(done.returncode, run(["verify"] + arguments).returncode,
                 arguments[0] + ": the status is that of the evidence")


@test("screens", "C21")
def the_word_of_each_judgement(tap):
    words = {"consistent", "broken", "historical", "unreadable"}
    ends = {"not assessed", "matches", "contradicted", "unusable"}
    wrong = []
    for where, _, text in every_screen():
        line = (text or "\n").split("\n")[1]
        match = re.match(r"(?:TIMELINE|TL) +(\w+).*[|\u2502] (?:ENDPOINT|EP) +"
                         r"(not assessed|\w+)", line)
        if not match or match.group(1) not in words or match.group(2) not in ends:
            wrong.append("%s: %s" % (where, line))
    tap.same(wrong[:5], [], "timeline and endpoint have a word of their own")


@test("screens", "C21")
def judgements_are_those_of_verify(tap):
    for arguments in CASES:
        screens, _ = all_screens()[" ".join(arguments)]
        printed = run(["verify"] + arguments).stdout.decode("ascii")
        line = screens["list.120x40"].split("\n")[1]
        for name in ("TIMELINE", "ENDPOINT"):
            want = re.search(r"^%s +(.*?)$" % name, printed, re.M)
            if want is None:
                continue
            tap.ok(re.search(r"%s +%s" % (name, want.group(1)), line) is not None,
                   "%s: %s as verify says" % (" ".join(arguments), name), line,
                   want.group(0))


# ------------------------------------------------------------- C22 provenance

def rows_of_entries(text):
    """(row, line) of the list's entries in a screen."""
    lines = text.split("\n")
    for row, line in enumerate(lines[3:], 3):
        if re.match(r"^[> ] +[\d,]+ ", line) and "cannot be read again" not in line:
            yield row, line, lines[row + 1] if row + 1 < len(lines) else ""
        if line.startswith("---"):
            break


@test("screens", "C22")
def standing_beside_every_row(tap):
    bare, seen = [], 0
    for where, name, text in every_screen():
        if not name.startswith("list.") or not text:
            continue
        for _, line, below in rows_of_entries(text):
            seen += 1
            own = re.search(STANDING, line)
            under = below.startswith("  ") and re.search("= (%s)" % STANDING, below)
            if not own and not under:
                bare.append("%s: %s" % (where, line))
    tap.ok(seen > 500, "%d rows of entries" % seen)
    tap.same(bare[:5], [], "class and standing are in the row or under it")


@test("screens", "C22")
def standing_in_every_pane(tap):
    bare, seen = [], 0
    shows_member = re.compile(
        r"^ ?(id|job_id|tool|created_at|DECODED|SOURCE|PREIMAGE|HEX|NOTE)\b|"
        r"\btool \S", re.M)
    for where, name, text in every_screen():
        view = name.split(".")[0]
        if view not in ("list", "card") or not text:
            continue
        lines = text.split("\n")[3:]
        rules = [n for n, line in enumerate(lines) if line.startswith("--- ") or
                 re.match(r"entry \d", line)]
        pane = "\n".join(lines[rules[-1]:] if rules else
                         (lines if view == "card" else []))
        if "cannot be read again" in pane or not shows_member.search(pane):
            continue
        seen += 1
        if not re.search(r"= (%s)|standing +(%s)" % (STANDING, STANDING), pane):
            bare.append("%s:\n%s" % (where, pane))
    tap.ok(seen > 100, "%d panes with a member of an entry" % seen)
    tap.same(bare[:3], [], "each has class and standing")


@test("screens", "C22")
def standing_beside_every_finding(tap):
    bare, seen = [], 0
    for where, name, text in every_screen():
        if not name.startswith("findings.") or not text:
            continue
        lines = text.split("\n")[3:]
        for row, line in enumerate(lines):
            # What is found of a reference shows no member of an entry.
            if not re.match(r"^[> ] [!?.i ]? ?entry [\d,]+", line) or \
                    "commitment." in line:
                continue
            seen += 1
            around = "\n".join(lines[row:row + 3])
            if row + 1 >= len(lines) - 2:
                continue  # the last row of a short screen
            if not re.search(r"= (%s)" % STANDING, around):
                bare.append("%s: %s" % (where, line))
    tap.ok(seen > 50, "%d findings" % seen)
    tap.same(bare[:5], [], "class and standing of its entry are with each")


@test("screens", "C22")
def standing_beside_every_entry_held_against_a_list(tap):
    bare, seen = [], 0
    shows = re.compile(r"^[> ] [!? ] [a-zA-Z ]{12} entry [\d,]+ ")
    for where, name, text in every_screen():
        if not name.startswith("coverage.") or not text:
            continue
        lines = text.split("\n")[3:]
        for row, line in enumerate(lines):
            if not shows.match(line):
                continue
            seen += 1
            below = lines[row + 1] if row + 1 < len(lines) else ""
            if not re.search(STANDING, line) and \
                    not re.search("^    .*= (%s)" % STANDING, below):
                bare.append("%s: %s" % (where, line))
    tap.ok(seen > 100, "%d rows of entries" % seen)
    tap.same(bare[:5], [], "class and standing are in the row or under it")


# ---------------------------------------------------------------- C20 digests

GROUP = re.compile(r"\b[0-9a-f]{8}\b")


def places(text, digest):
    """Where the eight groups of a digest stand, in each way they stand one
    after the other: lists of (row, column)."""
    groups = [digest[n:n + 8] for n in range(0, 64, 8)]
    found = [(row, m.start(), m.group()) for row, line in
             enumerate(text.split("\n")) for m in GROUP.finditer(line)]
    starts = [n for n, (_, _, g) in enumerate(found) if g == groups[0]]
    out = []
    for start in starts:
        place, wanted = [], 0
        for row, col, group in found[start:]:
            if wanted < 8 and group == groups[wanted]:
                place.append((row, col))
                wanted += 1
            elif wanted == 8 or (wanted % 4 and place and row != place[-1][0]):
                break
        if wanted == 8:
            out.append(place)
    return out


@test("screens", "C20")
def digests_in_the_same_columns(tap):
    compared(tap, range(64, 201))


@test("screens", "C20", "narrow-card")
def digests_in_the_same_columns_when_narrow(tap):
    compared(tap, range(40, 64))


def compared(tap, widths):
    with open(sample("edited.json"), "rb") as file:
        entries = aerref.read_timeline(file.read()).entries
    stored = entries[4].text("prev_digest")
    recomputed = aerref.entry_digest(entries[3])
    equal = aerref.entry_digest(entries[4])
    steps = []
    for cols in widths:
        steps.append(("%d.in" % cols, (cols, 40), "<Esc><Esc>4G5G<Enter>"))
        # A card with room for one comparison shows the others one by one.
        steps.append(("%d.out" % cols, (cols, 40), "."))
    screens, _ = shoot(["edited.json"], steps)
    wrong = []
    for cols in widths:
        first, second = screens["%d.in" % cols], screens["%d.out" % cols]
        a, b = places(first, stored), places(first, recomputed)
        c = max(places(first, equal), places(second, equal), key=len)
        if len(a) != 1 or len(b) != 1 or len(c) != 2:
            wrong.append("%s columns: %d %d %d" % (cols, len(a), len(b), len(c)))
            continue
        if [p[1] for p in a[0]] != [p[1] for p in b[0]] or \
                [p[1] for p in c[0]] != [p[1] for p in c[1]]:
            wrong.append("%s columns: %s %s" % (cols, a, b))
        if not re.search(r"\b59 (of 64 digits )?differ", first) or \
                not re.search(r"\bequal\b", first + second):
            wrong.append("%d columns: not said in words\n%s" % (cols, second))
    tap.same(wrong[:5], [], "all 64 digits of both, in the same columns, from %d "
             "to %d columns" % (widths[0], widths[-1]))


@test("screens", "C20")
def few_differing_digits_are_marked(tap):
    with scratch() as folder, open(sample("honest.json"), "rb") as file:
        text = file.read().decode("ascii")
        entries = aerref.read_timeline(text.encode("ascii")).entries
        stored = entries[4].text("prev_digest")
        for count, marked in ((1, True), (16, True), (17, False)):
            other = "".join(
                "%x" % (int(c, 16) ^ 1) if n % 3 == 0 and n // 3 < count else c
                for n, c in enumerate(stored))
            path = os.path.join(folder, "x%d.json" % count)
            with open(path, "w", encoding="ascii") as out:
                out.write(text.replace(stored, other))
            with inspect([path], 120, 40) as t:
                opened(tap, t)
                t.press("5G")
                screen = t.screen
                tap.ok(re.search(r"\b%d (of 64 digits )?differ" % count, t.text()) is
                       not None, "%d differing digits are counted" % count, t.text())
                place = places(t.text(), other)[0]
                marks = [n for n in range(64) for row, col in [place[n // 8]]
                         if screen.attrs[row][col + n % 8].underline or
                         screen.attrs[row][col + n % 8].reverse]
                want = [n for n in range(64) if other[n] != stored[n]]
                tap.same(marks, want if marked else [],
                         "%d differing digits: %s" % (
                             count, "marked" if marked else "not marked"))
                t.send("q")
                t.wait()


@test("screens", "C20")
def compared_in_full(tap):
    """Digests that differ where the list abbreviates them do not hold."""
    with scratch() as folder, open(sample("honest.json"), "rb") as file:
        text = file.read().decode("ascii")
        stored = aerref.read_timeline(text.encode("ascii")).entries[4].text(
            "prev_digest")
        other = stored[:32] + "%x" % (int(stored[32], 16) ^ 1) + stored[33:]
        path = os.path.join(folder, "middle.json")
        with open(path, "w", encoding="ascii") as out:
            out.write(text.replace(stored, other))
        screens, _ = shoot([path], [(str(c), (c, 40), "") for c in (100, 120, 160)])
        for cols, screen in screens.items():
            row = next(line for line in screen.split("\n")
                       if re.match(r"^> +5 ", line))
            tap.ok("BROKEN" in row, "%s columns: a digit in the middle counts" % cols,
                   row)


# ---------------------------------------------------------- C19 honest counts

FINAL = [re.compile(pattern) for pattern in (
    r"\bconsistent\b",
    r"(?i)\bno (failure|warning|finding|match|signal)s?\b(?! in this entry)"
    r"(?!.*so far)",
    r"(?i)\b(not found|none in this file|(?<!of the )(?<!of its )last entry|after the last)\b"
    r"(?!.*so far)",
    r"\b[\d,]+ (entries|failures?|warnings?|notes?)\b(?!.*so far)",
    r"[\d,]/[\d,]+$", r"entry 1 has none")]


def dishonest(text):
    """Lines that say something final although reading goes on. What a line
    begins may go on in the next one."""
    out = []
    lines = text.split("\n")
    for row, line in enumerate(lines):
        below = lines[row + 1] if row + 1 < len(lines) else ""
        parts = re.split(r"[|\u2502]", line)
        for part in parts:
            text = part if len(parts) > 1 else part + " " + below
            if any(m.start() < len(part) for final in FINAL
                   for m in final.finditer(text)):
                out.append(line)
    return out


LOADING = {name: pressed for name, pressed in VIEWS.items() if name != "help"}


def loading_screens(tap, sizes, broken=()):
    """{name: text} of all views while 60 % of a file are there. What the help
    says is of no file."""
    screens = {}
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"), breaks=broken)
        for size in sizes:
            with unfinished(path) as (pipe, _), inspect(
                    ["-"], *size, stdin=pipe) as t:
                tap.need(t.shows(r"^> .*\d ") is not None,
                         "%dx%d: entries are shown while loading" % size, t.text())
                for view, pressed in LOADING.items():
                    t.press(pressed.replace("<Enter>", "\r"))
                    screens["%s.%dx%d" % (view, *size)] = t.text()
                    t.press("\x1b" if view != "list" else "")
                for pressed in ("e", "E", "w", "s", "]", "[", "G"):
                    t.press(pressed)
                    screens["%s.%dx%d" % (pressed, *size)] = t.text()
                t.send("q")
                t.wait()
    return screens


def checked_while_loading(tap, sizes, broken=()):
    screens = loading_screens(tap, sizes, broken)
    wrong = ["%s: %s" % (name, line) for name, text in screens.items()
             for line in dishonest(text)]
    tap.same(wrong[:8], [], "%d screens while loading: nothing is final%s" % (
        len(screens), ", a link broken" if broken else ""))


@test("screens", "C19")
def while_loading(tap):
    checked_while_loading(tap, [(120, 40), (80, 24)])
    checked_while_loading(tap, [(120, 40), (80, 24)], (40,))


@test("screens", "C19", "so-far-40")
def while_loading_on_a_small_screen(tap):
    checked_while_loading(tap, [(40, 12), (40, 10)])


@test("screens", "C19", "so-far-first")
def before_the_first_entry(tap):
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        with unfinished(path, 0.00001) as (pipe, _), inspect(
                ["-"], 120, 40, stdin=pipe) as t:
            t.shows("no entry|so far")
            wrong = []
            for view, pressed in LOADING.items():
                t.press(pressed.replace("<Enter>", "\r"))
                wrong += ["%s: %s" % (view, line) for line in dishonest(t.text())]
                t.press("\x1b" if view != "list" else "")
            tap.same(wrong, [], "before the first entry: nothing is final")
            t.send("q")
            tap.same(t.wait(), 2, "left early: status")


@test("screens", "C19")
def the_order_is_never_changed(tap):
    wrong = []
    for where, name, text in every_screen():
        if name.startswith("list.") and text:
            numbers = [int(re.match(r"[> ] +([\d,]+)", line).group(1).replace(",", ""))
                       for _, line, _ in rows_of_entries(text)]
            if numbers != list(range(numbers[0], numbers[0] + len(numbers))
                               if numbers else []):
                wrong.append("%s: %s" % (where, numbers))
    tap.same(wrong[:5], [], "entries stand in the order of the file")


@test("screens", "C19", "search")
def searches_say_what_they_did(tap):
    with inspect(["honest.json"], 120, 40) as t:
        opened(tap, t)
        t.send("/fs.write\r")
        tap.ok(t.shows(r"2 matches in 8 entries.*finished") is not None,
               "a search says what it found and that it is over", t.text())
        tap.ok(t.shows(r"^> +3 ") is not None, "and goes to the first")
        t.send("n")
        tap.ok(t.shows(r"^> +6 ") is not None, "n: the next")
        t.send("n")
        tap.ok(t.shows(r"^> +3 ") is not None and
               re.search(r"wrap|again from|began again", t.text()) is not None,
               "the wrap is announced", t.text())
        t.send("/nothing like it\r")
        tap.ok(t.shows(r"no match|0 matches") is not None, "no match is said")
        t.send("q")
        tap.same(t.wait(), 3, "status")
    with scratch() as folder:
        path = many(12000, os.path.join(folder, "many.json"))
        with unfinished(path) as (pipe, more), inspect(
                ["-"], 120, 40, stdin=pipe) as t:
            t.shows(r"^> +1 ")
            t.send("/nothing like it\r")
            tap.ok(t.shows(r"so far") is not None and not dishonest(t.text()),
                   "a search while loading: so far", dishonest(t.text()))
            more()
            tap.ok(t.shows(r"(no match|0 matches).*12,000") is not None,
                   "and final when all is read", t.text())


@test("screens", "C19", "search")
def a_filter_is_no_truncation(tap):
    for size in ((120, 40), (80, 24), (40, 12)):
        with inspect(["edited.json"], *size) as t:
            opened(tap, t)
            name = "%dx%d: " % size
            t.send("&has:failure\r")
            tap.ok(t.shows(r"1 of 8 (entries )?shown") is not None,
                   name + "shown of all", t.text())
            if size[0] >= 80:
                tap.ok(re.search(r"the file has all 8", t.text()) is not None,
                       name + "and that the file has all", t.text())
            rows = [line for _, line, _ in rows_of_entries(t.text())]
            tap.same(len(rows), 1, name + "one row")
            t.send("\\")
            tap.ok(t.lacks(r"1 of 8 ") is not None, name + "\\ clears it")
            t.send("q")
            tap.same(t.wait(), 1, name + "status")


# ------------------------------------------------------------ C25 exit status

@test("screens", "C25")
def status_is_that_of_verify(tap):
    for arguments in CASES:
        want = status_of_verify(arguments)
        case = " ".join(arguments)
        tap.same(all_screens()[case][1], want, case + ": by keys from a file")
        with inspect(arguments) as t:
            t.until(lambda: re.search(r"^TIMELINE (?!examining)", t.text(), re.M))
            t.quiet(0.05)
            t.send("q")
            tap.same(t.wait(), want, case + ": on a terminal")
    for extra in (["--require=endpoint"], ["--allow-unwitnessed"],
                  ["--construction=06"], ["-c", "honest.commitment.json",
                                          "--independent=yes"]):
        arguments = ["honest.json"] + extra
        with inspect(arguments) as t:
            opened(tap, t)
            t.send("q")
            tap.same(t.wait(), status_of_verify(arguments), " ".join(extra))


@test("screens", "C25")
def left_before_the_end(tap):
    with scratch() as folder:
        for broken, want in (((), 2), ((40,), 1)):
            path = many(12000, os.path.join(folder, "many.json"), breaks=broken)
            with unfinished(path) as (pipe, _), inspect(["-"], stdin=pipe) as t:
                t.shows(r"^> +\d+ ")
                t.until(lambda: not broken or "1 failure" in t.text())
                t.send("q")
                name = "left early, %s" % ("a failure proved" if broken else
                                           "nothing proved")
                tap.same(t.wait(), want, name + ": status")
                if not broken:
                    tap.ok(b"before the examination was done" in t.raw(),
                           name + ": said", t.raw()[-300:])


@test("screens", "C25", "keep")
def judgements_stay_with_keep(tap):
    with inspect(["edited.json", "--keep"], 120, 40) as t:
        opened(tap, t)
        t.send("q")
        tap.same(t.wait(), 1, "--keep: status")
        text = t.text()
        for name in ("TIMELINE", "ENDPOINT", "COVERAGE", "OUTCOME"):
            tap.ok(re.search(r"^%s\b" % name, text, re.M) is not None,
                   "--keep: %s after leaving" % name, text)
        tap.same(t.screen.modes["alternate"], False, "--keep: on the usual screen")
