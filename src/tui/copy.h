/* What is copied: chosen and named here, written to the terminal by its own layer. */
#ifndef AERSCOPE_TUI_COPY_H
#define AERSCOPE_TUI_COPY_H

#include "base/buf.h"
#include "tui/keymap.h"

struct state;
struct comparison;
struct side;

/* Terminals take some 75,000 characters of base64. */
enum { COPY_MAX = 54 * 1024 };

enum copy_way {
    COPY_RECORDS, /* there is no terminal: what would have been copied is kept */
    COPY_REFUSES, /* this terminal takes no OSC 52 */
    COPY_SENDS
};

struct copying {
    enum copy_way way;
    bool due;        /* `text` is to be written to the terminal */
    bool escaped;    /* `text` is as it is shown; else it is raw */
    uint64_t entry;  /* that it is of; 0: none, or of the file */
    struct buf what; /* "stored prev_digest of entry 5", as shown */
    struct buf text;
};

void copying_init(struct copying *c);
void copying_release(struct copying *c);
/* One of the copy actions. */
void copy_action(struct state *s, enum action a);
/* "stored prev_digest of entry 5", "recomputed digest of entry 4". */
void copy_side_name(const struct comparison *c, bool stored, struct buf *out);

#endif
