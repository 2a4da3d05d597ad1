#!/usr/bin/env bash
# verify --list-jobs and --job on files that hold several jobs: one job's entries are judged as the reference program
# judges them in a file of their own, and their places are those of the real file.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1

cat >make.py <<'END'
import json, os, random, sys
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild, aerref
from aerbuild import Raw, Twice

random.seed(5)
JOBS = ["a", "caf\u00e9", "a\u202eb", "with \"quotes\"", "big", "cut", "edited"]
def timeline(job, n):
    return aerbuild.link([{"seq": i, "prev_digest": "", "job_id": job, "id": "%s-%d" % (job, i), "tool": "t",
                           "provenance_class": "LOGGED BY AGENT", "close": i == n,
                           "canonical_bytes": aerbuild.pack(b"%d" % i * (600000 if job == "big" and i == 2 else 3))}
                          for i in range(1, n + 1)])
jobs = {job: timeline(job, 3 + k) for k, job in enumerate(JOBS)}
head = aerbuild.digest(jobs["cut"][-1])
json.dump({"job_id": "cut", "final_entry_digest": head, "entry_count": len(jobs["cut"]),
           "published_at": "2026-10-02T00:00:00Z"}, open("cut.commitment", "w"))
json.dump({"job_id": "a", "final_entry_digest": aerbuild.digest(jobs["a"][-1]), "entry_count": 3,
           "published_at": "2026-10-02T00:00:00Z"}, open("a.commitment", "w"))
mixed, left = [], {job: list(entries) for job, entries in jobs.items()}
def draw():
    while any(left.values()):
        job = random.choice([job for job in left if left[job]])
        yield left[job].pop(0)
before = list(draw())
json.dump(before, open("before.json", "w"))
del jobs["cut"][3]
jobs["edited"][1]["tool"] = "u"
left = {job: list(entries) for job, entries in jobs.items()}
mixed = list(draw())
mixed[4:4] = [{"seq": 1, "job_id": 7}, "x", [], {"id": "lone"}]
mixed.append(dict(jobs["a"][0], job_id=Twice("a", "other"), seq=Raw("1.0"), close=Raw("0")))

def write(name, text):
    open(name, "w", newline="").write(text)
texts = [aerbuild.to_text(entry) for entry in mixed]
write("mixed.array", "[\n" + ",\n  ".join(texts) + "\n]\n")
write("mixed.lines", "\r\n\n".join(texts) + "\n")
write("mixed.wrapped", '{"x": [{"job_id": "a"}], "entries": [' + " , ".join(texts) + "]}")
want = {}
for job in JOBS:
    own = aerbuild.to_text(jobs[job])
    write("own.json", own)
    want[job] = aerref.examine(own.encode()).document()
    want[job]["at"] = {layout: [text.index(aerbuild.to_text(entry)) for entry in jobs[job]]
                       for layout in ("array", "lines", "wrapped")
                       for text in [open("mixed." + layout, newline="").read()]}
rows = {}
for position, entry in enumerate(mixed, 1):
    if isinstance(entry, dict) and "job_id" in entry:
        job = "other" if isinstance(entry["job_id"], Twice) else entry["job_id"]
        if isinstance(job, str):
            row = rows.setdefault(job, {"job_id": job, "entries": 0, "first_entry": position,
                                        "first_seq": "1.0" if job == "other" else entry["seq"]})
            row["entries"] += 1
            row["last_entry"] = position
            row["last_seq"] = "1.0" if job == "other" else entry["seq"]
json.dump({"want": want, "rows": list(rows.values()), "of": len(mixed)}, open("want", "w"))
END

cat >check.py <<'END'
import json, os, subprocess, sys
aerscope, layout, jobs = os.environ["AERSCOPE"], sys.argv[1], sys.argv[2]
path = "mixed." + layout
data = open(path, "rb").read()
made = json.load(open("want"))
def run(*words):
    return subprocess.run([aerscope, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
def fail(*what):
    print(*what)
    sys.exit(1)
listed = json.loads(run("verify", "--list-jobs", "--format=json", "--jobs=" + jobs, path).stdout)
rows = [{k: v for k, v in row.items() if k not in ("first_offset", "last_offset")} for row in listed["jobs"]]
if rows != made["rows"] or listed["without_job_id"] != 4 or listed["timeline"]["entries"] != made["of"]:
    fail("list", listed)
for job, want in made["want"].items():
    done = run("verify", "--format=json", "--all-findings", "--jobs=" + jobs, "--job=" + job, path)
    got = json.loads(done.stdout)
    if got["selected"] != {"job_id": job, "entries": want["entries"], "of": made["of"], "without_job_id": 4}:
        fail(job, got["selected"])
    if got["timeline"]["job_id"] != job or got["timeline"]["entries"] != want["entries"]:
        fail(job, got["timeline"])
    result = got["judgements"]["timeline"]
    if (result["result"], result["first_failure"]) != (want["timeline"], want["first_failure"]):
        fail(job, result, want)
    failures = [f for f in got["findings"] if f["severity"] == "failure"]
    if sorted((f["entry"], f["code"]) for f in failures) != sorted((f[0], f[1]) for f in want["failures"]):
        fail(job, failures, want["failures"])
    for f in failures:
        at = want["at"][layout][f["entry"] - 1]
        end = data.index(b"}", at)
        if not at <= f["offset"] <= end or f["line"] != data.count(b"\n", 0, f["offset"]) + 1:
            fail(job, "place", f)
    digests = [line.split("\t")[:2] for line in run("digest", "--job=" + job, path).stdout.decode().splitlines()]
    if digests != [[str(n), d or "-"] for n, d in enumerate(want["digests"], 1)]:
        fail(job, digests)
print("agree")
END

python3 make.py || exit 1
for layout in array lines wrapped; do
    for jobs in 1 2; do
        is "$(python3 check.py $layout $jobs)" agree "$layout, $jobs threads: as in a file of its own"
    done
done
sum=$(sha256sum <mixed.array | cut -d' ' -f1)
is "$("$AERSCOPE" verify --format=json --job=a mixed.array |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["timeline"]["sha256"])')" "$sum" "SHA-256 of the whole file"

exits 0 "the list as text" "$AERSCOPE" verify --list-jobs mixed.lines
like "$(grep '  "a"$' out)" '^ +3 +[0-9]+ +[0-9]+ +1 +3  "a"$' "has a row a job"
like "$(cat out)" 'a<U\+202E>b' "escapes what evidence names"
like "$(cat out)" ' 4  have no job_id that is a string' "and says what belongs to none"

exits 3 "text" "$AERSCOPE" verify --job=a mixed.lines
like "$(tr -s ' \n' ' ' <out)" 'selected by --job: 3 entries of [0-9]+ in the file, whose job_id is "a"; entry N is the Nth' \
    "says that it selected"
exits 2 "a job that is not there" "$AERSCOPE" verify --job=b mixed.lines
like "$(cat err)" "none of its [0-9]+ entries has the job_id 'b'" "is told"
exits 2 "json of it" "$AERSCOPE" verify --format=json --job=b mixed.lines
like "$(cat out)" '"error": "none of its' "has an error"
exits 2 "digests of it" "$AERSCOPE" digest --job=b mixed.lines
exits 2 "a commitment of it" "$AERSCOPE" commit --job=b mixed.lines

# --- a report says that it selected, and how to select again

for job in a $'a\342\200\256b' 'with "quotes"' big; do
    exits 0 "report of $job" "$AERSCOPE" report --format=md --job="$job" mixed.array
    like "$(cat out)" 'This is about one job of the file' "$job: says that it is of one job"
    like "$(cat out)" 'by `--job`: [0-9]+ entries of [0-9]+ in the file' "$job: and of how many entries"
    command=$(grep '^aerscope verify --job=' out)
    is "$(PATH=${AERSCOPE%/*}:$PATH bash -c "$command")" "$("$AERSCOPE" verify --job="$job" mixed.array)" \
        "$job: its command selects the same"
    exits 0 "report of $job in JSON" "$AERSCOPE" report --format=json --entries=all --job="$job" mixed.array
    is "$(python3 -c '
import json, sys
r, want = json.load(open("out")), json.load(open("want"))
at = want["want"][sys.argv[1]]["at"]["array"]
print(r["selected"]["job_id"] == sys.argv[1], r["selected"]["of"] == want["of"],
      [e["offset"] for e in r["entries"]] == at)' "$job")" "True True True" "$job: its entries are those at their places"
done
exits 0 "report in HTML" "$AERSCOPE" report --format=html --job=a mixed.array
like "$(cat out)" 'This is about one job of the file' "says so too"
exits 0 "report of all" "$AERSCOPE" report --format=md mixed.array
unlike "$(cat out)" 'one job of the file|--job=' "says nothing of it"
exits 2 "report of a job that is not there" "$AERSCOPE" report --job=b mixed.array
is "$(cat out)" "" "gives none"

# --- a job written with escapes is the same job, and one that only begins so is not

printf '%s\n' '{"seq":1,"job_id":"\u0061"}' '{"seq":1,"job_id":"\u0061b"}' '{"seq":1,"job_id":"a\u0000"}' '{"seq":1,"job_id":"A"}' >escaped
"$AERSCOPE" verify --job=a --format=json escaped >out
is "$(python3 -c 'import json; print(json.load(open("out"))["selected"]["entries"])')" 1 "by what it says, not how it is written"

# --- references

exits 0 "a commitment of the job" "$AERSCOPE" verify --job=a mixed.array -c a.commitment --independent=yes
exits 1 "of a job of which an entry is gone" "$AERSCOPE" verify --job=cut mixed.array -c cut.commitment --format=json
is "$(python3 -c '
import json
d = json.load(open("out"))["judgements"]
print(d["timeline"]["first_failure"],
      [code for code in d["endpoint"]["references"][0]["codes"] if code != "commitment.shared"])')" \
    "{'entry': 4, 'code': 'chain.seq'} ['commitment.count']" "count against the selection"
exits 0 "commit" "$AERSCOPE" commit --job=a --published-at=2026-10-02T00:00:00Z mixed.array
is "$(python3 -c 'import json; print(json.load(open("out")) == json.load(open("a.commitment")))')" True \
    "is that of the job by itself"
exits 3 "an earlier copy that holds several jobs too" "$AERSCOPE" verify --job=a mixed.array --baseline=before.json --format=json
is "$(python3 -c 'import json; print(json.load(open("out"))["judgements"]["endpoint"]["references"][0]["result"])')" \
    matches "is taken by the same job"
exits 1 "an earlier copy of what was edited" "$AERSCOPE" verify --job=edited mixed.array --baseline=before.json --format=json
like "$(cat out)" '"baseline.edited"' "tells it"
like "$(cat out)" '"original": "t"' "and what it was"

# --- damage in an entry of another job is damage of the file

sed 's/"id":"big-1","tool":"t"/"id":"big-1","tool":"\\x"/' mixed.array >damaged
at=$(grep -abo '\\x' damaged | cut -d: -f1)
exits 2 "damage in another job" "$AERSCOPE" verify --job=a --format=json damaged
is "$(python3 -c '
import json, sys
d = json.load(open("out"))
print(d["judgements"]["timeline"]["result"], abs(d["damage"]["offset"] - int(sys.argv[1])) <= 1)' "$at")" "unreadable True" \
    "is damage, at its place"
exits 2 "and the list" "$AERSCOPE" verify --list-jobs damaged
sed '3s/}\r$/} 1\r/' mixed.lines >rest
exits 2 "something behind an entry" "$AERSCOPE" verify --job=a rest
like "$(cat err)" 'something stands after the entry' "is damage too"

# --- many files, and each line

tr -d '\n' <mixed.array >line
printf '%s\n' "$(cat line)" '[]' "$(cat line)" >stream
exits 1 "a job in each line" bash -c '"$AERSCOPE" verify --each-line --job=a --format=ndjson <stream'
is "$(python3 -c '
import json
print([json.loads(l).get("selected", {}).get("entries") for l in open("out")])')" "[3, 0, 3]" "is selected in each"

for words in "--list-jobs --job=a" "--list-jobs -c a.commitment" "--list-jobs --each-line" "--job=a --job=b" "--job=a --case=x"; do
    exits 2 "refused: $words" "$AERSCOPE" verify $words mixed.array
done
for words in --require=endpoint --require=coverage --allow-unwitnessed; do
    exits 2 "refused: --list-jobs $words" "$AERSCOPE" verify --list-jobs $words mixed.array
    like "$(cat err)" '--list-jobs judges nothing: --require and --allow-unwitnessed go with --job' "$words: says where it goes"
done
exits 2 "an ID that was forgotten" "$AERSCOPE" verify --job mixed.array
like "$(cat err)" "--job took 'mixed.array' as its ID" "is spoken of"

exits 2 "an ID as it is shown" "$AERSCOPE" verify --job='a<U+202E>b' mixed.array
like "$(cat err)" 'given as its bytes, not as it is shown: for <U\+202E>abc, --job="\$\(printf ' "is told how IDs are given"
is "$(eval "$(sed -n 's/.*--job=\("[^"]*"\).*/printf %s \1/p' err)" | od -An -tx1 | tr -d ' ')" e280ae616263 "which gives these bytes"
exits 2 "another that is not there" "$AERSCOPE" verify --job='<b' mixed.array
unlike "$(cat err)" 'as its bytes' "is not"

# --- an empty job_id is one

python3 -c '
import os, sys
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild
entry = lambda job, i: {"seq": i, "prev_digest": "", "job_id": job, "id": "%s%d" % (job, i), "tool": "t",
                        "provenance_class": "LOGGED BY AGENT", "close": i == 2, "canonical_bytes": "MQ=="}
none, some = (aerbuild.link([entry(job, 1), entry(job, 2)]) for job in ("", "some"))
open("host.json", "w").write(aerbuild.to_text([none[0], some[0], none[1], some[1]]))
open("none.json", "w").write(aerbuild.to_text(none))'
codes='import json, sys; print([(f["entry"], f["code"], f["member"]) for f in json.load(sys.stdin)["findings"]])'
for word in --job= "--job="\'\'; do
    eval "exits 1 'taken as $word' \"\$AERSCOPE\" verify --format=json $word host.json"
    is "$(python3 -c "$codes" <out)" "$("$AERSCOPE" verify --format=json none.json | python3 -c "$codes")" "as in a file of its own"
    is "$(python3 -c "$codes" <out)" "[(1, 'chain.member', 'job_id'), (2, 'chain.member', 'job_id')]" "which has no job"
done
exits 1 "as a word of its own" "$AERSCOPE" verify --format=json --job '' host.json
exits 0 "a report of it" "$AERSCOPE" report --format=text --job= host.json
command=$(grep -o 'aerscope verify --job=.*' out | head -n 1)
is "$(PATH=${AERSCOPE%/*}:$PATH bash -c "$command")" "$("$AERSCOPE" verify --job= host.json)" "says the command that gives it: $command"
exits 2 "another option takes nothing empty" "$AERSCOPE" verify --layout= host.json

exits 2 "refused: two files" "$AERSCOPE" verify --list-jobs mixed.array mixed.lines

# Of entries that name no job nothing shows whose they are; a name anywhere, in the last one too, does; an empty one is a name that differs.
for jobs in '"","",""' 'None,None,None' '7,None,[]' 'None,None,"b"' '"b",None,None' '"b","b","b"'; do
    python3 -c '
import json, sys
sys.path.insert(0, sys.argv[1] + "/tests/lib")
import aerbuild
made = [{"seq": i, "prev_digest": "", "id": "r-%d" % i, "tool": "t", "provenance_class": "LOGGED BY AGENT",
         "close": i == 3, "canonical_bytes": aerbuild.pack(b"x")} for i in (1, 2, 3)]
for entry, job in zip(made, eval("[%s]" % sys.argv[2])):
    if job is not None:
        entry["job_id"] = job
json.dump(aerbuild.link(made), open("whose.json", "w"))' "$top_srcdir" "$jobs"
    case $jobs in
        *b* | '""'*) want="no entry has the job that the reference is for: it is the head of another job" ;;
        *) want="no entry names a job, so none is shown to be of the one that the reference is for" ;;
    esac
    "$AERSCOPE" verify --format=json -c a.commitment whose.json >whose.out 2>/dev/null
    is "$(python3 -c 'import json; print([f["message"] for f in json.load(open("whose.out"))["findings"]
        if f["code"] == "commitment.job"])')" "['$want']" "a commitment, and entries of the jobs $jobs"
done

done_testing
