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

/* Text with what HTML would take for markup written as references; no controls may be in it. */
void html_text(struct out *out, const char *text, size_t len);
/* Runs in the elements that tell evidence from own words. */
void html_runs(struct doc *d, const struct runs *text);
/* One run, without those elements: for places that take text alone. */
void html_bare(struct doc *d, const struct runs *text);

void html_map(struct doc *d, const struct doc_map *m);

#endif
