/* The map of a timeline as lanes of bars: what was found above, standings below. Each lane has a name and
 * a count beside it, so that nothing is said by colour, and a table says the same in words. */
#include "report/render_html.h"

#include <inttypes.h>
#include <string.h>

enum lane { LANE_FAILURE, LANE_SIGNAL, LANE_WARNING, LANE_RECORDER, LANE_GATEWAY, LANE_AGENT, LANE_NONE, LANES };

/* Height of a lane in the drawing, of which 1 stays free at either side. */
enum { LANE_HEIGHT = 12, BAR = 10 };

static const struct lane_words {
    const char *class, *name;
} lane_words[LANES] = {
    [LANE_FAILURE] = {"failure", "failures"},
    [LANE_SIGNAL] = {"signal", "truncation signals"},
    [LANE_WARNING] = {"warning", "warnings"},
    [LANE_RECORDER] = {"standing", "recorder execution"},
    [LANE_GATEWAY] = {"standing", "gateway observation"},
    [LANE_AGENT] = {"standing", "agent assertion"},
    [LANE_NONE] = {"standing", "no standing"},
};

/* Entries of a cell that are in a lane. */
static uint64_t in_lane(const struct doc_cell *c, enum lane lane)
{
    switch (lane) {
    case LANE_FAILURE: return c->failures;
    case LANE_SIGNAL: return c->signals;
    case LANE_WARNING: return c->warnings;
    case LANE_RECORDER: return c->standing[STANDING_RECORDER];
    case LANE_GATEWAY: return c->standing[STANDING_GATEWAY];
    case LANE_AGENT: return c->standing[STANDING_AGENT];
    case LANE_NONE: return c->standing[STANDING_NONE];
    case LANES: break;
    }
    return 0;
}

static uint64_t lane_total(const struct doc_map *m, enum lane lane)
{
    uint64_t total = 0;

    for (size_t i = 0; i < m->cells; i++)
        total += in_lane(&m->cell[i], lane);
    return total;
}

/* A finding is never too small to be seen; a standing is as high as its share of the cell. */
static unsigned bar_height(const struct doc_cell *c, enum lane lane)
{
    uint64_t of = c->last - c->first + 1, n = in_lane(c, lane);

    if (n == 0)
        return 0;
    if (lane <= LANE_WARNING)
        return BAR;
    return n * BAR / of > 0 ? (unsigned)(n * BAR / of) : 1;
}

/* One path, a rectangle for each run of cells with bars of one height. */
static void put_lane(struct doc *d, const struct doc_map *m, enum lane lane)
{
    unsigned bottom = (unsigned)lane * LANE_HEIGHT + BAR + 1;
    size_t from = 0;

    if (lane_total(m, lane) == 0)
        return;
    out_addf(d->out, "<path class=\"%s\" d=\"", lane_words[lane].class);
    for (size_t i = 1; i <= m->cells; i++) {
        unsigned height = bar_height(&m->cell[from], lane);

        if (i < m->cells && bar_height(&m->cell[i], lane) == height)
            continue;
        if (height > 0)
            out_addf(d->out, "M%zu %uv-%uh%zuv%uz", from, bottom, height, i - from, height);
        from = i;
    }
    out_adds(d->out, "\"/>\n");
}

static void put_description(struct doc *d, const struct doc_map *m)
{
    unsigned n = html(d)->maps;

    out_addf(d->out, "<title id=\"map-title-%u\">Map of the timeline</title>\n", n);
    out_addf(d->out, "<desc id=\"map-words-%u\">%" PRIu64 " entries from left to right.", n, m->entries);
    for (int lane = 0; lane < LANES; lane++)
        out_addf(d->out, " %s: %" PRIu64 ".", lane_words[lane].name, lane_total(m, (enum lane)lane));
    if (m->first_failure > 0)
        out_addf(d->out, " The first failure is at entry %" PRIu64 ".", m->first_failure);
    if (m->end_contradicted)
        out_adds(d->out, " A reference contradicts the end.");
    out_adds(d->out, " The table after it says the same in words.</desc>\n");
}

static void put_drawing(struct doc *d, const struct doc_map *m)
{
    unsigned height = LANES * LANE_HEIGHT, n = html(d)->maps;

    out_addf(d->out,
             "<svg role=\"img\" aria-labelledby=\"map-title-%u\" aria-describedby=\"map-words-%u\" "
             "viewBox=\"0 0 %zu %u\" preserveAspectRatio=\"none\">\n",
             n, n, m->cells, height);
    put_description(d, m);
    out_adds(d->out, "<path class=\"grid\" d=\"");
    for (int lane = 0; lane <= LANES; lane++)
        out_addf(d->out, "M0 %dh%zu", lane * LANE_HEIGHT, m->cells);
    out_adds(d->out, "\"/>\n");
    for (int lane = 0; lane < LANES; lane++)
        put_lane(d, m, (enum lane)lane);
    if (m->end_contradicted)
        out_addf(d->out, "<path class=\"end\" d=\"M%zu 0v%u\"/>\n", m->cells, height);
    out_adds(d->out, "</svg>\n");
}

/* Beside the drawing; the description has the same for those who do not see it. */
static void put_lane_names(struct doc *d, const struct doc_map *m)
{
    out_adds(d->out, "<ul class=\"lanes\" aria-hidden=\"true\">\n");
    for (int lane = 0; lane < LANES; lane++)
        out_addf(d->out, "<li>%s <b>%" PRIu64 "</b></li>\n", lane_words[lane].name,
                 lane_total(m, (enum lane)lane));
    out_adds(d->out, "</ul>\n");
}

static void put_axis(struct doc *d, const struct doc_map *m)
{
    out_adds(d->out, "<p class=\"axis\"><span>entry 1</span>");
    if (m->entries > 1)
        out_addf(d->out, "<span>%s %" PRIu64 "</span>", m->end_contradicted ? "end contradicted | entry" : "entry",
                 m->entries);
    out_adds(d->out, "</p>\n");
}

/* ---------------------------------------------------------------------------------------------------
 * In words */

static bool alike(const struct doc_cell *a, const struct doc_cell *b)
{
    return a->worst == b->worst && doc_map_standing(a) == doc_map_standing(b);
}

static void put_standings(struct doc *d, const struct doc_map *m, size_t from, size_t to)
{
    bool begun = false;

    for (int lane = LANE_RECORDER; lane < LANES; lane++) {
        uint64_t n = 0;

        for (size_t i = from; i < to; i++)
            n += in_lane(&m->cell[i], (enum lane)lane);
        if (n == 0)
            continue;
        out_addf(d->out, "%s%s %" PRIu64, begun ? ", " : "", lane_words[lane].name, n);
        begun = true;
    }
}

static void put_stretch(struct doc *d, const struct doc_map *m, size_t from, size_t to)
{
    uint64_t first = m->cell[from].first, last = m->cell[to - 1].last;

    out_addf(d->out, "<tr><th scope=\"row\">%" PRIu64, first);
    if (last > first)
        out_addf(d->out, " to %" PRIu64, last);
    out_addf(d->out, "</th><td data-label=\"worst\">%s</td><td data-label=\"standings\">",
             doc_map_says(m->cell[from].worst));
    put_standings(d, m, from, to);
    out_adds(d->out, "</td></tr>\n");
}

static void put_words(struct doc *d, const struct doc_map *m)
{
    size_t from = 0;

    out_adds(d->out, "<details>\n<summary>The map in words</summary>\n<table class=\"slim\">\n"
                     "<caption>What was found, and the standings, by stretches of entries</caption>\n"
                     "<thead>\n<tr><th scope=\"col\">entries</th><th scope=\"col\">worst that was found"
                     "</th><th scope=\"col\">standings</th></tr>\n</thead>\n<tbody>\n");
    for (size_t i = 1; i <= m->cells; i++) {
        if (i < m->cells && alike(&m->cell[from], &m->cell[i]))
            continue;
        put_stretch(d, m, from, i);
        from = i;
    }
    out_adds(d->out, "</tbody>\n</table>\n</details>\n");
}

void html_map(struct doc *d, const struct doc_map *m)
{
    if (m->cells == 0)
        return;
    html(d)->maps++;
    out_adds(d->out, "<figure class=\"map\">\n<div class=\"drawing\">\n");
    put_lane_names(d, m);
    put_drawing(d, m);
    put_axis(d, m);
    out_adds(d->out, "</div>\n<figcaption>");
    if (m->entries > m->cells)
        out_addf(d->out, "%zu cells, each of up to %" PRIu64 " entries", m->cells,
                 (m->entries + m->cells - 1) / m->cells);
    else
        out_adds(d->out, "A cell for each entry");
    out_adds(d->out, ", in the order of the file. The numbers are those of entries; failures, signals and "
                     "warnings are those found in the entries themselves. A bar of a standing, which is what "
                     "the record claims, is as high as its share of the cell.");
    if (m->end_contradicted)
        out_adds(d->out, " The line at the right end: a reference contradicts the last entry.");
    out_adds(d->out, "</figcaption>\n");
    put_words(d, m);
    out_adds(d->out, "</figure>\n");
}
