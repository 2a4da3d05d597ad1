#include "tui/editor.h"

#include "base/utf8.h"
#include "tui/editor_rows.h"
#include "tui/event.h"

#include <stdlib.h>
#include <string.h>

void editor_init(struct editor *e, unsigned flags)
{
    memset(e, 0, sizeof *e);
    typed_init(&e->in, EDITOR_BYTES);
    e->flags = flags;
    e->cols = 80;
    e->page = 1;
    e->goal = -1;
}

void editor_release(struct editor *e)
{
    unsigned flags = e->flags;

    typed_release(&e->in);
    free(e->row);
    editor_init(e, flags);
}

const char *editor_text(struct editor *e)
{
    return buf_cstr(&e->in.text);
}

bool editor_blank(const struct editor *e)
{
    for (size_t i = 0; i < e->in.text.len; i++)
        if (e->in.text.data[i] != ' ' && e->in.text.data[i] != '\n')
            return false;
    return true;
}

static void changed(struct editor *e)
{
    e->laid = false;
    e->goal = -1;
    e->changes++;
}

void editor_set(struct editor *e, const char *text, size_t len)
{
    buf_clear(&e->in.text);
    buf_add(&e->in.text, text, len);
    e->in.at = e->in.text.len;
    e->top = 0;
    changed(e);
}

/* ---- changing the text ---- */

static void put(struct editor *e, const void *bytes, size_t len)
{
    if (typed_put(&e->in, bytes, len) < 0)
        e->refused = true;
    else if (len > 0)
        changed(e);
}

static void erase(struct editor *e, size_t from, size_t to)
{
    if (typed_erase(&e->in, from, to))
        changed(e);
}

static void take_out(struct editor *e, size_t from, size_t to)
{
    if (typed_take_out(&e->in, from, to))
        changed(e);
}

/* One character of a paste, as it is kept. Returns the bytes read. */
static size_t take_pasted(struct editor *e, const unsigned char *p, size_t len, struct buf *out)
{
    unsigned char utf8[4];
    uint32_t cp = 0;
    size_t used = utf8_decode(p, len, false, &cp);

    if (used == 0 || cp == 0) {
        e->replaced++;
        cp = 0xfffd;
    }
    if (cp == '\r') {
        cp = '\n';
        used += len > 1 && p[1] == '\n';
    }
    buf_add(out, utf8, utf8_encode(utf8, cp));
    return used ? used : 1;
}

void editor_insert(struct editor *e, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    struct buf kept;

    buf_init(&kept, EDITOR_BYTES);
    for (size_t used; len > 0; p += used, len -= used)
        used = take_pasted(e, p, len, &kept);
    if (kept.failed)
        e->refused = true;
    else
        put(e, kept.data, kept.len);
    buf_release(&kept);
}

static bool insert_character(struct editor *e, uint32_t cp)
{
    unsigned char utf8[4];

    if (cp != '\n' && (cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp > 0x10ffff))
        return false;
    put(e, utf8, utf8_encode(utf8, cp));
    return true;
}

/* ---- keys ---- */

static void go(struct editor *e, size_t at)
{
    e->in.at = at;
    e->goal = -1;
}

/* To the end of the line; there, the line end itself. */
static void kill_line(struct editor *e)
{
    size_t end = editor_line_end(e, e->in.at);

    take_out(e, e->in.at, end == e->in.at && end < e->in.text.len ? end + 1 : end);
}

static bool edit(struct editor *e, uint32_t key)
{
    if (key == K_BACKSPACE || key == K_CTRL('H'))
        erase(e, editor_before(e, e->in.at), e->in.at);
    else if (key == K_DELETE || key == K_CTRL('D'))
        erase(e, e->in.at, editor_after(e, e->in.at));
    else if (key == K_CTRL('K'))
        kill_line(e);
    else if (key == K_CTRL('U'))
        take_out(e, editor_line_begin(e, e->in.at), e->in.at);
    else if (key == K_CTRL('W') || key == (K_ALT | K_BACKSPACE))
        take_out(e, typed_word_begin(&e->in), e->in.at);
    else if (key == (K_ALT | 'd'))
        take_out(e, e->in.at, typed_word_end(&e->in));
    else if (key == K_CTRL('Y'))
        put(e, e->in.killed.data, e->in.killed.len);
    else if (key == K_ENTER || key == K_CTRL('J'))
        insert_character(e, '\n');
    else
        return insert_character(e, key);
    return true;
}

static bool move(struct editor *e, uint32_t key)
{
    if (key == K_LEFT || key == K_CTRL('B'))
        go(e, editor_before(e, e->in.at));
    else if (key == K_RIGHT || key == K_CTRL('F'))
        go(e, editor_after(e, e->in.at));
    else if (key == K_HOME || key == K_CTRL('A'))
        go(e, editor_line_begin(e, e->in.at));
    else if (key == K_END || key == K_CTRL('E'))
        go(e, editor_line_end(e, e->in.at));
    else if (key == K_WORD_LEFT || key == (K_ALT | 'b'))
        go(e, typed_word_begin(&e->in));
    else if (key == K_WORD_RIGHT || key == (K_ALT | 'f'))
        go(e, typed_word_end(&e->in));
    else if (key == K_UP || key == K_CTRL('P'))
        editor_go_rows(e, -1);
    else if (key == K_DOWN || key == K_CTRL('N'))
        editor_go_rows(e, 1);
    else if (key == K_PAGE_UP || key == K_PAGE_DOWN)
        editor_go_rows(e, key == K_PAGE_UP ? -e->page : e->page);
    else
        return false;
    return true;
}

bool editor_key(struct editor *e, uint32_t key)
{
    return move(e, key) || edit(e, key);
}
