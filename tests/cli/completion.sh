#!/usr/bin/env bash
# Completions as installed, in each shell, against what the help of the program lists.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

make -C "$top_builddir" -s DESTDIR="$scratch/root" datadir=/share install-completions >"$scratch/out" 2>&1
ok $? "completions install" || diag "$(cat "$scratch/out")"
make -C "$top_builddir" -s DESTDIR="$scratch/other" datadir=/share \
    program_transform_name='s/^/my-/' install-completions >"$scratch/out" 2>&1
is "$(cd "$scratch/other" && find . -type f | LC_ALL=C sort | tr '\n' ' ')" \
    "./share/bash-completion/completions/my-aerscope ./share/fish/vendor_completions.d/my-aerscope.fish ./share/zsh/site-functions/_my-aerscope " \
    "they take the name that the program is installed under"
is "$(tail -1 "$scratch/other/share/bash-completion/completions/my-aerscope")" \
    "complete -F _my_aerscope my-aerscope" "and complete that name"
bash_file=$scratch/root/share/bash-completion/completions/aerscope
fish_file=$scratch/root/share/fish/vendor_completions.d/aerscope.fish
zsh_dir=$scratch/root/share/zsh/site-functions
is "$(grep -l '@[A-Z]*@' "$bash_file" "$fish_file" "$zsh_dir"/*)" "" "nothing is left to be replaced"

mkdir "$scratch/here" && cd "$scratch/here" || exit 1
touch 'a file.json' b.json

commands=$("$AERSCOPE" help | sed -nE 's/^  aerscope \[?([a-z]+)\]? .*/\1/p' | LC_ALL=C sort)
# options_of COMMAND: the long options that its help lists.
options_of()
{
    "$AERSCOPE" help "$1" | sed -nE 's/^  (-[a-zA-Z0-9], )?(--[a-z0-9-]+).*/\2/p' | LC_ALL=C sort
}

# in_bash WORD...: what bash offers for the last word, a line each.
in_bash()
{
    (
        . "$bash_file"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _aerscope
        test "${#COMPREPLY[@]}" -eq 0 || printf '%s\n' "${COMPREPLY[@]}"
    ) | LC_ALL=C sort
}

is "$(bash -n "$bash_file" 2>&1)" "" "bash reads its completion"
for command in $commands; do
    is "$(in_bash aerscope "$command" -- | grep '^--' | tr -d = | LC_ALL=C sort)" "$(options_of "$command")" "bash: options of $command"
done
is "$(in_bash aerscope --)" "$(in_bash aerscope view --)" "bash: without a command those of view"
is "$(in_bash aerscope di)" $'diff\ndigest' "bash: commands"
is "$(in_bash aerscope -c a ver)" "verify" "bash: a command behind an option and its argument"
is "$(in_bash aerscope --color = never dig)" "digest" "bash: a command behind an option with ="
is "$(in_bash aerscope verify '')" $'a file.json\nb.json' "bash: files"
is "$(in_bash aerscope verify dig)" "" "bash: one command is enough"
is "$(in_bash aerscope verify --baseline = b)" "b.json" "bash: a file behind ="
is "$(in_bash aerscope verify -c a)" "a file.json" "bash: a file behind a letter"
is "$(in_bash aerscope report --format = '')" $'csv\nhtml\njson\nmd\ntext' "bash: formats of report"
is "$(in_bash aerscope diff --format =)" $'json\ntext' "bash: formats of diff"
is "$(in_bash aerscope verify --independent =)" $'no\nunknown\nyes' "bash: words of an option"
is "$(in_bash aerscope verify --require = '')" $'coverage\nendpoint' "bash: words of a list"
is "$(in_bash aerscope verify --require = endpoint,)" "endpoint,coverage" "bash: behind a comma the others"
is "$(in_bash aerscope verify --require coverage,e)" "coverage,endpoint" "bash: behind a comma, begun"
is "$(in_bash aerscope verify --require = endpoint,coverage,)" "" "bash: behind the last of them nothing"
is "$(in_bash aerscope verify --head = '')" "" "bash: nothing where nothing is known"
is "$(in_bash aerscope help di)" $'diff\ndigest' "bash: help names commands"

if command -v fish >/dev/null; then
    # in_fish LINE: what fish offers at the end of the line.
    in_fish()
    {
        HOME=$scratch XDG_CONFIG_HOME=$scratch fish --no-config -c "source '$fish_file'; complete -C '$1'" |
            sed 's/\t.*//' | LC_ALL=C sort
    }
    is "$(fish -n "$fish_file" 2>&1)" "" "fish reads its completion"
    for command in $commands; do
        is "$(in_fish "aerscope $command --" | tr -d = | LC_ALL=C sort)" "$(options_of "$command")" "fish: options of $command"
    done
    is "$(in_fish "aerscope -c a ver")" "verify" "fish: a command behind an option and its argument"
    is "$(in_fish "aerscope report --format=")" $'--format=csv\n--format=html\n--format=json\n--format=md\n--format=text' \
        "fish: formats of report"
    is "$(in_fish "aerscope verify --require=endpoint,")" "--require=endpoint,coverage" "fish: behind a comma the other"
    is "$(in_fish "aerscope verify -c b")" "b.json" "fish: a file behind a letter"
    is "$(in_fish "aerscope help di")" $'diff\ndigest' "fish: help names commands"
else
    skip "fish" "fish is not here"
fi

if command -v zsh >/dev/null; then
    is "$(zsh -n "$zsh_dir/_aerscope" 2>&1)" "" "zsh reads its completion"
    python3 - "$zsh_dir" >"$scratch/zsh" <<'END'
import os, pty, select, sys, time

def until(fd, word, seconds=20):
    seen, end = b"", time.monotonic() + seconds
    while word not in seen and time.monotonic() < end:
        if select.select([fd], [], [], 0.1)[0]:
            seen += os.read(fd, 65536)
    return word in seen

pid, fd = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm", COLUMNS="200", HOME=os.getcwd())
    os.execvp("zsh", ["zsh", "-f"])
os.write(fd, b"fpath=(%s $fpath); PROMPT='> '; autoload -Uz compinit; compinit -u -D; print rea''dy\n"
         % os.fsencode(sys.argv[1]))
print("starts", until(fd, b"ready\r\n"))
for typed, want in (("aerscope verify --all-f", "--all-findings"), ("aerscope report --format=ht", "html"),
                    ("aerscope confor", "conformance"), ("aerscope -c b.json dig", "digest"),
                    ("aerscope diff b.j", "b.json"), ("aerscope help att", "attack"),
                    ("aerscope verify --independent=unk", "unknown"),
                    ("aerscope verify --require=endpoint,cov", "endpoint,coverage")):
    os.write(fd, b"\x15" + typed.encode() + b"\t")
    print(typed, until(fd, want[len(typed.replace("=", " ").split()[-1]):].encode()))
os.write(fd, b"\x15exit\n")
END
    is "$(cat "$scratch/zsh")" "starts True
aerscope verify --all-f True
aerscope report --format=ht True
aerscope confor True
aerscope -c b.json dig True
aerscope diff b.j True
aerscope help att True
aerscope verify --independent=unk True
aerscope verify --require=endpoint,cov True" "zsh completes options, words, commands and files"
else
    skip "zsh" "zsh is not here"
fi

done_testing
