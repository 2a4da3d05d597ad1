#include "report/document.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

static void document_words(struct doc *d, const char *name)
{
    for (; *name != '\0'; name++)
        doc_say(d, "%c", *name == '_' ? ' ' : *name);
}

static void put_summary(struct doc *d)
{
    const struct verdict *v = &d->report->verdict;

    doc_say(d, "Four judgements, none of which stands for another. The timeline is ");
    doc_stress(d, "%s", timeline_result_name(v->timeline));
    doc_say(d, ". The endpoint: ");
    document_words(d, endpoint_result_name(v->endpoint));
    doc_say(d, ". Coverage: ");
    document_words(d, coverage_result_name(v->coverage));
    doc_say(d, ". Outcome: ");
    document_words(d, outcome_result_name(v->outcome));
    doc_say(d, ".");
    doc_paragraph(d);
}

int document_put(struct doc *d, struct err *err)
{
    (void)err;
    doc_say(d, "Report on a timeline");
    doc_begin(d);
    put_summary(d);
    doc_end(d);
    return 0;
}
