#include "core/telling.h"

#include "core/decode.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int telling_no_memory(struct err *err)
{
    return err_set(err, ERR_MEMORY, "no memory for findings");
}

int telling_say(struct finding *f, const char *fmt, ...)
{
    struct buf text;
    va_list args;
    int status;

    buf_init(&text, LIMIT_MESSAGE);
    va_start(args, fmt);
    buf_addv(&text, fmt, args);
    va_end(args);
    status = str_take(&f->message, &text);
    buf_release(&text);
    return status;
}

void telling_place(struct telling *w, struct finding *f, uint64_t offset)
{
    struct err ignored;

    f->located = true;
    f->offset = offset;
    timeline_place(w->t, offset, &f->line, &f->column, &ignored);
}

/* The value as it is stored: a string decoded, anything else as it stands. */
int telling_value(struct telling *w, struct str *to, bool *cut, const struct value *v)
{
    struct buf text;
    int status = 0;

    if (v->type == JSON_ABSENT)
        return 0;
    buf_init(&text, LIMIT_SHOWN + 1024);
    if (v->type == JSON_STRING) {
        status = decode_string(&text, &w->x, v->offset, LIMIT_SHOWN, w->err);
        *cut = status > 0;
    } else {
        size_t len = v->length < LIMIT_SHOWN ? (size_t)v->length : LIMIT_SHOWN;
        unsigned char *room = buf_reserve(&text, len);
        ssize_t got = room ? source_read(w->t->source, v->offset, room, len, w->err) : telling_no_memory(w->err);
        text.len += got > 0 ? (size_t)got : 0;
        *cut = v->length > len;
        status = got < 0 ? -1 : 0;
    }
    if (status >= 0 && str_take(to, &text))
        status = telling_no_memory(w->err);
    buf_release(&text);
    return status < 0 ? -1 : 0;
}

int telling_hex(struct str *to, const struct digest *d)
{
    char hex[DIGEST_HEX + 1];

    digest_hex(d, hex);
    return str_set(to, hex, DIGEST_HEX);
}

int telling_number(struct str *to, unsigned long long n)
{
    char text[32];
    int len = snprintf(text, sizeof text, "%llu", n);

    return str_set(to, text, (size_t)len);
}

/* seq of the entry in digits, whatever form it was written in. */
static int telling_seq(struct telling *w, struct str *to)
{
    const struct value *v = &w->f.entry.member[MEMBER_SEQ];
    char text[32];
    bool cut;

    if (!w->f.seq.integer)
        return 0;
    if (!w->f.seq.small)
        return telling_value(w, to, &cut, v);
    int len = snprintf(text, sizeof text, "%lld", (long long)w->f.seq.value);
    return str_set(to, text, (size_t)len);
}

/* Begins a finding of this entry with what every one carries. */
int telling_begin(struct telling *w, struct finding *f, enum finding_code code, enum member m)
{
    const struct value *v = m == MEMBER_COUNT ? NULL : &w->f.entry.member[m];
    const struct value *class = &w->f.entry.member[MEMBER_PROVENANCE_CLASS];
    bool cut;

    finding_init(f, code, w->entry);
    f->member = v ? member_name(m) : NULL;
    f->standing = w->f.standing;
    telling_place(w, f, v && v->type != JSON_ABSENT ? v->offset : w->f.entry.offset);
    if (class->type == JSON_STRING && telling_value(w, &f->provenance_class, &cut, class))
        return -1;
    return telling_seq(w, &f->seq) ? telling_no_memory(w->err) : 0;
}

int telling_end(struct telling *w, struct finding *f, int status)
{
    if (status) {
        finding_release(f);
        return w->err->code == ERR_NONE ? telling_no_memory(w->err) : -1;
    }
    return finding_list_add(w->out, f) ? telling_no_memory(w->err) : 0;
}

/* A finding with the stored value of member `m` and a sentence; the common case. */
int telling_member(struct telling *w, enum finding_code code, enum member m, const char *sentence)
{
    struct finding f;

    if (telling_begin(w, &f, code, m) || telling_value(w, &f.stored, &f.stored_cut, &w->f.entry.member[m]))
        return telling_end(w, &f, -1);
    return telling_end(w, &f, telling_say(&f, "%s", sentence));
}
