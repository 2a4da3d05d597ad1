#!/usr/bin/env bash
# conformance: the corpora as they are, and corpora that cannot be run.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
vectors=$top_srcdir/tests/vectors

for corpus in "$vectors"/*.json; do
    exits 0 "${corpus##*/}" "$AERSCOPE" conformance "$corpus"
    count=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["vectors"]))' "$corpus")
    is "$(grep -c '^pass ' out)" "$count" "${corpus##*/}: a line a vector"
    is "$(tail -n 1 out)" "$count passed, 0 failed" "${corpus##*/}: the sum"
done
exits 0 "all at once" "$AERSCOPE" conformance "$vectors"/*.json

# A vector that expects something else fails, and says what it expected and what it got.
python3 - "$vectors/chain-v07.json" <<'END'
import json, sys
corpus = json.load(open(sys.argv[1]))
by = {v["name"]: v for v in corpus["vectors"]}
def write(name, *vectors, **top):
    json.dump({**{"construction": "aer1-07", "vectors": list(vectors)}, **top}, open(name, "w"))
write("flipped", {**by["v07-valid-5"], "expected_verdict": "invalid"})
write("elsewhere", {**by["v07-seq-gap"], "first_failure": {"entry": 3, "check": "seq"}})
write("otherwise", {**by["v07-seq-gap"], "first_failure": {"entry": 4, "check": "link"}})
write("unheard", {**by["v07-valid-5"], "expected_verdict": "perhaps"})
write("nothing")
write("six", by["v07-valid-5"], construction="aer1-06")
entries = dict(by["v07-valid-5"])
entries["entries"] = entries.pop("timeline")
write("entries", entries)
END
for corpus in flipped elsewhere otherwise unheard six; do
    exits 1 "$corpus" "$AERSCOPE" conformance $corpus
    like "$(cat out)" 'FAIL .*: expected .*, got .*0 passed, 1 failed' "$corpus: says so"
done
exits 0 "entries for timeline" "$AERSCOPE" conformance entries
exits 2 "no vector" "$AERSCOPE" conformance nothing
like "$(cat err)" 'nothing: .*vector' "no vector: says so"
exits 2 "a corpus that is not there" "$AERSCOPE" conformance absent
exits 2 "a timeline" "$AERSCOPE" conformance "$top_srcdir/samples/honest.json"
like "$(cat err)" 'honest\.json: ' "a timeline: says so"
head -c 900 "$vectors/chain-v07.json" >cut
exits 2 "a corpus that is cut off" "$AERSCOPE" conformance cut
exits 2 "one of two is not there" "$AERSCOPE" conformance "$vectors/chain-v07.json" absent
exits 1 "a failure outranks it" "$AERSCOPE" conformance flipped absent

done_testing
