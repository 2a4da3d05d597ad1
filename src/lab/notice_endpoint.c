/* What a reference to the end sees of the steps, and what one that was kept would. */
#include "lab/notice_impl.h"

#include "base/limits.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Whether the reference says that not every entry is of its job. */
static bool has_code(const struct reference *r, enum finding_code c)
{
    for (size_t i = 0; i < r->findings.count; i++)
        if (r->findings.item[i].code == c)
            return true;
    return false;
}

/* Entries that are read for a job where the first has none. */
enum { JOB_MOST = 1000 };

/* The job of the first entry that has one. A commitment states one (-09, section 7.3): where none has one it is
 * another than theirs, whatever it is. *from: that entry, or 0. 0 or -1. */
static int first_job(struct timeline *t, struct str *job, uint64_t *from, struct err *err)
{
    uint64_t entries = timeline_progress(t).entries, most = entries < JOB_MOST ? entries : JOB_MOST;
    struct entry_text text = {0};
    const struct entry_value *v = &text.member[MEMBER_JOB_ID];
    int status = 0;

    for (uint64_t n = 1; n <= most && status == 0 && (v->type != JSON_STRING || v->text.len == 0); n++) {
        entry_text_release(&text);
        status = timeline_read_members(t, n, LIMIT_SHOWN, &text, err);
        *from = n;
    }
    if (status == 0 && v->type == JSON_STRING && v->text.len > 0)
        status = v->cut ? 0 : str_set(job, v->text.data, v->text.len);
    else if (status == 0) {
        *from = 0;
        status = str_set(job, "?", 1);
    }
    entry_text_release(&text);
    return status;
}

/* What somebody has who kept the end as it was, with its job but where that is too long to be known whole. 0 or -1. */
static int add_kept(struct reference_set *set, struct looking *k)
{
    char text[DIGEST_HEX + 24], hex[DIGEST_HEX + 1];
    struct reference *r;

    digest_hex(&k->before->end, hex);
    snprintf(text, sizeof text, "%s@%" PRIu64, hex, k->before->verdict.entries);
    r = reference_add_head(set, text, k->err);
    if (r == NULL)
        return -1;
    if (first_job(k->before->timeline, &r->job_id, &k->kept_job, k->err) == 0)
        return 0;
    return k->err->code != ERR_NONE ? -1 : err_set(k->err, ERR_MEMORY, "no memory to say who notices");
}

/* The end as it was, as somebody outside may have kept it: held against the steps, so that what is said of it is what
 * it gives; and against what was there before, which of several jobs gives no match either. */
int notice_keep_end(struct looking *k)
{
    struct reference_set was = {0};
    int status;

    if (!k->before->has_end)
        return 0;
    status = add_kept(&was, k) != 0 ? -1 : references_check(&was, k->before->timeline, (struct instant){0}, k->err);
    k->kept_differs = status == 0 && has_code(&was.item[0], FINDING_COMMITMENT_JOB);
    reference_set_release(&was);
    if (status != 0 || add_kept(&k->kept, k) != 0)
        return -1;
    return references_check(&k->kept, k->after->timeline, (struct instant){0}, k->err);
}

static bool kept_differs(const struct looking *k, enum finding_code c)
{
    return has_code(&k->kept.item[0], c);
}

static void say_contradicts(struct looking *k)
{
    uint64_t was = k->before->verdict.entries, is = k->after->verdict.entries;
    bool job = kept_differs(k, FINDING_COMMITMENT_JOB), count = kept_differs(k, FINDING_COMMITMENT_COUNT),
         digest = kept_differs(k, FINDING_COMMITMENT_DIGEST);
    struct buf *b = &k->text;

    buf_adds(b, "contradict by its ");
    if (job)
        buf_addf(b, "job%s", !count && !digest ? " alone" : count && digest ? ", " : " and by its ");
    if (count && !job && !digest) {
        buf_addf(b, "count alone: %" PRIu64 " committed, %" PRIu64 " here; the final digest is the same.", was, is);
        return;
    }
    if (count)
        buf_addf(b, "count (%" PRIu64 " committed, %" PRIu64 " here)%s", was, is, digest ? " and by its " : "");
    if (digest)
        buf_adds(b, "digest");
    if (digest && !job && !count)
        buf_addf(b, " alone; a count of %" PRIu64 " would pass", was);
    if (job)
        buf_adds(b, k->kept_differs ? ": not every entry here is of the job that it names, nor was before"
                                    : ": not every entry here is of the job that it names");
    buf_addc(b, '.');
}

static uint64_t behind(const struct looking *k, const struct reference *r)
{
    return k->after->verdict.entries - r->confirmed;
}

/* "entry 4 here has the digest that it states, and 1 entry stands behind that" */
static void say_earlier(struct looking *k, const struct reference *r)
{
    uint64_t n = behind(k, r);
    struct buf *b = &k->text;

    buf_addf(b, "entry %" PRIu64 " here %s the digest that it states", r->confirmed,
             has_code(r, FINDING_COMMITMENT_CLOSED) ? "would, with close true, have" : "has");
    if (has_code(r, FINDING_COMMITMENT_CLOSED))
        buf_adds(b, ", and is open (commitment.closed)");
    buf_addf(b, "; %" PRIu64 " %s behind that, of which it says nothing", n, n == 1 ? "entry stands" : "entries stand");
}

/* One of those that were given is of the same earlier end. */
static bool is_given(const struct looking *k, const struct reference *kept)
{
    for (size_t i = 0; i < k->refs->count; i++) {
        const struct reference *r = &k->refs->item[i];

        if (!r->embedded && r->result == REFERENCE_EARLIER && r->kind != REFERENCE_BASELINE && r->confirmed == kept->confirmed &&
            has_code(r, FINDING_COMMITMENT_CLOSED) == has_code(kept, FINDING_COMMITMENT_CLOSED))
            return true;
    }
    return false;
}

/* What a reference to the end as it was would give. */
static void say_would(struct looking *k)
{
    struct buf *b = &k->text;

    if (k->after->verdict.timeline == TIMELINE_HISTORICAL) {
        buf_adds(b, "No commitment, head or count is held against a historical timeline.");
        return;
    }
    if (k->kept.count == 0) {
        buf_adds(b, k->before->verdict.timeline == TIMELINE_HISTORICAL
                        ? "No commitment, head or count is held against a historical timeline, as this one was before the "
                          "steps; one would be held against it now, and what that says may have been so before."
                    : timeline_construction(k->before->timeline) == CONSTRUCTION_06
                        ? "The end as it was has a digest by revision -06 at most, and no commitment is held against one of "
                          "those."
                    : k->before->verdict.entries == 0 ? "There was no end that could have been published."
                        : "The end as it was has no digest that could have been published.");
        return;
    }
    buf_adds(b, "A commitment of the end as it was, kept outside, ");
    if (k->kept_differs && k->kept_job > 0)
        buf_addf(b, "for the job of entry %" PRIu64 " as it was, ", k->kept_job);
    switch (k->kept.item[0].result) {
    case REFERENCE_CONTRADICTED:
        buf_adds(b, "would ");
        say_contradicts(k);
        break;
    case REFERENCE_EARLIER:
        if (is_given(k, &k->kept.item[0])) {
            buf_adds(b, "would say the same.");
            break;
        }
        buf_adds(b, "would be that of an earlier end: ");
        say_earlier(k, &k->kept.item[0]);
        buf_addc(b, '.');
        break;
    case REFERENCE_MATCHES:
        buf_adds(b, k->traits.none ? "would match."
                                   : "would match: these steps leave the number of entries and the final digest as "
                                     "they were.");
        break;
    default: buf_adds(b, "could not be used: no entry here is of the job that it names."); break;
    }
}

static bool has_result(const struct reference_set *refs, enum reference_result r)
{
    for (size_t i = 0; i < refs->count; i++)
        if (refs->item[i].result == r)
            return true;
    return false;
}

static bool has_kind(const struct reference_set *refs, enum reference_kind kind, enum reference_result r)
{
    for (size_t i = 0; i < refs->count; i++)
        if (refs->item[i].kind == kind && refs->item[i].result == r)
            return true;
    return false;
}

/* "commitment", "earlier copy" */
static const char *kind_word(const struct reference *r)
{
    return r->kind == REFERENCE_BASELINE ? "earlier copy" : r->kind == REFERENCE_MANIFEST ? "receipt" : reference_kind_name(r->kind);
}

static void say_agrees(struct looking *k, const struct reference *r)
{
    uint64_t n = k->after->verdict.entries;
    struct buf *b = &k->text;

    if (r->kind == REFERENCE_MANIFEST)
        buf_addf(b, "The receipt that was given has %" PRIu64 " step%s, and that number agrees", n, n == 1 ? "" : "s");
    else
        buf_addf(b, "A count of %" PRIu64 " was given and agrees", n);
    buf_adds(b, ": it bounds the length and fixes no content. ");
}

/* NULL: against a historical timeline none is held. */
static const struct finding *why_unusable(const struct reference *r)
{
    const struct finding *told = NULL;

    for (size_t i = r->findings.count; i-- > 0;)
        if (finding_severity(r->findings.item[i].code) == SEVERITY_FAILURE)
            told = &r->findings.item[i];
    return told;
}

static void say_unusable(struct looking *k, const struct reference *r)
{
    const struct finding *told = why_unusable(r);

    if (told == NULL && k->after->verdict.timeline == TIMELINE_HISTORICAL)
        return;
    buf_addf(&k->text, "The %s that was given says nothing about this timeline", kind_word(r));
    if (told != NULL)
        buf_addf(&k->text, ": %s: %s", finding_code_name(told->code), finding_says(told));
    buf_adds(&k->text, ". ");
}

/* What one gave that neither matches nor contradicts. */
static void say_one(struct looking *k, const struct reference *r)
{
    struct buf *b = &k->text;

    switch (r->result) {
    case REFERENCE_COUNT_AGREES: say_agrees(k, r); break;
    case REFERENCE_UNUSABLE: say_unusable(k, r); break;
    case REFERENCE_EARLIER:
        if (r->kind == REFERENCE_BASELINE) {
            uint64_t n = behind(k, r);
            buf_addf(b, "The earlier copy that was given ends with entry %" PRIu64 "; %" PRIu64 " %s behind that, of which "
                        "it says nothing. ", r->confirmed, n, n == 1 ? "entry stands" : "entries stand");
            break;
        }
        buf_addf(b, "The %s that was given is of an earlier end: ", kind_word(r));
        say_earlier(k, r);
        buf_adds(b, ". ");
        break;
    default: buf_addf(b, "The %s that was given neither confirms nor contradicts this end. ", kind_word(r)); break;
    }
}

/* So many are told one by one. */
enum { TOLD_MOST = 8 };

/* What several give is said once. */
struct told_once {
    size_t from[TOLD_MOST], len[TOLD_MOST], count, again;
};

static void say_once(struct looking *k, const struct reference *r, struct told_once *t)
{
    size_t from = k->text.len, len;

    say_one(k, r);
    len = k->text.len - from;
    for (size_t i = 0; i < t->count; i++)
        if (len > 0 && t->len[i] == len && memcmp(k->text.data + t->from[i], k->text.data + from, len) == 0) {
            k->text.len = from;
            t->again++;
            return;
        }
    t->from[t->count] = from;
    t->len[t->count++] = len;
}

static void say_given(struct looking *k)
{
    struct told_once told = {.count = 0};
    size_t given = 0;

    for (size_t i = 0; i < k->refs->count; i++)
        if (!k->refs->item[i].embedded && ++given <= TOLD_MOST)
            say_once(k, &k->refs->item[i], &told);
    if (told.again > 0)
        buf_addf(&k->text, "%zu more %s what was said of another. ", told.again, told.again == 1 ? "gives" : "give");
    if (given > TOLD_MOST)
        buf_addf(&k->text, "%zu more were given, and none of them matches or contradicts. ", given - TOLD_MOST);
    if (given == 0)
        buf_adds(&k->text, "No reference from outside was given. ");
    say_would(k);
}

/* The program's own mark is no difference. */
static void say_mark(struct looking *k)
{
    for (size_t i = 0; i < k->refs->count; i++) {
        const struct reference *r = &k->refs->item[i];

        if (r->kind != REFERENCE_BASELINE || r->result == REFERENCE_UNUSABLE)
            continue;
        buf_adds(&k->text, " " LAB_MARK " is left out where the earlier copy is compared; verify does not leave it out of "
                           "a copy that carries it.");
        return;
    }
}

/* The finding of a reference that is new, or has other details. NULL: it cannot be told. */
static const struct finding *told_by(const struct looking *k, const struct lab_new *n)
{
    size_t number = 0;

    for (size_t i = 0; i < k->refs->count; i++) {
        const struct reference *r = &k->refs->item[i];

        if (r->embedded || ++number != n->reference)
            continue;
        for (size_t f = 0; f < r->findings.count; f++)
            if (r->findings.item[f].code == n->code)
                return &r->findings.item[f];
    }
    return NULL;
}

/* What the first of a kind says. */
static const char *first_says(const struct looking *k, enum finding_code code, bool other)
{
    const struct fresh *f = &k->fresh;

    for (size_t i = 0; i < f->count; i++) {
        const struct lab_new *n = &f->news[i];
        const struct finding *told;

        if (n->reference == 0 || n->code != code || n->other != other)
            continue;
        told = told_by(k, n);
        if (told != NULL)
            return finding_says(told);
    }
    return finding_code_text(code);
}

static void say_other(struct looking *k, enum finding_code other)
{
    buf_adds(&k->text, "Said before too, and now with other details: ");
    notice_codes(k, FRESH_OTHER, LAB_ENDPOINT, SEVERITY_FAILURE);
    buf_addf(&k->text, ": %s. ", first_says(k, other, true));
}

static void say_contradicted(struct looking *k, struct lab_notice *n)
{
    struct buf *b = &k->text;
    enum finding_code other;
    bool was = k->before->verdict.endpoint == ENDPOINT_CONTRADICTED;
    bool has_other = notice_any(k, FRESH_OTHER, LAB_ENDPOINT, SEVERITY_FAILURE, &other);

    if (n->has_code) {
        notice_codes(k, FRESH_NEW, LAB_ENDPOINT, SEVERITY_FAILURE);
        buf_addf(b, ": %s. ", first_says(k, n->code, false));
        if (was)
            buf_adds(b, "It was contradicted before as well, and this was not said. ");
    }
    if (has_other)
        say_other(k, other);
    if (!n->has_code && has_other) {
        n->has_code = true;
        n->code = other;
    }
    buf_adds(b, "What the reference is worth depends on who keeps it.");
    if (n->code == FINDING_COMMITMENT_JOB || n->code == FINDING_COMMITMENT_COUNT || n->code == FINDING_COMMITMENT_DIGEST)
        notice_only_now(k);
}

/* An earlier copy states every entry, and the others the last one. */
static void say_matches(struct looking *k)
{
    bool copy = has_kind(k->refs, REFERENCE_BASELINE, REFERENCE_MATCHES), end = false;

    for (size_t i = 0; i < k->refs->count; i++)
        end |= k->refs->item[i].kind != REFERENCE_BASELINE && k->refs->item[i].result == REFERENCE_MATCHES;
    if (end)
        buf_adds(&k->text, "The last entry is the one that the reference states. What stands before it, and what "
                           "never reached the recorder, a reference to the end does not judge.");
    if (copy)
        buf_addf(&k->text, "%sThe earlier copy that was given has no entry that differs; what neither of the two holds it "
                           "does not show.", end ? " " : "");
}

static void judge_endpoint(struct looking *k, struct lab_notice *n)
{
    const struct verdict *a = &k->after->verdict, *b = &k->before->verdict;
    enum finding_code other;

    n->has_code = notice_any(k, FRESH_NEW, LAB_ENDPOINT, SEVERITY_FAILURE, &n->code);
    if (a->endpoint == ENDPOINT_CONTRADICTED &&
        (n->has_code || b->endpoint != a->endpoint)) {
        n->sight = LAB_NOTICED;
        n->entry = a->entries;
        say_contradicted(k, n);
        return;
    }
    n->has_code = false;
    if (a->endpoint == ENDPOINT_MATCHES) {
        n->sight = k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
        say_matches(k);
        return;
    }
    if (a->endpoint == ENDPOINT_CONTRADICTED) {
        n->sight = k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
        if (notice_any(k, FRESH_OTHER, LAB_ENDPOINT, SEVERITY_FAILURE, &other)) {
            buf_adds(&k->text, "It was contradicted before, by the same checks. ");
            say_other(k, other);
            k->text.len--;
            return;
        }
        buf_adds(&k->text, k->traits.none ? "It is contradicted as it is."
                                          : "It was contradicted before, and these steps add nothing to that.");
        return;
    }
    n->sight = !has_result(k->refs, REFERENCE_COUNT_AGREES) ? LAB_NOT_ASSESSED
               : k->traits.none                             ? LAB_NOTHING_DONE
                                                            : LAB_NOT_NOTICED;
    say_given(k);
}

static const char *result_word(enum reference_result r)
{
    switch (r) {
    case REFERENCE_COUNT_AGREES: return "agrees";
    case REFERENCE_UNCHECKED: return "not assessed";
    default: return reference_result_name(r);
    }
}

/* Where the end neither matches nor is contradicted, why each is of no use was said before. */
static bool is_settled(const struct looking *k)
{
    enum endpoint_result now = k->after->verdict.endpoint;

    return now == ENDPOINT_MATCHES || now == ENDPOINT_CONTRADICTED;
}

static void say_result(struct looking *k, size_t number)
{
    enum { PATH_CELLS = 80 };
    const struct reference *r = &k->refs->item[number];
    bool idle = k->after->result[number] == REFERENCE_UNUSABLE && is_settled(k);
    const struct finding *why = idle ? why_unusable(r) : NULL;
    const char *was = result_word(k->before->result[number]), *is = result_word(k->after->result[number]);
    struct buf *b = &k->text;

    buf_addf(b, " Reference %zu (%s", number + 1, reference_kind_name(r->kind));
    if (r->path != NULL) {
        buf_addc(b, ' ');
        text_quote(b, r->path, strlen(r->path), TEXT_PROSE, PATH_CELLS);
    }
    if (was == is)
        buf_addf(b, "): %s before and after", was);
    else
        buf_addf(b, "): %s before, %s after", was, is);
    if (why != NULL)
        buf_addf(b, ": %s: %s", finding_code_name(why->code), finding_says(why));
    buf_addc(b, '.');
}

/* Where several were given, which of them it is that gives what was said. */
static void say_each(struct looking *k)
{
    size_t given = k->after->results < k->before->results ? k->after->results : k->before->results;

    if (given < 2 || given != k->refs->count)
        return;
    for (size_t i = 0; i < given && i < TOLD_MOST; i++)
        say_result(k, i);
    if (given > TOLD_MOST)
        buf_addf(&k->text, " %zu more were given.", given - TOLD_MOST);
}

int notice_endpoint(struct looking *k, struct lab_notice *n)
{
    judge_endpoint(k, n);
    notice_no_more(k, LAB_ENDPOINT);
    notice_warnings(k, LAB_ENDPOINT);
    say_each(k);
    if (k->before->embedded)
        buf_addf(&k->text, " Before the steps the end is held against the commitment in the timeline's own file (%s); "
                           "that is not carried over into the copy, which is judged without it.",
                 result_word(k->before->own));
    say_mark(k);
    return 0;
}
