#include "tui/header.h"

#include "base/text.h"
#include "tui/frame.h"
#include "tui/judgement.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

struct row_writer {
    struct grid *g;
    struct rect area;
    int col, end, gap;
    bool first;
};

/* Adds an item if it fits whole. */
static void add_item(struct row_writer *w, enum style style, const char *text, size_t len)
{
    int gap = w->first ? 0 : w->gap;

    if (len == 0 || (int)text_width(text, len) + gap > w->end - w->col)
        return;
    w->col = draw_text(w->g, w->area, 0, w->col + gap, style, text, len);
    w->first = false;
}

static void add_word(struct row_writer *w, const char *text)
{
    add_item(w, STYLE_NORMAL, text, strlen(text));
}

static int item_room(const struct row_writer *w)
{
    return w->end - w->col;
}

/* The path if it leaves half of the row to the rest, else its last part, cut where it must be. */
static void add_file(struct row_writer *w, const struct state *s)
{
    int room = item_room(w) / 2;
    const struct str *name = &s->title;

    if ((int)text_width(name->data, name->len) > room)
        name = &s->title_short;
    w->col = draw_fit(w->g, w->area, 0, w->col, room, STYLE_TITLE, name->data, name->len);
    w->first = false;
}

/* Items stand two spaces apart: an id that holds several spaces would look like several items. */
static void draw_id(struct row_writer *w, int col, int room, const struct buf *escaped)
{
    struct buf text;
    bool space = false;

    buf_init(&text, LIMIT_MESSAGE);
    for (size_t i = 0; i < escaped->len; i++) {
        if (escaped->data[i] == ' ' && space)
            buf_adds(&text, "<U+0020>");
        else
            buf_addc(&text, (char)escaped->data[i]);
        space = escaped->data[i] == ' ';
    }
    w->col = draw_fit(w->g, w->area, 0, col, room, STYLE_NORMAL, buf_cstr(&text), text.len);
    buf_release(&text);
}

static void add_job(struct row_writer *w, const struct state *s)
{
    struct str job = timeline_job(s->timeline);
    struct buf text;
    int room = item_room(w) - (w->area.cols >= 116 ? 55 : w->area.cols >= 100 ? 28 : 15);

    if (!job.data || room < 12)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    text_escape(&text, job.data, job.len, s->flags | TEXT_WTF8);
    w->col = draw_word(w->g, w->area, 0, w->col + w->gap, STYLE_LABEL, "job ");
    draw_id(w, w->col, room < 40 ? room : 40, &text);
    buf_release(&text);
}

#define ALONE_WORDS "ONE JOB"
enum { ALONE_ID_MOST = 32 };

/* What stands below is not all that the file holds. */
static void add_alone(struct row_writer *w, const struct state *s)
{
    const struct str *job = &s->jobs.open;
    const struct entry_value id = {
        .type = JSON_STRING, .text = {.data = job->data, .len = job->len < LIMIT_SHOWN ? job->len : LIMIT_SHOWN}};
    struct buf text;

    if (!job->data)
        return;
    add_item(w, STYLE_SEEN, ALONE_WORDS, sizeof ALONE_WORDS - 1);
    if (w->area.cols < 64)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    show_value(&text, &id, false, s->flags);
    draw_id(w, w->col + 1, w->area.cols < 100 ? ALONE_ID_MOST / 2 : ALONE_ID_MOST, &text);
    buf_release(&text);
}

static void add_count(struct row_writer *w, const struct state *s)
{
    struct buf text;

    buf_init(&text, 128);
    jobs_words(s, &text);
    if (text.len > 0) {
        add_word(w, buf_cstr(&text));
        buf_release(&text);
        return;
    }
    show_count(&text, s->progress.entries, "entry", "entries");
    if (!s->progress.done || s->verdict.timeline == TIMELINE_UNREADABLE)
        buf_adds(&text, s->progress.done || s->progress.failed ? " read" : " so far");
    add_word(w, buf_cstr(&text));
    buf_release(&text);
}

static void add_digest(struct row_writer *w, const struct state *s)
{
    char hex[DIGEST_HEX + 1];
    struct digest d;
    struct buf text;

    if (!timeline_sha256(s->timeline, &d))
        return;
    digest_hex(&d, hex);
    buf_init(&text, 128);
    buf_addf(&text, "sha256 %.8s..%s (%s: full)", hex, hex + DIGEST_HEX - 4,
             action_sign(ACTION_FACTS));
    add_word(w, buf_cstr(&text));
    buf_release(&text);
}

static void add_construction(struct row_writer *w, const struct state *s)
{
    char text[64];

    if (s->progress.entries == 0 || !s->progress.done)
        return;
    snprintf(text, sizeof text, "%s%s", w->area.cols >= 100 ? "construction " : "",
             construction_name(s->verdict.construction));
    add_word(w, text);
}

static void draw_position(struct row_writer *w, const struct state *s)
{
    char at[NUMBER_ROOM], all[NUMBER_ROOM], text[2 * NUMBER_ROOM];

    if (s->selected == 0)
        return;
    show_number(at, s->selected);
    if (filter_hides(s, s->selected)) /* none is shown that could be the one */
        snprintf(at, sizeof at, "-");
    if (s->progress.done && s->verdict.timeline != TIMELINE_UNREADABLE)
        snprintf(text, sizeof text, "%s/%s", at, show_number(all, s->progress.entries));
    else
        snprintf(text, sizeof text, "%s", at);
    w->end = w->area.cols - (int)strlen(text) - 1;
    draw_word(w->g, w->area, 0, w->end + 1, STYLE_TITLE, text);
}

/* What is wrong with it goes before its name. */
static void add_case(struct row_writer *w, const struct state *s)
{
    struct buf text;
    bool trouble = casing_trouble(s);
    int room = trouble ? item_room(w) - w->gap : item_room(w) / 2;

    buf_init(&text, LIMIT_MESSAGE);
    casing_words(s, w->area.cols < 64, &text);
    if (trouble && (int)text_width(buf_cstr(&text), text.len) > room) {
        buf_clear(&text);
        buf_adds(&text, s->casing.failed                        ? "case NOT WRITTEN"
                        : casefile_read_only(s->casing.file) ? "case read only"
                        : room < 19                          ? "OTHER CASE"
                                                             : "case of OTHER BYTES");
    }
    if (text.len > 0 && room > 8)
        w->col = draw_fit(w->g, w->area, 0, w->col + w->gap, room, trouble ? STYLE_FAILURE : STYLE_NORMAL,
                          buf_cstr(&text), text.len);
    buf_release(&text);
}

/* Of a file: the copy on the screen has the banner. */
static void add_training(struct row_writer *w, const struct state *s)
{
    if (!s->training && timeline_training(s->timeline) > 0)
        add_item(w, STYLE_SEEN, "training mark", sizeof "training mark" - 1);
}

enum { LONG_CHANGED = 48 };

static void add_changed(struct row_writer *w, const struct state *s)
{
    const char *what = s->training ? "evidence " : "";
    char text[80], read_at[32];

    if (!lab_file_changed(s))
        return;
    rfc3339_format(read_at, s->training ? s->lab->evidence->now.seconds : s->now.seconds);
    snprintf(text, sizeof text, "%sCHANGED SINCE", what);
    if (item_room(w) > LONG_CHANGED + (int)strlen(what))
        snprintf(text, sizeof text, "%sas read at %s, CHANGED SINCE", what, read_at);
    add_item(w, STYLE_FAILURE, text, strlen(text));
}

/* Names a training copy in row 1; what is left of the screen to the right of it. */
static struct rect header_banner(const struct state *s, struct grid *g)
{
    struct rect all = grid_area(g);

    if (!s->training)
        return all;
    return rect_part(all, 0, draw_word(g, all, 0, 0, STYLE_SEEN, LAB_BANNER) + 1, all.rows, all.cols);
}

struct rect header_title(const struct state *s, struct grid *g)
{
    struct rect left = header_banner(s, g);
    int col = s->jobs.open.data ? draw_word(g, left, 0, 0, STYLE_SEEN, ALONE_WORDS) + 1 : 0;

    return rect_part(left, 0, col, left.rows, left.cols);
}

void header_file(const struct state *s, struct grid *g)
{
    bool narrow = g->cols < 64;
    struct row_writer w = {
        .g = g, .area = grid_area(g), .end = g->cols, .gap = narrow ? 1 : 2, .first = true};

    draw_position(&w, s);
    w.col = header_banner(s, g).col;
    add_file(&w, s);
    add_alone(&w, s);
    if (!narrow)
        add_word(&w, timeline_layout(s->timeline) == LAYOUT_AUTO
                         ? ""
                         : layout_name(timeline_layout(s->timeline)));
    add_training(&w, s);
    add_changed(&w, s);
    add_count(&w, s);
    add_case(&w, s);
    if (!narrow && !s->jobs.open.data)
        add_job(&w, s);
    add_construction(&w, s);
    add_digest(&w, s);
}

/* ---- rows 2 and 3: the judgements ---- */

enum { ALIGNED_REMARK = 14, LABEL_CELLS = 9, LABEL_CELLS_BRIEF = 3 };

struct cells {
    bool brief; /* labels */
    bool wide;  /* remarks aligned */
    int label;
    int border;
};

/* Cells that a wording takes when its tab becomes `gap` spaces, or is aligned (gap 0). */
static int wording_width(const char *text, int gap)
{
    const char *tab = strchr(text, '\t');
    int len = (int)strlen(text), result;

    if (!tab)
        return len;
    result = (int)(tab - text);
    if (gap == 0)
        gap = result < ALIGNED_REMARK - 2 ? ALIGNED_REMARK - result : 2;
    return len - 1 + gap;
}

/* The first wording that fits and the gap for it; the last one is cut if it must be. */
static size_t choose(const struct wording *w, int room, bool wide, int *gap)
{
    static const int gaps[] = {0, 2, 1};

    for (size_t i = 0; i < w->count; i++)
        for (int k = wide ? 0 : 2; k < 3; k++) {
            *gap = gaps[k];
            if (wording_width(w->text[i], *gap) <= room)
                return i;
        }
    *gap = 1;
    return w->count - 1;
}

static void draw_wording(struct grid *g, struct rect area, int row, int col, bool wide,
                         const struct wording *w)
{
    int gap;
    const char *text = w->text[choose(w, area.cols - col, wide, &gap)];
    const char *tab = strchr(text, '\t');
    size_t result = tab ? (size_t)(tab - text) : strlen(text);
    int end = draw_fit(g, area, row, col, area.cols - col, w->style, text, result);

    if (tab)
        draw_word(g, area, row,
                  gap ? end + gap : col + wording_width(text, 0) - (int)strlen(tab + 1),
                  STYLE_NORMAL, tab + 1);
}

static void draw_cell(const struct state *s, struct grid *g, struct rect area, int row,
                      const struct cells *c, enum judgement j)
{
    struct wording w;

    judgement_words(s, j, &w);
    draw_word(g, area, row, 0, STYLE_LABEL, judgement_label(j, c->brief));
    draw_wording(g, area, row, c->label, c->wide, &w);
}

static int usual_border(const struct state *s, int cols)
{
    if (s->verdict.timeline == TIMELINE_PENDING && cols >= 76 && cols < 100)
        return 44;
    if (cols >= 100)
        return cols * 13 / 24;
    return cols >= 64 ? cols / 2 - 1 : cols / 2 + 1;
}

static int cell_need(const struct state *s, enum judgement j, const struct cells *c, int room,
                     bool fewest)
{
    struct wording w;
    int gap = 1;
    size_t i;

    judgement_words(s, j, &w);
    i = fewest ? w.count - 1 : choose(&w, room - c->label, c->wide, &gap);
    return c->label + wording_width(w.text[i], gap);
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

/* Words of a consistent timeline that has warnings: that its end may be cut goes before them, and both stand where
 * the right has cells to spare. */
static int border_for_warnings(const struct state *s, const struct cells *c, int cols, int usual)
{
    int right = max(cell_need(s, JUDGE_ENDPOINT, c, cols - usual - 2, false),
                    cell_need(s, JUDGE_OUTCOME, c, cols - usual - 2, true));
    struct wording w;
    int needs;

    judgement_words(s, JUDGE_TIMELINE, &w);
    needs = c->label + wording_width(w.text[1], 1) + 1;
    return needs > usual && needs + 2 + right <= cols ? needs : usual;
}

static bool has_warnings(const struct state *s)
{
    return s->verdict.timeline == TIMELINE_CONSISTENT &&
           timeline_severity_total(s->timeline, SEVERITY_WARNING) > 0;
}

/* Against a contradiction that has more to say than its cell holds, the border gives way to the
 * left: as far as the words there leave room, and those of a consistent timeline say less. */
static int place_border(const struct state *s, const struct cells *c, int cols)
{
    int usual = usual_border(s, cols), left;
    bool fewest = s->verdict.timeline == TIMELINE_CONSISTENT;
    struct wording w;

    judgement_words(s, JUDGE_ENDPOINT, &w);
    if (w.style != STYLE_FAILURE)
        return has_warnings(s) && !c->brief && !c->wide ? border_for_warnings(s, c, cols, usual) : usual;
    left = max(cell_need(s, JUDGE_TIMELINE, c, usual - 1, fewest),
               cell_need(s, JUDGE_COVERAGE, c, usual - 1, true));
    for (size_t i = 0; i < w.count; i++) {
        int needs = c->label + wording_width(w.text[i], c->wide ? 2 : 1) + 2;
        if (needs <= cols - usual)
            return usual;
        if (cols - needs > left)
            return cols - needs;
    }
    return usual;
}

void header_judgements(const struct state *s, struct grid *g)
{
    bool brief = g->cols < 64;
    struct cells c = {
        .brief = brief, .wide = g->cols >= 100, .label = brief ? LABEL_CELLS_BRIEF : LABEL_CELLS};
    struct rect all = grid_area(g), left, right;

    c.border = place_border(s, &c, g->cols);
    left = rect_part(all, 1, 0, 2, c.border - 1);
    right = rect_part(all, 1, c.border + 2, 2, g->cols);
    for (int row = 0; row < 2; row++)
        draw_word(g, all, row + 1, c.border, STYLE_FRAME, frame_bar(s));
    draw_cell(s, g, left, 0, &c, JUDGE_TIMELINE);
    draw_cell(s, g, right, 0, &c, JUDGE_ENDPOINT);
    draw_cell(s, g, left, 1, &c, JUDGE_COVERAGE);
    draw_cell(s, g, right, 1, &c, JUDGE_OUTCOME);
}

void header_tiny(const struct state *s, struct grid *g)
{
    struct row_writer w = {.g = g, .area = grid_area(g), .end = g->cols, .gap = 1, .first = true};
    struct cells c = {.brief = true, .label = LABEL_CELLS_BRIEF};
    int row = g->rows >= 3;

    if (g->rows >= 3)
        draw_position(&w, s);
    if (row) {
        w.col = header_banner(s, g).col;
        add_alone(&w, s);
    }
    draw_cell(s, g, w.area, row, &c, JUDGE_TIMELINE);
    draw_cell(s, g, w.area, row + 1, &c, JUDGE_ENDPOINT);
}
