#include "report/document.h"

#include "base/text.h"
#include "report/document_impl.h"
#include "report/says.h"

#include <inttypes.h>
#include <string.h>

void document_count(struct doc *d, uint64_t n, const char *one, const char *many)
{
    doc_say(d, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

void document_words(struct doc *d, const char *name)
{
    struct buf words;

    buf_init(&words, LIMIT_MESSAGE);
    says_words(&words, name);
    doc_say(d, "%s", buf_cstr(&words));
    buf_release(&words);
}

void document_said(struct doc *d, struct buf *said)
{
    doc_sentence(d, buf_cstr(said), said->len);
    buf_clear(said);
}

void document_given(struct doc *d, const char *text)
{
    if (text == NULL)
        doc_say(d, "not stated");
    else
        doc_quote(d, text, strlen(text), TEXT_PROSE);
}

void document_standing(struct doc *d, enum standing s, const struct str *class_text)
{
    doc_say(d, "%s: ", says_standing(s));
    if (class_text->data == NULL) {
        doc_say(d, "no class that is a string");
    } else {
        doc_say(d, "class ");
        doc_quote(d, class_text->data, class_text->len, TEXT_WTF8);
    }
}

static bool has_entries(const struct report *r)
{
    return r->verdict.entries > 0;
}

static bool has_first(const struct report *r)
{
    return r->verdict.has_failure || r->verdict.has_signal;
}

static bool has_case(const struct report *r)
{
    return r->casefile != NULL;
}

const struct document_section document_sections[] = {
    {"examined", "What was examined", NULL},
    {"made", "By whom and when", NULL},
    {"judgements", "Judgements", NULL},
    {"map", "At a glance", has_entries},
    {"first", "What is first", has_first},
    {"findings", "Findings", NULL},
    {"entries", "Entries", NULL},
    {"provenance", "Provenance", NULL},
    {"references", "References", NULL},
    {"coverage", "Coverage", NULL},
    {"outcome", "Outcome", NULL},
    {"notes", "Notes", NULL},
    {"case", "Case file", has_case},
    {"reproduce", "How to reproduce", NULL},
    {"open", "What remains open", NULL},
    {NULL, NULL, NULL},
};

static int put(struct doc *d, struct err *err)
{
    document_title(d);
    document_summary(d);
    document_examined(d);
    document_made(d);
    document_judgements(d);
    document_map(d);
    if (document_first(d, err) != 0 || document_findings(d, err) != 0 ||
        document_entries(d, err) != 0)
        return -1;
    document_provenance(d);
    document_references(d);
    document_coverage(d);
    document_outcome(d);
    document_notes(d);
    document_case(d);
    if (document_reproduce(d, err) != 0)
        return -1;
    document_remaining(d);
    doc_end(d);
    return source_unchanged(timeline_source(d->report->timeline), err);
}

int document_write(struct out *out, const struct doc_form *form, void *own, unsigned flags, const struct report *r,
                   const struct report_request *request, struct err *err)
{
    struct doc d;
    int rc;

    doc_init(&d, out, form, r, request);
    d.own = own;
    d.flags = flags;
    rc = put(&d, err);
    doc_release(&d);
    return rc;
}
