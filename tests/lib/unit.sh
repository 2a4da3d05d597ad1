#!/usr/bin/env bash
# Runs a unit test: unit.sh PROGRAM. Under $UNIT_UNDER, where that is set: the words of a command, such as
# "valgrind --quiet --error-exitcode=99".
#
# cmocka writes "not ok N # SKIP name" of a test that skipped itself, which is a failure to every reader of TAP. Here it
# is "ok N - name # SKIP why", by the comment "# skipped: why" that the test printed.
set -o pipefail

# shellcheck disable=SC2086
${UNIT_UNDER:-} "$@" | awk '
    /^# skipped: / { why = substr($0, 12); next }
    /^not ok [0-9]+ # SKIP / { $0 = "ok " $3 " - " $6 " # SKIP " why; why = "" }
    { print; fflush() }'
