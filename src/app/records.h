/* Records of a stream, each ended by one byte (a line feed, NUL) or by the end of the stream: of any size, in
 * memory up to a bound and beyond it in an unlinked file of mode 0600. */
#ifndef AERSCOPE_APP_RECORDS_H
#define AERSCOPE_APP_RECORDS_H

#include "base/err.h"
#include "base/source.h"

struct records {
    int fd;
    char *shown;   /* of the stream, for messages; escaped */
    unsigned char delimiter;
    unsigned char *block;
    size_t from, len; /* of the bytes read that no record has yet */
    bool ended;
    size_t most;      /* bytes of a record: a longer one ends the stream with an error */
    const char *what; /* a record is, and why a longer one is none, in messages */
    const char *why;
};

enum { RECORD_MEMORY = 1024 * 1024 };
struct record_bytes {
    unsigned char *data; /* owned; NULL where it is in the file */
    int fd;              /* owned; -1 where it is in memory */
    uint64_t len;
    uint64_t look;       /* at this length it is looked what room is left beside it */
    struct err err;      /* it could not be kept: why; the next one can be read all the same */
};

/* `path` "-" is standard input, which must not be a terminal. 0 or -1; closing is due in both cases. */
int records_open(struct records *r, const char *path, char delimiter, struct err *err);
void records_close(struct records *r);
/* 1 with the next one as soon as its last byte is there, 0 at the end, -1 when the stream cannot be read. */
int records_next(struct records *r, struct record_bytes *out, struct err *err);
void record_bytes_release(struct record_bytes *b);
/* The record as a source, which takes it over, also on failure. */
struct source *record_source(struct record_bytes *b, const char *name, struct err *err);

#endif
