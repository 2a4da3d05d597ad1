# Sourced by every shell test (bash). Prints TAP; the test ends with done_testing.
#
#   . "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"
#
# $top_srcdir, $top_builddir   absolute; the source tree may be read-only
# $AERSCOPE                    the program under test, absolute
# $scratch                     an empty directory of this test's own, removed at the end
# $XDG_DATA_HOME               in it, not made yet
#
#   ok STATUS NAME             passes when STATUS is 0
#   is GOT WANT NAME           passes when both are the same text
#   like GOT REGEX NAME        passes when GOT matches the extended regular expression
#   unlike GOT REGEX NAME      passes when it does not
#   exits WANT NAME CMD...     runs CMD; output in $scratch/out and $scratch/err
#   skip NAME WHY              counts as skipped
#   diag TEXT                  a comment, every line of it
#   relay [PREFIX] <LINES      a line "ok NAME" or "not NAME" ("not ok NAME") each; others are comments
#   at_end CMD...              also runs CMD when the test ends, however it ends

set -u
unset CDPATH

if test -z "${top_srcdir:-}"; then
    top_srcdir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
fi
top_builddir=${top_builddir:-$top_srcdir}
AERSCOPE=${AERSCOPE:-$top_builddir/src/aerscope}
export top_srcdir top_builddir AERSCOPE
export LC_ALL=${LC_ALL:-C.UTF-8} TZ=${TZ:-UTC} PYTHONDONTWRITEBYTECODE=1

tap_count=0
tap_failed=0
tap_done=
tap_at_end=()

scratch=$(mktemp -d "${TMPDIR:-/tmp}/aerscope-test.XXXXXX") || exit 99

# Nothing of whoever runs the tests is looked at or written to.
export XDG_DATA_HOME=$scratch/data

tap_end()
{
    tap_status=$?
    local command
    for command in ${tap_at_end[@]+"${tap_at_end[@]}"}; do
        eval "$command"
    done
    chmod -R u+rwx "$scratch" 2>/dev/null
    rm -rf "$scratch"
    if test -z "$tap_done"; then
        echo "Bail out! $0 ended early (status $tap_status)"
        test "$tap_status" -ne 0 || tap_status=1
    fi
    exit "$tap_status"
}
trap tap_end EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

at_end()
{
    tap_at_end+=("$(printf '%q ' "$@")")
}

diag()
{
    printf '%s\n' "$1" | LC_ALL=C sed 's/^/# /'
}

relay()
{
    local line
    while IFS= read -r line; do
        case $line in
        'ok '*) ok 0 "${1-}${line#ok }" ;;
        'not ok '*) ok 1 "${1-}${line#not ok }" ;;
        'not '*) ok 1 "${1-}${line#not }" ;;
        *) diag "${line#\# }" ;;
        esac
    done
}

# A name must not hold what TAP takes for a directive or a new line.
tap_name()
{
    printf '%s' "$1" | tr '\n#' ' +'
}

ok()
{
    tap_count=$((tap_count + 1))
    if test "$1" -eq 0; then
        echo "ok $tap_count - $(tap_name "$2")"
        return 0
    fi
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $(tap_name "$2")"
    return 1
}

is()
{
    local status=0
    test "$1" = "$2" || status=1
    ok "$status" "$3" && return 0
    diag "got:    $1"
    diag "wanted: $2"
    return 1
}

like()
{
    local status=0
    [[ $1 =~ $2 ]] || status=1
    ok "$status" "$3" && return 0
    diag "got: $1"
    diag "which does not match: $2"
    return 1
}

unlike()
{
    local status=0
    [[ $1 =~ $2 ]] && status=1
    ok "$status" "$3" && return 0
    diag "got: $1"
    diag "which matches: $2"
    return 1
}

exits()
{
    local want=$1 name=$2 got=0
    shift 2
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || got=$?
    is "$got" "$want" "$name" && return 0
    diag "command: $*"
    diag "stderr: $(head -c 2000 "$scratch/err")"
    return 1
}

skip()
{
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $(tap_name "$1") # SKIP $(tap_name "$2")"
}

# Always the last line of a test. The status stays 0: the driver counts the failures by their lines.
done_testing()
{
    echo "1..$tap_count"
    tap_done=yes
    test -t 1 && test "$tap_failed" -ne 0 && exit 1
    exit 0
}
