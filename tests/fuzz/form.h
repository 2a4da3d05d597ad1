/* Whether a document is what it has to be for who opens it: written without a look at how it was made. */
#ifndef AERSCOPE_TESTS_FUZZ_FORM_H
#define AERSCOPE_TESTS_FUZZ_FORM_H

#include "fuzz.h"

/* The strict reader and cJSON both take it. */
void form_json(const char *bytes, size_t len);
/* Each line is such a document. */
void form_ndjson(const char *bytes, size_t len);
/* Elements and attributes of a short list, closed in the order in which they were opened; no "<" besides, no address
 * but one within the document, nothing that runs. */
void form_html(const char *bytes, size_t len);
/* Outside code spans and blocks no HTML, no link, no image; every span is ended. */
void form_md(const char *bytes, size_t len);
/* RFC 4180 with LF; all rows as wide as the first; no cell that a spreadsheet takes for a formula. */
void form_csv(const char *bytes, size_t len);

#endif
