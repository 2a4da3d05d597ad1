/* A list of expected actions, or a workflow receipt, held against one timeline: its numbers agree with each other
 * and with what is said of each entry, and a second check gives the same. */
#include "fuzz.h"

#include "core/expected.h"
#include "core/reference.h"

#include "known.h"

#include <string.h>

static void hold_entries(const struct expected *e, struct timeline *t, const struct coverage *c)
{
    uint64_t fate[EXPECTED_FATES] = {0}, found = 0;
    struct expected_about about = expected_about(e);

    for (uint64_t i = 1; i <= KNOWN_ENTRIES; i++) {
        struct finding_list l = {0};
        struct err err = {0};
        uint64_t action = 0;
        enum expected_fate f = expected_of_entry(e, i, &action);

        fate[f]++;
        HOLDS(action <= about.actions);
        HOLDS(expected_has(e, i) == (f >= EXPECTED_MISPLACED));
        HOLDS(expected_entry_findings(e, t, i, &l, &err) == 0);
        HOLDS(l.count == (f >= EXPECTED_MISPLACED));
        for (size_t k = 0; k < l.count; k++)
            if (l.item[k].message.data)
                fuzz_holds_text(l.item[k].message.data, l.item[k].message.len);
        finding_list_release(&l);
    }
    for (uint64_t i = 1; c->assessed && i <= about.actions && i <= 1000; i++) {
        struct expected_action a = expected_action(e, i);

        HOLDS(a.found <= a.count && a.first <= KNOWN_ENTRIES && (a.found > 0) == (a.first > 0));
        found += a.kind == EXPECTED_REQUIRED ? a.found : 0;
    }
    if (!c->assessed)
        HOLDS(fate[EXPECTED_NOT_HELD] == KNOWN_ENTRIES);
    else if (about.actions <= 1000)
        HOLDS(found == c->matched);
    if (c->assessed) {
        HOLDS(fate[EXPECTED_NOT_HELD] == 0);
        HOLDS(fate[EXPECTED_MATCHED] + fate[EXPECTED_MISPLACED] == c->matched);
        HOLDS(fate[EXPECTED_MISPLACED] == c->out_of_order && fate[EXPECTED_PERMITTED] == c->authorised);
        HOLDS(fate[EXPECTED_DENIED] == c->forbidden);
        HOLDS(fate[EXPECTED_UNNAMED] + fate[EXPECTED_SURPLUS] + fate[EXPECTED_FOREIGN] == c->unexpected);
    }
}

static void hold_list(const struct expected *e)
{
    struct expected_about about = expected_about(e);
    bool form = false;

    for (uint64_t i = 0; i < expected_list_findings(e) && i < 1000; i++) {
        struct finding f;

        HOLDS(expected_list_finding(e, i, &f) == 0);
        form = form || f.code == FINDING_EXPECT_FORM;
        HOLDS(f.code == expected_list_code(e, i));
        if (f.message.data)
            fuzz_holds_text(f.message.data, f.message.len);
        finding_release(&f);
    }
    HOLDS(!about.usable || !form);
}

static void hold_again(const struct coverage *was, const uint8_t *data, size_t size, struct timeline *t)
{
    struct err err = {0};
    struct expected *e = expected_from_bytes("fuzzed", data, size, &err);
    struct coverage now;

    HOLDS(e != NULL && expected_prepare(e, t, NULL, NULL, &err) == 0 && expected_check(e, t, &err) == 0);
    now = expected_coverage(e);
    HOLDS(was->assessed == now.assessed && was->expected == now.expected && was->matched == now.matched);
    HOLDS(was->missing == now.missing && was->authorised == now.authorised && was->unexpected == now.unexpected);
    HOLDS(was->forbidden == now.forbidden && was->out_of_order == now.out_of_order);
    expected_free(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct timeline *t = known_exam()->t;
    struct err err = {0};
    struct expected *e = expected_from_bytes("fuzzed", data, size, &err);
    struct coverage c;

    HOLDS(e != NULL);
    HOLDS(expected_check(e, t, &err) == 0);
    c = expected_coverage(e);
    HOLDS(c.expected == c.matched + c.missing && c.out_of_order <= c.matched);
    HOLDS(expected_about(e).usable == c.assessed);
    hold_list(e);
    hold_entries(e, t, &c);
    hold_again(&c, data, size, t);
    expected_free(e);
    return 0;
}
