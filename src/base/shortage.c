#include "base/shortage.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_ulong notes;

void shortage_note(void)
{
    atomic_fetch_add_explicit(&notes, 1, memory_order_relaxed);
}

void *shortage_unless(void *memory)
{
    if (memory == NULL)
        shortage_note();
    return memory;
}

unsigned long shortage_notes(void)
{
    return atomic_load_explicit(&notes, memory_order_relaxed);
}
