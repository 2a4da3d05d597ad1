#include "core/chain.h"

#include <string.h>

const enum member chain_required[CHAIN_REQUIRED] = {MEMBER_ID, MEMBER_TOOL, MEMBER_PROVENANCE_CLASS,
                                                    MEMBER_JOB_ID, MEMBER_PREV_DIGEST};

bool digest_is_zero(const struct digest *d)
{
    static const struct digest zero;

    return digest_equal(d, &zero);
}

void chain_carry(struct carry *c, const struct facts *f)
{
    c->exists = true;
    c->has_digest = f->has_digest;
    c->digest = f->digest;
    c->has_output = f->payload.strict;
    c->output = f->payload.digest;
    c->seq = f->seq;
}

void chain_meeting(struct meeting *m, const struct facts *f, uint64_t position)
{
    m->position = position;
    m->prev_is_string = f->prev_is_string;
    m->prev_is_digest = f->prev_is_digest;
    m->prev = f->prev;
    m->seq = f->seq;
}

unsigned chain_bad_members(const struct facts *f, bool by06)
{
    unsigned bad = 0;

    for (size_t i = by06 ? CHAIN_REQUIRED - 1 : 0; i < CHAIN_REQUIRED; i++) {
        enum member m = chain_required[i];
        if (f->entry.member[m].type != JSON_STRING || f->empty >> m & 1)
            bad |= 1u << m;
    }
    return bad;
}

bool chain_lacks(const struct facts *f)
{
    const struct value *m = f->entry.member;
    bool lacks = m[MEMBER_SEQ].type == JSON_ABSENT;

    if (!lacks && !f->seq.integer)
        return false;
    for (size_t i = 0; i < CHAIN_REQUIRED; i++) {
        enum member r = chain_required[i];
        if (m[r].type != JSON_ABSENT && (m[r].type != JSON_STRING || f->empty >> r & 1))
            return false;
        lacks |= m[r].type == JSON_ABSENT;
    }
    return lacks;
}

static uint32_t failures(const struct facts *f, uint64_t position, bool by06)
{
    uint32_t mask = 0;

    if (f->entry.repeated)
        mask |= FINDING_BIT(DUPLICATE_MEMBER);
    if (!f->payload.strict)
        mask |= FINDING_BIT(BASE64);
    if (chain_bad_members(f, by06))
        mask |= FINDING_BIT(MEMBER);
    if (f->close == CLOSE_BAD)
        mask |= FINDING_BIT(CLOSE_TYPE);
    if (by06)
        return mask;
    if (f->hash_differs)
        mask |= FINDING_BIT(OUTPUT_HASH);
    if (!f->seq.integer)
        mask |= FINDING_BIT(SEQ_TYPE);
    else if (!f->seq.small || f->seq.value < 0 || (uint64_t)f->seq.value != position)
        mask |= FINDING_BIT(SEQ);
    if (f->digest_differs)
        mask |= FINDING_BIT(ENTRY_DIGEST);
    return mask;
}

static uint32_t warnings(const struct facts *f)
{
    bool named = f->entry.member[MEMBER_PROVENANCE_CLASS].type == JSON_STRING &&
                 !(f->empty >> MEMBER_PROVENANCE_CLASS & 1);
    uint32_t mask = 0;

    if (f->payload.strict && !f->payload.utf8)
        mask |= FINDING_BIT(UTF8);
    if (f->payload.strict && f->payload.bytes == 0)
        mask |= FINDING_BIT(EMPTY_BYTES);
    if (f->payload.trailing_bits && f->payload.strict)
        mask |= FINDING_BIT(TRAILING_BITS);
    if (f->standing == STANDING_NONE && named)
        mask |= FINDING_BIT(UNRECOGNISED);
    mask |= f->seq.spelled ? FINDING_BIT(NUMBER_SPELLING) : 0;
    mask |= f->entry.extra_repeated ? FINDING_BIT(JSON_DUPLICATE) : 0;
    mask |= f->entry.near ? FINDING_BIT(NEAR_MEMBER) : 0;
    mask |= f->entry.many ? FINDING_BIT(MANY_MEMBERS) : 0;
    mask |= f->control ? FINDING_BIT(CONTROL) : 0;
    mask |= f->surrogate ? FINDING_BIT(SURROGATE) : 0;
    mask |= f->invisible ? FINDING_BIT(INVISIBLE) : 0;
    mask |= f->mixed ? FINDING_BIT(MIXED_SCRIPT) : 0;
    return mask;
}

_Static_assert(FINDING_ENTRY_COUNT <= 27, "the bits of the codes end where those of the marks begin");

uint32_t chain_own(const struct facts *f, uint64_t position, bool by06)
{
    uint32_t mask;

    if (f->entry.type != JSON_OBJECT)
        return FINDING_BIT(NOT_OBJECT);
    mask = failures(f, position, by06) | warnings(f);
    if (by06 ? f->payload.strict : f->has_digest)
        mask |= MARK_HAS_DIGEST;
    if (f->close == CLOSE_TRUE)
        mask |= MARK_CLOSE;
    if (position == 1 && f->seq.integer && (f->seq.value > 1 || (!f->seq.small && f->seq.value > 0)) &&
        !by06)
        mask |= MARK_SIGNAL;
    return mask;
}

bool chain_gap(const struct meeting *m, const struct carry *before, uint64_t *missing)
{
    *missing = 0;
    if (!before->exists || !m->seq.integer || !before->seq.integer || !before->seq.small)
        return false;
    if (!m->seq.small)
        return m->seq.value > 0;
    if (m->seq.value <= before->seq.value || m->seq.value - before->seq.value < 2)
        return false;
    *missing = (uint64_t)(m->seq.value - before->seq.value - 1);
    return true;
}

static bool is_at_position(const struct meeting *m)
{
    return m->seq.small && m->seq.value >= 0 && (uint64_t)m->seq.value == m->position;
}

static bool is_link(const struct meeting *m, bool has, const struct digest *d)
{
    return has && m->prev_is_digest && digest_equal(&m->prev, d);
}

uint32_t chain_meet(const struct meeting *m, const struct carry *before, bool by06)
{
    uint32_t mask = 0;
    uint64_t missing;
    bool holds;

    if (!before->exists) {
        if (m->prev_is_digest && digest_is_zero(&m->prev))
            mask |= MARK_LINK;
        else if (m->prev_is_string)
            mask |= FINDING_BIT(GENESIS) | MARK_SIGNAL;
        return mask;
    }
    if (is_link(m, before->has_output, &before->output))
        mask |= MARK_LINK06;
    holds = by06 ? (mask & MARK_LINK06) != 0 : is_link(m, before->has_digest, &before->digest);
    if (holds)
        mask |= MARK_LINK;
    else if (m->prev_is_string)
        mask |= FINDING_BIT(LINK);
    if (!by06 && chain_gap(m, before, &missing) && !is_at_position(m))
        mask |= MARK_SIGNAL;
    return mask;
}

unsigned chain_findings(const struct facts *f, enum finding_code code, bool by06)
{
    switch (code) {
    case FINDING_MEMBER:
        return (unsigned)__builtin_popcount(chain_bad_members(f, by06));
    case FINDING_DUPLICATE_MEMBER:
        return (unsigned)__builtin_popcount(f->entry.repeated);
    case FINDING_JSON_DUPLICATE:
        return f->entry.extra_repeated;
    case FINDING_NEAR_MEMBER:
        return f->entry.near;
    case FINDING_CONTROL:
        return (unsigned)__builtin_popcount(f->control);
    case FINDING_SURROGATE:
        return (unsigned)__builtin_popcount(f->surrogate);
    case FINDING_INVISIBLE:
        return (unsigned)__builtin_popcount(f->invisible);
    case FINDING_MIXED_SCRIPT:
        return (unsigned)__builtin_popcount(f->mixed);
    default:
        return 1;
    }
}
