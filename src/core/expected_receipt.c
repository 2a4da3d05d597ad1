/* A workflow receipt: its steps, and the Merkle root over the ids of their receipts. */
#include "core/expected_impl.h"

#include "core/seq.h"

#include <stdlib.h>
#include <string.h>

enum { STEP_SEQ, STEP_TOOL, STEP_RECEIPT, STEP_NAMES };
static const char *const step_name[STEP_NAMES] = {"seq", "tool", "receipt_id"};

struct steps {
    struct list_reader *r;
    struct keys ids;
};

static int node_of(const struct digest *left, const struct digest *right, struct digest *out,
                   struct err *err)
{
    struct digest both[2] = {*left, *right};

    return digest_bytes(both, sizeof both, out, err);
}

int expected_merkle(struct digest *leaf, size_t count, struct digest *root, struct err *err)
{
    while (count > 1) {
        size_t nodes = (count + 1) / 2;
        for (size_t i = 0; i < nodes; i++)
            if (node_of(&leaf[2 * i], &leaf[2 * i + 1 < count ? 2 * i + 1 : 2 * i], &leaf[i], err))
                return -1;
        count = nodes;
    }
    *root = leaf[0];
    return 0;
}

static int check_seq(struct list_reader *r, const struct slots *s)
{
    const struct value *v = &s->v[STEP_SEQ];
    struct seq seq = {0};

    if (v->type == JSON_NUMBER && seq_read(&seq, &r->d.all, v->offset, v->length, r->err))
        return -1;
    if (seq.integer && seq.small && seq.value >= 0 && (uint64_t)seq.value == r->item)
        return 0;
    return list_form(r, "seq",
                     v->type == JSON_ABSENT ? r->e->action[r->item - 1].at.offset : v->offset,
                     "seq is not the position of the step");
}

static int check_id(struct steps *w, const struct slots *s, const struct str *id)
{
    uint64_t key[2];

    key_of_text(key, id);
    uint32_t *first = keys_at(&w->ids, key);
    if (!first)
        return err_set(w->r->err, ERR_MEMORY, "no memory for a workflow receipt");
    if (*first)
        return list_form(w->r, "receipt_id", s->v[STEP_RECEIPT].offset,
                         "step %u has the same receipt_id: each step has a receipt of its own",
                         *first);
    *first = (uint32_t)w->r->item;
    return 0;
}

static int on_step(void *arg, const struct value *v)
{
    struct steps *w = arg;
    struct list_reader *r = w->r;
    struct slots s = {.name = step_name, .names = STEP_NAMES};
    struct action *a = expected_add_action(r->e, r->err);

    if (!a)
        return -1;
    r->item++;
    a->at = list_place(r, v->offset);
    a->count = 1;
    r->e->expected++;
    int status = list_slots(r, v, &s);
    if (status <= 0)
        return status;
    if (check_seq(r, &s) || list_text(r, &s, STEP_TOOL, true, &a->tool) < 0)
        return -1;
    status = list_text(r, &s, STEP_RECEIPT, true, &a->id);
    return status > 0 ? check_id(w, &s, &a->id) : status;
}

static int fold_steps(struct expected *e, struct err *err)
{
    struct digest *leaf = malloc((e->actions + 1) * sizeof *leaf);
    int status = 0;

    if (!leaf)
        return err_set(err, ERR_MEMORY, "no memory for a workflow receipt");
    for (size_t i = 0; i < e->actions && status == 0; i++)
        status = digest_bytes(e->action[i].id.data, e->action[i].id.len, &leaf[i], err);
    if (status == 0)
        status = expected_merkle(leaf, e->actions, &e->root, err);
    free(leaf);
    e->has_root = status == 0;
    return status;
}

static int differs(struct list_reader *r, const struct digest *stored, uint64_t offset)
{
    static const char says[] =
        "merkle_root is not the root over the receipt ids of the steps: steps were "
        "changed, left out or put in, or the root is that of others";
    char hex[2][DIGEST_HEX + 1];
    struct finding f;

    finding_init(&f, FINDING_EXPECT_MERKLE_ROOT, 0);
    struct list_place at = list_place(r, offset);
    f.member = "merkle_root";
    f.located = f.in_list = true;
    f.offset = at.offset;
    f.line = at.line;
    f.column = at.column;
    digest_hex(stored, hex[0]);
    digest_hex(&r->e->root, hex[1]);
    r->e->root_differs = true;
    if (str_set(&f.stored, hex[0], DIGEST_HEX) || str_set(&f.recomputed, hex[1], DIGEST_HEX) ||
        str_set(&f.message, says, sizeof says - 1)) {
        finding_release(&f);
        return err_set(r->err, ERR_MEMORY, "no memory for findings");
    }
    return finding_list_add(&r->e->list, &f) ? err_set(r->err, ERR_MEMORY, "no memory for findings")
                                             : 0;
}

static int check_root(struct list_reader *r, const struct slots *top, size_t root)
{
    struct digest stored;
    int status = list_digest(r, top, root, true, &stored);

    if (status <= 0 || r->forms > 0 || r->e->actions == 0)
        return status < 0 ? -1 : 0;
    if (fold_steps(r->e, r->err))
        return -1;
    return digest_equal(&stored, &r->e->root) ? 0 : differs(r, &stored, top->v[root].offset);
}

int receipt_read(struct list_reader *r, const struct value *steps, const struct slots *top,
                 size_t root)
{
    struct steps w = {.r = r};

    r->e->receipt = r->e->strict = true;
    if (steps->type != JSON_ARRAY)
        return list_form(r, "steps", steps->offset,
                         "a workflow receipt has an array of steps, and this is %s",
                         json_type_name(steps->type));
    int status = array_walk(&r->d, steps, on_step, &w, r->err);
    keys_release(&w.ids);
    r->item = 0;
    if (status == 0 && r->e->actions == 0)
        status =
            list_form(r, "steps", steps->offset, "a workflow receipt without a step has no root");
    return status ? -1 : check_root(r, top, root);
}
