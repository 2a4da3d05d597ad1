/* Notes that were begun and not finished, kept in a file beside the case file, so that neither a crash
 * nor a lost terminal takes what was typed. */
#ifndef AERSCOPE_TUI_DRAFTS_H
#define AERSCOPE_TUI_DRAFTS_H

#include "base/buf.h"
#include "base/err.h"
#include "core/digest.h"

#include <stdbool.h>
#include <stdint.h>

struct state;

enum { DRAFT_OF = 40, DRAFTS_MAX = 64 };

struct draft {
    uint64_t entry;
    bool has_digest;
    struct digest digest; /* of the entry */
    char of[DRAFT_OF];    /* time of the note that it is to replace the text of; "" for a new one */
    struct str text;      /* UTF-8 */
    bool stored; /* it became a note, which is not in the case file's file yet: it is kept until then, and not shown */
};

struct drafts {
    struct draft item[DRAFTS_MAX];
    size_t count;
    char *path; /* NULL: there is no place for them */
    bool there; /* the file is there and is ours */
    bool unwritten; /* the file is not what is here */
};

void drafts_release(struct drafts *d);
/* Those of a file; 0 also where there is none, -1 when it cannot be taken for one: then it is left alone
 * and nothing is kept. */
int drafts_read(struct drafts *d, const char *path, struct err *err);
/* Writes the file anew, 0600, or takes it away when there is none left. 0 or -1. */
int drafts_write(struct drafts *d, struct err *err);
/* The one for the same note of the same entry, whatever its text; NULL when there is none. */
const struct draft *drafts_find(const struct drafts *d, const struct draft *like);
/* Puts in a copy of the text, in the place of the one for the same note. 0 or -1. */
int drafts_put(struct drafts *d, const struct draft *draft, struct err *err);
void drafts_drop(struct drafts *d, const struct draft *like);
/* It became a note. */
void drafts_stored(struct drafts *d, const struct draft *like);
/* Drops those that became notes, which are written now. True when there were any. */
bool drafts_drop_stored(struct drafts *d);

/* For the case file that was opened: says what it found. */
void drafts_begin(struct state *s);
/* The entry of this timeline that it was begun on: one of that number and that digest; 0: none. */
uint64_t drafts_entry(const struct state *s, const struct draft *d);
/* The case file goes on at another path. */
void drafts_move(struct state *s);
/* The one being typed is kept too. */
void drafts_end(struct state *s);

#endif
