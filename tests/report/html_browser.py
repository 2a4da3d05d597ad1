"""What a browser makes of a report: nothing runs, nothing leaves, nothing is lost, all can be read."""

import json
import re

import hostile

# Looked at in the page, by a script of the driver: the page's own policy lets none run.
PARTS = """
const names = new Set(arguments[0]);
return {
  canary: typeof window.canary, url: location.href, title: document.title,
  scripts: document.scripts.length, frames: window.length, sheets: document.styleSheets.length,
  rules: document.styleSheets.length ? document.styleSheets[0].cssRules.length : 0,
  odd: [...document.querySelectorAll('*')].filter(e => !names.has(e.localName) ||
    [...e.attributes].some(a => a.name.startsWith('on') || a.name === 'style')).map(e => e.outerHTML.slice(0, 80)),
};"""

EVIDENCE = """return [...document.querySelectorAll('tr[id^="entry-"]')].map(tr => [tr.id.slice(6),
  Object.fromEntries([...tr.querySelectorAll('td')].map(td => [td.dataset.label,
    td.querySelector('bdi.e') ? td.querySelector('bdi.e').textContent : null]))]);"""

# Boxes that stick out of the window, or of the box that holds them; text that is isolated and keeps its spaces.
LAYOUT = """
const wide = document.documentElement.clientWidth, out = [];
const hidden = e => e.closest('thead,.skip,[aria-hidden]') && !e.closest('.slim thead');
if (document.documentElement.scrollWidth > wide) out.push('page ' + document.documentElement.scrollWidth);
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('svg') && e.localName !== 'svg' || hidden(e)) continue;
  for (const r of e.getClientRects())
    if (r.width > 0 && (r.left < -0.5 || r.right > wide + 0.5))
      out.push([e.localName, e.className, r.left, r.right, e.textContent.slice(0, 40)].join(' '));
}
for (const e of document.querySelectorAll('bdi, .d, code')) {
  if (!e.getClientRects().length) continue;
  const box = e.parentElement.closest('td,th,dd,li,p,pre,h1,h2,h3,h4');
  const b = box.getBoundingClientRect();
  for (const r of e.getClientRects())
    if (r.left < b.left - 3 || r.right > b.right + 3 || r.top < b.top - 4 || r.bottom > b.bottom + 4)
      out.push(['out of its', box.localName, r.left - b.left, b.right - r.right, r.top - b.top, b.bottom - r.bottom, e.textContent.slice(0, 60)].join(' '));
}
for (const e of document.querySelectorAll('bdi')) {
  const s = getComputedStyle(e);
  if (s.unicodeBidi !== 'isolate' || s.direction !== 'ltr' || s.whiteSpaceCollapse === 'collapse')
    out.push('bdi ' + s.unicodeBidi + ' ' + s.direction + ' ' + s.whiteSpaceCollapse);
}
const left = {};
for (const e of document.querySelectorAll('dl > div > dd')) {
  const key = Math.round(e.getBoundingClientRect().left);
  left[key] = (left[key] || 0) + 1;
}
return [out.slice(0, 12), left];"""

CONTRAST = """
const parse = c => { const m = c.match(/[\\d.]+/g).map(Number);
  return c.startsWith('color(srgb') ? [m[0] * 255, m[1] * 255, m[2] * 255, m[3] === undefined ? 1 : m[3]]
                                    : [m[0], m[1], m[2], m[3] === undefined ? 1 : m[3]]; };
const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
  if (c[3] === 1) return c; if (c[3] > 0) return null; } return null; };
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const out = []; let least = 99, count = 0;
const look = (e, color, what, need) => {
  const g = ground(e), c = parse(color);
  const r = g && c[3] === 1 ? ratio(c, g) : 0;
  const hue = c[1] > c[0] && c[1] > c[2];
  least = Math.min(least, r); count++;
  if (r < need || hue) out.push([what, e.localName, e.className.baseVal || e.className, color, r.toFixed(2)].join(' '));
};
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('svg')) continue;
  const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  if (own) look(e, getComputedStyle(e).color, 'text', 4.5);
  for (const p of ['::before', '::after']) {
    const s = getComputedStyle(e, p);
    if (s.content !== 'none' && s.content !== 'normal') look(e, s.color, p, 4.5);
  }
}
for (const e of document.querySelectorAll('svg path:not(.grid):not(.end)')) look(e, getComputedStyle(e).fill, 'bar', 3);
return [out.slice(0, 8), least, count];"""


def requests(browser):
    """Addresses that the page asked for since the last time."""
    for line in browser.log("performance"):
        message = json.loads(line["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"]
        elif message["method"] in ("Page.javascriptDialogOpening", "Page.windowOpen"):
            yield message["method"]


def complaints(browser):
    """What the console says: a policy that had to step in, an error in the page."""
    return [line["message"] for line in browser.log("browser")]


def is_inert(browser, url, names):
    """Open it, and let what could happen late happen."""
    list(requests(browser)), complaints(browser)
    browser.open(url)
    browser.run("document.querySelectorAll('a,summary').forEach(e => { e.focus(); });"
                "document.querySelectorAll('*').forEach(e => { for (const k of ['mouseover', 'click', 'focus'])"
                " if (!e.closest('a,summary')) e.dispatchEvent(new Event(k)); });")
    parts = browser.run(PARTS, sorted(names))
    asked = [u for u in requests(browser) if u != url]
    called = [c for c in browser.trap.calls if b"canary" in c]
    good = (parts["canary"] == "undefined" and parts["url"] == url and not parts["scripts"] and
            not parts["frames"] and parts["sheets"] == 1 and parts["rules"] > 50 and not parts["odd"])
    return good and not asked and not called and not complaints(browser), (parts, asked, called)


def evidence(browser):
    """What a reader of the page reads, back to the evidence: number -> {column: text}."""
    return {int(n): {k: v if v is None else hostile.unescape(v) for k, v in cells.items()}
            for n, cells in browser.run(EVIDENCE)}


def tree(browser):
    return browser.cdp("Accessibility.getFullAXTree")["nodes"]


def value(node, name):
    return (node.get(name) or {}).get("value", "")


def prop(node, name):
    return next((p["value"].get("value") for p in node.get("properties", []) if p["name"] == name), None)


def accessibility(browser):
    """What somebody who does not see the page would miss."""
    nodes = [n for n in tree(browser) if not n.get("ignored")]
    by_id = {n["nodeId"]: n for n in nodes}
    count = {}
    for node in nodes:
        role = value(node, "role")
        count[role] = count.get(role, 0) + 1
        if role in ("table", "image", "img", "graphics-document", "link", "heading", "navigation", "region",
                    "DisclosureTriangle") and not value(node, "name").strip():
            yield "%s without a name" % role
        if role in ("image", "img") and not value(node, "description").strip():
            yield "image without a description"
    levels = [prop(n, "level") for n in nodes if value(n, "role") == "heading"]
    if levels[:1] != [1] or levels.count(1) != 1:
        yield "headings %s" % levels
    yield from ("heading %s after %s" % (b, a) for a, b in zip(levels, levels[1:]) if b > a + 1)
    for role in ("main", "navigation", "banner"):
        if count.get(role) != 1:
            yield "%s: %s" % (role, count.get(role))
    tables = browser.run("return document.querySelectorAll('table').length - "
                         "document.querySelectorAll('details:not([open]) table').length")
    heads = browser.run("return document.querySelectorAll('th[scope=col]').length - "
                        "document.querySelectorAll('details:not([open]) th[scope=col]').length")
    if count.get("table", 0) != tables or count.get("columnheader", 0) != heads:
        yield "tables %s of %s, heads %s of %s" % (count.get("table"), tables, count.get("columnheader"), heads)
    quoted = sum(value(n, "role") == "StaticText" and value(n, "name") == "quote " for n in nodes)
    if quoted != browser.run("return document.querySelectorAll('bdi.e:not(:empty)').length"):
        yield "evidence that is not read out as a quotation: %d are" % quoted
    root = next(n for n in nodes if value(n, "role") == "RootWebArea")
    if not value(root, "name").startswith("Report"):
        yield "title " + value(root, "name")
    assert by_id


def press(browser, key, code):
    for kind in ("rawKeyDown", "keyUp"):
        browser.cdp("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)


def keyboard(browser):
    """The first stop is the link that skips the contents; it is seen, and it leads to the report."""
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    press(browser, "Tab", 9)
    seen = browser.run("const r = document.activeElement.getBoundingClientRect();"
                       "return [document.activeElement.className, r.left >= 0 && r.top >= 0 && r.width > 20]")
    browser.cdp("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", text="\r",
                windowsVirtualKeyCode=13)
    browser.cdp("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    at = browser.run("return document.activeElement.id || document.activeElement.localName")
    assert seen == ["skip", True] and at == "content", (seen, at)
    stops = browser.run("return [...document.querySelectorAll('a,summary')].length")
    outline = browser.run("const a = document.querySelector('nav a'); a.focus({focusVisible: true});"
                          "return getComputedStyle(a).outlineStyle")
    assert stops > 5 and outline == "solid", (stops, outline)


def jumps(browser):
    """A link to an entry brings its row into view."""
    return browser.run("""
        const a = document.querySelector('main li a[href^="#entry-"]'); a.click();
        const r = document.querySelector(a.getAttribute('href')).getBoundingClientRect();
        return r.top >= -1 && r.top < innerHeight""")


PRINT = """
const out = [], see = e => e.getClientRects().length > 0 && getComputedStyle(e).display !== 'none';
if (see(document.querySelector('nav')) || see(document.querySelector('.skip'))) out.push('contents');
for (const e of document.querySelectorAll('.d')) {
  if (e.getBoundingClientRect().height > parseFloat(getComputedStyle(e).lineHeight) * 1.5) out.push('cut ' + e.textContent);
}
for (const e of document.querySelectorAll('details > table')) if (!see(e) || e.checkVisibility &&
  !e.checkVisibility({contentVisibilityAuto: true})) out.push('details');
for (const e of document.querySelectorAll('table:not(.records) thead'))
  if (getComputedStyle(e).display !== 'table-header-group') out.push('heads not repeated');
for (const e of document.querySelectorAll('h2,h3,h4,caption'))
  if (getComputedStyle(e).breakAfter !== 'avoid') out.push('alone: ' + e.textContent);
for (const e of document.querySelectorAll('tr, dl > div'))
  if (getComputedStyle(e).breakInside !== 'avoid') out.push('torn: ' + e.textContent.slice(0, 40));
return [out.slice(0, 8), getComputedStyle(document.documentElement).backgroundColor];"""


def printed(browser):
    """On paper: no navigation, digests whole on a line, nothing folded away, paper white in either scheme."""
    # The width that A4 leaves.
    browser.view(673, 1000, media="print", scheme="dark")
    found, ground = browser.run(PRINT)
    assert not found and ground == "rgb(255, 255, 255)", (found, ground)
    paper = browser.pdf()
    pages = len(re.findall(rb"/Type\s*/Page\b", paper))
    assert paper.startswith(b"%PDF-") and pages >= 2, pages
    assert b"/JavaScript" not in paper and b"/URI" not in paper and b"/Launch" not in paper


FORCED = """
const bars = [...document.querySelectorAll('svg path:not(.grid)')].map(e => getComputedStyle(e).fill);
const probe = document.createElement('p'); probe.style.color = 'CanvasText'; document.body.append(probe);
const ink = getComputedStyle(probe).color; probe.remove();
return [bars.filter(c => c !== ink && c !== 'none'), ink];"""


def forced(browser):
    """Where the reader sets the colours, the drawing is in them and tokens are still told apart."""
    browser.view(1280, 900, scheme="dark", forced="active")
    found, ink = browser.run(FORCED)
    lines = browser.run("return [...document.querySelectorAll('.t')].map(e => getComputedStyle(e).borderBottomStyle)")
    assert not found and set(lines) <= {"solid"}, (found, ink, lines[:3])
