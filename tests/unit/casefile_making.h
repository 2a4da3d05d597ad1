/* A folder for one test, and case files in it. */
#ifndef AERSCOPE_TESTS_CASEFILE_MAKING_H
#define AERSCOPE_TESTS_CASEFILE_MAKING_H

#include "casefile/casefile.h"
#include "core_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern char folder[64], path[128]; /* `path` is FOLDER/one.case */
extern struct err err;

/* The folder is made; at the end it must hold nothing but what the test named, so that not even a
 * temporary file is left. */
int set_up(void **state);
int tear_down(void **state); /* removes `path`, and the folder if it is empty */
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

/* A new one at `path`. */
struct casefile *fresh(void);
/* Saves it, and reads it again; nothing may be amiss. */
struct casefile *again(struct casefile *c);
struct casefile *opened(enum casefile_mode mode);
void saved(struct casefile *c);
/* Fails with the reason. */
void good(int status);
/* The bytes of a file, ended by NUL. */
struct str slurp(const char *name);
void spew(const char *name, const char *bytes, size_t len);
/* Number of files in the folder. */
size_t files(void);

/* Until nothing more can be found. */
void match_all(struct casefile *c, struct exam *e);
struct digest digest_of(const struct exam *e, uint64_t entry);
/* A note on an entry of the examined timeline. */
void note(struct casefile *c, const struct exam *e, uint64_t entry, enum mark mark, const char *text);

#endif
