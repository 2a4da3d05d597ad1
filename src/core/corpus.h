/* Conformance corpora: vectors of timelines with the verdict expected of a verifier. */
#ifndef AERSCOPE_CORE_CORPUS_H
#define AERSCOPE_CORE_CORPUS_H

#include "base/buf.h"
#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Text members are WTF-8, data NULL when absent. Byte ranges belong to the corpus. */
struct vector {
    struct str name, description, expected_verdict;
    bool has_first_failure;
    uint64_t failure_entry;
    struct str failure_check;
    const char *timeline; /* the JSON bytes of the timeline as they stand */
    size_t timeline_len;
    uint64_t timeline_offset; /* of those bytes in the corpus */
    const char *commitment;   /* NULL: none */
    size_t commitment_len;
};

struct corpus;
/* NULL on error: unreadable (ERR_OPEN, ERR_IO), or no corpus (ERR_FORM). */
struct corpus *corpus_open(const char *path, struct err *err);
void corpus_free(struct corpus *c);
size_t corpus_count(const struct corpus *c);
const struct vector *corpus_vector(const struct corpus *c, size_t i);
bool corpus_is_06(const struct corpus *c); /* its top-level `construction` or `spec` is of -06 */

#endif
