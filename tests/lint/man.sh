#!/usr/bin/env bash
# The manual pages, by mandoc.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$top_srcdir/man" || exit 1

for page in *.[1-9]; do
    is "$(mandoc -Tlint -Wwarning "$page" 2>&1)" "" "$page has nothing to complain about"
    wide=$(mandoc -Tascii -Owidth=78 "$page" | sed 's/.\x08//g' | awk 'length($0) > 80 { print NR ": " $0 }')
    is "$wide" "" "$page fits 80 columns"
done

echo '.Dd bad' >"$scratch/bad.1"
test -n "$(mandoc -Tlint -Wwarning "$scratch/bad.1" 2>&1)"
ok $? "mandoc complains about a page that has no title"

done_testing
