#!/usr/bin/env bash
# The manual: every command that it shows behind "$ ", and the script for Slurm, is run as it stands there.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples
mkdir bin archive archive/deeper
ln -s "$AERSCOPE" bin/aerscope
PATH=$scratch/bin:$PATH
cp "$samples/honest.json" pay-71.json
cp "$samples/honest.json" t.json
cp "$samples/honest.commitment.json" pay-71.commitment.json
cp "$samples/honest.commitment.json" t.commitment
cp "$samples/edited.json" archive/edited.json
cp "$samples/relabelled.json" "archive/deeper/of two words.json"
cp "$samples/hostile.json" archive/a.json
cp "$samples/reclosed.json" archive/deeper/reclosed.json
python3 - "$samples" <<'END_OF_MAKING'
import json, os, sys
with open("timelines.jsonl", "w") as out:
    for name in ("honest", "edited", "reclosed"):
        with open(os.path.join(sys.argv[1], name + ".json")) as file:
            out.write(json.dumps(json.load(file)) + "\n")
with open("names", "w") as out:
    out.write("".join("pay-71.json\narchive/edited.json\n" for i in range(32)))
# The bytes that are hashed, by another program.
entry = json.load(open("pay-71.json"))[0]
import base64, hashlib
members = {name: entry[name] for name in ("id", "job_id", "prev_digest", "provenance_class", "seq", "tool")}
members["close"] = entry.get("close", False)
members["output_hash"] = hashlib.sha256(base64.b64decode(entry["canonical_bytes"])).hexdigest()
with open("mine", "w") as out:
    out.write(json.dumps(members, sort_keys=True, separators=(",", ":")))
END_OF_MAKING

# A command a file, NUMBER.sh, in the order of the pages.
python3 - "$top_srcdir"/man/aerscope.1 "$top_srcdir"/man/aerscope-attack.1 "$top_srcdir"/man/aerscope.5 <<'END_OF_READING'
import re, sys
count = 0
for path in sys.argv[1:]:
    text = open(path, encoding="ascii").read()
    shown = re.findall(r"^\.Dl (.*)$|^\.Bd -literal.*\n((?:.*\n)*?)\.Ed$", text, flags=re.M)
    for line, block in shown:
        block = (line or block).replace("\\e", "\\")
        if '"vectors"' in block: # the corpus that the next command runs
            open("mine.json", "w").write(block)
        if not re.search(r"^(\$ |#SBATCH)", block):
            continue
        for command in re.split(r"^\$ ", block, flags=re.M):
            if not command.strip():
                continue
            lines = command.splitlines(True)
            end = 1 + next((i for i, l in enumerate(lines) if not re.search(r"(\\|[|{])$", l.rstrip())), len(lines))
            # Behind a command that is not a script: what it prints.
            ends = block.startswith("$ ") and not re.match(r"\s", "".join(lines[end:end + 1]) or " ")
            count += 1
            open("%d.sh" % count, "w").write("".join(lines[:end] if ends else lines))
            open("%d.printed" % count, "w").write("".join(lines[end:] if ends else []))
print(count)
END_OF_READING

# of COMMAND: what its status has to be, and what it prints, as an expression.
of()
{
    case $1 in
        *'verify pay-71.json')                 echo 3 'TIMELINE +consistent' ;;
        *'-c pay-71.commitment.json'*)         echo 0 'ENDPOINT +matches' ;;
        *'/*.json |'*)                         echo 0 '\["archive/edited.json","broken",\{"entry":5,.*' ;;
        *'find archive'*)                      echo 0 'of two words.json' ;;
        *'parallel --pipe'*)                   echo 1 '"path": ?"-:1".*"path": ?"-:3"' ;;
        *SBATCH*)                              echo 0 '' ;;
        *'--preimage pay-71.json | sha256sum') echo 0 "$(python3 -c 'import json; print(json.load(open("pay-71.json"))[5]["prev_digest"])')" ;;
        *'--drop-tail=2'*)                     echo 0 'timeline +consistent: not noticed' ;;
        *'--relink=5'*)                        echo 0 '' ;;
        *'--random=2'*)                        echo 0 '' ;;
        *'conformance mine.json'*)             echo 0 '2 passed, 0 failed' ;;
        *'>hashed'*)                           echo 0 '' ;;
        *'sha256sum <hashed'*)                 echo 0 "$(python3 -c 'import json; print(json.load(open("pay-71.json"))[1]["prev_digest"])')" ;;
        *'cmp hashed mine'*)                   echo 0 '' ;;
        *)                                     echo 99 'nothing is known of this command' ;;
    esac
}

number=0
while test -f $((number + 1)).sh; do
    number=$((number + 1))
    command=$(cat $number.sh)
    case $command in
        *'jq '*) command -v jq >/dev/null || { skip "$command" "not installed"; continue; } ;;
        *parallel*) parallel --version 2>/dev/null | grep -q GNU || { skip "$command" "not installed"; continue; } ;;
    esac
    read -r status says < <(of "$command")
    SLURM_ARRAY_TASK_ID=1 exits "$status" "$command" bash -c "$command"
    case $command in
        *--explain*) mv err out && : >err ;; # what it says is said of what it writes
    esac
    like "$(tr '\n' ' ' <out)" "$says" "it prints what it is for"
    is "$(grep -v '^aerscope: a training copy' err)" "" "it says nothing else"
    test ! -s $number.printed || is "$(cat out)" "$(cat $number.printed)" "it prints what the manual shows"
done
test "$number" -ge 14
ok $? "$number commands were found"

is "$(cat status.1)" 3 "a task of an array keeps its status"
is "$(wc -l <verdicts.1)" 1 "and the verdicts of its names"
is "$(python3 -c 'import json; print(json.load(open("copy.json"))[3]["tool"])')" fs.read "the edit is in the copy"
test -s key && test -s quiz.json
ok $? "an exercise and its solution"

done_testing
