/* What the inspector knows and where it stands. Actions change it and never draw; views draw it and
 * never change it, but for what state_prepare() has them load and correct beforehand. */
#ifndef AERSCOPE_TUI_STATE_H
#define AERSCOPE_TUI_STATE_H

#include "core/reference.h"
#include "core/timeline.h"
#include "core/verdict.h"
#include "report/reproduce.h"
#include "tui/attach.h"
#include "tui/board.h"
#include "tui/casing.h"
#include "tui/checking.h"
#include "tui/copies.h"
#include "tui/copy.h"
#include "tui/covering.h"
#include "tui/detail.h"
#include "tui/drafts.h"
#include "tui/explaining.h"
#include "tui/export.h"
#include "tui/filter.h"
#include "tui/findings.h"
#include "tui/history.h"
#include "tui/jobs.h"
#include "tui/keymap.h"
#include "tui/lab.h"
#include "tui/line.h"
#include "tui/map.h"
#include "tui/notes.h"
#include "tui/notes_list.h"
#include "tui/page.h"
#include "tui/reload.h"
#include "tui/reread.h"
#include "tui/rows.h"
#include "tui/screen.h"
#include "tui/search.h"
#include "tui/statements.h"
#include "tui/tally.h"
#include "tui/times.h"
#include "tui/trace.h"

struct view;
struct prompt;

enum panes { PANES_AUTO, PANES_STACKED, PANES_LIST, PANES_COUNT };

enum { VIEW_DEPTH = 8, JUMPS = 64 };

/* Where a scrolled view stands. `page` is its height, kept for the actions. */
struct scroll {
    size_t top;
    size_t last_top;
    int page;
};

/* The first row of the list as the user left it, and as it was last drawn. */
struct list_place {
    uint64_t wanted, top, selected;
};

struct jumps {
    uint64_t entry[JUMPS];
    size_t count, at; /* entry[at] is where we are when at < count */
};

/* Members that go with every timeline that is looked at, copied as one by state_choices(). */
#define STATE_CHOICES                                                                          \
    unsigned flags; /* of text_escape(): TEXT_ASCII where the locale wants it */               \
    bool unicode_frames;                                                                       \
    bool plain; /* no frames, and each movement says where it came to */                       \
    bool mouse; /* reports of it are wanted */                                                 \
    enum panes panes;                                                                          \
    enum bytes_mode bytes;

/* Members that outlive a timeline which is read again, moved as one by state_keep(). */
#define STATE_KEPT                                                                             \
    struct str title, title_short; /* escaped path and its last part */                        \
    struct laboratory *lab;        /* NULL: there is none */                                   \
    struct grid grid;                                                                          \
    struct history commands, paths, statements, searches, filters; /* typed before */          \
    bool by_regex, in_bytes; /* as the next search will be */                                  \
    struct casing casing;                                                                      \
    struct drafts drafts;                                                                      \
    uint64_t said; /* how often something was said */

struct state_choices {
    STATE_CHOICES
};

struct state_kept {
    STATE_KEPT
};

struct state {
    struct timeline *timeline;
    struct reference_set *refs;
    struct instant now;
    union {
        struct {
            STATE_CHOICES
        };
        struct state_choices choices;
    };
    union {
        struct {
            STATE_KEPT
        };
        struct state_kept kept;
    };
    bool training; /* this is a copy made in the lab, and no evidence */

    struct progress progress;
    struct verdict verdict;
    bool referenced;      /* the references were checked */
    bool changed;         /* the file is no more what was read */
    struct err failure;   /* why it was not examined to its end */
    struct tally failing; /* entries with a failure */
    uint32_t failures, warnings;

    uint64_t selected; /* 0 while there is no entry */
    bool moved;        /* the user went somewhere */
    bool opened;       /* the opening position was taken */
    struct rows rows;
    struct detail detail;
    struct entry_times times;
    struct reproduce reproduce;
    struct explaining explaining;
    struct comparing comparing;
    struct findings findings;
    struct attaching attaching;
    struct checking checking;
    struct board board;
    struct covering covering;
    struct copying copying;
    struct jumps jumps;
    struct searching search;
    struct filtering filter;
    struct trace trace;
    struct map map;
    struct exporting exporting;
    struct stating stating;
    struct noting noting;
    struct notes_list notes_list;
    struct sweep_notes noted; /* what a search and a filter ask */

    const struct view *view[VIEW_DEPTH];
    size_t depth;

    uint64_t list_top; /* first row, as a number among the entries shown; 0: to be chosen */
    struct list_place list_place;
    int list_rows;     /* entries that fit */
    size_t list_across;
    bool detail_focus;
    struct scroll detail_scroll;
    struct page detail_page;
    size_t comparison;
    bool cut_lines;            /* long lines of the bytes are cut, not wrapped */
    size_t detail_across;      /* cells that they slide by */
    bool keep_bytes;           /* the next page begins with the text that the last began with: */
    size_t bytes_kept;         /* so many bytes behind the beginning of the text */
    struct scroll text_scroll; /* of the view on top, when it is a page of text */
    struct page text_page;
    struct typed help_sought;
    size_t help_line; /* that it was found in */

    struct keys keys;
    struct typed prompt;
    bool prompting;
    bool prompt_proposed; /* what stands in it was put there, and what is typed takes its place */
    const struct prompt *prompt_kind; /* while prompting */
    struct buf prompt_note;           /* above it: why what was typed is refused, or names */
    bool prompt_refused;
    struct buf message;
    enum style message_style;
    bool message_so_far; /* it goes when all is examined and looked at */
    bool leaving, suspending, redrawing;
    uint64_t announced; /* the entry that was said last */
    struct str row_said; /* of a view that is no list of entries, the row that was */
    size_t announced_len; /* bytes of the message that say it */
    struct reloading reload;
    struct jobs jobs;
    struct rereading rereading;
};

void state_init(struct state *s, struct timeline *t, struct reference_set *refs,
                struct instant now);
/* The timeline's name as it is to be shown, unescaped. */
void state_set_title(struct state *s, const char *path);
void state_release(struct state *s);
/* Takes in what the examination has done since. */
void state_refresh(struct state *s);
/* True when a search, a filter, a trace or the map has entries to ask; state_work() asks some of them. */
bool state_busy(const struct state *s);
void state_work(struct state *s);
/* Checks the references anew, behind the screen where it takes long; state_refresh() goes on with
 * it. What was known of the end is not known meanwhile. */
void state_check(struct state *s);
/* True when the path names the file that is looked at, by whatever name. */
bool state_is_file(const struct state *s, const char *path);
/* Looks whether the file still is what was read; what it was is what is shown. True when that was not known before. */
bool state_watch(struct state *s);
/* Loads what the screen will show and corrects positions; then draws it on s->grid. */
void state_draw(struct state *s);

const struct view *state_view(const struct state *s);
void state_push(struct state *s, const struct view *v);
void state_pop(struct state *s);

/* The way of looking is the user's own, whatever is looked at. */
void state_choices(struct state *to, const struct state *from);
/* What the user typed and stated outlives the timeline that is read again: `from` has nothing of it any more. */
void state_keep(struct state *to, struct state *from);
/* Escaped text or a literal; shown until the next key. */
void state_say(struct state *s, enum style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether the entry has a failure (a contradicted end is one) or a warning. */
bool state_entry_fails(const struct state *s, uint64_t entry);
bool state_entry_warns(const struct state *s, uint64_t entry);
/* Selects; the detail begins at its head. */
void state_select(struct state *s, uint64_t entry);
/* The same, kept in the history of jumps. */
void state_jump(struct state *s, uint64_t entry);

#endif
