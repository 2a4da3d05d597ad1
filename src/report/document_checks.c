/* How to reproduce what is quoted with other tools, and what remains open. */
#include "report/document_impl.h"

#include "report/reproduce.h"
#include "report/says.h"

#include <inttypes.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------
 * Commands */

static void put_command(struct doc *d, struct buf *command)
{
    if (!command->failed)
        doc_command(d, buf_cstr(command), command->len);
    buf_clear(command);
}

/* The call for an entry, with the members of `x` put otherwise; NULL: as it stands. `*said` tells whether a command
 * can say that. */
static int entry_command(struct doc *d, uint64_t entry, const struct explanation *x, struct buf *command, bool *said,
                         struct err *err)
{
    struct entry_text text = {0};
    int rc = timeline_read_members(d->report->timeline, entry, 1, &text, err);

    *said = rc == 0;
    if (rc == 0)
        reproduce_by_program(command, d->report->path, text.offset, text.length);
    for (size_t i = 0; x != NULL && i < x->members && *said; i++)
        *said = x->member[i].original.data != NULL &&
                reproduce_put(command, x->member[i].member, &x->member[i].original) == 0;
    entry_text_release(&text);
    return rc;
}

static int put_entry_command(struct doc *d, uint64_t entry, struct err *err)
{
    struct buf command;
    bool said;
    int rc;

    buf_init(&command, LIMIT_MESSAGE);
    rc = entry_command(d, entry, NULL, &command, &said, err);
    if (said)
        put_command(d, &command);
    buf_release(&command);
    return rc;
}

/* Of the explanations of a broken link those that say: the entry before, with a member put otherwise, has the digest
 * that is stored. */
static int put_proved(struct doc *d, const struct explanation *x, struct err *err)
{
    struct buf command;
    bool said;
    int rc;

    if (!x->proved || x->kind != EXPLANATION_MEMBER_CHANGED || x->members == 0)
        return 0;
    buf_init(&command, LIMIT_MESSAGE);
    rc = entry_command(d, x->entry, x, &command, &said, err);
    if (said) {
        doc_say(d, "That the following is proved, the same command shows: ");
        doc_sentence(d, x->text.data, x->text.len);
        doc_say(d, ". The digest that it prints is the stored one:");
        doc_paragraph(d);
        put_command(d, &command);
    }
    buf_release(&command);
    return rc;
}

static int put_explained(struct doc *d, uint64_t entry, struct err *err)
{
    struct explanation_list l = {NULL, 0, 0};
    struct finding link;
    int rc = d->report->explainer != NULL ? report_finding(d->report, entry, FINDING_LINK, &link, err) : 0;

    if (rc != 1)
        return rc;
    rc = explain_finding(d->report->explainer, &link, &l, err);
    for (size_t i = 0; i < l.count && rc == 0; i++)
        rc = put_proved(d, &l.item[i], err);
    explanation_list_release(&l);
    finding_release(&link);
    return rc;
}

/* What the digest is taken of, where it is short and needs no escape. */
static void put_by_hand(struct doc *d, uint64_t entry)
{
    struct reproduce r = {0};

    reproduce_load(&r, d->report->timeline, source_path(timeline_source(d->report->timeline)), entry, true);
    if (r.by_hand.data != NULL) {
        doc_say(d, "The same from the bytes that are hashed, without the file:");
        doc_paragraph(d);
        doc_command(d, r.by_hand.data, r.by_hand.len);
    }
    reproduce_release(&r);
}

static void put_program(struct doc *d)
{
    struct buf program;

    doc_say(d, "This defines a command that reads one entry out of a file, by its place in it, and "
               "prints its digest, the SHA-256 of its output and its stored prev_digest. It needs a POSIX shell and Python 3, "
               "and nothing of aerscope.");
    doc_paragraph(d);
    buf_init(&program, LIMIT_MESSAGE);
    reproduce_program(&program, d->report->verdict.construction);
    put_command(d, &program);
    buf_release(&program);
}

static const char *stands_for(bool named)
{
    return named ? "" : "; " REPRODUCE_FILE " stands for a file with the same bytes";
}

static void put_file(struct doc *d)
{
    struct buf command;
    bool named;

    buf_init(&command, LIMIT_MESSAGE);
    named = reproduce_file(&command, d->report->path) == 0;
    doc_say(d, "The SHA-256 of the timeline's file%s:", stands_for(named));
    doc_paragraph(d);
    put_command(d, &command);
    buf_release(&command);
}

static void put_selected(struct doc *d)
{
    struct str job = selection_job(d->report->selection);
    struct buf command;
    bool named;

    buf_init(&command, 8 * LIMIT_MESSAGE);
    named = reproduce_job(&command, d->report->path, &job) == 0;
    doc_say(d, "The entries of this report were selected by their job_id; this examines the same ones%s:",
            named ? "" : "; FILE stands for a file with the same bytes, and JOB for a job_id, where no word can");
    doc_paragraph(d);
    put_command(d, &command);
    buf_release(&command);
}

/* One that a command can name; `told`: that others follow. */
static void put_other_file(struct doc *d, const char *path, bool *told)
{
    struct buf command;

    buf_init(&command, LIMIT_MESSAGE);
    if (path != NULL && strcmp(path, "-") != 0 && reproduce_file(&command, path) == 0) {
        if (!*told) {
            doc_say(d, "That of each other file whose SHA-256 is quoted:");
            doc_paragraph(d);
        }
        *told = true;
        put_command(d, &command);
    }
    buf_release(&command);
}

/* What systems that own an effect gave out: named from the case file on. */
static void put_outcome_files(struct doc *d, const struct casefile *c, bool *told)
{
    struct err ignored = {0};

    for (size_t i = 0; i < casefile_outcomes(c); i++) {
        struct casefile_file f = casefile_outcome(c, i).evidence;
        struct str at = {NULL, 0};

        if (f.path != NULL && f.has_sha256 && casefile_locate(c, f.path, &at, &ignored) == 0)
            put_other_file(d, at.data, told);
        str_release(&at);
    }
}

static void put_case_file(struct doc *d, const char *path)
{
    struct buf command;

    buf_init(&command, LIMIT_MESSAGE);
    if (path != NULL && reproduce_file(&command, path) == 0) {
        doc_say(d, "That of the case file, unless it was written since: the inspector notes in it each report that it "
                   "exports.");
        doc_paragraph(d);
        put_command(d, &command);
    }
    buf_release(&command);
}

static void put_history(struct doc *d, const struct casefile *c)
{
    struct buf command;
    struct digest head;
    bool named;

    if (!casefile_history_head(c, &head))
        return;
    buf_init(&command, LIMIT_MESSAGE);
    named = reproduce_history(&command, casefile_path(c), casefile_records(c)) == 0;
    doc_say(d, "The head of the case file's history as it stood, after ");
    document_count(d, casefile_records(c), "record", "records");
    doc_say(d, "%s:", stands_for(named));
    doc_paragraph(d);
    put_command(d, &command);
    buf_release(&command);
}

static void put_other_files(struct doc *d)
{
    const struct report *r = d->report;
    struct digest ignored;
    bool told = false;

    for (size_t i = 0; i < r->refs->count; i++) {
        const struct reference *one = &r->refs->item[i];

        if (one->has_sha256 && !one->embedded && !one->own_file && one->kind != REFERENCE_MANIFEST)
            put_other_file(d, one->path, &told);
    }
    if (r->refs->expected != NULL && expected_about(r->refs->expected).has_sha256)
        put_other_file(d, expected_about(r->refs->expected).path, &told);
    if (r->casefile == NULL)
        return;
    put_outcome_files(d, r->casefile, &told);
    if (casefile_sha256(r->casefile, &ignored))
        put_case_file(d, casefile_path(r->casefile));
    put_history(d, r->casefile);
}

/* The first link that is broken by the construction, and that two digests show to be. */
static uint64_t first_broken(const struct report *r)
{
    const uint32_t link = UINT32_C(1) << FINDING_LINK;
    uint64_t entry = timeline_seek(r->timeline, 2, 1, link);

    for (; entry > 0; entry = timeline_seek(r->timeline, entry + 1, 1, link)) {
        struct entry_mark mark = timeline_mark(r->timeline, entry);
        if (timeline_mark(r->timeline, entry - 1).has_digest &&
            link_state(&mark, entry, r->verdict.construction) == LINK_STATE_BROKEN)
            break;
    }
    return entry;
}

static int put_broken(struct doc *d, struct err *err)
{
    struct timeline *t = d->report->timeline;
    uint64_t entry = first_broken(d->report);
    struct entry_mark before;

    if (entry == 0)
        return 0;
    before = timeline_mark(t, entry - 1);
    doc_say(d, "The first broken link is the one into ");
    doc_entry(d, entry);
    doc_say(d, ". The digest of ");
    doc_entry(d, entry - 1);
    doc_say(d, ", recomputed, is ");
    doc_digest(d, &before.digest);
    doc_say(d, ":");
    doc_paragraph(d);
    if (put_entry_command(d, entry - 1, err) != 0)
        return -1;
    put_by_hand(d, entry - 1);
    doc_say(d, "The prev_digest that ");
    doc_entry(d, entry);
    doc_say(d, " stores is printed by this one, and is another:");
    doc_paragraph(d);
    return put_entry_command(d, entry, err) == 0 ? put_explained(d, entry, err) : -1;
}

static int put_end(struct doc *d, struct err *err)
{
    uint64_t last = d->report->verdict.entries;
    struct entry_mark mark = timeline_mark(d->report->timeline, last);

    if (last == 0 || !mark.has_digest)
        return 0;
    doc_say(d, "The last visible entry is ");
    doc_entry(d, last);
    doc_say(d, ". Its digest, which no entry that was read cites, is ");
    doc_digest(d, &mark.digest);
    doc_say(d, ":");
    doc_paragraph(d);
    return put_entry_command(d, last, err);
}

static void put_others(struct doc *d)
{
    doc_say(d, "Any other entry: its row has its place (byte and number of bytes), which are the "
               "second and third word of the command.");
    doc_paragraph(d);
}

int document_reproduce(struct doc *d, struct err *err)
{
    doc_say(d, "How to reproduce the digests quoted here");
    doc_heading(d, 1, "reproduce");
    if (d->report->training) {
        doc_say(d, "A training copy is in no file that a command could name. Save it from the lab, and report on that "
                   "file.");
        doc_paragraph(d);
        return 0;
    }
    put_file(d);
    if (d->report->selection != NULL)
        put_selected(d);
    put_other_files(d);
    if (d->report->verdict.entries == 0)
        return 0;
    put_program(d);
    if (put_broken(d, err) != 0 || put_end(d, err) != 0)
        return -1;
    put_others(d);
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * What remains open */

static void item(struct doc *d, const char *text)
{
    doc_say(d, "%s", text);
    doc_item(d);
}

static void open_timeline(struct doc *d, const struct verdict *v)
{
    switch (v->timeline) {
    case TIMELINE_CONSISTENT:
        item(d, "Whether entries are missing before the first, between them or after the last, where "
                "the links were rebuilt: no rule inside the file can show it.");
        break;
    case TIMELINE_BROKEN:
        item(d, "Who changed what does not fit, when and why; and whether more was changed where the "
                "links were rebuilt.");
        break;
    case TIMELINE_HISTORICAL:
        item(d, "Job, tool, class, id, number and close of every entry: no digest of aer1-06 binds "
                "them.");
        break;
    case TIMELINE_UNREADABLE:
    case TIMELINE_PENDING: item(d, "Everything from the damage on: it was not read."); break;
    }
}

static bool any_unstated(const struct reference_set *refs)
{
    for (size_t i = 0; i < refs->count; i++)
        if (refs->item[i].independent == INDEPENDENT_UNKNOWN)
            return true;
    return false;
}

static void open_endpoint(struct doc *d, const struct report *r)
{
    if (r->verdict.endpoint == ENDPOINT_NOT_ASSESSED || r->verdict.endpoint == ENDPOINT_UNUSABLE)
        item(d, "Whether the last visible entry is the last that was recorded. It would take a chain "
                "commitment or a head that was published where whoever can change the timeline "
                "cannot change it.");
    if (any_unstated(r->refs))
        item(d, "Whether the references are independent of those who made the timeline: of at least "
                "one it is not stated.");
    if (r->verdict.endpoint == ENDPOINT_CONTRADICTED)
        item(d, "Whether the timeline or the reference was changed: only that they do not agree is "
                "shown.");
}

static void open_coverage(struct doc *d, const struct verdict *v)
{
    if (v->coverage == COVERAGE_NOT_ASSESSED)
        item(d, "Whether every action that was authorised or expected is there, and nothing else. It "
                "would take a list of expected actions, frozen beforehand.");
    item(d, "Calls that never reached the recorder: they leave no trace in any timeline.");
}

static void open_explanations(struct doc *d, const struct report *r)
{
    struct explainer_summary s;

    if (r->explainer == NULL)
        return;
    s = explainer_summary(r->explainer);
    if (s.exhausted)
        item(d, "What explains the later findings: the effort set for the file was used up before "
                "them (--effort).");
}

void document_remaining(struct doc *d)
{
    const struct report *r = d->report;

    doc_say(d, "What was not assessed and remains open");
    doc_heading(d, 1, "open");
    open_timeline(d, &r->verdict);
    open_endpoint(d, r);
    open_coverage(d, &r->verdict);
    if (r->verdict.outcome == OUTCOME_NOT_ASSESSED)
        item(d, "Whether any effect (payment, delivery, change) took place: the system that owns it "
                "must be asked.");
    else
        item(d, "Whether what was stated of the effect is so: nothing of it was checked here.");
    if (says_case_doubt(r) != NULL) {
        doc_say(d, "%s: what in it was put there by the examiner is for its history, or for a head kept elsewhere, to show.",
                says_case_doubt(r));
        doc_item(d);
    }
    item(d, "Who wrote the provenance classes: they are what the record claims.");
    open_explanations(d, r);
    item(d, "Whether the rules of a later revision of the draft would judge otherwise: this profile "
            "is that of " TOOL_PROFILE ".");
}
