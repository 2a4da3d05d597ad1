#!/usr/bin/env bash
# Random keys and random sizes, the same ones each time: nothing may crash, and what the inspector says
# at the end is what it would have said without them.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

# In a copy: the name of a file may be among what is typed.
cp -r "$top_srcdir/samples" "$scratch/samples" && chmod -R u+w "$scratch/samples" && cd "$scratch/samples" || exit 1
unset NO_COLOR COLUMNS LINES

# script SEED COUNT RESIZES [KEYS]: a script of random keys, a part of them resizes.
script()
{
    python3 - "$@" <<'END'
import random, sys
seed, count, resizes = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
keys = sys.argv[4:] or (
    list("jkbgGeEfwWsShl0$JK.v=oFpi?:[]>zt123456789nx/ ") +
    ["<lt>", "<Enter>", "<Esc>", "<Tab>", "<Space>", "<Up>", "<Down>", "<Left>", "<Right>",
     "<PgUp>", "<PgDn>", "<Home>", "<End>", "<C-N>", "<C-P>", "<C-F>", "<C-B>", "<C-D>", "<C-U>",
     "<C-L>", "<C-A>", "<C-Z>", "<F1>", "<F12>", "zt", "zz", "zb", "<BS>", "\u00e9", "\u6f22",
     ":help<Enter>", ":goto 3<Enter>", ":12<Enter>", ":x y<Enter>", ":next<Enter>", "5j",
     "99999999999j", "99999G", ":save-screen /<Enter>", "N", "\\", "t", ":map 3<Enter>",
     "a", "a", "ms", "mq", "m<Space>", "A", "H", "u", "U", "d", "<C-X>", "<C-X>", "<C-C>", "<C-K>",
     "<C-Y>", "<C-W>", "<C-Left>", ":case<Enter><Enter>", ":examiner x<Enter>", "&mark=s<Enter>",
     "&has:note<Enter>", "a note<Enter>of two lines", "x", "x", ":export csv --entries=2-3 x.csv<Enter>", ":export md x.md<Enter>",
     "X", "X", "X", "B", "B", "-", "+", "_", "T", "}", "}", "{", "Q", "V", "O", "x.json<Enter>", "Q<Enter>",
     "X<Enter><Enter><Enter>", "X3j<Enter><Enter><Enter>", "X6j<Enter>x<Enter><Enter>", "X9j<Enter>honest.json:2-3@2<Enter><Enter>",
     "X10j<Enter><Enter>", "X13j<Enter><Enter><Enter>", ":lab-save y.json<Enter>", ":lab-quiz 7 2<Enter>",
     ":lab-tour sample<Enter>", ":lab-reset<Enter>",
     "/fs<Enter>", "/<C-R>[a-f].<Enter>", "/<C-G>202e<Enter>", "/<Up><Enter>", "&failures<Enter>",
     "&entry=2-5<Enter>", "&tool~nowhere<Enter>", "&!has:warning<Enter>", "<wait>"])
random.seed(seed)
out = ["<wait>"]
for _ in range(count):
    out.append(random.choice(keys))
    if random.random() < resizes:
        out.append("<resize %d %d>" % (random.randint(1, 300), random.randint(1, 90)))
print("\n".join(out))
END
}

for case in honest.json hostile.json damaged.json historical-06.json spliced.json lines.ndjson \
    wrapped.json honest.commitment.json 'reclosed.json -c honest.commitment.json'; do
    read -ra arguments <<<"$case"
    "$AERSCOPE" verify "${arguments[@]}" >/dev/null 2>&1
    want=$?
    script "${#case}" 1500 0.1 >"$scratch/keys"
    AERSCOPE_SCRIPT=$scratch/keys exits $want "$case: random keys and sizes" "$AERSCOPE" "${arguments[@]}"
    unlike "$(cat "$scratch/err")" 'ERROR: .*Sanitizer|runtime error' "$case: nothing to report"
done

# Sizes alone: back at the first size, the first screen.
script 7 500 1 '<C-L>' '?<Esc>' 'o<Esc>' '<Enter><Esc>' >"$scratch/sizes"
{
    echo "<wait>j:save-screen $scratch/first<Enter>"
    cat "$scratch/sizes"
    echo "<Esc><Esc><resize 120 40>:save-screen $scratch/last<Enter>"
} >"$scratch/keys"
COLUMNS=120 LINES=40 AERSCOPE_SCRIPT=$scratch/keys exits 1 "500 sizes" "$AERSCOPE" edited.json
is "$(cat "$scratch/last")" "$(cat "$scratch/first")" "back at the first size, the first screen"

# Nothing that was there is written over.
echo kept >"$scratch/there"
echo "<wait>:save-screen $scratch/there<Enter>" >"$scratch/keys"
AERSCOPE_SCRIPT=$scratch/keys exits 1 "a screen saved over a file" "$AERSCOPE" edited.json
is "$(cat "$scratch/there")" kept "is refused"

done_testing
