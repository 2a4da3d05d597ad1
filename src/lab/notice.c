/* Which judgement notices the steps, and which cannot. */
#include "lab/fresh.h"
#include "lab/traits.h"

#include "base/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct looking {
    const struct lab_view *before, *after;
    const struct reference_set *refs;
    struct traits traits;
    struct fresh fresh;
    bool rewritten; /* a link had to be, to hold */
    struct reference_set kept; /* what somebody would have who kept the end as it was; none where there is none */
    struct buf text;
};

/* ---------------------------------------------------------------------------------------------------
 * Codes */

static bool is_of(enum finding_code c, enum lab_judgement j)
{
    if (c >= FINDING_EXPECT_MISSING)
        return j == LAB_COVERAGE;
    if (c >= FINDING_COMMITMENT_FORM && c != FINDING_SINGLE_06)
        return j == LAB_ENDPOINT;
    return j == LAB_TIMELINE;
}

static bool is_more(const struct looking *k, enum finding_code c, enum lab_judgement j, enum severity s)
{
    return is_of(c, j) && finding_severity(c) == s && k->fresh.total[c] > 0;
}

/* The codes of a judgement with findings that were not there before, and how many. How many there are. */
static unsigned add_codes(struct looking *k, enum lab_judgement j, enum severity s)
{
    unsigned n = 0;

    for (int c = 0; c < FINDING_COUNT; c++) {
        uint64_t total = k->fresh.total[c];
        if (!is_more(k, (enum finding_code)c, j, s))
            continue;
        buf_addf(&k->text, "%s%s", n++ > 0 ? ", " : "", finding_code_name((enum finding_code)c));
        if (total > 1)
            buf_addf(&k->text, " (%" PRIu64 " times)", total);
    }
    return n;
}

static bool has_more(const struct looking *k, enum lab_judgement j, enum severity s, enum finding_code *first)
{
    for (int c = 0; c < FINDING_COUNT; c++) {
        if (!is_more(k, (enum finding_code)c, j, s))
            continue;
        *first = (enum finding_code)c;
        return true;
    }
    return false;
}

static void add_warnings(struct looking *k, enum lab_judgement j)
{
    size_t at = k->text.len;

    buf_adds(&k->text, " Warnings more than before: ");
    if (add_codes(k, j, SEVERITY_WARNING) > 0)
        buf_adds(&k->text, "; a warning is no failure.");
    else
        k->text.len = at;
}

/* ---------------------------------------------------------------------------------------------------
 * Timeline */

/* The first failure of an entry that was not there before, else the first code that stands more often. */
static void name_first(const struct looking *k, struct lab_notice *n)
{
    n->has_code = k->fresh.any || has_more(k, LAB_TIMELINE, SEVERITY_FAILURE, &n->code);
    if (!k->fresh.any)
        return;
    n->code = k->fresh.code;
    n->entry = k->fresh.entry;
}

static void say_noticed(struct looking *k, struct lab_notice *n)
{
    uint64_t link06 = k->fresh.link06;
    struct buf *b = &k->text;

    if (n->has_code) {
        buf_addf(b, "%s", finding_code_name(n->code));
        if (n->entry > 0)
            buf_addf(b, " at entry %" PRIu64, n->entry);
        buf_addf(b, ": %s. ", finding_code_text(n->code));
        buf_adds(b, k->before->verdict.has_failure ? "Failures that were not there before, by code: "
                                                   : "Failures by code: ");
        add_codes(k, LAB_TIMELINE, SEVERITY_FAILURE);
        buf_adds(b, ". ");
    } else if (link06 > 0) {
        n->has_code = true;
        n->code = link06 > 1 ? FINDING_LINK : FINDING_GENESIS;
        n->entry = link06;
    }
    if (link06 > 1)
        buf_addf(b, "By revision -06 the link into entry %" PRIu64 " does not hold any more: its prev_digest is not the "
                    "SHA-256 of the bytes of entry %" PRIu64 ". So the timeline is not called historical.",
                 link06, link06 - 1);
    else if (link06 == 1)
        buf_adds(b, "By revision -06 its first prev_digest is not 64 zeros any more: it is not called historical.");
    else if (k->after->verdict.timeline == TIMELINE_HISTORICAL)
        buf_adds(b, "Every link of revision -06 holds, and they bind no metadata: the timeline is called "
                    "historical, and nothing of the current construction is said of it.");
    while (b->len > 0 && b->data[b->len - 1] == ' ')
        b->len--;
}

static bool same_end(const struct looking *k)
{
    return k->before->has_end && k->after->has_end && digest_equal(&k->before->end, &k->after->end);
}

/* *outside: no warning inside shows it either. */
static const char *why_unnoticed(const struct looking *k, bool *outside)
{
    const struct traits *t = &k->traits;
    bool other = t->removed || t->added || t->reordered || t->tool || t->content || !same_end(k);

    *outside = other;
    if (t->relinked && other && k->rewritten)
        return "Every link that broke was rewritten, and nothing inside tells that another digest stood there "
               "before.";
    if (!same_end(k))
        return "Nothing inside cites the digest of the last entry, so an end can be cut off and closed anew, or "
               "the last entry be replaced.";
    if (t->unbound)
        return "What was set is bound by no digest: no rule of the chain sees that it was changed.";
    return "These steps changed nothing that the rules look at.";
}

static void say_unnoticed(struct looking *k)
{
    const struct verdict *a = &k->after->verdict;
    enum finding_code warning;
    struct buf *b = &k->text;
    bool outside;

    if (a->timeline == TIMELINE_HISTORICAL && !k->traits.none) {
        buf_adds(b, "It was called historical before, and is so again: links of revision -06 bind the bytes alone, and "
                    "of the last entry nothing.");
        return;
    }
    if (a->timeline != TIMELINE_CONSISTENT) {
        buf_adds(b, k->traits.none ? "It fails as it is." : "It failed before, and these steps add no failure.");
        return;
    }
    if (a->entries == 1)
        buf_adds(b, "The one visible entry is numbered, linked and closed as the rules ask.");
    else
        buf_addf(b, "All %" PRIu64 " visible entries are numbered, linked and closed as the rules ask.", a->entries);
    if (k->traits.none)
        return;
    buf_addf(b, " %s", why_unnoticed(k, &outside));
    if (outside && !has_more(k, LAB_TIMELINE, SEVERITY_WARNING, &warning))
        buf_adds(b, " Only what is known from outside can show it.");
}

static void look_at_timeline(struct looking *k, struct lab_notice *n)
{
    const struct verdict *a = &k->after->verdict, *b = &k->before->verdict;
    enum finding_code first;

    if (has_more(k, LAB_TIMELINE, SEVERITY_FAILURE, &first) ||
        (a->timeline != b->timeline && a->timeline != TIMELINE_CONSISTENT)) {
        n->sight = LAB_NOTICED;
        name_first(k, n);
        say_noticed(k, n);
    } else {
        n->sight = k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
        say_unnoticed(k);
    }
    add_warnings(k, LAB_TIMELINE);
}

/* ---------------------------------------------------------------------------------------------------
 * Endpoint */

/* The end as it was, as somebody outside may have kept it: held against the steps, so that what is said of it is what
 * it gives. */
static int keep_end(struct looking *k, struct err *err)
{
    uint64_t entries = k->before->verdict.entries;
    struct str job = timeline_job(k->before->timeline);
    char text[DIGEST_HEX + 24], hex[DIGEST_HEX + 1];
    struct reference *r;

    if (!k->before->has_end)
        return 0;
    digest_hex(&k->before->end, hex);
    snprintf(text, sizeof text, "%s@%" PRIu64, hex, entries);
    r = reference_add_head(&k->kept, text, err);
    if (r == NULL)
        return -1;
    /* One that is longer is known in part alone. */
    if (job.data != NULL && job.len < LIMIT_SHOWN && str_set(&r->job_id, job.data, job.len) != 0)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    return references_check(&k->kept, k->after->timeline, (struct instant){0}, err);
}

static bool kept_differs(const struct looking *k, enum finding_code c)
{
    const struct finding_list *l = &k->kept.item[0].findings;

    for (size_t i = 0; i < l->count; i++)
        if (l->item[i].code == c)
            return true;
    return false;
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
    buf_adds(b, job ? ": not every entry here is of the job that it names." : ".");
}

/* What a reference to the end as it was would give. */
static void say_would(struct looking *k)
{
    uint64_t was = k->before->verdict.entries;
    struct buf *b = &k->text;

    if (k->after->verdict.timeline == TIMELINE_HISTORICAL) {
        buf_adds(b, "A commitment says nothing of a historical timeline.");
        return;
    }
    if (k->kept.count == 0) {
        buf_adds(b, "The end had no digest that could have been published.");
        return;
    }
    buf_adds(b, "A commitment of the end as it was, kept outside, ");
    switch (k->kept.item[0].result) {
    case REFERENCE_CONTRADICTED:
        buf_adds(b, "would ");
        say_contradicts(k);
        break;
    case REFERENCE_EARLIER:
        buf_addf(b, "would be that of an earlier end: the entry that it names is still entry %" PRIu64
                    ", and what stands behind that it does not know.", was);
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

static void say_given(struct looking *k)
{
    struct buf *b = &k->text;

    if (has_result(k->refs, REFERENCE_COUNT_AGREES))
        buf_addf(b, "A count of %" PRIu64 " was given and agrees: it bounds the length and fixes no content. ",
                 k->after->verdict.entries);
    else if (has_result(k->refs, REFERENCE_EARLIER))
        buf_adds(b, "What was given is of an earlier end, and confirms the entries up to there. ");
    else if (has_result(k->refs, REFERENCE_UNUSABLE))
        buf_adds(b, "What was given says nothing about this timeline. ");
    else if (k->before->embedded)
        buf_adds(b, "The commitment in the timeline's own file is not carried over into the copy, and no reference from "
                    "outside was given. ");
    else
        buf_adds(b, "No reference from outside was given. ");
    say_would(k);
}

/* The program's own mark is no difference. */
static void say_mark(struct looking *k)
{
    for (size_t i = 0; i < k->refs->count; i++) {
        if (k->refs->item[i].kind != REFERENCE_BASELINE)
            continue;
        buf_adds(&k->text, " " LAB_MARK " is left out where the earlier copy is compared.");
        return;
    }
}

static void judge_endpoint(struct looking *k, struct lab_notice *n)
{
    const struct verdict *a = &k->after->verdict, *b = &k->before->verdict;

    n->has_code = has_more(k, LAB_ENDPOINT, SEVERITY_FAILURE, &n->code);
    if (a->endpoint == ENDPOINT_CONTRADICTED && (n->has_code || b->endpoint != a->endpoint)) {
        n->sight = LAB_NOTICED;
        n->entry = a->entries;
        add_codes(k, LAB_ENDPOINT, SEVERITY_FAILURE);
        buf_addf(&k->text, ": %s. ", n->has_code ? finding_code_text(n->code) : "a reference contradicts");
        if (b->endpoint == ENDPOINT_CONTRADICTED)
            buf_adds(&k->text, "It was contradicted before; this is what is said now and was not. ");
        buf_adds(&k->text, "What the reference is worth depends on who keeps it.");
        return;
    }
    n->has_code = false;
    if (a->endpoint == ENDPOINT_MATCHES) {
        n->sight = k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
        buf_adds(&k->text, "The last entry is the one that the reference states. What stands before it, and what "
                           "never reached the recorder, a reference to the end does not judge.");
        return;
    }
    if (a->endpoint == ENDPOINT_CONTRADICTED) {
        n->sight = k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
        buf_adds(&k->text, k->traits.none ? "It is contradicted as it is."
                                          : "It was contradicted before, and these steps add nothing to that.");
        return;
    }
    n->sight = !has_result(k->refs, REFERENCE_COUNT_AGREES) ? LAB_NOT_ASSESSED
               : k->traits.none                             ? LAB_NOTHING_DONE
                                                            : LAB_NOT_NOTICED;
    say_given(k);
}

static void look_at_endpoint(struct looking *k, struct lab_notice *n)
{
    judge_endpoint(k, n);
    say_mark(k);
}

/* ---------------------------------------------------------------------------------------------------
 * Coverage and outcome */

static bool is_of_another_job(const struct looking *k)
{
    return k->kept.count > 0 && k->kept.item[0].result == REFERENCE_UNUSABLE;
}

static bool has_other_jobs(const struct looking *k)
{
    struct str job = timeline_job(k->before->timeline);

    return is_more(k, FINDING_JOB, LAB_TIMELINE, SEVERITY_FAILURE) ||
           (job.data != NULL && job.len < LIMIT_SHOWN && !timeline_job_is(k->after->timeline, &job));
}

/* Lists differ: one may name tools alone, or ids and output hashes too, ask for an order, or authorise what
 * it does not expect. */
static void say_list_would(struct looking *k)
{
    const struct traits *t = &k->traits;
    struct buf *b = &k->text;
    unsigned n = 0;

    if (k->after->verdict.timeline == TIMELINE_HISTORICAL) {
        buf_adds(b, "No list of expected actions is held against a historical timeline.");
        return;
    }
    buf_adds(b, "No list of expected actions was given.");
    if (t->none)
        return;
    buf_adds(b, " One that was frozen beforehand ");
    if (is_of_another_job(k)) {
        buf_adds(b, "for the job of entry 1 as it was says nothing of entries that are all of another.");
        return;
    }
    if (t->removed)
        buf_addf(b, "%swould miss what was taken out, if it expects it", n++ > 0 ? "; " : "");
    if (t->added)
        buf_addf(b, "%swould not have expected what was put in, unless it allows for it", n++ > 0 ? "; " : "");
    if (has_other_jobs(k))
        buf_addf(b, "%swould not have expected entries of another job, if it names the job", n++ > 0 ? "; " : "");
    if (t->tool)
        buf_addf(b, "%swould miss the tool that was changed, if it expects it, and not have expected the new one, unless it "
                 "allows for it", n++ > 0 ? "; " : "");
    if (t->content)
        buf_addf(b, "%swould notice the ids or bytes that were changed only if it names ids or output hashes",
                 n++ > 0 ? "; " : "");
    if (t->reordered)
        buf_addf(b, "%swould have another order, if it is strict about that and tells these entries apart", n++ > 0 ? "; " : "");
    if (n == 0)
        buf_adds(b, "would have nothing against it: no action came, went or changed its job, tool, id or bytes");
    else if (t->removed && t->added)
        buf_adds(b, "; a call that was put in stands for one of the same tool that was taken out, unless the list names "
                    "ids or output hashes, and these differ");
    if (t->time)
        buf_adds(b, "; by another created_at the list may not be shown to be frozen beforehand");
    buf_adds(b, ".");
}

static void look_at_coverage(struct looking *k, struct lab_notice *n)
{
    const struct verdict *a = &k->after->verdict;

    n->has_code = has_more(k, LAB_COVERAGE, SEVERITY_FAILURE, &n->code);
    if (a->coverage == COVERAGE_NOT_ASSESSED) {
        n->sight = LAB_NOT_ASSESSED;
        n->has_code = false;
        if (k->refs->expected == NULL)
            say_list_would(k);
        else
            buf_adds(&k->text, "The list that was given says nothing about this timeline.");
        return;
    }
    n->sight = n->has_code ? LAB_NOTICED : k->traits.none ? LAB_NOTHING_DONE : LAB_NOT_NOTICED;
    if (n->has_code) {
        add_codes(k, LAB_COVERAGE, SEVERITY_FAILURE);
        buf_addf(&k->text, ": %s.", finding_code_text(n->code));
        if (k->before->verdict.coverage == COVERAGE_DISCREPANT)
            buf_adds(&k->text, " It was discrepant before; this is what was not.");
    } else if (a->coverage == COVERAGE_RECONCILED) {
        buf_adds(&k->text, "The visible actions are those of the list. A list names actions: who says that they "
                           "happened, and calls that never reached the recorder, it does not judge.");
    } else {
        buf_adds(&k->text, k->traits.none ? "It is discrepant as it is."
                                          : "It was discrepant before, and these steps add nothing to that.");
    }
    add_warnings(k, LAB_COVERAGE);
}

static void look_at_outcome(struct looking *k, struct lab_notice *n)
{
    n->sight = LAB_NOT_ASSESSED;
    buf_adds(&k->text, "Whether an effect happened no timeline tells, altered or not: the system that owns the "
                       "effect must say.");
}

int lab_notice(const struct lab *l, const struct lab_view *before, const struct lab_view *after,
               const struct reference_set *refs, struct lab_notice out[LAB_JUDGEMENTS], struct err *err)
{
    static void (*const look[LAB_JUDGEMENTS])(struct looking *, struct lab_notice *) = {
        look_at_timeline, look_at_endpoint, look_at_coverage, look_at_outcome};
    struct looking k = {.before = before, .after = after, .refs = refs};
    int status;

    memset(out, 0, LAB_JUDGEMENTS * sizeof *out);
    if (traits_of(&k.traits, l) != 0)
        return err_set(err, ERR_MEMORY, "no memory to say who notices");
    fresh_of(&k.fresh, l, before, after);
    k.rewritten = k.traits.relinked && fresh_links(l, before->timeline, after->timeline);
    status = keep_end(&k, err);
    for (int j = 0; j < LAB_JUDGEMENTS && status == 0; j++) {
        buf_init(&k.text, 1 << 20);
        look[j](&k, &out[j]);
        if (k.text.failed || str_take(&out[j].text, &k.text) != 0) {
            buf_release(&k.text);
            status = err_set(err, ERR_MEMORY, "no memory to say who notices");
        }
    }
    reference_set_release(&k.kept);
    return status;
}

void lab_notice_release(struct lab_notice n[LAB_JUDGEMENTS])
{
    for (int j = 0; j < LAB_JUDGEMENTS; j++)
        str_release(&n[j].text);
}
