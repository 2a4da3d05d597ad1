#include "report/again.h"

#include "base/shown.h"

#include <stdlib.h>

enum { BLOCK = LIMIT_BLOCK };

static int changed(const struct report *r, const struct digest *before, struct err *err)
{
    char was[DIGEST_HEX + 1], is[DIGEST_HEX + 1];

    digest_hex(before, was);
    digest_hex(&r->again, is);
    return err_set(err, ERR_CHANGED, "'%s' changed after it was examined: its SHA-256 was %s and is %s",
                   shown(r->path).text, was, is);
}

static int hash(struct report *r, struct hasher *h, unsigned char *block, bool (*stops)(void *arg), void *arg,
                struct err *err)
{
    struct source *source = timeline_source(r->timeline);
    uint64_t at = 0;
    ssize_t n;

    hasher_begin(h);
    while ((n = source_read(source, at, block, BLOCK, err)) > 0) {
        hasher_add(h, block, (size_t)n);
        at += (uint64_t)n;
        if (stops != NULL && stops(arg))
            return err_set(err, ERR_CANCELLED, "stopped: nothing was written");
    }
    if (n < 0)
        return -1;
    return hasher_end(h, &r->again) == 0 ? 0 : err_set(err, ERR_MEMORY, "no SHA-256 of the input");
}

int report_read_again(struct report *r, bool (*stops)(void *arg), void *arg, struct err *err)
{
    struct digest before;
    struct hasher *h;
    unsigned char *block;
    int rc = -1;

    r->has_again = false;
    if (r->training || source_is_copy(timeline_source(r->timeline)) || !timeline_sha256(r->timeline, &before))
        return 0;
    h = hasher_new(err);
    block = malloc(BLOCK);
    if (h != NULL && block == NULL)
        err_set(err, ERR_MEMORY, "no memory to read the input again");
    if (h != NULL && block != NULL)
        rc = hash(r, h, block, stops, arg, err);
    free(block);
    hasher_free(h);
    r->has_again = rc == 0;
    return rc == 0 && !digest_equal(&before, &r->again) ? changed(r, &before, err) : rc;
}
