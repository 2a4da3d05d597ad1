/* Inside of a timeline; for the timeline_*.c files alone. */
#ifndef AERSCOPE_CORE_TIMELINE_IMPL_H
#define AERSCOPE_CORE_TIMELINE_IMPL_H

#include "core/facts.h"
#include "core/index.h"
#include "core/kept.h"
#include "core/layout.h"
#include "core/lineindex.h"
#include "core/pairs.h"
#include "core/pipeline.h"
#include "core/timeline.h"

#include <pthread.h>
#include <time.h>

/* The jobs of a file of several. */
struct job_list {
    struct pairs pairs; /* number: of the row */
    struct job_count *row;
    size_t room, latest; /* the row of the entry before */
    uint64_t without, unlisted;
};

struct timeline {
    struct source *source;
    struct timeline_options options;
    struct pipeline *pipeline;
    const char *left_out; /* an extension that no comparison sees; NULL: none */
    bool by06; /* judged by the historical construction because it was asked for */

    /* `lock` guards what is shown of an examination that may be running. */
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool started, done, failed;
    struct err failure;
    struct layout_plan plan;
    bool laid_out;
    struct index *index;
    struct keep keep;
    uint64_t published, bytes_examined;
    uint64_t total[FINDING_COUNT];
    uint64_t standing[STANDING_COUNT];
    uint64_t training; /* entries that carry TRAINING_MEMBER */
    struct class_count absent; /* entries without a class that is a string */
    struct class_count other[STANDING_COUNT]; /* classes beyond the table */
    bool has_first;
    uint64_t first_entry;
    enum finding_code first_code;
    uint64_t first_signal; /* 0: none */
    struct str job;
    bool has_job;
    uint64_t job_hash[2];
    struct job_list jobs;
    uint64_t link06_broken;
    bool genesis_holds;
    bool first_lacks; /* entry 1 lacks members of the current construction and has none of a wrong type */
    bool has_damage;
    struct damage damage;
    bool has_sha256;
    struct digest sha256;
    enum timeline_result result;
    enum construction construction;
    struct lineindex lines;
    struct timespec notified;

    /* of the thread that joins */
    uint32_t failures; /* the bits of a mask that are failures */
    struct carry carry;
    struct hasher *file_hasher;

    /* `desk_lock` guards reading on demand. */
    pthread_mutex_t desk_lock;
    struct bench desk;
    unsigned char *page; /* LIMIT_WINDOW: an entry that fits is read at once */
};

/* The range of an entry, to the next one or the end of the input, in memory where it fits there; the
 * caller holds desk_lock, and the range holds until the next call. */
int timeline_extent(struct timeline *t, uint64_t entry, struct extent *x, struct err *err);
/* Reads an entry again at the desk, likewise. */
int timeline_facts(struct timeline *t, uint64_t entry, struct extent *x, struct facts *f,
                   struct err *err);
/* After an entry was read again: 0 when it is still what was examined. A file that was touched is believed
 * only where the entry gives the digest that it gave then. The caller holds desk_lock. */
int timeline_still(struct timeline *t, uint64_t entry, struct err *err);
struct record timeline_record(const struct timeline *t, uint64_t entry);
/* The caller holds the lock. */
enum standing record_standing(const struct timeline *t, const struct record *r);
void timeline_join_init(struct timeline *t, struct pipeline_owner *owner);
/* The construction to show and compare by now. */
bool timeline_by06(const struct timeline *t);
/* Recomputes all digests under -06 after the timeline turned out to be historical. */
int timeline_adopt_06(struct timeline *t, struct err *err);

#endif
