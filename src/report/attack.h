/* What the training lab did, as lines of 80 columns: steps, the command that does the same, and what each
 * judgement saw of it. */
#ifndef AERSCOPE_REPORT_ATTACK_H
#define AERSCOPE_REPORT_ATTACK_H

#include "lab/lab.h"
#include "report/report.h"
#include "report/sheet.h"

/* Appends "aerscope attack TIMELINE STEPS" for a POSIX shell; `path` NULL is the built-in timeline, `options`
 * ("" for none) is put behind the steps. 0, or -1 where no shell could be given these words. */
int attack_command(struct buf *out, const struct lab *l, const char *path, const char *options);

/* Appends the options that give these references and the list of expected actions, each with a space behind it. */
void attack_witness(struct buf *out, const struct reference_set *refs);
/* Likewise the one that fixes the construction; nothing for AUTO. */
void attack_construction(struct buf *out, enum construction c);

/* The steps in force, each with its sentence. */
void attack_steps(struct sheet *p, const struct lab *l);
/* The command on a line of its own, however long. */
void attack_command_line(struct sheet *p, const struct lab *l, const char *path, const char *options);
/* Steps as they were named, and those that were drawn at their place: behind the first `drawn_after` of them. */
struct attack_exercise {
    const struct lab_step *step;
    size_t steps, drawn_after;
    unsigned attacks;
    uint64_t seed;
};
/* The command that draws them again, likewise. */
void attack_exercise_line(struct sheet *p, const struct attack_exercise *e, const char *path, const char *options);
/* The results before and after, and what each judgement saw. */
void attack_judgements(struct sheet *p, const struct lab_view *before, const struct lab_view *after,
                       const struct lab_notice notice[LAB_JUDGEMENTS]);
/* What explains the first failures of the chain and the endpoint that the steps made or gave other details; nothing
 * where there is none, or it left no trace. 0 or -1. */
int attack_explanations(struct sheet *p, const struct report *after, const struct lab_notice notice[LAB_JUDGEMENTS],
                        struct err *err);
/* Each kind of step: what it does, and who notices. */
void attack_list(struct sheet *p);

#endif
