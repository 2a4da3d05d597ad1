/* What explains a finding, worked out behind the screen: once for each, in words on the page, stopped
 * when asked. */
#include "core_making.h"

#include "tui/action.h"
#include "tui/explain_page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

struct desk {
    struct chain chain;
    struct exam exam;
    struct reference_set refs;
    struct state s;
    struct buf words;
};

/* Entry 3 of 6 was put under another class; the link into entry 4 says so. */
static void sit(struct desk *d, bool at_once)
{
    memset(d, 0, sizeof *d);
    chain_begin(&d->chain, "[");
    for (int i = 1; i < 6; i++)
        chain_add(&d->chain, &(struct making){.class = "LOGGED BY AGENT"});
    chain_last(&d->chain, &(struct making){.class = "OBSERVED VIA GATEWAY"});
    chain_end(&d->chain, "]");
    chain_swap(&d->chain, "LOGGED BY AGENT", 3, "OBSERVED VIA GATEWAY");
    exam_chain(&d->exam, &d->chain, 1);
    state_init(&d->s, d->exam.t, &d->refs, (struct instant){0});
    state_set_title(&d->s, "made.json");
    d->s.explaining.worker.at_once = at_once;
    assert_int_equal(grid_resize(&d->s.grid, 24, 80), 0);
    state_refresh(&d->s);
    buf_init(&d->words, 4096);
}

static void leave(struct desk *d)
{
    state_release(&d->s);
    exam_close(&d->exam);
    chain_release(&d->chain);
    buf_release(&d->words);
}

static const char *screen(struct desk *d)
{
    state_draw(&d->s);
    buf_clear(&d->words);
    assert_int_equal(grid_save(&d->s.grid, false, &d->words), 0);
    return buf_cstr(&d->words);
}

static void wait(struct desk *d)
{
    while (d->s.explaining.worker.running)
        state_refresh(&d->s);
}

static const struct finding_key link_into_4 = {FINDING_LINK, 4, -1};

static void proves_what_was_changed(void **state)
{
    struct desk d;
    const struct explained *one;

    (void)state;
    sit(&d, true);
    assert_non_null(strstr(screen(&d), "PROVED       entry 3 with class LOGGED BY AGENT, agent "));
    one = explaining_find(&d.s.explaining, &link_into_4);
    assert_non_null(one);
    assert_false(one->failed);
    assert_int_equal(one->list.item[0].kind, EXPLANATION_MEMBER_CHANGED);
    leave(&d);
}

static void waits_without_holding_the_screen(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, false);
    assert_non_null(strstr(screen(&d), "explaining ... (Ctrl-C stops)"));
    wait(&d);
    assert_non_null(strstr(screen(&d), "PROVED "));
    leave(&d);
}

/* The link is seen from both sides, and tried once. */
static void explains_each_finding_once(void **state)
{
    struct desk d;
    const struct explained *one;

    (void)state;
    sit(&d, true);
    screen(&d);
    one = explaining_find(&d.s.explaining, &link_into_4);
    state_select(&d.s, 3);
    assert_non_null(strstr(screen(&d), "PROVED "));
    assert_ptr_equal(explaining_find(&d.s.explaining, &link_into_4), one);
    assert_int_equal(d.s.explaining.next, 1);
    leave(&d);
}

static void begins_anew_after_it_was_stopped(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, false);
    screen(&d);
    assert_true(explaining_cancel(&d.s));
    wait(&d);
    if (d.s.explaining.stopped_at == 0) { /* it was quicker */
        d.s.explaining.kept[0].stopped = d.s.explaining.kept[0].failed = true;
        d.s.explaining.stopped_at = 4;
    }
    assert_false(explaining_cancel(&d.s));
    assert_non_null(strstr(screen(&d), "not explained: stopped"));
    state_select(&d.s, 3);
    screen(&d);
    wait(&d);
    state_select(&d.s, 4);
    assert_non_null(strstr(screen(&d), "PROVED "));
    leave(&d);
}

static void forgets_when_references_change(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, true);
    screen(&d);
    command_line(&d.s, "count 9");
    action_event(&d.s, &(struct event){.type = EVENT_KEY, .key = K_ENTER});
    for (int i = 0; i < 5 && d.s.prompting; i++)
        action_event(&d.s, &(struct event){.type = EVENT_KEY, .key = K_ENTER});
    assert_int_equal(d.refs.count, 1);
    assert_null(explaining_find(&d.s.explaining, &link_into_4));
    state_select(&d.s, 6);
    assert_int_equal(grid_resize(&d.s.grid, 50, 100), 0);
    assert_non_null(strstr(screen(&d), "POSSIBLE "));
    leave(&d);
    reference_set_release(&d.refs);
}

static void says_it_in_the_list_of_findings(void **state)
{
    struct desk d;

    (void)state;
    sit(&d, true);
    action_do(&d.s, ACTION_FINDINGS, 0);
    assert_non_null(strstr(screen(&d), "--- what explains it"));
    assert_non_null(strstr(screen(&d), "PROVED       entry 3 with provenance_class"));
    assert_int_equal(grid_resize(&d.s.grid, 12, 40), 0);
    assert_non_null(strstr(screen(&d), "proved: 3 with class LOGGED BY AGENT"));
    leave(&d);
}

/* ---- the thread ---- */

struct job {
    struct worker w;
    atomic_int told;
    bool done, stopped;
};

static void work(void *arg)
{
    struct job *j = arg;

    while (!worker_stopped(&j->w) && !j->done)
        continue;
    j->stopped = worker_stopped(&j->w);
}

static void tell(void *arg)
{
    atomic_fetch_add(&((struct job *)arg)->told, 1);
}

static void a_task_stops_and_says_that_it_is_over(void **state)
{
    struct job j = {.w = {.notify = tell}};

    (void)state;
    j.w.notify_arg = &j;
    assert_int_equal(worker_start(&j.w, work, &j, NULL), 0);
    assert_false(worker_take(&j.w));
    worker_stop(&j.w);
    while (!worker_take(&j.w))
        continue;
    assert_true(j.stopped);
    assert_int_equal(atomic_load(&j.told), 1);
    assert_false(worker_take(&j.w));
    j.done = true;
    assert_int_equal(worker_start(&j.w, work, &j, NULL), 0);
    worker_end(&j.w);
    assert_false(j.w.running);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proves_what_was_changed),
        cmocka_unit_test(waits_without_holding_the_screen),
        cmocka_unit_test(explains_each_finding_once),
        cmocka_unit_test(begins_anew_after_it_was_stopped),
        cmocka_unit_test(forgets_when_references_change),
        cmocka_unit_test(says_it_in_the_list_of_findings),
        cmocka_unit_test(a_task_stops_and_says_that_it_is_over),
    };
    return cmocka_run_group_tests_name("tui/explaining", tests, NULL, NULL);
}
