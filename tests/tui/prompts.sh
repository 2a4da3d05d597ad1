#!/usr/bin/env bash
# What is typed in prompts: what is refused stays there to be mended, with the reason; names are completed;
# nothing typed or chosen is lost, and what stands on the screen can be searched for as it stands there.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/screen.sh"

cd "$top_srcdir/samples" || exit 1
unset NO_COLOR COLUMNS LINES

# The row above the last, and all that stands above it in one line.
row()
{
    printf '%s\n' "$1" | tail -n 2 | head -n 1
}
said()
{
    printf '%s\n' "$1" | head -n -1 | tr -s '\n ' '  '
}

# refused KEYS PROMPT REASON NAME ARGUMENTS...
refused()
{
    local keys=$1 prompt=$2 reason=$3 name=$4 got
    shift 4
    got=$(asked 80x24 "$keys" "$@")
    like "$(row "$got")" "^$prompt( |\$)" "$name: stays in its prompt"
    like "$(said "$got")" "$reason" "$name: with the reason"
}

# ---- behind ':'

refused ':nosuch<Enter>' ':nosuch' 'no action is called nosuch; Tab lists' 'an unknown name' relabelled.json
refused ':re<Enter>' ':re' 'begins with re: .*references, reference, reload, redraw' 'several names' relabelled.json
refused ':999<Enter>' ':999' 'there is no entry 999; the last is 8' 'an entry beyond the end' relabelled.json
refused ':0<Enter>' ':0' 'there is no entry 0' 'entry 0' relabelled.json
refused 'o:goto x<Enter>' ':goto x' 'the number of an entry' 'no number' relabelled.json
refused ':map 300<Enter>' ':map 300' 'the map has cells 1 to 8' 'a cell beyond the map' relabelled.json
refused ':export pdf a.pdf<Enter>' ':export pdf a.pdf' 'write :export html\|md\|text\|json\|csv FILE' 'an unknown format' relabelled.json
refused ':export md --entries=9-3 a.md<Enter>' ':export md --entries=9-3 a.md' 'a range such as 3-9' 'a range backwards' relabelled.json
refused ':overview now<Enter>' ':overview now' 'overview takes nothing behind its name' 'a word too many' relabelled.json
refused ':lab nosuch<Enter>' ':lab nosuch' 'no step is called nosuch' 'an unknown step' relabelled.json
refused ":save-screen $scratch<Enter>" ":save-screen $scratch" 'not saved to .*: File exists' 'a screen over what is there' relabelled.json
refused ':head f37c<Enter>' 'head: f37c' 'hexadecimal|digits' 'a digest too short' relabelled.json
got=$(asked 80x24 ':re<Enter>load<Enter><wait>' relabelled.json)
like "$(said "$got")" 'read again: 8 before, 8 now' "what stays is mended and taken"
got=$(asked 80x24 'o:999<Enter><Esc>' relabelled.json)
like "$got" '--- the four judgements|--- overview' "what is refused changes no view"

got=$(asked 30x8 ':999<Enter>' relabelled.json)
like "$(said "$got")" 'there is no entry 999; the last is 8' "the reason is shown on a small screen too"
like "$(tail -n 1 <<<"$got")" '^:999' "above the prompt"

# ---- completing

is "$(row "$(asked 80x24 ':exp<Tab>' honest.json)")" ':exp' "names that differ at once are not completed"
like "$(said "$(asked 80x24 ':exp<Tab>' honest.json)")" 'expect  *export|export  *expect' "but listed"
is "$(row "$(asked 80x24 ':next-f<Tab>' honest.json)")" ':next-failure' "a name that is the only one is"
is "$(row "$(asked 80x24 ':prev<Tab>' honest.json)")" ':previous-' "as far as all agree"
is "$(row "$(asked 80x24 ':export cs<Tab>honest.w<Tab>' honest.json)")" ':export csv honest.workflow.json' "a format, then a file"
is "$(row "$(asked 80x24 ':export md --entries=all honest.w<Tab>' honest.json)")" \
    ':export md --entries=all honest.workflow.json' "a file behind an option"
is "$(row "$(asked 80x24 ':save-screen --styles honest.w<Tab>' honest.json)")" \
    ':save-screen --styles honest.workflow.json' "the same of another action"
is "$(row "$(asked 80x24 ':refer honest.c<C-A><C-F><C-F><C-F><C-F><C-F><Tab>' honest.json)")" ':reference honest.c' \
    "the name before the cursor"

# ---- how it is shown

is "$(row "$(asked 80x24 ':reference ' honest.json)" | cat -A)" ':reference$' "a space at the end is a space"
got=$(row "$(asked 40x12 ':reference honest.commitment.json<Enter>audit desk of the northern registry' honest.json)")
is "$got" 'witness: ~esk of the northern registry' "a sign says that the beginning is cut off"
got=$(row "$(asked 40x12 ':reference honest.commitment.json<Enter>audit desk of the northern registry<C-A>' honest.json)")
is "$got" 'witness: audit desk of the northern reg~' "or the end"
stated='<Enter><Enter><Enter>yes<Enter>'
got=$(asked 80x24 ":reference honest.commitment.json<Enter>audit desk 監査<Enter>${stated}<Esc>c" honest.json)
like "$got" 'witness +audit desk 監査' "what the user states in two scripts is shown as it is"
got=$(asked 80x24 ":reference honest.commitment.json<Enter>аudit <Enter>${stated}<Esc>c" honest.json)
like "$got" 'witness +<U\+0430>udit' "but not a word of two"
got=$(asked 80x24 ":reference honest.commitment.json<Enter>audit desk 監査<Enter>${stated}<Esc>:export text $scratch/r.txt<Enter>" honest.json)
like "$(cat "$scratch/r.txt")" 'witness +"audit desk 監査"' "nor does a report hide it"
is "$(row "$(LC_ALL=C asked 80x24 ':reference honest.commitment.json<Enter>監<Enter><Enter><Enter><Enter>' honest.json)")" \
    "$(row "$(asked 80x24 ':reference honest.commitment.json<Enter>x<Enter><Enter><Enter><Enter>' honest.json)")" "the same prompts in the C locale"

# A status that is longer than its row goes on above it.
got=$(asked 40x12 '/zzz<C-G><Enter>' honest.json)
like "$(said "$got")" 'search "zzz" with bytes: no match, finished' "a status is shown whole at 40 columns"
like "$(asked 40x12 '/zzz<C-G><Enter>' honest.json)" 'entry|link' "and leaves rows to the view"

# ---- files

refused ":export md $scratch/none/a.md<Enter>" "report to: ~?.*none/a.md" 'directory cannot be opened' 'a report into no folder' relabelled.json
got=$(asked 80x24 "xllj<Enter><C-U>2-3<Enter>j<Enter><C-U>$scratch/none/x.txt<Enter>x<C-U>$scratch/x.txt<Enter>" relabelled.json)
like "$got" 'format +html  +md  +\[text\]' "the dialog keeps the format after a refusal"
like "$got" '2-3' "and the entries"
got=$(asked 80x24 "xllj<Enter><C-U>2-3<Enter>j<Enter><C-U>$scratch/none/x.txt<Enter>x<C-U>$scratch/x.txt<Enter>x" relabelled.json)
like "$got" 'written: ' "and writes to the name that was mended"
ok "$(test -s "$scratch/x.txt"; echo $?)" "the report is there"

refused ':compare /etc/passwd<Enter>' 'compare with: /etc/passwd' 'byte 0, line 1, column 1: not JSON' 'no timeline to compare with' relabelled.json
refused ':compare damaged.json<Enter>' 'compare with: damaged.json' 'byte 3023, line 66, column 83: the input ends' 'a damaged one' relabelled.json
got=$(asked 80x24 ':compare honest.json<Enter>Ddamaged.json<Enter><Esc>' relabelled.json)
like "$(said "$got")" 'row 4 of 8; 1 differs' "the comparison that there was stays"
got=$(asked 80x24 ':compare ../samples/relabelled.json<Enter>' relabelled.json)
like "$(said "$got")" "both are the timeline's own file" "the timeline's own file is told, by whatever name"
got=$(asked 80x24 ':compare honest.json<Enter>' relabelled.json)
unlike "$(said "$got")" "own file" "another file is not"
got=$(asked 80x24 ':baseline ../samples/relabelled.json<Enter>' relabelled.json)
like "$(said "$got")" "the timeline's own file" "so it is as an earlier copy"
got=$(asked 80x24 ":baseline relabelled.json<Enter><Enter>$stated" relabelled.json)
like "$(said "$got")" "own file, and shows nothing by agreeing with itself" "in the result as well"
got=$(asked 80x24 ':compare honest.json<Enter>g<Enter>' relabelled.json)
like "$(said "$got")" 'No member differs. In both: .*fs.read' "a pair that is equal shows what is in both"

# ---- digests as they are shown

# Of entry 2, by an independent program.
hex=$(python3 - <<'END'
import json, os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerref
with open("honest.json", encoding="utf-8") as file:
    entries = json.load(file)
print(entries[2]["prev_digest"])
END
)
groups=$(printf '%s' "$hex" | sed 's/......../& /g; s/ $//')
for typed in "${groups:0:17}" "${groups:9:26}" "$groups" "${hex:0:8}..${hex:56:8}" "${hex:0:12} .. ${hex:52:12}"; do
    got=$(asked 80x24 "g/$typed<Enter>" honest.json)
    like "$got" 'search wrapped|search "[^"]*"?.* [12] match' "found: $typed"
    like "$(head -n 1 <<<"$got")" ' 2/8$' "at the entry that has it: $typed"
done
upper=$(tr a-f A-F <<<"${groups:0:17}")
like "$(asked 80x24 "g/$upper<Enter>" honest.json | head -n 1)" ' 2/8$' "in capitals"
for typed in "${hex:0:8}..${hex:0:8}" "${groups:0:8} 00000000" "${hex:0:8}.."; do
    like "$(said "$(asked 80x24 "g/$typed<Enter>" honest.json)")" 'no match in 8 entries' "not found: $typed"
done
last=$("$AERSCOPE" digest --entry=8 honest.json 2>/dev/null | grep -oE '[0-9a-f]{64}' | head -n 1)
last=$(printf '%s' "$last" | sed 's/......../& /g; s/ $//')
got=$(asked 80x24 ":head $last@8<Enter><Enter>$stated" honest.json)
like "$got" 'ENDPOINT matches' "a head typed in groups"

# ---- filters

refused '&tool="no<Enter>' '&tool="no' 'a double quote is not closed' 'a quote that is not closed' relabelled.json
like "$(said "$(asked 80x24 '&tool="pay.send"<Enter>' relabelled.json)")" '1 of 8 entries shown' "one that is closed is taken"
like "$(row "$(asked 80x24 '&tool~pay<Enter>&' relabelled.json)")" '^&tool~pay ' "a filter that is on is where it begins"
like "$(said "$(asked 80x24 '&tool~pay<Enter>& has:failure<Enter>' relabelled.json)")" 'FILTER tool~pay has:failure: 1 of 8' "and goes on"
like "$(asked 80x24 '&tool=zzz<Enter>' relabelled.json | head -n 1)" ' -/8$' "where none is shown, none is the selected one"
like "$(asked 80x24 '&tool=pay.send<Enter>' relabelled.json | head -n 1)" ' 5/8$' "else its number"

# ---- matches out of sight

python3 - "$scratch" <<'END'
import base64, json, os, sys
with open("honest.json", encoding="utf-8") as file:
    entries = json.load(file)
entries[1]["tool"] = "a.tool.with.a.name.that.is.longer.than.any.column.quitelast"
entries[1]["canonical_bytes"] = base64.b64encode(b"x" * 3000 + b" farther " + b"y" * 3000).decode()
with open(sys.argv[1] + "/wide.json", "w", encoding="utf-8") as file:
    json.dump(entries, file)
END
unlike "$(asked 80x24 '2G' "$scratch/wide.json")" 'quitelast' "the end of a long tool is cut"
like "$(asked 80x24 'g/quitelast<Enter>' "$scratch/wide.json" | grep '^>')" 'quitelast' "a match in it slides into sight"
like "$(asked 40x12 'g/quitelast<Enter>' "$scratch/wide.json" | grep -A1 '^>')" 'quitelast' "at 40 columns as well"
for keys in 'Z2G<Enter>/farther<C-G><Enter>' '2G<Enter>Z/farther<C-G><Enter>' '2G<Enter>/farther<C-G><Enter>' 'Z/farther<C-G><Enter>'; do
    like "$(asked 80x24 "$keys" "$scratch/wide.json")" '(^|[^"/])farther (y|~|\\)' "a match in the bytes comes into sight: $keys"
done
unlike "$(asked 80x24 'Zg/farther<C-G><Enter>' "$scratch/wide.json" | grep '^>')" '! +~' "and the list stays where it is"

# ---- keys that have nothing to do say so

like "$(said "$(asked 80x24 '<Enter>zt' honest.json)")" 'a card has no rows to place' "zt on a card"
like "$(said "$(asked 80x24 '<Enter><Tab>' honest.json)")" 'the card is the only pane' "Tab on a card"
like "$(said "$(asked 40x12 '<Tab>' honest.json)")" 'the list is the only pane' "Tab where the list stands alone"
like "$(said "$(asked 80x24 'ozt' honest.json)")" 'zt does nothing in this view' "zt elsewhere"
like "$(said "$(asked 80x24 'Ad' honest.json)")" 'there is no note and no mark to take away' "d in an empty list of notes"
like "$(asked 80x24 'A' honest.json)" 'a on an entry writes a note' "which says where a note is written"
like "$(asked 80x24 'v' honest.json)" 'DECODED BYTES, JSON' "v shows the bytes beside the list"

# ---- notes

new()
{
    rm -rf "$scratch/n"
    mkdir "$scratch/n"
}
case=$scratch/n/n.case
new
got=$(asked 80x24 ':examiner Ilse Brandt<Enter>' honest.json --case="$case")
like "$(said "$got")" 'examiner: Ilse Brandt' "an examiner that was named is told"
# A note is kept as it was typed, to its last line end.
new
asked 80x24 'a<Enter>two<Enter>  lines <Enter><Enter><C-X>' honest.json --case="$case" >/dev/null
is "$(python3 -c 'import json, sys; print(repr(json.load(open(sys.argv[1]))["notes"][0]["text"]))' "$case")" \
    "'two\\n  lines \\n\\n'" "a note is kept to its last line end"
# The draft of another text for a note that there is.
new
begun='a<Enter>first words<C-X>AaX and more'
asked 80x24 "$begun<Esc><Esc>" honest.json --case="$case" >/dev/null
ok "$(test -s "$case.draft"; echo $?)" "Esc in the text of a note keeps a draft"
for keys in 'a' 'Aa' 'Aja'; do
    got=$(asked 80x24 "g$keys" honest.json --case="$case")
    like "$got" 'first wordsX and more' "$keys goes on with it"
    like "$got" 'text of the note for entry 1' "$keys: as the text of that note"
done
got=$(asked 80x24 'ga<C-X>A' honest.json --case="$case")
like "$got" '1 note or mark' "and keeps one note"
like "$got" 'first wordsX and more' "with the new text"
ok "$(test ! -e "$case.draft"; echo $?)" "no draft is left"
# ---- a file of several jobs

for n in 1 2; do
    sed -n 1p lines.ndjson | sed "s/\"job_id\": *\"[^\"]*\"/\"job_id\":\"J$n\"/"
done >"$scratch/jobs.ndjson"
for key in o i; do
    like "$(said "$(asked 120x60 "$key" "$scratch/jobs.ndjson")")" 'it may be a file of several, which aerscope verify --list-jobs lists' \
        "$key says that a file may be of several jobs"
    unlike "$(asked 120x60 "$key" honest.json)" 'file of several' "$key: and only then"
done

# ---- on a terminal

cat >"$scratch/prompts.py" <<'PYTHON'
import json, os, shutil, sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/tui")
import pty as terminals

PROGRAM, HERE = os.environ["AERSCOPE"], sys.argv[1]


def say(passed, name, t=None):
    print("%s %s" % ("ok" if passed else "not", name), flush=True)
    if not passed and t:
        print("# " + t.text().replace("\n", "\n# "), flush=True)


def judged():
    """What was said to be going on is not said any more when it is over."""
    with terminals.Terminal([PROGRAM, "reclosed.json"], 80, 24) as t:
        t.shows("^TIMELINE consistent")
        t.press(":expect honest.expected.json\r")
        say(t.shows("^coverage discrepant"), "the result of a list is told when it is there", t)
        say(t.lacks("being judged"), "and not that it is being judged", t)
        t.press("\x1b")
        t.press(":baseline honest.json\r")
        for key in "\r\r\r\r\r":
            t.press(key)
        say(t.shows("honest.json: "), "so it is of an earlier copy", t)
        say(t.lacks("being checked"), "and not that it is being checked", t)
        t.send("q")
        t.wait()


def removed():
    path = os.path.join(HERE, "gone.json")
    shutil.copy("honest.json", path)
    with terminals.Terminal([PROGRAM, path], 80, 24) as t:
        t.shows("^TIMELINE consistent")
        os.unlink(path)
        t.press("R")
        say(t.shows("not read again: .*gone.json"), "R on a file that is gone says that it cannot be read", t)
        say("No such file" in t.text().replace("\n", " "), "and why", t)
        say(t.shows("CHANGED"), "the change stays in row 1", t)
        t.press("R")
        say(t.shows("not read again: .*gone.json"), "a second time as well", t)
        t.send("q")
        t.wait()


def changed():
    """Whatever else there is to say of a file that is another one: that it is."""
    path = os.path.join(HERE, "changed.json")
    shutil.copy("relabelled.json", path)
    with terminals.Terminal([PROGRAM, path, "--case=" + os.path.join(HERE, "changed.case")], 80, 24) as t:
        t.shows("^TIMELINE broken")
        shutil.copyfile("honest.json", path)
        t.press("R")
        say(t.shows("the SHA-256 differs: it has other bytes"), "with a case file: R says that the bytes are others", t)
        say("changed.case was made for other bytes" in t.text().replace("\n", " "), "and that the case file is not for them", t)
        t.send("q")
        t.wait()


def pasted():
    case = os.path.join(HERE, "pasted.case")
    with terminals.Terminal([PROGRAM, "honest.json", "--case=" + case], 80, 24) as t:
        t.shows("^TIMELINE consistent")
        t.press("a")
        if t.shows("who examines|a note for entry") and "who examines" in t.text():
            t.press("\r")
        t.shows("a note for entry")
        t.send(b"\x1b[200~one\r\ntwo\rthree\nfo\tur \x07\x1b[201~")
        t.shows("three")
        t.press("\x1b[200~\r\r\x1b[201~")
        t.press("\x18")
        say(t.shows("note for entry 1 kept"), "a note that was pasted is kept", t)
        with open(case, encoding="utf-8") as file:
            text = json.load(file)["notes"][0]["text"]
        say(text == "one\ntwo\nthree\nfo\tur \x07\n\n", "with each line end and control, the last too: %r" % text)
        t.send("q")
        t.wait()


def unwritten():
    """A note that cannot be written is a note, and not a draft as well."""
    folder = os.path.join(HERE, "unwritten")
    case = os.path.join(folder, "n.case")
    os.mkdir(folder)
    with terminals.Terminal([PROGRAM, "honest.json", "--case=" + case], 80, 24) as t:
        t.shows("^TIMELINE consistent")
        t.press(":examiner E\r")
        say(t.shows("^examiner: E"), "an examiner is told", t)
        t.until(lambda: os.path.exists(case))
        shutil.rmtree(folder)
        t.press("a")
        t.shows("a note for entry 1")
        t.send("kept in memory")
        t.shows("kept in memory")
        t.press("\x1b")
        t.shows("not kept beside")
        t.press("a")
        t.shows("a note for entry 1")
        t.press("\x18")
        say(t.shows("not written, kept in memory"), "a note that cannot be written is kept in memory", t)
        t.press("A")
        t.shows("notes by entry")
        say(t.text().split("in full")[0].count("kept in memory") == 1, "and stands once in the list", t)
        say("DRAFT" not in t.text(), "not as a draft too", t)
        t.press("\x1b")
        t.press("R")
        say(t.shows("read again: 8 before"), "R reads again", t)
        say("the case file is NOT WRITTEN" in t.text().replace("\n", " "), "and says that the case file is not", t)
        case = os.path.join(HERE, "elsewhere.case")
        t.press(":case %s\r" % case)
        say(t.shows("kept in .*elsewhere.case from now on"), "it is written where it can be", t)
        with open(case, encoding="utf-8") as file:
            notes = [note["text"] for note in json.load(file)["notes"]]
        say(notes.count("kept in memory") == 1 and not os.path.exists(case + ".draft"), "once, and no draft is left: %s" % notes)
        t.send("q")
        t.wait()


def small():
    """A note takes what is typed at every size."""
    case = os.path.join(HERE, "small.case")
    with terminals.Terminal([PROGRAM, "honest.json", "--case=" + case], 80, 24) as t:
        t.shows("^TIMELINE consistent")
        t.press("a")
        t.shows("who examines")
        t.press("\r")
        t.shows("a note for entry 1")
        for cols, rows in ((30, 9), (10, 5), (40, 6), (80, 8), (20, 4), (10, 2)):
            t.resize(cols, rows)
            t.quiet(0.1)
            for key in "w%d " % rows:
                t.press(key)
            if rows > 3:
                say(t.shows("w%d" % rows), "what is typed at %dx%d is seen" % (cols, rows), t)
        t.resize(80, 24)
        say(t.shows("w9 w5 w6 w8 w4 w2"), "and nothing of it is lost", t)
        t.press("\x18")
        say(t.shows("note for entry 1 kept"), "it is kept", t)
        t.send("q")
        t.wait()


def paths():
    """The path of a case file is refused where it is typed; the prompt stays, so that no key is a command."""
    data = os.path.join(HERE, "data")
    other = os.path.join(HERE, "other.case")
    with terminals.Terminal([PROGRAM, "honest.json"], 80, 24, env={"XDG_DATA_HOME": data}) as t:
        t.shows("^TIMELINE consistent")
        t.press("ms")
        t.shows("case file: ")
        t.press("\r")
        t.shows("who examines")
        t.press("\r")
        t.until(lambda: os.path.exists(os.path.join(data, "aerscope", "honest.case")))
        t.send("q")
        t.wait()
    with terminals.Terminal([PROGRAM, "honest.json", "--case=" + other], 80, 24) as first, \
            terminals.Terminal([PROGRAM, "honest.json"], 80, 24, env={"XDG_DATA_HOME": data}) as t:
        first.shows("^TIMELINE consistent")
        first.press("ms")
        first.shows("who examines")
        first.press("\r")
        first.until(lambda: os.path.exists(other))
        t.shows("^TIMELINE consistent")
        t.press("a")
        say(t.shows("Enter opens it"), "the one that is proposed is there", t)
        t.press("x")
        say(t.lacks("Enter opens it"), "which is said of no other path", t)
        t.press("\x15/proc/x.case\r")
        say(t.shows("no file can be made in its folder") and t.shows("^case file: /proc/x.case"),
            "a path where nothing can be made is refused in the prompt", t)
        t.press("\x15%s\r" % other)
        say(t.shows("nothing can be kept there: .* open for writing") and t.shows("^case file: "),
            "one that another process has open too", t)
        t.press("q")
        say(t.shows("^case file: .*q"), "and what is typed next is typed there", t)
        t.press("\x1b")
        first.send("q")
        first.wait()
        t.press("a")
        t.shows("case file: ")
        t.press("\x15%s\r" % other)
        say(t.shows("a note for entry 1"), "until it is free", t)
        t.press("\x1b")
        t.send("q")
        t.wait()


judged()
removed()
changed()
small()
paths()
pasted()
unwritten()
PYTHON
relay < <(python3 "$scratch/prompts.py" "$scratch" 2>&1 && echo "ok to the end" || echo "not to the end")

done_testing
