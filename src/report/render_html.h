/* A report as one HTML file that loads nothing, sends nothing and runs nothing. */
#ifndef AERSCOPE_REPORT_RENDER_HTML_H
#define AERSCOPE_REPORT_RENDER_HTML_H

#include "report/doc.h"

/* What the form keeps between its calls. */
struct html {
    int level;        /* sections that are open, */
    int asked[4];     /* and the level that was asked for each; [0] is none */
    size_t rows;      /* in the piece of a table that is open */
    size_t pieces;    /* of that table, so far */
    unsigned maps;    /* so far: their names must differ */
};

static inline struct html *html(const struct doc *d)
{
    return d->own;
}

/* The parts in HTML; the document's `own` is a struct html of zeros. */
const struct doc_form *html_form(void);

/* How it looks; the element <style> holds these bytes and no others. */
const char *html_style(void);

void html_map(struct doc *d, const struct doc_map *m);

#endif
