#include "tui/drafts.h"

#include "base/decimal.h"
#include "base/refusal.h"
#include "base/shown.h"
#include "base/source.h"
#include "tui/show.h"
#include "tui/state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DRAFTS_BYTES = 8 * 1024 * 1024 };

static const char begins[] = "aerscope.drafts/1\n";

static void forget(struct drafts *d)
{
    for (size_t i = 0; i < d->count; i++)
        str_release(&d->item[i].text);
    d->count = 0;
}

void drafts_release(struct drafts *d)
{
    forget(d);
    free(d->path);
    memset(d, 0, sizeof *d);
}

/* ---- the ones there are ---- */

/* An entry of another file can have the same number, and not the same digest. */
static bool alike(const struct draft *a, const struct draft *b)
{
    return a->entry == b->entry && a->stored == b->stored && strcmp(a->of, b->of) == 0 && a->has_digest == b->has_digest &&
           (!a->has_digest || digest_equal(&a->digest, &b->digest));
}

static size_t place_of(const struct drafts *d, const struct draft *like)
{
    size_t i = 0;

    while (i < d->count && !alike(&d->item[i], like))
        i++;
    return i;
}

const struct draft *drafts_find(const struct drafts *d, const struct draft *like)
{
    size_t i = place_of(d, like);

    return i < d->count ? &d->item[i] : NULL;
}

int drafts_put(struct drafts *d, const struct draft *draft, struct err *err)
{
    size_t i = place_of(d, draft);
    struct str text = {0};

    if (i == DRAFTS_MAX)
        return err_set(err, ERR_MEMORY, "more than %d drafts: finish one of them first", DRAFTS_MAX);
    if (str_set(&text, draft->text.data, draft->text.len) < 0)
        return err_set(err, ERR_MEMORY, "no memory for a draft");
    if (i < d->count)
        str_release(&d->item[i].text);
    else
        d->count++;
    d->item[i] = *draft;
    d->item[i].text = text;
    return 0;
}

static void take_out(struct drafts *d, size_t i)
{
    str_release(&d->item[i].text);
    d->count--;
    memmove(&d->item[i], &d->item[i + 1], (d->count - i) * sizeof *d->item);
}

void drafts_drop(struct drafts *d, const struct draft *like)
{
    size_t i = place_of(d, like);

    if (i < d->count)
        take_out(d, i);
}

void drafts_stored(struct drafts *d, const struct draft *like)
{
    size_t i = place_of(d, like);

    if (i < d->count)
        d->item[i].stored = true;
}

bool drafts_drop_stored(struct drafts *d)
{
    size_t before = d->count;

    for (size_t i = d->count; i > 0; i--)
        if (d->item[i - 1].stored)
            take_out(d, i - 1);
    return d->count < before;
}

/* ---- reading ---- */

struct reading {
    const char *at, *end;
};

/* "entry 5 DIGEST|- TIME|- BYTES", then so many bytes and a line end. */
static bool read_one(struct drafts *d, struct reading *r)
{
    struct draft draft = {0};
    char digest[DIGEST_HEX + 1], of[DRAFT_OF];
    char number[2][21];
    uint64_t len;
    const char *line_end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    char head[200];
    struct err err = {0};

    if (!line_end || (size_t)(line_end - r->at) >= sizeof head)
        return false;
    snprintf(head, sizeof head, "%.*s", (int)(line_end - r->at), r->at);
    if (sscanf(head, "entry %20s %64s %39s %20s", number[0], digest, of, number[1]) != 4 ||
        !decimal_parse(number[0], &draft.entry) || !decimal_parse(number[1], &len))
        return false;
    draft.has_digest = strcmp(digest, "-") != 0;
    if (draft.has_digest && !digest_parse(digest, strlen(digest), &draft.digest))
        return false;
    if (strcmp(of, "-") != 0)
        memcpy(draft.of, of, sizeof of);
    r->at = line_end + 1;
    if (draft.entry == 0 || len >= (size_t)(r->end - r->at) || r->at[len] != '\n' ||
        memchr(r->at, '\0', len))
        return false;
    draft.text = (struct str){(char *)(uintptr_t)r->at, len};
    r->at += len + 1;
    return drafts_put(d, &draft, &err) == 0;
}

static int read_all(struct drafts *d, const char *path, const struct buf *bytes, struct err *err)
{
    struct reading r = {(const char *)bytes->data, (const char *)bytes->data + bytes->len};
    size_t n = sizeof begins - 1;

    if (bytes->len >= n && memcmp(r.at, begins, n) == 0) {
        r.at += n;
        while (r.at < r.end && read_one(d, &r))
            continue;
        if (r.at == r.end)
            return 0;
    }
    forget(d);
    return err_set(err, ERR_FORM, "'%s' is no file of drafts and is left as it is", shown(path).text);
}

static int read_file(const char *path, struct buf *bytes, struct err *err)
{
    struct source *source = source_open(path, err);
    unsigned char block[4096];
    ssize_t n = -1;

    if (!source)
        return -1;
    while ((n = source_read(source, bytes->len, block, sizeof block, err)) > 0)
        if (buf_add(bytes, block, (size_t)n) < 0) {
            n = err_set(err, ERR_MEMORY, "'%s' is too long for a file of drafts", shown(path).text);
            break;
        }
    source_free(source);
    return n < 0 ? -1 : 0;
}

int drafts_read(struct drafts *d, const char *path, struct err *err)
{
    struct buf bytes;
    int result = 0;

    drafts_release(d);
    d->path = strdup(path);
    if (!d->path)
        return err_set(err, ERR_MEMORY, "no memory for a path");
    if (access(path, F_OK) != 0)
        return 0;
    buf_init(&bytes, DRAFTS_BYTES);
    result = read_file(path, &bytes, err);
    if (result == 0)
        result = read_all(d, path, &bytes, err);
    buf_release(&bytes);
    d->there = result == 0;
    if (result < 0) {
        free(d->path);
        d->path = NULL;
    }
    return result;
}

/* ---- writing ---- */

static void format(const struct drafts *d, struct buf *out)
{
    char hex[DIGEST_HEX + 1];

    buf_adds(out, begins);
    for (size_t i = 0; i < d->count; i++) {
        const struct draft *one = &d->item[i];
        digest_hex(&one->digest, hex);
        buf_addf(out, "entry %llu %s %s %zu\n", (unsigned long long)one->entry,
                 one->has_digest ? hex : "-", one->of[0] ? one->of : "-", one->text.len);
        buf_add(out, one->text.data, one->text.len);
        buf_addc(out, '\n');
    }
}

static int write_fd(int fd, const struct buf *b)
{
    size_t at = 0;

    while (at < b->len) {
        ssize_t n = write(fd, b->data + at, b->len - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        at += (size_t)n;
    }
    return 0;
}

/* Over one that is ours; the new one appears at once and whole. */
static int replace(struct drafts *d, const char *temporary, const struct buf *bytes)
{
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600), why;

    if (fd < 0)
        return -1;
    if (write_fd(fd, bytes) < 0 || close(fd) < 0 ||
        (d->there ? rename(temporary, d->path) : link(temporary, d->path)) < 0) {
        why = errno;
        unlink(temporary);
        errno = why;
        return -1;
    }
    if (!d->there)
        unlink(temporary);
    d->there = true;
    return 0;
}

static int write_file(struct drafts *d, struct err *err)
{
    struct buf bytes, temporary;
    int result = -1;

    buf_init(&bytes, DRAFTS_BYTES);
    buf_init(&temporary, LIMIT_MESSAGE);
    format(d, &bytes);
    buf_addf(&temporary, "%s.%ld", d->path, (long)getpid());
    if (bytes.failed || temporary.failed)
        err_set(err, ERR_MEMORY, "no memory for the drafts");
    else if (replace(d, buf_cstr(&temporary), &bytes) < 0)
        err_set(err, ERR_IO, "drafts cannot be written to '%s': %s", shown(d->path).text,
                refusal_says(errno));
    else
        result = 0;
    buf_release(&bytes);
    buf_release(&temporary);
    return result;
}

/* None are left: neither is the file. */
static int take_away(struct drafts *d, struct err *err)
{
    if (d->there && unlink(d->path) < 0 && errno != ENOENT)
        return err_set(err, ERR_IO, "'%s' cannot be taken away: %s", shown(d->path).text,
                       strerror(errno));
    d->there = false;
    return 0;
}

int drafts_write(struct drafts *d, struct err *err)
{
    int rc;

    if (!d->path)
        rc = err_set(err, ERR_USAGE, "there is no place for drafts");
    else
        rc = d->count > 0 ? write_file(d, err) : take_away(d, err);
    d->unwritten = rc < 0 && d->count > 0;
    return rc;
}

/* ---- beside the case file ---- */

static void path_of(const struct state *s, struct buf *out)
{
    buf_init(out, LIMIT_MESSAGE);
    buf_addf(out, "%s.draft", casefile_path(s->casing.file));
}

static void say_found(struct state *s)
{
    char n[NUMBER_ROOM];

    if (s->drafts.count == 1)
        state_say(s, STYLE_NORMAL, "an unfinished note for entry %s is kept: %s there goes on with it",
                  show_number(n, s->drafts.item[0].entry), action_sign(ACTION_NOTE));
    else if (s->drafts.count > 1)
        state_say(s, STYLE_NORMAL, "%zu unfinished notes are kept: :notes lists them",
                  s->drafts.count);
}

void drafts_begin(struct state *s)
{
    struct err err = {0};
    struct buf path;

    if (!casing_writable(s))
        return;
    path_of(s, &path);
    if (drafts_read(&s->drafts, buf_cstr(&path), &err) < 0)
        state_say(s, STYLE_WARNING, "%s; unfinished notes are not kept", err.text);
    say_found(s);
    buf_release(&path);
}

void drafts_move(struct state *s)
{
    struct drafts *d = &s->drafts;
    struct err err = {0};
    struct buf path;
    bool there = d->there;
    char *old = d->path;

    path_of(s, &path);
    d->path = access(buf_cstr(&path), F_OK) == 0 ? NULL : strdup(buf_cstr(&path));
    d->there = false;
    if (d->path && drafts_write(d, &err) == 0 && there)
        unlink(old);
    free(old);
    buf_release(&path);
}

void drafts_end(struct state *s)
{
    noting_keep(s);
}
