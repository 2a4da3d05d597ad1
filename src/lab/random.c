/* Exercises: attacks and repairs drawn by a seed. The order of the draws is part of what a seed means. */
#include "base/limits.h"
#include "lab/lab_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t lab_random_next(struct lab_random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t lab_random_below(struct lab_random *r, uint64_t below)
{
    uint64_t over = (UINT64_MAX % below + 1) % below, n;

    do
        n = lab_random_next(r);
    while (n > UINT64_MAX - over);
    return n % below;
}

/* What an exercise draws from; splices need a file, and a -06 copy gives itself away. */
enum draw {
    DRAW_TAIL,
    DRAW_HEAD,
    DRAW_DELETE,
    DRAW_DUPLICATE,
    DRAW_MOVE,
    DRAW_SWAP,
    DRAW_CLASS,
    DRAW_TOOL,
    DRAW_BYTES,
    DRAW_LAST,
    DRAW_CLOSE,
    DRAWS
};

static const char *const amounts[] = {"7250.00", "9250.00", "12500.00", "950.00", "1.00"};
static const char *const tools[] = {"mail.send", "pay.send", "fs.delete", "http.get", "db.write"};
static const char *const classes[] = {"LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY HOST-1"};

enum { AMOUNTS = 5, TOOLS = 5, CLASSES = 3, DRAWN_BYTES = 1024, DRAWN_ANEW = 100 };

static uint64_t any_entry(const struct lab *l, struct lab_random *r)
{
    return 1 + lab_random_below(r, lab_entries(l));
}

static int add_drop(struct lab *l, struct lab_random *r, enum lab_kind kind, struct err *err)
{
    uint64_t most = lab_entries(l) / 2;
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, 1 + lab_random_below(r, most > 3 ? 3 : most));
    return lab_add_text(l, kind, text, err);
}

static int add_one(struct lab *l, struct lab_random *r, enum lab_kind kind, struct err *err)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, any_entry(l, r));
    return lab_add_text(l, kind, text, err);
}

static int add_pair(struct lab *l, struct lab_random *r, enum lab_kind kind, struct err *err)
{
    uint64_t from = any_entry(l, r), to = 1 + lab_random_below(r, lab_entries(l) - 1);
    char text[48];

    to += to >= from;
    snprintf(text, sizeof text, "%" PRIu64 ":%" PRIu64, from, to);
    return lab_add_text(l, kind, text, err);
}

/* A member of an entry becomes the one of `values` behind its own, so that it changes. */
static int add_member(struct lab *l, struct lab_random *r, enum member m, const char *const *values, unsigned count,
                      struct err *err)
{
    struct entry_text read = {0};
    uint64_t position = any_entry(l, r), entry;
    unsigned pick = (unsigned)lab_random_below(r, count);
    const struct piece *p = rope_at(&l->rope, position, &entry);
    const struct str *now;
    char text[96];

    if (timeline_read_members(l->file[p->file].t, entry, LIMIT_SHOWN, &read, err) != 0)
        return -1;
    now = &read.member[m].text;
    if (now->data != NULL && strcmp(now->data, values[pick]) == 0)
        pick = (pick + 1) % count;
    entry_text_release(&read);
    snprintf(text, sizeof text, "%" PRIu64 ".%s=\"%s\"", position, member_name(m), values[pick]);
    return lab_add_text(l, LAB_SET, text, err);
}

/* Short, and of characters that a shell takes. */
static bool is_usual(const struct str *payload, uint64_t bytes)
{
    if (payload->data == NULL || payload->len != bytes || bytes > DRAWN_BYTES)
        return false;
    for (size_t i = 0; i < payload->len; i++)
        if (payload->data[i] < ' ' || payload->data[i] > '~')
            return false;
    return true;
}

/* One digit of the bytes that are there becomes another one, the draw says which; so nothing in the new bytes tells
 * that they were drawn. False where they have none, or are none to draw from. */
static bool other_digit(char *text, uint64_t draw)
{
    uint64_t digits = 0, at;

    for (const char *c = text; *c != '\0'; c++)
        digits += *c >= '0' && *c <= '9';
    if (digits == 0)
        return false;
    at = draw % digits;
    for (char *c = text; *c != '\0'; c++)
        if (*c >= '0' && *c <= '9' && at-- == 0)
            *c = *c == '9' ? '1' : (char)(*c + 1);
    return true;
}

static int drawn_bytes(struct lab *l, uint64_t position, uint64_t draw, char out[DRAWN_BYTES + 1], struct err *err)
{
    struct entry_text read = {0};
    uint64_t entry;
    const struct piece *p = rope_at(&l->rope, position, &entry);

    if (timeline_read_entry(l->file[p->file].t, entry, LIMIT_SHOWN, &read, err) != 0)
        return -1;
    *out = '\0';
    if (is_usual(&read.payload, read.output_bytes)) {
        memcpy(out, read.payload.data, read.payload.len);
        out[read.payload.len] = '\0';
    }
    entry_text_release(&read);
    if (!other_digit(out, draw))
        snprintf(out, DRAWN_BYTES + 1, "{\"amount\":\"%s\"}", amounts[draw]);
    return 0;
}

static int add_bytes(struct lab *l, struct lab_random *r, enum lab_kind kind, struct err *err)
{
    uint64_t position = any_entry(l, r);
    uint64_t draw = lab_random_below(r, AMOUNTS);
    char bytes[DRAWN_BYTES + 1], text[DRAWN_BYTES + 32];

    if (drawn_bytes(l, kind == LAB_REPLACE_LAST ? lab_entries(l) : position, draw, bytes, err) != 0)
        return -1;
    if (kind == LAB_REPLACE_LAST)
        return lab_add_text(l, kind, bytes, err);
    snprintf(text, sizeof text, "%" PRIu64 "=%s", position, bytes);
    return lab_add_text(l, kind, text, err);
}

static int add_close(struct lab *l, struct lab_random *r, struct err *err)
{
    char text[48];

    snprintf(text, sizeof text, "%" PRIu64 ".close=true", 1 + lab_random_below(r, lab_entries(l) - 1));
    return lab_add_text(l, LAB_SET, text, err);
}

static int add_attack(struct lab *l, struct lab_random *r, struct err *err)
{
    /* With one entry there is nothing to take away or to exchange. */
    static const enum draw alone[] = {DRAW_DUPLICATE, DRAW_CLASS, DRAW_TOOL, DRAW_BYTES, DRAW_LAST};
    uint64_t n = lab_random_below(r, DRAWS);
    enum draw d = lab_entries(l) > 1 ? (enum draw)n : alone[n % (sizeof alone / sizeof *alone)];

    switch (d) {
    case DRAW_TAIL: return add_drop(l, r, LAB_DROP_TAIL, err);
    case DRAW_HEAD: return add_drop(l, r, LAB_DROP_HEAD, err);
    case DRAW_DELETE: return add_one(l, r, LAB_DELETE, err);
    case DRAW_DUPLICATE: return add_one(l, r, LAB_DUPLICATE, err);
    case DRAW_MOVE: return add_pair(l, r, LAB_MOVE, err);
    case DRAW_SWAP: return add_pair(l, r, LAB_SWAP, err);
    case DRAW_CLASS: return add_member(l, r, MEMBER_PROVENANCE_CLASS, classes, CLASSES, err);
    case DRAW_TOOL: return add_member(l, r, MEMBER_TOOL, tools, TOOLS, err);
    case DRAW_BYTES: return add_bytes(l, r, LAB_SET_BYTES, err);
    case DRAW_LAST: return add_bytes(l, r, LAB_REPLACE_LAST, err);
    default: return add_close(l, r, err);
    }
}

/* Closing the end anew takes back a close before it: where that is all, nothing would be left of the exercise. */
static bool only_closes(const struct lab *l, size_t from)
{
    for (size_t i = from; i < l->steps; i++) {
        const struct lab_step *s = &l->done[i]->step;

        if (s->kind != LAB_SET || strcmp(s->member.data, "close") != 0)
            return false;
    }
    return true;
}

/* None, the end closed, numbers and end, or everything. */
static int add_repairs(struct lab *l, struct lab_random *r, size_t from, struct err *err)
{
    static const enum lab_kind repair[] = {LAB_RECLOSE, LAB_RENUMBER, LAB_RELINK};
    uint64_t repairs = lab_random_below(r, 4), first = only_closes(l, from);

    for (uint64_t i = first; i < repairs; i++)
        if (lab_add_text(l, repair[i], NULL, err) != 0)
            return -1;
    return 0;
}

/* What closing the end anew takes back. */
static bool is_taken_back(const struct piece *p)
{
    for (size_t i = 0; i < p->edits; i++) {
        const struct edit *e = &p->edit[i];
        bool close = e->kind == EDIT_CLOSE || e->kind == EDIT_OPEN || (e->kind == EDIT_SET && strcmp(e->by->member.data, "close") == 0);

        if (!close || !p->open)
            return false;
    }
    return true;
}

/* Steps that come to nothing: every entry is where it was, and as it was but for what repairs alone would do. */
static bool is_nothing(const struct lab *l)
{
    uint64_t next = 1;

    for (size_t i = 0; i < l->rope.count; i++) {
        const struct piece *p = &l->rope.item[i];

        if (p->file != 0 || p->first != next || !is_taken_back(p))
            return false;
        next += p->count;
    }
    return next == l->file[0].entries + 1;
}

static int draw(struct lab *l, struct lab_random *r, unsigned attacks, struct err *err)
{
    size_t from = l->steps;

    for (unsigned i = 0; i < attacks; i++)
        if (add_attack(l, r, err) != 0)
            return -1;
    return add_repairs(l, r, from, err);
}

int lab_add_random(struct lab *l, unsigned attacks, uint64_t seed, struct err *err)
{
    struct lab_random r = {seed};
    size_t from = l->steps;

    if (lab_entries(l) == 0)
        return err_set(err, ERR_USAGE, "there is no entry to make an exercise of");
    for (unsigned tries = 0; tries < DRAWN_ANEW; tries++) {
        bool drawn = draw(l, &r, attacks, err) == 0;

        /* A step that this timeline does not take was asked for by nobody. */
        if (!drawn && err->code != ERR_USAGE)
            return -1;
        if (drawn && (from > 0 || !is_nothing(l))) {
            lab_give(l);
            return 0;
        }
        err_clear(err);
        while (l->steps > from)
            lab_undo(l);
    }
    return err_set(err, ERR_USAGE, "no steps could be drawn that change this timeline: take another seed");
}
