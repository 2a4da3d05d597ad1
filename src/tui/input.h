/* Bytes from the terminal to events. A sequence that is not known is dropped whole, so that none of
 * it acts as keys. */
#ifndef AERSCOPE_TUI_INPUT_H
#define AERSCOPE_TUI_INPUT_H

#include "tui/event.h"

enum { SEQUENCE_BYTES = 16, SEQUENCES = 64, INPUT_BYTES = 256, ANSWER_BYTES = 64 };

struct sequence {
    char bytes[SEQUENCE_BYTES];
    size_t len;
    uint32_t key;
};

struct input {
    unsigned char have[INPUT_BYTES]; /* not yet decoded */
    size_t count;
    bool pasting;
    bool bursting; /* pasted without marks: goes on until nothing comes for a while */
    bool asked;     /* for the background; the answer may come any time */
    bool answering; /* it has begun */
    char answer[ANSWER_BYTES];
    size_t answered;
    struct buf paste;
    struct sequence known[SEQUENCES]; /* what this terminal's description adds */
    size_t known_count;
};

void input_init(struct input *d);
void input_release(struct input *d);
/* A key of the terminal's description; ignored when it is empty, too long, or one character. */
void input_learn(struct input *d, const char *bytes, uint32_t key);
/* Room for more bytes; input_next() makes room. */
size_t input_room(const struct input *d);
void input_feed(struct input *d, const void *bytes, size_t len);
/* The same, but text that was pasted without marks (tui/burst.h) becomes a paste. */
void input_feed_typed(struct input *d, const void *bytes, size_t len, bool prompting);
/* The next event, whole; false when more bytes are needed. With `late` no more bytes came for a
 * while: an escape character that still waits is the Esc key. A paste is added to e->text. */
bool input_next(struct input *d, bool late, struct event *e);
/* True when bytes wait that the passing of time would decide. */
bool input_waits(const struct input *d);

#endif
