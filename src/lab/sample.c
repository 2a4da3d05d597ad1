/* The timeline that the tour brings along: a job in which an agent refunds a part of an order. */
#include "base/base64.h"
#include "lab/tour.h"

#include <stdlib.h>
#include <string.h>

struct sample_entry {
    const char *id, *tool, *class, *payload;
};

static const struct sample_entry sample[] = {
    {"3f0c5e1a-6d1b-4f0e-8a57-0b6f2f6f7a01", "ticket.read", "EXECUTED BY DESKHOST",
     "{\"ticket\":\"T-2207\",\"asks\":\"refund\",\"order\":\"K-5518\"}"},
    {"8c2b9d44-52f3-47ab-9a60-51a3c7c0de02", "orders.get", "OBSERVED VIA GATEWAY",
     "{\"order\":\"K-5518\",\"paid\":\"84.00\",\"currency\":\"EUR\"}"},
    {"b7a1e07c-0f4d-4e26-b0f5-7d9d5a1c3303", "plan.write", "LOGGED BY AGENT",
     "{\"decision\":\"refund in part\",\"order\":\"K-5518\"}"},
    {"5d9f3a20-7c8e-4b11-a3d2-2e6c4f8b1904", "refund.quote", "EXECUTED BY DESKHOST",
     "{\"order\":\"K-5518\",\"amount\":\"42.00\",\"currency\":\"EUR\"}"},
    {"e16d8b73-94a5-4c3d-8f08-c4b7a90d5505", "approval.note", "LOGGED BY AGENT",
     "{\"approved_by\":\"shift lead\",\"amount\":\"42.00\"}"},
    {"27c4f5d9-3b60-4d97-9e1b-6f0a8d2c7b06", "refund.send", "OBSERVED VIA GATEWAY",
     "{\"order\":\"K-5518\",\"amount\":\"42.00\",\"status\":202}"},
    {"94e0a6b8-1d72-4a5f-bb3c-d58e7f1a4c07", "mail.send", "EXECUTED BY DESKHOST",
     "{\"to\":\"customer of T-2207\",\"subject\":\"Your refund\"}"},
    {"c05b7e3d-8f19-4260-a7d4-19f3b6e8d208", "job.end", "LOGGED BY AGENT",
     "{\"job\":\"refund-2207\",\"steps\":8,\"summary\":\"refunded 42.00 EUR\"}"},
};

enum { ENTRIES = sizeof sample / sizeof *sample };

static void add_member(struct buf *b, const char *name, const char *value)
{
    buf_addf(b, ",\n  \"%s\": ", name);
    lab_quote_json(b, value, strlen(value));
}

/* An entry without its place in the chain, which the repairs give it. */
static void add_entry(struct buf *b, const struct sample_entry *e)
{
    size_t len = strlen(e->payload);
    char base64[512];

    base64_encode(base64, e->payload, len);
    buf_addf(b, " {\n  \"seq\": 0");
    add_member(b, "job_id", "refund-2207");
    add_member(b, "id", e->id);
    add_member(b, "tool", e->tool);
    add_member(b, "provenance_class", e->class);
    add_member(b, "canonical_bytes", base64);
    add_member(b, "prev_digest", "");
    buf_addf(b, "\n }");
}

static struct source *repair(struct source *raw, struct err *err)
{
    static const enum lab_kind repairs[] = {LAB_RENUMBER, LAB_RECLOSE, LAB_RELINK};
    struct timeline_options how = {.construction = CONSTRUCTION_07, .jobs = 1};
    struct lab_options options = {.jobs = 1, .unmarked = true};
    struct timeline *t = timeline_new(raw, &how, err);
    struct source *made = NULL;
    struct lab_applied applied;
    struct lab *l = NULL;
    int status = -1;

    if (t != NULL && timeline_start(t, err) == 0 && timeline_wait(t, err) == 0) {
        l = lab_new(t, &options, err);
        status = l != NULL ? 0 : -1;
    }
    for (size_t i = 0; i < sizeof repairs / sizeof *repairs && status == 0; i++)
        status = lab_add_text(l, repairs[i], NULL, err);
    if (status == 0)
        made = lab_apply(l, "the timeline of the tour", &applied, err);
    lab_free(l);
    timeline_free(t);
    return made;
}

struct source *lab_sample(struct err *err)
{
    struct source *raw, *made = NULL;
    struct buf b;

    buf_init(&b, 64 * 1024);
    buf_adds(&b, "[\n");
    for (size_t i = 0; i < ENTRIES; i++) {
        add_entry(&b, &sample[i]);
        buf_adds(&b, i + 1 < ENTRIES ? ",\n" : "\n]\n");
    }
    if (b.failed) {
        err_set(err, ERR_MEMORY, "no memory for the timeline of the tour");
        buf_release(&b);
        return NULL;
    }
    raw = source_from_memory("the timeline of the tour", b.data, b.len, err);
    buf_release(&b);
    if (raw != NULL)
        made = repair(raw, err);
    source_free(raw);
    return made;
}
