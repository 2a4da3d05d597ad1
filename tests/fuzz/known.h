/* A consistent timeline for what is held against one: made with nothing but SHA-256 and base64. */
#ifndef AERSCOPE_TESTS_FUZZ_KNOWN_H
#define AERSCOPE_TESTS_FUZZ_KNOWN_H

#include "fuzz.h"

#include <stdlib.h>

#define KNOWN_JOB "job-1"
enum { KNOWN_ENTRIES = 6 };

/* Entry i has id r-i, tool fs.read where i is odd and pay.send where it is even, and bytes {"n":i}. */
struct fuzz_exam *known_exam(void);
const char *known_head(void); /* digest of its last entry, in hex */
struct str known_text(void);  /* its bytes; not the caller's */

#endif
