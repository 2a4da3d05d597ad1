/* The two entries of a row in full. */
#include "tui/copies_page.h"

#include "base/text.h"
#include "tui/compare.h"
#include "tui/show.h"

#include <stdlib.h>
#include <string.h>

enum { VALUE_SHOWN = 512 }; /* bytes of a member */

struct pair {
    const struct state *s;
    struct page *p;
    int cols;
    struct entry_text text[2];
    bool there[2];
};
static const char *const labels[2] = {"earlier", "later"};

static int text_column(const struct pair *w)
{
    return w->cols < 64 ? 2 : w->cols < COPIES_WIDE ? 9 : 11;
}

static struct timeline *side_of(const struct pair *w, int side)
{
    const struct copies *c = &w->s->comparing.copies;

    return side == 0 ? c->earlier : c->later;
}

static void put_label(const struct pair *w, int side)
{
    page_line(w->p);
    page_word(w->p, w->cols >= COPIES_WIDE, STYLE_LABEL, labels[side]);
    if (w->cols < 64)
        page_line(w->p);
}

/* ---- who is who ---- */

static void put_side(struct pair *w, int side, uint64_t entry)
{
    const struct entry_value *v = &w->text[side].member[MEMBER_PROVENANCE_CLASS];
    enum standing standing = timeline_mark(side_of(w, side), entry).standing;
    struct buf text;
    char n[NUMBER_ROOM];

    buf_init(&text, LIMIT_MESSAGE);
    if (!w->there[side]) {
        buf_adds(&text, "no entry");
    } else {
        buf_addf(&text, "entry %s  ", show_number(n, entry));
        if (v->type == JSON_ABSENT)
            buf_adds(&text, "no class");
        else
            show_value(&text, v, false, w->s->flags);
        buf_addf(&text, " = %s", standing_name(standing));
    }
    put_label(w, side);
    page_wrap(w->p, text_column(w), w->cols, STYLE_TITLE, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

/* ---- digits under each other ---- */

static void put_digits(struct pair *w, int col, const char *own, const char *other, int from,
                       int count, bool marked)
{
    struct buf hex;

    buf_init(&hex, 256);
    show_hex(&hex, own, from, count);
    page_word(w->p, col, STYLE_NORMAL, buf_cstr(&hex));
    buf_release(&hex);
    for (int i = from * HEX_GROUP; marked && i < (from + count) * HEX_GROUP; i++) {
        int at = i - from * HEX_GROUP;
        if (own[i] != other[i])
            page_text(w->p, col + at + at / HEX_GROUP, STYLE_DIFFERENT, &own[i], 1);
    }
}

static void put_digests(struct pair *w, const char hex[2][DIGEST_HEX + 1])
{
    int groups = w->cols < 80 ? HEX_GROUPS / 2 : HEX_GROUPS, differing = 0;

    for (int i = 0; i < DIGEST_HEX; i++)
        differing += hex[0][i] != hex[1][i];
    for (int from = 0; from < HEX_GROUPS; from += groups)
        for (int side = 0; side < 2; side++) {
            page_line(w->p);
            page_word(w->p, w->cols >= COPIES_WIDE, STYLE_LABEL,
                      groups < HEX_GROUPS ? (side ? "L" : "E") : labels[side]);
            put_digits(w, groups < HEX_GROUPS ? 2 : text_column(w), hex[side], hex[!side], from,
                       groups, differing <= DIFFERENCES_MARKED);
        }
    page_line(w->p);
    page_format(w->p, text_column(w), STYLE_LABEL,
                differing ? "%d of 64 digits differ" : "equal in all 64 digits", differing);
}

static void put_title(struct pair *w, const char *title)
{
    page_line(w->p);
    page_word(w->p, w->cols >= COPIES_WIDE, STYLE_LABEL, title);
}

static void put_entry_digests(struct pair *w, const struct copies_row *row)
{
    struct entry_mark mark[2] = {timeline_mark(side_of(w, 0), row->earlier),
                                 timeline_mark(side_of(w, 1), row->later)};
    char hex[2][DIGEST_HEX + 1];

    put_title(w, "DIGEST of the entry, recomputed");
    for (int side = 0; side < 2; side++) {
        if (!mark[side].has_digest) {
            page_line(w->p);
            page_format(w->p, text_column(w), STYLE_LABEL, "(the %s entry has none)", labels[side]);
            return;
        }
        digest_hex(&mark[side].digest, hex[side]);
    }
    put_digests(w, hex);
}

/* ---- members ---- */

static struct entry_value value_of(const struct entry_text *t, const struct copies_member *m)
{
    struct entry_value v = {.type = JSON_ABSENT};

    if (m->known != MEMBER_COUNT)
        return t->member[m->known];
    for (size_t i = 0; i < t->extras; i++)
        if (str_equal(&t->extra[i].name, &m->name))
            v = (struct entry_value){
                .type = t->extra[i].type, .text = t->extra[i].text, .cut = t->extra[i].cut};
    return v;
}

static bool hex_of(const struct entry_text *t, const struct copies_member *m, char *hex)
{
    struct entry_value v = value_of(t, m);
    const char *at = v.text.data;
    size_t len = v.text.len, skip = strlen("sha256:");
    struct digest d;

    if (m->known == MEMBER_CANONICAL_BYTES) {
        digest_hex(&t->output, hex);
        return t->has_output;
    }
    if (v.type != JSON_STRING || !at)
        return false;
    if (m->known == MEMBER_OUTPUT_HASH && len > skip && memcmp(at, "sha256:", skip) == 0)
        at += skip, len -= skip;
    if (!digest_parse(at, len, &d))
        return false;
    digest_hex(&d, hex);
    return true;
}

static void put_value(struct pair *w, int side, const struct copies_member *m)
{
    struct entry_value v = value_of(&w->text[side], m);
    bool there = side == 0 ? m->in_earlier : m->in_later;
    struct buf text;
    int col;

    buf_init(&text, LIMIT_MESSAGE);
    if (v.type == JSON_ABSENT && there)
        buf_adds(&text, "(not shown: too many members)");
    else
        show_value(&text, &v, false, w->s->flags);
    put_label(w, side);
    col = page_wrap_evidence(w->p, text_column(w), w->cols,
                             v.type == JSON_ABSENT ? STYLE_LABEL : STYLE_NORMAL, buf_cstr(&text),
                             text.len, false);
    if (v.cut)
        page_word(w->p, col, STYLE_CUT, "~");
    buf_release(&text);
}

/* Each value of a member that stands more than once, as it is written. */
static void put_repeated(struct pair *w, int side, uint64_t entry, const struct copies_member *m)
{
    struct member_values v;
    struct err err = {0};

    if (timeline_values_of(side_of(w, side), entry, &m->name, VALUE_SHOWN, &v, &err) < 0) {
        put_label(w, side);
        page_word(w->p, text_column(w), STYLE_FAILURE, "(not read again)");
        return;
    }
    for (size_t i = 0; i < v.count || i == 0; i++) {
        struct buf text;
        int col;
        buf_init(&text, LIMIT_MESSAGE);
        if (v.count == 0)
            buf_adds(&text, "absent");
        else
            show_escaped(&text, v.item[i].text.data, v.item[i].text.len, w->s->flags);
        put_label(w, side);
        col = page_wrap_evidence(w->p, text_column(w), w->cols, v.count ? STYLE_NORMAL : STYLE_LABEL, buf_cstr(&text),
                                 text.len, false);
        if (v.count > 0 && v.item[i].cut)
            page_word(w->p, col, STYLE_CUT, "~");
        buf_release(&text);
    }
    member_values_release(&v);
}

static void put_member(struct pair *w, const struct copies_row *row, const struct copies_member *m)
{
    char hex[2][DIGEST_HEX + 1];
    bool digits = !copies_repeats(m) && hex_of(&w->text[0], m, hex[0]) && hex_of(&w->text[1], m, hex[1]);
    struct buf text;
    int col = w->cols >= COPIES_WIDE;

    /* What differs in how it is written alone is shown as written. */
    digits = digits && memcmp(hex[0], hex[1], DIGEST_HEX) != 0;
    buf_init(&text, LIMIT_MESSAGE);
    buf_adds(&text, "MEMBER ");
    show_name(&text, &m->name, false, w->s->flags);
    if (digits && m->known == MEMBER_CANONICAL_BYTES)
        buf_adds(&text, ", SHA-256 of what it decodes to");
    if (!m->bound)
        buf_adds(&text, " (not bound by the digest)");
    if (copies_repeats(m)) {
        buf_adds(&text, ", ");
        copies_say_repeated(m, &text);
    }
    page_line(w->p);
    page_wrap(w->p, col, w->cols, STYLE_LABEL, buf_cstr(&text), text.len, false);
    buf_release(&text);
    if (digits)
        put_digests(w, hex);
    for (int side = 0; side < 2 && !digits; side++)
        if (copies_repeats(m))
            put_repeated(w, side, side ? row->later : row->earlier, m);
        else
            put_value(w, side, m);
}

static void put_alone(struct pair *w)
{
    static const struct {
        enum member m;
        const char *name;
    } shown[] = {{MEMBER_TOOL, "tool"}, {MEMBER_ID, "id"}, {MEMBER_SEQ, "seq"}};
    const struct entry_text *t = &w->text[!w->there[0]];
    struct buf text;

    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        buf_init(&text, LIMIT_MESSAGE);
        show_value(&text, &t->member[shown[i].m], false, w->s->flags);
        put_title(w, shown[i].name);
        page_wrap_evidence(w->p, text_column(w), w->cols, STYLE_NORMAL, buf_cstr(&text), text.len,
                           false);
        buf_release(&text);
    }
}

static void put_members(struct pair *w, const struct copies_row *row)
{
    struct copies_members m;
    struct err err = {0};

    if (copies_members(&w->s->comparing.copies, row->earlier, row->later, &m, &err) < 0)
        return;
    for (size_t i = 0; i < m.count; i++)
        put_member(w, row, &m.item[i]);
    if (m.count == 0) {
        put_title(w, "No member differs. In both:");
        put_alone(w);
    }
    copies_members_release(&m);
}

static void put_original(struct pair *w, const struct copies_row *row)
{
    enum copies_side original = copies_original(&w->s->comparing.copies, row);

    if (original == COPIES_NEITHER)
        return;
    page_line(w->p);
    page_format(w->p, w->cols >= COPIES_WIDE, STYLE_NORMAL,
                w->cols < 64 ? "the next cites the %s one"
                             : "the next entry, which is in both, cites that of the %s copy",
                copies_side_name(original));
}

static bool read_side(struct pair *w, int side, uint64_t entry)
{
    struct err err = {0};

    if (entry == 0)
        return true;
    w->there[side] = timeline_read_entry(side_of(w, side), entry, VALUE_SHOWN, &w->text[side],
                                         &err) == 0;
    if (!w->there[side])
        put_title(w, "This entry cannot be read again.");
    return w->there[side];
}

static void put_pair(struct pair *w, const struct copies_row *row)
{
    for (int side = 0; side < 2; side++)
        put_side(w, side, side ? row->later : row->earlier);
    w->p->pinned = w->cols < 64 ? 0 : w->p->count;
    if (!w->there[0] || !w->there[1]) {
        put_alone(w);
        return;
    }
    put_original(w, row);
    put_entry_digests(w, row);
    put_members(w, row);
}

void copies_page_pair(struct page *p, struct state *s, int cols)
{
    struct pair *w = calloc(1, sizeof *w);
    struct copies_row row;

    if (w && copies_row_at(&s->comparing, s->comparing.selected, &row)) {
        w->s = s;
        w->p = p;
        w->cols = cols;
        if (read_side(w, 0, row.earlier) && read_side(w, 1, row.later))
            put_pair(w, &row);
        entry_text_release(&w->text[0]);
        entry_text_release(&w->text[1]);
    }
    free(w);
}
