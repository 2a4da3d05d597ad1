#!/usr/bin/env python3
"""Break each rule in the code, one at a time, and demand that a test notices.

    break_rules.py [--only WORD] [--keep DIR] [--jobs N] [--list]

Copies the tree, builds it, and for each row replaces one place in the source,
builds what the named tests need and runs them.  A row passes when a test
fails.  Not part of `make check`: it takes some minutes.  The last line is
`N passed, N failed`.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", "*.o", "*.a", "*.log", "*.trs",
                                  "__pycache__", "autom4te.cache", "_build*",
                                  "Makefile", "config.status", "config.h",
                                  "stamp-h1", ".deps", ".dirstamp")
SECONDS_A_TEST = 120


class Edit:
    """One rule, the place that carries it, and how it is broken."""

    def __init__(self, rule, file, old, new, *tests):
        self.rule = rule
        self.file = "src/" + file
        self.old = old
        self.new = new
        self.tests = tests


def chain(rule, old, new, *tests):
    return Edit(rule, "core/chain.c", old, new, *tests or ("findings",))


def join(rule, old, new, *tests):
    return Edit(rule, "core/timeline_join.c", old, new, *tests)


def reader(rule, old, new):
    return Edit(rule, "core/reader.c", old, new, "reader")


def layout(rule, old, new):
    return Edit(rule, "core/layout.c", old, new, "layout")


def form(rule, old, new):
    return Edit(rule, "core/commitment.c", old, new, "reference")


def reference(rule, old, new):
    return Edit(rule, "core/reference_check.c", old, new, "reference")


def verdict(rule, old, new):
    return Edit(rule, "core/verdict.c", old, new, "verdict")


def binds(member, other):
    """The digest binds a member: another one is digested in its place."""
    return Edit("the digest binds " + member.lower(), "core/canonical.c",
                "add_string(s, x, &m[MEMBER_%s], err)" % member,
                "add_string(s, x, &m[MEMBER_%s], err)" % other, "canonical")


CHAIN = [
    chain("entries are objects", "return FINDING_BIT(NOT_OBJECT);",
          "return 0;"),
    chain("no member of the checks twice", "if (f->entry.repeated)",
          "if (0)"),
    chain("canonical_bytes strict base64", "if (!f->payload.strict)",
          "if (0)"),
    Edit("base64: nothing after padding", "base/base64.c",
         "    if (d->ended)\n        return false;", "",
         "base_base64", "findings"),
    Edit("base64: length a multiple of 4", "base/base64.c",
         "!d->bad && d->have == 0", "!d->bad", "base_base64", "findings"),
    chain("required members are strings",
          "if (f->entry.member[m].type != JSON_STRING ||",
          "if (f->entry.member[m].type == JSON_ABSENT ||"),
    chain("required members are not empty",
          "f->entry.member[m].type != JSON_STRING || f->empty >> m & 1",
          "f->entry.member[m].type != JSON_STRING"),
    Edit("a wrong type has no digest", "core/canonical.c",
         "type != JSON_STRING)\n            return false;",
         "type == JSON_ABSENT)\n            return false;", "canonical"),
    chain("seq an integer", "if (!f->seq.integer)\n        mask |=",
          "if (0)\n        mask |="),
    chain("seq its position", "(uint64_t)f->seq.value != position",
          "(uint64_t)f->seq.value < position"),
    Edit("seq exact: no fraction", "core/seq.c", "scale < 0 ? -1", "0 ? -1",
         "seq"),
    Edit("seq exact: fractions up to 2^53", "core/seq.c",
         "d->plain || value <= SEQ_EXACT_MAX", "1", "seq"),
    Edit("seq exact: large integers as written", "core/canonical.c",
         "if (seq->small) {", "if (1) {", "canonical"),
    join("one job throughout", "? 0 : FINDING_BIT(JOB)", "? 0 : 0",
         "findings"),
    chain("genesis is 64 zeros",
          "mask |= FINDING_BIT(GENESIS) | MARK_SIGNAL;", ";"),
    chain("links hold inside a chunk",
          "if (m->prev_is_string && !holds)", "if (0)"),
    join("links hold between chunks", "c->result[0].mask |= mask;", "",
         "findings", "timeline"),
    Edit("links compare all of the digest", "core/digest.c",
         "memcmp(a->byte, b->byte, DIGEST_SIZE)",
         "memcmp(a->byte, b->byte, DIGEST_SIZE - 1)", "findings"),
    chain("no digest before: no link", "return has && m->prev_is_digest",
          "return m->prev_is_digest"),
    chain("close a boolean", "if (f->close == CLOSE_BAD)", "if (0)"),
    join("close on the last alone, inside a chunk",
         "if (i + 1 < c->done && mask & MARK_CLOSE)", "if (0)", "findings"),
    join("close on the last alone, between chunks",
         "add_late(t, t->published, FINDING_CLOSE_EARLY);", ";", "timeline"),
    join("the last closes",
         "add_late(t, t->published, FINDING_NOT_CLOSED);", ";", "findings"),
    join("a timeline is not empty", "t->total[FINDING_EMPTY]++;", "",
         "findings"),
    chain("stored output_hash agrees", "if (f->hash_differs)", "if (0)"),
    chain("stored entry_digest agrees", "if (f->digest_differs)", "if (0)"),
    Edit("stored hashes in two forms", "core/facts.c",
         'prefix[] = "sha256:"', 'prefix[] = "SHA256:"', "findings"),
    join("the chain's failure is first",
         "return !t->has_first || chain;", "return !t->has_first;",
         "findings"),
    join("the first failure is the lowest entry",
         "entry < t->first_entry : code < t->first_code",
         "entry > t->first_entry : code < t->first_code", "findings"),
]

DIGEST = [
    binds("ID", "TOOL"), binds("JOB_ID", "ID"), binds("TOOL", "ID"),
    binds("PREV_DIGEST", "ID"), binds("PROVENANCE_CLASS", "TOOL"),
    Edit("the digest binds close", "core/canonical.c",
         'close ? "{\\"close\\":true', '0 ? "{\\"close\\":true',
         "canonical"),
    Edit("the digest binds seq", "core/canonical.c",
         "add_integer(s, seq->value)", "add_integer(s, 1)", "canonical"),
    Edit("the digest binds the recomputed output", "core/facts.c",
         "close, &f->payload.digest, err);\n    sink_close",
         "close, &f->prev, err);\n    sink_close", "canonical"),
    Edit("escapes are lower case", "core/canonical.c", "\\\\u%04x",
         "\\\\u%04X", "canonical"),
    Edit("short escapes", "core/canonical.c",
         'to[] = "btnfr', 'to[] = "btnfn', "canonical"),
    Edit("pairs above U+FFFF", "core/canonical.c",
         "0xd800 + ((cp - 0x10000) >> 10)", "0xd800 + (cp >> 10)",
         "canonical"),
    Edit("U+007F is escaped", "core/scan.c", "c < 0x20 || c >= 0x7f ||",
         "c < 0x20 || c > 0x7f ||", "scan", "canonical"),
    Edit("escaped pairs are one character", "core/decode.c",
         "if (low >= 0xdc00 && low <= 0xdfff)", "if (0)", "decode"),
    Edit("unpaired surrogates stay", "core/decode.c",
         "low >= 0xdc00 && low <= 0xdfff", "1", "decode"),
    Edit("the last of two members is used", "core/entry.c",
         "w->e->member[known] = v;",
         "if (w->e->member[known].type == JSON_ABSENT) "
         "w->e->member[known] = v;", "findings"),
]

HISTORICAL = [
    join("historical: every -06 link", "|| t->link06_broken", "", "history"),
    join("historical: -06 links between chunks", "t->link06_broken++;", ";",
         "history"),
    join("historical: at least one link", "t->published < 2",
         "t->published < 1", "history"),
    join("historical: genesis", "!t->genesis_holds || ", "", "history"),
    join("historical: ends closed",
         "FINDING_CLOSE_EARLY, FINDING_NOT_CLOSED}",
         "FINDING_CLOSE_EARLY}", "history"),
    join("historical: never by --construction=07",
         "t->options.construction != CONSTRUCTION_AUTO ||", "", "history"),
    chain("-06 judges by the payload's digest",
          "by06 ? (mask & MARK_LINK06) != 0 :", "0 ? 0 :", "history"),
    chain("a single entry: members absent alone",
          "m[r].type != JSON_STRING || f->empty >> r & 1", "0", "history"),
]

SIGNALS = [
    chain("signal: head_missing by seq",
          "        !by06)\n        mask |= MARK_SIGNAL;",
          "        !by06)\n        ;", "findings"),
    chain("signal: gap", "chain_gap(m, before, &missing) && !is_at_position",
          "0 && !is_at_position"),
    chain("signal: how many are missing",
          "(uint64_t)(m->seq.value - before->seq.value - 1)",
          "(uint64_t)(m->seq.value - before->seq.value)"),
    join("signal: open_end, entries_after_close",
         "r->mask |= UINT32_C(1) << code | MARK_SIGNAL;",
         "r->mask |= UINT32_C(1) << code;", "findings"),
    reference("signal: entries_missing",
              "more ? SIGNAL_ENTRIES_MISSING", "0 ? SIGNAL_ENTRIES_MISSING"),
    reference("signal: end_replaced", "f->signal = SIGNAL_END_REPLACED;",
              ";"),
    verdict("signal: the chain's before the endpoint's",
            "i < refs->count && !v->has_signal", "i < refs->count"),
]

WARNINGS = [
    chain("warning: not UTF-8", "mask |= FINDING_BIT(UTF8);", ";"),
    chain("note: empty bytes", "mask |= FINDING_BIT(EMPTY_BYTES);", ";"),
    chain("warning: trailing bits", "mask |= FINDING_BIT(TRAILING_BITS);",
          ";"),
    chain("warning: a number spelled otherwise", "f->seq.spelled ?", "0 ?"),
    chain("warning: unrecognised class",
          "mask |= FINDING_BIT(UNRECOGNISED);", ";"),
    chain("warning: other members twice", "f->entry.extra_repeated ?",
          "0 ?"),
    chain("warning: near members", "f->entry.near ?", "0 ?"),
    chain("warning: controls", "mask |= f->control ?", "mask |= 0 ?"),
    chain("warning: surrogates", "mask |= f->surrogate ?", "mask |= 0 ?"),
    chain("warning: invisible", "mask |= f->invisible ?", "mask |= 0 ?"),
    chain("warning: mixed scripts", "mask |= f->mixed ?", "mask |= 0 ?"),
    join("warning: ids again", "*mask |= FINDING_BIT(DUPLICATE_ID);", ";",
         "findings", "timeline"),
    join("warning: byte order mark", "+= plan->bom;", "+= 0;", "layout"),
    Edit("standing: a system's name", "core/provenance.c",
         "!is_outer(s[0]) || ", "", "provenance"),
    Edit("standing: single inner spaces", "core/provenance.c",
         "|| (s[i] == ' ' && s[i - 1] == ' ')", "", "provenance"),
    Edit("standing: agent is no gateway", "core/provenance.c",
         "return STANDING_AGENT;", "return STANDING_GATEWAY;",
         "provenance"),
]

READING = [
    reader("no raw control in a string", "if (*c->p < 0x20)", "if (0)"),
    reader("U+007F may stand in a string", "if (*c->p < 0x20)",
           "if (*c->p < 0x20 || *c->p == 0x7f)"),
    reader("escapes of RFC 8259", '"\\"\\\\/bfnrt"', '"\\"\\\\/bfnrta"'),
    reader("\\u takes four digits", "if (!is_hex(c->p[i]))", "if (0)"),
    reader("strings are UTF-8", "cursor_need(c, 4), false, &cp",
           "cursor_need(c, 4), true, &cp"),
    reader("no leading zero", "if (next >= '0' && next <= '9')", "if (0)"),
    reader("digits after the point", "== '.') {\n        c->p++;\n"
           "        if (digits(r))", "== '.') {\n        c->p++;\n"
           "        if (0)"),
    reader("digits in an exponent", "return digits(r);\n    }\n    return 0",
           "digits(r);\n        r->err->code = ERR_NONE;\n        return 0;"
           "\n    }\n    return 0"),
    reader("no plus before a number", "*r->c.p != '-' && (*r->c.p < '0'",
           "*r->c.p != '-' && *r->c.p != '+' && (*r->c.p < '0'"),
    reader("literals in full", "memcmp(r->c.p, word, len) != 0",
           "*r->c.p != *word"),
    reader("no trailing comma in an array", "return object && name(r) ? -1 "
           ": 1;\n        }\n        if (reader_expect",
           "if (!object && reader_space(r) == ']')\n                continue;"
           "\n            return object && name(r) ? -1 : 1;\n        }\n"
           "        if (reader_expect"),
    reader("brackets match", "object ? '}' : ']',\n",
           "reader_space(r) == '}' ? '}' : ']',\n"),
    reader("nesting ends at 512", "if (bit >= LIMIT_DEPTH)",
           "if (bit >= LIMIT_DEPTH - 1)"),
    reader("white space is four characters", "b != '\\t' && b != '\\r'",
           "b != '\\t' && b != '\\r' && b != '\\f'"),
    reader("a failing source is not damage",
           "if (r->c.failed)\n        return -1;\n    return err_at",
           "return err_at"),
    Edit("windows keep what is not yet read", "core/cursor.c",
         "memmove(c->window, c->p, have);", "", "reader"),
    Edit("decoding asks for whole pairs", "core/decode.c",
         "cursor_need(c, 12)", "cursor_need(c, 6)", "decode"),
    Edit("strings hide brackets", "core/scan.c",
         "take_brackets(n, b.open & ~inside, b.close & ~inside)",
         "take_brackets(n, b.open, b.close & ~inside)", "scan"),
    Edit("escapes hide quotes, across 64 bytes", "core/scan.c",
         "*escaped = first >> 63;", "*escaped = false;", "scan"),
    Edit("an entry follows a comma", "core/boundary.c",
         "*f->p == ']' && f->b->state == BOUNDARY_FIRST &&",
         "*f->p == ']' &&", "layout"),
    Edit("a comma follows an entry", "core/boundary.c",
         "if (*f->p != ',' && *f->p != ']')",
         "if (0)", "layout"),
    Edit("cut off in an entry", "core/boundary.c",
         "if (inside && emit(out, b->from, offset, err))", "if (0)",
         "layout", "timeline"),
    Edit("cut off between entries", "core/boundary.c",
         "if (b->state == BOUNDARY_ENDED)\n        return 0;\n    return",
         "if (1)\n        return 0;\n    return", "layout"),
    Edit("nothing after an entry on its line", "core/chunk.c",
         "if (f->entry.end == x->to)", "if (1)", "layout"),
    Edit("an entry ends on its line", "core/chunk.c",
         "if (source_read(rules->source, x->to, &next, 1, &ignored) == 1)",
         "if (0)", "layout"),
    layout("nothing after the end",
           "if (reader_space(&w.r) < 0)\n        return w.r.c.failed",
           "if (1)\n        return w.r.c.failed"),
    layout("two timelines are refused, the second behind",
           "if (second && w->plan->layout == LAYOUT_WRAPPED)", "if (0)"),
    layout("two timelines are refused, the second before",
           "if (second && w->twice == TELL_COUNT) {", "if (0) {"),
    layout("an entry that holds a timeline is refused",
           "if (w->plan->saw_prev | (w->seen & BIT(PREV_DIGEST)) &&",
           "if (0 &&"),
    layout("a byte order mark is passed", "w->r.c.p += 3;", ";"),
    layout("a commitment alone is refused", "if (s & BIT(FINAL_DIGEST))",
           "if (0)"),
    join("damage: unreadable", "t->result = TIMELINE_UNREADABLE;",
         "t->result = TIMELINE_BROKEN;", "layout", "timeline"),
    join("damage: the end is not judged",
         "t->result = TIMELINE_UNREADABLE;\n        return;",
         "judge_end(t);\n        t->result = TIMELINE_UNREADABLE;\n"
         "        return;", "timeline"),
    Edit("damage: later entries do not count", "core/pipeline.c",
         "bool skip = p->cut;\n    pthread_mutex_unlock(&p->lock);\n"
         "    int status = skip ? 0 : p->owner.chunk",
         "bool skip = false;\n    pthread_mutex_unlock(&p->lock);\n"
         "    int status = skip ? 0 : p->owner.chunk", "timeline"),
    Edit("damage: the first in the file counts", "core/pipeline.c",
         "if (!p->cut)\n        p->damage = p->scan_damage;",
         "if (p->scan_damage.code)\n        p->damage = p->scan_damage;",
         "timeline"),
    Edit("damage: nothing behind it is refused", "core/pipeline.c",
         "p->plan.ambiguous = false;", ";", "layout"),
    join("two timelines: none counts", "t->published = 0;", ";", "layout"),
    Edit("places: lines and columns", "core/lineindex.c",
         "*column = offset - m.line_start + 1;",
         "*column = offset - m.line_start;", "findings", "timeline"),
]

MACHINERY = [
    Edit("entries across blocks are kept whole", "core/pipeline.c",
         "memcpy(p->carry, b->data + b->len - open, open);", "",
         "timeline"),
    Edit("entries larger than a block are read through the source",
         "core/pipeline.c",
         "c->block = p->spans.item[at].from < b->offset ? NULL : b;",
         "c->block = b;", "timeline"),
    Edit("chunks are joined in order", "core/pipeline.c",
         "while (*at && (*at)->number < c->number)", "while (0)",
         "timeline"),
    Edit("the file's hash takes each byte once", "core/pipeline.c",
         "b->fresh = p->carried;", "b->fresh = 0;", "timeline"),
    Edit("cancelling ends an examination", "core/pipeline.c",
         "    p->cancelled = true;", "    p->cancelled = false;", "live"),
    Edit("cancelling ends waiting", "core/timeline.c",
         "    pipeline_cancel(t->pipeline);\n    source_cancel(t->source);",
         "    pipeline_cancel(t->pipeline);", "live"),
    join("a file that changed is not judged",
         "else if (source_unchanged(t->source, &err) == 0 && historical)",
         "else if (historical)", "live"),
    Edit("findings of repetition show each reading",
         "core/timeline_findings.c",
         "other.entry.member[m] = *v;", ";", "findings"),
    Edit("a preimage is what was hashed", "core/timeline_read.c",
         "f->close == CLOSE_TRUE, &f->payload.digest",
         "false, &f->payload.digest", "desk"),
]

ENDPOINT = [
    form("form: members are there and of their type",
         "if (w->part[p].type != want)", "if (0)"),
    form("form: job not empty", "if (w->r->job_id.len == 0)", "if (0)"),
    form("form: digest", "if (w->r->has_digest)\n        return 0;",
         "return 0;"),
    form("form: count an integer",
         'if (!strchr("-0123456789", lexeme[i]))', "if (0)"),
    form("form: time",
         "if (rfc3339_parse(r->published_at.data, r->published_at.len, "
         "&r->published, &why) == 0)", "if (1)"),
    form("form: no member twice", "if (w->twice >> p & 1)", "if (0)"),
    form("form: no other member twice", "if (!w->other_twice)", "if (1)"),
    reference("the job is that of the reference",
              "if (jobs.some && !jobs.others)", "if (1)"),
    reference("some entries of another job contradict",
              "*contradicted = jobs.some;", "*contradicted = false;"),
    reference("entries without a job are not of it",
              "jobs->others |= !has;", ";"),
    reference("the count", "(uint64_t)r->count == c->entries))",
              "(uint64_t)r->count <= c->entries))"),
    reference("a count below 1 contradicts",
              "!r->has_count || (r->count > 0 &&",
              "!r->has_count || r->count < 1 || (r->count > 0 &&"),
    reference("the digest", "if (!r->has_digest || (c->last.has_digest",
              "if (1 || (c->last.has_digest"),
    reference("earlier: as it stands",
              "*earlier = digest_equal(&m.digest, &r->final_digest);",
              "*earlier = false;"),
    reference("earlier: closed",
              "*earlier = digest_equal(&closed, &r->final_digest);",
              "*earlier = false;"),
    reference("earlier does not match",
              "r->result = REFERENCE_EARLIER;",
              "r->result = REFERENCE_MATCHES;"),
    reference("a count alone never matches",
              "r->has_digest ? REFERENCE_MATCHES", "1 ? REFERENCE_MATCHES"),
    reference("historical: unusable",
              "if (timeline_construction(c->t) == CONSTRUCTION_06)",
              "if (0)"),
    reference("unreadable: not assessed",
              "if (timeline_result(c->t) == TIMELINE_UNREADABLE)",
              "if (0)"),
    reference("equivocation", "!= digest_equal(&a->final_digest,",
              "== digest_equal(&a->final_digest,"),
    reference("equivocation is of one job",
              "!b->has_count || !one_job(a, b))", "!b->has_count)"),
    reference("published after now",
              "if (instant_compare(&r->published, &now) <= 0)", "if (1)"),
    reference("published after retrieval",
              "instant_compare(&r->published, &retrieved) <= 0", "1"),
    reference("shared words", 'same_word(a->witness, b->witness), "the',
              '0, "the'),
    reference("shared folder",
              "same_folder(c->r->path, source_path(timeline_source(c->t)))",
              "0"),
    Edit("the own file is never independent", "core/reference_peers.c",
         "r->independent = INDEPENDENT_NO;", ";", "reference"),
    verdict("contradicted comes first",
            "if (seen & 1u << REFERENCE_CONTRADICTED)", "if (0)"),
    verdict("matches comes before unusable",
            "if (seen & 1u << REFERENCE_MATCHES)",
            "if (seen & 1u << REFERENCE_MATCHES && "
            "!(seen & 1u << REFERENCE_UNUSABLE))"),
    verdict("only a stated independence confirms",
            "independent == INDEPENDENT_YES", "independent != INDEPENDENT_NO"),
    verdict("a failure outranks damage", "if (is_failed(v, demands))",
            "if (v->timeline != TIMELINE_UNREADABLE && "
            "is_failed(v, demands))"),
    verdict("a receipt's failure counts", "if (v->has_failure ||",
            "if ("),
    verdict("required and not assessed", "d->endpoint && v->endpoint ==",
            "0 && v->endpoint =="),
    verdict("unusable is 2", "|| any_unusable(refs)", ""),
    verdict("unwitnessed is 3", "? 0 : 3", "? 0 : 0"),
]

EDITS = CHAIN + DIGEST + HISTORICAL + SIGNALS + WARNINGS + READING + \
    MACHINERY + ENDPOINT


# ------------------------------------------------------------------ building

def unit(name):
    return "tests/unit/test_" + (name if name.startswith("base_")
                                 else "core_" + name)


def run(arguments, directory, **more):
    return subprocess.run(arguments, cwd=directory, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **more)


def demand(done, what):
    if done.returncode:
        sys.stdout.buffer.write(done.stdout[-4000:])
        raise SystemExit("break_rules: %s failed" % what)


def make(tree, jobs, targets):
    return run(["make", "-s", "-j%d" % jobs] + sorted(targets), tree)


def prepare(tree, jobs, targets):
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
    if not (tree / "configure").exists():
        demand(run(["autoreconf", "-fi"], tree), "autoreconf")
    demand(run(["./configure", "CFLAGS=-O1"], tree), "configure")
    demand(make(tree, jobs, targets), "make")


# ------------------------------------------------------------------- running

def failures(tree, test):
    """What a test says that failed; an empty list when all is well."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP",
                       LC_ALL="C.UTF-8", TZ="UTC")
    try:
        done = run(["./" + test], tree, env=environment,
                   timeout=SECONDS_A_TEST)
    except subprocess.TimeoutExpired:
        return ["does not end"]
    named = re.findall(r"^not ok \d+ - (.*)$",
                       done.stdout.decode("utf-8", "replace"), re.M)
    if done.returncode < 0:
        named.append("ended by signal %d" % -done.returncode)
    elif done.returncode and not named:
        named.append("status %d" % done.returncode)
    return named


def place_of(tree, edit):
    """The one file with the place: the named one, or one beside it, since
    files are split as they grow.  None where it is not the only one."""
    named = tree / edit.file
    beside = [path for path in sorted(named.parent.glob("*.c"))
              if path != named]
    for paths in ([named], beside):
        found = [path for path in paths if edit.old in path.read_text()]
        if found:
            path, = found[:1]
            only = len(found) == 1 and path.read_text().count(edit.old) == 1
            return path if only else None
    return None


def notice(tree, jobs, edit):
    """(noticed, by what) for one edit; the tree is as before afterwards."""
    path = place_of(tree, edit)
    if not path:
        return False, "the place is not there, or not the only one"
    before = path.read_text()
    path.write_text(before.replace(edit.old, edit.new))
    try:
        built = make(tree, jobs, map(unit, edit.tests))
        if built.returncode:
            return False, "does not build: " + built.stdout.decode(
                "utf-8", "replace").strip().split("\n")[0]
        for test in map(unit, edit.tests):
            named = failures(tree, test)
            if named:
                return True, "%s: %s" % (os.path.basename(test),
                                         ", ".join(named[:3]))
        return False, "no test failed: " + ", ".join(edit.tests)
    finally:
        path.write_text(before)


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def print_row(edit, noticed, by):
    print("%-5s %s\n      %s: %s  ->  %s\n      %s" % (
        "ok" if noticed else "MISS", edit.rule, edit.file,
        one_line(edit.old), one_line(edit.new) or "(left out)", by),
        flush=True)


def check_sound(tree, targets):
    """Nothing may fail before anything is broken."""
    for target in sorted(targets):
        named = failures(tree, target)
        if named:
            raise SystemExit("break_rules: %s fails as it is: %s"
                             % (target, ", ".join(named)))


def examine(edits, tree, jobs):
    targets = {unit(test) for edit in edits for test in edit.tests}
    prepare(tree, jobs, targets)
    check_sound(tree, targets)
    missed = 0
    for edit in edits:
        noticed, by = notice(tree, jobs, edit)
        print_row(edit, noticed, by)
        missed += not noticed
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", metavar="WORD", default="",
                        help="rows whose rule holds this")
    parser.add_argument("--keep", metavar="DIR", help="build here and keep it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true",
                        help="print the rules and nothing else")
    args = parser.parse_args()
    edits = [edit for edit in EDITS if args.only in edit.rule]
    if args.list:
        print("\n".join(edit.rule for edit in edits))
        return 0
    started = time.monotonic()
    place = args.keep or tempfile.mkdtemp(prefix="aerscope-break-")
    try:
        missed = examine(edits, pathlib.Path(place) / "tree", args.jobs)
    finally:
        if not args.keep:
            shutil.rmtree(place, ignore_errors=True)
    print("%d rules in %d s" % (len(edits), time.monotonic() - started))
    print("%d passed, %d failed" % (len(edits) - missed, missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
