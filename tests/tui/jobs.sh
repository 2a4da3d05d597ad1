#!/usr/bin/env bash
# A file of several jobs in the inspector: the table of them, one of them alone, and the way back. What is shown of a
# job alone is what the reference program gives for its entries in a file of their own.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

golden=$top_srcdir/tests/tui/golden
cd "$scratch" || exit 1
unset NO_COLOR COLUMNS LINES

cat >make.py <<'END'
import json, os, random, sys
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild, aerref

CLASSES = ["LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY ZAMBO"]
LONG = "with 'quotes' and a name " + "x" * 90
def timeline(job, n, hour):
    entries = [{"seq": i, "prev_digest": "", "job_id": job, "id": "e-%d" % i, "tool": "fs.read",
                "provenance_class": CLASSES[i % 3], "close": i == n, "canonical_bytes": aerbuild.pack(b"%d" % i)}
               for i in range(1, n + 1)]
    for i, entry in enumerate(entries):
        if hour:
            entry["created_at"] = "2026-11-30T%02d:00:%02dZ" % (hour, i)
    return aerbuild.link(entries)
jobs = {"pay-71": timeline("pay-71", 8, 11), "a\u202eb": timeline("a\u202eb", 3, 12), LONG: timeline(LONG, 4, 0),
        "nul\0": timeline("nul\0", 2, 0)}
jobs["pay-71"][3]["tool"] = "pay.send"
earlier = {job: [dict(e) for e in entries] for job, entries in jobs.items()}
del jobs[LONG][3]
random.seed(3)
def mix(jobs):
    left = {job: list(entries) for job, entries in jobs.items()}
    while any(left.values()):
        yield left[random.choice([job for job in left if left[job]])].pop(0)
mixed = list(mix(jobs))
mixed.insert(5, {"id": "lone"})
open("ledger.json", "w").write("[" + ",\n".join(map(aerbuild.to_text, mixed)) + "]\n")
open("earlier.json", "w").write("[" + ",\n".join(map(aerbuild.to_text, mix(earlier))) + "]\n")
json.dump({"job_id": "pay-71", "final_entry_digest": aerbuild.digest(jobs["pay-71"][-1]), "entry_count": 8,
           "published_at": "2026-10-02T00:00:00Z"}, open("pay.commitment", "w"))
os.mkdir("own")
order = list(dict.fromkeys(e["job_id"] for e in mixed if "job_id" in e))
for n, job in enumerate(order):
    text = aerbuild.to_text(jobs[job])
    open("own/%d" % n, "w").write(text)
    document = aerref.examine(text.encode()).document()
    at = [i for i, e in enumerate(mixed, 1) if e.get("job_id") == job]
    first = document["first_failure"]
    print(n, document["timeline"], len(at), at[0], at[-1],
          "%d %s" % (first["entry"], first["code"]) if first else "-")

# A hundred thousand jobs.
with open("many.lines", "w") as out:
    for i in range(100000):
        out.write('{"seq":1,"prev_digest":"%064d","job_id":"job %d","id":"%d","tool":"t","provenance_class":'
                  '"LOGGED BY AGENT","canonical_bytes":"","close":true}\n' % (0, i, i))
END
export top_srcdir
python3 make.py >want || exit 1

# draw SIZE KEYS ARGUMENTS...: the screen, on stdout; the status in $scratch/status.
draw()
{
    local size=$1 keys=$2
    shift 2
    rm -f "$scratch/screen"
    printf '%s' "<wait>$keys<wait>:save-screen --styles $scratch/screen<Enter>" >"$scratch/keys"
    COLUMNS=${size%x*} LINES=${size#*x} AERSCOPE_SCRIPT=$scratch/keys \
        "$AERSCOPE" "$@" >"$scratch/out" 2>"$scratch/err" <"${input:-/dev/null}"
    echo $? >"$scratch/status"
    sed '/^styles:$/,$d' "$scratch/screen" 2>/dev/null
}
screen()
{
    local name=$1 size=$2 file=$golden/$1.$2 got
    shift
    draw "$@" >/dev/null
    got=$(cat "$scratch/screen")
    if test -n "${UPDATE:-}"; then
        printf '%s\n' "$got" >"$file"
    fi
    is "$got" "$(cat "$file" 2>/dev/null)" "$name at $size"
}

for size in 120x40 80x24 40x12; do
    screen jobs $size 'Ljj' ledger.json
    screen jobs-open $size ':job pay-71<Enter>' ledger.json
    screen jobs-back $size 'LG<Enter><wait>q' ledger.json
done
screen jobs-facts 120x40 'LG<Enter><wait>i' ledger.json
screen jobs-open 39x9 ':job pay-71<Enter>' ledger.json

# --- each job as in a file of its own

down=L
while read -r n result entries first last code; do
    got=$(draw 120x40 "$down<Enter>" ledger.json)
    like "$(head -n 1 <<<"$got")" "^ledger.json  ONE JOB .* $entries of 17 entries " "job $n: says that it is one, and how much of the file"
    like "$got" "TIMELINE $result " "job $n: $result"
    test "$code" = - || like "$got" "failure: entry $code|failures: first entry $code" "job $n: $code"
    status=$(cat status)
    is "$status" 1 "job $n: the status is that of the whole file"
    is "$(draw 120x40 'g' "own/$n" | sed -n 4,9p)" "$(draw 120x40 "$down<Enter><wait>g" ledger.json | sed -n 4,9p)" \
        "job $n: rows as in a file of its own"
    row=$(draw 120x40 "$down<Enter><wait>L" ledger.json | grep '^>')
    like "$row" "^> +$entries +$first +$last +$result " "job $n: and its row in the table then"
    down+=j
done <want
like "$(draw 120x40 L ledger.json)" 'after the last job; 1 entry has no job_id that is a string' "what belongs to none is counted"
is "$(draw 120x40 L ledger.json | grep -c 'not examined')" 4 "nothing is judged before it is opened"

# asked SIZE KEYS ARGUMENTS...: a prompt stays open.
asked()
{
    local size=$1 keys=$2
    shift 2
    rm -f "$scratch/screen"
    printf '%s' "<wait>$keys<save $scratch/screen>" >"$scratch/keys"
    COLUMNS=${size%x*} LINES=${size#*x} AERSCOPE_SCRIPT=$scratch/keys "$AERSCOPE" "$@" >/dev/null 2>&1 </dev/null
    cat "$scratch/screen"
}
# --- looking for one in the table, round its end

found()
{
    draw 120x40 "L$1" "${2:-ledger.json}" | sed -n '/^>/s/.*  //p'
}
is "$(found '/pay<Enter>')" pay-71 "part of an id"
is "$(found '/PAY-7<Enter>')" pay-71 "in any case"
is "$(found '/<lt>U+202E><Enter>')" "a<U+202E>b" "as it is shown"
is "$(found 'g/a<Enter>nnn')" "$(found 'g/a<Enter>')" "n goes round: three have an a, and one is where it began"
is "$(found 'g/a<Enter>nN')" "$(found 'g/a<Enter>')" "N goes back"
is "$(found ':search nul<Enter>')" "nul<U+0000>" ":search looks in the table, too"
# said KEYS: the last thing that is said.
said()
{
    printf '%s' "<wait>$1" >keys
    AERSCOPE_SCRIPT=keys "$AERSCOPE" view --plain ledger.json 2>&1 | tail -n 1
}
like "$(said 'LG/a<Enter>n')" '; match 1 of 3: "a" in the id of a job; search wrapped to the first$' "which of how many it is"
like "$(said 'Lg/a<Enter>n')" '; match 2 of 3: "a" in the id of a job$' "n: the next"
like "$(said 'Lg/a<Enter>nnn')" '; match 1 of 3: .*; search wrapped to the first$' "round the end"
like "$(said 'Lg/a<Enter>N')" '; match 3 of 3: .*; search wrapped to the last$' "N round the other"
like "$(said 'LG/pay<Enter>n')" '^match 1 of 1: "pay" .*; search wrapped: no other match$' "the only one"
like "$(said 'LG/pay<Enter>/a<Enter>')" '^match 3 of 3: "a" ' "another search counts anew"
like "$(draw 120x40 'L/job 9999<Enter>' many.lines)" 'match 1 of 11: "job 9999" in the id of a job' "among a hundred thousand"

# --- read aloud, and read again

is "$(said Ljjj)" "job 4 of 4: pay-71: 8 entries, 5 to 17, not examined" "each movement says the job"
is "$(said 'LG<Enter><wait>L<wait>gG')" "job 4 of 4: pay-71: 8 entries, 5 to 17, broken" "and what is known of it"
like "$(said 'Lj<Enter><wait>')" '^one job alone, entry 3 of 3: [^;]*; one job alone: 3 of 17 entries' "an entry is said once"
is "$(said 'L<wait>LG' | grep -o 'entry 17' | wc -l)" 1 "also after a table"
like "$(said FG)" '^[!?] entry [0-9]+ ' "in other tables the row is said as it is drawn"
got=$(draw 120x40 'LjjR' ledger.json)
like "$(grep '^>' <<<"$got")" ' nul<U' "R stays in the table, at its row"
like "$got" 'read again: 17 before, 17 now; the SHA-256 is the same' "and says what came of it"
like "$(draw 120x40 'oR' ledger.json)" 'the four judgements and their limits' "so does it in the overview"
like "$(draw 120x40 'iR' ledger.json)" 'SHA-256 ' "and in the facts"

got=$(draw 120x40 'L/nowhere<Enter>' ledger.json)
like "$got" 'no job of the table has "nowhere" in its id' "what is not there is said"
like "$got" 'jobs of the file' "and the table stays"
python3 -c '
import json
json.dump([{"job_id": "y" * 5000 + end, "seq": 1} for end in "AB"], open("alike.json", "w"))'
got=$(draw 120x40 'L/yB<Enter>' alike.json)
like "$got" 'first entry +2 ' "an id is searched behind what is shown of it"
like "$got" 'y~ \(cut\)' "and what is cut says so"
is "$(found 'n')" "$(found '')" "nothing looked for yet: nothing moves"
is "$(found '/job 99999<Enter>' many.lines)" "job 99999" "among a hundred thousand"

# --- an id as it is, and none

python3 -c '
import os, sys
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild
entry = lambda job: {"seq": 1, "prev_digest": "", "job_id": job, "id": "1", "tool": "t", "provenance_class": "LOGGED BY AGENT",
                     "close": True, "canonical_bytes": "MQ=="}
open("odd.json", "w").write(aerbuild.to_text([aerbuild.link([entry(job)])[0] for job in ("", " sp ace ", "\"\"")]))'
like "$(draw 120x40 'L<Enter>' odd.json | tail -n 1)" 'q back' "what q does is in the last row"
like "$(draw 120x40 'L<Enter>q<wait>q' odd.json | tail -n 1)" 'q quit' "and with all entries again"
like "$(draw 120x40 'L<Enter>' odd.json | head -n 1)" 'ONE JOB ""  array' "an empty id is shown as one"
like "$(draw 120x40 'LG<Enter>' odd.json | head -n 1)" 'ONE JOB "<U\+0022><U\+0022>"  array' "another than the one of two quotation marks"
like "$(draw 120x40 ':job  sp ace <Enter>' odd.json | head -n 1)" 'ONE JOB <U\+0020>sp ace<U\+0020>' ":job takes blanks as they stand"
like "$(draw 120x40 ':job sp ace<Enter>' odd.json)" "no entry has the job_id 'sp ace'" "and adds none"
like "$(asked 120x40 ':report<Enter>' odd.json)" ':export FORMAT FILE writes one' ":report says where reports are written"

# --- where one job is shown

every=''
for key in '' '<Enter>' '<Enter>.' o F p i c C D t '?' A x Y '/fs<Enter>' '&has:failure<Enter>' : R; do
    for size in 120x40 64x18 40x10 39x9; do
        got=$(asked $size ":job pay-71<Enter><wait>$key" ledger.json)
        [[ $(head -n 1 <<<"$got") =~ ONE\ JOB ]] || every+=" '$key' at $size"
    done
done
is "$every" "" "every screen says so"
like "$(draw 80x24 '<Enter>' ledger.json --plain | tail -n 3)" 'entry' "read aloud: the whole"
like "$(draw 80x24 'j' ledger.json --plain --job=pay-71)" 'one job alone, entry 6 of 8' "read aloud: so does each movement"
unlike "$(draw 120x40 '' own/0 | head -n 1)" 'ONE JOB' "a file of one job does not"
like "$(draw 120x40 '' ledger.json | tail -n 2)" 'entries name 4 jobs: L is a table of them' "a file of several says where the table is"
unlike "$(draw 120x40 '' own/0)" 'table of them' "one of one job does not"

for keys in ms a ':case x.case<Enter>' ':examiner mb<Enter>' H; do
    like "$(draw 120x40 ":job pay-71<Enter><wait>$keys" ledger.json)" 'notes and a case file are about all entries' "$keys is refused"
    like "$(draw 120x40 ":job pay-71<Enter><wait>$keys" ledger.json | head -n 1)" 'ONE JOB pay-71' "$keys: and the job stays"
done
ok "$(test ! -e x.case; echo $?)" "no case file is made"
for keys in X T Q ':lab delete 3<Enter>'; do
    like "$(draw 120x40 ":job pay-71<Enter><wait>$keys" ledger.json)" 'the lab works on a copy of all entries' "$keys is refused"
done
like "$(draw 120x40 'LG<Enter>' ledger.json --case=led.case)" 'jobs of the file' "none was made of --case yet"
like "$(draw 120x40 ':examiner mb<Enter>LG<Enter>' ledger.json --case=led.case)" 'a case file is open, and is about all entries' \
    "with a case file no job is opened"
exits 2 "nor by the line" "$AERSCOPE" view --job=pay-71 --case=led.case ledger.json
like "$(cat err)" '--case is about the whole file' "which says why"

like "$(draw 120x40 ':job nope<Enter>' ledger.json)" "no entry has the job_id 'nope'" "a job that no entry has"
like "$(draw 120x40 ':job<Enter>' ledger.json)" 'write :job ID' "no job"
like "$(draw 120x40 ':job pay-71<Enter><wait>:job nope<Enter>' ledger.json)" 'one job is opened from all entries' "from one to another"

# --- the line

draw 120x40 '' --job=pay-71 ledger.json >got
is "$(cat status)" 1 "--job: the status of that job"
like "$(head -n 1 got)" 'ONE JOB pay-71 ' "--job opens it"
"$AERSCOPE" verify --job="$(printf 'a\342\200\256b')" ledger.json >/dev/null; status=$?
draw 120x40 "<wait>" --job="$(printf 'a\342\200\256b')" ledger.json >got
is "$status $(cat status)" "3 3" "--job: and of another"
draw 120x40 "L" --job="$(printf 'a\342\200\256b')" ledger.json >got
like "$(cat got)" 'jobs of the file' "from there to the table"
is "$(cat status)" 3 "and the status is that of what the line asks for"
draw 120x40 '' --job=nope ledger.json >got
is "$(cat status)" 2 "--job that no entry has"
like "$(cat err)" "none of its 17 entries has the job_id 'nope'" "is told"
exits 3 "without a terminal: what verify prints" "$AERSCOPE" --job="$(printf 'a\342\200\256b')" ledger.json
is "$(cat out)" "$("$AERSCOPE" verify --job="$(printf 'a\342\200\256b')" ledger.json)" "the same"

# --- from a pipe

input=ledger.json
like "$(draw 120x40 'LG<Enter>' - | head -n 1)" 'standard input  ONE JOB pay-71 +array  8 of 17 entries' "standard input: a job"
like "$(draw 120x40 'LG<Enter><wait>L<wait>k<Enter>' -)" 'ONE JOB nul<U\+0000>' "standard input: back, and another"
input=

# --- beside other files

like "$(draw 120x40 ':job pay-71<Enter>' ledger.json -c pay.commitment | sed -n 2p)" 'ENDPOINT matches' "a reference is held against the job"
like "$(draw 120x40 ':job pay-71<Enter><wait>q<wait>q' ledger.json -c pay.commitment | sed -n 2p)" 'ENDPOINT contradicted' \
    "and against all entries again"
like "$(draw 120x40 'Lj<Enter>' ledger.json --baseline=earlier.json)" 'earlier copy' "an earlier copy is read by the job"
like "$(draw 120x40 'Lj<Enter><wait>c' ledger.json --baseline=earlier.json)" 'not the copy|contradicted' "of which one is cut"
like "$(draw 120x40 ':job pay-71<Enter>' ledger.json --baseline=earlier.json | sed -n 2p)" 'ENDPOINT matches' "and one is the same"
like "$(draw 120x40 ':job pay-71<Enter><wait>R' ledger.json --baseline=earlier.json | sed -n 2p)" 'ENDPOINT matches' "also read again"
like "$(draw 120x40 ':job pay-71<Enter><wait>:baseline earlier.json<Enter><Enter><Enter><Enter><Enter><Enter>' ledger.json | sed -n 2p)" \
    'ENDPOINT matches' "and attached there"
like "$(draw 120x40 ':job pay-71<Enter><wait>:compare earlier.json<Enter>' ledger.json)" 'identical' "and held beside it"

# --- the command for a digest

like "$(draw 160x40 ':job pay-71<Enter><wait>Y' ledger.json)" 'aerscope digest --entry=5 --preimage --job=pay-71 -- ledger.json' \
    "the command for a digest names the job"

# --- reports

draw 80x24 ':job pay-71<Enter><wait>:export json out.json<Enter>' ledger.json >/dev/null
"$AERSCOPE" report --job=pay-71 --format=json ledger.json >line.json
is "$(sed '/generated_at/d' out.json)" "$(sed '/generated_at/d' line.json)" "an export is the report of --job"
is "$(python3 -c 'import json; print(json.load(open("out.json"))["selected"])')" \
    "{'job_id': 'pay-71', 'entries': 8, 'of': 17, 'without_job_id': 1}" "and says what was selected"

# --- the file changes meanwhile

cp ledger.json other.json
like "$(draw 120x40 ':job pay-71<Enter><wait>L<wait>' other.json)" 'all entries of the file again' "the same bytes"

# --- many jobs

like "$(draw 120x40 'LG' many.lines)" '> +1 +100,000 +100,000 +not examined +job 99999' "a hundred thousand jobs: the last"
like "$(draw 120x40 'L50000Gk' many.lines)" '> +1 +49,999 +49,999 +not examined +job 49998' "any of them by its number"
like "$(draw 120x40 ':job job 77777<Enter>' many.lines | head -n 1)" 'ONE JOB job 77777 +lines  1 of 100,000 entries' "and by its id"
got=$(draw 80x24 "L$(printf '%0.s<PgDn>' {1..200})" many.lines)
like "$got" '> +1 +[0-9,]+  not examined  job [0-9]+' "and page by page"

done_testing
