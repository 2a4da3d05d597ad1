/* UTF-8 (RFC 3629), strict: no overlong form, no surrogate, nothing above U+10FFFF. Text decoded
 * from JSON may hold unpaired surrogates; it is kept as generalised UTF-8 ("WTF-8": U+D800..U+DFFF in
 * three bytes) and every function that takes it says so. */
#ifndef AERSCOPE_BASE_UTF8_H
#define AERSCOPE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length in bytes (1..4) of the character at p, 0 when the bytes are none; `*cp` is set only then.
 * `wtf8` accepts unpaired surrogates. */
size_t utf8_decode(const unsigned char *p, size_t len, bool wtf8, uint32_t *cp);
/* Writes 1..4 bytes (surrogates as three) and returns how many. cp <= 0x10FFFF. */
size_t utf8_encode(unsigned char out[4], uint32_t cp);
/* Number of leading bytes that are whole, strict UTF-8 characters. */
size_t utf8_span(const unsigned char *p, size_t len);

/* The same over text that arrives in pieces. */
struct utf8_state {
    unsigned char have[4];
    unsigned char count;
    bool bad;
};
void utf8_feed(struct utf8_state *s, const unsigned char *p, size_t len);
bool utf8_whole(const struct utf8_state *s); /* nothing bad, nothing pending */

#endif
