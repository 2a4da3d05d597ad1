#!/usr/bin/env bash
# Words that promise what no timeline can show, and traces of the machine it was built on.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$top_srcdir" || exit 1

places=()
for place in src man README README.md samples; do
    test -e "$place" && places+=("$place")
done

# words FILE...: the lines that promise it, whatever their case.
words()
{
    grep -rnIwiE 'is valid|valid chain|authentic|authenticity|tamper[- ]?proof|fully verified|complete and intact' "$@"
}

is "$(words "${places[@]}")" "" "nothing is called what no check can show"

for word in "The chain is valid." "a valid chain" "Authentic" "tamper-proof" "fully verified" "complete and intact"; do
    echo "$word" >"$scratch/text"
    words "$scratch/text" >/dev/null
    ok $? "finds: $word"
done
echo "an invalid chain; a valid one; is validated; the intact and complete" >"$scratch/text"
is "$(words "$scratch/text")" "" "leaves other words alone"

# Paths of this build. A directory right under / is too short a name to look for.
paths=()
for path in "$top_srcdir" "$top_builddir"; do
    case $path in
    /*/*) paths+=(-e "$path") ;;
    esac
done
files=(configure.ac Makefile.am bootstrap "${places[@]}")
if test ${#paths[@]} -gt 0; then
    is "$(find "${files[@]}" -type f \( -name '*.[ch]' -o ! -path 'src/*' \) -exec \
        grep -nIF "${paths[@]}" {} +)" "" "no file names the directory it was built in"
else
    skip "no file names the directory it was built in" "the directory is right under /"
fi

is "$(find configure.ac Makefile.am bootstrap src man -type f -name '[!.]*' ! -name '*.[ao]' ! -name '*.log' -exec \
    grep -nIE '(^|[^[:alnum:]_.-])/(home|Users|root|build|builds)/[[:alnum:]_]' {} +)" "" "no path of anybody's home"

is "$(find "${files[@]}" -type f -exec \
    grep -nIE '(deb|security|ftp|archive|ports|snapshot)\.(debian|ubuntu)\.(org|com)|pypi\.org|pythonhosted\.org|registry\.npmjs|crates\.io|proxy\.golang|artifactory' {} +)" \
    "" "no host of packages is named"

done_testing
