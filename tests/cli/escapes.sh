#!/usr/bin/env bash
# Whatever the source of a text that somebody else chose, no byte of it reaches standard output or standard error as a
# control: the raw bytes of every command are looked at, in a locale of UTF-8 and in one of ASCII.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
export PYTHONPATH=$top_srcdir/tests/lib

cat >escapes.py <<'PYTHON'
import json, os, re, subprocess, sys
import aerbuild

PROGRAM, SAMPLES = os.environ["AERSCOPE"], os.path.join(os.environ["top_srcdir"], "samples")
# A title, the clipboard, modes, a device report, colours, 8-bit controls, line ends, directions, what has no width,
# tags, a flood of marks.
SIGNS = ["\x1b]0;owned\x07", "\x1b]52;c;b3duZWQ=\x1b\\", "\x1b[?1049h\x1b[2J", "\x1b[6n", "\x1b[31;42m", "\x1bP$q\x1b\\",
         "\x9b2J", "\x90x\x9c", "\r", "\n", "\x08\x7f", "\x0e\x0f", "\u202eevil\u202c", "\u2066\u2069", "\u200f\u061c",
         "\u200b\ufeff\u2060", "\U000e0041\U000e007f", "a" + "\u0301" * 40, "\u2028\u2029"]
TEXT = "".join("<%s>" % sign for sign in SIGNS)
RAW = TEXT.encode() + b"<\xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80>"
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
NAME = RAW.replace(b"/", b"")[:200]


def say(passed, name, *shown):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    for text in shown if not passed else ():
        print("# " + ascii(text)[:600], flush=True)


def looked_at(name, data, locale, allowed):
    try:
        text = data.decode("ascii" if locale == "C" else "utf-8")
    except UnicodeDecodeError as error:
        say(False, name, str(error), data[max(0, error.start - 80):error.end + 80])
        return
    found = next((m for m in FORBIDDEN.finditer(text) if m[0] not in allowed), None)
    say(found is None, name, text[max(0, found.start() - 100):found.end() + 100] if found else "")


def run(name, arguments, allowed="", stdin=None, env=None, files=False):
    for locale in "C.UTF-8", "C":
        done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL if stdin is None else None, input=stdin,
                              capture_output=True, timeout=60, env=dict(os.environ, LC_ALL=locale, **(env or {})))
        # Documents are UTF-8 in any locale.
        looked_at("%s, %s: standard output" % (name, locale), done.stdout, "UTF-8" if files else locale, allowed)
        looked_at("%s, %s: standard error" % (name, locale), done.stderr, locale, "")
        if done.returncode < 0:
            say(False, name + ": ends by itself", done.returncode)


def write(path, what):
    with open(path, "wb") as file:
        file.write(what if isinstance(what, bytes) else json.dumps(what).encode())
    return path


def hostile(broken):
    entries = [{"seq": n, "prev_digest": "", "job_id": "job" + TEXT, "id": "id%d%s" % (n, TEXT), "tool": "tool" + TEXT,
                "provenance_class": "CLASS" + TEXT, "canonical_bytes": "e30=", "created_at": TEXT, "member" + TEXT: TEXT,
                "to\u200bol": TEXT, "provenance": {TEXT: TEXT}, "close": n == 4} for n in range(1, 5)]
    entries = aerbuild.link(entries)
    if broken:
        entries[1]["tool"], entries[2]["seq"], entries[3]["output_hash"] = "other" + TEXT, TEXT, TEXT
    return entries


def everything():
    honest, broken = hostile(False), hostile(True)
    good, bad = write(NAME, honest), write(b"bad" + NAME, broken)
    damaged = write(b"damaged", json.dumps(honest)[:900].encode() + RAW)
    member = write(b"member", b'[{"seq":1,"' + RAW + b'":' + RAW + b"}]")
    end = {"job_id": "job" + TEXT, "entry_count": 4, "final_entry_digest": aerbuild.digest(honest[-1]), "witness": TEXT,
           "published_at": TEXT, TEXT: TEXT}
    commitment = write(b"c" + NAME, end)
    foreign = write(b"f" + NAME, dict(end, job_id="x" + TEXT, entry_count=TEXT))
    expected = write(b"e" + NAME, {"job_id": "job" + TEXT, "actions": [{"tool": "t" + TEXT, "id": TEXT}, {TEXT: TEXT}]})
    references = [b"-c" + commitment, b"-c" + foreign, b"--expect=" + expected, b"--baseline=" + bad, b"--witness=" + RAW]
    for form in "text", "json", "ndjson":
        run("verify " + form, ["verify", "--format=" + form, "--all-findings", *references, good], files=form != "text")
        run("verify broken " + form, ["verify", "--format=" + form, *references, bad], files=form != "text")
        run("verify several " + form, ["verify", "--format=" + form, good, bad, damaged, member, b"absent" + NAME],
            files=form != "text")
        run("list-jobs " + form, ["verify", "--list-jobs", "--format=" + form, good], files=form != "text")
    for form in "text", "md", "html", "json", "csv":
        run("report " + form, ["report", "--format=" + form, *references, bad], "\r" if form == "csv" else "", files=form != "text")
    run("diff", ["diff", good, bad])
    run("diff json", ["diff", "--format=json", good, bad], files=True)
    run("digest", ["digest", good], "\t")
    run("commit", ["commit", good], files=True)
    run("attack", ["attack", "--explain", b"--set=1.tool=" + TEXT.encode(), b"--set=2.job_id=" + TEXT.encode(), *references[:4], good,
                   "--force", "-o", "altered"])
    run("attack, no text", ["attack", b"--set=1.tool=" + RAW, good])
    run("attack, answer key over a file", ["attack", "--random=2", "--seed=3", b"--answer-key=" + NAME, good])
    run("conformance", ["conformance", good, bad, "."])
    listed = write(b"list", b"\0".join([good, bad, b"absent" + NAME, RAW]) + b"\0")
    run("files-from", ["verify", "-0", b"--files-from=" + listed])
    run("each-line", ["verify", "--each-line"], stdin=json.dumps(broken).encode() + b"\n" + RAW.replace(b"\n", b"") + b"\n")
    run("case", ["report", "--format=text", b"--case=" + write(b"k" + NAME, {"format": "aerscope.case/1", TEXT: TEXT}), good])
    for option in ("--%s", "-%s", "--format=%s", "--job=%s", "--commitment=%s", "--expect=%s", "--entry=%s", "--head=%s", "--count=%s",
                   "--independent=%s", "--published-at=%s", "--effort=%s", "--output=absent/%s", "--color=%s", "--files-from=%s"):
        run("option " + option, ["verify", option.replace("%s", "").encode() + RAW, good])
    run("command", [RAW, good])
    for name in "SOURCE_DATE_EPOCH", "TERM", "TMPDIR", "XDG_DATA_HOME", "HOME", "NO_COLOR", "COLUMNS":
        value = TEXT.replace("\0", "")
        run("environment " + name, ["verify", good], env={name: value}, stdin=b"[")
        run("environment " + name + ", from a pipe", ["verify", "-"], env={name: value}, stdin=json.dumps(honest).encode())


everything()
PYTHON
relay < <(python3 escapes.py 2>&1 && echo "ok to the end" || echo "not to the end")
done_testing
