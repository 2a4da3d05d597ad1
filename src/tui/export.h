/* Reports out of the inspector: by the writers of `aerscope report`, into new files that appear whole. */
#ifndef AERSCOPE_TUI_EXPORT_H
#define AERSCOPE_TUI_EXPORT_H

#include "report/output.h"
#include "report/report.h"

#include <stdbool.h>

struct state;

enum { EXPORT_FORMATS = 5 };
enum export_field { EXPORT_FORMAT, EXPORT_ENTRIES, EXPORT_PATH, EXPORT_FIELDS };

struct exporting {
    size_t format;  /* among export_format_name() */
    enum report_entries entries;
    uint64_t from, to; /* of a range */
    bool chosen;       /* the entries were; else they follow the format */
    char *path;        /* NULL: none proposed yet */
    bool named;        /* the path was typed; else it follows the format */
    enum export_field field;
    struct buf preview; /* the first of it */
    bool previewed;     /* `preview` is of what is chosen */
    bool plain;         /* without explanations, which would take too long */
    /* From the command line. */
    struct verdict_demands demands;
    bool all_findings;
    /* Asked while it is written: true stops it. `bytes` were written so far. NULL: nobody asks. */
    bool (*stops)(void *arg, uint64_t bytes);
    void *stops_arg;
    bool stopped, writing;
};

void exporting_release(struct exporting *x);
const char *export_format_name(size_t i);
/* What the entries are called: "flagged", "all", "3-9". */
void export_entries_words(const struct exporting *x, struct buf *out);
/* The next format or choice of entries; the proposal follows. */
void export_turn(struct state *s, int step);

/* :export FORMAT [--entries=...] FILE. NULL, or why it is no such line. */
const char *export_command(struct state *s, const char *argument);
/* Opens the dialog. */
void export_open(struct state *s);
/* Asks for what the selected field holds. */
void export_ask(struct state *s);
/* Writes what is chosen to the path. */
void export_go(struct state *s);
/* The preview is that of the text form: the format itself is not read by people. */
bool export_as_text(const struct exporting *x);
/* What is never written over: every file that was read, and the case file. The paths stay the state's, the
 * array is the caller's to free. 0 or -1. */
int export_inputs(const struct state *s, struct output_inputs *in, struct err *err);
/* Makes the preview unless it is there. */
void export_preview(struct state *s);

#endif
