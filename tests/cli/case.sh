#!/usr/bin/env bash
# --case: what a case file says is brought in, told apart from what the timeline shows, and never written.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cp "$top_srcdir"/samples/{honest,relabelled,reclosed}.json "$top_srcdir"/samples/{honest.commitment,honest.expected}.json \
    "$top_srcdir"/samples/relabelled.{case,bank.txt} "$scratch" || exit 1
chmod -R u+w "$scratch"
cd "$scratch" || exit 1

# get FILE EXPRESSION: out of a verdict, as Python reads it; `v` is the document.
get()
{
    python3 -c '
import json, sys
v = json.load(open(sys.argv[1]))
c, o = v.get("case"), v["judgements"]["outcome"]
print(eval(sys.argv[2]))' "$1" "$2"
}

# case NAME CODE: writes NAME.case; CODE changes `c`, the sample's case, before it is sealed.
make_case()
{
    PYTHONPATH=$top_srcdir/tests/lib python3 - "$1" "$2" <<'END'
import hashlib, json, sys
import refcase
c = json.load(open("relabelled.case"))
def sha256(name):
    return hashlib.sha256(open(name, "rb").read()).hexdigest()
for record in c["history"]:
    record.pop("previous"), record.pop("state", None)
exec(sys.argv[2])
json.dump(refcase.seal(c), open(sys.argv[1] + ".case", "w"))
END
}

flat()
{
    tr -s ' \n' ' ' <"$1"
}

# ---------------------------------------------------------------------------------------------------
# What is told

exits 1 "text with a case file" "$AERSCOPE" verify --case=relabelled.case relabelled.json
text=$(flat out)
like "$text" 'OUTCOME recorded found 1 statement of a system' "outcome is recorded"
like "$text" 'nothing of it was checked by aerscope' "and not checked"
like "$text" 'about entry 5, agent assertion, not an observation' "with the entry's standing"
like "$text" 'it says "T-90417 was booked on 5 October 2026\." kept in "relabelled\.bank\.txt"' "what it says and where it is kept"
like "$text" 'not shown What a system stated is recorded as it was handed over' "and what that does not show"
like "$text" 'CASE FILE what an examiner states, not what the timeline shows' "the case file has a section"
like "$text" 'made for these bytes notes 2 notes; 2 made on these bytes history 6 records' "with its notes and history"
like "$text" 'can itself be cut or written anew' "and what a history cannot show"
unlike "$text" 'warning [A-Z]' "nothing is amiss"
like "$text" "witness \"log of the bank's gateway\" authority \"bank\.example\"" "the statements of its reference are there"

exits 1 "JSON with a case file" "$AERSCOPE" verify --format=json --case=relabelled.case relabelled.json
cp out with.json
is "$(get with.json 'c["sha256"]')" "$(sha256sum <relabelled.case | cut -d' ' -f1)" "sha256 is that of sha256sum"
is "$(get with.json 'c["examiner"], c["made_for_these_bytes"], c["references"], c["warnings"]')" \
    "('M. Berger', True, 1, [])" "examiner, bytes, references"
is "$(get with.json 'sorted(c["notes"].items())')" \
    "[('by_digest', 0), ('by_number', 0), ('on_these_bytes', 2), ('orphaned', 0), ('total', 2)]" "notes are counted"
is "$(get with.json 'o["result"], o["statements"][0]["entry"], o["statements"][0]["checked"], o["statements"][0]["applies"]')" \
    "('recorded', 5, False, True)" "outcome is recorded and not checked"

# The commands in a report give the digests in it.
"$AERSCOPE" report --format=md --case=relabelled.case relabelled.json >made.md
python3 - >commands.sh <<'END'
import re
print("\n".join(re.findall(r"```sh\n(.*?)\n```", open("made.md").read().split("## How to reproduce")[1], re.S)))
END
sh commands.sh >printed 2>&1
for name in relabelled.json honest.commitment.json relabelled.case; do
    like "$(cat printed)" "$(sha256sum "$name")" "a report says how to get the SHA-256 of $name"
done
like "$(cat printed)" "
$(get with.json 'c["history_head"]')
" "and the head of the history"

# The program in the manual page recomputes the history.
mandoc -Tascii -Owidth=78 "$top_srcdir/man/aerscope.5" | sed 's/.\x08//g' |
    sed -n '/^ *import hashlib, json, sys/,/^ *print(head)/p' | sed 's/^           //' >manual.py
is "$(python3 manual.py relabelled.case 2>&1)" "$(get with.json 'c["history_head"]')" \
    "the head is that of the program in the manual page"
like "$(get with.json 'c["history"]')" "'result': 'holds'" "the history holds"

# ---------------------------------------------------------------------------------------------------
# A case file that says nothing adds nothing but itself

make_case bare 'c["references"] = []; c["outcome"] = []'
"$AERSCOPE" verify --format=json relabelled.json >without.json
"$AERSCOPE" verify --format=json --case=bare.case relabelled.json >bare.json
is "$(python3 -c '
import json
a, b = json.load(open("without.json")), json.load(open("bare.json"))
del b["case"]; b["judgements"]["outcome"].pop("statements")
print(a == b)')" True "without statements the rest is as without a case file"
is "$("$AERSCOPE" --case=relabelled.case relabelled.json)" "$("$AERSCOPE" verify --case=relabelled.case relabelled.json)" \
    "view without a terminal takes it too"
before=$(stat -c '%i %Y %Z' relabelled.case; sha256sum relabelled.case)
sed 's|aerscope.case/1|aerscope.case/2|' relabelled.case >newer.case
printf '<wait>H:save-screen newer<Enter>' >keys
LINES=40 COLUMNS=120 AERSCOPE_SCRIPT=keys "$AERSCOPE" --config=none --case=newer.case relabelled.json >/dev/null
like "$(cat newer)" 'Not checked: its schema aerscope\.case/2 is newer than this program' "the inspector says why a history was not checked"
printf '<wait>:save-screen first<Enter>o:save-screen overview<Enter>R<wait>:save-screen again<Enter>qq' >keys
LINES=60 COLUMNS=120 AERSCOPE_SCRIPT=keys "$AERSCOPE" --config=none --keep --case=relabelled.case relabelled.json >kept
like "$(sed -n 1,3p first)" 'OUTCOME  recorded +1 statement, none checked' "the inspector says recorded, and not checked"
like "$(cat overview)" 'it says T-90417 was booked on 5 October 2026\.' "its overview what was said"
like "$(cat overview)" 'kept in relabelled\.bank\.txt' "and where that is kept"
like "$(sed -n 1,3p again)" 'OUTCOME  recorded' "also when the file was read again"
like "$(cat kept)" 'OUTCOME   recorded' "and when it was left"
is "$(stat -c '%i %Y %Z' relabelled.case; sha256sum relabelled.case)" "$before" "looking at it changes nothing"
exits 0 "report takes it" "$AERSCOPE" report --case=relabelled.case relabelled.json
like "$(flat out)" 'T-90417 was booked' "and tells what was stated"
is "$(stat -c '%i %Y %Z' relabelled.case; sha256sum relabelled.case)" "$before" "the case file is as it was"
is "$(find . -name '.*aerscope*')" "" "and nothing is left beside it"

# What is attached in the inspector is kept, with what its check gave, and comes back.
mkdir -p held
cp honest.commitment.json held/head.json
make_case held/mine 'c["references"] = []'
cp honest.json honest.expected.json held
printf '<wait>cc1<Enter>held/head.json<Enter>desk<Enter>audit<Enter>https://h.example<Enter>2026-10-06T00:00:00Z<Enter>yes<Enter>yes<Enter><wait>c5<Enter>held/honest.expected.json<Enter><wait>qq' >keys
LINES=40 COLUMNS=120 AERSCOPE_SCRIPT=keys "$AERSCOPE" --config=none --case=held/mine.case honest.json >/dev/null 2>err
exits 0 "what was attached in the inspector comes back" "$AERSCOPE" verify --format=json --case=held/mine.case honest.json
is "$(get out 'v["judgements"]["endpoint"]["references"][0]["witness"], v["judgements"]["coverage"]["result"], c["warnings"]')" \
    "('desk', 'reconciled', [])" "with its statements, and the list"
is "$(python3 -c '
import json
r, = json.load(open("held/mine.case"))["references"]
print(r["path"], [k["result"] for k in r["checks"]])')" "head.json ['matches']" "and what the check gave"
like "$(PYTHONPATH=$top_srcdir/tests/lib python3 "$top_srcdir/tests/lib/refcase.py" held/mine.case)" '^[0-9a-f]{64}$' \
    "the history that the inspector wrote holds"

# ---------------------------------------------------------------------------------------------------
# Other bytes

"$AERSCOPE" verify --format=json --case=relabelled.case honest.json >other.json
is "$(get other.json 'c["made_for_these_bytes"], c["notes"]["by_digest"], c["notes"]["orphaned"]')" "(False, 1, 1)" \
    "on another file: one note by its digest, one without a place"
is "$(get other.json 'o["result"], o["statements"][0]["entry"]')" "('recorded', 5)" \
    "a statement about an entry with the same digest is about it here"
"$AERSCOPE" verify --case=relabelled.case honest.json >out
like "$(flat out)" 'made for other bytes than these: its notes and statements are matched by entry digest alone "relabelled\.json"' \
    "said plainly"
# shellcheck disable=SC2016
make_case absent 'c["outcome"][0]["entry_digest"] = "ab" * 32'
"$AERSCOPE" verify --format=json --case=absent.case relabelled.json >absent.json
is "$(get absent.json 'o["result"], o["statements"][0]["applies"]')" "('not_assessed', False)" \
    "a statement about an entry that is not here records nothing"
make_case whole 'c["outcome"][0]["entry_digest"] = None'
for empty in '{}' '{"system": "bank"}' '{"statement": "booked"}' '{"system": "", "statement": "booked"}'; do
    make_case nobody "c['outcome'] = [$empty]"
    is "$("$AERSCOPE" verify --format=json --case=nobody.case relabelled.json >x.json; get x.json 'o["result"], o["statements"][0]["applies"], c["warnings"]')" \
        "('not_assessed', False, ['statement 1 of outcome does not say which system stated what: it is not counted'])" \
        "a statement needs a system and what it said: $empty"
done
is "$("$AERSCOPE" verify --format=json --case=whole.case relabelled.json >x.json; get x.json 'o["result"]')" recorded \
    "one about the whole counts on the same bytes"
is "$("$AERSCOPE" verify --format=json --case=whole.case honest.json >x.json; get x.json 'o["result"]')" not_assessed \
    "and not on others"

"$AERSCOPE" report --case=whole.case relabelled.json >x.txt
like "$(flat x.txt)" 'about digest not stated about the timeline as a whole' "which a report says"
"$AERSCOPE" report --case=whole.case honest.json >x.txt
like "$(flat x.txt)" 'about nothing that is counted here' "as well"
like "$(flat x.txt)" 'found 1 statement is recorded in the case file, none that is about this timeline' "and where it is judged"
"$AERSCOPE" report --format=json honest.json >x.json
is "$(python3 -c 'import json; v = json.load(open("x.json")); print(v["examined"]["sha256_after"], v["timeline"]["sha256"])')" \
    "$(sha256sum <honest.json | sed 's/  *-//') $(sha256sum <honest.json | sed 's/  *-//')" "a report has the SHA-256 before and after"
is "$(cat honest.json | "$AERSCOPE" report --format=json - | python3 -c 'import json, sys; print(json.load(sys.stdin)["examined"]["sha256_after"])')" \
    None "of what can be read again"

# ---------------------------------------------------------------------------------------------------
# References

make_case sure 'c["references"][0]["independent"] = "yes"; c["timeline"]["sha256"] = None'
exits 0 "its statement of independence counts" "$AERSCOPE" verify --case=sure.case honest.json
printf '\n' >>honest.commitment.json
exits 3 "but not of other bytes" "$AERSCOPE" verify --case=sure.case honest.json
like "$(flat out)" "warning 'honest\.commitment\.json' has not the bytes that the case file means" "which is said"
unlike "$(flat out)" "log of the bank" "nor does anything else that was stated"
like "$(flat out)" "ENDPOINT matches" "it is read all the same"
exits 0 "what the line states goes first" "$AERSCOPE" verify --case=sure.case -c ./honest.commitment.json --independent=yes honest.json
is "$(grep -c '^  reference ' out)" 1 "and the same file is not taken twice"
make_case unpinned 'c["references"][0]["independent"] = "yes"; c["references"][0]["sha256"] = None'
exits 3 "nor of bytes that are not named" "$AERSCOPE" verify --case=unpinned.case honest.json
like "$(flat out)" "does not say which bytes it means" "which is said"

for kind in 'references|honest.commitment.json|ENDPOINT matches' 'expect|honest.expected.json|COVERAGE reconciled' 'baseline|honest.json|ENDPOINT matches'; do
    IFS='|' read -r member file found <<<"$kind"
    cp "$file" ./-
    make_case dash "c['references'] = []; f = {'path': '-', 'sha256': None}; c['$member'] = [f] if '$member' == 'references' else f"
    printf 'a\n' | timeout 20 "$AERSCOPE" verify --case=dash.case honest.json >out 2>err
    like "$(flat out)" "$found" "a file of the name '-' is read, and standard input is not: $member"
done
rm ./-
make_case gone 'c["references"][0]["path"] = "gone.json"'
exits 2 "a reference that is not there is unusable" "$AERSCOPE" verify --case=gone.case honest.json
like "$(cat err)" 'gone\.json' "and is named"
mkfifo pipe
for place in pipe . /dev/zero; do
    make_case odd "c['references'][0]['path'] = '$place'; c['baseline'] = c['expect'] = {'path': '$place', 'sha256': None}"
    exits 2 "a reference that is no regular file: $place" timeout 20 "$AERSCOPE" verify --case=odd.case honest.json
    like "$(flat out)" 'is no regular file: it is not read' "is not read: $place"
    for member in references expect baseline; do
        make_case odd "c['references'] = []; f = {'path': '$place', 'sha256': None}; c['$member'] = [f] if '$member' == 'references' else f"
        exits 2 "alone as well: $member, $place" timeout 20 "$AERSCOPE" verify --case=odd.case honest.json
        like "$(flat err)" "$place: unusable .*: it is no regular file" "and told: $member, $place"
    done
done
make_case odd 'c["expect"] = {"path": "gone.json"}'
"$AERSCOPE" verify --case=odd.case honest.json >out 2>err
like "$(flat out)" 'COVERAGE not assessed found the list given could not be read' "a list that is not there has no form"

for doubt in 'c["references"][0]["independent"] = "yes"' 'c["schema"] = "aerscope.case/2"' 'c["x"] = 0.5' 'c["history"] = []' \
    'c["history"][2]["at"] = "2026-10-05T00:00:01Z"'; do
    python3 - "$doubt" <<'END'
import json, sys
c = json.load(open("sure.case"))
c["references"][0]["sha256"] = __import__("hashlib").sha256(open("honest.commitment.json", "rb").read()).hexdigest()
exec(sys.argv[1])
json.dump(c, open("doubt.case", "w"))
END
    exits 3 "nor where the history does not hold: $doubt" "$AERSCOPE" verify --case=doubt.case honest.json
    like "$(flat out)" "independence of its references is not taken over, because its history does not hold" "which is said: $doubt"
    like "$(flat out)" "independent unknown: stated yes in the case file, not taken over: its history does not vouch" "as unknown: $doubt"
    like "$(flat out)" "ENDPOINT matches" "it is read all the same: $doubt"
done
"$AERSCOPE" verify --format=json --case=doubt.case honest.json >x.json
like "$(get x.json 'v["judgements"]["endpoint"]["references"][0]')" "'independent': 'unknown'" "and in JSON"
make_case head "c['references'] = [{'kind': 'head', 'value': '$("$AERSCOPE" digest honest.json | tail -1 | cut -f2)@8', 'independent': 'yes'}]"
exits 0 "a head in the case file" "$AERSCOPE" verify --case=head.case honest.json
for odd in '{"kind": "count", "value": "x"}' '{"kind": "head", "value": "zz"}' '{"kind": "head"}' '{"independent": "yes"}'; do
    make_case oddvalue "c['references'] = [$odd]"
    exits 2 "one that has not the form: $odd" "$AERSCOPE" verify --case=oddvalue.case honest.json
    like "$(flat out)" "ENDPOINT unusable .*commitment\.form" "is unusable: $odd"
    like "$(flat err)" "unusable reference .*case file" "and told: $odd"
done
make_case oddvalue 'c["references"] = [{"kind": "head", "value": "zz"}, c["references"][0]]'
exits 2 "beside one that is usable" "$AERSCOPE" verify --case=oddvalue.case honest.json
like "$(flat out)" "'zz' for it: a head is 64 lowercase hexadecimal digits" "it is told as well"
for word in '"independent": "maybe"' '"kind": "baseline"'; do
    printf '{"schema": "aerscope.case/1",\n "references": [{%s}]}' "$word" >word.case
    exits 2 "a word that a case file has not: $word" "$AERSCOPE" verify --case=word.case honest.json
    like "$(cat err)" "line 2, column [0-9]+: case file 'word\.case': .* is none of" "with its place: $word"
done

make_case list 'c["expect"] = {"path": "honest.expected.json", "sha256": sha256("honest.expected.json")}; c["references"] = []'
"$AERSCOPE" verify --format=json --case=list.case reclosed.json >x.json
is "$(get x.json 'v["judgements"]["coverage"]["result"], c["warnings"]')" "('discrepant', [])" "its list of expected actions"
unlike "$("$AERSCOPE" report --case=list.case reclosed.json)" 'another list|recorded in the case file' "of the bytes that are meant"
make_case other 'c["expect"] = {"path": "honest.expected.json", "sha256": "ab" * 32}; c["references"] = []'
for format in text md html; do
    "$AERSCOPE" report --format=$format --case=other.case reclosed.json >out
    is "$(flat out | grep -o 'the list is not the one that the case file recorded' | wc -l)" 2 "$format: another list is told where it is judged by"
    like "$(tr -d ' \n' <out)" "(ab){32}" "$format: with the SHA-256 that was recorded"
done
"$AERSCOPE" verify --case=other.case reclosed.json >out
like "$(flat out)" "recorded (ab){32} in the case file: the list at its place is another one" "verify tells both as well"
make_case copy 'c["baseline"] = {"path": "honest.json", "sha256": sha256("reclosed.json")}; c["references"] = []'
exits 1 "its earlier copy" "$AERSCOPE" verify --case=copy.case reclosed.json
like "$(flat out)" 'baseline\.reclosed' "is compared"
like "$(flat out)" "warning 'honest\.json' has not the bytes that the case file means" "and that its bytes are others is said"
cp reclosed.json earlier.json
exits 3 "one of the line goes first" "$AERSCOPE" verify --case=copy.case --baseline=earlier.json reclosed.json
unlike "$(flat out)" 'has not the bytes' "and then that of the case file is not looked at"

mkdir -p away
cp relabelled.case honest.commitment.json away
"$AERSCOPE" verify --format=json --case=away/relabelled.case relabelled.json >x.json
is "$(get x.json 'v["judgements"]["endpoint"]["references"][0]["path"]')" away/honest.commitment.json \
    "paths are from the folder of the case file"

# What is stated is told from what is not.
"$AERSCOPE" verify -c honest.commitment.json --witness='not stated' honest.json >out
like "$(flat out)" 'witness "not stated" authority not stated' "a witness of the name 'not stated' stands in quotes"

# ---------------------------------------------------------------------------------------------------
# Never written over

"$AERSCOPE" verify -c honest.commitment.json --independent=yes honest.json >out
like "$(flat out)" 'independent yes, by the command line' "who stated independence is told"

cp honest.expected.json earlier.json
cp honest.json later.json
make_case whole 'c["references"] = [{"path": "later.json"}]; c["expect"] = {"path": "honest.expected.json"}; c["baseline"] = {"path": "earlier.json"}'
for target in whole.case later.json honest.expected.json earlier.json relabelled.bank.txt relabelled.json; do
    sum=$(sha256sum "$target")
    exits 2 "-o $target is refused" "$AERSCOPE" verify --case=whole.case honest.json -o "$target" --force
    like "$(cat err)" 'is an input' "as an input: $target"
    is "$(sha256sum "$target")" "$sum" "and stays: $target"
done

# ---------------------------------------------------------------------------------------------------
# Damaged, newer, hostile

head -c 700 relabelled.case >cut.case
exits 2 "a case file that is cut off" "$AERSCOPE" verify --case=cut.case relabelled.json
is "$(cat out)" "" "nothing is examined"
like "$(cat err)" "byte [0-9]+, line [0-9]+, column [0-9]+: case file 'cut\.case': .*left as it is: mend it at that place" "where, and what to do"
printf '{"schema":"aerscope.case/1",\n "notes":[{"entry":1,"entry":2}]}' >twice.case
exits 2 "a member that stands twice" "$AERSCOPE" verify --case=twice.case relabelled.json
like "$(cat err)" 'line 2, column 22: .*the member "entry" stands twice in this object: here, and before at line 2, column 12' "with its place"
exits 2 "a timeline is no case file" "$AERSCOPE" verify --case=honest.json relabelled.json
exits 2 "nor is a folder" "$AERSCOPE" verify --case=. relabelled.json
exits 2 "nor a pipe" timeout 20 "$AERSCOPE" verify --case=pipe relabelled.json
like "$(cat err)" 'no regular file' "which is said"
exits 2 "nor standard input" "$AERSCOPE" verify --case=- relabelled.json
exits 2 "one that is not there" "$AERSCOPE" --case=none.case relabelled.json
like "$(cat err)" "no case file 'none\.case'" "which is said"

sed 's|aerscope.case/1|aerscope.case/2|' relabelled.case >newer.case
"$AERSCOPE" verify --format=json --case=newer.case relabelled.json >x.json
is "$(get x.json 'c["history"]["result"], c["warnings"][0]')" "('unchecked', 'the history was not checked: its schema aerscope.case/2 is newer than this program: use a newer aerscope for it')" "a newer one is read"
sed 's/"did": "note.add"/"did": "note.odd"/' relabelled.case >broken.case
"$AERSCOPE" verify --format=json --case=broken.case relabelled.json >x.json
is "$(get x.json 'c["history"]["result"], c["history"]["broken_at"], c["history_head"]')" "('broken', 5, None)" \
    "a broken history is told, with the record"
sed 's/Ask the bank/Do not ask the bank/' relabelled.case >outside.case
sed -i '0,/Do not ask the bank/s//Ask the bank/' outside.case
"$AERSCOPE" verify --case=outside.case relabelled.json >out
like "$(flat out)" 'history 6 records: a record does not hold' "a changed copy in the history"
python3 - <<'END'
import json
c = json.load(open("relabelled.case"))
c["notes"][1]["text"] = "Nothing to ask."
json.dump(c, open("outside.case", "w"))
END
"$AERSCOPE" verify --format=json --case=outside.case relabelled.json >x.json
is "$(get x.json 'c["history"]["result"]')" changed_outside "a note that was changed by hand"

for format in text md html; do
    "$AERSCOPE" report --format=$format --case=outside.case relabelled.json >out
    is "$(flat out | grep -o 'The case file was changed by something other than aerscope after the last record of its history' | wc -l)" 3 \
        "$format: a changed case file is told at the top, beside the notes, and among what remains open"
    like "$(flat out)" 'Who wrote each is not told here' "$format: nor are its notes said to be the examiner's"
    "$AERSCOPE" report --format=$format --case=relabelled.case relabelled.json >out
    unlike "$(flat out)" 'something other than aerscope' "$format: not of one that holds"
    like "$(flat out)" 'By the examiner: .*M. Berger' "$format: whose notes are the examiner's"
done
make_case another 'c["examiner"] = "Mallory"; c["history"].append({"at": "2026-10-08T00:00:00Z", "did": "examiner.set", "old": "M. Berger", "new": "Mallory"})'
unlike "$("$AERSCOPE" report --case=another.case relabelled.json | tr -s ' \n' ' ')" 'By the examiner' "notes are not of who came later"
make_case odd 'c["notes"][0]["mark"] = "wicked"'
like "$("$AERSCOPE" report --case=odd.case relabelled.json | tr -s ' \n' ' ')" 'mark one that this program does not know: "wicked"' "a mark that is not known is shown"
python3 -c '
import fcntl, subprocess, sys
f = open("relabelled.case", "rb")
fcntl.lockf(f, fcntl.LOCK_SH)
subprocess.run(sys.argv[1:], stdout=open("out", "wb"), stderr=open("err", "wb"))' "$AERSCOPE" verify --case=relabelled.case relabelled.json
like "$(flat err)" 'process [0-9]+ has it open for writing: what was not written yet is not here' "who writes it is told to who reads it"

# shellcheck disable=SC2016
make_case hostile '
evil = "\u001b[31m\u202e\u0007\u009b8m<b>\u00e9\U0001f517\r\n=1+1"
c["examiner"] = c["timeline"]["path"] = evil
for n in c["notes"]: n["text"] = n["mark"] = evil
c["outcome"][0].update(system=evil, effect=evil, statement=evil)
c["outcome"][0]["evidence"]["path"] = evil
c["references"][0].update(path=evil, witness=evil)
c["references"].append({"kind": "head", "value": evil})
c["expect"] = c["baseline"] = {"path": evil, "sha256": None}'
for locale in C.UTF-8 C; do
    LC_ALL=$locale "$AERSCOPE" verify --case=hostile.case relabelled.json >text 2>errors
    is "$(LC_ALL=C grep -nP '[^\n\x20-\x7e\x80-\xff]' text errors)" "" "$locale: no control gets through"
    # as UTF-8: C1, bidirectional
    is "$(LC_ALL=C grep -nP '\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' text errors)" "" "$locale: nor C1 nor bidirectional"
done
is "$(awk 'length($0) > 80' text)" "" "text fits 80 columns"
LC_ALL=C "$AERSCOPE" verify --format=json --case=hostile.case relabelled.json 2>errors >x.json
is "$(LC_ALL=C grep -nP '[^\n\x20-\x7e]' x.json errors)" "" "JSON is ASCII"
is "$(get x.json 'c["examiner"] == "\u001b[31m\u202e\u0007\u009b8m<b>\u00e9\U0001f517\r\n=1+1"')" True "and says the same"

done_testing
