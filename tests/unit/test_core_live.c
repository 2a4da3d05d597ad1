/* An examination while it runs: looked at from outside, told of, cancelled, freed. */
#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { GUARD = 60 }; /* seconds after which what hangs is ended */

static int each_setup(void **state)
{
    (void)state;
    alarm(GUARD);
    return 0;
}

static int each_teardown(void **state)
{
    (void)state;
    alarm(0);
    return 0;
}

/* Entries with something to find in each of them: repeated ids, new classes, findings, large
 * ones among them. */
static void make_lively(struct chain *c, unsigned count, const char *open, const char *close)
{
    char id[32], class[32], *large = malloc(LIMIT_BLOCK + 100);

    memset(large, 'x', LIMIT_BLOCK + 99);
    large[LIMIT_BLOCK + 99] = 0;
    chain_begin(c, open);
    for (unsigned i = 0; i < count; i++) {
        struct making m = {.id = id, .class = class};
        snprintf(id, sizeof id, "id-%u", i % 900);
        snprintf(class, sizeof class, "EXECUTED BY H%u", i % 1500);
        if (i % 997 == 3)
            m.tool = large;
        if (i % 5 == 0)
            m.first = "\"tool\":1,\"Tool\":2,\"n\":1,\"n\":2,";
        chain_add(c, &m);
    }
    chain_end(c, close);
    free(large);
}

/* --- looked at from another thread --- */

struct watcher {
    struct timeline *t;
    uint64_t seen, looked;
    bool shrank, changed;
    struct digest first;
};

static void look_at_entry(struct watcher *w, uint64_t n)
{
    struct finding_list l = {0};
    struct entry_text text;
    struct digest closed;
    struct err err = {0};
    uint64_t line, column;

    struct entry_mark m = timeline_mark(w->t, n);
    timeline_place(w->t, m.offset, &line, &column, &err);
    if (timeline_entry_findings(w->t, n, &l, &err) == 0)
        w->looked += l.count;
    finding_list_release(&l);
    if (timeline_read_entry(w->t, n, 64, &text, &err) == 0)
        entry_text_release(&text);
    timeline_digest_closed(w->t, n, true, &closed, &err);
}

static void look_at_all(struct watcher *w)
{
    static struct class_count classes[LIMIT_CLASSES + 16];
    enum finding_code code;
    uint64_t entry, offset, length;

    timeline_classes(w->t, classes, COUNT(classes));
    timeline_first_failure(w->t, &entry, &code);
    timeline_first_signal(w->t, &entry);
    timeline_total(w->t, FINDING_LINK);
    timeline_severity_total(w->t, SEVERITY_WARNING);
    timeline_standing_total(w->t, STANDING_RECORDER);
    timeline_layout(w->t);
    timeline_result(w->t);
    timeline_construction(w->t);
    timeline_damage(w->t);
    timeline_embedded_commitment(w->t, &offset, &length);
    struct str job = timeline_job(w->t);
    w->changed |= job.data && strcmp(job.data, "job-1") != 0;
}

/* Looks until it is over. What was published stays. */
static void watch(struct watcher *w)
{
    struct progress p;

    do {
        p = timeline_progress(w->t);
        w->shrank |= p.entries < w->seen;
        w->seen = p.entries;
        look_at_all(w);
        if (p.entries == 0)
            continue;
        look_at_entry(w, p.entries);
        look_at_entry(w, 1 + p.entries / 2);
        w->looked += timeline_seek(w->t, p.entries, -1, finding_mask(SEVERITY_WARNING));
    } while (!p.done);
}

static void *watch_thread(void *arg)
{
    watch(arg);
    return NULL;
}

static void watch_text(const void *bytes, size_t len, unsigned threads, bool may_shrink)
{
    struct timeline_options options = {.jobs = threads};
    struct err err = {0};
    struct source *s = source_from_memory("lively", bytes, len, &err);
    struct timeline *t = timeline_new(s, &options, &err);
    struct watcher w = {.t = t};
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, watch_thread, &w), 0);
    assert_int_equal(timeline_start(t, &err), 0);
    assert_int_equal(timeline_wait(t, &err), 0);
    pthread_join(thread, NULL);
    assert_false(w.changed);
    assert_true(may_shrink || !w.shrank);
    timeline_free(t);
    source_free(s);
}

static void looked_at_while_it_runs(void **state)
{
    (void)state;
    struct chain c;
    make_lively(&c, 4000, "[", "]");
    for (unsigned threads = 1; threads <= 3; threads++)
        watch_text(c.text.data, c.text.len, threads, false);
    chain_release(&c);
    make_lively(&c, 2000, "{\"timeline\":[", "],\"commitment\":5}");
    watch_text(c.text.data, c.text.len, 2, false);
    chain_release(&c);
}

/* A file that is refused after its entries were shown: they are gone, and nobody falls over
 * them. */
static void looked_at_while_it_is_refused(void **state)
{
    (void)state;
    struct chain c;
    make_lively(&c, 2000, "{\"timeline\":[", "],\"entries\":[]}");
    for (int round = 0; round < 5; round++)
        watch_text(c.text.data, c.text.len, 2, true);
    chain_release(&c);
}

static void looked_at_while_it_turns_historical(void **state)
{
    (void)state;
    char prev[DIGEST_HEX + 1] = "0000000000000000000000000000000000000000000000000000000000000000";
    struct digest d;
    struct buf b;
    buf_init(&b, SIZE_MAX / 2);
    buf_adds(&b, "[");
    for (int i = 0; i < 5000; i++) {
        buf_addf(&b,
                 "%s{\"job_id\":\"job-1\",\"canonical_bytes\":\"eyJuIjoxfQ==\",\"prev_digest\":\"%"
                 "s\"%s}",
                 i ? "," : "", prev, i == 4999 ? ",\"close\":true" : "");
        digest_bytes("{\"n\":1}", 7, &d, NULL);
        digest_hex(&d, prev);
    }
    buf_adds(&b, "]");
    for (int round = 0; round < 3; round++)
        watch_text(b.data, b.len, 2, false);
    buf_release(&b);
}

/* --- told of --- */

struct told {
    struct timeline *t;
    atomic_int calls;
    atomic_bool done_at_last;
};

static void on_notify(void *arg)
{
    struct told *told = arg;
    told->calls++;
    told->done_at_last = timeline_progress(told->t).done;
}

static void told_at_the_beginning_and_at_the_end(void **state)
{
    (void)state;
    static const char *const texts[] = {"[{}]", "[]", "[{\"a\":01}]", "{}", ""};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct told told = {.calls = 0};
        struct timeline_options options = {.notify = on_notify, .notify_arg = &told};
        struct err err = {0};
        struct source *s = source_from_memory("text", texts[i], strlen(texts[i]), &err);
        told.t = timeline_new(s, &options, &err);
        assert_int_equal(timeline_start(told.t, &err), 0);
        assert_int_equal(timeline_wait(told.t, &err), 0);
        timeline_free(told.t);
        assert_int_equal(told.calls, i == 0 ? 2 : 1);
        assert_true(told.done_at_last);
        source_free(s);
    }
}

static void progress_ends_with_all(void **state)
{
    (void)state;
    struct chain c;
    struct exam e;
    chain_honest(&c, 3000);
    exam_chain(&e, &c, 2);
    struct progress p = timeline_progress(e.t);
    assert_true(p.done && !p.failed);
    assert_int_equal(p.bytes_read, c.text.len);
    assert_int_equal(p.bytes_total, c.text.len);
    exam_close(&e);
    chain_release(&c);
}

/* --- cancelled --- */

/* 1 when it was cancelled before its end. */
static int cancel_after(const struct chain *c, unsigned threads, unsigned looks, bool wait)
{
    struct timeline_options options = {.jobs = threads};
    struct err err = {0};
    struct source *s = source_from_memory("lively", c->text.data, c->text.len, &err);
    struct timeline *t = timeline_new(s, &options, &err);

    int status = 0;
    assert_int_equal(timeline_start(t, &err), 0);
    for (unsigned i = 0; i < looks; i++)
        timeline_progress(t);
    if (wait) {
        timeline_cancel(t);
        status = timeline_wait(t, &err);
        assert_true(status == 0 || err.code == ERR_CANCELLED);
        struct progress p = timeline_progress(t);
        assert_true(p.done);
        assert_int_equal(p.failed, status != 0);
        assert_true(status == 0 || timeline_result(t) == TIMELINE_PENDING);
        for (uint64_t n = 1; n <= p.entries; n += 100)
            assert_true(timeline_mark(t, n).offset < c->text.len);
    }
    timeline_free(t);
    source_free(s);
    return status != 0;
}

static void cancelled_at_any_moment(void **state)
{
    (void)state;
    struct chain c;
    int cancelled = 0;
    make_lively(&c, 1500, "[", "]");
    for (unsigned round = 0; round < 120; round++)
        cancelled += cancel_after(&c, 1 + round % 4, round * round * 3, round % 3 != 0);
    assert_true(cancelled > 0);
    chain_release(&c);
}

static void freed_without_being_started(void **state)
{
    (void)state;
    struct timeline_options options = {.jobs = 2};
    struct err err = {0};
    struct source *s = source_from_memory("x", "[]", 2, &err);
    struct timeline *t = timeline_new(s, &options, &err);
    assert_non_null(t);
    timeline_free(t);
    source_free(s);
    timeline_free(NULL);
}

static void cancelled_twice_and_after_the_end(void **state)
{
    (void)state;
    struct exam e;
    exam_bytes(&e, "[{}]", 4, NULL);
    timeline_cancel(e.t);
    timeline_cancel(e.t);
    assert_int_equal(timeline_wait(e.t, &e.err), 0);
    assert_int_equal(timeline_result(e.t), TIMELINE_BROKEN);
    exam_close(&e);
}

/* --- an input that comes slowly --- */

struct fed {
    int in;
    char path[64];
    struct source *source;
    struct timeline *t;
    struct err err;
};

static void fed_open(struct fed *f, int ends[2])
{
    struct timeline_options options = {.jobs = 2};

    memset(&f->err, 0, sizeof f->err);
    assert_int_equal(pipe(ends), 0);
    snprintf(f->path, sizeof f->path, "/dev/fd/%d", ends[0]);
    f->source = source_open(f->path, &f->err);
    assert_non_null(f->source);
    f->t = timeline_new(f->source, &options, &f->err);
    assert_int_equal(timeline_start(f->t, &f->err), 0);
}

static void fed_close(struct fed *f, int ends[2])
{
    timeline_free(f->t);
    source_free(f->source);
    close(ends[0]);
    close(ends[1]);
}

static void feed(int fd, const void *bytes, size_t len)
{
    const char *p = bytes;
    while (len) {
        ssize_t n = write(fd, p, len);
        assert_true(n > 0);
        p += n;
        len -= (size_t)n;
    }
}

/* Nothing comes any more: cancelling does not wait for it. What came is published first, so that
 * the examination is at its waiting. */
static void an_input_that_stalls_can_be_cancelled(void **state)
{
    (void)state;
    static const unsigned entries[] = {0, 1, 3, 1500};
    struct chain c;
    chain_honest(&c, 2000);
    for (size_t i = 0; i < COUNT(entries); i++)
        for (int wait = 0; wait < 2; wait++) {
            struct fed f;
            int ends[2];
            fed_open(&f, ends);
            feed(ends[1], c.text.data, entries[i] ? chain_find(&c, "}", entries[i]) + 1 : 0);
            while (timeline_progress(f.t).entries < entries[i])
                sched_yield();
            if (wait) {
                timeline_cancel(f.t);
                assert_int_equal(timeline_wait(f.t, &f.err), -1);
                assert_int_equal(f.err.code, ERR_CANCELLED);
            }
            fed_close(&f, ends);
        }
    chain_release(&c);
}

/* While the input stalls, what has come is shown, entry by entry, and no question waits for more
 * bytes. */
static void questions_do_not_wait_for_an_input_that_stalls(void **state)
{
    (void)state;
    struct chain c;
    struct fed f;
    int ends[2];
    chain_begin(&c, "[");
    for (unsigned i = 0; i < 4000; i++) {
        char class[32];
        snprintf(class, sizeof class, "EXECUTED BY H%u", i);
        chain_add(&c, &(struct making){.class = class});
    }
    chain_last(&c, NULL);
    chain_end(&c, "]");
    fed_open(&f, ends);
    uint64_t shown = 0;
    for (size_t at = 0; at < c.text.len / 2; at += 4096)
        feed(ends[1], c.text.data + at, 4096);
    struct watcher w = {.t = f.t};
    while (shown < 100) {
        struct progress p = timeline_progress(f.t);
        look_at_all(&w);
        if (p.entries > shown)
            look_at_entry(&w, p.entries);
        shown = p.entries;
        assert_false(p.done);
        assert_int_equal(p.bytes_total, 0);
    }
    fed_close(&f, ends);
    chain_release(&c);
}

struct writing {
    int fd;
    const struct chain *c;
};

static void *write_all(void *arg)
{
    struct writing *w = arg;
    for (size_t at = 0, step = 1; at < w->c->text.len; at += step, step = step * 3 % 7919 + 1) {
        size_t n = step < w->c->text.len - at ? step : w->c->text.len - at;
        feed(w->fd, w->c->text.data + at, n);
    }
    close(w->fd);
    return NULL;
}

static void a_pipe_gives_what_memory_gives(void **state)
{
    (void)state;
    struct buf by_pipe, by_memory;
    struct chain c;
    struct fed f;
    struct exam e;
    int ends[2];
    pthread_t thread;
    make_lively(&c, 2500, "[", "]");
    fed_open(&f, ends);
    struct writing w = {ends[1], &c};
    assert_int_equal(pthread_create(&thread, NULL, write_all, &w), 0);
    assert_int_equal(timeline_wait(f.t, &f.err), 0);
    pthread_join(thread, NULL);
    e = (struct exam){.t = f.t};
    buf_init(&by_pipe, SIZE_MAX / 2);
    exam_describe(&e, &by_pipe);
    exam_chain(&e, &c, 2);
    buf_init(&by_memory, SIZE_MAX / 2);
    exam_describe(&e, &by_memory);
    assert_string_equal(buf_cstr(&by_pipe), buf_cstr(&by_memory));
    exam_close(&e);
    buf_release(&by_pipe);
    buf_release(&by_memory);
    timeline_free(f.t);
    source_free(f.source);
    close(ends[0]);
    chain_release(&c);
}

/* --- a file that changes --- */

static void a_file_that_changes_is_not_judged(void **state)
{
    (void)state;
    char path[] = "/tmp/aerscope-live-XXXXXX";
    int fd = mkstemp(path);
    struct timeline_options options = {.jobs = 2};
    struct err err = {0};
    struct chain c;
    assert_true(fd >= 0);
    chain_honest(&c, 300);
    feed(fd, c.text.data, c.text.len);
    for (int how = 0; how < 2; how++) {
        struct source *s = source_open(path, &err);
        struct timeline *t = timeline_new(s, &options, &err);
        if (how == 0)
            feed(fd, "\n", 1);
        else
            assert_int_equal(ftruncate(fd, 5000), 0);
        assert_int_equal(timeline_start(t, &err), 0);
        assert_int_equal(timeline_wait(t, &err), -1);
        assert_int_equal(err.code, ERR_CHANGED);
        assert_int_equal(timeline_result(t), TIMELINE_PENDING);
        assert_true(timeline_progress(t).failed);
        timeline_free(t);
        source_free(s);
    }
    close(fd);
    unlink(path);
    chain_release(&c);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, each_setup, each_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(looked_at_while_it_runs),
        TEST(looked_at_while_it_is_refused),
        TEST(looked_at_while_it_turns_historical),
        TEST(told_at_the_beginning_and_at_the_end),
        TEST(progress_ends_with_all),
        TEST(cancelled_at_any_moment),
        TEST(freed_without_being_started),
        TEST(cancelled_twice_and_after_the_end),
        TEST(an_input_that_stalls_can_be_cancelled),
        TEST(questions_do_not_wait_for_an_input_that_stalls),
        TEST(a_pipe_gives_what_memory_gives),
        TEST(a_file_that_changes_is_not_judged),
    };
    return cmocka_run_group_tests_name("core/live", tests, NULL, NULL);
}
