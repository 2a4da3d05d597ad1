/* Pass 2: a chunk of entries, read, digested and judged without looking beyond it. */
#ifndef AERSCOPE_CORE_CHUNK_H
#define AERSCOPE_CORE_CHUNK_H

#include "core/pipeline.h"
#include "core/reader.h"

enum { CHUNK_ENTRIES = 1024 };

/* Room for CHUNK_ENTRIES spans; NULL without memory. */
struct chunk *chunk_new(void);
void chunk_free(struct chunk *c);

struct chunk_rules {
    struct source *source;
    enum layout layout;
    unsigned depth;
    bool by06;
};
/* Fills the results. Damage is kept in the chunk; -1: it could not be read. */
int chunk_read(struct chunk *c, const struct chunk_rules *rules, struct bench *b, struct err *err);
void chunk_drop_results(struct chunk *c);

#endif
