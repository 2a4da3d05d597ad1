#include "tui/typed.h"

#include <string.h>

void typed_init(struct typed *t, size_t most)
{
    buf_init(&t->text, most);
    buf_init(&t->killed, most);
    t->at = 0;
}

void typed_release(struct typed *t)
{
    buf_release(&t->text);
    buf_release(&t->killed);
    t->at = 0;
}

void typed_clear(struct typed *t)
{
    buf_clear(&t->text);
    t->at = 0;
}

int typed_put(struct typed *t, const void *bytes, size_t len)
{
    struct buf *text = &t->text;

    if (len == 0)
        return 0;
    if (len > text->max - text->len || !buf_reserve(text, len)) {
        text->failed = false;
        return -1;
    }
    memmove(text->data + t->at + len, text->data + t->at, text->len - t->at);
    memcpy(text->data + t->at, bytes, len);
    text->len += len;
    text->data[text->len] = '\0';
    t->at += len;
    return 0;
}

int typed_put_back(struct typed *t)
{
    return typed_put(t, t->killed.data, t->killed.len);
}

bool typed_erase(struct typed *t, size_t from, size_t to)
{
    struct buf *text = &t->text;

    if (from >= to)
        return false;
    memmove(text->data + from, text->data + to, text->len - to);
    text->len -= to - from;
    text->data[text->len] = '\0';
    t->at = from;
    return true;
}

bool typed_take_out(struct typed *t, size_t from, size_t to)
{
    if (from >= to)
        return false;
    buf_clear(&t->killed);
    buf_add(&t->killed, t->text.data + from, to - from);
    return typed_erase(t, from, to);
}

static bool parts(const struct typed *t, size_t at)
{
    return t->text.data[at] == ' ' || t->text.data[at] == '\n';
}

size_t typed_word_begin(const struct typed *t)
{
    size_t at = t->at;

    while (at > 0 && parts(t, at - 1))
        at--;
    while (at > 0 && !parts(t, at - 1))
        at--;
    return at;
}

size_t typed_word_end(const struct typed *t)
{
    size_t at = t->at;

    while (at < t->text.len && parts(t, at))
        at++;
    while (at < t->text.len && !parts(t, at))
        at++;
    return at;
}
