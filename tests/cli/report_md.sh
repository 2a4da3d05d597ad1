#!/usr/bin/env bash
# report --format=md: evidence is never markup, a link or a mention, and reads as it was.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples
markdown=$top_srcdir/tests/report/markdown.py

# reads NAME ARG...: strictly, and as a reader of Markdown does where there is one.
reads()
{
    local name=$1
    shift
    "$AERSCOPE" report --format=md "$@" >made.md 2>/dev/null
    python3 "$markdown" read made.md 2>why
    ok $? "$name: nothing in it can be markup" || diag "$(tail -n 3 why)"
    if ! command -v cmark-gfm >/dev/null; then
        skip "$name: read by another program" "there is no cmark-gfm"
        return
    fi
    cmark-gfm --unsafe -e table -e autolink -e strikethrough made.md >made.html
    python3 "$markdown" read made.md made.html 2>why
    ok $? "$name: read by another program it says the same" || diag "$(tail -n 3 why)"
}

mkdir odd
timeline=$(python3 "$markdown" hostile odd)
reads "hostile members" --entries=all "$timeline"
"$AERSCOPE" verify --format=json "$timeline" >verdict.json 2>/dev/null
like "$(python3 "$markdown" check made.md "$timeline" verdict.json 2>&1 | tail -n 3)" '^66 entries, [3-9][0-9] explanations$' \
    "hostile members: each reads as it was, and so do the sentences that quote them"

IFS= read -r -d '' timeline < <(python3 "$top_srcdir/tests/report/hostile.py" odd; printf '\0')
commitment=$(printf '%s' odd/c*)
case=$(printf '%s' odd/n*)
reads "members that attack browsers" --entries=all "$timeline"
reads "and a reference that does" "$timeline" -c "$commitment" --witness='[w](http://canary.invalid) | `x`' \
    --authority='<b>@me</b>' --retrieved-from=http://canary.invalid/
reads "and notes that do" "$timeline" "--case=$case"
reads "a case file" "$samples/relabelled.json" "--case=$samples/relabelled.case"
for name in beheaded close-middle damaged deleted edited historical-06 honest hostile reclosed reordered spliced wrapped; do
    reads "$name" --entries=all "$samples/$name.json"
done
reads "coverage" "$samples/spliced.json" "--expect=$samples/honest.expected.json"

done_testing
