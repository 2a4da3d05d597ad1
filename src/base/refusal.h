/* Why the system refused a file, where that may be by what the program itself gave up, or by what stands there. */
#ifndef AERSCOPE_BASE_REFUSAL_H
#define AERSCOPE_BASE_REFUSAL_H

/* From now on a permission that is denied may have this reason, a phrase that is kept as it is; NULL: none. Before
 * any thread is started. */
void refusal_explain(const char *reason);
/* strerror(), and behind a permission denied "; " and that reason. Valid until the thread calls it again. */
const char *refusal_says(int error);
/* strerror() of why the file could not be opened for reading, or what stands there instead of one. Valid until the
 * thread calls it again. */
const char *refusal_of_open(const char *path, int error);
/* refusal_says() of a temporary file, which stands in $TMPDIR or /tmp, and behind "; " what helps. */
const char *refusal_of_temporary(int error);

#endif
