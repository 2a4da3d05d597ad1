#include "form.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void form_json(const char *bytes, size_t len)
{
    cJSON *all = cJSON_ParseWithLength(bytes, len);

    fuzz_holds_json(bytes, len);
    /* cJSON refuses an unpaired surrogate, which the evidence may have had. */
    HOLDS_OF(all != NULL || memmem(bytes, len, "\\ud", 3) != NULL, bytes, len);
    cJSON_Delete(all);
}

void form_ndjson(const char *bytes, size_t len)
{
    for (const char *p = bytes, *end = bytes + len; p < end;) {
        const char *feed = memchr(p, '\n', (size_t)(end - p));

        HOLDS_OF(feed != NULL && *p == '{', p, (size_t)(end - p));
        form_json(p, (size_t)(feed - p));
        p = feed + 1;
    }
}

/* --- HTML --- */

enum { DEPTH_MOST = 64, NAME_MOST = 32 };

struct html {
    const char *p, *end, *from;
    size_t len;
    char open[DEPTH_MOST][NAME_MOST];
    size_t depth, elements;
};

static void html_holds(struct html *h, bool what, const char *says)
{
    size_t back = (size_t)(h->p - h->from) > 300 ? 300 : (size_t)(h->p - h->from);

    if (!what)
        fuzz_fail(__FILE__, __LINE__, says, h->p - back, back + 100 < (size_t)(h->end - h->p) + back ? back + 100 : back);
}

static bool is_listed(const char *list, const char *name)
{
    size_t len = strlen(name);

    for (const char *at = list; (at = strstr(at, name)) != NULL; at += len)
        if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
            return true;
    return false;
}

static void take_name(struct html *h, char name[NAME_MOST])
{
    size_t n = 0;

    while (h->p < h->end && n + 1 < NAME_MOST && (isalnum((unsigned char)*h->p) || *h->p == '-'))
        name[n++] = *h->p++;
    name[n] = '\0';
    html_holds(h, n > 0, "an element or attribute has a name");
}

static void take_attribute(struct html *h)
{
    static const char known[] =
        "aria-describedby aria-hidden aria-label aria-labelledby charset class colspan content d data-label dir height href http-equiv id "
        "lang name open preserveAspectRatio role rowspan scope tabindex viewBox width x y";
    char name[NAME_MOST];
    const char *value, *quote;

    take_name(h, name);
    html_holds(h, is_listed(known, name), "the attribute is one of the list");
    if (h->p >= h->end || *h->p != '=')
        return;
    html_holds(h, h->p + 1 < h->end && h->p[1] == '"', "the value of an attribute is quoted");
    value = h->p + 2;
    quote = memchr(value, '"', (size_t)(h->end - value));
    html_holds(h, quote != NULL, "the quotes are closed");
    html_holds(h, !memchr(value, '<', (size_t)(quote - value)) && !memchr(value, '>', (size_t)(quote - value)),
               "no markup within a value");
    if (strcmp(name, "href") == 0)
        html_holds(h, *value == '#', "an address is one within the document");
    h->p = quote + 1;
}

static void take_element(struct html *h)
{
    static const char known[] =
        "a b bdi body caption code dd desc details div dl dt figcaption figure h1 h2 h3 h4 head header html li main mark "
        "meta nav ol p path pre section span strong style summary svg table tbody td th thead title tr ul footer";
    bool closes = h->p + 1 < h->end && h->p[1] == '/';
    char name[NAME_MOST];

    h->p += closes ? 2 : 1;
    take_name(h, name);
    html_holds(h, is_listed(known, name), "the element is one of the list");
    while (h->p < h->end && *h->p == ' ') {
        html_holds(h, !closes, "a closing tag has no attributes");
        h->p++;
        take_attribute(h);
    }
    bool alone = h->p < h->end && *h->p == '/';
    h->p += alone;
    html_holds(h, h->p < h->end && *h->p == '>', "a tag ends");
    h->p++;
    h->elements++;
    if (closes) {
        html_holds(h, h->depth > 0 && strcmp(h->open[--h->depth], name) == 0, "what was opened last is closed");
    } else if (!alone && strcmp(name, "meta") != 0) {
        html_holds(h, h->depth < DEPTH_MOST, "not deep");
        strcpy(h->open[h->depth++], name);
    }
}

static void take_text(struct html *h)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#x27;", "&nbsp;", "&#160;"};

    if (*h->p == '&') {
        size_t i = 0;
        const size_t count = sizeof entities / sizeof *entities;

        while (i < count && (strlen(entities[i]) > (size_t)(h->end - h->p) ||
                             memcmp(h->p, entities[i], strlen(entities[i])) != 0))
            i++;
        html_holds(h, i < count || (h->end - h->p > 3 && h->p[1] == '#'), "a reference is one of the list");
    }
    h->p++;
}

void form_html(const char *bytes, size_t len)
{
    static const char doctype[] = "<!DOCTYPE html>";
    struct html h = {.p = bytes, .end = bytes + len, .from = bytes, .len = len};
    const char *style;

    if (len >= sizeof doctype - 1 && strncasecmp(bytes, doctype, sizeof doctype - 1) == 0)
        h.p += sizeof doctype - 1;
    HOLDS_OF(h.p > bytes, bytes, len);
    while (h.p < h.end) {
        if (*h.p != '<') {
            take_text(&h);
            continue;
        }
        take_element(&h);
        if (h.depth > 0 && strcmp(h.open[h.depth - 1], "style") == 0) {
            style = memmem(h.p, (size_t)(h.end - h.p), "</style", 7);
            html_holds(&h, style != NULL && h.elements < 20, "one style sheet, at the head");
            h.p = style;
        }
    }
    html_holds(&h, h.depth == 0 && h.elements > 10, "everything was closed");
}

/* --- Markdown --- */

/* Passes a code span that begins here and must end before `end`. */
static const char *md_span(const char *p, const char *end)
{
    const char *from = p;
    size_t ticks = 0, run = 0;

    while (p < end && *p == '`')
        ticks++, p++;
    for (; p <= end; p++) {
        if (p < end && *p == '`') {
            run++;
            continue;
        }
        if (run == ticks)
            return p;
        run = 0;
    }
    fuzz_fail(__FILE__, __LINE__, "a code span ends in its line", from, (size_t)(end - from));
}

static bool stands(const char *p, const char *end, const char *what)
{
    return (size_t)(end - p) >= strlen(what) && memcmp(p, what, strlen(what)) == 0;
}

static void md_line(const char *p, const char *end)
{
    for (const char *from = p; p < end;) {
        if (*p == '`') {
            p = md_span(p, end);
            continue;
        }
        if (*p == '\\') {
            p += 2;
            continue;
        }
        HOLDS_OF(*p != '<', from, (size_t)(end - from));
        HOLDS_OF(!stands(p, end, "![") && !stands(p, end, "://") && !stands(p, end, "www."), from, (size_t)(end - from));
        HOLDS_OF(*p != '@', from, (size_t)(end - from));
        HOLDS_OF(*p != '&' || stands(p, end, "&#124;") || stands(p, end, "& "), from, (size_t)(end - from));
        p++;
    }
}

void form_md(const char *bytes, size_t len)
{
    bool fenced = false;

    for (const char *p = bytes, *end = bytes + len; p < end;) {
        const char *feed = memchr(p, '\n', (size_t)(end - p));
        const char *first = p + strspn(p, " ");
        bool fence;

        HOLDS_OF(feed != NULL, p, (size_t)(end - p));
        fence = feed - first >= 3 && memcmp(first, "```", 3) == 0 &&
                memchr(first + 3, '`', (size_t)(feed - first - 3)) == NULL;
        if (fence)
            fenced = !fenced;
        else if (!fenced)
            md_line(p, feed);
        p = feed + 1;
    }
    HOLDS_OF(!fenced, bytes, len);
}

/* --- CSV --- */

/* What spreadsheets begin a formula with, the full-width forms too (U+FF0B, U+FF0D, U+FF1D, U+FF20). */
static bool begins_formula(const char *cell, size_t len)
{
    while (len > 0 && (*cell == ' ' || *cell == '"' || *cell == '\''))
        cell++, len--;
    if (len > 0 && memchr("=+-@\t\r", *cell, 6) != NULL)
        return !(len == 1 && *cell == '-');
    return len >= 3 && memcmp(cell, "\xef\xbc", 2) == 0 &&
           (cell[2] == '\x8b' || cell[2] == '\x8d' || cell[2] == '\x9d' || cell[2] == '\xa0');
}

static const char *take_cell(const char *p, const char *end, struct buf *cell)
{
    buf_clear(cell);
    if (*p != '"') {
        for (; *p != ',' && *p != '\n'; p++) {
            HOLDS_OF(p + 1 < end && *p != '"' && *p != '\r', p, (size_t)(end - p));
            buf_addc(cell, (unsigned char)*p);
        }
        return p;
    }
    for (p++; !(*p == '"' && p[1] != '"'); p++) {
        HOLDS_OF(p + 2 < end, p, (size_t)(end - p));
        p += *p == '"';
        buf_addc(cell, (unsigned char)*p);
    }
    HOLDS_OF(p[1] == ',' || p[1] == '\n', p, (size_t)(end - p));
    return p + 1;
}

void form_csv(const char *bytes, size_t len)
{
    const char *p = bytes, *end = bytes + len;
    size_t wide = 0, cells = 0;
    struct buf cell;

    HOLDS(len > 0 && end[-1] == '\n');
    buf_init(&cell, SIZE_MAX / 2);
    while (p < end) {
        p = take_cell(p, end, &cell);
        cells++;
        HOLDS_OF(!begins_formula(buf_cstr(&cell), cell.len), cell.data, cell.len);
        if (*p == '\n') {
            wide = wide ? wide : cells;
            HOLDS_OF(cells == wide, bytes, len);
            cells = 0;
        }
        p++;
    }
    HOLDS(wide == 16);
    buf_release(&cell);
}
