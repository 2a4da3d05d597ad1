#!/usr/bin/env bash
# Screens, drawn without a terminal from keys in a script, against those kept in golden/: characters,
# then a mark for the style of each cell. UPDATE=1 writes them anew; look at what changed before keeping
# it.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/screen.sh"

golden=$top_srcdir/tests/tui/golden
cd "$top_srcdir/samples" || exit 1
unset NO_COLOR COLUMNS LINES

styles=--styles

# screen NAME SIZE KEYS ARGUMENTS..., or with how=asked
screen()
{
    local name=$1 size=$2 file=$golden/$1.$2 got
    shift
    got=$("${how:-draw}" "$@")
    if test -n "${UPDATE:-}"; then
        printf '%s\n' "$got" >"$file"
    fi
    is "$got" "$(cat "$file" 2>/dev/null)" "$name at $size"
}

# What an earlier copy has otherwise stands with the comparison that it contradicts.
screen original 120x40 'G' end-replaced.json --baseline=honest.json
# The detail has the focus: its lines move, those of the list do not.
screen list-cut 120x40 'vvvZ<Tab>JJJJJJJJJJJJJJJJJJJJJlll' hostile.json
screen original-card 80x24 'G<Enter>' reclosed.json --baseline=honest.json

# Every view a user opens on the samples, at the three sizes.
for size in 80x24 40x12; do
    screen honest $size '' honest.json
    screen matches $size '' honest.json -c honest.commitment.json
    screen reclosed $size '' reclosed.json -c honest.commitment.json
    screen edited $size '' edited.json
    screen relabelled $size '' relabelled.json
    screen cut-open $size '' cut-open.json
    screen damaged $size 'G' damaged.json
    screen historical $size '' historical-06.json
done
for size in 120x40 80x24 40x12; do
    screen reclosed-card $size '<Enter>' reclosed.json -c honest.commitment.json
    screen edited-card $size '<Enter>' edited.json
    screen hostile $size '3G' hostile.json
    screen hostile-card $size '10G<Enter>' hostile.json
    screen overview $size 'o' reclosed.json -c honest.commitment.json
    screen findings $size 'F' spliced.json
    screen provenance $size 'p' honest.json
    screen facts $size 'i' reclosed.json -c honest.commitment.json
    screen references $size 'c' reclosed.json -c honest.commitment.json
    screen reference $size 'c<Enter>' reclosed.json -c honest.commitment.json
    screen no-reference $size 'c' honest.json
    screen findings-place $size 'F=' hostile.json
    screen card-commands $size '<Enter>G<Esc>5G<Enter><PgDn>' honest.json
    screen card-json $size '5G<Enter>v<PgDn><PgDn><PgDn>' honest.json
    screen card-source $size '5G<Enter>vvvv<PgDn><PgDn><PgDn><PgDn>' honest.json
    screen card-cut $size '5G<Enter>vvvvZ<PgDn><PgDn><PgDn><PgDn>ll' honest.json
    screen card-cut-json $size '5G<Enter>Zv<PgDn><PgDn><PgDn>' honest.json
    screen plain $size 'Y' edited.json
    screen plain-copied $size 'ysY' edited.json
    screen help $size '?' honest.json
    screen help-search $size '?/judgements<Enter>' honest.json
    screen findings-end $size 'FG' hostile.json
    screen damage $size 'g:damage<Enter>' damaged.json
    screen damage-card $size '<Enter>' damaged.json
    screen damage-findings $size 'F' damaged.json
    screen filter-contradicted $size '&failures<Enter>' reclosed.json -c honest.commitment.json
done
screen edited 160x40 '' edited.json
screen edited 150x30 '' edited.json
screen edited 64x24 '' edited.json
screen edited 100x24 '' edited.json
screen edited-list 120x40 '=' edited.json
screen edited-hex 120x40 'vv<Tab><PgDn>' edited.json
screen edited-preimage 80x24 'vvv<Enter>G<Esc>5G<Enter><PgDn><PgDn>' edited.json
screen edited-source 80x24 'vvvv<Enter><PgDn><PgDn>' edited.json
screen edited 39x9 '' edited.json
screen edited 30x4 '' edited.json
LC_ALL=C screen hostile-ascii 80x24 '4G' hostile.json
screen hostile-tool 80x24 '14Glll' hostile.json
screen honest-frames 80x24 '' honest.json --frames=unicode
how=asked screen missing-entry 80x24 ':99<Enter>' honest.json
how=asked screen unknown-action 80x24 ':nothing<Enter>' honest.json
screen damage-first 80x24 'gf' damaged.json
screen damage-next 80x24 'e' damaged.json
screen damage-there 80x24 'gF<Enter>' damaged.json
screen damage-refused 80x24 'f' honest.commitment.json
screen no-damage 80x24 ':damage<Enter>' honest.json
how=asked screen save-nowhere 80x24 ':save-screen --styles<Enter>' honest.json

# A smaller size in between leaves the list where it was.
printf '%s' "<wait><resize 120 40>7G:save-screen $scratch/before<Enter><resize 60 12><C-L>" \
    "<resize 30 5><C-L><resize 120 40>:save-screen $scratch/after<Enter>" >"$scratch/keys"
AERSCOPE_SCRIPT=$scratch/keys "$AERSCOPE" hostile.json >"$scratch/out" 2>&1
is "$(cat "$scratch/after")" "$(cat "$scratch/before")" "the list is where it was after a smaller size"

# Searching and filtering.
for size in 120x40 80x24 40x12; do
    screen search $size '/fs<Enter>' edited.json
    screen search-digest $size '/8f1ef25c7610<Enter>' edited.json
    screen search-hostile $size '/202e<Enter>' hostile.json
    screen search-wrapped $size '/pay<Enter>nn' edited.json
    screen search-none $size '/<C-R>^nowhere$<Enter>' edited.json
    screen filter $size '&failures<Enter>' edited.json
    screen filter-some $size '&class="LOGGED BY AGENT"<Enter>gj/send<Enter>n' edited.json
    screen filter-none $size '&tool~nowhere<Enter>' edited.json
    screen filter-hides $size '&standing=gateway<Enter>:5<Enter>' edited.json
done
screen search-card 80x24 '/northgate<C-G><Enter><Enter>' honest.json
screen follow-none 80x24 '4G[' deleted.json
screen citing-none 80x24 '4G]' spliced.json
screen follow-begin 80x24 'g[' edited.json
screen follow-back 80x24 '6G[[]]<lt><lt>' honest.json
screen filter-cleared 80x24 '&warnings<Enter>\' hostile.json
how=asked screen filter-wrong 80x24 '&colour=red<Enter>' honest.json
for size in 80x24 40x12; do
    how=asked screen search-wrong $size '/<C-R>pay(<Enter>' honest.json
    how=asked screen prompt-names $size ':previous<Tab>' honest.json
done
input=edited.json screen stdin 80x24 '' -
screen refused 80x24 '' honest.commitment.json

# Explanations, on the card and under the findings.
for size in 120x40 80x24 40x12; do
    screen explained-relabelled $size '<Enter>' relabelled.json
    screen explained-deleted $size '<Enter>' deleted.json
    screen explained-reordered $size '<Enter>' reordered.json
    screen explained-end $size '<Enter>' end-replaced.json -c honest.commitment.json
    screen explained-findings $size 'FG' deleted.json
done

# Expected actions against entries.
for size in 120x40 80x24 40x12; do
    screen coverage $size 'C' reclosed.json --expect honest.expected.json
    screen coverage-reconciled $size 'CG' honest.json --expect honest.expected.json
    screen coverage-workflow $size 'Cn' end-replaced.json --expect honest.workflow.json
    screen coverage-actions $size 'C=G' reclosed.json --expect honest.expected.json
    screen coverage-words $size 'C==' end-replaced.json --expect honest.workflow.json
    screen coverage-hostile $size 'CG' hostile.json --expect honest.workflow.json
    screen coverage-none $size 'C' honest.json
done
screen coverage-damaged 80x24 'C' damaged.json --expect honest.expected.json
screen coverage-other 80x24 'C' spliced.json --expect honest.expected.json
screen coverage-entry 80x24 'C4j<Enter>' honest.json --expect honest.expected.json
screen coverage-nowhere 80x24 'C<Enter>' reclosed.json --expect honest.expected.json
screen coverage-last 80x24 'Cnn' end-replaced.json --expect honest.workflow.json
LC_ALL=C screen coverage-ascii 80x24 'CG' hostile.json --expect honest.workflow.json

# What is asked, and what is refused.
for size in 120x40 80x24 40x12 40x10; do
    how=asked screen attach $size 'cc' honest.json
    how=asked screen attach-refused $size 'cc5<Enter>honest.commitment.json<Enter>' honest.json
done
screen board-list 80x24 'cG' honest.json --expect honest.workflow.json
screen board-list 40x12 'cG' honest.json --expect honest.expected.json

# Two copies beside each other.
for size in 120x40 80x24 40x12; do
    screen copies-edited $size 'D' edited.json --baseline honest.json
    screen copies-reclosed $size ':compare honest.json<Enter>' reclosed.json
    screen copies-end $size ':compare honest.json<Enter>' end-replaced.json
    screen copies-deleted $size ':compare honest.json<Enter>n' deleted.json
    screen copies-identical $size ':compare honest.json<Enter>' honest.json
    screen copies-pair $size ':compare honest.json<Enter><Enter>' edited.json
    screen copies-pair-end $size ':compare honest.json<Enter><Enter>' end-replaced.json
    screen copies-words $size ':compare honest.json<Enter>=' reclosed.json
    screen copies-hostile $size ':compare honest.json<Enter>' hostile.json
done
how=asked screen copies-damaged 80x24 ':compare damaged.json<Enter>' honest.json
screen copies-refused 80x24 ':compare honest.json<Enter>:compare nowhere.json<Enter><Esc>' edited.json
LC_ALL=C screen copies-ascii 80x24 ':compare honest.json<Enter>' hostile.json

# The map.
for size in 120x40 80x24 40x12; do
    screen map $size 't' hostile.json
    screen map-filter $size 't&failures<Enter>' spliced.json
    screen map-jump $size ':map 4<Enter>' cut-open.json
done
screen map-contradicted 80x24 't' reclosed.json -c honest.commitment.json
how=asked screen map-none 80x24 ':map 9<Enter>' edited.json

# Notes, marks and reports. Each screen begins a case file of its own, and is saved with what is being
# typed; the time is made to stand still.
noted()
{
    local name=$1 size=$2 keys=$3 got
    shift 3
    rm -f "$scratch"/notes.case*
    asked "$size" "$keys" "$@" --case="$scratch/notes.case" >/dev/null
    got=$(sed -E 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/2026-11-30T11:02:05Z/g' "$scratch/screen")
    if test -n "${UPDATE:-}"; then
        printf '%s\n' "$got" >"$golden/$name.$size"
    fi
    is "$got" "$(cat "$golden/$name.$size" 2>/dev/null)" "$name at $size"
}
for size in 120x40 80x24 40x12; do
    noted note-examiner $size 'ms' edited.json
    noted note-editor $size 'a<Enter>ask ops for the gateway log of this minute; who held the key?<Enter>- call back' edited.json
    noted note $size 'ms<Enter>aask ops for the gateway log<Enter>of this minute<C-X>' edited.json
    noted note-draft $size 'a<Enter>ask ops<Esc>' edited.json
    noted notes $size '3Gmq<Enter>5Gmsaask ops<Enter>for the log<C-X>4Gaunsure<Esc>A' edited.json
    noted notes-none $size 'A' edited.json
    noted note-mark $size '3Gmq<Enter>&mark=q<Enter>' edited.json
    screen report $size 'x' edited.json
    screen report-csv $size 'xh' edited.json
done

# A case file that was made for other bytes, and entry numbers that leave the sentence little room.
for size in 120x40 80x24 40x12; do
    rm -f "$scratch"/foreign.case*
    draw 80x24 'ms<Enter>' relabelled.json --case="$scratch/foreign.case" >/dev/null
    screen foreign $size '' honest.json --case="$scratch/foreign.case"
    screen foreign-overview $size 'oG' honest.json --case="$scratch/foreign.case"
    how=asked screen foreign-asks $size 'mi' honest.json --case="$scratch/foreign.case"
    is "$(python3 -c 'import json, sys
print(*(note["mark"] for note in json.load(open(sys.argv[1]))["notes"]))' "$scratch/foreign.case")" suspicious \
        "nothing is written into it unasked"
done
python3 - "$scratch/long.json" <<'END'
import sys
with open(sys.argv[1], "w", encoding="ascii") as out:
    out.write("[" + "{},\n" * 123455 + "{}]")
END
numbers=$(draw 80x24 '123455G' "$scratch/long.json" | grep '^LINK INTO')
is "$(sed 's/  */ /g' <<<"$numbers")" "\
LINK INTO prev_digest in 123,455 against digest of 123,454 BROKEN" \
    "neither a long entry number nor the word is cut"

# A lesson. Of eight entries two are cut off, and the end is closed anew: consistent inside, and the commitment of
# eight contradicts it by count and by digest. The last one replaced: the count agrees, and the digest differs.
cut='Xg<Enter><C-U>2<Enter><Enter>' last='Xg8j<Enter>{"summary":"nothing was paid"}<Enter><Enter>'
closed='Xg12j<Enter><Enter>'
for size in 120x40 80x24 40x12; do
    screen lab $size 'X' honest.json
    screen lab-moved $size ':lab move 4:8<Enter><Enter><Enter>G' honest.json
    how=asked screen lab-argument $size 'X6j<Enter>' honest.json
    how=asked screen lab-refused $size 'X2j<Enter><C-U>99<Enter>' honest.json
    how=asked screen lab-preview $size 'Xg<Enter><C-U>2<Enter>' honest.json
    screen lab-cut $size "$cut" honest.json -c honest.commitment.json
    screen lab-reclosed $size "$cut$closed" honest.json -c honest.commitment.json
    screen lab-reclosed-list $size "$cut$closed<Enter>" honest.json -c honest.commitment.json
    screen lab-reclosed-card $size "$cut$closed<Enter><Enter>" honest.json -c honest.commitment.json
    screen lab-evidence $size "3j$cut${closed}B" honest.json -c honest.commitment.json
    screen lab-replaced $size "$last" honest.json -c honest.commitment.json
    screen lab-replaced-overview $size "$last<Enter>o" honest.json -c honest.commitment.json
    screen lab-relabelled-card $size 'X6j<Enter><C-U>4.provenance_class=OBSERVED VIA GATEWAY<Enter><Enter><Enter><Enter>' honest.json
    screen lab-stop $size 'T}}}}' honest.json
    screen lab-last-stop $size 'T}}}}}}}' edited.json
    screen lab-undone $size "$cut$closed-" honest.json -c honest.commitment.json
    screen lab-aside $size "$cut${closed}T}" honest.json -c honest.commitment.json
    screen lab-back $size "$cut${closed}T}_" honest.json -c honest.commitment.json
    screen lab-first-stop $size 'T' honest.json
    screen lab-quiz $size 'Q<C-U>17 2<Enter>' honest.json
    screen lab-solution $size 'Q<C-U>17 2<Enter><Enter>V' honest.json
    screen lab-unreadable $size 'X' damaged.json
done

# What the list shows of each sample, against the independent reference in python.
reviewed()
{
    local name=$1 commitment=${3:-}
    screen "$name" 120x40 "${4:-}" "$2" ${commitment:+-c "$commitment"}
    is "$(python3 "$top_srcdir/tests/tui/review.py" "$2" "$golden/$name.120x40" $commitment 2>&1)" "" \
        "$name: every value on it"
}
reviewed honest honest.json
reviewed matches honest.json honest.commitment.json
reviewed matches-end honest.json honest.commitment.json G
reviewed reclosed reclosed.json honest.commitment.json
reviewed beheaded beheaded.json honest.commitment.json
reviewed end-replaced end-replaced.json honest.commitment.json
reviewed edited edited.json
reviewed relabelled relabelled.json
reviewed deleted deleted.json
reviewed reordered reordered.json
reviewed spliced spliced.json
reviewed close-middle close-middle.json
reviewed cut-open cut-open.json
reviewed damaged damaged.json '' G
reviewed historical historical-06.json
reviewed wrapped wrapped.json
reviewed lines lines.ndjson

# Where there is no prev_digest, no link holds: by an independent reader, and by the report.
python3 - "$scratch/unlinked.json" <<'END'
import json, sys
entries = json.load(open("honest.json", encoding="ascii"))
entries[0]["prev_digest"] = None
del entries[2]["prev_digest"]
entries[4]["prev_digest"] = 5
entries[6] = 7
json.dump(entries, open(sys.argv[1], "w", encoding="ascii"))
END
links=$(python3 - "$top_srcdir/tests/lib" "$scratch/unlinked.json" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import aerref
before = "0" * 64
for number, entry in enumerate(aerref.read_timeline(open(sys.argv[2], "rb").read()).entries, 1):
    prev = entry.get("prev_digest") if isinstance(entry, dict) else None
    print(number, "BROKEN" if prev != before or before is None else "holds" if number > 1 else "genesis")
    before = aerref.entry_digest(entry) if isinstance(entry, dict) else None
END
)
is "$(draw 120x40 '' "$scratch/unlinked.json" | sed '/^---/q' |
    sed -En 's/^>? +([1-8]) .* (BROKEN|holds|genesis) *$/\1 \2/p')" "$links" \
    "no link holds where there is no prev_digest"
is "$("$AERSCOPE" report --format=csv "$scratch/unlinked.json" --entries=all |
    python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin): print(row["entry"], row["link"].replace("broken", "BROKEN"))')" \
    "$links" "and the report says the same"

# One entry after the other with each of these: plain, detail and report say the same of its link.
while read -r entry change; do
    python3 - "$entry" "$change" "$scratch/one.json" <<'END'
import json, sys
entries, n = json.load(open("honest.json", encoding="ascii")), int(sys.argv[1]) - 1
if sys.argv[2] == "number":
    entries[n] = 7
elif sys.argv[2] == "absent":
    del entries[n]["prev_digest"]
else:
    entries[n]["prev_digest"] = json.loads(sys.argv[2])
json.dump(entries, open(sys.argv[3], "w", encoding="ascii"))
END
    like "$(draw 120x40 "${entry}G" "$scratch/one.json")" "LINK INTO $entry [^|]*BROKEN" "detail: $entry $change"
    like "$(draw 120x40 "gG${entry}G" --plain "$scratch/one.json")" "link into it BROKEN" "plain: $entry $change"
    like "$("$AERSCOPE" report --format=csv --entries="$entry-$entry" "$scratch/one.json")" ",broken," \
        "CSV: $entry $change"
done <<'END'
1 absent
1 null
1 5
3 absent
3 null
3 []
3 ""
5 number
1 number
END

# What no screen may say, and what each must.
mapfile -t files < <(find "$golden" -type f | LC_ALL=C sort)
is "$(grep -lwiE 'valid|verified|OK|intact|complete|authentic' "${files[@]}")" "" \
    "no screen promises what no timeline can show"
short=
for file in "${files[@]}"; do
    grep -q '^TIMELINE .*| ENDPOINT \|^TIMELINE .*│ ENDPOINT \|^TL .*| EP ' "$file" &&
        grep -q '^COVERAGE .*| OUTCOME \|^COVERAGE .*│ OUTCOME \|^CV .*| OC ' "$file" && continue
    case $file in
    *.39x9 | *.30x4) ;;
    *) short+=" ${file##*/}" ;;
    esac
done
is "$short" "" "the four judgements are on every screen from 40x10 on"

wide=
for file in "${files[@]}"; do
    cols=${file##*.} rows=${file##*x}
    cols=${cols%x*}
    test "$(sed '/^styles:$/,$d' "$file" | wc -l)" -le "$rows" || wide+=" ${file##*/}"
    test "$(sed '/^styles:$/,$d' "$file" | LC_ALL=C.UTF-8 wc -L)" -le "$cols" || wide+=" ${file##*/}"
done
is "$wide" "" "no screen is larger than its size"

done_testing
