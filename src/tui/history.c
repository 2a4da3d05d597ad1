#include "tui/history.h"

#include <stdlib.h>
#include <string.h>

void history_release(struct history *h)
{
    for (size_t i = 0; i < h->count; i++)
        free(h->line[i]);
    free(h->typing);
    memset(h, 0, sizeof *h);
}

void history_begin(struct history *h)
{
    free(h->typing);
    h->typing = NULL;
    h->at = h->count;
}

static void show(const struct history *h, struct typed *l)
{
    line_set(l, h->at < h->count ? h->line[h->at] : h->typing ? h->typing : "");
}

void history_go(struct history *h, struct typed *l, int step)
{
    if (step < 0 ? h->at == 0 : h->at >= h->count)
        return;
    if (h->at == h->count) {
        free(h->typing);
        h->typing = strdup(line_text(l));
    }
    h->at = step < 0 ? h->at - 1 : h->at + 1;
    show(h, l);
}

static void drop(struct history *h, size_t i)
{
    free(h->line[i]);
    h->count--;
    memmove(&h->line[i], &h->line[i + 1], (h->count - i) * sizeof *h->line);
}

void history_add(struct history *h, const char *text)
{
    char *copy = strdup(text);

    if (!copy)
        return;
    for (size_t i = h->count; i-- > 0;)
        if (strcmp(h->line[i], text) == 0)
            drop(h, i);
    if (h->count == HISTORY_LINES)
        drop(h, 0);
    h->line[h->count++] = copy;
    h->at = h->count;
}

const char *history_newest(const struct history *h)
{
    return h->count > 0 ? h->line[h->count - 1] : NULL;
}
