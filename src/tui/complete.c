#include "tui/complete.h"

#include "base/text.h"
#include "tui/prompt.h"
#include "tui/show.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAMES_TOLD = 40, NAMES_MOST = 10000, PATH_BYTES = 4096 };

/* Names in one folder that begin alike. */
struct names {
    char **name; /* a folder with its slash */
    size_t count, room;
    bool more; /* than are kept */
};

static void release(struct names *n)
{
    for (size_t i = 0; i < n->count; i++)
        free(n->name[i]);
    free(n->name);
}

static void keep(struct names *n, const char *name, bool folder)
{
    size_t len = strlen(name);
    char *copy;

    if (n->count == n->room) {
        size_t room = n->room ? 2 * n->room : 32;
        char **more = n->count < NAMES_MOST ? realloc(n->name, room * sizeof *more) : NULL;
        n->more = true;
        if (!more)
            return;
        n->more = false;
        n->name = more;
        n->room = room;
    }
    copy = malloc(len + 2);
    if (!copy)
        return;
    memcpy(copy, name, len);
    memcpy(copy + len, folder ? "/" : "", folder + (size_t)1);
    n->name[n->count++] = copy;
}

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void find(struct names *n, const char *folder, const char *begin)
{
    size_t len = strlen(begin);
    DIR *dir = opendir(*folder ? folder : ".");
    struct dirent *d;
    struct stat st;

    while (dir && (d = readdir(dir)) != NULL) {
        if (is_dots(d->d_name) || strncmp(d->d_name, begin, len) != 0 ||
            (d->d_name[0] == '.' && len == 0))
            continue;
        if (fstatat(dirfd(dir), d->d_name, &st, 0) == 0 &&
            (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
            keep(n, d->d_name, S_ISDIR(st.st_mode));
    }
    if (dir)
        closedir(dir);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* How many bytes all of them begin with, whole characters alone. */
static size_t common(const struct names *n)
{
    const char *first = n->name[0];
    size_t len = strlen(first);

    for (size_t i = 1; i < n->count; i++) {
        size_t k = 0;
        while (k < len && n->name[i][k] == first[k])
            k++;
        len = k;
    }
    while (len > 0 && ((unsigned char)first[len] & 0xc0) == 0x80)
        len--;
    return len;
}

static void tell(struct state *s, struct names *n)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (n->count > 1)
        qsort(n->name, n->count, sizeof *n->name, by_bytes);
    for (size_t i = 0; i < n->count && i < NAMES_TOLD; i++) {
        buf_adds(&text, i ? "  " : "");
        show_cstr(&text, n->name[i], s->flags);
    }
    if (n->count > NAMES_TOLD)
        buf_addf(&text, "  and %s%zu more", n->more ? "at least " : "", n->count - NAMES_TOLD);
    prompt_tell(s, n->count ? buf_cstr(&text) : "no file or folder begins so");
    buf_release(&text);
}

void complete_path(struct state *s, size_t from)
{
    size_t at = s->prompt.at, len = at > from ? at - from : 0, begun, all;
    char path[PATH_BYTES];
    struct names n = {0};
    char *slash;

    if (len >= sizeof path)
        return;
    memcpy(path, line_text(&s->prompt) + at - len, len);
    path[len] = '\0';
    slash = strrchr(path, '/');
    if (slash) {
        char begin[PATH_BYTES];
        snprintf(begin, sizeof begin, "%s", slash + 1);
        slash[1] = '\0';
        find(&n, path, begin);
        begun = strlen(begin);
    } else {
        find(&n, "", path);
        begun = len;
    }
    all = n.count ? common(&n) : 0;
    buf_clear(&s->prompt_note);
    if (all > begun)
        typed_put(&s->prompt, n.name[0] + begun, all - begun);
    else if (n.count != 1)
        tell(s, &n);
    release(&n);
}
