#include "app/commands.h"

#include "app/complain.h"
#include "base/text.h"
#include "core/corpus.h"
#include "core/verdict.h"
#include "report/sheet.h"

#include <inttypes.h>
#include <string.h>

struct tally {
    uint64_t passed, failed;
};

/* What a vector gave. */
struct answer {
    struct source *source;
    struct timeline *timeline;
    struct reference_set refs;
    struct verdict verdict;
    const char *member; /* of a first failure that is chain.member */
};

static void answer_release(struct answer *a)
{
    timeline_free(a->timeline);
    source_free(a->source);
    reference_set_release(&a->refs);
}

static int find_member(struct answer *a, struct err *err)
{
    struct report r = {.timeline = a->timeline, .refs = &a->refs, .verdict = a->verdict};
    struct finding first;
    int rc;

    if (!a->verdict.has_failure || a->verdict.failure_code != FINDING_MEMBER)
        return 0;
    rc = report_first_failure(&r, &first, err);
    if (rc == 1) {
        a->member = first.member;
        finding_release(&first);
    }
    return rc < 0 ? -1 : 0;
}

static int answer_vector(struct answer *a, const struct vector *v, bool is_06, struct err *err)
{
    struct timeline_options how = {.construction = is_06 ? CONSTRUCTION_06 : CONSTRUCTION_07};

    a->source = source_from_memory("vector", v->timeline, v->timeline_len, err);
    if (a->source == NULL)
        return -1;
    a->timeline = timeline_new(a->source, &how, err);
    if (a->timeline == NULL || timeline_start(a->timeline, err) != 0 ||
        timeline_wait(a->timeline, err) != 0)
        return -1;
    if (v->commitment != NULL &&
        reference_add_bytes(&a->refs, "vector", v->commitment, v->commitment_len, err) == NULL)
        return -1;
    if (references_check(&a->refs, a->timeline, instant_now(), err) != 0 ||
        verdict_make(&a->verdict, a->timeline, &a->refs, err) != 0)
        return -1;
    return find_member(a, err);
}

/* In the words of the corpora, "valid" is what the construction can show at best, and with a commitment
 * that it matches. */
static bool reaches_best(const struct answer *a, const struct vector *v, bool is_06)
{
    if (a->verdict.timeline != (is_06 ? TIMELINE_HISTORICAL : TIMELINE_CONSISTENT))
        return false;
    return is_06 || v->commitment == NULL || a->verdict.endpoint == ENDPOINT_MATCHES;
}

static bool is_text(const struct str *s, const char *text)
{
    return s->data != NULL && s->len == strlen(text) && memcmp(s->data, text, s->len) == 0;
}

/* "close-early" is chain.close_early; "missing-tool" is chain.member of tool. */
static bool is_check(const struct str *check, const struct answer *a)
{
    const char *code = finding_code_name(a->verdict.failure_code);
    char name[64] = "missing-";

    if (a->member != NULL && strlen(a->member) < sizeof name - 8) {
        strcat(name, a->member);
        if (is_text(check, name))
            return true;
    }
    if (strncmp(code, "chain.", 6) != 0 || check->data == NULL || strlen(code + 6) != check->len)
        return false;
    for (size_t i = 0; i < check->len; i++)
        if (code[6 + i] != (check->data[i] == '-' ? '_' : check->data[i]))
            return false;
    return true;
}

static bool is_failure(const struct answer *a, const struct vector *v)
{
    return !v->has_first_failure ||
           (a->verdict.has_failure && a->verdict.failure_entry == v->failure_entry &&
            is_check(&v->failure_check, a));
}

static void say_str(struct sheet *p, const struct str *s)
{
    if (s->data != NULL)
        sheet_evidence(p, s->data, s->len, TEXT_WTF8);
    else
        sheet_say(p, "(none)");
}

static void say_expected(struct sheet *p, const struct vector *v)
{
    sheet_say(p, ": expected ");
    say_str(p, &v->expected_verdict);
    if (v->has_first_failure) {
        sheet_say(p, ", entry %" PRIu64 " ", v->failure_entry);
        say_str(p, &v->failure_check);
    }
}

static void say_got(struct sheet *p, const struct answer *a)
{
    const struct verdict *v = &a->verdict;

    sheet_say(p, ", got timeline %s, endpoint %s", timeline_result_name(v->timeline),
              endpoint_result_name(v->endpoint));
    if (!v->has_failure)
        return;
    sheet_say(p, ", entry %" PRIu64 " %s", v->failure_entry, finding_code_name(v->failure_code));
    if (a->member != NULL)
        sheet_say(p, " %s", a->member);
}

/* -1: it could not be examined, which is no answer, and is said. */
static int put_vector(struct sheet *p, const struct vector *v, bool is_06, struct tally *tally)
{
    struct answer a = {0};
    struct err err = {0};
    bool passed;

    if (answer_vector(&a, v, is_06, &err) != 0) {
        complain_err(NULL, &err);
        answer_release(&a);
        return -1;
    }
    passed =
        is_failure(&a, v) &&
        (is_text(&v->expected_verdict, "invalid") || is_text(&v->expected_verdict, "valid")) &&
        reaches_best(&a, v, is_06) == is_text(&v->expected_verdict, "valid");

    sheet_say(p, passed ? "pass " : "FAIL ");
    say_str(p, &v->name);
    if (!passed) {
        say_expected(p, v);
        say_got(p, &a);
    }
    sheet_line(p);
    answer_release(&a);
    tally->passed += passed;
    tally->failed += !passed;
    return 0;
}

/* 0; or -1 when the corpus is unreadable, has no vector, or one that could not be examined: then `err` says so, or it
 * was said. */
static int run_corpus(struct sheet *p, const char *path, struct tally *tally, struct err *err)
{
    struct corpus *c = corpus_open(path, err);
    size_t count = c != NULL ? corpus_count(c) : 0;

    int rc = count > 0 ? 0 : -1;

    for (size_t i = 0; i < count; i++)
        if (put_vector(p, corpus_vector(c, i), corpus_is_06(c), tally) != 0)
            rc = -1;
    if (c != NULL && count == 0)
        err_set(err, ERR_FORM, "no vector in it: vectors[] is empty");
    corpus_free(c);
    return rc;
}

static int run_all(struct output *out, const struct options *o)
{
    struct tally tally = {0, 0};
    struct sheet sheet;
    int status = 0;

    sheet_init(&sheet, &out->out, complain_utf8(), false);
    for (size_t i = 0; i < o->operands; i++) {
        struct err err = {0};

        if (run_corpus(&sheet, o->operand[i], &tally, &err) == 0)
            continue;
        if (err.code != ERR_NONE)
            complain_err(o->operand[i], &err);
        status = 2;
    }
    sheet_say(&sheet, "%" PRIu64 " passed, %" PRIu64 " failed", tally.passed, tally.failed);
    sheet_line(&sheet);
    sheet_release(&sheet);
    return status_worse(status, tally.failed > 0 ? 1 : 0);
}

int cmd_conformance(const struct options *o)
{
    struct output out;

    if (command_output(&out, o) != 0)
        return 2;
    return command_done(&out, run_all(&out, o));
}
