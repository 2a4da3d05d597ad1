#include "core/digest.h"

#include "base/hex.h"
#include "base/shortage.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct hasher {
    EVP_MD_CTX *ctx;
    bool failed;
};

/* Fetching takes locks and looks through providers; doing it once is what lets threads scale. */
static EVP_MD *sha256;
static EVP_MD_CTX *fresh; /* begun, and nothing added: a copy is had for less than beginning */
static pthread_once_t sha256_once = PTHREAD_ONCE_INIT;

/* A library that could not set itself up has no locks, and falls over them. */
static void fetch_sha256(void)
{
    if (OPENSSL_init_crypto(0, NULL) != 1)
        return;
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    fresh = sha256 ? EVP_MD_CTX_new() : NULL;
    if (fresh && EVP_DigestInit_ex2(fresh, sha256, NULL) != 1) {
        EVP_MD_CTX_free(fresh);
        fresh = NULL;
    }
}

struct hasher *hasher_new(struct err *err)
{
    pthread_once(&sha256_once, fetch_sha256);
    if (!fresh) {
        err_set(err, ERR_IO, "OpenSSL has no SHA-256 to offer: it is built without, or found no memory");
        return NULL;
    }
    struct hasher *h = calloc(1, sizeof *h);
    if (h)
        h->ctx = EVP_MD_CTX_new();
    if (!h || !h->ctx) {
        free(h);
        err_set(err, ERR_MEMORY, "no memory for a SHA-256 context");
        return NULL;
    }
    return h;
}

void hasher_free(struct hasher *h)
{
    if (!h)
        return;
    EVP_MD_CTX_free(h->ctx);
    free(h);
}

void hasher_begin(struct hasher *h)
{
    h->failed = EVP_MD_CTX_copy_ex(h->ctx, fresh) != 1;
}

void hasher_add(struct hasher *h, const void *bytes, size_t len)
{
    if (!h->failed && len > 0 && EVP_DigestUpdate(h->ctx, bytes, len) != 1)
        h->failed = true;
}

int hasher_end(struct hasher *h, struct digest *out)
{
    unsigned int size = 0;

    if (!h->failed && EVP_DigestFinal_ex(h->ctx, out->byte, &size) == 1 && size == DIGEST_SIZE)
        return 0;
    shortage_note(); /* a hash that is there fails for nothing else */
    return -1;
}

int digest_bytes(const void *bytes, size_t len, struct digest *out, struct err *err)
{
    struct hasher *h = hasher_new(err);

    if (!h)
        return -1;
    hasher_begin(h);
    hasher_add(h, bytes, len);
    int status = hasher_end(h, out);
    hasher_free(h);
    return status == 0 ? 0 : err_set(err, ERR_IO, "SHA-256 failed in OpenSSL");
}

bool digest_equal(const struct digest *a, const struct digest *b)
{
    return memcmp(a->byte, b->byte, DIGEST_SIZE) == 0;
}

void digest_hex(const struct digest *d, char out[DIGEST_HEX + 1])
{
    hex_encode(out, d->byte, DIGEST_SIZE);
}

bool digest_parse(const char *text, size_t len, struct digest *out)
{
    return hex_decode(out->byte, DIGEST_SIZE, text, len);
}
