#!/usr/bin/env bash
# What was changed is said, proved where a digest proves it, and nothing else is called proved.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
cases=$top_srcdir/tests/lib/explain_cases.py
honest=$top_srcdir/samples/honest.json
relabelled=$top_srcdir/samples/relabelled.json

# put GROUP ENTRIES LEAST: each case of a group as a test of its own, and at least so many of them.
put()
{
    python3 "$cases" --aerscope "$AERSCOPE" --group "$1" --entries "$2" >"$scratch/cases" 2>"$scratch/trouble"
    ok $? "$1, $2 entries: tried to the end" || diag "$(tail -n 20 "$scratch/trouble")"
    relay "$2 entries: " <"$scratch/cases"
    test "$(grep -c . "$scratch/cases")" -ge "$3"
    ok $? "$1, $2 entries: all the cases were there"
}

put attacks 9 60
put attacks 10000 60
put randoms 9 72
put randoms 10000 12
put encodings 9 36
put encodings 3000 15
put storm 30 240
put settled 9 40
put settled 10000 40
put forged 12 26
put forged 10000 22
put told 12 110
put told 2000 85
put wild 16 160

# --- timelines and references of known fate
for seed in 1 2; do
    is "$(python3 "$top_srcdir/tests/lib/explain_fates.py" --aerscope "$AERSCOPE" --count 120 --seed "$seed" 2>/dev/null)" "tried 120" \
        "references of known fate, $seed: each fact is one, and what a digest shows is said"
done

# --- in words

text()
{
    "$AERSCOPE" verify "$@" | sed -z 's/\n                / /g'
}

like "$(text "$relabelled")" 'PROVED entry 4 with provenance_class "LOGGED BY AGENT", agent assertion, not an observation \(found: "EXECUTED BY TOOLHOST-2", recorder execution\) digests to the stored value' \
    "text says what was found and what was there"
like "$(text "$relabelled")" 'leaves no trace inside the timeline' "and that edits that were linked anew leave no trace"
unlike "$(text "$honest")" 'explained' "nothing is explained where nothing failed"
like "$(text "$top_srcdir/samples/edited.json")" 'UNEXPLAINED [0-9]+ hypotheses tried, none gives the digest sought' \
    "what stays unexplained is said"

# A digest is never broken over two lines.
python3 - "$top_srcdir/tests/lib" <<'END'
import copy, json, sys
sys.path.insert(0, sys.argv[1])
from explain_cases import commitment, honest, set_bytes
base = honest(9)
json.dump(commitment(base), open("reference.json", "w"))
cut = copy.deepcopy(base)[:6]
cut[-1]["close"] = True
json.dump(cut, open("cut.json", "w"))
some = copy.deepcopy(base)
set_bytes(some[3], b"other", hashed=False)
some[6]["prev_digest"] = "ab" * 32
json.dump(some, open("digests.json", "w"))
END
"$AERSCOPE" verify cut.json -c reference.json >cut.text
"$AERSCOPE" verify digests.json >digests.text
is "$(grep -E '[0-9a-f]{12,}\\$' cut.text digests.text)" "" "a digest stands on one line"
is "$(grep -cE '^ {16}[0-9a-f]{64}( |$)' digests.text)" 8 "each that was found or was there has its line"

# --- what fits another order is proved, and never that entries moved

# lines FILE OPTION...: "ENTRY CERTAINTY KIND" of what is said of links, each once.
lines()
{
    "$AERSCOPE" verify --format=json "$@" | python3 -c '
import json, sys
said = [(f["entry"], x["certainty"], x["kind"]) for f in json.load(sys.stdin)["findings"]
        if f["code"] == "chain.link" for x in f["explanations"]]
print("\n".join("%d %s %s" % one for one in dict.fromkeys(said)))'
}
order="proved points_at
proved other_order"
for steps in "--swap=3:4 --relink --swap=3:4" "--swap=3:4"; do
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$honest" --unmarked $steps -o order.json --force 2>trouble || cat trouble
    is "$(lines order.json | sed -n 's/^3 //p')" "$order
possible swapped
possible relinked" "$steps: that it fits another order is proved, and either way to it is possible"
    said=$(text order.json)
    like "$said" 'PROVED the prev_digests of entries 3, 4 and 5 fit the order with entries 3 and 4 exchanged: they are the digests of those that would then stand before them' \
        "$steps: the relation in words"
    like "$said" 'POSSIBLE entries 3 and 4 changed places after they were linked, if these prev_digests are the ones that they were recorded with' \
        "$steps: they moved, if"
    like "$said" 'POSSIBLE the entries stand in the order in which they were recorded, and the prev_digests of entries 3, 4 and 5 were written anew for the other order' \
        "$steps: or the links were written anew"
    like "$said" 'would be decided by an earlier copy of the timeline, which has these entries in one order or the other' \
        "$steps: what would decide it"
    unlike "$said" "PROVED[^P]*(each other.s place|belongs|changed places|moved)" "$steps: no move is proved"
done
is "$(lines order.json --baseline="$honest" | sed -n 's/^3 //p')" "$order
proved copy_differs
possible swapped" "swapped, and a copy: it has the other order"
"$AERSCOPE" attack "$honest" --unmarked --swap=3:4 --relink --swap=3:4 -o order.json --force 2>trouble || cat trouble
is "$(lines order.json --baseline="$honest" | sed -n 's/^3 //p')" "$order
proved as_published
proved member_changed
possible member_changed
possible relinked" "never swapped, and a copy: it has the order that is here, and nothing says that they moved"
like "$(text order.json --baseline="$honest")" 'POSSIBLE if the order of the copy is that of the recording, the entries did not move, and the prev_digests of entries 3, 4 and 5 of this file were written anew' \
    "and how that came about"
for steps in "--move=2:5 --relink --move=5:2" "--move=5:2"; do
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$honest" --unmarked $steps -o order.json --force 2>trouble || cat trouble
    is "$(lines order.json | sed -n 's/^2 //p')" "$order
possible moved
possible relinked" "$steps: that it fits another order is proved, and either way to it is possible"
    like "$(text order.json)" 'PROVED the prev_digests of entries 2, 3 and 6 fit the order with entry 2 at position 5:' "$steps: in words"
done
is "$(lines order.json --baseline="$honest" | sed -n 's/^2 //p')" "$order
proved copy_differs
possible moved" "moved, and a copy: it has the other order"

# --- the effort, and the verdict

for effort in 1 100 10000 50000; do
    exits 1 "--effort=$effort changes no status" "$AERSCOPE" verify --effort=$effort "$relabelled"
done
"$AERSCOPE" verify --format=json --effort=1 "$top_srcdir/samples/edited.json" >little
"$AERSCOPE" verify --format=json --effort=20000 "$top_srcdir/samples/edited.json" >much
is "$(python3 - little much <<'END'
import json, sys
a, b = (json.load(open(name)) for name in sys.argv[1:])
print(a["judgements"] == b["judgements"], a["explained"]["hypotheses_tried"] < b["explained"]["hypotheses_tried"],
      a["explained"]["effort"], b["explained"]["effort"])
END
)" "True True 1 20000" "more effort tries more, and judges alike"

# What was not tried is not denied.
for effort in 1 64 500 50000; do
    "$AERSCOPE" verify --format=json --effort=$effort "$top_srcdir/samples/edited.json" >doc
    is "$(python3 - doc <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
said = [x["text"] for f in d["findings"] for x in f["explanations"]]
left = any("others are left untried" in text for text in said)
print(any("nowhere" in text for text in said), d["explained"]["bound_reached"] == left,
      left == (d["explained"]["hypotheses_tried"] < 1200))
END
)" "False True True" "--effort=$effort: what was left untried is said, and denied of nothing"
done
for bad in 0 -1 x 1.5 99999999999999999999; do
    exits 2 "--effort=$bad is refused" "$AERSCOPE" verify --effort=$bad "$honest"
done

# --- references that name no job

head=$(printf 'ab%.0s' {1..32})
codes()
{
    "$AERSCOPE" verify --format=json "$honest" "$@" 2>/dev/null |
        python3 -c 'import json, sys; print(*sorted({f["code"] for f in json.load(sys.stdin)["findings"]} - {"commitment.shared"}))'
}
is "$(codes -c "$top_srcdir/samples/honest.commitment.json" --head="$head@8")" "commitment.digest commitment.equivocation" \
    "a head and a commitment of other ends cannot both be true"
is "$(codes -c "$top_srcdir/samples/honest.commitment.json" --head="$head@7")" "commitment.count commitment.digest" \
    "a head of another number of entries may be an earlier one"

# --- evidence in an explanation is escaped

python3 - "$top_srcdir/tests/lib" <<'END'
import json, sys
sys.path.insert(0, sys.argv[1])
from explain_cases import honest
some = honest(9, change=lambda one: one.update(tool="\x1b[31m\u202e<U+0041>%d" % (one["seq"] % 2)))
some[3]["tool"] = some[4]["tool"]
json.dump(some, open("hostile.json", "w"))
END
"$AERSCOPE" verify hostile.json >hostile.text
is "$(LC_ALL=C grep -c $'\x1b' hostile.text)" 0 "no control reaches the text"
like "$(sed -z 's/\n                / /g' hostile.text)" \
    'PROVED entry 4 with tool "<U\+001B>\[31m<U\+202E><U\+003C>U\+0041>0" \(found: "<U\+001B>\[31m<U\+202E><U\+003C>U\+0041>1"\)' \
    "what was found stands there escaped"

done_testing
