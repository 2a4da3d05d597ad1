#!/usr/bin/env bash
# view without a terminal: what verify prints, with its status.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples

for file in honest.json edited.json damaged.json hostile.json; do
    "$AERSCOPE" verify "$samples/$file" >want 2>want.err; status=$?
    exits $status "$file: the status of verify" "$AERSCOPE" "$samples/$file"
    is "$(cat out)" "$(cat want)" "$file: the output of verify"
    exits $status "$file: view by its name" "$AERSCOPE" view "$samples/$file"
    is "$(cat out)" "$(cat want)" "$file: the same"
    is "$(LC_ALL=C tr -d '\n\040-\377' <out | wc -c)" 0 "$file: no escape byte"
done
exits 1 "with a reference" "$AERSCOPE" "$samples/reclosed.json" -c "$samples/honest.commitment.json"

# With a terminal that cannot place a cursor: a line that names it, then the same.
pty()
{
    python3 - "$@" <<'END'
import os, pty, sys
pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
out = b""
try:
    while block := os.read(master, 65536):
        out += block
except OSError:
    pass
sys.stdout.write(out.decode("utf-8", "backslashreplace").replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
}
for term in dumb no-such-terminal ""; do
    TERM=$term pty "$AERSCOPE" --color=never "$samples/honest.json" >out; is $? 3 "TERM='$term': the status of verify"
    like "$(head -n 1 out)" "TERM.*$term.*aerscope verify" "TERM='$term': names it and the way out"
    is "$(tail -n +2 out)" "$("$AERSCOPE" verify "$samples/honest.json")" "TERM='$term': the output of verify"
done
TERM=xterm pty "$AERSCOPE" "$samples/absent.json" >out; is $? 2 "a file that is not there"
unlike "$(cat out)" $'\e' "a file that is not there: no screen"

# Keys from a file, without a terminal: the status is that of verify when the examination was done.
echo '<wait>q' >keys
for file in honest.json edited.json damaged.json historical-06.json; do
    "$AERSCOPE" verify "$samples/$file" >/dev/null 2>&1; status=$?
    AERSCOPE_SCRIPT=keys exits $status "$file by a script: the status of verify" "$AERSCOPE" "$samples/$file"
done
AERSCOPE_SCRIPT=keys exits 1 "a reference by a script" \
    "$AERSCOPE" "$samples/reclosed.json" -c "$samples/honest.commitment.json"
AERSCOPE_SCRIPT=keys exits 2 "a reference that is not there" "$AERSCOPE" "$samples/honest.json" -c absent
AERSCOPE_SCRIPT=absent exits 2 "a script that is not there" "$AERSCOPE" "$samples/honest.json"

# Left before the examination was done: 1 when a failure is proved by then, else 2, and it is said.
mkfifo pipe
echo 'q' >keys
AERSCOPE_SCRIPT=keys "$AERSCOPE" - <pipe >out 2>err & view=$!
exec 9>pipe
wait $view; is $? 2 "left early"
exec 9>&-
like "$(cat err)" 'left before the examination was done' "left early: says so"

# Colour: bold and reverse alone, and only where it is wanted.
sgr()
{
    LC_ALL=C grep -o $'\e\\[[0-9;]*m' out | LC_ALL=C sort -u | tr -d '\033' | tr '\n' ' '
}
TERM=xterm pty "$AERSCOPE" verify "$samples/hostile.json" >out
is "$(sgr)" "[1m [22m [27m [7m " "on a terminal text is bold and reverse"
TERM=xterm NO_COLOR=1 pty "$AERSCOPE" verify "$samples/hostile.json" >out
is "$(sgr)" "" "NO_COLOR"
TERM=xterm pty "$AERSCOPE" verify --color=never "$samples/hostile.json" >out
is "$(sgr)" "" "--color=never"
NO_COLOR=1 "$AERSCOPE" verify --color=always "$samples/hostile.json" >out
is "$(sgr)" "[1m [22m [27m [7m " "--color=always"
"$AERSCOPE" verify "$samples/hostile.json" >out
is "$(sgr)" "" "not on a terminal"

done_testing
