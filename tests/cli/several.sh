#!/usr/bin/env bash
# verify on several timelines: references find theirs by job, and a line is written as a file is done.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples

# Two jobs, their commitments, and the commitment of a third.
sed 's/"job_id": *"[^"]*"/"job_id": "other"/' "$samples/honest.json" >edited.json
python3 - <<'END'
import base64, hashlib, json
def timeline(job, n):
    entries, prev = [], "0" * 64
    for i in range(1, n + 1):
        data = f"{job} {i}".encode()
        entry = {"seq": i, "prev_digest": prev, "job_id": job, "id": f"{job}-{i}", "tool": "t",
                 "provenance_class": "OBSERVED VIA GATEWAY",
                 "canonical_bytes": base64.b64encode(data).decode()}
        if i == n:
            entry["close"] = True
        preimage = {"close": i == n, "id": entry["id"], "job_id": job,
                    "output_hash": hashlib.sha256(data).hexdigest(), "prev_digest": prev,
                    "provenance_class": entry["provenance_class"], "seq": i, "tool": "t"}
        prev = hashlib.sha256(json.dumps(preimage, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        entries.append(entry)
    json.dump(entries, open(f"{job}.json", "w"))
    json.dump({"job_id": job, "final_entry_digest": prev, "entry_count": n,
               "published_at": "2026-10-02T00:00:00Z"}, open(f"{job}.commitment", "w"))
for job, n in (("a", 3), ("b", 4), ("c", 5)):
    timeline(job, n)
END

# asked PYTHON: an expression over the document d.
asked()
{
    python3 -c "import json; d = json.load(open('doc')); print($1)"
}
results="[(f['judgements']['endpoint']['result'], [r['path'] for r in f['judgements']['endpoint']['references']]) for f in d['files']]"

"$AERSCOPE" verify --format=json a.json b.json -c b.commitment --independent=yes -c a.commitment --independent=yes >doc
is $? 0 "each has its own"
is "$(asked "$results")" "[('matches', ['a.commitment']), ('matches', ['b.commitment'])]" "by its job"
is "$(asked "'references' in d")" False "none is left over"
is "$(asked "[sorted({g['reference'] for g in f['findings'] if 'reference' in g}) for f in d['files']]")" "[[0], [0]]" \
    "findings name the references of their own file"

"$AERSCOPE" verify --format=json a.json b.json -c a.commitment --independent=yes >doc
is $? 3 "one has none"
is "$(asked "$results")" "[('matches', ['a.commitment']), ('not_assessed', [])]" "and is not assessed"

"$AERSCOPE" verify --format=json a.json b.json -c c.commitment -c a.commitment >doc 2>err
is $? 2 "one that no file has the job of"
is "$(asked "[(r['path'], r['result']) for r in d['references']]")" "[('c.commitment', 'unusable')]" \
    "is unusable and told"
like "$(cat err)" 'c\.commitment' "is named on stderr"
"$AERSCOPE" verify a.json b.json -c c.commitment -c a.commitment >text 2>/dev/null
like "$(cat text)" 'REFERENCES.*c\.commitment' "is in the text"
like "$(tr -s ' \n' ' ' <text)" '"a\.json": timeline consistent; endpoint matches; coverage not assessed; outcome not assessed' \
    "text ends with a line a file"

"$AERSCOPE" verify --format=json a.json b.json -c nothing.commitment >doc 2>err
is $? 2 "one that cannot be read"
is "$(asked "[(r['path'], r['codes']) for r in d['references']]")" "[('nothing.commitment', ['commitment.form'])]" \
    "is told with its code"

sed 's/2026-10-02T/2026-10-42T/' a.commitment >bad.commitment
"$AERSCOPE" verify --format=json b.json a.json -c bad.commitment >doc 2>/dev/null
is $? 2 "one of bad form"
is "$(asked "$results")" "[('not_assessed', []), ('unusable', ['bad.commitment'])]" "goes to the file of its job"

"$AERSCOPE" verify --format=json a.json "$samples/damaged.json" -c c.commitment >doc 2>/dev/null
is "$(asked "[r['result'] for r in d['references']]")" "['unusable']" "without a file, whatever was looked at last"

"$AERSCOPE" verify a.json edited.json -c c.commitment >/dev/null 2>&1
is $? 1 "a failure outranks a reference without a file"

sed 's/"entry_count": 3/"entry_count": 4/' a.commitment >a2.commitment
"$AERSCOPE" verify --format=json a.json b.json -c a.commitment -c a2.commitment >doc
is $? 1 "two that cannot both be true"
is "$(asked "['commitment.equivocation' in f['totals'] for f in d['files']]")" "[True, False]" \
    "speak against each other where they belong"

"$AERSCOPE" verify a.json a.json b.json -c a.commitment --independent=yes -c b.commitment --independent=yes >/dev/null
is $? 0 "one file twice"
cat a.commitment | "$AERSCOPE" verify a.json b.json a.json -c - --independent=yes -c b.commitment --independent=yes >/dev/null
is $? 0 "a reference from standard input serves them all"

python3 - <<'END'
import json
json.dump({"timeline": json.load(open("a.json")), "commitment": json.load(open("a.commitment"))},
          open("wrapped.json", "w"))
END
"$AERSCOPE" verify --format=json wrapped.json b.json wrapped.json -c b.commitment --independent=yes >doc
is $? 3 "a commitment in the file itself"
is "$(asked "[[(r['embedded'], r['independent']) for r in f['judgements']['endpoint']['references']] for f in d['files']]")" \
    "[[(True, 'no')], [(False, 'yes')], [(True, 'no')]]" "stays with that file"

# --brief: the same judgements as in JSON, a line each, whatever the names.
cp "$samples/edited.json" $'x": timeline consistent\n'
"$AERSCOPE" verify --format=ndjson "$samples"/*.json absent $'x": timeline consistent\n' -c b.commitment >docs 2>told
status=$?
"$AERSCOPE" verify --brief "$samples"/*.json absent $'x": timeline consistent\n' -c b.commitment >brief 2>err
is $? $status "--brief: the status of verify"
is "$(cat err)" "$(cat told)" "--brief: what is said on standard error"
is "$(python3 - <<'END'
import json
for doc, line in zip(map(json.loads, open("docs")), open("brief")):
    j = doc.get("judgements")
    first = j and j["timeline"]["first_failure"]
    words = ["timeline " + j["timeline"]["result"] + (" (entry %d, %s)" % (first["entry"], first["code"]) if first else "")] + \
            [n + " " + j[n]["result"].replace("_", " ") for n in ("endpoint", "coverage", "outcome")] if j else ["not examined"]
    name = json.dumps(doc.get("path") or doc["timeline"]["path"]).replace("\\n", "<U+000A>")
    name = name.replace('x\\":', 'x<U+0022>:')
    if not line.startswith(name + ": " + words[0]) or any("; " + w not in line for w in words[1:]):
        print(name, words, line)
print(len(open("docs").readlines()) == len(open("brief").readlines()))
END
)" True "--brief: a line for each, with the judgements of the document"
is "$("$AERSCOPE" verify --brief "$samples/edited.json" | sed 's/.*edited/edited/')" \
    'edited.json": timeline broken (entry 5, chain.link); endpoint not assessed; coverage not assessed; outcome not assessed' \
    "--brief: one timeline too"
"$AERSCOPE" verify --brief --format=json a.json 2>err >out; is "$? $(cat out)" "2 " "--brief is text"
like "$(cat err)" 'format=ndjson' "--brief is text: and says what is not"

# A line is written as its file is done: the second input never comes to its end.
mkfifo pipe
"$AERSCOPE" verify --format=ndjson a.json - <pipe >lines 2>/dev/null & verify=$!
exec 9>pipe
for _ in $(seq 100); do
    test -s lines && break
    sleep 0.05
done
is "$(wc -l <lines)" 1 "ndjson is written as each file is done"
exec 9>&-
wait $verify

done_testing
