/* What a step asks of the timeline as it stands, and the sentence that says what it does. */
#include "base/limits.h"
#include "base/text.h"
#include "core/decode.h"
#include "core/entry.h"
#include "lab/lab_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_CELLS = 76 }; /* a hash with its name before it, and quotes */

#define OBJECT_BIT (UINT32_C(1) << FINDING_NOT_OBJECT)

static const char *entries_word(uint64_t n)
{
    return n == 1 ? "entry" : "entries";
}

/* ---------------------------------------------------------------------------------------------------
 * Checks */

/* "--delete" or "delete" */
static const char *dashes(const struct lab *l)
{
    return l->options.naming == LAB_BY_OPTION ? "--" : "";
}

static int no_entry(const struct lab *l, const struct lab_step *s, uint64_t position, struct err *err)
{
    uint64_t n = l->rope.entries;

    return err_set(err, ERR_USAGE, "%s%s: there is no entry %" PRIu64 ": at this step there %s %" PRIu64 " %s",
                   dashes(l), lab_about[s->kind].name, position, n == 1 ? "is" : "are", n, entries_word(n));
}

static int check_position(const struct lab *l, const struct lab_step *s, uint64_t position, struct err *err)
{
    return position >= 1 && position <= l->rope.entries ? 0 : no_entry(l, s, position, err);
}

static int check_rest(const struct lab *l, const struct lab_step *s, uint64_t gone, struct err *err)
{
    uint64_t n = l->rope.entries;

    if (gone < n)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s%s: at this step there %s %" PRIu64 " %s, and nothing would be left: an empty timeline is "
                   "not written", dashes(l), lab_about[s->kind].name, n == 1 ? "is" : "are", n, entries_word(n));
}

static int check_room(const struct lab *l, uint64_t more, struct err *err)
{
    if (more <= LIMIT_ENTRIES - l->rope.entries)
        return 0;
    return err_set(err, ERR_USAGE, "a timeline has at most %" PRIu64 " entries", (uint64_t)LIMIT_ENTRIES);
}

static int check_object(const struct lab *l, const struct lab_step *s, uint64_t position, struct err *err)
{
    const struct piece *p;
    uint64_t entry;

    if (check_position(l, s, position, err) != 0)
        return -1;
    p = rope_at(&l->rope, position, &entry);
    if ((timeline_mark(l->file[p->file].t, entry).mask & OBJECT_BIT) == 0)
        return 0;
    return err_set(err, ERR_USAGE, "%s%s: entry %" PRIu64 " is no JSON object: no member of it can be set",
                   dashes(l), lab_about[s->kind].name, position);
}

static void add_shown(struct buf *out, const void *bytes, size_t len, unsigned flags)
{
    struct buf b;
    size_t used, fit;

    buf_init(&b, SIZE_MAX);
    text_escape(&b, bytes, len < LIMIT_SHOWN ? len : LIMIT_SHOWN, flags);
    fit = text_fit(buf_cstr(&b), b.len, SHOWN_CELLS, &used);
    buf_add(out, buf_cstr(&b), fit);
    if (fit < b.len || len > LIMIT_SHOWN)
        buf_adds(out, "...");
    buf_release(&b);
}

/* JSON that is shown whole has its own ends; of a string the quotes could be taken for those of the sentence. False
 * where it is none, or too long for that. */
static bool add_json(struct buf *out, const struct str *s)
{
    enum { WHOLE_CELLS = 200 };
    struct buf b;
    size_t used;
    bool whole;

    if (s->len == 0 || s->len > WHOLE_CELLS || s->data[0] == '"' || !lab_is_json(s->data))
        return false;
    buf_init(&b, SIZE_MAX);
    text_escape(&b, s->data, s->len, TEXT_PROSE);
    whole = text_fit(buf_cstr(&b), b.len, WHOLE_CELLS, &used) == b.len;
    if (whole)
        buf_add(out, buf_cstr(&b), b.len);
    buf_release(&b);
    return whole;
}

/* Where what changed begins far behind the start, the text from shortly before it on. */
static void add_text(struct buf *out, const struct str *s, size_t changed)
{
    enum { BEFORE = 24 };
    size_t from = changed > SHOWN_CELLS / 2 ? changed - BEFORE : 0, left;

    if (add_json(out, s))
        return;
    while (from > 0 && from < s->len && ((unsigned char)s->data[from] & 0xc0) == 0x80)
        from--;
    left = s->len - from;
    if (from > 0)
        buf_addf(out, "from byte %zu on: ...", from);
    text_quote(out, s->data + from, left < LIMIT_SHOWN ? left : LIMIT_SHOWN, TEXT_PROSE, SHOWN_CELLS);
    if (left > LIMIT_SHOWN && out->len > 2 && memcmp(out->data + out->len - 3, "...", 3) != 0)
        buf_adds(out, "...");
}

static void add_quoted(struct buf *out, const struct str *s, unsigned flags)
{
    text_quote(out, s->data, s->len < LIMIT_SHOWN ? s->len : LIMIT_SHOWN, flags, SHOWN_CELLS);
}

static int cannot_set(const struct lab *l, const struct lab_step *s, const char *why, struct err *err)
{
    struct buf b;

    buf_init(&b, SIZE_MAX);
    add_quoted(&b, &s->member, TEXT_WTF8);
    err_set(err, ERR_USAGE, "%sset: %s of entry %" PRIu64 " cannot be set: %s", dashes(l), buf_cstr(&b), s->n, why);
    buf_release(&b);
    return -1;
}

/* Among the first extensions of the entry; of more than those nobody can tell here. */
static bool has_extension(const struct entry_text *text, const struct str *name)
{
    for (size_t i = 0; i < text->extras; i++)
        if (!text->extra[i].name_cut && str_equal(&text->extra[i].name, name))
            return true;
    return text->extras_total > text->extras;
}

static int check_extension(const struct lab *l, const struct lab_step *s, struct err *err)
{
    struct entry_text text = {0};
    const struct piece *p;
    uint64_t entry;
    bool has;

    p = rope_at(&l->rope, s->n, &entry);
    if (timeline_read_members(l->file[p->file].t, entry, LIMIT_SHOWN, &text, err) != 0)
        return -1;
    has = has_extension(&text, &s->member);
    entry_text_release(&text);
    if (has)
        return 0;
    return cannot_set(l, s,
                      "the entry has no such member, and the checks use only seq, prev_digest, job_id, id, tool, "
                      "provenance_class, canonical_bytes, output_hash, close, entry_digest", err);
}

static int check_set(const struct lab *l, const struct lab_step *s, struct err *err)
{
    bool by_name = l->options.naming == LAB_BY_NAME;

    if (check_object(l, s, s->n, err) != 0)
        return -1;
    if (member_parse(s->member.data, s->member.len) != MEMBER_COUNT)
        return 0;
    if (strcmp(s->member.data, LAB_MARK) == 0)
        return cannot_set(l, s, by_name ? "it marks training copies" : "it marks training copies; --unmarked leaves it out", err);
    if (strcmp(s->member.data, "bytes") == 0)
        return cannot_set(l, s, by_name ? "choose set-bytes, or set canonical_bytes in base64"
                                        : "write --set-bytes=N=TEXT, or set canonical_bytes in base64", err);
    return check_extension(l, s, err);
}

static int no_such(const struct lab *l, const struct lab_file *f, uint64_t entry, struct err *err)
{
    struct buf name;

    buf_init(&name, LIMIT_MESSAGE);
    text_quote(&name, f->path, strlen(f->path), 0, SHOWN_CELLS);
    err_set(err, ERR_USAGE, "%ssplice: %s has %" PRIu64 " %s, and none is number %" PRIu64, dashes(l), buf_cstr(&name), f->entries,
            entries_word(f->entries), entry);
    buf_release(&name);
    return -1;
}

static int check_splice(const struct lab *l, const struct lab_step *s, struct err *err)
{
    const struct lab_file *f = &l->file[lab_file_of(l, s)];

    if (s->at > l->rope.entries + 1)
        return err_set(err, ERR_USAGE, "%ssplice: entries cannot be put in as entry %" PRIu64 ": at this step "
                       "the first free position is %" PRIu64, dashes(l), s->at, l->rope.entries + 1);
    if (s->to > f->entries)
        return no_such(l, f, s->to, err);
    return check_room(l, s->to - s->n + 1, err);
}

int lab_step_check(struct lab *l, const struct lab_step *s, struct err *err)
{
    switch (s->kind) {
    case LAB_DROP_TAIL:
    case LAB_DROP_HEAD: return check_rest(l, s, s->n, err);
    case LAB_DELETE: return check_position(l, s, s->n, err) != 0 ? -1 : check_rest(l, s, 1, err);
    case LAB_DUPLICATE: return check_position(l, s, s->n, err) != 0 ? -1 : check_room(l, 1, err);
    case LAB_MOVE:
    case LAB_SWAP: return check_position(l, s, s->n, err) != 0 ? -1 : check_position(l, s, s->to, err);
    case LAB_SET: return check_set(l, s, err);
    case LAB_SET_BYTES: return check_object(l, s, s->n, err);
    case LAB_REPLACE_LAST:
    case LAB_RECLOSE: return check_object(l, s, l->rope.entries, err);
    case LAB_SPLICE: return check_splice(l, s, err);
    case LAB_RELINK: return check_position(l, s, s->n, err);
    default: return 0;
    }
}

/* ---------------------------------------------------------------------------------------------------
 * Sentences */

static void add_standing(struct buf *out, const void *class, size_t len)
{
    buf_adds(out, " (");
    text_quote(out, class, len < LIMIT_SHOWN ? len : LIMIT_SHOWN, TEXT_WTF8, SHOWN_CELLS);
    buf_addf(out, ", %s)", standing_name(provenance_standing(class, len)));
}

/* The class that a step gives the entry; NULL: none does, or it is no string. */
static const struct lab_step *class_step(const struct piece *p)
{
    const struct lab_step *by = NULL;

    for (size_t i = 0; i < p->edits; i++)
        if (p->edit[i].kind == EDIT_SET && strcmp(p->edit[i].by->member.data, "provenance_class") == 0)
            by = p->edit[i].by;
    return by;
}

static int add_set_class(const struct lab_step *by, struct buf *out, struct err *err)
{
    struct extent x = {.memory = (const unsigned char *)by->value.data, .to = by->value.len};
    struct buf b;
    int status = 0;

    buf_init(&b, SIZE_MAX);
    if (by->value.data[0] == '"')
        status = decode_string(&b, &x, 0, LIMIT_SHOWN, err);
    add_standing(out, buf_cstr(&b), b.len);
    buf_release(&b);
    return status < 0 ? -1 : 0;
}

int lab_add_class(const struct lab *l, uint64_t position, struct buf *out, struct err *err)
{
    struct entry_text text = {0};
    uint64_t entry;
    const struct piece *p = rope_at(&l->rope, position, &entry);
    const struct lab_step *by = class_step(p);

    if (by != NULL)
        return add_set_class(by, out, err);
    if (timeline_read_members(l->file[p->file].t, entry, LIMIT_SHOWN, &text, err) != 0)
        return -1;
    if (text.member[MEMBER_PROVENANCE_CLASS].type == JSON_STRING)
        add_standing(out, text.member[MEMBER_PROVENANCE_CLASS].text.data,
                     text.member[MEMBER_PROVENANCE_CLASS].text.len);
    else
        buf_adds(out, " (no class, no standing)");
    entry_text_release(&text);
    return 0;
}

/* "entry 4 (LOGGED BY AGENT, agent assertion)" */
static int add_entry(const struct lab *l, const char *word, uint64_t position, struct buf *out, struct err *err)
{
    buf_addf(out, "%s %" PRIu64, word, position);
    return lab_add_class(l, position, out, err);
}

static bool is_bound(const struct str *name)
{
    static const char *const bound[] = {"seq",        "prev_digest", "job_id", "id",
                                        "tool",       "provenance_class", "canonical_bytes", "close"};

    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
        if (strcmp(name->data, bound[i]) == 0)
            return true;
    return false;
}

/* Stored, and recomputed by the checks. */
static bool is_compared(const struct str *name)
{
    return strcmp(name->data, "output_hash") == 0 || strcmp(name->data, "entry_digest") == 0;
}

static int say_set(const struct lab *l, const struct lab_step *s, struct buf *b, struct err *err)
{
    if (add_entry(l, "Entry", s->n, b, err) != 0)
        return -1;
    buf_adds(b, ": ");
    if (is_bound(&s->member)) {
        buf_addf(b, "%s is set to ", s->member.data);
    } else {
        add_quoted(b, &s->member, TEXT_WTF8);
        buf_adds(b, is_compared(&s->member) ? ", which the digest does not bind and which is held against what is recomputed, is "
                                              "set to "
                                            : ", which the digest does not bind, is set to ");
    }
    add_shown(b, s->value.data, s->value.len, TEXT_PROSE);
    buf_adds(b, ".");
    return 0;
}

/* The first byte that is another one than in the entry where it comes from; 0 where that is not known. */
static int find_change(const struct lab *l, const struct lab_step *s, size_t *at, struct err *err)
{
    struct entry_text was = {0};
    uint64_t entry;
    const struct piece *p = rope_at(&l->rope, s->n, &entry);
    size_t i = 0;

    *at = 0;
    if (timeline_read_entry(l->file[p->file].t, entry, LIMIT_SHOWN, &was, err) != 0)
        return -1;
    while (i < was.payload.len && i < s->value.len && was.payload.data[i] == s->value.data[i])
        i++;
    if (i < s->value.len)
        *at = i;
    entry_text_release(&was);
    return 0;
}

static int say_bytes(const struct lab *l, const struct lab_step *s, struct buf *b, struct err *err)
{
    size_t changed;

    if (add_entry(l, "Entry", s->n, b, err) != 0 || find_change(l, s, &changed, err) != 0)
        return -1;
    buf_adds(b, ": canonical_bytes are set, and an output_hash, where one is stored, ");
    buf_adds(b, s->stale_hash ? "stays; decoded they are: " : "follows; decoded they are: ");
    add_text(b, &s->value, changed);
    buf_adds(b, ".");
    return 0;
}

static int say_replace(const struct lab *l, const struct lab_step *s, struct buf *b, struct err *err)
{
    if (add_entry(l, "Entry", l->rope.entries, b, err) != 0)
        return -1;
    buf_adds(b, ", the last, becomes another one: its id is drawn from its bytes, hashes that it stores follow, and its bytes are: ");
    add_text(b, &s->value, 0);
    buf_adds(b, ".");
    return 0;
}

static void say_splice(const struct lab_step *s, struct buf *b)
{
    uint64_t count = s->to - s->n + 1;

    if (count == 1)
        buf_addf(b, "Entry %" PRIu64 " of ", s->n);
    else
        buf_addf(b, "Entries %" PRIu64 " to %" PRIu64 " of ", s->n, s->to);
    add_shown(b, s->file.data, s->file.len, 0);
    if (count == 1)
        buf_addf(b, " is put in as entry %" PRIu64 ".", s->at);
    else
        buf_addf(b, " are put in as entries %" PRIu64 " to %" PRIu64 ".", s->at, s->at + count - 1);
}

static int say_move(const struct lab *l, const struct lab_step *s, struct buf *b, struct err *err)
{
    bool swap = s->kind == LAB_SWAP;

    if (add_entry(l, swap ? "Entries" : "Entry", s->n, b, err) != 0)
        return -1;
    if (!swap) {
        buf_addf(b, " is taken out and becomes entry %" PRIu64 ".", s->to);
        return 0;
    }
    buf_addf(b, " and %" PRIu64, s->to);
    if (lab_add_class(l, s->to, b, err) != 0)
        return -1;
    buf_adds(b, " change places.");
    return 0;
}

static void say_drop(const struct lab *l, const struct lab_step *s, struct buf *b)
{
    uint64_t n = l->rope.entries;
    const char *which = s->kind == LAB_DROP_TAIL ? "last" : "first";

    if (s->n == 1)
        buf_addf(b, "The %s of %" PRIu64 " entries is dropped; ", which, n);
    else
        buf_addf(b, "The %s %" PRIu64 " of %" PRIu64 " entries are dropped; ", which, s->n, n);
    buf_addf(b, "%" PRIu64 " %s left.", n - s->n, n - s->n == 1 ? "is" : "are");
}

static int say_one(const struct lab *l, const struct lab_step *s, struct buf *b, struct err *err)
{
    if (s->kind == LAB_DELETE) {
        if (add_entry(l, "Entry", s->n, b, err) != 0)
            return -1;
        buf_addf(b, " is removed; %" PRIu64 " %s left.", l->rope.entries - 1, l->rope.entries == 2 ? "is" : "are");
        return 0;
    }
    if (add_entry(l, "A copy of entry", s->n, b, err) != 0)
        return -1;
    buf_addf(b, " is put behind it, as entry %" PRIu64 ".", s->n + 1);
    return 0;
}

/* What is so already stays: each says what is so behind it. */
static void say_repair(const struct lab *l, const struct lab_step *s, struct buf *b)
{
    static const char none[] = "; where that has none, what is stored stays. Stored entry_digests there follow.";
    uint64_t n = l->rope.entries;

    if (s->kind == LAB_RENUMBER && n == 1)
        buf_adds(b, "Repair: the seq of the one entry is set to 1.");
    else if (s->kind == LAB_RENUMBER)
        buf_addf(b, "Repair: every seq is set to the position of its entry, 1 to %" PRIu64 ".", n);
    else if (s->kind == LAB_RECLOSE && n == 1)
        buf_adds(b, "Repair: close of the one entry is set to true.");
    else if (s->kind == LAB_RECLOSE)
        buf_addf(b, "Repair: close of entry %" PRIu64 ", the last, is set to true, and every other that is stored to false.", n);
    else if (s->kind == LAB_RELINK && n == 1)
        buf_adds(b, "Repair: prev_digest of the one entry is set to 64 zeros, and a stored entry_digest follows.");
    else if (s->kind == LAB_RELINK && s->n == 1)
        buf_addf(b, "Repair: every prev_digest is set: the first to 64 zeros, the others to the recomputed digest of the entry "
                    "before%s", none);
    else if (s->kind == LAB_RELINK && s->n == n)
        buf_addf(b, "Repair: prev_digest of entry %" PRIu64 ", the last, is set to the recomputed digest of the entry before%s", n,
                 none);
    else if (s->kind == LAB_RELINK)
        buf_addf(b, "Repair: every prev_digest from entry %" PRIu64 " on is set to the recomputed digest of the entry before%s",
                 s->n, none);
    else if (n == 1)
        buf_adds(b, "prev_digest of the one entry is set to that of revision -06: 64 zeros.");
    else
        buf_adds(b, "Every prev_digest is set to that of revision -06: the first to 64 zeros, the others to the SHA-256 of "
                    "the decoded canonical_bytes of the entry before, which binds no metadata; where these cannot be "
                    "decoded, what is stored stays.");
}

static int say(const struct lab *l, const struct lab_step *s, struct buf *b, struct err *err)
{
    switch (s->kind) {
    case LAB_DROP_TAIL:
    case LAB_DROP_HEAD: say_drop(l, s, b); return 0;
    case LAB_DELETE:
    case LAB_DUPLICATE: return say_one(l, s, b, err);
    case LAB_MOVE:
    case LAB_SWAP: return say_move(l, s, b, err);
    case LAB_SET: return say_set(l, s, b, err);
    case LAB_SET_BYTES: return say_bytes(l, s, b, err);
    case LAB_REPLACE_LAST: return say_replace(l, s, b, err);
    case LAB_SPLICE: say_splice(s, b); return 0;
    default: say_repair(l, s, b); return 0;
    }
}

int lab_step_says(struct lab *l, const struct lab_step *s, struct str *out, struct err *err)
{
    struct buf b;
    int status;

    buf_init(&b, SIZE_MAX);
    status = say(l, s, &b, err);
    if (status == 0 && (b.failed || str_take(out, &b) != 0))
        status = err_set(err, ERR_MEMORY, "no memory for the steps");
    buf_release(&b);
    return status;
}
