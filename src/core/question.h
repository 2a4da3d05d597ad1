/* Inside of a question: what a sweep asks of it. */
#ifndef AERSCOPE_CORE_QUESTION_H
#define AERSCOPE_CORE_QUESTION_H

#include "core/sweep.h"
#include "core/timeline_impl.h"

/* An entry as a question sees it. */
struct asked {
    struct timeline *t;
    uint64_t entry;
    uint32_t mask;
    struct digest digest; /* recomputed, where mask has MARK_HAS_DIGEST */
    enum standing standing;
};

/* Where a slice of the input can be looked through before its entries are read. */
struct asked_bytes {
    const unsigned char *bytes;
    size_t len;
};

struct question {
    /* 1 yes, 0 no, -1 error; reads the entry where it must. */
    int (*ask)(struct question *q, const struct asked *a, struct err *err);
    /* False when these bytes of the entry cannot give a yes, so that it need not be read; NULL: reads. */
    bool (*worth)(const struct question *q, const struct asked *a, struct asked_bytes raw);
    void (*free)(struct question *q);
    const struct sweep_notes *notes; /* NULL: none */
};

/* A text that is shown of an entry, or a part of a long one: what is at its end is at the beginning of the next
 * part as well, 256 KiB of it. */
struct text_part {
    enum member member; /* MEMBER_COUNT for names and values that the checks do not use */
    bool later, more;   /* the text did not begin with this part; it goes on behind it */
};

/* Calls `visit` with each text that is shown of the entry, escaped and NUL-terminated. Stops when it returns 1. */
typedef int text_visit(void *arg, struct text_part part, const char *text, size_t len);
int entry_texts(struct timeline *t, uint64_t entry, bool payload, text_visit *visit, void *arg,
                struct err *err);

#endif
