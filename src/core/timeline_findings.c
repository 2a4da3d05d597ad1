/* Findings in full: what the mask of an entry says in short, with values, places and sentences. */
#include "core/telling.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* --- one function a code --- */

static int tell_not_object(struct telling *w)
{
    struct finding f;

    if (telling_begin(w, &f, FINDING_NOT_OBJECT, MEMBER_COUNT))
        return telling_end(w, &f, -1);
    return telling_end(w, &f, telling_say(&f, "entry %llu is a JSON %s, not an object", (unsigned long long)w->entry,
                          json_type_name(w->f.entry.type)));
}

static int tell_base64(struct telling *w)
{
    const struct value *v = &w->f.entry.member[MEMBER_CANONICAL_BYTES];
    char text[96];

    if (v->type == JSON_STRING)
        return telling_member(w, FINDING_BASE64, MEMBER_CANONICAL_BYTES,
                           "canonical_bytes is not strict base64: the recorded bytes cannot be read");
    snprintf(text, sizeof text, "canonical_bytes is %s, not a string of base64", json_type_name(v->type));
    return telling_member(w, FINDING_BASE64, MEMBER_CANONICAL_BYTES, text);
}

static int tell_members(struct telling *w)
{
    unsigned bad = chain_bad_members(&w->f, w->t->by06);
    char text[160];

    for (size_t i = 0; i < CHAIN_REQUIRED; i++) {
        enum member m = chain_required[i];
        enum json_type type = w->f.entry.member[m].type;
        if (!(bad >> m & 1))
            continue;
        if (m == MEMBER_TOOL && type == JSON_OBJECT)
            snprintf(text, sizeof text, "tool is an object: this looks like a full receipt, not a "
                                        "timeline entry, where tool is the tool's name");
        else
            snprintf(text, sizeof text, "%s is %s: a non-empty string is required", member_name(m),
                     type == JSON_STRING ? "an empty string" : json_type_name(type));
        if (telling_member(w, FINDING_MEMBER, m, text))
            return -1;
    }
    return 0;
}

static int tell_seq_type(struct telling *w)
{
    const struct value *v = &w->f.entry.member[MEMBER_SEQ];
    char text[96];

    if (v->type == JSON_NUMBER)
        return telling_member(w, FINDING_SEQ_TYPE, MEMBER_SEQ,
                           "seq is no integer, or is written with a fraction or exponent and lies beyond 2^53");
    snprintf(text, sizeof text, "seq is %s, not a number", json_type_name(v->type));
    return telling_member(w, FINDING_SEQ_TYPE, MEMBER_SEQ, text);
}

static void set_signal(struct finding *f, enum signal_kind signal, uint64_t missing)
{
    f->signal = signal;
    f->has_missing = missing > 0;
    f->missing = missing;
}

static uint64_t head_missing(const struct telling *w)
{
    const struct seq *s = &w->f.seq;

    return s->integer && s->small && s->value > 1 ? (uint64_t)s->value - 1 : 0;
}

static int tell_seq(struct telling *w)
{
    uint64_t missing;
    struct meeting m;
    struct finding f;

    chain_meeting(&m, &w->f, w->entry);
    if (telling_begin(w, &f, FINDING_SEQ, MEMBER_SEQ) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[MEMBER_SEQ]) ||
        telling_number(&f.recomputed, w->entry))
        return telling_end(w, &f, -1);
    if (w->entry == 1 && w->f.seq.value > (w->f.seq.small ? 1 : 0))
        set_signal(&f, SIGNAL_HEAD_MISSING, head_missing(w));
    else if (chain_gap(&m, &w->before, &missing))
        set_signal(&f, SIGNAL_GAP, missing);
    return telling_end(w, &f, telling_say(&f, "seq is %.40s at position %llu", f.stored.data, (unsigned long long)w->entry));
}

static int tell_job(struct telling *w)
{
    struct finding f;
    struct str job = timeline_job(w->t);

    if (telling_begin(w, &f, FINDING_JOB, MEMBER_JOB_ID) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[MEMBER_JOB_ID]) ||
        str_set(&f.recomputed, job.data, job.len))
        return telling_end(w, &f, -1);
    return telling_end(w, &f, telling_say(&f, "job_id of entry %llu is not that of entry 1", (unsigned long long)w->entry));
}

static int tell_genesis(struct telling *w)
{
    static const struct digest zero;
    struct finding f;

    if (telling_begin(w, &f, FINDING_GENESIS, MEMBER_PREV_DIGEST) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[MEMBER_PREV_DIGEST]) ||
        telling_hex(&f.recomputed, &zero))
        return telling_end(w, &f, -1);
    set_signal(&f, SIGNAL_HEAD_MISSING, head_missing(w));
    return telling_end(w, &f, telling_say(&f, "prev_digest of entry 1 is not 64 zeros: this entry was not written as the "
                              "first, or its prev_digest was changed, or its producer begins otherwise"));
}

static bool differs_in_case(const struct finding *f)
{
    return f->stored.len == DIGEST_HEX && f->recomputed.len == DIGEST_HEX &&
           strcasecmp(f->stored.data, f->recomputed.data) == 0;
}

static bool is_zeros(const struct finding *f)
{
    return f->stored.len == DIGEST_HEX && strspn(f->stored.data, "0") == DIGEST_HEX;
}

static int say_link(struct telling *w, struct finding *f, bool has)
{
    unsigned long long n = w->entry;

    if (!w->t->by06 && timeline_by06(w->t))
        return telling_say(f, "by the current rules (aer1-07) this link does not hold; by aer1-06, which binds the "
                      "recorded bytes alone, it does");
    if (!has)
        return telling_say(f, "entry %llu has no digest, so that nothing can link to it; prev_digest of entry %llu "
                      "cannot hold", n - 1, n);
    if (differs_in_case(f))
        return telling_say(f, "prev_digest of entry %llu is the recomputed digest of entry %llu in upper-case digits: "
                      "the format takes lower case alone, and the digest of entry %llu is taken of it as it "
                      "stands", n, n - 1, n);
    if (is_zeros(f))
        return telling_say(f, "prev_digest of entry %llu is 64 zeros, as in a first entry, and not the recomputed digest "
                      "of entry %llu: the beginning of a timeline stands here, or prev_digest was changed, or its "
                      "producer writes otherwise", n, n - 1);
    return telling_say(f, "prev_digest of entry %llu is not the recomputed digest of entry %llu: entry %llu is "
                  "not the one that was linked, or prev_digest was changed, or is a digest by another rule", n, n - 1,
                  n - 1);
}

static int tell_link(struct telling *w)
{
    bool by06 = w->t->by06;
    bool has = by06 ? w->before.has_output : w->before.has_digest;
    struct finding f;

    if (telling_begin(w, &f, FINDING_LINK, MEMBER_PREV_DIGEST) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[MEMBER_PREV_DIGEST]) ||
        (has && telling_hex(&f.recomputed, by06 ? &w->before.output : &w->before.digest)))
        return telling_end(w, &f, -1);
    return telling_end(w, &f, say_link(w, &f, has));
}

static int tell_close(struct telling *w, enum finding_code code, enum signal_kind signal, const char *what)
{
    struct finding f;

    if (telling_begin(w, &f, code, MEMBER_CLOSE) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[MEMBER_CLOSE]))
        return telling_end(w, &f, -1);
    set_signal(&f, signal, 0);
    return telling_end(w, &f, telling_say(&f, "%s", what));
}

static int tell_stored(struct telling *w, enum finding_code code, enum member m, bool has,
                       const struct digest *d, const char *what)
{
    struct finding f;

    if (telling_begin(w, &f, code, m) || telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[m]) ||
        (has && telling_hex(&f.recomputed, d)))
        return telling_end(w, &f, -1);
    return telling_end(w, &f, telling_say(&f, "%s", what));
}

static int tell_texts(struct telling *w, enum finding_code code, unsigned members, const char *what)
{
    char text[160];

    for (; members; members &= members - 1) {
        enum member m = (enum member)__builtin_ctz(members);
        snprintf(text, sizeof text, "%s holds %s", member_name(m), what);
        if (telling_member(w, code, m, text))
            return -1;
    }
    return 0;
}

static int tell_duplicate_id(struct telling *w)
{
    struct finding f;

    pthread_mutex_lock(&w->t->lock);
    uint64_t holder = index_id_holder(w->t->index, w->f.id_hash);
    pthread_mutex_unlock(&w->t->lock);
    if (telling_begin(w, &f, FINDING_DUPLICATE_ID, MEMBER_ID) ||
        telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[MEMBER_ID]))
        return telling_end(w, &f, -1);
    return telling_end(w, &f, telling_say(&f, "entry %llu has the same id", (unsigned long long)holder));
}

/* --- all of an entry --- */

static int tell_chain(struct telling *w, enum finding_code code)
{
    switch (code) {
    case FINDING_NOT_OBJECT:
        return tell_not_object(w);
    case FINDING_DUPLICATE_MEMBER:
        return tell_all_repeated(w);
    case FINDING_BASE64:
        return tell_base64(w);
    case FINDING_MEMBER:
        return tell_members(w);
    case FINDING_SEQ_TYPE:
        return tell_seq_type(w);
    case FINDING_SEQ:
        return tell_seq(w);
    case FINDING_JOB:
        return tell_job(w);
    case FINDING_GENESIS:
        return tell_genesis(w);
    case FINDING_LINK:
        return tell_link(w);
    case FINDING_CLOSE_TYPE:
        return tell_close(w, code, SIGNAL_NONE, "close is neither true nor false");
    case FINDING_CLOSE_EARLY:
        return tell_close(w, code, SIGNAL_ENTRIES_AFTER_CLOSE,
                          "close is true, and entries follow: the timeline was closed with this entry once, or "
                          "the mark was put there otherwise");
    default:
        return tell_close(w, FINDING_NOT_CLOSED, SIGNAL_OPEN_END,
                          "the last visible entry does not close the timeline: its tail may be missing, or "
                          "it was copied while it was written, or was never closed");
    }
}

static int tell_receipt(struct telling *w, enum finding_code code)
{
    const struct facts *f = &w->f;

    switch (code) {
    case FINDING_OUTPUT_HASH:
        return tell_stored(w, code, MEMBER_OUTPUT_HASH, f->payload.strict, &f->payload.digest,
                           f->payload.strict
                               ? "the stored output_hash is not the SHA-256 of the decoded canonical_bytes"
                               : "canonical_bytes cannot be decoded, so that nothing bears the stored "
                                 "output_hash out");
    case FINDING_ENTRY_DIGEST:
        return tell_stored(w, code, MEMBER_ENTRY_DIGEST, f->has_digest, &f->digest,
                           f->has_digest
                               ? "the stored entry_digest is not the recomputed digest of this entry"
                               : "this entry has no digest, so that nothing bears the stored entry_digest "
                                 "out");
    case FINDING_UTF8:
        return telling_member(w, code, MEMBER_CANONICAL_BYTES, "the decoded canonical_bytes are not UTF-8");
    case FINDING_DUPLICATE_ID:
        return tell_duplicate_id(w);
    case FINDING_UNRECOGNISED:
        return telling_member(w, code, MEMBER_PROVENANCE_CLASS,
                           "this provenance class is none of the three: it has no standing");
    default:
        return telling_member(w, FINDING_EMPTY_BYTES, MEMBER_CANONICAL_BYTES,
                           "canonical_bytes is an empty string: the receipt commits to no bytes");
    }
}

static int tell_text(struct telling *w, enum finding_code code)
{
    struct facts *f = &w->f;

    switch (code) {
    case FINDING_JSON_DUPLICATE:
        return tell_extra_repeated(w);
    case FINDING_NEAR_MEMBER:
        return tell_near(w);
    case FINDING_CONTROL:
        return tell_texts(w, code, f->control, "control characters; it is kept and digested whole");
    case FINDING_SURROGATE:
        return tell_texts(w, code, f->surrogate, "an unpaired surrogate escape");
    case FINDING_INVISIBLE:
        return tell_texts(w, code, f->invisible, "bidirectional or invisible characters");
    case FINDING_MIXED_SCRIPT:
        return tell_texts(w, code, f->mixed, "letters of more than one script");
    case FINDING_TRAILING_BITS:
        return telling_member(w, code, MEMBER_CANONICAL_BYTES,
                           "unused trailing bits of the base64 are set: another text decodes to the same "
                           "bytes");
    case FINDING_NUMBER_SPELLING:
        return telling_member(w, code, MEMBER_SEQ,
                              "seq is an integer that is not written as one: the format digests its value, and a "
                              "reader that digests it as it stands has another digest");
    default:
        return telling_member(w, FINDING_MANY_MEMBERS, MEMBER_SEQ, finding_code_text(FINDING_MANY_MEMBERS));
    }
}

static int tell(struct telling *w, enum finding_code code)
{
    if (code <= FINDING_NOT_CLOSED)
        return tell_chain(w, code);
    if (code <= FINDING_UNRECOGNISED || code == FINDING_EMPTY_BYTES)
        return tell_receipt(w, code);
    return tell_text(w, code);
}

static int read_before(struct telling *w)
{
    struct extent x;
    struct facts f;

    if (w->entry == 1)
        return 0;
    if (timeline_facts(w->t, w->entry - 1, &x, &f, w->err))
        return -1;
    chain_carry(&w->before, &f);
    return 0;
}

int timeline_entry_findings(struct timeline *t, uint64_t entry, struct finding_list *out,
                            struct err *err)
{
    struct err own = {0};
    struct telling w = {.t = t, .entry = entry, .out = out, .err = err ? err : &own};

    w.mask = timeline_record(t, entry).mask & ((UINT32_C(1) << FINDING_ENTRY_COUNT) - 1);
    if (!w.mask)
        return 0;
    err_clear(w.err);
    pthread_mutex_lock(&t->desk_lock);
    int status = read_before(&w) || timeline_facts(t, entry, &w.x, &w.f, w.err) ? -1 : 0;
    for (uint32_t rest = w.mask; rest && status == 0; rest &= rest - 1)
        status = tell(&w, (enum finding_code)__builtin_ctz(rest));
    if (status == 0)
        status = timeline_still(t, entry, w.err);
    if (status == 0 && entry > 1 && w.mask >> FINDING_LINK & 1)
        status = timeline_still(t, entry - 1, w.err);
    pthread_mutex_unlock(&t->desk_lock);
    return status;
}

static int tell_file(struct timeline *t, enum finding_code code, uint64_t entry, const char *text,
                     struct finding_list *out, struct err *err)
{
    struct finding f;

    if (timeline_total(t, code) == 0)
        return 0;
    finding_init(&f, code, entry);
    f.located = true;
    f.line = f.column = 1;
    if (telling_say(&f, "%s", text)) {
        finding_release(&f);
        return telling_no_memory(err);
    }
    return finding_list_add(out, &f) ? telling_no_memory(err) : 0;
}

int timeline_file_findings(struct timeline *t, struct finding_list *out, struct err *err)
{
    if (tell_file(t, FINDING_EMPTY, 0, "the array has no entry: there is no timeline to examine", out, err) ||
        tell_file(t, FINDING_BOM, 0, "a byte order mark begins the file; it is no part of JSON", out, err))
        return -1;
    return tell_file(t, FINDING_SINGLE_06, 1,
                     "one entry without the members of the current construction: it may be of aer1-06, but "
                     "without a link no digest tells", out, err);
}
