/* The inspector: a timeline on the terminal, examined behind the first screen.
 *
 * inspector_new() comes first, because the timeline's options need inspector_notify(); the terminal
 * is touched by inspector_run() alone, and is as it was before when that returns or a signal ends
 * it. */
#ifndef AERSCOPE_TUI_INSPECTOR_H
#define AERSCOPE_TUI_INSPECTOR_H

#include "base/err.h"
#include "base/rfc3339.h"
#include "casefile/casefile.h"
#include "core/reference.h"
#include "core/timeline.h"
#include "core/verdict.h"
#include "tui/theme.h"

#include <stdbool.h>

enum inspector_color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct inspector_setup {
    enum inspector_color color;
    bool unicode_frames; /* asked for; ASCII is drawn where the locale is not UTF-8 */
    enum theme theme;
    struct color_wishes colors; /* see color_wishes_init() */
    bool mouse; /* on from the beginning */
    uint64_t effort; /* hashes to explain a finding; 0: the usual */
    bool plain; /* for line-oriented reading: no frames, each movement is said in one line */
    /* Opens the timeline again, of the entries of that job (data NULL: all of the file), and starts its
     * examination, with inspector_notify(); NULL on error. What was there before must stay until reopened() is called.
     * NULL: it cannot be read again. */
    struct timeline *(*reopen)(void *arg, const struct str *job, struct err *err);
    void (*reopened)(void *arg);
    void *reopen_arg;
    /* Brings in the references that a case file names; those of the one before it, which may be NULL, go. 0 or
     * -1. */
    int (*bring)(void *arg, struct reference_set *set, const struct casefile *was, struct casefile *now,
                 struct err *err);
    void *bring_arg;
    /* Called at the end, when the terminal is given back and before a signal ends the process: what was noted, or
     * typed and not finished, could not be written, and is lost. May be NULL. */
    void (*lost)(void *arg, const struct err *why);
    void *lost_arg;
    struct verdict_demands demands; /* what a report's exit status depends on */
    bool all_findings;              /* in reports */
    struct str job;        /* whose entries alone the timeline has; data NULL: all. Copied */
    const char *case_path; /* of a case file to open or to make; NULL: none was named */
    const char *script; /* keys from this file, no terminal (AERSCOPE_SCRIPT); NULL: the terminal */
    const char
        *title_path; /* the timeline's name as the user gave it, unescaped; NULL: the source's */
};

struct inspector;

/* Copies the setup; the strings must outlive the inspector. NULL on error. */
struct inspector *inspector_new(const struct inspector_setup *setup, struct err *err);
void inspector_free(struct inspector *in);

/* For timeline_options.notify, with the inspector as its argument. From any thread. */
void inspector_notify(void *inspector);

/* Shows the started timeline until the user leaves. Checks the references itself once the
 * examination is done, with `now` bounding their times. 0 when left normally, also before the
 * examination was done; -1 when the terminal could not be used or the script not be read. HUP, INT,
 * QUIT and TERM restore the terminal and end the process by that signal. */
int inspector_run(struct inspector *in, struct timeline *t, struct reference_set *refs,
                  struct instant now, struct err *err);
/* True when the last run was left before the examination was done. */
bool inspector_left_early(const struct inspector *in);
/* True when the check of an earlier copy, or of the list of expected actions, was given up in the last
 * run and not made up for. */
bool inspector_gave_up_copy(const struct inspector *in);
bool inspector_gave_up_list(const struct inspector *in);
/* How many references and lists were attached in the last run, or were to be recorded, and are in no case file. */
size_t inspector_unkept(const struct inspector *in);
/* What the case file recorded of outcome when it was left. */
enum outcome_result inspector_outcome(const struct inspector *in);
/* The verdict of what is shown, or was when it was left; NULL where none was made of all of it. Of the
 * inspector, until it runs again. */
const struct verdict *inspector_verdict(const struct inspector *in);

/* 0 when a screen is possible. -1: ERR_OPEN without a terminal for keys and screen, ERR_USAGE when
 * TERM names none that can place a cursor; `why` says which, with TERM in it. */
int inspector_terminal(struct err *why);

#endif
