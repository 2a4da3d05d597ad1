#!/usr/bin/env bash
# aerscope attack: what is written, what is said of it, and what is refused.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

samples=$top_srcdir/samples
honest=$samples/honest.json
cd "$scratch" || exit 1

# says REGEX NAME ARG...: status 2, a line on stderr that matches, and nothing on stdout.
says()
{
    exits 2 "$2" "$AERSCOPE" attack "${@:3}"
    like "$(cat err)" "$1" "$2: says so"
    is "$(cat out)" "" "$2: writes nothing"
}

# verdict FILE ARG...: "TIMELINE FIRST-FAILURE ENDPOINT CODES" as verify gives them.
verdict()
{
    "$AERSCOPE" verify --format=json "$@" 2>/dev/null | python3 -c '
import json, sys
j = json.load(sys.stdin)["judgements"]
first = j["timeline"]["first_failure"]
print(j["timeline"]["result"], first and "%d %s" % (first["entry"], first["code"]), j["endpoint"]["result"],
      *[code for r in j["endpoint"]["references"] for code in r["codes"] if code.startswith("commitment.")])'
}

# --- the numbers as they are told: eight entries, six of them shown, a commitment of eight

cp "$samples/honest.commitment.json" .
mkdir witness
cp honest.commitment.json witness/kept.json
"$AERSCOPE" attack "$honest" --drop-tail=2 >open.json 2>/dev/null
is "$(verdict open.json)" "broken 6 chain.not_closed not_assessed" "eight cut to six, left open"
"$AERSCOPE" attack "$honest" --drop-tail=2 --reclose >reclosed.json 2>/dev/null
is "$(verdict reclosed.json)" "consistent None not_assessed" "eight cut to six and closed again: consistent inside"
is "$(verdict reclosed.json -c witness/kept.json)" "consistent None contradicted commitment.count commitment.digest" \
    "the commitment of eight contradicts by count and digest"
"$AERSCOPE" diff --format=json "$honest" reclosed.json >doc
is "$(python3 -c 'import json; d = json.load(open("doc")); print(d["category"], d["entry"], d["certainty"])')" \
    "reclosed 6 proved" "diff proves where it was closed again"
"$AERSCOPE" attack "$honest" --replace-last=x >replaced.json 2>/dev/null
is "$(verdict replaced.json --count=8)" "consistent None not_assessed" "eight with the last replaced pass a count"
is "$(verdict replaced.json -c witness/kept.json)" "consistent None contradicted commitment.digest" \
    "eight with the last replaced fail the digest"
"$AERSCOPE" attack "$honest" --drop-head=2 --renumber --relink >beheaded.json 2>/dev/null
is "$(verdict beheaded.json)" "consistent None not_assessed" "a prefix removed and a new genesis"

# --- what cites the end: the digests and what is stored, as digest gives them

cites()
{
    "$AERSCOPE" digest "$1" | python3 -c '
import json, sys
end = sys.stdin.read().split("\n")[-2].split()[1]
print(*[n for n, e in enumerate(json.load(open(sys.argv[1])), 1) if e["prev_digest"] == end][:1])' "$1"
}
while read -r -a steps; do
    "$AERSCOPE" attack "$honest" "${steps[@]}" >some.json 2>/dev/null
    by=$(cites some.json)
    "$AERSCOPE" verify some.json >text
    wanted="no entry cites its digest, only a reference outside can"
    test -z "$by" || wanted="entry $by, which stands in front of it, cites its digest, and none behind it does"
    like "$(tr -s ' \n' ' ' <text)" "visible end entry [0-9]+; $wanted" "what cites the end: ${steps[*]}: ${by:-nothing}"
done <<'END'
--drop-tail=1
--move=4:8
--swap=3:8
--duplicate=3 --move=4:9
--move=8:1
--duplicate=8
--as-06 --set-bytes=8=x
END
is "$("$AERSCOPE" attack "$honest" --move=4:8 2>/dev/null | "$AERSCOPE" verify - | grep -c 'entry 4, which stands in front')" 1 \
    "what cites the end: an entry that was the next one"

# What the rules inside show, and what they do not, is not said of the wrong end.
"$AERSCOPE" attack "$honest" --set=8.close=false 2>/dev/null | "$AERSCOPE" verify - -c witness/kept.json >text
like "$(tr -s ' \n' ' ' <text)" "is not that of the last visible entry( |;)" "an end that fails a rule: its digest differs"
is "$(tr -s ' \n' ' ' <text | grep -c "no rule inside the chain can show this")" 0 "and it is not said that no rule shows anything"
"$AERSCOPE" verify reclosed.json -c witness/kept.json >text
like "$(tr -s ' \n' ' ' <text)" "no rule inside the chain can show this" "an end that fails none"
"$AERSCOPE" attack "$honest" --move=4:8 2>/dev/null | "$AERSCOPE" verify - >text
is "$(tr -s ' \n' ' ' <text | grep -c "Nothing inside the chain cites")" 0 "an end that an entry in front cites: nothing else is said below"
"$AERSCOPE" attack "$honest" --set=8.canonical_bytes=%% 2>/dev/null | "$AERSCOPE" verify - >text
like "$(tr -s ' \n' ' ' <text)" "visible end entry 8; it has no digest that an entry or a reference could cite" "an end without a digest"
"$AERSCOPE" report --format=csv open.json >rows 2>err
like "$(cat err)" "x_aerscope_training stands in 1 of 6 entries, .*; no row of the CSV says so" "a training copy as CSV: what the rows cannot say"
is "$("$AERSCOPE" report --format=csv "$honest" 2>&1 >/dev/null)" "" "of another timeline nothing"

# --- against their description, done a second time

mkdir programs
for part in table order mixed random; do
    python3 "$top_srcdir/tests/lib/attack_cases.py" "$AERSCOPE" "$scratch/programs" $part >cases 2>&1
    ok $? "programs agree with their description: $part" || diag "$(head -c 4000 cases)"
    diag "$(tail -n 1 cases)"
done

mkdir matrix
python3 "$top_srcdir/tests/lib/attack_matrix.py" "$AERSCOPE" "$scratch/matrix" >cases 2>&1
ok $? "every attack, with and without each repair, on 1, 2, 8 and 1,000 entries: as the domain has it" ||
    diag "$(head -c 4000 cases)"
diag "$(tail -n 1 cases)"
rm -r matrix
mkdir said
python3 "$top_srcdir/tests/lib/attack_said.py" "$AERSCOPE" "$samples" "$scratch/said" >cases 2>&1
ok $? "every sentence about who notices, on timelines that are consistent and on such that fail: as a model has it" ||
    diag "$(head -c 4000 cases)"
diag "$(tail -n 1 cases)"
rm -r said

# --- one pass, in which nothing is kept in between: no temporary file is made

while read -r -a steps; do
    TMPDIR=$scratch/none "$AERSCOPE" attack "$honest" "${steps[@]}" >some.json 2>/dev/null
    is $? 0 "one pass: ${steps[*]}"
done <<'END'
--as-06 --relink
--as-06 --renumber --reclose --relink=3
--drop-head=1 --renumber --reclose --as-06
--delete=2 --renumber --relink --as-06 --delete=2 --renumber --set=3.tool=x --relink
--relink --drop-tail=2 --reclose --relink
END
TMPDIR=$scratch/none "$AERSCOPE" attack "$honest" --as-06 --move=2:5 >some.json 2>err
is $? 2 "what is put elsewhere after its link was set is read from a temporary file"

# --- nothing that is not altered changes

python3 - <<'END'
import hashlib, json, sys
sys.path.insert(0, __import__("os").environ["top_srcdir"] + "/tests/lib")
import aerbuild, aerref
from aerbuild import Raw, Twice

def entry(number, **members):
    made = {"z": [1, {"a": None}], "id": "r-%d" % number, "seq": number, "job_id": "j", "tool": "t",
            "provenance_class": "LOGGED BY AGENT", "canonical_bytes": aerbuild.pack(b"{}"), "prev_digest": "",
            "a first": Raw("1.50e+3")}
    made.update(members)
    return made

odd = [entry(1, seq=Raw("1.0")), entry(2, tool=Raw(r'"\u0066s\/read \ud800 \uD83D\uDE00"')),
       entry(3, seq=Raw("30e-1"), note=Raw("123456789012345678901234567890.25")),
       entry(4, extra=Twice(1, 2)), entry(5, tool="caf\u00e9 \u202e"), entry(6, close=False),
       entry(7, seq=Raw("0.7e1"), close=True)]
aerbuild.link(odd)
text = aerbuild.to_text(odd, string=aerbuild.quote_raw).replace(',"a first"', ' ,\t"a first" ')
open("odd.json", "w").write(text)
open("odd.wrapped", "w").write('{"x":[1],"timeline": %s ,"commitment":{}}' % text)
open("odd.lines", "w").write("\r\n\n".join(aerbuild.to_text(item, string=aerbuild.quote_raw) for item in odd) + "\r\n")
END
for file in odd.json odd.wrapped odd.lines "$samples/hostile.json" "$samples/lines.ndjson" "$samples/wrapped.json" \
    "$samples/historical-06.json" "$samples/relabelled.json"; do
    "$AERSCOPE" attack "$file" >copy.json 2>/dev/null
    is $? 0 "${file##*/}: a copy without steps"
    is "$(cd "$scratch" && "$AERSCOPE" digest copy.json)" "$("$AERSCOPE" digest "$file")" \
        "${file##*/}: the copy has the same digests"
    is "$(verdict copy.json)" "$(verdict "$file" | sed 's/ \(unusable\|matches\) .*/ not_assessed/; s/ \(unusable\|matches\)$/ not_assessed/')" \
        "${file##*/}: the copy is judged alike"
done
"$AERSCOPE" attack odd.json --drop-tail=1 --set=2.id=other --move=5:1 2>/dev/null >some.json
python3 - <<'END' >kept
import re
whole, some = open("odd.json", "rb").read(), open("some.json", "rb").read()
pieces = [item.rstrip(b" ,\n") for item in re.split(rb'(?=\{"z":)', whole)[1:]]
for number in (1, 3, 4, 6):
    print(number, pieces[number - 1] in some)
second = pieces[1].replace(b'"id":"r-2"', b'"id":"other"')[:-1]
print("2", second in some)
END
is "$(tr '\n' ' ' <kept)" "1 True 3 True 4 True 6 True 2 True " "entries and members that no step names stay byte for byte"
is "$(grep -o x_aerscope_training some.json | wc -l)" 2 "what was altered or put in its place is marked"
"$AERSCOPE" attack odd.json --set=2.id=other --unmarked 2>/dev/null >some.json
is "$(grep -c x_aerscope_training some.json)" 0 "--unmarked"
"$AERSCOPE" attack odd.json --renumber 2>/dev/null >some.json
is "$(grep -c x_aerscope_training some.json)" 1 "a seq that has the value in another spelling stays"
"$AERSCOPE" attack "$honest" --set=3.tool=x --set=3.tool=y 2>/dev/null | "$AERSCOPE" attack - --set=3.id=z 2>/dev/null >some.json
is "$(grep -o x_aerscope_training some.json | wc -l)" 1 "an entry is marked once"

# marked COPY: the entries that carry the mark.
marked()
{
    python3 -c 'import json, sys
print(*[n for n, e in enumerate(json.load(open(sys.argv[1])), 1) if "x_aerscope_training" in e])' "$1"
}
while IFS='|' read -r entries steps; do
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$honest" $steps 2>said >some.json
    is "$(marked some.json)" "${entries/-/}" "marked: ${steps:-no step}"
    like "$(cat said)" "$(case $steps in *unmarked) echo "nothing in it says so" ;; *drop-tail=1) echo "no entry that is left was altered, so the last one carries" ;;
        *set*) echo "those that a step wrote or put where they are carry" ;;
        *) echo "no entry that is left was altered, so the last one carries" ;; esac)" "marked: ${steps:-no step}: says so"
done <<'END'
8|
6|--drop-tail=2
6|--drop-head=2
8|--relink
8|--reclose --renumber
4|--set=4.tool=x
6|--set=7.tool=x --relink --drop-tail=1 --drop-tail=1
4|--replace-last=bye --set-bytes=5=hello2 --drop-tail=3 --drop-tail=1
6|--replace-last=bye --relink --drop-head=1 --drop-tail=1
4 5 6|--set=4.tool=x --relink --drop-tail=2
-|--drop-tail=2 --unmarked
END
is "$("$AERSCOPE" digest some.json)" "$("$AERSCOPE" attack "$honest" --drop-tail=2 2>/dev/null | "$AERSCOPE" digest -)" \
    "the mark changes no digest"

# --- entries of any size

python3 - <<'END'
import sys
sys.path.insert(0, __import__("os").environ["top_srcdir"] + "/tests/lib")
import aerbuild, attack_cases
entries = attack_cases.honest(6)
for number in (2, 3, 6):
    aerbuild.set_payload(entries[number - 1], b"%d" % number * 2500000)
    entries[number - 1]["entry_digest"] = "0" * 64
aerbuild.link(entries)
open("large.json", "w").write(aerbuild.to_text(entries))
END
"$AERSCOPE" attack large.json --drop-head=1 --renumber --reclose --relink >some.json 2>err
is $? 0 "entries of megabytes"
is "$(verdict some.json)" "consistent None not_assessed" "entries of megabytes: every repair is done"
is "$(grep -o x_aerscope_training some.json | wc -l)" 5 "entries of megabytes: marked"
"$AERSCOPE" attack large.json --drop-head=1 --renumber --reclose --relink --explain >copy.json 2>err
is "$(cmp copy.json some.json)" "" "entries of megabytes: passed on or by way of a file, the same"
"$AERSCOPE" attack large.json --swap=2:6 --renumber --reclose --relink --unmarked 2>/dev/null |
    "$AERSCOPE" attack - --swap=2:6 --renumber --reclose --relink --unmarked >some.json 2>/dev/null
is "$("$AERSCOPE" digest some.json | cut -f2 | tail -1)" "$("$AERSCOPE" digest large.json | cut -f2 | tail -1)" \
    "entries of megabytes: there and back again"

# --- what is said

"$AERSCOPE" attack "$honest" --drop-tail=2 --reclose --explain -c witness/kept.json --expect="$samples/honest.expected.json" \
    2>said >/dev/null
flat=$(tr -s ' \n' ' ' <said)
like "$flat" 'timeline consistent: not noticed .*Nothing inside cites the digest of the last entry' "timeline: says why not"
like "$flat" 'endpoint matches -> contradicted: noticed commitment.count, commitment.digest' "endpoint: names the checks"
like "$flat" 'coverage reconciled -> discrepant: noticed expect.missing \(2 times\)' "coverage: names the check"
like "$flat" 'outcome not assessed Whether an effect happened no timeline tells' "outcome: never from a timeline"
"$AERSCOPE" attack "$honest" --set='4.provenance_class=EXECUTED BY ZAMBO' --explain 2>said >/dev/null
flat=$(tr -s ' \n' ' ' <said)
like "$flat" 'Entry 4 \("LOGGED BY AGENT", agent assertion\): provenance_class is set to "EXECUTED BY ZAMBO"' \
    "class and standing stand beside the member"
like "$flat" 'chain.link at entry 5.*PROVED entry 4 with provenance_class "LOGGED BY AGENT"' "the explanation names the attack"
like "$flat" 'would match: these steps leave the number of entries and the final digest' "what an outside end would say"
"$AERSCOPE" attack "$honest" --baseline="$honest" --set=2.tool=x --relink=3 --explain 2>said >/dev/null
like "$(cat said)" 'baseline\.' "an earlier copy notices"
# judged JUDGEMENT ARG...: "RESULT: SIGHT sentences" of one judgement.
judged()
{
    "$AERSCOPE" attack "${@:2}" --explain 2>&1 >/dev/null |
        awk -v name="$1" '/^  [a-z]+  / { on = $1 == name } on' | tr -s ' \n' ' '
}
# What the program adds is no difference from an earlier copy, and what a step sets is one.
for steps in --renumber --reclose --set=8.seq=8; do
    like "$(judged endpoint "$honest" $steps --baseline="$honest")" \
        'endpoint matches: not noticed .*x_aerscope_training is left out where the earlier copy is compared;' \
        "$steps: the mark alone contradicts no earlier copy"
done
like "$(judged endpoint "$honest" --drop-tail=2 --reclose --baseline="$samples/reclosed.json")" \
    'not assessed -> matches' "a copy that was made before, and the same made again"
like "$(judged endpoint "$honest" --set=1.created_at=never --baseline="$honest")" \
    'matches -> contradicted: noticed baseline\.edited' "a member that no digest binds, against an earlier copy"
like "$(judged timeline "$samples/historical-06.json" --set-bytes=1=zz)" \
    'historical -> broken: noticed By revision -06 the link into entry 2 does not hold: its prev_digest is not the SHA-256 of the bytes of entry 1;' \
    "the link of -06 that broke is named"
like "$(judged endpoint "$samples/wrapped.json" --drop-tail=2)" \
    'matches -> not assessed: not any more .*held against the commitment in the timeline.s own file .matches.; that is not carried over' "a commitment of its own is not denied"
like "$(judged coverage "$honest" --set=1.created_at=2020-01-01T00:00:00Z --expect="$samples/honest.expected.json")" \
    'Warnings that were not there before, by code: expect\.time;' "a warning of the list is told"
# What is no object no list names.
python3 -c 'import json, sys; made = json.load(open(sys.argv[1])); json.dump(made[:3] + [42] + made[3:], open("numbers.json", "w"))' "$honest"
for steps in --delete=4 --swap=4:5 --duplicate=4 "--move=4:1 --relink"; do
    case $steps in --dup*) said="would not have expected what was put in, unless it allows for it";; --del*) said="would have nothing new to say of these steps:";; *) said="would have nothing to say of these steps:";; esac
    like "$(judged coverage numbers.json $steps)" "One that was frozen beforehand $said" "an entry that is no object: $steps"
done
# A list has it against another entry, or another action, as often as before.
"$AERSCOPE" attack "$honest" --set=4.tool=x --relink 2>/dev/null >other-tool.json
like "$(judged coverage other-tool.json --set=4.tool=pay.quote --set=2.tool=zz --relink --expect="$samples/honest.expected.json")" \
    'discrepant: noticed expect\.unexpected: .* It was discrepant before as well, and this was not said\.' "as often as before, another entry"
like "$(judged coverage other-tool.json --swap=4:5 --renumber --relink --expect="$samples/honest.expected.json")" \
    'discrepant: not noticed It was discrepant before, and these steps add nothing to that\.' "the same entry elsewhere is the same"
# What the evidence has under the name of the mark is no mark.
python3 - "$honest" <<'END'
import json, sys
entries = json.load(open(sys.argv[1]))
for number in (2, 8):
    json.dump([dict(e, x_aerscope_training="genuine evidence") if e["seq"] == number else e for e in entries],
              open("genuine-%d.json" % number, "w"))
END
while read -r file entry steps; do
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$file" $steps 2>said >some.json
    is "$(python3 -c 'import json, sys
text = open("some.json").read(); e = json.loads(text)[int(sys.argv[1]) - 1]
print(e["x_aerscope_training"], text.count("x_aerscope_training") == 1)' "$entry" 2>&1)" "training copy, not evidence True" \
        "$file $steps: its own member of that name becomes the mark"
    unlike "$(cat said)" 'nothing in it says so' "$file $steps: says so"
done <<'END'
genuine-2.json 2 --set=2.tool=zz
genuine-8.json 7 --delete=2
END
like "$(judged timeline "$honest" --drop-tail=2 --reclose --relink)" 'Nothing inside cites the digest of the last entry' \
    "no link broke: the end is why"
like "$(judged timeline "$honest" --delete=3 --renumber --relink)" 'Every link that broke was rewritten.* Only what is known from outside' \
    "links that broke and were rewritten are why"
unlike "$(judged timeline "$honest" --duplicate=3 --renumber --relink)" 'Only what is known from outside' \
    "a warning inside shows it as well"
"$AERSCOPE" attack "$honest" --set=3.provenance_class=x --set=6.seq=9 --explain 2>said >/dev/null
is "$(grep -c '^  explained *PROVED' said)" 2 "each trace that the steps left is explained"
"$AERSCOPE" attack "$honest" --set=2.tool=x 2>/dev/null >marked.json
"$AERSCOPE" attack marked.json --delete=5 --unmarked 2>said >/dev/null
like "$(cat said)" 'no entry was given x_aerscope_training; those of the input that carry it do so still' "--unmarked of a marked copy"
# What a list would say is held against what lists do say: by tool alone, and with ids and output hashes.
python3 - "$honest" <<'END'
import base64, hashlib, json, sys
entries = json.load(open(sys.argv[1]))
full = [{"tool": e["tool"], "kind": "expected", "id": e["id"],
         "output_hash": hashlib.sha256(base64.b64decode(e["canonical_bytes"])).hexdigest()} for e in entries]
for name, keys in ("tools", ("tool", "kind")), ("full", ("tool", "kind", "id", "output_hash")):
    json.dump({"schema": "aerscope.expected/1", "job_id": entries[0]["job_id"], "frozen_at": "2020-01-01T00:00:00Z",
               "source": "s", "order": "strict", "actions": [{k: a[k] for k in keys} for a in full]}, open(name + ".exp", "w"))
END
while IFS='|' read -r steps tools full would; do
    for list in tools full; do
        # shellcheck disable=SC2086
        "$AERSCOPE" attack "$honest" $steps --explain --expect=$list.exp 2>said >/dev/null
        is "$(sed -nE 's/^  coverage +(.*)$/\1/p' said)" "${!list}" "$steps: a list of $list"
    done
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$honest" $steps --explain 2>said >/dev/null
    like "$(tr -s ' \n' ' ' <said)" "$would" "$steps: says so beforehand"
done <<'END'
--drop-tail=2 --reclose|reconciled -> discrepant: noticed|reconciled -> discrepant: noticed|would miss what was taken out, if it expects it;
--duplicate=2|reconciled -> discrepant: noticed|reconciled -> discrepant: noticed|would not have expected what was put in, unless it allows for it;
--replace-last=x|reconciled: not noticed|reconciled -> discrepant: noticed|would notice the ids that were changed only if it names ids, and the bytes only if it names output hashes\.
--set-bytes=4=x --relink=5|reconciled: not noticed|reconciled -> discrepant: noticed|would notice the bytes that were changed only if it names output hashes\.
--set=4.tool=x --relink=5|reconciled -> discrepant: noticed|reconciled -> discrepant: noticed|would miss a tool that was changed, if it expects it, and not have expected what stands in its place, unless it allows for it;
--as-06|reconciled -> not assessed: not any more|reconciled -> not assessed: not any more|No list of expected actions is held against a historical timeline\.
--set=4.provenance_class=x|reconciled: not noticed|reconciled: not noticed|would have nothing to say of these steps
END
for arguments in "--drop-tail=2 --count=8" "--replace-last=x --count=8" "--as-06 -c witness/kept.json" "--swap=1:8 --head=$(printf '0%.0s' {1..64})@8"; do
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$honest" $arguments --explain 2>said >/dev/null
    is "$(grep -v '^aerscope: ' said | awk 'length($0) > 80')" "" "$arguments: fits 80 columns"
    is "$(grep -nwiE 'valid|authentic|intact|complete|ok|verified|tamper-?proof' said)" "" "$arguments: claims nothing"
done
for mode in --list --tour; do
    exits 0 "attack $mode" "$AERSCOPE" attack $mode
    is "$(grep -v '^  aerscope attack ' out | awk 'length($0) > 80')" "" "attack $mode fits 80 columns"
    is "$(grep -nwiE 'valid|authentic|intact|complete|ok|verified|tamper-?proof' out)" "" "attack $mode claims nothing"
done
exits 0 "--list" "$AERSCOPE" attack --list
is "$(grep -c '^--' out)" 14 "--list explains each step"

# --- what was given and what was there before, word by word

while IFS='|' read -r file steps wanted; do
    # shellcheck disable=SC2086
    "$AERSCOPE" attack "$samples/$file.json" ${steps//SAMPLES/$samples} --explain 2>said >/dev/null
    like "$(tr -s ' \n' ' ' <said)" "$wanted" "$file $steps"
done <<'END'
honest|--set=5.created_at=x --reclose|No reference from outside was given\.
honest|--set=4.tool=pay.quote|But for x_aerscope_training every entry is as it was: these steps come to nothing\.
honest|--set=4.tool=pay.quote --unmarked|[.] Every entry is as it was: these steps come to nothing\.
honest|--expect=SAMPLES/honest.workflow.json --replace-last=x|not assessed: not noticed The receipt that was given has 8 steps, and that number agrees: it bounds the length and fixes no content\.
honest|--count=8 --replace-last=x|not noticed A count of 8 was given and agrees
honest|--as-06 --expect=SAMPLES/honest.expected.json|-> not assessed: not any more No list of expected actions is held against a historical timeline\.
honest|--set-bytes=4=nothing.done|decoded they are: "nothing[.]done"[.] 
honest|--set-bytes=4="x"|decoded they are: "<U[+]0022>x<U[+]0022>"[.] 
honest|--set-bytes=4={"a":1}|decoded they are: [{]"a":1[}][.] 
honest|--replace-last=x.y|its bytes are: "x[.]y"[.] 
historical-06|--as-06 --baseline=SAMPLES/historical-06.json|not assessed The earlier copy that was given neither confirms nor contradicts this end\. No commitment, head or count is held
historical-06|--delete=2|By revision -06 the link into entry 2 does not hold: its prev_digest is not .* called historical any more, .*held against a historical timeline, as this one was before
historical-06|--swap=1:2 --as-06|historical: not noticed .*By the current rules, of entries that were put in or stand elsewhere now, by code: chain\.link\.
historical-06|--move=1:3 --as-06|historical: not noticed .*By the current rules, of entries that were put in or stand elsewhere now, by code: chain\.link\.
deleted|--duplicate=3 --relink|broken: noticed chain\.seq at entry 4: .* Failures that were not there before, by code: chain\.seq\.
cut-open|--drop-tail=1|broken: not noticed It failed before, and these steps add no failure\. Said before as well, of the entry that was the last then: chain\.not_closed\.
cut-open|--drop-tail=1 --baseline=SAMPLES/honest.json|broken: not noticed .*endpoint contradicted: 
END
"$AERSCOPE" attack "$honest" --set=4.created_at=x --baseline="$honest" --explain 2>said >/dev/null
unlike "$(tr -s ' \n' ' ' <said)" "a reference to the end does not judge" "an earlier copy judges what stands before the end"

# What ends in line feeds can be written for a shell as well, and a change far behind the start is shown.
python3 - <<'END'
import os, subprocess, sys
program, honest = os.environ["AERSCOPE"], os.environ["top_srcdir"] + "/samples/honest.json"
sys.path.insert(0, os.environ["top_srcdir"] + "/tests/lib")
import aerbuild, attack_cases, json
entries = attack_cases.honest(5)
text = b"=9+1\t,'%'\n-2\n\n"
for entry in entries:
    aerbuild.set_payload(entry, b"a" * 90 + b"7" + text)
aerbuild.link(entries)
open("feeds.json", "w").write(aerbuild.to_text(entries))
END
exits 0 "a tour of payloads that end in line feeds" "$AERSCOPE" attack --tour feeds.json
cp out feeds.tour
line=$(grep -m 1 -e '--set-bytes' feeds.tour)
sh -c "aerscope() { \"\$0\" \"\$@\"; }; $line" "$AERSCOPE" >feeds.made 2>/dev/null
is "$(python3 -c 'import base64, json; print([base64.b64decode(e["canonical_bytes"]) for e in json.load(open("feeds.made"))][1])')" \
    "$(python3 -c 'print(b"a" * 90 + b"9" + b"=9+1\t,'"'"'%'"'"'\n-2\n\n")')" "its command gives the same bytes"
like "$(tr -s ' \n' ' ' <feeds.tour)" 'from byte 66 on: \.\.\."a{24}9=9' "and what changed is shown"

# --- the tour, and each of its commands

exits 0 "the tour" "$AERSCOPE" attack --tour
cp out tour
is "$(grep -c '^[1-7] of 7  ' tour)" 7 "the tour has seven stops"
is "$(sed -nE 's/^  (timeline|endpoint) +(.*)$/\2/p' tour | paste -sd '|')" \
    'consistent: nothing done|not assessed|consistent -> broken: noticed|not assessed|consistent -> broken: noticed|not assessed|consistent -> broken: noticed|not assessed|consistent: not noticed|not assessed|consistent: not noticed|not assessed: not noticed|consistent: not noticed|matches -> contradicted: noticed|consistent: not noticed|matches -> contradicted: noticed|consistent: nothing done|matches: nothing done' \
    "the tour: what timeline and endpoint say"
number=0
while read -r line; do
    number=$((number + 1))
    sh -c "exec \"\$0\" ${line#aerscope }" "$AERSCOPE" >copy.json 2>said
    is "$?" 0 "command $number of the tour runs"
    is "$(sed -n '/^WHO/,$p' said | sed -nE 's/^  (timeline|endpoint) +(.*)$/\2/p')" \
        "$(awk -v n=$number '/^  (timeline|endpoint) / { i++; if (i == 2 * n - 1 || i == 2 * n) print }' tour | sed -E 's/^  [a-z]+ +//')" \
        "command $number of the tour gives what it says"
done < <(grep '^  aerscope attack ' tour)
is "$number" 9 "the tour has a command for each look"
exits 0 "the tour of a timeline" "$AERSCOPE" attack --tour "$honest"
like "$(cat out)" 'aerscope attack [^ ]*honest.json --drop-tail=2 --reclose' "the tour of a timeline names it"
"$AERSCOPE" attack --sample >sample.json 2>/dev/null
is "$(verdict sample.json)" "consistent None not_assessed" "--sample is consistent"
is "$(python3 "$top_srcdir/tests/lib/aerref.py" sample.json | python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["timeline"], d["entries"], d["warnings"])')" \
    "consistent 8 []" "--sample is consistent by the reference"
says 'at least 4 entries' "a tour of too little" --tour "$samples/edited.json"

# --- exercises

"$AERSCOPE" attack "$honest" --random=2 --seed=7 --answer-key=key -o quiz.json 2>err
is $? 0 "an exercise"
is "$(grep -c 'STEPS' quiz.json err)" "$(printf 'quiz.json:0\nerr:0')" "an exercise says nothing of its solution"
like "$(cat key)" 'aerscope attack [^ ]+honest.json --random=2 --seed=7' "the key says what it is of"
like "$(tr -s ' \n' ' ' <key)" 'timeline .*endpoint .*coverage .*outcome ' "the key has every judgement"
is "$(sed -n '/training copy/p' err)" "aerscope: a training copy with drawn steps: every entry carries x_aerscope_training" \
    "and not how many entries became how many"
mkdir -p dash
cp "$honest" dash/-dash.json
(cd dash && "$AERSCOPE" attack --random=1 --seed=0 --answer-key=key -o quiz -- -dash.json 2>/dev/null &&
    sh -c "exec \"\$0\" $(sed -n 's/^  aerscope //p' key)" "$AERSCOPE" >again 2>err && cmp quiz again)
ok $? "the command of a key, for a name that begins with a dash"
"$AERSCOPE" attack "$honest" --random=2 --seed=8 >other.json 2>/dev/null
test "$(cat other.json)" != "$(cat quiz.json)"
ok $? "another seed, another exercise"
"$AERSCOPE" attack "$honest" --drop-tail=1 --random=1 --seed=3 --reclose --answer-key=key2 >/dev/null 2>&1
like "$(grep -A1 '^STEPS' key2)" 'The last of 8 entries is dropped' "drawn steps stand where they were asked for"
says 'exists already' "a key over a file" "$honest" --random=2 --seed=7 --answer-key=key
is "$(ls .aerscope-* 2>/dev/null)" "" "no temporary file is left behind"
says 'name one file' "key and output in one file" "$honest" --drop-tail=1 --answer-key=new -o new
for name in ./new "$PWD/new" "../${PWD##*/}/new"; do
    says 'name one file' "key at another spelling of it" "$honest" --drop-tail=1 --answer-key="$name" -o new
    says 'name one file' "key at another spelling of it, --force" "$honest" --drop-tail=1 --force --answer-key="$name" -o new
done
test ! -e new
ok $? "neither was written"
says 'is an input' "a key over the input" odd.json --drop-tail=1 --answer-key=odd.json --force -o new
test ! -e new
ok $? "a key that is refused: no output"
python3 - "$honest" <<'END'
import json, sys
entries = json.load(open(sys.argv[1]))
entries[4] = entries[7] = "no object"
json.dump(entries, open("scattered.json", "w"))
END
for seed in $(seq 0 19); do
    "$AERSCOPE" attack scattered.json --random=3 --seed="$seed" >/dev/null 2>err || break
done
is "$seed $(grep -c "no JSON object" err)" "19 0" "steps that a timeline does not take are not drawn"
like "$("$AERSCOPE" attack "$honest" --set=3.prev_digest="$(printf '%064d' 7)" --explain 2>&1 -o digest.json)" \
    '"0{63}7"' "a digest is shown whole"

says 'needs --seed' "--random alone" "$honest" --random=2
says 'needs --random' "--seed alone" "$honest" --seed=2
says 'from 1 to 100' "--random=101" "$honest" --random=101 --seed=1

# --- what is refused, before anything is written

says '--delete: there is no entry 9: at this step there are 8 entries' "a position beyond the end" "$honest" --delete=9
says 'there is no entry 7: at this step there are 6' "a position beyond what the steps left" "$honest" --drop-tail=2 --delete=7
says 'nothing would be left' "everything dropped" "$honest" --drop-tail=8
says 'nothing would be left' "everything dropped by two" "$honest" --drop-tail=4 --drop-head=4
says 'no such member' "a member that it has not" "$honest" --set=3.tol=x
says 'marks training copies' "the mark" "$honest" --set=3.x_aerscope_training=x
says 'set-bytes' "bytes by --set" "$honest" --set=3.bytes=x
says 'N\.MEMBER=VALUE' "no member" "$honest" --set=3=x
says 'names one position twice' "one position twice" "$honest" --swap=3:3
says 'is not a number from 1' "position 0" "$honest" --delete=0
says "needs a value|argument is empty|empty value" "no position" "$honest" --delete=
says 'FILE:A-B@N' "a splice without places" "$honest" --splice="$honest"
says 'No such file' "a splice of no file" "$honest" --splice=absent.json:1-2@1
says 'cannot splice "[^"]*damaged\.json", which is damaged at byte [0-9]+, line [0-9]+' "a splice of a damaged file" "$honest" --splice="$samples/damaged.json":1-2@1
cp "$honest" eight.json
says '"eight\.json" has 8 entries' "a splice of what it has not" "$honest" --splice=eight.json:7-9@1
says 'first free position is 9' "a splice beyond the end" "$honest" --splice="$honest":1-2@10
says 'commitment' "a splice of a commitment" "$honest" --splice=honest.commitment.json:1-1@1
says 'not read to its end' "a damaged timeline" "$samples/damaged.json" --drop-tail=1
says 'No such file' "no timeline" absent.json --drop-tail=1
says 'needs TIMELINE' "no timeline named" --drop-tail=1
says 'takes the place' "--sample and a timeline" --sample "$honest"
says 'is of --set-bytes' "--stale-hash alone" "$honest" --drop-tail=1 --stale-hash
says 'explained|explains the steps' "--list and a step" --list --drop-tail=1
says '--tour has steps' "--tour and a step" --tour --drop-tail=1
says 'judged with --explain' "a reference that nobody asks" "$honest" --count=8
says 'can be read once' "standard input twice" - --splice=-:1-1@1
says 'did you mean --drop-tail' "a near miss" "$honest" --droptail=1
says 'attack does not take --format' "an option of other commands" "$honest" --format=json
exits 2 "verify takes no step" "$AERSCOPE" verify --drop-tail=1 "$honest"
like "$(cat err)" 'verify does not take --drop-tail' "verify takes no step: says so"
echo '[]' >none.json
says 'nothing would be left' "an empty timeline" none.json
echo '[1]' >number.json
says 'no JSON object' "an entry that is no object" number.json --reclose
cp "$honest" copy.json
says 'is an input' "-o over the timeline" copy.json --drop-tail=1 -o copy.json --force
is "$(cmp copy.json "$honest")" "" "-o over the timeline leaves it alone"
cp "$honest" spliced.json
says 'is an input' "-o over a splice" "$honest" --splice=spliced.json:1-1@1 -o spliced.json --force
"$AERSCOPE" attack copy.json --drop-tail=1 >>copy.json 2>err
is $? 2 "stdout over the timeline"
is "$(cmp copy.json "$honest")" "" "stdout over the timeline leaves it alone"
"$AERSCOPE" attack "$honest" --drop-tail=1 >/dev/full 2>err
is $? 2 "a full disk"
exits 2 "no room for the copy" env TMPDIR=/nonexistent "$AERSCOPE" attack "$honest" --drop-tail=1 --explain
like "$(cat err)" 'TMPDIR' "no room for the copy: says what to do"
cat "$honest" | "$AERSCOPE" attack - --drop-tail=2 --reclose >copy.json 2>/dev/null
is "$(cmp copy.json reclosed.json)" "" "a timeline on standard input"
"$AERSCOPE" attack --splice=-:1-2@1 "$honest" <"$samples/lines.ndjson" >copy.json 2>/dev/null
is "$(python3 -c 'import json; print(len(json.load(open("copy.json"))))')" 10 "a splice on standard input"
python3 -c 'import json; e = json.load(open("'"$honest"'")); e[2]["deep"] = 0; print("\n".join(json.dumps(x) for x in e).replace("\"deep\": 0", "\"deep\": " + "[" * 511 + "]" * 511))' >deep.lines
exits 0 "511 levels in an entry of a line" "$AERSCOPE" verify --allow-unwitnessed deep.lines
says 'entry 3 cannot stand in an array' "511 levels in an entry of a line" deep.lines --drop-tail=1

# --- the answer key does the same, with all that it was judged by

"$AERSCOPE" attack "$honest" --drop-tail=1 --random=2 --seed=3 --set='1.tool=it'"'"'s' --unmarked -c witness/kept.json \
    --expect="$samples/honest.expected.json" --count=8 --answer-key=solved -o exercise.json 2>/dev/null
is $? 0 "an exercise with steps around it and references"
like "$(tr -s ' \n' ' ' <solved)" "EXERCISE aerscope attack [^ ]+honest.json --drop-tail=1 --random=2 --seed=3 --set=.1[.]tool=.it.*s.* --unmarked STEPS" \
    "the key names the steps around it"
line=$(sed -n '/^THE SAME/,$p' solved | grep '^  aerscope attack ')
for option in " -c witness/kept.json\\| --commitment=witness/kept.json" " --count=8" " --expect=" " --unmarked"; do
    is "$(grep -c -e "$option" <<<"$line")" 1 "the command of the key has$option"
done
(aerscope() { "$AERSCOPE" "$@"; }; eval "$line") >again.json 2>again.said
is "$(cat again.json)" "$(cat exercise.json)" "and writes the same"
"$AERSCOPE" attack "$honest" --random=2 --seed=17 --answer-key=solved.17 -o exercise.17 2>/dev/null
(aerscope() { "$AERSCOPE" "$@"; }; eval "$(sed -n '/^THE SAME/,$p' solved.17 | grep '^  aerscope attack ')") >again.17 2>/dev/null
cmp again.17 exercise.17
ok $? "also the marks, where nothing else is on the line"
# What is no object carries no mark: the last entry that is one does.
python3 -c '
import json, sys
e = json.load(open(sys.argv[1]))
json.dump(e[:3] + [5, "x"] + e[3:4] + [7], open("others.json", "w"))
json.dump([1, 2, 3], open("none.json", "w"))' "$honest"
for steps in "--drop-tail=1 6" "--duplicate=7 6" "--drop-tail=2 3" "--relink 6" "--set=2.tool=x 2" "--mark-all 1,2,3,6"; do
    read -r step at <<<"$steps"
    "$AERSCOPE" attack others.json "$step" >copy.json 2>said
    is "$(python3 -c 'import json; print(*[n for n, e in enumerate(json.load(open("copy.json")), 1) if isinstance(e, dict) and "x_aerscope_training" in e], sep=",")')" \
        "$at" "entries that are no objects, $step: who carries the mark"
    case $step in
    --set*) words="those that a step wrote or put where they are, and that are objects, carry x_aerscope_training" ;;
    --mark-all) words="every entry that is an object carries x_aerscope_training" ;;
    *) words="no entry that can carry x_aerscope_training was altered, so the last that can does" ;;
    esac
    like "$(cat said)" "$words" "and that is said"
done
"$AERSCOPE" attack none.json --drop-tail=1 >copy.json 2>said
is "$(tr -d ' \n' <copy.json) $(grep -c 'nothing in it says so' said)" "[1,2] 1" "no object at all: nothing says so"

# Every command that is printed, as it stands, in shells of two makes: that of the exercise and that of its steps
# write the exercise, whatever stands in the values.
printed() { # NAME ATTACK-ARGUMENTS...
    local name=$1 line n=0 shell
    shift
    rm -f printed.key printed.json
    "$AERSCOPE" attack "$@" --answer-key=printed.key -o printed.json 2>printed.said || cat printed.said
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$AERSCOPE" >aerscope
    chmod +x aerscope
    while IFS= read -r line; do
        n=$((n + 1))
        for shell in sh bash; do
            PATH="$PWD:$PATH" "$shell" -c "$line" >printed.again 2>printed.said
            cmp printed.again printed.json >&2
            ok $? "$name: command $n of the key, in $shell"
        done
    done < <(sed -n 's/^  \(lf=.*aerscope attack \|aerscope attack \)/\1/p' printed.key)
    rm -f aerscope
    is "$n" 2 "$name: both are there"
}
printed "plain" "$honest" --random=2 --seed=7
printed "unmarked" "$honest" --unmarked --random=1 --seed=3
printed "stale" "$honest" --set-bytes=2=x --stale-hash --random=1 --seed=3
printed "a line feed" "$honest" --set=1.tool='x
' --random=1 --seed=5
printed "line feeds and quotes" "$honest" --set-bytes=1="it's \$HOME %s \\n

" --random=1 --seed=5 --replace-last='
'
printed "the timeline of the tour" --sample --random=3 --seed=11
cp "$honest" "./-o \$x 'n.json"
printed "a name with signs" "./-o \$x 'n.json" --random=1 --seed=2
says 'give one of them' "--mark-all and --unmarked" "$honest" --mark-all --unmarked
"$AERSCOPE" attack "$honest" --set=2.tool=x --mark-all 2>said | grep -c x_aerscope_training >marks
is "$(cat marks) $(grep -c 'every entry carries x_aerscope_training' said)" "8 1" "--mark-all"
is "$(sed -n '/^WHO NOTICES/,/^$/p' again.said | grep -v '^aerscope: ')" "$(sed -n '/^WHO NOTICES/,/^$/p' solved)" "and judges the same"
# Drawn is close true at entry 3, and the end closed anew: the second would take the first back.
"$AERSCOPE" attack "$honest" --random=1 --seed=210 >closed.json 2>/dev/null
is "$("$AERSCOPE" diff --format=json "$honest" closed.json | python3 -c '
import json, sys; print(json.load(sys.stdin)["category"])')" edited "an exercise changes something"

# --- no name of a file is taken for what a training copy says of itself

for name in "TRAINING COPY, not evidence- ev.json" "training-copy e.json" "$(printf '\357\274\264\357\274\262AINING copy')"; do
    cp "$honest" "$name"
    like "$("$AERSCOPE" verify "$name" 2>/dev/null | head -n 1)" '^<U\+[0-9A-F]{4}>' "verify: $name"
    like "$("$AERSCOPE" verify "$name.absent" 2>/dev/null | head -n 1)" '^<U\+[0-9A-F]{4}>' "verify: a file $name that is not there"
done
is "$("$AERSCOPE" verify "$honest" 2>/dev/null | head -n 1)" "$honest" "and another name stands as it is"

# --- what is drawn comes to something

for seed in "1 --seed=210" "2 --seed=693"; do
    "$AERSCOPE" attack "$honest" --random=${seed% *} ${seed#* } --unmarked -o drawn.json --force 2>/dev/null
    unlike "$("$AERSCOPE" diff --format=json "$honest" drawn.json | python3 -c 'import json, sys; print(json.load(sys.stdin)["category"])')" \
        identical "--random=$seed changes something"
done
"$AERSCOPE" attack "$samples/historical-06.json" --relink --explain --unmarked 2>said >copy.json
like "$(tr -s ' \n' ' ' <said)" "where that has none, what is stored stays" "a link that cannot be made is not said to be"
is "$("$AERSCOPE" digest copy.json)" "$("$AERSCOPE" digest "$samples/historical-06.json")" "nor is it"

# --- a copy that is in a file is told as one, and judged as any other

# told FILE: whether text, JSON, reports and commit say so: "verify json report-md report-json commit".
told()
{
    "$AERSCOPE" verify "$1" 2>/dev/null | tr -s ' \n' ' ' | grep -c 'x_aerscope_training stands in [12] of [68] entries, as in a training copy'
    "$AERSCOPE" verify --format=json "$1" 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin).get("training"))'
    "$AERSCOPE" report --format=md "$1" 2>/dev/null | grep -c 'has the mark of a training copy'
    "$AERSCOPE" report --format=json "$1" 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin).get("training"))'
    "$AERSCOPE" commit "$1" 2>&1 >/dev/null | grep -c 'has the mark of a training copy: x_aerscope_training'
}
is "$(told reclosed.json | tr '\n' ' ')" "1 True 1 True 1 " "a copy is told as one"
is "$(told "$honest" | tr '\n' ' ')" "0 None 0 None 0 " "the timeline that it was made of is not"
"$AERSCOPE" attack "$honest" --drop-tail=2 --reclose --unmarked >bare.json 2>/dev/null
is "$(told bare.json | tr '\n' ' ')" "0 None 0 None 0 " "nor is one without the mark"
sed 's/x_aerscope_training/x_\\u0061erscope_training/' reclosed.json >escaped.json
is "$(told escaped.json | tr '\n' ' ')" "1 True 1 True 1 " "a name that is written with an escape is the same name"
for file in reclosed bare; do
    "$AERSCOPE" verify --quiet $file.json
    is $? 3 "$file: the status does not hang on it"
    "$AERSCOPE" verify --format=json $file.json | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(json.dumps([d["judgements"], d["findings"], d["totals"]]))' >$file.judged
done
is "$(cat reclosed.judged)" "$(cat bare.judged)" "nor do judgements and findings"

done_testing
