/* What one entry says by itself, recomputed: its members, its payload's hash, its digest. Neighbours play
 * no part, so entries can be read in any order and in parallel. */
#ifndef AERSCOPE_CORE_FACTS_H
#define AERSCOPE_CORE_FACTS_H

#include "core/canonical.h"
#include "core/digest.h"
#include "core/entry.h"
#include "core/payload.h"
#include "core/provenance.h"
#include "core/seq.h"

enum close_state { CLOSE_ABSENT, CLOSE_FALSE, CLOSE_TRUE, CLOSE_BAD };

struct facts {
    struct entry entry;
    struct seq seq;          /* integer is false where seq is no number */
    struct payload payload;
    enum close_state close;
    bool has_digest;
    struct digest digest;    /* aer1-07 */
    bool prev_is_string;
    bool prev_is_digest;     /* 64 lowercase hex digits */
    struct digest prev;
    unsigned empty;          /* bits of enum member: a string of no characters */
    enum standing standing;
    bool hash_differs;       /* a stored output_hash that is not the recomputed one, in either form */
    bool digest_differs;     /* the same for a stored entry_digest */
    unsigned control, surrogate, invisible, mixed; /* bits of enum member: what text_inspect() found */
    uint64_t id_hash, class_hash, job_hash[2]; /* keyed; 0 where the member is no string */
};

/* What was found out about a text that entries repeat. */
enum { KNOWN_BYTES = 48, KNOWN_CLASSES = 8 };
struct known_text {
    unsigned char text[KNOWN_BYTES];
    size_t len; /* 0: nothing yet */
    uint64_t hash[2];
    enum standing standing;
};

/* What one thread needs to read entries. */
struct bench {
    struct hasher *hasher;
    struct names *names;
    unsigned char *window; /* LIMIT_WINDOW */
    struct buf text;
    struct known_text job, class[KNOWN_CLASSES];
};
int bench_init(struct bench *b, struct err *err); /* release also after failure */
void bench_release(struct bench *b);

/* Reads and digests the entry at x->from. -1: damage (ERR_FORM, located in the input), or a failure. */
int facts_read(struct facts *f, const struct extent *x, unsigned depth, struct bench *b,
               struct err *err);

/* The same; `visitor` (may be NULL) sees the members. */
int facts_visit(struct facts *f, const struct extent *x, unsigned depth, struct bench *b,
                const struct entry_visitor *visitor, struct err *err);

/* The same from f->entry alone, everything else in `f` zero: for an entry with a member put otherwise. */
int facts_members(struct facts *f, const struct extent *x, struct bench *b, struct err *err);

/* A decoded string member in `b->text`, cut to `limit`; 1 when it was cut. */
int facts_text(const struct value *v, const struct extent *x, struct bench *b, size_t limit,
               struct err *err);
/* The entry digest as it would be with `close`; the entry must have one otherwise. */
int facts_digest(const struct facts *f, const struct extent *x, bool close, struct hasher *h,
                 struct digest *out, struct err *err);

#endif
