#include "tui/judgement.h"

#include "tui/show.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *judgement_label(enum judgement j, bool brief)
{
    static const char *const labels[JUDGE_COUNT][2] = {
        {"TIMELINE", "TL"}, {"ENDPOINT", "EP"}, {"COVERAGE", "CV"}, {"OUTCOME", "OC"}};

    return labels[j][brief];
}

/* "37 %", or "1,234 entries" while the size is not known. */
static void judgement_progress(const struct state *s, char *out, size_t room)
{
    const struct progress *p = &s->progress;
    char number[NUMBER_ROOM];

    if (p->bytes_total > 0)
        snprintf(out, room, "%d %%", (int)((double)p->bytes_read * 100 / (double)p->bytes_total));
    else
        snprintf(out, room, "%s entries", show_number(number, p->entries));
}

__attribute__((format(printf, 2, 3))) static void say(struct wording *w, const char *fmt, ...)
{
    va_list args;

    if (w->count == WORDINGS)
        return;
    va_start(args, fmt);
    w->count += vsnprintf(w->text[w->count], WORDING_ROOM, fmt, args) < WORDING_ROOM;
    va_end(args);
}

/* "1 failure", "12 warnings". */
static const char *counted(char *out, size_t room, uint64_t n, const char *what)
{
    char number[NUMBER_ROOM];

    snprintf(out, room, "%s %s%s", show_number(number, n), what, n == 1 ? "" : "s");
    return out;
}

static uint64_t total(const struct state *s, enum severity severity)
{
    return timeline_severity_total(s->timeline, severity);
}

static void timeline_pending(const struct state *s, struct wording *w)
{
    uint64_t failures = total(s, SEVERITY_FAILURE);
    char part[64], found[64], n[NUMBER_ROOM];

    judgement_progress(s, part, sizeof part);
    counted(found, sizeof found, failures, "failure");
    w->style = failures ? STYLE_FAILURE : STYLE_NORMAL;
    say(w, "examining %s, %s so far", part, failures ? found : "no failure");
    say(w, "%s, %s so far", part, failures ? found : "no failure");
    say(w, "%s, %s so far", part, show_number(n, failures));
    say(w, "%s so far", part);
    say(w, "examining");
}

static void timeline_broken(const struct state *s, struct wording *w)
{
    uint64_t failures = total(s, SEVERITY_FAILURE), warnings = total(s, SEVERITY_WARNING);
    const char *code = finding_code_name(s->verdict.failure_code);
    const char *first = failures == 1 ? "" : "first ";
    char found[64], warned[64], entry[NUMBER_ROOM];

    w->style = STYLE_FAILURE;
    counted(found, sizeof found, failures, "failure");
    counted(warned, sizeof warned, warnings, "warning");
    if (s->verdict.failure_entry == 0) {
        say(w, "broken\t%s: %s", found, code);
        say(w, "broken");
        return;
    }
    show_number(entry, s->verdict.failure_entry);
    if (warnings)
        say(w, "broken\t%s: %sentry %s %s; %s", found, first, entry, code, warned);
    say(w, "broken\t%s: %sentry %s %s", found, first, entry, code);
    say(w, "broken\t%s, %sentry %s", found, first, entry);
    say(w, "broken\t%s, entry %s", found, entry);
    say(w, "broken, entry %s", entry);
    say(w, "broken");
}

static void timeline_consistent(const struct state *s, struct wording *w)
{
    uint64_t warnings = total(s, SEVERITY_WARNING);
    char warned[64];

    counted(warned, sizeof warned, warnings, "warning");
    if (warnings) {
        say(w, "consistent\t%s; a cut end would not show", warned);
        say(w, "consistent\tend may be cut; %s", warned);
    } else {
        say(w, "consistent\tno rule fails; a cut end would not show");
        say(w, "consistent\ta cut end would not show");
    }
    say(w, "consistent, end may be cut");
    say(w, "consistent, cut?");
    say(w, "consistent");
}

static void timeline_unreadable(const struct state *s, struct wording *w)
{
    const struct damage *d = timeline_damage(s->timeline);
    char line[NUMBER_ROOM], column[NUMBER_ROOM], offset[NUMBER_ROOM];

    w->style = STYLE_FAILURE;
    if (d && d->refused) {
        say(w, "unreadable\tno timeline: nothing was examined");
        say(w, "unreadable\tno timeline");
    } else if (d) {
        show_number(line, d->line);
        show_number(column, d->column);
        say(w, "unreadable\tdamage at byte %s, line %s, column %s", show_number(offset, d->offset),
            line, column);
        say(w, "unreadable\tdamage in line %s", line);
        say(w, "unreadable, line %s", line);
    }
    say(w, "unreadable");
}

static void timeline_words(const struct state *s, struct wording *w)
{
    switch (s->verdict.timeline) {
    case TIMELINE_PENDING:
        if (s->progress.failed)
            say(w, s->failure.code == ERR_CHANGED
                       ? "not examined to the end\tthe file changed"
                       : "not examined to the end\tit could not be read"),
                say(w, "not examined");
        else
            timeline_pending(s, w);
        break;
    case TIMELINE_CONSISTENT: timeline_consistent(s, w); break;
    case TIMELINE_BROKEN: timeline_broken(s, w); break;
    case TIMELINE_HISTORICAL:
        say(w, "historical\taer1-06: links hold, members unbound");
        say(w, "historical\tmembers unbound");
        say(w, "historical");
        break;
    case TIMELINE_UNREADABLE: timeline_unreadable(s, w); break;
    }
}

static const struct reference *first_with(const struct state *s, enum reference_result result)
{
    for (size_t i = 0; i < s->refs->count; i++)
        if (s->refs->item[i].result == result)
            return &s->refs->item[i];
    return NULL;
}

static bool has_finding(const struct reference *r, enum finding_code code)
{
    for (size_t i = 0; i < r->findings.count; i++)
        if (r->findings.item[i].code == code)
            return true;
    return false;
}

/* "reclosed", of a contradiction by an earlier copy. */
static const char *copy_contradiction(const struct reference *r)
{
    for (size_t i = 0; i < r->findings.count; i++) {
        const char *code = finding_code_name(r->findings.item[i].code);
        if (strncmp(code, "baseline.", 9) == 0)
            return code + 9;
    }
    return "differs";
}

static void endpoint_contradicted(const struct state *s, struct wording *w)
{
    const struct reference *r = first_with(s, REFERENCE_CONTRADICTED);
    bool digest = r && has_finding(r, FINDING_COMMITMENT_DIGEST);
    char committed[NUMBER_ROOM], here[NUMBER_ROOM];

    w->style = STYLE_FAILURE;
    if (r && has_finding(r, FINDING_COMMITMENT_COUNT)) {
        const char *stated = show_stated(committed, r);
        show_number(here, s->progress.entries);
        say(w, "contradicted\t%s %s, %s here%s", stated, show_stating(r), here,
            digest ? "; digest differs" : "");
        say(w, "contradicted\t%s %s, %s here", stated, show_stating(r), here);
    } else if (digest) {
        say(w, "contradicted\tsame count, digest differs");
        say(w, "contradicted\tdigest differs");
    } else if (r && has_finding(r, FINDING_COMMITMENT_JOB)) {
        say(w, "contradicted\tan entry is of another job");
    } else if (r && r->kind == REFERENCE_BASELINE) {
        say(w, "contradicted\tby an earlier copy: %s", copy_contradiction(r));
        say(w, "contradicted\t%s", copy_contradiction(r));
    }
    say(w, "contradicted");
}

static void endpoint_matches(const struct state *s, struct wording *w)
{
    const struct reference *r = first_with(s, REFERENCE_MATCHES);
    const char *who = checking_gave_up_copy(s)                ? "an earlier copy was given up"
                      : s->verdict.witnessed                  ? "independence is stated"
                      : r && r->independent == INDEPENDENT_NO ? "but not independent"
                                                              : "independence not stated";

    say(w, "matches\t%s", who);
    say(w, "matches");
}

static void given_up(struct wording *w)
{
    say(w, "not assessed\tthe check was given up");
    say(w, "not assessed\tgiven up");
    say(w, "check given up");
}

static void endpoint_open(const struct state *s, struct wording *w)
{
    const struct reference *earlier = first_with(s, REFERENCE_EARLIER);
    char number[NUMBER_ROOM];

    if (s->verdict.timeline == TIMELINE_UNREADABLE && s->refs->count > 0)
        say(w, "not assessed\tnot read to the end");
    else if (checking_gave_up_copy(s))
        given_up(w);
    else if (earlier)
        say(w, earlier->tied ? "not assessed\tconfirms the first %s alone" : "not assessed\tconfirms entry %s alone",
            show_number(number, earlier->confirmed));
    else if (s->refs->count > 0)
        say(w, "not assessed\ta count alone does not fix it");
    else
        say(w, s->training ? "not assessed\tno outside reference" : "not assessed\tno outside reference: %s adds",
            action_sign(ACTION_REFERENCES));
    say(w, "not assessed");
}

static void endpoint_words(const struct state *s, struct wording *w)
{
    enum layout layout = timeline_layout(s->timeline);
    bool pending = !s->referenced && !s->progress.failed;
    char part[64];

    if (s->checking.running) {
        say(w, "not assessed\tbeing checked so far");
        say(w, "not assessed");
        return;
    }
    if (pending && s->refs->count > 0) {
        judgement_progress(s, part, sizeof part);
        say(w, "examining %s", part);
        say(w, "examining");
        return;
    }
    /* Behind its entries a wrapper may hold a commitment. */
    if (pending && layout == LAYOUT_WRAPPED) {
        say(w, "not assessed\tno reference so far");
        say(w, "not assessed so far");
        return;
    }
    switch (s->verdict.endpoint) {
    case ENDPOINT_CONTRADICTED: endpoint_contradicted(s, w); break;
    case ENDPOINT_MATCHES: endpoint_matches(s, w); break;
    case ENDPOINT_UNUSABLE:
        w->style = STYLE_FAILURE;
        say(w, "unusable\tsee %s for the reason", action_sign(ACTION_OVERVIEW));
        say(w, "unusable");
        break;
    case ENDPOINT_NOT_ASSESSED: endpoint_open(s, w); break;
    }
}

static void plain(struct wording *w, const char *name, const char *remark)
{
    struct buf result;

    buf_init(&result, WORDING_ROOM);
    show_result(&result, name);
    say(w, "%s\t%s", buf_cstr(&result), remark);
    say(w, "%s", buf_cstr(&result));
    buf_release(&result);
}

static const char *coverage_remark(const struct state *s, char *out, size_t room)
{
    const struct coverage *c = &s->verdict.counts;
    char missing[NUMBER_ROOM], unexpected[NUMBER_ROOM], forbidden[NUMBER_ROOM];

    if (checking_has_list(s))
        return "being held against the list so far";
    if (!s->refs->expected)
        return "no list of expected actions";
    if (!expected_about(s->refs->expected).usable)
        return "the list is unusable";
    if (!c->assessed)
        return s->referenced ? "not held against the list" : "when all is examined";
    if (s->verdict.coverage == COVERAGE_RECONCILED)
        return "with the list, no more";
    snprintf(out, room, "%s missing, %s unexpected, %s forbidden", show_number(missing, c->missing),
             show_number(unexpected, c->unexpected), show_number(forbidden, c->forbidden));
    return out;
}

static void coverage_words(const struct state *s, struct wording *w)
{
    char remark[4 * NUMBER_ROOM];

    if (checking_gave_up_list(s))
        given_up(w);
    if (s->verdict.coverage == COVERAGE_DISCREPANT)
        w->style = STYLE_FAILURE;
    plain(w, coverage_result_name(s->verdict.coverage), coverage_remark(s, remark, sizeof remark));
}

static void outcome_words(const struct state *s, struct wording *w)
{
    char kept[64];

    if (s->verdict.outcome == OUTCOME_NOT_ASSESSED) {
        plain(w, outcome_result_name(s->verdict.outcome), "ask who owns the effect");
        return;
    }
    counted(kept, sizeof kept, s->casing.recorded, "statement");
    plain(w, outcome_result_name(s->verdict.outcome), strcat(kept, ", none checked"));
}

void judgement_words(const struct state *s, enum judgement j, struct wording *w)
{
    memset(w, 0, sizeof *w);
    if (j == JUDGE_TIMELINE)
        timeline_words(s, w);
    else if (j == JUDGE_ENDPOINT)
        endpoint_words(s, w);
    else if (j == JUDGE_COVERAGE)
        coverage_words(s, w);
    else
        outcome_words(s, w);
}
