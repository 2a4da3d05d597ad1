#include "base/buf.h"

#include "base/shortage.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_init(struct buf *b, size_t max)
{
    *b = (struct buf){.max = max < SIZE_MAX ? max : SIZE_MAX - 1};
}

void buf_release(struct buf *b)
{
    free(b->data);
    buf_init(b, b->max);
}

void buf_clear(struct buf *b)
{
    b->len = 0;
    b->failed = false;
    if (b->data)
        b->data[0] = '\0';
}

/* Bytes to allocate for `need` bytes and the NUL: doubled, so that a series stays linear, but not
 * above the ceiling. */
static size_t grown(const struct buf *b, size_t need)
{
    size_t cap = b->cap < 64 ? 64 : b->cap;
    while (cap <= need)
        cap = cap > SIZE_MAX / 2 ? need + 1 : cap * 2;
    return cap > b->max + 1 ? b->max + 1 : cap;
}

unsigned char *buf_reserve(struct buf *b, size_t len)
{
    if (b->failed || len > b->max - b->len) {
        b->failed = true;
        return NULL;
    }
    if (b->len + len >= b->cap) {
        size_t cap = grown(b, b->len + len);
        unsigned char *data = realloc(b->data, cap);
        if (!data) {
            shortage_note();
            b->failed = true;
            return NULL;
        }
        b->data = data;
        b->cap = cap;
    }
    b->data[b->len + len] = '\0'; /* for callers that write all they reserved */
    return b->data + b->len;
}

int buf_add(struct buf *b, const void *bytes, size_t len)
{
    unsigned char *at = buf_reserve(b, len);
    if (!at)
        return -1;
    if (len > 0)
        memcpy(at, bytes, len);
    b->len += len;
    return 0;
}

int buf_addc(struct buf *b, int byte)
{
    unsigned char c = (unsigned char)byte;
    return buf_add(b, &c, 1);
}

int buf_adds(struct buf *b, const char *s)
{
    return buf_add(b, s, strlen(s));
}

static int fail(struct buf *b)
{
    b->failed = true;
    return -1;
}

int buf_addv(struct buf *b, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (len < 0)
        return fail(b);

    unsigned char *at = buf_reserve(b, (size_t)len);
    if (!at)
        return -1;
    vsnprintf((char *)at, (size_t)len + 1, fmt, args);
    b->len += (size_t)len;
    return 0;
}

int buf_addf(struct buf *b, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int status = buf_addv(b, fmt, args);
    va_end(args);
    return status;
}

const char *buf_cstr(struct buf *b)
{
    if (!b->data)
        return "";
    b->data[b->len] = '\0'; /* less may have been written than was reserved */
    return (const char *)b->data;
}

int str_set(struct str *s, const void *bytes, size_t len)
{
    char *data = len < SIZE_MAX ? malloc(len + 1) : NULL;
    if (!data) {
        shortage_note();
        return -1;
    }
    if (len > 0)
        memcpy(data, bytes, len);
    data[len] = '\0';
    free(s->data);
    *s = (struct str){.data = data, .len = len};
    return 0;
}

int str_take(struct str *s, struct buf *b)
{
    if (b->failed)
        return -1;
    if (!b->data && !buf_reserve(b, 0))
        return -1;
    b->data[b->len] = '\0';
    free(s->data);
    *s = (struct str){.data = (char *)b->data, .len = b->len};
    buf_init(b, b->max);
    return 0;
}

void str_release(struct str *s)
{
    free(s->data);
    *s = (struct str){.data = NULL};
}

bool str_equal(const struct str *a, const struct str *b)
{
    if (!a->data || !b->data)
        return a->data == b->data;
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

void buf_wipe(void *bytes, size_t len)
{
    memset(bytes, 0, len);
}
