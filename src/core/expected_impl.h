/* Inside of a list of expected actions; for the expected*.c files alone. */
#ifndef AERSCOPE_CORE_EXPECTED_IMPL_H
#define AERSCOPE_CORE_EXPECTED_IMPL_H

#include "base/rfc3339.h"
#include "core/expected.h"
#include "core/members.h"

#define EXPECTED_MOST UINT64_C(1000000000000000000) /* of a count, and of all expected together */

enum action_kind { ACTION_EXPECTED, ACTION_AUTHORISED, ACTION_FORBIDDEN };

struct list_place {
    uint64_t offset, line, column;
};

struct action {
    enum action_kind kind;
    struct str tool, id; /* id: data NULL when any will do */
    bool has_hash;
    struct digest hash;
    uint64_t count;
    uint64_t found; /* by the last check */
    uint32_t first; /* the first entry of those; 0: none */
    struct list_place at;
};

/* What became of an entry. */
enum fate {
    FATE_MATCHED,
    FATE_AUTHORISED,
    FATE_MISPLACED, /* matched, out of order */
    FATE_UNNAMED,   /* no action names it */
    FATE_SURPLUS,   /* an action names it, and not so often */
    FATE_FOREIGN,   /* it is of another job */
    FATE_FORBIDDEN,
    FATES
};

struct expected {
    char *path;
    bool has_sha256, receipt, strict, malformed, foreign, has_meant;
    struct digest sha256, meant;
    struct str job_id, source, frozen_at;
    struct instant frozen_instant;
    struct action *action;
    size_t actions, room;
    uint64_t expected; /* all counts of expected actions */
    bool has_root, root_differs;
    struct digest root;
    struct finding_list list; /* about the list; the first `kept` stay when it is checked again */
    size_t kept;

    bool (*stop)(void *arg); /* of a check that can be given up; NULL */
    void *stop_arg;

    /* of the last check */
    const struct timeline *against; /* NULL: none */
    bool has_against_sha256;
    struct digest against_sha256;
    enum frozen frozen;
    struct coverage coverage;
    uint32_t *missing; /* actions found less often than listed */
    size_t missing_count;
    uint64_t entries;
    uint32_t *which; /* for each entry its action, where one matches, covers or forbids it */
    uint8_t *fate;
    uint64_t fates[FATES];
};

/* An action of the list is the reason of it. */
bool fate_has_action(enum fate f);
struct action *expected_add_action(struct expected *e, struct err *err); /* NULL: no memory */

/* --- reading --- */

struct list_reader {
    struct expected *e;
    struct document d;
    struct list_place seen; /* how far lines were counted */
    uint64_t line_start;
    uint64_t item; /* the action or step at hand, from 1; 0: the list itself */
    uint64_t forms;
    struct err *err;
};
/* Places of the members of these names in an object. */
enum { SLOTS = 9 };
struct slots {
    const char *const *name;
    size_t names;
    struct value v[SLOTS];
    unsigned twice;
};
struct list_place list_place(struct list_reader *r, uint64_t offset);
/* A finding expect.form at this place. 0, or -1 without memory. */
int list_form(struct list_reader *r, const char *member, uint64_t offset, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Fills the slots from the object at `v`; members that stand twice become findings. 1, or 0 when
 * it is no object, which is a finding too, or -1. */
int list_slots(struct list_reader *r, const struct value *v, struct slots *s);
/* Slot i as a string that is not empty: 1 with `out` set; 0 when it is not that, which is a
 * finding unless it is absent and need not be there; -1. */
int list_text(struct list_reader *r, const struct slots *s, size_t i, bool needed, struct str *out);
/* The same as a SHA-256 in hexadecimal digits, alone or after "sha256:". */
int list_digest(struct list_reader *r, const struct slots *s, size_t i, bool needed,
                struct digest *out);
/* Reads the workflow receipt whose members are in `steps` and `root`. */
int receipt_read(struct list_reader *r, const struct value *steps, const struct slots *top,
                 size_t root);

/* --- matching --- */

/* From 128-bit fingerprints to numbers. Zero-initialise. */
struct keys {
    struct key_slot {
        uint64_t key[2];
        uint32_t number;
    } * slot;
    size_t slots, count;
};
/* The number of the key, 0 where it was not there before; NULL without memory. */
uint32_t *keys_at(struct keys *k, const uint64_t key[2]);
uint32_t keys_find(const struct keys *k, const uint64_t key[2]);
void keys_release(struct keys *k);
void key_of_text(uint64_t key[2], const struct str *s);

/* How narrowly an action says which entries it means, the narrowest first. */
enum { LEVEL_ID_HASH, LEVEL_ID, LEVEL_HASH, LEVEL_TOOL, LEVELS };
#define LEVEL_NEEDS_ID(levels)   ((levels) & (1u << LEVEL_ID_HASH | 1u << LEVEL_ID))
#define LEVEL_NEEDS_HASH(levels) ((levels) & (1u << LEVEL_ID_HASH | 1u << LEVEL_HASH))

/* What an entry is matched by. */
struct traits {
    uint64_t tool[2], id[2];
    bool has_id, has_hash;
    struct digest hash;
};

struct matcher;
struct matcher *matcher_new(struct expected *e, struct err *err);
void matcher_free(struct matcher *m);
/* The levels at which actions name this tool; 0: none does. */
unsigned matcher_levels(const struct matcher *m, const uint64_t tool[2]);
/* Notes an entry: `*class` is a number to keep for it, 0 when no action names it. 0 or -1. */
int matcher_note(struct matcher *m, const struct traits *x, uint32_t *class, struct err *err);
/* After all: e->which has the class of each entry, e->fate FATE_FOREIGN for one of another job
 * and anything else for the rest; both become the results, with found of the actions. */
int matcher_settle(struct matcher *m, struct err *err);
/* Finds those of the matched entries that are out of order. */
int matcher_order(struct expected *e, struct err *err);

/* One pass over the entries: e->which, e->fate and e->frozen. */
int expected_sweep(struct expected *e, struct timeline *t, struct matcher *m, struct err *err);

#endif
