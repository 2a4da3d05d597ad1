#include "app/commands.h"

#include "app/complain.h"
#include "app/examine.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A stored value that is no digest, escaped after '!'. */
static void put_odd(struct out *out, const struct entry_value *v)
{
    struct buf b;

    buf_init(&b, SIZE_MAX);
    text_escape(&b, v->text.data, v->text.len, TEXT_WTF8 | TEXT_ASCII);
    if (b.failed && out->error == 0)
        out->error = ENOMEM;
    out_addc(out, '!');
    out_add(out, buf_cstr(&b), b.len);
    buf_release(&b);
}

static void put_stored(struct out *out, const struct entry_value *v)
{
    struct digest d;

    if (v->type == JSON_ABSENT)
        out_addc(out, '-');
    else if (v->type == JSON_STRING && digest_parse(v->text.data, v->text.len, &d))
        out_add(out, v->text.data, v->text.len);
    else
        put_odd(out, v);
}

static int put_prev_digest(struct out *out, struct timeline *t, uint64_t entry, struct err *err)
{
    struct entry_text text;
    int rc = examine_member(t, entry, MEMBER_PREV_DIGEST, &text, err);

    if (rc == 0)
        put_stored(out, &text.member[MEMBER_PREV_DIGEST]);
    entry_text_release(&text);
    return rc;
}

/* Then the stored value is the recomputed one, and the entry need not be read again. */
static bool link_holds(const struct timeline *t, const struct entry_mark *from, uint64_t to)
{
    struct entry_mark mark = timeline_mark(t, to);

    return from->has_digest && link_state(&mark, to, timeline_construction(t)) == LINK_STATE_HOLDS;
}

static int put_line(struct out *out, struct timeline *t, uint64_t entry, uint64_t entries,
                    struct err *err)
{
    struct entry_mark mark = timeline_mark(t, entry);
    char hex[DIGEST_HEX + 1] = "-";
    int rc = 0;

    if (mark.has_digest)
        digest_hex(&mark.digest, hex);
    out_addf(out, "%" PRIu64 "\t%s\t", entry, hex);
    if (entry == entries)
        out_addc(out, '-');
    else if (link_holds(t, &mark, entry + 1))
        out_adds(out, hex);
    else
        rc = put_prev_digest(out, t, entry + 1, err);
    out_addc(out, '\n');
    return rc;
}

static int put_piece(void *arg, const void *bytes, size_t len)
{
    struct out *out = arg;

    out_add(out, bytes, len);
    return out->error;
}

static int put_digests(struct out *out, struct timeline *t, const struct options *o,
                       struct err *err)
{
    uint64_t entries = timeline_progress(t).entries;
    uint64_t from = o->entry > 0 ? o->entry : 1, to = o->entry > 0 ? o->entry : entries;

    if (o->entry > entries)
        return err_set(err, ERR_USAGE, "there is no entry %" PRIu64 ": %" PRIu64 " can be read",
                       o->entry, entries);
    if (o->preimage)
        return timeline_preimage(t, o->entry, put_piece, out, err);
    for (uint64_t i = from; i <= to && out->error == 0; i++)
        if (put_line(out, t, i, entries, err) != 0)
            return -1;
    return 0;
}

static int digest(struct output *out, const struct options *o)
{
    struct examination e;
    struct err err = {0};
    int status = 2;

    if (examine_start(&e, o->operand[0], o, NULL, NULL) == 0) {
        examine_wait(&e);
        if (put_digests(&out->out, e.timeline, o, &err) != 0)
            complain_err(o->operand[0], &err);
        else if (e.report.error.code == ERR_NONE && timeline_damage(e.timeline) == NULL)
            status = 0;
    }
    out_flush(&out->out);
    examine_complain(&e);
    examine_release(&e);
    return status;
}

int cmd_digest(const struct options *o)
{
    struct output out;

    if (command_output(&out, o) != 0)
        return 2;
    return command_done(&out, digest(&out, o));
}
