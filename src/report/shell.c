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

/* ---- lines ---- */

/* Where a shell stands in a command that was made here. */
struct quoting {
    bool single, doubled, substitution, escaped;
};

static void step_over(struct quoting *q, const char *at)
{
    if (q->escaped)
        q->escaped = false;
    else if (*at == '\'' && (!q->doubled || q->substitution))
        q->single = !q->single;
    else if (q->single)
        return;
    else if (*at == '\\')
        q->escaped = true;
    else if (*at == '"')
        q->doubled = !q->doubled;
    else if (at[0] == '$' && at[1] == '(')
        q->substitution = true;
    else if (*at == ')')
        q->substitution = false;
}

/* Outside of quotes, or in single ones, which can be closed and opened again. */
static bool may_break(const struct quoting *q)
{
    return q->single || (!q->doubled && !q->escaped);
}

static size_t word_length(const char *at)
{
    struct quoting q = {0};
    size_t n = 0;

    for (; at[n] != '\0' && (at[n] != ' ' || q.single || q.doubled || q.escaped); n++)
        step_over(&q, at + n);
    return n;
}

/* How far it is from here to the next place that may be broken. */
static size_t piece_length(struct quoting q, const char *at, size_t left)
{
    size_t n = 0;

    do
        step_over(&q, at + n++);
    while (n < left && !may_break(&q));
    return n;
}

/* A word that fits no line, from the column on; returns the one behind it. */
static size_t break_word(struct buf *out, const char *word, size_t len, size_t col, size_t cols)
{
    enum { SIGNS = 3 }; /* a quote that closes, and what says that the line goes on */
    struct quoting q = {0};

    for (size_t i = 0, n; i < len; i += n) {
        n = piece_length(q, word + i, len - i);
        if (i > 0 && col + n + SIGNS > cols) {
            buf_adds(out, q.single ? "'\\\n'" : "\\\n");
            col = q.single;
        }
        buf_add(out, word + i, n);
        col += n;
        for (size_t k = 0; k < n; k++)
            step_over(&q, word + i + k);
    }
    return col;
}

static size_t put_whole(struct buf *out, const char *word, size_t len)
{
    buf_add(out, word, len);
    return len;
}

int shell_lines(struct buf *out, const char *command, size_t indent, size_t cols)
{
    enum { SIGNS = 2 }; /* a blank, and what says that the line goes on */
    size_t col = indent;

    for (bool first = true; *command != '\0'; first = false) {
        size_t len = word_length(command), blank = !first;

        if (blank && col + blank + len + SIGNS > cols) {
            buf_addf(out, " \\\n%*s", (int)indent, "");
            col = indent;
            blank = 0;
        }
        if (blank)
            buf_addc(out, ' ');
        if (indent + len + SIGNS > cols)
            col = break_word(out, command, len, col + blank, cols);
        else
            col += blank + put_whole(out, command, len);
        command += len;
        command += strspn(command, " ");
    }
    return out->failed ? -1 : 0;
}
