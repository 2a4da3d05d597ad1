/* The commands: one table for enum, names, help and manual. */
#ifndef AERSCOPE_APP_COMMAND_H
#define AERSCOPE_APP_COMMAND_H

#include "base/err.h"

#include <stddef.h>

/* name, operands, least and most of them (0: any number), what it does, exit status */
#define COMMAND_TABLE(X)                                                                             \
    X(VIEW, "view", "TIMELINE", 1, 1,                                                                \
      "Opens the inspector on the timeline. When standard output is no terminal, prints what "       \
      "verify prints. It is the command when none is named.",                                        \
      "As verify. Left before the examination was done: 1 if a failure was proved by then, else 2.") \
    X(VERIFY, "verify", "TIMELINE...", 1, 0,                                                         \
      "Examines each timeline and prints the four judgements: timeline, endpoint, coverage, "        \
      "outcome. Many can be named in a list (--files-from), or be the lines of standard input "      \
      "(--each-line).",                                                                                    \
      "0 nothing failed, and a reference stated to be independent confirmed the end. "               \
      "1 something failed. 2 something could not be examined. 3 nothing failed, but no reference "   \
      "stated to be independent confirmed the end. Over several files the first of 1, 2, 3, 0 that " \
      "occurs.")                                                                                     \
    X(DIGEST, "digest", "TIMELINE", 1, 1,                                                            \
      "Prints a line an entry: ENTRY, RECOMPUTED and STORED digest with tabs between. STORED is "    \
      "the prev_digest of the next entry.",                                                          \
      "0 written, 2 otherwise, also when the timeline could not be read to its end.")                \
    X(COMMIT, "commit", "TIMELINE", 1, 1,                                                            \
      "Writes a chain commitment of the visible end. Kept beside the timeline it is no witness.",    \
      "0 written, 2 otherwise.")                                                                     \
    X(DIFF, "diff", "EARLIER LATER", 2, 2,                                                           \
      "Compares two copies of a timeline: which entries and members differ, and whether one was "    \
      "cut, closed anew, extended, edited or replaced.",                                             \
      "0 both hold the same entries, 1 they differ, 2 not both could be read to their ends.")        \
    X(REPORT, "report", "TIMELINE", 1, 1,                                                            \
      "Writes a report that another person can check: the four judgements, the evidence for each, "  \
      "entries and findings, and how to reproduce the digests with other tools.",                    \
      "0 written, 2 otherwise; with --status as verify.")                                            \
    X(ATTACK, "attack", "TIMELINE", 0, 1,                                                            \
      "For training: does the named steps, in the order given, to a copy of the timeline, and "      \
      "writes the copy. With --explain it says which judgement notices, and which cannot.",          \
      "0 written, 2 otherwise.")                                                                     \
    X(CONFORMANCE, "conformance", "CORPUS...", 1, 0,                                                 \
      "Runs the vectors of conformance corpora: a line each, then N passed, N failed.",              \
      "0 all passed, 1 one failed, 2 a corpus is unreadable or has no vector.")                      \
    X(HELP, "help", "[COMMAND]", 0, 1, "Explains a command, or lists them all.",                     \
      "0, or 2 when there is no such command.")

enum command {
#define X(id, name, operands, least, most, does, status) COMMAND_##id,
    COMMAND_TABLE(X)
#undef X
    COMMAND_COUNT
};

struct command_spec {
    const char *name, *operands;
    unsigned least, most;
    const char *does, *status;
};
extern const struct command_spec command_spec[COMMAND_COUNT];
/* COMMAND_COUNT when there is none of this name. */
enum command command_named(const char *name);
/* The command that was meant, as " (did you mean NAME?)" in static storage; "" when none is near. */
const char *command_meant(const char *written);
/* Of a line that names no command, and whose operands these are: -1 with a usage error where they are more than view
 * takes, or a lone one is no file and so most likely a command that was mistyped; else 0. */
int command_missing(char *const *word, size_t words, struct err *err);

#endif
