/* The rules of the chain: what is wrong with an entry, by itself and next to the one before it. */
#ifndef AERSCOPE_CORE_CHAIN_H
#define AERSCOPE_CORE_CHAIN_H

#include "core/facts.h"

/* What an entry's mask holds above the bits of enum finding_code. */
#define MARK_LINK (UINT32_C(1) << 27) /* prev_digest is what it must be: 64 zeros in entry 1 */
#define MARK_HAS_DIGEST (UINT32_C(1) << 28)
#define MARK_LINK06 (UINT32_C(1) << 29) /* prev_digest is the -06 digest of the entry before */
#define MARK_CLOSE (UINT32_C(1) << 30)
#define MARK_SIGNAL ENTRY_HAS_SIGNAL

#define FINDING_BIT(code) (UINT32_C(1) << FINDING_##code)

/* What an entry hands on to the next one. */
struct carry {
    bool exists; /* false before entry 1 */
    bool has_digest, has_output;
    struct digest digest, output;
    struct seq seq;
};

/* What an entry needs when it meets the one before it. */
struct meeting {
    uint64_t position; /* from 1 */
    bool prev_is_string, prev_is_digest;
    struct digest prev;
    struct seq seq;
};

void chain_carry(struct carry *c, const struct facts *f);
void chain_meeting(struct meeting *m, const struct facts *f, uint64_t position);

/* Findings of the entry by itself, at this position; close_early, not_closed and the job are judged by
 * whoever knows the neighbours. `by06`: by the historical construction alone. */
uint32_t chain_own(const struct facts *f, uint64_t position, bool by06);
/* Findings and marks that come from the entry before. */
uint32_t chain_meet(const struct meeting *m, const struct carry *before, bool by06);
/* Whether seq rises by more than 1 over that before it. `*missing` gets how many lie between, 0 where the
 * number is too large to tell. */
bool chain_gap(const struct meeting *m, const struct carry *before, uint64_t *missing);
/* How many findings of this code the entry has when its mask has the bit. */
unsigned chain_findings(const struct facts *f, enum finding_code code, bool by06);
/* Bits of enum member: required members that are absent, no string, or empty. */
unsigned chain_bad_members(const struct facts *f, bool by06);
/* Some required member or seq is absent, and none is there with a wrong type or empty. */
bool chain_lacks(const struct facts *f);
/* The order in which required members are named. */
enum { CHAIN_REQUIRED = 5 };
extern const enum member chain_required[CHAIN_REQUIRED];

bool digest_is_zero(const struct digest *d);

#endif
