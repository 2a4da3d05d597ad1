#include "tui/notes.h"

#include "tui/frame.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <stdio.h>
#include <string.h>

void noting_release(struct noting *n)
{
    editor_release(&n->editor);
    memset(n, 0, sizeof *n);
}

/* ---- drafts ---- */

bool noting_unkept(const struct state *s)
{
    return s->noting.open && s->noting.editor.changes != s->noting.began;
}

static struct draft draft_of(const struct noting *n)
{
    struct draft d = {.entry = n->entry, .has_digest = n->has_digest, .digest = n->digest};

    memcpy(d.of, n->of, sizeof d.of);
    return d;
}

static const struct draft *find_draft(const struct state *s)
{
    struct draft like = draft_of(&s->noting);

    return drafts_find(&s->drafts, &like);
}

/* So that it is there to be opened, and the draft is found. */
static void make_case(struct state *s)
{
    if (casefile_records(s->casing.file) > 0)
        return;
    casing_changed(s);
    casing_save(s);
}

bool noting_waits(struct state *s)
{
    if (!editor_blank(&s->noting.editor))
        make_case(s);
    return s->casing.writing && casefile_records(s->casing.file) == 0;
}

/* What is said is a sentence of its own: it goes before what was said of the draft. */
void noting_keep(struct state *s)
{
    struct noting *n = &s->noting;
    struct draft d = draft_of(n);
    struct err err = {0};
    bool failed = n->failed;

    if (!noting_unkept(s))
        return;
    n->began = n->editor.changes;
    if (noting_waits(s))
        casing_wait(s);
    d.text = (struct str){(char *)(uintptr_t)editor_text(&n->editor), n->editor.in.text.len};
    if (editor_blank(&n->editor))
        drafts_drop(&s->drafts, &d);
    n->failed = (!editor_blank(&n->editor) && drafts_put(&s->drafts, &d, &err) < 0) ||
                drafts_write(&s->drafts, &err) < 0;
    if (n->failed && !failed)
        state_say(s, STYLE_WARNING, "what is typed is not kept beside the case file: %s", err.text);
}

static void drop_draft(struct state *s)
{
    struct draft d = draft_of(&s->noting);
    struct err err = {0};

    if (!find_draft(s))
        return;
    drafts_drop(&s->drafts, &d);
    if (drafts_write(&s->drafts, &err) < 0)
        state_say(s, STYLE_WARNING, "%s", err.text);
}

/* ---- the editor opens and closes ---- */

/* A new case file is made now, so that there is a place for drafts. */
static void open_editor(struct state *s)
{
    struct noting *n = &s->noting;
    const struct draft *draft = find_draft(s);
    const char *text = n->edits ? casefile_note(s->casing.file, n->note).text : "";

    casing_save(s);
    editor_release(&n->editor);
    editor_init(&n->editor, s->flags);
    if (draft)
        editor_set(&n->editor, draft->text.data ? draft->text.data : "", draft->text.len);
    else
        editor_set(&n->editor, text, strlen(text));
    n->began = n->editor.changes;
    n->touched = draft != NULL;
    n->failed = false;
    n->open = true;
    state_push(s, &view_note);
    if (draft)
        state_say(s, STYLE_NORMAL, n->of[0] == '\0' ? "the draft that was kept"
                                   : n->edits     ? "the draft that was kept, of a note that is there"
                                                  : "the draft that was kept; the note it was of is gone");
}

static void close_editor(struct state *s)
{
    s->noting.open = false;
    if (state_view(s) == &view_note)
        state_pop(s);
}

/* That of a text that was to replace the one of a note of this entry. */
static const struct draft *find_edited(const struct state *s)
{
    for (size_t i = 0; i < s->drafts.count; i++) {
        const struct draft *d = &s->drafts.item[i];
        if (d->of[0] && !d->stored && drafts_entry(s, d) == s->selected)
            return d;
    }
    return NULL;
}

static bool is_of(const struct draft *d, const struct casefile_note *n)
{
    return n->at && strcmp(n->at, d->of) == 0 && d->has_digest == n->has_digest &&
           (!d->has_digest || digest_equal(&d->digest, &n->entry_digest));
}

void noting_resume(struct state *s, const struct draft *d)
{
    const struct casefile *c = s->casing.file;
    struct noting *n = &s->noting;

    for (size_t i = 0; d->of[0] && c && i < casefile_notes(c); i++) {
        struct casefile_note note = casefile_note(c, i);
        if (note.text[0] && is_of(d, &note)) {
            noting_edit(s, i);
            return;
        }
    }
    n->entry = d->entry;
    n->has_digest = d->has_digest;
    n->digest = d->digest;
    n->edits = false;
    memcpy(n->of, d->of, sizeof n->of);
    casing_need(s, open_editor);
}

void noting_write(struct state *s)
{
    struct entry_mark at = timeline_mark(s->timeline, s->selected);
    struct noting *n = &s->noting;
    const struct draft *draft;

    n->entry = s->selected;
    n->has_digest = at.has_digest;
    n->digest = at.digest;
    n->edits = false;
    n->of[0] = '\0';
    draft = find_draft(s) ? NULL : find_edited(s);
    if (draft)
        noting_resume(s, draft);
    else
        casing_need(s, open_editor);
}

void noting_edit(struct state *s, size_t note)
{
    struct casefile_note at = casefile_note(s->casing.file, note);
    struct noting *n = &s->noting;

    n->entry = at.here ? at.here : at.entry;
    n->has_digest = at.has_digest;
    n->digest = at.entry_digest;
    n->edits = true;
    n->note = note;
    snprintf(n->of, sizeof n->of, "%s", at.at ? at.at : "");
    casing_need(s, open_editor);
}

/* ---- saving and leaving ---- */

static int store(struct state *s, struct err *err)
{
    struct noting *n = &s->noting;
    const char *text = editor_text(&n->editor);

    if (n->edits)
        return casefile_edit_note(s->casing.file, n->note, text, err);
    return casefile_add_note(s->casing.file, n->entry, n->has_digest ? &n->digest : NULL, MARK_NONE,
                             text, err);
}

/* The draft goes when the note is in the case file's file, and not before. */
static void save(struct state *s)
{
    struct noting *n = &s->noting;
    struct draft d = draft_of(n);
    char number[NUMBER_ROOM];
    struct err err = {0};

    if (editor_blank(&n->editor)) {
        if (n->edits) {
            state_say(s, STYLE_WARNING, "a note without text: Esc leaves it as it was; in the list of notes it can be taken away");
            return;
        }
        drop_draft(s);
        close_editor(s);
        state_say(s, STYLE_NORMAL, "nothing was typed: no note");
        return;
    }
    if (store(s, &err) < 0) {
        noting_keep(s);
        state_say(s, STYLE_FAILURE, "not kept as a note: %s", err.text);
        return;
    }
    close_editor(s);
    casing_promise(s, "note for entry %s kept in %s", show_number(number, n->entry), s->casing.name.data);
    casing_changed(s);
    noted_changed(s, n->entry);
    drafts_stored(&s->drafts, &d);
    casing_save(s);
}

static void leave_draft(struct state *s)
{
    struct noting *n = &s->noting;

    noting_keep(s);
    close_editor(s);
    if (find_draft(s) && !n->failed)
        state_say(s, STYLE_NORMAL, "kept as a draft; %s %s goes on with it",
                  action_sign(ACTION_NOTE), n->edits ? "on that note or its entry" : "here");
}

static void done_cancel(struct state *s, const char *line)
{
    bool yes;

    if (!prompt_yes(s, line, &yes) || !yes)
        return;
    drop_draft(s);
    close_editor(s);
    state_say(s, STYLE_NORMAL, "thrown away");
}

static const struct prompt prompt_cancel = {.sign = "throw away what was typed? yes or no: ",
                                            .done = done_cancel};

static void cancel(struct state *s)
{
    if (s->noting.touched && !editor_blank(&s->noting.editor)) {
        prompt_open(s, &prompt_cancel);
        return;
    }
    drop_draft(s);
    close_editor(s);
    state_say(s, STYLE_NORMAL, "no note");
}

/* ---- keys ---- */

static void say_refused(struct state *s)
{
    struct editor *e = &s->noting.editor;

    if (e->refused)
        state_say(s, STYLE_WARNING, "a note holds 65,536 bytes: this does not fit, and was left out");
    else if (e->replaced > 0)
        state_say(s, STYLE_WARNING, "%llu of the bytes are no text: U+FFFD stands for each",
                  (unsigned long long)e->replaced);
    e->refused = false;
    e->replaced = 0;
}

static void type(struct state *s, uint32_t key)
{
    struct editor *e = &s->noting.editor;
    uint64_t before = e->changes;

    if (!editor_key(e, key))
        state_say(s, STYLE_NORMAL, "that key does nothing here");
    s->noting.touched = s->noting.touched || e->changes != before;
    say_refused(s);
}

void noting_key(struct state *s, uint32_t key)
{
    buf_clear(&s->message);
    if (key == K_CTRL('Z'))
        s->suspending = true;
    else if (key == K_CTRL('L'))
        s->redrawing = true;
    else if (key == K_CTRL('X'))
        save(s);
    else if (key == K_ESC)
        leave_draft(s);
    else if (key == K_CTRL('C'))
        cancel(s);
    else
        type(s, key);
}

void noting_paste(struct state *s, const struct buf *text)
{
    struct editor *e = &s->noting.editor;
    uint64_t before = e->changes;

    buf_clear(&s->message);
    if (text->failed)
        e->refused = true;
    else
        editor_insert(e, text->data, text->len);
    s->noting.touched = s->noting.touched || e->changes != before;
    say_refused(s);
}

/* ---- taking away ---- */

static void done_delete(struct state *s, const char *line)
{
    struct casefile *c = s->casing.file;
    size_t note = s->noting.note;
    uint64_t here;
    bool yes;
    struct err err = {0};

    if (!prompt_yes(s, line, &yes))
        return;
    if (!yes || note >= casefile_notes(c)) {
        state_say(s, STYLE_NORMAL, "nothing was taken away");
        return;
    }
    here = casefile_note(c, note).here;
    if (casefile_delete_note(c, note, &err) < 0) {
        state_say(s, STYLE_WARNING, "%s", err.text);
        return;
    }
    casing_changed(s);
    if (here)
        noted_changed(s, here);
    casing_promise(s, "taken away; the history keeps that it was there");
}

static const struct prompt prompt_delete = {.sign = "take the note away? yes or no: ",
                                            .done = done_delete};

static void ask_delete(struct state *s)
{
    prompt_open(s, &prompt_delete);
}

void note_delete(struct state *s, size_t note)
{
    s->noting.note = note;
    casing_need(s, ask_delete);
}
