#!/usr/bin/env bash
# verify --format=json and ndjson: ASCII, JSON whatever the input held, and with the members promised.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1

cat >check.py <<'END'
import json, re, sys

SEVERITIES = ["failure", "warning", "note"]
ENTRY = {
    "": ["schema", "tool", "timeline", "construction", "judgements", "provenance", "findings",
         "findings_total", "totals", "damage"],
    "tool": ["name", "version", "profile"],
    "timeline": ["path", "sha256", "bytes", "layout", "entries", "job_id"],
    "judgements": ["timeline", "endpoint", "coverage", "outcome"],
}
JUDGEMENT = {
    "timeline": ["result", "first_failure", "does_not_show"],
    "endpoint": ["result", "does_not_show", "references"],
    "coverage": ["result", "expected", "matched", "missing", "unexpected", "forbidden", "does_not_show"],
    "outcome": ["result", "does_not_show"],
}
RESULT = {
    "timeline": ["consistent", "broken", "historical", "unreadable"],
    "endpoint": ["not_assessed", "matches", "contradicted", "unusable"],
    "coverage": ["not_assessed", "reconciled", "discrepant"],
    "outcome": ["not_assessed", "recorded"],
}
REFERENCE = ["kind", "path", "sha256", "result", "entry_count", "published_at", "witness", "authority",
             "retrieved_from", "retrieved_at", "independent", "codes"]
FINDING = ["code", "severity", "entry", "seq", "member", "stored", "recomputed", "provenance_class",
           "standing", "offset", "line", "column", "signal", "message", "explanations"]
STANDINGS = ["recorder execution", "gateway observation", "agent assertion", "none"]


def members(value, names, where):
    """The promised members are there and stand in their order."""
    assert [n for n in value if n in names] == names, (where, list(value))


def finding(f, entries):
    members(f, FINDING, "finding")
    assert re.fullmatch(r"[a-z0-9]+\.[a-z_0-9]+", f["code"]), f
    assert f["severity"] in SEVERITIES, f
    assert f["entry"] is None or 1 <= f["entry"] <= entries, f
    assert (f["standing"] in STANDINGS) == (f["entry"] is not None), f
    assert f["message"], f
    assert isinstance(f["seq"], (int, str, type(None))), f


def verdict(v):
    for where, names in ENTRY.items():
        members(v[where] if where else v, names, where)
    assert v["schema"] == "aerscope.verdict/1" and v["tool"]["name"] == "aerscope"
    assert v["tool"]["profile"] == "draft-zambo-aer1-09"
    for name, judgement in v["judgements"].items():
        members(judgement, JUDGEMENT[name], name)
        assert judgement["result"] in RESULT[name], judgement
        assert judgement["does_not_show"], judgement
    for reference in v["judgements"]["endpoint"]["references"]:
        members(reference, REFERENCE, "reference")
    for row in v["provenance"]:
        assert row["standing"] in STANDINGS and row["entries"] > 0, row
    if v["judgements"]["timeline"]["result"] != "unreadable":
        assert sum(r["entries"] for r in v["provenance"]) == v["timeline"]["entries"]
    for f in v["findings"]:
        finding(f, v["timeline"]["entries"])
    order = [SEVERITIES.index(f["severity"]) for f in v["findings"]]
    assert order == sorted(order)
    assert v["findings_total"] == sum(v["totals"].values()) >= len(v["findings"])
    first = v["judgements"]["timeline"]["first_failure"]
    if first:
        assert any(f["entry"] == first["entry"] and f["code"] == first["code"] for f in v["findings"])
    if v["damage"]:
        members(v["damage"], ["offset", "line", "column", "message", "entries_read"], "damage")
        assert v["judgements"]["timeline"]["result"] == "unreadable"
        assert v["judgements"]["endpoint"]["result"] == "not_assessed"


raw = open(sys.argv[1], "rb").read()
assert all(b == 10 or 32 <= b <= 126 for b in raw), "not ASCII"
documents = [json.loads(line) for line in raw.splitlines()] if sys.argv[2] == "ndjson" else [json.loads(raw)]
for document in documents:
    if document.get("schema") == "aerscope.verdicts/1":
        documents.extend(document["files"])
    elif set(document) == {"path", "error"}:
        assert document["error"]
    else:
        verdict(document)
END

# schema NAME ARG...: the document of that run is of the schema.
schema()
{
    local name=$1 kind=json
    shift
    case " $* " in *" --format=ndjson "*) kind=ndjson ;; esac
    "$AERSCOPE" verify "$@" >doc 2>err
    python3 check.py doc "$kind" >why 2>&1
    ok $? "$name" || diag "$(tail -n 3 why)"
}

samples=$top_srcdir/samples
for file in "$samples"/*.json "$samples"/*.ndjson; do
    case $file in *.commitment.json | *.expected.json | *.workflow.json) continue ;; esac
    schema "${file##*/}" --format=json "$file" -c "$samples/honest.commitment.json" --witness=$'\xff\e[2J'
done
schema "several files" --format=json "$samples/honest.json" "$samples/damaged.json" absent.json \
    -c "$samples/honest.commitment.json"
is "$(python3 -c 'import json; d = json.load(open("doc")); print(d["schema"], len(d["files"]))')" \
    "aerscope.verdicts/1 3" "several files make one document"
schema "several files, a line each" --format=ndjson "$samples/honest.json" "$samples/damaged.json" absent.json
is "$(wc -l <doc)" 3 "ndjson has a line a file"
is "$(sed -n 3p doc | python3 -c 'import json, sys; print(json.load(sys.stdin)["path"])')" absent.json \
    "a file that is not there has its line"

python3 - <<'END'
import json
ok = {"seq": 1, "prev_digest": "0" * 64, "job_id": "j", "id": "i", "tool": "t",
      "provenance_class": "LOGGED BY AGENT", "canonical_bytes": "e30="}
def write(name, *entries):
    json.dump(entries, open(name, "w"))
write("seqs.json", *[dict(ok, seq=s) for s in (2**53, 2**53 + 1, -2**53, -2**53 - 1, 10**40)])
write("text.json", dict(ok, tool="\ud800\x00\x7f\u202e\U0001f600", close=True))
write("many.json", *[dict(ok, seq=i + 7) for i in range(1500)])
open("empty.json", "w").write("[]")
open("blank.json", "w").write(" \n")
open("number.json", "w").write("12")
open("cut.json", "w").write('[{"seq":1')
open("objects.json", "w").write('[1, "x", null, {}]')
END
for file in seqs text many empty blank number cut objects; do
    schema "$file.json" --format=json $file.json
done

"$AERSCOPE" verify --format=json seqs.json >doc
is "$(python3 -c '
import json
print([f["seq"] for f in json.load(open("doc"))["findings"] if f["code"] == "chain.seq"])')" \
    "[9007199254740992, '9007199254740993', -9007199254740992, '-9007199254740993', '1$(printf '%040d' 0)']" \
    "seq is a number up to 2^53, else a string"
"$AERSCOPE" verify --format=json text.json >doc
is "$(grep -c '\\ud800\\u0000\\u007f\\u202e\\ud83d\\ude00' doc | sed 's/^[1-9].*/some/')" some \
    "an unpaired surrogate is written as it was"

count()
{
    python3 -c 'import json; print(len(json.load(open("doc"))["findings"]))'
}
"$AERSCOPE" verify --format=json many.json >doc
is "$(count)" 1000 "1,000 findings are shown"
"$AERSCOPE" verify --format=json --all-findings many.json >doc
is "$(count)" "$(python3 -c 'import json; print(json.load(open("doc"))["findings_total"])')" \
    "all findings are shown when asked for"

# The first failure comes after more receipt failures than are shown.
python3 - <<'END'
import base64, hashlib, json
entries, prev = [], "0" * 64
for i in range(1200):
    entry = {"seq": i + 1, "prev_digest": prev, "job_id": "j", "id": f"i{i}", "tool": "t",
             "provenance_class": "LOGGED BY AGENT", "canonical_bytes": "e30=", "output_hash": "0" * 64}
    preimage = {"close": i == 1199, "id": entry["id"], "job_id": "j",
                "output_hash": hashlib.sha256(b"{}").hexdigest(), "prev_digest": prev,
                "provenance_class": "LOGGED BY AGENT", "seq": i + 1, "tool": "t"}
    prev = hashlib.sha256(json.dumps(preimage, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    entries.append(entry)
json.dump(entries, open("late.json", "w"))
END
schema "a first failure beyond those shown" --format=json late.json
is "$(python3 -c '
import json
d = json.load(open("doc"))
print(len(d["findings"]), d["judgements"]["timeline"]["first_failure"], d["findings"][-1]["signal"])')" \
    "1000 {'entry': 1200, 'code': 'chain.not_closed'} open_end" \
    "the first failure and the first signal are among them"

# A path of any bytes.
odd=$'odd \xff\e[31m\xc3\xa9.json'
cp "$samples/honest.json" "$odd"
schema "a path of any bytes" --format=json "$odd"
is "$(python3 -c '
import json, os
print(os.fsencode(json.load(open("doc"))["timeline"]["path"]) == b"odd \xff\x1b[31m\xc3\xa9.json")')" True \
    "the path can be had back"

done_testing
