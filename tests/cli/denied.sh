#!/usr/bin/env bash
# What may not be read or written, links that lead nowhere, and no terminal at all. The superuser may do everything: then
# it is done by somebody else.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples
mkdir place
cp "$samples"/* place
chmod -R u+w place
cp "$AERSCOPE" place/program && chmod 755 place/program
cd place || exit 1

nobody=()
if test "$(id -u)" -eq 0; then
    nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chmod 711 "$scratch"
    chown -R 65534:65534 . 2>/dev/null
fi

# as ANOTHER CMD...: by somebody who may not do everything.
as_another()
{
    HOME=$PWD XDG_DATA_HOME=$PWD/data TMPDIR=${temporary:-$PWD} ${nobody[@]+"${nobody[@]}"} "$@"
}

# says STATUS REGEX NAME CMD...: the status, and one line on standard error that matches; nothing is left behind.
says()
{
    local want=$1 regex=$2 name=$3 before
    shift 3
    before=$(ls -A)
    as_another "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    is $? "$want" "$name: status"
    like "$(cat "$scratch/err")" "$regex" "$name: says so"
    is "$(wc -l <"$scratch/err")" 1 "$name: in one line"
    is "$(ls -A)" "$before" "$name: and nothing is left"
}

view()
{
    local want=$1 regex=$2 name=$3
    shift 3
    says "$want" "$regex" "$name" env AERSCOPE_SCRIPT=keys ./program --config=none "$@"
}

printf '<wait>q' >keys
chmod 644 keys

if as_another ./program --version >/dev/null 2>&1; then
    cp honest.json closed.json
    cp relabelled.case closed.case
    cp honest.commitment.json closed.commitment
    cp honest.expected.json closed.expected
    mkdir shut unwritable
    cp honest.json relabelled.case shut
    test "$(id -u)" -ne 0 || chown -R 65534:65534 .
    chmod 0 closed.* shut
    chmod 555 unwritable
    denied='Permission denied'

    says 2 "cannot open closed.json: $denied" "a timeline" ./program verify closed.json
    says 2 "cannot open closed.json: $denied" "a timeline to look at" ./program closed.json
    says 2 "cannot open shut/honest.json: $denied" "a timeline in a folder" ./program verify shut/honest.json
    says 2 "closed.json: $denied" "a later copy" ./program diff honest.json closed.json
    says 2 "closed.json: $denied" "an earlier copy" ./program verify honest.json --baseline=closed.json
    says 2 "closed.commitment: $denied" "a commitment" ./program verify honest.json -c closed.commitment
    says 2 "closed.expected: $denied" "a list of expected actions" ./program verify honest.json --expect=closed.expected
    says 2 "cannot open closed.json: $denied" "a list of files" ./program verify --files-from=closed.json
    says 2 "cannot open closed.json: $denied" "a corpus" ./program conformance closed.json
    says 2 "cannot open closed.json: $denied" "a donor" ./program attack honest.json --splice=closed.json:1-2@1
    says 2 "cannot open closed.json: $denied" "a report" ./program report closed.json
    says 2 "cannot open closed.json: $denied" "a configuration" env AERSCOPE_SCRIPT=keys ./program --config=closed.json honest.json
    says 2 "cannot open the case file 'closed.case': $denied" "a case file" ./program verify relabelled.json --case=closed.case
    says 2 "cannot open the case file 'shut/relabelled.case': $denied" "a case file in a folder" \
        ./program report relabelled.json --case=shut/relabelled.case
    says 2 "output 'shut/out': its directory cannot be opened: $denied" "an output" ./program commit honest.json -o shut/out
    says 2 "output 'unwritable/out': no file can be made beside it: $denied" "an output beside nothing" \
        ./program commit honest.json -o unwritable/out
    temporary=$PWD/unwritable says 2 "in .*unwritable: $denied; set TMPDIR" "a temporary file" \
        ./program attack honest.json --delete=1 --explain -o out.json

    view 2 "cannot open the case file 'closed.case': $denied" "the inspector, a case file" relabelled.json --case=closed.case
    view 2 "cannot open the case file 'shut/x.case': $denied" "the inspector, a folder" relabelled.json --case=shut/x.case
    view 2 "case file 'unwritable/x.case': its folder cannot be written to: $denied" "the inspector, a new case file" \
        relabelled.json --case=unwritable/x.case
    chmod 700 shut
else
    skip "what may not be read" "nobody can be somebody else here"
fi

# --- links that lead nowhere, and folders that are not there

nobody=()
ln -s nowhere dangling
nowhere='it is a symbolic link that leads nowhere'
says 2 "cannot open dangling: $nowhere" "a link for a timeline" ./program verify dangling
says 2 "dangling: $nowhere" "a link for a commitment" ./program verify honest.json -c dangling
says 2 "cannot open dangling: $nowhere" "a link for a list" ./program verify --files-from=dangling
says 2 "cannot open the case file 'dangling': $nowhere" "a link for a case file" ./program verify honest.json --case=dangling
view 2 "case file 'dangling': a symbolic link that leads nowhere stands there" "a link for a new case file" \
    honest.json --case=dangling
view 2 "case file 'absent/x.case': its folder cannot be opened: No such file" "no folder for a new case file" \
    honest.json --case=absent/x.case
view 2 "'place/' names a folder" "a folder for a new case file" honest.json --case=place/
printf '<wait>mqme<Enter><wait>q' >keys
AERSCOPE_SCRIPT=keys XDG_DATA_HOME=$scratch/data ./program --config=none honest.json --case="$scratch/data/aerscope/x.case" >/dev/null 2>"$scratch/err"
is "$? $(cat "$scratch/err")" "3 " "the usual folder is made for a new case file"
like "$(cat "$scratch/data/aerscope/x.case")" 'aerscope.case/1' "and it is there"

# --- no terminal at all: neither is one in standard input or output, nor can one be had

printf '<wait>q' >keys
if setsid -w true 2>/dev/null; then
    ./program verify honest.json >"$scratch/want"
    setsid -w ./program honest.json </dev/null >"$scratch/out" 2>"$scratch/err"
    is "$? $(cat "$scratch/err")" "3 " "no terminal: status of verify"
    is "$(cat "$scratch/out")" "$(cat "$scratch/want")" "no terminal: what verify prints"
    AERSCOPE_SCRIPT=keys setsid -w ./program --config=none honest.json </dev/null >/dev/null 2>"$scratch/err"
    is "$? $(cat "$scratch/err")" "3 " "no terminal: a script needs none"
    relay <<<"$(python3 - <<'EOF'
import os, pty, subprocess, threading
keys, screen = pty.openpty()
said = []
threading.Thread(target=lambda: said.append(os.read(keys, 100)), daemon=True).start()
run = subprocess.run(["./program", "--config=none", "honest.json"], stdin=subprocess.DEVNULL, stdout=screen,
                     stderr=subprocess.PIPE, start_new_session=True, env=dict(os.environ, TERM="xterm"), timeout=60)
for good, name in ((run.returncode == 2, "no terminal for keys: status"),
                   (b"no terminal for the inspector: /dev/tty: " in run.stderr and b"aerscope verify needs none" in run.stderr
                    and run.stderr.count(b"\n") == 1, "no terminal for keys: says so, and what needs none"),
                   (not said, "no terminal for keys: nothing is drawn")):
    print("ok" if good else "not", name)
os._exit(0)
EOF
)"
else
    skip "no terminal" "no setsid here"
fi

done_testing
