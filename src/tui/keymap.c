#include "tui/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 1000000000 };

static const struct {
    const char *name, *keys, *help;
    enum section section;
} actions[ACTION_COUNT] = {{"", "", "", SECTION_PROGRAM},
#define X(id, name, keys, section, help) {name, keys, help, SECTION_##section},
                           ACTION_TABLE(X)
#undef X
};

static const char *const sections[] = {
#define X(id, title) title,
    SECTION_TABLE(X)
#undef X
};

static char *bound[ACTION_COUNT]; /* NULL: the usual keys */

static const char *keys_of(enum action a)
{
    return bound[a] ? bound[a] : actions[a].keys;
}

const char *action_name(enum action a)
{
    return actions[a].name;
}

const char *action_help(enum action a)
{
    return actions[a].help;
}

enum section action_section(enum action a)
{
    return actions[a].section;
}

const char *section_title(enum section s)
{
    return sections[s];
}

enum action action_parse(const char *name, size_t len, bool *several)
{
    enum action found = ACTION_NONE;
    int matches = 0;

    for (int a = 1; len > 0 && a < ACTION_COUNT; a++) {
        if (strncmp(actions[a].name, name, len) != 0)
            continue;
        found = (enum action)a;
        matches++;
        if (actions[a].name[len] == '\0') {
            matches = 1;
            break;
        }
    }
    *several = matches > 1;
    return matches == 1 ? found : ACTION_NONE;
}

/* The next alternative of a key list: one key or two. */
struct binding {
    uint32_t key[2];
    int count;
};

static bool binding_next(const char **keys, struct binding *b)
{
    b->count = 0;
    while (**keys == ' ')
        ++*keys;
    while (**keys && **keys != ' ' && b->count < 2) {
        size_t used = key_parse(*keys, strlen(*keys), &b->key[b->count]);
        if (used == 0)
            return false;
        *keys += used;
        b->count++;
    }
    return b->count > 0;
}

static int add_binding(const struct binding *b, struct buf *out)
{
    char name[KEY_LABEL_ROOM];

    for (int i = 0; i < b->count; i++) {
        key_label(b->key[i], name);
        if (buf_adds(out, name) < 0)
            return -1;
    }
    return 0;
}

int action_keys(enum action a, struct buf *out)
{
    const char *keys = keys_of(a);
    struct binding b;

    for (int n = 0; binding_next(&keys, &b); n++)
        if ((n > 0 && buf_adds(out, ", ") < 0) || add_binding(&b, out) < 0)
            return -1;
    return 0;
}

int action_key(enum action a, struct buf *out)
{
    const char *keys = keys_of(a);
    struct binding b;

    return binding_next(&keys, &b) ? add_binding(&b, out) : 0;
}

const char *action_sign(enum action a)
{
    enum { ROOM = 2 * KEY_LABEL_ROOM + 1 };
    static char sign[ACTION_COUNT][ROOM];
    struct buf key;

    buf_init(&key, ROOM - 1);
    if (action_key(a, &key) < 0 || key.len == 0)
        snprintf(sign[a], ROOM, ":%s", actions[a].name);
    else
        snprintf(sign[a], ROOM, "%s", buf_cstr(&key));
    buf_release(&key);
    return sign[a];
}

/* The action of `first` and `key` (of `key` alone when `first` is none), and whether `key` begins a
 * binding of two. */
static enum action lookup(uint32_t first, uint32_t key, bool *begins)
{
    struct binding b;

    *begins = false;
    for (int a = 1; a < ACTION_COUNT; a++) {
        const char *keys = keys_of((enum action)a);
        while (binding_next(&keys, &b)) {
            if (first == K_NONE && b.count == 1 && b.key[0] == key)
                return (enum action)a;
            if (first != K_NONE && b.count == 2 && b.key[0] == first && b.key[1] == key)
                return (enum action)a;
            *begins = *begins || (first == K_NONE && b.count == 2 && b.key[0] == key);
        }
    }
    return ACTION_NONE;
}

static bool take_digit(struct keys *k, uint32_t key)
{
    bool digit = (key >= '1' && key <= '9') || (key == '0' && k->counted);

    if (!digit || k->first != K_NONE)
        return false;
    k->counted = true;
    if (k->count < COUNT_MAX)
        k->count = k->count * 10 + (key - '0');
    return true;
}

enum action keys_take(struct keys *k, uint32_t key, bool *unknown)
{
    enum action found;
    bool begins;

    *unknown = false;
    if (take_digit(k, key))
        return ACTION_NONE;
    found = lookup(k->first, key, &begins);
    if (found == ACTION_NONE && begins) {
        k->first = key;
        return ACTION_NONE;
    }
    k->first = K_NONE;
    *unknown = found == ACTION_NONE;
    return found;
}

void keys_clear(struct keys *k)
{
    memset(k, 0, sizeof *k);
}

bool keys_idle(const struct keys *k)
{
    return !k->counted && k->first == K_NONE;
}

/* ---- other keys than the usual ones ---- */

static enum bind_result check_keys(const char *keys)
{
    struct binding b;

    while (binding_next(&keys, &b)) {
        if (b.key[0] >= '1' && b.key[0] <= '9')
            return BIND_DIGIT;
        if (*keys && *keys != ' ')
            return BIND_NO_KEY;
    }
    return keys[strspn(keys, " ")] ? BIND_NO_KEY : BIND_DONE;
}

enum bind_result action_bind(enum action a, const char *keys)
{
    enum bind_result result = check_keys(keys);
    char *copy;

    if (result != BIND_DONE)
        return result;
    copy = strdup(keys);
    if (!copy)
        return BIND_NO_MEMORY;
    free(bound[a]);
    bound[a] = copy;
    return BIND_DONE;
}

void keymap_reset(void)
{
    for (int a = 0; a < ACTION_COUNT; a++) {
        free(bound[a]);
        bound[a] = NULL;
    }
}

static bool collide(const struct binding *a, const struct binding *b)
{
    if (a->key[0] != b->key[0])
        return false;
    return a->count == 1 || b->count == 1 || a->key[1] == b->key[1];
}

static bool conflict_of(enum action first, const struct binding *b, struct key_conflict *out)
{
    struct binding other;
    char name[KEY_LABEL_ROOM];

    for (int a = (int)first + 1; a < ACTION_COUNT; a++) {
        const char *keys = keys_of((enum action)a);
        while (binding_next(&keys, &other)) {
            if (!collide(b, &other))
                continue;
            out->first = first;
            out->second = (enum action)a;
            key_label(b->key[0], name);
            snprintf(out->key, sizeof out->key, "%s", name);
            return true;
        }
    }
    return false;
}

bool keymap_conflict(struct key_conflict *out)
{
    struct binding b;

    for (int a = 1; a < ACTION_COUNT; a++) {
        const char *keys = keys_of((enum action)a);
        while (binding_next(&keys, &b))
            if (conflict_of((enum action)a, &b, out))
                return true;
    }
    return false;
}
