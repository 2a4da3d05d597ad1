/* What the process gives up before it looks at anything that somebody else wrote, so that whoever gets to run his own
 * code in it by way of a timeline gains little: seccomp(2), by libseccomp, and Landlock (landlock(7)). Both hold for
 * this thread and those that it starts, and cannot be taken back. Where one is missing the other is used, and where
 * both are, none: sandbox_says() tells. */
#ifndef AERSCOPE_APP_SANDBOX_H
#define AERSCOPE_APP_SANDBOX_H

#include <stddef.h>

/* Below which folders files may be made, written, renamed and removed. Nowhere else, once it is in force; what is
 * open already stays open, and reading is not bounded. */
enum { SANDBOX_PLACES = 32 };
struct sandbox_plan {
    int place[SANDBOX_PLACES]; /* descriptors */
    size_t places;
    int device[4]; /* of files that may be written to, and nothing else */
    size_t devices;
};

void sandbox_plan_init(struct sandbox_plan *p);
/* Below this folder; one that is not there is passed over. */
void sandbox_plan_below(struct sandbox_plan *p, const char *folder);
/* Below the folder that the file is in, or would be in. */
void sandbox_plan_beside(struct sandbox_plan *p, const char *file);
/* Below this folder, which may have to be made: below the nearest one above it that is there. */
void sandbox_plan_made(struct sandbox_plan *p, const char *folder);
/* A device that may be written to: the terminal. */
void sandbox_plan_device(struct sandbox_plan *p, const char *path);
void sandbox_plan_release(struct sandbox_plan *p);

enum {
    SANDBOX_CALLS = 1,  /* seccomp: no network, no other program, no tracing, no typing into the terminal */
    SANDBOX_WRITING = 2 /* Landlock: writing, as planned; no programs, and no TCP where the kernel knows it */
};
/* From now on. Before any thread is started. Bits of what is in force. */
unsigned sandbox_enter(const struct sandbox_plan *p);

enum { SANDBOX_TEXT = 256 };
/* On what this build and this kernel can do: one line, or two that a line feed parts. */
void sandbox_says(char out[SANDBOX_TEXT]);

#endif
