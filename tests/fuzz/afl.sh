#!/usr/bin/env bash
# Fuzzes the whole program with AFL++: afl.sh SOURCE-TREE FOLDER [SECONDS], one run for each command below.
#
# The program is built in FOLDER by afl-cc, with the sanitizers and without the sandbox. Crashes and hangs stay in
# FOLDER/out/COMMAND/default; mended, they belong in tests/fuzz/found/timeline or another target's folder.
set -eu

top=$(cd -- "$1" && pwd) to=$2 seconds=${3:-600}
mkdir -p "$to/out"
cd "$to"
if test ! -x src/aerscope; then
    AFL_USE_ASAN=1 AFL_USE_UBSAN=1 CC=afl-cc "$top/configure" --quiet --disable-sandbox --disable-hardening
    AFL_USE_ASAN=1 AFL_USE_UBSAN=1 make -s -j"$(nproc)" src/aerscope
fi
python3 "$top/tests/fuzz/seeds.py" "$top" seeds
printf '<wait>jjjGgg<Enter><Esc>e<Enter>fwsvo' >keys

# AFL's own idea of a good machine is not needed to find anything.
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 LC_ALL=C.UTF-8
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:symbolize=0
fuzz()
{
    local name=$1
    shift
    afl-fuzz -i seeds/timeline -o "out/$name" -V "$seconds" -t 5000 -m none -x "$top/tests/fuzz/words.dict" -- \
        src/aerscope "$@" >"$name.log" 2>&1 || echo "$name: afl-fuzz: status $?"
    printf '%-8s %s executions, %s crashes, %s hangs\n' "$name" \
        $(sed -nE 's/^(execs_done|saved_crashes|saved_hangs) +: //p' "out/$name/default/fuzzer_stats")
}
fuzz verify verify --format=json --jobs=2 @@
fuzz report report --format=html --entries=all @@
AERSCOPE_SCRIPT=$PWD/keys fuzz view @@
