#!/usr/bin/env bash
# Exit statuses for every kind of input and of command line, and what is said on standard error.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$scratch" || exit 1
samples=$top_srcdir/samples
honest=$samples/honest.json
reclosed=$samples/reclosed.json
commitment=$samples/honest.commitment.json

# says WANT-STATUS REGEX NAME CMD...: the status, and one line on stderr that matches.
says()
{
    local want=$1 regex=$2 name=$3
    shift 3
    exits "$want" "$name" "$@"
    like "$(cat "$scratch/err")" "$regex" "$name: says so"
}

# silent WANT-STATUS NAME CMD...: the status, and nothing on stderr.
silent()
{
    local want=$1 name=$2
    shift 2
    exits "$want" "$name" "$@"
    is "$(cat "$scratch/err")" "" "$name: says nothing on stderr"
}

# --- usage

says 2 'needs TIMELINE' "no argument" "$AERSCOPE"
says 2 'needs TIMELINE' "verify without a timeline" "$AERSCOPE" verify
says 2 "unknown option '--commitmnt'; did you mean --commitment" "a misspelt option" \
    "$AERSCOPE" verify "$honest" --commitmnt=x
says 2 'did you mean --commitment' "an abbreviated option" "$AERSCOPE" verify "$honest" --comm=x
says 2 'needs a value' "an option without its value" "$AERSCOPE" verify "$honest" --format
says 2 'takes no value' "a value for an option that takes none" "$AERSCOPE" verify "$honest" --quiet=1
says 2 'just before' "a description before any reference" "$AERSCOPE" verify "$honest" --witness=w
says 2 'twice' "a description given twice" \
    "$AERSCOPE" verify "$honest" -c "$commitment" --witness=w --witness=v
says 2 'one too many' "two timelines for digest" "$AERSCOPE" digest "$honest" "$honest"
says 2 'does not take' "an option of another command" "$AERSCOPE" digest "$honest" --require=endpoint
says 2 'can be read once' "standard input twice" "$AERSCOPE" verify - -c -
says 2 'names no job' "a head for several timelines" "$AERSCOPE" verify "$honest" "$reclosed" --count=8
says 2 'is about one timeline' "a case file for several timelines" "$AERSCOPE" verify "$honest" "$reclosed" --case=x
says 2 "cannot open the case file 'x'" "a case file that is not there" "$AERSCOPE" verify "$honest" --case=x
# A word that is neither a file nor a command, whatever stands beside it.
for words in "" --format=json --quiet --help --version "--require=endpoint --jobs=1"; do
    # shellcheck disable=SC2086
    says 2 "no file 'vrify', and no command of this name \(did you mean verify\?\)" "a mistyped command $words" "$AERSCOPE" vrify $words
    is "$(cat "$scratch/out")" "" "a mistyped command $words: nothing on standard output"
done
for pair in "attak attack" "repo report" "comit commit" "difff diff" "conformace conformance" "veiw view"; do
    says 2 "no command of this name \(did you mean ${pair#* }\?\)" "${pair% *}" "$AERSCOPE" "${pair% *}"
done
says 2 "no file 'evidence', and no command of this name; see" "a word that is near no command" "$AERSCOPE" evidence
says 2 'cannot open ./vrify: No such file' "a path that is near one is a path" "$AERSCOPE" ./vrify
says 2 'cannot open vrify: No such file' "after -- it is no command" "$AERSCOPE" -- vrify
cp "$honest" vrify
"$AERSCOPE" vrify >out 2>err; is "$? $(cat err)" "3 " "a file of such a name is a timeline"
rm vrify
says 2 "'vrify' is no command \(did you mean verify\?\), and view takes one" "a mistyped command and its timeline" \
    "$AERSCOPE" vrify "$honest" --format=json
says 2 "is no command; a command stands first: aerscope verify " "a command behind its timeline" "$AERSCOPE" "$honest" verify
for words in "--version --foo" "--foo --version" "--help --foo" "-V --foo=1" "verify --version --foo"; do
    # shellcheck disable=SC2086
    says 2 "unknown option '--foo'$" "aerscope $words" "$AERSCOPE" $words
    is "$(cat "$scratch/out")" "" "aerscope $words: nothing on standard output"
done
for head in xyz "$(printf '%064d' 0)@" "$(printf '%064d' 0)@x" "$(printf 'A%063d' 0)" "$(printf '%063d' 0)"; do
    says 2 'head' "a head that is none: $head" "$AERSCOPE" verify "$honest" --head="$head"
done
for count in -1 x 1.0 99999999999999999999; do
    says 2 'count' "a count that is none: $count" "$AERSCOPE" verify "$honest" --count="$count"
done
says 2 "no command 'verfy' \(did you mean verify\?\)" "help for no command" "$AERSCOPE" help verfy
exits 2 "a usage error comes before an examination" "$AERSCOPE" verify "$honest" --nonsense
is "$(cat "$scratch/out")" "" "and nothing is printed"

for words in --help help "help verify" "verify --help" --version -h -V; do
    # shellcheck disable=SC2086
    silent 0 "aerscope $words" "$AERSCOPE" $words
done
like "$("$AERSCOPE" --version)" 'draft-zambo-aer1-09.*individual draft without standing in the IETF' \
    "--version states the profile"

# --- what was found

silent 3 "consistent, no reference" "$AERSCOPE" verify "$honest"
silent 0 "consistent, allowed to be unwitnessed" "$AERSCOPE" verify --allow-unwitnessed "$honest"
silent 3 "a reference of unknown independence" "$AERSCOPE" verify "$honest" -c "$commitment"
silent 3 "a reference that is not independent" \
    "$AERSCOPE" verify "$honest" -c "$commitment" --independent=no
silent 0 "an independent reference" "$AERSCOPE" verify "$honest" -c "$commitment" --independent=yes
silent 1 "contradicted" "$AERSCOPE" verify "$reclosed" -c "$commitment" --independent=yes
silent 1 "contradicted, allowed to be unwitnessed" \
    "$AERSCOPE" verify --allow-unwitnessed "$reclosed" -c "$commitment"
silent 3 "a count that agrees" "$AERSCOPE" verify "$honest" --count=8 --independent=yes
silent 1 "a count that differs" "$AERSCOPE" verify "$honest" --count=9
silent 1 "required and not assessed" "$AERSCOPE" verify "$honest" --require=endpoint
silent 1 "coverage required" \
    "$AERSCOPE" verify "$honest" -c "$commitment" --independent=yes --require=coverage
silent 0 "required and assessed" \
    "$AERSCOPE" verify "$honest" -c "$commitment" --independent=yes --require=endpoint
silent 1 "broken" "$AERSCOPE" verify "$samples/edited.json"
silent 1 "historical" "$AERSCOPE" verify "$samples/historical-06.json"
silent 1 "historical, judged by -07" "$AERSCOPE" verify --construction=07 "$samples/historical-06.json"
silent 1 "honest, judged by -06" "$AERSCOPE" verify --construction=06 "$honest"

digest=$("$AERSCOPE" digest "$honest" | sed -n '8s/^8\t\([0-9a-f]*\)\t-$/\1/p')
silent 0 "a head that agrees" "$AERSCOPE" verify "$honest" --head="$digest@8" --independent=yes
silent 0 "a head without a count" "$AERSCOPE" verify "$honest" --head="$digest" --independent=yes
silent 1 "a head of another end" "$AERSCOPE" verify "$reclosed" --head="$digest@8" --independent=yes

# --- what could not be examined

says 2 'absent\.json.*No such file' "a file that is not there" "$AERSCOPE" verify absent.json
says 2 'No such file' "the inspector on a file that is not there" "$AERSCOPE" absent.json
says 2 'directory' "a directory" "$AERSCOPE" verify .
says 2 'damaged\.json: byte [0-9]+, line [0-9]+, column [0-9]+: ' "damage" \
    "$AERSCOPE" verify "$samples/damaged.json"
says 2 'absent\.commitment' "a reference that is not there" \
    "$AERSCOPE" verify "$honest" -c absent.commitment
says 2 'honest\.json.*unusable|unusable.*' "a timeline as reference" \
    "$AERSCOPE" verify "$honest" -c "$honest"
printf 'x' >refused; cp refused blank; : >empty; printf ' \n' >blank
for file in refused empty blank; do
    says 2 "$file: byte " "$file input" "$AERSCOPE" verify $file
done
says 2 'commitment' "a commitment for a timeline" "$AERSCOPE" verify "$commitment"
says 2 'conformance' "a corpus for a timeline" "$AERSCOPE" verify "$top_srcdir/tests/vectors/commitment.json"
printf '[]' >none
silent 1 "no entry" "$AERSCOPE" verify none

head -c -200 "$samples/edited.json" >cut
says 1 'cut: byte ' "a failure that is proved outranks damage" "$AERSCOPE" verify cut

if test "$(id -u)" -ne 0; then
    cp "$honest" closed; chmod 0 closed
    says 2 'Permission denied' "a file that may not be read" "$AERSCOPE" verify closed
else
    skip "a file that may not be read" "the superuser may"
fi

# --- a stack that is too small, with which it would end without a word

if grep -qaE '__(asan|tsan)_init' "$AERSCOPE"; then
    skip "the stack" "a sanitizer needs more"
else
    for size in 64 128 255; do
        (ulimit -s $size && exec "$AERSCOPE" verify "$honest") >out 2>err
        is "$? $(cat out)" "2 " "a stack of $size KiB"
        is "$(cat err)" "aerscope: the stack may grow to $size KiB only, and 256 are needed: raise its limit (ulimit -s)" "a stack of $size KiB: says so"
    done
    cp "$honest" evidence
    (ulimit -s 64 && exec "$AERSCOPE" verify evidence) >out 2>>evidence
    is "$? $(cmp evidence "$honest" 2>&1)" "2 " "a stack that is too small: and not in the evidence"
    rm evidence
    python3 -c 'print("{\"zz\": " + "[" * 900 + "]" * 900 + "}")' >deep.config
    python3 -c 'import sys; print(open(sys.argv[1]).read().replace("\"seq\": 3,", "\"zz\": " + "[" * 500 + "]" * 500 + ", \"seq\": 3,"))' \
        "$honest" >deep
    printf '<wait>o<Esc>Xg<Enter><C-U>2<Enter><Enter><Esc>q' >keys
    for words in "3 verify deep" "1 report $samples/edited.json --format=html --status" "0 attack $honest --random=2 --seed=7 --explain" \
        "1 verify $samples/relabelled.json --case=$samples/relabelled.case" "2 --config=deep.config $honest" "3 --config=none $honest"; do
        # shellcheck disable=SC2086
        (ulimit -s 256 && AERSCOPE_SCRIPT=keys exec "$AERSCOPE" ${words#* }) >/dev/null 2>&1
        is $? "${words%% *}" "a stack of 256 KiB: ${words//$top_srcdir\//}"
    done
fi

# --- several

silent 3 "several consistent" "$AERSCOPE" verify "$honest" "$samples/lines.ndjson"
exits 1 "1 outranks 2" "$AERSCOPE" verify "$samples/damaged.json" "$samples/edited.json" absent.json
exits 2 "2 outranks 3" "$AERSCOPE" verify "$honest" "$samples/damaged.json"
exits 2 "2 outranks 3, the other way round" "$AERSCOPE" verify absent.json "$honest"

# --- standard input

"$AERSCOPE" verify - <"$honest" >out; is $? 3 "a file on standard input"
sed -n 1p out >first; is "$(cat first)" "-" "standard input is named"
cat "$honest" | "$AERSCOPE" verify --format=json - >out; is $? 3 "a pipe on standard input"
"$AERSCOPE" verify --format=json - <"$honest" >out2
is "$(cat out)" "$(cat out2)" "and the same is found"
cat "$commitment" | "$AERSCOPE" verify "$honest" -c - --independent=yes >out; is $? 0 "a reference on it"
"$AERSCOPE" verify - <&- >out 2>err; is $? 2 "standard input that is closed"
like "$(cat err)" 'aerscope: ' "standard input that is closed: says so"

# --- standard output

silent 3 "--quiet" "$AERSCOPE" verify --quiet "$honest"
is "$(cat "$scratch/out")" "" "--quiet prints nothing"
for words in "verify $honest" "verify --format=json $honest" "digest $honest" "commit $honest" "attack $honest --delete=2" \
    "conformance $top_srcdir/tests/vectors/chain-v07.json" --help --version "$honest"; do
    # shellcheck disable=SC2086
    "$AERSCOPE" $words >/dev/full 2>err; is $? 2 "a full disk: ${words/$top_srcdir\//}"
    like "$(cat err)" 'No space left' "a full disk: ${words/$top_srcdir\//}: says so"
    is "$(wc -l <err)" 1 "a full disk: ${words/$top_srcdir\//}: and says nothing of what was not written"
    # shellcheck disable=SC2086
    "$AERSCOPE" $words >&- 2>err; is $? 2 "standard output closed: ${words/$top_srcdir\//}"
    like "$(cat err)" 'standard output' "standard output closed: ${words/$top_srcdir\//}: says so"
done
echo "<wait>q" >keys
AERSCOPE_SCRIPT=keys "$AERSCOPE" --config=none --keep "$honest" >/dev/full 2>err; is $? 2 "a full disk: --keep"
like "$(cat err)" 'No space left' "a full disk: --keep: says so"
cat "$honest" | "$AERSCOPE" verify - >&- 2>err; is $? 2 "standard output closed, input from a pipe"
"$AERSCOPE" verify --quiet "$honest" >/dev/full 2>err; is $? 3 "--quiet writes nothing to a full disk"
{ "$AERSCOPE" verify "$samples"/*.json; echo $? >status; } 2>err | head -n 1 >/dev/null
# Either all of it went into the pipe before its reader left, or the status is 2 and nothing is said.
like "$(cat status)" '^[12]$' "a reader that leaves"
unlike "$(cat err)" 'standard output' "a reader that leaves: nothing is said of it"
(trap '' PIPE; "$AERSCOPE" digest "$honest"; echo $? >status) 2>err | :
like "$(cat status)" '^[02]$' "a reader that was never there"
"$AERSCOPE" verify "$honest" 2>&- >/dev/null; is $? 3 "standard error closed"

# --- hostile words

name=$'bad\e]0;title\a\n\xff'
says 2 'bad<U\+001B>\]0;title<U\+0007><U\+000A><0xFF>' "a hostile file name" "$AERSCOPE" verify "$name"
cp "$samples/damaged.json" "$name"
says 2 'bad<U\+001B>\]0;title' "damage in it" "$AERSCOPE" verify "$name"
for words in "--$name" "--format=$name" "--head=$name"; do
    exits 2 "a hostile argument" "$AERSCOPE" verify "$honest" "$words"
    is "$(LC_ALL=C tr -d '\n\040-\176' <"$scratch/err" | wc -c)" 0 "a hostile argument is escaped"
    is "$(wc -l <"$scratch/err")" 1 "a hostile argument takes one line"
done

done_testing
