/* Where a new case file goes when nothing else is asked for: never beside the evidence. */
#include "casefile/casefile_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 64, HEAD_DIGITS = 8 };

/* The folder that case files are proposed in, without a slash at its end. 0 or -1. */
static int propose_folder(struct str *out, struct err *err)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct buf b;
    int rc = -1;

    /* A relative one is to be ignored (XDG Base Directory Specification). */
    buf_init(&b, LIMIT_MESSAGE);
    if (data != NULL && *data == '/')
        rc = buf_addf(&b, "%s/aerscope", data);
    else if (home != NULL && *home == '/')
        rc = buf_addf(&b, "%s/.local/share/aerscope", home);
    else
        err_set(err, ERR_USAGE,
                "neither XDG_DATA_HOME nor HOME names a folder to keep case files in: name a file");
    if (rc == 0 && str_take(out, &b) != 0)
        rc = casefile_no_memory(err);
    buf_release(&b);
    return rc;
}

static bool make_all(char *folder)
{
    for (char *at = folder + 1;; at++) {
        bool last = *at == '\0';

        if (!last && *at != '/')
            continue;
        *at = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST && last)
            return false;
        if (last)
            return true;
        *at = '/';
    }
}

static bool is_in(const struct str *folder, const char *path)
{
    return strncmp(path, folder->data, folder->len) == 0 && path[folder->len] == '/' &&
           strchr(path + folder->len + 1, '/') == NULL;
}

bool propose_makes(const char *path)
{
    struct str folder = {0};
    bool makes = propose_folder(&folder, NULL) == 0 && is_in(&folder, path);

    str_release(&folder);
    return makes;
}

bool propose_make(const char *path)
{
    struct str folder = {0};
    bool made = propose_folder(&folder, NULL) == 0 && is_in(&folder, path) && make_all(folder.data);

    str_release(&folder);
    return made;
}

/* The timeline's name without its folder and .json, in characters that need no care anywhere. */
static int add_name(struct buf *b, const char *timeline_path)
{
    const char *slash = strrchr(timeline_path, '/'), *name = slash != NULL ? slash + 1 : timeline_path;
    size_t len = strlen(name);

    if (len > 5 && strcmp(name + len - 5, ".json") == 0)
        len -= 5;
    if (len == 0 || strcmp(name, "-") == 0)
        return buf_adds(b, "timeline");
    if (len > NAME_BYTES)
        len = NAME_BYTES;
    for (size_t i = 0; i < len; i++) {
        char ch = name[i];
        bool plain = (ch >= '0' && ch <= '9') || (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z') ||
                     (i > 0 && strchr("._-", ch) != NULL);

        buf_addc(b, plain ? ch : '_');
    }
    return b->failed ? -1 : 0;
}

static bool is_free(const char *path, const struct digest *sha256)
{
    struct err err = {0};
    struct casefile *c = casefile_open(path, CASEFILE_READ, &err);
    struct casefile_file made_for;
    struct stat st;
    bool same;

    if (c == NULL)
        return lstat(path, &st) != 0 && errno == ENOENT;
    made_for = casefile_timeline(c);
    same = sha256 != NULL && made_for.has_sha256 && digest_equal(&made_for.sha256, sha256);
    casefile_free(c);
    return same;
}

static int add_variant(struct buf *b, size_t len, const struct digest *sha256, int number)
{
    char hex[DIGEST_HEX + 1];

    b->len = len;
    if (sha256 != NULL) {
        digest_hex(sha256, hex);
        buf_addf(b, "-%.*s", HEAD_DIGITS, hex);
    }
    if (number > 1)
        buf_addf(b, "-%d", number);
    return buf_adds(b, ".case");
}

int casefile_propose(const char *timeline_path, const struct digest *sha256, struct str *path,
                     struct err *err)
{
    struct buf b;
    int rc = propose_folder(path, err);
    size_t len;

    if (rc != 0)
        return -1;
    buf_init(&b, LIMIT_MESSAGE);
    buf_add(&b, path->data, path->len);
    buf_addc(&b, '/');
    str_release(path);
    rc = add_name(&b, timeline_path);
    len = b.len;
    buf_adds(&b, ".case");
    for (int n = 1; !b.failed && !is_free(buf_cstr(&b), sha256) && n < 1000; n++)
        add_variant(&b, len, sha256, sha256 != NULL ? n : n + 1);
    if (rc != 0 || str_take(path, &b) != 0)
        rc = casefile_no_memory(err);
    buf_release(&b);
    return rc;
}
