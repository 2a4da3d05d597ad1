/* Evidence as bytes: a file read with pread, standard input or another unseekable file spooled to an
 * unlinked file (mode 0600), or memory. Opened read-only, never mapped. All reads are thread-safe. */
#ifndef AERSCOPE_BASE_SOURCE_H
#define AERSCOPE_BASE_SOURCE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

struct source;

/* `path` "-" is standard input. A directory is refused. NULL on error. */
struct source *source_open(const char *path, struct err *err);
/* Copies `len` bytes. `name` is what source_path() answers. */
struct source *source_from_memory(const char *name, const void *bytes, size_t len, struct err *err);
/* An open regular file that has no name, which it takes over, also on failure; nobody may write to it any
 * more. `name` as above. */
struct source *source_from_file(const char *name, int fd, struct err *err);
void source_free(struct source *s);

const char *source_path(const struct source *s); /* as given; unescaped */
/* Reads up to `len` bytes at `offset`, short only at the end of the input. While standard input is being
 * spooled it waits for the bytes. Returns the number read, -1 with `err` set. */
ssize_t source_read(struct source *s, uint64_t offset, void *out, size_t len, struct err *err);
/* The same, but content with less: at least one byte unless the input ended. While standard input is being
 * spooled it waits for more for `patience` milliseconds at most, so that what arrived is soon to be had. */
ssize_t source_read_some(struct source *s, uint64_t offset, void *out, size_t len, int patience,
                         struct err *err);
/* False when reading at `offset` would wait: nothing of it has arrived, and more may come. */
bool source_has(struct source *s, uint64_t offset);
/* Reads a small file as a whole, so that later reads need not go to it; where that fails they do. Whether it
 * changed is asked of the file all the same. Before other threads use the source. */
void source_keep(struct source *s);
/* From here on a copy of the file is read, which has no name, so that nothing that becomes of the file becomes of what
 * is read; whether it changed is asked of the file all the same. Nothing where what is read is a copy already. -1: it
 * changed before (ERR_CHANGED), there is no room, or `stop` (may be NULL) said so; then nothing is done. Other threads
 * may read meanwhile; not twice at once. */
int source_secure(struct source *s, bool (*stop)(void *arg), void *arg, struct err *err);
/* That is done, or need not be. */
bool source_is_secured(const struct source *s);
/* For another source of the same bytes, where that was done to this one: a descriptor, or -1; and its taking over. */
int source_secured_file(const struct source *s);
void source_secure_as(struct source *s, int fd);
/* The bytes known so far; `*final` tells whether that is the whole size. */
uint64_t source_size(struct source *s, bool *final);
/* Of what cannot be read again (a pipe, a device) no more than `bound` bytes are wanted: the copy stops there, or
 * when nothing comes for seconds, and has its end there from then on. Nothing for a file. */
void source_bound(struct source *s, uint64_t bound);
/* True when the end of the input was not read for that. */
bool source_is_bounded(struct source *s);
/* 0 when the file is the one that was opened, unchanged since; -1 (ERR_CHANGED) says how it changed.
 * Memory and spooled input never change. */
int source_unchanged(struct source *s, struct err *err);
/* True when what is read is a copy (spooled, or in memory), of which nothing tells what became of the
 * original since. */
bool source_is_copy(const struct source *s);
/* True when the bytes behind this source may be others than at its opening: nothing secured them, and size or times of
 * the opened file itself differ. Cheap; a file put in its place under the same name does not count. */
bool source_touched(const struct source *s);
/* True when `st` is the file behind this source (device and inode). */
bool source_is(const struct source *s, const struct stat *st);
/* True when reading a file failed since it was opened, on whatever thread: then the first reason. */
bool source_failed(struct source *s, struct err *err);
/* Waiting reads return ERR_CANCELLED from now on. */
void source_cancel(struct source *s);

#endif
