#include "tui/card_page.h"

#include "tui/show.h"

#include <stdio.h>
#include <string.h>

void card_page_load(struct state *s)
{
    if (s->detail.entry == 0 || s->detail.failed)
        return;
    entry_times_load(&s->times, s->timeline, &s->detail.text, s->progress.entries);
    reproduce_load(&s->reproduce, s->timeline, lab_path_of(s), s->detail.entry, s->progress.done);
}

/* ---- times ---- */

static void put_labelled(struct page *p, const struct form *f, enum style style, const char *label,
                         enum style text_style, const char *text)
{
    page_line(p);
    page_word(p, f->label, style, label);
    page_wrap_word(p, f->halves ? 10 : f->text, f->cols, text_style, text);
}

/* Why the time of an entry cannot be compared; NULL where it can. */
static const char *reason(const struct entry_time *t)
{
    switch (t->state) {
    case TIME_NONE: return "has no created_at";
    case TIME_TWICE: return "has created_at more than once";
    case TIME_BAD: return "has a created_at that is no time of RFC 3339";
    case TIME_UNREAD: return "was not looked at for created_at";
    default: return NULL;
    }
}

/* The label of a difference: what is to be pointed out. */
static const char *remarkable(const struct instant *earlier, const struct instant *later)
{
    if (instant_compare(earlier, later) > 0)
        return "STEP BACK";
    return instant_seconds_between(earlier, later) >= TIME_GAP ? "TIME GAP" : "";
}

/* `other` is the time of the entry number `n`, which stands before or after this one. */
static void put_difference(struct page *p, const struct state *s, const struct form *f,
                           const struct entry_time *other, uint64_t n, bool before)
{
    const struct instant *own = &s->times.own.at;
    const char *label = before ? remarkable(&other->at, own) : remarkable(own, &other->at);
    char number[NUMBER_ROOM], duration[DURATION_ROOM];
    const char *how = instant_compare(own, &other->at) < 0 ? "earlier than" : "later than";
    struct buf text;

    show_number(number, n);
    buf_init(&text, 256);
    if (reason(other)) {
        buf_addf(&text, "entry %s %s", number, reason(other));
        label = "";
    } else if (instant_compare(own, &other->at) == 0) {
        buf_addf(&text, "the same time as entry %s", number);
    } else {
        buf_addf(&text, "%s %s entry %s%s", show_duration(duration, own, &other->at), how, number,
                 strcmp(label, "STEP BACK") != 0 ? ""
                 : before                        ? ", which stands before it"
                                                 : ", which stands after it");
    }
    put_labelled(p, f, STYLE_WARNING, label, STYLE_NORMAL, buf_cstr(&text));
    buf_release(&text);
}

void card_page_times(struct page *p, const struct state *s, const struct form *f)
{
    const struct entry_times *t = &s->times;
    struct buf text;

    if (t->entry != s->detail.entry || (t->own.state == TIME_NONE && t->before.state != TIME_GOOD))
        return;
    if (t->own.state == TIME_GOOD) {
        put_labelled(p, f, STYLE_LABEL, "TIMES", STYLE_LABEL,
                     "created_at against the neighbours, not bound by the digest either:");
        if (t->entry > 1)
            put_difference(p, s, f, &t->before, t->entry - 1, true);
        if (t->entry < s->progress.entries)
            put_difference(p, s, f, &t->after, t->entry + 1, false);
        return;
    }
    buf_init(&text, 512);
    buf_addf(&text, "this entry %s", reason(&t->own));
    if (t->own.why)
        buf_addf(&text, ": %s", t->own.why);
    put_labelled(p, f, STYLE_WARNING, "TIMES", STYLE_NORMAL, buf_cstr(&text));
    buf_release(&text);
}

/* ---- commands ---- */

/* A command begins at the edge: nothing of the screen gets in between when it is copied by hand. */
static void put_command(struct page *p, const struct form *f, const struct str *command)
{
    page_line(p);
    page_wrap(p, f->label, f->cols, STYLE_NORMAL, command->data, command->len, false);
}

static void put_row(struct page *p, int col, int cols, const char *before, const char *text, int len,
                    const char *after)
{
    char row[REPRODUCE_PLAIN_MAX + 64];
    int n = snprintf(row, sizeof row, "%s%.*s%s", before, len, text, after);

    page_line(p);
    page_wrap(p, col, cols, STYLE_NORMAL, row, (size_t)n, false);
}

/* A row that ended inside the quotes would give another digest when it is copied. printf prints all its
 * arguments alike, so the preimage goes in as many of them as there are rows. */
void card_page_by_hand(struct page *p, int col, int cols, const struct str *command)
{
    static const char head[] = "printf '%s' '", tail[] = "' | sha256sum";
    const char *text = command->data + sizeof head - 1;
    int left = (int)(command->len - (sizeof head - 1) - (sizeof tail - 1)), room = cols - col - 16;

    if ((int)command->len <= cols - col) {
        put_row(p, col, cols, "", command->data, (int)command->len, "");
        return;
    }
    if (room < 8 || memchr(text, '\'', (size_t)left)) {
        put_row(p, col, cols, "(too long for this width)", "", 0, "");
        return;
    }
    put_row(p, col, cols, "printf '%s' \\", "", 0, "");
    for (; left > room; text += room, left -= room)
        put_row(p, col, cols, "'", text, room, "' \\");
    put_row(p, col, cols, "'", text, left, "' | sha256sum");
}

/* No file holds the copy that a command could name. */
static void put_training(struct page *p, const struct form *f, const struct reproduce *r)
{
    put_labelled(p, f, STYLE_LABEL, "REPRODUCE", STYLE_LABEL,
                 r->by_hand.data ? "the recomputed digest, by one line for a shell:"
                                 : "the training copy is in no file that a command could name, until it is saved");
    if (r->by_hand.data)
        card_page_by_hand(p, f->label, f->cols, &r->by_hand);
}

void card_page_commands(struct page *p, const struct state *s, const struct form *f)
{
    const struct reproduce *r = &s->reproduce;
    char words[128];

    page_anchor(p);
    if (r->entry != s->detail.entry || !r->has_digest) {
        put_labelled(p, f, STYLE_LABEL, "REPRODUCE", STYLE_LABEL,
                     "this entry has no digest that could be recomputed");
        return;
    }
    if (!lab_path_of(s)) {
        put_training(p, f, r);
        return;
    }
    snprintf(words, sizeof words, "the recomputed digest, by one line for a shell (%s copies it):",
             action_sign(ACTION_COPY_COMMAND));
    put_labelled(p, f, STYLE_LABEL, "REPRODUCE", STYLE_LABEL, words);
    put_command(p, f, &r->by_tool);
    if (!r->named) {
        page_line(p);
        page_wrap_word(p, f->label, f->cols, STYLE_LABEL,
                       "(put the name of the file in place of FILE)");
    }
    if (r->by_hand.data) {
        page_line(p);
        page_wrap_word(p, f->label, f->cols, STYLE_LABEL, "and without this program:");
        card_page_by_hand(p, f->label, f->cols, &r->by_hand);
    }
}
