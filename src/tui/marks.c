#include "tui/notes.h"

#include "tui/show.h"
#include "tui/state.h"

#include <string.h>

/* ---- marks ---- */

char mark_sign(const struct state *s, uint64_t entry)
{
    const struct casefile *c = s->casing.file;
    enum mark m;

    if (!c)
        return ' ';
    m = casefile_entry_mark(c, entry);
    if (m != MARK_NONE)
        return mark_letter(m);
    return casefile_entry_notes(c, entry, NULL, 0) > 0 ? 'n' : ' ';
}

static void set_mark(struct state *s)
{
    struct noting *n = &s->noting;
    struct err err = {0};
    char number[NUMBER_ROOM];

    show_number(number, n->entry);
    if (casefile_set_mark(s->casing.file, n->entry, n->has_digest ? &n->digest : NULL, n->mark,
                          &err) < 0) {
        state_say(s, STYLE_WARNING, "%s", err.text);
        return;
    }
    casing_changed(s);
    noted_changed(s, n->entry);
    if (n->mark == MARK_NONE)
        state_say(s, STYLE_NORMAL, "entry %s has no mark", number);
    else
        state_say(s, STYLE_NORMAL, "entry %s marked %c, %s", number, mark_letter(n->mark),
                  mark_name(n->mark));
}

static enum mark mark_of(enum action a)
{
    switch (a) {
    case ACTION_MARK_SUSPICIOUS: return MARK_SUSPICIOUS;
    case ACTION_MARK_QUESTION: return MARK_QUESTION;
    case ACTION_MARK_CLEARED: return MARK_CLEARED;
    case ACTION_MARK_IMPORTANT: return MARK_IMPORTANT;
    default: return MARK_NONE;
    }
}

/* Taking away what is not there needs no case file. */
void mark_action(struct state *s, enum action a)
{
    struct entry_mark at = timeline_mark(s->timeline, s->selected);
    struct noting *n = &s->noting;
    char number[NUMBER_ROOM];

    n->entry = s->selected;
    n->has_digest = at.has_digest;
    n->digest = at.digest;
    n->mark = mark_of(a);
    if (n->mark == MARK_NONE &&
        (!s->casing.file || casefile_entry_mark(s->casing.file, n->entry) == MARK_NONE))
        state_say(s, STYLE_NORMAL, "entry %s has no mark", show_number(number, n->entry));
    else
        casing_need(s, set_mark);
}

/* ---- search and filter ---- */

static char asked_mark(void *arg, uint64_t entry)
{
    const struct state *s = arg;

    return s->casing.file ? mark_letter(casefile_entry_mark(s->casing.file, entry)) : ' ';
}

enum { NOTES_ASKED = 64 };

/* The newest of them; an entry with more is read no further. */
static int asked_texts(void *arg, uint64_t entry, int (*visit)(void *, const char *, size_t),
                       void *with)
{
    const struct state *s = arg;
    size_t at[NOTES_ASKED], n;
    struct buf text;
    int answer = 0;

    if (!s->casing.file)
        return 0;
    n = casefile_entry_notes(s->casing.file, entry, at, NOTES_ASKED);
    buf_init(&text, 10 * CASEFILE_TEXT_MAX);
    for (size_t i = 0; i < n && i < NOTES_ASKED && !answer; i++) {
        const char *words = casefile_note(s->casing.file, at[i]).text;
        buf_clear(&text);
        show_words(&text, words, s->flags);
        if (text.len > 0)
            answer = visit(with, buf_cstr(&text), text.len);
    }
    buf_release(&text);
    return answer;
}

void noted_init(struct state *s)
{
    s->noted = (struct sweep_notes){asked_mark, asked_texts, s};
}

static void ask_again(struct state *s, struct inquiry *q, uint64_t entry)
{
    struct err err = {0};

    if (q->on && sweep_again(&q->sweep, s->timeline, entry, &err) < 0)
        state_say(s, STYLE_WARNING, "%s", err.text);
}

static void restart(struct inquiry *q)
{
    if (!q->on)
        return;
    sweep_restart(&q->sweep);
    q->settled = q->stopped = false;
}

void noted_changed(struct state *s, uint64_t entry)
{
    if (entry == 0) {
        restart(&s->filter.inquiry);
        restart(&s->search.inquiry);
    } else {
        ask_again(s, &s->filter.inquiry, entry);
        ask_again(s, &s->search.inquiry, entry);
    }
}

void noted_found(struct state *s)
{
    const struct casefile *c = s->casing.file;
    uint64_t entry = 1;

    if (!s->filter.inquiry.on && !s->search.inquiry.on)
        return;
    while ((entry = casefile_seek(c, entry, 1, CASEFILE_ANY)) > 0)
        noted_changed(s, entry++);
}
