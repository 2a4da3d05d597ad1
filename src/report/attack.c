#include "report/attack.h"

#include "report/explained.h"
#include "report/shell.h"
#include "report/text_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int add_step(struct buf *out, const struct lab_step *s)
{
    struct buf argument;
    int status = 0;

    buf_addf(out, " --%s", lab_about[s->kind].name);
    buf_init(&argument, SIZE_MAX);
    if (lab_step_argument(s, &argument)) {
        buf_addc(out, '=');
        status = argument.failed ? -1 : shell_value(out, buf_cstr(&argument));
    }
    buf_release(&argument);
    return status;
}

/* No name is taken for an option. */
static int add_path(struct buf *out, const char *path)
{
    struct buf name;
    int status;

    if (*path != '-')
        return shell_path(out, path);
    buf_init(&name, SIZE_MAX);
    buf_addf(&name, "./%s", path);
    status = name.failed ? -1 : shell_path(out, buf_cstr(&name));
    buf_release(&name);
    return status;
}

static bool ends_in_feed(const struct lab_step *s)
{
    struct buf argument;
    bool feed;

    buf_init(&argument, SIZE_MAX);
    feed = lab_step_argument(s, &argument) && shell_needs_feed(buf_cstr(&argument));
    buf_release(&argument);
    return feed;
}

/* What stands before the steps: of the shell's as well. */
static int begin_command(struct buf *out, bool feed, const char *path)
{
    buf_adds(out, feed ? SHELL_FEED " " : "");
    buf_adds(out, TOOL_NAME " attack ");
    if (path == NULL)
        return buf_adds(out, "--sample");
    return strcmp(path, "-") == 0 ? buf_addc(out, '-') : add_path(out, path);
}

static int end_command(struct buf *out, bool stale, const char *options)
{
    if (stale)
        buf_adds(out, " --stale-hash");
    if (*options != '\0')
        buf_addf(out, " %s", options);
    return out->failed ? -1 : 0;
}

int attack_command(struct buf *out, const struct lab *l, const char *path, const char *options)
{
    bool feed = false, stale = false;

    for (size_t i = 0; i < lab_steps(l); i++) {
        feed |= ends_in_feed(lab_step_at(l, i));
        stale |= lab_step_at(l, i)->stale_hash;
    }
    if (begin_command(out, feed, path) != 0)
        return -1;
    for (size_t i = 0; i < lab_steps(l); i++)
        if (add_step(out, lab_step_at(l, i)) != 0)
            return -1;
    return end_command(out, stale, options);
}

static int exercise_command(struct buf *out, const struct attack_exercise *e, const char *path, const char *options)
{
    bool feed = false, stale = false;

    for (size_t i = 0; i < e->steps; i++) {
        feed |= ends_in_feed(&e->step[i]);
        stale |= e->step[i].stale_hash;
    }
    if (begin_command(out, feed, path) != 0)
        return -1;
    for (size_t i = 0; i <= e->steps; i++) {
        if (i == e->drawn_after)
            buf_addf(out, " --random=%u --seed=%" PRIu64, e->attacks, e->seed);
        if (i < e->steps && add_step(out, &e->step[i]) != 0)
            return -1;
    }
    return end_command(out, stale, options);
}

static void put_option(struct buf *out, const char *option, const char *value)
{
    size_t before = out->len;

    buf_addf(out, "--%s=", option);
    if (shell_path(out, value) < 0)
        out->len = before;
    else
        buf_addc(out, ' ');
}

static void put_known(struct buf *out, const struct reference *r)
{
    char hex[DIGEST_HEX + 1];

    if (r->kind == REFERENCE_COUNT_ONLY) {
        buf_addf(out, "--count=%" PRId64 " ", r->count);
        return;
    }
    digest_hex(&r->final_digest, hex);
    buf_addf(out, "--head=%s", hex);
    if (r->has_count)
        buf_addf(out, "@%" PRId64, r->count);
    buf_addc(out, ' ');
}

void attack_witness(struct buf *out, const struct reference_set *refs)
{
    for (size_t i = 0; i < refs->count; i++) {
        const struct reference *r = &refs->item[i];
        if (r->kind == REFERENCE_COUNT_ONLY || r->kind == REFERENCE_HEAD)
            put_known(out, r);
        else if (r->path && r->kind != REFERENCE_MANIFEST)
            put_option(out, r->kind == REFERENCE_BASELINE ? "baseline" : "commitment", r->path);
    }
    if (refs->expected)
        put_option(out, "expect", expected_about(refs->expected).path);
}

void attack_construction(struct buf *out, enum construction c)
{
    if (c != CONSTRUCTION_AUTO)
        buf_addf(out, "--construction=%s ", c == CONSTRUCTION_06 ? "06" : "07");
}

void attack_steps(struct sheet *p, const struct lab *l)
{
    for (size_t i = 0; i < lab_steps(l); i++) {
        const char *says = lab_says(l, i);
        char number[24];

        snprintf(number, sizeof number, "%zu", i + 1);
        sheet_safe(p, says, strlen(says));
        sheet_field(p, number);
    }
    if (lab_steps(l) == 0) {
        sheet_say(p, "none: the timeline as it is");
        sheet_field(p, "steps");
    }
}

static void put_line(struct sheet *p, struct buf *command, int status)
{
    sheet_say(p, "  ");
    if (status == 0)
        sheet_safe(p, buf_cstr(command), command->len);
    else
        sheet_say(p, "(the values of these steps cannot be written for a shell)");
    sheet_line(p);
}

void attack_command_line(struct sheet *p, const struct lab *l, const char *path, const char *options)
{
    struct buf command;

    buf_init(&command, SIZE_MAX);
    put_line(p, &command, attack_command(&command, l, path, options));
    buf_release(&command);
}

void attack_exercise_line(struct sheet *p, const struct attack_exercise *e, const char *path, const char *options)
{
    struct buf command;

    buf_init(&command, SIZE_MAX);
    put_line(p, &command, exercise_command(&command, e, path, options));
    buf_release(&command);
}

/* "consistent -> broken, noticed" */
static void put_result(struct sheet *p, enum lab_judgement j, const struct lab_view *before,
                       const struct lab_view *after, const struct lab_notice *n)
{
    const char *was = lab_result(before, j), *is = lab_result(after, j);

    text_words(p, was);
    if (strcmp(was, is) != 0) {
        sheet_say(p, " -> ");
        text_words(p, is);
    }
    if (n->sight == LAB_NOT_ASSESSED && strcmp(is, "not_assessed") == 0)
        sheet_field(p, lab_judgement_name(j));
    else {
        sheet_say(p, ": %s", lab_sight_name(n->sight));
        sheet_field(p, lab_judgement_name(j));
    }
}

void attack_judgements(struct sheet *p, const struct lab_view *before, const struct lab_view *after,
                       const struct lab_notice notice[LAB_JUDGEMENTS])
{
    sheet_say(p, "%" PRIu64 " before, %" PRIu64 " after", before->verdict.entries, after->verdict.entries);
    sheet_field(p, "entries");
    for (int j = 0; j < LAB_JUDGEMENTS; j++) {
        put_result(p, (enum lab_judgement)j, before, after, &notice[j]);
        sheet_safe(p, notice[j].text.data, notice[j].text.len);
        sheet_field(p, "");
    }
}

/* 1 explained, 0 nothing to say, -1. */
static int explain(struct sheet *p, const struct report *r, const struct finding *f, struct err *err)
{
    struct explanation_list l = {NULL, 0, 0};
    int status = explain_finding(r->explainer, f, &l, err);
    size_t count = l.count;

    explanation_list_release(&l);
    if (status != 0 || count == 0)
        return status;
    sheet_say(p, "%s", finding_code_name(f->code));
    if (f->entry > 0)
        sheet_say(p, " at entry %" PRIu64, f->entry);
    sheet_field(p, "trace");
    return text_explanations(p, r, f, err) != 0 ? -1 : 1;
}

/* So many that the steps made are explained. */
enum { TRACES = 4 };

/* 1 explained, 0 nothing to say, -1. */
static int explain_new(struct sheet *p, const struct report *r, const struct lab_new *n, struct err *err)
{
    struct finding_list l = {0};
    int status = timeline_entry_findings(r->timeline, n->entry, &l, err);

    for (size_t i = 0; i < l.count && status == 0; i++)
        if (l.item[i].code == n->code) {
            status = explain(p, r, &l.item[i], err);
            break;
        }
    finding_list_release(&l);
    return status;
}

static int explain_chain(struct sheet *p, const struct report *r, const struct lab_notice *n, struct err *err)
{
    int status = 0, told = 0;

    for (size_t i = 0; i < n->count && status >= 0 && told < TRACES; i++) {
        status = explain_new(p, r, &n->news[i], err);
        told += status == 1;
    }
    return status < 0 ? -1 : 0;
}

static bool is_new(const struct lab_notice *n, size_t reference, enum finding_code code)
{
    for (size_t i = 0; i < n->count; i++)
        if (n->news[i].reference == reference && n->news[i].code == code)
            return true;
    return false;
}

static int explain_endpoint(struct sheet *p, const struct report *r, const struct lab_notice *n, struct err *err)
{
    size_t number = 0;
    int status = 0;

    for (size_t i = 0; i < r->refs->count && status == 0; i++) {
        const struct finding_list *l = &r->refs->item[i].findings;

        number += !r->refs->item[i].embedded;
        for (size_t k = 0; k < l->count && status == 0; k++)
            if ((l->item[k].code == FINDING_COMMITMENT_COUNT || l->item[k].code == FINDING_COMMITMENT_DIGEST) &&
                is_new(n, number, l->item[k].code))
                status = explain(p, r, &l->item[k], err);
    }
    return status < 0 ? -1 : 0;
}

int attack_explanations(struct sheet *p, const struct report *after, const struct lab_notice notice[LAB_JUDGEMENTS],
                        struct err *err)
{
    if (after->explainer == NULL)
        return 0;
    if (explain_chain(p, after, &notice[LAB_TIMELINE], err) != 0)
        return -1;
    return explain_endpoint(p, after, &notice[LAB_ENDPOINT], err);
}

void attack_list(struct sheet *p)
{
    for (int k = 0; k < LAB_KINDS; k++) {
        const struct lab_kind_about *a = &lab_about[k];
        struct buf name;

        if (k > 0)
            sheet_blank(p);
        buf_init(&name, 64);
        lab_add_name(&name, (enum lab_kind)k, LAB_BY_OPTION);
        sheet_say(p, "%s", buf_cstr(&name));
        buf_release(&name);
        sheet_line(p);
        sheet_say(p, "%s", a->does);
        sheet_prose(p, 4, 4);
        sheet_say(p, "%s", a->shows);
        sheet_prose(p, 4, 4);
    }
}
