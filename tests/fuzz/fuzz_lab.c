/* Steps of the training lab, a line each, over a timeline (the second part; else a known one). What is written is
 * read strictly, has as many entries as was said, and repaired with all repairs it breaks no rule of order or link
 * unless an entry has no digest. */
#include "fuzz.h"

#include "base/limits.h"
#include "lab/lab.h"

#include "known.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 20 };

static void add_line(struct lab *l, char *line)
{
    char *is = strchr(line, '=');
    struct err err = {0};
    enum lab_kind kind;
    uint64_t before = lab_entries(l);
    size_t steps = lab_steps(l);

    if (is)
        *is++ = '\0';
    kind = lab_kind_named(line);
    /* A file to splice could be any on this machine. */
    if (kind == LAB_KINDS || kind == LAB_SPLICE)
        return;
    /* What needs an argument is never asked for without one. */
    if (!is && lab_about[kind].argument && lab_about[kind].argument[0] != '[')
        is = (char *)(uintptr_t)"";
    if (lab_add_text(l, kind, is, &err) != 0) {
        HOLDS(lab_steps(l) == steps && lab_entries(l) == before);
        fuzz_holds_text(err.text, strlen(err.text));
        return;
    }
    HOLDS(lab_steps(l) == steps + 1 && lab_entries(l) > 0);
    fuzz_holds_text(lab_says(l, steps), strlen(lab_says(l, steps)));
    HOLDS(lab_undo(l) && lab_entries(l) == before && lab_redo(l) && lab_steps(l) == steps + 1);
}

static int collect(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

static void hold_applied(struct lab *l, bool repaired)
{
    struct lab_applied applied;
    struct err err = {0};
    struct fuzz_exam e;
    struct buf b;
    uint64_t digests = 0;

    buf_init(&b, SIZE_MAX / 2);
    HOLDS_OF(lab_pass(l, collect, &b, &applied, &err) == 0, err.text, strlen(err.text));
    HOLDS(applied.entries == lab_entries(l));
    fuzz_examine(&e, b.data, b.len, 0, NULL);
    HOLDS_OF(timeline_damage(e.t) == NULL, b.data, b.len);
    HOLDS(timeline_progress(e.t).entries == applied.entries && timeline_layout(e.t) == LAYOUT_ARRAY);
    for (uint64_t i = 1; i <= applied.entries; i++)
        digests += timeline_mark(e.t, i).has_digest;
    if (repaired && digests == applied.entries && timeline_construction(e.t) == CONSTRUCTION_07)
        HOLDS_OF(timeline_total(e.t, FINDING_LINK) + timeline_total(e.t, FINDING_GENESIS) +
                         timeline_total(e.t, FINDING_SEQ) + timeline_total(e.t, FINDING_NOT_CLOSED) +
                         timeline_total(e.t, FINDING_CLOSE_EARLY) == 0, b.data, b.len);
    fuzz_close(&e);
    buf_release(&b);
}

static void play(struct timeline *t, char *steps)
{
    struct lab_options none = {.jobs = 1};
    struct err err = {0};
    struct lab *l = lab_new(t, &none, &err);
    char *line, *rest = steps;

    HOLDS(l != NULL);
    while ((line = strsep(&rest, "\n")) != NULL && lab_steps(l) < STEPS)
        add_line(l, line);
    hold_applied(l, false);
    bool repaired = lab_add_text(l, LAB_RENUMBER, NULL, &err) == 0 && lab_add_text(l, LAB_RECLOSE, NULL, &err) == 0 &&
                    lab_add_text(l, LAB_RELINK, NULL, &err) == 0;
    if (repaired)
        hold_applied(l, true);
    while (lab_undo(l))
        continue;
    HOLDS(lab_entries(l) == lab_entries_before(l));
    lab_free(l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_parts in = fuzz_split(data, size);
    char *steps = strndup(in.part[0].bytes, in.part[0].len);
    struct fuzz_exam e;

    HOLDS(steps != NULL);
    if (size > 1 << 15) {
        free(steps);
        return 0;
    }
    if (in.part[1].len == 0) {
        play(known_exam()->t, steps);
    } else {
        fuzz_examine(&e, in.part[1].bytes, in.part[1].len, 0, NULL);
        if (!timeline_damage(e.t) && timeline_progress(e.t).entries > 0)
            play(e.t, steps);
        fuzz_close(&e);
    }
    free(steps);
    return 0;
}
