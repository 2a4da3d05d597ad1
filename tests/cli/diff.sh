#!/usr/bin/env bash
# aerscope diff, and an earlier copy as a reference: categories as tests/lib/refdiff.py finds them.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

samples=$top_srcdir/samples
refdiff=$top_srcdir/tests/lib/refdiff.py
cd "$samples" || exit 1

# asked EXPRESSION FILE: a python expression over the document d.
asked()
{
    python3 -c "import json; d = json.load(open('$2')); print(($1))"
}

# wide FILE: the lines that take more than 80 cells.
wide()
{
    python3 - "$1" <<'END'
import re, sys, unicodedata
def cells(c):
    if unicodedata.category(c) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
for line in open(sys.argv[1], encoding="utf-8").read().split("\n"):
    line = re.sub(r"(?<![0-9a-f])([0-9a-f]{64})[.,:;)]+$", r"\1", line)  # never broken from its mark
    if sum(map(cells, line)) > 80:
        print(line)
END
}

# agrees NAME EARLIER LATER: status, document and text of a comparison.
agrees()
{
    local name=$1 status=1 want
    shift
    want=$(python3 "$refdiff" "$@" | sed 's/^{"category": "\([a-z_]*\)".*/\1/')
    test "$want" != identical || status=0
    exits "$status" "$name: status of $want" "$AERSCOPE" diff --format=json "$@"
    cp "$scratch/out" "$scratch/doc"
    is "$(python3 "$refdiff" --check "$scratch/doc" "$@" 2>&1)" "" "$name: says what python finds"
    is "$(LC_ALL=C tr -d '\n\040-\176' <"$scratch/doc" | wc -c)" 0 "$name: the document is ASCII"

    exits "$status" "$name: status with text" "$AERSCOPE" diff "$@"
    is "$(wide "$scratch/out")" "" "$name: text fits 80 columns"
    like "$(cat "$scratch/out")" "COMPARISON  ${want//_/ }" "$name: text names the category"
    like "$(cat "$scratch/out")" '  not shown     ' "$name: text says what it does not show"
    is "$(grep -nwiE 'valid|authentic|intact|complete|ok|verified|tamper-?proof' "$scratch/out")" "" \
        "$name: text claims nothing that was not checked"
    is "$(grep -n 'LOGGED BY AGENT' "$scratch/out" | grep -v 'not an observation\|"LOGGED BY AGENT"$')" "" \
        "$name: an agent's assertion is called so"
    is "$(LC_ALL=C grep -nP '[^\n\x20-\x7e\x80-\xff]' "$scratch/out")" "" "$name: text has no controls"
}

for file in *.json *.ndjson; do
    case $file in *.commitment.json | *.expected.json | *.workflow.json | damaged.json) continue ;; esac
    agrees "honest, $file" honest.json "$file"
    agrees "$file, honest" "$file" honest.json
    agrees "$file, itself" "$file" "$file"
done

# What people rely on, written down once more.
while read -r later category entry; do
    "$AERSCOPE" diff --format=json honest.json "$later" >"$scratch/doc"
    is "$(asked 'd["category"], d["entry"]' "$scratch/doc")" "('$category', $entry)" "honest, $later: $category"
done <<'END'
beheaded.json beheaded 1
close-middle.json edited 4
cut-open.json cut 7
deleted.json edited 4
edited.json edited 4
end-replaced.json end_replaced 8
honest.json identical None
hostile.json unrelated 1
lines.ndjson identical None
reclosed.json reclosed 6
relabelled.json edited 4
reordered.json edited 3
spliced.json edited 5
wrapped.json identical None
END

# --- the proof, and what goes with it

"$AERSCOPE" diff --format=json honest.json reclosed.json >"$scratch/doc"
carried=$(python3 -c 'import json; print(json.load(open("honest.json"))[6]["prev_digest"])')
is "$(asked 'd["certainty"], d["carried"]' "$scratch/doc")" "('proved', '$carried')" \
    "reclosed is proved by what entry 7 carried"
is "$(asked '[(x["entry"], x["members"]) for x in d["differences"]], d["missing"]' "$scratch/doc")" \
    "([(6, ['close'])], [{'from': 7, 'to': 8}])" "reclosed: only close differs, and two entries are missing"
is "$(asked 'd["differences"][0]["later"]' "$scratch/doc")" \
    "{'entry': 6, 'provenance_class': 'LOGGED BY AGENT', 'standing': 'agent assertion'}" \
    "class and standing stand beside the members"
"$AERSCOPE" diff --format=json reclosed.json honest.json >"$scratch/doc"
is "$(asked 'd["category"], d["reopened"], d["other_order"]' "$scratch/doc")" \
    "('extended', True, {'category': 'reclosed', 'entry': 6, 'entry_of': 'both', 'start': None, 'certainty': 'proved'})" \
    "the other order: says that it would be reclosed"
like "$("$AERSCOPE" diff reclosed.json honest.json | tr -s ' \n' ' ')" 'other order reclosed at entry 6 of both copies, proved' \
    "the other order: in text"
while read -r earlier later category other entry certainty; do
    "$AERSCOPE" diff --format=json "$earlier" "$later" >"$scratch/doc"
    is "$(asked 'd["category"], d["other_order"] and tuple(d["other_order"][n] for n in ("category", "entry", "certainty"))' "$scratch/doc")" \
        "('$category', ('$other', $entry, '$certainty'))" "$earlier, $later: $other in the other order"
    like "$("$AERSCOPE" diff "$earlier" "$later" | tr -s ' \n' ' ')" "other order $other at entry $entry of (both copies|the $(test "$other" = cut && echo later || echo earlier) copy), $certainty" \
        "$earlier, $later: and in text"
done <<'END'
beheaded.json honest.json forked beheaded 1 possible
cut-open.json honest.json extended cut 7 proved
honest.json cut-open.json cut extended 7 proved
honest.json reclosed.json reclosed extended 6 proved
END
"$AERSCOPE" diff --format=json honest.json beheaded.json >"$scratch/doc"
is "$(asked 'd["other_order"]' "$scratch/doc")" None "nothing is said where the other order says nothing of the kind"

# --- what follows an earlier copy is not tied to it because it stands behind

python3 - "$scratch" "$(dirname "$refdiff")" <<'END'
import copy, json, sys
sys.path.insert(0, sys.argv[2])
import refdiff
open_end = json.load(open("cut-open.json"))
honest = json.load(open("honest.json"))
loose = copy.deepcopy(honest)
loose[6]["prev_digest"] = "ab" * 32
refdiff.link(loose, 8)
json.dump(loose, open(sys.argv[1] + "/loose.json", "w"))
renamed = copy.deepcopy(honest)
for entry in renamed:
    entry["job_id"] = "pay-72"
refdiff.link(renamed)
json.dump(renamed, open(sys.argv[1] + "/renamed.json", "w"))
END
"$AERSCOPE" diff --format=json cut-open.json "$scratch/loose.json" >"$scratch/doc"
is "$(asked 'd["category"], d["certainty"], d["unlinked"]["entry"], d["unlinked"]["stored"]' "$scratch/doc")" \
    "('extended', 'possible', 7, '$(printf 'ab%.0s' {1..32})')" "an unlinked continuation is not proved"
is "$(asked 'd["unlinked"]["recomputed"]' "$scratch/doc")" "$carried" "and the digest that it would have to cite is there"
like "$("$AERSCOPE" diff cut-open.json "$scratch/loose.json" | tr -s ' \n' ' ')" \
    'certainty possible: that the later copy begins with the 6 entries of the earlier one is certain; that what follows was recorded after them is not: the prev_digest of entry 7 of the later copy is not the digest of its entry 6' \
    "what is proved of it and what not is said"
like "$("$AERSCOPE" diff cut-open.json "$scratch/loose.json" | tr -s ' \n' ' ')" \
    'not linked entry 7, agent assertion' "with the class and standing of the entry"
"$AERSCOPE" diff --format=json cut-open.json honest.json >"$scratch/doc"
is "$(asked 'd["certainty"], d["unlinked"]' "$scratch/doc")" "('proved', None)" "a linked one is"
"$AERSCOPE" diff --format=json honest.json "$scratch/renamed.json" >"$scratch/doc"
is "$(asked 'd["category"], d["other_job"], d["differences"][0]["members"]' "$scratch/doc")" \
    "('forked', 8, ['job_id'])" "the same under another job_id is not unrelated"
like "$("$AERSCOPE" diff honest.json "$scratch/renamed.json" | tr -s ' \n' ' ')" \
    '8 pairs of entries do not differ in id, tool, class and bytes, and do in job_id' "and that is said"
python3 - "$scratch" <<'END'
import json, sys
for name, values in (("absent", (None, "J")), ("numbers", (7, 8)), ("empty", ("", None))):
    for copy, value in zip("ab", values):
        entries = json.load(open("honest.json"))
        entries[2].pop("job_id")
        if value is not None:
            entries[2]["job_id"] = value
        json.dump(entries, open(f"{sys.argv[1]}/{name}-{copy}.json", "w"))
END
job_of_pair() # NAME EXPECTED
{
    "$AERSCOPE" diff --format=json "$scratch/$1-a.json" "$scratch/$1-b.json" >"$scratch/doc"
    is "$(asked 'd["other_job"], "and does in job_id" in d["proof"]' "$scratch/doc")" "$2" \
        "two jobs are those of entries that both have one: $1"
}
job_of_pair absent "(0, False)"
job_of_pair empty "(0, False)"
job_of_pair numbers "(1, True)"
"$AERSCOPE" diff --format=json honest.json relabelled.json >"$scratch/doc"
is "$(asked 'd["original"], d["differences"][0]["original"]' "$scratch/doc")" "('earlier', 'earlier')" \
    "the entry after an edit tells which copy has the original"
"$AERSCOPE" diff --format=json honest.json beheaded.json >"$scratch/doc"
is "$(asked 'd["start"], d["missing"]' "$scratch/doc")" "(3, [{'from': 1, 'to': 2}])" "beheaded: where it begins"
"$AERSCOPE" diff --format=json honest.json deleted.json >"$scratch/doc"
is "$(asked 'd["differences"], d["missing"], d["added"]' "$scratch/doc")" \
    "([], [{'from': 4, 'to': 4}], [])" "a deletion in the middle is shown as such"
"$AERSCOPE" diff --format=json deleted.json honest.json >"$scratch/doc"
is "$(asked 'd["differences"], d["missing"], d["added"]' "$scratch/doc")" \
    "([], [], [{'from': 4, 'to': 4}])" "an insertion in the middle is shown as such"
"$AERSCOPE" diff --format=json honest.json reordered.json >"$scratch/doc"
is "$(asked 'len(d["moved"]), d["missing"], d["added"]' "$scratch/doc")" "(1, [], [])" "what moved is shown as such"

# --- members beyond the digest

cd "$scratch" || exit 1
honest=$samples/honest.json

python3 - "$honest" <<'END'
import json, sys
entries = json.load(open(sys.argv[1]))
entries[2]["created_at"] = "2020-01-01T00:00:00Z"
json.dump(entries, open("dates.json", "w"))
entries = json.load(open(sys.argv[1]))
for entry in entries[:-1]:
    entry["close"] = False
    entry["seq"] = float(entry["seq"])
entries = [dict(reversed(list(entry.items()))) for entry in entries]
json.dump(entries, open("written.json", "w"), ensure_ascii=False)
entries = json.load(open(sys.argv[1].replace("honest", "hostile")))
for entry in entries:
    entry["x\u202e\u001b[2J"] = "\u001b]0;title\u0007\u202e" + "\u0301" * 9
    entry["tool"] = entry["tool"] + "\u001b[31m"
json.dump(entries, open("worse.json", "w"))
END
agrees "members beyond the digest" "$honest" dates.json
"$AERSCOPE" diff --format=json "$honest" dates.json >doc
is "$(asked 'd["category"], d["entry"], d["differences"][0]["not_bound"]' doc)" "('edited', 3, ['created_at'])" \
    "members beyond the digest are differences, and said to be unbound"
like "$("$AERSCOPE" diff "$honest" dates.json)" '"created_at" \(not bound by the digest\)' \
    "members beyond the digest: in text"
# What goes on from a copy whose digests it has is a continuation, whatever differs beyond them.
python3 - "$honest" "$top_srcdir/tests/lib" <<'END'
import json, sys
sys.path.insert(0, sys.argv[2])
import refdiff
entries = json.load(open(sys.argv[1]))
noted = [dict(e) for e in entries[:6]]
noted[2]["created_at"] = "2020-01-01T00:00:00Z"
json.dump(noted, open("noted-part.json", "w"))
noted[5]["close"] = True
json.dump(noted, open("noted-closed.json", "w"))
inside = [dict(e) for e in entries]
inside[2]["tool"] = "x"
refdiff.link(inside, 4)
for e, was in zip(inside[5:], entries[5:]):
    e["prev_digest"] = was["prev_digest"]
json.dump(inside, open("broken-inside.json", "w"))
del inside[7]["close"]
inside[7]["tool"] = "y"
json.dump(inside, open("broken-open.json", "w"))
END
agrees "a continuation, noted" noted-part.json "$honest"
agrees "a part, noted" "$honest" noted-part.json
agrees "a continuation of a closed one, noted" noted-closed.json "$honest"
"$AERSCOPE" diff --format=json noted-part.json "$honest" >doc
is "$(asked 'd["category"], d["certainty"], d["entry"], d["first_not_bound"], d["other_order"]["category"]' doc)" \
    "('extended', 'proved', 7, 3, 'cut')" "a continuation, noted: by its digests"
exits 3 "a continuation, noted: is not denied" "$AERSCOPE" verify --format=json "$honest" --baseline=noted-part.json
is "$(asked '[(r["result"], r["codes"]) for r in d["judgements"]["endpoint"]["references"]]' out)" \
    "[('earlier', ['baseline.not_bound'])]" "a continuation, noted: confirms its own entries, and what differs is a warning"
like "$(cat out)" 'before it entry 3 of both copies has one digest, and members of it differ' "a continuation, noted: which entry"

# A copy that is broken inside, and has the last digest of the timeline.
exits 1 "broken inside" "$AERSCOPE" verify "$honest" --baseline=broken-inside.json -c "$samples/honest.commitment.json"
flat=$(tr -s ' \n' ' ' <out)
like "$flat" "satisfies every rule, and its last entry has the digest of the copy's last one: what differs stands before that" \
    "broken inside: what the rules say of the timeline"
unlike "$flat" 'so would the copy|contradicts the end' "broken inside: nothing of the rules is said of the copy, and nothing of another end"
like "$flat" '1 confirms the end; 1 has the digest of the visible end and does not agree otherwise' "broken inside: what both state"
exits 1 "broken inside and open" "$AERSCOPE" verify "$honest" --baseline=broken-open.json -c "$samples/honest.commitment.json"
unlike "$(tr -s ' \n' ' ' <out)" 'it is the same one' "a copy with another last digest has no end in common with what confirms"
# A member that stands more than once: every value is told, whichever of them is digested.
python3 - "$honest" <<'END'
import json, sys
entries = json.load(open(sys.argv[1]))
def write(name, number, member, values):
    texts = [json.dumps(e) for e in entries]
    rest = {k: v for k, v in entries[number - 1].items() if k != member}
    texts[number - 1] = json.dumps(rest)[:-1] + "".join(", %s: %s" % (json.dumps(member), v) for v in values) + "}"
    open(name, "w").write("[" + ",".join(texts) + "]")
write("twice.json", 4, "tool", ['"evil"', json.dumps(entries[3]["tool"])])
write("twice-closed.json", 4, "close", ["true", "false"])
write("twice-note.json", 4, "x_note", ['{"a": 1}', '"b"'])
END
while IFS='|' read -r file members unbound repeated; do
    "$AERSCOPE" diff --format=json "$honest" $file.json >doc
    is "$(asked 'd["category"], [(x["entry"], x["members"], x["not_bound"], [(r["member"], r["earlier"], r["later"]) for r in x["repeated"]]) for x in d["differences"]]' doc)" \
        "('edited', [(4, $members, $unbound, [$repeated])])" "$file: what stands twice is named, with what each has"
    unlike "$(tr -s ' \n' ' ' <doc)" 'members that no digest binds|members differ that it' "$file: it is not called one that no digest binds"
done <<'END'
twice|['tool']|[]|('tool', ['"pay.quote"'], ['"evil"', '"pay.quote"'])
twice-closed|['close']|[]|('close', [], ['true', 'false'])
twice-note|['x_note']|['x_note']|('x_note', [], ['{"a": 1}', '"b"'])
END
like "$("$AERSCOPE" diff twice.json "$honest" | tr -s ' \n' ' ')" \
    'member tool, 2 times in the earlier copy, once in the later one; the last one counts earlier "evil" "pay\.quote" later "pay\.quote"' \
    "twice: in text"
"$AERSCOPE" verify --format=json twice.json --baseline="$honest" >doc
like "$(cat doc)" 'these members differ: \\"tool\\" \(in the copy 1, in this file 2 values of that name\)' "twice: against a copy"
printf '%s' '<wait>D<wait><Enter>:save-screen screen<Enter>' >keys
LINES=40 COLUMNS=100 AERSCOPE_SCRIPT=keys "$AERSCOPE" twice.json --baseline="$honest" >/dev/null 2>&1
like "$(tr -s ' \n' ' ' <screen)" 'MEMBER tool, once in the earlier copy, 2 times in the later one.*"evil"' "twice: in the inspector"
# Entries that record the same: what a digest pairs is not told as the end of the other copy.
python3 - "$honest" "$top_srcdir/tests/lib" <<'END'
import json, sys
sys.path.insert(0, sys.argv[2])
import refdiff
beat = json.load(open(sys.argv[1]))[0]
beats = [dict(beat, seq=n) for n in (1, 2, 3)]
refdiff.link(beats)
json.dump([dict(beat, tool="zz")] + beats, open("beats.json", "w"))
json.dump([beats[0], dict(beats[1], prev_digest="ab" * 32)], open("beats-two.json", "w"))
END
agrees "the same record, another digest" beats.json beats-two.json
agrees "another digest, the same record" beats-two.json beats.json
like "$("$AERSCOPE" diff beats.json beats-two.json | tr -s ' \n' ' ')" \
    'paired with none of the later copy, tool [^;]*; entry [0-9] of the earlier copy records the same job_id, id, tool, class and bytes, so that either may be' \
    "of two that record the same either may be the one without a partner"
agrees "written otherwise" "$honest" written.json
"$AERSCOPE" diff --format=json "$honest" written.json >doc
is "$(asked 'd["category"]' doc)" identical "another way of writing is no difference"
printf '[]\n' >none.json
printf '[]' >none2.json
# A copy without entries is the beginning of any, and says so in either order.
agrees "cut to nothing" "$honest" none.json
agrees "begun from nothing" none.json "$honest"
"$AERSCOPE" diff --format=json "$honest" none.json >doc
is "$(asked 'd["category"], d["meaning"], d["other_order"]["category"], d["other_order"]["entry_of"], d["other_order"]["certainty"]' doc)" \
    "('cut', 'the later copy has no entry, and the earlier one has', 'extended', 'earlier', 'possible')" "cut to nothing: the other order"
"$AERSCOPE" verify --format=json none.json --baseline="$honest" >doc
like "$(cat doc)" 'it would be extended \(possible\)' "cut to nothing: the other order of a baseline"
# What is called moved: not the one that stayed between two that changed places, and nothing where one is taken out.
python3 - "$honest" "$top_srcdir/tests/lib" <<'END'
import json, sys
sys.path.insert(0, sys.argv[2])
import refdiff
entries = json.load(open(sys.argv[1]))
swapped = entries[:]
swapped[1], swapped[3] = entries[3], entries[1]
json.dump(swapped, open("swapped.json", "w"))
beat = dict(entries[2], id="beat", tool="beat", canonical_bytes="YmVhdA==", output_hash="")
beat.pop("output_hash")
def numbered(name, some):
    some = [dict(e, seq=n) for n, e in enumerate(some, 1)]
    refdiff.link(some)
    json.dump(some, open(name + ".json", "w"))
whole = [entries[0], beat, entries[1], beat, entries[3], beat, entries[7]]
numbered("beating", whole)
numbered("beating-less", whole[:1] + whole[2:])
END
moved='[(m["entry"], m["later_entry"]) for m in d["moved"]]'
for order in "$honest swapped.json" "swapped.json $honest"; do
    agrees "exchanged" $order
    "$AERSCOPE" diff --format=json $order >doc
    is "$(asked "$moved" doc)" "[(2, 4), (4, 2)]" "what stands between two that changed places has not moved: $order"
done
for order in "beating.json beating-less.json" "beating-less.json beating.json"; do
    agrees "one of several alike" $order
    "$AERSCOPE" diff --format=json $order >doc
    is "$(asked "$moved" doc)" "[]" "one of several alike is taken out, and nothing moved: $order"
done
# What is said of the end, of a beginning and of what is common, of copies that are short or otherwise numbered.
python3 - "$honest" "$top_srcdir/tests/lib" <<'END'
import json, sys
sys.path.insert(0, sys.argv[2])
import refdiff
entries = json.load(open(sys.argv[1]))
def write(name, some):
    json.dump(some, open(name + ".json", "w"))
one = dict(entries[0], close=True)
write("one", [one])
write("one-other", [dict(one, tool="zz")])
write("one-nameless", [{n: v for n, v in one.items() if n != "id"}])
write("one-bytes", [dict(one, canonical_bytes="!!")])
later = [dict(e, seq=e["seq"] + 10) for e in entries]
refdiff.link(later)
write("numbered", later)
END
said() # WHAT FIRST SECOND MEANING
{
    agrees "$1" "$2" "$3"
    agrees "$1, in the other order" "$3" "$2"
    "$AERSCOPE" diff --format=json "$2" "$3" >doc
    is "$(asked 'd["meaning"]' doc)" "$4" "$1: what is said"
}
said "one entry, another digest" one.json one-other.json "the only entries have different digests"
said "one entry, no digest" one-nameless.json one-bytes.json "the only entries differ"
like "$("$AERSCOPE" diff one-nameless.json one-bytes.json | tr -s ' \n' ' ')" \
    'paired by place, for neither id nor bytes are the same' "one entry, no digest: by what it is paired"
said "all numbered anew" "$honest" numbered.json \
    "some entries have one digest in both or do not differ in id, tool, class and bytes; from one entry on, no digest of one stands in the other from there on"
"$AERSCOPE" diff --format=json "$honest" twice.json >doc
is "$(asked 'd["proof"]' doc)" "every digest is the same in both, and members differ" "a value that does not count: what is said"
# Entries of which only number and link differ are told in one, besides those that are told one by one.
python3 - "$honest" "$top_srcdir/tests/lib" <<'END'
import json, sys
sys.path.insert(0, sys.argv[2])
import refdiff
entries = json.load(open(sys.argv[1]))
entries[1]["tool"] = "zz"
refdiff.link(entries)
entries[5]["prev_digest"] = "22" * 32
refdiff.link(entries, 7)
json.dump(entries, open("partly.json", "w"))
END
"$AERSCOPE" verify --format=json partly.json --baseline="$honest" >doc
like "$(cat doc)" 'besides those that are told or counted otherwise here, [0-9]+ entries differ from the earlier copy in number and link alone' \
    "number and link alone: besides those that are told"
# What has no digest is compared by its members: nothing is proved of it, and it is the end of nothing.
python3 - "$honest" <<'END'
import json, sys
for name, entries in (("123", [1, 2, 3]), ("12", [1, 2]), ("23", [2, 3]), ("124", [1, 2, 4])):
    json.dump(entries, open(name + ".json", "w"))
entries = json.load(open(sys.argv[1]))
json.dump(entries[:1] + [dict(entries[1], seq="2")] + entries[2:], open("typed.json", "w"))
json.dump(entries[:1] + [dict(entries[1], seq="2")] + entries[2:5], open("typed-cut.json", "w"))
json.dump([dict(entries[0], close=True)], open("one.json", "w"))
END
while read -r earlier later category; do
    agrees "no digest: $earlier $later" $earlier.json $later.json
    "$AERSCOPE" diff --format=json $earlier.json $later.json >doc
    is "$(asked 'd["category"], d["certainty"]' doc)" "('$category', 'possible')" "no digest: $earlier $later"
done <<'END'
123 123 identical
123 12 cut
12 123 extended
123 23 beheaded
123 124 end_replaced
typed typed identical
typed typed-cut cut
END
python3 -c 'print("[1,  2, 3]")' >spaced.json
"$AERSCOPE" verify --format=json 123.json --baseline=spaced.json --independent=yes >doc
is "$(asked '[r["result"] for r in d["judgements"]["endpoint"]["references"]], d["judgements"]["endpoint"]["result"]' doc)" \
    "(['not_assessed'], 'not_assessed')" "an end without a digest matches none"
"$AERSCOPE" verify --format=json 123.json --baseline=12.json --independent=yes >doc
is "$(asked '[r["result"] for r in d["judgements"]["endpoint"]["references"]]' doc)" "['not_assessed']" \
    "nor is it an earlier one"
agrees "reopened at the first" one.json "$honest"
agrees "reclosed at the first" "$honest" one.json
like "$("$AERSCOPE" diff "$honest" one.json | tr -s ' \n' ' ')" \
    'other order extended at entry 1 of both copies, proved: [^.]*, the last one with close false' "in the other order as well"
agrees "without entries" none.json none2.json
agrees "the earlier one without entries" none.json "$honest"
agrees "the later one without entries" "$honest" none.json

python3 "$refdiff" --random "$AERSCOPE" 20261001 300 >random 2>&1
ok $? "300 random pairs" || diag "$(head -c 4000 random)"
diag "$(tail -n 1 random)"

# --- hostile text

agrees "hostile members" "$samples/hostile.json" worse.json
for locale in C C.UTF-8 nonsense; do
    LC_ALL=$locale "$AERSCOPE" diff --all-findings "$samples/hostile.json" worse.json >text
    is "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <text | wc -c)" 0 "hostile text has no controls (LC_ALL=$locale)"
done
LC_ALL=C "$AERSCOPE" diff --all-findings "$samples/hostile.json" worse.json >text
is "$(LC_ALL=C tr -d '\n\040-\176' <text | wc -c)" 0 "hostile text is ASCII in the C locale"
name=$'bad\e]0;t\a\n\xff'
cp "$samples/edited.json" "$name"
exits 1 "a hostile file name" "$AERSCOPE" diff "$honest" "$name"
is "$(LC_ALL=C tr -d '\n\040-\176' <out | wc -c)" 0 "a hostile file name is escaped"

# --- statuses, and what cannot be compared

# says REGEX NAME CMD...: status 2, and a line on stderr that matches.
says()
{
    exits 2 "$2" "${@:3}"
    like "$(cat "$scratch/err")" "$1" "$2: says so"
}

says 'needs EARLIER LATER' "one file" "$AERSCOPE" diff "$honest"
says 'one too many' "three files" "$AERSCOPE" diff "$honest" "$honest" "$honest"
says 'one of text, json' "a format of verify" "$AERSCOPE" diff --format=ndjson "$honest" "$honest"
says 'does not take' "an option of verify" "$AERSCOPE" diff --count=8 "$honest" "$honest"
says 'can be read once' "standard input twice" "$AERSCOPE" diff - -
says 'No such file' "a file that is not there" "$AERSCOPE" diff "$honest" absent.json
says 'damaged\.json: byte [0-9]+, line' "damage" "$AERSCOPE" diff --format=json "$honest" "$samples/damaged.json"
is "$(asked 'd["category"], d["entry"], d["certainty"], d["differences"], "error" in d["later"]' out)" \
    "(None, None, None, [], True)" "damage: the document says that nothing was compared"
exits 2 "damage, in text" "$AERSCOPE" diff "$samples/damaged.json" "$honest"
like "$(cat out)" 'COMPARISON  none' "damage, in text: nothing was compared"
exits 2 "neither is there" "$AERSCOPE" diff --format=json absent.json missing.json
is "$(cat out)" "" "neither is there: no document"
says 'commitment' "a commitment" "$AERSCOPE" diff "$honest" "$samples/honest.commitment.json"
exits 2 "a layout that it has not" "$AERSCOPE" diff --layout=lines "$honest" "$honest"
exits 0 "a layout that both have" "$AERSCOPE" diff --layout=array --jobs=1 "$honest" "$honest"
"$AERSCOPE" diff - "$honest" <"$samples/lines.ndjson" >text
is $? 0 "a copy on standard input"
cat "$samples/reclosed.json" | "$AERSCOPE" diff --format=json "$honest" - >doc
is $? 1 "a copy from a pipe"
is "$(asked 'd["category"]' doc)" reclosed "a copy from a pipe is read as any other"
exits 1 "--quiet" "$AERSCOPE" diff --quiet "$honest" "$samples/edited.json"
is "$(cat out)" "" "--quiet prints nothing"
exits 1 "-o" "$AERSCOPE" diff --format=json -o written.doc "$honest" "$samples/edited.json"
is "$(asked 'd["category"]' written.doc)" edited "-o writes the document"
says 'written\.doc' "-o over a file" "$AERSCOPE" diff -o written.doc "$honest" "$samples/edited.json"
exits 1 "--force" "$AERSCOPE" diff --force -o written.doc "$honest" "$samples/edited.json"
cp "$honest" copy.json
says 'copy\.json' "-o over an input" "$AERSCOPE" diff --force -o copy.json "$honest" copy.json
is "$(cmp copy.json "$honest")" "" "-o over an input leaves it alone"
"$AERSCOPE" diff "$honest" "$samples/edited.json" >/dev/full 2>err
is $? 2 "a full disk"

# --- an earlier copy as a reference

of_baseline='[f for f in d["findings"] if f["code"].startswith("baseline.")]'
while read -r later category; do
    "$AERSCOPE" verify --format=json "$samples/$later" --baseline="$honest" --independent=yes >doc 2>err
    is $? 1 "against $later: status"
    is "$(asked "[(f['code'], f['entry'] == d['timeline']['entries']) for f in $of_baseline]" doc)" \
        "[('baseline.$category', True)]" "against $later: a finding at the last visible entry"
    is "$(asked 'd["judgements"]["endpoint"]["result"], [(r["kind"], r["result"]) for r in d["judgements"]["endpoint"]["references"] if r["kind"] == "baseline"]' doc)" \
        "('contradicted', [('baseline', 'contradicted')])" "against $later: contradicted"
    "$AERSCOPE" verify --all-findings "$samples/$later" --baseline="$honest" >text
    is "$(wide text)" "" "against $later: text fits 80 columns"
done <<'END'
beheaded.json beheaded
close-middle.json edited
cut-open.json cut
deleted.json edited
edited.json edited
end-replaced.json end_replaced
historical-06.json unrelated
hostile.json unrelated
reclosed.json reclosed
relabelled.json edited
reordered.json edited
spliced.json edited
END

# confirms STATUS RESULT ENDPOINT NAME ARG...
confirms()
{
    exits "$1" "$4: status" "$AERSCOPE" verify --format=json "${@:5}"
    is "$(asked 'd["judgements"]["endpoint"]["references"][0]["result"], d["judgements"]["endpoint"]["result"]' out)" \
        "('$2', '$3')" "$4: $2"
}

mkdir elsewhere
cp "$honest" elsewhere/kept.json
confirms 0 matches matches "an identical copy" "$samples/lines.ndjson" --baseline=elsewhere/kept.json --independent=yes
confirms 3 matches matches "an identical copy of unknown independence" "$honest" --baseline=elsewhere/kept.json
confirms 3 earlier not_assessed "a copy that was extended" "$honest" --baseline="$samples/cut-open.json" --independent=yes
confirms 3 earlier not_assessed "a copy whose end was opened again" \
    "$honest" --baseline="$samples/reclosed.json" --independent=yes
confirms 3 matches matches "the timeline itself" "$honest" --baseline="$honest" --independent=yes
is "$(asked 'd["judgements"]["endpoint"]["references"][0]["independent"]' out)" no \
    "the timeline itself is never independent"
confirms 2 unusable unusable "a copy that is not there" "$honest" --baseline=absent.json
confirms 2 unusable unusable "a damaged copy" "$honest" --baseline="$samples/damaged.json"
like "$(cat err)" 'damaged\.json.*byte [0-9]+, line' "a damaged copy: says where"
confirms 2 unusable unusable "a copy without entries" "$honest" --baseline=none.json
confirms 2 not_assessed not_assessed "a damaged timeline" "$samples/damaged.json" --baseline="$honest"
"$AERSCOPE" verify --format=json "$honest" "$samples/hostile.json" --baseline="$samples/lines.ndjson" >doc
is $? 3 "a copy among several timelines"
is "$(asked '[[r["result"] for r in f["judgements"]["endpoint"]["references"]] for f in d["files"]]' doc)" \
    "[['matches'], []]" "a copy goes to the timeline of its job"
exits 2 "a copy of no timeline among several" "$AERSCOPE" verify "$honest" "$samples/lines.ndjson" \
    --baseline="$samples/hostile.json"
says 'can be read once' "a copy and a timeline on standard input" "$AERSCOPE" verify - --baseline=-
cat "$samples/lines.ndjson" | "$AERSCOPE" verify "$honest" --baseline=- >text
is $? 3 "a copy on standard input"
says 'copy\.json' "-o over a copy" "$AERSCOPE" verify "$honest" --baseline=copy.json --force -o copy.json

# --- several references

python3 - "$honest" <<'END'
import json, sys
entries = json.load(open(sys.argv[1]))
def commitment(name, count, of, time):
    json.dump({"job_id": entries[0]["job_id"], "final_entry_digest": entries[of]["prev_digest"],
               "entry_count": count, "published_at": time}, open(name, "w"))
commitment("third", 3, 3, "2026-10-01T10:00:00Z")
commitment("fifth", 5, 5, "2026-10-01T11:00:00Z")
commitment("backwards", 2, 2, "2026-10-01T14:00:00+02:00")
commitment("other", 5, 2, "2026-10-01T12:30:00Z")
END
endpoint='d["judgements"]["endpoint"]'
"$AERSCOPE" verify --format=json "$honest" -c fifth -c third >doc
is "$(asked "$endpoint['published_order'], $endpoint['agreement']" doc)" "([1, 0], 'agree')" \
    "several: in the order of their times, and none against another"
is "$(asked "[r['result'] for r in $endpoint['references']]" doc)" "['earlier', 'earlier']" "several: earlier states"
is "$(asked '"commitment.time" in d["totals"]' doc)" False "several: times that can be"
"$AERSCOPE" verify --format=json "$honest" -c fifth -c third -c backwards >doc
is "$(asked '[(f["reference"], "does not shrink" in f["message"]) for f in d["findings"] if f["code"] == "commitment.time"]' doc)" \
    "[(2, True), (2, True)]" "several: a later time with fewer entries cannot be"
"$AERSCOPE" verify --format=json "$honest" -c fifth -c other >doc
is $? 1 "several: two that cannot both be true"
is "$(asked "$endpoint['agreement']" doc)" equivocation "several: is called so"
is "$(asked '[all(w in f["message"] for w in ("reference 1 (commitment \"fifth\")", "reference 2 (commitment \"other\")")) for f in d["findings"] if f["code"] == "commitment.equivocation"]' doc)" \
    "[True, True]" "several: both artifacts are named"
"$AERSCOPE" verify "$honest" -c fifth -c other >text
like "$(tr -s ' \n' ' ' <text)" \
    'agreement .*not both are of one finished timeline by the current rules; .* by time reference 1, 2026-10-01T11:00:00Z, 5 entries reference 2' "several: in text"
"$AERSCOPE" verify --format=json "$honest" --baseline=elsewhere/kept.json -c fifth >doc
is "$(asked "$endpoint['agreement']" doc)" agree "several: of two kinds"
"$AERSCOPE" verify --format=json "$samples/reclosed.json" --count=6 --baseline="$honest" >doc
is "$(asked "[(r['kind'], r['result']) for r in $endpoint['references']]" doc)" \
    "[('count', 'not_assessed'), ('baseline', 'contradicted')]" "several: a count that agrees does not help"
"$AERSCOPE" verify --format=json "$honest" --count=8 >doc
like "$(asked "$endpoint['references'][0]['note']" doc)" 'not sufficient' \
    "a count alone that agrees is said not to be sufficient"
"$AERSCOPE" verify --format=json "$honest" -c fifth --witness=w --retrieved-from=p -c third --witness=w \
    --retrieved-from=p >doc
is "$(asked '[f["message"] for f in d["findings"] if f["code"] == "commitment.shared"]' doc)" \
    "['reference 2 shares the witness and the place of retrieval and the folder of reference 1 (commitment \"fifth\"): two files are not two trust domains']" \
    "several: what they share is pointed out"
ln fifth hardlink
"$AERSCOPE" verify --format=json "$honest" -c fifth -c hardlink >doc
like "$(asked '[f["message"] for f in d["findings"] if f["code"] == "commitment.shared"]' doc)" 'shares the file' \
    "several: one file under two names"

done_testing
