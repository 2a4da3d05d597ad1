#include "app/commands.h"

#include "app/complain.h"
#include "app/examine.h"
#include "lab/tour.h"
#include "report/attack.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A timeline, the steps done to a copy of it, and both as they were judged. */
struct attack {
    const struct options *o;
    const char *path; /* NULL: the built-in timeline */
    struct examination before, after;
    struct lab *lab;
    struct source *made; /* until it is examined */
    struct lab_applied applied;
    struct lab_view was, is;
    struct lab_notice notice[LAB_JUDGEMENTS];
};

static const char *path_of(const struct options *o)
{
    return o->operands > 0 ? o->operand[0] : NULL;
}

static const char *name_of(const struct attack *a)
{
    return a->path != NULL ? a->path : "the timeline of the tour";
}

static bool judges(const struct options *o)
{
    return o->attack.explain || o->attack.answer_key != NULL;
}

/* ---------------------------------------------------------------------------------------------------
 * From the timeline to its altered copy */

/* Both are judged by all constructions, so that a historical one is called so. */
static int open_input(struct attack *a)
{
    struct err *err = &a->before.report.error;
    struct source *sample;

    if (a->path != NULL)
        return examine_start(&a->before, a->path, a->o, NULL, NULL);
    memset(&a->before, 0, sizeof a->before);
    sample = lab_sample(err);
    return sample != NULL ? examine_source(&a->before, sample, name_of(a), a->o) : -1;
}

/* So that the mark gives nothing away. */
static bool marks_all(const struct attack_options *ao)
{
    return (ao->random > 0 || ao->mark_all) && !ao->unmarked;
}

static int open_lab(struct attack *a, struct err *err)
{
    const struct attack_options *ao = &a->o->attack;
    const struct lab_options options = {
        .jobs = a->o->jobs, .unmarked = ao->unmarked, .mark_all = marks_all(ao)};

    if (a->before.report.error.code != ERR_NONE || timeline_damage(a->before.timeline) != NULL)
        return err_set(err, ERR_FORM, "not read to its end: only a timeline that can be read whole is altered");
    a->lab = lab_new(a->before.timeline, &options, err);
    return a->lab != NULL ? 0 : -1;
}

static int add_steps(struct attack *a, struct err *err)
{
    const struct attack_options *ao = &a->o->attack;

    for (size_t i = 0; i <= ao->steps; i++) {
        if (ao->random > 0 && i == ao->random_after && lab_add_random(a->lab, ao->random, ao->seed, err) != 0)
            return -1;
        if (i < ao->steps && lab_add(a->lab, &ao->step[i], err) != 0)
            return -1;
    }
    return 0;
}

static int to_out(void *arg, const void *bytes, size_t len)
{
    struct out *out = arg;

    out_add(out, bytes, len);
    return out->error;
}

/* Where nobody asks for it a second time it goes straight to the output. */
static int apply_and_write(struct attack *a, struct out *out, struct err *err)
{
    if (lab_pass(a->lab, to_out, out, &a->applied, err) == 0)
        return 0;
    if (out->error == 0)
        return -1;
    /* The output itself says at its end why it cannot be written. */
    err_clear(err);
    return 0;
}

static int apply(struct attack *a, struct err *err)
{
    a->made = lab_apply(a->lab, name_of(a), &a->applied, err);
    return a->made != NULL ? 0 : -1;
}

/* ---------------------------------------------------------------------------------------------------
 * Before and after */

/* What sits in the timeline's own file is not in the copy. */
static void drop_embedded(struct reference_set *refs)
{
    for (size_t i = refs->count; i-- > 0;)
        if (refs->item[i].embedded)
            reference_set_remove(refs, i);
}

static int judge_before(struct attack *a, struct reference_set *refs, struct err *err)
{
    /* The program's own mark is no difference, on neither side. */
    timeline_leave_out(a->before.timeline, LAB_MARK);
    if (references_check(refs, a->before.timeline, instant_now(), err) != 0)
        return -1;
    if (lab_view(&a->was, a->before.timeline, refs, err) != 0)
        return -1;
    drop_embedded(refs);
    return 0;
}

/* Takes over what was made, and the references. */
static int examine_after(struct attack *a, struct reference_set *refs, struct err *err)
{
    struct source *made = a->made;
    struct options each = *a->o;

    a->made = NULL;
    each.layout = LAYOUT_ARRAY;
    if (examine_source(&a->after, made, name_of(a), &each) != 0) {
        *err = a->after.report.error;
        return -1;
    }
    examine_wait(&a->after);
    if (a->after.report.error.code != ERR_NONE) {
        *err = a->after.report.error;
        return -1;
    }
    timeline_leave_out(a->after.timeline, LAB_MARK);
    a->after.refs = *refs;
    memset(refs, 0, sizeof *refs);
    return references_check(&a->after.refs, a->after.timeline, instant_now(), err);
}

static int judge_after(struct attack *a, struct reference_set *refs, struct err *err)
{
    struct report *r = &a->after.report;

    if (examine_after(a, refs, err) != 0 || lab_view(&a->is, r->timeline, r->refs, err) != 0 ||
        lab_notice(a->lab, &a->was, &a->is, r->refs, a->notice, err) != 0)
        return -1;
    r->verdict = a->is.verdict;
    return examine_explain(&a->after, a->o, err);
}

static void forget_after(struct attack *a)
{
    lab_notice_release(a->notice);
    memset(a->notice, 0, sizeof a->notice);
    lab_view_release(&a->was);
    lab_view_release(&a->is);
    examine_release(&a->after);
    memset(&a->after, 0, sizeof a->after);
    source_free(a->made);
    a->made = NULL;
}

static void release(struct attack *a)
{
    forget_after(a);
    lab_free(a->lab);
    examine_release(&a->before);
}

/* ---------------------------------------------------------------------------------------------------
 * Writing */

static int copy_source(struct out *out, struct source *s, struct err *err)
{
    bool final;
    uint64_t size = source_size(s, &final);
    char *block = malloc(LIMIT_BLOCK);

    if (block == NULL)
        return err_set(err, ERR_MEMORY, "no memory to write the altered timeline");
    for (uint64_t at = 0; at < size && out->error == 0;) {
        ssize_t got = source_read(s, at, block, LIMIT_BLOCK, err);
        if (got < 0) {
            free(block);
            return -1;
        }
        out_add(out, block, (size_t)got);
        at += (uint64_t)got;
    }
    free(block);
    return 0;
}

static int to_stderr(void *arg, const void *bytes, size_t len)
{
    (void)arg;
    return output_write_fd(STDERR_FILENO, bytes, len);
}

static void put_heading(struct sheet *p, const char *name)
{
    sheet_heading(p, name, "");
}

static int put_explanation(struct out *out, struct attack *a, bool colour, struct err *err)
{
    struct sheet p;
    int status;

    sheet_init(&p, out, complain_utf8(), colour);
    put_heading(&p, "STEPS");
    attack_steps(&p, a->lab);
    sheet_blank(&p);
    put_heading(&p, "WHO NOTICES");
    attack_judgements(&p, &a->was, &a->is, a->notice);
    status = attack_explanations(&p, &a->after.report, a->notice, err);
    sheet_release(&p);
    return status;
}

static int explain(struct attack *a, struct err *err)
{
    bool colour = a->o->color == WITH_ALWAYS || (a->o->color == WITH_AUTO && isatty(STDERR_FILENO) &&
                                                 command_style(a->o).colour);
    struct out *out = malloc(sizeof *out);
    int status;

    if (out == NULL)
        return err_set(err, ERR_MEMORY, "no memory to explain");
    out_init(out, to_stderr, NULL);
    status = put_explanation(out, a, colour, err);
    out_flush(out);
    free(out);
    return status;
}

static void put_key_head(struct sheet *p, const struct attack *a)
{
    const struct attack_options *ao = &a->o->attack;
    const struct attack_exercise exercise = {
        .step = ao->step, .steps = ao->steps, .drawn_after = ao->random_after, .attacks = ao->random, .seed = ao->seed};

    put_heading(p, "ANSWER KEY");
    sheet_evidence(p, name_of(a), strlen(name_of(a)), 0);
    sheet_field(p, "input");
    sheet_blank(p);
    if (ao->random == 0)
        return;
    put_heading(p, "THE EXERCISE");
    attack_exercise_line(p, &exercise, a->path, ao->unmarked ? "--unmarked" : "");
    sheet_blank(p);
}

static int put_key(struct out *out, struct attack *a, struct err *err)
{
    struct buf options;
    struct sheet p;
    int status;

    sheet_init(&p, out, complain_utf8(), false);
    put_key_head(&p, a);
    status = put_explanation(out, a, false, err);
    sheet_blank(&p);
    put_heading(&p, "THE SAME, STEP BY STEP");
    buf_init(&options, SIZE_MAX);
    attack_witness(&options, &a->after.refs);
    buf_addf(&options, "%s--explain", a->o->attack.unmarked      ? "--unmarked "
                                       : marks_all(&a->o->attack) ? "--mark-all "
                                                                  : "");
    attack_command_line(&p, a->lab, a->path, buf_cstr(&options));
    buf_release(&options);
    if (a->path != NULL && strcmp(a->path, "-") == 0) {
        sheet_say(&p, "- is standard input: the command needs the same bytes there once more.");
        sheet_prose(&p, 2, 2);
    }
    sheet_release(&p);
    return status;
}

/* Once the copy is where it was to go. */
static void remind(const struct attack *a)
{
    uint64_t was = lab_entries_before(a->lab);
    bool has_mark = timeline_training(a->before.timeline) > 0;
    const char *marks = lab_mark_words(&a->applied);

    /* Whoever is to find what was drawn reads this as well. */
    if (a->o->attack.random > 0) {
        complain("a training copy with drawn steps%s%s", marks != NULL ? ": " : "",
                 marks != NULL ? marks : "; nothing in it says so, for no entry was given " LAB_MARK);
        return;
    }
    complain("a training copy: %" PRIu64 " %s became %" PRIu64 "; %s", was, was == 1 ? "entry" : "entries",
             a->applied.entries,
             marks != NULL ? marks
             : has_mark    ? "no entry was given " LAB_MARK "; those of the input that carry it do so still"
                           : "nothing in it says so, for no entry was given " LAB_MARK);
}

/* The copy is in a file before a byte of it, or of what is said of it, is written. */
static int write_judged(struct attack *a, struct output *out, struct output *key, struct reference_set *refs,
                        struct err *err)
{
    bool judged = judges(a->o);

    if (apply(a, err) != 0 || (judged && judge_after(a, refs, err) != 0))
        return -1;
    if (key != NULL && put_key(&key->out, a, err) != 0)
        return -1;
    if (copy_source(&out->out, judged ? a->after.source : a->made, err) != 0)
        return -1;
    return a->o->attack.explain ? explain(a, err) : 0;
}

static int attack(struct attack *a, struct output *out, struct output *key, struct reference_set *refs)
{
    struct err err = {0};
    int status = -1;

    if (open_input(a) == 0) {
        examine_wait(&a->before);
        status = open_lab(a, &err);
    }
    if (status == 0 && judges(a->o))
        status = judge_before(a, refs, &err);
    if (status == 0)
        status = add_steps(a, &err);
    if (status == 0 && !judges(a->o) && lab_can_pass(a->lab))
        status = apply_and_write(a, &out->out, &err);
    else if (status == 0)
        status = write_judged(a, out, key, refs, &err);
    examine_complain(&a->before);
    if (err.code != ERR_NONE)
        complain_err(a->path, &err);
    return status;
}

/* The answer key goes the way of --output. */
static int open_outputs(const struct options *o, struct output *out, struct output *key)
{
    struct options each = *o;

    if (command_output(out, o) != 0)
        return -1;
    if (o->attack.answer_key == NULL)
        return 0;
    each.output = o->attack.answer_key;
    if (command_output(key, &each) == 0) {
        if (!output_is_same(out, key))
            return 0;
        complain("--answer-key and --output name one file");
        command_drop(key);
    }
    command_drop(out);
    return -1;
}

static int run(const struct options *o, struct reference_set *refs)
{
    struct attack a = {.o = o, .path = path_of(o)};
    bool has_key = o->attack.answer_key != NULL;
    struct output out, key;
    int status;

    if (open_outputs(o, &out, &key) != 0)
        return 2;
    status = attack(&a, &out, has_key ? &key : NULL, refs) == 0 ? 0 : 2;
    if (has_key)
        status = status == 0 ? command_done(&key, 0) : command_drop(&key);
    status = status == 0 ? command_done(&out, 0) : command_drop(&out);
    if (status == 0)
        remind(&a);
    release(&a);
    return status;
}

/* ---------------------------------------------------------------------------------------------------
 * The tour */

static int look_witness(struct attack *a, const struct lab_look *look, struct reference_set *refs, struct buf *option,
                        struct err *err)
{
    const char *value;

    lab_tour_witness(a->lab, look->witness, option);
    value = strchr(buf_cstr(option), '=');
    if (look->witness == LAB_NO_WITNESS)
        return 0;
    return (look->witness == LAB_COUNT ? reference_add_count(refs, value + 1, err)
                                       : reference_add_head(refs, value + 1, err)) != NULL
               ? 0
               : -1;
}

static int put_look(struct sheet *p, struct attack *a, const struct lab_look *look, const char *option)
{
    struct buf options;

    sheet_say(p, "%s", look->says);
    sheet_prose(p, 0, 0);
    attack_steps(p, a->lab);
    attack_judgements(p, &a->was, &a->is, a->notice);
    buf_init(&options, 1024);
    buf_addf(&options, "%s%s--explain", option, *option != '\0' ? " " : "");
    sheet_say(p, "  the same by hand:");
    sheet_line(p);
    attack_command_line(p, a->lab, a->path, buf_cstr(&options));
    buf_release(&options);
    return 0;
}

static int take_look(struct sheet *p, struct attack *a, size_t stop, size_t look, struct err *err)
{
    const struct lab_look *about = &lab_tour[stop].look[look];
    struct reference_set refs = {0};
    struct buf option;
    int status = -1;

    buf_init(&option, 1024);
    if (lab_tour_steps(a->lab, stop, look, err) == 0 && look_witness(a, about, &refs, &option, err) == 0 &&
        judge_before(a, &refs, err) == 0 && apply(a, err) == 0 && judge_after(a, &refs, err) == 0)
        status = put_look(p, a, about, buf_cstr(&option));
    forget_after(a);
    reference_set_release(&refs);
    buf_release(&option);
    return status;
}

static int put_stops(struct sheet *p, struct attack *a, struct err *err)
{
    for (size_t i = 0; i < LAB_STOPS; i++) {
        const struct lab_stop *stop = &lab_tour[i];

        if (i > 0)
            sheet_blank(p);
        sheet_rule(p);
        sheet_say(p, "%zu of %d  %s", i + 1, (int)LAB_STOPS, stop->title);
        sheet_line(p);
        sheet_blank(p);
        sheet_say(p, "%s", stop->caption);
        sheet_prose(p, 0, 0);
        for (size_t k = 0; k < stop->looks; k++) {
            sheet_blank(p);
            if (take_look(p, a, i, k, err) != 0)
                return -1;
        }
    }
    return 0;
}

static int tour(struct attack *a, struct out *out)
{
    struct err err = {0};
    struct sheet p;
    int status = -1;

    if (open_input(a) == 0) {
        examine_wait(&a->before);
        status = open_lab(a, &err);
    }
    if (status == 0)
        status = lab_tour_check(a->lab, &err);
    if (status == 0) {
        sheet_init(&p, out, complain_utf8(), command_style(a->o).colour);
        status = put_stops(&p, a, &err);
        sheet_release(&p);
    }
    examine_complain(&a->before);
    if (err.code != ERR_NONE)
        complain_err(a->path, &err);
    return status;
}

static int run_tour(const struct options *o)
{
    struct attack a = {.o = o, .path = path_of(o)};
    struct output out;
    int status;

    if (command_output(&out, o) != 0)
        return 2;
    status = tour(&a, &out.out);
    release(&a);
    return status == 0 ? command_done(&out, 0) : command_drop(&out);
}

static int run_list(const struct options *o)
{
    struct output out;
    struct sheet p;

    if (command_output(&out, o) != 0)
        return 2;
    sheet_init(&p, &out.out, complain_utf8(), false);
    attack_list(&p);
    sheet_release(&p);
    return command_done(&out, 0);
}

int cmd_attack(const struct options *o)
{
    struct reference_set refs = {0};
    struct err err = {0};
    int status = 2;

    if (o->attack.list)
        return run_list(o);
    if (o->attack.tour)
        return run_tour(o);
    if (examine_references(&refs, o, &err) == 0)
        status = run(o, &refs);
    else
        complain_err(NULL, &err);
    reference_set_release(&refs);
    return status;
}
