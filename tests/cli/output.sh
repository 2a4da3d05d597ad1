#!/usr/bin/env bash
# --output: at once and whole, never over an input or through a symbolic link, and nothing left behind.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
mkdir place
honest=$top_srcdir/samples/honest.json
commitment=$top_srcdir/samples/honest.commitment.json

# clean WANT NAME: these and no other files stand in place/.
clean()
{
    is "$(ls -A place | tr '\n' ' ')" "$1" "$2: nothing else is left"
}

exits 3 "a new file" "$AERSCOPE" verify "$honest" -o place/new
is "$(cat out)" "" "a new file: nothing on standard output"
"$AERSCOPE" verify "$honest" >plain
is "$(cat place/new)" "$(cat plain)" "a new file holds what would have been printed"
(umask 027; "$AERSCOPE" verify "$honest" -o place/masked)
is "$(stat -c %a place/new place/masked | tr '\n' ' ')" "644 640 " "the mode is that of the umask"
rm place/masked
clean "new " "a new file"

echo mine >place/old
exits 2 "a file that exists" "$AERSCOPE" verify "$honest" -o place/old
like "$(cat err)" 'exists already.*--force' "a file that exists: says so"
is "$(cat place/old) $(cat out)" "mine " "a file that exists is left as it was"
exits 3 "a file that exists, forced" "$AERSCOPE" verify "$honest" -o place/old --force
is "$(cat place/old)" "$(cat plain)" "a file that exists is replaced when forced"
clean "new old " "a file that exists"

cp "$honest" place/input
ln place/input place/twin
ln -s input place/link
sum=$(cksum <place/input)
for target in place/input place/twin place/link; do
    for force in "" --force; do
        # shellcheck disable=SC2086
        exits 2 "$target $force" "$AERSCOPE" verify place/input -o $target $force
        is "$(cksum <place/input)" "$sum" "$target $force: the input is as it was"
    done
done
like "$(cat err)" 'symbolic link' "a symbolic link: says so"
cp "$commitment" place/reference
exits 2 "over a reference" "$AERSCOPE" verify "$honest" -c place/reference -o place/reference --force
like "$(cat err)" 'is an input' "over a reference: says so"
"$AERSCOPE" verify - -o place/input --force <place/input 2>err; is $? 2 "over standard input"
is "$(cksum <place/input)" "$sum" "over standard input: it is as it was"
"$AERSCOPE" verify place/input >>place/input 2>err; is $? 2 "standard output onto the input"
is "$(cksum <place/input)" "$sum" "standard output onto the input: it is as it was"
told()
{
    local name=$1
    shift
    "$AERSCOPE" "$@" >out 2>>place/input
    is "$? $(cksum <place/input)" "2 $sum" "standard error onto $name: the input is as it was"
    like "$(cat out)" 'standard error goes to a file that the command line names' "standard error onto $name: says so"
}
told "the input" verify place/input --bogus
told "the input by another name" verify --expect="$honest" place/twin
told "the input behind a letter" verify "$honest" -cplace/input
told "the input behind a name" diff --baseline=place/input "$honest"
"$AERSCOPE" verify - <place/input 2>>place/input >out; is "$? $(cksum <place/input)" "2 $sum" "standard error onto standard input"
"$AERSCOPE" verify place/input --bogus >>place/input 2>&1; is "$? $(cksum <place/input)" "2 $sum" "both onto the input"
ln -s nowhere place/dangling
exits 2 "a dangling link" "$AERSCOPE" verify "$honest" -o place/dangling --force
test ! -e place/nowhere; ok $? "a dangling link is not followed"
clean "dangling input link new old reference twin " "refusals"
rm place/*

for target in place place/ /dev/null absent/file; do
    exits 2 "$target as output" "$AERSCOPE" verify "$honest" -o $target --force
done
exits 2 "the output is checked before anything is examined" "$AERSCOPE" verify absent.json -o place/
unlike "$(cat err)" 'No such file' "and nothing was opened"
clean "" "bad places"

exits 2 "an input that is not there" "$AERSCOPE" verify --format=json absent.json -o place/none
clean "" "an input that is not there"
exits 2 "a commitment that is refused" "$AERSCOPE" commit "$top_srcdir/samples/edited.json" -o place/none
clean "" "a commitment that is refused"
exits 2 "damage is written down" "$AERSCOPE" verify --format=json "$top_srcdir/samples/damaged.json" -o place/some
like "$(cat place/some)" '"unreadable"' "damage is written down: in the file"
rm place/*

exits 0 "preimage" "$AERSCOPE" digest --entry=1 --preimage "$honest" -o place/bytes
is "$(sha256sum <place/bytes | cut -c-64)" "$("$AERSCOPE" digest "$honest" | sed -n '1s/^1\t\([0-9a-f]*\).*/\1/p')" \
    "preimage: these bytes have the digest"
rm place/*

# What is said on a closed standard error must not end up in the output.
"$AERSCOPE" verify "$top_srcdir/samples/damaged.json" -o place/some 2>/dev/null
"$AERSCOPE" verify "$top_srcdir/samples/damaged.json" -o place/closed >&- 2>&-; is $? 2 "all closed"
is "$(cat place/closed)" "$(cat place/some)" "all closed: the output is as ever"
rm place/*

if test "$(id -u)" -ne 0; then
    chmod 555 place
    exits 2 "a folder that may not be written to" "$AERSCOPE" verify "$honest" -o place/new
    chmod 755 place
else
    skip "a folder that may not be written to" "the superuser may"
fi

for closed in '<&-' '>&-' '2>&-' '<&- >&-' '<&- 2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
    for words in "verify $top_srcdir/samples/damaged.json" "report $honest --format=html" "attack $honest --delete=2" \
        "commit $honest --published-at=2026-10-06T00:00:00Z"; do
        eval "SOURCE_DATE_EPOCH=1 \"\$AERSCOPE\" $words -o place/open" 2>/dev/null; was=$?
        eval "SOURCE_DATE_EPOCH=1 \"\$AERSCOPE\" $words -o place/shut $closed"; is $? "$was" "${words%% *} $closed: status"
        cmp -s place/open place/shut; ok $? "${words%% *} $closed: nothing else is in the output"
        rm -f place/open place/shut
    done
done 2>/dev/null

# What the kernel makes up says that it is empty, and is copied before it is read.
if test -r /proc/self/status; then
    exits 2 "a file of /proc" "$AERSCOPE" verify /proc/self/status
    unlike "$(cat err)" 'TMPDIR|denied' "is read, and refused for what is in it"
fi

# A file that is larger than it may be: nothing half written stays.
(ulimit -f 1; env --default-signal=XFSZ "$AERSCOPE" verify --format=json --all-findings \
    "$top_srcdir/samples/historical-06.json" -o place/big 2>err); is $? 2 "no room for the output"
like "$(cat err)" 'cannot be written: File too large' "no room for the output: says so"
clean "" "no room for the output"
(ulimit -f 1; env --default-signal=XFSZ "$AERSCOPE" verify --format=json --all-findings \
    "$top_srcdir/samples/historical-06.json" 2>err >redirected); is $? 2 "no room behind a redirection"
like "$(cat err)" 'standard output: cannot be written: File too large' "no room behind a redirection: says so"

# A signal while the input is awaited; whoever runs the tests may ignore it.
mkfifo pipe
ulimit -c 0
for signal in TERM QUIT USR1 ALRM XCPU ABRT RTMIN+1; do
    env --default-signal "$AERSCOPE" verify - -o place/never <pipe & victim=$!
    exec 9>pipe
    for _ in $(seq 100); do
        test -n "$(ls -A place)" && break
        sleep 0.05
    done
    like "$(ls -A place)" '^\.aerscope-' "$signal: a temporary file stands beside the output"
    kill -$signal $victim
    wait $victim 2>/dev/null; is $? $((128 + $(kill -l $signal))) "$signal ends it"
    exec 9>&-
    clean "" "$signal"
done

done_testing
