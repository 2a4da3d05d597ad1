/* Notes and marks. */
#include "casefile/casefile_impl.h"

#include <stdlib.h>
#include <string.h>

static const char *const mark_names[MARK_COUNT] = {"", "suspicious", "question", "cleared",
                                                   "important"};

const char *mark_name(enum mark m)
{
    return mark_names[m];
}

char mark_letter(enum mark m)
{
    return m == MARK_NONE ? ' ' : mark_names[m][0];
}

bool mark_parse(const char *text, enum mark *out)
{
    for (int m = MARK_SUSPICIOUS; m < MARK_COUNT; m++) {
        if (strcmp(text, mark_names[m]) != 0 && !(text[0] == mark_names[m][0] && text[1] == '\0'))
            continue;
        *out = (enum mark)m;
        return true;
    }
    return false;
}

size_t casefile_notes(const struct casefile *c)
{
    return c->part[PART_NOTES].count;
}

static const cJSON *item(const struct casefile *c, size_t i)
{
    return i < c->part[PART_NOTES].count ? c->part[PART_NOTES].item[i] : NULL;
}

static enum mark mark_of(const cJSON *note)
{
    const char *text = tree_text(note, "mark");
    enum mark m = MARK_NONE;

    /* The letters are for people: in a file they are no mark. */
    if (text == NULL || text[0] == '\0' || text[1] == '\0' || !mark_parse(text, &m))
        return MARK_NONE;
    return m;
}

static enum note_place place_of(const struct casefile *c, const struct place *p,
                                const struct casefile_note *n)
{
    if (p->here > 0 && p->by_number)
        return NOTE_BY_NUMBER;
    if (p->here > 0 && p->fresh)
        return NOTE_HERE;
    if (p->here > 0 && c->has_bytes)
        return n->has_made_on && digest_equal(&n->made_on, &c->bytes) ? NOTE_HERE : NOTE_BY_DIGEST;
    return p->here == 0 && c->settled ? NOTE_ORPHAN : NOTE_PENDING;
}

struct casefile_note casefile_note(const struct casefile *c, size_t i)
{
    const cJSON *note = item(c, i);
    struct place nowhere = {0};
    const struct place *p = i < c->note_at.count ? &c->note_at.item[i] : &nowhere;
    struct casefile_note n = {
        .entry = tree_count(note, "entry"),
        .mark = mark_of(note),
        .text = tree_text(note, "text"),
        .at = tree_text(note, "at"),
        .edited_at = tree_text(note, "edited_at"),
        .here = p->here,
    };

    if (n.text == NULL)
        n.text = "";
    if (n.mark == MARK_NONE)
        n.unknown_mark = tree_text(note, "mark");
    if (n.unknown_mark != NULL && *n.unknown_mark == '\0')
        n.unknown_mark = NULL;
    n.has_digest = tree_digest(note, "entry_digest", &n.entry_digest);
    n.has_made_on = tree_digest(note, "timeline_sha256", &n.made_on);
    n.place = place_of(c, p, &n);
    return n;
}

/* ---- changing ---- */

static cJSON *new_note(const struct casefile *c, uint64_t entry, const struct digest *digest,
                       enum mark mark, const char *text)
{
    cJSON *note = cJSON_CreateObject();
    char at[32];

    record_now(c, at);
    if (tree_put(note, "entry", cJSON_CreateNumber((double)entry)) &&
        tree_put_digest(note, "entry_digest", digest) &&
        tree_put_text(note, "mark", mark != MARK_NONE ? mark_name(mark) : NULL) &&
        tree_put_text(note, "text", text) && tree_put_text(note, "at", at) &&
        tree_put_digest(note, "timeline_sha256", c->has_bytes ? &c->bytes : NULL))
        return note;
    cJSON_Delete(note);
    return NULL;
}

static int append(struct casefile *c, uint64_t entry, cJSON *note, const char *did, struct err *err)
{
    if (note == NULL || match_reserve(c, err) != 0) {
        cJSON_Delete(note);
        return casefile_no_memory(err);
    }
    if (record_add(c, did, NULL, note, err) != 0) {
        cJSON_Delete(note);
        return -1;
    }
    if (tree_append(c, PART_NOTES, note) != 0) {
        record_drop(c);
        return casefile_no_memory(err);
    }
    match_added(c, entry);
    return 0;
}

int casefile_add_note(struct casefile *c, uint64_t entry, const struct digest *digest, enum mark mark,
                      const char *text, struct err *err)
{
    if (casefile_writable(c, err) != 0 ||
        casefile_text("the note", text, CASEFILE_TEXT_MAX, err) != 0)
        return -1;
    if (*text == '\0' || entry < 1 || entry > LIMIT_ENTRIES)
        return err_set(err, ERR_USAGE, *text == '\0' ? "an empty note is not kept" : "there is no such entry");
    return append(c, entry, new_note(c, entry, digest, mark, text), "note.add", err);
}

/* Puts a changed copy in the place of note `i`. */
static int exchange(struct casefile *c, size_t i, cJSON *changed, const char *did, struct err *err)
{
    struct list *l = &c->part[PART_NOTES];
    cJSON *before = l->item[i];

    if (changed == NULL || record_add(c, did, before, changed, err) != 0) {
        if (changed == NULL)
            casefile_no_memory(err);
        cJSON_Delete(changed);
        return -1;
    }
    l->item[i] = changed;
    cJSON_ReplaceItemViaPointer(cJSON_GetObjectItemCaseSensitive(c->root, part_name[PART_NOTES]),
                                before, changed);
    return 0;
}

static int no_note(struct err *err)
{
    return err_set(err, ERR_USAGE, "there is no such note");
}

int casefile_edit_note(struct casefile *c, size_t i, const char *text, struct err *err)
{
    cJSON *changed;
    char at[32];

    if (casefile_writable(c, err) != 0 ||
        casefile_text("the note", text, CASEFILE_TEXT_MAX, err) != 0)
        return -1;
    if (i >= c->part[PART_NOTES].count)
        return no_note(err);
    if (strcmp(casefile_note(c, i).text, text) == 0)
        return 0;
    if (*text == '\0')
        return err_set(err, ERR_USAGE, "an empty note is not kept: delete it instead");
    changed = cJSON_Duplicate(item(c, i), true);
    record_now(c, at);
    if (!tree_set(changed, "text", cJSON_CreateString(text)) ||
        !tree_set(changed, "edited_at", cJSON_CreateString(at))) {
        cJSON_Delete(changed);
        changed = NULL;
    }
    return exchange(c, i, changed, "note.edit", err);
}

int casefile_delete_note(struct casefile *c, size_t i, struct err *err)
{
    if (casefile_writable(c, err) != 0)
        return -1;
    if (i >= c->part[PART_NOTES].count)
        return no_note(err);
    if (record_add(c, "note.delete", item(c, i), NULL, err) != 0)
        return -1;
    cJSON_Delete(tree_detach(c, PART_NOTES, i));
    match_removed(c, i);
    return 0;
}

/* ---- marks ---- */

static int change_mark(struct casefile *c, size_t i, enum mark mark, struct err *err)
{
    cJSON *changed = cJSON_Duplicate(item(c, i), true);
    cJSON *value = mark != MARK_NONE ? cJSON_CreateString(mark_name(mark)) : cJSON_CreateNull();

    if (!tree_set(changed, "mark", value)) {
        cJSON_Delete(changed);
        changed = NULL;
    }
    return exchange(c, i, changed, mark != MARK_NONE ? "mark.set" : "mark.clear", err);
}

/* The entry's newest note that has a mark; false when none has. */
static bool newest_marked(const struct casefile *c, uint64_t entry, size_t *out)
{
    for (size_t k = match_first(c, entry);
         k < c->ordered && c->note_at.item[c->order[k]].here == entry; k++) {
        *out = c->order[k];
        if (mark_of(item(c, *out)) != MARK_NONE)
            return true;
    }
    return false;
}

/* A note that is a mark and nothing else goes with it. */
static int clear_marks(struct casefile *c, uint64_t entry, struct err *err)
{
    size_t i;

    while (newest_marked(c, entry, &i)) {
        int rc = *casefile_note(c, i).text == '\0' ? casefile_delete_note(c, i, err)
                                                   : change_mark(c, i, MARK_NONE, err);
        if (rc != 0)
            return -1;
    }
    return 0;
}

int casefile_set_mark(struct casefile *c, uint64_t entry, const struct digest *digest, enum mark mark,
                      struct err *err)
{
    size_t i;

    if (casefile_writable(c, err) != 0)
        return -1;
    if (entry < 1 || entry > LIMIT_ENTRIES)
        return err_set(err, ERR_USAGE, "there is no such entry");
    if (!newest_marked(c, entry, &i))
        return mark == MARK_NONE ? 0 : append(c, entry, new_note(c, entry, digest, mark, ""), "mark.set", err);
    if (mark == MARK_NONE)
        return clear_marks(c, entry, err);
    return mark_of(item(c, i)) == mark ? 0 : change_mark(c, i, mark, err);
}

enum mark casefile_entry_mark(const struct casefile *c, uint64_t entry)
{
    size_t i;

    return newest_marked(c, entry, &i) ? mark_of(item(c, i)) : MARK_NONE;
}
