#!/usr/bin/env bash
# Evidence in quotes within a sentence cannot end them: whatever holds a '"' shows it as <U+0022>, on standard
# output, standard error, the screen and in reports.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
export PYTHONPATH=$top_srcdir/tests/lib

# Every string that could be quoted goes on, behind a '"', as if it were a sentence of ours.
cat >make.py <<'PY'
import copy, json
import aerbuild

GOES_ON = '" CLAIMED HERE "'
def entry(n):
    return {"seq": n, "prev_digest": "", "job_id": "job" + GOES_ON, "id": "id%d%s" % (n, GOES_ON),
            "tool": "tool" + GOES_ON, "provenance_class": "CLASS" + GOES_ON, "canonical_bytes": "e30=",
            "to ol" + GOES_ON: 1, "T\u200bool": 2}
def write(name, what):
    with open(name, "w") as f:
        json.dump(what, f)
honest = aerbuild.link(aerbuild.close([entry(n) for n in range(1, 6)]))
write("honest.json", honest)
for member in "tool", "provenance_class", "id":
    edited = copy.deepcopy(honest)
    edited[2][member] = edited[3][member] if member == "id" else "another"
    write("edited-%s.json" % member, edited)
short = aerbuild.link(aerbuild.close(copy.deepcopy(honest[:3])))
write("short.json", short)
last = {"job_id": "job" + GOES_ON, "entry_count": 5, "final_entry_digest": aerbuild.digest(honest[-1]),
        "published_at": "2026-10-01T12:00:00Z"}
write('witness" CLAIMED HERE ".json', last)
write("other.json", dict(last, final_entry_digest="1" * 64))
write("badtime.json", dict(last, published_at="now" + GOES_ON))
write('later" CLAIMED HERE ".json', honest)
write("list.json", {"schema": "aerscope.expected/1", "job_id": "job" + GOES_ON, "source": "source" + GOES_ON,
                    "frozen_at": "then" + GOES_ON, "order": "any",
                    "actions": [{"tool": "other" + GOES_ON, "id": "id" + GOES_ON, "kind": "expected"},
                                {"tool": "tool" + GOES_ON, "kind": "forbidden"}]})
PY
python3 make.py || exit 1
witness='witness" CLAIMED HERE ".json'
said=(--witness='w" CLAIMED HERE "' --authority='a" CLAIMED HERE "' --retrieved-from='r" CLAIMED HERE "')

# stays NAME FILE: no quotes are ended by what stands in them, and there is something that would have. A
# command to run is quoted for the shell.
stays()
{
    is "$(grep -v '^\(printf\|sha256sum\|aer_entry\) ' "$2" | tr -s ' \n' ' ' | grep -c '" CLAIMED HERE')" 0 "$1: nothing goes on behind quotes" ||
        diag "$(grep '" CLAIMED' "$2" | head -n 5)"
    is "$(tr -s ' \n' ' ' <"$2" | grep -c '<U+0022> CLAIMED HERE')" 1 "$1: the quotes are shown as a token"
}

for member in tool provenance_class id; do
    "$AERSCOPE" verify "edited-$member.json" -c "$witness" "${said[@]}" -c other.json >text 2>/dev/null
    stays "verify, another $member" text
    "$AERSCOPE" report --entries=all "edited-$member.json" -c "$witness" "${said[@]}" -c other.json >text 2>/dev/null
    stays "report, another $member" text
    "$AERSCOPE" verify --format=json "edited-$member.json" -c "$witness" >doc 2>/dev/null
    is "$(python3 -c '
import json
d = json.load(open("doc"))
said = [f["message"] for f in d["findings"]] + [x.get("text", "") for f in d["findings"] for x in f["explanations"]]
print(sum("\" CLAIMED" in s for s in said), any("<U+0022> CLAIMED" in s for s in said))')" "0 True" \
        "json, another $member: nor in a sentence"
done
"$AERSCOPE" verify short.json honest.json --baseline='later" CLAIMED HERE ".json' >text 2>/dev/null
stays "verify, a copy" text
"$AERSCOPE" verify honest.json --expect=list.json -c badtime.json >text 2>/dev/null
stays "verify, a list" text
"$AERSCOPE" diff honest.json edited-tool.json >text 2>/dev/null
stays "diff" text
"$AERSCOPE" diff honest.json short.json >text 2>/dev/null
stays "diff of lengths" text
"$AERSCOPE" attack honest.json --delete=2 '--set=3.x" CLAIMED HERE "=1' --explain -o altered.json 2>text
stays "attack" text

# On the screen sentences are those of the explanations and the message line.
printf '%s' '<wait>e:save-screen screen<Enter>' >keys
LINES=50 COLUMNS=120 AERSCOPE_SCRIPT=keys "$AERSCOPE" edited-provenance_class.json -c "$witness" >/dev/null 2>&1
is "$(grep -E 'in place of|found: ' screen | grep -c '" CLAIMED')" 0 "screen: nothing goes on behind quotes"
like "$(cat screen)" 'CLASS<U\+0022> CLAIMED HERE' "screen: the quotes are shown as a token"

"$AERSCOPE" verify honest.json --require="x' CLAIMED 'y" >out 2>text
unlike "$(cat text)" "x' CLAIMED" "standard error: single quotes are not ended either"
like "$(cat text)" "x<U\+0027> CLAIMED" "standard error: a single quote is shown as a token"
"$AERSCOPE" verify honest.json -o "there' CLAIMED '/x" >out 2>text
like "$(cat text)" "there<U\+0027> CLAIMED" "standard error: in the name of a file"

done_testing
