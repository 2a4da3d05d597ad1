#!/usr/bin/env bash
# What becomes of a case file in the inspector: what is attached goes into it, what is taken off goes out of it,
# and another one brings its own references.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR COLUMNS LINES
cp "$top_srcdir"/samples/{honest,relabelled,reclosed,edited}.json "$top_srcdir"/samples/honest.{commitment,expected}.json \
    "$top_srcdir"/samples/relabelled.{case,bank.txt} "$scratch" || exit 1
chmod -R u+w "$scratch"
cd "$scratch" || exit 1
head=$(sed -nE 's/.*"final_entry_digest": "([0-9a-f]{64})".*/\1/p' honest.commitment.json)
stated='desk<Enter>audit<Enter>https://h.example<Enter>2026-10-06T00:00:00Z<Enter>yes<Enter>'
cp honest.json copy.json
none='<Enter><Enter><Enter><Enter><Enter>'

# play KEYS ARGUMENTS...: screen, status and err are what came of it.
play()
{
    local keys=$1
    shift
    rm -f screen
    printf '%s' "<wait>$keys<save $scratch/screen>" >keys
    COLUMNS=120 LINES=45 AERSCOPE_SCRIPT=keys "$AERSCOPE" --config=none "$@" >out 2>err </dev/null
    status=$?
    screen=$(cat screen 2>/dev/null)
}

# get FILE EXPRESSION: out of a case file, which must hold by the independent reader; `c` is the document.
get()
{
    PYTHONPATH=$top_srcdir/tests/lib python3 "$top_srcdir/tests/lib/refcase.py" "$1" >/dev/null || echo "HISTORY OF $1"
    python3 -c '
import json, sys
c = json.load(open(sys.argv[1]))
done = [r["did"] for r in c["history"]]
print(eval(sys.argv[2]))' "$1" "$2"
}

# ---------------------------------------------------------------------------------------------------
# Attached without a case file: its path is asked for, as for a note

for kind in "1|honest.commitment.json" "2|$head@8" "3|8" "4|copy.json"; do
    rm -rf "$XDG_DATA_HOME" new.case
    play "cc${kind%%|*}<Enter>${kind#*|}<Enter>$stated" honest.json
    like "$screen" "case file: $XDG_DATA_HOME/aerscope/honest.case" "${kind%%|*}: a path is proposed"
    like "$screen" 'who, how and when, and the result of the check' "${kind%%|*}: and it is said what for"
    is "$(find . -name '*.case' ! -name relabelled.case)" "" "${kind%%|*}: nothing is written before it is agreed to"
    play "cc${kind%%|*}<Enter>${kind#*|}<Enter>$stated<C-U>$scratch/new.case<Enter>N. Ortiz<Enter>" honest.json
    is "$(stat -c %a new.case)" 600 "${kind%%|*}: agreed to, it is there, 0600"
    is "$(get new.case '(c["references"] or [c["baseline"]])[0]["witness"], c["examiner"], (c["references"] or [c["baseline"]])[0]["independent"]')" \
        "('desk', 'N. Ortiz', 'yes')" "${kind%%|*}: with what was stated"
    is "$(get new.case '[(k["result"], len(k["timeline_sha256"])) for k in (c["references"] or [c["baseline"]])[0]["checks"]]')" \
        "[('$(test "${kind%%|*}" = 3 && echo not_assessed || echo matches)', 64)]" "${kind%%|*}: and the result of the check"
    is "$(cat err)" "" "${kind%%|*}: nothing was lost, nothing is said"
    "$AERSCOPE" verify honest.json --case=new.case >again
    is "$?" "$(test "${kind%%|*}" = 3 && echo 3 || echo 0)" "${kind%%|*}: verify takes what was stated from it"
done
rm -f new.case
play "cc5<Enter>honest.expected.json<Enter><C-U>$scratch/new.case<Enter><Enter>" honest.json
is "$(get new.case 'c["expect"]["path"], c["references"]')" "('honest.expected.json', [])" "a list is kept as well"

rm -rf "$XDG_DATA_HOME"
play "cc3<Enter>8<Enter>$none<Esc>" honest.json
like "$screen" 'attached for this session alone; :case FILE keeps it' "it can be declined"
like "$(cat err)" '1 thing attached in the inspector, .*is in no case file: --case=FILE' "which leaving says again"
is "$(find "$XDG_DATA_HOME" 2>/dev/null)" "" "and nothing is written"
play "cc3<Enter>8<Enter>$none<Esc>:head $head<Enter>$none" honest.json
unlike "$screen" 'case file: ' "nor is it asked a second time"
like "$(cat err)" '2 things attached' "both are told"
rm -f new.case
play "cc3<Enter>8<Enter>$none<Esc>:head $head<Enter>$none:case new.case<Enter>" honest.json
is "$(get new.case '[r["kind"] for r in c["references"]]')" "['count', 'head']" "a case file that comes later has them"
is "$(cat err)" "" "then nothing is lost"
rm -f new.case
play "cc3<Enter>8<Enter>$none<Esc>dyes<Enter>" honest.json
is "$(cat err)" "" "nor when it was taken off again"

# ---------------------------------------------------------------------------------------------------
# Named on the command line

rm -f new.case
play '' honest.json --case=new.case -c honest.commitment.json --witness=desk --independent=yes --head="$head@8" --expect=honest.expected.json
is "$(get new.case '[(r["witness"], r["independent"], [k["result"] for k in r["checks"]]) for r in c["references"]], c["expect"]["path"]')" \
    "([('desk', 'yes', ['matches']), (None, 'unknown', ['matches'])], 'honest.expected.json')" \
    "what the line names is recorded, with its statements and the result"
is "$(cat err)" "" "and nothing is said"
sum=$(sha256sum new.case)
play '' honest.json --case=new.case -c honest.commitment.json --head="$head@8"
is "$(sha256sum new.case)" "$sum" "once more, with nothing stated: what was stated stays"
is "$status" 0 "and counts"
is "$(grep -c . <<<"$("$AERSCOPE" verify honest.json --case=new.case -c ./honest.commitment.json --head="$head@8" --format=json |
    python3 -c 'import json, sys
for r in json.load(sys.stdin)["judgements"]["endpoint"]["references"]: print(r["path"], r["witness"], r["independent"])' | tee listed)")" 2 \
    "verify takes each once"
is "$(cat listed)" "./honest.commitment.json desk yes
None None unknown" "with what the case file has of it"
exits 3 "what the line does state goes first" "$AERSCOPE" verify honest.json --case=new.case -c honest.commitment.json --independent=unknown
is "$(sha256sum new.case)" "$sum" "verify never writes"
play '' honest.json --case=new.case -c honest.commitment.json --witness=other --independent=no
is "$(get new.case 'c["references"][0]["witness"], c["references"][0]["independent"], done.count("reference.edit")')" \
    "('other', 'no', 1)" "what the line states otherwise is recorded, and the history keeps what was before"
rm -f new.case
play '' honest.json --case=new.case
is "$(ls new.case 2>/dev/null)" "" "without anything attached no case file is made"
cp relabelled.case foreign.case
sum=$(sha256sum foreign.case)
play '' honest.json --case=foreign.case --count=8
is "$(sha256sum foreign.case)" "$sum" "nothing goes unasked into one that was made for other bytes"
like "$(cat err)" '1 thing attached' "which is said"

# An earlier copy that is no more what the case file means.
cp honest.json earlier.json
rm -f new.case
play "cc4<Enter>earlier.json<Enter>$stated" honest.json --case=new.case
is "$status" 0 "an earlier copy that is independent"
exits 0 "whose independence comes back" "$AERSCOPE" verify honest.json --case=new.case
play 'R<wait>c' honest.json --case=new.case
like "$screen" 'witness +desk' "what is stated of it stays when it is read again"
is "$status" 0 "and counts"
printf ' \n' >>earlier.json
exits 3 "but not of other bytes" "$AERSCOPE" verify honest.json --case=new.case
like "$(tr -s ' \n' ' ' <out)" "warning 'earlier.json' has not the bytes that the case file means" "which is said"
unlike "$(cat out)" 'desk' "nor anything else that was stated"
sum=$(get new.case 'c["baseline"]')
play 'c' honest.json --case=new.case --count=8
like "$screen" 'OTHER BYTES than the case file means' "the board says so as well"
is "$status" 3 "and nothing counts"
is "$(get new.case 'c["baseline"]')" "$sum" "the case file goes on to mean what it meant"

# What is stated may be longer than any row: it is in sight all the same, and so is what differs.
cp "$top_srcdir/samples/honest.commitment.json" long.json
rm -f new.case
play "cc1<Enter>long.json<Enter>$stated<C-U>$scratch/new.case<Enter>N. Ortiz<Enter>" honest.json
python3 - new.case long.json <<'END'
import json, sys
c = json.load(open(sys.argv[1]))
c["references"][0]["witness"] = "notary" * 12000
json.dump(c, open("long.case", "w"))
r = json.load(open(sys.argv[2]))
r["job_id"] = "other" * 16000
json.dump(r, open("job.json", "w"))
END
play 'c' honest.json --case=long.case
like "$screen" 'witness +notarynotary' "a statement of 72,000 bytes is not as if there were none"
play 'c' honest.json --commitment=job.json
like "$screen" 'job +otherother.*DIFFERS' "a job of 80,000 bytes differs in sight"

# ---------------------------------------------------------------------------------------------------
# Taken off

cp relabelled.case off.case
play 'cd' relabelled.json --case=off.case
like "$screen" 'The case file has it\. yes: out of there too, and its history keeps that it was there\.' "what is in the case file is asked about"
like "$screen" 'take it off\? yes, here or no' "with three answers"
play 'cdno<Enter>' relabelled.json --case=off.case
is "$(cmp off.case relabelled.case)" "" "no"
play 'cdhere<Enter>' relabelled.json --case=off.case
like "$screen" 'No reference' "here: it is off"
is "$(cmp off.case relabelled.case)" "" "and stays in the case file"
play 'cdmaybe<Enter>' relabelled.json --case=off.case
like "$screen" 'yes, here or no is accepted' "nothing else is taken for an answer"
play 'cdyes<Enter>' relabelled.json --case=off.case
like "$screen" 'No reference' "yes: it is off"
is "$(get off.case 'c["references"], done[-1], c["history"][-1]["old"]["path"]')" "([], 'reference.delete', 'honest.commitment.json')" \
    "and out of the case file, whose history has it"
play 'c' relabelled.json --case=off.case
like "$screen" 'No reference' "it does not come back"
sed 's/"did": "note.add"/"did": "note.odd"/' relabelled.case >off.case
play 'cc3<Enter>8<Enter><Enter><Enter><Enter><Enter><Enter>' relabelled.json --case=off.case
like "$screen" 'read only' "a case file that takes no changes"
like "$(cat err)" '1 thing attached' "what is attached then is told at the end"
rm -f off.case
play ':count 8<Enter>'"$none:baseline copy.json<Enter>$none:expect honest.expected.json<Enter>" honest.json --case=off.case
is "$(get off.case 'len(c["references"]), c["baseline"]["path"], c["expect"]["path"]')" "(1, 'copy.json', 'honest.expected.json')" "three things"
play 'cGdyes<Enter>dyes<Enter>dyes<Enter>' honest.json --case=off.case
is "$(get off.case 'c["references"], c["baseline"], c["expect"]')" "([], None, None)" "taken off one after the other"
play 'c' honest.json --case=off.case
like "$screen" 'No reference' "none of them comes back"
like "$screen" 'COVERAGE not assessed' "nor the list"
sed 's/"did": "note.add"/"did": "note.odd"/' relabelled.case >off.case
cp off.case broken.case
play 'cdy<Enter>' relabelled.json --case=off.case
like "$screen" 'taken off: judged without it' "one of a case file that takes no changes is taken off here"
like "$screen" 'case off.case read only' "which its history keeps from being changed"
is "$(cmp off.case broken.case)" "" "alone"
rm -f off.case

rm -f new.case
play ":baseline honest.json<Enter>$none" honest.json
unlike "$screen" 'case file: ' "the timeline's own file is no reference that is kept"
is "$(cat err)" "" "nor missed"

# A statement of outcome.
cp relabelled.case off.case
play 'odno<Enter>' relabelled.json --case=off.case
is "$(cmp off.case relabelled.case)" "" "a statement that is left"
play 'od' relabelled.json --case=off.case
like "$screen" 'statement 1, of the system .*: T-90417 was booked on 5 October 2026' "the one that is to go is shown"
play 'odyes<Enter>' relabelled.json --case=off.case
like "$screen" 'OUTCOME  not assessed' "one that is taken away counts no more"
is "$(get off.case 'c["outcome"], done[-1], c["history"][-1]["old"]["statement"]')" \
    "([], 'outcome.delete', 'T-90417 was booked on 5 October 2026.')" "and is out of the case file, whose history has it"
play 'od' relabelled.json --case=off.case
like "$screen" 'no statement of outcome is recorded' "then there is none"
play ':outcome<Enter><C-U><Enter>bank<Enter>pay<Enter>booked<Enter><Enter><Enter>:outcome<Enter><C-U><Enter>mail<Enter>sent<Enter>never<Enter><Enter><Enter>od' \
    relabelled.json --case=off.case
like "$screen" 'take away statement number:' "of two the number is asked for"
play 'od3<Enter>' relabelled.json --case=off.case
like "$screen" 'there is no statement of that number' "which must be one"
play 'od2<Enter>yes<Enter>' relabelled.json --case=off.case
is "$(get off.case '[o["system"] for o in c["outcome"]]')" "['bank']" "and the other stays"

# ---------------------------------------------------------------------------------------------------
# Another one within a session

rm -f a.case b.case
play ':count 6<Enter>'"$none" honest.json --case=a.case
play ":head $head@8<Enter>$stated:expect honest.expected.json<Enter>" honest.json --case=b.case
sums=$(sha256sum a.case b.case)
play ':case b.case<Enter>c' honest.json
like "$screen" 'ENDPOINT matches' "the references of a case file that is opened within a session are judged"
like "$screen" 'COVERAGE reconciled' "its list too"
like "$screen" 'witness +desk' "with what is stated of them"
is "$status" 0 "and the status is that of verify"
play 'q' honest.json --case=b.case
is "$status" 0 "as with --case"
play 'G:case a.case<Enter>' honest.json --case=b.case
like "$screen" 'ENDPOINT contradicted' "another one in its place is judged instead"
like "$screen" 'COVERAGE not assessed' "without what the one before named"
is "$status" 1 "by status"
is "$(sha256sum a.case b.case)" "$sums" "opening them changes neither"
play ':case b.case<Enter>c' honest.json --case=a.case --count=8
like "$screen" '8 entries|entries +8 +here 8' "what the line names stays"
like "$screen" 'ENDPOINT matches' "beside what comes in"
is "$(get b.case '[r.get("kind") for r in c["references"]]')" "['head', 'count']" "and is recorded"
cp relabelled.case other.case
play ':case other.case<Enter>o' honest.json
like "$screen" 'OTHER BYTES' "one of other bytes is said to be one"
printf '\n' >>honest.commitment.json
play ':case other.case<Enter>oG' relabelled.json
like "$(tr -s ' \n' ' ' <<<"$screen")" 'has not the bytes that the case file means' "and what is odd about its references is told in the overview"

# ---------------------------------------------------------------------------------------------------
# Changed by something else: no later record makes what was found then trusted

cp "$top_srcdir/samples/honest.commitment.json" .
# doubt CODE: writes doubted.case; CODE changes `c`, the sample's case, behind the back of its history.
doubt()
{
    python3 - "$1" <<'END'
import json, sys
c = json.load(open("relabelled.case"))
c["timeline"] = None
r = c["references"][0]
exec(sys.argv[1])
json.dump(c, open("doubted.case", "w"))
END
}
for kind in 'changed|r["independent"] = "yes"' 'unstated|r["independent"] = "yes"; c["history"] = []' \
    'unstated|r["independent"] = "yes"; c["history"][-1].pop("state")'; do
    code=${kind#*|}
    doubt "$code"
    exits 3 "independence that no record vouches for: $code" "$AERSCOPE" verify --case=doubted.case honest.json
    play 'ms' honest.json --case=doubted.case
    is "$(get doubted.case 'done.index("case.found_'"${kind%%|*}"'") < done.index("mark.set")')" True "a record says what was found: $code"
    exits 3 "and a mark does not make it trusted: $code" "$AERSCOPE" verify --case=doubted.case honest.json
    like "$(tr -s ' \n' ' ' <out)" "warning record [0-9]+ of the history \(case\.found_${kind%%|*}\) tells that the case file was found" "which is said: $code"
    like "$(tr -s ' \n' ' ' <out)" 'stated yes in the case file, not taken over' "with what is stated there: $code"
    for format in text md html json; do
        "$AERSCOPE" report --format=$format --case=doubted.case honest.json >out
        like "$(tr -s ' \n' ' ' <out)" "case.{1,2}found.{1,2}${kind%%|*}" "$format: a report says it as well: $code"
    done
    exits 3 "and has that status: $code" "$AERSCOPE" report --status --case=doubted.case honest.json
    play '' honest.json --case=doubted.case -c honest.commitment.json --witness=somebody
    is "$(get doubted.case 'c["references"][0]["witness"], c["references"][0]["independent"], "independent" in [r for r in c["history"] if r["did"] == "reference.edit"][-1]["new"]')" \
        "('somebody', 'yes', False)" "what is stated besides is kept: $code"
    exits 3 "and states nothing of independence: $code" "$AERSCOPE" verify --case=doubted.case honest.json
    play '' honest.json --case=doubted.case -c honest.commitment.json --witness=somebody --independent=yes
    is "$(get doubted.case 'c["references"][0]["independent"], done.count("reference.edit")')" "('yes', 2)" "stated again, it is recorded: $code"
    exits 0 "and counts: $code" "$AERSCOPE" verify --case=doubted.case honest.json
done
doubt 'r["independent"] = "no"'
exits 3 "a stated no" "$AERSCOPE" verify --case=doubted.case honest.json
like "$(tr -s ' \n' ' ' <out)" 'unknown: stated no in the case file, not taken over' "is not lost"
play c honest.json --case=doubted.case
like "$screen" 'stated no in the case file, not taken over' "nor on the board"

# ---------------------------------------------------------------------------------------------------
# A review, in the report that is written afterwards

rm -f reviewed.case
cp "$top_srcdir/samples/honest.commitment.json" .
play "ms<Enter>:export md first.md<Enter>" relabelled.json --case=reviewed.case
play ":review<Enter>R. Haas<Enter>first.md<Enter>I read it and agree with the findings.<Enter>" relabelled.json --case=reviewed.case
is "$(get reviewed.case '(c["review"][0]["reviewer"], c["review"][0]["statement"])')" "('R. Haas', 'I read it and agree with the findings.')" "a review is recorded"
is "$(get reviewed.case 'c["review"][0]["report_sha256"]')" "$(sha256sum first.md | cut -d' ' -f1)" "over the SHA-256 of the report"
for format in md text html; do
    "$AERSCOPE" report --format=$format --case=reviewed.case relabelled.json >later
    like "$(cat later)" 'R\. Haas' "$format: a later report has the reviewer"
    like "$(cat later)" 'I read it and agree with the findings' "$format: and what was stated"
    like "$(tr -d ' \n' <later)" "$(sha256sum first.md | cut -d' ' -f1)" "$format: of which report"
done
"$AERSCOPE" report --format=json --case=reviewed.case relabelled.json >later
like "$(cat later)" 'R\. Haas' "json: too"
like "$(cat later)" "$(sha256sum first.md | cut -d' ' -f1)" "json: of which report"

# ---------------------------------------------------------------------------------------------------
# A text of somebody else's that is longer than any that can be written here is shown in part, with a sign

PYTHONPATH=$top_srcdir/tests/lib python3 - <<'END'
import json
import refcase
case = json.load(open("relabelled.case"))
for note in case["notes"]:
    note["text"] = "begins so " + "word " * 200000 + "and ends"
case["history"][-3]["new"]["text"] = case["notes"][0]["text"]
json.dump(refcase.seal(case), open("long.case", "w"))
END
for keys in '4G<Enter>' ':notes<Enter>' ':history<Enter>G' ':history<Enter>'; do
    play "$keys" relabelled.json --case=long.case
    like "$(tr -s '\n ' ' ' <screen)" 'begins so word|word word word word' "$keys: a long text is shown"
done
play '4G<Enter>9999J' relabelled.json --case=long.case
like "$(tr -s '\n ' ' ' <screen)" '\(cut: [0-9,]+ of 1,000,018 bytes\)' "and at its end how much of it"
play '1G/so word<Enter>' relabelled.json --case=long.case
like "$(head -n 1 <<<"$screen")" '4/8' "and what is shown of it is found"

# ---------------------------------------------------------------------------------------------------
# What was typed outlives the file that is read again

typed='/<C-R>sen[d]<Enter>&tool~pay<Enter>\\:goto 3<Enter>'
play "${typed}R<wait>/<Up>" edited.json
like "$(tail -n 3 <<<"$screen")" '/sen\[d\] .*regex' "read again, a search is in its history, and the next one is by regex too"
play "${typed}R<wait>&<Up>" edited.json
like "$(tail -n 3 <<<"$screen")" '&tool~pay' "a filter is in its own"
play "${typed}R<wait>:<Up>" edited.json
like "$(tail -n 3 <<<"$screen")" ':goto 3' "and a line in that of lines"

done_testing
