/* Inside of what says who notices. */
#ifndef AERSCOPE_LAB_NOTICE_IMPL_H
#define AERSCOPE_LAB_NOTICE_IMPL_H

#include "lab/fresh.h"
#include "lab/traits.h"

struct looking {
    const struct lab *lab;
    const struct lab_view *before, *after;
    const struct reference_set *refs;
    struct track track;
    struct traits traits;
    struct fresh fresh;
    bool rewritten; /* a link cites another digest than before */
    bool kept_differs; /* entries as they were are not all of the job that it names */
    uint64_t kept_job; /* the entry whose job it names; 0: none has one */
    struct reference_set kept; /* what somebody would have who kept the end as it was; none where there is none */
    struct buf text;
    struct err *err;
};

bool notice_is_of(enum finding_code c, enum lab_judgement j);
uint64_t notice_total(const struct looking *k, enum fresh_kind kind, enum finding_code c, enum lab_judgement j,
                      enum severity s); /* 0 where the code is of another judgement or severity */
/* The codes of a kind, and how many of each. How many codes there are. */
unsigned notice_codes(struct looking *k, enum fresh_kind kind, enum lab_judgement j, enum severity s);
/* `before` the codes and `behind` them, or nothing where there are none. */
void notice_list(struct looking *k, const char *before, enum fresh_kind kind, enum lab_judgement j, enum severity s,
                 const char *behind);
bool notice_any(const struct looking *k, enum fresh_kind kind, enum lab_judgement j, enum severity s,
                enum finding_code *first);
void notice_warnings(struct looking *k, enum lab_judgement j);
bool notice_same_end(const struct looking *k);

/* Where the steps made of a historical timeline one that references and lists are held against. */
void notice_only_now(struct looking *k);
/* What the failures that a reference, or the list, has no more come to. */
void notice_no_more(struct looking *k, enum lab_judgement j);

/* Each 0 or -1. */
int notice_endpoint(struct looking *k, struct lab_notice *n);
int notice_coverage(struct looking *k, struct lab_notice *n);
/* The end as it was, as somebody outside may have kept it. */
int notice_keep_end(struct looking *k);

#endif
