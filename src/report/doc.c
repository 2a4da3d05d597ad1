#include "report/doc.h"

#include "base/shortage.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that found no memory must not go unnoticed. */
static void fail(struct doc *d)
{
    if (d->out->error == 0)
        d->out->error = ENOMEM;
}

void doc_init(struct doc *d, struct out *out, const struct doc_form *form, const struct report *r,
              const struct report_request *request)
{
    memset(d, 0, sizeof *d);
    d->out = out;
    d->form = form;
    d->report = r;
    d->request = request;
    buf_init(&d->bytes, SIZE_MAX);
    buf_init(&d->scratch, SIZE_MAX);
    if (entry_set_init(&d->rows, r, request,
                       request->style.all_findings ? UINT64_MAX : LIMIT_FINDINGS, NULL) != 0)
        fail(d);
}

void doc_release(struct doc *d)
{
    buf_release(&d->bytes);
    buf_release(&d->scratch);
    free(d->place);
    free(d->run);
    entry_set_release(&d->rows);
}

struct str doc_shown(struct doc *d, const struct run *r)
{
    static char empty[1];

    buf_clear(&d->scratch);
    if (r->kind == RUN_EVIDENCE)
        text_escape(&d->scratch, r->data, r->len, r->flags | d->flags);
    else
        buf_add(&d->scratch, r->data, r->len);
    if (d->scratch.failed)
        fail(d);
    return (struct str){d->scratch.len > 0 ? (char *)d->scratch.data : empty, d->scratch.len};
}

bool doc_has_row(const struct doc *d, uint64_t entry)
{
    return entry_set_has(&d->rows, entry);
}

/* ---------------------------------------------------------------------------------------------------
 * Runs */

static bool room_for_run(struct doc *d)
{
    size_t room = d->room > 0 ? 2 * d->room : 64;
    struct run_place *place;
    struct run *run;

    if (d->runs < d->room)
        return true;
    place = shortage_unless(realloc(d->place, room * sizeof *place));
    if (place != NULL)
        d->place = place;
    run = shortage_unless(realloc(d->run, room * sizeof *run));
    if (run != NULL)
        d->run = run;
    if (place == NULL || run == NULL)
        return false;
    d->room = room;
    return true;
}

/* What is said in several calls without evidence between is one run. */
static bool goes_on(const struct doc *d, enum run_kind kind)
{
    size_t first = d->cells > 0 ? d->cell_end[d->cells - 1] : 0;

    return kind == RUN_WORDS && d->runs > first && d->place[d->runs - 1].kind == RUN_WORDS;
}

static void add(struct doc *d, enum run_kind kind, const void *bytes, size_t len, unsigned flags,
                uint64_t entry)
{
    size_t at = d->bytes.len;

    if (buf_add(&d->bytes, bytes, len) != 0 || !room_for_run(d)) {
        fail(d);
        return;
    }
    if (goes_on(d, kind))
        d->place[d->runs - 1].len += len;
    else
        d->place[d->runs++] = (struct run_place){kind, at, len, flags, entry};
}

__attribute__((format(printf, 3, 0)))
static void add_formatted(struct doc *d, enum run_kind kind, const char *fmt, va_list args)
{
    char text[1024];
    int n = vsnprintf(text, sizeof text, fmt, args);

    if (n > 0)
        add(d, kind, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1, 0, 0);
}

void doc_say(struct doc *d, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_formatted(d, RUN_WORDS, fmt, args);
    va_end(args);
}

void doc_stress(struct doc *d, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    add_formatted(d, RUN_STRESSED, fmt, args);
    va_end(args);
}

void doc_quote(struct doc *d, const void *bytes, size_t len, unsigned flags)
{
    add(d, RUN_EVIDENCE, bytes, len, flags, 0);
}

void doc_sentence(struct doc *d, const char *text, size_t len)
{
    add(d, RUN_SENTENCE, text, len, 0, 0);
}

void doc_digest(struct doc *d, const struct digest *digest)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(digest, hex);
    add(d, RUN_DIGEST, hex, DIGEST_HEX, 0, 0);
}

void doc_entry(struct doc *d, uint64_t entry)
{
    char text[32];
    int n = snprintf(text, sizeof text, "entry %" PRIu64, entry);

    add(d, RUN_ENTRY, text, (size_t)n, 0, entry);
}

/* ---------------------------------------------------------------------------------------------------
 * Parts */

static struct runs runs_from(struct doc *d, size_t from, size_t to)
{
    const char *bytes = buf_cstr(&d->bytes);

    for (size_t i = from; i < to; i++)
        d->run[i] = (struct run){
            .kind = d->place[i].kind,
            .data = bytes + d->place[i].at,
            .len = d->place[i].len,
            .flags = d->place[i].flags,
            .entry = d->place[i].entry,
        };
    return (struct runs){d->run != NULL ? d->run + from : NULL, to - from};
}

static struct runs text(struct doc *d)
{
    return runs_from(d, 0, d->runs);
}

static void clear(struct doc *d)
{
    buf_clear(&d->bytes);
    d->runs = d->cells = 0;
}

static void group(struct doc *d, enum doc_group g, const struct doc_table *table)
{
    if (d->group == g && d->table == table)
        return;
    if (d->group != DOC_NONE)
        d->form->close(d, d->group, d->table);
    d->group = g;
    d->table = table;
    if (g != DOC_NONE)
        d->form->open(d, g, table);
}

void doc_begin(struct doc *d)
{
    struct runs title = text(d);

    d->form->begin(d, &title);
    clear(d);
}

void doc_end(struct doc *d)
{
    group(d, DOC_NONE, NULL);
    d->form->end(d);
}

void doc_heading(struct doc *d, int level, const char *id)
{
    struct runs t = text(d);

    group(d, DOC_NONE, NULL);
    d->form->heading(d, level, id, &t);
    clear(d);
}

void doc_paragraph(struct doc *d)
{
    struct runs t = text(d);

    group(d, DOC_NONE, NULL);
    d->form->paragraph(d, &t);
    clear(d);
}

void doc_aside(struct doc *d, const char *label)
{
    struct runs t = text(d);

    group(d, DOC_NONE, NULL);
    d->form->aside(d, label, &t);
    clear(d);
}

void doc_command(struct doc *d, const char *command, size_t len)
{
    group(d, DOC_NONE, NULL);
    d->form->command(d, command, len);
}

void doc_map(struct doc *d, const struct doc_map *map)
{
    group(d, DOC_NONE, NULL);
    d->form->map(d, map);
}

void doc_field(struct doc *d, const char *label)
{
    struct runs t = text(d);

    group(d, DOC_FIELDS, NULL);
    d->form->field(d, label, &t);
    clear(d);
}

static unsigned differing(const struct digest *a, const struct digest *b)
{
    unsigned n = 0;

    for (size_t i = 0; i < DIGEST_SIZE; i++) {
        unsigned x = a->byte[i] ^ b->byte[i];

        n += ((x & 0xf0) != 0) + ((x & 0x0f) != 0);
    }
    return n;
}

void doc_pair(struct doc *d, const struct doc_pair *pair)
{
    struct doc_pair counted = *pair;

    if (pair->known[0] && pair->known[1])
        counted.differ = differing(&pair->digest[0], &pair->digest[1]);
    group(d, DOC_FIELDS, NULL);
    d->form->pair(d, &counted);
}

void doc_item(struct doc *d)
{
    struct runs t = text(d);

    group(d, DOC_ITEMS, NULL);
    d->form->item(d, &t);
    clear(d);
}

void doc_table(struct doc *d, const struct doc_table *table)
{
    group(d, DOC_NONE, NULL);
    group(d, DOC_TABLE, table);
}

void doc_cell(struct doc *d)
{
    if (d->cells < DOC_COLUMNS)
        d->cell_end[d->cells++] = d->runs;
}

void doc_row(struct doc *d, uint64_t entry)
{
    struct runs cell[DOC_COLUMNS] = {{NULL, 0}};
    size_t from = 0;

    for (size_t i = 0; i < d->cells; i++) {
        cell[i] = runs_from(d, from, d->cell_end[i]);
        from = d->cell_end[i];
    }
    d->form->row(d, d->table, cell, entry);
    clear(d);
}

/* ---------------------------------------------------------------------------------------------------
 * The map's signs */

char doc_map_sign(enum doc_worst w)
{
    return ".n?s!"[w];
}

const char *doc_map_says(enum doc_worst w)
{
    static const char *const says[] = {
        [DOC_CLEAR] = "nothing found", [DOC_NOTE] = "note",       [DOC_WARNING] = "warning",
        [DOC_SIGNAL] = "signal",       [DOC_FAILURE] = "failure",
    };

    return says[w];
}

char doc_map_standing(const struct doc_cell *c)
{
    return standing_mix(c->standing);
}
