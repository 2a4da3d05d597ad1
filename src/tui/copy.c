#include "tui/copy.h"

#include "base/text.h"
#include "report/reproduce.h"
#include "report/shell.h"
#include "tui/compare.h"
#include "tui/judgement.h"
#include "tui/show.h"

#include <stdio.h>
#include <string.h>

void copying_init(struct copying *c)
{
    memset(c, 0, sizeof *c);
    buf_init(&c->what, 1024);
    buf_init(&c->text, COPY_MAX);
}

void copying_release(struct copying *c)
{
    buf_release(&c->what);
    buf_release(&c->text);
}

/* ---- names ---- */

static void name_link(const struct comparison *c, bool stored, struct buf *out)
{
    bool in = c->kind == COMPARE_LINK_IN;
    uint64_t citing = in ? c->entry : c->entry + 1;
    char n[NUMBER_ROOM];

    if (stored)
        buf_addf(out, "stored prev_digest of entry %s", show_number(n, citing));
    else if (citing == 1)
        buf_adds(out, "64 zeros with which a timeline begins");
    else
        buf_addf(out, "recomputed digest of entry %s", show_number(n, citing - 1));
}

void copy_side_name(const struct comparison *c, bool stored, struct buf *out)
{
    char n[NUMBER_ROOM];

    show_number(n, c->entry);
    switch (c->kind) {
    case COMPARE_LINK_IN:
    case COMPARE_LINK_OUT: name_link(c, stored, out); break;
    case COMPARE_OUTPUT:
        buf_addf(out,
                 stored ? "stored output_hash of entry %s"
                        : "recomputed SHA-256 of the bytes of entry %s",
                 n);
        break;
    case COMPARE_ENTRY_DIGEST:
        buf_addf(out, stored ? "stored entry_digest of entry %s" : "recomputed digest of entry %s",
                 n);
        break;
    case COMPARE_ENDPOINT:
        buf_addf(out,
                 stored ? "final digest of a reference, for entry %s"
                        : "recomputed digest of entry %s",
                 n);
        break;
    }
}

/* ---- out ---- */

static void say_copied(struct state *s, bool escaped)
{
    const struct copying *c = &s->copying;
    const char *what = (const char *)c->what.data, *how = escaped ? " as it is shown, escaped" : "";
    char n[NUMBER_ROOM];

    show_number(n, c->text.len);
    if (c->way == COPY_SENDS)
        state_say(s, STYLE_NORMAL,
                  "sent to the terminal (OSC 52): %s%s, %s characters; %s shows it for copying by "
                  "hand",
                  what, how, n, action_sign(ACTION_PLAIN));
    else if (c->way == COPY_RECORDS)
        state_say(s, STYLE_NORMAL, "no terminal to send to: %s%s, %s characters; %s shows it", what,
                  how, n, action_sign(ACTION_PLAIN));
    else
        state_say(s, STYLE_WARNING,
                  "not sent, this terminal takes no OSC 52: %s shows %s for copying by hand",
                  action_sign(ACTION_PLAIN), what);
}

/* What the name says is to be copied is there. */
static void put_out(struct state *s, bool escaped)
{
    struct copying *c = &s->copying;

    if (c->text.failed) {
        buf_clear(&c->text);
        state_say(s, STYLE_WARNING, "not sent: %s is longer than what OSC 52 takes",
                  buf_cstr(&c->what));
        return;
    }
    c->due = c->way == COPY_SENDS;
    c->escaped = escaped;
    say_copied(s, escaped);
}

/* Raw where it is printable ASCII, and shown as it is; else as it is shown. */
static void put_bytes(struct state *s, const void *bytes, size_t len, unsigned flags)
{
    struct copying *c = &s->copying;
    bool raw;

    text_escape(&c->text, bytes, len, TEXT_ASCII | flags);
    raw = shell_plain(bytes, len);
    if (raw) {
        buf_clear(&c->text);
        buf_add(&c->text, bytes, len);
    }
    put_out(s, !raw);
}

static void refuse(struct state *s, const char *why)
{
    buf_clear(&s->copying.what);
    state_say(s, STYLE_NORMAL, "nothing to send: %s", why);
}

/* ---- what ---- */

static void copy_side(struct state *s, bool stored)
{
    struct comparison c[COMPARISONS];
    size_t n = compare_entry(s, c), i = s->comparison < n ? s->comparison : 0;
    const struct side *side = stored ? &c[i].stored : &c[i].recomputed;

    if (n == 0) {
        refuse(s, "there is no entry");
        return;
    }
    copy_side_name(&c[i], stored, &s->copying.what);
    if (side->hex[0])
        put_bytes(s, side->hex, DIGEST_HEX, 0);
    else if (side->evidence && side->len > 0)
        show_escaped(&s->copying.text, side->text, side->len, TEXT_ASCII), put_out(s, true);
    else
        refuse(s, side->len ? side->text : "it is empty");
}

static void copy_id(struct state *s)
{
    const struct entry_value *id = &s->detail.text.member[MEMBER_ID];
    char n[NUMBER_ROOM];

    if (s->detail.failed || id->type != JSON_STRING) {
        refuse(s, "the entry has no id that is a string");
        return;
    }
    buf_addf(&s->copying.what, "%sid of entry %s", id->cut ? "the beginning of the " : "",
             show_number(n, s->detail.entry));
    put_bytes(s, id->text.data, id->text.len, TEXT_WTF8);
}

/* Between the tokens of JSON any white space is the same; inside of a string there is no raw line
 * feed. */
static void in_one_line(struct buf *json)
{
    for (size_t i = 0; i < json->len; i++)
        if (memchr("\t\r\n", json->data[i], 3))
            json->data[i] = ' ';
}

static void copy_json(struct state *s)
{
    const struct entry_text *e = &s->detail.text;
    struct err err = {0};
    struct buf json;
    char n[NUMBER_ROOM];
    unsigned char *room;
    ssize_t got;

    buf_addf(&s->copying.what, "JSON of entry %s in one line", show_number(n, s->detail.entry));
    if (e->length > COPY_MAX) {
        s->copying.text.failed = true;
        put_out(s, false);
        return;
    }
    buf_init(&json, COPY_MAX);
    room = buf_reserve(&json, (size_t)e->length);
    got = room ? source_read(timeline_source(s->timeline), e->offset, room, (size_t)e->length, &err)
               : -1;
    json.len = got > 0 ? (size_t)got : 0;
    in_one_line(&json);
    if (got > 0)
        put_bytes(s, json.data, json.len, 0);
    else
        refuse(s, "the entry cannot be read again");
    buf_release(&json);
}

static void copy_command(struct state *s)
{
    char n[NUMBER_ROOM];

    reproduce_load(&s->reproduce, s->timeline, lab_path_of(s), s->detail.entry, s->progress.done);
    if (!s->reproduce.has_digest) {
        refuse(s, "the entry has no digest");
        return;
    }
    buf_addf(&s->copying.what, "command for the digest of entry %s",
             show_number(n, s->detail.entry));
    put_bytes(s, s->reproduce.by_tool.data, s->reproduce.by_tool.len, 0);
}

static void add_judgement(const struct state *s, enum judgement j, struct buf *out)
{
    struct wording w;
    char *tab;

    judgement_words(s, j, &w);
    if (j == JUDGE_ENDPOINT && s->refs->count == 0 && s->progress.done)
        snprintf(w.text[0], sizeof w.text[0], "not assessed\tno outside reference");
    tab = strchr(w.text[0], '\t');
    if (tab)
        *tab = '\0';
    buf_addf(out, "%s %s%s%s\n", judgement_label(j, false), w.text[0], tab ? ": " : "",
             tab ? tab + 1 : "");
}

/* The four judgements and the file they are about, a line each, in ASCII. */
static void copy_verdict(const struct state *s, struct buf *out)
{
    char hex[DIGEST_HEX + 1];
    struct digest d;

    if (s->training)
        buf_adds(out, LAB_BANNER ", not evidence: ");
    show_escaped(out, s->title.data, s->title.len, TEXT_ASCII);
    if (timeline_sha256(s->timeline, &d)) {
        digest_hex(&d, hex);
        buf_addf(out, " SHA-256 %s\n", hex);
    } else {
        buf_adds(out,
                 s->progress.done ? " not read to the end\n" : " not examined to the end yet\n");
    }
    for (int j = 0; j < JUDGE_COUNT; j++)
        add_judgement(s, (enum judgement)j, out);
}

static void copy_lines(struct state *s)
{
    buf_adds(&s->copying.what, "the four judgements");
    copy_verdict(s, &s->copying.text);
    put_out(s, false);
    s->copying.escaped = true;
}

void copy_action(struct state *s, enum action a)
{
    struct copying *c = &s->copying;

    buf_clear(&c->what);
    if (s->training)
        buf_adds(&c->what, LAB_BANNER ", ");
    buf_clear(&c->text);
    c->due = false;
    c->entry = a == ACTION_COPY_VERDICT ? 0 : s->selected;
    if (a == ACTION_COPY_VERDICT) {
        copy_lines(s);
        return;
    }
    if (s->selected == 0 || s->detail.entry != s->selected || s->detail.failed) {
        refuse(s, "there is no entry that can be read");
        return;
    }
    switch (a) {
    case ACTION_COPY_RECOMPUTED: copy_side(s, false); break;
    case ACTION_COPY_STORED: copy_side(s, true); break;
    case ACTION_COPY_ID: copy_id(s); break;
    case ACTION_COPY_JSON: copy_json(s); break;
    default: copy_command(s); break;
    }
}
