#include "tui/bytes_page.h"

#include "base/text.h"
#include "tui/json_indent.h"
#include "tui/show.h"
#include "tui/source_page.h"

#include <stdio.h>
#include <string.h>

const char *bytes_mode_name(enum bytes_mode m)
{
    static const char *const names[BYTES_MODES] = {"decoded text", "decoded text, JSON in lines",
                                                   "hex dump", "exact preimage",
                                                   "source in the file"};

    return names[m];
}

static const char *how(const struct state *s)
{
    if (s->bytes == BYTES_JSON)
        return s->cut_lines ? ", spaced anew, lines cut"
                            : ", white space set anew, all else as it stands";
    if (s->cut_lines && s->bytes != BYTES_HEX)
        return ", lines cut";
    return s->bytes == BYTES_HEX || s->bytes == BYTES_SOURCE ? "" : ", lines wrapped";
}

static void put_title(struct page *p, const struct state *s, int label, int cols)
{
    static const char *const titles[BYTES_MODES] = {"DECODED BYTES", "DECODED BYTES, JSON", "DECODED BYTES, HEX",
                                                    "PREIMAGE OF THE DIGEST", "SOURCE IN THE FILE"};
    const struct detail *d = &s->detail;
    char shown[NUMBER_ROOM], total[NUMBER_ROOM];
    struct buf text;

    buf_init(&text, 256);
    buf_addf(&text, "%s  ", titles[s->bytes]);
    if (d->bytes_total > d->bytes.len)
        buf_addf(&text, "the first %s of %s bytes", show_number(shown, d->bytes.len),
                 show_number(total, d->bytes_total));
    else
        show_count(&text, d->bytes_total, "byte", "bytes");
    buf_addf(&text, "%s  (%s: other forms)", cols < 80 ? "" : how(s),
             action_sign(ACTION_BYTES));
    page_line(p);
    page_word(p, label, STYLE_LABEL, buf_cstr(&text));
    buf_release(&text);
}

static void put_text(struct page *p, const struct state *s, int col, int cols)
{
    const struct buf *b = &s->detail.bytes;
    struct buf text;

    buf_init(&text, 16 * BYTES_SHOWN);
    text_escape(&text, b->data ? (const char *)b->data : "", b->len, s->flags | TEXT_PROSE);
    page_line(p);
    if (s->cut_lines)
        page_slide_evidence(p, col, 0, cols, STYLE_NORMAL, buf_cstr(&text), text.len, true);
    else
        page_wrap_evidence(p, col, cols, STYLE_NORMAL, buf_cstr(&text), text.len, true);
    buf_release(&text);
}

/* The indentation is this program's and is no evidence: it is a column, not text. */
static void put_json_line(struct page *p, const struct state *s, int col, int cols,
                          const char *line, size_t len)
{
    size_t indent = strspn(line, " ");
    struct buf text;

    buf_init(&text, 16 * BYTES_SHOWN);
    text_escape(&text, line + indent, len - indent, s->flags | TEXT_PROSE);
    page_line(p);
    if (s->cut_lines) {
        page_slide_evidence(p, col, (int)indent, cols, STYLE_NORMAL, buf_cstr(&text), text.len,
                            false);
    } else {
        col += indent < (size_t)(cols - col) / 2 ? (int)indent : (cols - col) / 2;
        page_wrap_evidence(p, col, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    }
    buf_release(&text);
}

static void put_no_json(struct page *p, const struct state *s, int col, int cols)
{
    page_line(p);
    page_wrap_word(p, col, cols, STYLE_LABEL,
                   s->detail.bytes_total > s->detail.bytes.len
                       ? "(too long to be set as JSON; the text as it stands:)"
                       : "(this is no JSON by the strict rules; the text as it stands:)");
    put_text(p, s, col, cols);
}

static void put_json(struct page *p, const struct state *s, int col, int cols)
{
    const struct buf *b = &s->detail.bytes;
    struct buf lines;

    buf_init(&lines, 4 * 1024 * 1024);
    if (s->detail.bytes_total > b->len || json_indent(b->data, b->len, &lines) < 0) {
        put_no_json(p, s, col, cols);
    } else {
        for (const char *line = buf_cstr(&lines); *line;) {
            size_t len = strcspn(line, "\n");
            put_json_line(p, s, col, cols, line, len);
            line += len + 1;
        }
    }
    buf_release(&lines);
}

static void put_hex_row(struct page *p, int col, const unsigned char *bytes, size_t at, size_t len,
                        size_t per_row)
{
    char text[128];
    int n = snprintf(text, sizeof text, "%06zx ", at);

    for (size_t i = 0; i < per_row; i++)
        n += i < len ? snprintf(text + n, sizeof text - (size_t)n, " %02x", bytes[at + i])
                     : snprintf(text + n, sizeof text - (size_t)n, "   ");
    n += snprintf(text + n, sizeof text - (size_t)n, "  ");
    for (size_t i = 0; i < len; i++) {
        unsigned char c = bytes[at + i];
        text[n++] = c >= 0x20 && c < 0x7f ? (char)c : '.';
    }
    page_line(p);
    page_text(p, col, STYLE_NORMAL, text, (size_t)n);
}

static void put_hex(struct page *p, const struct state *s, int col, int cols)
{
    const struct buf *b = &s->detail.bytes;
    size_t per_row = cols - col >= 74 ? 16 : cols - col >= 42 ? 8 : 6;

    for (size_t at = 0; at < b->len; at += per_row)
        put_hex_row(p, col, b->data, at, b->len - at < per_row ? b->len - at : per_row, per_row);
}

static void put_failure(struct page *p, const struct state *s, int col, int cols)
{
    struct buf text;

    buf_init(&text, 4096);
    show_escaped(&text, s->detail.bytes_err.text, strlen(s->detail.bytes_err.text), s->flags);
    page_line(p);
    page_wrap(p, col, cols, STYLE_NORMAL, buf_cstr(&text), text.len, false);
    buf_release(&text);
}

void bytes_page_add(struct page *p, const struct state *s, int label, int cols)
{
    int col = label ? label + 2 : 0;

    put_title(p, s, label, cols);
    if (s->detail.bytes_failed)
        put_failure(p, s, col, cols);
    else if (s->bytes == BYTES_HEX)
        put_hex(p, s, col, cols);
    else if (s->bytes == BYTES_JSON)
        put_json(p, s, col, cols);
    else if (s->bytes == BYTES_SOURCE)
        source_page_add(p, s, col, cols);
    else
        put_text(p, s, col, cols);
}
