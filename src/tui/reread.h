/* References and the list of expected actions read again with the timeline: what is stated of them
 * stays, and what became of their bytes is said. */
#ifndef AERSCOPE_TUI_REREAD_H
#define AERSCOPE_TUI_REREAD_H

#include "base/buf.h"
#include "core/digest.h"

#include <stdbool.h>
#include <stddef.h>

struct state;

struct rereading {
    size_t files, kept; /* read again; not read, because they cannot be read twice */
    bool list;          /* there was a list, of these bytes */
    bool list_has_sha256;
    struct digest list_sha256;
};

/* Reads all again. Where there is no memory for one it stays what it was. */
void reread_all(struct state *s);
/* Whether that goes for all earlier copies. */
bool reread_can_copies(const struct state *s);
/* How many have other bytes than before, or none that can be read. */
size_t reread_changed(const struct state *s);
/* "head.json SHA-256 3237aa9b.. before, 98aaef01.. now (and 2 more)", of the first that changed. */
void reread_words(const struct state *s, struct buf *out);
/* The same of the list alone; nothing where it is the same. */
void reread_list_words(const struct state *s, struct buf *out);

#endif
