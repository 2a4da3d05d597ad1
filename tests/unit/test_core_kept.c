/* What is kept of large entries: shown as if they were read again, without reading them. */
#include "core_making.h"

#include "core/kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE = 3 << 20, EXTRAS = 70 };

/* Bytes that this process has read; -1 where the system does not tell. */
static int64_t bytes_read(void)
{
    int64_t n = -1;
    FILE *f = fopen("/proc/self/io", "r");

    if (f && fscanf(f, "rchar: %" SCNd64, &n) != 1)
        n = -1;
    if (f)
        fclose(f);
    return n;
}

static char *repeated(char c, size_t len)
{
    char *s = malloc(len + 1);

    assert_non_null(s);
    memset(s, c, len);
    s[len] = 0;
    return s;
}

/* Large entries of several kinds among small ones. */
static void make(struct chain *c)
{
    char *payload = repeated('x', LARGE), *extra = repeated('y', LARGE), *first, *last;
    size_t n = 0;

    first = malloc(LARGE + 100);
    last = malloc(EXTRAS * 40);
    sprintf(first, "\"x_large\":\"%s\",\"Close\":true,", extra);
    for (int i = 0; i < EXTRAS; i++)
        n += (size_t)sprintf(last + n, ",\"x%d\":\"\\u0061%d\"", i, i);
    chain_begin(c, "[");
    chain_add(c, NULL);
    chain_add(c, &(struct making){.payload = payload});
    chain_add(c, &(struct making){.payload = payload, .first = first});
    chain_add(c, &(struct making){.payload = payload, .last = last});
    chain_add(c, &(struct making){.payload = "", .first = first});
    chain_add(c, NULL);
    chain_last(c, &(struct making){.payload = payload, .last = ",\"id\":\"again\",\"output_hash\":\"no\""});
    chain_end(c, "]");
    free(payload);
    free(extra);
    free(first);
    free(last);
}

static void open_file(struct exam *e, const char *path)
{
    struct timeline_options options = {.jobs = 2};

    memset(e, 0, sizeof *e);
    e->source = source_open(path, &e->err);
    assert_non_null(e->source);
    e->t = timeline_new(e->source, &options, &e->err);
    assert_non_null(e->t);
    assert_int_equal(timeline_start(e->t, &e->err), 0);
    assert_int_equal(timeline_wait(e->t, &e->err), 0);
}

static void describe_text(const struct entry_text *t, struct buf *out)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(&t->output, hex);
    buf_addf(out, "%" PRIu64 " %" PRIu64 " %d %d %s %" PRIu64 "\n", t->offset, t->length, t->is_object,
             t->has_output, hex, t->output_bytes);
    buf_add(out, t->payload.data, t->payload.len);
    for (int m = 0; m < MEMBER_COUNT; m++) {
        const struct entry_value *v = &t->member[m];
        buf_addf(out, "\n%d %d %" PRIu64 " %" PRIu64 " %d ", m, v->type, v->offset, v->length, v->cut);
        buf_add(out, v->text.data ? v->text.data : "", v->text.len);
    }
    buf_addf(out, "\n%zu of %" PRIu64, t->extras, t->extras_total);
    for (size_t i = 0; i < t->extras; i++) {
        const struct entry_extra *x = &t->extra[i];
        buf_addf(out, "\n%d %" PRIu64 " %d %d ", x->type, x->offset, x->name_cut, x->cut);
        buf_add(out, x->name.data, x->name.len);
        buf_add(out, x->text.data, x->text.len);
    }
}

static int put(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

/* Everything that a view asks of an entry. */
static void describe_entry(struct exam *e, uint64_t entry, struct buf *out)
{
    struct entry_text text;
    struct finding_list findings = {0};
    unsigned char piece[5000];
    ssize_t got = timeline_read_payload(e->t, entry, 100, piece, sizeof piece, &e->err);

    memset(&text, 0, sizeof text);
    assert_true(got >= 0);
    buf_add(out, piece, (size_t)got);
    assert_int_equal(timeline_read_entry(e->t, entry, 4096, &text, &e->err), 0);
    describe_text(&text, out);
    entry_text_release(&text);
    assert_int_equal(timeline_read_members(e->t, entry, 64, &text, &e->err), 0);
    describe_text(&text, out);
    entry_text_release(&text);
    assert_int_equal(timeline_preimage(e->t, entry, put, out, &e->err), 0);
    assert_int_equal(timeline_entry_findings(e->t, entry, &findings, &e->err), 0);
    for (size_t i = 0; i < findings.count; i++)
        describe_finding(&findings.item[i], out);
    finding_list_release(&findings);
}

static void large_entries_are_shown_as_if_read_again(void **state)
{
    (void)state;
    char path[] = "/tmp/kept.XXXXXX";
    int fd = mkstemp(path);
    struct chain c;
    struct exam e;

    assert_true(fd >= 0);
    make(&c);
    assert_int_equal(write(fd, c.text.data, c.text.len), c.text.len);
    open_file(&e, path);
    struct buf kept[8], again[8];
    for (uint64_t entry = 1; entry <= 7; entry++) {
        buf_init(&kept[entry], 1 << 20);
        buf_init(&again[entry], 1 << 20);
        int64_t before = bytes_read();
        describe_entry(&e, entry, &kept[entry]);
        /* Findings on names that are nearly or twice the same are looked for in the whole entry. */
        if (before >= 0 && entry != 3 && entry != 5 && entry != 7)
            assert_true(bytes_read() - before < 200000);
    }
    /* A file that was touched is read again. */
    assert_int_equal(futimens(fd, (struct timespec[]){{.tv_sec = 1}, {.tv_sec = 1}}), 0);
    for (uint64_t entry = 1; entry <= 7; entry++) {
        int64_t before = bytes_read();
        describe_entry(&e, entry, &again[entry]);
        if (before >= 0 && entry != 1 && entry != 6)
            assert_true(bytes_read() - before > LARGE);
        assert_int_equal(kept[entry].len, again[entry].len);
        assert_memory_equal(kept[entry].data, again[entry].data, kept[entry].len);
        buf_release(&kept[entry]);
        buf_release(&again[entry]);
    }
    exam_close(&e);
    chain_release(&c);
    close(fd);
    unlink(path);
}

/* --- how many --- */

static void add(struct keep *keep, uint64_t entry, uint64_t size)
{
    struct kept *k = calloc(1, sizeof *k);

    assert_non_null(k);
    k->entry = entry;
    k->facts.entry.end = size;
    keep_add(keep, k);
}

static void the_largest_are_kept(void **state)
{
    (void)state;
    struct keep keep = {0};
    size_t large = 0;

    for (uint64_t entry = 1; entry <= 20000; entry++) {
        bool is_large = entry % 50 == 0;
        add(&keep, entry, is_large ? UINT64_C(1) << 40 : 600000 + entry * 7919 % 1000000);
        assert_true(keep.count <= KEPT_MAX);
        large += is_large;
    }
    assert_true(keep.count >= large);
    for (uint64_t entry = 50; entry <= 20000; entry += 50) {
        assert_non_null(keep_find(&keep, entry));
        assert_true(keep_find(&keep, entry)->entry == entry);
    }
    for (size_t i = 0; i < keep.count; i++)
        assert_ptr_equal(keep_find(&keep, keep.item[i]->entry), keep.item[i]);
    assert_null(keep_find(&keep, 20001));
    assert_null(keep_find(&keep, 0));
    keep_release(&keep);
    assert_null(keep_find(&keep, 50));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_entries_are_shown_as_if_read_again),
        cmocka_unit_test(the_largest_are_kept),
    };
    return cmocka_run_group_tests_name("core/kept", tests, NULL, NULL);
}
