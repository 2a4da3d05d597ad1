#include "base/rename.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's, for C libraries that do not name them. */
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#endif
#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1)
#endif

static int rename_by(int dir, const char *from, const char *to, unsigned flags)
{
#ifdef HAVE_RENAMEAT2
    return renameat2(dir, from, dir, to, flags);
#else
    return (int)syscall(SYS_renameat2, dir, from, dir, to, flags);
#endif
}

int rename_new(int dir, const char *from, const char *to)
{
    if (rename_by(dir, from, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (linkat(dir, from, dir, to, 0) != 0)
        return -1;
    return unlinkat(dir, from, 0);
}

int rename_exchange(int dir, const char *one, const char *other)
{
    return rename_by(dir, one, other, RENAME_EXCHANGE);
}
