#!/usr/bin/env bash
# Own steps of the training lab are never lost unasked: random walks through own steps, tour, exercise, evidence, R of
# the same bytes and of others, saving and leaving, against a model of its own.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset NO_COLOR
while IFS= read -r line; do
    case $line in
    "ok "*) ok 0 "${line#ok }" ;;
    "not "*) ok 1 "${line#not }" ;;
    *) echo "$line" ;;
    esac
done < <(python3 "$top_srcdir/tests/lib/lab_walk.py" 1 60 20 2>&1 || echo "not the walks ran to their end")
done_testing
