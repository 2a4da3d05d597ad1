/* A copy of an input that cannot be read twice (pipe, terminal, device), made by a thread of its
 * own into an unlinked file of mode 0600 in $TMPDIR or /tmp. */
#ifndef AERSCOPE_BASE_SPOOL_H
#define AERSCOPE_BASE_SPOOL_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct spool;

/* Copies from `fd`, which stays the caller's and must stay open until spool_free(). `shown` names
 * the input in messages (escaped). NULL on error. */
struct spool *spool_start(int fd, const char *shown, struct err *err);
/* Stops the copying, also when the input never ends, and frees. */
void spool_free(struct spool *s);

/* As source_read(), source_read_some(), source_has() and source_size(). */
ssize_t spool_read(struct spool *s, uint64_t offset, void *out, size_t len, struct err *err);
ssize_t spool_read_some(struct spool *s, uint64_t offset, void *out, size_t len, int patience,
                        struct err *err);
bool spool_has(struct spool *s, uint64_t offset);
uint64_t spool_size(struct spool *s, bool *final);
/* From now on nothing behind byte `bound` is wanted, nor waited for longer than a pause of seconds. The lowest
 * bound counts. */
void spool_bound(struct spool *s, uint64_t bound);
/* True when the input goes on behind the bound, or was given up: its end was not read. */
bool spool_is_bounded(struct spool *s);
/* Ends the copying; reads that would wait for more bytes return ERR_CANCELLED. */
void spool_cancel(struct spool *s);

/* An unlinked file of mode 0600 in $TMPDIR or /tmp for `what` (escaped; for messages), -1 on error. */
int spool_file(const char *what, struct err *err);
/* Whether what is written to such a file may go on: a part of the file system is left to everybody else. `*left` are
 * the bytes free there, set where it is false. To be asked whenever SPOOL_LOOK bytes more are written. */
bool spool_has_room(int file, uint64_t *left);
enum { SPOOL_LOOK = 1024 * 1024 };

/* pread() until `len` bytes or the end of the file; -1 with errno set. */
ssize_t pread_fully(int fd, void *out, size_t len, uint64_t offset);
/* pwrite() of all `len` bytes; 0, or -1 with errno set. */
int pwrite_fully(int fd, const void *bytes, size_t len, uint64_t offset);

#endif
