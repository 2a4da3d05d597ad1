#include "casefile_making.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char folder[64], path[128];
struct err err;

int set_up(void **state)
{
    const char *base = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder, "%s/aerscope-case.XXXXXX", base != NULL && strlen(base) < 30 ? base : "/tmp");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/one.case", folder);
    err_clear(&err);
    return 0;
}

int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

struct casefile *fresh(void)
{
    struct casefile *c = casefile_new(path, "M. Berger", &err);

    if (c == NULL)
        fail_msg("%s", err.text);
    return c;
}

struct casefile *opened(enum casefile_mode mode)
{
    struct casefile *c = casefile_open(path, mode, &err);

    if (c == NULL)
        fail_msg("%s", err.text);
    return c;
}

void good(int status)
{
    if (status != 0)
        fail_msg("%s", err.text);
}

void saved(struct casefile *c)
{
    good(casefile_save(c, &err));
    assert_false(casefile_dirty(c));
}

struct casefile *again(struct casefile *c)
{
    saved(c);
    casefile_free(c);
    c = opened(CASEFILE_WRITE);
    assert_null(casefile_read_only(c));
    assert_null(casefile_warning(c, 0));
    assert_int_equal(casefile_history(c), HISTORY_HOLDS);
    return c;
}

struct str slurp(const char *name)
{
    FILE *f = fopen(name, "rb");
    struct buf b;
    struct str s = {0};
    int byte;

    assert_non_null(f);
    buf_init(&b, SIZE_MAX);
    while ((byte = getc(f)) != EOF)
        buf_addc(&b, byte);
    fclose(f);
    assert_int_equal(str_take(&s, &b), 0);
    return s;
}

void spew(const char *name, const char *bytes, size_t len)
{
    FILE *f = fopen(name, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, len, f), len);
    assert_int_equal(fclose(f), 0);
}

size_t files(void)
{
    DIR *d = opendir(folder);
    size_t n = 0;

    assert_non_null(d);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n - 2;
}

void match_all(struct casefile *c, struct exam *e)
{
    do
        casefile_match(c, e->t, "/evidence/one.json");
    while (casefile_matching(c));
}

struct digest digest_of(const struct exam *e, uint64_t entry)
{
    struct entry_mark m = timeline_mark(e->t, entry);

    assert_true(m.has_digest);
    return m.digest;
}

void note(struct casefile *c, const struct exam *e, uint64_t entry, enum mark mark, const char *text)
{
    struct digest d = digest_of(e, entry);

    good(casefile_add_note(c, entry, &d, mark, text, &err));
}
