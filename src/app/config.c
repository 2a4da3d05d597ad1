#include "app/config.h"

#include "app/complain.h"
#include "app/nearest.h"
#include "base/buf.h"
#include "base/source.h"
#include "tui/keymap.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONFIG_MAX = 256 * 1024, COLORS_MAX = 256 };

/* What is being read, to tell where it is wrong. */
struct reading {
    struct config *config;
    const char *name, *text;
    const char *part; /* where the member at hand is looked for */
    struct err *err;
};

static int line_of(const struct reading *r, const char *at)
{
    int line = 1;

    for (const char *c = r->text; c < at; c++)
        line += *c == '\n';
    return line;
}

/* The name of a member as it stands in the text: cJSON keeps no places. A name that is written with
 * escapes is not found: then its object's place does. */
static const char *place_of(const struct reading *r, const char *member)
{
    size_t len = strlen(member);

    for (const char *at = r->part; (at = strchr(at, '"')) != NULL; at++) {
        const char *after = at + 1 + len;
        if (strncmp(at + 1, member, len) != 0 || *after != '"')
            continue;
        after += 1 + strspn(after + 1, " \t\r\n");
        if (*after == ':')
            return at;
    }
    return r->part;
}

static int wrong(const struct reading *r, const cJSON *member, const char *what, const char *more)
{
    return err_set(r->err, ERR_USAGE, "%s, line %d: %s '%s'%s%s", shown(r->name).text,
                   line_of(r, place_of(r, member->string)), what, shown(member->string).text,
                   *more ? ": " : "", more);
}

static const char *meant(const struct nearest *n)
{
    static char text[80];

    if (!nearest_word(n))
        return "";
    snprintf(text, sizeof text, "did you mean %s?", nearest_word(n));
    return text;
}

/* ---- keys ---- */

static int unknown_action(const struct reading *r, const cJSON *member)
{
    struct nearest n = {.written = member->string};

    for (int a = 1; a < ACTION_COUNT; a++)
        nearest_try(&n, action_name((enum action)a));
    return wrong(r, member, "no action is called", meant(&n));
}

static enum action action_whole(const char *name)
{
    for (int a = 1; a < ACTION_COUNT; a++)
        if (strcmp(action_name((enum action)a), name) == 0)
            return (enum action)a;
    return ACTION_NONE;
}

static int take_binding(struct reading *r, const cJSON *member)
{
    enum action a = action_whole(member->string);

    if (a == ACTION_NONE)
        return unknown_action(r, member);
    if (!cJSON_IsString(member) && !cJSON_IsNull(member))
        return wrong(r, member, "keys of", "a string is wanted, or null for none");
    switch (action_bind(a, cJSON_IsNull(member) ? "" : member->valuestring)) {
    case BIND_DONE: return 0;
    case BIND_NO_KEY:
        return wrong(r, member, "keys of",
                     "no key is written so; see aerscope(5) for how keys are written");
    case BIND_DIGIT: return wrong(r, member, "keys of", "a digit from 1 to 9 begins a count");
    default: return err_set(r->err, ERR_MEMORY, "no memory for the configuration");
    }
}

static int check_bindings(struct reading *r, const cJSON *bindings)
{
    struct key_conflict c;
    const cJSON *member = bindings->child;
    char more[160];

    if (!keymap_conflict(&c))
        return 0;
    while (member && action_whole(member->string) != c.first &&
           action_whole(member->string) != c.second)
        member = member->next;
    snprintf(more, sizeof more, "the key %s is bound to %s and to %s", c.key, action_name(c.first),
             action_name(c.second));
    return wrong(r, member ? member : bindings, "keys of", more);
}

static bool has_key(enum action a)
{
    struct buf keys;
    bool result;

    buf_init(&keys, COLORS_MAX);
    result = action_key(a, &keys) < 0 || keys.len > 0;
    buf_release(&keys);
    return result;
}

/* The inspector must be left by a key, or by a name behind one. */
static int check_way_out(struct reading *r, const cJSON *bindings)
{
    static const enum action ways[] = {ACTION_QUIT, ACTION_CANCEL, ACTION_COMMAND};
    const cJSON *last = NULL;

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (has_key(ways[i]))
            return 0;
    for (const cJSON *m = bindings->child; m; m = m->next)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            if (action_whole(m->string) == ways[i])
                last = m;
    return wrong(r, last ? last : bindings, "keys of",
                 "quit, cancel and command have no key together: the inspector could not be left");
}

static int each(struct reading *r, const cJSON *object,
                int (*take)(struct reading *r, const cJSON *member))
{
    const char *outer = r->part;

    if (!cJSON_IsObject(object))
        return wrong(r, object, "member", "an object is wanted");
    r->part = place_of(r, object->string);
    for (const cJSON *m = object->child; m; m = m->next) {
        for (const cJSON *before = object->child; before != m; before = before->next)
            if (strcmp(before->string, m->string) == 0)
                return wrong(r, m, "member", "it stands here twice");
        if (take(r, m) < 0)
            return -1;
    }
    r->part = outer;
    return 0;
}

static int take_bind(struct reading *r, const cJSON *value)
{
    const char *outer = r->part;
    int result;

    if (each(r, value, take_binding) < 0)
        return -1;
    r->part = place_of(r, value->string);
    result = check_bindings(r, value);
    if (result == 0)
        result = check_way_out(r, value);
    r->part = outer;
    return result;
}

/* ---- the rest ---- */

static int take_color(struct reading *r, const cJSON *member)
{
    enum style s = style_named(member->string);
    short *color = &r->config->colors.color[s < STYLE_COUNT ? s : 0];

    if (s == STYLE_COUNT)
        return wrong(r, member, "no style is called", "");
    if (cJSON_IsString(member) && strcmp(member->valuestring, "none") == 0)
        *color = COLOR_OWN;
    else if (cJSON_IsNumber(member) && member->valuedouble >= 0 &&
             member->valuedouble < COLORS_MAX && member->valuedouble == member->valueint)
        *color = (short)member->valueint;
    else
        return wrong(r, member, "colour of", "a number from 0 to 255 is wanted, or \"none\"");
    return 0;
}

static int take_colors(struct reading *r, const cJSON *value)
{
    return each(r, value, take_color);
}

static int take_theme(struct reading *r, const cJSON *value)
{
    r->config->has_theme = true;
    if (cJSON_IsString(value) && theme_parse(value->valuestring, &r->config->theme))
        return 0;
    return wrong(r, value, "member", "auto, light, dark or none is wanted");
}

static int take_frames(struct reading *r, const cJSON *value)
{
    const char *text = cJSON_IsString(value) ? value->valuestring : "";

    r->config->has_frames = true;
    r->config->unicode_frames = strcmp(text, "unicode") == 0;
    if (r->config->unicode_frames || strcmp(text, "ascii") == 0)
        return 0;
    return wrong(r, value, "member", "ascii or unicode is wanted");
}

static int take_bool(struct reading *r, const cJSON *value, bool *out)
{
    *out = cJSON_IsTrue(value);
    return cJSON_IsBool(value) ? 0 : wrong(r, value, "member", "true or false is wanted");
}

static int take_mouse(struct reading *r, const cJSON *value)
{
    return take_bool(r, value, &r->config->mouse);
}

static int take_plain(struct reading *r, const cJSON *value)
{
    return take_bool(r, value, &r->config->plain);
}

static const struct {
    const char *name;
    int (*take)(struct reading *r, const cJSON *value);
} members[] = {
    {"bind", take_bind},   {"colors", take_colors}, {"frames", take_frames},
    {"mouse", take_mouse}, {"plain", take_plain},   {"theme", take_theme},
};
enum { MEMBERS = sizeof members / sizeof *members };

static int take_member(struct reading *r, const cJSON *member)
{
    struct nearest n = {.written = member->string};

    for (int i = 0; i < MEMBERS; i++) {
        if (strcmp(members[i].name, member->string) == 0)
            return members[i].take(r, member);
        nearest_try(&n, members[i].name);
    }
    return wrong(r, member, "no setting is called", meant(&n));
}

static int take_all(struct reading *r, const cJSON *all)
{
    if (!cJSON_IsObject(all))
        return err_set(r->err, ERR_USAGE, "%s, line 1: an object is wanted", shown(r->name).text);
    for (const cJSON *m = all->child; m; m = m->next) {
        for (const cJSON *before = all->child; before != m; before = before->next)
            if (strcmp(before->string, m->string) == 0)
                return wrong(r, m, "member", "it stands here twice");
        if (take_member(r, m) < 0)
            return -1;
    }
    return 0;
}

static void empty(struct config *c)
{
    memset(c, 0, sizeof *c);
    color_wishes_init(&c->colors);
    keymap_reset();
}

int config_parse(struct config *c, const char *name, const char *text, struct err *err)
{
    struct reading r = {.config = c, .name = name, .text = text, .part = text, .err = err};
    const char *end = text;
    cJSON *all = cJSON_ParseWithOpts(text, &end, true);
    int result;

    empty(c);
    if (!all)
        return err_set(err, ERR_USAGE, "%s, line %d: this is no JSON", shown(name).text,
                       line_of(&r, end));
    result = take_all(&r, all);
    cJSON_Delete(all);
    return result;
}

/* ---- the file ---- */

static int read_text(const char *path, struct buf *out, struct err *err)
{
    struct source *s = source_open(path, err);
    char block[4096];
    ssize_t n = -1;

    while (s && (n = source_read(s, out->len, block, sizeof block, err)) > 0)
        if (buf_add(out, block, (size_t)n) < 0) {
            n = err_set(err, ERR_USAGE, "%s, line 1: more than %d bytes", shown(path).text,
                        CONFIG_MAX);
            break;
        }
    source_free(s);
    if (n == 0 && strlen(buf_cstr(out)) != out->len)
        return err_set(err, ERR_USAGE, "%s: there is a NUL in it", shown(path).text);
    return n < 0 ? -1 : 0;
}

static int read_file(struct config *c, const char *path, struct err *err)
{
    struct buf text;
    int result;

    buf_init(&text, CONFIG_MAX);
    result = read_text(path, &text, err);
    if (result == 0)
        result = config_parse(c, path, buf_cstr(&text), err);
    buf_release(&text);
    return result;
}

/* A relative XDG_CONFIG_HOME is to be ignored. 0 when there is no such place. */
static int usual_path(char *out, size_t room)
{
    const char *base = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int len = 0;

    if (base && *base == '/')
        len = snprintf(out, room, "%s/aerscope/config.json", base);
    else if (home && *home == '/')
        len = snprintf(out, room, "%s/.config/aerscope/config.json", home);
    return len > 0 && (size_t)len < room ? len : 0;
}

int config_read(struct config *c, const char *path, struct err *err)
{
    char usual[4096];
    FILE *there;

    empty(c);
    if (path)
        return strcmp(path, "none") == 0 ? 0 : read_file(c, path, err);
    if (usual_path(usual, sizeof usual) == 0 || (there = fopen(usual, "r")) == NULL)
        return 0;
    fclose(there);
    return read_file(c, usual, err);
}
