#include "base/region.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 * 1024 * 1024 };

static size_t whole_pages(size_t bytes)
{
    return (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
}

int region_reserve(struct region *r, size_t bytes, size_t large)
{
    memset(r, 0, sizeof *r);
    if (bytes == 0 || bytes > SIZE_MAX / 2)
        return -1;
    r->mapped_bytes = whole_pages(bytes) + LARGE_PAGE;
    r->mapped = mmap(NULL, r->mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (r->mapped == MAP_FAILED) {
        memset(r, 0, sizeof *r);
        return -1;
    }
    r->base = (unsigned char *)r->mapped + (LARGE_PAGE - (uintptr_t)r->mapped % LARGE_PAGE) % LARGE_PAGE;
    r->bytes = bytes;
#ifdef MADV_HUGEPAGE
    if (large > 0)
        madvise(r->base, whole_pages(large < bytes ? large : bytes), MADV_HUGEPAGE); /* else the pages are small */
#else
    (void)large;
#endif
    return 0;
}

void region_release(struct region *r)
{
    if (r->base)
        munmap(r->mapped, r->mapped_bytes);
    memset(r, 0, sizeof *r);
}
