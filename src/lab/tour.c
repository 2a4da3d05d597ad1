#include "lab/tour.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { EDITABLE = 1024, TRIED = 64, LEAST = 4 };

const struct lab_stop lab_tour[LAB_STOPS] = {
    {"A consistent chain",
     "Every entry cites the digest of the entry before, the numbers rise by one, and the last entry closes the job. "
     "Recomputing all of it shows that the visible entries fit together. It does not show that no other entry was "
     "ever among them.",
     1,
     {{"The timeline as it is.", LAB_NO_WITNESS}}},
    {"A payload edited",
     "The payload of one entry is another one: by a single digit where a short text with a digit was found, else as a "
     "whole. The digest of that entry changes, and the entry behind it still cites the old one: exactly one link breaks, the one into the next entry. It does not cascade, because every other entry "
     "cites what is stored before it.",
     1,
     {{"The payload is changed, and nothing repaired.", LAB_NO_WITNESS}}},
    {"Provenance relabelled",
     "The class of one entry is another one, as if somebody else had said that the call happened; most tempting is an "
     "assertion of the agent made to look like something that the recorder did. The class is part of the "
     "digest, so the link behind it breaks. Were all links rewritten, nothing inside would tell; and chaining never "
     "turned an assertion into an observation.",
     1,
     {{"The class is another one, and nothing repaired.", LAB_NO_WITNESS}}},
    {"Cut, and left open",
     "The last two entries are gone. Every link that is left holds, but no entry closes the job: an open end is what "
     "the rules can see. It may also be a copy that was taken while the job still ran.",
     1,
     {{"Two entries are cut off, and nothing repaired.", LAB_NO_WITNESS}}},
    {"Cut, and closed again",
     "The same cut, and the last entry that is left is marked as the close. No entry stands behind it that would cite "
     "its old digest. The shorter timeline satisfies every rule: that the visible entries are linked is not that "
     "none is missing.",
     1,
     {{"Two entries are cut off, and the end is closed.", LAB_NO_WITNESS}}},
    {"The last entry replaced",
     "The last entry is another one, of the same number. Nothing inside cites the digest of the last entry, and a "
     "count that is known from outside still agrees: it bounds the length, and fixes no content.",
     1,
     {{"The last entry is replaced; the number of entries is known from outside.", LAB_COUNT}}},
    {"What a witnessed head shows, and what it does not",
     "Somebody outside kept the final digest and the number of entries. The cut contradicts both; the replaced end "
     "contradicts the digest alone. A match says that the timeline reaches the end which that witness published, "
     "and is worth what the witness is worth. It still does not say that every action was recorded, that an "
     "assertion is true, or that an effect happened.",
     3,
     {{"The timeline that was cut and closed again.", LAB_HEAD},
      {"The timeline whose last entry was replaced.", LAB_HEAD},
      {"The timeline as it is.", LAB_HEAD}}},
};

int lab_tour_check(const struct lab *l, struct err *err)
{
    struct timeline *t = lab_timeline(l);

    if (timeline_result(t) == TIMELINE_CONSISTENT && lab_entries_before(l) >= LEAST)
        return 0;
    return err_set(err, ERR_USAGE,
                   "the tour begins with a consistent timeline of at least %d entries, and this one has %" PRIu64
                   " and is %s; --sample gives one",
                   (int)LEAST, lab_entries_before(l), timeline_result_name(timeline_result(t)));
}

void lab_tour_witness(const struct lab *l, enum lab_witness w, struct buf *out)
{
    uint64_t entries = lab_entries_before(l);
    char hex[DIGEST_HEX + 1];
    struct entry_mark last;

    if (w == LAB_NO_WITNESS)
        return;
    if (w == LAB_COUNT) {
        buf_addf(out, "--count=%" PRIu64, entries);
        return;
    }
    last = timeline_mark(lab_timeline(l), entries);
    digest_hex(&last.digest, hex);
    buf_addf(out, "--head=%s@%" PRIu64, hex, entries);
}

/* ---------------------------------------------------------------------------------------------------
 * Steps */

static int find_byte(const struct str *text, size_t from)
{
    for (size_t i = from; i < text->len; i++)
        if (text->data[i] >= '0' && text->data[i] <= '9')
            return (int)i;
    return -1;
}

/* The byte to edit: a digit, of an amount where there is one. -1: none. */
static int byte_to_edit(const struct str *text)
{
    const char *amount = text->len > 0 ? strstr(text->data, "amount") : NULL;
    int at = amount != NULL ? find_byte(text, (size_t)(amount - text->data)) : -1;

    return at >= 0 ? at : find_byte(text, 0);
}

static bool is_editable(const struct entry_text *e)
{
    const struct str *p = &e->payload;

    return e->has_output && e->output_bytes <= EDITABLE && p->len == e->output_bytes &&
           memchr(p->data, '\0', p->len) == NULL &&
           utf8_span((const unsigned char *)p->data, p->len) == p->len && byte_to_edit(p) >= 0;
}

static int add_edit(struct lab *l, uint64_t entry, const struct str *payload, struct err *err)
{
    struct buf b;
    int at = byte_to_edit(payload), status;

    buf_init(&b, 2 * EDITABLE);
    buf_addf(&b, "%" PRIu64 "=", entry);
    at += (int)b.len;
    buf_add(&b, payload->data, payload->len);
    if (b.failed)
        return err_set(err, ERR_MEMORY, "no memory for the tour");
    b.data[at] = b.data[at] == '9' ? '7' : '9';
    status = lab_add_text(l, LAB_SET_BYTES, buf_cstr(&b), err);
    buf_release(&b);
    return status;
}

static uint64_t tried(const struct lab *l)
{
    uint64_t last = lab_entries_before(l) - 1;

    return last < TRIED ? last : TRIED;
}

static bool has_amount(const struct str *text)
{
    return strstr(text->data, "amount") != NULL;
}

/* 0 when an entry was edited, 1 when none can be, -1. */
static int edit_byte_of(struct lab *l, bool amount, struct err *err)
{
    for (uint64_t entry = 2; entry <= tried(l); entry++) {
        struct entry_text e = {0};
        int status;

        if (timeline_read_entry(lab_timeline(l), entry, EDITABLE, &e, err) != 0)
            return -1;
        status = is_editable(&e) && (!amount || has_amount(&e.payload)) ? add_edit(l, entry, &e.payload, err) : 1;
        entry_text_release(&e);
        if (status <= 0)
            return status;
    }
    return 1;
}

/* An amount says most; else any digit, or else any bytes. */
static int edit_byte(struct lab *l, struct err *err)
{
    int status = edit_byte_of(l, true, err);

    if (status > 0)
        status = edit_byte_of(l, false, err);
    return status <= 0 ? status : lab_add_text(l, LAB_SET_BYTES, "2={\"amount\":\"9\"}", err);
}

static int relabel(struct lab *l, struct err *err)
{
    struct timeline *t = lab_timeline(l);
    uint64_t entry = 2;
    char text[64];

    while (entry < tried(l) && timeline_mark(t, entry).standing != STANDING_AGENT)
        entry++;
    snprintf(text, sizeof text, "%" PRIu64 ".provenance_class=%s", entry,
             timeline_mark(t, entry).standing == STANDING_RECORDER ? "OBSERVED VIA GATEWAY"
                                                                   : "EXECUTED BY DESKHOST");
    return lab_add_text(l, LAB_SET, text, err);
}

static int cut(struct lab *l, bool reclose, struct err *err)
{
    if (lab_add_text(l, LAB_DROP_TAIL, "2", err) != 0)
        return -1;
    return reclose ? lab_add_text(l, LAB_RECLOSE, NULL, err) : 0;
}

static int replace(struct lab *l, struct err *err)
{
    return lab_add_text(l, LAB_REPLACE_LAST, "{\"summary\":\"nothing was refunded\"}", err);
}

static int add_steps(struct lab *l, size_t stop, size_t look, struct err *err)
{
    switch (stop) {
    case 1: return edit_byte(l, err);
    case 2: return relabel(l, err);
    case 3: return cut(l, false, err);
    case 4: return cut(l, true, err);
    case 5: return replace(l, err);
    case 6: return look == 0 ? cut(l, true, err) : look == 1 ? replace(l, err) : 0;
    default: return 0;
    }
}

int lab_tour_steps(struct lab *l, size_t stop, size_t look, struct err *err)
{
    int status;

    lab_reset(l);
    status = add_steps(l, stop, look, err);
    lab_give(l);
    return status;
}
