#include "tui/notes_page.h"

#include "base/text.h"
#include "tui/show.h"

#include <string.h>

enum { SHOWN_IN_PANE = 3, SHOWN_ON_CARD = 50 };

const char *notes_place(const struct casefile_note *n, bool brief)
{
    switch (n->place) {
    case NOTE_HERE: return "";
    case NOTE_BY_DIGEST:
        return brief ? "another file, same digest" : "made on another file, on an entry of this digest";
    case NOTE_BY_NUMBER:
        return brief ? "by number alone" : "by its number alone: the entry has another digest, or none";
    case NOTE_PENDING: return brief ? "not found so far" : "its entry is not found so far";
    case NOTE_ORPHAN: break;
    }
    return brief ? "another file, no entry here" : "made on another file: no entry here has its digest";
}

void notes_when(const struct state *s, const struct casefile_note *n, struct buf *out)
{
    if (n->at)
        show_cstr(out, n->at, s->flags);
    if (n->edited_at) {
        buf_adds(out, " edited ");
        show_cstr(out, n->edited_at, s->flags);
    }
}

static int label_end(const struct form *f)
{
    return f->halves ? 8 : f->text;
}

void notes_put_text(struct page *p, const struct state *s, int col, int cols, const char *text)
{
    struct buf words;

    buf_init(&words, 10 * CASEFILE_TEXT_MAX);
    for (size_t len;; text += len + 1) {
        len = strcspn(text, "\n");
        buf_clear(&words);
        show_bytes(&words, text, len, s->flags | TEXT_PROSE);
        if (words.len > 0)
            page_wrap_evidence(p, col, cols, STYLE_NORMAL, buf_cstr(&words), words.len, false);
        if (!text[len])
            break;
        page_line(p);
    }
    buf_release(&words);
}

/* "NOTE s  2026-11-30T11:02:05Z" and under it the text; on one line where there is room for both. */
static void put_note(struct page *p, const struct state *s, const struct form *f, size_t at)
{
    struct casefile_note n = casefile_note(s->casing.file, at);
    const char *place = notes_place(&n, !f->wide);
    struct buf when;
    int col = label_end(f), words;

    buf_init(&when, LIMIT_MESSAGE);
    notes_when(s, &n, &when);
    if (*place)
        buf_addf(&when, "%s%s", when.len ? ", " : "", place);
    page_line(p);
    page_format(p, f->label, STYLE_LABEL, n.text[0] ? "NOTE %c" : "MARK %c", mark_letter(n.mark));
    if (!n.text[0]) {
        col = page_word(p, col, STYLE_NORMAL, mark_name(n.mark));
        page_wrap(p, col + 2, f->cols, STYLE_LABEL, buf_cstr(&when), when.len, false);
    } else if (f->wide) {
        words = page_text(p, col, STYLE_LABEL, buf_cstr(&when), when.len) + 2;
        if (words > f->cols / 2)
            page_line(p), words = col;
        notes_put_text(p, s, words, f->cols, n.text);
    } else {
        notes_put_text(p, s, col, f->cols, n.text);
        page_line(p);
        page_wrap(p, col, f->cols, STYLE_LABEL, buf_cstr(&when), when.len, false);
    }
    buf_release(&when);
}

static void put_draft(struct page *p, const struct state *s, const struct form *f,
                      const struct draft *d)
{
    page_line(p);
    page_word(p, f->label, STYLE_WARNING, "DRAFT");
    notes_put_text(p, s, label_end(f), f->cols, d->text.data ? d->text.data : "");
}

void notes_page_add(struct page *p, const struct state *s, const struct form *f)
{
    size_t at[SHOWN_ON_CARD], room = f->card ? SHOWN_ON_CARD : SHOWN_IN_PANE, n;
    uint64_t entry = s->detail.entry;

    if (!s->casing.file)
        return;
    n = casefile_entry_notes(s->casing.file, entry, at, room);
    for (size_t i = 0; i < n && i < room; i++)
        if (!casefile_note(s->casing.file, at[i]).text[0])
            put_note(p, s, f, at[i]);
    for (size_t i = 0; i < n && i < room; i++)
        if (casefile_note(s->casing.file, at[i]).text[0])
            put_note(p, s, f, at[i]);
    if (n > room) {
        page_line(p);
        page_format(p, label_end(f), STYLE_LABEL, "and %zu older (:notes)", n - room);
    }
    for (size_t i = 0; i < s->drafts.count; i++)
        if (!s->noting.open && !s->drafts.item[i].stored && drafts_entry(s, &s->drafts.item[i]) == entry)
            put_draft(p, s, f, &s->drafts.item[i]);
}
