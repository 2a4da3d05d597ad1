/* Which judgement notices the steps, and which cannot. */
#include "lab/notice_impl.h"

#include "base/limits.h"
#include "core/chain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------
 * Codes */

bool notice_is_of(enum finding_code c, enum lab_judgement j)
{
    if (c >= FINDING_EXPECT_MISSING)
        return j == LAB_COVERAGE;
    if (c >= FINDING_COMMITMENT_FORM && c != FINDING_SINGLE_06)
        return j == LAB_ENDPOINT;
    return j == LAB_TIMELINE;
}

uint64_t notice_total(const struct looking *k, enum fresh_kind kind, enum finding_code c, enum lab_judgement j,
                      enum severity s)
{
    return notice_is_of(c, j) && finding_severity(c) == s ? k->fresh.total[kind][c] : 0;
}

unsigned notice_codes(struct looking *k, enum fresh_kind kind, enum lab_judgement j, enum severity s)
{
    unsigned n = 0;

    for (int c = 0; c < FINDING_COUNT; c++) {
        uint64_t total = notice_total(k, kind, (enum finding_code)c, j, s);
        if (total == 0)
            continue;
        buf_addf(&k->text, "%s%s", n++ > 0 ? ", " : "", finding_code_name((enum finding_code)c));
        if (total > 1)
            buf_addf(&k->text, " (%" PRIu64 " times)", total);
    }
    return n;
}

void notice_list(struct looking *k, const char *before, enum fresh_kind kind, enum lab_judgement j, enum severity s,
                 const char *behind)
{
    size_t at = k->text.len;

    buf_adds(&k->text, before);
    if (notice_codes(k, kind, j, s) > 0)
        buf_adds(&k->text, behind);
    else
        k->text.len = at;
}

bool notice_any(const struct looking *k, enum fresh_kind kind, enum lab_judgement j, enum severity s,
                enum finding_code *first)
{
    for (int c = 0; c < FINDING_COUNT; c++) {
        if (notice_total(k, kind, (enum finding_code)c, j, s) == 0)
            continue;
        *first = (enum finding_code)c;
        return true;
    }
    return false;
}

void notice_warnings(struct looking *k, enum lab_judgement j)
{
    notice_list(k, " Warnings that were not there before, by code: ", FRESH_NEW, j, SEVERITY_WARNING,
                "; a warning is no failure.");
    notice_list(k, " Warnings that are not there any more, by code: ", FRESH_GONE, j, SEVERITY_WARNING, ".");
}

void notice_only_now(struct looking *k)
{
    if (k->before->verdict.timeline == TIMELINE_HISTORICAL && k->after->verdict.timeline != TIMELINE_HISTORICAL)
        buf_adds(&k->text, " Before these steps the timeline was historical, and no commitment, head, count or list is held "
                           "against such a one: what is told here may have been so before.");
}

void notice_no_more(struct looking *k, enum lab_judgement j)
{
    notice_list(k, " Said before and not any more, by code: ", FRESH_GONE, j, SEVERITY_FAILURE, ".");
    notice_list(k, " Not said any more, for the entry was taken out, by code: ", FRESH_LEFT, j, SEVERITY_FAILURE, ".");
}

/* ---------------------------------------------------------------------------------------------------
 * Timeline: what was said before */

static void add_first(struct looking *k, const struct fresh_first *f)
{
    if (!f->any)
        return;
    if (f->was > 0 && f->entry != f->was)
        buf_addf(&k->text, "; the first at entry %" PRIu64 ", which was entry %" PRIu64, f->entry, f->was);
    else
        buf_addf(&k->text, "; the first at entry %" PRIu64, f->entry);
}

static void add_kept(struct looking *k, const char *before, enum fresh_kind kind)
{
    size_t at = k->text.len;

    buf_adds(&k->text, before);
    if (notice_codes(k, kind, LAB_TIMELINE, SEVERITY_FAILURE) == 0) {
        k->text.len = at;
        return;
    }
    add_first(k, &k->fresh.failure[kind]);
    buf_addc(&k->text, '.');
}

static void add_whole(struct looking *k, enum finding_code code, const char *which)
{
    if (k->fresh.total[FRESH_WHOLE][code] > 0)
        buf_addf(&k->text, " Said before as well, of the entry that was the %s then: %s.", which, finding_code_name(code));
}

static void say_kept(struct looking *k)
{
    add_kept(k, " Said of the same entry before, and now with other details, by code: ", FRESH_OTHER);
    add_whole(k, FINDING_GENESIS, "first");
    add_whole(k, FINDING_NOT_CLOSED, "last");
    add_kept(k, " The same as before, of an entry that stands elsewhere now, by code: ", FRESH_MOVED);
    notice_no_more(k, LAB_TIMELINE);
    if (k->fresh.rough)
        buf_adds(&k->text, " So many entries have findings, or are so large, that of some only the codes were compared.");
}

/* ---------------------------------------------------------------------------------------------------
 * Timeline */

/* The first failure of an entry that was not there before, else of the file. */
static void name_first(const struct looking *k, struct lab_notice *n)
{
    const struct fresh_first *first = &k->fresh.failure[FRESH_NEW];

    n->has_code = first->any || notice_any(k, FRESH_NEW, LAB_TIMELINE, SEVERITY_FAILURE, &n->code);
    if (!first->any)
        return;
    n->code = first->code;
    n->entry = first->entry;
}

static void say_first(struct looking *k, const struct lab_notice *n)
{
    const struct str *message = &k->fresh.message;
    struct buf *b = &k->text;

    buf_addf(b, "%s", finding_code_name(n->code));
    if (n->entry > 0)
        buf_addf(b, " at entry %" PRIu64, n->entry);
    buf_addf(b, ": %s. ", message->data != NULL ? message->data : finding_code_text(n->code));
    notice_list(k, k->before->verdict.has_failure ? "Failures that were not there before, by code: "
                                                  : "Failures by code: ",
                FRESH_NEW, LAB_TIMELINE, SEVERITY_FAILURE, ".");
}

/* What revision -06 has against the link into an entry: the link itself, or what stands on one side of it. */
static int say_link06(struct looking *k, uint64_t entry)
{
    struct timeline *t = k->after->timeline;
    uint32_t unread = FINDING_BIT(NOT_OBJECT) | FINDING_BIT(BASE64);
    struct entry_text e = {0};
    struct buf *b = &k->text;

    if (timeline_read_members(t, entry, LIMIT_SHOWN, &e, k->err) != 0)
        return -1;
    if (entry == 1)
        buf_adds(b, " By revision -06 its first prev_digest is not 64 zeros");
    else if (e.member[MEMBER_PREV_DIGEST].type != JSON_STRING)
        buf_addf(b, " By revision -06 entry %" PRIu64 " has no link: it has no prev_digest that is a string", entry);
    else if (timeline_mark(t, entry - 1).mask & unread)
        buf_addf(b, " By revision -06 the link into entry %" PRIu64 " cannot hold: the bytes of entry %" PRIu64
                    ", whose SHA-256 it would be, cannot be read", entry, entry - 1);
    else
        buf_addf(b, " By revision -06 the link into entry %" PRIu64 " does not hold: its prev_digest is not "
                    "the SHA-256 of the bytes of entry %" PRIu64, entry, entry - 1);
    entry_text_release(&e);
    return 0;
}

/* A failure that revision -06 knows too. */
static bool failed_06(const struct looking *k, enum finding_code *code)
{
    static const enum finding_code both[] = {FINDING_NOT_OBJECT, FINDING_BASE64, FINDING_CLOSE_TYPE,
                                             FINDING_CLOSE_EARLY, FINDING_NOT_CLOSED};

    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        *code = both[i];
        if (k->after->verdict.totals[both[i]] > 0)
            return true;
    }
    return false;
}

/* Why what was historical is broken. */
static int say_not_06(struct looking *k, struct lab_notice *n)
{
    uint64_t link06 = k->fresh.link06;
    struct buf *b = &k->text;
    enum finding_code code;
    int status = 0;

    if (link06 > 0) {
        if (!n->has_code) {
            n->has_code = true;
            n->code = link06 > 1 ? FINDING_LINK : FINDING_GENESIS;
            n->entry = link06;
        }
        status = say_link06(k, link06);
    } else if (k->after->verdict.entries == 1) {
        buf_adds(b, " With one entry there is no link that would show it to be of revision -06");
    } else if (failed_06(k, &code)) {
        buf_addf(b, " By revision -06 %s is a failure too", finding_code_name(code));
    } else {
        return 0;
    }
    buf_adds(b, "; so it is not called historical any more, and the current rules count.");
    return status;
}

static int say_result(struct looking *k, struct lab_notice *n)
{
    enum timeline_result was = k->before->verdict.timeline, is = k->after->verdict.timeline;

    if (is == TIMELINE_HISTORICAL)
        buf_adds(&k->text, " Every link of revision -06 holds, and they bind no metadata: the timeline is called "
                           "historical, whatever fails by the current rules.");
    return was == TIMELINE_HISTORICAL && is == TIMELINE_BROKEN ? say_not_06(k, n) : 0;
}

bool notice_same_end(const struct looking *k)
{
    return k->before->has_end && k->after->has_end && digest_equal(&k->before->end, &k->after->end) &&
           k->before->verdict.entries == k->after->verdict.entries;
}

static const char *nothing_done(const struct looking *k)
{
    return k->lab->options.unmarked ? "Every entry is as it was: these steps come to nothing."
                                    : "But for " LAB_MARK " every entry is as it was: these steps come to nothing.";
}

/* Of one that was consistent and is so: where the end has the digest that it had, every entry has. */
static const char *why_unnoticed(const struct looking *k)
{
    if (k->traits.nothing)
        return nothing_done(k);
    if (notice_same_end(k))
        return "Every entry has the digest that stood in its place before: what was changed shows in no digest, so no "
               "rule of the chain sees it.";
    if (k->rewritten)
        return "Every link that broke was rewritten, and nothing inside tells that another digest stood there "
               "before.";
    return "Nothing inside cites the digest of the last entry, so an end can be cut off and closed anew, or "
           "the last entry be replaced.";
}

static void say_visible(struct buf *b, uint64_t n)
{
    if (n == 1)
        buf_adds(b, "The one visible entry is");
    else if (n == 2)
        buf_adds(b, "Both visible entries are");
    else
        buf_addf(b, "All %" PRIu64 " visible entries are", n);
    buf_adds(b, " numbered, linked and closed as the rules ask.");
}

static void say_consistent(struct looking *k)
{
    enum timeline_result was = k->before->verdict.timeline;
    enum finding_code code;
    struct buf *b = &k->text;

    say_visible(b, k->after->verdict.entries);
    if (k->traits.none)
        return;
    if (was != TIMELINE_CONSISTENT) {
        notice_no_more(k, LAB_TIMELINE);
        buf_adds(b, was == TIMELINE_HISTORICAL ? " No rule tells that it was called historical before."
                                               : " No rule tells that it failed before.");
        return;
    }
    buf_addf(b, " %s", why_unnoticed(k));
    if (!notice_same_end(k) && !notice_any(k, FRESH_NEW, LAB_TIMELINE, SEVERITY_WARNING, &code))
        buf_adds(b, " Only what is known from outside can show it.");
}

static void say_unnoticed(struct looking *k)
{
    bool historical = k->after->verdict.timeline == TIMELINE_HISTORICAL;
    struct buf *b = &k->text;

    if (k->after->verdict.timeline == TIMELINE_CONSISTENT) {
        say_consistent(k);
        return;
    }
    if (k->traits.none) {
        buf_adds(b, historical ? "It is called historical as it is." : "It fails as it is.");
        return;
    }
    buf_adds(b, historical ? "It was called historical before, and is so again: links of revision -06 bind the bytes alone, "
                             "and of the last entry nothing."
                           : "It failed before, and these steps add no failure.");
    if (k->traits.nothing)
        buf_addf(b, " %s", nothing_done(k));
    notice_list(k, " By the current rules, of entries that were put in or stand elsewhere now, by code: ", FRESH_NEW, LAB_TIMELINE,
                SEVERITY_FAILURE, ".");
    say_kept(k);
}

static uint64_t all_new(const struct looking *k)
{
    uint64_t n = 0;

    for (int c = 0; c < FINDING_COUNT; c++)
        n += notice_total(k, FRESH_NEW, (enum finding_code)c, LAB_TIMELINE, SEVERITY_FAILURE);
    return n;
}

/* Of what is called historical before and after, an entry that was put in, and a link of revision -06, fails by the
 * current rules as every other does: by that nobody tells it. */
static bool is_noticed(const struct looking *k)
{
    enum timeline_result was = k->before->verdict.timeline, is = k->after->verdict.timeline;

    if (was != is)
        return is != TIMELINE_CONSISTENT;
    return all_new(k) > (is == TIMELINE_HISTORICAL ? k->fresh.usual : 0);
}

static int look_at_timeline(struct looking *k, struct lab_notice *n)
{
    int status = 0;

    if (is_noticed(k)) {
        n->sight = LAB_NOTICED;
        name_first(k, n);
        if (n->has_code)
            say_first(k, n);
        status = say_result(k, n);
        say_kept(k);
        if (k->text.len > 0 && k->text.data[0] == ' ')
            memmove(k->text.data, k->text.data + 1, k->text.len--);
    } else {
        n->sight = k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
        say_unnoticed(k);
    }
    notice_warnings(k, LAB_TIMELINE);
    return status;
}

/* ---------------------------------------------------------------------------------------------------
 * All four */

static void look_at_outcome(struct looking *k, struct lab_notice *n)
{
    n->sight = LAB_NOT_ASSESSED;
    buf_adds(&k->text, "Whether an effect happened no timeline tells, altered or not: the system that owns the "
                       "effect must say.");
}

static bool was_assessed(const struct looking *k, enum lab_judgement j)
{
    const struct verdict *v = &k->before->verdict;

    return (j == LAB_ENDPOINT && (v->endpoint == ENDPOINT_MATCHES || v->endpoint == ENDPOINT_CONTRADICTED)) ||
           (j == LAB_COVERAGE && v->coverage != COVERAGE_NOT_ASSESSED);
}

static int look(struct looking *k, int j, struct lab_notice *n)
{
    int status = 0;

    buf_init(&k->text, 1 << 20);
    switch (j) {
    case LAB_TIMELINE: status = look_at_timeline(k, n); break;
    case LAB_ENDPOINT: status = notice_endpoint(k, n); break;
    case LAB_COVERAGE: status = notice_coverage(k, n); break;
    default: look_at_outcome(k, n); break;
    }
    if (n->sight == LAB_NOT_ASSESSED && was_assessed(k, (enum lab_judgement)j))
        n->sight = LAB_NO_LONGER;
    if (status == 0 && (k->text.failed || str_take(&n->text, &k->text) != 0))
        status = err_set(k->err, ERR_MEMORY, "no memory to say who notices");
    buf_release(&k->text);
    return status;
}

static int compare(struct looking *k, struct lab *l)
{
    if (track_of(&k->track, l, k->err) != 0 || traits_of(&k->traits, l, &k->track, k->after->timeline, k->err) != 0 ||
        fresh_of(&k->fresh, l, &k->track, k->before, k->after, k->err) != 0 ||
        fresh_links(l, &k->track, k->before->timeline, k->after->timeline, &k->rewritten, k->err) != 0)
        return -1;
    return notice_keep_end(k);
}

/* Those of entries go with the timeline, the rest with the endpoint. */
static int hand_over(struct looking *k, struct lab_notice out[LAB_JUDGEMENTS])
{
    struct fresh *f = &k->fresh;
    size_t n[2] = {0, 0};

    for (int j = LAB_TIMELINE; j <= LAB_ENDPOINT; j++) {
        out[j].news = malloc((f->count + 1) * sizeof *out[j].news);
        if (out[j].news == NULL)
            return err_set(k->err, ERR_MEMORY, "no memory to say who notices");
    }
    for (size_t i = 0; i < f->count; i++) {
        int j = f->news[i].entry > 0 ? LAB_TIMELINE : LAB_ENDPOINT;
        out[j].news[n[j]++] = f->news[i];
    }
    for (int j = LAB_TIMELINE; j <= LAB_ENDPOINT; j++)
        out[j].count = n[j];
    return 0;
}

int lab_notice(struct lab *l, const struct lab_view *before, const struct lab_view *after,
               const struct reference_set *refs, struct lab_notice out[LAB_JUDGEMENTS], struct err *err)
{
    struct looking *k = calloc(1, sizeof *k);
    int status;

    memset(out, 0, LAB_JUDGEMENTS * sizeof *out);
    if (k == NULL)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    *k = (struct looking){.lab = l, .before = before, .after = after, .refs = refs, .err = err};
    status = compare(k, l);
    for (int j = 0; j < LAB_JUDGEMENTS && status == 0; j++)
        status = look(k, j, &out[j]);
    if (status == 0)
        status = hand_over(k, out);
    reference_set_release(&k->kept);
    fresh_release(&k->fresh);
    track_release(&k->track);
    free(k);
    return status;
}

void lab_notice_release(struct lab_notice n[LAB_JUDGEMENTS])
{
    for (int j = 0; j < LAB_JUDGEMENTS; j++) {
        str_release(&n[j].text);
        free(n[j].news);
        n[j].news = NULL;
    }
}
