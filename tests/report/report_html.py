#!/usr/bin/env python3
"""Reports in HTML: their form first, then what a browser makes of them, where there is one."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(TOP, "tests", "lib")]

import hostile  # noqa: E402
import html_browser as look  # noqa: E402
import html_form as form  # noqa: E402
import webdriver  # noqa: E402
from tap import Tap  # noqa: E402

AERSCOPE = os.path.abspath(os.environ.get("AERSCOPE") or os.path.join(
    os.environ.get("top_builddir") or TOP, "src", "aerscope"))
SAMPLES = os.path.join(TOP, "samples")
WITNESS = ["-c", os.path.join(SAMPLES, "honest.commitment.json")]
LIST = ["--expect=" + os.path.join(SAMPLES, "honest.expected.json")]
COLUMNS = {"seq": "seq", "id": "id", "tool": "tool", "class": "provenance_class"}

# A page that does what no report may: whoever checks reports must see it.
CONTROL = """<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><script>window.canary=1</script>
<img src="http://canary.invalid/x" onerror="window.canary=2"><p style="color:#0a0;width:3000px">text</p></body></html>"""


def sample(name):
    return os.path.join(SAMPLES, name)


def cases(odd):
    timeline, commitment, noted = odd
    yield "hostile members and names", timeline, [
        "--entries=all", "-c", commitment, "--witness=" + hostile.TEXTS[0], "--authority=" + hostile.TEXTS[4],
        "--retrieved-from=" + hostile.TEXTS[6], "--independent=no"]
    yield "hostile notes", timeline, ["--case=" + noted, "-c", commitment]
    yield "hostile.json", sample("hostile.json"), ["--entries=all"]
    yield "relabelled.json", sample("relabelled.json"), WITNESS + LIST + ["--case=" + sample("relabelled.case")]
    yield "reclosed.json, contradicted", sample("reclosed.json"), WITNESS + LIST
    yield "historical-06.json", sample("historical-06.json"), ["--entries=all"]
    yield "damaged.json", sample("damaged.json"), ["--entries=all"]
    yield "honest.json", sample("honest.json"), WITNESS + ["--independent=yes"]


def report(path, arguments):
    run = subprocess.run([AERSCOPE, "report", "--format=html", path] + arguments, capture_output=True)
    return run.stdout.decode("utf-8")


def members(path):
    with open(path, "rb") as file:
        return json.loads(file.read().decode("utf-8"))


def is_evidence(path, shown):
    """`shown`: number -> {column: text or None}. All of each member, as it was."""
    entries = members(path)
    assert list(shown) == list(range(1, len(entries) + 1)), list(shown)[:9]
    for number, cells in shown.items():
        for column, name in COLUMNS.items():
            want = hostile.text_of(entries[number - 1].get(name))
            assert cells[column] == want, (number, name, cells[column], want)


def check_form(tap, name, path, arguments, text):
    reader = form.read(text)
    tap.empty(form.strays(text, reader), name + ": nothing but text and what is allowed around it")
    tap.holds(name + ": the policy", form.policy, reader)
    tap.empty(form.bad_style(reader), name + ": the style loads nothing and has no green")
    tap.empty(form.structure(reader), name + ": headings, landmarks, tables, digests, tokens")
    if "--entries=all" in arguments and "damaged" not in path and "historical" not in path:
        shown = {n: {k: next((hostile.unescape(b.text()) for b in td.all("bdi")), None) for k, td in cells.items()}
                 for n, cells in form.rows(reader).items()}
        tap.holds(name + ": every member of every entry can be had back", is_evidence, path, shown)


def check_page(tap, browser, name, path, arguments, url):
    browser.view(1280)
    good, what = look.is_inert(browser, url, form.ALLOWED)
    tap.ok(good, name + ": nothing runs, nothing is asked for, nothing is added", what)
    if "--entries=all" in arguments and "damaged" not in path and "historical" not in path:
        tap.holds(name + ": what is read in the page is the evidence", is_evidence, path, look.evidence(browser))
    tap.empty(look.accessibility(browser), name + ": named, described, in order")
    for width in (1280, 360):
        browser.view(width)
        out, left = browser.run(look.LAYOUT)
        tap.ok(not out and len(left) <= 2, "%s: %d wide, everything in its place" % (name, width), out, left)
    for media, scheme in (("screen", "light"), ("screen", "dark"), ("print", "dark")):
        browser.view(1280, media=media, scheme=scheme)
        out, least, count = browser.run(look.CONTRAST)
        tap.ok(not out and count > 50, "%s: contrast, %s %s" % (name, media, scheme), out, least, count)


def check_once(tap, browser, url):
    browser.view(1280)
    browser.open(url)
    tap.holds("keys: past the contents, and what has the focus is seen", look.keyboard, browser)
    tap.holds("links lead to the rows", look.jumps, browser)
    tap.holds("paper", look.printed, browser)
    tap.holds("colours that the reader sets", look.forced, browser)


def check_control(tap, browser, directory):
    page = pathlib.Path(directory, "control.html")
    page.write_text(CONTROL)
    good, what = look.is_inert(browser, page.as_uri(), form.ALLOWED)
    tap.ok(not good and what[0]["canary"] == "number" and what[1], "a page that runs and asks is found", what)
    tap.ok(any(b"canary.invalid" in call for call in browser.trap.calls), "and its calls are caught",
           browser.trap.calls)
    tap.ok(browser.run(look.LAYOUT)[0], "what sticks out is found")
    tap.ok(browser.run(look.CONTRAST)[0], "faint text and green are found")
    reader = form.read(CONTROL)
    tap.ok(list(form.strays(CONTROL, reader)), "elements and attributes that are not allowed are found")


def start(directory):
    """A browser that reads files from here, or None and why there is none."""
    if not webdriver.find():
        return None, "no chromium with chromedriver here"
    page = pathlib.Path(directory, "probe.html")
    page.write_text("<!DOCTYPE html><title>probe</title>")
    browser = None
    try:
        browser = webdriver.Browser()
        browser.open(page.as_uri())
        if browser.run("return document.title") == "probe":
            return browser, None
        why = "the browser cannot read files in " + directory
    except (OSError, webdriver.Failed) as error:
        why = "the browser does not start: %s" % error
    if browser:
        browser.close()
    return None, why


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="aerscope-html.") as directory:
        made = []
        for number, (name, path, arguments) in enumerate(cases(hostile.write(directory))):
            text = report(path, arguments)
            page = pathlib.Path(directory, "report-%d.html" % number)
            page.write_text(text, encoding="utf-8")
            made.append((name, path, arguments, page.as_uri()))
            tap.holds(name + ": can be read", check_form, tap, name, path, arguments, text)
        browser, why = start(directory)
        if not browser:
            tap.skip("in a browser", why)
        else:
            try:
                for case in made:
                    check_page(tap, browser, *case)
                check_once(tap, browser, made[3][3])
                check_control(tap, browser, directory)
            finally:
                browser.close()
    tap.done()


if __name__ == "__main__":
    main()
