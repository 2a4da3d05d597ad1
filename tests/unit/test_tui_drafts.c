#include "tui/drafts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], path[128];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/aerscope-drafts.XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/case.draft", folder);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static struct draft like(uint64_t entry, const char *of)
{
    struct draft one = {.entry = entry, .has_digest = entry % 2};

    memset(&one.digest, (int)entry, sizeof one.digest);
    snprintf(one.of, sizeof one.of, "%s", of);
    return one;
}

static void put(struct drafts *d, uint64_t entry, const char *of, const char *text)
{
    struct draft one = like(entry, of);
    struct err err = {0};

    one.text = (struct str){(char *)(uintptr_t)text, strlen(text)};
    assert_int_equal(drafts_put(d, &one, &err), 0);
}

static void holds(const struct drafts *d, uint64_t entry, const char *of, const char *text)
{
    struct draft key = like(entry, of);
    const struct draft *one = drafts_find(d, &key);

    assert_non_null(one);
    assert_int_equal(one->text.len, strlen(text));
    assert_memory_equal(one->text.data ? one->text.data : "", text, strlen(text));
    assert_int_equal(one->has_digest, entry % 2);
}

static void come_back_as_they_were(void **state)
{
    static const char odd[] = "entry 9 - - 3\nab\033]0;x\a\n\n\xe6\xbc\xa2";
    struct drafts d = {0}, again = {0};
    struct draft key;
    struct err err = {0};
    struct stat st;

    (void)state;
    assert_int_equal(drafts_read(&d, path, &err), 0);
    assert_int_equal(d.count, 0);
    put(&d, 5, "", "ask ops");
    put(&d, 5, "2026-11-30T11:02:05Z", odd);
    put(&d, 8, "", "");
    put(&d, 5, "", "ask ops for the log");
    assert_int_equal(drafts_write(&d, &err), 0);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);

    assert_int_equal(drafts_read(&again, path, &err), 0);
    assert_int_equal(again.count, 3);
    holds(&again, 5, "", "ask ops for the log");
    holds(&again, 5, "2026-11-30T11:02:05Z", odd);
    holds(&again, 8, "", "");
    key = like(9, "");
    assert_null(drafts_find(&again, &key));

    /* The same number in another file. */
    key = like(5, "");
    key.digest.byte[0] ^= 1;
    assert_null(drafts_find(&again, &key));
    drafts_drop(&again, &key);
    holds(&again, 5, "", "ask ops for the log");
    key = like(5, "");
    drafts_drop(&again, &key);
    assert_null(drafts_find(&again, &key));
    holds(&again, 8, "", "");
    assert_int_equal(drafts_write(&again, &err), 0);
    key = like(8, "");
    drafts_drop(&again, &key);
    key = like(5, "2026-11-30T11:02:05Z");
    drafts_drop(&again, &key);
    assert_int_equal(drafts_write(&again, &err), 0);
    assert_int_equal(access(path, F_OK), -1);
    drafts_release(&again);
    drafts_release(&d);
}

static void is_left_alone(const char *text, size_t len)
{
    struct drafts d = {0};
    struct err err = {0};
    char got[256] = "";
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fwrite(text, 1, len, file);
    fclose(file);
    assert_int_equal(drafts_read(&d, path, &err), -1);
    assert_int_equal(d.count, 0);
    put(&d, 1, "", "x");
    assert_int_equal(drafts_write(&d, &err), -1);
    file = fopen(path, "r");
    assert_int_equal(fread(got, 1, sizeof got, file), len);
    assert_memory_equal(got, text, len);
    fclose(file);
    drafts_release(&d);
}

static void what_is_no_file_of_drafts_is_left_alone(void **state)
{
    static const char *const wrong[] = {
        "", "hello", "aerscope.drafts/2\n", "aerscope.drafts/1\nentry 5 - - 3\nab",
        "aerscope.drafts/1\nentry 5 - - 99999999\nab\n", "aerscope.drafts/1\nentry 0 - - 1\na\n",
        "aerscope.drafts/1\nentry 5 xyz - 1\na\n", "aerscope.drafts/1\nentry 5 - - 1\na\nmore",
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        is_left_alone(wrong[i], strlen(wrong[i]));
    is_left_alone("aerscope.drafts/1\nentry 5 - - 1\n\0\n", 34);
}

/* A file that comes up at the path meanwhile is somebody else's. */
static void another_file_is_not_written_over(void **state)
{
    struct drafts d = {0};
    struct err err = {0};
    FILE *file;

    (void)state;
    unlink(path);
    assert_int_equal(drafts_read(&d, path, &err), 0);
    file = fopen(path, "w");
    fputs("kept", file);
    fclose(file);
    put(&d, 1, "", "x");
    assert_int_equal(drafts_write(&d, &err), -1);
    assert_int_equal(err.code, ERR_IO);
    drafts_release(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(come_back_as_they_were),
        cmocka_unit_test(what_is_no_file_of_drafts_is_left_alone),
        cmocka_unit_test(another_file_is_not_written_over),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
