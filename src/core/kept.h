/* What the examination found out about entries that are too large to be read again for every look at them:
 * kept, so that showing one costs what is shown. */
#ifndef AERSCOPE_CORE_KEPT_H
#define AERSCOPE_CORE_KEPT_H

#include "core/facts.h"

struct kept {
    uint64_t entry;
    struct facts facts;
    /* The first of its members that the checks do not use; facts.entry.extras counts all. */
    size_t extras;
    struct kept_extra {
        struct value name, value;
    } extra[ENTRY_EXTRAS];
};

/* Reads an entry as facts_read() does and notes its members too. */
int kept_read(struct kept *k, const struct extent *x, unsigned depth, struct bench *b, struct err *err);

/* At most KEPT_MAX of them; where there are more, the smaller ones go. Zero-initialise. */
enum { KEPT_MAX = 1024 };
struct keep {
    struct kept **item; /* by entry */
    size_t count;
    uint64_t least; /* bytes of an entry */
};
/* Entries come in file order. Takes over `k`. */
void keep_add(struct keep *keep, struct kept *k);
const struct kept *keep_find(const struct keep *keep, uint64_t entry); /* NULL: not kept */
void keep_release(struct keep *keep);

#endif
