#include "tui/view.h"

#include "base/text.h"
#include "report/says.h"
#include "tui/judgement.h"
#include "tui/show.h"

#include <string.h>

enum { STATEMENTS = 20 };

static const char *const questions[JUDGE_COUNT] = {
    "Are the visible entries ordered, linked and closed, and do their bytes match?",
    "Does it reach an end that an outside witness had published?",
    "Is every action that was expected in it, and nothing else?",
    "Did the effect happen?",
};

static const char *limits(const struct state *s, enum judgement j)
{
    const struct verdict *v = &s->verdict;

    if (j == JUDGE_TIMELINE)
        return verdict_timeline_limits(v);
    if (j == JUDGE_ENDPOINT)
        return verdict_endpoint_limits(v);
    return j == JUDGE_COVERAGE ? verdict_coverage_limits(v) : verdict_outcome_limits(v);
}

/* The longest wording, its tab as two spaces. */
static void put_result(struct page *p, int col, int cols, const struct wording *w)
{
    const char *tab = strchr(w->text[0], '\t');
    size_t len = tab ? (size_t)(tab - w->text[0]) : strlen(w->text[0]);

    col = page_wrap(p, col, cols, w->style == STYLE_NORMAL ? STYLE_TITLE : w->style, w->text[0],
                    len, false);
    if (tab && col + 2 + (int)strlen(tab + 1) > cols)
        page_line(p), col = 0;
    if (tab)
        page_wrap_word(p, col + 2, cols, STYLE_NORMAL, tab + 1);
}

static void put_reason(struct page *p, const struct state *s, enum judgement j, int cols)
{
    const struct verdict *v = &s->verdict;
    const struct damage *d = timeline_damage(s->timeline);
    char n[NUMBER_ROOM];
    struct buf text;

    if (j != JUDGE_TIMELINE || (!v->has_failure && !d))
        return;
    buf_init(&text, LIMIT_MESSAGE);
    if (d)
        show_escaped(&text, d->message, strlen(d->message), s->flags);
    else if (v->failure_entry > 0)
        buf_addf(&text, "entry %s: %s", show_number(n, v->failure_entry),
                 finding_code_text(v->failure_code));
    else
        buf_adds(&text, finding_code_text(v->failure_code));
    page_line(p);
    page_wrap(p, 2, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

static void put_judgement(struct page *p, const struct state *s, enum judgement j, int cols)
{
    struct wording w;

    judgement_words(s, j, &w);
    if (p->count > 0)
        page_line(p);
    page_anchor(p);
    page_line(p);
    page_word(p, 0, STYLE_LABEL, judgement_label(j, false));
    put_result(p, 10, cols, &w);
    put_reason(p, s, j, cols);
    page_line(p);
    page_wrap_word(p, 2, cols, STYLE_LABEL, questions[j]);
    page_line(p);
    page_wrap_word(p, 2, cols, STYLE_NORMAL, limits(s, j));
}

static void put_pair(struct page *p, int cols, const char *label, const char *unescaped,
                     unsigned flags)
{
    struct buf text;
    int col;

    buf_init(&text, LIMIT_MESSAGE);
    if (unescaped)
        show_cstr(&text, unescaped, flags);
    page_line(p);
    col = page_word(p, 4, STYLE_LABEL, label);
    if (unescaped)
        page_wrap_evidence(p, col + 1, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    else
        page_word(p, col + 1, STYLE_LABEL, "not stated");
    buf_release(&text);
}

static void put_reference_head(struct page *p, const struct state *s, const struct reference *r,
                               int cols)
{
    struct buf text;
    int col;

    buf_init(&text, LIMIT_MESSAGE);
    show_reference(&text, r, s->flags);
    page_line(p);
    page_line(p);
    col = page_word(p, 2, STYLE_LABEL, reference_kind_name(r->kind));
    page_wrap_evidence(p, col + 1, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    buf_clear(&text);
    show_result(&text, s->referenced ? reference_result_name(r->result) : "not yet checked");
    if (r->has_count) {
        buf_adds(&text, ": ");
        show_counts(&text, r, s->progress.entries);
        buf_adds(&text, s->progress.done ? "" : " so far");
    }
    page_line(p);
    page_wrap_word(p, 4, cols, r->result == REFERENCE_CONTRADICTED ? STYLE_FAILURE : STYLE_TITLE,
                   buf_cstr(&text));
    buf_release(&text);
}

static void put_reference_findings(struct page *p, const struct state *s, const struct reference *r,
                                   int cols)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.item[i];
        buf_clear(&text);
        buf_addf(&text, "%s %s: ", severity_name(finding_severity(f->code)),
                 finding_code_name(f->code));
        show_escaped(&text, f->message.data ? f->message.data : "", f->message.len, s->flags);
        page_line(p);
        page_wrap(p, 4, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    }
    buf_release(&text);
}

static void put_reference(struct page *p, const struct state *s, const struct reference *r,
                          int cols)
{
    put_reference_head(p, s, r, cols);
    put_reference_findings(p, s, r, cols);
    put_pair(p, cols, "published at", r->published_at.data, s->flags);
    put_pair(p, cols, "witness", r->witness, s->flags | TEXT_PROSE);
    put_pair(p, cols, "authority", r->authority, s->flags | TEXT_PROSE);
    put_pair(p, cols, "retrieved from", r->retrieved_from, s->flags | TEXT_PROSE);
    put_pair(p, cols, "retrieved at", r->retrieved_at, s->flags | TEXT_PROSE);
    put_pair(p, cols, "independent of the producer:",
             r->embedded ? "no, it is in the timeline's own file"
                         : independence_name(r->independent),
             s->flags);
}

/* What a system says, and where that is kept; the entry by its number alone. */
static void put_statement(struct page *p, const struct state *s, size_t i, int cols)
{
    struct casefile_outcome o = casefile_outcome(s->casing.file, i);
    char n[NUMBER_ROOM];

    page_line(p);
    page_line(p);
    page_format(p, 2, STYLE_LABEL, "statement %s", show_number(n, i + 1));
    put_pair(p, cols, "system", o.system, s->flags);
    put_pair(p, cols, "effect", o.effect, s->flags);
    put_pair(p, cols, "it says", o.statement, s->flags);
    put_pair(p, cols, "kept in", o.evidence.path, s->flags);
    put_pair(p, cols, "retrieved at", o.retrieved_at, s->flags);
    page_line(p);
    if (o.here > 0)
        page_format(p, 4, STYLE_NORMAL, "about entry %s", show_number(n, o.here));
    else if (casefile_outcome_applies(s->casing.file, i))
        page_word(p, 4, STYLE_NORMAL, "about the timeline as a whole");
    else
        page_word(p, 4, STYLE_WARNING, "about no entry that is here");
}

static void put_statements(struct page *p, const struct state *s, int cols)
{
    size_t all = s->casing.file ? casefile_outcomes(s->casing.file) : 0;
    char n[NUMBER_ROOM];

    for (size_t i = 0; i < all && i < STATEMENTS; i++)
        put_statement(p, s, i, cols);
    if (all <= STATEMENTS)
        return;
    page_line(p);
    page_line(p);
    page_format(p, 2, STYLE_NORMAL, "and %s more in the case file", show_number(n, all - STATEMENTS));
}

static void put_signal(struct page *p, const struct state *s, int cols)
{
    const struct verdict *v = &s->verdict;
    char n[NUMBER_ROOM];

    if (!v->has_signal)
        return;
    page_line(p);
    page_line(p);
    page_format(p, 2, STYLE_FAILURE, "first sign that entries are missing: entry %s, %s",
                show_number(n, v->signal_entry), finding_code_name(v->signal_code));
    page_line(p);
    page_wrap_word(p, 4, cols, STYLE_NORMAL, signal_says(v->signal, v->signal_code));
}

/* Beside the statements, whose place it is. */
static void put_case(struct page *p, const struct state *s, int cols)
{
    struct buf text;

    if (!s->casing.file)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    casing_words(s, false, &text);
    page_line(p);
    page_line(p);
    page_wrap(p, 2, cols, casing_trouble(s) ? STYLE_WARNING : STYLE_LABEL, buf_cstr(&text), text.len, false);
    if (casing_foreign(s)) {
        page_line(p);
        page_wrap_word(p, 2, cols, STYLE_WARNING,
                       "It was made for other bytes than these: what it says of that file is not said of this.");
    }
    for (size_t i = 0; casefile_warning(s->casing.file, i); i++) {
        buf_clear(&text);
        show_escaped(&text, casefile_warning(s->casing.file, i), strlen(casefile_warning(s->casing.file, i)), s->flags);
        page_line(p);
        page_wrap(p, 2, cols, STYLE_WARNING, buf_cstr(&text), text.len, false);
    }
    buf_release(&text);
}

static void put_training(struct page *p, const struct state *s, int cols)
{
    struct buf text;

    if (s->training || timeline_training(s->timeline) == 0)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    says_training(&text, s->timeline);
    page_line(p);
    page_line(p);
    page_wrap(p, 2, cols, STYLE_WARNING, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

/* A file of several jobs breaks every rule that holds within one. */
static void put_jobs(struct page *p, const struct state *s, int cols)
{
    if (s->verdict.totals[FINDING_JOB] == 0)
        return;
    page_line(p);
    page_wrap_word(p, 2, cols, STYLE_WARNING, SAYS_OTHER_JOBS);
}

static void prepare(struct state *s, struct rect body)
{
    struct page *p = &s->text_page;

    text_begin(s);
    put_judgement(p, s, JUDGE_TIMELINE, body.cols);
    put_jobs(p, s, body.cols);
    put_signal(p, s, body.cols);
    put_judgement(p, s, JUDGE_ENDPOINT, body.cols);
    for (size_t i = 0; i < s->refs->count; i++)
        put_reference(p, s, &s->refs->item[i], body.cols);
    put_judgement(p, s, JUDGE_COVERAGE, body.cols);
    put_judgement(p, s, JUDGE_OUTCOME, body.cols);
    put_statements(p, s, body.cols);
    put_case(p, s, body.cols);
    put_training(p, s, body.cols);
    text_fit_area(s, body);
}

static bool act(struct state *s, enum action a, uint64_t count)
{
    (void)count;
    if (a != ACTION_DETACH)
        return false;
    statement_take_away(s);
    return true;
}

const struct view view_overview = {.name = "the four judgements and their limits",
                                   .prepare = prepare,
                                   .draw = text_draw,
                                   .move = text_move,
                                   .act = act,
                                   .hints = text_hints};
