/* Fingerprints of what the members of an entry say, whatever way it is written: equal prints, equal
 * members. For holding two copies of a timeline against each other. */
#ifndef AERSCOPE_CORE_PRINTS_H
#define AERSCOPE_CORE_PRINTS_H

#include "core/timeline.h"

struct member_print {
    enum member known; /* MEMBER_COUNT for one that the checks do not use */
    struct str name;   /* WTF-8 */
    uint64_t offset;   /* of its value in the input */
    unsigned times;    /* that it stands there */
    bool says_nothing; /* a close that is false, as absent: among those that are told only where it stands more
                        * than once */
    struct digest
        print; /* of a member that stands more than once: of all its values in their order */
};

/* Each name once, in the order of the names. A single `close` that is false is left out, since absent
 * means the same; the number of seq and the decoded canonical_bytes are taken, not how they are
 * written. */
struct entry_prints {
    bool is_object;
    size_t count, room;
    struct member_print *item;
    struct digest other; /* of an entry that is no object */
};

/* 0 or -1; releasing is due after 0. */
int timeline_prints(struct timeline *t, uint64_t entry, struct entry_prints *out, struct err *err);
void entry_prints_release(struct entry_prints *p);

/* The values of one member, in the order of the file, as they are written; each cut to `limit` bytes. */
struct member_values {
    size_t count, room;
    struct {
        struct str text; /* JSON, UTF-8 */
        bool cut;
    } *item;
};
/* Those of the member of this name (WTF-8). 0 or -1; releasing is due after 0. */
int timeline_values_of(struct timeline *t, uint64_t entry, const struct str *name, size_t limit,
                       struct member_values *out, struct err *err);
void member_values_release(struct member_values *v);

/* Of all members together. */
int entry_prints_whole(const struct entry_prints *p, struct digest *out, struct err *err);
/* Of what was recorded, wherever it stands in whatever chain: id, tool, class and bytes, and the job
 * unless that is left out; of a member that stands more than once the last. */
int timeline_content(struct timeline *t, uint64_t entry, bool with_job, struct digest *out,
                     struct err *err);

/* The parts of what was recorded, each by itself, cut to 128 bits: equal prints, equal parts. */
enum recorded {
    RECORDED_JOB,
    RECORDED_ID,
    RECORDED_TOOL,
    RECORDED_CLASS,
    RECORDED_BYTES,
    RECORDED_LINK, /* prev_digest: no part of what was recorded, and kept beside it */
    RECORDED_COUNT
};
enum { RECORD_PRINT = 16 };
struct entry_record {
    unsigned char print[RECORDED_COUNT][RECORD_PRINT];
    unsigned has; /* bit 1 << part: it is there, and bytes are not empty; else it tells no entry */
};
/* As for timeline_content; each part of an entry that is no object has the print of the whole. 0 or -1. */
int timeline_recorded(struct timeline *t, uint64_t entry, struct entry_record *out, struct err *err);

/* True for the members that the entry digest binds as they are stored. */
bool member_is_bound(enum member m);

#endif
