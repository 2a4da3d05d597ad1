#include "base/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const char *explained;

void refusal_explain(const char *reason)
{
    explained = reason;
}

const char *refusal_says(int error)
{
    static _Thread_local char text[320];

    if (error != EACCES || explained == NULL)
        return strerror(error);
    snprintf(text, sizeof text, "%s; %s", strerror(error), explained);
    return text;
}

static const char *remedy(int error)
{
    struct rlimit most;

    switch (error) {
    case EFBIG:
        return getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY
                   ? "raise the limit on the size of a file (ulimit -f)"
                   : "set TMPDIR to a folder whose file system takes larger files";
    case ENOSPC:
    case EDQUOT:
        return "set TMPDIR to a folder with more room";
    case EMFILE:
        return "raise the limit on open files (ulimit -n)";
    case ENFILE:
        return "too many files are open on this machine";
    case ENOMEM:
        return "there is too little memory";
    case EIO:
        return "set TMPDIR to a folder on another disk";
    default:
        return "set TMPDIR to a folder that can be written";
    }
}

const char *refusal_of_open(const char *path, int error)
{
    struct stat st;

    if (error == ENOENT && lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
        return "it is a symbolic link that leads nowhere";
    return strerror(error);
}

const char *refusal_of_temporary(int error)
{
    static _Thread_local char text[320];

    snprintf(text, sizeof text, "%s; %s", strerror(error), remedy(error));
    return text;
}
