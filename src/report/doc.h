/* A report as a series of parts. What is said is said once (document.c), through the functions here;
 * how each part looks is a table of functions, one a format (struct doc_form).
 *
 * Parts are given in the order in which they stand, and put down as they come: nothing is collected
 * but the parts of one row. Text is built from runs by the functions doc_say() to doc_entry(), and
 * put down by those after them, which empty it. */
#ifndef AERSCOPE_REPORT_DOC_H
#define AERSCOPE_REPORT_DOC_H

#include "report/entry_set.h"
#include "report/report.h"

enum run_kind {
    RUN_WORDS,    /* own words, ASCII */
    RUN_STRESSED, /* own words that are not to be overlooked */
    RUN_EVIDENCE, /* bytes as they were: a form shows doc_shown() of them, escaped once more as its
                   * format asks, and tells them from own words by more than their place */
    RUN_SENTENCE, /* a sentence from the layers below: own words and evidence that text_escape() has
                   * been over. A form must take all of it for evidence, but not escape it twice */
    RUN_DIGEST,   /* 64 lowercase hexadecimal digits, never broken */
    RUN_ENTRY     /* own words that name the entry `entry`: a link to its row where doc_has_row() */
};
struct run {
    enum run_kind kind;
    const char *data; /* `len` bytes; not ended by NUL */
    size_t len;
    unsigned flags; /* of evidence: TEXT_WTF8 or 0 */
    uint64_t entry;
};
/* Valid until the function that it was given to returns. Two runs stand against each other without a
 * space that is not in one of them. */
struct runs {
    const struct run *item;
    size_t count;
};

/* A series of parts of one kind. */
enum doc_group { DOC_NONE, DOC_FIELDS, DOC_ITEMS, DOC_TABLE };

enum { DOC_COLUMNS = 16 };
struct doc_table {
    const char *id;      /* an anchor, NULL for none */
    const char *caption; /* own words */
    size_t columns;      /* 1..DOC_COLUMNS */
    const char *column[DOC_COLUMNS]; /* their names; a row's first cell is a few own words */
    /* Each row has more than fits a line: where lines are narrow, every cell goes behind the name of its
     * column, and empty cells are left out. */
    bool records;
};

/* Two digests under each other, with the first place where they differ marked or counted. */
struct doc_pair {
    const char *label[2];   /* "stored", "recomputed" */
    struct digest digest[2];
    bool known[2];          /* else `odd` or, where that has none, `none` stands in its place */
    struct str odd[2];      /* evidence that is no digest; data NULL */
    const char *none[2];    /* own words */
    unsigned differ;        /* digits that differ, where both are known; set by doc_pair() */
};

/* The whole timeline in a bounded number of cells. */
struct doc_cell {
    enum doc_worst { DOC_CLEAR, DOC_NOTE, DOC_WARNING, DOC_SIGNAL, DOC_FAILURE } worst;
    uint64_t standing[STANDING_COUNT]; /* entries of each */
    uint64_t first, last;              /* entries, from 1 */
    uint64_t failures, signals, warnings; /* entries that have one */
};
enum { DOC_MAP_CELLS = 1024 };
struct doc_map {
    uint64_t entries;
    size_t cells;          /* 0..DOC_MAP_CELLS */
    struct doc_cell *cell;
    uint64_t first_failure; /* entry, 0 for none */
    bool end_contradicted;  /* a reference contradicts the last entry */
};
/* Fills a map of at most `most` cells; the caller frees m->cell. 0, or -1 without memory. */
int doc_map_make(struct doc_map *m, const struct report *r, size_t most);
/* '!' failure, 's' signal, '?' warning, 'n' note, '.' nothing found; the word for it. */
char doc_map_sign(enum doc_worst w);
const char *doc_map_says(enum doc_worst w);
/* R, G, A or - for one standing; r, g, a or n for the most frequent of several. */
char doc_map_standing(const struct doc_cell *c);

struct doc;
/* How a format puts down each part. */
struct doc_form {
    const char *name;
    size_t map_cells; /* how many cells of a map are wanted at most */
    bool draws;       /* the map is drawn, and says itself what its parts stand for */
    void (*begin)(struct doc *d, const struct runs *title);
    void (*end)(struct doc *d);
    /* `level` 1..3; `id` is an anchor, unique in the document: a-z 0-9 and '-'. */
    void (*heading)(struct doc *d, int level, const char *id, const struct runs *text);
    void (*paragraph)(struct doc *d, const struct runs *text);
    /* What a judgement or a check does not show. */
    void (*aside)(struct doc *d, const char *label, const struct runs *text);
    /* A command to be run as it stands, from the first column on: one line, or several with \n between
     * them and none at the end. U+0020..U+007E. */
    void (*command)(struct doc *d, const char *text, size_t len);
    void (*map)(struct doc *d, const struct doc_map *map);
    /* `table` is set for DOC_TABLE. Between open and close only that kind of part comes. */
    void (*open)(struct doc *d, enum doc_group g, const struct doc_table *table);
    void (*close)(struct doc *d, enum doc_group g, const struct doc_table *table);
    void (*field)(struct doc *d, const char *label, const struct runs *text); /* DOC_FIELDS */
    void (*pair)(struct doc *d, const struct doc_pair *pair);                 /* DOC_FIELDS */
    void (*item)(struct doc *d, const struct runs *text);                     /* DOC_ITEMS */
    /* `cell` has one for each column; one without runs is empty. `entry`: the row is that of this
     * entry and its anchor, 0: it is not. */
    void (*row)(struct doc *d, const struct doc_table *table, const struct runs *cell,
                uint64_t entry); /* DOC_TABLE */
};

struct doc {
    struct out *out;
    const struct doc_form *form;
    const struct report *report;
    const struct report_request *request;
    unsigned flags; /* TEXT_ASCII where the format's reader shows no UTF-8, else 0 */
    void *own;      /* the form's */
    struct entry_set rows;
    /* the text being built, and the row */
    struct buf bytes;
    struct run_place {
        enum run_kind kind;
        size_t at, len;
        unsigned flags;
        uint64_t entry;
    } *place;
    struct run *run;
    size_t runs, room;
    size_t cell_end[DOC_COLUMNS], cells;
    enum doc_group group;
    const struct doc_table *table;
    struct buf scratch; /* for a form, between its own calls of doc_shown() */
};

/* ---- for forms ---- */

/* A run as it is to be read, escaped (RUN_EVIDENCE) or as it is: UTF-8 without controls, in
 * text_next()'s pieces. Valid until the next call. */
struct str doc_shown(struct doc *d, const struct run *r);
/* The entry has a row in this document. */
bool doc_has_row(const struct doc *d, uint64_t entry);

/* ---- for content ---- */

void doc_init(struct doc *d, struct out *out, const struct doc_form *form, const struct report *r,
              const struct report_request *request);
void doc_release(struct doc *d);

void doc_say(struct doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void doc_stress(struct doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void doc_quote(struct doc *d, const void *bytes, size_t len, unsigned flags);
void doc_sentence(struct doc *d, const char *text, size_t len);
void doc_digest(struct doc *d, const struct digest *digest);
void doc_entry(struct doc *d, uint64_t entry); /* "entry 5" */

void doc_begin(struct doc *d); /* the text is the title */
void doc_end(struct doc *d);
void doc_heading(struct doc *d, int level, const char *id);
void doc_paragraph(struct doc *d);
void doc_aside(struct doc *d, const char *label);
void doc_command(struct doc *d, const char *text, size_t len);
void doc_map(struct doc *d, const struct doc_map *map);
void doc_field(struct doc *d, const char *label);
void doc_pair(struct doc *d, const struct doc_pair *pair);
void doc_item(struct doc *d);
/* Begins a table; it ends where another part comes. `table` must last until then. */
void doc_table(struct doc *d, const struct doc_table *table);
void doc_cell(struct doc *d); /* the text is the row's next cell */
void doc_row(struct doc *d, uint64_t entry);

#endif
