#!/usr/bin/env bash
# Each member of each entry changed: what it must give, no more and no less.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

table=$top_srcdir/tests/lib/mutation_table.py

failed=0
python3 "$table" --aerscope "$AERSCOPE" >"$scratch/out" 2>"$scratch/err" || failed=$?
ok "$failed" "the program gives what the table states" || diag "$(head -n 60 "$scratch/out" "$scratch/err")"
like "$(tail -n 1 "$scratch/out")" '^[0-9]{3,} passed, 0 failed$' "several hundred rows, none failed"
program=$(tail -n 2 "$scratch/out")

failed=0
python3 "$table" >"$scratch/out" 2>"$scratch/err" || failed=$?
ok "$failed" "the reference gives what the table states" || diag "$(head -n 60 "$scratch/out" "$scratch/err")"
is "$(tail -n 2 "$scratch/out")" "$program" "the same rows for both"

# Rows that nothing in the chain can see stand there with their reason.
python3 "$table" --list >"$scratch/out"
unseen=$(sed -n 's/^[0-9]* seen by the chain, \([0-9]*\) not.*/\1/p' "$scratch/out")
is "$(grep -c '^  .*; .*; ' "$scratch/out")" "$unseen" "each of the unseen has its reason and an outside answer"

# The table itself: a program that keeps a finding to itself is noticed.
cat >"$scratch/silent" <<'END_OF_SILENT'
#!/usr/bin/env bash
"$AERSCOPE" "$@" | sed 's/"code": *"chain.close_early"/"code":"chain.quiet"/g'
END_OF_SILENT
chmod +x "$scratch/silent"
exits 1 "notices a program that says otherwise" python3 "$table" --aerscope "$scratch/silent"
like "$(cat "$scratch/out")" 'close true: failures' "and says where"

done_testing
