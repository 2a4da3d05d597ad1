#!/usr/bin/env python3
"""Reads the Markdown of a report strictly: whatever could be markup, a link or a mention in a program that
is more lenient than this is an error here.

    markdown.py hostile DIRECTORY        writes a timeline whose members try to be markup; prints its path
    markdown.py read REPORT [HTML]       that it can be read; HTML is what another program made of it
    markdown.py check REPORT TIMELINE VERDICT    its texts against the evidence"""

import html.parser
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import aerbuild  # noqa: E402
import hostile  # noqa: E402

TEXTS = (
    "[x](http://canary.invalid/)", "![i](http://canary.invalid/i.png)", "<http://canary.invalid/>",
    "http://canary.invalid/", "see www.canary.invalid now", "who@canary.invalid", "@octocat", "#123", "GH-1",
    "org/repo#1", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "1234567", "[^1]", "[x]: http://canary.invalid/",
    "*em* _em_ **st** __st__ ~~no~~", "`", "``", "```", "`a`", "a`b``c```d", "` x `", "```sh", "~~~", "|", "||",
    "a|b", "a\\|b", "\\|", "\\", "\\\\", "\\`", "`\\", "`|`", "|`|", "a| |b", "# head", "- item", "1. one",
    "> quote", "---", "===", "| a | b |", "$x$", "$`x`$", "$$x$$", "&amp; &#124; &lt;", "<b>x</b>", "<!-- x -->",
    "<script>x</script>", ":smile:", "line\nbreak", "tab\there", "two  spaces", " edge ", "\u202ertl", "p\u0430y",
    "x" * 300, "{.cls #id}", "[[wiki]]", "==mark==", "H~2~O^2^", "<details>", "^^^^", "\"quoted\"", "'", "%%x%%",
)


def write(directory):
    entries = []
    for number, text in enumerate(TEXTS, 1):
        entries.append({
            "id": "%d %s" % (number, text), "seq": number, "job_id": TEXTS[0], "tool": text,
            "provenance_class": ("LOGGED BY AGENT", "EXECUTED BY X", text)[number % 3],
            "canonical_bytes": aerbuild.pack(text.encode()), "prev_digest": ""})
    aerbuild.link(aerbuild.close(entries))
    # What was there stands elsewhere in the file, so that sentences which explain it quote both.
    for number in range(2, len(entries) - 1, 4):
        entries[number]["tool"] = TEXTS[(number + 7) % len(TEXTS)]
    for number in range(5, len(entries), 9):
        entries[number]["prev_digest"] = TEXTS[number]
    path = os.path.join(directory, "t `|` [x](http:canary) *a* @me $x$.json")
    with open(path, "wb") as file:
        file.write(aerbuild.to_text(entries, indent=1).encode("ascii"))
    return path


# ---- reading ----

# Outside of code spans, these stand only behind a backslash, but for the forms that are read below.
RAW = set("\\`*_[]<>#|&~$@")


def inline(text, where):
    """Plain text, code spans, targets of links."""
    plain, codes, links, at = [], [], [], 0
    while at < len(text):
        c = text[at]
        if c == "\\":
            assert at + 1 < len(text) and text[at + 1] in RAW, (where, text[at:at + 20])
            plain.append(text[at + 1])
            at += 2
        elif c == "`":
            ticks = re.compile("`+").match(text, at)[0]
            end = re.compile("(?<!`)" + ticks + "(?!`)").search(text, at + len(ticks))
            assert end, (where, "a code span does not end", text[at:at + 40])
            code = text[at + len(ticks):end.start()]
            if code[:1] == code[-1:] == " " and code.strip(" "):
                code = code[1:-1]
            codes.append(code)
            plain.append(code)
            at = end.end()
            assert text[at:at + 1] != "`", (where, "two spans touch")
        elif text.startswith("**", at):
            at += 2
        elif text.startswith("&#124;", at):
            plain.append("|")
            at += 6
        elif c == "[":
            m = re.compile(r"\[(entry (\d+))\]\((#entry-\2)\)").match(text, at)
            assert m, (where, "a link", text[at:at + 60])
            plain.append(m[1])
            links.append(m[3])
            at = m.end()
        else:
            assert c not in RAW, (where, "raw", text[max(0, at - 20):at + 20])
            assert ord(c) < 128 or c.isprintable(), (where, "control")
            for bad in ("://", "www.", "mailto:", "GH-"):
                assert not text.startswith(bad, at), (where, bad)
            assert not re.compile(r"\b[0-9a-f]{7,}\b").match(text, at), (where, "a digest outside of a span",
                                                                       text[at:at + 70])
            plain.append(c)
            at += 1
    return "".join(plain).strip(), codes, links


def cells(line, where):
    """A bar that is not behind a backslash ends a cell, wherever it stands."""
    assert line.startswith("| ") and line.endswith(" |"), where
    return re.split(r"(?<!\\)\|", line[1:-1])


def read(text):
    """Blocks in their order: (kind, plain text, code spans, links)."""
    items, fence = [], None
    for number, line in enumerate(text.split("\n"), 1):
        if fence is not None:
            if line == fence:
                items.append(("pre", "\n".join(block), [], []))
                fence = None
            else:
                assert line.startswith(indent), (number, "leaves its item")
                block.append(line[len(indent):])
            continue
        m = re.fullmatch(r"( {2})?(`{3,})(sh|text)", line)
        if m:
            indent, fence, block = m[1] or "", (m[1] or "") + m[2], []
            continue
        m = re.fullmatch(r"(#{1,5}|-|>) (.*)", line)
        if m:
            kind = {"-": "li", ">": "p"}.get(m[1], "h")
            assert not re.match(r"[-+*#>]|\d+[.)]|`{3}|~{3}|    ", m[2]) or m[2].startswith("**"), (number, line)
            items.append((kind,) + inline(m[2], number))
        elif re.fullmatch(r"\|( --- \|)+", line) or not line:
            pass
        elif line.startswith("|"):
            items.extend(("td",) + inline(cell, number) for cell in cells(line, number))
        else:
            assert re.match(r"[A-Za-z0-9]|\*\*[A-Z]", line) and not re.match(r"\d+[.)] ", line), (number, line[:60])
            items.append(("p",) + inline(line, number))
    assert fence is None
    return items


class Html(html.parser.HTMLParser):
    """The same of what another program made of it."""
    KINDS = {"h1": "h", "h2": "h", "h3": "h", "h4": "h", "h5": "h", "p": "p", "li": "li", "td": "td", "th": "td",
             "pre": "pre"}
    PASS = {"ul", "table", "thead", "tbody", "tr", "blockquote", "strong", "code", "a"}

    def __init__(self):
        super().__init__()
        self.items, self.open, self.code = [], [], None

    def handle_starttag(self, tag, attrs):
        assert tag in self.KINDS or tag in self.PASS, tag
        for name, value in attrs:
            assert (tag, name) == ("a", "href") and re.fullmatch(r"#entry-\d+", value) or \
                (tag, name) in (("pre", "lang"), ("code", "class")), (tag, name, value)
        if tag in self.KINDS and not (tag == "p" and self.open):
            self.items.append([self.KINDS[tag], "", [], []])
            self.open.append((tag, self.items[-1]))
        elif tag == "a":
            self.open[-1][1][3].append(dict(attrs)["href"])
        elif tag == "code" and self.open[-1][0] != "pre":
            self.open[-1][1][2].append("")
            self.code = True

    def handle_endtag(self, tag):
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
        if tag == "code":
            self.code = None

    def handle_data(self, data):
        if not self.open:
            assert not data.strip(), data
            return
        item = self.open[-1][1]
        item[1] += data
        if self.code:
            item[2][-1] += data

    def result(self):
        return [(i[0], i[1].rstrip("\n") if i[0] == "pre" else i[1].strip(), i[2], i[3]) for i in self.items]


# ---- checking ----

def compare(items, rendered):
    page = Html()
    page.feed(rendered)
    for mine, other in zip(items, page.result()):
        assert mine == other, (mine, other)
    assert len(items) == len(page.items), (len(items), len(page.items))


def check(report, timeline, verdict):
    items = read(report)
    rows = {int(item[1].split()[1]): at for at, item in enumerate(items)
            if item[0] == "h" and re.fullmatch(r"entry \d+", item[1])}
    assert sorted(rows) == list(range(1, len(timeline) + 1)), sorted(rows)
    for number, at in rows.items():
        fields = dict(i[1].split(": ", 1) if ": " in i[1] else (i[1], "") for i in items[at + 1:at + 14])
        for label, member in (("id", "id"), ("tool", "tool"), ("class", "provenance_class")):
            shown = fields[label]
            assert hostile.unescape(shown) == timeline[number - 1][member], (number, label, shown)
        stored = fields["stored prev"]
        assert hostile.unescape(stored) == timeline[number - 1]["prev_digest"], (number, stored)
    for _, text, _, links in items:
        for link in links:
            assert int(link[7:]) in rows, link
    sentences = [(i[1].split(":")[0], i[1].split(": ", 1)[1]) for i in items
                 if i[0] == "li" and re.match(r"(proved|possible|unexplained): ", i[1])]
    # What is quoted in a sentence stands in a span by itself, without its quotes and the marks around them.
    for _, text, codes, _ in items:
        if re.match(r"(proved|possible|unexplained|meaning|warning): ", text):
            for quoted in re.findall(r'(?:(?<=[ (])|^)"([^"]+)"', text):
                assert quoted in codes, (text, quoted, codes)
    said = [x["text"] for f in verdict["findings"] for x in f["explanations"]]
    first = next((f for f in verdict["findings"] if f["code"].startswith("chain.")), None)
    expected = [x["text"] for x in first["explanations"]] + said if first else said
    got = [sentence for _, sentence in sentences]
    assert got == expected, next((a, b) for a, b in zip(got + [""], expected + [""]) if a != b)
    return len(rows), len(said)


if __name__ == "__main__":
    sources = [open(path, encoding="utf-8", newline="").read() for path in sys.argv[2:] if os.path.isfile(path)]
    if sys.argv[1] == "hostile":
        sys.stdout.write(write(sys.argv[2]))
    elif sys.argv[1] == "read":
        compare(read(sources[0]), *sources[1:]) if sources[1:] else read(sources[0])
    else:
        print("%d entries, %d explanations" % check(sources[0], json.loads(sources[1]), json.loads(sources[2])))
