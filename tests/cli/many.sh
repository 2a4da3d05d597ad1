#!/usr/bin/env bash
# verify over many timelines: lists of files, a timeline a line, output in the order given.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1

# Timelines of all kinds by the reference program; `want` has what it says of each.
mkdir f
python3 - <<'END'
import json, os, sys
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild, aerref
def timeline(job, n, pad):
    return aerbuild.link([{"seq": i, "prev_digest": "", "job_id": job, "id": f"{job}-{i}", "tool": "t", "close": i == n,
                           "provenance_class": "LOGGED BY AGENT", "canonical_bytes": aerbuild.pack(b"%d" % i * pad)}
                          for i in range(1, n + 1)])
with open("lines", "w") as lines, open("names", "w") as names, open("want", "w") as want, open("nul", "w") as nul:
    for k in range(200):
        entries = timeline(f"job-{k}", 1 + k % 5, 900000 if k == 7 else 3)
        if k == 12:
            json.dump({"job_id": "job-12", "final_entry_digest": aerbuild.digest(entries[-1]),
                       "entry_count": len(entries), "published_at": "2026-10-02T00:00:00Z"}, open("c12", "w"))
        if k % 7 == 3:
            entries[0]["tool"] = "u"
        text = json.dumps(entries)
        if k % 11 == 5:
            text = text[:-3]
        lines.write(text + "\n")
        name = f"f/{k}.json"
        open(name, "w").write(text)
        names.write(name + "\n")
        nul.write(name + "\0")
        want.write(aerref.examine(text.encode()).timeline + "\n")
big = timeline("big", 1, 30000000)
small = open("f/0.json").read() + "\n"
open("big", "w").write(small + json.dumps(big) + "\n" + small)
END

# feeds FILE WANT NAME CMD...: exits, with FILE as standard input.
feeds()
{
    exits "$2" "$3" bash -c 'exec "${@:2}" <"$1"' _ "$scratch/$1" "${@:4}"
}

# results FILE: of ndjson "PATH RESULT".
results()
{
    python3 -c '
import json, sys
for line in open(sys.argv[1]):
    d = json.loads(line)
    if "timeline" not in d:
        print(d["path"], "error")
    else:
        print(d["timeline"]["path"], d["judgements"]["timeline"]["result"])' "$1"
}

# --- lists

exits 1 "a list of files" "$AERSCOPE" verify --format=ndjson --files-from=names
mv out listed
mv err listed.err
is "$(results listed)" "$(paste -d' ' names want)" "each judged, in the order of the list"
is "$(grep -c . listed.err)" "$(grep -c unreadable want)" "a line on stderr for each that cannot be read"
is "$(sed -E "s/^aerscope: '?([^':]*)'?:.*/\1/" listed.err)" "$(paste -d' ' names want | sed -n 's/ unreadable//p')" \
    "in that order too"
exits 1 "names that end with NUL" "$AERSCOPE" verify --format=ndjson -0 --files-from=nul
cmp -s out listed
ok $? "give the same"
"$AERSCOPE" verify --format=ndjson --files-from=- <names >out 2>err
cmp -s out listed
ok $? "a list from standard input gives the same"
"$AERSCOPE" verify --format=ndjson --jobs=1 --files-from=names >out 2>err
cmp -s out listed
ok $? "one thread gives the same"
xargs "$AERSCOPE" verify --format=ndjson <names >out 2>err
cmp -s out listed
ok $? "as operands they give the same"
while read -r name; do
    "$AERSCOPE" verify --format=ndjson "$name"
done <names >out 2>err
cmp -s out listed
ok $? "and one by one"
cmp -s err listed.err
ok $? "with the same complaints"

"$AERSCOPE" verify --format=json --files-from=names >doc 2>/dev/null
is "$(python3 -c '
import json
d = json.load(open("doc"))
print(d["schema"], [f for f in d["files"]] == [json.loads(l) for l in open("listed")])')" "aerscope.verdicts/1 True" \
    "json holds the same documents"
head -n 40 names >names.40
head -n 1 names >names.1
"$AERSCOPE" verify --files-from=names.40 >text 2>/dev/null
is "$(sed -n '/^TIMELINES/,$p' text | grep -c 'f/.*: timeline')" 40 "text ends with a line a file"
"$AERSCOPE" verify --format=ndjson --files-from=names.40 2>/dev/null | python3 -c '
import json, sys
for line in sys.stdin:
    d = json.loads(line)
    first = d["judgements"]["timeline"]["first_failure"]
    print("(entry %d, %s)" % (first["entry"], first["code"]) if first and first["entry"] else
          "(%s)" % first["code"] if first else
          "(damaged at byte %d)" % d["damage"]["offset"] if d["damage"] else "")' >firsts
sed -n '/^TIMELINES/,$p' text | tr '\n' ' ' | sed 's/"f\//\n&/g' | sed 1d | sed -nE 's/^[^;]*: +timeline [a-z]+ *(\([^)]*\))?;.*/\1/p' |
    tr -s ' ' >told
is "$(cat told)" "$(cat firsts)" "with the first failure of each, as json has it"
is "$(sort -u firsts | wc -l)" "$(sort -u told | wc -l)" "of several kinds"
text=$("$AERSCOPE" verify "$top_srcdir/samples/damaged.json" "$top_srcdir/samples/honest.commitment.json" 2>/dev/null |
    sed -n '/^TIMELINES/,$p' | tr -s '\n ' ' ')
like "$text" 'timeline unreadable \(damaged at byte 3023\);.*timeline unreadable \(no timeline\);' "and where one is damaged, or is none"
mkdir folder
for words in --files-from=folder "--files-from=folder --format=json"; do
    exits 2 "a folder for a list: $words" "$AERSCOPE" verify $words
    is "$(cat out)" "" "nothing is judged"
    is "$(cat err)" "aerscope: folder is a folder, and no list of names: find lists what is below it; see --files-from in aerscope(1)" \
        "which is said"
done
"$AERSCOPE" verify --format=json --files-from=names.1 >doc 2>/dev/null
is "$(python3 -c 'import json; d = json.load(open("doc")); print(d["schema"], len(d["files"]))')" \
    "aerscope.verdicts/1 1" "a list of one is a list"
"$AERSCOPE" verify --format=json --files-from=/dev/null >doc 2>/dev/null
is $? 2 "a list of none: nothing was examined"
is "$(python3 -c 'import json; print(json.load(open("doc"))["files"])')" "[]" "is empty"
for words in "--files-from=/dev/null" "-0 --files-from=- --require=endpoint" "--files-from=/dev/null --allow-unwitnessed" \
    "--files-from=/dev/null -c $top_srcdir/samples/honest.commitment.json"; do
    exits 2 "no timeline: $words" "$AERSCOPE" verify $words </dev/null
    is "$(cat out)" "" "nothing is judged"
    like "$(cat err)" "no timeline was given: the list '[^']+' has no name in it" "$words: says why"
    is "$(wc -l <err)" 1 "$words: and nothing else"
done
exits 3 "beside a file that is named an empty list does no harm" "$AERSCOPE" verify --files-from=/dev/null f/0.json
exits 2 "nothing, into a file" "$AERSCOPE" verify --files-from=/dev/null -o nothing.txt
ok "$(test ! -e nothing.txt; echo $?)" "which is not made"

printf 'f/0.json\n\nnone.json\n-\na\0b\n' >bad
exits 2 "a list with names that cannot be opened" "$AERSCOPE" verify --format=ndjson --files-from=bad
is "$(results out | sed 's/.* //' | tr '\n' ' ')" "consistent error error error error " "goes on, with a line each"
like "$(cat err)" 'name 2 of the list: it is empty' "says which is empty"
like "$(cat err)" 'name 4 of the list.*\./-' "takes no - for standard input"
like "$(cat err)" 'name 5 of the list.*--null' "and which has a NUL"
head -c 9000 /dev/zero | tr '\0' x >long
exits 2 "a list that is none" timeout 60 "$AERSCOPE" verify --files-from=/dev/zero
like "$(cat err)" '/dev/zero: a name in it goes on for more than 1048576 bytes' "says so"
for words in "-0 --files-from=/dev/zero" "--files-from=/dev/urandom"; do
    # shellcheck disable=SC2086
    timeout 60 "$AERSCOPE" verify --quiet $words >text 2>err </dev/null
    is "$?" 2 "a list without an end that is none: $words"
    like "$(cat err)" "'/dev/(zero|urandom)' has more than 1000 names that can be none: it is no list of names" "says so"
done
yes '' | head -n 1000 >blanks
echo f/0.json >>blanks
"$AERSCOPE" verify --format=ndjson --files-from=blanks >out 2>err
is "$(tail -n 1 out | grep -c 'f/0.json') $(wc -l <out)" "1 1001" "a name behind a thousand empty ones is read"
exits 2 "a name that is too long" "$AERSCOPE" verify --format=ndjson --files-from=long
like "$(cat err)" 'name 1 of the list: it is longer' "says so"

exits 2 "a list that is not there" "$AERSCOPE" verify --files-from=nowhere
like "$(cat err)" nowhere "is named"
is "$(cat out)" "" "and nothing is written"
cp f/0.json keep.json
echo keep.json >names.keep
exits 2 "the output is a file of the list" "$AERSCOPE" verify --files-from=names.keep -o keep.json --force
like "$(cat err)" 'is an input' "is refused"
cmp -s keep.json f/0.json
ok $? "and left alone"
exits 2 "the output is the list" "$AERSCOPE" verify --files-from=names.keep -o names.keep --force
is "$(cat names.keep)" keep.json "is left alone"

# --- references among many

exits 1 "a reference among many" "$AERSCOPE" verify --format=ndjson --files-from=names -c c12 --independent=yes
is "$(python3 -c '
import json
print([json.loads(l)["timeline"]["path"] for l in open("out") if json.loads(l)["judgements"]["endpoint"]["references"]])')" \
    "['f/12.json']" "goes to the one of its job"
is "$(results out)" "$(paste -d' ' names want)" "all in their order"
exits 2 "a head among many" "$AERSCOPE" verify --files-from=names --count=3
exits 2 "a case among many" "$AERSCOPE" verify --files-from=names --case=x

# --- a timeline a line

feeds lines 1 "a timeline a line" "$AERSCOPE" verify --each-line --format=ndjson
mv out lined
is "$(results lined | sed 's/.* //')" "$(cat want)" "a verdict a line, in order"
is "$(python3 -c '
import json
print([json.loads(l)["timeline"]["input_line"] for l in open("lined")] == list(range(1, 201)))')" True "which say their line"
is "$(python3 -c '
import hashlib, json
print(all(json.loads(v)["timeline"]["sha256"] == hashlib.sha256(l.rstrip(b"\n")).hexdigest()
          for v, l in zip(open("lined"), open("lines", "rb"))))')" True "and the SHA-256 of its bytes"
is "$(python3 -c '
import json
print(sum("error" in json.loads(l) for l in open("lined")))')" "$(grep -c unreadable want)" "bad ones say an error"
python3 - <<'END' >same
import json
def bare(path):
    for line in open(path):
        d = json.loads(line)
        for member in "path", "input_line":
            d["timeline"].pop(member, None)
        d.pop("error", None)
        yield d
print(list(bare("lined")) == list(bare("listed")))
END
is "$(cat same)" True "all else as of a file"
feeds lines 1 "text" "$AERSCOPE" verify --each-line
is "$(sed -E 's/^([0-9]+): timeline ([a-z]+).*/\1 \2/' out)" "$(nl -ba want | awk '{print $1, $2}')" "has a line a line"
like "$(sed -n 4p out)" '^4: timeline broken \(entry 2, chain\.link\); endpoint not assessed; ' "with the first failure"

# What else may come: refused lines, a blank one, white space around, no line feed at the end.
{
    echo '{"vectors": []}'
    echo
    printf ' %s\r\n' "$(cat f/0.json)"
    printf '\0\n'
    printf '%s' "$(cat f/1.json)"
} >odd
feeds odd 2 "bad lines" "$AERSCOPE" verify --each-line --format=ndjson
is "$(results out)" "-:1 unreadable
-:2 unreadable
-:3 consistent
-:4 unreadable
-:5 consistent" "each have a verdict, and the rest theirs"
is "$(python3 -c '
import json
print(["error" in json.loads(l) for l in open("out")])')" "[True, True, False, True, False]" "and an error"
is "$(grep -c '^aerscope: -:[124]: ' err)" 3 "and a line on stderr that says which"
exits 2 "no line" "$AERSCOPE" verify --each-line --require=endpoint </dev/null
is "$(cat out)" "" "gives none"
like "$(cat err)" 'no timeline was given: standard input has no line' "which is said"
python3 -m json.tool f/0.json >pretty
exits 2 "one timeline over several lines" bash -c '"$AERSCOPE" verify --each-line <pretty'
is "$(grep -c 'one timeline over several lines is examined without it' err)" 1 "how it is examined is said once"
exits 3 "timelines a line" bash -c '"$AERSCOPE" verify --each-line <f/0.json'
is "$(cat err)" "" "are told nothing"

# A line larger than what is kept in memory.
feeds big 3 "a large line between small ones" "$AERSCOPE" verify --each-line --format=ndjson
is "$(results out | sed 's/.* //' | tr '\n' ' ')" "consistent consistent consistent " "is examined"
is "$(python3 -c '
import hashlib, json
print(json.loads(open("out").readlines()[1])["timeline"]["sha256"]
      == hashlib.sha256(open("big", "rb").readlines()[1].rstrip(b"\n")).hexdigest())')" True "by its own bytes"
feeds big 2 "a large line and no place for it" env TMPDIR=/nowhere "$AERSCOPE" verify --each-line --format=ndjson
is "$(results out | sed 's/.* //' | tr '\n' ' ')" "consistent error consistent " "is an error of its own"

# A line without an end is read up to a bound, and takes no room that others need.
TMPDIR=/nowhere timeout 60 "$AERSCOPE" verify --each-line </dev/zero >out 2>err
is "$?" 2 "a line without an end"
like "$(cat err)" 'standard input: a line in it goes on for more than 1073741824 bytes: .*from a file of its own' "says so"
is "$(cat out)" "" "is not judged"
mkdir small
cat >full.sh <<'END'
mount -t tmpfs -o size=24m none small || exit 77
export TMPDIR=$PWD/small
{ head -c 24m /dev/zero; echo; cat f/0.json; } | "$AERSCOPE" verify --each-line >out 2>err
df --output=avail -B1 small | tail -n 1 >left
ulimit -f 2000
{ head -c 4m /dev/zero; echo; cat f/0.json; } | "$AERSCOPE" verify --each-line >limited 2>&1
END
if unshare -rm true 2>/dev/null; then
    unshare -rm bash full.sh 2>/dev/null
    like "$(cat err)" 'kept in a file after [0-9]+ bytes: only [0-9]+ are free in TMPDIR.*set TMPDIR to a folder with more' \
        "a line larger than the room: says so"
    like "$(sed -n 2p out)" '^2: timeline consistent' "the next line is examined"
    test "$(cat left)" -gt 25000000
    ok $? "all the room is given back" "$(cat left)"
    like "$(cat limited)" 'File too large; raise the limit on the size of a file \(ulimit -f\)' \
        "a line larger than a file may be: what helps is said"
    unlike "$(cat limited)" TMPDIR "and nothing that does not"
else
    skip "a line larger than the room" "no file system of its own can be made here"
fi

# A verdict comes before the next line does.
python3 - >slow <<'END'
import json, os, subprocess
lines = open("lines", "rb").readlines()[:20]
p = subprocess.Popen([os.environ["AERSCOPE"], "verify", "--each-line", "--format=ndjson"], stdin=subprocess.PIPE,
                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
for number, line in enumerate(lines, 1):
    p.stdin.write(line)
    got = b""
    while not got.endswith(b"\n"):
        got += p.stdout.read(65536)
    assert json.loads(got)["timeline"]["input_line"] == number
p.stdin.close()
print(p.wait())
END
is "$(cat slow)" 1 "each verdict comes before the next line"

exits 2 "a file beside lines" "$AERSCOPE" verify --each-line f/0.json
exits 2 "lines as one document" "$AERSCOPE" verify --each-line --format=json </dev/null
exits 2 "--null alone" "$AERSCOPE" verify -0 f/0.json
exits 2 "standard input twice" "$AERSCOPE" verify --files-from=- - </dev/null
(
    "$AERSCOPE" verify --each-line <lines 2>/dev/null
    echo $? >status
) | head -n 1 >first
is "$(cut -c1-24 first)" "1: timeline consistent; " "a reader who leaves"
like "$(cat status)" '^[12]$' "ends it"

if command -v parallel >/dev/null && parallel --version 2>/dev/null | grep -q GNU; then
    parallel --will-cite --pipe --keep-order --block 20k "$AERSCOPE verify --each-line --format=ndjson" <lines >out 2>/dev/null
    is "$(results out | sed 's/.* //')" "$(cat want)" "GNU parallel"
else
    skip "GNU parallel" "not installed"
fi

done_testing
