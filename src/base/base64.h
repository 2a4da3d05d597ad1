/* Strict base64 (RFC 4648, section 4): the standard alphabet, padding to a multiple of 4, nothing
 * between. Unused trailing bits that are set are accepted and reported. */
#ifndef AERSCOPE_BASE_BASE64_H
#define AERSCOPE_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* A decoder over text that arrives in pieces of any length. Zero-initialise. */
struct base64 {
    unsigned char quad[4];
    unsigned have;      /* characters waiting in quad */
    bool ended;         /* padding was seen: nothing may follow */
    bool bad;           /* not strict base64 */
    bool trailing_bits; /* an unused bit was set (RFC 4648, section 3.5) */
};

enum { BASE64_SLACK = 8 };
/* Room needed for the output of `len` characters. */
static inline size_t base64_room(size_t len)
{
    return len / 4 * 3 + BASE64_SLACK;
}
/* Decodes `len` characters to `out` (base64_room(len) bytes), returns the number of bytes written.
 * Once `bad` is set it stays set and nothing more is written. */
size_t base64_feed(struct base64 *d, const char *text, size_t len, unsigned char *out);
/* True when what was fed was whole and strict. */
bool base64_whole(const struct base64 *d);
/* Encodes with padding; `out` takes (len + 2) / 3 * 4 bytes and a NUL. */
void base64_encode(char *out, const void *bytes, size_t len);

#endif
