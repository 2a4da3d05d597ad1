/* Blocks of the file in memory, counted by their users and used again. */
#ifndef AERSCOPE_CORE_BLOCK_H
#define AERSCOPE_CORE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

struct block {
    struct block *next;
    unsigned char *data;
    uint64_t offset; /* in the file, of data[0] */
    size_t len;
    size_t fresh;    /* bytes of `data` that an earlier block had already: they belong to no hash here */
    int users;
};

struct block *block_new(void); /* room for 2 * LIMIT_BLOCK bytes; NULL without memory */
void block_free(struct block *b);

#endif
