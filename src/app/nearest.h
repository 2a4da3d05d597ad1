/* The word that was meant. */
#ifndef AERSCOPE_APP_NEAREST_H
#define AERSCOPE_APP_NEAREST_H

#include <stddef.h>

/* Keeps the word of a series that is nearest to what was written. Zero-initialise with `written`. */
struct nearest {
    const char *written, *word;
    size_t distance;
};
void nearest_try(struct nearest *n, const char *word);
/* NULL when nothing is near enough to be named. */
const char *nearest_word(const struct nearest *n);

#endif
