/* The inspector without a terminal: keys (the first part) over a timeline (the second; else a known one). However it
 * is left, what is on the screen is text of the screen's size, and what the timeline is judged to be is what it was
 * without keys. The process may write below its own folder alone. */
#include "fuzz.h"

#include "app/sandbox.h"
#include "core/verdict.h"
#include "tui/inspector.h"
#include "tui/keymap.h"

#include "known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEYS_MOST = 1024, TIMELINE_MOST = 1 << 14, SCREEN_MOST = 1 << 22 };

static void confine(void)
{
    static bool done;
    const char *corpus = getenv("FUZZ_WRITES");
    struct sandbox_plan plan;

    if (done)
        return;
    done = true;
    setenv("XDG_DATA_HOME", fuzz_folder(), 1);
    setenv("HOME", fuzz_folder(), 1);
    setenv("TMPDIR", fuzz_folder(), 1);
    sandbox_plan_init(&plan);
    sandbox_plan_beside(&plan, fuzz_folder()); /* its removal is a change to the folder above */
    if (corpus)
        sandbox_plan_below(&plan, corpus);
    HOLDS(chdir(fuzz_folder()) == 0);
    sandbox_enter(&plan);
    sandbox_plan_release(&plan);
}

/* The keys, then those that leave whatever they led into, and the screen saved. */
static const char *script_of(const struct fuzz_part *keys)
{
    static const char end[] = "<Esc><Esc><Esc><Esc>:save-screen s<Enter>";
    struct buf b;
    const char *path;

    buf_init(&b, SIZE_MAX / 2);
    buf_add(&b, keys->bytes, keys->len);
    buf_add(&b, end, sizeof end - 1);
    path = fuzz_file("keys", buf_cstr(&b), b.len);
    buf_release(&b);
    return path;
}

static void hold_screens(void)
{
    static char screen[SCREEN_MOST];
    char path[128];
    FILE *f;

    snprintf(path, sizeof path, "%s/s", fuzz_folder());
    f = fopen(path, "rb");
    if (!f)
        return;
    fuzz_holds_text(screen, fread(screen, 1, sizeof screen, f));
    fclose(f);
}

static void run(struct fuzz_exam *e, struct inspector *in)
{
    struct reference_set refs = {0};
    struct instant now = {.seconds = INT64_C(1790000000)};
    struct err err = {0};
    enum timeline_result before = timeline_result(e->t);
    struct verdict v;

    if (inspector_run(in, e->t, &refs, now, &err) != 0) {
        HOLDS(err.text[0] != '\0');
        fuzz_holds_text(err.text, strlen(err.text));
    }
    HOLDS(timeline_result(e->t) == before);
    HOLDS(verdict_make(&v, e->t, &refs, &err) == 0 && v.timeline == before);
    reference_set_release(&refs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_parts in = fuzz_split(data, size);
    struct str known = known_text();
    struct fuzz_exam e;
    struct err err = {0};
    struct inspector *inspector;

    if (in.part[0].len > KEYS_MOST || in.part[1].len > TIMELINE_MOST)
        return 0;
    confine();
    struct inspector_setup setup = {
        .color = COLOR_NEVER,
        .unicode_frames = size & 1,
        .plain = (size & 15) == 7,
        .effort = 50,
        .script = script_of(&in.part[0]),
        .title_path = "fuzzed.json",
    };
    if (in.part[1].len > 0)
        fuzz_examine(&e, in.part[1].bytes, in.part[1].len, 0, NULL);
    else
        fuzz_examine(&e, known.data, known.len, 0, NULL);
    inspector = inspector_new(&setup, &err);
    HOLDS(inspector != NULL);
    run(&e, inspector);
    inspector_free(inspector);
    fuzz_close(&e);
    hold_screens();
    keymap_reset();
    fuzz_sweep();
    return 0;
}
