/* The input once more, after it was examined and before it is reported on. */
#ifndef AERSCOPE_REPORT_AGAIN_H
#define AERSCOPE_REPORT_AGAIN_H

#include "report/report.h"

/* Reads the input anew from its beginning and sets r->again. Nothing is read, and r->has_again stays false, where it
 * cannot be read again (a private copy), is none (a training copy), or was not read to its end. `stops` (may be
 * NULL) is asked every so many bytes. -1: ERR_CHANGED when it has another SHA-256 now, ERR_CANCELLED when stopped,
 * or it could not be read. */
int report_read_again(struct report *r, bool (*stops)(void *arg), void *arg, struct err *err);

#endif
