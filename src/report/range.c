#include "report/range.h"

#include <errno.h>
#include <stdlib.h>

/* A number from 1 on; behind it `*end`. */
static int number(const char *text, uint64_t *out, char **end)
{
    errno = 0;
    *out = strtoull(text, end, 10);
    return *text >= '0' && *text <= '9' && errno == 0 && *out >= 1 ? 0 : -1;
}

int range_parse(const char *text, uint64_t *from, uint64_t *to)
{
    char *end;

    if (number(text, from, &end) != 0)
        return -1;
    *to = *from;
    if (*end == '-' && number(end + 1, to, &end) != 0)
        return -1;
    return *end == '\0' && *from <= *to ? 0 : -1;
}
