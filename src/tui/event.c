#include "tui/event.h"

#include "base/limits.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t key;
} named[] = {
    {"Enter", K_ENTER},    {"Esc", K_ESC},    {"Tab", K_TAB},         {"Space", K_SPACE},
    {"Up", K_UP},          {"Down", K_DOWN},  {"Left", K_LEFT},       {"Right", K_RIGHT},
    {"Home", K_HOME},      {"End", K_END},    {"PgUp", K_PAGE_UP},    {"PgDn", K_PAGE_DOWN},
    {"Ins", K_INSERT},     {"Del", K_DELETE}, {"BackTab", K_BACKTAB}, {"BS", K_BACKSPACE},
    {"lt", (uint32_t)'<'}, {"C-Left", K_WORD_LEFT}, {"C-Right", K_WORD_RIGHT},
};

void event_init(struct event *e)
{
    memset(e, 0, sizeof *e);
    buf_init(&e->text, LIMIT_MESSAGE);
}

void event_release(struct event *e)
{
    buf_release(&e->text);
    e->type = EVENT_NONE;
}

static uint32_t key_of_function(const char *digits, size_t len)
{
    int n = 0;

    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9' || n > 24)
            return K_NONE;
        n = n * 10 + (digits[i] - '0');
    }
    return n >= 1 && n <= 24 ? K_F1 + (uint32_t)n - 1 : K_NONE;
}

static uint32_t key_of_name(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strlen(named[i].name) == len && memcmp(named[i].name, name, len) == 0)
            return named[i].key;
    if (len == 3 && name[0] == 'C' && name[1] == '-' && name[2] >= 'A')
        return K_CTRL(name[2]);
    if (len >= 2 && name[0] == 'F')
        return key_of_function(name + 1, len - 1);
    return K_NONE;
}

size_t key_parse(const char *text, size_t len, uint32_t *key)
{
    const char *end;

    if (len == 0)
        return 0;
    if (text[0] != '<')
        return utf8_decode((const unsigned char *)text, len, false, key);
    end = memchr(text, '>', len);
    if (!end)
        return 0;
    *key = key_of_name(text + 1, (size_t)(end - text) - 1);
    return *key == K_NONE ? 0 : (size_t)(end - text) + 1;
}

static const char *name_of(uint32_t key)
{
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (named[i].key == key && key != '<')
            return named[i].name;
    return NULL;
}

void key_label(uint32_t key, char out[KEY_LABEL_ROOM])
{
    const char *name = name_of(key);
    unsigned char utf8[4];

    if (name)
        snprintf(out, KEY_LABEL_ROOM, "%s", name);
    else if (key < K_SPACE)
        snprintf(out, KEY_LABEL_ROOM, "Ctrl-%c", (int)(key + '@'));
    else if (key >= K_F1 && key < K_F1 + 24)
        snprintf(out, KEY_LABEL_ROOM, "F%u", (unsigned)(key - K_F1 + 1));
    else if (key <= 0x10ffff)
        snprintf(out, KEY_LABEL_ROOM, "%.*s", (int)utf8_encode(utf8, key), (char *)utf8);
    else
        snprintf(out, KEY_LABEL_ROOM, "?");
}
