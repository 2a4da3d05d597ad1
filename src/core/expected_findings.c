/* Findings of a check against a list: made when they are asked for, since there may be millions. */
#include "core/expected_impl.h"

#include "base/text.h"
#include "core/telling.h"

#include <inttypes.h>
#include <string.h>

static const enum finding_code code_of[FATES] = {
    [FATE_MATCHED] = FINDING_COUNT,
    [FATE_AUTHORISED] = FINDING_COUNT,
    [FATE_MISPLACED] = FINDING_EXPECT_ORDER,
    [FATE_UNNAMED] = FINDING_EXPECT_UNEXPECTED,
    [FATE_SURPLUS] = FINDING_EXPECT_UNEXPECTED,
    [FATE_FOREIGN] = FINDING_EXPECT_UNEXPECTED,
    [FATE_FORBIDDEN] = FINDING_EXPECT_FORBIDDEN,
};

uint64_t expected_list_findings(const struct expected *e)
{
    return e->list.count + e->missing_count;
}

enum finding_code expected_list_code(const struct expected *e, uint64_t i)
{
    return i < e->list.count ? e->list.item[i].code : FINDING_EXPECT_MISSING;
}

/* As much of a name as a sentence bears, cut behind a whole character. */
static void say_name(struct buf *text, const struct str *s)
{
    enum { BYTES = 512, CELLS = 120 };
    size_t len = s->len < BYTES ? s->len : BYTES;

    while (len < s->len && len > 0 && ((unsigned char)s->data[len] & 0xc0) == 0x80)
        len--;
    text_quote(text, s->data, len, TEXT_WTF8, CELLS);
}

uint64_t expected_list_entry(const struct expected *e, uint64_t i)
{
    return i < e->list.count ? e->list.item[i].entry : 0;
}

uint64_t expected_list_action(const struct expected *e, uint64_t i)
{
    return i < e->list.count ? 0 : (uint64_t)e->missing[i - e->list.count] + 1;
}

static void say_action(struct buf *text, const struct action *a, uint64_t number)
{
    char hex[DIGEST_HEX + 1];

    buf_addf(text, "action %" PRIu64 " of the list, ", number);
    say_name(text, &a->tool);
    if (a->id.data) {
        buf_adds(text, " with id ");
        say_name(text, &a->id);
    }
    if (a->has_hash) {
        digest_hex(&a->hash, hex);
        buf_addf(text, " with output_hash %s", hex);
    }
}

static int tell_missing(const struct expected *e, uint32_t i, struct finding *f)
{
    const struct action *a = &e->action[i];
    struct buf text;

    finding_init(f, FINDING_EXPECT_MISSING, 0);
    f->located = f->in_list = true;
    f->offset = a->at.offset;
    f->line = a->at.line;
    f->column = a->at.column;
    f->has_missing = true;
    f->missing = a->count - a->found;
    f->action = (uint64_t)i + 1;
    buf_init(&text, LIMIT_MESSAGE);
    say_action(&text, a, (uint64_t)i + 1);
    buf_addf(&text,
             ": expected %" PRIu64 " %s, found %" PRIu64
             "; that it is absent does not show that it was left out",
             a->count, a->count == 1 ? "time" : "times", a->found);
    int status = str_take(&f->message, &text);
    buf_release(&text);
    if (status)
        finding_release(f);
    return status;
}

int expected_list_finding(const struct expected *e, uint64_t i, struct finding *out)
{
    if (i < e->list.count)
        return finding_copy(out, &e->list.item[i]);
    return tell_missing(e, e->missing[i - e->list.count], out);
}

uint64_t expected_total(const struct expected *e, enum finding_code c)
{
    uint64_t n = c == FINDING_EXPECT_MISSING ? e->missing_count : 0;

    for (int f = 0; f < FATES; f++)
        n += code_of[f] == c ? e->fates[f] : 0;
    for (size_t i = 0; i < e->list.count; i++)
        n += e->list.item[i].code == c;
    return n;
}

static bool none_of(const struct expected *e, enum finding_code c)
{
    uint64_t n = 0;

    for (int f = 0; f < FATES; f++)
        n += code_of[f] != FINDING_COUNT && (c == FINDING_COUNT || code_of[f] == c) ? e->fates[f] : 0;
    return n == 0;
}

uint64_t expected_seek(const struct expected *e, uint64_t entry, int step, enum finding_code c)
{
    if (none_of(e, c))
        return 0;
    if (step < 0 && entry > e->entries)
        entry = e->entries;
    for (; entry >= 1 && entry <= e->entries; entry += (uint64_t)(int64_t)step) {
        enum finding_code here = code_of[e->fate[entry - 1]];
        if (here != FINDING_COUNT && (c == FINDING_COUNT || c == here))
            return entry;
    }
    return 0;
}

bool expected_has(const struct expected *e, uint64_t entry)
{
    return !none_of(e, FINDING_COUNT) && entry >= 1 && entry <= e->entries &&
           code_of[e->fate[entry - 1]] != FINDING_COUNT;
}

static int say(const struct expected *e, uint64_t entry, struct finding *f)
{
    static const char *const says[FATES] = {
        [FATE_UNNAMED] = "no action of the list names this entry",
        [FATE_SURPLUS] = "the list names such an action, and not so often",
        [FATE_FOREIGN] = "the list is for another job than that of this entry",
    };
    enum fate fate = (enum fate)e->fate[entry - 1];

    if (fate == FATE_FORBIDDEN)
        return telling_say(f, "action %" PRIu64 " of the list forbids what this entry records",
                           (uint64_t)e->which[entry - 1] + 1);
    if (fate != FATE_MISPLACED)
        return telling_say(f, "%s", says[fate]);
    return telling_say(f,
                       "action %" PRIu64
                       " of the list, and not in the place that the order of the list "
                       "gives it",
                       (uint64_t)e->which[entry - 1] + 1);
}

static int tell_entry(const struct expected *e, struct telling *w)
{
    enum member m = e->fate[w->entry - 1] == FATE_FOREIGN ? MEMBER_JOB_ID : MEMBER_TOOL;
    struct finding f;

    if (timeline_facts(w->t, w->entry, &w->x, &w->f, w->err))
        return -1;
    if (telling_begin(w, &f, code_of[e->fate[w->entry - 1]], m) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[m]))
        return telling_end(w, &f, -1);
    if (fate_has_action((enum fate)e->fate[w->entry - 1]))
        f.action = (uint64_t)e->which[w->entry - 1] + 1;
    return telling_end(w, &f, say(e, w->entry, &f));
}

int expected_entry_findings(const struct expected *e, struct timeline *t, uint64_t entry,
                            struct finding_list *out, struct err *err)
{
    struct err own = {0};
    struct telling w = {.t = t, .entry = entry, .out = out, .err = err ? err : &own};

    if (entry == 0 || entry > e->entries || code_of[e->fate[entry - 1]] == FINDING_COUNT)
        return 0;
    err_clear(w.err);
    pthread_mutex_lock(&t->desk_lock);
    int status = tell_entry(e, &w);
    if (status == 0)
        status = timeline_still(t, entry, w.err);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}
