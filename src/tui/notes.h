/* Notes and marks of entries: what the keys do with them, and the note that is being written. */
#ifndef AERSCOPE_TUI_NOTES_H
#define AERSCOPE_TUI_NOTES_H

#include "casefile/casefile.h"
#include "core/sweep.h"
#include "tui/drafts.h"
#include "tui/editor.h"
#include "tui/event.h"
#include "tui/keymap.h"

#include <stdbool.h>

struct state;

struct noting {
    bool open; /* keys go into the editor */
    struct editor editor;
    uint64_t entry; /* that it is about, or that is marked */
    bool has_digest;
    struct digest digest;
    enum mark mark;    /* wanted */
    bool edits;        /* note `note` gets another text */
    size_t note;       /* in the order of the case file */
    char of[40];       /* its time */
    uint64_t began;    /* editor.changes when it was opened, or last kept as a draft */
    bool failed;       /* the draft could not be written, which was said */
    bool touched;      /* something was typed */
};

void noting_release(struct noting *n);

/* ---- marks ---- */

void mark_action(struct state *s, enum action a);
/* The letter of the list: of its mark, 'n' for a note without one, ' ' for neither. */
char mark_sign(const struct state *s, uint64_t entry);

/* ---- writing a note ---- */

/* A note on the selected entry; goes on with a draft where there is one. */
void noting_write(struct state *s);
/* The text of a note that there is. */
void noting_edit(struct state *s, size_t note);
/* Goes on with a draft, which is of a note on any entry. */
void noting_resume(struct state *s, const struct draft *d);
void noting_key(struct state *s, uint32_t key);
void noting_paste(struct state *s, const struct buf *text);
/* True while what was typed is in no file yet. */
bool noting_unkept(const struct state *s);
/* True while the case file, which a draft is beside, is on its way to the disk for the first time. */
bool noting_waits(struct state *s);
/* Keeps it as a draft, after having waited for that. */
void noting_keep(struct state *s);
/* Asks, and takes the note away; the history keeps that there was one. */
void note_delete(struct state *s, size_t note);

/* ---- search and filter ---- */

/* What they ask of marks and notes; good while the state is. */
void noted_init(struct state *s);
/* What is noted of the entry changed; 0: of any. */
void noted_changed(struct state *s, uint64_t entry);
/* Notes found entries that they are about. */
void noted_found(struct state *s);

#endif
