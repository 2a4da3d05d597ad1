#!/usr/bin/env bash
# Among a thousand links that one encoding explains, those that it does not explain are always shown: in
# text, in JSON, and in reports with their entries.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1

# A producer that hashes characters outside ASCII as they are, and edits that nobody linked anew.
python3 - <<'END'
import base64, hashlib, json
def raw(count, edits):
    entries, prev = [], "0" * 64
    for i in range(1, count + 1):
        data = b"%d" % i
        entry = {"seq": i, "prev_digest": prev, "job_id": "j", "id": "r%d" % i, "tool": "m\u00fcll",
                 "provenance_class": "OBSERVED VIA GATEWAY", "canonical_bytes": base64.b64encode(data).decode(),
                 "close": i == count}
        bound = {"close": i == count, "id": entry["id"], "job_id": "j", "output_hash": hashlib.sha256(data).hexdigest(),
                 "prev_digest": prev, "provenance_class": entry["provenance_class"], "seq": i, "tool": entry["tool"]}
        prev = hashlib.sha256(json.dumps(bound, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
                              .encode()).hexdigest()
        if i in edits:
            entry["provenance_class"] = "LOGGED BY AGENT"
        entries.append(entry)
    return entries
json.dump(raw(1300, (1201,)), open("one.json", "w"))
json.dump(raw(1300, range(1101, 1300, 10)), open("twenty.json", "w"))
END

# links FILE: the entries of the links that JSON shows as proved edits of a member.
links()
{
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
print(len(d["findings"]), [f["entry"] for f in d["findings"] for x in f["explanations"]
                           if (x["kind"], x["certainty"], x["original"]) == ("member_changed", "proved", "OBSERVED VIA GATEWAY")])' "$1"
}

"$AERSCOPE" verify one.json >text
is "$(grep -c '^  failure ' text)" 20 "text: twenty findings"
like "$(tr -s ' \n' ' ' <text)" 'failure entry 1202, chain.link, prev_digest.* PROVED entry 1201 with provenance_class "OBSERVED VIA GATEWAY".*found: "LOGGED BY AGENT"' \
    "text: the one that is not explained"
"$AERSCOPE" verify --format=json one.json >doc
is "$(links doc)" "1000 [1202]" "JSON: the one that is not explained"
is "$(python3 -c 'import json; d = json.load(open("doc")); print(d["findings_total"], d["explained"]["others"], d["explained"]["first_other"])')" \
    "1299 1 1202" "JSON: of all"
"$AERSCOPE" verify --format=json --all-findings one.json >doc
is "$(links doc)" "1299 [1202]" "once among all"

"$AERSCOPE" report --format=md one.json >md
like "$(sed -n '/^#### Finding 1000,/,/^#* *Entries$/p' md)" 'entry 1202.*proved:\*\* entry 1201 with' "report: the one that is not explained"
is "$(grep -c '^#### entry 1202$' md)" 1 "report: its entry"
is "$(grep -c '^#### entry ' md)" 1000 "report: a thousand entries"
"$AERSCOPE" report --format=json one.json >doc
is "$(python3 -c 'import json; e = json.load(open("doc"))["entries"]; print(len(e), e[-1]["entry"], e[-2]["entry"])')" \
    "1000 1202 1000" "report as JSON: its entry"

"$AERSCOPE" verify --format=json twenty.json >doc
is "$(links doc)" "1000 [$(seq -s ', ' 1102 10 1299)]" "JSON: all twenty"
"$AERSCOPE" verify twenty.json >text
is "$(grep -E '^  failure +entry 1[12][0-9]*, chain.link' text | grep -oE '1[12][0-9][0-9]' | tr '\n' ' ')" \
    "$(seq -s ' ' 1102 10 1192) " "text: half of its places are kept for them"

done_testing
