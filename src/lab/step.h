/* The steps of the training lab: attacks on a timeline and the repairs that an attacker would make. One table
 * for names, arguments and texts. */
#ifndef AERSCOPE_LAB_STEP_H
#define AERSCOPE_LAB_STEP_H

#include "base/buf.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a step does: one text for --help, --list and the inspector. */
#define LAB_DOES_DROP_TAIL "The last N entries are dropped."
#define LAB_DOES_DROP_HEAD "The first N entries are dropped."
#define LAB_DOES_DELETE    "Entry N is removed."
#define LAB_DOES_DUPLICATE "A copy of entry N is put behind it."
#define LAB_DOES_MOVE      "Entry N is taken out and put in again so that it is entry TO."
#define LAB_DOES_SWAP      "Entries N and M change places."
#define LAB_DOES_SET                                                                              \
    "A member of entry N gets VALUE: JSON where it is JSON, else text. The members that " \
    "the checks use can be set, and others that the entry has."
#define LAB_DOES_SET_BYTES                                                                         \
    "The canonical_bytes of entry N become those of TEXT, in base64; a stored output_hash follows."
#define LAB_DOES_REPLACE_LAST                                                                      \
    "The last entry becomes another one, of bytes TEXT, with an id drawn from them; hashes that it stores " \
    "follow."
#define LAB_DOES_SPLICE                                                                            \
    "Entries A to B of another timeline are put in; the first of them becomes entry N."
#define LAB_DOES_AS_06                                                                             \
    "Every prev_digest is set by the construction of revision -06, whose digests bind no metadata."
#define LAB_DOES_RENUMBER "Repair: every seq is set to the position of its entry."
#define LAB_DOES_RECLOSE                                                                           \
    "Repair: close of the last entry is set to true, and every other that is stored to false."
#define LAB_DOES_RELINK                                                                            \
    "Repair: from entry FROM on (default 1) every prev_digest is set to the recomputed digest of the " \
    "entry before, that of entry 1 to 64 zeros; a stored entry_digest follows."

/* id, option name, argument or NULL (in brackets where it may be absent), repair, what it does, who notices */
#define LAB_TABLE(X)                                                                               \
    X(DROP_TAIL, "drop-tail", "N", false, LAB_DOES_DROP_TAIL,                                      \
      "The open end is noticed; closed anew, only a reference outside, an earlier copy or a list " \
      "of expected actions notices.")                                                              \
    X(DROP_HEAD, "drop-head", "N", false, LAB_DOES_DROP_HEAD,                                      \
      "The first seq and prev_digest are noticed; renumbered and relinked, only what is known "    \
      "from outside notices.")                                                                     \
    X(DELETE, "delete", "N", false, LAB_DOES_DELETE,                                               \
      "The gap in seq and the link over it are noticed; repaired, only what is known from "        \
      "outside notices.")                                                                          \
    X(DUPLICATE, "duplicate", "N", false, LAB_DOES_DUPLICATE,                                      \
      "seq and the link into the copy are noticed; repaired, the id that stands twice is a "       \
      "warning.")                                                                                  \
    X(MOVE, "move", "N:TO", false, LAB_DOES_MOVE,                                                  \
      "seq and the links at both places are noticed; repaired, a strict list of expected actions " \
      "can notice, and the end has another digest.")                                               \
    X(SWAP, "swap", "N:M", false, LAB_DOES_SWAP, "As move.")                                       \
    X(SET, "set", "N.MEMBER=VALUE", false, LAB_DOES_SET,                                           \
      "Another value of a member that the digest binds breaks the link into entry N+1, and that "  \
      "link only; of the last entry nothing inside cites the digest. output_hash and entry_digest " \
      "are not bound, and are held against what is recomputed; of other members no check of the "  \
      "chain sees anything.")                                                                      \
    X(SET_BYTES, "set-bytes", "N=TEXT", false, LAB_DOES_SET_BYTES,                                 \
      "The link into entry N+1 breaks; where the stored output_hash stays (stale-hash), it differs as well.") \
    X(REPLACE_LAST, "replace-last", "TEXT", false, LAB_DOES_REPLACE_LAST,                          \
      "No rule inside notices, nor does a count; a final digest known from outside does.")         \
    X(SPLICE, "splice", "FILE:A-B@N", false, LAB_DOES_SPLICE,                                      \
      "seq, the job and the links at both seams are noticed.")                                     \
    X(AS_06, "as-06", NULL, false, LAB_DOES_AS_06,                                                 \
      "The current rules fail; what has only links of -06 is called historical.")                  \
    X(RENUMBER, "renumber", NULL, true, LAB_DOES_RENUMBER,                                         \
      "A number that changes changes a digest: without relink the link behind it breaks.")       \
    X(RECLOSE, "reclose", NULL, true, LAB_DOES_RECLOSE,                                            \
      "Of the last entry nothing inside cites the digest, so closing it breaks no link; where an " \
      "other close is taken off, or relink came before, the link behind may break: relink after it.") \
    X(RELINK, "relink", "[FROM]", true,  LAB_DOES_RELINK,                                          \
      "Links hold from there on; where one had to be rewritten, the end has another digest than "  \
      "before.")

enum lab_kind {
#define X(id, name, argument, repair, does, shows) LAB_##id,
    LAB_TABLE(X)
#undef X
    LAB_KINDS
};

struct lab_kind_about {
    const char *name, *argument, *does, *shows;
    bool repair;
};
extern const struct lab_kind_about lab_about[LAB_KINDS];

/* One step. Positions count from 1, as they are when the step is applied. */
struct lab_step {
    enum lab_kind kind;
    uint64_t n;         /* entry, or how many (drops), or FROM of relink */
    uint64_t to;        /* move, swap: the other position; splice: its last entry */
    uint64_t at;        /* splice: where */
    struct str member;  /* set */
    struct str value;   /* set: JSON; set-bytes, replace-last: bytes */
    struct str file;    /* splice */
    bool stale_hash;    /* set-bytes: a stored output_hash stays */
};

/* How a step is called where one is refused: by its option, "--drop-tail=N", or by its name, "drop-tail N". */
enum lab_naming { LAB_BY_OPTION, LAB_BY_NAME };
void lab_add_name(struct buf *out, enum lab_kind kind, enum lab_naming how);
bool lab_needs_argument(enum lab_kind kind);

/* Reads a step as it is written behind its option; `text` may be NULL where the argument may be absent. 0, or
 * -1 with ERR_USAGE; `s` owns its strings either way. */
int lab_step_parse(struct lab_step *s, enum lab_kind kind, const char *text, enum lab_naming how, struct err *err);
/* LAB_KINDS when no kind has this name. */
enum lab_kind lab_kind_named(const char *name);
int lab_step_copy(struct lab_step *to, const struct lab_step *from); /* 0 or -1 */
void lab_step_release(struct lab_step *s);

/* The argument of the option that does the step, as it stands behind "="; false where it needs none. */
bool lab_step_argument(const struct lab_step *s, struct buf *out);
/* Appends UTF-8 text as a JSON string with its quotes. */
void lab_quote_json(struct buf *out, const void *bytes, size_t len);

/* The text is one JSON value and nothing else, that can stand in an entry. */
bool lab_is_json(const char *text);

#endif
