#include "tui/line.h"

#include "base/utf8.h"
#include "tui/event.h"

enum { LINE_BYTES = 4096 };

void line_init(struct typed *l)
{
    typed_init(l, LINE_BYTES);
}

const char *line_text(const struct typed *l)
{
    return l->text.data ? (const char *)l->text.data : "";
}

int line_set(struct typed *l, const char *text)
{
    typed_clear(l);
    if (buf_adds(&l->text, text) < 0)
        return -1;
    l->at = l->text.len;
    return 0;
}

static bool continues(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

static size_t before(const struct typed *l, size_t at)
{
    while (at > 0 && continues(l->text.data[--at]))
        continue;
    return at;
}

static size_t after(const struct typed *l, size_t at)
{
    if (at < l->text.len)
        at++;
    while (at < l->text.len && continues(l->text.data[at]))
        at++;
    return at;
}

static void insert_character(struct typed *l, uint32_t cp)
{
    unsigned char utf8[4];

    if (cp >= 0x20 && (cp < 0x7f || cp >= 0xa0) && cp <= 0x10ffff)
        typed_put(l, utf8, utf8_encode(utf8, cp));
}

void line_insert(struct typed *l, const void *bytes, size_t len)
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

static bool move(struct typed *l, uint32_t key)
{
    if (key == K_LEFT || key == K_CTRL('B'))
        l->at = before(l, l->at);
    else if (key == K_RIGHT || key == K_CTRL('F'))
        l->at = after(l, l->at);
    else if (key == K_HOME || key == K_CTRL('A'))
        l->at = 0;
    else if (key == K_END || key == K_CTRL('E'))
        l->at = l->text.len;
    else if (key == K_WORD_LEFT || key == (K_ALT | 'b'))
        l->at = typed_word_begin(l);
    else if (key == K_WORD_RIGHT || key == (K_ALT | 'f'))
        l->at = typed_word_end(l);
    else
        return false;
    return true;
}

/* What is taken out can be put in again; false for any other key. */
static bool take_out(struct typed *l, uint32_t key)
{
    if (key == K_CTRL('U'))
        typed_take_out(l, 0, l->at);
    else if (key == K_CTRL('K'))
        typed_take_out(l, l->at, l->text.len);
    else if (key == K_CTRL('W') || key == (K_ALT | K_BACKSPACE))
        typed_take_out(l, typed_word_begin(l), l->at);
    else if (key == (K_ALT | 'd'))
        typed_take_out(l, l->at, typed_word_end(l));
    else if (key == K_CTRL('Y'))
        typed_put_back(l);
    else
        return false;
    return true;
}

enum line_result line_key(struct typed *l, uint32_t key)
{
    if (key == K_ENTER || key == K_CTRL('J'))
        return LINE_DONE;
    if (key == K_ESC || key == K_CTRL('C'))
        return LINE_CANCELLED;
    if (key == K_BACKSPACE || key == K_CTRL('H')) {
        if (l->text.len == 0)
            return LINE_CANCELLED;
        typed_erase(l, before(l, l->at), l->at);
    } else if (key == K_DELETE || key == K_CTRL('D')) {
        if (l->text.len == 0 && key == K_CTRL('D'))
            return LINE_CANCELLED;
        typed_erase(l, l->at, after(l, l->at));
    } else if (!take_out(l, key) && !move(l, key)) {
        insert_character(l, key);
    }
    return LINE_GOES_ON;
}
