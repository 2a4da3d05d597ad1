#!/usr/bin/env bash
# report --format=text: what it says, against golden files, the verdict as JSON, and standard tools.
# UPDATE=1 writes the golden files anew.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

samples=$top_srcdir/samples
golden=$top_srcdir/tests/report/golden
export SOURCE_DATE_EPOCH=1798761600

# golden NAME FORMAT ARG...: a report made among the samples, but for the program's version.
golden()
{
    local name=$1 format=$2
    shift 2
    (cd "$samples" && "$AERSCOPE" report "--format=$format" "$@") 2>/dev/null |
        sed -E 's/(aerscope) [0-9][0-9.]*$/\1 VERSION/' >"$scratch/made.$format"
    if test -n "${UPDATE-}"; then
        cp "$scratch/made.$format" "$golden/$name.$format"
    fi
    is "$(diff "$golden/$name.$format" "$scratch/made.$format" 2>&1 | head -n 20)" "" "golden $name.$format"
}

for name in beheaded close-middle cut-open damaged deleted edited end-replaced historical-06 honest hostile reclosed \
    relabelled reordered spliced wrapped; do
    golden "$name" text "$name.json"
done
golden lines text lines.ndjson
golden reclosed-contradicted text reclosed.json -c honest.commitment.json
golden honest-witnessed text honest.json -c honest.commitment.json --witness='a "notary"' --independent=yes \
    --retrieved-from=https://example.invalid/c --retrieved-at=2026-12-01T00:00:00Z --entries=all
golden spliced-expected text spliced.json --expect=honest.expected.json --entries=4-5
golden relabelled-case text relabelled.json --case=relabelled.case -c honest.commitment.json
golden relabelled-case-other text edited.json --case=relabelled.case
golden edited md edited.json
golden hostile md hostile.json --entries=1-6
golden reclosed-contradicted md reclosed.json -c honest.commitment.json
golden spliced-expected md spliced.json --expect=honest.expected.json --entries=4-5
golden damaged md damaged.json

cd "$scratch" || exit 1
mkdir place

# ---- numbers and words ----

# agrees NAME ARG...: the report says what the verdict says.
agrees()
{
    local name=$1
    shift
    "$AERSCOPE" report "$@" >report.text 2>/dev/null
    "$AERSCOPE" verify --format=json "$@" >verdict.json 2>/dev/null
    python3 "$top_srcdir/tests/report/numbers.py" report.text verdict.json >why 2>&1
    ok $? "$name: as the verdict has it" || diag "$(tail -n 4 why)"
}
for name in beheaded close-middle cut-open damaged deleted edited end-replaced historical-06 honest reclosed relabelled \
    reordered spliced wrapped; do
    agrees "$name" "$samples/$name.json"
done
agrees "contradicted" "$samples/reclosed.json" -c "$samples/honest.commitment.json" --witness=W --authority=A \
    --retrieved-from=here --independent=no
agrees "coverage" "$samples/spliced.json" "--expect=$samples/honest.expected.json"
agrees "two references" "$samples/reclosed.json" -c "$samples/honest.commitment.json" --count=8

for format in text md html; do
    for name in honest edited reclosed historical-06 damaged wrapped; do
        "$AERSCOPE" report "--format=$format" "$samples/$name.json" -c "$samples/honest.commitment.json" 2>/dev/null
    done >words
    is "$(grep -noiE '.{0,20}\b(valid|verified|ok|intact|authentic|complete)\b' words)" "" "$format: no word that promises more"
done

# ---- what can be reproduced ----

# reproduces FILE NAME ARG...: the commands of a report, run where there is nothing else but the file.
reproduces()
{
    local file=$1 name=$2 bare
    shift 2
    rm -rf alone && mkdir alone && cp "$file" "alone/$name"
    (cd alone && "$AERSCOPE" report "$@" -- "$name" >../report.text 2>/dev/null)
    sed -n '/^aer_entry() {$/,/^}$/p; /^aer_entry .*[0-9]$/p' report.text >commands
    bare=$(cd alone && env -i PATH=/usr/bin:/bin sh ../commands)
    is "$(cd alone && env -i PATH=/usr/bin:/bin sh -c "$(grep "^sha256sum " ../report.text)" | sed 's/^\\//' | cut -c-64)" \
        "$(sha256sum <"$file" | cut -c-64)" "$name: its SHA-256"
    (cd alone && "$AERSCOPE" verify --format=json --all-findings "$@" -- "$name") >verdict.json 2>/dev/null
    is "$bare" "$(python3 - "alone/$name" verdict.json <<'PY'
import json, os, sys
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "lib"))
import aerref
verdict = json.load(open(sys.argv[2]))
entries = aerref.read_timeline(open(sys.argv[1], "rb").read()).entries
by06 = verdict["construction"] == "aer1-06"
digest = aerref.historical_digest if by06 else aerref.entry_digest
broken = [f for f in verdict["findings"] if f["code"] == "chain.link" and f["recomputed"]]
asked = [broken[0]["entry"] - 1, broken[0]["entry"]] if broken else []
for at in asked + [len(entries)]:
    print("digest", digest(entries[at - 1]))
    print("output", aerref.historical_digest(entries[at - 1]) or "none: its members have not the types of the format")
    print("prev_digest", json.dumps(entries[at - 1].text("prev_digest")))
if broken:
    assert digest(entries[asked[0] - 1]) == broken[0]["recomputed"]
    assert entries[asked[1] - 1].text("prev_digest") == broken[0]["stored"]
PY
)" "$name: the quoted digests"
}

for name in edited relabelled reordered deleted spliced honest historical-06 damaged wrapped hostile; do
    reproduces "$samples/$name.json" "$name.json"
done
reproduces "$samples/lines.ndjson" lines.ndjson
for name in "it's a \"name\".json" '$(touch x) `touch x`.json' $'line\nfeed.json' '-rf.json' $'\xff.json' 'a<U+0041>.json'; do
    reproduces "$samples/edited.json" "$name"
done
is "$(ls alone | wc -l)" 1 "a file's name runs nothing"
reproduces "$samples/edited.json" forced.json --construction=06
# shellcheck disable=SC2002
cat "$samples/edited.json" | "$AERSCOPE" report - >report.text
like "$(cat report.text)" 'FILE stands for a file with the same bytes' "standard input: what stands for its name"
like "$(cat report.text)" 'private copy' "standard input: it cannot be looked at again"
is "$(sed -n '/^aer_entry() {$/,/^}$/p; /^aer_entry FILE/p' report.text | FILE= sed "s|aer_entry FILE|aer_entry $samples/edited.json|" | sh | sed -n 1p)" \
    "digest $("$AERSCOPE" verify --format=json "$samples/edited.json" | sed -n 's/.*"recomputed": "\(.*\)".*/\1/p')" \
    "standard input: its first broken link"

# Of what is proved of a member put otherwise: the command prints the digest that is stored.
while read -r step; do
    "$AERSCOPE" attack "$samples/honest.json" --unmarked $step --force -o put.json 2>/dev/null
    "$AERSCOPE" report put.json >report.text 2>/dev/null
    is "$(sed -n '/^aer_entry() {$/,/^}$/p; /^aer_entry put.json [0-9]* [0-9]* ./p' report.text | sh | sed -n 1p)" \
        "digest $(python3 -c 'import json; print(json.load(open("put.json"))[3]["prev_digest"])')" \
        "what is proved after $step can be run"
done <<'END'
--set=3.tool=it's
--set=3.close=true
--set=3.seq=9
--set=3.tool=x --set=3.close=true
END

# No two notes look the same: each is taken back from the rows of its lines.
python3 - "$samples/relabelled.case" <<'END'
import copy, json, sys
case = json.load(open(sys.argv[1]))
note = case["notes"][0]
case["notes"] = [dict(copy.deepcopy(note), text=text) for text in ("a\nb", "a\n\n\nb\n", "a\nb\n", "\n", "<U+000A>")]
json.dump(case, open("notes.case", "w"))
END
"$AERSCOPE" report "$samples/relabelled.json" --case=notes.case >report.text 2>/dev/null
is "$(sed -n '/^  text  /s/^  text *//p' report.text | tr '\n' ' ')" \
    'a b a "<U+000A>" "<U+000A>" b "<U+000A>" a b "<U+000A>" "<U+000A>" "<U+000A>" "<U+003C>U+000A>" ' "the lines of notes, also those without words"

# What has no digest here has none there either.
python3 - "$samples/honest.json" <<'END'
import copy, json, sys
good = json.load(open(sys.argv[1]))
for name, change in {"seq": {"seq": "2"}, "close": {"close": None}, "tool": {"tool": 7}, "bytes": {"canonical_bytes": "!!!!"},
                     "fraction": {"seq": 2.0}, "truth": {"seq": True}, "big": {"seq": 2, "x": "BIG"}}.items():
    bad = copy.deepcopy(good)
    bad[1].update(change)
    open("no-%s.json" % name, "w").write(json.dumps(bad, indent=1).replace('"BIG"', "9" * 5000))
END
for name in seq close tool bytes fraction truth big; do
    "$AERSCOPE" report "no-$name.json" --entries=2-2 --format=json >row.json 2>/dev/null
    place=$(python3 -c 'import json; e = json.load(open("row.json"))["entries"][0]; print(e["offset"], e["length"])')
    want=$(python3 -c 'import json; e = json.load(open("row.json"))["entries"][0]; print(e["digest"] and "digest " + e["digest"])')
    "$AERSCOPE" report "no-$name.json" >report.text 2>/dev/null
    got=$( (sed -n '/^aer_entry() {$/,/^}$/p' report.text; echo "aer_entry no-$name.json $place") | sh | sed -n 1p)
    test "$want" != None || want="digest none: its members have not the types of the format"
    is "$got" "$want" "an entry with another $name: the command says of its digest what the report says"
    is "$(python3 -c 'import json; e = json.load(open("row.json"))["entries"][0]; print((e["digest"] is None) == (e["reproduce"] is None))')" \
        True "an entry with another $name: a command stands where there is a digest"
done
# The head that is quoted is had from a case file to which more was added since.
cp "$samples/relabelled.case" grown.case
"$AERSCOPE" report "$samples/relabelled.json" --case=grown.case >report.text 2>/dev/null
python3 - <<'END'
import json
case = json.load(open("grown.case"))
case["history"].append({"previous": "later"})
json.dump(case, open("grown.case", "w"))
END
is "$(sed -n "/^python3 -c '$/,/^' grown.case$/p" report.text | sh)" \
    "$(sed -n 's/^  head *\([0-9a-f]\{64\}\)$/\1/p' report.text)" "the head of a history that goes on"

cp "$samples/honest.json" ./-x.json
"$AERSCOPE" report --format=json -- -x.json >row.json
is "$(python3 -c 'import json; print(json.load(open("row.json"))["reproduce"]["sha256"])' | sh | cut -c-64)" \
    "$(sha256sum <"$samples/honest.json" | cut -c-64)" "a name that begins with a dash"

"$AERSCOPE" report "$samples/relabelled.json" >report.text
is "$(sed -n '/^printf /p' report.text | sh | cut -c-64)" \
    "$("$AERSCOPE" verify --format=json "$samples/relabelled.json" | sed -n 's/.*"recomputed": "\(.*\)".*/\1/p')" \
    "the bytes that are hashed, from the report alone"

LC_ALL=C "$AERSCOPE" report --entries=all "$samples/hostile.json" >report.text
is "$(LC_ALL=C grep -c '[^ -~]' report.text)" 0 "in a locale that has no UTF-8 a text report is ASCII"
like "$(cat report.text)" '<U\+202E>' "and shows what it stands for"

# ---- large ----

python3 - <<'PY'
import json
one = {"seq": 1, "prev_digest": "0" * 64, "job_id": "j", "id": "\u0001" * 1_100_000, "tool": "t" * 1_100_000, "close": True,
       "provenance_class": "LOGGED BY AGENT", "canonical_bytes": "e30="}
json.dump([one], open("large.json", "w"))
json.dump({"schema": "aerscope.case/1", "notes": [{"entry": 1, "text": "n" * 2_000_000 + "\x7f" * 2_100_000}]},
          open("large.case", "w"), ensure_ascii=False)
PY
for format in text md html json csv; do
    exits 0 "$format: members and notes of megabytes" "$AERSCOPE" report "--format=$format" large.json --case=large.case
done
exits 3 "and a verdict of them" "$AERSCOPE" verify large.json --case=large.case

# ---- which entries ----

rows()
{
    "$AERSCOPE" report "$@" | sed -n '/^Entries$/,/^Provenance$/s/^entry \([0-9]*\)$/\1/p' | tr '\n' ' '
}
is "$(rows "$samples/reordered.json")" "3 4 5 " "flagged by default"
is "$(rows "$samples/honest.json")" "" "none flagged"
is "$(rows "$samples/reclosed.json" -c "$samples/honest.commitment.json")" "6 " "an end that is contradicted is flagged"
is "$(rows "$samples/honest.json" --entries=all)" "1 2 3 4 5 6 7 8 " "all"
is "$(rows "$samples/honest.json" --entries=3-5)" "3 4 5 " "a range"
is "$(rows "$samples/honest.json" --entries=7-99)" "7 8 " "a range past the end"
is "$(rows "$samples/honest.json" --entries=2)" "2 " "one"
is "$(rows "$samples/honest.json" --entries=9-10)" "" "a range of nothing"
like "$(grep -A1 '^None of' <("$AERSCOPE" report "$samples/honest.json" --entries=9-10))" "^None of the entries asked for is in the file, which has 8 entries\. Order" "and says so"
is "$("$AERSCOPE" report --format=json "$samples/honest.json" --entries=9-10 | python3 -c 'import json, sys; print(json.load(sys.stdin)["selection"])')" \
    "{'entries': 'range', 'from': None, 'to': None}" "also in JSON"
for range in 0-3 5-4 3- -3 a 1-2-3 "" 1,2; do
    exits 2 "--entries=$range" "$AERSCOPE" report "$samples/honest.json" "--entries=$range"
done
exits 2 "an unknown format" "$AERSCOPE" report "$samples/honest.json" --format=pdf
like "$(cat err)" 'text, md, html, .*csv' "an unknown format: says which there are"
exits 2 "a format of verify alone" "$AERSCOPE" report "$samples/honest.json" --format=ndjson
exits 2 "a format of report alone" "$AERSCOPE" verify "$samples/honest.json" --format=md

# More findings than a report shows say so.
python3 - >many.ndjson <<'PY'
import json
for i in range(1500):
    print(json.dumps({"seq": i + 1, "prev_digest": "0" * 64, "job_id": "j", "id": "i%d" % i, "tool": "t",
                      "provenance_class": "LOGGED BY AGENT", "canonical_bytes": "e30="}))
PY
"$AERSCOPE" report --effort=1 many.ndjson >report.text
is "$(grep -c '^Finding ' report.text) $(grep -c '^entry [0-9]*$' report.text)" "1000 1000" "a thousand of each"
like "$(grep -A 2 -E '^(500 more|Entries with)' report.text | tr '\n' ' ')" '500 more findings of 1500 are left out here' "says how many findings are left out"
like "$(grep -A 2 -E '^(500 more|Entries with)' report.text | tr '\n' ' ')" '1499 of 1500 entries.* The first 999 of them are here, and those of the findings that are always shown' "says how many entries are"
like "$(tail -n +100 report.text)" "entry 1500" "the entry of the first signal is among them"
"$AERSCOPE" report --effort=1 --all-findings many.ndjson >report.text
is "$(grep -c '^Finding ' report.text) $(grep -c '^entry [0-9]*$' report.text)" "1500 1499" "--all-findings: all of each"

# A class that would go on in our words: in a row it has lines of its own, in a field it stands last.
python3 - >imitating.json <<'PY'
import json
print(json.dumps([{"seq": 1, "prev_digest": "0" * 64, "job_id": "j", "id": "i", "tool": "t", "close": True,
                   "provenance_class": "x\"; standing: recorder execution; entries: 9; y: \"", "canonical_bytes": "e30="}]))
PY
"$AERSCOPE" report --entries=all imitating.json >report.text
is "$(grep -c 'standing: recorder' report.text) $(grep 'standing: recorder' report.text | grep -vc '"x<U+0022>; standing')" "4 0" \
    "evidence that goes on like a word of ours does not end its quotes"

# ---- status, output ----

for format in text md html csv; do
    exits 0 "$format: written" "$AERSCOPE" report "--format=$format" "$samples/edited.json"
    cp out first
    "$AERSCOPE" report "--format=$format" "$samples/edited.json" -o place/file
    is "$(cksum <place/file)" "$(cksum <first)" "$format: the same bytes again, in a file"
    exits 2 "$format: a file that exists" "$AERSCOPE" report "--format=$format" "$samples/edited.json" -o place/file
    (trap '' XFSZ; ulimit -f 1; "$AERSCOPE" report "--format=$format" --entries=all "$samples/hostile.json" -o place/big 2>err)
    is $? 2 "$format: no room for the file"
    like "$(cat err)" 'cannot be written' "$format: no room for the file: says so"
    is "$(ls -A place)" "file" "$format: nothing half written stays"
    if test -c /dev/full; then
        "$AERSCOPE" report "--format=$format" "$samples/edited.json" >/dev/full 2>err
        is $? 2 "$format: a full disk behind standard output"
    fi
    rm place/file
    cp "$samples/edited.json" place/input
    exits 2 "$format: over its input" "$AERSCOPE" report "--format=$format" place/input -o place/input --force
    is "$(cksum <place/input)" "$(cksum <"$samples/edited.json")" "$format: the input is as it was"
    rm place/input
    exits 0 "$format: of damage" "$AERSCOPE" report "--format=$format" "$samples/damaged.json" -o place/damaged
    exits 2 "$format: of damage, --status" "$AERSCOPE" report "--format=$format" --status "$samples/damaged.json"
    rm place/damaged
    exits 2 "$format: no timeline" "$AERSCOPE" report "--format=$format" "$samples/honest.commitment.json" -o place/none
    exits 2 "$format: nothing there" "$AERSCOPE" report "--format=$format" absent.json -o place/none
    is "$(ls -A place)" "" "$format: nothing is written then"
done
exits 3 "--status: as verify" "$AERSCOPE" report --status "$samples/honest.json"
exits 1 "--status: as verify, broken" "$AERSCOPE" report --status "$samples/edited.json"
exits 0 "--status: as verify, witnessed" "$AERSCOPE" report --status "$samples/honest.json" \
    -c "$samples/honest.commitment.json" --independent=yes
exits 0 "without it: written" "$AERSCOPE" report "$samples/reclosed.json" -c "$samples/honest.commitment.json"

for date in abc -1 1.5 "" 253402300800; do
    SOURCE_DATE_EPOCH=$date exits 2 "SOURCE_DATE_EPOCH='$date'" "$AERSCOPE" report "$samples/honest.json" -o place/dated
    like "$(cat err)" "SOURCE_DATE_EPOCH is .*seconds since 1970" "is refused: '$date'"
done
is "$(ls -A place)" "" "before anything is written"

# A file that is changed while its report is written: the pipe is full, nobody reads, then it is appended to.
cp many.ndjson place/input
python3 - "$AERSCOPE" place/input <<'PY'
import array, fcntl, os, subprocess, sys, termios, time
run = subprocess.Popen([sys.argv[1], "report", "--effort=1", sys.argv[2]], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
held = array.array("i", [0])
for _ in range(3000):
    fcntl.ioctl(run.stdout, termios.FIONREAD, held)
    if held[0] >= 65536 or run.poll() is not None:
        break
    time.sleep(0.01)
with open(sys.argv[2], "a") as file:
    file.write(" ")
run.stdout.read()
print(run.wait(), "changed" in run.stderr.read().decode(), held[0] >= 65536, file=open("changed", "w"))
PY
is "$(cat changed)" "2 True True" "a file that is changed meanwhile: 2, and why"

done_testing
