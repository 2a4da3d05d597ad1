/* What an entry digest is taken of, decoded: for digests of an entry with a member put
 * otherwise. */
#ifndef AERSCOPE_CORE_PARTS_H
#define AERSCOPE_CORE_PARTS_H

#include "core/facts.h"

/* Bytes of a member above which it counts as none here. */
enum { PARTS_TEXT = 64 * 1024 };

struct parts {
    uint64_t entry;
    /* Bits of enum member: there, and of a type that can be digested. canonical_bytes: strict
     * base64; output_hash, entry_digest: a digest; close: a boolean or absent. */
    unsigned has;
    unsigned cut; /* bits of enum member: longer than PARTS_TEXT */
    /* Of id, job_id, tool, provenance_class, prev_digest: WTF-8; of seq: its integer in digits. */
    struct str text[MEMBER_COUNT];
    bool seq_small;
    int64_t seq; /* where seq_small */
    bool close;
    struct digest output; /* SHA-256 of the decoded canonical_bytes */
    bool prev_is_digest;
    struct digest prev;
    struct digest stored_output, stored_entry; /* as the entry states them */
    enum standing standing;
};

/* Reads a published entry again. Release also after failure. 0 or -1. */
int timeline_parts(struct timeline *t, uint64_t entry, struct parts *out, struct err *err);
void parts_release(struct parts *p);

#endif
