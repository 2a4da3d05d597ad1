#!/usr/bin/env bash
# Fuzzes each target for a while: run.sh SOURCE-TREE BUILD-TREE, by way of "make fuzz".
#
#   FUZZ_SECONDS   for each target (60)
#   FUZZ_ONLY      targets, by name; all
#   FUZZ_JOBS      processes at once of one target (1)
#
# What was found is kept in BUILD-TREE/fuzz-corpus for the next time; inputs that fail in BUILD-TREE/fuzz-found: mended,
# they belong in tests/fuzz/found/TARGET, where "make check" runs them for ever.
set -u

top=$1 build=$2
cd "$build" || exit 2
seconds=${FUZZ_SECONDS:-60}
jobs=${FUZZ_JOBS:-1}
all=$(cd "$top/tests/fuzz" && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//')
status=0

mkdir -p fuzz-corpus fuzz-found
python3 "$top/tests/fuzz/seeds.py" "$top" fuzz-seeds || exit 2
# The inspector's target may write nowhere else.
export FUZZ_WRITES=$build LC_ALL=C.UTF-8 TZ=UTC
unset AERSCOPE_SCRIPT COLUMNS LINES NO_COLOR
for target in ${FUZZ_ONLY:-$all}; do
    mkdir -p "fuzz-corpus/$target" "fuzz-found/$target"
    folders=("$build/fuzz-corpus/$target" "$build/fuzz-seeds/$target")
    test ! -d "$top/tests/fuzz/found/$target" || folders+=("$top/tests/fuzz/found/$target")
    arguments=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 -print_funcs=0
        -artifact_prefix="$build/fuzz-found/$target/" -dict="$top/tests/fuzz/words.dict")
    test "$jobs" -eq 1 || arguments+=(-fork="$jobs" -ignore_crashes=1)
    if "$build/tests/fuzz/fuzz_$target" "${arguments[@]}" "${folders[@]}" >"fuzz-found/$target.log" 2>&1 </dev/null; then
        result=
    else
        result=', FAILED'
        status=1
    fi
    printf '%-12s %s inputs, coverage %s%s\n' "$target" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "fuzz-found/$target.log")" \
        "$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "fuzz-found/$target.log" | tail -n 1)" "$result"
done
exit $status
