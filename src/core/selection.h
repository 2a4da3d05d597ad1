/* The jobs that a file holds, as its entries are found: which there are, or one of them, whose entries alone are
 * then the timeline. The entry's job is its job_id as the checks take it, the last of that name. */
#ifndef AERSCOPE_CORE_SELECTION_H
#define AERSCOPE_CORE_SELECTION_H

#include "base/buf.h"
#include "base/err.h"
#include "base/source.h"

struct block;
struct selection;
struct spans;

/* Selects the entries of `job` (WTF-8, copied); NULL: selects all, and lists the jobs. For one examination. NULL
 * without memory. */
struct selection *selection_new(const struct str *job, struct err *err);
void selection_free(struct selection *s);
/* Takes out of `spans` what is not selected. Those within `block` are read there, others from the source. Damage is
 * left for the examination to meet. 0, or -1: the source failed, or memory. */
int selection_filter(struct selection *s, struct spans *spans, const struct block *block, struct source *source,
                     unsigned depth, struct err *err);

/* The job that is selected; data NULL where all are. Its own. */
struct str selection_job(const struct selection *s);

/* The following: when the examination is over. */

uint64_t selection_entries(const struct selection *s);     /* of the file */
uint64_t selection_taken(const struct selection *s);       /* selected */
uint64_t selection_without_job(const struct selection *s); /* whose job_id is no string */

/* A job of the list, in the order of their first entries. Positions are those in the file, from 1. */
enum { JOB_SEQ_ROOM = 32 };
struct job_row {
    struct str job; /* WTF-8, cut to LIMIT_SHOWN */
    bool cut;
    uint64_t entries, first, last;
    uint64_t first_offset, last_offset;            /* of the entries */
    char first_seq[JOB_SEQ_ROOM], last_seq[JOB_SEQ_ROOM]; /* lexemes; "" where it is no number, or a longer one */
};
size_t selection_jobs(const struct selection *s);
const struct job_row *selection_row(const struct selection *s, size_t i);
/* Entries of jobs beyond what the list can hold. */
uint64_t selection_unlisted(const struct selection *s);

#endif
