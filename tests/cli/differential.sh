#!/usr/bin/env bash
# The program and the independent reference on random timelines, honest, altered and damaged.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

count=${DIFFERENTIAL_COUNT:-600}
seed=${DIFFERENTIAL_SEED:-1}

differences=0
python3 "$top_srcdir/tests/lib/differential.py" --aerscope "$AERSCOPE" --count "$count" --seed "$seed" \
    --keep "$scratch/differ" >"$scratch/out" 2>"$scratch/err" || differences=$?
ok "$differences" "seed $seed: no file on which the two differ" || diag "$(head -n 60 "$scratch/out" "$scratch/err")"
is "$(tail -n 1 "$scratch/out")" "$count passed, 0 failed" "all $count were compared"
is "$(ls "$scratch/differ" 2>/dev/null | head -n 5)" "" "none was kept"

# A run says what it had; one without something of every kind would show nothing.
for result in broken consistent historical unreadable; do
    number=$(sed -n "s/^reference: .*\b\([0-9][0-9]*\) $result\b.*/\1/p" "$scratch/out")
    test "${number:-0}" -ge $((count / 60))
    ok $? "enough of them are $result (${number:-none})"
done

# The comparison itself: a program that answers otherwise in one word is noticed.
cat >"$scratch/liar" <<'END_OF_LIAR'
#!/usr/bin/env bash
"$AERSCOPE" "$@" | sed 's/"code": *"chain.link"/"code":"chain.seq"/g'
exit "${PIPESTATUS[0]}"
END_OF_LIAR
chmod +x "$scratch/liar"
exits 1 "notices a program that says otherwise" \
    python3 "$top_srcdir/tests/lib/differential.py" --aerscope "$scratch/liar" --count 30 --keep "$scratch/lies"
like "$(cat "$scratch/out")" 'findings' "and says where"

# What is JSON at all, beside Python's reader.
texts=${JSON_TEXTS_COUNT:-4000}
exits 0 "$texts texts, most of them damaged: taken and refused as Python takes and refuses them" \
    python3 "$top_srcdir/tests/lib/json_texts.py" --aerscope "$AERSCOPE" --count "$texts" --seed "$seed"
like "$(tail -n 1 "$scratch/out")" "^[1-9][0-9][0-9]+ accepted, [1-9][0-9][0-9]+ refused, 0 differ$" "many of each"
cat >"$scratch/lenient" <<'END_OF_LENIENT'
#!/usr/bin/env bash
sed 's/01/0/g' | "$AERSCOPE" "$@"
END_OF_LENIENT
chmod +x "$scratch/lenient"
exits 1 "a reader that takes 01 for a number is noticed" \
    python3 "$top_srcdir/tests/lib/json_texts.py" --aerscope "$scratch/lenient" --count "$texts" --seed "$seed"

done_testing
