#!/usr/bin/env bash
# The published vectors and our own, through the program and through the reference.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
vectors=$top_srcdir/tests/vectors

# verdicts FILE: "pass NAME" or "fail NAME", sorted, whichever of the two wrote it.
verdicts()
{
    sed -n 's/^\(pass\|FAIL\)  *\([^ :]*\).*/\1 \2/p' "$1" | LC_ALL=C sort
}

total=0
for corpus in "$vectors"/*.json; do
    name=${corpus##*/}
    names=$(python3 -c 'import json, sys
for vector in json.load(open(sys.argv[1]))["vectors"]: print("pass " + vector["name"])' "$corpus" | LC_ALL=C sort)
    count=$(grep -c . <<<"$names")
    total=$((total + count))
    exits 0 "$name: the program" "$AERSCOPE" conformance "$corpus"
    verdicts out >program
    is "$(cat program)" "$names" "$name: each of $count passes by name"
    exits 0 "$name: the reference" python3 "$top_srcdir/tests/lib/aerref.py" --vectors "$corpus"
    verdicts out >reference
    is "$(diff program reference)" "" "$name: both agree on each"
done
exits 0 "all corpora in one call" "$AERSCOPE" conformance "$vectors"/*.json
is "$(tail -n 1 out)" "$total passed, 0 failed" "all corpora in one call: the sum"
for corpus in chain-v06 chain-v07 commitment own; do
    test -f "$vectors/$corpus.json"
    ok $? "$corpus is there"
done

# Each vector of which the opposite is expected must fail.
python3 - "$vectors" <<'END_OF_FLIP'
import json, pathlib, sys
for path in pathlib.Path(sys.argv[1]).glob("*.json"):
    corpus = json.loads(path.read_text())
    for vector in corpus["vectors"]:
        vector["expected_verdict"] = "invalid" if vector["expected_verdict"] == "valid" else "valid"
        vector.pop("first_failure", None)
    pathlib.Path("flipped-" + path.name).write_text(json.dumps(corpus))
END_OF_FLIP
for corpus in flipped-chain-v06.json flipped-chain-v07.json flipped-commitment.json; do
    exits 1 "${corpus%.json}" "$AERSCOPE" conformance "$corpus"
    is "$(grep -c '^pass ' out)" 0 "${corpus%.json}: none passes"
done

done_testing
