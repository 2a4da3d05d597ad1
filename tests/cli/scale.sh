#!/usr/bin/env bash
# What a file costs, whatever it holds: memory by the number of entries alone, and bytes read by the size of the file
# alone. Nothing is timed: memory is the peak that the kernel tells, bytes are those that it counted for read calls.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
generate=$top_srcdir/tests/bench/generate.py
sanitized=no
grep -qaE '__(asan|tsan)_init' "$AERSCOPE" && sanitized=yes

# took FILE WORDS...: "STATUS PEAK-BYTES BYTES-READ SECONDS-WERE-ENOUGH" of aerscope WORDS with FILE as standard input.
# A shell in between, which waits for it, has its counts in /proc. What takes time by the square of what it is given
# does not end within the processor time that it may use; all here takes a second or two.
cat >took.py <<'END'
import os, re, resource, subprocess, sys
limit = 300
def bound():
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
script = 'head -c 0 /proc/self/io; "$@" >out 2>err; s=$?; exec 3</proc/$$/io; cat <&3; exit $s'
with open(sys.argv[1], "rb") as source:
    child = subprocess.Popen(["sh", "-c", script, "sh", os.environ["AERSCOPE"], *sys.argv[2:]], stdin=source,
                             stdout=subprocess.PIPE, preexec_fn=bound)
    told = child.stdout.read().decode()
    _, status, used = os.wait4(child.pid, 0)
read = re.search(r"^rchar: (\d+)", told, re.M)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024, read.group(1) if read else "-")
END
# costs NAME ENTRIES TIMES FILE STATUS WORDS...: its status, memory for so many entries, and the size of FILE read so
# many times at most, plus what starting reads.
costs()
{
    local name=$1 entries=$2 times=$3 file=$4 want=$5 status peak read size
    shift 5
    size=$(stat -c %s "$file")
    read -r status peak read < <(python3 took.py "${input:-/dev/null}" "$@")
    is "$status" "$want" "$name: ends, with its status" || diag "$(head -c 300 err)"
    if test $sanitized = yes; then
        skip "$name: memory" "a sanitizer needs memory of its own"
    else
        test "$peak" -le $((entries * 64 + (32 << 20)))
        ok $? "$name: at most 64 bytes an entry and 32 MiB" || diag "peak $peak bytes, $entries entries"
    fi
    if test "$read" = - || test "$read" = 0; then
        skip "$name: bytes read" "the kernel does not count them"
    else
        test "$read" -le $((times * size + (4 << 20)))
        ok $? "$name: its bytes are read $times times at most" || diag "$read bytes read of $size"
    fi
}

# --- one entry far larger than memory may be

python3 "$generate" huge 1 $((300 << 20)) huge.json
is "$(($(stat -c %s huge.json) >= 290 << 20))" 1 "a file of 300 MiB with one entry"
costs "one huge entry" 1 3 huge.json 3 verify --quiet huge.json
input=huge.json costs "one huge entry from standard input that is a file" 1 3 huge.json 3 verify --quiet -
pipe=$(python3 - <<'END'
import os, resource, subprocess
cat = subprocess.Popen(["cat", "huge.json"], stdout=subprocess.PIPE)
child = subprocess.Popen([os.environ["AERSCOPE"], "verify", "--quiet", "-"], stdin=cat.stdout)
cat.stdout.close()
_, status, used = os.wait4(child.pid, 0)
cat.wait()
print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024 <= 64 + (32 << 20))
END
)
is "${pipe% *}" 3 "from a pipe"
if test $sanitized = yes; then
    skip "from a pipe: memory" "a sanitizer needs memory of its own"
else
    is "${pipe#* }" True "from a pipe in the same memory"
fi
rm huge.json
python3 "$generate" huge 2 $((40 << 20)) huge.json
costs "two large entries, one thread" 2 3 huge.json 3 verify --quiet --jobs=1 huge.json
costs "their digests" 2 3 huge.json 0 digest huge.json
costs "a report on them" 2 8 huge.json 0 report --format=json huge.json
rm huge.json

# --- many entries

python3 "$generate" 100000 20 many.json
costs "100,000 entries" 100000 3 many.json 3 verify --quiet many.json
sed '50001s/"tool": "/"tool": "x/' many.json >edited.json
costs "100,000 entries and one changed" 100000 12 edited.json 1 verify edited.json
sed 's/"prev_digest": "./"prev_digest": "g/' many.json >links.json
costs "100,000 links that are none" 100000 12 links.json 1 verify --format=json links.json

# --- what a hostile file repeats

python3 "$generate" members 4 300000 members.json
costs "4 entries of 300,000 members" 4 6 members.json 3 verify --quiet members.json
python3 - <<'END'
def entry(i, **more):
    made = {"seq": i, "prev_digest": '"' + "0" * 64 + '"', "job_id": '"j"', "id": '"%d"' % i, "tool": '"t"',
            "provenance_class": '"c"', "canonical_bytes": '""'}
    made.update(more)
    return "{" + ",".join('"%s":%s' % pair for pair in made.items()) + "}"
def write(name, entries):
    with open(name, "w") as out:
        for text in entries:
            out.write(text + "\n")
n = range(1, 100001)
write("jobs", (entry(i, job_id='"job %d"' % i) for i in n))
write("ids", (entry(i, id='"same"') for i in n))
write("classes", (entry(i, provenance_class='"class %d"' % i) for i in n))
write("names", (entry(i, **{"m%d" % i: i}) for i in n))
write("twice", (entry(1)[:-1] + ',"tool":"t"' * 300000 + "}" for i in (1,)))
write("nested", (entry(1, x="[" * 500 + "]" * 500) for i in range(2000)))
write("escapes", (entry(1, tool='"' + "\\u0001" * 300000 + '"') for i in (1,)))
write("line", (entry(1, x='"' + " " * 30000000 + '"') for i in (1,)))
END
# Of a member that is there again and again each value is looked at, some hundred bytes each.
costs "hostile: twice" 1 64 twice 1 verify --format=json twice
for file in jobs ids classes names nested escapes line; do
    costs "hostile: $file" "$(grep -c . $file)" 12 $file 1 verify --format=json $file
done
costs "a list of 100,000 jobs" 100000 6 jobs 0 verify --list-jobs --format=json jobs
costs "one of 100,000 jobs" 1 6 jobs 1 verify --quiet --job='job 77' jobs

# --- what measures is right

python3 "$generate" lines 3 2 lines
is "$("$AERSCOPE" verify --each-line <lines | grep -c 'timeline consistent')" 3 "generated lines are consistent"
python3 "$generate" files 3 2 files
exits 3 "and files" "$AERSCOPE" verify --quiet --files-from=files/list
python3 "$generate" 50 100 small.json
is "$(python3 "$top_srcdir/tests/bench/plain.py" small.json)" consistent "also by the program that is measured beside"
sed '9s/"tool": "/"tool": "x/' small.json >small.edited
is "$(python3 "$top_srcdir/tests/bench/plain.py" small.edited)" "broken at 9" "which sees what is changed"
is "$("$AERSCOPE" verify --format=json small.edited | python3 -c '
import json, sys
print(json.load(sys.stdin)["judgements"]["timeline"]["first_failure"]["entry"])')" 9 "where aerscope does"

done_testing
