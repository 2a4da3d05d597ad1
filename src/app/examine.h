/* One input from its path to its verdict, as every command needs it. */
#ifndef AERSCOPE_APP_EXAMINE_H
#define AERSCOPE_APP_EXAMINE_H

#include "app/options.h"

struct examination {
    struct source *source;
    struct selection *selection; /* NULL: all entries are the timeline */
    struct timeline *timeline;
    struct reference_set refs;
    struct report report;
};

/* The references of the line into `set`; 0, or -1 with a usage error. */
int examine_line(struct reference_set *set, const struct options *o, struct err *err);
/* And those of the case file that it names. */
int examine_references(struct reference_set *set, const struct options *o, struct err *err);

/* Opens the input and starts the examination. On failure report.error says why and report.timeline is
 * NULL; releasing is due in both cases. `notify` may be NULL. */
int examine_start(struct examination *e, const char *path, const struct options *o,
                  void (*notify)(void *), void *arg);
/* The same with a source that is open and stays the caller's, who takes it back from e->source before releasing. */
int examine_shared(struct examination *e, struct source *source, const char *path, const struct options *o,
                   void (*notify)(void *), void *arg);
/* The same with a source that is open, which it takes over, also on failure. */
int examine_source(struct examination *e, struct source *source, const char *path, const struct options *o);
/* The same on this thread, to the end; examine_wait() says what went wrong. */
int examine_here(struct examination *e, struct source *source, const char *path, const struct options *o);
/* Waits for the end; what went wrong is in report.error. */
void examine_wait(struct examination *e);
/* Verdict and status from what is known, the references being checked. */
void examine_judge(struct examination *e, const struct options *o);
/* The same from a verdict that was made of this examination: reads nothing of the file again. */
void examine_take(struct examination *e, const struct options *o, const struct verdict *made);
/* Prepares explanations of what was found. 0, or -1 with the reason. */
int examine_explain(struct examination *e, const struct options *o, struct err *err);
/* A line on standard error for everything that could not be examined. */
/* Whether something of the timeline could not be read once it was examined, so that what was written of it may lack
 * that; then it is said, unless the report itself says it. */
bool examine_lost(const struct examination *e);
void examine_complain(const struct examination *e);
void examine_complain_reference(const struct reference *ref);
void examine_complain_list(const struct expected *list);
void examine_release(struct examination *e);

/* Reads an entry with this member whole, however long it is. 0 or -1; releasing is due in both cases. */
int examine_member(struct timeline *t, uint64_t entry, enum member m, struct entry_text *out,
                   struct err *err);

#endif
