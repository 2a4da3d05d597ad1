#include "tui/lab_page.h"

#include "base/text.h"
#include "report/shell.h"
#include "tui/judgement.h"
#include "tui/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDE = 100, MEDIUM = 64 };

static void put_prose(struct page *p, int col, int cols, enum style style, const char *text)
{
    page_line(p);
    page_wrap_word(p, col, cols, style, text);
}

/* ---- the menu ---- */

/* Behind the name where there is room, else under it. */
static int menu_text(int cols)
{
    return cols >= MEDIUM ? 26 : 4;
}

static void put_kind(struct page *p, enum lab_kind kind, bool selected, int cols)
{
    const struct lab_kind_about *about = &lab_about[kind];
    enum style style = selected ? STYLE_SELECTED : STYLE_NORMAL;
    int text = menu_text(cols), col;
    char shows[512];

    page_anchor(p);
    page_line(p);
    if (selected)
        page_word(p, 0, style, ">");
    col = page_word(p, 2, style, about->name);
    if (about->argument)
        page_word(p, col + 1, STYLE_LABEL, about->argument);
    if (cols < MEDIUM)
        page_line(p);
    page_wrap_word(p, text, cols, style, about->does);
    if (selected) {
        snprintf(shows, sizeof shows, "Who notices: %s", about->shows);
        page_line(p);
        page_wrap_word(p, text, cols, STYLE_LABEL, shows);
    }
}

void lab_page_menu(struct page *p, const struct state *s, int cols)
{
    for (int k = 0; k < LAB_KINDS; k++)
        put_kind(p, (enum lab_kind)k, (size_t)k == s->lab->kind, cols);
}

/* ---- steps ---- */

static int label_room(int cols)
{
    return cols >= MEDIUM ? 11 : 2;
}

/* A label, and its text behind it or, where that is narrow, under it. */
static void put_labelled(struct page *p, int cols, const char *label, enum style style, const char *text)
{
    page_line(p);
    page_word(p, 0, STYLE_LABEL, label);
    if (cols < MEDIUM)
        page_line(p);
    page_wrap(p, label_room(cols), cols, style, text, strlen(text), false);
}

static void put_steps(struct page *p, const struct state *s, int cols)
{
    const struct laboratory *x = s->lab;
    const char *says = (const char *)x->says.data;
    struct buf text;

    if (x->steps == 0)
        put_labelled(p, cols, "STEPS", STYLE_NORMAL, "none: the timeline as it is");
    for (size_t i = 0; i < x->steps; i++, says += strlen(says) + 1) {
        buf_init(&text, LIMIT_MESSAGE);
        buf_addf(&text, "%zu. ", i + 1);
        show_escaped(&text, says, strlen(says), s->flags);
        if (i == 0) {
            put_labelled(p, cols, "STEPS", STYLE_NORMAL, buf_cstr(&text));
        } else {
            page_line(p);
            page_wrap(p, label_room(cols), cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
        }
        buf_release(&text);
    }
}

/* The first from the column on, the others as they are. */
static void put_lines(struct page *p, int col, const char *lines)
{
    for (size_t len; *lines != '\0'; lines += len + (lines[len] == '\n')) {
        len = strcspn(lines, "\n");
        page_text(p, col, STYLE_NORMAL, lines, len);
        if (lines[len] == '\n')
            page_line(p);
        col = 0;
    }
}

/* To be copied: a shell joins the lines. */
static void put_command(struct page *p, const struct state *s, int cols)
{
    const struct str *same = &s->lab->same;
    struct buf text;

    if (!same->data) {
        put_labelled(p, cols, "COMMAND", STYLE_LABEL, "(the values of these steps cannot be written for a shell)");
        return;
    }
    buf_init(&text, LIMIT_REFERENCE);
    shell_lines(&text, same->data, (size_t)label_room(cols), (size_t)cols);
    page_line(p);
    page_word(p, 0, STYLE_LABEL, "COMMAND");
    if (cols < MEDIUM)
        page_line(p);
    put_lines(p, label_room(cols), buf_cstr(&text));
    buf_release(&text);
    if (!s->lab->now->sample && lab_file_changed(s))
        put_prose(p, label_room(cols), cols, STYLE_LABEL,
                  "The file changed since it was read: this does the same to what it held then.");
}

/* ---- judgements ---- */

static void add_result(struct buf *out, const struct lab_view *v, enum lab_judgement j)
{
    show_result(out, lab_result(v, j));
}

/* What it made of the steps; where it had nothing to look with before and after, that is said already. */
static const char *sight(const struct laboratory *x, enum lab_judgement j)
{
    return lab_tells(x) ? lab_sight_name(x->notice[j].sight) : "";
}

static enum style sight_style(const struct laboratory *x, enum lab_judgement j)
{
    return lab_tells(x) && x->notice[j].sight == LAB_NOTICED ? STYLE_FAILURE : STYLE_NORMAL;
}

struct judged {
    const char *label, *sight;
    struct buf before, after;
    enum style style;
};

static void put_names(struct page *p, const struct state *s, int cols)
{
    if (cols < MEDIUM)
        return;
    page_line(p);
    page_word(p, 11, STYLE_COLUMNS, "before");
    page_word(p, 26, STYLE_COLUMNS, "after");
    if (lab_tells(s->lab))
        page_word(p, 41, STYLE_COLUMNS, "these steps");
}

static void put_row(struct page *p, struct judged *j, int cols)
{
    page_line(p);
    page_word(p, 0, STYLE_LABEL, j->label);
    if (cols >= MEDIUM) {
        page_word(p, 11, STYLE_NORMAL, buf_cstr(&j->before));
        page_word(p, 26, STYLE_NORMAL, buf_cstr(&j->after));
        page_word(p, 41, j->style, j->sight);
        return;
    }
    if (*j->sight)
        page_word(p, 10, j->style, j->sight);
    page_line(p);
    page_format(p, 2, STYLE_NORMAL, "before %s, after %s", buf_cstr(&j->before), buf_cstr(&j->after));
}

static void put_why(struct page *p, const struct state *s, enum lab_judgement j, int cols)
{
    const struct str *why = &s->lab->notice[j].text;
    struct buf text;

    if (!lab_tells(s->lab))
        return;
    buf_init(&text, LIMIT_MESSAGE);
    show_escaped(&text, why->data, why->len, s->flags);
    if (cols < WIDE)
        page_line(p);
    page_wrap(p, cols >= WIDE ? 56 : label_room(cols), cols, STYLE_LABEL, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

static void put_judgement(struct page *p, const struct state *s, enum lab_judgement j, int cols)
{
    static const enum judgement as[LAB_JUDGEMENTS] = {JUDGE_TIMELINE, JUDGE_ENDPOINT, JUDGE_COVERAGE, JUDGE_OUTCOME};
    const struct laboratory *x = s->lab;
    struct judged row = {
        .label = judgement_label(as[j], false), .sight = sight(x, j), .style = sight_style(x, j)};

    buf_init(&row.before, 64);
    buf_init(&row.after, 64);
    add_result(&row.before, &x->before, j);
    add_result(&row.after, &x->after, j);
    page_anchor(p);
    put_row(p, &row, cols);
    put_why(p, s, j, cols);
    buf_release(&row.before);
    buf_release(&row.after);
}

/* ---- the page ---- */

/* "2 steps (delete, swap)", "1 undone step (delete)", "the tour at stop 3": which of several is meant. */
static void add_program(const struct lab_program *p, struct buf *out)
{
    enum { NAMED = 4 };
    size_t steps = lab_steps(p->lab), undone = lab_undone(p->lab), n = steps > 0 ? steps : undone;

    if (p->course == COURSE_TOUR) {
        buf_addf(out, "the tour at stop %zu", p->stop + 1);
        return;
    }
    if (p->course == COURSE_QUIZ) {
        lab_add_exercise(p, out);
        return;
    }
    show_count(out, n, steps > 0 ? "step (" : "undone step (", steps > 0 ? "steps (" : "undone steps (");
    for (size_t i = 0; i < n && i < NAMED; i++)
        buf_addf(out, "%s%s", i > 0 ? ", " : "", lab_about[lab_step_at(p->lab, i)->kind].name);
    buf_adds(out, n > NAMED ? ", ...)" : ")");
}

/* What becomes of it when it is at hand again. */
static void add_return(const struct lab_program *p, struct buf *out)
{
    size_t steps = lab_steps(p->lab), undone = lab_undone(p->lab);

    if (p->course != COURSE_FREE)
        buf_adds(out, "and it goes on.");
    else if (steps > 0)
        buf_addf(out, "and %s in force again.", steps == 1 ? "it is" : "they are");
    else
        buf_addf(out, "and %s does %s again.", action_sign(ACTION_LAB_REDO), undone == 1 ? "it" : "the first of them");
}

/* The last one put there is named, and those under it. */
static void put_aside(struct page *p, const struct laboratory *x, int cols)
{
    const struct lab_program *aside = x->held.at[PLACE_ASIDE];
    struct buf text;

    if (!aside)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, "Put aside: ");
    add_program(aside, &text);
    buf_addf(&text, "; %s %s, ", action_sign(ACTION_LAB_RESET),
             x->now->course == COURSE_TOUR   ? "ends the tour"
             : x->now->course == COURSE_QUIZ ? "ends the exercise"
             : x->steps == 1                 ? "puts the step above away"
                                             : "puts the steps above away");
    add_return(aside, &text);
    for (const struct lab_program *under = aside->next; under; under = under->next) {
        buf_adds(&text, under == aside->next ? " Under that: " : ", ");
        add_program(under, &text);
    }
    buf_adds(&text, aside->next ? "." : "");
    put_prose(p, 0, cols, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

/* Straight after it was done. */
static void put_away(struct page *p, const struct laboratory *x, int cols)
{
    const struct lab_program *away = x->held.at[PLACE_AWAY];
    struct buf text;

    if (!x->put_away || !away)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, "Put away just now: ");
    add_program(away, &text);
    buf_addf(&text, "; %s brings %s back.", action_sign(ACTION_LAB_UNDO),
             lab_steps(away->lab) + lab_undone(away->lab) == 1 ? "it" : "them");
    put_prose(p, 0, cols, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

/* Why it is not the timeline at hand. */
static void put_made_for(struct page *p, const struct laboratory *x, int cols)
{
    if (x->now->sample && x->now->course == COURSE_TOUR)
        put_prose(p, 0, cols, STYLE_LABEL,
                  "On a timeline made for the tour, which begins with a consistent one of at least four entries; yours "
                  "stays as it is.");
    else if (x->now->sample && x->now->course == COURSE_QUIZ)
        put_prose(p, 0, cols, STYLE_LABEL, "On a timeline made for the tour: the one at hand cannot be altered.");
}

static void put_undone(struct page *p, const struct laboratory *x, int cols)
{
    char text[96];

    if (x->undone == 0 || x->now->course != COURSE_FREE)
        return;
    snprintf(text, sizeof text, "%zu %s undone; %s does %s again", x->undone,
             x->undone == 1 ? "step is" : "steps are",
             action_sign(ACTION_LAB_REDO), x->undone == 1 ? "it" : "the first of them");
    page_line(p);
    page_wrap_word(p, label_room(cols), cols, STYLE_LABEL, text);
}

/* What is held against the evidence, and not against the copies of the tour. */
static void put_left_aside(struct page *p, const struct state *evidence, int cols)
{
    const struct reference_set *given = evidence->refs;
    bool list = given->expected != NULL;
    size_t references = 0;
    struct buf text;

    for (size_t i = 0; i < given->count; i++)
        references += given->item[i].kind != REFERENCE_MANIFEST && !given->item[i].embedded;
    if (references == 0 && !list)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, "Left aside in the tour, which is judged without: ");
    if (references > 0)
        show_count(&text, references, "reference", "references");
    buf_addf(&text, "%s%s of the evidence.", references > 0 && list ? " and " : "", list ? "the list of expected actions" : "");
    put_prose(p, 0, cols, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

static void put_tour(struct page *p, const struct state *s, int cols)
{
    const struct laboratory *x = s->lab;
    const struct lab_stop *stop = &lab_tour[x->shown_stop];
    char look[48] = "";

    if (stop->looks > 1)
        snprintf(look, sizeof look, " (look %zu of %zu)", x->shown_look + 1, stop->looks);
    page_line(p);
    page_format(p, 0, STYLE_TITLE, "%zu of %d  %s%s", x->shown_stop + 1, (int)LAB_STOPS, stop->title, look);
    put_prose(p, 0, cols, STYLE_NORMAL, stop->caption);
    put_prose(p, 0, cols, STYLE_TITLE, stop->look[x->shown_look].says);
    put_left_aside(p, x->evidence, cols);
    put_made_for(p, x, cols);
    put_aside(p, x, cols);
}

static void put_quiz(struct page *p, const struct state *s, int cols)
{
    const struct laboratory *x = s->lab;
    char text[256];

    snprintf(text, sizeof text, "Exercise: %u attack%s drawn by the seed %" PRIu64 ", perhaps with repairs behind %s.",
             x->now->attacks, x->now->attacks == 1 ? "" : "s", x->now->seed, x->now->attacks == 1 ? "it" : "them");
    put_prose(p, 0, cols, STYLE_TITLE, text);
    put_made_for(p, x, cols);
    put_aside(p, x, cols);
    if (!x->now->solved) {
        snprintf(text, sizeof text,
                 "%s looks at the altered copy in the usual views. What was done to it, what shows it, and what "
                 "cannot? %s shows the steps, and what each judgement saw of them.",
                 action_sign(ACTION_CARD), action_sign(ACTION_LAB_SOLUTION));
        put_prose(p, 0, cols, STYLE_NORMAL, text);
        return;
    }
    snprintf(text, sizeof text, "%s--random=%u --seed=%" PRIu64 " draws these steps for aerscope attack, too.",
             x->now->sample ? "--sample " : "", x->now->attacks, x->now->seed);
    put_prose(p, 0, cols, STYLE_LABEL, text);
}

static void put_entries(struct page *p, const struct state *s, int cols)
{
    char was[NUMBER_ROOM], is[NUMBER_ROOM], text[3 * NUMBER_ROOM];

    snprintf(text, sizeof text, "%s before, %s after", show_number(was, s->lab->before.verdict.entries),
             show_number(is, s->lab->after.verdict.entries));
    put_labelled(p, cols, "ENTRIES", STYLE_NORMAL, text);
}

void lab_page_seen(struct page *p, const struct state *s, int cols)
{
    const struct laboratory *x = s->lab;

    if (x->now->course == COURSE_TOUR)
        put_tour(p, s, cols);
    if (x->now->course == COURSE_QUIZ)
        put_quiz(p, s, cols);
    if (lab_tells(x)) {
        put_steps(p, s, cols);
        put_undone(p, x, cols);
    }
    if (x->now->course == COURSE_FREE)
        put_aside(p, x, cols);
    put_away(p, x, cols);
    put_entries(p, s, cols);
    put_names(p, s, cols);
    for (int j = 0; j < LAB_JUDGEMENTS; j++)
        put_judgement(p, s, (enum lab_judgement)j, cols);
    if (lab_tells(x))
        put_command(p, s, cols);
}
