#!/usr/bin/env bash
# Two copies of which it is known what became of which entry: compared in both orders, and each as the
# earlier copy of the other; and what a reference of an earlier state is held against.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

samples=$top_srcdir/samples
cd "$scratch" || exit 1

python3 "$top_srcdir/tests/lib/copy_cases.py" --aerscope "$AERSCOPE" >cases 2>trouble
ok $? "all cases were tried" || diag "$(tail -n 20 trouble)"
relay <cases
test "$(grep -c . cases)" -ge 400
ok $? "all the cases were there"

# asked EXPRESSION FILE: a python expression over the document d.
asked()
{
    python3 -c "import json; d = json.load(open('$2')); print(($1))"
}

said='[(f["code"], f["entry"], x["certainty"], x["kind"], x["entry"], x["other"], [y["member"] for y in [x] + x.get("also", [])]) for f in d["findings"] for x in f["explanations"] if "of the earlier copy" in x["text"]]'

# attacked NAME STEP...
attacked()
{
    "$AERSCOPE" attack "$samples/honest.json" --unmarked "${@:2}" -o "$1" 2>/dev/null
}

# --- one entry in another place, and changed

cp "$samples/honest.json" .
attacked moved.json --move=4:7 --set=7.tool=zz
"$AERSCOPE" verify --format=json moved.json --baseline=honest.json >doc
is "$(asked "$said" doc)" \
    "[('chain.link', 4, 'proved', 'copy_differs', 7, 4, ['tool']), ('baseline.edited', 8, 'proved', 'copy_differs', 7, 4, ['tool'])]" \
    "moved and changed: one entry, at the link that stores its digest and at the copy"
text=$(asked '[x["text"] for f in d["findings"] for x in f["explanations"] if f["code"] == "baseline.edited"][0]' doc)
is "$text" "entry 7 of this file is set beside entry 4 of the earlier copy, reference 1 (baseline \"honest.json\"), by the same id and bytes; that one has tool \"pay.quote\" (found: \"zz\") and entry 4 of this file stores the digest of that, which no entry of this file has" \
    "moved and changed: which file each entry is of, and what is proved"
unlike "$(cat doc)" 'not here|beside no entry' "moved and changed: nothing is said to be missing"
is "$(asked '[f["message"].split(":")[0] for f in d["findings"] if f["code"] == "baseline.edited"][0]' doc)" \
    "against the earlier copy (8 entries there, 8 here) the first difference is at entry 4 of both copies" \
    "and the finding says where"
attacked anew.json --move=4:7 --set=7.tool=zz --renumber --relink
"$AERSCOPE" verify --format=json anew.json --baseline=honest.json >doc
is "$(asked "$said" doc)" \
    "[('baseline.forked', 8, 'possible', 'moved', 7, 4, ['prev_digest', 'seq', 'tool'])]" \
    "and linked anew: no digest speaks for it"
attacked closed.json --move=4:7 --set=7.close=true
"$AERSCOPE" verify --format=json closed.json --baseline=honest.json >doc
is "$(asked "$said" doc)" \
    "[('chain.link', 4, 'proved', 'copy_differs', 7, 4, ['close']), ('baseline.edited', 8, 'proved', 'copy_differs', 7, 4, ['close'])]" \
    "moved and closed"
attacked noted.json --set=4.created_at=2020 --move=4:7
"$AERSCOPE" verify --format=json noted.json --baseline=honest.json >doc
is "$(asked "$said" doc)" "[('baseline.edited', 8, 'proved', 'copy_differs', 7, 4, [None])]" "moved, with another member outside the digest"
like "$(cat doc)" 'these members differ: \\"created_at\\"' "and the member is named"

# --- everywhere the same

sentence='is set beside entry 4 of the earlier copy, reference 1 \(baseline "honest\.json"\), by the same id and bytes; that one has tool "pay\.quote" \(found: "zz"\)'
for format in text md html json; do
    "$AERSCOPE" report moved.json --baseline=honest.json --format=$format >out
    flat=$(sed -e 's/<[^>]*>//g' -e 's/&quot;/"/g' -e 's/\\"/"/g' -e 's/\\\([^n]\)/\1/g' -e 's/`//g' out | tr -s ' \n' ' ')
    like "$flat" "$sentence" "the report as $format says it"
done
like "$("$AERSCOPE" verify moved.json --baseline=honest.json | tr -s ' \n' ' ')" "$sentence" "and verify"
like "$("$AERSCOPE" diff honest.json moved.json | tr -s ' \n' ' ')" \
    'entries 7 the same, 1 moved, changed .*moved entry 4 of the earlier copy is paired with entry 7 of the later one paired by the same id and bytes member tool earlier "pay\.quote" later "zz"' \
    "diff shows it as one entry"
unlike "$("$AERSCOPE" diff honest.json moved.json)" 'paired with none|unpaired' "and none without counterpart"
printf '%s' '<wait>D:save-screen screen<Enter>' >keys
LINES=40 COLUMNS=120 AERSCOPE_SCRIPT=keys "$AERSCOPE" moved.json --baseline=honest.json >/dev/null 2>&1
like "$(cat screen)" 'comparison: edited, proved .* 7 the same, 1 moved, changed' "the inspector counts it so"
like "$(cat screen)" 'moved: entry 7 of the later copy; changed: tool' "and says what differs where it stood"
like "$(cat screen)" 'moved: entry 4 of the earlier copy; changed: tool' "and where it stands"

# --- the last entry differs, and something outside the digests before it

attacked both.json --set=4.created_at=2020 --set=8.tool=x
"$AERSCOPE" diff --format=json honest.json both.json >doc
is "$(asked 'd["category"], d["entry"], d["first_not_bound"]' doc)" "('end_replaced', 8, 4)" \
    "a difference outside the digests stands before the first of digests"
"$AERSCOPE" verify --format=json both.json --baseline=honest.json >doc
like "$(cat doc)" 'first difference of digests is at entry 8 of both copies: .*; before it entry 4 of both copies has one digest, and members of it differ' \
    "and the finding tells both"
attacked both.json --force --set=4.created_at=2020 --set=4.tool=x
"$AERSCOPE" verify --format=json both.json --baseline=honest.json >doc
like "$(cat doc)" 'what else differs: \\"created_at\\"' "members of both kinds in one entry are named"

# --- a reference of an earlier state

python3 - <<'PYTHON'
import hashlib, json, sys, os
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
from explain_cases import digest
entries = json.load(open("honest.json"))
for name, last in (("third.json", entries[2]), ("closed-third.json", dict(entries[2], close=True))):
    json.dump({"job_id": entries[0]["job_id"], "final_entry_digest": digest(last), "entry_count": 3,
               "published_at": "2026-10-01T10:00:00Z"}, open(name, "w"))
    print(digest(last), file=open(name + ".digest", "w"))
PYTHON
for name in third closed-third; do
    hex=$(cat $name.json.digest)
    how=", whose digest it states"
    test $name = third || how=" with close true$how"
    for format in text md html; do
        "$AERSCOPE" report honest.json -c $name.json --format=$format >out
        flat=$(sed -e 's/<[^>]*>/ /g' -e 's/[`*]//g' out | tr -s ' \n' ' ')
        like "$flat" "held against:? entry 3$how" "$name, $format: the entry that it confirms"
        like "$flat" "stated $hex .*recomputed $hex" "$name, $format: both digests are of that entry"
        unlike "$(sed -n '/[Rr]eference 1: commitment/,/witness/p' out)" 'digits differ' "$name, $format: they do not differ"
    done
    "$AERSCOPE" report honest.json -c $name.json --format=json >doc
    closed=$(test $name = third && echo False || echo True)
    is "$(python3 -c '
import json
def find(node):
    if isinstance(node, dict):
        return node.get("held_against") or next(filter(None, map(find, node.values())), None)
    return next(filter(None, map(find, node)), None) if isinstance(node, list) else None
found = find(json.load(open("doc")))
print(found["entry"], found["closed"], found["recomputed"])')" "3 $closed $hex" "$name, json: what it is held against"
    like "$("$AERSCOPE" verify honest.json -c $name.json | tr -s ' \n' ' ')" \
        "final digest $hex held against entry 3$how recomputed $hex" "$name: in verify"
    printf '%s' '<wait>c:save-screen screen<Enter>' >keys
    rm -f screen
    LINES=60 COLUMNS=160 AERSCOPE_SCRIPT=keys "$AERSCOPE" honest.json -c $name.json >/dev/null 2>&1
    like "$(cat screen)" 'digest .*equal' "$name: the board of the inspector holds it against that entry"
    unlike "$(cat screen)" 'DIFFERS|digits differ' "$name: nothing differs on the board of the inspector"
done
"$AERSCOPE" verify --format=json honest.json -c "$samples/honest.commitment.json" --count=8 --head="$(printf 'ab%.0s' {1..32})" >doc
is "$(asked '[r["held_against"] and (r["held_against"]["entry"], r["held_against"]["closed"]) for r in d["judgements"]["endpoint"]["references"]]' doc)" \
    "[(8, False), None, (8, False)]" "others are held against the last visible entry, a count against none"

done_testing
