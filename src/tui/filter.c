#include "tui/filter.h"

#include "base/text.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

#include <string.h>

enum { BANNER = sizeof "FILTER" };

void filtering_release(struct filtering *f)
{
    inquiry_end(&f->inquiry);
}

bool filter_on(const struct state *s)
{
    return s->filter.inquiry.on;
}

bool filter_hides(const struct state *s, uint64_t entry)
{
    return filter_on(s) && !sweep_hit(&s->filter.inquiry.sweep, entry);
}

static bool finished(const struct state *s)
{
    return inquiry_final(&s->filter.inquiry, &s->progress);
}

bool filter_refuses(struct state *s, uint64_t entry)
{
    char n[NUMBER_ROOM];

    if (!filter_hides(s, entry))
        return false;
    state_say(s, STYLE_WARNING, "the filter %s entry %s; %s shows all",
              entry <= s->filter.inquiry.sweep.done ? "hides" : "has not yet come to",
              show_number(n, entry), action_sign(ACTION_CLEAR_FILTER));
    return true;
}

/* The last entry is asked again when what is said of it has changed. */
void filter_follow(struct state *s)
{
    struct filtering *f = &s->filter;
    bool contradicted = s->referenced && s->verdict.endpoint == ENDPOINT_CONTRADICTED;
    uint64_t entry = contradicted ? s->progress.entries : 0;

    if (!filter_on(s) || f->contradicted == entry)
        return;
    f->contradicted = entry;
    question_contradicted(f->inquiry.sweep.question, entry);
    f->inquiry.settled = false;
}

/* ---- the entries shown ---- */

uint64_t shown_total(const struct state *s)
{
    return filter_on(s) ? s->filter.inquiry.sweep.hits : s->progress.entries;
}

uint64_t shown_rank(const struct state *s, uint64_t entry)
{
    return filter_on(s) ? sweep_rank(&s->filter.inquiry.sweep, entry) : entry;
}

uint64_t shown_select(const struct state *s, uint64_t rank)
{
    if (filter_on(s))
        return sweep_select(&s->filter.inquiry.sweep, rank);
    return rank <= s->progress.entries ? rank : 0;
}

uint64_t shown_seek(const struct state *s, uint64_t entry, int step)
{
    if (filter_on(s))
        return sweep_seek(&s->filter.inquiry.sweep, entry, step);
    if (step < 0)
        return entry < s->progress.entries ? entry : s->progress.entries;
    return entry <= s->progress.entries ? entry : 0;
}

void filter_settle(struct state *s)
{
    struct filtering *f = &s->filter;
    uint64_t from = f->origin ? f->origin : s->selected, found;

    if (!filter_on(s) || (f->origin == 0 && !filter_hides(s, s->selected)))
        return;
    found = shown_seek(s, from, 1);
    if (found == 0)
        found = shown_seek(s, from, -1);
    if (found)
        state_select(s, found);
}

/* ---- beginning and ending ---- */

/* A word that names what an entry has, for the predicate that asks for it. */
static bool expand(struct buf *out, const char *word, size_t len)
{
    static const char *const names[] = {"failure", "warning", "note", "signal"};
    bool negated = len > 0 && *word == '!';

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(names[i]);
        if (len == n + negated + 1 && memcmp(word + negated, names[i], n) == 0 &&
            word[len - 1] == 's') {
            buf_addf(out, "%shas:%s", negated ? "!" : "", names[i]);
            return true;
        }
    }
    return false;
}

static void expand_all(struct buf *out, const char *text)
{
    bool quoted = false;
    size_t len;

    for (; *text; text += len) {
        len = quoted ? strcspn(text, "\"") : strcspn(text, " \"");
        if (!quoted && len > 0 && (text[len] == ' ' || text[len] == '\0') && expand(out, text, len))
            continue;
        quoted ^= text[len] == '"';
        len += text[len] != '\0';
        buf_add(out, text, len);
    }
}

void filter_begin(struct state *s, const char *text)
{
    struct question *q;
    struct err err = {0};
    struct buf full;

    text += strspn(text, " ");
    if (!*text) {
        filter_clear(s);
        return;
    }
    buf_init(&full, LIMIT_MESSAGE);
    expand_all(&full, text);
    history_add(&s->filters, text);
    q = question_filter(buf_cstr(&full), &err);
    if (q)
        question_notes(q, &s->noted);
    buf_release(&full);
    if (!q || inquiry_begin(&s->filter.inquiry, q, text, &err) < 0) {
        prompt_refuse_err(s, &prompt_filter, text, &err);
        return;
    }
    s->filter.contradicted = 0;
    filter_follow(s);
    s->filter.origin = s->selected;
    s->list_top = 0;
    inquiry_step(&s->filter.inquiry, s->timeline, &s->progress);
    filter_settle(s);
}

void filter_clear(struct state *s)
{
    char n[NUMBER_ROOM];

    if (!filter_on(s)) {
        state_say(s, STYLE_NORMAL, "no filter: all entries are shown");
        return;
    }
    inquiry_end(&s->filter.inquiry);
    s->filter.origin = 0;
    s->list_top = 0;
    state_say(s, STYLE_NORMAL, "filter cleared: all %s entries%s are shown",
              show_number(n, s->progress.entries), s->progress.done ? "" : " read so far");
}

/* ---- the prompt ---- */

static struct history *filter_past(struct state *s)
{
    return &s->filters;
}

static const char *filter_remark(const struct state *s, int fewer)
{
    static const char *const words[] = {
        "failures warnings has:CODE class= tool~ job!= standing=agent entry=A-B mark=s note~",
        "failures class= tool~ standing=agent entry=A-B", "failures tool~ class="};

    (void)s;
    return fewer < 3 ? words[fewer] : NULL;
}

const struct prompt prompt_filter = {
    .sign = "&", .done = filter_begin, .past = filter_past, .remark = filter_remark};

void filter_open(struct state *s)
{
    prompt_open(s, &prompt_filter);
    if (filter_on(s))
        line_set(&s->prompt, s->filter.inquiry.text);
}

/* ---- words ---- */

static void add_text(const struct state *s, int cells, struct buf *out)
{
    struct buf text;
    size_t fits, used;

    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, s->filter.inquiry.text, s->flags);
    fits = text_fit(buf_cstr(&text), text.len, (size_t)cells, &used);
    if (fits < text.len)
        fits = text_fit(buf_cstr(&text), text.len, (size_t)cells - 1, &used);
    buf_add(out, buf_cstr(&text), fits);
    if (fits < text.len)
        buf_adds(out, "~");
    buf_release(&text);
}

static bool cut_short(const struct state *s)
{
    return s->progress.failed || s->verdict.timeline == TIMELINE_UNREADABLE;
}

static void words_final(const struct state *s, bool brief, struct buf *out)
{
    char hits[NUMBER_ROOM], all[NUMBER_ROOM];

    show_number(hits, shown_total(s));
    show_number(all, s->progress.entries);
    if (brief)
        buf_addf(out, ": %s of %s shown", hits, all);
    else if (cut_short(s))
        buf_addf(out, ": %s of %s entries read shown, the others are hidden", hits, all);
    else
        buf_addf(out, ": %s of %s entr%s shown, the file has all %s", hits, all,
                 s->progress.entries == 1 ? "y" : "ies", all);
}

static void words_so_far(const struct state *s, bool brief, struct buf *out)
{
    const struct inquiry *i = &s->filter.inquiry;
    unsigned percent = inquiry_percent(i, &s->progress);
    char hits[NUMBER_ROOM], all[NUMBER_ROOM], of[NUMBER_ROOM];

    show_number(hits, shown_total(s));
    show_number(all, s->progress.entries);
    show_number(of, i->sweep.done);
    if (brief)
        buf_addf(out, i->stopped ? ": %s of first %s" : ": %s of %s so far", hits, of);
    else if (i->stopped)
        buf_addf(out, ": %s of the first %s entries shown, stopped there", hits, of);
    else
        buf_addf(out, ": %s of %s entries%s shown so far, %u %% looked at", hits, all,
                 s->progress.done ? "" : " read", percent);
}

static void banner_rest(const struct state *s, bool brief, struct buf *out)
{
    if (finished(s))
        words_final(s, brief, out);
    else
        words_so_far(s, brief, out);
    buf_addf(out, "; %s clears", action_sign(ACTION_CLEAR_FILTER));
}

static int text_cells(const struct state *s)
{
    struct buf text;
    int cells;

    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, s->filter.inquiry.text, s->flags);
    cells = (int)text_width(buf_cstr(&text), text.len);
    buf_release(&text);
    return cells;
}

void filter_banner(const struct state *s, int cols, struct buf *out)
{
    struct buf rest;

    buf_init(&rest, 512);
    banner_rest(s, cols < 64, &rest);
    if (text_cells(s) + BANNER + (int)rest.len > cols) {
        buf_clear(&rest);
        banner_rest(s, true, &rest);
    }
    buf_adds(out, "FILTER ");
    add_text(s, cols - BANNER - (int)rest.len > 4 ? cols - BANNER - (int)rest.len : 4, out);
    buf_adds(out, buf_cstr(&rest));
    buf_release(&rest);
}

static void words_none(const struct state *s, bool brief, struct buf *out)
{
    char n[NUMBER_ROOM];

    if (finished(s))
        buf_addf(out, brief ? "(none of %s is shown)" : "(the filter shows none of %s entries)",
                 show_number(n, s->progress.entries));
    else
        buf_adds(out, brief ? "(none shown so far)" : "(the filter shows no entry so far)");
}

static void words_after(const struct state *s, bool brief, struct buf *out)
{
    uint64_t last = shown_seek(s, s->progress.entries, -1);
    char n[NUMBER_ROOM], at[NUMBER_ROOM];

    show_number(n, s->progress.entries - last);
    show_number(at, last);
    if (!finished(s))
        buf_adds(out, brief ? "(filter not finished)"
                            : "(the filter has not looked at all entries: more may be shown)");
    else
        buf_addf(out,
                 brief ? "(%s hidden after %s)"
                       : "(not the end: the filter hides %s more after entry %s)",
                 n, at);
}

bool filter_ends_early(const struct state *s)
{
    if (!filter_on(s))
        return false;
    return !finished(s) || filter_hides(s, s->progress.entries);
}

void filter_end_words(const struct state *s, bool brief, struct buf *out)
{
    if (shown_total(s) == 0)
        words_none(s, brief, out);
    else
        words_after(s, brief, out);
}
