/* A case file. Whatever stands in it, reading it writes nothing; one that can be written is written so that it reads
 * back with all that was in it and what was added, and its history holds where it held before. */
#include "fuzz.h"

#include "casefile/casefile.h"

#include "known.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void hold_text(const char *text)
{
    if (text)
        fuzz_holds_text(text, strlen(text));
}

/* Asks for everything, in bounds and just out of them. */
static void ask(struct casefile *c)
{
    struct casefile_record record;
    struct err err = {0};
    struct digest d;
    size_t at[4];

    for (size_t i = 0; casefile_warning(c, i) != NULL; i++)
        hold_text(casefile_warning(c, i));
    hold_text(casefile_read_only(c));
    for (size_t i = 0; i < casefile_references(c); i++) {
        struct casefile_reference r = casefile_reference(c, i);

        for (size_t k = 0; k < r.checks; k++) {
            struct casefile_check check = casefile_check(c, i, k);
            for (size_t n = 0; n < check.codes; n++)
                HOLDS(casefile_check_code(c, i, k, n) != NULL);
        }
    }
    for (size_t i = 0; i < casefile_outcomes(c); i++)
        HOLDS(casefile_outcome(c, i).here <= KNOWN_ENTRIES && (casefile_outcome_applies(c, i), true));
    HOLDS(casefile_recorded(c) <= casefile_outcomes(c));
    for (size_t i = 0; i < casefile_reviews(c); i++)
        casefile_review(c, i);
    for (size_t i = 0; i < casefile_notes(c); i++) {
        struct casefile_note n = casefile_note(c, i);

        HOLDS(n.mark < MARK_COUNT && n.text != NULL && n.here <= KNOWN_ENTRIES);
    }
    for (size_t i = 0; i < casefile_records(c) && i < 100; i++)
        if (casefile_record(c, i, &record, &err) == 0) {
            fuzz_holds_json(record.json.data, record.json.len);
            str_release(&record.json);
        }
    casefile_history_head(c, &d);
    casefile_sha256(c, &d);
    for (uint64_t i = 1; i <= KNOWN_ENTRIES; i++) {
        HOLDS(casefile_entry_mark(c, i) < MARK_COUNT);
        casefile_entry_notes(c, i, at, 4);
        HOLDS(casefile_seek(c, i, 1, CASEFILE_ANY) <= KNOWN_ENTRIES);
    }
}

static void match(struct casefile *c)
{
    for (int i = 0; i < 1000 && (casefile_match(c, known_exam()->t, "known.json"), casefile_matching(c)); i++)
        continue;
    ask(c);
}

static void read_it(const char *path, const uint8_t *data, size_t size)
{
    struct err err = {0};
    struct casefile *c = casefile_open(path, CASEFILE_READ, &err);
    static uint8_t again[1 << 18];
    FILE *f;

    if (c) {
        HOLDS(casefile_read_only(c) != NULL);
        match(c);
        HOLDS(casefile_add_note(c, 1, NULL, MARK_NONE, "no", &err) == -1);
        casefile_free(c);
    } else {
        HOLDS(err.code != ERR_NONE);
        hold_text(err.text);
    }
    f = fopen(path, "rb");
    HOLDS(f != NULL);
    HOLDS(fread(again, 1, sizeof again, f) == size && memcmp(again, data, size) == 0);
    fclose(f);
}

static void write_it(const char *path)
{
    struct err err = {0};
    struct casefile *c = casefile_open(path, CASEFILE_WRITE, &err);
    size_t notes, references, outcomes, reviews;
    enum casefile_history history;

    if (!c)
        return;
    history = casefile_history(c);
    match(c);
    notes = casefile_notes(c);
    references = casefile_references(c);
    outcomes = casefile_outcomes(c);
    reviews = casefile_reviews(c);
    if (casefile_read_only(c) || casefile_add_note(c, 2, NULL, MARK_QUESTION, "a \"note\"\n", &err) != 0) {
        casefile_free(c);
        return;
    }
    HOLDS_OF(casefile_save(c, &err) == 0, err.text, strlen(err.text));
    HOLDS(!casefile_dirty(c));
    casefile_free(c);
    c = casefile_open(path, CASEFILE_WRITE, &err);
    HOLDS_OF(c != NULL, err.text, strlen(err.text));
    HOLDS(casefile_notes(c) == notes + 1 && casefile_references(c) == references);
    HOLDS(casefile_outcomes(c) == outcomes && casefile_reviews(c) == reviews);
    HOLDS(strcmp(casefile_note(c, notes).text, "a \"note\"\n") == 0);
    if (history == HISTORY_HOLDS || history == HISTORY_NONE)
        HOLDS(casefile_history(c) == HISTORY_HOLDS);
    ask(c);
    casefile_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path;

    if (size > 1 << 17)
        return 0;
    path = fuzz_file("a.case", data, size);
    read_it(path, data, size);
    write_it(path);
    fuzz_sweep();
    return 0;
}
