#include "tui/line.h"

#include "base/utf8.h"
#include "tui/event.h"

#include <string.h>

enum { LINE_BYTES = 4096 };

void line_init(struct line *l)
{
    buf_init(&l->text, LINE_BYTES);
    buf_init(&l->killed, LINE_BYTES);
    l->at = 0;
}

void line_release(struct line *l)
{
    buf_release(&l->text);
    buf_release(&l->killed);
    l->at = 0;
}

void line_clear(struct line *l)
{
    buf_clear(&l->text);
    l->at = 0;
}

const char *line_text(const struct line *l)
{
    return l->text.data ? (const char *)l->text.data : "";
}

int line_set(struct line *l, const char *text)
{
    line_clear(l);
    if (buf_adds(&l->text, text) < 0)
        return -1;
    l->at = l->text.len;
    return 0;
}

static bool continues(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

static size_t before(const struct line *l, size_t at)
{
    while (at > 0 && continues(l->text.data[--at]))
        continue;
    return at;
}

static size_t after(const struct line *l, size_t at)
{
    if (at < l->text.len)
        at++;
    while (at < l->text.len && continues(l->text.data[at]))
        at++;
    return at;
}

static void erase(struct line *l, size_t from, size_t to)
{
    if (from >= to)
        return;
    memmove(l->text.data + from, l->text.data + to, l->text.len - to);
    l->text.len -= to - from;
    l->text.data[l->text.len] = '\0';
    l->at = from;
}

static void take_out(struct line *l, size_t from, size_t to)
{
    if (from >= to)
        return;
    buf_clear(&l->killed);
    buf_add(&l->killed, l->text.data + from, to - from);
    erase(l, from, to);
}

static size_t word_end(const struct line *l)
{
    size_t at = l->at;

    while (at < l->text.len && l->text.data[at] == ' ')
        at++;
    while (at < l->text.len && l->text.data[at] != ' ')
        at++;
    return at;
}

static size_t word_begin(const struct line *l)
{
    size_t at = l->at;

    while (at > 0 && l->text.data[at - 1] == ' ')
        at--;
    while (at > 0 && l->text.data[at - 1] != ' ')
        at--;
    return at;
}

static void insert(struct line *l, const unsigned char *bytes, size_t len)
{
    size_t tail = l->text.len - l->at;

    if (l->text.len + len > LINE_BYTES || !buf_reserve(&l->text, len))
        return;
    memmove(l->text.data + l->at + len, l->text.data + l->at, tail);
    memcpy(l->text.data + l->at, bytes, len);
    l->text.len += len;
    l->text.data[l->text.len] = '\0';
    l->at += len;
}

void line_insert_raw(struct line *l, const void *bytes, size_t len)
{
    insert(l, bytes, len);
}

static void insert_character(struct line *l, uint32_t cp)
{
    unsigned char utf8[4];

    if (cp >= 0x20 && (cp < 0x7f || cp >= 0xa0) && cp <= 0x10ffff)
        insert(l, utf8, utf8_encode(utf8, cp));
}

void line_insert(struct line *l, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    uint32_t cp;

    for (size_t used; len > 0; p += used, len -= used) {
        used = utf8_decode(p, len, false, &cp);
        if (used == 0)
            used = 1;
        else
            insert_character(l, cp);
    }
}

static void move(struct line *l, uint32_t key)
{
    if (key == K_LEFT || key == K_CTRL('B'))
        l->at = before(l, l->at);
    else if (key == K_RIGHT || key == K_CTRL('F'))
        l->at = after(l, l->at);
    else if (key == K_HOME || key == K_CTRL('A'))
        l->at = 0;
    else if (key == K_END || key == K_CTRL('E'))
        l->at = l->text.len;
    else if (key == (K_ALT | 'b'))
        l->at = word_begin(l);
    else if (key == (K_ALT | 'f'))
        l->at = word_end(l);
}

/* What is taken out can be put in again; false for any other key. */
static bool kill(struct line *l, uint32_t key)
{
    if (key == K_CTRL('U'))
        take_out(l, 0, l->at);
    else if (key == K_CTRL('K'))
        take_out(l, l->at, l->text.len);
    else if (key == K_CTRL('W') || key == (K_ALT | K_BACKSPACE))
        take_out(l, word_begin(l), l->at);
    else if (key == (K_ALT | 'd'))
        take_out(l, l->at, word_end(l));
    else if (key != K_CTRL('Y'))
        return false;
    else if (l->killed.len > 0)
        insert(l, l->killed.data, l->killed.len);
    return true;
}

enum line_result line_key(struct line *l, uint32_t key)
{
    if (key == K_ENTER || key == K_CTRL('J'))
        return LINE_DONE;
    if (key == K_ESC || key == K_CTRL('C'))
        return LINE_CANCELLED;
    if (key == K_BACKSPACE || key == K_CTRL('H')) {
        if (l->text.len == 0)
            return LINE_CANCELLED;
        erase(l, before(l, l->at), l->at);
    } else if (key == K_DELETE || key == K_CTRL('D')) {
        if (l->text.len == 0 && key == K_CTRL('D'))
            return LINE_CANCELLED;
        erase(l, l->at, after(l, l->at));
    } else if (!kill(l, key)) {
        move(l, key);
        insert_character(l, key);
    }
    return LINE_GOES_ON;
}
