/* Two copies (the parts of the input) held against each other: a copy is identical with itself, each entry stands in
 * one row, and where it is told what the other order says, the other order says it. */
#include "fuzz.h"

#include "explain/compare.h"

#include "known.h"

#include <stdlib.h>
#include <string.h>

static void hold_rows(const struct copies *c)
{
    struct copies_row row = {0};
    uint64_t earlier = 0, later = 0, total[COPIES_KINDS] = {0};

    while (copies_next(c, &row)) {
        HOLDS(row.earlier <= c->earlier_entries && row.later <= c->later_entries);
        HOLDS(row.earlier > 0 || row.later > 0);
        earlier += row.kind != COPIES_MOVED_TO && row.earlier > 0;
        later += row.kind != COPIES_MOVED_FROM && row.later > 0;
        total[row.kind]++;
        copies_original(c, &row);
        if (row.kind == COPIES_SAME || row.kind == COPIES_UNBOUND) {
            struct entry_mark a = timeline_mark(c->earlier, row.earlier), b = timeline_mark(c->later, row.later);
            HOLDS(a.has_digest == b.has_digest && (!a.has_digest || digest_equal(&a.digest, &b.digest)));
        }
    }
    HOLDS(earlier == c->earlier_entries && later == c->later_entries);
    for (int i = 0; i < COPIES_KINDS; i++)
        HOLDS(total[i] == c->total[i]);
}

static void hold_against_itself(struct timeline *t)
{
    struct copies c;
    struct err err = {0};

    HOLDS(copies_compare(&c, t, t, NULL, &err) == 0);
    HOLDS(c.category == COPIES_IDENTICAL && c.entry == 0);
    hold_rows(&c);
    copies_release(&c);
}

static void compare(struct timeline *a, struct timeline *b)
{
    struct copies one, two;
    struct err err = {0};
    struct buf says;

    HOLDS(copies_compare(&one, a, b, NULL, &err) == 0 && copies_compare(&two, b, a, NULL, &err) == 0);
    hold_rows(&one);
    hold_rows(&two);
    HOLDS((one.category == COPIES_IDENTICAL) == (two.category == COPIES_IDENTICAL));
    HOLDS((one.category == COPIES_UNRELATED) == (two.category == COPIES_UNRELATED));
    if (one.other.told)
        HOLDS(one.other.category == two.category);
    buf_init(&says, SIZE_MAX / 2);
    HOLDS(copies_say_proof(&one, &says) == 0 && copies_say_other(&one, &says) == 0);
    fuzz_holds_text(buf_cstr(&says), says.len);
    buf_release(&says);
    copies_release(&one);
    copies_release(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_parts in = fuzz_split(data, size);
    struct fuzz_exam e[2];
    bool usable = true;

    if (size > 1 << 15)
        return 0;
    for (size_t i = 0; i < 2; i++) {
        struct str known = known_text();
        bool given = in.part[i].len > 0;

        fuzz_examine(&e[i], given ? in.part[i].bytes : known.data, given ? in.part[i].len : known.len, 0, NULL);
        usable = usable && !timeline_damage(e[i].t);
    }
    if (usable) {
        hold_against_itself(e[0].t);
        compare(e[0].t, e[1].t);
    }
    fuzz_close(&e[0]);
    fuzz_close(&e[1]);
    return 0;
}
