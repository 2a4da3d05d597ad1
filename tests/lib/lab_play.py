"""Plays the training lab of the inspector headless, and reads what it shows and what `aerscope attack` says.

AERSCOPE names the program, `scratch` a folder for its screens."""
import os, re, shlex, shutil, subprocess, sys
PROGRAM, HERE = os.environ["AERSCOPE"], os.environ["scratch"]
KINDS = ("drop-tail drop-head delete duplicate move swap set set-bytes replace-last splice as-06 renumber reclose "
         "relink").split()
JUDGEMENTS = "timeline", "endpoint", "coverage", "outcome"


def say(passed, name, *shown):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    if not passed:
        for text in shown:
            print("# " + str(text).replace("\n", "\n# "), flush=True)


def play(arguments, keys, size=(230, 60), env=None, cwd=None):
    """(screen, the process)"""
    script, saved = os.path.join(HERE, "keys"), os.path.join(HERE, "screen")
    if os.path.exists(saved):
        os.unlink(saved)
    with open(script, "w") as file:
        file.write("<wait>%s<save %s>" % (keys, saved))
    done = subprocess.run([PROGRAM] + arguments, env=dict(os.environ, AERSCOPE_SCRIPT=script, COLUMNS=str(size[0]),
                          LINES=str(size[1]), **(env or {})), capture_output=True, timeout=60, cwd=cwd)
    with open(saved) as file:
        return file.read(), done


def cut_and_back(t):
    """In a terminal: two entries are cut off a copy, and the evidence is shown again."""
    t.shows("^TIMELINE consistent")
    t.send(":lab drop-tail 2\r")
    t.shows("^apply")
    t.send("\r")
    t.shows("^TRAINING COPY")
    t.send("B")
    t.shows("^(?!TRAINING).*8 entries")


def keys_of(steps):
    out = ""
    for kind, argument in steps:
        n = KINDS.index(kind)
        # The menu, from the evidence, from before and after, or from where it was left.
        out += "Xg" + ("%dj" % n if n else "") + "<Enter>"
        if argument is not None:
            out += "<C-U>" + argument.replace("<", "<lt>") + "<Enter>"
        if kind == "set-bytes":
            out += "<Enter>"
        out += "<Enter>"
    return out


def options_of(steps):
    return ["--" + kind + ("" if argument is None or kind == "relink" and not argument else "=" + argument) for kind, argument in steps]


def by_attack(text):
    """{judgement: (before, after, sight, sentences)} of what attack --explain prints"""
    out = {}
    parts = re.split(r"^  (entries|timeline|endpoint|coverage|outcome|trace) +", text, flags=re.M)
    for name, said in zip(parts[1::2], parts[2::2]):
        if name not in JUDGEMENTS or name in out:
            continue
        head, _, rest = said.partition("\n")
        results, _, sight = head.partition(": ")
        before, _, after = results.partition(" -> ")
        rest = re.split(r"\n(?! {16})", rest)[0]
        out[name] = (before, after or before, sight or "not assessed", " ".join(rest.split()))
    return out


def by_screen(text):
    out, name = {}, None
    for line in text.split("\n")[4:]:
        row = re.match(r"(TIMELINE|ENDPOINT|COVERAGE|OUTCOME) +(\S.*?)  +(\S.*?)  +(\S.*?)  +(\S.*)$", line)
        if row:
            name = row.group(1).lower()
            out[name] = list(row.groups()[1:])
        elif name and re.match(" {56}\\S", line):
            out[name][3] += " " + line.strip()
        else:
            name = None
    return {name: tuple(row) for name, row in out.items()}


def command_of(text):
    lines = text.split("\n")
    at = [n for n, line in enumerate(lines) if line.startswith("COMMAND")][0]
    command = lines[at][11:]
    while command.endswith("\\"):
        at += 1
        command = command[:-1] + lines[at][11:]
    return command
