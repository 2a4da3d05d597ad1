#include "lab/pass.h"

#include "core/chain.h"
#include "lab/ahead.h"
#include "lab/patch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STOP_EVERY = 1024, AHEAD_FROM = 64, AHEAD_LEAST = 4096 };

/* Bytes of one of the timelines, in hand. */
struct page {
    unsigned char *bytes; /* LIMIT_BLOCK */
    struct source *source;
    uint64_t from;
    size_t len;
};

/* The entry that was written last: as it is in its file, or with a digest taken. */
struct before {
    bool raw;
    unsigned file;
    uint64_t entry;
    bool has_digest;
    struct digest digest;
};

/* Entries that follow each other in their file and are copied as they are. */
struct run {
    unsigned file;
    uint64_t first, count;
};

struct pass {
    struct lab *l;
    struct lab_file *file; /* as the lab's, file 0 being what the stage before gave */
    const struct stage *stage;
    struct writer w;
    struct bench b;
    struct page page, tail; /* of the entry at hand, of the end of a run */
    struct patch patch;
    struct ahead *ahead; /* of the piece at hand; NULL: none */
    uint64_t altered;    /* entries of it, before that */
    struct run run;
    struct before before;
    uint64_t position; /* of the entry at hand */
    bool any;          /* an entry was written */
    bool given;        /* a stage before gave entries the mark, */
    bool marked;       /* and one of those is left, or some entry was given it now */
    bool last_alone;   /* and only the last one that can carry it, which nothing altered */
    uint64_t last;     /* that one's position; 0: none can, */
    bool others;       /* as what is no object cannot */
    struct err *err;
};

/* An entry on its way. */
struct item {
    const struct piece *piece;
    uint64_t entry;
    uint64_t seq; /* 0: stays */
    struct entry_mark mark;
    struct timeline *t;
};

/* ---------------------------------------------------------------------------------------------------
 * Reading */

static uint64_t behind(const struct lab_file *f, uint64_t entry)
{
    bool final;

    if (entry < f->entries)
        return timeline_mark(f->t, entry + 1).offset;
    return source_size(timeline_source(f->t), &final);
}

static int fill(struct page *p, struct source *s, uint64_t from, struct err *err)
{
    ssize_t got = source_read(s, from, p->bytes, LIMIT_BLOCK, err);

    p->source = s;
    p->from = from;
    p->len = got < 0 ? 0 : (size_t)got;
    return got < 0 ? -1 : 0;
}

/* The range of an entry, to the next one; in memory where it fits into a block, and good until the next call. */
static int find_entry(struct pass *p, struct page *page, const struct lab_file *f, uint64_t entry,
                      struct extent *x)
{
    *x = (struct extent){.from = timeline_mark(f->t, entry).offset,
                         .to = behind(f, entry),
                         .source = timeline_source(f->t)};
    if (x->to - x->from > LIMIT_BLOCK)
        return 0;
    if ((page->source != x->source || x->from < page->from || x->to > page->from + page->len) &&
        fill(page, x->source, x->from, p->err) != 0)
        return -1;
    if (x->to > page->from + page->len)
        return err_set(p->err, ERR_CHANGED, "an input became shorter while it was read");
    x->memory = page->bytes + (x->from - page->from);
    return 0;
}

/* What was whole when it was examined can be damaged here only by its place: an array around it is a level. */
static int read_error(struct pass *p, uint64_t entry)
{
    struct err was = *p->err;

    if (was.code != ERR_FORM)
        return -1;
    return err_set(p->err, ERR_FORM, "entry %" PRIu64 " cannot stand in an array: %s", entry, was.text);
}

static int find_end(struct pass *p, const struct lab_file *f, uint64_t entry, uint64_t *end)
{
    struct extent x;
    struct entry e;

    if (find_entry(p, &p->tail, f, entry, &x) != 0)
        return -1;
    if (entry_read(&e, &x, 1, p->b.names, p->b.window, LIMIT_WINDOW, NULL, p->err) != 0)
        return read_error(p, entry);
    *end = e.end;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * Entries that stay as they are */

static void separate(struct pass *p)
{
    writer_add(&p->w, p->any ? ",\n" : "[\n", 2);
    p->any = true;
}

static int flush_run(struct pass *p)
{
    const struct lab_file *f = &p->file[p->run.file];
    uint64_t first = p->run.first, end = 0;

    if (p->run.count == 0)
        return 0;
    if (find_end(p, f, first + p->run.count - 1, &end) != 0)
        return -1;
    p->run.count = 0;
    separate(p);
    writer_copy(&p->w, timeline_source(f->t), timeline_mark(f->t, first).offset, end);
    return writer_status(&p->w, p->err);
}

/* In an array what stands between two entries can be copied with them. */
static bool continues(const struct pass *p, const struct item *i)
{
    enum layout layout = timeline_layout(i->t);

    return p->run.count > 0 && p->run.file == i->piece->file && p->run.first + p->run.count == i->entry &&
           (layout == LAYOUT_ARRAY || layout == LAYOUT_WRAPPED);
}

static int keep_raw(struct pass *p, const struct item *i)
{
    p->before = (struct before){.raw = true, .file = i->piece->file, .entry = i->entry};
    if (continues(p, i)) {
        p->run.count++;
        return 0;
    }
    if (flush_run(p) != 0)
        return -1;
    p->run = (struct run){i->piece->file, i->entry, 1};
    return 0;
}

static bool is_relinked(const struct pass *p)
{
    return p->stage->relink && p->position >= p->stage->from;
}

/* Its link holds to what is before it now, by what the examination found. Which prev_digest would be written over
 * where there are two, reading the entry tells. */
static bool link_holds(const struct pass *p, const struct item *i)
{
    enum construction by = p->stage->by06 ? CONSTRUCTION_06 : CONSTRUCTION_07;
    enum link_state link = link_state(&i->mark, i->entry, by);
    const struct before *b = &p->before;

    if (link == LINK_STATE_BROKEN || i->mark.mask & FINDING_BIT(DUPLICATE_MEMBER))
        return false;
    if (p->position == 1)
        return link == LINK_STATE_GENESIS;
    if (!b->raw || b->file != i->piece->file || b->entry + 1 != i->entry)
        return false;
    return by == CONSTRUCTION_06 || timeline_construction(i->t) == CONSTRUCTION_07;
}

/* Its mark is from a stage before. */
static bool is_marked(const struct pass *p, const struct item *i)
{
    return p->given && i->piece->file == 0 && i->mark.training;
}

/* Only an object has members. */
static void find_last(struct pass *p)
{
    const struct rope *r = &p->stage->rope;
    uint64_t position = r->entries, not_objects = 0;

    p->last = position;
    for (size_t i = 0; i < p->l->files; i++)
        not_objects += timeline_total(p->file[i].t, FINDING_NOT_OBJECT);
    if (not_objects == 0)
        return;
    p->last = 0;
    for (size_t i = r->count; i-- > 0;)
        for (uint64_t k = r->item[i].count; k-- > 0; position--) {
            const struct piece *piece = &r->item[i];

            if (timeline_mark(p->file[piece->file].t, piece->first + k).mask & FINDING_BIT(NOT_OBJECT))
                p->others = true;
            else if (p->last == 0)
                p->last = position;
        }
}

/* Where no entry that is left was altered the last one carries the mark, so that the copy says what it is. */
static bool marks_last(const struct pass *p)
{
    return p->stage->last && !p->marked && !p->l->options.unmarked && p->position == p->last;
}

/* False where nothing can be altered in the entry, so that it need not be read. */
static bool may_change(const struct pass *p, const struct item *i)
{
    const struct lab_options *o = &p->l->options;
    uint32_t mask = i->mark.mask;

    if (i->piece->edits > 0 || marks_last(p) || (!o->unmarked && (i->piece->put || o->mark_all)))
        return true;
    if (i->seq != 0 && (i->seq != i->entry || mask & (FINDING_BIT(SEQ) | FINDING_BIT(SEQ_TYPE))))
        return true;
    if (i->piece->open && (i->mark.close || mask & FINDING_BIT(CLOSE_TYPE)))
        return true;
    return is_relinked(p) && (!link_holds(p, i) || (!p->stage->by06 && mask & FINDING_BIT(ENTRY_DIGEST)));
}

/* ---------------------------------------------------------------------------------------------------
 * Entries that are altered */

/* The digest of the entry that was written last. */
static int take_before(struct pass *p)
{
    struct before *b = &p->before;
    struct lab_file *f = &p->file[b->file];
    struct entry_mark mark;
    struct extent x;
    struct entry e;

    if (!b->raw)
        return 0;
    mark = timeline_mark(f->t, b->entry);
    if (!p->stage->by06 && timeline_construction(f->t) == CONSTRUCTION_07) {
        b->has_digest = mark.has_digest;
        b->digest = mark.digest;
        return 0;
    }
    if (find_entry(p, &p->page, f, b->entry, &x) != 0 ||
        entry_read(&e, &x, 1, p->b.names, p->b.window, LIMIT_WINDOW, NULL, p->err) != 0)
        return -1;
    return entry_digest_of(&e, &x, p->stage->by06, NULL, &p->b, &b->has_digest, &b->digest, p->err);
}

static int no_memory(struct pass *p)
{
    return err_set(p->err, ERR_MEMORY, "no memory for an entry");
}

static int set_seq(struct pass *p, struct patch *patch, uint64_t want)
{
    const struct value *v = &patch->seen.entry.member[MEMBER_SEQ];
    struct seq seq = {.integer = false};
    char text[24];
    int len;

    if (want == 0)
        return 0;
    if (v->type == JSON_NUMBER && seq_read(&seq, &patch->seen.x, v->offset, v->length, p->err) != 0)
        return -1;
    if (seq.integer && seq.small && seq.value == (int64_t)want && !patch_is_set(patch, MEMBER_SEQ))
        return 0;
    len = snprintf(text, sizeof text, "%" PRIu64, want);
    return patch_set(patch, MEMBER_SEQ, text, (size_t)len) == 0 ? 0 : no_memory(p);
}

static int set_close(struct pass *p, struct patch *patch, const struct piece *piece)
{
    enum json_type now = patch_type(patch, MEMBER_CLOSE);
    bool closes = false;

    for (size_t i = 0; i < piece->edits; i++)
        closes |= piece->edit[i].kind == EDIT_CLOSE;
    if (closes && now != JSON_TRUE)
        return patch_set(patch, MEMBER_CLOSE, "true", 4) == 0 ? 0 : no_memory(p);
    if (!closes && piece->open && now != JSON_FALSE && now != JSON_ABSENT)
        return patch_set(patch, MEMBER_CLOSE, "false", 5) == 0 ? 0 : no_memory(p);
    return 0;
}

static int set_link(struct pass *p, struct patch *patch)
{
    char hex[DIGEST_HEX + 1];

    if (!is_relinked(p))
        return 0;
    memset(hex, '0', DIGEST_HEX);
    hex[DIGEST_HEX] = '\0';
    if (p->position > 1) {
        /* An entry without a digest cannot be cited: what is stored stays. */
        if (!p->before.has_digest)
            return 0;
        digest_hex(&p->before.digest, hex);
    }
    if (patch_text(patch, MEMBER_PREV_DIGEST, &p->b.text, p->err) != 0)
        return -1;
    if (p->b.text.len == DIGEST_HEX && memcmp(p->b.text.data, hex, DIGEST_HEX) == 0)
        return 0;
    return patch_set_text(patch, MEMBER_PREV_DIGEST, hex) == 0 ? 0 : no_memory(p);
}

static bool is_replaced(const struct piece *piece)
{
    for (size_t i = 0; i < piece->edits; i++)
        if (piece->edit[i].kind == EDIT_REPLACE)
            return true;
    return false;
}

/* All changes but that of a stored entry_digest. *follows: the repairs bring that along. */
static int change(struct pass *p, struct patch *patch, const struct item *i, bool *follows)
{
    if (i->piece->edits > 0 && patch_edits(patch, &p->b, p->err) != 0)
        return -1;
    patch->changed = false;
    if (set_seq(p, patch, i->seq) != 0 || set_close(p, patch, i->piece) != 0 || set_link(p, patch) != 0)
        return -1;
    *follows = !p->stage->by06 && (patch->changed || is_relinked(p) || is_replaced(i->piece)) &&
               patch_type(patch, MEMBER_ENTRY_DIGEST) != JSON_ABSENT;
    return 0;
}

/* What its canonical_bytes decode to, as far as no step put others in their place. 0 or -1. */
static int find_payload(struct pass *p, struct patch *patch, const struct item *i, const struct payload **out)
{
    *out = NULL;
    if (patch_is_set(patch, MEMBER_CANONICAL_BYTES))
        return 0;
    *out = &patch->seen.payload;
    return seen_payload(&patch->seen, i->mark.mask, &p->b, p->err);
}

/* Writes the entry, and takes its digest where somebody asks for it. */
static int write_held(struct pass *p, struct patch *patch, const struct item *i, bool follows)
{
    struct before *b = &p->before;
    const struct payload *payload;
    struct extent x;
    uint64_t from;

    *b = (struct before){.raw = false};
    from = writer_at(&p->w);
    patch_write(patch, &p->w);
    if (!follows && !p->stage->relink)
        return writer_status(&p->w, p->err);
    if (find_payload(p, patch, i, &payload) != 0 || writer_extent(&p->w, from, &x, p->err) != 0 ||
        entry_digest_of(&patch->written, &x, p->stage->by06, payload, &p->b, &b->has_digest, &b->digest, p->err) != 0)
        return -1;
    patch->changed = false;
    if (follows && b->has_digest && patch_hash(patch, MEMBER_ENTRY_DIGEST, &b->digest, &p->b, p->err) != 0)
        return -1;
    if (patch->changed) {
        writer_back(&p->w, from);
        patch_write(patch, &p->w);
    }
    return writer_status(&p->w, p->err);
}

static int write_patched(struct pass *p, struct patch *patch, const struct item *i, bool follows)
{
    int status;

    if (flush_run(p) != 0)
        return -1;
    separate(p);
    writer_hold(&p->w);
    status = write_held(p, patch, i, follows);
    writer_let_go(&p->w);
    return status;
}

/* Where nothing else changes, a stored entry_digest that differs still may. */
static int follow_alone(struct pass *p, struct patch *patch, const struct item *i, bool follows)
{
    const struct payload *payload;
    struct digest d;
    bool has;

    if (!follows || patch->cuts > 0)
        return 0;
    if (find_payload(p, patch, i, &payload) != 0 ||
        entry_digest_of(&patch->seen.entry, &patch->seen.x, p->stage->by06, payload, &p->b, &has, &d, p->err) != 0)
        return -1;
    return has ? patch_hash(patch, MEMBER_ENTRY_DIGEST, &d, &p->b, p->err) : 0;
}

static int alter(struct pass *p, struct patch *patch, const struct item *i)
{
    const struct lab_options *o = &p->l->options;
    bool follows, altered, mark;

    if (patch->seen.entry.type != JSON_OBJECT)
        return keep_raw(p, i);
    if (change(p, patch, i, &follows) != 0 || follow_alone(p, patch, i, follows) != 0)
        return -1;
    altered = patch->cuts > 0 || i->piece->put || o->mark_all;
    mark = !o->unmarked && (altered || marks_last(p));
    if (mark && patch_mark(patch) != 0)
        return no_memory(p);
    p->marked |= mark;
    p->last_alone |= mark && !altered;
    return patch->cuts > 0 ? write_patched(p, patch, i, follows) : keep_raw(p, i);
}

/* Where many entries in a row are altered a thread of its own reads them ahead. NULL: not this one. */
static const struct seen *seen_ahead(struct pass *p, const struct item *i)
{
    uint64_t last = i->piece->first + i->piece->count - 1;

    if (p->ahead == NULL && p->altered++ == AHEAD_FROM && last - i->entry >= AHEAD_LEAST && p->l->options.jobs != 1)
        p->ahead = ahead_begin(&p->file[i->piece->file], i->entry, last, p->stage->relink);
    return p->ahead != NULL ? ahead_entry(p->ahead, i->entry) : NULL;
}

static void end_ahead(struct pass *p)
{
    ahead_end(p->ahead);
    p->ahead = NULL;
    p->altered = 0;
}

static int write_altered(struct pass *p, const struct item *i)
{
    const struct lab_file *f = &p->file[i->piece->file];
    const struct seen *seen;
    struct extent x;

    if (is_relinked(p) && p->position > 1 && take_before(p) != 0)
        return -1;
    seen = seen_ahead(p, i);
    if (seen != NULL) {
        patch_take(&p->patch, seen, i->piece);
        return alter(p, &p->patch, i);
    }
    if (find_entry(p, &p->page, f, i->entry, &x) != 0)
        return -1;
    if (patch_read(&p->patch, &x, i->piece, &p->b, p->err) != 0)
        return read_error(p, i->entry);
    return alter(p, &p->patch, i);
}

/* ---------------------------------------------------------------------------------------------------
 * A pass */

static bool is_stopped(const struct pass *p)
{
    const struct lab_options *o = &p->l->options;

    return o->stop != NULL && p->position % STOP_EVERY == 0 && o->stop(o->stop_arg);
}

static int write_piece(struct pass *p, const struct piece *piece)
{
    struct item i = {.piece = piece, .t = p->file[piece->file].t};

    end_ahead(p);
    for (uint64_t k = 0; k < piece->count; k++) {
        p->position++;
        i.entry = piece->first + k;
        i.seq = piece->seq != 0 ? piece->seq + k : 0;
        i.mark = timeline_mark(i.t, i.entry);
        p->marked |= is_marked(p, &i);
        if ((may_change(p, &i) ? write_altered(p, &i) : keep_raw(p, &i)) != 0)
            return -1;
        if (is_stopped(p))
            return err_set(p->err, ERR_CANCELLED, "the steps were stopped");
    }
    return 0;
}

static int write_all(struct pass *p)
{
    const struct rope *r = &p->stage->rope;

    for (size_t i = 0; i < r->count; i++)
        if (write_piece(p, &r->item[i]) != 0)
            return -1;
    if (flush_run(p) != 0)
        return -1;
    if (!p->any)
        return err_set(p->err, ERR_USAGE, "nothing would be left: an empty timeline is not written");
    writer_add(&p->w, "\n]\n", 3);
    return writer_status(&p->w, p->err);
}

static int finish(struct pass *p, struct target *to)
{
    if (to->put != NULL)
        return writer_end(&p->w, p->err);
    to->made = writer_finish(&p->w, p->err);
    return to->made != NULL ? 0 : -1;
}

static int run_pass(struct pass *p, struct target *to)
{
    int status = writer_init(&p->w, to->name, to->put, to->arg, p->err);

    p->page.bytes = malloc(LIMIT_BLOCK);
    p->tail.bytes = malloc(LIMIT_BLOCK);
    if (status == 0 && (p->page.bytes == NULL || p->tail.bytes == NULL))
        status = no_memory(p);
    find_last(p);
    if (bench_init(&p->b, p->err) != 0 || status != 0 || write_all(p) != 0 || finish(p, to) != 0)
        status = -1;
    end_ahead(p);
    bench_release(&p->b);
    patch_release(&p->patch);
    writer_release(&p->w);
    free(p->page.bytes);
    free(p->tail.bytes);
    return status;
}

int stage_run(struct lab *l, struct lab_file *file, const struct stage *stage, struct target *to,
              struct lab_applied *out, struct err *err)
{
    struct pass p = {.l = l, .file = file, .stage = stage, .given = out->marked, .err = err};
    int status = run_pass(&p, to);

    out->entries = p.position;
    out->marked = p.marked;
    out->last_alone = p.last_alone;
    out->not_objects = p.others;
    out->all = p.marked && l->options.mark_all;
    return status;
}
