#include "app/cmd_jobs.h"

#include "app/commands.h"
#include "app/examine.h"
#include "base/text.h"
#include "report/report_json.h"
#include "report/sheet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *seq_shown(const char *seq)
{
    return *seq != '\0' ? seq : "-";
}

/* ---------------------------------------------------------------------------------------------------
 * Text */

static void put_row(struct sheet *p, const struct job_row *r)
{
    sheet_say(p, "%10" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12s %12s  ", r->entries, r->first, r->last,
              seq_shown(r->first_seq), seq_shown(r->last_seq));
    sheet_quote(p, r->job.data, r->job.len, TEXT_WTF8);
    if (r->cut)
        sheet_say(p, " (cut)");
    sheet_line(p);
}

static void put_rest(struct sheet *p, uint64_t entries, const char *what)
{
    if (entries == 0)
        return;
    sheet_say(p, "%10" PRIu64 "  %s", entries, what);
    sheet_line(p);
}

static void put_text(struct out *out, const struct options *o, const struct selection *s)
{
    struct report_style style = command_style(o);
    struct sheet p;

    sheet_init(&p, out, style.utf8, style.colour);
    sheet_say(&p, "%10s %12s %12s %12s %12s  %s", "ENTRIES", "FIRST ENTRY", "LAST ENTRY", "FIRST SEQ", "LAST SEQ", "JOB");
    sheet_line(&p);
    for (size_t i = 0; i < selection_jobs(s); i++)
        put_row(&p, selection_row(s, i));
    put_rest(&p, selection_without_job(s), "have no job_id that is a string: they belong to no job");
    put_rest(&p, selection_unlisted(s), "of further jobs, which are too many to list");
    sheet_release(&p);
}

/* ---------------------------------------------------------------------------------------------------
 * JSON */

static void json_seq_lexeme(struct json *j, const char *name, const char *seq)
{
    size_t len = strlen(seq);

    /* As in a verdict: a number where every reader of JSON reads the same. */
    if (len == 0)
        json_null(j, name);
    else if (len < 16 && strspn(seq, "0123456789") == len)
        json_lexeme(j, name, seq, len);
    else
        json_text(j, name, seq);
}

static void json_row(struct json *j, const struct job_row *r)
{
    json_object(j, NULL);
    json_str(j, "job_id", &r->job);
    if (r->cut)
        json_bool(j, "job_id_cut", true);
    json_uint(j, "entries", r->entries);
    json_uint(j, "first_entry", r->first);
    json_uint(j, "last_entry", r->last);
    json_uint(j, "first_offset", r->first_offset);
    json_uint(j, "last_offset", r->last_offset);
    json_seq_lexeme(j, "first_seq", r->first_seq);
    json_seq_lexeme(j, "last_seq", r->last_seq);
    json_end(j);
}

static void put_json(struct out *out, const struct examination *e, bool compact)
{
    const struct damage *damage = timeline_damage(e->timeline);
    const struct selection *s = e->selection;
    struct digest sha256 = {{0}};
    bool known = timeline_sha256(e->timeline, &sha256), final;
    struct json j;

    json_init(&j, out, compact);
    json_object(&j, NULL);
    json_text(&j, "schema", "aerscope.jobs/1");
    json_object(&j, "timeline");
    json_text(&j, "path", e->report.path);
    json_digest(&j, "sha256", known, &sha256);
    json_uint(&j, "bytes", source_size(e->source, &final));
    json_uint(&j, "entries", selection_entries(s));
    json_end(&j);
    json_array(&j, "jobs");
    for (size_t i = 0; i < selection_jobs(s); i++)
        json_row(&j, selection_row(s, i));
    json_end(&j);
    json_uint(&j, "without_job_id", selection_without_job(s));
    json_uint(&j, "unlisted", selection_unlisted(s));
    if (damage != NULL || e->report.error.code != ERR_NONE)
        json_text(&j, "error", damage != NULL ? damage->message : e->report.error.text);
    json_end(&j);
}

/* ---------------------------------------------------------------------------------------------------
 * The whole */

static int list(struct output *out, const struct options *o)
{
    struct examination e;
    int status = 2;

    if (examine_start(&e, o->operand[0], o, NULL, NULL) == 0) {
        examine_wait(&e);
        if (strcmp(o->format->name, "text") != 0)
            put_json(&out->out, &e, strcmp(o->format->name, "ndjson") == 0);
        else if (selection_entries(e.selection) > 0)
            put_text(&out->out, o, e.selection);
        if (e.report.error.code == ERR_NONE && timeline_damage(e.timeline) == NULL)
            status = 0;
    }
    out_flush(&out->out);
    examine_complain(&e);
    examine_release(&e);
    return status;
}

int list_jobs(const struct options *o)
{
    struct output out;

    if (command_output(&out, o) != 0)
        return 2;
    return command_done(&out, list(&out, o));
}
