#include "tui/search.h"

#include "base/text.h"
#include "tui/filter.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

#include <string.h>

enum { STEPS = 100000 };

void searching_release(struct searching *q)
{
    inquiry_end(&q->inquiry);
    matcher_release(&q->matcher);
}

/* ---- to the next match ---- */

/* Entries that both search and filter have answered. */
static uint64_t answered(const struct state *s)
{
    uint64_t done = s->search.inquiry.sweep.done;

    if (filter_on(s) && s->filter.inquiry.sweep.done < done)
        done = s->filter.inquiry.sweep.done;
    return done < s->progress.entries ? done : s->progress.entries;
}

static bool all_answered(const struct state *s)
{
    return inquiry_final(&s->search.inquiry, &s->progress) &&
           (!filter_on(s) || inquiry_final(&s->filter.inquiry, &s->progress));
}

/* A match that is shown, among what is answered. */
static uint64_t seek(const struct state *s, uint64_t from, int step)
{
    uint64_t known = answered(s);

    if (from > known && step < 0)
        from = known;
    while (from > 0 && from <= known) {
        uint64_t found = sweep_seek(&s->search.inquiry.sweep, from, step);
        if (found == 0 || found > known || !filter_hides(s, found))
            return found > known ? 0 : found;
        from = found + (uint64_t)(int64_t)step;
    }
    return 0;
}

static void say_none(struct state *s)
{
    uint64_t hits = s->search.inquiry.sweep.hits;
    char n[NUMBER_ROOM];

    s->search.wanted = 0;
    if (hits > 0 && filter_on(s))
        state_say(s, STYLE_WARNING, "the filter hides %s that match%s; %s shows all",
                  hits == 1 ? "the entry" : show_number(n, hits), hits == 1 ? "es" : "",
                  action_sign(ACTION_CLEAR_FILTER));
}

static void arrive(struct state *s, uint64_t entry, bool wrapped)
{
    struct searching *q = &s->search;

    q->from = entry + (uint64_t)(int64_t)q->wanted;
    if (--q->steps > 0)
        return;
    if (wrapped && entry == s->selected)
        state_say(s, STYLE_NORMAL, "search wrapped: no other match");
    else if (wrapped)
        state_say(s, STYLE_NORMAL, "search wrapped to the %s match",
                  q->wanted > 0 ? "first" : "last");
    q->wanted = 0;
    q->reveals = true;
    state_jump(s, entry);
    s->filter.origin = 0;
}

static void stopped(struct state *s)
{
    char n[NUMBER_ROOM];

    s->search.wanted = 0;
    state_say(s, STYLE_NORMAL, "stopped after entry %s: no further match up to there",
              show_number(n, answered(s)));
}

/* One match on; false when it is not known yet or there is none. */
static bool resolve_one(struct state *s)
{
    struct searching *q = &s->search;
    uint64_t found = 0;
    bool all = all_answered(s);

    if (all || q->wanted > 0 || answered(s) >= q->from)
        found = seek(s, q->from, q->wanted);
    if (found) {
        arrive(s, found, false);
        return true;
    }
    if (!all && (q->inquiry.stopped || s->filter.inquiry.stopped))
        stopped(s);
    if (!all)
        return false;
    found = seek(s, q->wanted > 0 ? 1 : s->progress.entries, q->wanted);
    if (found)
        arrive(s, found, true);
    else
        say_none(s);
    return found > 0;
}

void search_resolve(struct state *s)
{
    while (s->search.wanted && resolve_one(s))
        continue;
}

void search_stay(struct state *s)
{
    s->search.wanted = 0;
}

/* ---- beginning and ending ---- */

static int begin(struct state *s, const char *text, bool regex, bool payload)
{
    struct searching *q = &s->search;
    struct search_options o = {.text = text, .regex = regex, .payload = payload};
    struct question *question;
    struct err err = {0};

    question = question_search(&o, &err);
    if (question)
        question_notes(question, &s->noted);
    if (question && inquiry_begin(&q->inquiry, question, text, &err) == 0) {
        matcher_release(&q->matcher);
        matcher_init(&q->matcher, text, regex);
        q->is_regex = regex;
        q->with_payload = payload;
        inquiry_step(&q->inquiry, s->timeline, &s->progress);
        return 0;
    }
    prompt_refuse_err(s, &prompt_search, text, &err);
    return -1;
}

static void want(struct state *s, int step, uint64_t steps, uint64_t from)
{
    s->search.wanted = step;
    s->search.steps = steps > STEPS ? STEPS : steps;
    s->search.from = from;
    search_resolve(s);
}

void search_begin(struct state *s, const char *text)
{
    struct buf copy; /* the history may drop the line that `text` is */

    if (!*text)
        text = history_newest(&s->searches);
    if (!text) {
        state_say(s, STYLE_NORMAL, "nothing was searched for yet");
        return;
    }
    buf_init(&copy, LIMIT_MESSAGE);
    buf_adds(&copy, text);
    history_add(&s->searches, buf_cstr(&copy));
    if (begin(s, buf_cstr(&copy), s->by_regex, s->in_bytes) == 0)
        want(s, 1, 1, s->selected);
    buf_release(&copy);
}

void search_next(struct state *s, int step, uint64_t count)
{
    struct searching *q = &s->search;
    const char *last = history_newest(&s->searches);

    if (!last) {
        state_say(s, STYLE_NORMAL, "no search yet; %s begins one",
                  action_sign(ACTION_SEARCH));
        return;
    }
    if (!q->inquiry.on && begin(s, last, q->is_regex, q->with_payload) < 0)
        return;
    if (!q->inquiry.failed)
        q->inquiry.stopped = false;
    want(s, step, count ? count : 1, s->selected + (uint64_t)(int64_t)step);
}

void search_end(struct state *s)
{
    inquiry_end(&s->search.inquiry);
    matcher_release(&s->search.matcher);
    s->search.wanted = 0;
}

/* ---- the prompt ---- */

static bool prompt_toggles(struct state *s, uint32_t key)
{
    if (key == K_CTRL('R'))
        s->by_regex = !s->by_regex;
    else if (key == K_CTRL('G'))
        s->in_bytes = !s->in_bytes;
    else
        return false;
    return true;
}

static struct history *search_past(struct state *s)
{
    return &s->searches;
}

static const char *search_remark(const struct state *s, int fewer)
{
    static const char *const words[2][2][3] = {
        {{"literal (Ctrl-R), without canonical bytes (Ctrl-G)", "literal ^R, shown ^G", "literal"},
         {"literal (Ctrl-R), with canonical bytes (Ctrl-G)", "literal ^R, bytes ^G",
          "literal, bytes"}},
        {{"regex (Ctrl-R), without canonical bytes (Ctrl-G)", "regex ^R, shown ^G", "regex"},
         {"regex (Ctrl-R), with canonical bytes (Ctrl-G)", "regex ^R, bytes ^G", "regex, bytes"}}};

    return fewer < 3 ? words[s->by_regex][s->in_bytes][fewer] : NULL;
}

const struct prompt prompt_search = {.sign = "/",
                                     .done = search_begin,
                                     .key = prompt_toggles,
                                     .past = search_past,
                                     .remark = search_remark};

void search_open(struct state *s)
{
    prompt_open(s, &prompt_search);
}

/* ---- words ---- */

static void add_name(const struct state *s, int cells, struct buf *out)
{
    const struct searching *q = &s->search;
    struct buf text;
    size_t fits, used;

    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, q->inquiry.text, s->flags | TEXT_QUOTED);
    fits = text_fit(buf_cstr(&text), text.len, (size_t)cells, &used);
    buf_addf(out, "search %s\"%.*s%s\"%s", q->is_regex ? "regex " : "", (int)fits, buf_cstr(&text),
             fits < text.len ? "~" : "", q->with_payload ? " with bytes" : "");
    buf_release(&text);
}

static void add_hits(const struct state *s, struct buf *out)
{
    uint64_t hits = s->search.inquiry.sweep.hits;

    if (hits == 0)
        buf_adds(out, "no match");
    else
        show_count(out, hits, "match", "matches");
}

static void status_final(const struct state *s, bool brief, struct buf *out)
{
    bool part = s->progress.failed || s->verdict.timeline == TIMELINE_UNREADABLE;

    add_hits(s, out);
    if (!brief) {
        buf_adds(out, " in ");
        show_count(out, s->progress.entries, "entry", "entries");
        buf_adds(out, part ? " that were read, search" : ", search");
    } else {
        buf_adds(out, ",");
    }
    buf_adds(out, " finished");
    if (!brief && !s->search.with_payload && s->search.inquiry.sweep.hits == 0)
        buf_adds(out, "; bytes left out");
}

static void status_so_far(const struct state *s, bool brief, struct buf *out)
{
    const struct inquiry *i = &s->search.inquiry;
    unsigned percent = inquiry_percent(i, &s->progress);
    char n[NUMBER_ROOM];

    add_hits(s, out);
    if (i->stopped) {
        buf_addf(out, brief ? " in first %s, stopped" : " in the first %s entries, search stopped",
                 show_number(n, i->sweep.done));
        if (i->failed && !brief)
            buf_adds(out, ": "), show_cstr(out, i->err.text, s->flags);
    } else if (brief) {
        buf_addf(out, " so far, %u %%", percent);
    } else if (percent == 100) {
        buf_adds(out, " so far, all that is read is searched");
    } else {
        buf_addf(out, " so far, %u %% of what is read searched", percent);
    }
}

void search_status(const struct state *s, int cols, struct buf *out)
{
    bool brief = cols < 64;

    if (!s->search.inquiry.on)
        return;
    add_name(s, brief ? 8 : cols < 100 ? 20 : 40, out);
    buf_adds(out, brief ? ": " : " ");
    if (inquiry_final(&s->search.inquiry, &s->progress))
        status_final(s, brief, out);
    else
        status_so_far(s, brief, out);
}
