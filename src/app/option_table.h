/* The options: one table for parsing, help and the check of the manual. */
#ifndef AERSCOPE_APP_OPTION_TABLE_H
#define AERSCOPE_APP_OPTION_TABLE_H

#include "app/command.h"
#include "lab/step.h"

/* Which commands take an option. */
enum {
    FOR_VIEW = 1 << COMMAND_VIEW,
    FOR_VERIFY = 1 << COMMAND_VERIFY,
    FOR_DIGEST = 1 << COMMAND_DIGEST,
    FOR_COMMIT = 1 << COMMAND_COMMIT,
    FOR_DIFF = 1 << COMMAND_DIFF,
    FOR_ATTACK = 1 << COMMAND_ATTACK,
    FOR_REPORT = 1 << COMMAND_REPORT,
    FOR_CONFORMANCE = 1 << COMMAND_CONFORMANCE,
    FOR_JUDGING = FOR_VIEW | FOR_VERIFY | FOR_REPORT,
    FOR_REFERRING = FOR_JUDGING | FOR_ATTACK,
    FOR_READING = FOR_JUDGING | FOR_DIGEST | FOR_COMMIT | FOR_DIFF | FOR_ATTACK,
    FOR_WRITING = FOR_VERIFY | FOR_DIGEST | FOR_COMMIT | FOR_DIFF | FOR_ATTACK | FOR_REPORT |
                  FOR_CONFORMANCE,
    FOR_ALL = (1 << COMMAND_COUNT) - 1
};

/* What --format takes. */
#define FORMATS_OF_VERIFY "text, json, ndjson"
#define FORMATS_OF_DIFF "text, json"
#define FORMATS_OF_REPORT "text, md, html, json, csv"

/* id, name, letter or 0, argument or NULL, commands, help; set_ID() applies it. */
#define OPTION_TABLE(X)                                                                             \
    X(commitment, "commitment", 'c', "FILE", FOR_REFERRING,                                         \
      "A chain commitment kept outside the timeline. May be given several times.")                  \
    X(head, "head", 0, "HEX[@COUNT]", FOR_REFERRING,                                                \
      "The digest of the last entry, and the number of entries, known from elsewhere.")             \
    X(count, "count", 0, "N", FOR_REFERRING,                                                        \
      "The number of entries known from elsewhere. A count alone never confirms the end.")          \
    X(baseline, "baseline", 0, "FILE", FOR_REFERRING,                                               \
      "An earlier copy of the timeline. It confirms only as far as it goes.")                       \
    X(expect, "expect", 0, "FILE", FOR_REFERRING,                                                   \
      "A list of the actions that were expected, or a workflow receipt. Given once.")               \
    X(case, "case", 0, "FILE", FOR_JUDGING,                                                         \
      "A case file: what it says of references, expected actions, earlier copy and outcome is "     \
      "brought in. Only the inspector writes it.")                                                  \
    X(witness, "witness", 0, "WHO", FOR_REFERRING, "Who witnessed the reference named just before.") \
    X(authority, "authority", 0, "WHO", FOR_REFERRING,                                              \
      "Who can change the place that the reference named just before comes from.")                  \
    X(retrieved_from, "retrieved-from", 0, "PLACE", FOR_REFERRING,                                  \
      "Where the reference named just before was retrieved.")                                       \
    X(retrieved_at, "retrieved-at", 0, "TIME", FOR_REFERRING,                                       \
      "When: YYYY-MM-DDThh:mm:ss and Z or an offset.")                                              \
    X(independent, "independent", 0, "yes|no|unknown", FOR_REFERRING,                               \
      "Your statement on whether the reference named just before is independent of those who made " \
      "the timeline (default unknown).")                                                            \
    X(files_from, "files-from", 0, "FILE", FOR_VERIFY,                                              \
      "Also the timelines that this file names, one a line; - is standard input.")                  \
    X(null, "null", '0', NULL, FOR_VERIFY, "In --files-from a NUL ends each name, not a line feed.") \
    X(each_line, "each-line", 0, NULL, FOR_VERIFY,                                                  \
      "Each line of standard input is a timeline, and gives a line of output before the next is "   \
      "waited for.")                                                                                \
    X(brief, "brief", 0, NULL, FOR_VERIFY,                                                          \
      "A line for each timeline: its name and the four judgements.")                                \
    X(list_jobs, "list-jobs", 0, NULL, FOR_VERIFY,                                                  \
      "Judges nothing: prints the jobs that the file holds, with their entries.")                   \
    X(job, "job", 0, "ID", FOR_JUDGING | FOR_DIGEST | FOR_COMMIT,                                   \
      "Takes the entries whose job_id is ID, in the order of the file, for the timeline: entry N "  \
      "is the Nth of them.")                                                                        \
    X(require, "require", 0, "endpoint,coverage", FOR_JUDGING,                                      \
      "Judgements that must have been assessed: one that was not counts as a failure.")             \
    X(allow_unwitnessed, "allow-unwitnessed", 0, NULL, FOR_JUDGING,                                 \
      "Exit with 0 instead of 3 when no independent reference confirmed the end.")                  \
    X(construction, "construction", 0, "auto|07|06", FOR_JUDGING | FOR_DIGEST | FOR_ATTACK,         \
      "The construction to judge by. auto recognises -06 by its digests; 07 never says "            \
      "historical; 06 judges by -06, and its best is historical.")                                  \
    X(layout, "layout", 0, "auto|array|wrapped|lines", FOR_READING,                                 \
      "The layout that the input must have (default: recognised by looking).")                      \
    X(jobs, "jobs", 0, "N", FOR_READING, "Threads of the examination (default: one a processor).")  \
    X(effort, "effort", 0, "N", FOR_REFERRING,                                                      \
      "Hashes for each broken link and contradicted end to find what explains it (default 10,000).") \
    X(format, "format", 0, "NAME", FOR_VERIFY | FOR_DIFF | FOR_REPORT,                              \
      "text (the default) or json; verify also ndjson; report also md, html and csv.")              \
    X(all_findings, "all-findings", 0, NULL, FOR_JUDGING | FOR_DIFF,                                \
      "All findings, or differences. Without it text has the first 20, JSON the first 1,000.")      \
    X(entries, "entries", 0, "flagged|all|A-B", FOR_REPORT,                                         \
      "Which entries have a row: those with a finding, a mark or a note (the default), all, or a "  \
      "range.")                                                                                     \
    X(status, "status", 0, NULL, FOR_REPORT, "Exit with the status of verify.")                     \
    X(entry, "entry", 0, "N", FOR_DIGEST, "This entry only.")                                       \
    X(preimage, "preimage", 0, NULL, FOR_DIGEST,                                                    \
      "With --entry: the exact bytes that are hashed, and nothing else.")                           \
    X(published_at, "published-at", 0, "TIME", FOR_COMMIT,                                          \
      "published_at of the commitment (default: now).")                                             \
    X(not_consistent, "not-consistent", 0, NULL, FOR_COMMIT,                                        \
      "Also for a timeline that is not consistent.")                                                \
    X(drop_tail, "drop-tail", 0, "N", FOR_ATTACK, LAB_DOES_DROP_TAIL)                               \
    X(drop_head, "drop-head", 0, "N", FOR_ATTACK, LAB_DOES_DROP_HEAD)                               \
    X(delete, "delete", 0, "N", FOR_ATTACK, LAB_DOES_DELETE)                                        \
    X(duplicate, "duplicate", 0, "N", FOR_ATTACK, LAB_DOES_DUPLICATE)                               \
    X(move, "move", 0, "N:TO", FOR_ATTACK, LAB_DOES_MOVE)                                           \
    X(swap, "swap", 0, "N:M", FOR_ATTACK, LAB_DOES_SWAP)                                            \
    X(set, "set", 0, "N.MEMBER=VALUE", FOR_ATTACK, LAB_DOES_SET)                                    \
    X(set_bytes, "set-bytes", 0, "N=TEXT", FOR_ATTACK, LAB_DOES_SET_BYTES)                          \
    X(replace_last, "replace-last", 0, "TEXT", FOR_ATTACK, LAB_DOES_REPLACE_LAST)                   \
    X(splice, "splice", 0, "FILE:A-B@N", FOR_ATTACK, LAB_DOES_SPLICE)                               \
    X(as_06, "as-06", 0, NULL, FOR_ATTACK, LAB_DOES_AS_06)                                          \
    X(renumber, "renumber", 0, NULL, FOR_ATTACK, LAB_DOES_RENUMBER)                                 \
    X(reclose, "reclose", 0, NULL, FOR_ATTACK, LAB_DOES_RECLOSE)                                    \
    X(relink, "relink", 0, "[=FROM]", FOR_ATTACK, LAB_DOES_RELINK)                                  \
    X(stale_hash, "stale-hash", 0, NULL, FOR_ATTACK,                                                \
      "With --set-bytes: a stored output_hash stays as it was.")                                    \
    X(unmarked, "unmarked", 0, NULL, FOR_ATTACK,                                                    \
      "No entry carries the member x_aerscope_training.")                               \
    X(mark_all, "mark-all", 0, NULL, FOR_ATTACK,                                                    \
      "Every entry carries x_aerscope_training, as in an exercise.")                                \
    X(random, "random", 0, "N", FOR_ATTACK,                                                         \
      "An exercise: N attacks drawn by the seed, and some repairs; every entry is marked.")         \
    X(seed, "seed", 0, "S", FOR_ATTACK,                                                             \
      "What --random draws by: the same seed gives the same exercise everywhere.")                  \
    X(answer_key, "answer-key", 0, "FILE", FOR_ATTACK,                                              \
      "Writes the steps and what each judgement could and could not see to this file.")             \
    X(explain, "explain", 0, NULL, FOR_ATTACK,                                                      \
      "On standard error: the judgements before and after, and what noticed the steps.")            \
    X(list, "list", 0, NULL, FOR_ATTACK,                                                            \
      "Explains each step and who notices it, and does nothing else.")                              \
    X(tour, "tour", 0, NULL, FOR_ATTACK,                                                            \
      "What a timeline shows and what it does not, in seven stops, as text.")                       \
    X(sample, "sample", 0, NULL, FOR_ATTACK,                                                        \
      "The timeline of the tour instead of TIMELINE.")                                              \
    X(frames, "frames", 0, "ascii|unicode", FOR_VIEW, "Lines of the inspector's frames.")           \
    X(config, "config", 0, "FILE|none", FOR_VIEW,                                                   \
      "Configuration to read instead of the usual file; none reads none.")                          \
    X(theme, "theme", 0, "auto|light|dark|none", FOR_VIEW,                                          \
      "The background that colours are chosen for (default auto: asked of the terminal).")          \
    X(plain, "plain", 0, NULL, FOR_VIEW,                                                            \
      "For screen readers: no frames, nothing moves by itself, each movement is said in a line.")   \
    X(keep, "keep", 0, NULL, FOR_VIEW, "After leaving, print the four judgements.")                 \
    X(color, "color", 0, "auto|always|never", FOR_ALL,                                              \
      "Bold and reverse in text, colours in the inspector. auto: on a terminal, unless NO_COLOR is set.")               \
    X(quiet, "quiet", 0, NULL, FOR_JUDGING | FOR_WRITING,                                           \
      "Nothing on standard output; all the work is done.")                                          \
    X(output, "output", 'o', "FILE", FOR_WRITING,                                                   \
      "Write to this file instead, at once and whole. Never over an input or through a symbolic "   \
      "link.")                                                                                      \
    X(force, "force", 0, NULL, FOR_WRITING, "Let --output replace an existing file.")               \
    X(write_below, "write-below", 0, "DIR", FOR_VIEW,                                               \
      "The inspector may also write below this folder. May be given several times.")                \
    X(no_sandbox, "no-sandbox", 0, NULL, FOR_ALL,                                                   \
      "Give up nothing at the start: see SECURITY in the manual.")                                  \
    X(help, "help", 'h', NULL, FOR_ALL, "This text.")                                               \
    X(version, "version", 'V', NULL, FOR_ALL, "Version and profile.")

enum option_id {
#define X(id, name, letter, argument, commands, help) OPTION_##id,
    OPTION_TABLE(X)
#undef X
    OPTION_COUNT
};

struct option_spec {
    const char *name;
    char letter;
    const char *argument;
    unsigned commands;
    const char *help;
};
extern const struct option_spec option_spec[OPTION_COUNT];

#endif
