#include "core/telling.h"

#include "base/text.h"
#include "core/decode.h"
#include "core/repeats.h"

#include <stdio.h>
#include <string.h>

/* A member name of the input, escaped for a sentence. */
static int shown_name(struct telling *w, uint64_t at, char *out, size_t room)
{
    struct buf raw, shown;
    size_t used;

    buf_init(&raw, 2048);
    buf_init(&shown, 16384);
    int status = decode_string(&raw, &w->x, at, 120, w->err);
    if (status >= 0 && text_escape(&shown, raw.data, raw.len, TEXT_WTF8) == 0) {
        size_t len = text_fit(buf_cstr(&shown), shown.len, 60, &used);
        snprintf(out, room, "%.*s%s", (int)len, buf_cstr(&shown), len < shown.len || status ? "~" : "");
        status = 0;
    }
    buf_release(&raw);
    buf_release(&shown);
    return status < 0 ? -1 : 0;
}

int tell_near(struct telling *w)
{
    struct repeats r;
    struct finding f;
    char name[512] = "";
    int status = repeats_read(&r, &w->x, w->t->plan.depth, &w->t->desk, 0, w->err);

    for (size_t i = 0; i < r.near_count && status == 0; i++) {
        const char *like = member_name(r.near[i].member);
        status = telling_begin(w, &f, FINDING_NEAR_MEMBER, r.near[i].member) ||
                 shown_name(w, r.near[i].at, name, sizeof name);
        telling_place(w, &f, r.near[i].at);
        status = telling_end(w, &f, status ? -1 : telling_say(&f, "a member named \"%s\" is nearly \"%s\"; it is not read as "
                                                 "that and the digest does not bind it", name, like));
    }
    repeats_release(&r);
    return status;
}

static int add_reading(struct telling *w, struct finding *f, enum member m, const struct value *v)
{
    struct facts other = {.entry = w->f.entry};

    other.entry.member[m] = *v;
    other.entry.usual = false;
    if (facts_members(&other, &w->x, &w->t->desk, w->err))
        return -1;
    f->reading[f->readings].offset = v->offset;
    f->reading[f->readings].has_digest = other.has_digest;
    f->reading[f->readings].digest = other.digest;
    f->readings++;
    return 0;
}

static int tell_repeated(struct telling *w, const struct repeats *r, enum member m)
{
    struct finding f;

    if (telling_begin(w, &f, FINDING_DUPLICATE_MEMBER, m) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[m]))
        return telling_end(w, &f, -1);
    for (size_t i = 0; i < r->known_count[m]; i++)
        if (add_reading(w, &f, m, &r->known[m][i]))
            return telling_end(w, &f, -1);
    return telling_end(w, &f, telling_say(&f, "\"%s\" stands more than once, first at byte %llu and last at byte %llu: the "
                              "last counts here, another reader may take the first", member_name(m),
                          (unsigned long long)f.reading[0].offset,
                          (unsigned long long)w->f.entry.member[m].offset));
}

int tell_all_repeated(struct telling *w)
{
    struct repeats r;
    int status = repeats_read(&r, &w->x, w->t->plan.depth, &w->t->desk, w->f.entry.repeated, w->err);

    for (int m = 0; m < MEMBER_COUNT && status == 0; m++)
        if (w->f.entry.repeated >> m & 1)
            status = tell_repeated(w, &r, (enum member)m);
    repeats_release(&r);
    return status;
}

int tell_extra_repeated(struct telling *w)
{
    struct repeats r;
    struct finding f;
    char name[512];
    int status = repeats_read(&r, &w->x, w->t->plan.depth, &w->t->desk, 0, w->err);

    for (size_t i = 0; i < r.pair_count && status == 0; i++) {
        status = telling_begin(w, &f, FINDING_JSON_DUPLICATE, MEMBER_COUNT) ||
                 shown_name(w, r.pair[i].first, name, sizeof name);
        telling_place(w, &f, r.pair[i].second);
        status = telling_end(w, &f, status ? -1 : telling_say(&f, "\"%s\" stands twice, at byte %llu and at byte %llu; the "
                                                 "checks do not use it", name,
                                              (unsigned long long)r.pair[i].first,
                                              (unsigned long long)r.pair[i].second));
    }
    repeats_release(&r);
    return status;
}
