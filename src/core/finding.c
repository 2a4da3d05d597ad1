#include "core/finding.h"

#include "base/shortage.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *code, *text;
    enum severity severity;
} table[FINDING_COUNT] = {
#define X(name, code, severity, text) [FINDING_##name] = {code, text, SEVERITY_##severity},
    FINDING_TABLE(X)
#undef X
};

const char *finding_code_name(enum finding_code c)
{
    return table[c].code;
}

const char *finding_code_text(enum finding_code c)
{
    return table[c].text;
}

const char *finding_says(const struct finding *f)
{
    return f->message.data != NULL ? f->message.data : finding_code_text(f->code);
}

enum severity finding_severity(enum finding_code c)
{
    return table[c].severity;
}

const char *severity_name(enum severity s)
{
    static const char *const name[SEVERITY_COUNT] = {"failure", "warning", "note"};
    return name[s];
}

bool finding_is_chain(enum finding_code c)
{
    return strncmp(table[c].code, "chain.", 6) == 0;
}

enum finding_code finding_code_parse(const char *name)
{
    for (int c = 0; c < FINDING_COUNT; c++)
        if (strcmp(table[c].code, name) == 0)
            return (enum finding_code)c;
    return FINDING_COUNT;
}

uint32_t finding_mask(enum severity s)
{
    uint32_t mask = 0;

    for (int c = 0; c < FINDING_ENTRY_COUNT; c++)
        if (table[c].severity == s)
            mask |= UINT32_C(1) << c;
    return mask;
}

static const struct {
    const char *name, *says;
} signal_table[SIGNAL_COUNT] = {
    [SIGNAL_NONE] = {NULL, NULL},
    [SIGNAL_HEAD_MISSING] = {"head_missing",
                             "entries before the first visible one may be missing or stand elsewhere, "
                             "or were numbered otherwise, or this is an export of a window"},
    [SIGNAL_GAP] = {"gap", "the numbering jumps: entries may be missing between or stand elsewhere, or "
                           "were numbered otherwise"},
    [SIGNAL_OPEN_END] = {"open_end", "nothing closes the timeline: its tail may be missing, or it "
                                     "is a copy of one still being written"},
    [SIGNAL_ENTRIES_AFTER_CLOSE] = {"entries_after_close",
                                    "entries stand after one that says it is the last: added later, "
                                    "or the mark was planted"},
    [SIGNAL_ENTRIES_MISSING] = {"entries_missing",
                                "the reference counts more entries than are here; a count cannot "
                                "tell a lost head from a lost tail"},
    [SIGNAL_END_REPLACED] = {"end_replaced", "the count agrees and the final digest differs: by "
                                             "the current rules the end is not the one that the reference states"},
    [SIGNAL_CONTINUES_PAST_WITNESS] = {"continues_past_witness",
                                       "more entries are here than the reference counts: they came "
                                       "after it, or were added, or the count is not right"},
};

const char *signal_name(enum signal_kind s)
{
    return signal_table[s].name;
}

static const char *copy_says(enum finding_code code)
{
    switch (code) {
    case FINDING_BASELINE_RECLOSED:
    case FINDING_BASELINE_CUT:
        return "the earlier copy goes on from what is the end here";
    case FINDING_BASELINE_BEHEADED:
        return "the earlier copy has entries before what is the first one here";
    case FINDING_BASELINE_END_REPLACED:
        return "the earlier copy has as many entries, and its last is not the same";
    default: return NULL;
    }
}

const char *signal_number_says(enum signal_kind s, bool one)
{
    if (s == SIGNAL_ENTRIES_MISSING)
        return "more there than here";
    return one ? "number passed over" : "numbers passed over";
}

const char *signal_says(enum signal_kind s, enum finding_code at)
{
    const char *of_copy = copy_says(at);

    if (of_copy)
        return of_copy;
    return signal_table[s].says;
}

void finding_init(struct finding *f, enum finding_code code, uint64_t entry)
{
    memset(f, 0, sizeof *f);
    f->code = code;
    f->entry = entry;
    f->reference = -1;
}

void finding_release(struct finding *f)
{
    str_release(&f->seq);
    str_release(&f->stored);
    str_release(&f->recomputed);
    str_release(&f->provenance_class);
    str_release(&f->message);
}

static int copy_text(struct str *to, const struct str *from)
{
    return from->data ? str_set(to, from->data, from->len) : 0;
}

int finding_copy(struct finding *to, const struct finding *from)
{
    *to = *from;
    memset(&to->seq, 0, sizeof to->seq);
    memset(&to->stored, 0, sizeof to->stored);
    memset(&to->recomputed, 0, sizeof to->recomputed);
    memset(&to->provenance_class, 0, sizeof to->provenance_class);
    memset(&to->message, 0, sizeof to->message);
    if (copy_text(&to->seq, &from->seq) == 0 && copy_text(&to->stored, &from->stored) == 0 &&
        copy_text(&to->recomputed, &from->recomputed) == 0 &&
        copy_text(&to->provenance_class, &from->provenance_class) == 0 &&
        copy_text(&to->message, &from->message) == 0)
        return 0;
    finding_release(to);
    return -1;
}

int finding_list_add(struct finding_list *l, struct finding *f)
{
    if (l->count == l->room) {
        size_t room = l->room ? l->room * 2 : 8;
        struct finding *item = shortage_unless(realloc(l->item, room * sizeof *item));
        if (!item) {
            finding_release(f);
            return -1;
        }
        l->item = item;
        l->room = room;
    }
    l->item[l->count++] = *f;
    return 0;
}

void finding_list_release(struct finding_list *l)
{
    for (size_t i = 0; i < l->count; i++)
        finding_release(&l->item[i]);
    free(l->item);
    memset(l, 0, sizeof *l);
}
