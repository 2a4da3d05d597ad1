#!/usr/bin/env bash
# A machine's clock that stands anywhere: what is judged does not hang on it, and every time that is written can be read.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

preload=$top_builddir/tests/fault/inject.so
if ! test -s "$preload" || ! FAULT=alloc:0:ENOMEM LD_PRELOAD=$preload "$AERSCOPE" --version >/dev/null 2>&1; then
    skip "the clock" "nothing can be preloaded here: not glibc, or built with a sanitizer that must come first"
    done_testing
fi
unset SOURCE_DATE_EPOCH
cd "$scratch" || exit 1
cp "$top_srcdir/samples/honest.json" "$top_srcdir/samples/honest.commitment.json" .
printf '<wait>mqa word<Enter><C-X><Enter><Enter><wait>y<wait>q' >keys

# at SECONDS ARGUMENTS...: the program, with the clock standing there
at()
{
    local seconds=$1
    shift
    FAULT=alloc:0:ENOMEM FAULT_CLOCK=$seconds LD_PRELOAD=$preload "$AERSCOPE" "$@" </dev/null
}

# The nearest second that RFC 3339 can write, by another hand; and whether honest.commitment.json is of the future then.
python3 - >want <<'END'
import datetime, json
first, last = datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59)
epoch = datetime.datetime(1970, 1, 1)
published = datetime.datetime.strptime(json.load(open("honest.commitment.json"))["published_at"][:19], "%Y-%m-%dT%H:%M:%S")
for seconds in (-2**63, -62135596801, -62135596800, -2**31 - 1, -1, 0, 2**31 - 1, 2**31, 2**32, 4102444800, 253402300799,
                253402300800, 2**63 - 1):
    low, high = (first - epoch).total_seconds(), (last - epoch).total_seconds()
    when = first if seconds < low else last if seconds > high else epoch + datetime.timedelta(seconds=seconds)
    print(seconds, "%04d%sZ" % (when.year, when.strftime("-%m-%dT%H:%M:%S")), 3 if when < published else 0)
END

while read -r seconds when ahead; do
    at "$seconds" commit honest.json -o made.json --force 2>err
    is "$? $(sed -n 's/.*"published_at": "\(.*\)".*/\1/p' made.json)" "0 $when" "$seconds: a commitment's time"
    at "$seconds" verify honest.json -c made.json --independent=yes >text 2>err
    is "$? $(grep -c 'commitment.time' text)" "0 0" "$seconds: which confirms the end there"
    at "$seconds" verify honest.json -c honest.commitment.json --independent=yes >text 2>err
    is $? 0 "$seconds: what confirms the end does not hang on the clock"
    if test "$ahead" -ne 0; then
        like "$(cat text)" 'commitment\.time' "$seconds: a reference of the future is warned of"
    else
        unlike "$(cat text)" 'commitment\.time' "$seconds: a reference of the past is not warned of"
    fi
    at "$seconds" report honest.json --format=json -o report.json --force 2>err
    is "$(python3 -c 'import json; print(json.load(open("report.json"))["generated_at"])')" "$when" "$seconds: a report's time"
    rm -f one.case
    AERSCOPE_SCRIPT=keys at "$seconds" honest.json --config=none --case=one.case >out 2>err
    is "$? $(cat err)" "3 " "$seconds: the inspector"
    is "$(python3 -c 'import json; print(*{r["at"] for r in json.load(open("one.case"))["history"]})')" "$when" \
        "$seconds: the times of a case file"
    at "$seconds" verify honest.json --case=one.case >out 2>err
    is "$? $(cat err)" "3 " "$seconds: which can be read"
done <want

# A case file that was written when the clock was far ahead goes on: its records stay in order, the clock beside them.
AERSCOPE_SCRIPT=keys at 4102444800 honest.json --config=none --case=ahead.case >out 2>err
AERSCOPE_SCRIPT=keys at 0 honest.json --config=none --case=ahead.case >out 2>err
is "$? $(cat err)" "3 " "a clock set back by 130 years"
is "$(python3 -c '
import json
h = json.load(open("ahead.case"))["history"]
print(h[-1]["at"], h[-1].get("clock"), [r["at"] for r in h] == sorted(r["at"] for r in h))')" \
    "2100-01-01T00:00:00Z 1970-01-01T00:00:00Z True" "the history says both"

done_testing
