#include "tui/export.h"

#include "base/shortage.h"
#include "base/shown.h"
#include "base/text.h"
#include "report/again.h"
#include "report/output.h"
#include "report/range.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"
#include "tui/view.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first is what a reader outside opens most easily. */
static const char *const formats[EXPORT_FORMATS] = {"html", "md", "text", "json", "csv"};

/* With more entries than this a preview goes without explanations. */
enum { PREVIEW_BYTES = 16 * 1024, PREVIEW_EXPLAINED = 10000, NAMES_TRIED = 1000 };

const char *export_format_name(size_t i)
{
    return formats[i];
}

void exporting_release(struct exporting *x)
{
    free(x->path);
    x->path = NULL;
    buf_release(&x->preview);
}

void export_entries_words(const struct exporting *x, struct buf *out)
{
    if (x->entries == REPORT_RANGE)
        buf_addf(out, "%llu-%llu", (unsigned long long)x->from, (unsigned long long)x->to);
    else
        buf_adds(out, x->entries == REPORT_ALL ? "all" : "flagged");
}

/* ---- one report ---- */

struct writing {
    struct exporting *x;
    out_write *write; /* of the output itself */
    void *arg;
    struct hasher *hasher;
    uint64_t bytes, most; /* most: 0 for no bound */
};

/* A preview is short, and drawn while the screen is: nobody is asked. */
static bool stops(void *arg)
{
    struct writing *w = arg;

    if (w->most == 0 && w->x->stops && !w->x->stopped)
        w->x->stopped = w->x->stops(w->x->stops_arg, w->bytes);
    return w->x->stopped;
}

static int pass_on(void *arg, const void *bytes, size_t len)
{
    struct writing *w = arg;
    int number;

    if (stops(w) || (w->most > 0 && w->bytes >= w->most))
        return ECANCELED;
    number = w->write(w->arg, bytes, len);
    if (number == 0 && w->hasher)
        hasher_add(w->hasher, bytes, len);
    w->bytes += len;
    return number;
}

static struct report report_of(struct state *s)
{
    struct report r = {.path = source_path(timeline_source(s->timeline)),
                       .selection = s->jobs.open.data ? timeline_selection(s->timeline) : NULL,
                       .timeline = s->timeline,
                       .refs = s->refs,
                       .casefile = s->casing.file,
                       .training = s->training,
                       .verdict = s->verdict};
    const struct exporting *x = &s->exporting;

    if (s->casing.file && casefile_recorded(s->casing.file) > 0)
        r.verdict.outcome = OUTCOME_RECORDED;
    r.status = verdict_status(&r.verdict, s->refs, &x->demands);
    r.lacks_endpoint = x->demands.endpoint && r.verdict.endpoint == ENDPOINT_NOT_ASSESSED;
    r.lacks_coverage = x->demands.coverage && r.verdict.coverage == COVERAGE_NOT_ASSESSED;
    return r;
}

/* The explainer is of this report alone: the one of the screen may be at work. */
static int explain(struct state *s, struct report *r, struct writing *w, struct err *err)
{
    if (!explain_wanted(r->verdict.totals))
        return 0;
    r->explainer = explainer_new(s->timeline, s->refs, s->explaining.effort, err);
    if (!r->explainer)
        return -1;
    explainer_stop(r->explainer, stops, w);
    return explainer_prepare(r->explainer, err);
}

static int put(struct state *s, struct out *out, struct writing *w, const char *format,
               bool explained, struct err *err)
{
    const struct exporting *x = &s->exporting;
    struct report r = report_of(s);
    struct report_request request = {
        .style = {.utf8 = !(s->flags & TEXT_ASCII), .all_findings = x->all_findings},
        .entries = x->entries,
        .from = x->from,
        .to = x->to,
        .now = instant_now(),
    };
    int result = explained ? explain(s, &r, w, err) : 0;

    if (result == 0 && w->most == 0) /* a preview is not waited for */
        result = report_read_again(&r, stops, w, err);
    if (result == 0)
        result = report_writer(format)->report(out, &r, &request, err);
    explainer_free(r.explainer);
    return result;
}

/* Why there is nothing to report yet; NULL when there is. */
static const char *not_now(const struct state *s)
{
    const struct damage *d = timeline_damage(s->timeline);

    if (!s->progress.done || !s->referenced)
        return s->progress.failed ? "the file was not read to its end: there is nothing to report"
                                  : "a report says what is known at the end: the examination goes on";
    if (d && (d->refused || d->entries_read == 0))
        return "nothing was examined: there is nothing to report";
    return s->changed ? "the file changed since it was read: read it again first" : NULL;
}

/* A table has no head that could say what it is of. */
static const char *refusal(const struct state *s)
{
    if (s->training && strcmp(formats[s->exporting.format], "csv") == 0)
        return "csv has no place that says TRAINING COPY: choose another format";
    return not_now(s);
}

/* ---- to a file ---- */

int export_inputs(const struct state *s, struct output_inputs *in, struct err *err)
{
    in->path = calloc(s->refs->count + 3, sizeof *in->path);
    if (!in->path)
        return err_set(err, ERR_MEMORY, "no memory for a list of files");
    in->path[in->count++] = source_path(timeline_source(s->timeline));
    if (s->casing.file)
        in->path[in->count++] = casefile_path(s->casing.file);
    if (s->refs->expected)
        in->path[in->count++] = expected_about(s->refs->expected).path;
    for (size_t i = 0; i < s->refs->count; i++)
        if (s->refs->item[i].path)
            in->path[in->count++] = s->refs->item[i].path;
    return 0;
}

static int finish(struct output *o, struct writing *w, struct digest *sha256, struct err *err)
{
    if (out_flush(&o->out) == ECANCELED || w->x->stopped)
        return err_set(err, ERR_CANCELLED, "stopped: nothing was written");
    if (output_close(o, err) < 0)
        return -1;
    return hasher_end(w->hasher, sha256) < 0 ? err_set(err, ERR_MEMORY, "no SHA-256 of the report") : 0;
}

static int write_file(struct state *s, const char *path, struct output_inputs inputs,
                      struct digest *sha256, uint64_t *bytes, struct err *err)
{
    struct writing w = {.x = &s->exporting};
    struct output o;
    int result = output_open(&o, path, false, false, inputs, err);
    unsigned long before = shortage_notes();

    s->exporting.stopped = false;
    s->exporting.writing = true;
    w.hasher = result == 0 ? hasher_new(err) : NULL;
    if (w.hasher) {
        hasher_begin(w.hasher);
        w.write = o.out.write;
        w.arg = o.out.arg;
        o.out.write = pass_on;
        o.out.arg = &w;
        result = put(s, &o.out, &w, formats[s->exporting.format], true, err);
        if (result == 0 && shortage_notes() != before)
            result = err_set(err, ERR_MEMORY, "no memory for all of the report: nothing was written");
        if (result == 0)
            result = finish(&o, &w, sha256, err);
        else if (s->exporting.stopped)
            err_set(err, ERR_CANCELLED, "stopped: nothing was written");
    } else {
        result = -1;
    }
    *bytes = w.bytes;
    s->exporting.writing = false;
    hasher_free(w.hasher);
    output_release(&o);
    return result;
}

/* ---- what is said and recorded ---- */

static void record(struct state *s, const char *path, const struct digest *sha256)
{
    struct casefile_file file = {.path = path, .has_sha256 = true, .sha256 = *sha256};
    struct err err = {0};

    if (!casing_writable(s))
        return;
    if (casefile_add_export(s->casing.file, &file, formats[s->exporting.format], &err) < 0)
        state_say(s, STYLE_WARNING, "the report is written, but not recorded: %s", err.text);
    else
        casing_changed(s);
}

static void say_written(struct state *s, const char *path, uint64_t bytes,
                        const struct digest *sha256)
{
    char n[NUMBER_ROOM], hex[DIGEST_HEX + 1];

    digest_hex(sha256, hex);
    show_number(n, bytes);
    /* Whole, or not at all. */
    if ((int)strlen(shown(path).text) + DIGEST_HEX + 48 <= s->grid.cols)
        state_say(s, STYLE_NORMAL, "written: %s, %s bytes, SHA-256 %s", shown(path).text, n, hex);
    else
        state_say(s, STYLE_NORMAL, "written: %s, %s bytes", shown(path).text, n);
}

static void done_path(struct state *s, const char *line);

static const char *remark_path(const struct state *s, int fewer)
{
    static const char *const words[] = {"a new file; one that is there is never written over",
                                        "a new file", NULL};

    (void)s;
    return fewer < 2 ? words[fewer] : NULL;
}

static const struct prompt prompt_path = {.sign = "report to: ",
                                          .done = done_path,
                                          .remark = remark_path,
                                          .path = true,
                                          .asks = true};

/* What is refused can be named anew; what was chosen stays, also when it was stopped. */
static void write_to(struct state *s, const char *path)
{
    struct output_inputs inputs = {0};
    const char *why = refusal(s);
    struct err err = {0};
    struct digest sha256;
    uint64_t bytes = 0;
    int result;

    if (why) {
        state_say(s, STYLE_WARNING, "%s", why);
        return;
    }
    casing_save(s);
    casing_wait(s); /* the report names the case file by its bytes */
    result = export_inputs(s, &inputs, &err);
    if (result == 0)
        result = write_file(s, path, inputs, &sha256, &bytes, &err);
    free(inputs.path);
    if (result < 0 && err.code == ERR_CANCELLED) {
        state_say(s, STYLE_NORMAL, "%s", err.text);
        return;
    }
    if (result < 0) {
        prompt_refuse_err(s, &prompt_path, path, &err);
        return;
    }
    if (state_view(s) == &view_export)
        state_pop(s);
    say_written(s, path, bytes, &sha256);
    record(s, path, &sha256);
}

static void name(struct state *s, const char *path)
{
    struct exporting *x = &s->exporting;
    char *copy = strdup(path);

    free(x->path);
    x->path = copy;
    x->named = true;
}

/* Named to be written, or in the dialog first. */
static void done_path(struct state *s, const char *line)
{
    line += strspn(line, " ");
    if (!*line) {
        prompt_refuse(s, &prompt_path, line, "a name is needed; Esc leaves it");
        return;
    }
    name(s, line);
    if (state_view(s) != &view_export)
        export_go(s);
}

void export_go(struct state *s)
{
    char *path = s->exporting.path ? strdup(s->exporting.path) : NULL;

    if (path)
        write_to(s, path);
    free(path);
}

/* ---- what is proposed ---- */

static const char *extension(const struct exporting *x)
{
    return strcmp(formats[x->format], "text") == 0 ? "txt" : formats[x->format];
}

/* Beside the case file, else where the program was started; never a name that is taken. */
static void propose(struct state *s)
{
    struct exporting *x = &s->exporting;
    const char *base = s->casing.file ? casefile_path(s->casing.file)
                                      : source_path(timeline_source(s->timeline));
    const char *slash = strrchr(base, '/'), *dot;
    struct buf path;

    if (x->named)
        return;
    if (!s->casing.file)
        base = strcmp(base, "-") == 0 ? "timeline" : slash ? slash + 1 : base;
    slash = strrchr(base, '/');
    dot = strrchr(slash ? slash : base, '.');
    buf_init(&path, LIMIT_MESSAGE);
    for (int n = 1; n < NAMES_TRIED; n++) {
        buf_clear(&path);
        buf_add(&path, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
        if (n > 1)
            buf_addf(&path, "-%d", n);
        buf_addf(&path, "%s-report.%s", s->training ? "-training" : "", extension(x));
        if (access(buf_cstr(&path), F_OK) != 0)
            break;
    }
    free(x->path);
    x->path = strdup(buf_cstr(&path));
    buf_release(&path);
}

static void follow(struct state *s)
{
    struct exporting *x = &s->exporting;

    if (!x->chosen)
        x->entries = strcmp(formats[x->format], "csv") == 0 ? REPORT_ALL : REPORT_FLAGGED;
    x->previewed = false;
    propose(s);
}

void export_turn(struct state *s, int step)
{
    struct exporting *x = &s->exporting;
    size_t n = x->from ? 3 : 2; /* a range is chosen again when there was one */

    if (x->field == EXPORT_FORMAT) {
        x->format = (x->format + (step > 0 ? 1 : EXPORT_FORMATS - 1)) % EXPORT_FORMATS;
    } else if (x->field == EXPORT_ENTRIES) {
        x->entries = (enum report_entries)(((size_t)x->entries + (step > 0 ? 1 : n - 1)) % n);
        x->chosen = true;
    }
    follow(s);
}

/* ---- the dialog ---- */

void export_open(struct state *s)
{
    const char *why = not_now(s);

    if (why) {
        state_say(s, STYLE_WARNING, "%s", why);
        return;
    }
    s->exporting.field = EXPORT_FORMAT;
    s->exporting.named = false;
    follow(s);
    state_push(s, &view_export);
}

/* "flagged", "all", "3-9" or "3"; false when it is none of them. */
static bool take_entries(struct exporting *x, const char *text, size_t len)
{
    uint64_t from, to;
    char words[64];

    if (len >= sizeof words)
        return false;
    snprintf(words, sizeof words, "%.*s", (int)len, text);
    if (strcmp(words, "all") == 0 || strcmp(words, "flagged") == 0) {
        x->entries = *words == 'a' ? REPORT_ALL : REPORT_FLAGGED;
    } else if (range_parse(words, &from, &to) == 0) {
        x->entries = REPORT_RANGE;
        x->from = from;
        x->to = to;
    } else {
        return false;
    }
    x->chosen = true;
    return true;
}

static void done_entries(struct state *s, const char *line);

static const char *const entries_lines[] = {
    "flagged: entries with a finding, a mark or a note; all; or a range such as 3-9.", NULL};

static const struct prompt prompt_entries = {
    .sign = "entries: ", .done = done_entries, .lines = entries_lines, .asks = true};

static void done_entries(struct state *s, const char *line)
{
    if (take_entries(&s->exporting, line, strlen(line)))
        follow(s);
    else
        prompt_refuse(s, &prompt_entries, line, "write flagged, all, or a range such as 3-9");
}

void export_ask(struct state *s)
{
    struct exporting *x = &s->exporting;
    struct buf words;

    if (x->field == EXPORT_FORMAT) {
        export_turn(s, 1);
    } else if (x->field == EXPORT_PATH) {
        prompt_open(s, &prompt_path);
        line_set(&s->prompt, x->path ? x->path : "");
    } else {
        buf_init(&words, 64);
        export_entries_words(x, &words);
        prompt_open(s, &prompt_entries);
        line_set(&s->prompt, buf_cstr(&words));
        buf_release(&words);
    }
}

bool export_as_text(const struct exporting *x)
{
    return strcmp(formats[x->format], "html") == 0;
}

void export_preview(struct state *s)
{
    struct exporting *x = &s->exporting;
    struct writing w = {.x = x, .most = PREVIEW_BYTES, .write = out_to_buf, .arg = &x->preview};
    struct out out;
    struct err err = {0};

    if (x->previewed || x->writing)
        return;
    buf_release(&x->preview);
    buf_init(&x->preview, PREVIEW_BYTES + OUT_BLOCK);
    x->stopped = false;
    x->plain = s->progress.entries > PREVIEW_EXPLAINED;
    out_init(&out, pass_on, &w);
    put(s, &out, &w, export_as_text(x) ? "text" : formats[x->format], !x->plain, &err);
    out_flush(&out);
    x->previewed = true;
}

/* ---- :export ---- */

static bool take_format(struct exporting *x, const char *text, size_t len)
{
    for (size_t i = 0; i < EXPORT_FORMATS; i++)
        if (strlen(formats[i]) == len && memcmp(formats[i], text, len) == 0) {
            x->format = i;
            return true;
        }
    return false;
}

const char *export_command(struct state *s, const char *argument)
{
    static const char option[] = "--entries=";
    struct exporting *x = &s->exporting;
    size_t len = strcspn(argument, " "), n = sizeof option - 1;
    const char *rest = argument + len + strspn(argument + len, " ");

    x->chosen = false;
    if (!take_format(x, argument, len))
        return "write :export html|md|text|json|csv FILE";
    follow(s);
    if (strncmp(rest, option, n) == 0) {
        len = strcspn(rest, " ");
        if (!take_entries(x, rest + n, len - n))
            return "--entries= takes flagged, all, or a range such as 3-9";
        rest += len + strspn(rest + len, " ");
    }
    if (!*rest) {
        x->field = EXPORT_PATH;
        propose(s);
        export_ask(s);
        return NULL;
    }
    name(s, rest);
    export_go(s);
    return NULL;
}
