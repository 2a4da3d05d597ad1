#include "app/options.h"

#include "app/complain.h"
#include "app/confine.h"
#include "app/nearest.h"
#include "base/decimal.h"
#include "report/range.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EFFORT_MOST = 1000000000 };

const struct option_spec option_spec[OPTION_COUNT] = {
#define X(id, name, letter, argument, commands, help) {name, letter, argument, commands, help},
    OPTION_TABLE(X)
#undef X
};

/* ---------------------------------------------------------------------------------------------------
 * What each option does */

static int choose(const char *option, const char *value, const char *choices, struct err *err)
{
    return err_set(err, ERR_USAGE, "--%s is one of %s, not '%s'", option, choices,
                   shown(value).text);
}

static int number(const char *option, const char *value, uint64_t most, uint64_t *out,
                  struct err *err)
{
    if (decimal_parse(value, out) && *out >= 1 && *out <= most)
        return 0;
    return err_set(err, ERR_USAGE, "--%s is a number from 1 to %" PRIu64 ", not '%s'", option, most,
                   shown(value).text);
}

static int time_value(const char *option, const char *value, struct err *err)
{
    struct instant instant;
    const char *why;

    if (rfc3339_parse(value, strlen(value), &instant, &why) == 0)
        return 0;
    return err_set(err, ERR_USAGE, "--%s '%s': %s; write YYYY-MM-DDThh:mm:ssZ", option,
                   shown(value).text, why);
}

static int add_reference(struct options *o, enum reference_kind kind, const char *value,
                         struct err *err)
{
    struct reference_option *more =
        realloc(o->reference, (o->references + 1) * sizeof *o->reference);

    if (more == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the references");
    o->reference = more;
    o->reference[o->references++] = (struct reference_option){.kind = kind, .value = value};
    return 0;
}

static int set_commitment(struct options *o, const char *value, struct err *err)
{
    return add_reference(o, REFERENCE_COMMITMENT, value, err);
}

static int set_baseline(struct options *o, const char *value, struct err *err)
{
    return add_reference(o, REFERENCE_BASELINE, value, err);
}

static int set_expect(struct options *o, const char *value, struct err *err)
{
    for (size_t i = 0; i < o->references; i++)
        if (o->reference[i].kind == REFERENCE_MANIFEST)
            return err_set(err, ERR_USAGE, "--expect is given twice: one list is taken");
    return add_reference(o, REFERENCE_MANIFEST, value, err);
}

static int set_head(struct options *o, const char *value, struct err *err)
{
    return add_reference(o, REFERENCE_HEAD, value, err);
}

static int set_count(struct options *o, const char *value, struct err *err)
{
    return add_reference(o, REFERENCE_COUNT_ONLY, value, err);
}

/* The reference named just before, which an option describes; NULL when there is none. */
static struct reference_option *described(struct options *o, const char *option, struct err *err)
{
    if (o->references > 0)
        return &o->reference[o->references - 1];
    err_set(
        err, ERR_USAGE,
        "--%s describes the reference named just before it: put it after --commitment, --head, "
        "--count or --baseline",
        option);
    return NULL;
}

static int twice(const char *option, struct err *err)
{
    return err_set(err, ERR_USAGE, "--%s is given twice for one reference", option);
}

static int describe(const char *option, const char **field, const char *value, struct err *err)
{
    if (*field != NULL)
        return twice(option, err);
    *field = value;
    return 0;
}

static int set_witness(struct options *o, const char *value, struct err *err)
{
    struct reference_option *r = described(o, "witness", err);

    return r == NULL ? -1 : describe("witness", &r->witness, value, err);
}

static int set_authority(struct options *o, const char *value, struct err *err)
{
    struct reference_option *r = described(o, "authority", err);

    return r == NULL ? -1 : describe("authority", &r->authority, value, err);
}

static int set_retrieved_from(struct options *o, const char *value, struct err *err)
{
    struct reference_option *r = described(o, "retrieved-from", err);

    return r == NULL ? -1 : describe("retrieved-from", &r->retrieved_from, value, err);
}

static int set_retrieved_at(struct options *o, const char *value, struct err *err)
{
    struct reference_option *r = described(o, "retrieved-at", err);

    if (r == NULL || time_value("retrieved-at", value, err) != 0)
        return -1;
    return describe("retrieved-at", &r->retrieved_at, value, err);
}

static int set_independent(struct options *o, const char *value, struct err *err)
{
    static const enum independence all[] = {INDEPENDENT_UNKNOWN, INDEPENDENT_YES, INDEPENDENT_NO};
    struct reference_option *r = described(o, "independent", err);

    if (r == NULL)
        return -1;
    if (r->has_independent)
        return twice("independent", err);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(independence_name(all[i]), value) != 0)
            continue;
        r->independent = all[i];
        r->has_independent = true;
        return 0;
    }
    return choose("independent", value, "yes, no, unknown", err);
}

static bool is_word(const char *text, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(text, word, len) == 0;
}

static int set_require(struct options *o, const char *value, struct err *err)
{
    const char *at = value;

    for (;;) {
        size_t len = strcspn(at, ",");

        if (is_word(at, len, "endpoint"))
            o->demands.endpoint = true;
        else if (is_word(at, len, "coverage"))
            o->demands.coverage = true;
        else
            return choose("require", value, "endpoint, coverage, endpoint,coverage", err);
        if (at[len] == '\0')
            return 0;
        at += len + 1;
    }
}

static int set_construction(struct options *o, const char *value, struct err *err)
{
    if (strcmp(value, "auto") == 0)
        o->construction = CONSTRUCTION_AUTO;
    else if (strcmp(value, "07") == 0)
        o->construction = CONSTRUCTION_07;
    else if (strcmp(value, "06") == 0)
        o->construction = CONSTRUCTION_06;
    else
        return choose("construction", value, "auto, 07, 06", err);
    return 0;
}

static int set_layout(struct options *o, const char *value, struct err *err)
{
    for (int l = LAYOUT_AUTO; l < LAYOUT_COUNT; l++) {
        if (strcmp(layout_name((enum layout)l), value) != 0)
            continue;
        o->layout = (enum layout)l;
        return 0;
    }
    return choose("layout", value, "auto, array, wrapped, lines", err);
}

static int set_jobs(struct options *o, const char *value, struct err *err)
{
    uint64_t n;

    if (number("jobs", value, LIMIT_JOBS, &n, err) != 0)
        return -1;
    o->jobs = (unsigned)n;
    return 0;
}

static int set_effort(struct options *o, const char *value, struct err *err)
{
    return number("effort", value, EFFORT_MOST, &o->effort, err);
}

static int set_format(struct options *o, const char *value, struct err *err)
{
    o->format_name = value;
    (void)err;
    return 0;
}

static int set_entries(struct options *o, const char *value, struct err *err)
{
    o->has_entries = true;
    o->entries = REPORT_FLAGGED;
    if (strcmp(value, "flagged") == 0)
        return 0;
    o->entries = REPORT_ALL;
    if (strcmp(value, "all") == 0)
        return 0;
    o->entries = REPORT_RANGE;
    return range_parse(value, &o->from, &o->to) == 0
               ? 0
               : choose("entries", value, "flagged, all, or a range such as 5-9", err);
}

static int set_entry(struct options *o, const char *value, struct err *err)
{
    return number("entry", value, LIMIT_ENTRIES, &o->entry, err);
}

static int set_published_at(struct options *o, const char *value, struct err *err)
{
    o->published_at = value;
    return time_value("published-at", value, err);
}

static int set_frames(struct options *o, const char *value, struct err *err)
{
    o->has_frames = true;
    o->unicode_frames = strcmp(value, "unicode") == 0;
    if (o->unicode_frames || strcmp(value, "ascii") == 0)
        return 0;
    return choose("frames", value, "ascii, unicode", err);
}

static int set_color(struct options *o, const char *value, struct err *err)
{
    if (strcmp(value, "auto") == 0)
        o->color = WITH_AUTO;
    else if (strcmp(value, "always") == 0)
        o->color = WITH_ALWAYS;
    else if (strcmp(value, "never") == 0)
        o->color = WITH_NEVER;
    else
        return choose("color", value, "auto, always, never", err);
    return 0;
}

static int set_config(struct options *o, const char *value, struct err *err)
{
    (void)err;
    o->config = value;
    return 0;
}

static int set_case(struct options *o, const char *value, struct err *err)
{
    o->case_path = value;
    if (*value == '\0')
        return err_set(err, ERR_USAGE, "--case needs the name of a file");
    if (strcmp(value, "-") != 0)
        return 0;
    return err_set(err, ERR_USAGE, "--case names a file: it cannot be standard input");
}

static int set_theme(struct options *o, const char *value, struct err *err)
{
    o->has_theme = true;
    if (theme_parse(value, &o->theme))
        return 0;
    return choose("theme", value, "auto, light, dark, none", err);
}

static int set_output(struct options *o, const char *value, struct err *err)
{
    (void)err;
    o->output = strcmp(value, "-") == 0 ? NULL : value;
    return 0;
}

#define FLAG(id, field)                                                        \
    static int set_##id(struct options *o, const char *value, struct err *err) \
    {                                                                          \
        (void)value;                                                           \
        (void)err;                                                             \
        o->field = true;                                                       \
        return 0;                                                              \
    }
FLAG(allow_unwitnessed, demands.allow_unwitnessed)
FLAG(all_findings, all_findings)
FLAG(preimage, preimage)
FLAG(status, status)
FLAG(not_consistent, not_consistent)
FLAG(plain, plain)
FLAG(keep, keep)
FLAG(quiet, quiet)
FLAG(force, force)
FLAG(no_sandbox, no_sandbox)
FLAG(help, help)
FLAG(version, version)

typedef int option_setter(struct options *o, const char *value, struct err *err);
static option_setter *const setter[OPTION_COUNT] = {
#define X(id, name, letter, argument, commands, help) set_##id,
    OPTION_TABLE(X)
#undef X
};

/* ---------------------------------------------------------------------------------------------------
 * The words of the line */

struct line {
    char **argv;
    int argc, at;
    bool used[OPTION_COUNT];
    bool ended;    /* after -- */
    bool literal;  /* the first operand stands after --, so it is no command */
};

static int unknown_option(const char *name, struct err *err)
{
    struct nearest n = {.written = name};
    const char *word;

    for (int i = 0; i < OPTION_COUNT; i++)
        nearest_try(&n, option_spec[i].name);
    word = nearest_word(&n);
    return err_set(err, ERR_USAGE, "unknown option '--%s'%s%s%s", shown(name).text,
                   word != NULL ? "; did you mean --" : "", word != NULL ? word : "",
                   word != NULL ? "? (names are not abbreviated)" : "");
}

static int use(struct options *o, struct line *l, int id, const char *value, struct err *err)
{
    if (value != NULL && *value == '\0' && id != OPTION_job) /* a job_id may be empty */
        return err_set(err, ERR_USAGE, "--%s has an empty value", option_spec[id].name);
    l->used[id] = true;
    return setter[id](o, value, err);
}

/* Its value stands behind it in the word (`attached`), or is the next word. */
static int use_valued(struct options *o, struct line *l, int id, const char *attached,
                      struct err *err)
{
    if (option_spec[id].argument[0] == '[') /* may be left out, so it stands in the word */
        return use(o, l, id, attached, err);
    if (attached == NULL && l->at == l->argc)
        return err_set(err, ERR_USAGE, "--%s needs a value: %s", option_spec[id].name,
                       option_spec[id].argument);
    return use(o, l, id, attached != NULL ? attached : l->argv[l->at++], err);
}

static int parse_long(struct options *o, struct line *l, char *word, struct err *err)
{
    size_t len = strcspn(word, "=");
    const char *attached = word[len] == '=' ? word + len + 1 : NULL;
    int id = 0;

    while (id < OPTION_COUNT && !is_word(word, len, option_spec[id].name))
        id++;
    if (id == OPTION_COUNT) {
        word[len] = '\0';
        return unknown_option(word, err);
    }
    if (option_spec[id].argument != NULL)
        return use_valued(o, l, id, attached, err);
    if (attached != NULL)
        return err_set(err, ERR_USAGE, "--%s takes no value", option_spec[id].name);
    return use(o, l, id, NULL, err);
}

static int parse_short(struct options *o, struct line *l, const char *word, struct err *err)
{
    while (*word != '\0') {
        int id = 0;

        while (id < OPTION_COUNT && option_spec[id].letter != *word)
            id++;
        if (id == OPTION_COUNT)
            return err_set(err, ERR_USAGE, "unknown option '-%s'", shown(word).text);
        word++;
        if (option_spec[id].argument != NULL)
            return use_valued(o, l, id, *word != '\0' ? word : NULL, err);
        if (use(o, l, id, NULL, err) != 0)
            return -1;
    }
    return 0;
}

static int parse_word(struct options *o, struct line *l, char *word, struct err *err)
{
    if (l->ended || word[0] != '-' || word[1] == '\0') {
        if (*word == '\0')
            return err_set(err, ERR_USAGE, "an argument is empty");
        if (o->operands == 0)
            l->literal = l->ended;
        o->operand[o->operands++] = word;
        return 0;
    }
    if (word[1] != '-')
        return parse_short(o, l, word + 1, err);
    if (word[2] != '\0')
        return parse_long(o, l, word + 2, err);
    l->ended = true;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------
 * What goes together */

static void take_command(struct options *o, const struct line *l)
{
    o->command = COMMAND_VIEW;
    if (o->operands == 0 || l->literal || command_named(o->operand[0]) == COMMAND_COUNT)
        return;
    o->command = command_named(o->operand[0]);
    o->named = true;
    o->operands--;
    memmove(o->operand, o->operand + 1, o->operands * sizeof *o->operand);
}

static int check_options(const struct options *o, const struct line *l, struct err *err)
{
    for (int id = 0; id < OPTION_COUNT; id++) {
        if (!l->used[id] || (option_spec[id].commands >> o->command & 1) != 0)
            continue;
        return err_set(err, ERR_USAGE, "%s does not take --%s; see aerscope help %s",
                       command_spec[o->command].name, option_spec[id].name,
                       command_spec[o->command].name);
    }
    return 0;
}

static int check_operands(const struct options *o, struct err *err)
{
    const struct command_spec *c = &command_spec[o->command];

    if (o->operands < c->least && o->verify.job.data != NULL && !verify_options_inputs(&o->verify))
        return err_set(err, ERR_USAGE, "%s needs %s (--job took '%s' as its ID); see aerscope help", c->name,
                       c->operands, shown(o->verify.job.data).text);
    if (o->operands < c->least && !verify_options_inputs(&o->verify))
        return err_set(err, ERR_USAGE, "%s needs %s; see aerscope help", c->name, c->operands);
    if (c->most > 0 && o->operands > c->most)
        return err_set(err, ERR_USAGE, "%s takes %s, and '%s' is one too many; see aerscope help",
                       c->name, c->operands, shown(o->operand[c->most]).text);
    return 0;
}

bool reference_option_is_file(const struct reference_option *r)
{
    return r->kind != REFERENCE_HEAD && r->kind != REFERENCE_COUNT_ONLY;
}

static int check_stdin(const struct options *o, struct err *err)
{
    size_t uses = 0;

    for (size_t i = 0; i < o->operands; i++)
        uses += strcmp(o->operand[i], "-") == 0;
    for (size_t i = 0; i < o->references; i++)
        uses +=
            reference_option_is_file(&o->reference[i]) && strcmp(o->reference[i].value, "-") == 0;
    uses += attack_options_stdin(&o->attack) + verify_options_stdin(&o->verify);
    if (uses > 1)
        return err_set(err, ERR_USAGE, "standard input (-) can be read once, not %zu times", uses);
    return 0;
}

/* A head or a count names no job, so among several timelines it cannot find its own. */
static int check_references(const struct options *o, struct err *err)
{
    for (size_t i = 0; i < o->references && options_several(o); i++)
        if (!reference_option_is_file(&o->reference[i]))
            return err_set(err, ERR_USAGE,
                           "--%s names no job: give it with one timeline, or a commitment for each",
                           reference_kind_name(o->reference[i].kind));
    if (o->case_path != NULL && options_several(o))
        return err_set(err, ERR_USAGE, "--case is about one timeline: give it with one");
    return 0;
}

/* Each command has formats of its own; the setter knows no command yet. */
static int check_format(struct options *o, struct err *err)
{
    const char *name = o->format_name != NULL ? o->format_name : "text";
    bool written;

    o->format = report_writer(name);
    written = o->format != NULL && (o->command == COMMAND_REPORT ? o->format->report != NULL
                                                                 : o->format->input != NULL);
    if (o->command == COMMAND_DIFF && strcmp(name, "text") != 0 && strcmp(name, "json") != 0)
        return choose("format", name, FORMATS_OF_DIFF, err);
    if (written)
        return 0;
    return choose("format", name,
                  o->command == COMMAND_REPORT ? FORMATS_OF_REPORT : FORMATS_OF_VERIFY,
                  err);
}

static int check_rest(struct options *o, struct err *err)
{
    if (o->preimage && o->entry == 0)
        return err_set(err, ERR_USAGE, "--preimage needs --entry=N");
    if (check_format(o, err) != 0)
        return -1;
    if (o->force && o->output == NULL)
        return err_set(err, ERR_USAGE, "--force needs --output=FILE");
    return 0;
}

int options_parse(struct options *o, int argc, char **argv, struct err *err)
{
    struct line l = {.argv = argv, .argc = argc, .at = 1};

    memset(o, 0, sizeof *o);
    o->format = report_writer("text");
    o->effort = EXPLAIN_EFFORT;
    o->operand = calloc((size_t)argc + 1, sizeof *o->operand);
    if (o->operand == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the command line");
    while (l.at < argc)
        if (parse_word(o, &l, argv[l.at++], err) != 0)
            return -1;
    take_command(o, &l);
    if (!o->named && !l.literal && command_missing(o->operand, o->operands, err) != 0)
        return -1;
    if (o->help || o->version)
        return 0;
    if (check_options(o, &l, err) != 0 || check_operands(o, err) != 0 || check_stdin(o, err) != 0 ||
        check_references(o, err) != 0)
        return -1;
    return check_rest(o, err) != 0 || attack_options_check(o, err) != 0 || verify_options_check(o, err) != 0 ? -1
                                                                                                             : 0;
}

void options_release(struct options *o)
{
    free(o->operand);
    free(o->reference);
    casefile_free(o->casefile);
    for (size_t i = 0; i < o->case_inputs; i++)
        free(o->case_input[i]);
    free(o->case_input);
    attack_options_release(&o->attack);
}
