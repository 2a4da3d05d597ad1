/* Paths in a case file: absolute, or below the folder that the case file is in, so that a folder with
 * both can be handed on. */
#include "casefile/casefile_impl.h"

#include "base/shown.h"
#include "base/utf8.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

static int add_absolute(struct buf *b, const char *path, size_t len)
{
    char here[PATH_MAX];

    if (*path == '/')
        return buf_add(b, path, len);
    if (getcwd(here, sizeof here) == NULL)
        return buf_add(b, path, len);
    while (len >= 2 && path[0] == '.' && path[1] == '/') {
        path += 2;
        len -= 2;
    }
    buf_adds(b, strcmp(here, "/") == 0 ? "" : here);
    return buf_addf(b, "/%.*s", (int)len, path);
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

int path_store(const struct casefile *c, const char *path, struct str *out, struct err *err)
{
    struct buf folder, all;
    size_t len = strlen(path), skip = 0;
    int rc;

    if (utf8_span((const unsigned char *)path, len) < len)
        return err_set(err, ERR_USAGE, "'%s': its name is no UTF-8, which a case file cannot hold: give it another name",
                       shown(path).text);
    buf_init(&folder, LIMIT_MESSAGE);
    buf_init(&all, LIMIT_MESSAGE);
    add_absolute(&folder, c->path, folder_length(c->path));
    add_absolute(&all, path, len);
    if (!folder.failed && all.len > folder.len && memcmp(all.data, folder.data, folder.len) == 0)
        skip = folder.len;
    rc = all.failed ? -1 : str_set(out, all.data + skip, all.len - skip);
    buf_release(&folder);
    buf_release(&all);
    return rc == 0 ? 0 : casefile_no_memory(err);
}

int casefile_locate(const struct casefile *c, const char *path, struct str *out, struct err *err)
{
    struct buf b;
    int rc;

    buf_init(&b, LIMIT_CASE);
    if (*path != '/')
        buf_add(&b, c->path, folder_length(c->path));
    /* A file of that name, never standard input. */
    if (b.len == 0 && strcmp(path, "-") == 0)
        buf_adds(&b, "./");
    buf_adds(&b, path);
    rc = str_take(out, &b);
    buf_release(&b);
    return rc == 0 ? 0 : casefile_no_memory(err);
}

static int move_one(struct casefile *c, cJSON *file, const char *from, struct err *err)
{
    const char *path = tree_text(file, "path");
    struct str kept = {0};
    struct buf here;
    int rc = -1;

    if (path == NULL || *path == '/')
        return 0;
    buf_init(&here, LIMIT_CASE);
    buf_add(&here, from, folder_length(from));
    buf_adds(&here, path);
    if (!here.failed && path_store(c, buf_cstr(&here), &kept, NULL) == 0 &&
        tree_set(file, "path", cJSON_CreateString(kept.data)))
        rc = 0;
    buf_release(&here);
    str_release(&kept);
    return rc == 0 ? 0 : casefile_no_memory(err);
}

int path_move(struct casefile *c, const char *from, struct err *err)
{
    static const char *const top[] = {"timeline", "expect", "baseline"};

    for (size_t i = 0; i < sizeof top / sizeof *top; i++)
        if (move_one(c, cJSON_GetObjectItemCaseSensitive(c->root, top[i]), from, err) != 0)
            return -1;
    for (size_t i = 0; i < c->part[PART_REFERENCES].count; i++)
        if (move_one(c, c->part[PART_REFERENCES].item[i], from, err) != 0)
            return -1;
    for (size_t i = 0; i < c->part[PART_OUTCOME].count; i++)
        if (move_one(c, cJSON_GetObjectItemCaseSensitive(c->part[PART_OUTCOME].item[i], "evidence"), from,
                     err) != 0)
            return -1;
    return 0;
}
