#!/usr/bin/env bash
# Every source and every test stands in Makefile.am, and everything listed is there.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$top_srcdir" || exit 1

# In Makefile.am, units go without the .c.
listed=$(sed -n 's/^\t\(\(src\|tests\|man\)\/[^ ]*[^/ ]\) \\$/\1/p' Makefile.am)
is "$(printf '%s\n' "$listed" | LC_ALL=C sort | uniq -d | grep -v '\.a$')" "" "nothing is listed twice"

present=$(
    find src -type f -name '*.[ch]'
    find tests/cli tests/tui tests/lint -type f -name '*.sh' 2>/dev/null
    find tests/unit -type f -name 'test_*.c' 2>/dev/null | sed 's/\.c$//'
    find tests/fuzz -type f -name 'fuzz_*.c' 2>/dev/null | sed 's/\.c$//'
    find tests/unit -type f -name '*.h' 2>/dev/null
    find man -type f -name '*.[1-9]' 2>/dev/null
)
unlisted=$(printf '%s\n' "$present" | grep -v '^src/main\.c$' | grep -vxF -- "$listed" | LC_ALL=C sort)
is "$unlisted" "" "everything there is listed"

absent=
while read -r file; do
    case $file in
    tests/unit/test_* | tests/fuzz/fuzz_*) test -f "$file.c" || absent+=" $file.c" ;;
    *.a) ;;
    *) test -e "$file" || absent+=" $file" ;;
    esac
done <<<"$listed"
is "$absent" "" "everything listed is there"

strays=$(find . -maxdepth 1 -type f ! -name '.*' \( -name '*.py' -o -name '*.sh' -o -name '*.c' -o -name '*.h' -o -name '*.json' \
    -o -name '*.txt' -o -name '*.md' \) ! -name config.h)
is "$strays" "" "nothing lies at the top that belongs into a folder"

# Lists are edited by several people at once: in order, a line each, they merge.
unsorted=$(LC_ALL=C awk '
    /^[a-z_]+ = \\$/ { list = $1; last = ""; next }
    !/^\t/ { list = ""; next }
    list ~ /^(.*_sources|unit_tests|unit_headers|fuzz_targets|shell_tests)$/ && /^\t[^$]/ {
        if ($1 < last) print list ": " $1
        last = $1
    }' Makefile.am)
is "$unsorted" "" "the lists are in order"

done_testing
