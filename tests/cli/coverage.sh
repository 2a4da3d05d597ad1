#!/usr/bin/env bash
# --expect: lists of expected actions and workflow receipts against timelines.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples
honest=$samples/honest.json
list=$samples/honest.expected.json
workflow=$samples/honest.workflow.json

# verdict ARG...: the document into doc, its status into $status.
verdict()
{
    "$AERSCOPE" verify --format=json "$@" >doc 2>err
    status=$?
}

# asked PYTHON: an expression over the document d and its coverage c.
asked()
{
    python3 -c "
import json
d = json.load(open('doc'))
c = d['judgements']['coverage'] if 'judgements' in d else None
print(($1))"
}
counts="' '.join(str(c[k]) for k in ('result', 'expected', 'matched', 'missing', 'unexpected', 'forbidden'))"

# change NAME PYTHON: the list with something done to it (x), as NAME.
change()
{
    python3 -c "
import json
x = json.load(open('$list'))
a = x['actions']
$2
json.dump(x, open('$1', 'w'))"
}

# --- judgements

verdict "$honest" --expect="$list"
is "$status" 3 "reconciled, no reference: status"
is "$(asked "$counts")" "reconciled 6 6 0 0 0" "reconciled: counts"
is "$(asked "(c['authorised'], c['out_of_order'], c['list']['kind'], c['list']['frozen_beforehand'])")" \
    "(2, 0, 'expected', True)" "reconciled: the rest"
is "$(asked "c['list']['sha256']")" "$(sha256sum <"$list" | cut -d' ' -f1)" "the list's own SHA-256"
is "$(asked "d['totals']")" "{}" "no finding"
like "$(asked "c['does_not_show']")" 'does not show that nothing else was done.*Nor would an absence show' \
    "what it does not show"
verdict "$honest" --expect="$list" -c "$samples/honest.commitment.json" --independent=yes --require=coverage,endpoint
is "$status" 0 "reconciled and witnessed"

verdict "$samples/reclosed.json" --expect="$list"
is "$status" 1 "discrepant: status"
is "$(asked "$counts")" "discrepant 6 4 2 0 0" "discrepant: counts"
is "$(asked "[(f['code'], f['entry'], f['missing'], f['place_in'], f['line']) for f in d['findings']]")" \
    "[('expect.missing', None, 1, 'list', 35), ('expect.missing', None, 1, 'list', 39)]" "what is missing, and where it is listed"
is "$(sed -n '35p;39p' "$list" | tr -d ' \n')" "{{" "which is where it is"
like "$(asked "c['does_not_show']")" 'absent does not show that it was left out.*not that nothing else was done' \
    "absence is no proof, nor is a match"

change forbid.json "x['order'] = 'any'; a[4]['kind'] = 'forbidden'; del a[0]"
verdict "$honest" --expect=forbid.json
is "$status" 1 "forbidden: status"
is "$(asked "$counts")" "discrepant 4 4 0 1 1" "forbidden: counts"
is "$(asked "[(f['code'], f['entry'], f['seq'], f['member'], f['stored'], f['provenance_class'], f['standing'], f['line']) for f in d['findings']]")" \
    "[('expect.unexpected', 1, 1, 'tool', 'fs.read', 'EXECUTED BY TOOLHOST-2', 'recorder execution', 6), ('expect.forbidden', 5, 5, 'tool', 'pay.send', 'LOGGED BY AGENT', 'agent assertion', 53)]" \
    "findings about entries have entry, class, standing and place"
is "$(asked "[(f['code'], f.get('action')) for f in d['findings']], d['findings'][1]['message']")" \
    "([('expect.unexpected', None), ('expect.forbidden', 4)], 'action 4 of the list forbids what this entry records')" \
    "a forbidden entry: the number of the action"
echo 'no list' >none.json
"$AERSCOPE" verify "$honest" --expect=none.json >text 2>/dev/null
is $? 2 "no list: status"
unlike "$(sed -n '/^COVERAGE/,/^OUTCOME/p' text)" '[0-9] (actions|steps)|in any order|  source|  frozen at' "no list: nothing is said of what it would hold"
like "$(cat text)" 'unusable +"none\.json"' "no list: says which file"
verdict "$honest" --expect=none.json
is "$(asked "[c['list'][k] for k in ('kind', 'usable', 'order', 'actions')]")" "[None, False, None, None]" "no list: null in JSON"
"$AERSCOPE" report --format=json --entries=all "$honest" --expect=forbid.json >rows
is "$(python3 -c 'import json; print([e["action"] for e in json.load(open("rows"))["entries"]])')" \
    "[None, 1, 2, 3, 4, 5, 6, 7]" "every entry: the action that it is matched with, or that covers or forbids it"

change swapped.json "a[6], a[7] = a[7], a[6]"
verdict "$honest" --expect=swapped.json
is "$status $(asked "[(f['code'], f['entry']) for f in d['findings']]")" "1 [('expect.order', 7)]" "out of order"
change any.json "x['order'] = 'any'; a.reverse()"
verdict "$honest" --expect=any.json
is "$status $(asked "$counts")" "3 reconciled 6 6 0 0 0" "in any order"

change late.json "x['frozen_at'] = '2026-10-05T09:40:00Z'"
verdict "$honest" --expect=late.json
is "$status $(asked "c['result'], [(f['code'], f['severity'], f['entry'], f['member']) for f in d['findings']]")" \
    "3 ('reconciled', [('expect.time', 'warning', 1, 'created_at')])" "frozen after the first entry"
change undated.json "del x['frozen_at']"
verdict "$honest" --expect=undated.json
is "$status $(asked "c['list']['frozen_beforehand'], [(f['code'], f['entry']) for f in d['findings']]")" \
    "3 (False, [('expect.time', None)])" "no date"

for file in historical-06.json damaged.json; do
    verdict "$samples/$file" --expect="$list"
    is "$(asked "c['result'], [k for k in d['totals'] if k.startswith('expect')]")" "('not_assessed', [])" "$file is not assessed"
done
verdict "$samples/edited.json" --expect="$list"
is "$(asked "$counts")" "reconciled 6 6 0 0 0" "a broken timeline is"

# --- workflow receipts

verdict "$honest" --expect="$workflow"
is "$status $(asked "$counts")" "3 reconciled 8 8 0 0 0" "workflow receipt: reconciled"
is "$(asked "[(r['kind'], r['result'], r['entry_count'], r['independent']) for r in d['judgements']['endpoint']['references']]")" \
    "[('manifest', 'not_assessed', 8, 'unknown')]" "its number of steps is a reference that is not sufficient"
verdict "$honest" --expect="$workflow" --witness=W --independent=yes
is "$status $(asked "[(r['witness'], r['independent']) for r in d['judgements']['endpoint']['references']]")" \
    "3 [('W', 'yes')]" "it can be described"
verdict "$samples/reclosed.json" --expect="$workflow"
is "$status $(asked "c['result'], d['judgements']['endpoint']['result'], d['totals']['commitment.count']")" \
    "1 ('discrepant', 'contradicted', 1)" "and it contradicts"
verdict "$samples/end-replaced.json" --expect="$workflow"
is "$status $(asked "sorted(d['totals'].items())")" \
    "1 [('commitment.shared', 1), ('expect.missing', 1), ('expect.time', 1), ('expect.unexpected', 1)]" "another receipt at the end"
sed 's/"merkle_root": ".*"/"merkle_root": "'"$(printf '%064d' 7)"'"/' "$workflow" >root.json
verdict "$honest" --expect=root.json
is "$status $(asked "c['result'], c['missing'], [(f['member'], f['stored'][-1], f['line']) for f in d['findings'] if f['code'] == 'expect.merkle_root']")" \
    "1 ('discrepant', 0, [('merkle_root', '7', 45)])" "a root that is not that of the steps"
is "$(asked "c['list']['merkle_root']")" "$(sed -n 's/.*"merkle_root": "\(.*\)"/\1/p' "$workflow")" "the recomputed one"
sed '0,/"receipt_id": ".*"/s//"receipt_id": "4b2ef8d3-87e2-41e0-9e14-3a6d11a66381"/' "$workflow" >twice.json
verdict "$honest" --expect=twice.json
is "$status $(asked "c['result'], d['judgements']['endpoint']['references'], d['totals']")" \
    "2 ('not_assessed', [], {'expect.form': 1})" "an id twice is refused"

# --- lists that cannot be used

change count.json "a[1]['count'] = 1.5"
verdict "$honest" --expect=count.json
is "$status $(asked "c['result'], [(f['code'], f['member'], f['entry'], f['offset']) for f in d['findings']]")" \
    "2 ('not_assessed', [('expect.form', 'count', None, $(grep -bo '1\.5' count.json | cut -d: -f1))])" "a bad form"
like "$(cat err)" 'count\.json: byte [0-9]+, line 1, column [0-9]+: unusable list of expected actions: action 2: count is not' \
    "is told on stderr"
verdict "$samples/edited.json" --expect=count.json
is "$status" 1 "a proved failure outranks it"
verdict "$honest" --expect=count.json --require=coverage
is "$status" 1 "and so does what was required"
verdict "$honest" --expect=absent.json
is "$status $(asked "c['result'], d['totals']")" "2 ('not_assessed', {'expect.form': 1})" "a file that is not there"
like "$(cat err)" 'absent\.json' "is named"
verdict "$honest" --expect=.
is "$status" 2 "a directory"
verdict "$honest" --expect="$honest"
is "$status" 2 "a timeline for a list"
change job.json "x['job_id'] = 'pay-72'"
verdict "$honest" --expect=job.json
is "$status $(asked "c['result'], [(f['code'], f['member'], f['stored']) for f in d['findings']]")" \
    "2 ('not_assessed', [('expect.form', 'job_id', 'pay-72')])" "a list for another job"

exits 2 "two lists" "$AERSCOPE" verify "$honest" --expect="$list" --expect="$workflow"
like "$(cat err "$scratch/err")" 'given twice' "are refused"
is "$(cat out 2>/dev/null "$scratch/out")" "" "before anything is examined"
exits 2 "a list is no reference" "$AERSCOPE" verify "$honest" --expect="$list" --witness=W
exits 2 "standard input twice" "$AERSCOPE" verify - --expect=- <"$list"
"$AERSCOPE" verify "$honest" --expect=- <"$list" >/dev/null
is $? 3 "a list on standard input"
cp "$list" kept.json
exits 2 "never over the list" "$AERSCOPE" verify "$honest" --expect=kept.json -o kept.json --force
cmp -s "$list" kept.json
ok $? "which stays as it was"

# --- several timelines

sed 's/pay-71/pay-72/' "$samples/historical-06.json" >other.json
"$AERSCOPE" verify --format=json "$honest" "$samples/hostile.json" "$samples/reclosed.json" --expect="$list" >doc 2>err
is "$? $(asked "[f['judgements']['coverage']['result'] for f in d['files']]")" \
    "1 ['reconciled', 'not_assessed', 'discrepant']" "the list goes to the timelines of its job"
is "$(cat err)" "" "and nothing is amiss"
"$AERSCOPE" verify --format=json "$honest" "$samples/lines.ndjson" --expect=job.json >doc 2>err
is "$? $(asked "[f['judgements']['coverage']['result'] for f in d['files']]")" "2 ['not_assessed', 'not_assessed']" \
    "one that no timeline has the job of"
like "$(cat err)" 'job\.json.*list' "is told"
exits 2 "a workflow receipt without a job" "$AERSCOPE" verify "$honest" "$samples/lines.ndjson" --expect="$workflow"
like "$(cat "$scratch/err")" 'names no job' "goes with one timeline"

# --- text

flat()
{
    "$AERSCOPE" verify "$@" 2>/dev/null | sed -z 's/\n                / /g'
}
text=$(flat "$honest" --expect=forbid.json)
like "$text" 'COVERAGE  discrepant' "text: the heading"
like "$text" 'actions +4 expected: 4 matched, 0 missing' "text: actions"
like "$text" 'entries +4 matched, 2 authorised, 1 unexpected, 1 forbidden' "text: entries"
like "$text" 'frozen at +"?2026-10-05T09:30:00Z"?, as the list states' "text: frozen beforehand"
like "$text" 'entry 5, expect.forbidden, "?pay.send"? \("?LOGGED BY AGENT"?, agent assertion, not an observation\)' \
    "text: the first discrepancies with their standing"
like "$(flat "$honest")" 'no list of expected actions was given' "text: no list"
change none.json "x['actions'] = []"
like "$(flat "$samples/honest.json" --expect=none.json)" '3 more, among the findings' "text: the first few alone"
python3 - "$samples/hostile.json" <<'END'
import json, sys
timeline = json.load(open(sys.argv[1]))
actions = [{"tool": e["tool"], "kind": "expected", "count": 2} for e in timeline if e["tool"]]
json.dump({"job_id": timeline[0]["job_id"], "source": "\x1b[2J\u202e", "actions": actions}, open("hostile.json", "w"))
END
for locale in C C.UTF-8; do
    LC_ALL=$locale "$AERSCOPE" verify --all-findings "$samples/hostile.json" --expect=hostile.json >text 2>&1
    is "$? $(LC_ALL=C tr -d '\n\040-\176\200-\377' <text | wc -c)" "1 0" "hostile lists have no controls (LC_ALL=$locale)"
done
LC_ALL=C "$AERSCOPE" verify --all-findings "$samples/hostile.json" --expect=hostile.json >text 2>&1
is "$(LC_ALL=C tr -d '\n\040-\176' <text | wc -c)" 0 "and are ASCII in the C locale"
verdict "$samples/hostile.json" --expect=hostile.json
is "$(LC_ALL=C tr -d '\n\040-\176' <doc | wc -c) $(asked "c['matched'], c['unexpected'], c['missing'] > 0")" "0 (23, 0, True)" \
    "and JSON"
printf '<wait>q' >keys
is "$(AERSCOPE_SCRIPT=keys "$AERSCOPE" "$honest" --expect=forbid.json --keep 2>&1 | grep -c 'COVERAGE  discrepant')" 1 \
    "the inspector judges it as well"

# --- random lists, by another program

python3 "$top_srcdir/tests/lib/coverage_cases.py" "$AERSCOPE" "$scratch" 60 7 >cases 2>trouble
ok $? "random lists: tried to the end" || diag "$(tail -n 5 trouble)"
relay "random lists " <cases
is "$(grep -c . cases)" 6 "random lists: all were there"

# --- hostile sizes

python3 - <<'END'
import json
tools = [chr(97 + i % 26) for i in range(100000)]
def write(name, actions):
    json.dump({"job_id": "pay-71", "order": "strict", "actions": actions}, open(name, "w"))
write("many.json", [{"tool": t, "kind": "expected", "count": 10**13} for t in tools])
write("ids.json", [{"tool": "fs.read", "kind": "authorised", "id": str(i), "count": 10**18} for i in range(100000)])
write("zeros.json", [0] * 1000000)
open("deep.json", "w").write('{"actions":' + "[" * 100000)
END
for name in many ids zeros deep; do
    timeout 20 "$AERSCOPE" verify --format=json "$honest" --expect=$name.json >doc 2>err
    status=$?
    case $name in many | ids) want=1 ;; *) want=2 ;; esac
    is "$status" $want "$name: ends soon"
done

done_testing
