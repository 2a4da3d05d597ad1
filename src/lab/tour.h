/* A tour of what a timeline shows and what it does not: seven stops over one consistent timeline. Each stop is a
 * caption and one or more looks: steps for the lab, and what is known from outside. */
#ifndef AERSCOPE_LAB_TOUR_H
#define AERSCOPE_LAB_TOUR_H

#include "lab/lab.h"

enum { LAB_STOPS = 7, LAB_LOOKS = 3 };

/* What the examiner has from outside, made of the timeline's own end before the steps. */
enum lab_witness { LAB_NO_WITNESS, LAB_COUNT, LAB_HEAD };

struct lab_look {
    const char *says; /* one sentence */
    enum lab_witness witness;
};
struct lab_stop {
    const char *title;
    const char *caption; /* plain sentences */
    size_t looks;
    struct lab_look look[LAB_LOOKS];
};
extern const struct lab_stop lab_tour[LAB_STOPS];

/* 0 when the tour can be held on the timeline of this lab: consistent, of four entries at least; -1 (ERR_USAGE) says
 * what it lacks. */
int lab_tour_check(const struct lab *l, struct err *err);
/* Resets the lab and adds the steps of a look. 0 or -1. */
int lab_tour_steps(struct lab *l, size_t stop, size_t look, struct err *err);
/* The option that gives the witness: "--head=HEX@8"; nothing for none. */
void lab_tour_witness(const struct lab *l, enum lab_witness w, struct buf *out);

/* A consistent timeline of eight entries and all three classes, made for the tour. NULL on error. */
struct source *lab_sample(struct err *err);

#endif
