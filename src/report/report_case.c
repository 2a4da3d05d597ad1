#include "report/report_case.h"

#include "base/text.h"
#include "report/report_json.h"
#include "report/text_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WARNINGS_IN_TEXT = 20, STATEMENTS_IN_TEXT = 20 };

struct case_notes case_notes(const struct casefile *c)
{
    struct case_notes n = {.total = casefile_notes(c)};

    for (size_t i = 0; i < n.total; i++) {
        enum note_place place = casefile_note(c, i).place;

        n.here += place == NOTE_HERE;
        n.by_digest += place == NOTE_BY_DIGEST;
        n.by_number += place == NOTE_BY_NUMBER;
        n.orphaned += place == NOTE_ORPHAN;
    }
    return n;
}

/* "holds", "broken", ... */
static const char *case_history_name(enum casefile_history h)
{
    static const char *const name[] = {"holds",    "broken",    "changed_outside",
                                       "unstated", "unchecked", "none"};
    return name[h];
}

static const char *case_history_says(enum casefile_history h)
{
    static const char *const text[] = {
        "each record holds the SHA-256 of the one before, and the last one that of the rest of the case file",
        "a record does not hold the SHA-256 of the one before: something was changed or cut out",
        "the records hold, and something other than aerscope changed the rest of the case file since",
        "the records hold, and the last one says nothing of the rest of the case file",
        "not checked",
        "there is none",
    };
    return text[h];
}

/* ---- JSON ---- */

static void json_file(struct json *j, const char *name, const struct casefile_file *f)
{
    json_object(j, name);
    json_text(j, "path", f->path);
    json_digest(j, "sha256", f->has_sha256, &f->sha256);
    json_end(j);
}

static void json_statement(struct json *j, const struct casefile *c, size_t i)
{
    struct casefile_outcome o = casefile_outcome(c, i);

    json_object(j, NULL);
    json_text(j, "system", o.system);
    json_text(j, "effect", o.effect);
    json_text(j, "statement", o.statement);
    json_position(j, "entry", o.here);
    json_digest(j, "entry_digest", o.has_digest, &o.entry_digest);
    json_file(j, "evidence", &o.evidence);
    json_text(j, "retrieved_at", o.retrieved_at);
    json_bool(j, "applies", casefile_outcome_applies(c, i));
    json_bool(j, "checked", false);
    json_end(j);
}

void json_outcome(struct json *j, const struct report *r)
{
    const struct casefile *c = r->casefile;

    json_object(j, "outcome");
    json_text(j, "result", outcome_result_name(r->verdict.outcome));
    json_text(j, "does_not_show", verdict_outcome_limits(&r->verdict));
    if (c != NULL) {
        json_array(j, "statements");
        for (size_t i = 0; i < casefile_outcomes(c); i++)
            json_statement(j, c, i);
        json_end(j);
    }
    json_end(j);
}

static void json_made_for(struct json *j, const struct casefile *c)
{
    struct casefile_file f = casefile_timeline(c);

    json_file(j, "timeline", &f);
    if (casefile_bytes(c) == CASEFILE_BYTES_UNKNOWN)
        json_null(j, "made_for_these_bytes");
    else
        json_bool(j, "made_for_these_bytes", casefile_bytes(c) == CASEFILE_BYTES_SAME);
}

static void json_notes(struct json *j, const struct casefile *c)
{
    struct case_notes n = case_notes(c);

    json_object(j, "notes");
    json_uint(j, "total", n.total);
    json_uint(j, "on_these_bytes", n.here);
    json_uint(j, "by_digest", n.by_digest);
    json_uint(j, "by_number", n.by_number);
    json_uint(j, "orphaned", n.orphaned);
    json_end(j);
}

static void json_history(struct json *j, const struct casefile *c)
{
    struct digest head;
    bool known = casefile_history_head(c, &head);

    json_object(j, "history");
    json_text(j, "result", case_history_name(casefile_history(c)));
    json_uint(j, "records", casefile_records(c));
    if (casefile_history(c) == HISTORY_BROKEN)
        json_uint(j, "broken_at", casefile_history_broken(c));
    else
        json_null(j, "broken_at");
    json_text(j, "does_not_show", casefile_history_limits());
    json_end(j);
    json_digest(j, "history_head", known, &head);
}

void json_case(struct json *j, const struct report *r)
{
    const struct casefile *c = r->casefile;
    struct digest sha256;
    bool known;

    if (c == NULL)
        return;
    known = casefile_sha256(c, &sha256);
    json_object(j, "case");
    json_text(j, "path", casefile_path(c));
    json_digest(j, "sha256", known, &sha256);
    json_text(j, "examiner", casefile_examiner(c));
    json_made_for(j, c);
    json_notes(j, c);
    json_uint(j, "references", casefile_references(c));
    json_uint(j, "reviews", casefile_reviews(c));
    json_history(j, c);
    json_array(j, "warnings");
    for (size_t i = 0; casefile_warning(c, i) != NULL; i++)
        json_text(j, NULL, casefile_warning(c, i));
    json_end(j);
    json_end(j);
}

/* ---- text ---- */

static void put_words(struct sheet *p, const char *label, const char *text)
{
    if (text == NULL)
        sheet_say(p, "not stated");
    else
        sheet_quote(p, text, strlen(text), TEXT_PROSE);
    sheet_field(p, label);
}

static void put_about(struct sheet *p, const struct report *r, const struct casefile_outcome *o)
{
    if (o->here > 0) {
        struct entry_mark m = timeline_mark(r->timeline, o->here);

        sheet_say(p, "entry %" PRIu64 ", ", o->here);
        text_standing(p, m.standing);
    } else if (o->has_digest) {
        sheet_say(p, "an entry that is not in this timeline");
    } else {
        sheet_say(p, casefile_bytes(r->casefile) == CASEFILE_BYTES_SAME
                         ? "the timeline as a whole"
                         : "a timeline of other bytes as a whole");
    }
    sheet_field(p, "about");
}

static void put_kept(struct sheet *p, const struct casefile_outcome *o)
{
    put_words(p, "kept in", o->evidence.path);
    if (o->evidence.has_sha256)
        text_digest(p, "its sha256", &o->evidence.sha256);
    put_words(p, "retrieved", o->retrieved_at);
}

static void put_statement(struct sheet *p, const struct report *r, size_t i)
{
    struct casefile_outcome o = casefile_outcome(r->casefile, i);

    sheet_blank(p);
    put_words(p, "system", o.system);
    put_words(p, "effect", o.effect);
    put_about(p, r, &o);
    put_words(p, "it says", o.statement);
    put_kept(p, &o);
    if (o.has_digest && o.here == 0)
        text_digest(p, "its digest", &o.entry_digest);
}

void text_outcome(struct sheet *p, const struct report *r)
{
    const struct casefile *c = r->casefile;
    size_t all = c != NULL ? casefile_outcomes(c) : 0;

    if (all == 0)
        return;
    text_count(p, all, "statement of a system is", "statements of systems are");
    sheet_say(p, " kept in the case file, ");
    text_count(p, casefile_recorded(c), "of them about this timeline", "of them about this timeline");
    sheet_say(p, "; nothing of it was checked by aerscope");
    sheet_field(p, "found");
    for (size_t i = 0; i < all && i < STATEMENTS_IN_TEXT; i++)
        put_statement(p, r, i);
    if (all > STATEMENTS_IN_TEXT) {
        sheet_say(p, "%zu more are in the case file", all - STATEMENTS_IN_TEXT);
        sheet_field(p, "");
    }
}

static void put_made_for(struct sheet *p, const struct casefile *c)
{
    struct casefile_file f = casefile_timeline(c);

    switch (casefile_bytes(c)) {
    case CASEFILE_BYTES_SAME: sheet_say(p, "these bytes"); break;
    case CASEFILE_BYTES_OTHER:
        sheet_say(p, "other bytes than these: its notes and statements are matched by entry digest alone");
        break;
    case CASEFILE_BYTES_UNKNOWN:
        sheet_say(p, f.has_sha256 ? "not compared: this file was not read to its end"
                                  : "not stated: the case file names no SHA-256 of a timeline");
        break;
    }
    sheet_field(p, "made for");
    if (casefile_bytes(c) != CASEFILE_BYTES_OTHER)
        return;
    put_words(p, "", f.path);
    text_digest(p, "its sha256", &f.sha256);
}

static void say_part(struct sheet *p, size_t n, const char *what)
{
    if (n > 0)
        sheet_say(p, "; %zu %s", n, what);
}

static void put_notes(struct sheet *p, const struct casefile *c)
{
    struct case_notes n = case_notes(c);

    text_count(p, n.total, "note", "notes");
    say_part(p, n.here, "made on these bytes");
    say_part(p, n.by_digest, "made on another file, or on one not named, and matched by digest");
    say_part(p, n.by_number, "placed by number alone");
    say_part(p, n.orphaned, "made on an entry that is not here");
    sheet_field(p, "notes");
}

static void put_history(struct sheet *p, const struct casefile *c)
{
    struct digest head;

    text_count(p, casefile_records(c), "record", "records");
    sheet_say(p, ": %s", case_history_says(casefile_history(c)));
    if (casefile_history(c) == HISTORY_BROKEN)
        sheet_say(p, " (record %zu)", casefile_history_broken(c));
    sheet_field(p, "history");
    if (casefile_history_head(c, &head))
        text_digest(p, "its head", &head);
    sheet_say(p, "%s", casefile_history_limits());
    sheet_field(p, "not shown");
}

static void put_warnings(struct sheet *p, const struct casefile *c)
{
    size_t i = 0;

    for (; casefile_warning(c, i) != NULL && i < WARNINGS_IN_TEXT; i++) {
        sheet_safe(p, casefile_warning(c, i), strlen(casefile_warning(c, i)));
        sheet_field(p, i == 0 ? "warning" : "");
    }
    if (casefile_warning(c, i) != NULL) {
        sheet_say(p, "and more; JSON has all");
        sheet_field(p, "");
    }
}

void text_case(struct sheet *p, const struct report *r)
{
    const struct casefile *c = r->casefile;
    struct digest sha256;

    if (c == NULL)
        return;
    sheet_blank(p);
    sheet_heading(p, "CASE FILE", "what an examiner states, not what the timeline shows");
    put_words(p, "file", casefile_path(c));
    if (casefile_sha256(c, &sha256))
        text_digest(p, "its sha256", &sha256);
    put_words(p, "examiner", casefile_examiner(c));
    put_made_for(p, c);
    put_notes(p, c);
    put_history(p, c);
    put_warnings(p, c);
}
