/* A commitment held against one timeline. It matches only where cJSON, reading it too, finds the four things said
 * that make it match; what is said of its form is text; and what was checked twice gives the same. */
#include "fuzz.h"

#include "core/reference.h"
#include "core/verdict.h"

#include "known.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static const char *text_of(const cJSON *o, const char *name)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsString(v) ? v->valuestring : "";
}

static void hold_match(const uint8_t *data, size_t size, const struct reference *r)
{
    size_t mark = size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    cJSON *o = cJSON_ParseWithLength((const char *)data + mark, size - mark);
    const cJSON *count = cJSON_GetObjectItemCaseSensitive(o, "entry_count");
    const char *why;
    struct instant ignored;

    HOLDS(r->readable && r->findings.count <= 8);
    /* Strings with an unpaired surrogate make cJSON refuse the whole. */
    if (o) {
        HOLDS(strcmp(text_of(o, "job_id"), KNOWN_JOB) == 0);
        HOLDS(strcmp(text_of(o, "final_entry_digest"), known_head()) == 0);
        HOLDS(cJSON_IsNumber(count) && count->valuedouble == KNOWN_ENTRIES);
        const char *at = text_of(o, "published_at");
        HOLDS(rfc3339_parse(at, strlen(at), &ignored, &why) == 0);
    }
    cJSON_Delete(o);
}

static void hold_findings(const struct reference *r)
{
    bool failed = false;

    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.item[i];

        failed = failed || finding_severity(f->code) == SEVERITY_FAILURE;
        if (f->message.data)
            fuzz_holds_text(f->message.data, f->message.len);
    }
    HOLDS(r->result != REFERENCE_MATCHES || !failed);
    HOLDS(r->result != REFERENCE_CONTRADICTED || failed);
    HOLDS(r->readable || r->result == REFERENCE_UNUSABLE);
    HOLDS(r->result != REFERENCE_UNCHECKED);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_exam *e = known_exam();
    struct reference_set set = {0};
    struct instant now = {.seconds = INT64_C(1790000000)};
    struct err err = {0};
    struct verdict v;
    enum reference_result result;
    char *text;

    HOLDS(reference_add_bytes(&set, "fuzzed", data, size, &err) != NULL);
    HOLDS(references_check(&set, e->t, now, &err) == 0);
    HOLDS(set.count == 1);
    hold_findings(&set.item[0]);
    result = set.item[0].result;
    if (result == REFERENCE_MATCHES)
        hold_match(data, size, &set.item[0]);
    HOLDS(verdict_make(&v, e->t, &set, &err) == 0);
    HOLDS(!v.witnessed);
    HOLDS((v.endpoint == ENDPOINT_MATCHES) == (result == REFERENCE_MATCHES));
    HOLDS((v.endpoint == ENDPOINT_CONTRADICTED) == (result == REFERENCE_CONTRADICTED));
    HOLDS(references_check(&set, e->t, now, &err) == 0 && set.item[0].result == result);
    /* The same bytes behind --head and --count. */
    if (size < 400 && (text = strndup((const char *)data, size)) != NULL) {
        reference_add_head(&set, text, &err);
        reference_add_count(&set, text, &err);
        HOLDS(references_check(&set, e->t, now, &err) == 0);
        free(text);
    }
    reference_set_release(&set);
    return 0;
}
