/* Notes and marks: kept over saving, edited, deleted, and found in a timeline. */
#include "casefile_making.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void kept_over_saving(void **state)
{
    (void)state;
    static const char text[] = "first line\nsecond: \xC3\xA9 \xF0\x9F\x94\x97 \x7f \xE2\x80\xAE \"\\/\t\x01";
    struct casefile *c = fresh();
    struct digest d = {{1, 2, 3}};
    struct casefile_note n;

    assert_int_equal(casefile_add_note(c, 5, &d, MARK_SUSPICIOUS, text, &err), 0);
    assert_int_equal(casefile_add_note(c, 4294967294, NULL, MARK_NONE, "no digest", &err), 0);
    assert_true(casefile_dirty(c));
    c = again(c);
    assert_string_equal(casefile_examiner(c), "M. Berger");
    assert_int_equal(casefile_notes(c), 2);
    n = casefile_note(c, 0);
    assert_int_equal(n.entry, 5);
    assert_true(n.has_digest);
    assert_true(digest_equal(&n.entry_digest, &d));
    assert_int_equal(n.mark, MARK_SUSPICIOUS);
    assert_string_equal(n.text, text);
    assert_int_equal(n.place, NOTE_PENDING);
    n = casefile_note(c, 1);
    assert_int_equal(n.entry, 4294967294);
    assert_false(n.has_digest);
    assert_int_equal(n.mark, MARK_NONE);
    casefile_free(c);
}

static void pinned_to_the_bytes(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    struct casefile_file made_for;
    struct digest sha256;
    struct casefile_note n;

    chain_honest(&chain, 8);
    exam_chain(&e, &chain, 1);
    match_all(c, &e);
    assert_true(timeline_sha256(e.t, &sha256));
    made_for = casefile_timeline(c);
    assert_string_equal(made_for.path, "/evidence/one.json");
    assert_true(made_for.has_sha256);
    assert_true(digest_equal(&made_for.sha256, &sha256));
    note(c, &e, 3, MARK_NONE, "here");
    n = casefile_note(c, 0);
    assert_int_equal(n.place, NOTE_HERE);
    assert_int_equal(n.here, 3);
    assert_true(n.has_made_on && digest_equal(&n.made_on, &sha256));
    c = again(c);
    match_all(c, &e);
    assert_int_equal(casefile_bytes(c), CASEFILE_BYTES_SAME);
    assert_int_equal(casefile_note(c, 0).place, NOTE_HERE);
    assert_int_equal(casefile_orphans(c), 0);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}


/* ---- several notes ---- */

static void newest_first(void **state)
{
    (void)state;
    static const char text[] =
        "{\"schema\":\"aerscope.case/1\",\"notes\":["
        "{\"entry\":2,\"at\":\"2026-01-02T00:00:00Z\",\"text\":\"b\",\"mark\":\"cleared\",\"entry_digest\":\"%s\"},"
        "{\"entry\":2,\"at\":\"2026-01-01T23:30:00-01:00\",\"text\":\"c\",\"entry_digest\":\"%s\"},"
        "{\"entry\":2,\"at\":\"2026-01-01T00:00:00Z\",\"text\":\"a\",\"mark\":\"question\",\"entry_digest\":\"%s\"},"
        "{\"entry\":2,\"text\":\"no time\",\"entry_digest\":\"%s\"}]}";
    char hex[DIGEST_HEX + 1], all[2048];
    struct chain chain;
    struct exam e;
    struct digest d;
    struct casefile *c;
    size_t found[8];

    chain_honest(&chain, 3);
    exam_chain(&e, &chain, 1);
    d = digest_of(&e, 2);
    digest_hex(&d, hex);
    snprintf(all, sizeof all, text, hex, hex, hex, hex);
    spew(path, all, strlen(all));
    c = opened(CASEFILE_READ);
    match_all(c, &e);
    assert_int_equal(casefile_entry_notes(c, 2, found, 8), 4);
    assert_string_equal(casefile_note(c, found[0]).text, "c"); /* 00:30 UTC on the 2nd */
    assert_string_equal(casefile_note(c, found[1]).text, "b");
    assert_string_equal(casefile_note(c, found[2]).text, "a");
    assert_string_equal(casefile_note(c, found[3]).text, "no time");
    assert_int_equal(casefile_entry_mark(c, 2), MARK_CLEARED);
    assert_int_equal(casefile_entry_notes(c, 2, found, 2), 4);
    assert_int_equal(casefile_entry_notes(c, 1, found, 8), 0);
    assert_int_equal(casefile_entry_mark(c, 1), MARK_NONE);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}

static void edited_and_deleted(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    size_t all[8];

    chain_honest(&chain, 8);
    exam_chain(&e, &chain, 1);
    match_all(c, &e);
    note(c, &e, 3, MARK_NONE, "a");
    note(c, &e, 5, MARK_QUESTION, "b");
    note(c, &e, 3, MARK_SUSPICIOUS, "c");
    note(c, &e, 8, MARK_NONE, "d");
    good(casefile_edit_note(c, 2, "c, changed", &err));
    assert_non_null(casefile_note(c, 2).edited_at);
    assert_null(casefile_note(c, 0).edited_at);
    assert_int_equal(casefile_note(c, 2).mark, MARK_SUSPICIOUS);
    good(casefile_delete_note(c, 1, &err));
    assert_int_equal(casefile_notes(c), 3);
    assert_int_equal(casefile_entry_notes(c, 5, all, 8), 0);
    assert_int_equal(casefile_entry_notes(c, 3, all, 8), 2);
    assert_string_equal(casefile_note(c, all[0]).text, "c, changed");
    assert_string_equal(casefile_note(c, all[1]).text, "a");
    assert_int_equal(casefile_entry_notes(c, 8, all, 8), 1);
    assert_string_equal(casefile_note(c, all[0]).text, "d");
    assert_int_equal(casefile_edit_note(c, 3, "x", &err), -1);
    assert_int_equal(casefile_delete_note(c, 3, &err), -1);
    assert_int_equal(casefile_edit_note(c, 0, "", &err), -1);
    c = again(c);
    match_all(c, &e);
    assert_int_equal(casefile_entry_notes(c, 3, all, 8), 2);
    assert_int_equal(casefile_entry_notes(c, 8, all, 8), 1);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}

static void marks(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    struct digest d;
    enum mark m;

    assert_int_equal(mark_letter(MARK_IMPORTANT), 'i');
    assert_int_equal(mark_letter(MARK_NONE), ' ');
    assert_true(mark_parse("q", &m) && m == MARK_QUESTION);
    assert_true(mark_parse("cleared", &m) && m == MARK_CLEARED);
    assert_false(mark_parse("", &m) || mark_parse("x", &m) || mark_parse("clear", &m));

    chain_honest(&chain, 8);
    exam_chain(&e, &chain, 1);
    match_all(c, &e);
    d = digest_of(&e, 4);
    good(casefile_set_mark(c, 4, &d, MARK_NONE, &err));
    assert_int_equal(casefile_notes(c), 0);
    good(casefile_set_mark(c, 4, &d, MARK_QUESTION, &err));
    good(casefile_set_mark(c, 4, &d, MARK_SUSPICIOUS, &err));
    assert_int_equal(casefile_notes(c), 1);
    assert_int_equal(casefile_entry_mark(c, 4), MARK_SUSPICIOUS);
    note(c, &e, 4, MARK_IMPORTANT, "with text");
    assert_int_equal(casefile_entry_mark(c, 4), MARK_IMPORTANT);
    note(c, &e, 4, MARK_NONE, "without a mark");
    assert_int_equal(casefile_entry_mark(c, 4), MARK_IMPORTANT);
    note(c, &e, 7, MARK_CLEARED, "of another entry");
    c = again(c);
    match_all(c, &e);
    assert_int_equal(casefile_entry_mark(c, 4), MARK_IMPORTANT);
    good(casefile_set_mark(c, 4, &d, MARK_NONE, &err));
    assert_int_equal(casefile_entry_mark(c, 4), MARK_NONE);
    assert_int_equal(casefile_entry_notes(c, 4, NULL, 0), 2); /* those with text */
    assert_int_equal(casefile_entry_mark(c, 7), MARK_CLEARED);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}

static void in_the_order_of_entries(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();

    chain_honest(&chain, 9);
    exam_chain(&e, &chain, 1);
    match_all(c, &e);
    note(c, &e, 7, MARK_NONE, "7");
    note(c, &e, 2, MARK_QUESTION, "2");
    note(c, &e, 2, MARK_NONE, "2 again");
    note(c, &e, 5, MARK_SUSPICIOUS, "5");
    assert_int_equal(casefile_seek(c, 1, 1, CASEFILE_ANY), 2);
    assert_int_equal(casefile_seek(c, 2, 1, CASEFILE_ANY), 2);
    assert_int_equal(casefile_seek(c, 3, 1, CASEFILE_ANY), 5);
    assert_int_equal(casefile_seek(c, 6, 1, CASEFILE_ANY), 7);
    assert_int_equal(casefile_seek(c, 8, 1, CASEFILE_ANY), 0);
    assert_int_equal(casefile_seek(c, 9, -1, CASEFILE_ANY), 7);
    assert_int_equal(casefile_seek(c, 7, -1, CASEFILE_ANY), 7);
    assert_int_equal(casefile_seek(c, 6, -1, CASEFILE_ANY), 5);
    assert_int_equal(casefile_seek(c, 1, -1, CASEFILE_ANY), 0);
    assert_int_equal(casefile_seek(c, 1, 1, 1u << MARK_SUSPICIOUS), 5);
    assert_int_equal(casefile_seek(c, 9, -1, 1u << MARK_QUESTION), 2);
    assert_int_equal(casefile_seek(c, 1, 1, 1u << MARK_NONE), 7);
    assert_int_equal(casefile_seek(c, 1, 1, 1u << MARK_CLEARED), 0);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}

/* ---- other bytes ---- */

static void on_other_bytes(void **state)
{
    (void)state;
    struct making changed = {.tool = "another.tool"};
    struct chain one, two;
    struct exam e, f;
    struct casefile *c = fresh();
    struct digest d, made_on, here;
    struct casefile_note stated;
    size_t all[4];

    chain_honest(&one, 6);
    exam_chain(&e, &one, 1);
    /* The first three entries are the same; then another one, and what follows has other digests. */
    chain_begin(&two, "[");
    for (int i = 0; i < 3; i++)
        chain_add(&two, NULL);
    chain_add(&two, &changed);
    chain_add(&two, NULL);
    chain_last(&two, NULL);
    chain_end(&two, "]");
    exam_chain(&f, &two, 1);

    match_all(c, &e);
    note(c, &e, 2, MARK_QUESTION, "the same there");
    note(c, &e, 5, MARK_SUSPICIOUS, "not there");
    good(casefile_add_note(c, 3, NULL, MARK_NONE, "by number alone", &err));
    d = digest_of(&e, 2);
    good(casefile_add_outcome(c, &(struct casefile_outcome){.system = "s", .effect = "e", .statement = "of 2",
                                                            .has_digest = true, .entry_digest = d}, &err));
    d = digest_of(&e, 5);
    good(casefile_add_outcome(c, &(struct casefile_outcome){.system = "s", .effect = "e", .statement = "of 5",
                                                            .has_digest = true, .entry_digest = d}, &err));
    good(casefile_add_outcome(c, &(struct casefile_outcome){.system = "s", .effect = "e", .statement = "of all"},
                              &err));
    match_all(c, &e);
    assert_int_equal(casefile_note(c, 2).place, NOTE_BY_NUMBER);
    assert_int_equal(casefile_recorded(c), 3);
    c = again(c);

    match_all(c, &f);
    assert_int_equal(casefile_bytes(c), CASEFILE_BYTES_OTHER);
    assert_int_equal(casefile_note(c, 0).place, NOTE_BY_DIGEST);
    assert_int_equal(casefile_note(c, 0).here, 2);
    assert_int_equal(casefile_note(c, 1).place, NOTE_ORPHAN);
    assert_int_equal(casefile_note(c, 2).place, NOTE_ORPHAN);
    assert_int_equal(casefile_orphans(c), 2);
    assert_int_equal(casefile_entry_notes(c, 5, all, 4), 0);
    assert_int_equal(casefile_entry_notes(c, 3, all, 4), 0);
    assert_int_equal(casefile_recorded(c), 1);
    assert_true(casefile_outcome_applies(c, 0));
    assert_int_equal(casefile_outcome(c, 0).here, 2);
    assert_false(casefile_outcome_applies(c, 1));
    assert_false(casefile_outcome_applies(c, 2));
    assert_true(timeline_sha256(e.t, &made_on));
    stated = casefile_note(c, 1);
    assert_true(stated.has_made_on && digest_equal(&stated.made_on, &made_on));
    /* The case stays pinned to the bytes that it was made for; a note made here says so itself. */
    note(c, &f, 5, MARK_NONE, "made on the other file");
    assert_true(timeline_sha256(f.t, &here));
    c = again(c);
    made_on = casefile_timeline(c).sha256;
    assert_false(digest_equal(&made_on, &here));
    match_all(c, &f);
    assert_int_equal(casefile_note(c, 3).place, NOTE_HERE);
    match_all(c, &e);
    assert_int_equal(casefile_bytes(c), CASEFILE_BYTES_SAME);
    assert_int_equal(casefile_note(c, 1).place, NOTE_HERE);
    assert_int_equal(casefile_note(c, 2).place, NOTE_BY_NUMBER);
    assert_int_equal(casefile_note(c, 3).place, NOTE_ORPHAN);
    casefile_match(c, NULL, NULL);
    assert_int_equal(casefile_note(c, 1).place, NOTE_PENDING);
    assert_int_equal(casefile_entry_notes(c, 2, all, 4), 0);
    casefile_free(c);
    exam_close(&e);
    exam_close(&f);
    chain_release(&one);
    chain_release(&two);
}

/* The same entry at another place: its own number where that fits, else the first one that has the digest. */
static void found_by_digest_elsewhere(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    struct digest third, sixth;
    size_t from, to;
    struct buf twice;

    chain_honest(&chain, 5);
    /* Entry 3 stands again at the end. */
    from = chain_find(&chain, "{", 3);
    to = chain_find(&chain, "{", 4);
    buf_init(&twice, SIZE_MAX);
    buf_add(&twice, chain.text.data, chain.text.len - strlen("]\n"));
    buf_adds(&twice, ",");
    buf_add(&twice, chain.text.data + from, to - from);
    while (twice.data[twice.len - 1] != '}')
        twice.len--;
    buf_adds(&twice, "]");
    exam_bytes(&e, twice.data, twice.len, NULL);
    third = digest_of(&e, 3);
    sixth = digest_of(&e, 6);
    assert_true(digest_equal(&third, &sixth));
    good(casefile_add_note(c, 9, &third, MARK_NONE, "number of nothing", &err));
    good(casefile_add_note(c, 6, &third, MARK_NONE, "the second", &err));
    good(casefile_add_note(c, 1, &third, MARK_NONE, "number of another", &err));
    match_all(c, &e);
    assert_int_equal(casefile_note(c, 0).here, 3);
    assert_int_equal(casefile_note(c, 1).here, 6);
    assert_int_equal(casefile_note(c, 2).here, 3);
    assert_int_equal(casefile_orphans(c), 0);
    casefile_free(c);
    buf_release(&twice);
    exam_close(&e);
    chain_release(&chain);
}

/* Notes that were made before the timeline was read to its end are tied to its bytes when they are known. */
static void made_while_examining(void **state)
{
    (void)state;
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    struct source *source;
    struct timeline *running;
    struct digest d, sha256;
    struct casefile_note early;

    chain_honest(&chain, 8);
    exam_chain(&e, &chain, 1);
    d = digest_of(&e, 3);
    source = source_from_memory("one.json", chain.text.data, chain.text.len, &err);
    running = timeline_new(source, &(struct timeline_options){.jobs = 1}, &err);
    assert_non_null(running);
    /* Not started: nothing is known of it. */
    casefile_match(c, running, "one.json");
    assert_int_equal(casefile_bytes(c), CASEFILE_BYTES_UNKNOWN);
    good(casefile_add_note(c, 3, &d, MARK_NONE, "early", &err));
    assert_int_equal(casefile_note(c, 0).place, NOTE_HERE);
    assert_false(casefile_note(c, 0).has_made_on);
    saved(c);
    assert_false(casefile_timeline(c).has_sha256);
    good(timeline_start(running, &err));
    good(timeline_wait(running, &err));
    casefile_match(c, running, "one.json");
    assert_true(timeline_sha256(running, &sha256));
    early = casefile_note(c, 0);
    assert_true(early.has_made_on && digest_equal(&early.made_on, &sha256));
    assert_true(casefile_timeline(c).has_sha256);
    assert_int_equal(casefile_note(c, 0).place, NOTE_HERE);
    assert_true(casefile_dirty(c));
    casefile_match(c, NULL, NULL);
    timeline_free(running);
    source_free(source);
    c = again(c);
    match_all(c, &e);
    assert_int_equal(casefile_bytes(c), CASEFILE_BYTES_SAME);
    assert_int_equal(casefile_note(c, 0).place, NOTE_HERE);
    casefile_free(c);
    exam_close(&e);
    chain_release(&chain);
}

/* ---- references as they were checked ---- */

static void references_are_kept_once(void **state)
{
    (void)state;
    char text[512], hex[DIGEST_HEX + 1], name[160], head[128];
    struct reference_set refs = {0};
    struct chain chain;
    struct exam e;
    struct casefile *c = fresh();
    struct digest last, sha256;
    struct instant now = {.seconds = 1790000000};
    struct casefile_reference r;
    struct casefile_check check;
    size_t records;

    chain_honest(&chain, 4);
    exam_chain(&e, &chain, 1);
    last = digest_of(&e, 4);
    digest_hex(&last, hex);
    assert_true(timeline_sha256(e.t, &sha256));
    snprintf(name, sizeof name, "%s/end.json", folder);
    snprintf(text, sizeof text,
             "{\"job_id\":\"%s\",\"final_entry_digest\":\"%s\",\"entry_count\":4,\"published_at\":"
             "\"2026-01-01T00:00:00Z\"}", timeline_job(e.t).data, hex);
    spew(name, text, strlen(text));
    snprintf(head, sizeof head, "%s@5", hex);
    assert_non_null(reference_add_commitment(&refs, name, &err));
    refs.item[0].witness = strdup("W");
    refs.item[0].independent = INDEPENDENT_YES;
    assert_non_null(reference_add_head(&refs, head, &err));
    assert_non_null(reference_add_count(&refs, "4", &err));
    good(references_check(&refs, e.t, now, &err));
    match_all(c, &e);
    good(casefile_keep_references(c, &refs, &sha256, &err));
    c = again(c);
    match_all(c, &e);
    assert_int_equal(casefile_references(c), 3);
    r = casefile_reference(c, 0);
    assert_string_equal(r.file.path, "end.json");
    assert_true(r.file.has_sha256 && digest_equal(&r.file.sha256, &refs.item[0].sha256));
    assert_string_equal(r.witness, "W");
    assert_int_equal(r.independent, INDEPENDENT_YES);
    assert_int_equal(r.checks, 1);
    check = casefile_check(c, 0, 0);
    assert_string_equal(check.result, "matches");
    assert_true(check.has_timeline && digest_equal(&check.timeline, &sha256));
    r = casefile_reference(c, 1);
    assert_int_equal(r.kind, REFERENCE_HEAD);
    assert_string_equal(r.value, head);
    assert_string_equal(casefile_check(c, 1, 0).result, "contradicted");
    assert_string_equal(casefile_check_code(c, 1, 0, 0), "commitment.count");
    r = casefile_reference(c, 2);
    assert_int_equal(r.kind, REFERENCE_COUNT_ONLY);
    assert_string_equal(r.value, "4");
    /* Once more: nothing is new. */
    records = casefile_records(c);
    good(casefile_keep_references(c, &refs, &sha256, &err));
    assert_false(casefile_dirty(c));
    /* Something else is stated, and another result comes of other bytes. */
    refs.item[0].independent = INDEPENDENT_NO;
    sha256.byte[0] ^= 1;
    good(casefile_keep_references(c, &refs, &sha256, &err));
    saved(c);
    assert_int_equal(casefile_references(c), 3);
    assert_int_equal(casefile_reference(c, 0).independent, INDEPENDENT_NO);
    assert_int_equal(casefile_reference(c, 0).checks, 2);
    assert_int_equal(casefile_records(c), records + 4);
    casefile_free(c);
    unlink(name);
    reference_set_release(&refs);
    exam_close(&e);
    chain_release(&chain);
}

/* References as a set would have them; nothing of them is read. */
static char first[] = "/e/first.json", second[] = "/e/second.json", archive[] = "archive", desk[] = "desk";

static void shown_as(struct reference *r, enum reference_kind kind, char *at, unsigned char bytes)
{
    memset(r, 0, sizeof *r);
    r->kind = kind;
    r->path = at;
    r->has_sha256 = true;
    r->sha256.byte[0] = bytes;
    r->readable = true;
    r->result = REFERENCE_MATCHES;
}

static void an_earlier_copy_keeps_its_statements(void **state)
{
    struct reference item[2];
    struct reference_set refs = {.item = item, .count = 2};
    struct casefile *c = fresh();
    struct casefile_reference r;
    size_t records;

    (void)state;
    shown_as(&item[0], REFERENCE_BASELINE, first, 1);
    shown_as(&item[1], REFERENCE_BASELINE, second, 2);
    item[1].witness = archive;
    item[1].independent = INDEPENDENT_YES;
    good(casefile_keep_references(c, &refs, NULL, &err));
    c = again(c);
    assert_string_equal(casefile_baseline(c).path, "/e/second.json");
    r = casefile_reference(c, CASEFILE_BASELINE);
    assert_int_equal(r.kind, REFERENCE_BASELINE);
    assert_string_equal(r.witness, "archive");
    assert_int_equal(r.independent, INDEPENDENT_YES);
    assert_int_equal(r.checks, 1);
    assert_string_equal(casefile_check(c, CASEFILE_BASELINE, 0).result, "matches");
    assert_int_equal(casefile_references(c), 0);
    /* Two of them are not exchanged again and again. */
    records = casefile_records(c);
    good(casefile_keep_references(c, &refs, NULL, &err));
    assert_false(casefile_dirty(c));
    item[1].independent = INDEPENDENT_NO;
    item[1].result = REFERENCE_CONTRADICTED;
    good(casefile_keep_references(c, &refs, NULL, &err));
    c = again(c);
    assert_int_equal(casefile_records(c), records + 2);
    assert_int_equal(casefile_reference(c, CASEFILE_BASELINE).independent, INDEPENDENT_NO);
    assert_int_equal(casefile_reference(c, CASEFILE_BASELINE).checks, 2);
    assert_int_equal(casefile_find_reference(c, &item[0]), CASEFILE_NOWHERE);
    assert_true(casefile_find_reference(c, &item[1]) == CASEFILE_BASELINE);
    good(casefile_delete_reference(c, CASEFILE_BASELINE, &err));
    assert_null(casefile_baseline(c).path);
    assert_int_equal(casefile_delete_reference(c, CASEFILE_BASELINE, &err), -1);
    c = again(c);
    assert_null(casefile_baseline(c).path);
    casefile_free(c);
}

static void found_to_be_deleted(void **state)
{
    struct casefile_reference r = {.kind = REFERENCE_COMMITMENT, .file = {.path = first, .has_sha256 = true, .sha256 = {{1}}},
                                   .witness = "old"};
    struct casefile *c = fresh();
    struct reference a, head;

    (void)state;
    good(casefile_add_reference(c, &r, &err));
    r.file.sha256.byte[0] = 2;
    r.witness = "desk";
    good(casefile_add_reference(c, &r, &err));
    shown_as(&a, REFERENCE_COMMITMENT, first, 2);
    a.witness = desk;
    assert_int_equal(casefile_find_reference(c, &a), 1);
    /* Its bytes are no more those of the first: it is shown with nothing stated. */
    a.witness = NULL;
    assert_int_equal(casefile_find_reference(c, &a), 0);
    a.sha256.byte[0] = 9;
    a.witness = desk;
    assert_int_equal(casefile_find_reference(c, &a), 1);
    a.path = second;
    assert_true(casefile_find_reference(c, &a) == CASEFILE_NOWHERE);
    a.path = first;
    a.embedded = true;
    assert_true(casefile_find_reference(c, &a) == CASEFILE_NOWHERE);
    memset(&head, 0, sizeof head);
    head.kind = REFERENCE_COUNT_ONLY;
    head.has_count = true;
    head.count = 8;
    assert_true(casefile_find_reference(c, &head) == CASEFILE_NOWHERE);
    r = (struct casefile_reference){.kind = REFERENCE_COUNT_ONLY, .value = "8"};
    good(casefile_add_reference(c, &r, &err));
    assert_int_equal(casefile_find_reference(c, &head), 2);
    casefile_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(kept_over_saving),
        TEST(pinned_to_the_bytes),
        TEST(newest_first),
        TEST(edited_and_deleted),
        TEST(marks),
        TEST(in_the_order_of_entries),
        TEST(on_other_bytes),
        TEST(found_by_digest_elsewhere),
        TEST(made_while_examining),
        TEST(references_are_kept_once),
        TEST(an_earlier_copy_keeps_its_statements),
        TEST(found_to_be_deleted),
    };

    return cmocka_run_group_tests_name("casefile_notes", tests, NULL, NULL);
}
