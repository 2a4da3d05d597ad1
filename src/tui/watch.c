#include "tui/watch.h"

#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>

/* A file that another takes the place of loses a link: that is IN_ATTRIB. */
int watch_open(const char *path)
{
    int fd = strcmp(path, "-") == 0 ? -1 : inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

    if (fd >= 0 && inotify_add_watch(fd, path, IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF) < 0)
        watch_close(&fd);
    return fd;
}

#else

int watch_open(const char *path)
{
    (void)path;
    return -1;
}

#endif

void watch_drain(int fd)
{
    char events[4096];

    while (read(fd, events, sizeof events) > 0)
        continue;
}

void watch_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}
