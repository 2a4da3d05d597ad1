#include "core/layout.h"

#include "base/limits.h"
#include "core/decode.h"
#include "core/reader.h"

#include <string.h>

/* Members at the top of an object that tell what it is. */
#define TELLTALES(X)                                                                                \
    X(PREV_DIGEST, "prev_digest")                                                                   \
    X(CANONICAL_BYTES, "canonical_bytes")                                                           \
    X(TIMELINE, "timeline")                                                                         \
    X(ENTRIES, "entries")                                                                           \
    X(COMMITMENT, "commitment")                                                                     \
    X(FINAL_DIGEST, "final_entry_digest")                                                           \
    X(VECTORS, "vectors")                                                                           \
    X(STEPS, "steps")                                                                               \
    X(MERKLE_ROOT, "merkle_root")                                                                   \
    X(ACTIONS, "actions")                                                                           \
    X(RECEIPT_VERSION, "receipt_schema_version")                                                    \
    X(JUDGEMENTS, "judgements")                                                                     \
    X(HISTORY, "history")

enum telltale {
#define X(id, name) TELL_##id,
    TELLTALES(X)
#undef X
    TELL_COUNT
};

static const char *const telltale_name[TELL_COUNT] = {
#define X(id, name) [TELL_##id] = name,
    TELLTALES(X)
#undef X
};

#define BIT(id) (1u << TELL_##id)

/* A walk over the members at the top of an object. */
struct walk {
    struct reader r;
    struct extent all;
    struct layout_plan *plan;
    unsigned seen; /* bits of enum telltale */
    uint64_t first_at[TELL_COUNT];
    enum telltale twice; /* the first name of a timeline or commitment that is there a second time */
    uint64_t twice_at;
    struct err *err;
};

static void walk_open(struct walk *w, struct layout_plan *plan, struct source *source, uint64_t from,
                      unsigned depth, unsigned char *window, size_t room, struct err *err)
{
    memset(w, 0, sizeof *w);
    w->all = (struct extent){.from = 0, .to = LIMIT_BYTES, .source = source};
    w->plan = plan;
    w->twice = TELL_COUNT;
    w->err = err;
    reader_open(&w->r, &w->all, from, depth, window, room, err);
}

static int read_name(struct walk *w, enum telltale *tell, uint64_t *at)
{
    struct reader *r = &w->r;
    struct buf text;
    bool plain;

    *tell = TELL_COUNT;
    if (reader_space(r) != '"')
        return reader_expect(r, '"', "a member name in double quotes is expected");
    *at = cursor_offset(&r->c);
    if (reader_string(r, &plain))
        return -1;
    buf_init(&text, 256);
    int status = decode_string(&text, &w->all, *at, 32, w->err);
    for (int t = 0; status == 0 && t < TELL_COUNT; t++)
        if (text.len == strlen(telltale_name[t]) && memcmp(text.data, telltale_name[t], text.len) == 0)
            *tell = (enum telltale)t;
    buf_release(&text);
    return status < 0 ? -1 : reader_expect(r, ':', "a colon is expected after a member name");
}

/* Two timelines in one object, or one named twice: which one counts would be the reader's choice. */
static int refuse_second(struct walk *w, enum telltale tell, uint64_t at)
{
    w->plan->ambiguous = true;
    uint64_t first = w->first_at[w->seen & BIT(TIMELINE) ? TELL_TIMELINE : TELL_ENTRIES];

    if (tell == TELL_COMMITMENT)
        return err_at(w->err, at, "\"commitment\" stands twice, at byte %llu and here: it is ambiguous",
                      (unsigned long long)w->first_at[TELL_COMMITMENT]);
    return err_at(w->err, at,
                  "two timelines in one object: at byte %llu and here (\"%s\"); give them in two files",
                  (unsigned long long)first, telltale_name[tell]);
}

static int note_member(struct walk *w, enum telltale tell, uint64_t at)
{
    unsigned timelines = BIT(TIMELINE) | BIT(ENTRIES);

    if (tell == TELL_COUNT)
        return 0;
    bool second = (1u << tell & timelines && w->seen & timelines) ||
                  (tell == TELL_COMMITMENT && w->seen & BIT(COMMITMENT));
    if (second && w->plan->layout == LAYOUT_WRAPPED)
        return refuse_second(w, tell, at);
    if (second && w->twice == TELL_COUNT) {
        w->twice = tell;
        w->twice_at = at;
        return 0;
    }
    w->seen |= 1u << tell;
    w->first_at[tell] = at;
    return 0;
}

static int skip_value(struct walk *w, enum telltale tell)
{
    struct layout_plan *p = w->plan;
    enum json_type type;
    bool plain;

    reader_space(&w->r);
    uint64_t at = cursor_offset(&w->r.c);
    if (reader_value(&w->r, &type, &plain))
        return -1;
    if (tell == TELL_COMMITMENT) {
        p->has_commitment = true;
        p->commitment_at = at;
        p->commitment_length = cursor_offset(&w->r.c) - at;
    }
    return 0;
}

/* Whether the array that begins here is the timeline: not inside what is an entry itself. */
static bool is_wrap(struct walk *w, enum telltale tell, enum layout wanted)
{
    unsigned entry = BIT(PREV_DIGEST) | BIT(CANONICAL_BYTES);

    if (tell != TELL_TIMELINE && tell != TELL_ENTRIES)
        return false;
    if (wanted == LAYOUT_LINES || wanted == LAYOUT_ENTRY)
        return false;
    return reader_space(&w->r) == '[' && (w->seen & entry) != entry;
}

static int enter_wrap(struct walk *w, enum telltale tell)
{
    struct layout_plan *p = w->plan;

    if (w->twice != TELL_COUNT)
        return refuse_second(w, w->twice, w->twice_at);
    p->layout = LAYOUT_WRAPPED;
    p->wrap = tell == TELL_TIMELINE ? WRAP_TIMELINE : WRAP_ENTRIES;
    p->wrap_at = w->first_at[tell];
    p->start = cursor_offset(&w->r.c) + 1;
    p->depth = 2;
    p->saw_prev = w->seen & BIT(PREV_DIGEST);
    p->saw_bytes = w->seen & BIT(CANONICAL_BYTES);
    return 1;
}

/* Walks the object whose bracket was entered; 1 at a timeline's array, 0 at its end. */
static int walk_object(struct walk *w, enum layout wanted)
{
    enum telltale tell;
    uint64_t at;

    if (reader_space(&w->r) == '}') {
        w->r.c.p++;
        return 0;
    }
    for (;;) {
        if (read_name(w, &tell, &at) || note_member(w, tell, at))
            return -1;
        if (is_wrap(w, tell, wanted))
            return enter_wrap(w, tell);
        if (skip_value(w, tell))
            return -1;
        if (reader_space(&w->r) != ',')
            return reader_expect(&w->r, '}', "a comma or } is expected");
        w->r.c.p++;
    }
}

static int refuse(struct err *err, const char *what, const char *instead)
{
    return err_set(err, ERR_FORM, "this is no timeline: it looks like %s; %s", what, instead);
}

static int refuse_object(const struct walk *w)
{
    unsigned s = w->seen;
    struct err *e = w->err;

    if (s & BIT(FINAL_DIGEST))
        return refuse(e, "a chain commitment", "give it with --commitment=FILE beside a timeline");
    if (s & BIT(VECTORS))
        return refuse(e, "a conformance corpus", "run it with 'aerscope conformance'");
    if (s & BIT(JUDGEMENTS))
        return refuse(e, "a verdict that aerscope wrote", "examine the timeline that it names");
    if (s & BIT(STEPS) && s & BIT(MERKLE_ROOT))
        return refuse(e, "a workflow receipt", "it lists steps; give it with --expect=FILE beside a timeline");
    if (s & BIT(ACTIONS))
        return refuse(e, "a list of expected actions", "give it with --expect=FILE beside a timeline");
    if (s & BIT(HISTORY))
        return refuse(e, "a case file", "examine the timeline that it names");
    if (s & BIT(RECEIPT_VERSION))
        return refuse(e, "a receipt", "a timeline is an array of entries with prev_digest");
    return refuse(e, "some other JSON object",
                  "a timeline is an array of entries, an object with \"timeline\" or \"entries\", or an "
                  "entry a line");
}

/* True when a line feed stands in [from, to) of the input. */
static int spans_lines(struct source *source, uint64_t from, uint64_t to, bool *lines, struct err *err)
{
    char piece[4096];

    *lines = false;
    while (from < to && !*lines) {
        size_t want = to - from < sizeof piece ? (size_t)(to - from) : sizeof piece;
        ssize_t got = source_read(source, from, piece, want, err);
        if (got <= 0)
            return got < 0 ? -1 : 0;
        *lines = memchr(piece, '\n', (size_t)got) != NULL;
        from += (uint64_t)got;
    }
    return 0;
}

/* An object that ended: one entry alone, the first of an entry a line, or something else. */
static int settle_object(struct walk *w, uint64_t from)
{
    unsigned entry = BIT(PREV_DIGEST) | BIT(CANONICAL_BYTES);
    struct layout_plan *p = w->plan;
    bool lines;

    if (spans_lines(w->all.source, from, cursor_offset(&w->r.c), &lines, w->err))
        return -1;
    p->layout = lines ? LAYOUT_ENTRY : LAYOUT_LINES;
    p->has_commitment = false;
    if (w->seen & entry)
        return 0;
    if (lines || reader_space(&w->r) != '{')
        return w->r.c.failed ? -1 : refuse_object(w);
    return 0;
}

/* The first object is damaged: what was seen of it still tells which layout it has. */
static int settle_damaged(struct walk *w, uint64_t from)
{
    unsigned entry = BIT(PREV_DIGEST) | BIT(CANONICAL_BYTES);

    struct err own = {0};
    bool lines;

    if (w->r.c.failed || w->err->code != ERR_FORM || !w->err->located || !(w->seen & entry))
        return -1;
    if (spans_lines(w->all.source, from, w->err->offset, &lines, &own)) {
        *w->err = own;
        return -1;
    }
    err_clear(w->err);
    w->plan->layout = lines ? LAYOUT_ENTRY : LAYOUT_LINES;
    w->plan->has_commitment = false;
    return 0;
}

static int detect_object(struct walk *w, enum layout wanted)
{
    uint64_t from = cursor_offset(&w->r.c);

    if (wanted == LAYOUT_ARRAY)
        return err_set(w->err, ERR_FORM, "the input is an object, not of the layout array");
    w->plan->start = from;
    w->plan->depth = 0;
    if (wanted == LAYOUT_LINES || wanted == LAYOUT_ENTRY) {
        w->plan->layout = wanted;
        return 0;
    }
    if (reader_enter(&w->r))
        return -1;
    int status = walk_object(w, wanted);
    if (status < 0)
        return w->plan->ambiguous ? -1 : settle_damaged(w, from);
    if (status > 0)
        return 0;
    if (wanted == LAYOUT_WRAPPED)
        return err_set(w->err, ERR_FORM, "no \"timeline\" or \"entries\" array in this object: it is "
                                         "not of the layout wrapped");
    w->r.depth--;
    return settle_object(w, from);
}

static int refuse_first(struct walk *w, int b)
{
    size_t have = cursor_need(&w->r.c, 2);
    const unsigned char *p = w->r.c.p;

    if (b < 0 && cursor_offset(&w->r.c) == 0)
        return err_set(w->err, ERR_FORM, "this is no timeline: the input is empty (0 bytes)");
    if (b < 0)
        return err_set(w->err, ERR_FORM, "this is no timeline: the input holds only white space");
    if (have >= 2 && p[0] == 0x1f && p[1] == 0x8b)
        return refuse(w->err, "a gzip file", "unpack it first");
    if (b == 0xff || b == 0xfe || b == 0)
        return refuse(w->err, "UTF-16 or binary data", "a timeline is JSON in UTF-8");
    if (b == '"' || b == '-' || (b >= '0' && b <= '9') || b == 't' || b == 'f' || b == 'n')
        return refuse(w->err, "a single JSON value or plain text", "a timeline is an array of entries");
    return err_at(w->err, cursor_offset(&w->r.c), "not JSON: a timeline begins with [ or {");
}

static void skip_bom(struct walk *w)
{
    if (cursor_need(&w->r.c, 3) < 3 || memcmp(w->r.c.p, "\xef\xbb\xbf", 3) != 0)
        return;
    w->plan->bom = true;
    w->r.c.p += 3;
}

int layout_detect(struct layout_plan *plan, struct source *source, enum layout wanted,
                  unsigned char *window, size_t room, struct err *err)
{
    struct walk w;

    memset(plan, 0, sizeof *plan);
    walk_open(&w, plan, source, 0, 0, window, room, err);
    skip_bom(&w);
    int b = reader_space(&w.r);
    if (w.r.c.failed)
        return -1;
    if (b == '{')
        return detect_object(&w, wanted);
    if (b != '[')
        return refuse_first(&w, b);
    if (wanted != LAYOUT_AUTO && wanted != LAYOUT_ARRAY)
        return err_set(err, ERR_FORM, "the input is an array, not of the layout %s", layout_name(wanted));
    plan->layout = LAYOUT_ARRAY;
    plan->start = cursor_offset(&w.r.c) + 1;
    plan->depth = 1;
    return 0;
}

static int rest_of_object(struct walk *w)
{
    enum telltale tell;
    uint64_t at;

    while (reader_space(&w->r) == ',') {
        w->r.c.p++;
        if (read_name(w, &tell, &at) || note_member(w, tell, at) || skip_value(w, tell))
            return -1;
    }
    if (reader_expect(&w->r, '}', "a comma or } is expected"))
        return -1;
    w->r.depth--;
    if (w->plan->saw_prev | (w->seen & BIT(PREV_DIGEST)) &&
        w->plan->saw_bytes | (w->seen & BIT(CANONICAL_BYTES))) {
        w->plan->ambiguous = true;
        return err_at(w->err, w->plan->wrap_at, "an object that is an entry and holds a timeline at once: "
                                                "it is ambiguous");
    }
    return 0;
}

int layout_tail(struct layout_plan *plan, struct source *source, uint64_t from, unsigned char *window,
                size_t room, struct err *err)
{
    struct walk w;

    walk_open(&w, plan, source, from, plan->depth ? plan->depth - 1 : 0, window, room, err);
    if (plan->layout == LAYOUT_WRAPPED) {
        enum telltale tell = plan->wrap == WRAP_TIMELINE ? TELL_TIMELINE : TELL_ENTRIES;
        w.seen = 1u << tell;
        w.first_at[tell] = plan->wrap_at;
        if (plan->has_commitment) {
            w.seen |= BIT(COMMITMENT);
            w.first_at[TELL_COMMITMENT] = plan->commitment_at;
        }
        if (rest_of_object(&w))
            return -1;
    }
    if (reader_space(&w.r) < 0)
        return w.r.c.failed ? -1 : 0;
    return reader_fail(&w.r, "something stands after the end of the timeline; of several JSON texts in one "
                             "file only the layout lines is read: an entry on each line");
}

const char *layout_name(enum layout l)
{
    static const char *const name[LAYOUT_COUNT] = {"auto", "array", "wrapped", "lines", "lines"};
    return name[l];
}
