#include "base/shown.h"

#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct shown shown(const char *untrusted)
{
    struct shown s = {""};
    struct buf b;
    size_t fits, cells;

    buf_init(&b, SIZE_MAX);
    text_escape(&b, untrusted, strlen(untrusted), TEXT_ASCII | TEXT_SINGLE);
    fits = text_fit(buf_cstr(&b), b.len, sizeof s.text - 4, &cells);
    snprintf(s.text, sizeof s.text, "%.*s%s", (int)fits, buf_cstr(&b), fits < b.len ? "..." : "");
    buf_release(&b);
    return s;
}
