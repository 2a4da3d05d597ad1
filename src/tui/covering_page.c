#include "tui/covering_page.h"

#include "base/text.h"
#include "tui/show.h"

#include <string.h>

enum { VALUE_COL = 11 };

/* The column of the value; on a narrow screen the label has a row of its own. */
static int put_label(struct page *p, int cols, const char *label)
{
    page_line(p);
    page_word(p, cols >= COVERING_WIDE, STYLE_LABEL, label);
    if (cols < 64)
        page_line(p);
    return cols < 64 ? 2 : VALUE_COL;
}

static void put_words(struct page *p, int cols, const char *label, enum style style,
                      const char *words)
{
    page_wrap(p, put_label(p, cols, label), cols, style, words, strlen(words), false);
}

/* ---- nothing ---- */

static void say_no_list(const struct state *s, struct buf *out)
{
    buf_adds(out, "No list of expected actions. Calls that never reached the recorder leave no trace: "
                  "only a list frozen beforehand, or a workflow receipt, can be held against the "
                  "timeline.");
    if (s->training)
        return;
    buf_addf(out,
             " %s and then \"expected\" attaches one, or :expect FILE.",
             action_sign(ACTION_REFERENCES));
}

static void say_why_none(const struct state *s, struct buf *out)
{
    if (checking_has_list(s))
        buf_adds(out, "The list is being held against the entries so far.");
    else if (!s->refs->expected)
        say_no_list(s, out);
    else if (!s->referenced && !s->progress.failed)
        buf_adds(out, "The list is held against the entries when all of them are examined.");
    else if (expected_about(s->refs->expected).foreign)
        buf_adds(out, "The list is for another job: nothing is held against it.");
    else if (!expected_about(s->refs->expected).has_sha256)
        buf_adds(out, "The list cannot be read: nothing is held against it.");
    else if (!expected_about(s->refs->expected).usable)
        buf_adds(out, "The list is not of the form required: nothing is held against it.");
    else if (s->verdict.timeline == TIMELINE_HISTORICAL)
        buf_adds(out, "The timeline is historical: no digest binds its tools, ids and jobs, so they "
                      "are not held against the list.");
    else if (!s->verdict.counts.assessed)
        buf_adds(out, "The timeline was not read to its end, so it is not held against the list.");
}

void covering_page_none(struct page *p, const struct state *s, int cols)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    say_why_none(s, &text);
    if (text.len > 0) {
        page_line(p);
        page_wrap_word(p, 0, cols, STYLE_NORMAL, buf_cstr(&text));
    }
    buf_release(&text);
}

/* ---- the whole ---- */

static void put_actions(struct page *p, const struct coverage *c, int cols)
{
    char n[4][NUMBER_ROOM];
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "%s expected: %s matched, %s missing", show_number(n[0], c->expected),
             show_number(n[1], c->matched), show_number(n[2], c->missing));
    if (c->out_of_order)
        buf_addf(&text, ", %s of those matched out of order", show_number(n[3], c->out_of_order));
    put_words(p, cols, "ACTIONS", c->missing || c->out_of_order ? STYLE_FAILURE : STYLE_NORMAL,
              buf_cstr(&text));
    buf_release(&text);
}

static void put_entries(struct page *p, const struct coverage *c, int cols)
{
    char n[4][NUMBER_ROOM];
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "%s matched, %s authorised, %s unexpected, %s forbidden",
             show_number(n[0], c->matched), show_number(n[1], c->authorised),
             show_number(n[2], c->unexpected), show_number(n[3], c->forbidden));
    put_words(p, cols, "ENTRIES", c->unexpected || c->forbidden ? STYLE_FAILURE : STYLE_NORMAL,
              buf_cstr(&text));
    buf_release(&text);
}

void covering_page_counts(struct page *p, const struct state *s, int cols)
{
    if (!s->verdict.counts.assessed)
        return;
    put_actions(p, &s->verdict.counts, cols);
    put_entries(p, &s->verdict.counts, cols);
}

void covering_page_frozen(struct page *p, const struct state *s, int cols)
{
    struct expected_about a = expected_about(s->refs->expected);
    struct buf text;

    if (a.malformed)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    if (a.frozen_at.data)
        show_str(&text, &a.frozen_at, s->flags);
    else
        buf_adds(&text, "not stated");
    if (a.frozen == FROZEN_BEFOREHAND)
        buf_adds(&text, ", as the list states: not after the first created_at, which no digest binds");
    else if (a.frozen == FROZEN_NOT_BEFOREHAND)
        buf_adds(&text, ": that it was frozen beforehand is not shown");
    else
        buf_adds(&text, "; not held against the times of the entries");
    put_words(p, cols, "FROZEN", a.frozen == FROZEN_NOT_BEFOREHAND ? STYLE_WARNING : STYLE_NORMAL,
              buf_cstr(&text));
    buf_release(&text);
}

void covering_page_limits(struct page *p, const struct state *s, int cols)
{
    put_words(p, cols, "NOT SHOWN", STYLE_NORMAL, verdict_coverage_limits(&s->verdict));
}

static void put_digest(struct page *p, int cols, const char *label, const struct digest *d,
                       const char *remark)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    put_words(p, cols, label, STYLE_NORMAL, hex);
    if (remark) {
        page_line(p);
        page_wrap_word(p, cols < 64 ? 2 : VALUE_COL, cols, STYLE_LABEL, remark);
    }
}

static void put_str(struct page *p, const struct state *s, int cols, const char *label,
                    const struct str *value, const char *none)
{
    struct buf text;
    int col = put_label(p, cols, label);

    buf_init(&text, LIMIT_MESSAGE);
    show_str(&text, value, s->flags);
    if (value->data)
        page_wrap_evidence(p, col, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    else
        page_wrap_word(p, col, cols, STYLE_LABEL, none);
    buf_release(&text);
}

/* Of one that was not read, or that is no list, there is a name, and a reason. */
static void put_no_list(struct page *p, const struct state *s, int cols, const struct expected_about *a)
{
    struct buf text;
    struct finding f;

    buf_init(&text, LIMIT_MESSAGE);
    if (a->path)
        show_cstr(&text, a->path, s->flags);
    page_wrap_evidence(p, put_label(p, cols, "LIST"), cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    if (a->has_sha256)
        put_digest(p, cols, "SHA-256", &a->sha256, NULL);
    buf_clear(&text);
    if (expected_list_findings(s->refs->expected) > 0 && expected_list_finding(s->refs->expected, 0, &f) == 0) {
        show_escaped(&text, f.message.data ? f.message.data : "", f.message.len, s->flags);
        finding_release(&f);
        put_words(p, cols, "NOT USED", STYLE_FAILURE, buf_cstr(&text));
    }
    buf_release(&text);
}

void covering_page_list(struct page *p, const struct state *s, int cols)
{
    struct expected_about a = expected_about(s->refs->expected);
    struct buf text;

    if (a.malformed) {
        put_no_list(p, s, cols, &a);
        return;
    }
    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "%s, ", a.receipt ? "workflow receipt" : "expected actions");
    show_count(&text, a.actions, a.receipt ? "step" : "action", a.receipt ? "steps" : "actions");
    buf_adds(&text, a.strict ? ", in their order  " : ", in any order  ");
    if (a.path)
        show_cstr(&text, a.path, s->flags);
    page_wrap_evidence(p, put_label(p, cols, "LIST"), cols, STYLE_NORMAL, buf_cstr(&text), text.len,
                       false);
    if (a.has_sha256)
        put_digest(p, cols, "SHA-256", &a.sha256, NULL);
    put_str(p, s, cols, "JOB", &a.job_id, "not stated: it is held against any job");
    put_str(p, s, cols, "SOURCE", &a.source, "not stated");
    if (a.has_root)
        put_digest(p, cols, "ROOT", &a.root,
                   a.root_differs ? "recomputed over the steps; the stored one differs"
                                  : "recomputed over the steps; the stored one is the same");
    buf_release(&text);
}
