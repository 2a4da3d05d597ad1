#!/usr/bin/env bash
# Calls that fail under the program, one after the other: tests/fault/faults.py says which and what must hold.
# FAULTS=all tries every way by which the program comes to a call (make faults).
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

preload=$top_builddir/tests/fault/inject.so
if ! test -s "$preload" || ! FAULT=alloc:0:ENOMEM LD_PRELOAD=$preload "$AERSCOPE" --version >/dev/null 2>&1; then
    skip "calls made to fail" "nothing can be preloaded here: not glibc, or built with a sanitizer that must come first"
    done_testing
fi

relay < <(
    python3 "$top_srcdir/tests/fault/faults.py" "$AERSCOPE" "$preload" "$top_srcdir" "$scratch" "${FAULTS:-some}" 2>&1 &&
        echo "ok to the end" || echo "not to the end"
)

done_testing
