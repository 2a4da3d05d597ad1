#include "base/decimal.h"

bool decimal_take(const char **at, uint64_t *out)
{
    const char *p = *at;
    uint64_t n = 0;

    *out = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        unsigned digit = (unsigned)(*p - '0');

        if (n > (UINT64_MAX - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    if (p == *at)
        return false;
    *at = p;
    *out = n;
    return true;
}

bool decimal_parse(const char *text, uint64_t *out)
{
    return decimal_take(&text, out) && *text == '\0';
}
