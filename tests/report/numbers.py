#!/usr/bin/env python3
"""The numbers and words of a text report against the verdict as JSON.

    numbers.py REPORT VERDICT"""

import json
import re
import sys

sys.dont_write_bytecode = True


def sections(text):
    """Headings with what stands below them, up to the next one."""
    found, name, lines = {}, "", text.split("\n")
    for at, line in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if line and set(following) in ({"="}, {"-"}) and len(following) == min(len(line), 80):
            name = line
        elif re.match(r"Finding \d+, |entry \d+$", line):
            name = line
        found.setdefault(name, []).append(line)
    return {name: "\n".join(body) for name, body in found.items()}


def fields(body):
    """Labels with their values, in their order; lines below a label belong to it."""
    got, wide = [], re.compile(r"  (\S(?: ?\S)*) *$|  (\S(?: ?\S)*) +(\S.*)$")
    for line in body.split("\n"):
        if line.startswith(" " * 16) and got:
            got[-1][1] = (got[-1][1] + " " + line.strip()).strip()
        elif len(line) > 16 and line.startswith("  ") and line[15] == " " and line[16] != " ":
            got.append([line[:16].strip(), line[16:]])
        elif wide.match(line):
            got.append([line.strip(), ""])
    return got


def value(body, label):
    values = [v for name, v in fields(body) if name == label]
    assert len(values) == 1, (label, values)
    return values[0]


def flat(text):
    return re.sub(r"\s+", " ", text)


def bare(text):
    return text[1:-1] if text[:1] == text[-1:] == '"' else text


def check(text, verdict):
    part = sections(text)
    judged, timeline = verdict["judgements"], verdict["timeline"]
    examined = part["What was examined"]
    assert int(value(examined, "size").split()[0]) == timeline["bytes"]
    assert value(examined, "sha256") == (timeline["sha256"] or value(examined, "sha256"))
    assert value(examined, "layout") == timeline["layout"]
    assert value(examined, "construction") == verdict["construction"]
    assert int(value(examined, "entries").split()[0]) == timeline["entries"]
    for name in ("timeline", "endpoint", "coverage", "outcome"):
        result = judged[name]["result"].replace("_", " ")
        body = part["%s: %s" % (name.capitalize(), result)]
        assert flat(value(body, "not shown")) == flat(judged[name]["does_not_show"]), name
        assert "- %s: %s" % (name.capitalize(), result) in text, name
    first = judged["timeline"]["first_failure"]
    assert ("What is found first" in part) == (first is not None or any(f["signal"] for f in verdict["findings"]))
    if first:
        finding = next(f for f in verdict["findings"] if (f["entry"], f["code"]) == (first["entry"], first["code"]))
        body = part["What is found first"]
        assert value(body, "first failure") == first["code"]
        for name in ("stored", "recomputed"):
            if finding[name] is not None and finding[name].isalnum():
                assert bare(dict(reversed(fields(body)))[name].split(" ")[0]) == finding[name], name
    counts = re.findall(r"^  ([a-z]+\.[a-z_0-9]+)\s+number: (\d+);", part["Findings"], re.M)
    assert {code: int(n) for code, n in counts} == verdict["totals"], counts
    shown = [name for name in part if name.startswith("Finding ")]
    assert len(shown) == len(verdict["findings"])
    for number, (name, finding) in enumerate(zip(shown, verdict["findings"]), 1):
        at = "entry %d, " % finding["entry"] if finding["entry"] else ""
        assert name == "Finding %d, %s: %s%s" % (number, finding["severity"], at, finding["code"]), name
        body = part[name]
        if finding["offset"] is not None:
            place = "byte %d, line %d, column %d" % (finding["offset"], finding["line"], finding["column"])
            assert value(body, "place").startswith(place), (name, place)
        said = [v for n, v in fields(body) if n in ("proved", "possible", "unexplained")]
        wanted = finding["explanations"]
        assert len(said) == len(wanted), name
        for x, sentence in zip(wanted, said):
            assert flat(sentence).startswith(flat(x["text"])) or "\\" in sentence, (sentence, x["text"])
        certain = [n == "proved" for n, v in fields(body) if n in ("proved", "possible", "unexplained")]
        assert certain == [x["certainty"] == "proved" for x in wanted], name
        stored, recomputed = finding["stored"], finding["recomputed"]
        if all(x and re.fullmatch("[0-9a-f]{64}", x) for x in (stored, recomputed)):
            differ = sum(a != b for a, b in zip(stored, recomputed))
            assert "%d of 64 digits differ" % differ in body, (name, differ)
            assert body.index(stored) < body.index(recomputed)
    classes = re.findall(r"^  \d+ {10,}(.*?)(?=^  \d+ {10,}|\Z)", part["Provenance"], re.M | re.S)
    assert [int(re.search(r"entries: (\d+)", flat(c))[1]) for c in classes] == \
        [c["entries"] for c in verdict["provenance"]], classes
    for number, reference in enumerate(judged["endpoint"]["references"], 1):
        body = part["Reference %d: %s" % (number, reference["kind"])]
        assert value(body, "result").startswith(reference["result"].replace("_", " ")), body
        assert value(body, "codes") == (", ".join(reference["codes"]) or "none"), body
        for label, name in (("witness", "witness"), ("authority", "authority"), ("retrieved how", "retrieved_from")):
            assert bare(value(body, label)) == (reference[name] or "not stated"), label
        assert re.split("[:,]", value(body, "independent"))[0] == reference["independent"]
    coverage = judged["coverage"]
    if coverage["result"] != "not_assessed":
        body = part["Coverage by a list of expected actions"]
        for name in ("expected", "matched", "missing", "unexpected", "forbidden", "authorised", "out_of_order"):
            label = name.replace("_", " ")
            assert value(body, label).startswith("number: %d;" % coverage[name]), label


check(open(sys.argv[1], encoding="utf-8").read(), json.load(open(sys.argv[2])))
