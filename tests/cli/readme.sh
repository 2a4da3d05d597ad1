#!/usr/bin/env bash
# The README: each command in it is run as it stands there, prints the lines quoted under it in that
# order, and exits as the text behind it says; each screen in it is a golden one.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/lib/tap.sh"

readme=$top_srcdir/README
cd "$scratch" || exit 1
mkdir src
ln -s "$AERSCOPE" src/aerscope
ln -s "$top_srcdir/samples" samples

# A command a line; then, in NUMBER.lines and NUMBER.status, what is quoted under it.
python3 - "$readme" <<'END_OF_READING' >commands
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
blocks = re.split(r"^    \$ ", text, flags=re.M)[1:]
for number, block in enumerate(blocks, 1):
    lines = block.split("\n")
    end = next(i for i, line in enumerate(lines) if not line.endswith("\\"))
    print(" ".join(line.rstrip("\\").strip() for line in lines[:end + 1]))
    quoted = []
    for line in lines[end + 1:]:
        if line.startswith("        "):
            quoted.append(" ".join(line.split()))
        elif line.strip():
            break
    says = re.search(r"exit\s+status\s+is\s+(\d)", block)
    open("%d.lines" % number, "w", encoding="utf-8").write("".join(line + "\n" for line in quoted))
    open("%d.status" % number, "w", encoding="utf-8").write(says.group(1) if says else "0")
END_OF_READING

number=0
while IFS= read -r command; do
    number=$((number + 1))
    exits "$(cat $number.status)" "$command" bash -c "$command"
    case $command in
        *' -o '*)
            cp out first.out && cp err first.err
            exits 2 "$command: not twice" bash -c "$command"
            exits 0 "$command --force: twice" bash -c "$command --force"
            cp first.out out && cp first.err err ;;
    esac
    test -s $number.lines
    ok $? "$command: the README says what it prints"
    missing=$(python3 - $number.lines out err <<'END_OF_COMPARING'
import sys
wanted = open(sys.argv[1], encoding="utf-8").read().splitlines()
for name in sys.argv[2:]:
    left = list(wanted)
    for line in open(name, encoding="utf-8"):
        if left and left[0] in " ".join(line.split()):
            left.pop(0)
    if not left:
        sys.exit()
    least = left
print("\n".join(least))
END_OF_COMPARING
)
    is "$missing" "" "$command: it prints what is quoted, in that order"
done <commands
test "$number" -ge 4
ok $? "$number commands were found"

# Every figure of the paragraph on speed is one that was measured.
python3 - "$readme" "$top_srcdir/tests/bench/RESULTS" <<'END_OF_FIGURES' >missing
import re, sys
readme, results = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
told = re.search(r"\nHow fast\n-+\n(.*?)\n\n[^\n]+\n---", readme, re.S)[1]
figures = re.findall(r"\d[\d,]*(?:\.\d+)?(?= (?:entries|MB|times|s\b|ms\b))", told.replace("\n", " "))
assert len(figures) >= 8, figures
print("\n".join(f for f in figures if not re.search(r"(?<![\d.,])" + re.escape(f) + r"(?![\d.,]*\d)", results)), end="")
END_OF_FIGURES
is "$?$(cat missing)" 0 "the README tells of speed what was measured"

for name in relabelled.80x24 reclosed-card.80x24 overview.80x24; do
    python3 - "$readme" "$top_srcdir/tests/tui/golden/$name" <<'END_OF_SCREEN'
import sys
readme, golden = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
screen = golden.split("\nstyles:")[0].rstrip("\n")
sys.exit(screen.count("\n") < 20 or "\n" + screen + "\n" not in readme)
END_OF_SCREEN
    ok $? "the screen $name stands in it as it is drawn"
done

done_testing
