/* SHA-256, and the only user of EVP. */
#ifndef AERSCOPE_CORE_DIGEST_H
#define AERSCOPE_CORE_DIGEST_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum { DIGEST_SIZE = 32, DIGEST_HEX = 64 };

struct digest {
    unsigned char byte[DIGEST_SIZE];
};

/* A reusable context, one a thread. The algorithm is fetched once in the program. */
struct hasher;
struct hasher *hasher_new(struct err *err);
void hasher_free(struct hasher *h);
/* A failure sticks until hasher_end(), which then returns -1: no digest is ever half right. */
void hasher_begin(struct hasher *h);
void hasher_add(struct hasher *h, const void *bytes, size_t len);
int hasher_end(struct hasher *h, struct digest *out);

int digest_bytes(const void *bytes, size_t len, struct digest *out, struct err *err);
bool digest_equal(const struct digest *a, const struct digest *b);
void digest_hex(const struct digest *d, char out[DIGEST_HEX + 1]);
/* Exactly 64 lowercase digits. */
bool digest_parse(const char *text, size_t len, struct digest *out);

#endif
