/* Which entry is matched with which action. Entries that the same actions name are one class,
 * and classes are shared out: narrower actions first, at each the expected before the
 * authorised, and where an expected one is left over, it takes what an authorised one has. As
 * long as no two actions name overlapping entries of which neither is narrower (an id here, an
 * output hash there), as few as can be are left over on either side. */
#include "core/expected_impl.h"

#include "base/shortage.h"

#include "core/keyed.h"

#include <stdlib.h>
#include <string.h>

enum { EXPECTED, AUTHORISED, SORTS };
enum { NONE = 0xffffffff };

/* One way in which actions name entries. */
struct node {
    uint64_t left[SORTS]; /* of the counts of its actions */
    uint32_t forbidding;  /* the first action that forbids it; NONE */
    unsigned levels;      /* of a tool: those at which it is named */
    uint32_t next[SORTS]; /* the action whose turn it is; NONE */
    uint32_t last[SORTS];
};

struct class
{
    uint32_t node[LEVELS]; /* number from 1; 0 for none */
    uint32_t entries, left;
    uint32_t flow[LEVELS][SORTS];
    uint32_t forbidding; /* the first action of the list that does; NONE */
};

struct matcher {
    struct expected *e;
    struct keys nodes, classes;
    struct node *node; /* number n is node[n - 1] */
    size_t node_count, node_room;
    struct class *class;
    size_t class_count, class_room;
    uint32_t *chain; /* of each action: the next one of its sort in its node, NONE */
    uint32_t *of;    /* of each action: its node */
};

static int no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory to match entries with actions");
}

static bool make_room(void **item, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 64;
    void *p = shortage_unless(realloc(*item, more * size));
    if (!p)
        return false;
    *item = p;
    *room = more;
    return true;
}

/* --- nodes --- */

struct node_key {
    uint64_t tool[2], id[2];
    struct digest hash;
    uint64_t level;
};

static void fingerprint(uint64_t key[2], const struct traits *x, int level)
{
    struct node_key k;

    memset(&k, 0, sizeof k);
    k.level = (uint64_t)level;
    memcpy(k.tool, x->tool, sizeof k.tool);
    if (level == LEVEL_ID_HASH || level == LEVEL_ID)
        memcpy(k.id, x->id, sizeof k.id);
    if (level == LEVEL_ID_HASH || level == LEVEL_HASH)
        k.hash = x->hash;
    key[0] = keyed_hash(0, &k, sizeof k);
    key[1] = keyed_hash(1, &k, sizeof k);
}

/* The number of the node, made where there is none; 0 without memory. */
static uint32_t node_at(struct matcher *m, const struct traits *x, int level)
{
    uint64_t key[2];

    fingerprint(key, x, level);
    uint32_t *number = keys_at(&m->nodes, key);
    if (!number)
        return 0;
    if (*number)
        return *number;
    if (!make_room((void **)&m->node, &m->node_room, m->node_count, sizeof *m->node))
        return 0;
    m->node[m->node_count] = (struct node){
        .forbidding = NONE, .next = {NONE, NONE}, .last = {NONE, NONE}};
    *number = (uint32_t)++m->node_count;
    return *number;
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void join(struct matcher *m, struct node *n, uint32_t i)
{
    const struct action *a = &m->e->action[i];

    if (a->kind == ACTION_FORBIDDEN) {
        n->forbidding = n->forbidding == NONE ? i : n->forbidding;
        return;
    }
    int sort = a->kind == ACTION_EXPECTED ? EXPECTED : AUTHORISED;
    n->left[sort] = sum(n->left[sort], a->count);
    if (n->last[sort] == NONE)
        n->next[sort] = i;
    else
        m->chain[n->last[sort]] = i;
    n->last[sort] = i;
}

static int level_of(const struct action *a)
{
    if (a->id.data)
        return a->has_hash ? LEVEL_ID_HASH : LEVEL_ID;
    return a->has_hash ? LEVEL_HASH : LEVEL_TOOL;
}

static int add_action(struct matcher *m, uint32_t i, struct err *err)
{
    struct action *a = &m->e->action[i];
    struct traits x = {.hash = a->hash};

    a->found = 0;
    m->chain[i] = NONE;
    key_of_text(x.tool, &a->tool);
    if (a->id.data)
        key_of_text(x.id, &a->id);
    uint32_t root = node_at(m, &x, LEVEL_TOOL), own = node_at(m, &x, level_of(a));
    if (!root || !own)
        return no_memory(err);
    m->node[root - 1].levels |= 1u << level_of(a);
    m->of[i] = own;
    join(m, &m->node[own - 1], i);
    return 0;
}

struct matcher *matcher_new(struct expected *e, struct err *err)
{
    struct matcher *m = shortage_unless(calloc(1, sizeof *m));
    int status = -1;

    if (m) {
        m->e = e;
        m->chain = shortage_unless(calloc(e->actions + 1, sizeof *m->chain));
        m->of = shortage_unless(calloc(e->actions + 1, sizeof *m->of));
        status = m->chain && m->of ? 0 : -1;
    }
    for (size_t i = 0; i < e->actions && status == 0; i++)
        status = add_action(m, (uint32_t)i, err);
    if (status == 0)
        return m;
    matcher_free(m);
    no_memory(err);
    return NULL;
}

void matcher_free(struct matcher *m)
{
    if (!m)
        return;
    keys_release(&m->nodes);
    keys_release(&m->classes);
    free(m->node);
    free(m->class);
    free(m->chain);
    free(m->of);
    free(m);
}

static uint32_t find_node(const struct matcher *m, const struct traits *x, int level)
{
    uint64_t key[2];

    fingerprint(key, x, level);
    return keys_find(&m->nodes, key);
}

unsigned matcher_levels(const struct matcher *m, const uint64_t tool[2])
{
    struct traits x = {.tool = {tool[0], tool[1]}};
    uint32_t root = find_node(m, &x, LEVEL_TOOL);

    return root ? m->node[root - 1].levels : 0;
}

/* --- classes --- */

static bool find_nodes(const struct matcher *m, const struct traits *x, uint32_t node[LEVELS])
{
    unsigned levels = matcher_levels(m, x->tool);
    bool any = false;

    for (int l = 0; l < LEVELS; l++) {
        unsigned bit = levels & 1u << l;
        bool has =
            bit && (x->has_id || !LEVEL_NEEDS_ID(bit)) && (x->has_hash || !LEVEL_NEEDS_HASH(bit));
        node[l] = has ? find_node(m, x, l) : 0;
        any |= node[l] != 0;
    }
    return any;
}

static uint32_t first_forbidding(const struct matcher *m, const uint32_t node[LEVELS])
{
    uint32_t first = NONE;

    for (int l = 0; l < LEVELS; l++)
        if (node[l] && m->node[node[l] - 1].forbidding < first)
            first = m->node[node[l] - 1].forbidding;
    return first;
}

static uint32_t class_at(struct matcher *m, const uint32_t node[LEVELS])
{
    uint64_t key[2] = {keyed_hash(0, node, LEVELS * sizeof *node),
                       keyed_hash(1, node, LEVELS * sizeof *node)};
    uint32_t *number = keys_at(&m->classes, key);

    if (!number || *number)
        return number ? *number : 0;
    if (!make_room((void **)&m->class, &m->class_room, m->class_count, sizeof *m->class))
        return 0;
    struct class *c = &m->class[m->class_count];
    memset(c, 0, sizeof *c);
    memcpy(c->node, node, sizeof c->node);
    c->forbidding = first_forbidding(m, node);
    *number = (uint32_t)++m->class_count;
    return *number;
}

int matcher_note(struct matcher *m, const struct traits *x, uint32_t *class, struct err *err)
{
    uint32_t node[LEVELS];

    *class = 0;
    if (!find_nodes(m, x, node))
        return 0;
    *class = class_at(m, node);
    if (!*class)
        return no_memory(err);
    m->class[*class - 1].entries++;
    return 0;
}

/* --- sharing out --- */

static struct node *node_of(struct matcher *m, const struct class *c, int level)
{
    return c->node[level] ? &m->node[c->node[level] - 1] : NULL;
}

static uint32_t least(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

static void fill(struct matcher *m, struct class *c, int level, int sort)
{
    struct node *n = node_of(m, c, level);

    if (!n || c->forbidding != NONE)
        return;
    uint32_t take = least(n->left[sort], c->left);
    c->flow[level][sort] += take;
    c->left -= take;
    n->left[sort] -= take;
}

/* What is left of an expected action takes entries that authorised ones have. */
static void take_over(struct matcher *m, struct class *c, int level)
{
    struct node *n = node_of(m, c, level);

    for (int from = 0; n && from < LEVELS; from++) {
        uint32_t take = least(n->left[EXPECTED], c->flow[from][AUTHORISED]);
        if (take == 0)
            continue;
        c->flow[from][AUTHORISED] -= take;
        node_of(m, c, from)->left[AUTHORISED] += take;
        c->flow[level][EXPECTED] += take;
        n->left[EXPECTED] -= take;
    }
}

/* Gives back what was shared out. */
static void restart(struct matcher *m)
{
    for (size_t i = 0; i < m->class_count; i++) {
        struct class *c = &m->class[i];
        c->left = c->entries;
        for (int l = 0; l < LEVELS; l++)
            for (int s = 0; s < SORTS; s++)
                if (c->flow[l][s])
                    node_of(m, c, l)->left[s] += c->flow[l][s];
        memset(c->flow, 0, sizeof c->flow);
    }
}

static void share_out(struct matcher *m)
{
    restart(m);
    for (int level = 0; level < LEVELS; level++)
        for (size_t i = 0; i < m->class_count; i++) {
            fill(m, &m->class[i], level, EXPECTED);
            fill(m, &m->class[i], level, AUTHORISED);
        }
    for (int level = 0; level < LEVELS; level++)
        for (size_t i = 0; i < m->class_count; i++)
            take_over(m, &m->class[i], level);
}

/* Entries that no action takes. */
static uint64_t left_over(const struct matcher *m)
{
    uint64_t left = 0;

    for (size_t i = 0; i < m->class_count; i++)
        left += m->class[i].forbidding != NONE ? 0 : m->class[i].left;
    return left;
}

/* --- from classes to entries, in the order of the file --- */

/* The action of the node whose turn it is, taken once. */
static uint32_t take_turn(struct matcher *m, struct node *n, int sort)
{
    uint32_t i = n->next[sort];
    struct action *a = &m->e->action[i];

    a->found++;
    if (a->found == a->count)
        n->next[sort] = m->chain[i];
    return i;
}

static enum fate place_entry(struct matcher *m, struct class *c, uint32_t *which)
{
    for (int sort = EXPECTED; sort < SORTS; sort++)
        for (int level = 0; level < LEVELS; level++) {
            if (c->flow[level][sort] == 0)
                continue;
            c->flow[level][sort]--;
            *which = take_turn(m, node_of(m, c, level), sort);
            return sort == AUTHORISED ? FATE_AUTHORISED : FATE_MATCHED;
        }
    return FATE_SURPLUS;
}

static enum fate fate_of(struct matcher *m, uint32_t *which)
{
    if (*which == 0)
        return FATE_UNNAMED;
    struct class *c = &m->class[*which - 1];
    if (c->forbidding == NONE)
        return place_entry(m, c, which);
    *which = c->forbidding;
    return FATE_FORBIDDEN;
}

static void place_all(struct matcher *m)
{
    struct expected *e = m->e;

    for (uint64_t i = 0; i < e->entries; i++)
        if (e->fate[i] != FATE_FOREIGN)
            e->fate[i] = (uint8_t)fate_of(m, &e->which[i]);
}

/* --- in their order, where that can be --- */

static bool names(const struct matcher *m, uint32_t class, uint32_t action)
{
    const struct class *c = &m->class[class - 1];

    for (int l = 0; l < LEVELS; l++)
        if (c->node[l] == m->of[action])
            return c->forbidding == NONE;
    return false;
}

static uint32_t next_expected(const struct expected *e, uint32_t from)
{
    while (from < e->actions && e->action[from].kind != ACTION_EXPECTED)
        from++;
    return from;
}

/* The expected actions in the order of the list among the entries, each as early as can be: true
 * when all are there. `turn` has for each entry its action, or NONE. */
static bool find_in_order(const struct matcher *m, uint32_t *turn)
{
    const struct expected *e = m->e;
    uint32_t at = next_expected(e, 0);
    uint64_t found = 0;

    for (uint64_t i = 0; i < e->entries; i++) {
        turn[i] = NONE;
        if (at >= e->actions || e->fate[i] == FATE_FOREIGN || e->which[i] == 0 ||
            !names(m, e->which[i], at))
            continue;
        turn[i] = at;
        if (++found < e->action[at].count)
            continue;
        at = next_expected(e, at + 1);
        found = 0;
    }
    return at >= e->actions;
}

/* What is left when those are taken out, shared out among the authorised actions. */
static void share_rest(struct matcher *m, const uint32_t *turn)
{
    restart(m);
    for (uint64_t i = 0; i < m->e->entries; i++)
        if (turn[i] != NONE)
            m->class[m->e->which[i] - 1].left--;
    for (int level = 0; level < LEVELS; level++)
        for (size_t i = 0; i < m->class_count; i++)
            fill(m, &m->class[i], level, AUTHORISED);
}

static void place_in_order(struct matcher *m, const uint32_t *turn)
{
    struct expected *e = m->e;

    for (uint64_t i = 0; i < e->entries; i++) {
        if (turn[i] != NONE) {
            e->which[i] = turn[i];
            e->action[turn[i]].found++;
            e->fate[i] = FATE_MATCHED;
        } else if (e->fate[i] != FATE_FOREIGN) {
            e->fate[i] = (uint8_t)fate_of(m, &e->which[i]);
        }
    }
}

static bool all_found(const struct matcher *m)
{
    for (size_t i = 0; i < m->node_count; i++)
        if (m->node[i].left[EXPECTED])
            return false;
    return true;
}

/* An order that leaves no more over than the sharing does is taken as it stands. 1, 0 or -1. */
static int try_order(struct matcher *m, struct err *err)
{
    uint64_t least_left = left_over(m);
    uint32_t *turn;
    bool kept = false;

    if (!m->e->strict || !all_found(m))
        return 0;
    turn = calloc((size_t)m->e->entries + 1, sizeof *turn);
    if (!turn)
        return no_memory(err);
    if (find_in_order(m, turn)) {
        share_rest(m, turn);
        kept = left_over(m) <= least_left;
        if (kept)
            place_in_order(m, turn);
        else
            share_out(m);
    }
    free(turn);
    return kept;
}

int matcher_settle(struct matcher *m, struct err *err)
{
    share_out(m);
    int kept = try_order(m, err);
    if (kept)
        return kept < 0 ? -1 : 0;
    place_all(m);
    return m->e->strict ? matcher_order(m->e, err) : 0;
}
