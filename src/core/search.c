#include "core/question.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

struct search {
    struct question question;
    char *text;      /* folded where case does not matter */
    size_t len;
    bool any_case, payload, digits, simple;
    struct search_digits groups; /* none where they are typed in one */
    bool is_regex;
    regex_t regex;
    char *fold;      /* room for a folded text */
    size_t fold_room;
    bool no_memory;
};

static bool has_upper(const char *s)
{
    for (; *s; s++)
        if (*s >= 'A' && *s <= 'Z')
            return true;
    return false;
}

/* Text that stands in the input as it is shown: nothing that JSON or the escaping would write otherwise,
 * and no part of what white space is shown as. */
static bool is_simple(const char *s)
{
    if (strcasestr("<U+0020><U+0009><U+000A><U+000D>", s))
        return false;
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || (unsigned char)*s >= 0x7f || strchr("\"\\/<>", *s))
            return false;
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static const char *folded(struct search *s, const char *text, size_t len)
{
    if (!s->any_case)
        return text;
    if (len > s->fold_room) {
        char *fold = realloc(s->fold, len);
        if (!fold) {
            s->no_memory = true;
            return NULL;
        }
        s->fold = fold;
        s->fold_room = len;
    }
    for (size_t i = 0; i < len; i++)
        s->fold[i] = lower(text[i]);
    return s->fold;
}

static bool contains(struct search *s, const char *text, size_t len)
{
    if (len < s->len)
        return false;
    text = folded(s, text, len);
    return text && memmem(text, len, s->text, s->len) != NULL;
}

bool search_digits(const char *text, struct search_digits *d)
{
    static const char hex[] = "0123456789abcdefABCDEF";
    size_t head = 0;

    memset(d, 0, sizeof *d);
    for (; *text; text++) {
        if (strncmp(text, "..", 2) == 0 && head == 0 && d->len > 0) {
            head = d->len;
            text++;
        } else if (*text == ' ') {
            d->apart = true;
        } else if (d->len == DIGEST_HEX || !strchr(hex, *text)) {
            return false;
        } else {
            d->hex[d->len++] = lower(*text);
        }
    }
    d->ends = head > 0 ? d->len - head : 0;
    d->apart = d->apart || head > 0;
    return d->len >= SEARCH_DIGITS && (head == 0 || d->ends > 0);
}

/* Digits in groups, or both ends of a digest, against one as it stands in the file. */
static bool has_groups(struct search *s, const char *text, size_t len)
{
    const struct search_digits *d = &s->groups;
    size_t head = d->len - d->ends;

    if (d->len == 0 || len < d->len)
        return false;
    text = folded(s, text, len);
    if (!text || d->ends == 0)
        return text && memmem(text, len, d->hex, d->len) != NULL;
    return len == DIGEST_HEX && memcmp(text, d->hex, head) == 0 &&
           memcmp(text + len - d->ends, d->hex + head, d->ends) == 0;
}

static int on_text(void *arg, struct text_part part, const char *text, size_t len)
{
    struct search *s = arg;

    if (s->is_regex)
        return regexec(&s->regex, text, 0, NULL, (part.later ? REG_NOTBOL : 0) | (part.more ? REG_NOTEOL : 0)) == 0;
    return contains(s, text, len) || has_groups(s, text, len);
}

/* A text that is no part of a longer one. */
static const struct text_part whole = {.member = MEMBER_COUNT};

static int on_note(void *with, const char *text, size_t len)
{
    return on_text(with, whole, text, len);
}

static bool in_notes(struct search *s, const struct asked *a)
{
    const struct sweep_notes *n = s->question.notes;

    return n && n->texts(n->arg, a->entry, on_note, s) > 0;
}

static bool in_digest(struct search *s, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    return on_text(s, whole, hex, DIGEST_HEX) > 0;
}

/* The SHA-256 of the decoded bytes, which is shown next to the stored output_hash. */
static int in_output(struct search *s, const struct asked *a, struct err *err)
{
    struct extent x;
    struct facts f;

    pthread_mutex_lock(&a->t->desk_lock);
    int status = timeline_facts(a->t, a->entry, &x, &f, err);
    pthread_mutex_unlock(&a->t->desk_lock);
    if (status)
        return -1;
    return f.payload.strict && in_digest(s, &f.payload.digest);
}

static int ask(struct question *q, const struct asked *a, struct err *err)
{
    struct search *s = (struct search *)q;

    if ((s->digits || s->is_regex) && a->mask & MARK_HAS_DIGEST && in_digest(s, &a->digest))
        return 1;
    if (in_notes(s, a))
        return 1;
    int status = entry_texts(a->t, a->entry, s->payload, on_text, s, err);
    if (status == 0 && s->digits)
        status = in_output(s, a, err);
    if (s->no_memory)
        return err_set(err, ERR_MEMORY, "no memory for a search");
    return status;
}

/* Bytes without escapes and without anything beyond ASCII are shown as they stand. */
static bool is_verbatim(struct asked_bytes raw)
{
    unsigned odd = 0;

    for (size_t i = 0; i < raw.len; i++)
        odd |= (raw.bytes[i] >= 0x7f) | (raw.bytes[i] == '\\') | (raw.bytes[i] == '<');
    return !odd;
}

static bool may_hold_groups(struct search *s, struct asked_bytes raw)
{
    const struct search_digits *d = &s->groups;
    const char *text = folded(s, (const char *)raw.bytes, raw.len);

    return !text || memmem(text, raw.len, d->hex, d->len - d->ends) != NULL;
}

static bool worth(const struct question *q, const struct asked *a, struct asked_bytes raw)
{
    struct search *s = (struct search *)(uintptr_t)q;

    if (s->digits && (in_digest(s, &a->digest) || a->mask & FINDING_BIT(OUTPUT_HASH) ||
                      !memmem(raw.bytes, raw.len, "\"output_hash\"", 13)))
        return true;
    if (s->groups.len > 0 && may_hold_groups(s, raw))
        return true;
    return contains(s, (const char *)raw.bytes, raw.len) || !is_verbatim(raw) || in_notes(s, a);
}

static void search_free(struct question *q)
{
    struct search *s = (struct search *)q;

    if (s->is_regex)
        regfree(&s->regex);
    free(s->fold);
    free(s->text);
    free(s);
}

static int compile(struct search *s, const char *text, struct err *err)
{
    char why[160];
    int status = regcomp(&s->regex, text, REG_EXTENDED | REG_NOSUB | (s->any_case ? REG_ICASE : 0));

    if (status == 0) {
        s->is_regex = true;
        return 0;
    }
    regerror(status, &s->regex, why, sizeof why);
    return err_set(err, ERR_USAGE, "not a regular expression: %s", why);
}

struct question *question_search(const struct search_options *o, struct err *err)
{
    struct search *s = calloc(1, sizeof *s);

    if (s)
        s->text = strdup(o->text);
    if (!s || !s->text) {
        free(s);
        err_set(err, ERR_MEMORY, "no memory for a search");
        return NULL;
    }
    s->question = (struct question){ask, NULL, search_free, NULL};
    s->len = strlen(s->text);
    s->payload = o->payload;
    s->digits = !o->regex && search_digits(s->text, &s->groups);
    if (!s->digits || !s->groups.apart)
        s->groups.len = 0;
    for (char *at = s->text; s->digits && *at; at++)
        *at = lower(*at);
    s->any_case = !has_upper(s->text);
    if (!o->regex && !o->payload && is_simple(s->text))
        s->question.worth = worth;
    if (s->len == 0)
        err_set(err, ERR_USAGE, "nothing to look for");
    if (s->len == 0 || (o->regex && compile(s, o->text, err))) {
        search_free(&s->question);
        return NULL;
    }
    return &s->question;
}
