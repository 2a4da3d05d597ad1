#include "tui/times.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool is_created_at(const struct entry_extra *x)
{
    static const char name[] = "created_at";

    return x->name.len == sizeof name - 1 && memcmp(x->name.data, name, sizeof name - 1) == 0;
}

static void take_text(struct entry_time *t, const struct entry_extra *x)
{
    t->state = TIME_BAD;
    if (x->type != JSON_STRING)
        t->why = "not a string";
    else if (rfc3339_parse(x->text.data ? x->text.data : "", x->text.len, &t->at, &t->why) == 0)
        t->state = TIME_GOOD;
}

void entry_time_take(struct entry_time *t, const struct entry_text *e)
{
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < e->extras; i++) {
        if (!is_created_at(&e->extra[i]))
            continue;
        if (t->state != TIME_NONE) {
            t->state = TIME_TWICE;
            return;
        }
        take_text(t, &e->extra[i]);
    }
    if (t->state == TIME_NONE && e->extras_total > e->extras)
        t->state = TIME_UNREAD;
}

static void read_time(struct entry_time *t, struct timeline *timeline, uint64_t entry)
{
    struct entry_text text;
    struct err ignored = {0};

    memset(&text, 0, sizeof text);
    memset(t, 0, sizeof *t);
    if (entry_is_large(timeline, entry) ||
        timeline_read_entry(timeline, entry, 256, &text, &ignored) < 0)
        t->state = TIME_UNREAD;
    else
        entry_time_take(t, &text);
    entry_text_release(&text);
}

void entry_times_load(struct entry_times *t, struct timeline *timeline,
                      const struct entry_text *own, uint64_t last)
{
    uint64_t entry = own->entry;

    if (t->entry == entry && (t->last == last || t->last > entry))
        return;
    memset(t, 0, sizeof *t);
    t->entry = entry;
    t->last = last;
    t->before.state = t->after.state = TIME_UNREAD;
    entry_time_take(&t->own, own);
    if (entry > 1)
        read_time(&t->before, timeline, entry - 1);
    if (entry < last)
        read_time(&t->after, timeline, entry + 1);
}

int64_t instant_seconds_between(const struct instant *a, const struct instant *b)
{
    return b->seconds - a->seconds - (b->nanoseconds < a->nanoseconds);
}

const char *show_duration(char out[DURATION_ROOM], const struct instant *from,
                          const struct instant *to)
{
    static const struct {
        const char *name;
        int64_t seconds;
    } units[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
    bool back = instant_compare(from, to) > 0;
    int64_t left = back ? instant_seconds_between(to, from) : instant_seconds_between(from, to);
    int n = 0;

    if (left == 0)
        snprintf(out, DURATION_ROOM, "less than 1 s");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (left < units[i].seconds)
            continue;
        n += snprintf(out + n, DURATION_ROOM - (size_t)n, "%s%" PRId64 " %s", n ? " " : "",
                      left / units[i].seconds, units[i].name);
        left %= units[i].seconds;
    }
    return out;
}
