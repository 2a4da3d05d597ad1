#include "report/range.h"

#include "base/decimal.h"

int range_parse(const char *text, uint64_t *from, uint64_t *to)
{
    if (!decimal_take(&text, from))
        return -1;
    *to = *from;
    if (*text == '-') {
        text++;
        if (!decimal_take(&text, to))
            return -1;
    }
    return *text == '\0' && *from >= 1 && *from <= *to ? 0 : -1;
}
