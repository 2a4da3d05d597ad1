#!/usr/bin/env bash
# Long lines of an entry's bytes, wrapped and cut: every place that they can be cut at, against lines
# laid out here; that nothing of the text is lost; what stays over entries, forms and sizes.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES

cat >"$scratch/wrap.py" <<'PYTHON'
import os, re, subprocess, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild

scratch = sys.argv[1]
failures = 0

# What is a piece on the screen: in a script, all but ASCII is a token.
PIECES = ["a", "<U+6F22>", "<U+202E>", "b", "c", "<U+0301>", " ", "<U+001B>", "d"] * 20 + ["e", "n", "d"]
RAW = re.sub("<U[+]([0-9A-F]{4})>", lambda m: chr(int(m.group(1), 16)), "".join(PIECES))
TOTAL = sum(map(len, PIECES))

entries = [{"id": "0", "job_id": "w", "seq": n + 1, "tool": "t", "provenance_class": "LOGGED BY AGENT"}
           for n in range(3)]
for entry, text in zip(entries, [RAW, RAW + "\nshort\n" + RAW, '{"name":{"deep":["%s"]}}' % ("x" * 200)]):
    aerbuild.set_payload(entry, text.encode())
aerbuild.link(entries)
with open(scratch + "/wrap.json", "w", encoding="ascii") as file:
    file.write(aerbuild.to_text(entries))


def say(passed, name, *shown):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    if not passed:
        print("# " + "\n# ".join(str(s) for s in shown), flush=True)


def screens(cols, rows, *keys):
    """After each of these keys, the rows of the screen."""
    script, files = "<wait>", []
    for i, k in enumerate(keys):
        files.append("%s/s%d" % (scratch, i))
        if os.path.exists(files[-1]):
            os.remove(files[-1])
        script += "%s:save-screen %s<Enter>" % (k, files[-1])
    with open(scratch + "/keys", "w") as file:
        file.write(script)
    subprocess.run([os.environ["AERSCOPE"], scratch + "/wrap.json"], stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=dict(os.environ, COLUMNS=str(cols), LINES=str(rows),
                            LC_ALL="C.UTF-8", AERSCOPE_SCRIPT=scratch + "/keys"))
    return [open(f, encoding="utf-8").read().split("\n") for f in files]


def laid_out(across, width):
    """The row: a piece is there whole or not at all; a sign where some are not."""
    at, row, used = -across, "", 0
    if across > 0:
        row, used = "~", 1
    for text in PIECES:
        cells = len(text)
        if at >= used:
            rest = TOTAL - across - at
            if at + cells > width or (at + cells == width and rest > cells):
                return row + " " * (at - used) + "~"
            row += " " * (at - used) + text
            used = at + cells
        at += cells
    return row


def after_title(screen):
    at = next(i for i, line in enumerate(screen) if "DECODED BYTES" in line or "PREIMAGE" in line)
    return screen[at + 1:]


def body(screen):
    rows = after_title(screen)
    return rows[:next(i for i, line in enumerate(rows) if not line)]


def every_place():
    for cols, rows, left in (80, 24, 0), (40, 12, 0), (120, 40, 3):
        width, steps = cols - left, 40
        shown = screens(cols, rows, "1G<Enter>Z" + "J" * 60, *["1l"] * steps, "$", "0")
        wrong = []
        for across, screen in enumerate(shown[:steps + 1] + shown[-2:]):
            across = across if across <= steps else TOTAL - width if across == steps + 1 else 0
            got, want = after_title(screen)[0][left:], laid_out(across, width)
            if got != want:
                wrong += ["across %d" % across, got, want]
        say(not wrong, "at %d columns a line is cut between whole pieces wherever it is" % cols, *wrong)


def nothing_lost():
    cols = 80
    cut, wrapped, again = screens(cols, 60, "1G<Enter>" + "J" * 60 + "Z", "Z", "ZZ")
    text = "".join(line[:-1] if line.endswith("\\") else line for line in body(wrapped))
    say(text == "".join(PIECES), "wrapped, all of the text is there", text)
    say(body(wrapped) == body(again), "twice is as before")
    say(any("wrap off: long lines are cut; h and l scroll them" in line for line in cut), "off is said", *cut)
    say(any("wrap on: long lines" in line for line in wrapped), "on is said", *wrapped)


def stays():
    shown = screens(80, 24, "1G<Enter>Z4l", "2G" + "J" * 60, "v3G" + "J" * 60, "<Esc><Tab>0", "Z", "l")
    rows = after_title(shown[1])
    say(rows[0] == laid_out(4, 80) and rows[1] == "~<U+000A>" and rows[2] == laid_out(4, 80), "the next entry is cut at the same place, its lines apart", *rows[:3])
    say("lines cut" in "\n".join(shown[2]), "another form is cut as well", *shown[2])
    indents = [re.match(r"~? *", line).group() for line in after_title(shown[2])[:3]]
    say(indents[0].startswith("~"), "what stands left of the cut has a sign", *after_title(shown[2]))
    say("wrap on" in "\n".join(shown[4]), "the list turns it on again", *shown[4])
    say("lines are wrapped; Z cuts them" in "\n".join(shown[5]), "wrapped lines do not scroll sideways", *shown[5])


def resized():
    keys = "1G<Enter>Z" + "J" * 60 + "$"
    first, last = screens(80, 24, keys, "<resize 40 12><resize 12 4><resize 160 50><resize 80 24>" + "J" * 60)
    say(after_title(first)[0] == after_title(last)[0] == laid_out(TOTAL - 80, 80),
        "after other sizes it is where it was", first, last)


def searched():
    for keys, name in ("", "wrapped"), ("Z", "cut"):
        shown = screens(80, 24, "/t<Enter>1G<Enter>%s" % keys + "J" * 60, "n", "N")
        say(all("match" in "\n".join(s) for s in shown[1:]), "n and N go on while lines are " + name, *shown[1])


every_place()
nothing_lost()
stays()
resized()
searched()
PYTHON

while read -r result name; do
    case $result in
    ok) ok 0 "$name" ;;
    not) ok 1 "$name" ;;
    *) diag "$result $name" ;;
    esac
done < <(python3 "$scratch/wrap.py" "$scratch" 2>&1)

done_testing
