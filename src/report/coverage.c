#include "report/coverage.h"

#include "base/text.h"
#include "report/says.h"
#include "report/text_parts.h"

#include <inttypes.h>
#include <string.h>

enum { FEW = 5 };

/* -------------------------------------------------------------------------------------------------
 * JSON */

static void json_frozen(struct json *j, enum frozen f)
{
    if (f == FROZEN_NOT_COMPARED)
        json_null(j, "frozen_beforehand");
    else
        json_bool(j, "frozen_beforehand", f == FROZEN_BEFOREHAND);
}

static void json_digest(struct json *j, const char *name, bool known, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    if (known)
        digest_hex(d, hex);
    json_text(j, name, known ? hex : NULL);
}

static void json_list(struct json *j, const struct expected *e)
{
    struct expected_about a = expected_about(e);

    json_object(j, "list");
    json_text(j, "kind", a.receipt ? "workflow" : a.malformed ? NULL : "expected");
    json_text(j, "path", a.path);
    json_digest(j, "sha256", a.has_sha256, &a.sha256);
    json_bool(j, "usable", a.usable);
    json_str(j, "job_id", &a.job_id);
    json_str(j, "source", &a.source);
    json_str(j, "frozen_at", &a.frozen_at);
    json_frozen(j, a.frozen);
    json_text(j, "order", a.malformed ? NULL : a.strict ? "strict" : "any");
    if (a.malformed)
        json_null(j, "actions");
    else
        json_uint(j, "actions", a.actions);
    json_digest(j, "merkle_root", a.has_root, &a.root);
    json_end(j);
}

void json_coverage(struct json *j, const struct report *r)
{
    const struct verdict *v = &r->verdict;
    const struct coverage *c = &v->counts;

    json_object(j, "coverage");
    json_text(j, "result", coverage_result_name(v->coverage));
    json_uint(j, "expected", c->expected);
    json_uint(j, "matched", c->matched);
    json_uint(j, "missing", c->missing);
    json_uint(j, "unexpected", c->unexpected);
    json_uint(j, "forbidden", c->forbidden);
    json_uint(j, "authorised", c->authorised);
    json_uint(j, "out_of_order", c->out_of_order);
    json_text(j, "does_not_show", verdict_coverage_limits(v));
    if (r->refs->expected != NULL)
        json_list(j, r->refs->expected);
    else
        json_null(j, "list");
    json_end(j);
}

/* -------------------------------------------------------------------------------------------------
 * Text */

static void put_open(struct sheet *p, const struct report *r)
{
    sheet_say(p, "%s", says_coverage_open(r));
    sheet_field(p, "found");
}

static void put_counts(struct sheet *p, const struct coverage *c)
{
    sheet_say(p, "%" PRIu64 " expected: %" PRIu64 " matched, %" PRIu64 " missing", c->expected,
              c->matched, c->missing);
    if (c->out_of_order > 0)
        sheet_say(p, "; %" PRIu64 " of those matched out of order", c->out_of_order);
    sheet_field(p, "actions");
    sheet_say(p,
              "%" PRIu64 " matched, %" PRIu64 " authorised, %" PRIu64 " unexpected, %" PRIu64
              " forbidden",
              c->matched, c->authorised, c->unexpected, c->forbidden);
    sheet_field(p, "entries");
}

/* Of a list that could not be used nothing is said but which file it was. */
static void put_unusable(struct sheet *p, const struct expected_about *a)
{
    if (a->path != NULL)
        sheet_quote(p, a->path, strlen(a->path), 0);
    else
        sheet_say(p, "the list that was given");
    sheet_field(p, "unusable");
    if (a->has_sha256)
        text_digest(p, "its sha256", &a->sha256);
}

static void put_list(struct sheet *p, const struct expected_about *a)
{
    sheet_say(p, a->receipt ? "workflow receipt " : "expected actions ");
    if (a->path != NULL)
        sheet_quote(p, a->path, strlen(a->path), 0);
    sheet_say(p, ", ");
    text_count(p, a->actions, a->receipt ? "step" : "action", a->receipt ? "steps" : "actions");
    sheet_say(p, a->strict ? ", in their order" : ", in any order");
    sheet_field(p, "list");
    if (a->has_sha256)
        text_digest(p, "its sha256", &a->sha256);
    if (a->has_meant && a->has_sha256 && !digest_equal(&a->meant, &a->sha256)) {
        text_digest(p, "recorded", &a->meant);
        sheet_say(p, "in the case file: the list at its place is another one than was recorded there");
        sheet_field(p, "");
    }
    if (a->source.data != NULL)
        sheet_quote(p, a->source.data, a->source.len, TEXT_WTF8);
    else
        sheet_say(p, "not stated");
    sheet_field(p, "source");
}

static void put_frozen(struct sheet *p, const struct expected_about *a)
{
    if (a->frozen_at.data != NULL)
        sheet_quote(p, a->frozen_at.data, a->frozen_at.len, TEXT_WTF8);
    else
        sheet_say(p, "not stated");
    if (a->frozen == FROZEN_BEFOREHAND)
        sheet_say(p, ", as the list states: not after the first created_at, which no digest binds");
    else if (a->frozen == FROZEN_NOT_BEFOREHAND)
        sheet_say(p, ": that it was frozen beforehand is not shown");
    sheet_field(p, "frozen at");
}

static void put_root(struct sheet *p, const struct expected_about *a)
{
    if (!a->has_root)
        return;
    text_digest(p, "merkle root", &a->root);
    sheet_say(p, a->root_differs ? "recomputed; the stored one differs"
                                 : "recomputed; the stored one is the same");
    sheet_field(p, "");
}

/* A row an entry, its class and standing in it. */
static void put_discrepancy(struct sheet *p, const struct finding *f, const char *label)
{
    if (f->entry > 0)
        sheet_say(p, "entry %" PRIu64 ", ", f->entry);
    sheet_say(p, "%s", finding_code_name(f->code));
    if (f->entry > 0) {
        sheet_say(p, ", ");
        if (f->stored.data != NULL)
            sheet_quote(p, f->stored.data, f->stored.len, TEXT_WTF8);
        sheet_say(p, " (");
        if (f->provenance_class.data != NULL) {
            sheet_quote(p, f->provenance_class.data, f->provenance_class.len, TEXT_WTF8);
            sheet_say(p, ", ");
        }
        text_standing(p, f->standing);
        sheet_say(p, ")");
    }
    sheet_say(p, ": ");
    if (f->message.data != NULL)
        sheet_safe(p, f->message.data, f->message.len);
    sheet_field(p, label);
}

static uint64_t discrepancies(const struct verdict *v)
{
    uint64_t n = 0;

    for (int c = FINDING_EXPECT_MISSING; c <= FINDING_EXPECT_MERKLE_ROOT; c++)
        n += v->totals[c];
    return n;
}

/* The first of either side: about the list, and about entries. */
static int put_first(struct sheet *p, const struct report *r, struct err *err)
{
    const struct expected *e = r->refs->expected;
    struct finding f;
    uint64_t shown = 0, entry = 0;

    for (uint64_t i = 0; i < expected_list_findings(e) && shown < FEW; i++) {
        if (finding_severity(expected_list_code(e, i)) != SEVERITY_FAILURE)
            continue;
        if (expected_list_finding(e, i, &f) != 0)
            return err_set(err, ERR_MEMORY, "no memory for findings");
        put_discrepancy(p, &f, shown++ > 0 ? "" : f.code == FINDING_EXPECT_FORM ? "because" : "differs");
        finding_release(&f);
    }
    for (uint64_t n = 0; n < FEW && (entry = expected_seek(e, entry + 1, 1, FINDING_COUNT)) > 0;
         n++) {
        struct finding_list one = {NULL, 0, 0};

        if (expected_entry_findings(e, r->timeline, entry, &one, err) != 0)
            return -1;
        put_discrepancy(p, &one.item[0], shown++ == 0 ? "differs" : "");
        finding_list_release(&one);
    }
    if (shown < discrepancies(&r->verdict)) {
        sheet_say(p, "%" PRIu64 " more, among the findings", discrepancies(&r->verdict) - shown);
        sheet_field(p, "");
    }
    return 0;
}

int text_coverage(struct sheet *p, const struct report *r, struct err *err)
{
    struct expected_about a;

    if (r->refs->expected == NULL) {
        put_open(p, r);
        return 0;
    }
    a = expected_about(r->refs->expected);
    if (r->verdict.counts.assessed)
        put_counts(p, &r->verdict.counts);
    else
        put_open(p, r);
    if (a.malformed) {
        put_unusable(p, &a);
    } else {
        put_list(p, &a);
        put_frozen(p, &a);
        put_root(p, &a);
    }
    return put_first(p, r, err);
}
