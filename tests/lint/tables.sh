#!/usr/bin/env bash
# The manual page against the tables: commands, options, finding codes, signals, actions and keys.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

cd "$top_srcdir" || exit 1

page=$(for file in man/aerscope.1 man/aerscope-attack.1; do mandoc -Tascii -Owidth=120 "$file"; done | sed 's/.\x08//g')

# table FILE: each row of an X-macro table on a line of its own.
table()
{
    sed -n '/^#define [A-Z_]*TABLE(X)/,/[^\\]$/p' "$1" | sed 's/\\$//' | tr -d '\n' | sed 's/  *X(/\nX(/g; s/\\\\/\\/g'
}

# Of the page: the tags of its lists, at their indentation.
tags()
{
    grep -E '^ {5}[^ ].*$' <<<"$page"
}

is "$(tags | sed -nE 's/^ +((-[a-zA-Z0-9]( [A-Z]+)?, )?--[a-z0-9-]+(\[?=[^ ]*)?)( .*)?$/\1/p' | LC_ALL=C sort)" \
    "$(table src/app/option_table.h | sed -nE '
        s/^X\([a-z0-9_]+, "([a-z0-9-]+)", 0, "(\[=[^"]+)".*/--\1\2/p
        s/^X\([a-z0-9_]+, "([a-z0-9-]+)", 0, "([^"]+)".*/--\1=\2/p
        s/^X\([a-z0-9_]+, "([a-z0-9-]+)", 0, NULL.*/--\1/p
        s/^X\([a-z_]+, "([a-z-]+)", '\''(.)'\'', "([^"]+)".*/-\2 \3, --\1=\3/p
        s/^X\([a-z_]+, "([a-z-]+)", '\''(.)'\'', NULL.*/-\2, --\1/p' | LC_ALL=C sort)" \
    "options and their arguments"

is "$(sed -nE '/^COMMANDS/,/^OPTIONS/s/^     ([a-z]+)(  .*)?$/\1/p' <<<"$page")" \
    "$(table src/app/command.h | sed -nE 's/^X\([A-Z]+, "([a-z]+)".*/\1/p')" "commands, in their order"

is "$(tags | sed -nE 's/^ +([a-z0-9]+\.[a-z_0-9]+) \((failure|warning|note)\)$/\1 \2/p')" \
    "$(table src/core/finding.h | sed -nE 's/^X\([A-Z_0-9]+, "([^"]+)", ([A-Z]+),.*/\1 \L\2/p')" \
    "finding codes and severities, in their order"

is "$(sed -nE '/^   Truncation signals/,/^PROVENANCE/s/^     ([a-z_]+)(  .*)?$/\1/p' <<<"$page" |
    LC_ALL=C sort)" \
    "$(sed -nE 's/^ *\[SIGNAL_[A-Z_]+\] = \{"([a-z_]+)",.*/\1/p' src/core/finding.c | LC_ALL=C sort)" \
    "truncation signals"

# What the environment says is in the manual, but for the locale, which the C library reads.
is "$(sed -n '/^\.Sh ENVIRONMENT/,/^\.Sh /s/^\.It Ev //p' man/aerscope.1 | tr -d ' ' | tr ',' '\n' | grep -vE '^(LC_|LANG)' | LC_ALL=C sort)" \
    "$(grep -rhoE '(getenv|from_environment)\("[A-Z_]+"' src | cut -d '"' -f 2 | LC_ALL=C sort -u)" "the environment"

# Keys for people: <C-N> is Ctrl-N, <lt> is <, <Down> is Down, with commas between.
is "$(sed -nE '/^INSPECTOR/,/^READING/s/^     ([a-z-]+( \(.*\))?)(  .*)?$/\1/p' <<<"$page")" \
    "$(table src/tui/keymap.h | sed -nE 's/^X\([A-Z_]+, "([a-z-]+)", "([^"]*)", [A-Z]+,.*/\1 (\2)/
        t known
        d
        : known
        s/ \(\)$//
        : comma
        s/( \(.*[^ ,]) /\1, /
        t comma
        s/<C-(.)>/Ctrl-\1/g
        s/<lt>/</g
        s/<([A-Z][A-Za-z0-9]*)>/\1/g
        p')" "actions and their keys, in their order"

# The help of the commands, which comes from the same table, lists every option.
commands=$("$AERSCOPE" help | sed -nE 's/^  aerscope \[?([a-z]+)\]? .*/\1/p')
for command in $commands; do
    "$AERSCOPE" help "$command" >"$scratch/help"
    sed -nE 's/^  (-[a-zA-Z0-9], )?(--[a-z0-9-]+).*/\2/p' "$scratch/help" >>"$scratch/listed"
    is "$(awk 'length($0) > 80' "$scratch/help")" "" "aerscope help $command fits 80 columns"
done
is "$(LC_ALL=C sort -u "$scratch/listed")" "$(table src/app/option_table.h |
    sed -nE 's/^X\([a-z0-9_]+, "([a-z0-9-]+)".*/--\1/p' | LC_ALL=C sort)" "each option is in the help of a command"

is "$("$AERSCOPE" help | awk 'length($0) > 80')" "" "aerscope help fits 80 columns"
is "$("$AERSCOPE" --version | awk 'length($0) > 80')" "" "aerscope --version fits 80 columns"

done_testing
