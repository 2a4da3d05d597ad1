#!/usr/bin/env bash
# All JSON that the program writes against the schema that is shipped.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

schema=$top_srcdir/man/aerscope.schema.json
if ! python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    skip "the schema" "python3-jsonschema of a draft-2020-12 kind is not here"
    done_testing
    exit
fi

cp "$top_srcdir"/samples/*.json "$top_srcdir"/samples/*.jsonl "$scratch" 2>/dev/null
cd "$scratch" || exit 1
printf '[1, {"seq": 1e400}' >cut.json
printf '[]' >empty.json
: >nothing.json
"$AERSCOPE" attack honest.json --duplicate=3 --set='2.tool="x"' -o twice.json 2>/dev/null
"$AERSCOPE" attack honest.json --as-06 --relink -o as06.json 2>/dev/null
(cat honest.json | tr -d '\n'; echo; echo nonsense; tr -d '\n' <relabelled.json; echo) >lines

# Run by run: what the document must be, and the command.
cat >runs <<'END'
verdict verify --format=json twice.json --baseline=honest.json --count=8 --count=9 --head=00@3 -c honest.commitment.json
verdict verify --format=json honest.json --expect=honest.workflow.json
verdict verify --format=json honest.json --expect=relabelled.json
verdict verify --format=json as06.json --construction=06
verdict verify --format=json cut.json
verdict verify --format=json empty.json
verdict verify --format=json nothing.json
verdict verify --format=json --job=pay-71 honest.json
jobs verify --list-jobs --format=json honest.json
jobs verify --list-jobs --format=json cut.json
verdicts verify --format=json honest.json nothing.json absent.json twice.json -c honest.commitment.json
lines verify --format=ndjson honest.json nothing.json absent.json
lines verify --format=ndjson --each-line
diff diff --format=json honest.json twice.json
diff diff --format=json twice.json honest.json
diff diff --format=json honest.json cut.json
report report --format=json twice.json --entries=all --baseline=honest.json
report report --format=json cut.json --entries=all
report report --format=json honest.json --entries=2-30
report report --format=json honest.json --entries=20-30
END
"$AERSCOPE" attack honest.json --drop-tail=2 --reclose -o taught.json 2>/dev/null
"$AERSCOPE" attack honest.json --set='5.id="\u0007"' --set='6.close=true' -o worse.json 2>/dev/null
python3 -c '
import json
ledger = json.load(open("honest.json")) + [{"seq": 1, "job_id": "other", "id": 3}, {"id": "lone"}]
json.dump(ledger, open("ledger.json", "w"))'
sed '0,/"tool":/s//"tool": "twice", "tool":/' honest.json >repeated.json
python3 -c '
import json
json.dump([{"seq": 1, "job_id": "j" * 5000, "id": "1", "prev_digest": "0" * 5000}], open("long.json", "w"))'
mkdir cases && cp "$top_srcdir"/samples/*.case cases
printf '{"schema": "aerscope.case/1", "review": [{"reviewer": "R", "at": "2026-10-05T09:30:00Z", "report_sha256": "%064d",
    "statement": "s"}]}' 0 >cases/reviewed.case
sed 's/"entry_count": *[0-9]*/"entry_count": 5.0/' honest.commitment.json >unusable
cat >>runs <<'END'
commitment commit honest.json
commitment commit honest.json --published-at=2026-10-05T09:30:00.25+02:00
commitment commit relabelled.json --not-consistent
verdict verify --format=json taught.json -c honest.commitment.json --independent=yes --witness=W --authority=A --retrieved-from=here --retrieved-at=2026-10-05T09:30:00Z
verdict verify --format=json honest.json -c unusable
verdict verify --format=json honest.json --require=endpoint,coverage --head=00 --count=7
verdict verify --format=json worse.json --all-findings --effort=0
verdict verify --format=json ledger.json --job=other
verdict verify --format=json relabelled.json --case=cases/relabelled.case
report report --format=json relabelled.json --case=cases/relabelled.case --entries=all
report report --format=json honest.json --case=cases/relabelled.case
report report --format=json honest.json --case=cases/reviewed.case
report report --format=json taught.json --entries=all -c honest.commitment.json
report report --format=json ledger.json --job=other --entries=all
report report --format=json honest.json --expect=relabelled.json
jobs verify --list-jobs --format=json ledger.json
jobs verify --list-jobs --format=json nothing.json
jobs verify --list-jobs --format=json long.json
lines verify --format=ndjson --files-from=ledger.json
lines verify --format=ndjson worse.json taught.json ledger.json --all-findings
verdicts verify --format=json --files-from=names
verdicts verify --format=json --files-from=/dev/null
verdicts verify --format=json honest.json ledger.json --head=00 -c unusable
diff diff --format=json honest.json worse.json
diff diff --format=json honest.json ledger.json
diff diff --format=json honest.json absent.json
END
printf 'honest.json\n\nabsent.json\ndamaged.json\n' >names
for file in *.json; do
    echo "verdict verify --format=json $file --baseline=honest.json -c honest.commitment.json --expect=honest.expected.json"
    echo "report report --format=json --entries=all $file"
    echo "diff diff --format=json honest.json $file"
done >>runs

cat >check.py <<'END'
import copy, json, re, shlex, subprocess, sys
from jsonschema import Draft202012Validator as Validator

top, aerscope = sys.argv[1:]
shipped = json.load(open(top + "/man/aerscope.schema.json"))
Validator.check_schema(shipped)

def closed(node):
    """Today's program writes no member that the schema does not name."""
    if isinstance(node, dict):
        if "properties" in node:
            node["additionalProperties"] = False
        for child in node.values():
            closed(child)
    elif isinstance(node, list):
        for child in node:
            closed(child)
    return node

strict = closed(copy.deepcopy(shipped))

def faults(document, kind, schema):
    # of the kind alone: an anyOf says nothing of what is wrong
    one = {"$schema": schema["$schema"], "$ref": "#/$defs/" + kind, "$defs": schema["$defs"]}
    return ["%s: %s" % ("/".join(map(str, e.absolute_path)), e.message[:200])
            for e in Validator(one).iter_errors(document)]

def out(ok, what, why=()):
    print("%d %s" % (0 if ok else 1, what))
    for line in list(why)[:5]:
        print("# " + line)

seen, named, everything = {}, set(), []
for line in open("runs"):
    kind, *command = shlex.split(line)
    run = subprocess.run([aerscope] + command, capture_output=True, stdin=open("lines"))
    documents = run.stdout.splitlines() if kind == "lines" else [run.stdout] if run.stdout else []
    if not documents:
        continue
    found = []
    for text in documents:
        document = json.loads(text)
        which = kind if kind != "lines" else "verdict" if "schema" in document else "refused"
        found += faults(document, which, strict)
        found += [e.message[:200] for e in Validator(shipped).iter_errors(document)]
        seen[which] = document
        everything.append((which, document))
        named.update(re.findall(rb'"([a-z_0-9 ]+)":', text))
    out(not found, " ".join(command), found)
# Everywhere: a member more, and a value of another kind.
def places(node, path=()):
    if path:
        yield path, node
    for key, child in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from places(child, path + (key,))

def put(document, path, value):
    copied = json.loads(document)
    node = copied
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return copied

tried, passed = set(), set()
for which, document in everything:
    text = json.dumps(document)
    one = Validator({"$schema": strict["$schema"], "$ref": "#/$defs/" + which, "$defs": strict["$defs"]})
    for path, value in places(document):
        general = (which,) + tuple("*" if isinstance(key, int) else key for key in path)
        for what, other in [("another kind", {"x": {}})] + ([("a member more", dict(value, x_more={}))] if isinstance(value, dict) else []):
            if general + (what,) in tried:
                continue
            tried.add(general + (what,))
            if one.is_valid(put(text, path, other)):
                passed.add("%s: %s" % ("/".join(general), what))
out(len(tried) > 400 and not passed, "a member more or a value of another kind is refused at each of %d places" % len(tried),
    sorted(passed))

out(set(seen) == {"verdict", "verdicts", "jobs", "diff", "report", "refused", "commitment"}, "each kind of document was seen")

def members(node):
    if isinstance(node, dict):
        yield from node["properties"] if isinstance(node.get("properties"), dict) else ()
        for child in node.values():
            yield from members(child)
    elif isinstance(node, list):
        for child in node:
            yield from members(child)

never = sorted(set(members(shipped["$defs"])) - {name.decode() for name in named})
out(not never, "each member that the schema names was written", never)

def words(definition):
    return sorted(w for w in shipped["$defs"][definition]["enum"] if w)

source = open(top + "/src/core/finding.h").read()
out(words("code") == sorted(re.findall(r'X\([A-Z_0-9]+, "([a-z0-9_.]+)", (?:FAILURE|WARNING|NOTE)', source)),
    "the codes are those of the program")
source = open(top + "/src/core/finding.c").read()
out(words("signal") == sorted(re.findall(r'\[SIGNAL_[A-Z_]+\] = \{"([a-z_]+)"', source)), "and the signals")
source = open(top + "/man/aerscope.5").read()
source = source[source.index("The kinds are:"):]
kinds = re.findall(r"^\.It Sy (.*)$", source[:source.index("\n.El")], re.M)
out(words("kind") == sorted(k for line in kinds for k in line.split(" , ")), "and the kinds of explanation")

# The schema refuses: a document that is wrong in one place each.
verdict = seen["verdict"]
for what, change in {
        "a judgement of another name": lambda d: d["judgements"]["timeline"].update(result="valid"),
        "a code that is none": lambda d: d["totals"].update({"chain.links": 1}),
        "a missing judgement": lambda d: d["judgements"].pop("outcome"),
        "a digest in upper case": lambda d: d["timeline"].update(sha256="A" * 64),
        "a number that is text": lambda d: d.update(findings_total="1"),
        "a missing damage": lambda d: d.pop("damage")}.items():
    wrong = copy.deepcopy(verdict)
    change(wrong)
    out(bool(faults(wrong, "verdict", shipped)), "the schema refuses " + what)
END
python3 check.py "$top_srcdir" "$AERSCOPE" >results 2>errors
ok $? "the schema is one, and all runs were made" || diag "$(tail -3 errors)"
while read -r status what; do
    case $status in
    '#') diag "$what" ;;
    *) ok "$status" "$what" ;;
    esac
done <results

done_testing
