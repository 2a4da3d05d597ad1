#include "fuzz.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "core/members.h"
#include "core/verdict.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void fuzz_fail(const char *file, int line, const char *what, const void *bytes, size_t len)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    if (bytes)
        fwrite(bytes, 1, len < 4096 ? len : 4096, stderr);
    fputc('\n', stderr);
    abort();
}

uint64_t fuzz_hash(const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 29;
}

struct fuzz_parts fuzz_split(const uint8_t *data, size_t size)
{
    static const char mark[] = "\n%%%%\n";
    struct fuzz_parts all = {{{"", 0}, {"", 0}, {"", 0}, {"", 0}}};
    const char *from = (const char *)data;
    size_t left = size;

    for (size_t i = 0; i < FUZZ_PARTS && left > 0; i++) {
        const char *end = i + 1 < FUZZ_PARTS ? memmem(from, left, mark, sizeof mark - 1) : NULL;
        size_t len = end ? (size_t)(end - from) : left;

        all.part[i] = (struct fuzz_part){from, len};
        len += end ? sizeof mark - 1 : 0;
        from += len;
        left -= len;
    }
    return all;
}

/* --- files --- */

static char folder[64];

static void leave(void)
{
    fuzz_sweep();
    rmdir(folder);
}

const char *fuzz_folder(void)
{
    if (!*folder) {
        strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/aerscope-fuzz-XXXXXX" : "/tmp/aerscope-fuzz-XXXXXX");
        HOLDS(mkdtemp(folder) != NULL);
        atexit(leave);
    }
    return folder;
}

const char *fuzz_file(const char *name, const void *bytes, size_t len)
{
    static char path[8][128];
    char *to = path[fuzz_hash(name, strlen(name)) % 8];
    FILE *f;

    snprintf(to, sizeof path[0], "%s/%s", fuzz_folder(), name);
    f = fopen(to, "wb");
    HOLDS(f != NULL);
    HOLDS(fwrite(bytes, 1, len, f) == len);
    HOLDS(fclose(f) == 0);
    return to;
}

static void sweep(const char *path, int depth)
{
    DIR *dir = depth < 8 ? opendir(path) : NULL;
    char below[512];

    if (!dir)
        return;
    for (struct dirent *d; (d = readdir(dir)) != NULL;) {
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0 ||
            snprintf(below, sizeof below, "%s/%s", path, d->d_name) >= (int)sizeof below)
            continue;
        if (unlink(below) != 0) {
            sweep(below, depth + 1);
            rmdir(below);
        }
    }
    closedir(dir);
}

void fuzz_sweep(void)
{
    if (*folder)
        sweep(folder, 0);
}

/* --- examinations --- */

void fuzz_examine(struct fuzz_exam *e, const void *bytes, size_t len, unsigned jobs,
                  const struct timeline_options *options)
{
    struct timeline_options how = options ? *options : (struct timeline_options){.jobs = 0};

    memset(e, 0, sizeof *e);
    how.jobs = jobs ? jobs : 1;
    e->source = source_from_memory("fuzzed.json", bytes, len, &e->err);
    HOLDS(e->source != NULL);
    e->t = timeline_new(e->source, &how, &e->err);
    HOLDS(e->t != NULL);
    if (jobs == 0)
        timeline_run(e->t);
    else
        HOLDS(timeline_start(e->t, &e->err) == 0);
    e->status = timeline_wait(e->t, &e->err);
    HOLDS_OF(e->status == 0, e->err.text, strlen(e->err.text));
}

void fuzz_close(struct fuzz_exam *e)
{
    timeline_free(e->t);
    source_free(e->source);
}

static void add_text(struct buf *out, const char *name, const char *text, size_t len, bool masked)
{
    bool digits = false;

    if (!text)
        return;
    buf_addf(out, " %s=", name);
    for (size_t i = 0; i < len; i++) {
        bool digit = masked && text[i] >= '0' && text[i] <= '9';
        if (!digit)
            buf_addc(out, text[i]);
        else if (!digits)
            buf_addc(out, '#');
        digits = digit;
    }
}

static void add_place(struct buf *out, uint64_t offset, uint64_t line, uint64_t column, uint64_t pad)
{
    buf_addf(out, " at=%" PRIu64 ":%" PRIu64 ":%" PRIu64, offset - (offset >= pad ? pad : 0), line,
             line == 1 && column > pad ? column - pad : column);
}

static void add_finding(struct buf *out, const struct finding *f, uint64_t pad)
{
    char hex[DIGEST_HEX + 1];

    buf_addf(out, "%s entry=%" PRIu64 " member=%s standing=%d cut=%d signal=%d missing=%d:%" PRIu64,
             finding_code_name(f->code), f->entry, f->member ? f->member : "-", (int)f->standing, f->stored_cut,
             (int)f->signal, f->has_missing, f->missing);
    add_text(out, "seq", f->seq.data, f->seq.len, false);
    add_text(out, "stored", f->stored.data, f->stored.len, false);
    add_text(out, "recomputed", f->recomputed.data, f->recomputed.len, false);
    add_text(out, "class", f->provenance_class.data, f->provenance_class.len, false);
    add_text(out, "message", f->message.data, f->message.len, pad > 0);
    if (f->located)
        add_place(out, f->offset, f->line, f->column, pad);
    for (size_t i = 0; i < f->readings; i++) {
        digest_hex(&f->reading[i].digest, hex);
        buf_addf(out, " reading=%" PRIu64 ":%s", f->reading[i].offset - pad, f->reading[i].has_digest ? hex : "none");
    }
    buf_adds(out, "\n");
}

static void add_whole(struct fuzz_exam *e, uint64_t pad, struct buf *out)
{
    const struct damage *d = timeline_damage(e->t);
    struct str job = timeline_job(e->t);
    char hex[DIGEST_HEX + 1];
    struct digest sha256;
    uint64_t entry = 0;
    enum finding_code code = FINDING_COUNT;

    buf_addf(out, "%s %s %s", timeline_result_name(timeline_result(e->t)),
             construction_name(timeline_construction(e->t)), layout_name(timeline_layout(e->t)));
    if (pad == 0 && timeline_sha256(e->t, &sha256)) {
        digest_hex(&sha256, hex);
        buf_addf(out, " sha256=%s", hex);
    }
    add_text(out, "job", job.data, job.len, false);
    if (d) {
        buf_addf(out, " damage=%d:%" PRIu64, d->refused, d->entries_read);
        if (!d->refused || d->line)
            add_place(out, d->offset, d->line, d->column, pad);
        add_text(out, "says", d->message, strlen(d->message), pad > 0);
    }
    if (timeline_first_failure(e->t, &entry, &code))
        buf_addf(out, " failure=%" PRIu64 ":%s", entry, finding_code_name(code));
    if (timeline_first_signal(e->t, &entry))
        buf_addf(out, " signal=%" PRIu64, entry);
    buf_adds(out, "\n");
}

static void add_marks(struct fuzz_exam *e, uint64_t entries, uint64_t pad, struct buf *out)
{
    char hex[DIGEST_HEX + 1];

    for (uint64_t n = 1; n <= entries; n++) {
        struct entry_mark m = timeline_mark(e->t, n);

        digest_hex(&m.digest, hex);
        buf_addf(out, "%" PRIu64 " at=%" PRIu64 " mask=%08x standing=%d flags=%d%d%d%d%d %s\n", n, m.offset - pad,
                 (unsigned)m.mask, (int)m.standing, m.has_class, m.close, m.signal, m.links, m.link06,
                 m.has_digest ? hex : "none");
    }
}

static void add_classes(struct fuzz_exam *e, struct buf *out)
{
    static struct class_count c[LIMIT_CLASSES + 16];
    size_t count = timeline_classes(e->t, c, sizeof c / sizeof *c);

    for (size_t i = 0; i < count; i++) {
        buf_addf(out, "class first=%" PRIu64 " entries=%" PRIu64 " standing=%d absent=%d", c[i].first_entry,
                 c[i].entries, (int)c[i].standing, c[i].absent);
        add_text(out, "name", c[i].name.data, c[i].name.len, false);
        buf_adds(out, "\n");
    }
}

void fuzz_describe(struct fuzz_exam *e, uint64_t pad, struct buf *out)
{
    struct reference_set none = {0};
    struct progress p = timeline_progress(e->t);
    struct finding_walk w;
    struct finding f;
    int status;

    HOLDS(p.done && !p.failed);
    buf_addf(out, "entries=%" PRIu64 "\n", p.entries);
    add_whole(e, pad, out);
    for (int c = 0; c < FINDING_COUNT; c++)
        buf_addf(out, "%" PRIu64 " ", timeline_total(e->t, (enum finding_code)c));
    for (int s = 0; s < STANDING_COUNT; s++)
        buf_addf(out, "%" PRIu64 " ", timeline_standing_total(e->t, (enum standing)s));
    add_classes(e, out);
    add_marks(e, p.entries, pad, out);
    finding_walk_init(&w, e->t, &none);
    while ((status = finding_walk_next(&w, &f, &e->err)) > 0) {
        add_finding(out, &f, pad);
        finding_release(&f);
    }
    HOLDS(status == 0);
    finding_walk_release(&w);
    HOLDS(!out->failed);
}

/* --- what was written --- */

void fuzz_holds_text(const char *bytes, size_t len)
{
    const unsigned char *p = (const unsigned char *)bytes;

    for (size_t i = 0; i < len;) {
        uint32_t cp;
        size_t n = utf8_decode(p + i, len - i, false, &cp);

        HOLDS_OF(n > 0, bytes, len);
        HOLDS_OF(cp == '\n' || (cp >= 0x20 && cp != 0x7f && !(cp >= 0x80 && cp < 0xa0)), bytes, len);
        i += n;
    }
}

static int nothing(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    (void)arg, (void)name, (void)len, (void)at, (void)v;
    return 0;
}

void fuzz_holds_json(const char *bytes, size_t len)
{
    struct document d;
    struct err err = {0};
    enum json_type type;

    for (size_t i = 0; i < len; i++)
        HOLDS_OF(bytes[i] == '\n' || (bytes[i] >= 0x20 && bytes[i] <= 0x7e), bytes, len);
    HOLDS(document_set(&d, bytes, len, &err) == 0);
    HOLDS_OF(object_walk(&d, 0, true, &type, nothing, NULL, &err) == 0, err.text, strlen(err.text));
    document_release(&d);
}
