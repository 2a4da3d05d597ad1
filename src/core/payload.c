#include "core/payload.h"

#include "base/base64.h"
#include "base/utf8.h"
#include "core/decode.h"
#include "core/scan.h"

#include <string.h>

enum { PIECE = 8192 };

struct work {
    struct payload *p;
    struct base64 base64;
    struct utf8_state utf8;
    struct hasher *hasher;
    payload_put *put;
    void *arg;
};

static void check_utf8(struct utf8_state *s, const unsigned char *bytes, size_t len)
{
    if (s->count == 0 && scan_high(bytes, bytes + len) == bytes + len)
        return;
    utf8_feed(s, bytes, len);
}

static int feed(struct work *w, const char *text, size_t len)
{
    unsigned char out[PIECE / 4 * 3 + BASE64_SLACK];

    while (len > 0 && !w->base64.bad) {
        size_t piece = len < PIECE ? len : PIECE;
        size_t got = base64_feed(&w->base64, text, piece, out);
        hasher_add(w->hasher, out, got);
        check_utf8(&w->utf8, out, got);
        w->p->bytes += got;
        if (w->put && got > 0 && w->put(w->arg, out, got))
            return -1;
        text += piece;
        len -= piece;
    }
    return 0;
}

static int feed_decoded(struct work *w, const struct value *v, const struct extent *x, struct err *err)
{
    unsigned char window[PIECE], piece[PIECE];
    struct decoder d;

    decoder_open(&d, x, v->offset, window, sizeof window, err);
    while (!d.ended && !w->base64.bad) {
        ssize_t got = decoder_next(&d, piece, sizeof piece);
        if (got < 0 || feed(w, (const char *)piece, (size_t)got))
            return -1;
    }
    return 0;
}

static int feed_value(struct work *w, const struct value *v, const struct extent *x, struct err *err)
{
    if (!x->memory || !v->plain)
        return feed_decoded(w, v, x, err);
    return feed(w, (const char *)x->memory + (v->offset + 1 - x->from), (size_t)v->length - 2);
}

int payload_read(struct payload *p, const struct value *v, const struct extent *x, struct hasher *h,
                 payload_put *put, void *arg, struct err *err)
{
    struct work w = {.p = p, .hasher = h, .put = put, .arg = arg};

    memset(p, 0, sizeof *p);
    if (v->type != JSON_STRING)
        return 0;
    hasher_begin(h);
    int status = feed_value(&w, v, x, err);
    if (hasher_end(h, &p->digest))
        return err_set(err, ERR_IO, "SHA-256 failed in OpenSSL");
    p->strict = base64_whole(&w.base64);
    p->trailing_bits = w.base64.trailing_bits;
    p->utf8 = utf8_whole(&w.utf8);
    return status;
}
