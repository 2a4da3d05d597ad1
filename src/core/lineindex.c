#include "core/lineindex.h"

#include "base/shortage.h"

#include "core/scan.h"

#include <stdlib.h>
#include <string.h>

/* Bytes between marks: what has to be read again to find a place. */
enum { STRIDE = 16 * 1024 };

static int add_mark(struct lineindex *x, const unsigned char *p, size_t len)
{
    if (x->count == x->room) {
        size_t room = x->room ? x->room * 2 : 64;
        struct line_mark *mark = shortage_unless(realloc(x->mark, room * sizeof *mark));
        if (!mark)
            return -1;
        x->mark = mark;
        x->room = room;
    }
    x->mark[x->count++] = (struct line_mark){x->end, x->lines, x->line_start};
    x->lines += scan_lines(p, len);
    const unsigned char *last = memrchr(p, '\n', len);
    if (last)
        x->line_start = x->end + (uint64_t)(last - p) + 1;
    x->end += len;
    return 0;
}

int lineindex_add(struct lineindex *x, const unsigned char *p, size_t len)
{
    while (len > 0) {
        size_t piece = len < STRIDE ? len : STRIDE;
        if (add_mark(x, p, piece))
            return -1;
        p += piece;
        len -= piece;
    }
    return 0;
}

static const struct line_mark *find(const struct lineindex *x, uint64_t offset)
{
    size_t low = 0, high = x->count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (x->mark[middle].offset <= offset)
            low = middle;
        else
            high = middle;
    }
    return &x->mark[low];
}

int lineindex_place(const struct lineindex *x, struct source *source, uint64_t offset, uint64_t *line,
                    uint64_t *column, struct err *err)
{
    unsigned char piece[16384];

    if (x->count == 0 || offset > x->end)
        return err_set(err, ERR_IO, "the line of byte %llu is not known yet", (unsigned long long)offset);
    struct line_mark m = *find(x, offset);
    while (m.offset < offset) {
        uint64_t left = offset - m.offset;
        ssize_t got = source_read(source, m.offset, piece, left < sizeof piece ? left : sizeof piece, err);
        if (got <= 0)
            return got < 0 ? -1 : err_set(err, ERR_CHANGED, "the input is shorter than it was");
        m.lines += scan_lines(piece, (size_t)got);
        const unsigned char *last = memrchr(piece, '\n', (size_t)got);
        if (last)
            m.line_start = m.offset + (uint64_t)(last - piece) + 1;
        m.offset += (uint64_t)got;
    }
    *line = m.lines + 1;
    *column = offset - m.line_start + 1;
    return 0;
}

void lineindex_release(struct lineindex *x)
{
    free(x->mark);
    memset(x, 0, sizeof *x);
}
