/* The programs that a lab holds: the one at hand, those put aside while a tour or an exercise is on, and those that
 * were put away. A program with steps of the user's own goes from one place to another and is never freed, but with
 * the lab, or with the bytes that it is of; what would be lost then is counted in one place. */
#ifndef AERSCOPE_TUI_LAB_HELD_H
#define AERSCOPE_TUI_LAB_HELD_H

#include "lab/lab.h"

enum lab_course {
    COURSE_FREE, /* the user's own steps, also behind those of a tour or an exercise */
    COURSE_TOUR,
    COURSE_QUIZ /* the steps are drawn, and not shown until the solution is asked for */
};

/* Steps, what they are of, and (in `lab`) which of them are in a file. */
struct lab_program {
    struct lab *lab; /* NULL: none, and the rest is zero */
    enum lab_course course;
    bool mark_all; /* every entry of the copy carries LAB_MARK */
    bool sample;   /* of the timeline of the tour, which is here */
    struct source *sample_source;
    struct timeline *base; /* NULL: the timeline of the evidence is being read anew, or shows one job alone */
    size_t stop, look;     /* of the tour: what the steps are of */
    uint64_t seed;         /* of the exercise */
    unsigned attacks;
    bool drawn, solved;
    struct lab_program *next; /* that was put there before */
};

enum lab_place { PLACE_NOW, PLACE_ASIDE, PLACE_AWAY, LAB_PLACES };

struct lab_held {
    struct lab_program *at[LAB_PLACES]; /* the last put there; NULL: none */
    struct lab_program none;            /* what held_now() answers then */
    bool has_of;                        /* programs of the evidence wait for its timeline: */
    struct digest of;                   /* for one with this SHA-256, */
    bool has_bytes;                     /* whose bytes are kept in: */
    int bytes;
};

/* Steps of the user's own, by place. */
struct lab_loss {
    struct lab_own at[LAB_PLACES];
};

/* Never NULL. */
struct lab_program *held_now(struct lab_held *h);
/* Makes room for another one at hand, where there must be none; NULL without memory. */
struct lab_program *held_new(struct lab_held *h, struct err *err);
/* The one at hand goes: put away where it has steps of the user's own, else freed. */
void held_let_go(struct lab_held *h);
/* The one at hand is put aside; one with no step at all goes. */
void held_put_aside(struct lab_held *h);
/* The tour or exercise, without steps of the user's own, that was put aside last; NULL: that is none. */
const struct lab_program *held_course(const struct lab_held *h);
/* It goes; there must be one. */
void held_forget_course(struct lab_held *h);
/* The last one put there is at hand, where there must be none; false where there is none. */
bool held_take(struct lab_held *h, enum lab_place place);
/* Frees all. */
void held_release(struct lab_held *h);

/* Steps of the user's own that no file has a copy of: of all programs, or of those of the evidence alone. */
struct lab_loss held_unkept(const struct lab_held *h, bool evidence);
struct lab_own loss_total(const struct lab_loss *l);

/* Before the timeline of the evidence goes. */
void held_detach(struct lab_held *h, struct timeline *evidence);
/* All entries of the evidence were read to their end. Programs of the same bytes are of this timeline from then on;
 * those of other bytes go, each told by goes() before. */
void held_attach(struct lab_held *h, struct timeline *evidence, void (*goes)(void *arg, const struct lab_program *p),
                 void *arg);

#endif
