#!/usr/bin/env bash
# report --format=json: the verdict as verify gives it, every entry back to the evidence, and commands that
# give the same digests.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1

cat >check.py <<'PY'
import hashlib, json, os, re, subprocess, sys
sys.path[:0] = [os.path.join(os.environ["top_srcdir"], "tests", d) for d in ("lib", "report")]
import aerref, hostile

MORE = {"schema", "generated_at", "examiner", "examined", "map", "selection", "entries", "notes", "reviews",
        "reproduce"}
ENTRY = {"entry", "offset", "length", "line", "seq", "id", "tool", "job_id", "provenance_class", "standing",
         "close", "link", "stored_prev", "recomputed_prev", "digest", "output", "findings", "types", "cut", "mark",
         "notes", "reproduce", "action"}

raw = open("made.json", "rb").read()
assert all(b == 10 or 32 <= b <= 126 for b in raw), "not ASCII"
made, verdict = json.loads(raw), json.load(open("verdict"))
data = open(sys.argv[1], "rb").read()
case = json.load(open(sys.argv[2])) if len(sys.argv) > 2 else None

assert made["schema"] == "aerscope.report/1"
assert set(made) == set(verdict) | MORE, set(made) ^ (set(verdict) | MORE)
assert {k: made[k] for k in verdict if k != "schema"} == {k: v for k, v in verdict.items() if k != "schema"}
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", made["generated_at"])
assert made["examiner"] == (case["examiner"] if case else None)
assert made["examined"] == {"read_from": "file", "unchanged": True, "sha256_after": hashlib.sha256(data).hexdigest()}

count = verdict["timeline"]["entries"]
assert [c["first"] for c in made["map"]] == [1] + [c["last"] + 1 for c in made["map"]][:-1]
assert made["map"][-1]["last"] == count
standings = {}
for cell in made["map"]:
    for name, n in cell["standings"].items():
        standings[name] = standings.get(name, 0) + n
for name, n in standings.items():
    assert n == sum(r["entries"] for r in verdict["provenance"] if r["standing"] == name), name

found = {}
for f in verdict["findings"]:
    if f["entry"]:
        found.setdefault(f["entry"], set()).add(f["code"])
notes = case["notes"] if case else []
assert [(n["entry"], n["text"], n["mark"]) for n in made["notes"]] == [
    (n["entry"], n["text"], n["mark"]) for n in notes]
assert [r["statement"] for r in made["reviews"]] == [r["statement"] for r in case["review"]] if case else True
wanted = range(1, count + 1)
if made["selection"]["entries"] == "flagged":
    wanted = sorted(set(found) | {n["entry"] for n in notes})
    assert made["selection"]["flagged"] == made["selection"]["shown"] == len(wanted)
assert [e["entry"] for e in made["entries"]] == list(wanted)
by06 = verdict["construction"] == "aer1-06"
read = aerref.read_timeline(data).entries
for e in made["entries"]:
    assert set(e) == ENTRY, set(e) ^ ENTRY
    value = json.loads(data[e["offset"]:e["offset"] + e["length"]].decode("utf-8"))
    assert e["line"] == data[:e["offset"]].count(b"\n") + 1
    for name, want in [(k, value.get(k)) for k in ("id", "tool", "job_id", "provenance_class")] + [
            ("stored_prev", value.get("prev_digest"))]:
        assert e[name] == hostile.text_of(want), (e["entry"], name)
        assert isinstance(want, str) == (name.replace("stored_prev", "prev_digest") not in e["types"])
    seq = value.get("seq")
    whole = isinstance(seq, int) and not isinstance(seq, bool)
    assert e["seq"] == (seq if whole and abs(seq) <= 2**53 else None if seq is None else hostile.text_of(seq))
    assert e["close"] == (value.get("close") is True) and e["cut"] == []
    assert set(e["findings"]) == found.get(e["entry"], set()), (e["entry"], e["findings"])
    if not by06:
        n = e["entry"]
        before = aerref.entry_digest(read[n - 2]) if n > 1 else "0" * 64
        assert e["digest"] == aerref.entry_digest(read[n - 1]) and e["recomputed_prev"] == before
        assert e["link"] == ("broken" if before is None or value.get("prev_digest") != before else
                             "genesis" if n == 1 else "holds")
    own = [n for n in reversed(notes) if n["entry"] == e["entry"]]
    assert [n["text"] for n in e["notes"]] == [n["text"] for n in own]
    assert e["mark"] == (own[0]["mark"] if own else None)

program = made["reproduce"]["program"] + "\n"
calls = [e for e in made["entries"] if e["digest"]][:6]
answers = subprocess.run(["sh", "-c", program + "\n".join(e["reproduce"] for e in calls)],
                         capture_output=True, text=True)
if " FILE " not in calls[0]["reproduce"]:
    lines = answers.stdout.splitlines()
    assert lines[::3] == ["digest " + e["digest"] for e in calls], answers.stderr
    assert lines[1::3] == ["output " + str(aerref.historical_digest(read[e["entry"] - 1])) for e in calls], lines
    assert lines[2::3] == ["prev_digest " + json.dumps(e["stored_prev"]) for e in calls], lines
    answer = subprocess.run(["sh", "-c", made["reproduce"]["sha256"]], capture_output=True)
    assert answer.stdout.split()[0].decode().lstrip("\\") == hashlib.sha256(data).hexdigest()
PY

# same NAME FILE [ARG...]: the report says what verify says, and each entry what the file says.
same()
{
    local name=$1 file=$2
    shift 2
    "$AERSCOPE" report --format=json ${which-} "$file" "$@" >made.json 2>err
    "$AERSCOPE" verify --format=json "$file" "$@" >verdict 2>/dev/null
    python3 check.py "$file" ${case-} >why 2>&1
    ok $? "$name" || diag "$(tail -n 4 why err | cut -c1-600)"
}

samples=$top_srcdir/samples
for file in honest edited relabelled deleted reordered spliced close-middle hostile; do
    which=--entries=all same "$file.json" "$samples/$file.json"
done
which=--entries=all same "historical-06.json" "$samples/historical-06.json"
same "the flagged ones" "$samples/spliced.json" -c "$samples/honest.commitment.json" \
    --expect="$samples/honest.expected.json"
case=$samples/relabelled.case same "a case file" "$samples/relabelled.json" --case="$samples/relabelled.case"

mkdir odd
mapfile -d '' made < <(python3 "$top_srcdir/tests/report/hostile.py" odd; printf '\0')
cp "${made[0]}" hostile.json
cp "${made[2]}" hostile.case
which=--entries=all same "hostile members" hostile.json
which=--entries=all case=hostile.case same "hostile notes" hostile.json --case=hostile.case
which=--entries=all same "a hostile name" "${made[0]}"

"$AERSCOPE" report --format=json --entries=2-3 "$samples/honest.json" >made.json
is "$(python3 -c '
import json
d = json.load(open("made.json"))
print(d["selection"], [e["entry"] for e in d["entries"]])')" \
    "{'entries': 'range', 'from': 2, 'to': 3} [2, 3]" "a range"
"$AERSCOPE" report --format=json "$samples/damaged.json" --entries=all >made.json 2>err
is "$(python3 -c '
import json
d = json.load(open("made.json"))
print(d["damage"]["entries_read"], len(d["entries"]), d["judgements"]["timeline"]["result"])')" "5 5 unreadable" \
    "what stands before the damage"
cat "$samples/honest.json" | "$AERSCOPE" report --format=json - >made.json
is "$(python3 -c 'import json; print(json.load(open("made.json"))["examined"])')" \
    "{'read_from': 'private_copy', 'unchanged': None, 'sha256_after': None}" "from standard input"

python3 -c '
import json
one = {"prev_digest": "0" * 64, "job_id": "j", "tool": "t", "provenance_class": "x", "canonical_bytes": "e30="}
json.dump([dict(one, seq=i, id=str(i)) for i in range(1500)], open("many.json", "w"))'
for more in "" --all-findings; do
    "$AERSCOPE" report --format=json $more many.json >made.json
    python3 -c '
import json
d = json.load(open("made.json"))
print(d["selection"]["flagged"], d["selection"]["shown"], len(d["entries"]), *(e["entry"] for e in d["entries"][-2:]))'
done >shown
is "$(cat shown)" "1500 1000 1000 999 1500
1500 1500 1500 1499 1500" "the first of those flagged and that of the first signal, 1,000 together; all when asked for"

# Every member is in the manual.
page=$(mandoc -Tascii -Owidth=200 "$top_srcdir/man/aerscope.5" | sed 's/.\x08//g' |
    sed -n '/^   JSON/,/^   HTML/p')
"$AERSCOPE" report --format=json "$samples/relabelled.json" --case="$samples/relabelled.case" >made.json
is "$(python3 - "$page" <<'PY'
import json, re, sys
d = json.load(open("made.json"))
verdict = {"tool", "timeline", "construction", "judgements", "provenance", "findings", "findings_total", "totals",
           "explained", "case", "damage"}
names = (set(d) - verdict) | set(d["entries"][0]) | set(d["notes"][0]) | set(d["map"][0]) | set(d["reproduce"])
print(sorted(n for n in names if not re.search(r"\b%s\b" % n, sys.argv[1])))
PY
)" "[]" "every member is in the manual"

done_testing
