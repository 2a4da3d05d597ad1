#include "tui/script.h"

#include "base/decimal.h"
#include "base/limits.h"
#include "base/source.h"

#include <string.h>

enum { SIZE_MAX_CELLS = 1000 };

int script_open(struct script *s, const char *path, struct err *err)
{
    struct source *source = source_open(path, err);
    unsigned char block[4096];
    ssize_t n = -1;

    s->at = 0;
    buf_init(&s->text, LIMIT_REFERENCE);
    if (!source)
        return -1;
    while ((n = source_read(source, s->text.len, block, sizeof block, err)) > 0)
        if (buf_add(&s->text, block, (size_t)n) < 0) {
            n = err_set(err, ERR_MEMORY, "the script is too long");
            break;
        }
    source_free(source);
    return n < 0 ? -1 : 0;
}

void script_from_text(struct script *s, const char *text)
{
    s->at = 0;
    buf_init(&s->text, LIMIT_REFERENCE);
    buf_adds(&s->text, text);
}

void script_release(struct script *s)
{
    buf_release(&s->text);
}

static uint64_t line_of(const struct script *s)
{
    uint64_t line = 1;

    for (size_t i = 0; i < s->at; i++)
        line += s->text.data[i] == '\n';
    return line;
}

static bool begins(const struct script *s, const char *word)
{
    size_t len = strlen(word);

    return s->text.len - s->at >= len && memcmp(s->text.data + s->at, word, len) == 0;
}

static bool take_size(const char **at, char end, int *out)
{
    uint64_t n;

    if (!decimal_take(at, &n) || *(*at)++ != end || n < 1 || n > SIZE_MAX_CELLS)
        return false;
    *out = (int)n;
    return true;
}

/* "<resize COLUMNS ROWS>" */
static size_t read_resize(const struct script *s, struct event *e)
{
    static const char begin[] = "<resize ";
    const char *text = (const char *)s->text.data + s->at, *at = text + sizeof begin - 1;

    if (!begins(s, begin) || !take_size(&at, ' ', &e->cols) || !take_size(&at, '>', &e->rows))
        return 0;
    e->type = EVENT_RESIZE;
    return (size_t)(at - text);
}

/* "<save FILE>": unlike the command it leaves an open prompt as it is. */
static size_t read_save(const struct script *s, struct event *e)
{
    static const char begin[] = "<save ";
    const unsigned char *at = s->text.data + s->at + sizeof begin - 1;
    size_t left = s->text.len - s->at - (sizeof begin - 1);
    const unsigned char *end = memchr(at, '>', left);

    buf_clear(&e->text);
    if (!end || memchr(at, '\n', (size_t)(end - at)) ||
        buf_add(&e->text, at, (size_t)(end - at)) < 0)
        return 0;
    e->type = EVENT_SAVE;
    return sizeof begin - 1 + (size_t)(end - at) + 1;
}

static size_t read_key(const struct script *s, struct event *e)
{
    e->type = EVENT_KEY;
    return key_parse((const char *)s->text.data + s->at, s->text.len - s->at, &e->key);
}

int script_next(struct script *s, struct event *e, struct err *err)
{
    size_t used;

    while (s->at < s->text.len && (s->text.data[s->at] == '\n' || s->text.data[s->at] == '\r'))
        s->at++;
    if (s->at >= s->text.len)
        return 0;
    if (begins(s, "<wait>")) {
        e->type = EVENT_WAIT;
        used = strlen("<wait>");
    } else if (begins(s, "<save ")) {
        used = read_save(s, e);
    } else {
        used = begins(s, "<resize ") ? read_resize(s, e) : read_key(s, e);
    }
    if (used == 0)
        return err_set(err, ERR_USAGE, "line %llu of the script: no key is written so",
                       (unsigned long long)line_of(s));
    s->at += used;
    return 1;
}
