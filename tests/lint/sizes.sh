#!/usr/bin/env bash
# No file over 600 lines, no function over 100, half of the functions under 15.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

max_file=600
max_function=100
max_median=15

# functions FILE...: "LINES FILE:LINE NAME" for each function. By .clang-format, a function's braces
# stand alone in column 0 and nothing else's do; both are counted.
functions()
{
    awk '
        FNR == 1 { open = 0; head = "" }
        /^[A-Za-z_].*\(/ { head = $0 }
        /^\{[ \t]*$/ {
            open = FNR
            name = head
            sub(/\(.*/, "", name)
            sub(/.*[ *]/, "", name)
        }
        /^\}[ \t]*$/ && open { printf "%d %s:%d %s\n", FNR - open + 1, FILENAME, open, name; open = 0 }
    ' "$@"
}

cd "$top_srcdir" || exit 1
mapfile -t files < <(find src -type f -name '*.[ch]' | LC_ALL=C sort)

is "$(awk -v max=$max_file 'FNR == max + 1 { print FILENAME }' "${files[@]}")" "" \
    "no file has more than $max_file lines"

all=$(functions "${files[@]}")
is "$(awk -v max=$max_function '$1 > max' <<<"$all")" "" "no function has more than $max_function lines"

median=$(sort -n <<<"$all" | awk '{ n[NR] = $1 } END { print n[int((NR + 1) / 2)] + 0 }')
test "$median" -gt 0 && test "$median" -lt $max_median
ok $? "the median function has fewer than $max_median lines"
diag "functions: $(grep -c . <<<"$all"), median: $median, longest: $(sort -n <<<"$all" | tail -1)"

# A body that begins on the line of its head would escape the count.
is "$(grep -nE '^[A-Za-z_][^;=]*\) *\{' "${files[@]}")" "" "function braces stand in column 0"

# The counter itself.
cat >"$scratch/a.c" <<'END'
struct point {
    int x;
};

static const int list[] = {
    1,
};

static int one(void)
{
    return 1;
}

const char *two_lines(const char *text,
                      int n)
{
    if (n) {
        text++;
    }

    return text;
}
END
is "$(functions "$scratch/a.c" | sed 's| .*:| |')" $'3 10 one\n7 16 two_lines' "counts functions and nothing else"

done_testing
