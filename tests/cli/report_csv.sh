#!/usr/bin/env bash
# report --format=csv: every cell back to the evidence it stands for, and none that a spreadsheet runs or
# reads as more than text.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1

cat >check.py <<'PY'
import csv, io, json, os, re, sys
sys.path[:0] = [os.path.join(os.environ["top_srcdir"], "tests", d) for d in ("lib", "report")]
import aerref, hostile

COLUMNS = ("entry,offset,line,seq,id,tool,provenance_class,standing,link,stored_prev,recomputed_prev,"
           "digest,output,findings,mark,note").split(",")
FORMULA = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
ZEROS = "0" * 64

def evidence(cell):
    """The evidence of a cell, by what the manual says."""
    return hostile.unescape(cell[1:] if cell.startswith("'") else cell)

def number_like(cell):
    """Taken for a number by nearly every program."""
    return re.fullmatch(r"[-+(]*[$]?[0-9][0-9.,]*(e[-+]?[0-9]+)?[%)]*", cell, re.I) is not None

raw = open(sys.argv[1], "rb").read()
data = open(sys.argv[2], "rb").read()
verdict = json.load(open(sys.argv[3]))
assert not raw.startswith(b"\xef\xbb\xbf"), "byte order mark"
assert b"\r" not in raw and raw.endswith(b"\n") and b"\n\n" not in raw, "line ends"
text = raw.decode("utf-8")
assert text.count("\n") == len(text.splitlines()) == len(text.split("\n")) - 1, "a line a row"
rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
assert rows[0] == COLUMNS, rows[0]
out = io.StringIO()
csv.writer(out, lineterminator="\n").writerows(rows)
assert list(csv.reader(io.StringIO(out.getvalue()), strict=True)) == rows

case = json.load(open(os.environ["CASE"])) if os.environ.get("CASE") else {"notes": []}
read = aerref.read_timeline(data)
entries = read.entries
raws = json.loads(data.decode("utf-8-sig"))
raws = raws if isinstance(raws, list) else raws.get("timeline") or raws.get("entries")
wanted = range(1, len(entries) + 1)
if len(sys.argv) > 4:
    first, last = map(int, sys.argv[4].split("-"))
    wanted = range(first, min(last, len(entries)) + 1)
nowhere = {f["code"] for f in verdict["findings"] if not f["entry"]}
if nowhere:
    assert rows[-1] == [""] * 13 + [rows[-1][13], "", ""] and set(rows.pop()[13].split()) == nowhere, nowhere
assert [int(row[0]) for row in rows[1:]] == list(wanted), [row[0] for row in rows[1:]]
found = {}
for f in verdict["findings"]:
    if f["entry"]:
        found.setdefault(f["entry"], set()).add(f["code"])
by06 = verdict["construction"] == "aer1-06"
for row in rows[1:]:
    assert len(row) == len(COLUMNS), row
    cell = dict(zip(COLUMNS, row))
    n = int(cell["entry"])
    entry, value = entries[n - 1], raws[n - 1]
    at = int(cell["offset"])
    assert data[at:at + 1] == b"{", "offset"
    assert int(cell["line"]) == data[:at].count(b"\n") + 1, "line"
    for name in ("id", "tool", "provenance_class"):
        assert evidence(cell[name]) == (hostile.text_of(value.get(name)) or ""), (n, name, cell[name])
    assert evidence(cell["stored_prev"]) == (hostile.text_of(value.get("prev_digest")) or "")
    seq = value.get("seq")
    if isinstance(seq, int) and 0 <= seq < 10**15:
        assert cell["seq"] == str(seq)
    else:
        assert evidence(cell["seq"]) == (hostile.text_of(seq) or ""), (n, cell["seq"])
    if not by06:
        digest = aerref.entry_digest(entry)
        assert evidence(cell["digest"]) == (digest or ""), n
        before = aerref.entry_digest(entries[n - 2]) if n > 1 else ZEROS
        assert evidence(cell["recomputed_prev"]) == (before or ""), n
        holds = value.get("prev_digest") == before and before is not None
        assert cell["link"] == ("broken" if not holds else "genesis" if n == 1 else "holds"), n
    standing = {"LOGGED BY AGENT": "agent assertion", "OBSERVED VIA GATEWAY": "gateway observation"}
    given = value.get("provenance_class") or ""
    assert cell["standing"] == standing.get(given, "recorder execution" if re.fullmatch(
        r"EXECUTED BY [A-Z0-9]([A-Z0-9._-]| (?! ))*", given) and not given.endswith(" ") else "none"), (n, given)
    marks = [x for x in case["notes"] if x["entry"] == n]
    assert [evidence(x) for x in cell["note"].split("<note>")] == [x["text"] for x in reversed(marks)] or [""], (n, cell["note"])
    assert cell["mark"] == (marks[0]["mark"] if marks else ""), (n, cell["mark"])
    assert set(cell["findings"].split()) == found.get(n, set()), (n, cell["findings"], found.get(n))
    for name, c in cell.items():
        assert not c or c[0] not in FORMULA, (n, name, c)
        assert not re.search("(^|;)[ \"'\u2018\u2019\u201c\u201d`]*[%s]" % re.escape(FORMULA), c), (n, name, c)
        if name not in ("entry", "offset", "line", "seq"):
            assert not number_like(c), (n, name, c)
        assert not any(ord(x) < 32 or 127 <= ord(x) < 160 for x in c), (n, name)
PY

export CASE=
# same NAME FILE ARG...: the rows are those of the file.
same()
{
    local name=$1 file=$2
    shift 2
    "$AERSCOPE" report --format=csv -o made.csv --force "$file" "$@" 2>err || cat err >&2
    "$AERSCOPE" verify --format=json --all-findings "$file" ${extra[@]+"${extra[@]}"} >verdict 2>/dev/null
    python3 check.py made.csv "$file" verdict ${range-} >why 2>&1
    ok $? "$name" || diag "$(tail -n 4 why)"
}

samples=$top_srcdir/samples
extra=()
for file in honest edited relabelled deleted reordered spliced close-middle historical-06 hostile wrapped; do
    same "$file.json" "$samples/$file.json"
done

mkdir odd
mapfile -d '' made < <(python3 "$top_srcdir/tests/report/hostile.py" odd; printf '\0')
timeline=${made[0]}
same "hostile members" "$timeline"
range=5-9 same "a range of them" "$timeline" --entries=5-9
extra=("--case=${made[2]}")
CASE=${made[2]} same "hostile notes" "$timeline" "${extra[@]}"
extra=("--case=$samples/relabelled.case")
CASE=$samples/relabelled.case same "notes and marks" "$samples/relabelled.json" "${extra[@]}"
extra=()
range=60-99 same "a range that goes past the end" "$timeline" --entries=60-99
extra=(-c "$samples/honest.commitment.json")
same "findings of references stand at their entry" "$samples/reclosed.json" "${extra[@]}"
extra=("--expect=$samples/honest.expected.json")
same "and those of coverage" "$samples/spliced.json" "${extra[@]}"

# Notes made on another copy: one of an entry that is here too stands there, the other behind all rows.
"$AERSCOPE" report --format=csv --case="$samples/relabelled.case" "$samples/honest.json" >made.csv 2>/dev/null
python3 - "$samples/relabelled.case" >why 2>&1 <<'PY'
import csv, json, sys
rows = list(csv.reader(open("made.csv", newline="")))
notes = [n for n in json.load(open(sys.argv[1]))["notes"]]
ours = {row[11] for row in rows if row[0]}
lost = [n for n in notes if n["entry_digest"] not in ours]
assert lost and len(lost) < len(notes), (len(lost), len(notes))
told = [row for row in rows[1:] if not row[0] and row[13].startswith("note: no entry of this timeline")]
assert [(row[14], row[15]) for row in told] == [(n["mark"], n["text"].replace("\n", "<U+000A>")) for n in lost], told
PY
ok $? "a note that has no entry here has a row all the same" || diag "$(tail -n 3 why)"

"$AERSCOPE" report --format=csv --entries=flagged "$samples/edited.json" >made.csv
is "$(cut -d, -f1 made.csv | tr '\n' ' ')" "entry 5 " "flagged: the entries with findings"
"$AERSCOPE" report --format=csv --entries=flagged "$samples/honest.json" >made.csv
is "$(wc -l <made.csv)" 1 "none flagged: the heads alone"

# Notes that imitate what stands between two.
for texts in '["a", "b"]' '["a<note>b"]' '["a<U+003C>note>b"]' '["a\u001eb"]' '["a", "<note>", "b"]' '["a<note><note>b"]'; do
    python3 -c '
import hashlib, json, sys
made_on = hashlib.sha256(open(sys.argv[2], "rb").read()).hexdigest()
json.dump({"schema": "aerscope.case/1", "notes": [
    {"entry": 3, "text": t, "timeline_sha256": made_on} for t in json.loads(sys.argv[1])]}, open("notes.case", "w"))
' "$texts" "$samples/honest.json"
    "$AERSCOPE" report --format=csv --case=notes.case "$samples/honest.json" 2>err >made.csv
    python3 - "$texts" >>cells <<'PY'
import csv, json, os, sys
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "report"))
import hostile
cell = list(csv.DictReader(open("made.csv", newline="")))[2]["note"]
assert [hostile.unescape(x) for x in cell.split("<note>")] == json.loads(sys.argv[1])[::-1], cell
print(cell)
PY
    ok $? "what stands between notes is told from their text: $texts"
done
is "$(sort -u cells | wc -l)" 6 "and different notes never give the same cell"

# What is damaged, or empty, does not look whole.
exits 0 "a damaged file: written" "$AERSCOPE" report --format=csv "$samples/damaged.json"
like "$(cat err)" "what stands before it was examined, nothing after it" "and said"
is "$(tail -n 1 out | cut -d, -f 1,4-13)" ",,,,,,,,,," "its last row is no entry"
like "$(tail -n 1 out)" ",\"?damage: reading stopped here: [^,]+" "and says that reading stopped"
is "$(tail -n 1 out | cut -d, -f 2,3)" \
    "$("$AERSCOPE" verify --format=json "$samples/damaged.json" 2>/dev/null | python3 -c 'import json, sys; d = json.load(sys.stdin)["damage"]; print(d["offset"], d["line"], sep=",")')" \
    "and where"
exits 2 "a damaged file, --status" "$AERSCOPE" report --format=csv --status "$samples/damaged.json"
echo '[]' >empty.json
exits 0 "an empty timeline: written" "$AERSCOPE" report --format=csv empty.json
is "$(tail -n +2 out)" ",,,,,,,,,,,,,chain.empty,," "and its finding stands at no entry"

# Long lines, far entries, blank lines between.
python3 - <<'PY'
import json
one = {"seq": 1, "prev_digest": "0" * 64, "job_id": "j", "id": "i", "tool": "t",
       "provenance_class": "LOGGED BY AGENT", "canonical_bytes": "e30="}
with open("lines.ndjson", "w") as file:
    for i in range(40):
        file.write("\n" * (i * 700) + json.dumps(dict(one, seq=i + 1, x="y" * (i * 3000))) + "\n")
json.dump([dict(one, id="i" * 2_000_000, tool="=" * 5000)], open("long.json", "w"))
PY
"$AERSCOPE" report --format=csv lines.ndjson >made.csv 2>err
is "$(python3 - <<'PY'
import csv
data = open("lines.ndjson", "rb").read()
rows = list(csv.DictReader(open("made.csv", newline="")))
print(len(rows), all(data[:int(r["offset"])].count(b"\n") + 1 == int(r["line"]) for r in rows))
PY
)" "40 True" "lines are counted over any distance"
"$AERSCOPE" report --format=csv long.json >made.csv 2>err
is "$(python3 - <<'PY'
import csv, sys
csv.field_size_limit(10**9)
row = list(csv.DictReader(open("made.csv", newline="")))[0]
print(len(row["id"]), row["id"][-6:], row["tool"] == "<U+003D>" + "=" * 4999)
PY
)" "1048581 i<cut> True" "a member is whole up to 1 MiB, and says where it is cut"

# What a spreadsheet makes of it.
if command -v soffice >/dev/null 2>&1; then
    "$AERSCOPE" report --format=csv "$timeline" >made.csv 2>err
    soffice -env:UserInstallation="file://$scratch/office" --headless \
        --infilter="Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true" --convert-to fods made.csv >office.log 2>&1
    python3 - >why 2>&1 <<'PY'
import csv, xml.etree.ElementTree as tree
T, O = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}", "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
X = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
rows = list(csv.reader(open("made.csv", newline="")))
def text(cell):
    def flat(e):
        yield e.text or ""
        for c in e:
            if c.tag == X + "s":
                yield " " * int(c.get(X + "c", 1))
            yield from flat(c)
            yield c.tail or ""
    return "\n".join("".join(flat(p)) for p in cell.findall(X + "p"))
for want, row in zip(rows, tree.parse("made.fods").getroot().iter(T + "table-row")):
    got = []
    for cell in row:
        got += [cell] * min(int(cell.get(T + "number-columns-repeated", 1)), 20)
    for name, value, cell in zip(rows[0], want, got):
        assert cell.get(T + "formula") is None, (name, value)
        if value and (name not in ("entry", "offset", "line", "seq") or not value.isdigit()):
            assert cell.get(O + "value-type") == "string", (name, value, cell.attrib)
            assert text(cell) == value, (name, value, text(cell))
PY
    ok $? "LibreOffice takes every cell for the text it is" || diag "$(tail -n 3 why office.log)"
else
    skip "LibreOffice takes every cell for the text it is" "no soffice here"
fi

done_testing
