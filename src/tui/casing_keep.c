/* What was attached, on its way into the case file; and out of it, when it is taken off for good. */
#include "tui/casing.h"

#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

static int keep(struct casing *k, const struct state *s, struct err *err)
{
    struct digest d;
    bool known = timeline_sha256(s->timeline, &d);

    if (casefile_keep_references(k->file, s->refs, known ? &d : NULL, err) < 0)
        return -1;
    return k->keeps_list && s->refs->expected ? casefile_keep_list(k->file, s->refs->expected, err) : 0;
}

void casing_keep(struct state *s)
{
    struct casing *k = &s->casing;
    struct err err = {0};

    if (!k->keeps || !s->referenced || s->attaching.trial || !casing_writable(s))
        return;
    casefile_match(k->file, s->timeline, source_path(timeline_source(s->timeline)));
    if (casing_foreign(s) && !k->agreed)
        return; /* that is asked when something is to be written */
    k->keeps = false;
    if (keep(k, s, &err) < 0)
        state_say(s, STYLE_WARNING, "attached, and not kept in the case file: %s", err.text);
    else
        k->unkept = 0;
    k->keeps_list = false;
    if (casefile_dirty(k->file))
        casing_changed(s);
}

/* The message says what came of it, and stays in sight while the path is asked for. */
void casing_record(struct state *s)
{
    const struct casing *k = &s->casing;

    casing_keep(s);
    if (k->keeps)
        state_say(s, STYLE_NORMAL, "to be written to %s as soon as it is checked", k->name.data);
    else if (k->unkept == 0) /* else it was said why not */
        casing_promise(s, "kept in %s, with the result of the check", k->name.data);
}

void casing_attached(struct state *s, size_t at)
{
    struct casing *k = &s->casing;
    bool list = at >= s->refs->count;
    bool busy = s->prompting || s->noting.open;
    struct buf result;

    if (!list && !casefile_can_keep(&s->refs->item[at]))
        return;
    k->keeps = true;
    k->keeps_list = k->keeps_list || list;
    k->unkept++;
    casing_keep(s);
    if (!k->keeps || busy)
        return;
    if (k->file && !casing_writable(s))
        return; /* the header says that it is read only, and leaving what was not kept */
    if ((k->file && !casing_foreign(s)) || (!k->file && (k->declined || s->jobs.open.data)))
        return;
    buf_init(&result, LIMIT_MESSAGE);
    buf_add(&result, s->message.data, s->message.len);
    casing_need(s, casing_record);
    if (s->prompting && result.len > 0)
        prompt_tell(s, buf_cstr(&result));
    buf_release(&result);
}

/* ---- taken off ---- */

bool casing_has(const struct state *s, size_t at)
{
    const struct casefile *c = s->casing.file;

    if (!c)
        return false;
    if (at < s->refs->count)
        return casefile_find_reference(c, &s->refs->item[at]) != CASEFILE_NOWHERE;
    return s->refs->expected && casefile_names_list(c, s->refs->expected);
}

int casing_delete(struct state *s, size_t at, struct err *err)
{
    struct casefile *c = s->casing.file;
    int rc;

    if (at < s->refs->count)
        rc = casefile_delete_reference(c, casefile_find_reference(c, &s->refs->item[at]), err);
    else
        rc = casefile_set_expect(c, NULL, err);
    if (rc == 0)
        casing_changed(s);
    return rc;
}

void casing_taken_off(struct state *s, size_t at)
{
    if (s->casing.unkept > 0 && !casing_has(s, at))
        s->casing.unkept--;
}
