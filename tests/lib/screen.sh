# Sourced after tap.sh by tests that draw the inspector without a terminal, from keys in a script.
#
#   draw SIZE KEYS ARGUMENTS...    the screen, on stdout, saved by the command that saves it
#   asked SIZE KEYS ARGUMENTS...   the same while a prompt is open, as it stands there
#
# SIZE is COLUMNSxROWS. The program's exit status is left in $scratch/status, what it says in $scratch/out and
# $scratch/err. styles=--styles puts the style of each cell behind the characters; input=FILE is standard input.

# Else every golden screen would be written anew as an empty one.
test -x "$AERSCOPE" || { echo "Bail out! there is no program $AERSCOPE"; exit 1; }

screen_played()
{
    local size=$1 keys=$2 status=0
    shift 2
    rm -f "$scratch/screen"
    printf '%s' "$keys" >"$scratch/keys"
    COLUMNS=${size%x*} LINES=${size#*x} AERSCOPE_SCRIPT=$scratch/keys \
        "$AERSCOPE" "$@" >"$scratch/out" 2>"$scratch/err" <"${input:-/dev/null}" || status=$?
    echo "$status" >"$scratch/status"
    cat "$scratch/screen" 2>/dev/null
}

draw()
{
    local size=$1 keys=$2
    shift 2
    screen_played "$size" "<wait>$keys:save-screen ${styles:+$styles }$scratch/screen<Enter>" "$@"
}

asked()
{
    local size=$1 keys=$2
    shift 2
    screen_played "$size" "<wait>$keys<save ${styles:+$styles }$scratch/screen>" "$@"
}
