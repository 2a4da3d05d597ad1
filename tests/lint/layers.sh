#!/usr/bin/env bash
# Who may include whom.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

# check_layers DIR: a line for each include under DIR/src that the layering forbids.
check_layers()
{
    (
        cd "$1" || exit 1
        find src -name '*.[ch]' -type f | LC_ALL=C sort | xargs awk '
        BEGIN {
            below["base"] = " "
            below["core"] = " base "
            below["explain"] = below["casefile"] = below["lab"] = " base core "
            below["report"] = " base core explain casefile lab "
            below["tui"] = below["report"] "report "
            below["app"] = below["tui"] "tui "
            below["main"] = below["app"] "app "
        }
        function bad(why) { printf "%s:%d: %s\n", FILENAME, FNR, why }
        FNR == 1 {
            split(FILENAME, part, "/")
            layer = FILENAME == "src/main.c" ? "main" : part[2]
            if (!(layer in below))
                bad("stands in no layer")
        }
        /^[ \t]*#[ \t]*include/ {
            line = $0
            if (match(line, /"[^"]*"/)) {
                name = substr(line, RSTART + 1, RLENGTH - 2)
                n = split(name, part, "/")
                if (name == "config.h")
                    bad("config.h is included by the compiler flags")
                else if (n != 2 || !(part[1] in below))
                    bad("\"" name "\" is not of the form \"layer/name.h\"")
                else if (part[1] != layer && index(below[layer], " " part[1] " ") == 0)
                    bad(layer " may not include " part[1])
            } else if (match(line, /<[^>]*>/)) {
                name = substr(line, RSTART + 1, RLENGTH - 2)
                if (name ~ /(^|\/)n?curses[a-z_]*\.h$/ || name ~ /^ncurses/ || name ~ /^(term|panel|menu|form)\.h$/) {
                    if (FILENAME != "src/tui/term.c")
                        bad("only src/tui/term.c includes <" name ">")
                } else if (name ~ /^openssl\//) {
                    if (FILENAME != "src/core/digest.c")
                        bad("only src/core/digest.c includes <" name ">")
                } else if (name ~ /cJSON/) {
                    if (FILENAME !~ /^src\/casefile\// && FILENAME !~ /^src\/app\/config[a-z_]*\.c$/)
                        bad("only src/casefile and src/app/config*.c include <" name ">")
                }
            } else
                bad("an include that cannot be checked")
        }'
    )
}

found=$(check_layers "$top_srcdir")
is "$found" "" "each include goes down the layers"

# The check itself: one wrong include of every kind, each found where it stands.
mkdir -p "$scratch"/src/{base,core,explain,lab,report,tui,app,odd}
cd "$scratch" || exit 1
echo '#include "core/entry.h"' >src/base/up.c
echo '#include <openssl/evp.h>' >src/core/hash.c
echo '#include "lab/attack.h"' >src/explain/beside.c
echo '# include "tui/screen.h"' >src/report/up.c
echo '#include <ncursesw/curses.h>' >src/tui/view.c
echo '#include "app/app.h"' >src/tui/up.h
echo '#include <cjson/cJSON.h>' >src/app/options.c
echo '#include "config.h"' >src/app/app.c
echo '#include "../core/entry.h"' >src/app/dots.c
echo 'int x;' >src/odd/odd.c
while read -r want; do
    like "$(check_layers "$scratch")" "(^|"$'\n'")src/$want" "finds ${want%%:*}"
done <<'END'
base/up.c:1: base may not include core
core/hash.c:1: only src/core/digest.c
explain/beside.c:1: explain may not include lab
report/up.c:1: report may not include tui
tui/view.c:1: only src/tui/term.c
tui/up.h:1: tui may not include app
app/options.c:1: only src/casefile
app/app.c:1: config.h
app/dots.c:1: .*is not of the form
odd/odd.c:1: stands in no layer
END

rm -rf src
mkdir -p src/{core,tui,app,casefile}
printf '#include <openssl/evp.h>\n#include "base/err.h"\n#include "core/digest.h"\n' >src/core/digest.c
printf '#include <curses.h>\n#include "report/json.h"\n' >src/tui/term.c
printf '#include <cjson/cJSON.h>\n' >src/app/config.c
printf '#include <cjson/cJSON.h>\n#include "core/digest.h"\n' >src/casefile/notes.c
printf '#include "app/app.h"\n' >src/main.c
is "$(check_layers "$scratch")" "" "leaves alone what is allowed"

done_testing
