#!/usr/bin/env bash
# samples/README: each row is run and compares. Text fits 80 columns and says what it has to.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$top_srcdir/samples" || exit 1

# field N: a column of the row, blanks around it dropped; `-` is empty.
field()
{
    local text
    text=$(cut -d'|' -f"$1" <<<"$row" | sed 's/^ *//; s/ *$//')
    test "$text" = - || printf '%s' "$text"
}

# answers FILE: "TIMELINE FAILURE ENDPOINT" out of a verdict.
answers()
{
    python3 - "$1" <<'END'
import json, sys
verdict = json.load(open(sys.argv[1]))
judgements = verdict["judgements"]
first = judgements["timeline"]["first_failure"]
failure = f"{first['entry']} {first['code']}" if first else ""
print(judgements["timeline"]["result"], failure, judgements["endpoint"]["result"], sep="|")
END
}

rows=$(grep '|' README | tail -n +2)
while read -r row; do
    file=$(field 1)
    read -ra args <<<"$(field 2)"
    name="$file ${args[*]-}"

    exits "$(field 6)" "$name: exit status" "$AERSCOPE" verify ${args[@]+"${args[@]}"} "$file"
    cp "$scratch/out" "$scratch/text"
    "$AERSCOPE" verify --format=json ${args[@]+"${args[@]}"} "$file" >"$scratch/json" 2>/dev/null
    is "$(answers "$scratch/json")" "$(field 3)|$(field 4)|$(field 5)" "$name: judgements"

    is "$(LC_ALL=C.UTF-8 awk 'length($0) > 80' "$scratch/text")" "" "$name: text fits 80 columns"
    is "$(grep -cE '^(TIMELINE|ENDPOINT|COVERAGE|OUTCOME)  ' "$scratch/text")" 4 \
        "$name: text has the four judgements"
    is "$(grep -nwiE 'valid|authentic|intact|complete|ok|verified|tamper-?proof' "$scratch/text")" "" \
        "$name: text claims nothing that was not checked"
    # A line that was wrapped is one line.
    is "$(sed -z 's/\n                / /g' "$scratch/text" | grep -n 'LOGGED BY AGENT' | grep -v 'not an observation')" "" \
        "$name: an agent's assertion is called so"
    is "$(LC_ALL=C grep -nP '[^\n\x20-\x7e\x80-\xff]' "$scratch/text")" "" "$name: text has no controls"
done <<<"$rows"

diag "rows: $(grep -c . <<<"$rows")"

"$AERSCOPE" verify reclosed.json -c honest.commitment.json >"$scratch/text"
flat=$(tr -s ' \n' ' ' <"$scratch/text")
like "$flat" 'no rule inside the chain can show this: nothing inside cites the digest of the last entry' \
    "re-closed: says why only a reference shows it"
like "$flat" 'first signal entry 6, commitment.count, entries_missing, 2 more there than here' \
    "re-closed: names the first signal"

"$AERSCOPE" verify relabelled.json >"$scratch/text"
is "$(grep -A1 -E '^  stored  +[0-9a-f]{64}$' "$scratch/text" | grep -cE '^  recomputed  +[0-9a-f]{64}$' |
    sed 's/^[1-9].*/some/')" some "relabelled: stored and recomputed stand under each other"

# Whatever the locale, evidence cannot write to the terminal.
for locale in C C.UTF-8 nonsense; do
    LC_ALL=$locale "$AERSCOPE" verify --all-findings hostile.json >"$scratch/text" 2>&1
    is "$(LC_ALL=C tr -d '\n\040-\176' <"$scratch/text" | LC_ALL=C tr -d '\200-\377' | wc -c)" 0 \
        "hostile text has no controls (LC_ALL=$locale)"
done
LC_ALL=C "$AERSCOPE" verify --all-findings hostile.json >"$scratch/text"
is "$(LC_ALL=C tr -d '\n\040-\176' <"$scratch/text" | wc -c)" 0 "hostile text is ASCII in the C locale"

done_testing
