/* Lowercase hexadecimal, as AER-1 writes digests. */
#ifndef AERSCOPE_BASE_HEX_H
#define AERSCOPE_BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>

/* Writes 2*len digits and a NUL. */
void hex_encode(char *out, const void *bytes, size_t len);
/* True when text is exactly 2*len lowercase digits; after false, what `out` holds means nothing. */
bool hex_decode(void *out, size_t len, const char *text, size_t text_len);

#endif
