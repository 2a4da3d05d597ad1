#!/usr/bin/env bash
# The inspector on a terminal: a private tmux server, a shell in it, keys and signals from outside.
# Nothing sleeps for a fixed time: each step waits for what it is to bring, up to a deadline.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

if ! command -v tmux >/dev/null 2>&1; then
    skip "the inspector in tmux" "no tmux here"
    done_testing
fi

samples=$top_srcdir/samples
server=aerscope-test-$$
servers=0
deadline=20 # seconds, for one step
unset TMUX TMUX_PANE NO_COLOR
export TMUX_TMPDIR=$scratch

tm()
{
    tmux -L "$server" -f /dev/null "$@"
}
at_end eval 'tm kill-server 2>/dev/null'

now()
{
    printf '%s' "${EPOCHREALTIME/[.,]/}"
}

# until_true COMMAND...: runs it until it succeeds or the deadline passes.
until_true()
{
    local end=$(($(now) + deadline * 1000000))
    until "$@"; do
        test "$(now)" -lt "$end" || return 1
        read -rt 0.02 <>"$scratch/pause"
    done
    return 0
}
mkfifo "$scratch/pause"

screen()
{
    tm capture-pane -p
}

shows()
{
    screen | grep -qE -- "$1"
}

lacks()
{
    ! screen | grep -qE -- "$1"
}

# sees REGEX NAME: passes when the screen comes to show it.
sees()
{
    until_true shows "$1"
    ok $? "$2" && return 0
    diag "wanted: $1"
    diag "$(screen)"
    return 1
}

keys()
{
    tm send-keys "$@"
}

type_line()
{
    tm send-keys -l "$1"
    tm send-keys Enter
}

# start COLSxROWS: a fresh server with a shell that says when it is ready.
start()
{
    tm kill-server 2>/dev/null
    servers=$((servers + 1))
    server=aerscope-test-$$-$servers
    rm -f "$scratch/before"
    tm new-session -d -x "${1%x*}" -y "${1#*x}" \
        "env PS1='ready> ' TERM=${2:-screen-256color} bash --norc --noprofile"
    tm set -g status off
    until_true shows '^ready> *$'
    type_line "cd '$samples'; stty -g >'$scratch/before'; clear"
    until_true test -s "$scratch/before"
}

pane()
{
    tm display -p "$1"
}

in_shell()
{
    test "$(pane '#{alternate_on}')" = 0 && shows 'ready> *$'
}

# After leaving: the shell's terminal is as it was. STATUS is what the shell saw.
is_restored()
{
    local name=$1 status=$2
    until_true in_shell
    ok $? "$name: back in the shell" || diag "$(screen)"
    rm -f "$scratch/after" "$scratch/status"
    type_line "echo \$? >'$scratch/status'; stty -g >'$scratch/after'"
    until_true test -s "$scratch/after"
    is "$(cat "$scratch/status")" "$status" "$name: status"
    is "$(cat "$scratch/after")" "$(cat "$scratch/before")" "$name: the terminal's modes"
    is "$(pane '#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_cursor_flag}')" "0 1 0 0" \
        "$name: screen, cursor, mouse, keypad"
}

program()
{
    pgrep -P "$(pane '#{pane_pid}')" -x aerscope
}

opens()
{
    type_line "'$AERSCOPE' $1"
    sees "$2" "opens $1"
}

for size in 120x40 80x24 40x12; do
    start $size
    opens edited.json '^> +5 !? ?'
    sees '(TIMELINE|TL) broken' "$size: the judgement"
    keys j
    sees '^> +6 ' "$size: j"
    keys Up Up
    sees '^> +4 ' "$size: Up"
    keys G
    sees '^> +8 ' "$size: G"
    keys e
    sees 'no failure after entry 8' "$size: e, and there is none"
    keys g e
    sees '^> +5 ' "$size: e"
    keys '?'
    sees '^--- help' "$size: help"
    keys Escape
    sees '^> +5 ' "$size: Esc leaves it"
    keys Enter
    until_true lacks '^> +5 '
    ok $? "$size: Enter opens the card"
    sees 2f576e4a "$size: the card has the stored digest"
    sees 83b4e055 "$size: and the recomputed one"
    keys q
    sees '^> +5 ' "$size: q leaves the card"
    keys 7 G
    sees '^> +7 ' "$size: 7G"
    keys :
    tm send-keys -l '3'
    sees '^:3$' "$size: the prompt"
    is "$(pane '#{cursor_flag}')" 1 "$size: the prompt has a cursor"
    keys Enter
    sees '^> +3 ' "$size: :3"
    tm send-keys -l $'\e[200~q:quit\rq\e[201~'
    sees 'pasted text does nothing here' "$size: paste changes nothing"
    keys q
    is_restored "$size: q" 1
done

# Sizes while it runs.
start 120x40
opens edited.json '^> +5 '
sees 'UNEXPLAINED' "the explanation is there"
before=$(screen)
for size in 80x24 40x12 39x9 10x3 200x50 120x40; do
    tm resize-window -x "${size%x*}" -y "${size#*x}"
    case $size in
    200x50) sees '^> +5 .*\|LINK INTO|^> +5 ' "resized to $size" ;;
    10x3) sees '^TL ' "resized to $size" ;;
    39x9) sees '5/8$' "resized to $size" ;;
    *) sees '^> +5 ' "resized to $size" ;;
    esac
done
until_true test "$(screen)" = "$before"
same_again()
{
    test "$(screen)" = "$before"
}
until_true same_again
ok $? "the same screen at the same size"

# Suspended, resized meanwhile, continued.
for i in 1 2 3; do
    keys C-z
    until_true in_shell
    ok $? "Ctrl-Z gives the terminal back ($i)"
    rm -f "$scratch/between"
    type_line "stty -g >'$scratch/between'; clear"
    until_true test -s "$scratch/between"
    is "$(cat "$scratch/between")" "$(cat "$scratch/before")" "modes while it is stopped ($i)"
    tm resize-window -x $((70 + 10 * i)) -y 24
    type_line fg
    sees '^> +5 ' "fg draws it again ($i)"
    is "$(pane '#{alternate_on}')" 1 "fg has the screen again ($i)"
done
keys j
sees '^> +6 ' "keys act after fg"
keys q
is_restored "q after fg" 1

# Ended by a signal: the terminal is given back and the shell sees the signal.
for signal in TERM:143 HUP:129 INT:130 QUIT:131; do
    start 80x24
    type_line 'ulimit -c 0; clear'
    opens honest.json '^> +1 '
    kill -"${signal%:*}" "$(program)"
    is_restored "SIG${signal%:*}" "${signal#*:}"
done
keys_of_end="C-c"
start 80x24
opens honest.json '^> +1 '
keys $keys_of_end
is_restored "Ctrl-C, idle" 3

# A crash gives the terminal back as well (not under a sanitizer, which has its own handler).
if ! grep -qaE '__asan_init|__tsan_init' "$AERSCOPE"; then
    for signal in SEGV:139 ABRT:134 BUS:135; do
        start 80x24
        type_line 'ulimit -c 0; clear'
        opens honest.json '^> +1 '
        kill -"${signal%:*}" "$(program)"
        is_restored "SIG${signal%:*}" "${signal#*:}"
    done
fi

# The evidence on standard input, keys from the terminal.
start 80x24
type_line "cat edited.json | '$AERSCOPE' -"
sees '^> +5 ' "evidence from a pipe"
sees 'standard input' "its name"
keys k
sees '^> +4 ' "keys from the terminal"
keys q
is_restored "q after a pipe" 1

# Esc acts soon, and a sequence is not taken for it.
start 80x24
opens edited.json '^> +5 '
keys '?'
sees '^--- help' "help is open"
began=$(now)
keys Escape
until_true shows '^> +5 '
took=$((($(now) - began) / 1000))
test "$took" -lt 500
ok $? "Esc acts without a key after it"
diag "Esc took $took ms, tmux included"
keys PageDown F5 Down
sees '^> +8 ' "function keys that mean nothing do nothing"
keys q
is_restored "q" 1

# Terminals with less.
for term in vt100 linux xterm putty; do
    test -e "/usr/share/terminfo/${term:0:1}/$term" || test -e "/lib/terminfo/${term:0:1}/$term" || continue
    start 80x24 $term
    opens hostile.json '^> +1 \?'
    keys G
    sees '^> +23 ' "TERM=$term: G"
    keys q
    is_restored "TERM=$term" 3
done

tm kill-server 2>/dev/null
done_testing
