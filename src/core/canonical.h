/* The bytes that an entry digest is taken of: the JSON object of eight members that
 * draft-zambo-aer1-07 to -09 define ("aer1-07"), strings escaped as the reference runner does. */
#ifndef AERSCOPE_CORE_CANONICAL_H
#define AERSCOPE_CORE_CANONICAL_H

#include "core/entry.h"
#include "core/seq.h"

/* Collects small pieces and passes them on in larger ones. */
struct sink {
    int (*put)(void *arg, const void *bytes, size_t len); /* 0 to go on */
    void *arg;
    int status; /* the first that was not 0 */
    size_t len;
    unsigned char data[2048];
};
void sink_open(struct sink *s, int (*put)(void *, const void *, size_t), void *arg);
void sink_add(struct sink *s, const void *bytes, size_t len);
int sink_close(struct sink *s); /* passes the rest on; the status */

/* Appends text (WTF-8) escaped, without quotes. */
void canonical_text(struct sink *s, const unsigned char *wtf8, size_t len);

/* True when every digested member has a type that can be digested; canonical_bytes is the caller's to judge. */
bool canonical_possible(const struct entry *e, const struct seq *seq);
/* Writes the object to the sink. `output` is the SHA-256 of the decoded canonical_bytes. -1: the source
 * failed. */
int canonical_entry(struct sink *s, const struct entry *e, const struct extent *x, const struct seq *seq,
                    bool close, const struct digest *output, struct err *err);

#endif
