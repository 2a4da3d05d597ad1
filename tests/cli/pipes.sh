#!/usr/bin/env bash
# Damage in a pipe that may have no end: what is read on for the hash is bounded, and the answer does not hang
# on who was quicker.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

# field NAME: a member of the timeline in the last document.
field()
{
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["timeline"][sys.argv[2]])' doc "$1"
}

# examined STATUS WHAT COMMAND...: what the command prints is examined as it comes.
examined()
{
    local status=$1 what=$2
    shift 2
    "$@" 2>/dev/null | "$AERSCOPE" verify --format=json - >doc 2>err
    is "${PIPESTATUS[1]}" "$status" "$what: status"
}

many() { head -c "$1" /dev/zero; }
endless_space() { printf '[,,,'; yes ''; }
endless_entries() { printf '[{"id":01}'; yes ',{}'; }
endless_refused() { yes; }
short() { printf '[,,,'; many 1000; }
up_to_the_bound() { printf '[,,,'; many $((64 * 1024 * 1024 + 1 - 4)); }
behind_the_bound() { printf '[,,,'; many $((64 * 1024 * 1024 + 1 - 3)); }

cd "$scratch" || exit 1
for what in endless_space endless_entries endless_refused; do
    examined 2 "$what" $what
    is "$(field sha256)" None "$what: the SHA-256 is not known"
    test "$(field bytes)" -lt $((80 * 1024 * 1024))
    ok $? "$what: a bounded part was read" "$(field bytes)"
    $what 2>/dev/null | "$AERSCOPE" verify - >text 2>err
    like "$(cat text)" "not known: the input was not read to its end" "$what: and it is said"
done

for what in short up_to_the_bound; do
    examined 2 "$what" $what
    is "$(field sha256)" "$($what | sha256sum | cut -d ' ' -f 1)" "$what: the SHA-256 of all of it"
    is "$(field bytes)" "$($what | wc -c)" "$what: all of it was read"
done

examined 2 behind_the_bound behind_the_bound
is "$(field sha256)" None "behind the bound: the SHA-256 is not known"

# A file has an end.
behind_the_bound >file
"$AERSCOPE" verify --format=json file >doc 2>err
is "$(field sha256)" "$(sha256sum file | cut -d ' ' -f 1)" "a file is read to its end whatever its size"

# An undamaged input without an end takes no more than there is room for, and leaves some.
mkdir small
cat >endless.py <<'END'
import os, sys
entry = '{"id":"a","tool":"t","provenance_class":"LOGGED BY AGENT","job_id":"j","seq":1,"canonical_bytes":"%s"}' % ("QUFB" * 4000)
try:
    sys.stdout.write("[" + entry)
    while True:
        sys.stdout.write("," + entry)
except BrokenPipeError:
    os._exit(0)
END
cat >bounded.sh <<'END'
mount -t tmpfs -o size=24m none small || exit 77
python3 endless.py 2>/dev/null | TMPDIR=$PWD/small "$AERSCOPE" verify --format=json - >doc 2>err
status=${PIPESTATUS[1]}
df --output=avail -B1 small | tail -n 1 >left
exit "$status"
END
if unshare -rm true 2>/dev/null; then
    unshare -rm bash bounded.sh 2>/dev/null
    is $? 1 "an undamaged pipe without an end: what was found by then stays found"
    like "$(cat err)" 'cannot keep standard input in .*/small after [0-9]+ bytes: only [0-9]+ are free there.*set TMPDIR' \
        "an undamaged pipe without an end: says where the room ends, and what to do"
    like "$(cat doc)" '"result": "unreadable"' "an undamaged pipe without an end: is not read to its end"
    kept=$(sed -n 's/.*only \([0-9]*\) are free.*/\1/p' err | head -n 1)
    test "${kept:-0}" -gt 100000
    ok $? "an undamaged pipe without an end: room is left" "$kept"
    test "$(cat left)" -gt 25000000
    ok $? "an undamaged pipe without an end: all of it is given back" "$(cat left)"
else
    skip "an undamaged pipe without an end" "no file system of its own can be made here"
fi

done_testing
