/* Walks over small JSON texts that are held in memory: references and corpora. Strict, as evidence is. */
#ifndef AERSCOPE_CORE_MEMBERS_H
#define AERSCOPE_CORE_MEMBERS_H

#include "base/buf.h"
#include "core/entry.h"

/* A JSON text in memory; offsets in it are offsets in its file. */
struct document {
    struct str bytes;
    struct digest sha256;
    struct extent all;
};

/* Reads a whole file of at most LIMIT_REFERENCE bytes. */
int document_open(struct document *d, const char *path, struct err *err);
int document_set(struct document *d, const void *bytes, size_t len, struct err *err);
void document_release(struct document *d);

typedef int member_visit(void *arg, const char *name, size_t len, uint64_t name_at,
                         const struct value *v);
/* Calls `visit` for each member of the object at `from` (white space before it is passed), then demands that
 * nothing follows when `whole`. Names are decoded up to 256 bytes. -1: ERR_FORM located, or what visit
 * returned. `type` gets the value's type; nothing is visited where it is no object. */
int object_walk(const struct document *d, uint64_t from, bool whole, enum json_type *type,
                member_visit *visit, void *arg, struct err *err);
/* The same for the elements of the array at `v`. */
int array_walk(const struct document *d, const struct value *v,
               int (*visit)(void *arg, const struct value *v), void *arg, struct err *err);
/* A string value decoded (WTF-8). 0 or -1. */
int document_text(const struct document *d, const struct value *v, struct str *out, struct err *err);

#endif
