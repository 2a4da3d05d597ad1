/* What the case file says: outcome statements, notes and marks, reviews, its history. All of it is what
 * people stated: it is evidence, and nothing of it was checked. */
#include "report/document_impl.h"

#include "base/text.h"
#include "report/says.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void heading(struct doc *d, int level, const char *id, const char *text)
{
    doc_say(d, "%s", text);
    doc_heading(d, level, id);
}

static void numbered(struct doc *d, const char *name, size_t number)
{
    char id[48];

    snprintf(id, sizeof id, "%s-%zu", name, number);
    doc_say(d, "%c%s %zu", name[0] - 'a' + 'A', name + 1, number);
    doc_heading(d, 3, id);
}

static void given(struct doc *d, const char *label, const char *text)
{
    document_given(d, text);
    doc_field(d, label);
}

static void digest(struct doc *d, const char *label, bool known, const struct digest *value)
{
    if (known)
        doc_digest(d, value);
    else
        doc_say(d, "not stated");
    doc_field(d, label);
}

/* An entry is named with its class and standing as they stand in this file. */
static void entry_here(struct doc *d, const char *label, uint64_t entry)
{
    struct entry_text text = {0};
    struct err ignored = {0};
    const struct entry_value *v = &text.member[MEMBER_PROVENANCE_CLASS];
    struct str none = {NULL, 0};
    bool stated = timeline_read_members(d->report->timeline, entry, LIMIT_SHOWN, &text, &ignored) == 0 &&
                  v->type == JSON_STRING;

    doc_entry(d, entry);
    doc_say(d, ": ");
    document_standing(d, timeline_mark(d->report->timeline, entry).standing, stated ? &v->text : &none);
    doc_field(d, label);
    entry_text_release(&text);
}

/* ---------------------------------------------------------------------------------------------------
 * Outcome */

/* One of no entry is about the timeline as a whole, where that is the one whose bytes it was made for. */
static void put_about(struct doc *d, const struct casefile_outcome *o, bool applies)
{
    digest(d, "about digest", o->has_digest, &o->entry_digest);
    if (o->here > 0) {
        entry_here(d, "which is", o->here);
        return;
    }
    doc_say(d, "%s", o->has_digest ? "no entry of this timeline has that digest"
                     : applies     ? "the timeline as a whole"
                                   : "nothing that is counted here: it names no entry and, as far as is known, "
                                     "was made for other bytes or does not say which system stated what");
    doc_field(d, o->has_digest ? "which is" : "about");
}

static void put_outcome(struct doc *d, const struct casefile_outcome *o, bool applies, size_t number)
{
    numbered(d, "statement", number);
    given(d, "system", o->system);
    given(d, "effect", o->effect);
    given(d, "statement", o->statement);
    given(d, "retrieved at", o->retrieved_at);
    put_about(d, o, applies);
    given(d, "evidence", o->evidence.path);
    digest(d, "its sha256", o->evidence.has_sha256, &o->evidence.sha256);
}

void document_outcome(struct doc *d)
{
    const struct casefile *c = d->report->casefile;
    size_t n = c != NULL ? casefile_outcomes(c) : 0;

    heading(d, 1, "outcome", "Outcome statements");
    if (n == 0)
        doc_say(d, "None was recorded. Whether an effect took place is for the system that owns it to "
                   "say.");
    else
        doc_say(d, "What systems stated that own an effect, as it was handed over. Nothing of it was "
                   "checked here.");
    doc_paragraph(d);
    for (size_t i = 0; i < n; i++) {
        struct casefile_outcome o = casefile_outcome(c, i);

        put_outcome(d, &o, casefile_outcome_applies(c, i), i + 1);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * Notes */

static const char *place_says(const struct casefile_note *n)
{
    switch (n->place) {
    case NOTE_HERE: return "made on this file and this entry";
    case NOTE_BY_DIGEST: return "made on another file; the entry here has the same digest";
    case NOTE_BY_NUMBER:
        return n->has_digest ? "made on this file, on an entry that has not that digest: found by its number alone"
                             : "made on this file, on an entry of which no digest was noted: found by its number alone";
    case NOTE_ORPHAN: return "no entry of this timeline is the one that it was made on";
    case NOTE_PENDING: break;
    }
    return "not found in the part that was read";
}

/* Each line of a text on its own: a line feed in it is no character of its words. One without words is shown by its
 * line feed, so that no two texts look the same. */
static void put_lines(struct doc *d, const char *text)
{
    const char *end = text;

    for (; *text != '\0' && end != NULL; text = end != NULL ? end + 1 : text) {
        size_t len = strcspn(text, "\n");

        end = text[len] == '\n' ? text + len : NULL;
        doc_quote(d, len > 0 ? text : "\n", len > 0 ? len : 1, TEXT_PROSE);
        doc_field(d, "text");
        if (end != NULL && end[1] == '\0') {
            doc_quote(d, "\n", 1, TEXT_PROSE);
            doc_field(d, "text");
        }
    }
}

static void put_note(struct doc *d, const struct casefile_note *n, size_t number)
{
    numbered(d, "note", number);
    if (n->here > 0) {
        entry_here(d, "on", n->here);
    } else {
        doc_say(d, "entry %" PRIu64 " of the timeline that it was made on", n->entry);
        doc_field(d, "on");
    }
    doc_say(d, "%s", place_says(n));
    doc_field(d, "place");
    digest(d, "entry digest", n->has_digest, &n->entry_digest);
    if (n->place != NOTE_HERE && n->has_made_on)
        digest(d, "made on file", true, &n->made_on);
    if (n->unknown_mark != NULL) {
        doc_say(d, "one that this program does not know: ");
        document_given(d, n->unknown_mark);
    } else {
        doc_say(d, "%s", n->mark == MARK_NONE ? "none" : mark_name(n->mark));
    }
    doc_field(d, "mark");
    put_lines(d, n->text);
    given(d, "written at", n->at);
    if (n->edited_at != NULL)
        given(d, "edited at", n->edited_at);
}

static void say_bytes(struct doc *d, const struct casefile *c)
{
    struct casefile_file f = casefile_timeline(c);

    switch (casefile_bytes(c)) {
    case CASEFILE_BYTES_SAME: doc_say(d, "this file, by its SHA-256"); break;
    case CASEFILE_BYTES_OTHER: doc_stress(d, "another file: its SHA-256 is not that of this one"); break;
    case CASEFILE_BYTES_UNKNOWN: doc_say(d, f.has_sha256 ? "not compared: this file was not read to its end" : "not stated"); break;
    }
    doc_field(d, "made for");
    given(d, "named there", f.path);
    digest(d, "its sha256", f.has_sha256, &f.sha256);
}

static void put_writer(struct doc *d, const struct casefile *c)
{
    if (!casefile_notes_are_examiners(c)) {
        doc_say(d, "Who wrote each is not told here: the history does not show that it was the examiner who is named now.");
        return;
    }
    doc_say(d, "By the examiner: ");
    document_given(d, casefile_examiner(c));
}

void document_notes(struct doc *d)
{
    const struct casefile *c = d->report->casefile;
    size_t n = c != NULL ? casefile_notes(c) : 0;

    heading(d, 1, "notes", "Notes and marks");
    if (n == 0) {
        doc_say(d, c == NULL ? "No case file was given." : "The case file has none.");
        doc_paragraph(d);
        return;
    }
    document_count(d, n, "note or mark", "notes and marks");
    doc_say(d, "; without a place in this timeline: %zu. ", casefile_orphans(c));
    put_writer(d, c);
    doc_paragraph(d);
    if (says_case_doubt(d->report) != NULL) {
        doc_stress(d, "%s", says_case_doubt(d->report));
        doc_say(d, ": these may not be as they were written.");
        doc_paragraph(d);
    }
    for (size_t i = 0; i < n; i++) {
        struct casefile_note note = casefile_note(c, i);

        put_note(d, &note, i + 1);
    }
}

/* ---------------------------------------------------------------------------------------------------
 * The case file itself */

static void put_review(struct doc *d, const struct casefile_review *r, size_t number)
{
    numbered(d, "review", number);
    given(d, "reviewer", r->reviewer);
    given(d, "at", r->at);
    digest(d, "of report", r->has_report, &r->report_sha256);
    given(d, "statement", r->statement);
}

static const char *history_says(enum casefile_history h)
{
    switch (h) {
    case HISTORY_HOLDS: return "each record holds the SHA-256 of the one before, and the last that of the rest";
    case HISTORY_BROKEN: return "BROKEN: a record does not hold the SHA-256 of the one before";
    case HISTORY_OUTSIDE:
        return "the records hold; the rest of the case file was changed by something else since";
    case HISTORY_UNSTATED: return "the records hold; the last one says nothing of the rest of the case file";
    case HISTORY_UNCHECKED: return "not checked, for the reason above";
    case HISTORY_NONE: break;
    }
    return "there is no record";
}

static void put_history(struct doc *d, const struct casefile *c)
{
    struct digest head;

    heading(d, 2, "history", "Its history, before this report was written");
    document_count(d, casefile_records(c), "record", "records");
    doc_field(d, "length");
    doc_say(d, "%s", history_says(casefile_history(c)));
    if (casefile_history(c) == HISTORY_BROKEN)
        doc_say(d, " (record %zu)", casefile_history_broken(c));
    doc_field(d, "state");
    if (casefile_history_head(c, &head)) {
        doc_digest(d, &head);
        doc_field(d, "head");
    }
    doc_say(d, "%s", casefile_history_limits());
    doc_aside(d, "not shown");
}

static void put_reviews(struct doc *d, const struct casefile *c)
{
    size_t n = casefile_reviews(c);

    heading(d, 2, "reviews", "Reviews");
    if (n == 0) {
        doc_say(d, "None is recorded.");
        doc_paragraph(d);
    }
    for (size_t i = 0; i < n; i++) {
        struct casefile_review r = casefile_review(c, i);

        put_review(d, &r, i + 1);
    }
}

void document_case(struct doc *d)
{
    const struct casefile *c = d->report->casefile;
    struct digest sha256;
    const char *warning;

    if (c == NULL)
        return;
    heading(d, 1, "case", "The case file");
    given(d, "path as given", casefile_path(c));
    digest(d, "sha256", casefile_sha256(c, &sha256), &sha256);
    given(d, "examiner", casefile_examiner(c));
    say_bytes(d, c);
    for (size_t i = 0; (warning = casefile_warning(c, i)) != NULL; i++) {
        doc_sentence(d, warning, strlen(warning));
        doc_field(d, "warning");
    }
    put_reviews(d, c);
    put_history(d, c);
}
