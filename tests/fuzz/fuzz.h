/* What the fuzz targets share. A target is a function over bytes; who calls it is libFuzzer, or driver.c, which
 * runs it over files. What it holds to be so it holds with HOLDS(), which ends the process. */
#ifndef AERSCOPE_TESTS_FUZZ_H
#define AERSCOPE_TESTS_FUZZ_H

#include "base/buf.h"
#include "core/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HOLDS(what) ((what) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #what, NULL, 0))
/* The same, showing bytes that tell why. */
#define HOLDS_OF(what, bytes, len) ((what) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #what, bytes, len))
void fuzz_fail(const char *file, int line, const char *what, const void *bytes, size_t len)
    __attribute__((noreturn));

/* A number that depends on all bytes: what a target varies besides its input. */
uint64_t fuzz_hash(const void *bytes, size_t len);

/* An input of several parts: what stands between lines of "%%%%". */
enum { FUZZ_PARTS = 4 };
struct fuzz_parts {
    struct fuzz_part {
        const char *bytes; /* "" for one that is not there */
        size_t len;
    } part[FUZZ_PARTS];
};
struct fuzz_parts fuzz_split(const uint8_t *data, size_t size);

/* A folder of this process, in memory where there is one of that kind; removed at the end. */
const char *fuzz_folder(void);
/* Writes a file in it; the path, valid until the next call for the same name. */
const char *fuzz_file(const char *name, const void *bytes, size_t len);
/* Empties it. */
void fuzz_sweep(void);

/* --- examinations --- */

struct fuzz_exam {
    struct source *source;
    struct timeline *t;
    struct err err;
    int status; /* of timeline_wait() */
};
/* To the end. jobs 0: on this thread. */
void fuzz_examine(struct fuzz_exam *e, const void *bytes, size_t len, unsigned jobs,
                  const struct timeline_options *options);
void fuzz_close(struct fuzz_exam *e);

/* Everything that an examination says, as text. The input stands `pad` spaces further on than it would: places are
 * told without them, digits in messages left out, and the SHA-256 of the file is not told. */
void fuzz_describe(struct fuzz_exam *e, uint64_t pad, struct buf *out);

/* --- what was written --- */

/* UTF-8 without controls but the line feed. */
void fuzz_holds_text(const char *bytes, size_t len);
/* Accepted by the strict reader to the last byte, and nothing but U+0020..U+007E and line feeds. */
void fuzz_holds_json(const char *bytes, size_t len);

#endif
