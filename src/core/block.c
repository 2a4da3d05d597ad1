#include "core/block.h"

#include "base/limits.h"
#include "base/shortage.h"

#include <stdlib.h>

struct block *block_new(void)
{
    struct block *b = shortage_unless(calloc(1, sizeof *b));

    if (!b)
        return NULL;
    b->data = shortage_unless(malloc(2 * (size_t)LIMIT_BLOCK));
    if (b->data)
        return b;
    free(b);
    return NULL;
}

void block_free(struct block *b)
{
    if (!b)
        return;
    free(b->data);
    free(b);
}
