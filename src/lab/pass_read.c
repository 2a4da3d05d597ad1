/* Where the entries of a pass come from, and those that stay as they are. */
#include "lab/pass_impl.h"

#include <inttypes.h>

enum { AHEAD_FROM = 64, AHEAD_LEAST = 4096 };

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

int pass_find(struct pass *p, struct page *page, const struct lab_file *f, uint64_t entry, struct extent *x)
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

/* Where many entries in a row are read a thread of its own reads them ahead. NULL: not this one. */
static struct seen *seen_ahead(struct pass *p, const struct item *i)
{
    uint64_t last = i->piece->first + i->piece->count - 1;

    if (p->piece != i->piece) {
        pass_end_ahead(p);
        p->piece = i->piece;
    }
    if (p->ahead == NULL && p->read++ == AHEAD_FROM && last - i->entry >= AHEAD_LEAST && p->l->options.jobs != 1)
        p->ahead = ahead_begin(&p->file[i->file], i->entry, last, p->links);
    return p->ahead != NULL ? ahead_entry(p->ahead, i->entry) : NULL;
}

void pass_end_ahead(struct pass *p)
{
    ahead_end(p->ahead);
    p->ahead = NULL;
    p->piece = NULL;
    p->read = 0;
}

int pass_read(struct pass *p)
{
    struct item *i = &p->item;
    struct seen *seen = seen_ahead(p, i);
    struct extent x;

    i->read = true;
    if (seen != NULL) {
        patch_take(&p->patch, seen);
        return 0;
    }
    if (pass_find(p, &p->page, &p->file[i->file], i->entry, &x) != 0)
        return -1;
    return patch_read(&p->patch, &x, &p->b, p->err) == 0 ? 0 : read_error(p, i->entry);
}

/* ---------------------------------------------------------------------------------------------------
 * Entries that stay as they are */

static int find_end(struct pass *p, const struct lab_file *f, uint64_t entry, uint64_t *end)
{
    struct extent x;
    struct entry e;

    if (pass_find(p, &p->tail, f, entry, &x) != 0)
        return -1;
    if (entry_read(&e, &x, 1, p->b.names, p->b.window, LIMIT_WINDOW, NULL, p->err) != 0)
        return read_error(p, entry);
    *end = e.end;
    return 0;
}

void pass_separate(struct pass *p)
{
    writer_add(&p->w, p->any ? ",\n" : "[\n", 2);
    p->any = true;
}

int pass_flush(struct pass *p)
{
    const struct lab_file *f = &p->file[p->run.file];
    uint64_t first = p->run.first, end = 0;

    if (p->run.count == 0)
        return 0;
    if (find_end(p, f, first + p->run.count - 1, &end) != 0)
        return -1;
    p->run.count = 0;
    pass_separate(p);
    writer_copy(&p->w, timeline_source(f->t), timeline_mark(f->t, first).offset, end);
    return writer_status(&p->w, p->err);
}

/* In an array what stands between two entries can be copied with them. */
static bool continues(const struct run *r, const struct item *i)
{
    enum layout layout = timeline_layout(i->t);

    return r->count > 0 && r->file == i->file && r->first + r->count == i->entry &&
           (layout == LAYOUT_ARRAY || layout == LAYOUT_WRAPPED);
}

int pass_keep(struct pass *p)
{
    const struct item *i = &p->item;

    if (continues(&p->run, i)) {
        p->run.count++;
        return 0;
    }
    if (pass_flush(p) != 0)
        return -1;
    p->run = (struct run){i->file, i->entry, 1};
    return 0;
}
