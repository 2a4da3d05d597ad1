#include "tui/board.h"

#include "base/text.h"
#include "report/says.h"
#include "tui/compare.h"
#include "tui/show.h"
#include "tui/state.h"

#include <stdio.h>
#include <string.h>

enum { WIDE = 72, LABEL_CELLS = 14 };

void board_result(const struct state *s, const struct reference *r, struct buf *out)
{
    char n[NUMBER_ROOM];

    if (!s->referenced)
        buf_adds(out, r->readable ? "not checked yet" : "unusable");
    else if (r->result == REFERENCE_CONTRADICTED)
        buf_adds(out, "CONTRADICTED");
    else if (r->result == REFERENCE_EARLIER)
        buf_addf(out, "earlier: confirms %s%s, not the end",
                 r->tied ? "the first " : "entry ", show_number(n, r->confirmed));
    else if (r->result == REFERENCE_MATCHES && !r->tied)
        buf_adds(out, "matches the last entry; the timeline does not satisfy every rule");
    else if (r->result == REFERENCE_COUNT_AGREES)
        buf_adds(out, "not assessed: a count alone does not fix an end");
    else
        show_result(out, reference_result_name(r->result));
}

/* ---- values ---- */

struct value_row {
    const char *label;
    struct buf stated, here;
    const char *word; /* NULL: nothing is compared */
    bool differs;
};

static void row_begin(struct value_row *v, const char *label)
{
    memset(v, 0, sizeof *v);
    v->label = label;
    buf_init(&v->stated, LIMIT_MESSAGE);
    buf_init(&v->here, LIMIT_MESSAGE);
}

static void put_row_wide(struct page *p, const struct value_row *v, int col, int cols)
{
    int at = col + LABEL_CELLS, room = (cols - at - 9) / 2;

    page_word(p, col, STYLE_LABEL, v->label);
    page_fit(p, at, room - 1, STYLE_NORMAL, (const char *)v->stated.data, v->stated.len, false);
    page_word(p, at + room, STYLE_LABEL, "here ");
    page_fit(p, at + room + 5, room - 6, STYLE_NORMAL, (const char *)v->here.data, v->here.len,
             false);
    if (v->word)
        page_word(p, cols - 8, v->differs ? STYLE_FAILURE : STYLE_NORMAL, v->word);
}

/* What would be cut is a qualifier: then the values stand under each other. */
static bool fits_wide(const struct value_row *v, int col, int cols)
{
    int room = (cols - col - LABEL_CELLS - 9) / 2;

    return (int)text_width((const char *)v->here.data, v->here.len) <= room - 6;
}

static void put_row_narrow(struct page *p, const struct value_row *v, int col, int cols)
{
    col = page_word(p, col, STYLE_LABEL, v->label) + 1;
    page_fit(p, col, cols - col, STYLE_NORMAL, (const char *)v->stated.data, v->stated.len, false);
    page_line(p);
    col = page_word(p, 7, STYLE_LABEL, "here ");
    col = page_fit(p, col, cols - col - 8, STYLE_NORMAL, (const char *)v->here.data, v->here.len,
                   false);
    if (v->word)
        page_word(p, col + 1, v->differs ? STYLE_FAILURE : STYLE_NORMAL, v->word);
}

static void put_row(struct page *p, struct value_row *v, int col, int cols)
{
    page_line(p);
    if (!v->stated.data)
        buf_adds(&v->stated, "not stated"), v->word = NULL;
    if (!v->here.data)
        buf_adds(&v->here, "none");
    if (cols >= WIDE && fits_wide(v, col, cols))
        put_row_wide(p, v, col, cols);
    else
        put_row_narrow(p, v, col, cols);
    buf_release(&v->stated);
    buf_release(&v->here);
}

static void compare_words(struct value_row *v, const struct state *s, bool equal)
{
    v->differs = !equal;
    v->word = !s->referenced ? NULL : equal ? "equal" : "DIFFERS";
}

static void put_job(struct page *p, const struct state *s, const struct reference *r, int col,
                    int cols)
{
    struct str job = timeline_job(s->timeline);
    struct value_row v;

    row_begin(&v, "job");
    show_str(&v.stated, &r->job_id, s->flags);
    if (job.data)
        show_str(&v.here, &job, s->flags);
    else if (!s->progress.done)
        buf_adds(&v.here, "not read so far");
    if (r->job_id.data)
        compare_words(&v, s, timeline_job_is(s->timeline, &r->job_id));
    put_row(p, &v, col, cols);
}

static void put_count(struct page *p, const struct state *s, const struct reference *r, int col,
                      int cols)
{
    char n[NUMBER_ROOM];
    struct value_row v;

    row_begin(&v, "entries");
    buf_adds(&v.stated, show_stated(n, r));
    buf_addf(&v.here, "%s%s", show_number(n, s->progress.entries),
             s->progress.done ? "" : " so far");
    if (r->has_count)
        compare_words(&v, s, r->count > 0 && (uint64_t)r->count == s->progress.entries);
    if (r->result == REFERENCE_EARLIER) {
        v.differs = false;
        v.word = "earlier";
    }
    put_row(p, &v, col, cols);
}

static void put_digest(struct page *p, const struct state *s, const struct reference *r, int col,
                       int cols)
{
    char n[NUMBER_ROOM];
    int ends = cols >= 100 ? 12 : 8;
    struct comparison c;
    struct value_row v;

    memset(&c, 0, sizeof c);
    row_begin(&v, "final digest");
    compare_reference(s, r, &c);
    if (c.stored.hex[0])
        show_hex_short(&v.stated, c.stored.hex, ends);
    if (c.recomputed.hex[0])
        show_hex_short(&v.here, c.recomputed.hex, ends);
    if (r->has_digest)
        compare_words(&v, s, c.differing == 0);
    if (r->result == REFERENCE_EARLIER)
        buf_addf(&v.here, " entry %s%s", show_number(n, c.entry), c.closed ? ", closed" : "");
    put_row(p, &v, col, cols);
}

static void put_published(struct page *p, const struct state *s, const struct reference *r, int col,
                          int cols)
{
    struct value_row v;

    row_begin(&v, "published at");
    show_str(&v.stated, &r->published_at, s->flags);
    buf_adds(&v.here, "none that a digest binds");
    put_row(p, &v, col, cols);
}

void board_values(struct page *p, const struct state *s, const struct reference *r, int col,
                  int cols)
{
    put_job(p, s, r, col, cols);
    put_count(p, s, r, col, cols);
    if (s->progress.entries > 0)
        put_digest(p, s, r, col, cols);
    put_published(p, s, r, col, cols);
}

/* ---- statements ---- */

static void put_statement(struct page *p, const struct state *s, const char *label,
                          const char *unescaped, int col, int cols)
{
    int at = cols >= WIDE ? col + 16 : col + (int)strlen(label) + 1;
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    page_line(p);
    page_word(p, col, STYLE_LABEL, label);
    if (unescaped)
        show_words(&text, unescaped, s->flags);
    page_wrap_word(p, at, cols, unescaped ? STYLE_NORMAL : STYLE_LABEL,
                   unescaped ? buf_cstr(&text) : "not stated");
    buf_release(&text);
}

/* What is stated was said of the bytes that were there then. */
static void put_before(struct page *p, const struct reference *r, int col, int cols)
{
    char hex[2][DIGEST_HEX + 1];
    struct buf text;

    bool unread = !r->has_sha256 && r->findings.count == 0;

    if (!r->has_before || unread || (r->has_sha256 && digest_equal(&r->before, &r->sha256)))
        return;
    buf_init(&text, 512);
    digest_hex(&r->before, hex[0]);
    digest_hex(&r->sha256, hex[1]);
    buf_addf(&text, "CHANGED when it was read again: SHA-256 %.8s.. before, ", hex[0]);
    if (r->has_sha256)
        buf_addf(&text, "%.8s.. now", hex[1]);
    else
        buf_adds(&text, "none now");
    page_line(p);
    page_wrap_word(p, col, cols, STYLE_FAILURE, buf_cstr(&text));
    buf_release(&text);
}

static void put_meant(struct page *p, const struct reference *r, int col, int cols)
{
    if (!r->has_meant || !r->has_sha256 || digest_equal(&r->meant, &r->sha256))
        return;
    page_line(p);
    page_wrap_word(p, col, cols, STYLE_FAILURE,
                   "It has OTHER BYTES than the case file means: what is stated there of it is not taken over.");
}

static bool has_former(const struct reference *r)
{
    return r->was_stated && !(r->has_sha256 && digest_equal(&r->was_of, &r->sha256));
}

/* What was stated of the bytes that were there then: of these it says nothing. */
static void put_former(struct page *p, const struct reference *r, int col, int cols)
{
    char hex[DIGEST_HEX + 1];
    struct buf text;

    if (!has_former(r))
        return;
    buf_init(&text, LIMIT_MESSAGE);
    digest_hex(&r->was_of, hex);
    buf_addf(&text, "Stated of OTHER BYTES (SHA-256 %.8s..), and not counted for these: %s", hex, r->was_stated);
    page_line(p);
    page_wrap_word(p, col, cols, STYLE_WARNING, buf_cstr(&text));
    buf_release(&text);
}

void board_statements(struct page *p, const struct state *s, const struct reference *r, int col,
                      int cols)
{
    struct buf text;

    put_before(p, r, col, cols);
    put_meant(p, r, col, cols);
    put_former(p, r, col, cols);
    put_statement(p, s, "witness", r->witness, col, cols);
    put_statement(p, s, "authority", r->authority, col, cols);
    put_statement(p, s, "retrieved from", r->retrieved_from, col, cols);
    put_statement(p, s, "retrieved at", r->retrieved_at, col, cols);
    buf_init(&text, 256);
    if (r->embedded || r->own_file)
        buf_adds(&text, "independent: no, it sits in the timeline's own file");
    else
        buf_addf(&text, "independent: %s%s", independence_name(r->independent),
                 r->not_taken == INDEPENDENT_YES  ? ", stated yes in the case file, not taken over"
                 : r->not_taken == INDEPENDENT_NO ? ", stated no in the case file, not taken over"
                 : r->independent == INDEPENDENT_UNKNOWN && has_former(r) ? ", nothing was stated of these bytes"
                 : r->independent == INDEPENDENT_UNKNOWN ? ", nothing was stated of it"
                                                       : " (the examiner's statement; nothing here can check it)");
    page_line(p);
    page_wrap_word(p, col, cols, STYLE_NORMAL, buf_cstr(&text));
    buf_release(&text);
}

void board_findings(struct page *p, const struct state *s, const struct reference *r, int col,
                    int cols)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.item[i];
        enum severity severity = finding_severity(f->code);
        buf_clear(&text);
        buf_addf(&text, "%s %s: ", severity_name(severity), finding_code_name(f->code));
        show_escaped(&text, f->message.data ? f->message.data : "", f->message.len, s->flags);
        page_line(p);
        page_wrap(p, col, cols, severity == SEVERITY_FAILURE ? STYLE_FAILURE : STYLE_WARNING,
                  buf_cstr(&text), text.len, false);
    }
    buf_release(&text);
}

/* ---- agreement ---- */

static bool states_end(const struct reference *r)
{
    return r->readable && (r->has_digest || r->has_count);
}

bool board_same_end(const struct reference *a, const struct reference *b)
{
    bool digests = a->has_digest && b->has_digest, counts = a->has_count && b->has_count;

    if (a->job_id.data && b->job_id.data && !str_equal(&a->job_id, &b->job_id))
        return false;
    if (digests && !digest_equal(&a->final_digest, &b->final_digest))
        return false;
    if (counts && a->count != b->count)
        return false;
    return digests || counts;
}

/* The first reference that states the same end: what stands for it. */
static size_t first_of(const struct reference_set *refs, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (states_end(&refs->item[i]) && board_same_end(&refs->item[i], &refs->item[at]))
            return i;
    return at;
}

static size_t count_ends(const struct reference_set *refs, size_t *stating)
{
    size_t ends = 0;

    *stating = 0;
    for (size_t i = 0; i < refs->count; i++) {
        *stating += states_end(&refs->item[i]);
        ends += states_end(&refs->item[i]) && first_of(refs, i) == i;
    }
    return ends;
}

static void put_end(struct page *p, const struct state *s, size_t first, int cols)
{
    const struct reference_set *refs = s->refs;
    const struct reference *r = &refs->item[first];
    char hex[DIGEST_HEX + 1], n[NUMBER_ROOM];
    const char *comma = "";
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (r->has_count)
        buf_addf(&text, "%s entries", show_stated(n, r));
    if (r->has_digest) {
        digest_hex(&r->final_digest, hex);
        buf_adds(&text, r->has_count ? ", digest " : "digest ");
        show_hex_short(&text, hex, 8);
    }
    buf_adds(&text, ": reference ");
    for (size_t i = first; i < refs->count; i++)
        if (states_end(&refs->item[i]) && first_of(refs, i) == first) {
            buf_addf(&text, "%s%zu", comma, i + 1);
            comma = ", ";
        }
    page_line(p);
    page_wrap_word(p, 2, cols, STYLE_NORMAL, buf_cstr(&text));
    buf_release(&text);
}

void board_agreement(struct page *p, const struct state *s, int cols)
{
    size_t stating, ends = count_ends(s->refs, &stating);
    struct agreement all = references_agree(s->refs);
    bool against = s->referenced && all.worst >= RELATION_UNDATED;
    struct buf words;
    int col;

    buf_init(&words, LIMIT_MESSAGE);
    if (stating == 0)
        buf_adds(&words, "none states an end that could be read");
    else if (stating == 1)
        buf_adds(&words, "one states an end: there is no other to hold it against");
    else if (s->referenced)
        says_relations(&words, s->refs);
    else
        buf_addf(&words, "%zu state %zu %s; not checked yet", stating, ends, ends == 1 ? "end" : "different ends");
    page_line(p);
    col = page_word(p, 0, STYLE_LABEL, "AGREEMENT");
    page_wrap_word(p, col + 2, cols, against ? STYLE_FAILURE : STYLE_NORMAL, buf_cstr(&words));
    for (size_t i = 0; ends > 1 && i < s->refs->count; i++)
        if (states_end(&s->refs->item[i]) && first_of(s->refs, i) == i)
            put_end(p, s, i, cols);
    buf_release(&words);
}
