/* Inside of an explainer; for the files of src/explain alone. */
#ifndef AERSCOPE_EXPLAIN_EXPLAIN_IMPL_H
#define AERSCOPE_EXPLAIN_EXPLAIN_IMPL_H

#include "core/digest_map.h"
#include "explain/explain.h"
#include "explain/original.h"
#include "explain/search.h"

enum {
    BROKEN_MAX = 1 << 17, /* broken links that are compared with each other */
    ENCODINGS_KEPT = 8,
    ENCODING_SEARCHES = 16, /* links on which the file's encoding is looked for */
    FLIPPED_MAX = 1 << 17,  /* entries that are tried as the end that a witness saw */
    RECODED_MAX = 1 << 20,  /* entries whose digests are taken again in the file's encoding */
    BUDGET_FINDINGS = 1000, /* the file's budget, in findings */
    BUDGET_LEAST = 64,      /* what a finding gets when that is used up */
    PLAIN_COUNTED = 1000,
    PLAIN_READ = 1 << 17,
    HABIT_LEAST = 3, /* links that show a producer's way of writing */
    SEQ_MOST = 500          /* an offset in seq that is looked for */
};

/* A link that does not hold: prev_digest of `entry` is not the digest of the entry before. */
struct broken {
    uint32_t entry;
    uint32_t points;   /* the entry whose digest is stored, 0 for none */
    uint16_t encoding; /* in which the link holds, 0 for none */
    bool is_digest, zero, construction;
    bool renumbered; /* `points` has the digest with this seq in place of its own */
    bool recoded;    /* it has it in the file's encoding alone */
    uint32_t seq;
    struct digest stored;
};

struct known_encoding {
    unsigned bits;
    uint64_t example; /* the link into this entry */
};

struct explainer {
    struct timeline *t;
    const struct reference_set *refs;
    uint64_t effort, left, tried, entries;
    bool prepared, by06;
    /* A bound ended a search: any up to now, one for this finding, one for the file. */
    bool bounded, narrow, narrow_file;
    struct original original[ORIGINALS];
    size_t originals;
    struct trial trial;
    struct digest_map *map;
    struct broken *broken;
    size_t brokens, broken_room;
    struct known_encoding known[ENCODINGS_KEPT];
    size_t knowns, searches;
    uint64_t encoded, historical;
    /* Links that hold as the format writes, out of entries that an encoding found would write otherwise:
     * at most PLAIN_COUNTED, of the first PLAIN_READ. */
    uint64_t plain;
    bool has_plain, plain_cut;
    unsigned base;          /* the file's encoding, 0 for the format's */
    struct digest *recoded; /* digests in that encoding; NULL: none */
    struct digest_map *recoded_map;
    struct digest_map *flipped; /* the last entries with close put the other way */
    struct values values;
    bool has_values;
    int64_t seq_hint;
};

/* breaks.c */
int breaks_collect(struct explainer *e, struct err *err);
/* NULL when the link into this entry holds. */
const struct broken *broken_at(const struct explainer *e, uint64_t entry);
/* The entry that the link into `entry` points at: 0 for 64 zeros; -1 when it holds or points at
 * none. */
int64_t broken_points(const struct explainer *e, uint64_t entry);
/* Whether nothing file-wide explains the link. */
bool broken_open(const struct broken *b);
/* An entry with this digest, other than `not`; 0 for none. */
uint64_t entry_of_digest(const struct explainer *e, const struct digest *d, uint64_t not );
/* The digest of an entry in the file's encoding; false when it has none. */
bool digest_of_entry(const struct explainer *e, uint64_t entry, struct digest *out);
/* The encoding in which the entry has the trial's target, 0 for none. */
unsigned encoding_find(struct explainer *e, const struct parts *p);
/* Counts e->plain, once. 0 or -1. */
int count_plain(struct explainer *e, struct err *err);
/* Several links hold in another encoding, and none as the format writes where that makes a difference. */
bool is_habit(const struct explainer *e);
/* Notes that the link into the entry holds in this encoding. */
void broken_encoded(struct explainer *e, uint64_t entry, unsigned encoding);
/* The trial against this digest, with a finding's budget; settle afterwards. */
void budget_begin(struct explainer *e, const struct digest *target);
void budget_end(struct explainer *e);
int explain_values(struct explainer *e, struct err *err);
/* Something was left untried for a bound that no effort moves. */
void note_narrow(struct explainer *e);
bool untried(const struct explainer *e); /* anything, for the finding at hand */

/* An explanation in the making. */
struct draft {
    struct explainer *e;
    struct explanation x;
    struct buf text, decides;
};
void draft_begin(struct draft *d, struct explainer *e, enum explanation_kind kind, uint64_t entry,
                 bool proved);
void draft_say(struct draft *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void draft_quote(struct draft *d, const struct str *s);
void draft_decides(struct draft *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* ", written otherwise (...)", where that is how it digests; nothing for the format's own way. */
void draft_written(struct draft *d, unsigned encoding);
/* The same of the file's encoding, with a comma to lead on. */
void draft_as_links(struct draft *d);
/* Takes over what was found, and says it. */
void draft_hit(struct draft *d, struct hit *hit);
/* "an earlier copy of the timeline", or what else there could be where one is given. */
const char *copy_wanted(const struct explainer *e);
/* Gives it up. */
void draft_drop(struct draft *d);
/* Finishes and appends. 0 or -1. */
int draft_end(struct draft *d, struct explanation_list *out, struct err *err);

/* link.c */
int explain_link(struct explainer *e, uint64_t entry, struct explanation_list *out,
                 struct err *err);
/* "N hypotheses tried, none gives the stored digest", for what stays without proof. */
int say_unexplained(struct explainer *e, uint64_t entry, struct explanation_list *out,
                    struct err *err);
/* That something was so already explains nothing of how it came about, and does not count. */
bool is_proved(const struct explanation_list *l, size_t from);

/* Whether all these entries are of another job than the first. */
bool all_of_other_job(struct explainer *e, uint64_t from, uint64_t to);

/* pattern.c: how the broken links hang together, seen from one of them. `own_prev`: its prev_digest is
 * what does not fit. */
int explain_points(struct explainer *e, const struct broken *b, bool own_prev,
                   struct explanation_list *out, struct err *err);
int explain_open(struct explainer *e, const struct broken *b, const struct parts *before,
                 const struct parts *at, struct explanation_list *out, struct err *err);
int explain_genesis(struct explainer *e, const struct broken *b, const struct parts *at,
                    struct explanation_list *out, struct err *err);

/* The file is an export of a part of the timeline, `what` goes on after that; innocent where no reference counts
 * these entries. */
int say_window(struct explainer *e, uint64_t entry, const char *what, struct explanation_list *out, struct err *err);

/* order.c: the links fit another order of the entries. 1 said, 0 nothing to say, -1. */
int explain_order(struct explainer *e, const struct broken *b, struct explanation_list *out,
                  struct err *err);

/* Another order of the entries: those whose neighbour in front is another in it, rising, each with its place. */
enum { ORDER_AROUND = 4 };
struct order {
    bool swap;
    uint64_t n, m; /* exchanged, n < m; or the entry at `m` belongs at `n` */
    uint64_t entry[ORDER_AROUND], place[ORDER_AROUND];
    size_t count;
};
/* One that the links around this broken one fit; false where none is found. */
bool order_of(const struct explainer *e, const struct broken *b, struct order *out);
/* The entry that stands at this place in it. */
uint64_t order_entry(const struct order *o, uint64_t place);
/* " in the order with entries 7 and 8 exchanged". */
void order_say(struct draft *d, const struct order *o);

/* relink.c: an earlier entry with a member put back, and every link from there to `last` as it
 * would then be, against the trial's target. `*edited` gets the entry, 0 when nothing was found;
 * with no hit it was put in, and without it the rest gives the target. */
int relink_search(struct explainer *e, uint64_t last, struct hit *hit, uint64_t *edited,
                  struct err *err);

/* settled.c */
struct settled {
    int reference;
    uint64_t from, to; /* entries that stand as they did when it was published, if it was */
    bool trusted;      /* stated to be independent, and contradicted by no other: it excludes readings */
};
/* A reference but `not` that settles the entry, a trusted one where there is one; false when none
 * does. */
bool settled_by(const struct explainer *e, uint64_t entry, int not, struct settled *out);
/* How many entries from the first on are settled by one trusted reference but `not`. */
uint64_t settled_start(const struct explainer *e, int not, struct settled *out);
/* Says that the entry stands as it did; `text` goes on after "reference 1 has the digest of
 * entry 8, and the links from entry 5 to it hold: if that reference is what was published then, entry
 * 5 ". */
int say_published(struct explainer *e, uint64_t entry, const struct settled *by, const char *text,
                  struct explanation_list *out, struct err *err);
/* Says that the broken link stores the digest that the reference states. */
int say_cited(struct explainer *e, const struct broken *b, int reference, struct explanation_list *out, struct err *err);
/* "reference 1 (commitment published.json)". */
void say_reference(struct buf *to, const struct explainer *e, int number);

/* original.c */
int originals_open(struct explainer *e, struct err *err);
void originals_close(struct explainer *e);
/* Whether one of the copies has all these entries, by their digests. */
bool original_has_all(const struct explainer *e, uint64_t from, uint64_t to);
/* What the earlier copies say of a broken link, of an end that a reference contradicts, and of what
 * contradicts them. */
int original_link(struct explainer *e, const struct broken *b, struct explanation_list *out,
                  struct err *err);
/* In which order an earlier copy has what two entries of the file record, the first of which stands
 * before the other here. */
enum original_order { ORDER_UNKNOWN, ORDER_HERE, ORDER_OTHER };
struct original_places {
    enum original_order order;
    int reference;
    uint64_t there[2];
    bool same; /* both have the digests that they have here */
};
int original_places(struct explainer *e, uint64_t first, uint64_t second, struct original_places *out,
                    struct err *err);
/* "; reference 1 (...) has the digest of ...", where one fixes them in the copy. */
void original_places_fixed(struct draft *d, const struct original_places *p);
/* 1: that is all that there is to say; 0 nothing was said; -1. */
int original_end(struct explainer *e, int reference, struct explanation_list *out, struct err *err);
int original_open_end(struct explainer *e, struct explanation_list *out, struct err *err);
int original_contradicts(struct explainer *e, int reference, struct explanation_list *out,
                         struct err *err);

/* endpoint.c */
int explain_endpoint(struct explainer *e, const struct finding *f, struct explanation_list *out,
                     struct err *err);

/* endpoint_seen.c */
int explain_closed(struct explainer *e, const struct finding *f, struct explanation_list *out, struct err *err);
/* The last entry that has this digest with close put the other way, as the format writes it or in the
 * file's encoding; 0 for none. 0 or -1. */
int flipped_entry(struct explainer *e, const struct digest *wanted, uint64_t *entry, unsigned *written, struct err *err);

/* open_end.c */
int explain_open_end(struct explainer *e, uint64_t entry, struct explanation_list *out,
                     struct err *err);
/* What a reference states of the end of just these entries: the number beside another digest; or the end itself, or the
 * number alone. */
enum stated { STATED_NOTHING, STATED_NUMBER, STATED_THESE };
enum stated states_these(const struct explainer *e);
int say_live(struct explainer *e, struct explanation_list *out, struct err *err);

#endif
