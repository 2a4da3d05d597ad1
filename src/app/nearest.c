#include "app/nearest.h"

#include <string.h>

enum { NEAREST_LONGEST = 32 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions and replacements that lead from one word to the other. */
static size_t distance(const char *a, const char *b)
{
    size_t row[NEAREST_LONGEST + 1], len = strlen(b);

    for (size_t i = 0; i <= len; i++)
        row[i] = i;
    for (size_t k = 1; *a != '\0'; a++, k++) {
        size_t corner = row[0];

        row[0] = k;
        for (size_t i = 1; i <= len; i++) {
            size_t above = row[i];

            row[i] = least(corner + (*a != b[i - 1]), least(above, row[i - 1]) + 1);
            corner = above;
        }
    }
    return row[len];
}

void nearest_try(struct nearest *n, const char *word)
{
    size_t written = strlen(n->written), d;

    if (written == 0 || written > NEAREST_LONGEST || strlen(word) > NEAREST_LONGEST)
        return;
    /* What looks like an abbreviation is near, however much of the word is left out. */
    d = strncmp(word, n->written, written) == 0 ? 1 : distance(n->written, word);
    if (n->word == NULL || d < n->distance) {
        n->word = word;
        n->distance = d;
    }
}

const char *nearest_word(const struct nearest *n)
{
    if (n->word == NULL || n->distance > 3 || n->distance * 3 > strlen(n->written) + 2)
        return NULL;
    return n->word;
}
