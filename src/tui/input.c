#include "tui/input.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "tui/burst.h"
#include "tui/reply.h"

#include <stdlib.h>
#include <string.h>

/* What terminals send whatever their description says. */
static const struct {
    char bytes[8];
    uint32_t key;
} common[] = {
    {"\033[A", K_UP},      {"\033[B", K_DOWN},    {"\033[C", K_RIGHT},    {"\033[D", K_LEFT},
    {"\033OA", K_UP},      {"\033OB", K_DOWN},    {"\033OC", K_RIGHT},    {"\033OD", K_LEFT},
    {"\033[H", K_HOME},    {"\033[F", K_END},     {"\033OH", K_HOME},     {"\033OF", K_END},
    {"\033[1~", K_HOME},   {"\033[4~", K_END},    {"\033[7~", K_HOME},    {"\033[8~", K_END},
    {"\033[2~", K_INSERT}, {"\033[3~", K_DELETE}, {"\033[5~", K_PAGE_UP}, {"\033[6~", K_PAGE_DOWN},
    {"\033[Z", K_BACKTAB}, {"\033OP", K_F1},      {"\033[11~", K_F1},     {"\033[[A", K_F1},
    {"\033[1;5D", K_WORD_LEFT}, {"\033[1;5C", K_WORD_RIGHT}, {"\033[1;3D", K_WORD_LEFT},
    {"\033[1;3C", K_WORD_RIGHT}, {"\033Od", K_WORD_LEFT},    {"\033Oc", K_WORD_RIGHT},
    {"\033[5D", K_WORD_LEFT},   {"\033[5C", K_WORD_RIGHT},
};

static const char paste_begins[] = "\033[200~", paste_ends[] = "\033[201~";
static const char answer_begins[] = "\033]11;";
enum { PASTE_MARK = sizeof paste_begins - 1, ANSWER_MARK = sizeof answer_begins - 1 };

void input_init(struct input *d)
{
    memset(d, 0, sizeof *d);
    buf_init(&d->paste, LIMIT_MESSAGE);
}

void input_release(struct input *d)
{
    buf_release(&d->paste);
}

void input_learn(struct input *d, const char *bytes, uint32_t key)
{
    size_t len = strlen(bytes);
    struct sequence *s = &d->known[d->known_count];

    if (len < 2 || len > SEQUENCE_BYTES || bytes[0] != '\033' || d->known_count == SEQUENCES)
        return;
    memcpy(s->bytes, bytes, len);
    s->len = len;
    s->key = key;
    d->known_count++;
}

size_t input_room(const struct input *d)
{
    return INPUT_BYTES - d->count;
}

void input_feed(struct input *d, const void *bytes, size_t len)
{
    if (len > input_room(d))
        len = input_room(d);
    memcpy(d->have + d->count, bytes, len);
    d->count += len;
}

/* A prompt takes its bursts as keys when they are one line, and those act at once. */
void input_feed_typed(struct input *d, const void *bytes, size_t len, bool prompting)
{
    bool goes_on = d->bursting && burst_goes_on(bytes, len);

    if (!goes_on &&
        (d->bursting || d->count > 0 || d->pasting || !burst_is_paste(bytes, len, prompting))) {
        input_feed(d, bytes, len);
        return;
    }
    if (!goes_on)
        buf_clear(&d->paste);
    d->bursting = true;
    buf_add(&d->paste, bytes, len);
}

static void drop(struct input *d, size_t len)
{
    d->count -= len;
    memmove(d->have, d->have + len, d->count);
}

enum match { MATCH_NONE, MATCH_PART, MATCH_WHOLE };

static enum match match(const struct input *d, const char *bytes, size_t len)
{
    size_t both = len < d->count ? len : d->count;

    if (memcmp(d->have, bytes, both) != 0)
        return MATCH_NONE;
    return both == len ? MATCH_WHOLE : MATCH_PART;
}

static enum match match_known(const struct input *d, uint32_t *key, size_t *len)
{
    enum match best = MATCH_NONE;

    for (size_t i = 0; i < d->known_count; i++) {
        enum match m = match(d, d->known[i].bytes, d->known[i].len);
        if (m > best)
            best = m;
        if (m == MATCH_WHOLE) {
            *key = d->known[i].key;
            *len = d->known[i].len;
            return m;
        }
    }
    return best;
}

static uint32_t common_key(const struct input *d, size_t len)
{
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strlen(common[i].bytes) == len && memcmp(common[i].bytes, d->have, len) == 0)
            return common[i].key;
    return K_NONE;
}

/* Length of the control sequence that begins what is there, 0 when it has not ended yet. */
static size_t sequence_length(const struct input *d)
{
    size_t i = 2;

    if (d->have[1] == 'O')
        return d->count > 2 ? 3 : 0;
    if (d->count > 2 && d->have[2] == '[') /* the Linux console's function keys */
        return d->count > 3 ? 4 : 0;
    while (i < d->count && d->have[i] >= 0x20 && d->have[i] < 0x40)
        i++;
    return i < d->count ? i + 1 : 0;
}

static bool emit(struct input *d, size_t len, uint32_t key, struct event *e)
{
    drop(d, len);
    e->type = key == K_NONE ? EVENT_NONE : EVENT_KEY;
    e->key = key;
    return true;
}

/* The first bytes of a character, perhaps. */
static bool may_go_on(const struct input *d, size_t at)
{
    return d->count - at < 4 && d->have[at] >= 0xc0;
}

static bool next_sequence(struct input *d, size_t len, struct event *e)
{
    if (d->have[1] == '[' && d->have[2] == '<' && reply_mouse(d->have, len, e)) {
        drop(d, len);
        return true;
    }
    return emit(d, len, common_key(d, len), e);
}

static bool begin_answer(struct input *d, struct event *e)
{
    d->asked = false;
    d->answering = true;
    d->answered = 0;
    return emit(d, ANSWER_MARK, K_NONE, e);
}

static bool next_escape(struct input *d, bool late, struct event *e)
{
    uint32_t key = K_NONE, cp;
    size_t len = 0;
    enum match m = match_known(d, &key, &len), answer;

    if (m == MATCH_WHOLE)
        return emit(d, len, key, e);
    answer = d->asked ? match(d, answer_begins, ANSWER_MARK) : MATCH_NONE;
    if (answer == MATCH_WHOLE)
        return begin_answer(d, e);
    if (answer == MATCH_PART && d->count > 1 && !late)
        return false;
    if (d->count == 1 || d->have[1] == K_ESC)
        return d->count > 1 || late ? emit(d, 1, K_ESC, e) : false;
    if (d->have[1] == '[' || d->have[1] == 'O') {
        len = sequence_length(d);
        if (len)
            return next_sequence(d, len, e);
        if (!late && d->count < INPUT_BYTES)
            return false;
        return emit(d, d->count, K_NONE, e);
    }
    if (m == MATCH_PART && !late)
        return false;
    len = utf8_decode(d->have + 1, d->count - 1, false, &cp);
    if (len == 0 && may_go_on(d, 1) && !late)
        return false;
    return emit(d, 1 + (len ? len : 1), len ? cp | K_ALT : K_NONE, e);
}

static bool next_character(struct input *d, bool late, struct event *e)
{
    uint32_t cp;
    size_t len = utf8_decode(d->have, d->count, false, &cp);

    if (len)
        return emit(d, len, cp, e);
    if (may_go_on(d, 0) && !late)
        return false;
    return emit(d, 1, K_NONE, e);
}

static bool end_paste(struct input *d, struct event *e)
{
    d->pasting = d->bursting = false;
    buf_clear(&e->text);
    buf_add(&e->text, d->paste.data, d->paste.len);
    e->text.failed = d->paste.failed;
    e->type = EVENT_PASTE;
    return true;
}

static size_t paste_chunk(const struct input *d)
{
    const unsigned char *esc = memchr(d->have, K_ESC, d->count);

    return esc ? (size_t)(esc - d->have) : d->count;
}

/* Everything up to the closing mark is text, whatever it holds. What exceeds the ceiling is
 * dropped. */
static bool next_pasted(struct input *d, struct event *e)
{
    while (d->count > 0) {
        size_t len = paste_chunk(d);
        enum match m = len == 0 ? match(d, paste_ends, PASTE_MARK) : MATCH_NONE;

        if (m == MATCH_PART)
            return false;
        if (m == MATCH_WHOLE) {
            drop(d, PASTE_MARK);
            return end_paste(d, e);
        }
        len += len == 0;
        buf_add(&d->paste, d->have, len);
        drop(d, len);
    }
    return false;
}

static bool end_answer(struct input *d, size_t mark, struct event *e)
{
    uint32_t ground;
    bool known = reply_ground(d->answer, d->answered, &ground);

    d->answering = false;
    emit(d, mark, K_NONE, e);
    if (known) {
        e->type = EVENT_GROUND;
        e->key = ground;
    }
    return true;
}

/* An answer may come in pieces, with keys between them: what can be no part of it is a key. */
static bool next_answering(struct input *d, bool late, struct event *e)
{
    unsigned char c = d->have[0];

    if (c == '\a')
        return end_answer(d, 1, e);
    if (c == K_ESC && d->count > 1 && d->have[1] == '\\')
        return end_answer(d, 2, e);
    if (c == K_ESC)
        return next_escape(d, late, e);
    if (!reply_may_hold(c))
        return next_character(d, late, e);
    d->answer[d->answered++] = (char)c;
    d->answering = d->answered < ANSWER_BYTES;
    return emit(d, 1, K_NONE, e);
}

bool input_next(struct input *d, bool late, struct event *e)
{
    e->type = EVENT_NONE;
    if (d->bursting)
        return late || d->count > 0 ? end_paste(d, e) : false;
    if (d->pasting)
        return next_pasted(d, e);
    if (d->count == 0)
        return false;
    if (d->answering)
        return next_answering(d, late, e);
    if (match(d, paste_begins, PASTE_MARK) == MATCH_WHOLE) {
        drop(d, PASTE_MARK);
        d->pasting = true;
        buf_clear(&d->paste);
        return next_pasted(d, e);
    }
    if (d->have[0] == K_ESC)
        return next_escape(d, late, e);
    return next_character(d, late, e);
}

bool input_waits(const struct input *d)
{
    return d->bursting || (d->count > 0 && !d->pasting);
}
