#include "report/out.h"

#include "base/buf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void out_init(struct out *o, out_write *write, void *arg)
{
    o->write = write;
    o->arg = arg;
    o->error = 0;
    o->len = 0;
}

int out_flush(struct out *o)
{
    if (o->len > 0 && o->error == 0 && o->write != NULL)
        o->error = o->write(o->arg, o->block, o->len);
    o->len = 0;
    return o->error;
}

void out_add(struct out *o, const void *bytes, size_t len)
{
    const char *from = bytes;

    while (len > 0) {
        size_t n = sizeof o->block - o->len;

        if (n > len)
            n = len;
        memcpy(o->block + o->len, from, n);
        o->len += n;
        from += n;
        len -= n;
        if (o->len == sizeof o->block)
            out_flush(o);
    }
}

void out_addc(struct out *o, char c)
{
    out_add(o, &c, 1);
}

void out_adds(struct out *o, const char *s)
{
    out_add(o, s, strlen(s));
}

void out_repeat(struct out *o, char c, size_t times)
{
    while (times-- > 0)
        out_addc(o, c);
}

void out_addf(struct out *o, const char *fmt, ...)
{
    char text[256];
    va_list args;
    int n;

    va_start(args, fmt);
    n = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (n > 0)
        out_add(o, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

int out_to_buf(void *buf, const void *bytes, size_t len)
{
    return buf_add(buf, bytes, len) == 0 ? 0 : ENOMEM;
}
