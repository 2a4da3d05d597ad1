#include "tui/detail.h"

#include "base/utf8.h"

#include <string.h>

void detail_init(struct detail *d)
{
    memset(d, 0, sizeof *d);
    buf_init(&d->bytes, BYTES_SHOWN);
}

void detail_release(struct detail *d)
{
    entry_text_release(&d->text);
    finding_list_release(&d->findings);
    buf_release(&d->bytes);
    detail_init(d);
}

static void load_place(struct detail *d, struct timeline *t)
{
    uint64_t column;

    if (timeline_place(t, timeline_mark(t, d->entry).offset, &d->line, &column, NULL) < 0)
        d->line = 0;
}

void detail_load(struct detail *d, struct timeline *t, uint64_t entry, bool final)
{
    if (d->entry == entry && d->final == final)
        return;
    detail_release(d);
    d->entry = entry;
    d->final = final;
    if (entry == 0)
        return;
    d->failed = timeline_read_entry(t, entry, LIMIT_SHOWN, &d->text, &d->err) < 0 ||
                timeline_entry_findings(t, entry, &d->findings, &d->err) < 0;
    load_place(d, t);
}

static int load_payload(struct detail *d, struct timeline *t)
{
    unsigned char *room = buf_reserve(&d->bytes, BYTES_SHOWN);
    ssize_t n;

    d->bytes_total = d->text.output_bytes;
    if (!room)
        return err_set(&d->bytes_err, ERR_MEMORY, "no memory");
    if (!d->text.has_output)
        return err_set(&d->bytes_err, ERR_FORM, "canonical_bytes are not strict base64");
    n = timeline_read_payload(t, d->entry, 0, room, BYTES_SHOWN, &d->bytes_err);
    if (n < 0)
        return -1;
    d->bytes.len += (size_t)n;
    return 0;
}

/* Counts what does not fit. */
static int take_preimage(void *arg, const void *bytes, size_t len)
{
    struct detail *d = arg;
    size_t room = BYTES_SHOWN - d->bytes.len;

    d->bytes_total += len;
    return buf_add(&d->bytes, bytes, len < room ? len : room);
}

static int load_source(struct detail *d, struct timeline *t)
{
    unsigned char *room = buf_reserve(&d->bytes, BYTES_SHOWN);
    size_t len = d->text.length < BYTES_SHOWN ? (size_t)d->text.length : BYTES_SHOWN;
    ssize_t n;

    d->bytes_total = d->text.length;
    if (!room)
        return err_set(&d->bytes_err, ERR_MEMORY, "no memory");
    n = source_read(timeline_source(t), d->text.offset, room, len, &d->bytes_err);
    if (n < 0)
        return -1;
    d->bytes.len += (size_t)n;
    return 0;
}

/* Bytes of a file that was touched since may be others: whether they give the digest is asked after
 * they were read. */
static int hold_against(struct detail *d, struct timeline *t)
{
    struct entry_text probe = {0};
    int result;

    if (!source_touched(timeline_source(t)))
        return 0;
    result = timeline_read_members(t, d->entry, 1, &probe, &d->bytes_err);
    entry_text_release(&probe);
    if (result < 0)
        buf_clear(&d->bytes);
    return result;
}

static int load(struct detail *d, struct timeline *t, enum bytes_mode mode)
{
    if (d->failed)
        return err_set(&d->bytes_err, ERR_IO, "the entry could not be read again");
    if (mode == BYTES_PREIMAGE)
        return timeline_preimage(t, d->entry, take_preimage, d, &d->bytes_err);
    if ((mode == BYTES_SOURCE ? load_source(d, t) : load_payload(d, t)) < 0)
        return -1;
    return hold_against(d, t);
}

/* A character that the window cuts must not look like bytes that are no character. */
static void drop_cut_character(struct detail *d)
{
    size_t whole = utf8_span(d->bytes.data, d->bytes.len);

    if (d->bytes_total > d->bytes.len && d->bytes.len - whole < 4)
        d->bytes.len = whole;
}

void detail_load_bytes(struct detail *d, struct timeline *t, enum bytes_mode mode)
{
    bool same = d->bytes_of == mode || (d->bytes_of <= BYTES_HEX && mode <= BYTES_HEX);

    if (d->entry == 0 || (d->bytes_loaded && same))
        return;
    buf_clear(&d->bytes);
    err_clear(&d->bytes_err);
    d->bytes_total = 0;
    d->bytes_of = mode;
    d->bytes_loaded = true;
    d->bytes_failed = load(d, t, mode) < 0;
    if (!d->bytes_failed && d->bytes.data)
        drop_cut_character(d);
}
