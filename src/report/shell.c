#include "report/shell.h"

#include <stdint.h>
#include <string.h>

bool shell_plain(const void *bytes, size_t len)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < len; i++)
        if (p[i] < 0x20 || p[i] > 0x7e)
            return false;
    return true;
}

int shell_quote(struct buf *out, const void *bytes, size_t len)
{
    const char *p = bytes;

    if (!shell_plain(bytes, len))
        return -1;
    buf_addc(out, '\'');
    for (size_t i = 0; i < len; i++)
        if (p[i] == '\'')
            buf_adds(out, "'\\''");
        else
            buf_addc(out, p[i]);
    return buf_addc(out, '\'');
}

static bool needs_no_quotes(const char *path)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_./-+,@";

    return strspn(path, safe) == strlen(path);
}

/* Nothing in it can mean anything to printf or the shell. Some shells read the format once more
 * after its octal numbers, so a percent sign is written as one. */
static int add_octal(struct buf *out, const char *path)
{
    buf_adds(out, "\"$(printf '");
    for (const char *p = path; *p; p++)
        if (*p == '%')
            buf_adds(out, "%%");
        else if (*p != '-' && needs_no_quotes((char[]){*p, '\0'}))
            buf_addc(out, *p);
        else
            buf_addf(out, "\\%03o", (unsigned)(unsigned char)*p);
    return buf_adds(out, "')\"");
}

/* What the screen would have to write otherwise. */
static bool like_token(const char *path)
{
    return strstr(path, "<U+") || strstr(path, "<0x");
}

int shell_path(struct buf *out, const char *path)
{
    size_t len = strlen(path);

    if (len == 0 || strcmp(path, "-") == 0 || path[len - 1] == '\n')
        return -1;
    if (needs_no_quotes(path))
        return buf_adds(out, path);
    return shell_plain(path, len) && !like_token(path) ? shell_quote(out, path, len)
                                                       : add_octal(out, path);
}

bool shell_needs_feed(const char *value)
{
    size_t len = strlen(value);

    return len > 0 && value[len - 1] == '\n';
}

static int add_part(struct buf *out, const char *part)
{
    if (*part == '\0')
        return buf_adds(out, "''");
    return strcmp(part, "-") == 0 ? buf_addc(out, '-') : shell_path(out, part);
}

int shell_value(struct buf *out, const char *value)
{
    size_t len = strlen(value);
    struct buf part;
    int status;

    while (len > 0 && value[len - 1] == '\n')
        len--;
    buf_init(&part, SIZE_MAX);
    buf_add(&part, value, len);
    status = part.failed ? -1 : add_part(out, buf_cstr(&part));
    buf_release(&part);
    for (; status == 0 && value[len] != '\0'; len++)
        status = buf_adds(out, "\"${lf%.}\"");
    return status;
}
