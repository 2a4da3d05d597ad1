/* One entry as places in the input: which members it has, where, and of what type. */
#ifndef AERSCOPE_CORE_ENTRY_H
#define AERSCOPE_CORE_ENTRY_H

#include "core/cursor.h"
#include "core/timeline.h"

/* A value's lexeme: bytes [offset, offset + length), quotes of a string included. */
struct value {
    enum json_type type;
    bool plain; /* a string of U+0020..U+007E without escapes */
    uint64_t offset, length;
};

struct entry {
    uint64_t offset, end;               /* of the entry's own value */
    enum json_type type;
    struct value member[MEMBER_COUNT];  /* the last of each name */
    unsigned repeated;                  /* bits of enum member: the name stands more than once */
    uint64_t extras;                    /* members that the checks do not use */
    unsigned extra_repeated;            /* names among them that stand more than once */
    unsigned near;                      /* names that are nearly one that the checks use */
    bool many;                          /* more names than are watched */
    bool training;                      /* TRAINING_MEMBER is among them */
    /* No string among the members is empty or needs decoding: nothing to look for in their text. Whoever
     * puts another value in place of a member clears it. */
    bool usual;
};

/* Names met in one entry; one for each thread. */
struct names;
struct names *names_new(void);
void names_free(struct names *n);

/* What a reader of whole entries may want to see; called for each member in file order. `known` is
 * MEMBER_COUNT for a member that the checks do not use; `name` is the place of the name. */
struct entry_visitor {
    int (*member)(void *arg, enum member known, const struct value *name, const struct value *v);
    void *arg;
};

/* Validates the entry at x->from and notes its members. `depth` containers are open around it. -1: damage
 * (ERR_FORM, located) or the source failed. `visitor` may be NULL. */
int entry_read(struct entry *e, const struct extent *x, unsigned depth, struct names *names,
               unsigned char *window, size_t room, const struct entry_visitor *visitor,
               struct err *err);

/* The known member of this name, MEMBER_COUNT for none. */
enum member member_parse(const char *name, size_t len);

#endif
