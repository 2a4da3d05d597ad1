#!/usr/bin/env bash
# digest and commit: lines that other programs can check, and a commitment that verify takes.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples
honest=$samples/honest.json

exits 0 "digest" "$AERSCOPE" digest "$honest"
cp out honest
is "$(wc -l <honest)" 8 "a line an entry"
is "$(cut -f1 honest | tr '\n' ' ')" "1 2 3 4 5 6 7 8 " "entries in their order"
is "$(cut -f2 honest | head -n 7)" "$(cut -f3 honest | head -n 7)" "of an honest timeline all links hold"
is "$(sed -n 8p honest | cut -f3)" - "nothing cites the last"
is "$(cut -f2 honest | grep -vcE '^[0-9a-f]{64}$')" 0 "digests are 64 digits"

for entry in 1 5 8; do
    exits 0 "preimage of $entry" "$AERSCOPE" digest --entry=$entry --preimage "$honest"
    is "$(sha256sum <out | cut -c-64)" "$(sed -n ${entry}p honest | cut -f2)" "preimage of $entry hashes to its digest"
    is "$(python3 -c '
import json
raw = open("out", "rb").read()
print(json.dumps(json.loads(raw), sort_keys=True, separators=(",", ":")).encode() == raw)')" True \
        "preimage of $entry is canonical"
    exits 0 "entry $entry alone" "$AERSCOPE" digest --entry=$entry "$honest"
    is "$(cat out)" "$(sed -n ${entry}p honest)" "entry $entry alone is its line"
done
exits 2 "an entry that is not there" "$AERSCOPE" digest --entry=9 "$honest"
like "$(cat err)" 'no entry 9' "an entry that is not there: says so"
exits 2 "its preimage" "$AERSCOPE" digest --entry=9 --preimage "$honest"
is "$(cat out)" "" "its preimage: nothing is written"

exits 2 "damage" "$AERSCOPE" digest "$samples/damaged.json"
is "$(wc -l <out)" 5 "damage: what was read is printed"
like "$(cat err)" 'byte [0-9]+, line' "damage: says where"

python3 - <<'END'
import json
def entry(i, **other):
    e = {"seq": i, "prev_digest": "0" * 64, "job_id": "j", "id": "i", "tool": "t",
         "provenance_class": "LOGGED BY AGENT", "canonical_bytes": "e30="}
    e.update(other)
    return {k: v for k, v in e.items() if v is not Ellipsis}
json.dump([entry(1), entry(2, prev_digest="a\tb\x1b!"), entry(3, prev_digest=""), entry(4, prev_digest=7),
           entry(5, prev_digest=...), entry(6, prev_digest="A" * 64), entry(7, tool=1), 12,
           entry(9, prev_digest="x" * 9000), entry(10, prev_digest="<U+001B>\u00e9")], open("odd.json", "w"))
END
exits 0 "odd stored values" "$AERSCOPE" digest odd.json
python3 - >want <<'END'
odd = ["!a<U+0009>b<U+001B>!", "!", "!7", "-", "!" + "A" * 64, "0" * 64, "-", "!" + "x" * 9000, "!<U+003C>U+001B><U+00E9>", "-"]
print("\n".join(odd))
END
is "$(cut -f3 out)" "$(cat want)" "odd stored values are escaped after !"
is "$(cut -f2 out | sed 's/^[0-9a-f]\{64\}$/digest/' | tr '\n' ' ')" \
    "digest digest digest - - digest - - digest digest " "an entry of wrong types has no digest"

exits 0 "construction of -06" "$AERSCOPE" digest "$samples/historical-06.json"
cp out six
exits 0 "its preimage" "$AERSCOPE" digest --entry=2 --preimage "$samples/historical-06.json"
is "$(sha256sum <out | cut -c-64)" "$(sed -n 2p six | cut -f2)" "its preimage is the decoded bytes"
exits 0 "the same by -07" "$AERSCOPE" digest --construction=07 "$samples/historical-06.json"
unlike "$(cat out)" "$(sed -n 2p six | cut -f2)$(printf '\t')x" "the same by -07 is other digests"

exits 0 "an honest one by -06" "$AERSCOPE" digest --construction=06 "$honest"
is "$(cut -f3 out)" "$(cut -f3 honest)" "an honest one by -06: what is stored stays the same"
is "$(cut -f2 out | grep -cxFf <(cut -f2 honest))" 0 "an honest one by -06: all digests are others"

# --- commit

exits 0 "commit" "$AERSCOPE" commit --published-at=2026-10-02T03:04:05+02:00 "$honest"
cp out made
like "$(cat err)" 'no witness' "commit: reminds that it is no witness"
is "$(python3 -c '
import json
d = json.load(open("made"))
print(list(d), d["entry_count"], d["published_at"], d["final_entry_digest"])')" \
    "['job_id', 'final_entry_digest', 'entry_count', 'published_at'] 8 2026-10-02T03:04:05+02:00 $(sed -n 8p honest | cut -f2)" \
    "commit: the four members"
exits 0 "the commitment matches" "$AERSCOPE" verify "$honest" -c made --independent=yes
exits 1 "and contradicts a cut" "$AERSCOPE" verify "$samples/reclosed.json" -c made --independent=yes
SOURCE_DATE_EPOCH=1790000000 exits 0 "commit now" "$AERSCOPE" commit "$honest"
like "$(cat out)" '"published_at": "2026-09-21T14:13:20Z"' "commit now: has the time"
exits 2 "a time that is none" "$AERSCOPE" commit --published-at=2026-10-02 "$honest"

exits 2 "a timeline that is not consistent" "$AERSCOPE" commit "$samples/edited.json"
like "$(cat err)" '--not-consistent' "a timeline that is not consistent: says what to do"
is "$(cat out)" "" "a timeline that is not consistent: writes nothing"
exits 0 "the same all the same" "$AERSCOPE" commit --not-consistent "$samples/edited.json"
exits 2 "a historical one" "$AERSCOPE" commit --not-consistent "$samples/historical-06.json"
like "$(cat err)" 'commitments are not defined' "a historical one: says so"
exits 2 "one that is damaged" "$AERSCOPE" commit --not-consistent "$samples/damaged.json"
echo '[]' >none
exits 2 "one without an entry" "$AERSCOPE" commit --not-consistent none
python3 -c '
import json
json.dump([{"seq": 1, "tool": 1}], open("odd-end.json", "w"))'
exits 2 "one whose end has no digest" "$AERSCOPE" commit --not-consistent odd-end.json
like "$(cat err)" 'no digest' "one whose end has no digest: says so"

done_testing
