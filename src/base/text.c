#include "base/text.h"

#include "base/text_class.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>
#include <unictype.h>
#include <uninorm.h>

enum { MARKS_MAX = 4 };

/* `scripts` runs over the scope that is judged as one (the text, or a word of it). */
struct escaper {
    struct buf *out;
    const unsigned char *text;
    size_t len;
    unsigned flags;
    size_t inner_begin, inner_end; /* what is left without the spaces at both ends */
    size_t scope_end;
    struct scripts scripts;
    bool base;        /* the last character stands as itself and can carry marks */
    uint32_t carrier; /* that character */
    unsigned marks;   /* that it carries already */
    int class;        /* combining class of the last of them */
};

static size_t decode(const struct escaper *e, size_t at, uint32_t *cp)
{
    return utf8_decode(e->text + at, e->len - at, (e->flags & TEXT_WTF8) != 0, cp);
}

static bool ends_quotes(uint32_t cp, unsigned flags)
{
    return (cp == '"' && (flags & TEXT_QUOTED)) || (cp == '\'' && (flags & TEXT_SINGLE));
}

static bool has_quotes(const void *text, size_t len, unsigned flags)
{
    return ((flags & TEXT_QUOTED) && memchr(text, '"', len) != NULL) ||
           ((flags & TEXT_SINGLE) && memchr(text, '\'', len) != NULL);
}

/* Nothing to escape: printable ASCII without '<' and edge spaces, nearly all text there is. */
static bool is_plain(const unsigned char *p, size_t len)
{
    if (len > 0 && (p[0] == ' ' || p[len - 1] == ' '))
        return false;
    unsigned odd = 0;
    for (size_t i = 0; i < len; i++)
        odd |= (unsigned char)(p[i] - 0x20) >= 0x5F || p[i] == '<';
    return !odd;
}

static void find_inner(struct escaper *e)
{
    while (e->inner_begin < e->len && e->text[e->inner_begin] == ' ')
        e->inner_begin++;
    e->inner_end = e->len;
    while (e->inner_end > e->inner_begin && e->text[e->inner_end - 1] == ' ')
        e->inner_end--;
}

/* Looks ahead to the end of the scope that begins at `at`. Where there are Latin letters the others
 * are the strangers, in whatever order they come; else the script that comes first is at home. */
static void begin_scope(struct escaper *e, size_t at)
{
    size_t n;
    uint32_t cp = 0;
    e->scripts = SCRIPTS_ANY;
    for (; at < e->len; at += n) {
        n = decode(e, at, &cp);
        if ((e->flags & TEXT_PROSE) && (n == 0 || class_ends_word(cp)))
            break;
        if (n > 0 && scripts_latin(cp))
            e->scripts = scripts_of(cp);
        if (n == 0)
            n = 1;
    }
    e->scope_end = at;
}

static bool is_foreign(struct escaper *e, size_t at, uint32_t cp)
{
    if ((e->flags & TEXT_PROSE) && class_ends_word(cp))
        return false;
    if (at >= e->scope_end)
        begin_scope(e, at);
    struct scripts both = scripts_meet(e->scripts, scripts_of(cp));
    if (scripts_none(both))
        return true;
    e->scripts = both;
    return false;
}

/* A mark that would look like another text: it composes with its base to one character, or stands in
 * another order than the canonical one (UAX 15). What is left raw is in normal form C. */
static bool is_other_spelling(struct escaper *e, uint32_t cp)
{
    int class = uc_combining_class(cp);
    if (uc_composition(e->carrier, cp) != 0 || (class != 0 && class < e->class))
        return true;
    e->class = class;
    return false;
}

static bool is_odd_mark(struct escaper *e, uint32_t cp)
{
    if (!class_is_mark(cp))
        return false;
    return !e->base || e->marks++ == MARKS_MAX || is_other_spelling(e, cp);
}

static bool needs_token(struct escaper *e, size_t at, uint32_t cp)
{
    if (cp == ' ')
        return at < e->inner_begin || at >= e->inner_end;
    if (cp == '<')
        return token_span(e->text + at, e->len - at) > 0;
    if (class_is_hidden(cp) || ends_quotes(cp, e->flags))
        return true;
    if (e->flags & TEXT_ASCII)
        return cp > 0x7E;
    return is_foreign(e, at, cp) || is_odd_mark(e, cp);
}

static void add_token(struct escaper *e, size_t at, size_t n, uint32_t cp)
{
    char token[16];
    if (n > 0)
        snprintf(token, sizeof token, "<U+%04X>", (unsigned)cp);
    else
        snprintf(token, sizeof token, "<0x%02X>", e->text[at]);
    buf_adds(e->out, token);
    e->base = false;
}

static void note_base(struct escaper *e, uint32_t cp)
{
    if (class_is_mark(cp))
        return;
    e->base = cp != ' ';
    e->carrier = cp;
    e->marks = 0;
    e->class = 0;
}

/* Runs of characters that stand as themselves are copied at once. */
static void escape_all(struct escaper *e)
{
    size_t run = 0, at = 0;
    while (at < e->len && !e->out->failed) {
        uint32_t cp = 0;
        size_t n = decode(e, at, &cp);
        if (n > 0 && !needs_token(e, at, cp)) {
            note_base(e, cp);
            at += n;
            continue;
        }
        buf_add(e->out, e->text + run, at - run);
        add_token(e, at, n, cp);
        at += n > 0 ? n : 1;
        run = at;
    }
    buf_add(e->out, e->text + run, at - run);
}

int text_escape(struct buf *out, const void *bytes, size_t len, unsigned flags)
{
    if (len == 0)
        return out->failed ? -1 : 0;
    if (is_plain(bytes, len) && !has_quotes(bytes, len, flags))
        return buf_add(out, bytes, len);
    struct escaper e = {.out = out, .text = bytes, .len = len, .flags = flags};
    find_inner(&e);
    escape_all(&e);
    return out->failed ? -1 : 0;
}

int text_quote(struct buf *out, const void *bytes, size_t len, unsigned flags, size_t cells)
{
    size_t at, used, fits;

    buf_addc(out, '"');
    at = out->len;
    if (text_escape(out, bytes, len, flags | TEXT_QUOTED) != 0)
        return -1;
    fits = text_fit(buf_cstr(out) + at, out->len - at, cells, &used);
    if (fits == out->len - at)
        return buf_addc(out, '"');
    out->len = at + fits;
    return buf_adds(out, "\"...");
}

static unsigned inspect_one(uint32_t cp, struct scripts *scripts)
{
    unsigned found = 0;
    if (class_is_control(cp))
        found |= TEXT_HAS_CONTROL;
    if (class_is_surrogate(cp))
        found |= TEXT_HAS_SURROGATE;
    else if (class_is_invisible(cp))
        found |= TEXT_HAS_INVISIBLE;
    *scripts = scripts_meet(*scripts, scripts_of(cp));
    if (scripts_none(*scripts))
        found |= TEXT_HAS_MIXED;
    return found;
}

unsigned text_inspect(const void *wtf8, size_t len)
{
    const unsigned char *p = wtf8;
    unsigned found = 0;
    struct scripts scripts = SCRIPTS_ANY;
    if (is_plain(p, len))
        return 0;
    for (size_t at = 0, n; at < len; at += n) {
        uint32_t cp = 0;
        n = utf8_decode(p + at, len - at, true, &cp);
        if (n > 0)
            found |= inspect_one(cp, &scripts);
        else
            n = 1;
    }
    return found;
}
