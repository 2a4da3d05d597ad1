/* One entry with members put otherwise: everything else of it is copied byte for byte. */
#ifndef AERSCOPE_LAB_PATCH_H
#define AERSCOPE_LAB_PATCH_H

#include "core/facts.h"
#include "lab/rope.h"
#include "lab/writer.h"

/* A member that gets another value, or is added. */
struct cut {
    enum member known;     /* MEMBER_COUNT: an extension, by name */
    const struct str *name; /* of an extension; NULL: the lab's mark */
    bool there;            /* else it is added, */
    size_t order;          /* in this order */
    uint64_t from, to;     /* of the value that is replaced */
    struct buf value;      /* JSON; its memory is used again for the next entry */
};

/* An entry as it was read. */
struct seen {
    struct entry entry;    /* as it stands in `x` */
    struct extent x;
    bool marked;           /* it has a member of the mark's name, */
    bool marked_so;        /* with the lab's value */
    uint64_t mark_from, mark_to; /* of its value */
    bool empty;            /* an object without members */
    uint64_t insert;       /* where members are added: behind the last one */
    bool has_payload;      /* what its canonical_bytes decode to is known */
    struct payload payload;
};

/* What is to become of it. */
struct patch {
    struct seen *seen;     /* of whoever read it; */
    struct seen own;       /* by the patch, this */
    bool changed;          /* a member was given another value since this was last set to false */
    struct cut *cut;
    size_t cuts, room;     /* behind the cuts in use: room whose buffers are kept */
    struct entry written;  /* the places of its members as they were written */
};

/* Reads the entry at x->from. 0 or -1. */
int seen_read(struct seen *s, const struct extent *x, struct bench *b, struct err *err);
/* Sees to it that the payload is known; `mask`: what the examination found of the entry. 0 or -1. */
int seen_payload(struct seen *s, uint32_t mask, struct bench *b, struct err *err);

/* One patch serves many entries, one after the other. Zero-initialise. Reads the entry at x->from. 0 or -1. */
int patch_read(struct patch *p, const struct extent *x, struct bench *b, struct err *err);
/* The same of an entry that was read already, and stays there as long. */
void patch_take(struct patch *p, struct seen *s);
void patch_release(struct patch *p);

/* Gives a member another value; a later one counts. 0 or -1. */
int patch_set(struct patch *p, enum member m, const void *json, size_t len);
int patch_set_text(struct patch *p, enum member m, const char *text); /* as a JSON string; plain ASCII */
int patch_mark(struct patch *p);
/* What the steps edit in the entry: the piece's edits, whose steps must outlive the patch. 0 or -1. */
int patch_edits(struct patch *p, const struct piece *piece, struct bench *b, struct err *err);
/* Replaces a stored hash by `d`, in the form that it has. Nothing where none is stored, or it is the same. */
int patch_hash(struct patch *p, enum member m, const struct digest *d, struct bench *b, struct err *err);
/* The member is there and stays, or is added. */
bool patch_has(const struct patch *p, enum member m);
/* A step gives it a value. */
bool patch_is_set(const struct patch *p, enum member m);
/* The text of a member as it is now, "" where it is no string; cut to about 128 bytes, which no digest has. */
int patch_text(struct patch *p, enum member m, struct buf *out, struct err *err);
/* seq as it is now; no integer where it is none. 0 or -1. */
int patch_seq(struct patch *p, struct seq *out, struct err *err);
/* Its type as it is now. */
enum json_type patch_type(struct patch *p, enum member m);

void patch_write(struct patch *p, struct writer *w);

/* The digest of an entry; false in *has where it has none. `by06`: of revision -06. `payload`: what is known of its
 * own, NULL where it is to be read. 0 or -1. */
int entry_digest_of(const struct entry *e, const struct extent *x, bool by06, const struct payload *payload,
                    struct bench *b, bool *has, struct digest *out, struct err *err);

#endif
