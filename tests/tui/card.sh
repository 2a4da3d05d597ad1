#!/usr/bin/env bash
# The card and the references by what they do: commands that are shown are run, references are
# attached and taken off, values are copied.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/screen.sh"

cd "$top_srcdir/samples" || exit 1
unset NO_COLOR COLUMNS LINES

# ---- commands ----

# The program under test is the one that the commands find.
mkdir "$scratch/bin"
ln -s "$AERSCOPE" "$scratch/bin/aerscope"

# run COMMAND: by a POSIX shell, the digest alone.
run()
{
    printf '%s\n' "$1" >"$scratch/command"
    PATH=$scratch/bin:$PATH sh "$scratch/command" 2>/dev/null | sed 's/  -$//'
}

# reproduced FILE...: each command on the card of each entry gives the digest.
reproduced()
{
    local file=$1 wrong='' number=0 written=0 entry digest rest screen command
    while IFS=$'\t' read -r entry digest rest; do
        screen=$(draw 1000x80 "${entry}G<Enter>" "$@")
        if test "$digest" = -; then
            grep -q 'sha256sum' <<<"$screen" && wrong+=" $entry: no digest"
            continue
        fi
        while read -r command; do
            number=$((number + 1))
            case $command in printf*) written=$((written + 1)) ;; esac
            test "$(run "$command")" = "$digest" || wrong+=" $entry: $command"
        done < <(sed -nE 's/^ *((aerscope digest|printf) .*\| sha256sum)$/\1/p' <<<"$screen")
    done < <("$AERSCOPE" digest "$@" 2>/dev/null)
    is "$wrong" "" "$file: $number commands give the digests, $written of them without this program"
    test "$number" -gt 0
    ok $? "$file: there are commands"
}
for file in honest edited historical-06 wrapped hostile beheaded damaged; do
    reproduced $file.json
done
reproduced lines.ndjson

# Names that no shell would take for one word.
cp honest.json "$scratch/a b'c\$(echo x).json"
cp honest.json "$scratch/-é"$'\n'"%s.json"
cd "$scratch" || exit 1
reproduced "./a b'c\$(echo x).json"
reproduced "./-é"$'\n'"%s.json"
cd "$top_srcdir/samples" || exit 1

# ---- bytes ----

screen=$(draw 120x60 '5G<Enter>v' honest.json)
like "$screen" '"quote": "Q-5519",' "a payload as JSON in lines"
screen=$(draw 120x60 '1G<Enter>v' hostile.json)
like "$screen" 'this is no JSON by the strict rules' "what is no JSON is shown as text"

# Every row of the source says where it is: the bytes there are those on it.
screen=$(draw 120x60 '5G<Enter>vvvv' honest.json)
wrong=
while read -r offset line text; do
    offset=${offset//,/}
    text=${text%<U+000A>}
    test "$(tail -c +$((offset + 1)) honest.json | sed 's/^ *//; q')" = "$text" || wrong+=" $offset"
    test "$(head -c "$offset" honest.json | wc -l)" -eq $((${line//,/} - 1)) || wrong+=" line $line"
done < <(sed -nE 's/^ +([0-9,]+) +([0-9,]+) +("(id|seq|tool|provenance_class)".*)$/\1 \2 \3/p' <<<"$screen")
is "$wrong" "" "offsets and lines of the source are those of the file"

# ---- times ----

python3 - honest.json >"$scratch/times.json" <<'END'
import json, sys
timeline = json.load(open(sys.argv[1]))
times = ["2026-10-05T09:00:00Z", "2026-10-05T11:00:00+02:00", "2026-10-05T08:59:59.5Z",
         "2026-10-05T12:00:00Z", "2026-13-05T12:00:00Z", 7, "2026-10-05T12:00:00Z", None]
for entry, time in zip(timeline, times):
    entry["created_at"] = time
json.dump(timeline, sys.stdout)
END
like "$(draw 120x50 '2G<Enter>' "$scratch/times.json")" 'the same time as entry 1' "equal times of two zones"
like "$(draw 120x50 '2G<Enter>' "$scratch/times.json")" \
    'STEP BACK +less than 1 s later than entry 3, which stands after it' "a step back after"
like "$(draw 120x50 '3G<Enter>' "$scratch/times.json")" \
    'STEP BACK +less than 1 s earlier than entry 2, which stands before it' "a step back before"
like "$(draw 120x50 '3G<Enter>' "$scratch/times.json")" 'TIME GAP +3 h .*earlier than entry 4' "a gap"
like "$(draw 120x50 '4G<Enter>' "$scratch/times.json")" 'entry 5 has a created_at that is no time' "a neighbour without"
like "$(draw 120x50 '5G<Enter>' "$scratch/times.json")" 'TIMES +this entry has a created_at that is no time of RFC 3339' \
    "no time of RFC 3339"
like "$(draw 120x50 '3G<Enter>' "$scratch/times.json")" 'not bound by the digest' "times are not bound"

# ---- references ----

head=$(sed -nE 's/.*"final_entry_digest": "([0-9a-f]{64})".*/\1/p' honest.commitment.json)
attach='desk<Enter>audit<Enter>https://heads.example<Enter>2026-10-06T00:00:00Z<Enter>'
mkdir "$scratch/kept"
cp honest.commitment.json "$scratch/kept/head.json"

screen=$(draw 120x40 "cc1<Enter>$scratch/kept/head.json<Enter>${attach}yes<Enter><Esc>" honest.json)
is "$(cat "$scratch/status")" 0 "a reference attached and stated to be independent: status 0, as verify"
like "$screen" 'ENDPOINT matches' "the cell of the endpoint changes"
like "$screen" "independent: yes \(the examiner's statement" "independence is the examiner's"
like "$screen" 'witness +desk' "who"
like "$screen" 'authority +audit' "of whom"
like "$screen" 'retrieved from +https://heads.example' "how"
like "$screen" 'retrieved at +2026-10-06T00:00:00Z' "when"

screen=$(draw 120x40 "cc1<Enter>$scratch/kept/head.json<Enter>${attach}yes<Enter><Esc>" reclosed.json)
is "$(cat "$scratch/status")" 1 "a reference that contradicts: status 1"
like "$screen" 'ENDPOINT contradicted' "contradicted"
like "$screen" 'entries +8 +here 6 +DIFFERS' "its count"

screen=$(draw 120x40 ":reference $scratch/kept/head.json<Enter><Enter><Enter><Enter><Enter><Enter><Esc>" honest.json)
is "$(cat "$scratch/status")" 3 "nothing said of independence: status 3"
screen=$(draw 120x40 "cc1<Enter>$scratch/kept/head.json<Enter>desk<Enter><C-C>" honest.json)
is "$(cat "$scratch/status")" 3 "Ctrl-C cancels all: status 3"
like "$screen" 'No reference.' "Ctrl-C cancels all"
like "$screen" 'nothing was attached' "and says so"
questions="cc1<Enter>$scratch/kept/head.json<Enter>desk<Enter>audit<Enter>safe<Enter>2026-10-06T00:00:00Z<Enter>y"
screen=$(asked 120x40 "$questions<Esc>" honest.json)
like "$screen" 'retrieved at: 2026-10-06T00:00:00Z' "Esc in the last question goes to the one before, with its answer"
like "$screen" 'Ctrl-C leaves all questions' "and says what leaves them"
screen=$(asked 120x40 "$questions<Esc><Esc><Esc><Esc>" honest.json)
like "$screen" 'witness: desk' "and so on to the first"
screen=$(draw 120x40 "$questions<Esc><Esc>box<Esc><C-U>AUDIT<Enter><Enter><Enter>yes<Enter><Esc>" honest.json)
like "$screen" 'authority +AUDIT' "what is mended is kept"
like "$screen" 'retrieved from +safebox' "what was typed before going back is kept"
like "$screen" 'retrieved at +2026-10-06T00:00:00Z' "what was answered behind it is kept"
screen=$(draw 120x40 "$questions<C-C>" honest.json)
like "$screen" 'nothing was attached' "Ctrl-C leaves all of them"
screen=$(asked 120x40 "cc1<Enter>$scratch/kept/head.json<Enter>" honest.json -c honest.commitment.json)
like "$screen" 'These bytes are attached already' "the same bytes twice are told before the questions"

screen=$(draw 120x40 "cc1<Enter>$scratch/kept/head.json<Enter><Enter><Enter><Enter>yesterday<Enter><C-U><Enter><Enter><Esc>" honest.json)
like "$screen" 'retrieved at +not stated' "a time that is none is asked again"

screen=$(draw 120x40 ":head $head@8<Enter><Enter><Enter><Enter><Enter>y<Enter><Esc>:count 8<Enter><Enter><Enter><Enter><Enter><Enter>c" honest.json)
is "$(cat "$scratch/status")" 0 "a head known from elsewhere"
like "$screen" 'As far as they state an end it is the same one' "they agree"
like "$screen" 'a count alone does not fix an end' "a count alone"
screen=$(draw 120x40 ":count 7<Enter><Enter><Enter><Enter><Enter><Enter><Esc>:count 8<Enter><Enter><Enter><Enter><Enter><Enter>c" honest.json)
is "$(cat "$scratch/status")" 1 "a count that differs"
like "$screen" 'References 1 and 2 state different ends, of 7 entries and of 8; neither is dated' "they do not agree"
screen=$(asked 120x40 ":head $head@<Enter>" honest.json)
like "$screen" 'a head is 64 lowercase' "a head that is none"
like "$screen" "head: $head@" "and its prompt has it, to be mended"
is "$(cat "$scratch/status")" 3 "and it is not listed"

echo '{"job_id": 1' >"$scratch/kept/bad.json"
screen=$(asked 120x40 "cc1<Enter>$scratch/kept/bad.json<Enter>" honest.json)
is "$(cat "$scratch/status")" 3 "a bad file is not attached: status 3"
like "$screen" 'no chain commitment: not JSON at byte 13' "and above the prompt stands why"
like "$screen" 'commitment, file: .*bad.json *
' "and the prompt has its name, to be mended"
screen=$(asked 120x40 "cc1<Enter>$scratch/none<Enter>" honest.json)
like "$screen" 'cannot open .*none: No such file' "a file that is not there"
screen=$(asked 120x40 "cc1<Enter>$scratch/none<Enter><C-U>$scratch/kept/head.json<Enter>" honest.json)
like "$screen" "
witness: " "mended, the questions follow"
screen=$(asked 120x40 "cc1<Enter>honest.json<Enter>" honest.json)
like "$screen" 'no chain commitment: ' "a timeline is no commitment"
screen=$(asked 120x40 "cc1<Enter>.<Enter>" honest.json)
like "$screen" 'no regular file' "nor is a folder"
mkfifo "$scratch/fifo"
screen=$(asked 120x40 "cc4<Enter>$scratch/fifo<Enter>" honest.json)
like "$screen" 'no regular file' "what has no end is not waited for"
screen=$(asked 120x40 "ccc<Enter>" honest.json)
like "$screen" 'a number from 1 to 5' "c alone could be two kinds"
screen=$(asked 120x40 "cc3<Enter>8<Enter><Enter><Enter><Enter><Enter>maybe<Enter>" honest.json)
like "$screen" 'yes, no or unknown is accepted' "independence is not guessed"
like "$screen" 'independent\? maybe' "and not cleared"
screen=$(asked 120x40 "cc3<Enter>8<Enter><Enter><Enter><Enter>yesterday<Enter>" honest.json)
like "$screen" 'no such time: .*2026-11-30T11:02:05Z' "a time that is none says why"

# Names of files are completed, as far as they agree; what is no file is left out.
mkdir "$scratch/names" "$scratch/names/folder"
touch "$scratch/names/one-a" "$scratch/names/one-b" "$scratch/names/.one" "$scratch/names/x"$'\e'"[2J y"
touch "$scratch/names/folder/inside"
mkfifo "$scratch/names/one-pipe"
names=$scratch/names
screen=$(asked 200x40 "cc1<Enter>$names/o<Tab>" honest.json)
like "$screen" "file: $names/one-" "a name is completed as far as all agree"
screen=$(asked 200x40 "cc1<Enter>$names/o<Tab><Tab>" honest.json)
like "$screen" "
one-a  one-b
commitment" "then the names are told, files and folders alone"
screen=$(asked 200x40 ":compare $names/f<Tab><Tab>" honest.json)
like "$screen" ":compare $names/folder/inside" "into a folder, behind a command"
screen=$(asked 200x40 "cc1<Enter>$names/x<Tab>" honest.json)
like "$screen" "file: $names/x<U.001B>\[2J y" "a hostile name is shown escaped"
screen=$(asked 200x40 "cc1<Enter>$names/x<Tab><Enter>" honest.json)
like "$screen" "no chain commitment" "and opened"
screen=$(asked 200x40 "cc1<Enter>$names/z<Tab>" honest.json)
like "$screen" "no file or folder begins so" "there may be none"
screen=$(asked 120x40 "cc1<Enter>$names/none<Enter><Esc>c4<Enter><Up>" honest.json)
like "$screen" "earlier copy, file: $names/none" "what was typed comes back"

# Of the right form, for another job: attached, and shown as unusable.
sed 's/pay-71/pay-99/' honest.commitment.json >"$scratch/kept/other.json"
sed 's/pay-71/pay-99/' honest.expected.json >"$scratch/kept/other.expected.json"
screen=$(draw 120x40 "cc1<Enter>$scratch/kept/other.json<Enter>${attach}yes<Enter><Esc>" honest.json)
is "$(cat "$scratch/status")" 2 "a commitment of another job is attached: status 2"
like "$screen" '1  commitment other.json  unusable' "and listed as unusable"
like "$screen" 'no entry has the job' "with the reason"
screen=$(asked 120x40 "cc5<Enter>$scratch/kept/other.expected.json<Enter>" honest.json)
like "$screen" 'no entry has the job that the list is for' "a list of another job is attached"
like "$screen" 'JOB +pay-99' "and listed"

# Earlier copies.
screen=$(draw 120x40 "cc4<Enter>edited.json<Enter>${attach}no<Enter><Esc>" honest.json)
is "$(cat "$scratch/status")" 1 "an earlier copy that differs: status 1, as verify"
like "$screen" '1  baseline edited.json  CONTRADICTED' "contradicted"
like "$screen" 'failure baseline.edited' "by what"
screen=$(draw 120x40 ":baseline honest.json<Enter>${attach}yes<Enter><Esc>c" honest.json)
like "$screen" 'ENDPOINT matches' "one that is the same matches"
screen=$(asked 120x40 "cc4<Enter>damaged.json<Enter>" honest.json)
like "$screen" 'line 66, column 83: the input ends' "one that is damaged is refused with the place"
screen=$(asked 120x40 "cc4<Enter>honest.commitment.json<Enter>" honest.json)
like "$screen" 'this is no timeline: it looks like a chain commitment' "and what is no timeline"

# Lists and receipts.
printf '{"actions": [\n {"tool": 5, "kind": "expected"}],\n "job_id": "pay-71"}' >"$scratch/kept/form.json"
screen=$(asked 120x40 "cc5<Enter>$scratch/kept/form.json<Enter>" honest.json)
like "$screen" 'line 2, column 11: action 1: tool is number' "a list of bad form is refused with line and column"
screen=$(draw 120x40 "cc5<Enter>honest.expected.json<Enter><Esc>" honest.json)
like "$screen" 'COVERAGE reconciled' "a list attached is coverage attached"
is "$(cat "$scratch/status")" 3 "status as verify"
screen=$(draw 120x40 ":expect honest.expected.json<Enter><Esc>C" reclosed.json)
is "$(cat "$scratch/status")" 1 "discrepant: status 1"
like "$screen" '6 expected: 4 matched, 2 missing' "and its view"
screen=$(draw 120x60 ":expect honest.workflow.json<Enter><Esc>c:expect honest.expected.json<Enter>" honest.json)
like "$screen" 'in the place of the list before' "another list takes its place"
unlike "$screen" 'manifest' "with the reference that came with it"
screen=$(draw 120x60 "cc5<Enter>honest.workflow.json<Enter><Esc>Gdyes<Enter>" honest.json)
like "$screen" 'COVERAGE not assessed' "a list taken off"
like "$screen" 'No reference.' "goes with its reference"
screen=$(draw 120x60 "cc5<Enter>honest.expected.json<Enter><Esc>dyes<Enter>c5<Enter>honest.expected.json<Enter>" honest.json)
like "$screen" 'COVERAGE reconciled' "and can be attached again"

screen=$(draw 120x40 "cc1<Enter>$scratch/kept/other.json<Enter>${attach}yes<Enter><Esc>dyes<Enter>" honest.json)
is "$(cat "$scratch/status")" 3 "taken off again"
like "$screen" 'No reference.' "and the board is empty"
screen=$(draw 120x40 "cdno<Enter>" honest.json -c honest.commitment.json)
like "$screen" 'nothing was taken off' "a no keeps it"
screen=$(draw 120x40 "cd" wrapped.json)
like "$screen" "timeline's own file|No reference" "what sits in the file stays"

screen=$(draw 120x40 "c<Enter>" reclosed.json -c honest.commitment.json)
like "$screen" 'committed +2b67196b bc0d7d86.*
 +recomputed +5511df69 2f56d282' "both digests under each other"
like "$screen" '57 of 64 digits differ' "and how many digits differ"

# An earlier end: the card of its entry shows both digests.
printf '{"job_id":"pay-71","final_entry_digest":"%s","entry_count":5,"published_at":"2026-10-05T09:41:30Z"}' \
    "$("$AERSCOPE" digest honest.json | sed -n 5p | cut -f2)" >"$scratch/kept/five.json"
like "$(draw 120x40 '5G<Enter>' honest.json -c "$scratch/kept/five.json")" 'ENDPOINT +five.json.*earlier' \
    "an earlier end on the card of its entry"
like "$(draw 120x40 'c' honest.json -c "$scratch/kept/five.json")" 'confirms the first 5, not the end' "and on the board"

# A count that can be none of entries is said as it is stated, wherever it stands.
long=$(printf '9%.0s' {1..40})
for count in -5 "$long"; do
    sed -E 's/("entry_count": *)8/\1'"$count"'/' honest.commitment.json >"$scratch/kept/count.json"
    for keys in '' c v; do
        screen=$(draw 200x50 "$keys" honest.json -c "$scratch/kept/count.json")
        like "$screen" "ENDPOINT contradicted +$count committed, 8 here" "a count of ${count:0:9}, after '$keys': in the judgement"
        unlike "$screen" '18,446,744,073,709|9,223,372,036,854' "and nowhere as another number"
    done
    like "$(draw 200x50 c honest.json -c "$scratch/kept/count.json")" "$count entries|entries +$count " "on the board"
done

# ---- copying ----

stored=2f576e4a8f1ef25c7610960982f2a362871eeed7809a615cd6657d3b6321a03a
like "$(draw 120x40 'ys' edited.json)" 'stored prev_digest of entry 5, 64 characters' "what was copied"
like "$(draw 120x40 'ysY' edited.json)" "
$stored" "Y shows it in one piece"
like "$(draw 120x40 'Y' edited.json)" "
$stored" "Y without a copy shows what there is"
like "$(draw 120x40 '<Enter>.yr' edited.json)" 'recomputed digest of entry 5' "of the comparison that . came to"
like "$(draw 120x40 '4Gyi' hostile.json)" 'escaped' "an id that is not plain is copied escaped"
like "$(draw 120x40 '4GyiY' hostile.json)" 'r-<U\+202E>4<U\+001B>' "and shown so"
like "$(draw 120x40 'yvY' reclosed.json -c honest.commitment.json)" \
    'ENDPOINT contradicted: 8 committed, 6 here' "the judgements"
json=$(draw 1000x40 '5GyjY' honest.json | grep '^{')
is "$(python3 -c 'import json, sys; print(json.loads(sys.argv[1]) == json.load(open("honest.json"))[4])' "$json")" \
    True "the JSON of an entry"
unlike "$(draw 40x20 '5GY' honest.json)" '[|]  *(stored|id)' "no frames between values"

# On a terminal: what reaches its clipboard, and which terminals are spared.
cat >"$scratch/terminal.py" <<'END'
import base64, os, pty, re, select, sys, time

term, keys, argv = sys.argv[1], sys.argv[2], sys.argv[3:]
pid, fd = pty.fork()
if pid == 0:
    os.environ["TERM"] = term
    os.execv(argv[0], argv)
out, end, sent = b"", time.monotonic() + 20, False
while time.monotonic() < end:
    ready, _, _ = select.select([fd], [], [], 0.5)
    if ready:
        try:
            part = os.read(fd, 65536)
        except OSError:
            break
        out += part
    elif not sent:
        # One by one: keys in one burst are taken for text that was pasted.
        for key in keys:
            os.write(fd, key.encode())
            time.sleep(0.1)
        sent = True
    else:
        os.write(fd, b"q")
os.waitpid(pid, 0)
found = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07", out)
print("".join(base64.b64decode(f).decode() + "\n" for f in found), end="")
END
copied()
{
    env -u AERSCOPE_SCRIPT python3 "$scratch/terminal.py" "$1" "$2" "$AERSCOPE" "$3"
}
is "$(copied xterm-256color ys edited.json)" "$stored" "OSC 52 carries the stored digest"
is "$(copied screen-256color 4Gyi hostile.json)" 'r-<U+202E>4<U+001B>[8m' "and what is not plain, escaped"
for term in linux vt100 dumb; do
    is "$(copied "$term" ys edited.json)" "" "nothing is sent to TERM=$term"
done

# Items of row 1 stand two spaces apart, and no id looks like several of them.
python3 -c '
import json
t = json.load(open("honest.json"))
for e in t:
    e["job_id"] = "x  CHANGED SINCE  training mark"
json.dump(t, open("'"$scratch"'/items.json", "w"))'
screen=$(draw 160x40 '' "$scratch/items.json")
like "${screen%%$'\n'*}" 'job x <U\+0020>CHANGED SINCE <U\+0020>train' "an id with spaces looks like no other item of row 1"

done_testing
