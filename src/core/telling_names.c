#include "core/telling.h"

#include "base/text.h"
#include "core/decode.h"
#include "core/repeats.h"

enum { NAME_BYTES = 120, NAME_CELLS = 60 };

/* A member name of the input, in quotes for a sentence. */
static int quote_name(struct telling *w, uint64_t at, struct buf *out)
{
    struct buf raw;

    buf_clear(out);
    buf_init(&raw, 2048);
    int status = decode_string(&raw, &w->x, at, NAME_BYTES, w->err);
    if (status >= 0)
        text_quote(out, raw.data, raw.len, TEXT_WTF8, NAME_CELLS);
    if (status > 0 && out->len > 0 && out->data[out->len - 1] == '"')
        buf_adds(out, "...");
    buf_release(&raw);
    return status < 0 || out->failed ? -1 : 0;
}

int tell_near(struct telling *w)
{
    struct repeats r;
    struct finding f;
    struct buf name;
    int status = repeats_read(&r, &w->x, w->t->plan.depth, &w->t->desk, 0, w->err);

    buf_init(&name, LIMIT_MESSAGE);
    for (size_t i = 0; i < r.near_count && status == 0; i++) {
        const char *like = member_name(r.near[i].member);
        status = telling_begin(w, &f, FINDING_NEAR_MEMBER, r.near[i].member) ||
                 quote_name(w, r.near[i].at, &name);
        telling_place(w, &f, r.near[i].at);
        status = telling_end(w, &f, status ? -1 : telling_say(&f, "a member named %s is nearly \"%s\"; it is not read as "
                                                 "that and the digest does not bind it", buf_cstr(&name), like));
    }
    buf_release(&name);
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
    struct buf name;
    int status = repeats_read(&r, &w->x, w->t->plan.depth, &w->t->desk, 0, w->err);

    buf_init(&name, LIMIT_MESSAGE);
    for (size_t i = 0; i < r.pair_count && status == 0; i++) {
        status = telling_begin(w, &f, FINDING_JSON_DUPLICATE, MEMBER_COUNT) ||
                 quote_name(w, r.pair[i].first, &name);
        telling_place(w, &f, r.pair[i].second);
        status = telling_end(w, &f, status ? -1 : telling_say(&f, "%s stands twice, at byte %llu and at byte %llu; the "
                                                 "checks do not use it", buf_cstr(&name),
                                              (unsigned long long)r.pair[i].first,
                                              (unsigned long long)r.pair[i].second));
    }
    buf_release(&name);
    repeats_release(&r);
    return status;
}
