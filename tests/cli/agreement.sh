#!/usr/bin/env bash
# Several references: what they are to each other is one story, in JSON, in text and in every report, and
# it is the one that their findings tell.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
python3 "$top_srcdir/tests/lib/agreement_cases.py" >cases || exit 1

# flat FILE: its words, a blank between each.
flat()
{
    tr -s ' \n' ' ' <"$1"
}

# told: agreement and its pair.
told()
{
    python3 -c 'import json
e = json.load(open("doc"))["judgements"]["endpoint"]
print(e["agreement"], e["agreement_between"], sep="\t")'
}

# speaks: whether a finding says that one speaks against another.
speaks()
{
    python3 -c 'import json, sys
d = json.load(open("doc"))
sys.exit(not any(f["code"] == "commitment.equivocation" or "does not shrink" in f["message"] for f in d["findings"]))'
}

while IFS=$'\t' read -r name arguments agreement between pattern; do
    # shellcheck disable=SC2086
    "$AERSCOPE" verify --format=json $arguments >doc 2>err
    is "$(told)" "$agreement"$'\t'"$between" "$name"
    says=$(python3 -c 'import json; print(json.load(open("doc"))["judgements"]["endpoint"]["agreement_says"])')
    like "$says" "$pattern" "$name: and says so"
    if speaks; then
        like "$agreement" 'disagree|equivocation' "$name: as its findings do"
    fi
    # shellcheck disable=SC2086
    "$AERSCOPE" verify $arguments >text 2>err
    test "$(flat text | grep -cF "agreement $says")" = 1
    ok $? "$name: the same in text"
    # shellcheck disable=SC2086
    "$AERSCOPE" report --format=md ${arguments} >md 2>err
    test "$(flat md | grep -cF -- "- **agreement:** $says")" = 1
    ok $? "$name: the same in a report"
done <cases

# What stands with the status, and the order of the times.
"$AERSCOPE" verify eight.json -c c8-early --independent=yes -c c6-late --independent=yes >text
is $? 0 "a warning is no failure"
like "$(flat text)" 'status 0: nothing failed, and a reference that the examiner states to be independent confirmed the end; the references do not fit by their times' \
    "and the status says it"
like "$(flat text)" 'by time reference 1, 2026-10-01T00:00:00Z, 8 entries reference 2, 2026-10-02T00:00:00Z, 6 entries \(fewer than before that: commitment.time\)' \
    "the order names the time that cannot be"
"$AERSCOPE" verify eight.json --count=8 -c c8-late --independent=yes -c c6-early >text
like "$(flat text)" 'by time reference 3, 2026-10-01T00:00:00Z, 6 entries reference 2, 2026-10-02T00:00:00Z, 8 entries without a time of publication: reference 1' \
    "and those without one"
unlike "$(flat text)" 'status [^p]*;' "nothing is said at the status where they go together"
"$AERSCOPE" verify eight.json -c c6-never -c c8-late >text
like "$(flat text)" 'reference 1, 2999-01-01T00:00:00Z, 6 entries \(that time cannot be: commitment.time\)' "a time in the future"
"$AERSCOPE" report --format=md eight.json --count=8 -c c8-late -c c6-early >md
like "$(cat md)" 'by time of publication:\*\* reference 3, 2026-10-01T00:00:00Z, 6 entries; reference 2, 2026-10-02T00:00:00Z, 8 entries' \
    "a report has time and number"

# A digest that two entries have is told of the last one too.
"$AERSCOPE" verify twice.json -c c8-late >text
like "$(flat text)" 'ENDPOINT not assessed found a reference has the digest of the last visible entry, which an earlier entry has as well' \
    "the digest of the last entry, by its number that of another"
unlike "$(flat text)" 'no reference given confirms the visible end or contradicts it' "and that is all that is said of it"
"$AERSCOPE" verify six.json -c c8-late >text
like "$(flat text)" 'ENDPOINT contradicted found the visible timeline is not as a reference states it, by the current rules' \
    "what contradicts may be of a timeline that went on: neither is called wrong"

# A head of this closed end leaves no innocent export; a head has no count.
"$AERSCOPE" verify six.json --head="$(grep -o '[0-9a-f]\{64\}' c6-early)" --count=8 >text
like "$(flat text)" 'POSSIBLE the file is an export of a part of the timeline, closed and linked for itself, and the reference that states its end' \
    "a reference to this end was made over the export"
"$AERSCOPE" verify eight.json --head="$(grep -o '[0-9a-f]\{64\}' true5-early)" >text
like "$(flat text)" 'earlier: it confirms the entries up to the one that has its digest, not the end' "a head has no count"
"$AERSCOPE" verify eight.json -c eight-as-5 >text
like "$(flat text)" 'continues_past_witness: more entries are here than the reference counts: they came after it, or were added, or the count is not right' \
    "a count that does not fit its digest"
"$AERSCOPE" verify live.json -c open6-early >text
like "$(flat text)" 'ENDPOINT matches found the last entry is the one that a reference states; the timeline does not satisfy every rule' \
    "what fails may be the last entry itself"

# A closed end before the visible one, and what is neither confirmed nor contradicted.
"$AERSCOPE" verify eight.json -c c6-early >text
like "$(flat text)" 'it has the digest of that entry with close true, an end, and the timeline goes on here' \
    "an end of which the timeline goes on is said"
like "$(flat text)" 'no reference given has the digest of the visible end; one has that of an entry here with close true, and by the rules no entry follows a closed one' \
    "and what it says of the visible end"
"$AERSCOPE" verify eight.json -c open6-early >text
unlike "$(flat text)" 'with close true, an end' "an open state is no end"

# A reference may be of the construction that the timeline has.
"$AERSCOPE" attack eight.json --unmarked --as-06 --force -o old.json 2>err || cat err
"$AERSCOPE" verify old.json -c c8-late >text 2>err
like "$(flat text) $(flat err)" 'is compared by the digest of the current construction alone.* is compared by' "what it is compared by"
unlike "$(flat text) $(flat err)" 'it states a digest of' "and not what it states"

# What confirms an earlier state is held against the entry that it confirms.
for name in c6-early:closed:" with close true, whose" open6-early:open:", whose"; do
    IFS=: read -r file word says <<<"$name"
    "$AERSCOPE" report --format=md eight.json -c "$file" >md
    is "$(grep -cE "^  (stated|recomputed) +$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["final_entry_digest"])' "$file")" md)" 2 \
        "an earlier state, $word: stated and recomputed are the same"
    like "$(cat md)" "held against:.*entry 6$says" "an earlier state, $word: of which entry"
done

# Two files with the same bytes are one copy.
cp eight.json copy.json
"$AERSCOPE" verify --format=json eight.json --baseline=copy.json --independent=yes >doc
is "$(python3 -c 'import json; print([f["code"] for f in json.load(open("doc"))["findings"] if "same bytes" in f["message"]])')" \
    "['commitment.shared']" "a copy with the same bytes: a warning"
"$AERSCOPE" verify --format=json eight.json --baseline=wrapped.json --independent=yes >doc
unlike "$(cat doc)" 'same bytes' "a copy with the same entries and other bytes: none"

# Where the end is the same, nothing speaks of a cut.
"$AERSCOPE" verify eight.json --baseline=noted.json >text
like "$(flat text)" 'no rule fails .*its last entry has the digest of the copy.s last one: what differs stands before that, or is bound by no digest' \
    "members that no digest binds: what differs"
unlike "$(flat text)" 'cut off the end' "members that no digest binds: nothing is cut off"
"$AERSCOPE" verify eight.json --head="$(python3 -c 'import json; print(json.load(open("c8-late"))["final_entry_digest"])')@9" >text
like "$(flat text)" 'no rule fails .*the number that the reference states does not fit its own digest' "another number for the same digest"
"$AERSCOPE" verify six.json -c c8-late >text
like "$(flat text)" 'no rule fails .*nothing inside cites the digest of the last entry.*cut off the end' "another end: what the chain cannot show"

# No entry at all.
echo '[]' >none.json
"$AERSCOPE" verify none.json >text
like "$(flat text)" 'TIMELINE broken found it has no entry, and a timeline has one at least' "an empty list"
unlike "$(flat text)" '0 visible entries' "an empty list: no count of failures over nothing"

done_testing
