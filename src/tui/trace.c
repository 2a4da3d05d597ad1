#include "tui/trace.h"

#include "tui/filter.h"
#include "tui/show.h"
#include "tui/state.h"

#include <string.h>

enum { LOOKS = 20000, READS = 500 };

static const char *so_far(const struct state *s)
{
    return s->progress.done ? "" : " so far";
}

static bool has_digest(const struct state *s, uint64_t entry, const struct digest *d)
{
    struct entry_mark mark = timeline_mark(s->timeline, entry);

    return mark.has_digest && digest_equal(&mark.digest, d);
}

static bool cites(const struct state *s, uint64_t entry, const struct digest *d)
{
    const struct entry_value *prev;
    struct entry_text text = {0};
    struct digest stored;
    bool does = false;

    if (timeline_read_entry(s->timeline, entry, DIGEST_HEX + 8, &text, NULL) == 0) {
        prev = &text.member[MEMBER_PREV_DIGEST];
        does = prev->type == JSON_STRING &&
               digest_parse(prev->text.data, prev->text.len, &stored) && digest_equal(&stored, d);
    }
    entry_text_release(&text);
    return does;
}

/* ---- a slice ---- */

static uint64_t look_cited(struct state *s)
{
    struct trace *t = &s->trace;

    for (int i = 0; i < LOOKS && t->at < s->progress.entries; i++)
        if (has_digest(s, ++t->at, &t->digest))
            return t->at;
    return 0;
}

/* A link that holds cites the entry before it; only the others have to be read. */
static uint64_t look_citing(struct state *s)
{
    const uint32_t mask = UINT32_C(1) << FINDING_LINK | UINT32_C(1) << FINDING_GENESIS;
    struct trace *t = &s->trace;

    for (int i = 0; i < READS && t->at < s->progress.entries; i++) {
        uint64_t next = timeline_seek(s->timeline, t->at + 1, 1, mask);
        t->at = next && next <= s->progress.entries ? next : s->progress.entries;
        if (next && cites(s, t->at, &t->digest))
            return t->at;
    }
    return 0;
}

static void say_none(struct state *s, enum trace_kind kind)
{
    const struct digest zero = {{0}};

    if (kind == TRACE_CITING)
        state_say(s, STYLE_NORMAL, "none in this file%s cites the digest of this entry", so_far(s));
    else if (digest_equal(&s->trace.digest, &zero))
        state_say(s, STYLE_NORMAL,
                  "64 zeros: the stored prev_digest says that a timeline begins here");
    else
        state_say(s, STYLE_NORMAL, "none in this file%s has the digest that prev_digest names",
                  so_far(s));
}

static void say_looking(struct state *s)
{
    char n[NUMBER_ROOM];

    state_say(s, STYLE_NORMAL, "looking for the entry that %s: none in the first %s so far",
              s->trace.kind == TRACE_CITED ? "prev_digest names" : "cites this one",
              show_number(n, s->trace.at));
}

static void arrive(struct state *s, uint64_t entry)
{
    s->trace.kind = TRACE_NONE;
    buf_clear(&s->message);
    if (!filter_refuses(s, entry))
        state_jump(s, entry);
}

bool trace_busy(const struct state *s)
{
    return s->trace.kind != TRACE_NONE;
}

void trace_step(struct state *s)
{
    enum trace_kind kind = s->trace.kind;
    uint64_t found;

    if (kind == TRACE_NONE)
        return;
    found = kind == TRACE_CITED ? look_cited(s) : look_citing(s);
    if (found) {
        arrive(s, found);
    } else if (s->trace.at < s->progress.entries) {
        say_looking(s);
    } else {
        trace_end(s);
        say_none(s, kind);
    }
}

void trace_end(struct state *s)
{
    s->trace.kind = TRACE_NONE;
}

/* ---- beginning ---- */

static void begin(struct state *s, enum trace_kind kind, const struct digest *d)
{
    s->trace = (struct trace){.kind = kind, .digest = *d};
    trace_step(s);
}

void trace_cited(struct state *s)
{
    const struct row *row = rows_find(&s->rows, s->selected);
    struct digest d;

    if (!row || !digest_parse(row->prev_hex, DIGEST_HEX, &d))
        state_say(s, STYLE_NORMAL, "the stored prev_digest is no digest: it names no entry");
    else if (s->selected > 1 && has_digest(s, s->selected - 1, &d))
        arrive(s, s->selected - 1);
    else
        begin(s, TRACE_CITED, &d);
}

void trace_citing(struct state *s)
{
    struct entry_mark mark = timeline_mark(s->timeline, s->selected);

    if (!mark.has_digest)
        state_say(s, STYLE_NORMAL, "this entry has no digest: nothing can cite it");
    else if (s->selected < s->progress.entries && cites(s, s->selected + 1, &mark.digest))
        arrive(s, s->selected + 1);
    else
        begin(s, TRACE_CITING, &mark.digest);
}
