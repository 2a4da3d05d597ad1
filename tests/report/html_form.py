"""What a report in HTML may be made of, checked without a browser."""

import base64
import hashlib
import html.parser
import re

VOID = {"meta"}
# What it is made of, and the attributes of each. Nothing here loads, submits, runs or leads outside.
ALLOWED = {
    "html": {"lang"}, "head": set(), "meta": {"charset", "http-equiv", "content", "name"}, "title": {"id"},
    "style": set(), "body": set(), "a": {"class", "href"}, "header": set(), "nav": {"aria-label"},
    "main": {"id", "tabindex"}, "section": {"class", "aria-labelledby"}, "p": {"class"}, "b": set(),
    "h1": set(), "h2": {"id"}, "h3": {"id"}, "h4": {"id"}, "ol": set(), "ul": {"class", "aria-hidden"},
    "li": set(), "dl": set(), "div": {"class"}, "dt": set(), "dd": set(), "strong": set(),
    "bdi": {"class", "dir"}, "span": {"class"}, "code": set(), "pre": {"class"}, "mark": set(),
    "table": {"class", "id"}, "caption": set(), "thead": set(), "tbody": set(), "tr": {"id"},
    "th": {"scope"}, "td": {"class", "data-label"}, "figure": {"class"}, "figcaption": set(),
    "details": set(), "summary": set(), "br": set(),
    "svg": {"role", "aria-labelledby", "aria-describedby", "viewbox", "preserveaspectratio"},
    "desc": {"id"}, "path": {"class", "d"},
}


class Node:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children = []

    def text(self):
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def all(self, *tags):
        for child in self.children:
            if not isinstance(child, str):
                if not tags or child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def has(self, name):
        return name in (self.attributes.get("class") or "").split()

    def up(self, *tags):
        node = self
        while node and node.tag not in tags:
            node = node.parent
        return node


class Reader(html.parser.HTMLParser):
    """A strict reading: what is opened is closed, in order, and nothing else is there."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = self.at = Node("", {}, None)
        self.wrong = []
        self.feed(text)
        self.close()
        if self.at is not self.root:
            self.wrong.append("not closed: " + self.at.tag)

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        extra = set(names) - ALLOWED.get(tag, set())
        if tag not in ALLOWED or extra or len(set(names)) < len(names) or None in dict(attrs).values():
            self.wrong.append("<%s %s>" % (tag, attrs))
        node = Node(tag, dict(attrs), self.at)
        self.at.children.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag != self.at.tag:
            self.wrong.append("</%s> in <%s>" % (tag, self.at.tag))
        elif self.at.parent:
            self.at = self.at.parent

    def handle_data(self, data):
        self.at.children.append(data)

    def handle_comment(self, data):
        self.wrong.append("comment " + data)

    def handle_pi(self, data):
        self.wrong.append("instruction " + data)

    def unknown_decl(self, data):
        self.wrong.append("declaration " + data)


def read(text):
    return Reader(text)


def strays(text, reader):
    """What must not be in the file."""
    yield from reader.wrong
    if not text.startswith("<!DOCTYPE html>\n<html lang=\"en\">"):
        yield "begins " + text[:40]
    for found in re.finditer(r"[^\n -~\u00a1-\U0010ffff]", text):
        yield "control %r at %d" % (found.group(), found.start())
    for found in re.finditer(r"&(?!(amp|lt|gt|quot|#39);)", text):
        yield "reference at %d: %s" % (found.start(), text[found.start():found.start() + 20])
    seen = set()
    for node in reader.root.all():
        for name, value in node.attributes.items():
            if re.search(r"[<>\"\\]|//|javascript|data:|canary", value or "") or not (value or "").isascii():
                yield "attribute %s=%s" % (name, value)
        identity = node.attributes.get("id")
        if identity in seen:
            yield "twice: " + identity
        if identity:
            seen.add(identity)
    for node in reader.root.all():
        href = node.attributes.get("href", "#content")
        if href[:1] != "#" or href[1:] not in seen:
            yield "leads nowhere: " + href
        for name in ("aria-labelledby", "aria-describedby"):
            if name in node.attributes and node.attributes[name] not in seen:
                yield "named by nothing: " + node.attributes[name]


def policy(reader):
    """The policy is the strictest, and lets in the one style by its digest."""
    style, = reader.root.all("style")
    content, = (m.attributes["content"] for m in reader.root.all("meta")
                if m.attributes.get("http-equiv") == "Content-Security-Policy")
    digest = base64.b64encode(hashlib.sha256(style.text().encode()).digest()).decode()
    return content == ("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'" % digest)


def bad_style(reader):
    """Addresses in the style, and green."""
    style, = reader.root.all("style")
    text = style.text()
    yield from re.findall(r"(?i)url|@import|expression|behavior|image-set|//|\\", text)
    yield from re.findall(r"(?i)\b(?:green|lime|teal|olive)\b|rgb|hsl|lab\(|lch\(", text)
    for digits in re.findall(r"#([0-9a-f]{3,8})\b", text):
        r, g, b = (int(d * 2, 16) for d in digits) if len(digits) == 3 else (
            int(digits[i:i + 2], 16) for i in (0, 2, 4))
        if g > max(r, b):
            yield digits


def structure(reader):
    """What is amiss in headings, landmarks and tables."""
    root = reader.root
    levels = [int(n.tag[1]) for n in root.all("h1", "h2", "h3", "h4", "h5", "h6")]
    if levels.count(1) != 1 or levels[0] != 1:
        yield "h1: %s" % levels
    yield from ("heading %d after %d" % (b, a) for a, b in zip(levels, levels[1:]) if b > a + 1)
    for tag in ("main", "nav", "header"):
        if len(list(root.all(tag))) != 1:
            yield tag
    wanted = ["#" + n.attributes["id"] for n in root.all("h2")]
    nav, = root.all("nav")
    if [a.attributes["href"] for a in nav.all("a")] != wanted:
        yield "contents are not the sections: %s" % wanted
    for section in root.all("section"):
        heading = next(n for n in section.children if not isinstance(n, str))
        if heading.attributes.get("id") != section.attributes["aria-labelledby"]:
            yield "section " + section.attributes["aria-labelledby"]
    for table in root.all("table"):
        caption = next(n for n in table.children if not isinstance(n, str))
        heads = list(table.all("th"))
        if caption.tag != "caption" or not caption.text().strip():
            yield "table without a caption"
        if any(th.attributes.get("scope") not in ("row", "col") for th in heads):
            yield "th without a scope"
        columns = sum(th.attributes["scope"] == "col" for th in heads)
        for row in table.all("tr"):
            if sum(n.tag in ("th", "td") for n in row.children if not isinstance(n, str)) != columns:
                yield "row of other columns: " + row.text()[:60]
    there = set(rows(reader))
    for heading in root.all("h3"):
        named = [int(n) for n in re.findall(r"entry (\d+),", heading.text())]
        if any(n in there and not list(heading.all("a")) for n in named):
            yield "no link to its row: " + heading.text()
    for svg in root.all("svg"):
        names = [n.tag for n in svg.children if not isinstance(n, str)][:2]
        if svg.attributes.get("role") != "img" or names != ["title", "desc"]:
            yield "svg %s" % names
    for span in root.all("span"):
        if span.has("d") and not re.fullmatch("[0-9a-f]{64}", span.text()):
            yield "digest " + span.text()
        if span.has("t") and not re.fullmatch("<(U\\+[0-9A-F]{4,6}|0x[0-9A-F]{2})>", span.text()):
            yield "token " + span.text()
    for pre in root.all("bdi"):
        if pre.attributes.get("dir") != "ltr":
            yield "bdi without a direction"
        marked = [s.text() for s in pre.all("span")]
        if marked != re.findall("<(?:U\\+[0-9A-F]{4,6}|0x[0-9A-F]{2})>", pre.text()):
            yield "tokens unmarked: " + pre.text()[:80]


def rows(reader):
    """The entries' rows: number -> {column: node}."""
    found = {}
    for row in reader.root.all("tr"):
        match = re.fullmatch(r"entry-(\d+)", row.attributes.get("id") or "")
        if match:
            found[int(match[1])] = {td.attributes["data-label"]: td for td in row.all("td")}
    return found
