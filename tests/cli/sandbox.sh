#!/usr/bin/env bash
# What is given up at the start: told, tried, and left alone when that is asked for.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

unset AERSCOPE_SCRIPT COLUMNS LINES NO_COLOR
cp -r "$top_srcdir/samples" "$scratch/samples" && chmod -R u+w "$scratch/samples"
honest=$scratch/samples/honest.json
mkdir "$scratch/elsewhere" "$scratch/home"
# Not below it, so that nothing that stays writable by another reason is tried.
export TMPDIR=$scratch/tmp HOME=$scratch/home
mkdir "$TMPDIR" "$XDG_DATA_HOME"

line=$("$AERSCOPE" --version | sed -n 's/^sandbox //p')
like "$line" 'seccomp|none' "--version says what system calls are refused by"
like "$line" 'Landlock|none' "--version says what writing is bounded by"
bounded=
case $line in *"Landlock (version"*) bounded=yes ;; esac

if ! strace -o /dev/null true 2>/dev/null; then
    skip "nothing is opened for writing" "strace does not work here"
elif grep -qa __tsan_init "$AERSCOPE"; then
    skip "nothing is opened for writing" "ThreadSanitizer opens a file of its own"
else
    # opened COMMAND...: what it opens, makes, moves or takes away for writing, once it has begun.
    opened()
    {
        strace -f -qq -e trace=%file,%network,%process -o "$scratch/trace" "$@" >/dev/null 2>&1 </dev/null
        sed -n '/landlock_restrict_self\|AT_FDCWD\|openat\|O_/p' "$scratch/trace" |
            grep -E 'O_WRONLY|O_RDWR|O_CREAT|O_TMPFILE|^[0-9]+ +(mkdir|rename|unlink|link|symlink|truncate|chmod|mknod|socket|connect|fork|vfork)[a-z0-9]*\(' |
            grep -v ENOENT
    }
    for words in "verify $honest" "verify --format=json $scratch/samples/hostile.json -c $scratch/samples/honest.commitment.json" \
        "digest $honest" "report $honest --format=html" "diff $honest $scratch/samples/edited.json" \
        "commit $honest" "conformance $top_srcdir/tests/vectors/chain-v07.json" "verify $scratch/samples"; do
        read -ra arguments <<<"$words"
        is "$(opened "$AERSCOPE" "${arguments[@]}")" "" "${arguments[0]} ${arguments[1]##*/}: opens nothing for writing, and no socket"
    done
    # The trace sees what there is to see.
    like "$(opened "$AERSCOPE" digest "$honest" -o "$scratch/elsewhere/x")" 'O_CREAT' "with --output it opens that"
    unlike "$(opened "$AERSCOPE" view "$honest")" 'exec' "the inspector runs no program"
fi

for command in "verify $honest" "digest -"; do
    read -ra arguments <<<"$command"
    "$AERSCOPE" "${arguments[@]}" <"$honest" >"$scratch/a" 2>&1
    "$AERSCOPE" --no-sandbox "${arguments[@]}" <"$honest" >"$scratch/b" 2>&1
    cmp -s "$scratch/a" "$scratch/b"
    ok $? "${arguments[0]}: --no-sandbox changes nothing that is said"
done
is "$(cat "$honest" | "$AERSCOPE" digest -)" "$("$AERSCOPE" digest "$honest")" "what cannot be read twice is copied all the same"
is "$({ IFS= read -r line; "$AERSCOPE" digest -; } < <(echo x; cat "$honest"))" "$("$AERSCOPE" digest "$honest")" \
    "nor what was read from before"
{ echo; cat "$honest"; } >"$scratch/second"
is "$({ IFS= read -r line; "$AERSCOPE" digest -; } <"$scratch/second")" "$("$AERSCOPE" digest "$honest")" "nor a file that was"
exits 2 "a folder to write below that is none" "$AERSCOPE" view "$honest" --write-below="$honest"
like "$(cat "$scratch/err")" "names a folder" "says so"
exits 2 "verify takes no folder to write below" "$AERSCOPE" verify "$honest" --write-below="$scratch"

# The inspector writes where it was started, beside its inputs, where case files go, and where it was told.
mkdir "$scratch/work" "$scratch/told"
saves()
{
    local want=$1 where=$2
    shift 2
    printf '<wait>:save-screen %s<Enter>:export md %s.md<Enter>' "$where" "$where" >"$scratch/keys"
    (cd "$scratch/work" && AERSCOPE_SCRIPT=$scratch/keys "$AERSCOPE" --plain "$honest" "$@" >"$scratch/said" 2>&1)
    test -s "$where" -a -s "$where.md"
    is $? "$want" "the inspector saves to ${where#"$scratch/"} ($*): $want"
}
saves 0 "$scratch/work/a"
saves 0 "$scratch/samples/a"
saves 0 "$TMPDIR/a"
saves 0 "$scratch/told/a" --write-below="$scratch/told"
saves 0 "$scratch/elsewhere/a" --no-sandbox
if test -n "$bounded"; then
    saves 1 "$scratch/elsewhere/b"
    for command in ":save-screen $scratch/elsewhere/b" ":export md $scratch/elsewhere/b.md"; do
        rm -f "$scratch/work/refused"
        printf '<wait>%s<Enter><save refused><Esc>' "$command" >"$scratch/keys"
        (cd "$scratch/work" && COLUMNS=200 AERSCOPE_SCRIPT=$scratch/keys "$AERSCOPE" "$honest" >/dev/null 2>&1)
        like "$(tr '\n' ' ' <"$scratch/work/refused")" 'Permission denied; .*--write-below=DIR' \
            "${command%% *} says why, and what to do"
    done
fi
printf '<wait>:case %s<Enter><Enter>:examiner E<Enter>ma note<C-X>' "$scratch/work/one.case" >"$scratch/keys"
(cd "$scratch/work" && AERSCOPE_SCRIPT=$scratch/keys "$AERSCOPE" "$honest" >"$scratch/said" 2>&1)
test -s "$scratch/work/one.case"
ok $? "a case file is saved" || diag "$(cat "$scratch/said")"
printf '<wait>:case<Enter><Enter>:examiner E<Enter>ma note<C-X>' >"$scratch/keys"
for data in "$scratch/newdata" ""; do
    (cd "$scratch/work" && XDG_DATA_HOME=$data AERSCOPE_SCRIPT=$scratch/keys "$AERSCOPE" "$honest" >"$scratch/said" 2>&1)
    ls "${data:-$HOME/.local/share}"/aerscope/*.case >/dev/null 2>&1
    ok $? "and at the usual place, whose folder is made (XDG_DATA_HOME=${data:+set})" || diag "$(cat "$scratch/said")"
done

done_testing
