#!/usr/bin/env bash
# The fuzz targets over their seeds, some fixed changes of each, and every input that ever failed.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

if ! "$top_builddir/tests/fuzz/fuzz_text" "$top_srcdir/tests/fuzz/words.dict" 2>/dev/null | grep -q inputs; then
    skip "fuzz targets" "built for libFuzzer: make fuzz runs them"
    done_testing
fi
unset AERSCOPE_SCRIPT COLUMNS LINES NO_COLOR
seeds=$scratch/seeds
python3 "$top_srcdir/tests/fuzz/seeds.py" "$top_srcdir" "$seeds"
ok $? "seeds are made of the samples and the vectors"

# Changes a seed: what takes seconds, not more.
declare -A changes=([case]=20 [commitment]=20 [diff]=10 [entry]=10 [expected]=100 [inspector]=1 [lab]=4 [options]=100
    [reader]=10 [report]=1 [text]=100 [timeline]=10)
for source in "$top_srcdir"/tests/fuzz/fuzz_*.c; do
    target=${source##*/fuzz_}
    target=${target%.c}
    folders=("$seeds/$target")
    test ! -d "$top_srcdir/tests/fuzz/found/$target" || folders+=("$top_srcdir/tests/fuzz/found/$target")
    exits 0 "$target: all that has to hold does" "$top_builddir/tests/fuzz/fuzz_$target" \
        "-changes=${changes[$target]:-1}" "${folders[@]}"
    count=$(sed -n 's/^\([0-9]*\) inputs$/\1/p' "$scratch/out" | tail -n 1)
    test "${count:-0}" -gt 40
    ok $? "$target: over ${count:-no} inputs"
done

done_testing
