/* The one table of actions: names for the prompt, default keys, help. */
#ifndef AERSCOPE_TUI_KEYMAP_H
#define AERSCOPE_TUI_KEYMAP_H

#include "base/buf.h"
#include "tui/event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SECTION_TABLE(X)         \
    X(MOVE, "Moving")            \
    X(FIND, "Finding")           \
    X(DETAIL, "Detail and card") \
    X(NOTES, "Notes and marks")  \
    X(VIEWS, "Views")            \
    X(LAB, "Training lab")       \
    X(PROGRAM, "Program")

enum section {
#define X(name, title) SECTION_##name,
    SECTION_TABLE(X) SECTION_COUNT
#undef X
};

/* id, name, keys (alternatives separated by a space, in the notation of key_parse()), section,
 * help. A number before a key is a count. */
#define ACTION_TABLE(X)                                                                           \
    X(DOWN, "down", "j <Down> <C-N>", MOVE, "next entry; a number before it moves so many")                          \
    X(UP, "up", "k <Up> <C-P>", MOVE, "previous entry")                                           \
    X(PAGE_DOWN, "page-down", "<Space> <PgDn> <C-F>", MOVE, "a page on")                          \
    X(PAGE_UP, "page-up", "b <PgUp> <C-B>", MOVE, "a page back")                                  \
    X(HALF_DOWN, "half-page-down", "<C-D>", MOVE, "half a page on")                               \
    X(HALF_UP, "half-page-up", "<C-U>", MOVE, "half a page back")                                 \
    X(FIRST, "first", "g <Home>", MOVE, "first entry")                                            \
    X(LAST, "last", "G <End>", MOVE, "last entry, of those read so far; a number before it goes to that")    \
    X(GOTO, "goto", "", MOVE, ":goto N, or :N alone, goes to entry N")                            \
    X(ROW_TOP, "row-top", "zt", MOVE, "selected row to the top")                                  \
    X(ROW_MIDDLE, "row-middle", "zz", MOVE, "selected row to the middle")                         \
    X(ROW_BOTTOM, "row-bottom", "zb", MOVE, "selected row to the bottom")                         \
    X(RIGHT, "right", "l <Right>", MOVE, "scroll what is cut in the list or the bytes")    \
    X(LEFT, "left", "h <Left>", MOVE, "scroll back")                                              \
    X(LEFT_EDGE, "left-edge", "0", MOVE, "scroll to the beginning")                               \
    X(RIGHT_EDGE, "right-edge", "$", MOVE, "scroll to the end of the tool, or of the longest line") \
    X(NEXT_FAILURE, "next-failure", "e", FIND, "next entry with a failure")                       \
    X(PREVIOUS_FAILURE, "previous-failure", "E", FIND, "previous entry with a failure")           \
    X(FIRST_FAILURE, "first-failure", "f", FIND, "first failure in the order of the checks")      \
    X(DAMAGE, "damage", "", FIND, ":damage goes to the entry that stands before the damage")      \
    X(NEXT_WARNING, "next-warning", "w", FIND, "next entry with a warning")                       \
    X(PREVIOUS_WARNING, "previous-warning", "W", FIND, "previous entry with a warning")           \
    X(NEXT_SIGNAL, "next-signal", "s", FIND, "next sign of entries that are missing")             \
    X(PREVIOUS_SIGNAL, "previous-signal", "S", FIND, "previous sign of entries that are missing") \
    X(NEXT_NOTED, "next-noted", "u", FIND, "next entry with a mark or a note")                    \
    X(PREVIOUS_NOTED, "previous-noted", "U", FIND, "previous entry with a mark or a note")        \
    X(SEARCH, "search", "/", FIND, "search in what is shown; :search TEXT as well")                \
    X(NEXT_MATCH, "next-match", "n", FIND, "next match")                                          \
    X(PREVIOUS_MATCH, "previous-match", "N", FIND, "previous match")                              \
    X(FILTER, "filter", "&", FIND, "show some entries alone; :filter has:failure as well")        \
    X(CLEAR_FILTER, "clear-filter", "\\", FIND, "show all entries again")                         \
    X(FOLLOW, "follow", "[", FIND, "to the entry that the stored prev_digest names")              \
    X(CITING, "citing", "]", FIND, "to the entry that cites the digest of this one")              \
    X(JUMP_BACK, "jump-back", "<lt>", FIND, "back in the history of jumps")                       \
    X(JUMP_FORWARD, "jump-forward", ">", FIND, "forward in the history of jumps")                 \
    X(CARD, "card", "<Enter>", DETAIL, "the entry as a card; in a list of findings: go there")    \
    X(BACK, "back", "<Esc>", DETAIL, "leave the view")                                            \
    X(NEXT_PANE, "next-pane", "<Tab>", DETAIL, "the keys that move do so in the other pane")                  \
    X(SCROLL_DOWN, "scroll-down", "J", DETAIL, "scroll the detail down")                          \
    X(SCROLL_UP, "scroll-up", "K", DETAIL, "scroll the detail up")                                \
    X(COMPARISON, "next-comparison", ".", DETAIL,                                                 \
      "next comparison: links, output, entry digest, endpoint")                                   \
    X(BYTES, "bytes", "v", DETAIL, "decoded text, JSON in lines, hex, exact preimage, source")    \
    X(WRAP, "wrap", "Z", DETAIL,                                                                  \
      "wrap long lines of the bytes, or cut them: the keys that scroll sideways move them")       \
    X(LAYOUT, "layout", "=", DETAIL, "arrange the panes; findings by place or by kind")           \
    X(NOTE, "note", "a", NOTES,                                                                   \
      "write a note: Ctrl-X keeps it, Esc keeps a draft; in the list of notes: edit it")          \
    X(MARK_SUSPICIOUS, "mark-suspicious", "ms", NOTES, "mark the entry suspicious")               \
    X(MARK_QUESTION, "mark-question", "mq", NOTES, "mark it as a question")                       \
    X(MARK_CLEARED, "mark-cleared", "mc", NOTES, "mark it cleared")                               \
    X(MARK_IMPORTANT, "mark-important", "mi", NOTES, "mark it important")                         \
    X(UNMARK, "unmark", "m<Space>", NOTES, "take its mark away")                                  \
    X(ALL_NOTES, "notes", "A", NOTES, "all notes, also those made on another file")               \
    X(HISTORY, "history", "H", NOTES, "what was done to the case file, and its head")             \
    X(CASE, "case", "", NOTES, ":case FILE opens a case file, or makes it; :case asks which")     \
    X(OUTCOME, "outcome", "", NOTES, ":outcome records what a system states of an effect it owns") \
    X(REVIEW, "review", "", NOTES, ":review records who reviewed, which report, and what they say") \
    X(EXAMINER, "examiner", "", NOTES, ":examiner NAME says who examines")                        \
    X(OVERVIEW, "overview", "o", VIEWS, "the four judgements and what each cannot say")           \
    X(FINDINGS, "findings", "F", VIEWS, "all findings")                                           \
    X(PROVENANCE, "provenance", "p", VIEWS, "classes, their standing, their counts")              \
    X(FACTS, "facts", "i", VIEWS, "the file and its SHA-256, the references")                     \
    X(REFERENCES, "references", "c", VIEWS, "references against the end; there: attach one")   \
    X(COVERAGE, "coverage", "C", VIEWS,                                                           \
      "expected actions against entries: matched, missing, unexpected, forbidden, out of order")  \
    X(REFERENCE, "reference", "", VIEWS, ":reference FILE attaches a chain commitment")           \
    X(KNOWN_HEAD, "head", "", VIEWS, ":head HEX or :head HEX@N, a digest known from elsewhere")   \
    X(KNOWN_COUNT, "count", "", VIEWS, ":count N, a number of entries known from elsewhere")      \
    X(BASELINE, "baseline", "", VIEWS, ":baseline FILE attaches an earlier copy of this timeline")  \
    X(EXPECT, "expect", "", VIEWS,                                                                \
      ":expect FILE attaches a list of expected actions or a workflow receipt")                   \
    X(DETACH, "detach", "d", VIEWS, "takes the selected reference or list off, or a statement of outcome")                           \
    X(JOBS, "jobs", "L", VIEWS,                                                                   \
      "the jobs that entries name; there: open one alone; from one that is open, back to the table") \
    X(JOB, "job", "", VIEWS, ":job ID opens the entries of that job alone")                       \
    X(COPIES, "compare", "D", VIEWS, "another copy beside this one; :compare FILE as well")         \
    X(PLAIN, "plain", "Y", VIEWS, "values without frames, for copying by hand")                   \
    X(MAP, "map", "t", VIEWS,                                                                     \
      "map: ! failure, s signal, ? warning, . nothing found, blank not examined yet; below it "   \
      "standings: R recorder, G gateway, A agent, - none, r g a n the most frequent of several; " \
      ":map N goes to cell N")                                                                    \
    X(HELP, "help", "? <F1>", VIEWS, "this help, which can be searched")                               \
    X(LAB, "lab", "X", LAB,                                                                       \
      "training lab: attacks and repairs on a copy in memory; :lab delete 3 does a step by name") \
    X(LAB_UNDO, "lab-undo", "-", LAB, "take the last step back")                                  \
    X(LAB_REDO, "lab-redo", "+", LAB, "do a step again that was taken back")                      \
    X(LAB_RESET, "lab-reset", "_", LAB, "put the steps and the copy away")                        \
    X(LAB_EVIDENCE, "lab-evidence", "B", LAB, "from the training copy to the evidence, and back") \
    X(LAB_SAVE, "lab-save", "O", LAB, "write the training copy to a new file; :lab-save FILE")    \
    X(LAB_TOUR, "lab-tour", "T", LAB,                                                             \
      "a tour in seven stops, on this timeline where it can be; :lab-tour sample on one of its own") \
    X(LAB_NEXT, "lab-next", "}", LAB, "next stop of the tour")                                    \
    X(LAB_PREVIOUS, "lab-previous", "{", LAB, "previous stop")                                    \
    X(LAB_QUIZ, "lab-quiz", "Q", LAB,                                                             \
      "an exercise whose steps are hidden; :lab-quiz SEED, or SEED and how many attacks")         \
    X(LAB_SOLUTION, "lab-solution", "V", LAB, "its solution: the steps, and what saw them")       \
    X(COPY_RECOMPUTED, "copy-recomputed", "yr", PROGRAM, "copy the recomputed digest (OSC 52)")   \
    X(COPY_STORED, "copy-stored", "ys", PROGRAM, "copy the stored digest")                        \
    X(COPY_ID, "copy-id", "yi", PROGRAM, "copy the id of the entry")                              \
    X(COPY_JSON, "copy-json", "yj", PROGRAM, "copy the entry's JSON in one line")                 \
    X(COPY_VERDICT, "copy-verdict", "yv", PROGRAM, "copy the four judgements")                    \
    X(COPY_COMMAND, "copy-command", "yc", PROGRAM, "copy the command for the entry's digest")     \
    X(COMMAND, "command", ":", PROGRAM, "any action by its name, an entry by its number")         \
    X(EXPORT, "export", "x", PROGRAM,                                                             \
      "write a report to a new file; :export md out.md, or :export csv --entries=3-9 out.csv")    \
    X(SAVE_SCREEN, "save-screen", "", PROGRAM,                                                    \
      ":save-screen FILE writes the screen as text to a new file; --styles FILE with styles")     \
    X(RELOAD, "reload", "R", PROGRAM, "read the file and those beside it again; say what changed")             \
    X(MOUSE, "mouse", "M", PROGRAM, "mouse on or off: the wheel scrolls, a press selects")        \
    X(REDRAW, "redraw", "<C-L>", PROGRAM, "draw everything again")                                \
    X(SUSPEND, "suspend", "<C-Z>", PROGRAM, "suspend; fg comes back")                             \
    X(CANCEL, "cancel", "<C-C>", PROGRAM, "cancel what is being typed; otherwise like quit")      \
    X(QUIT, "quit", "q", PROGRAM, "leave the view, then the program")

enum action {
    ACTION_NONE,
#define X(id, name, keys, section, help) ACTION_##id,
    ACTION_TABLE(X) ACTION_COUNT
#undef X
};

const char *action_name(enum action a);
const char *action_help(enum action a);
enum section action_section(enum action a);
const char *section_title(enum section s);
/* By its name or the beginning of one name alone; ACTION_NONE otherwise, `*several` tells why. */
enum action action_parse(const char *name, size_t len, bool *several);
/* All keys for people: "j, Down, Ctrl-N". */
int action_keys(enum action a, struct buf *out);
/* The first key: "j". */
int action_key(enum action a, struct buf *out);

/* The same for a sentence, so that what the screen names is what is bound: "j", or ":down" where no
 * key is. Good until the next call for this action. */
const char *action_sign(enum action a);

/* Other keys than the usual ones, in the same notation; "" for none. */
enum bind_result { BIND_DONE, BIND_NO_KEY, BIND_DIGIT, BIND_NO_MEMORY };
enum bind_result action_bind(enum action a, const char *keys);
void keymap_reset(void);
/* A key that two actions have, or that alone is one and begins another. */
struct key_conflict {
    enum action first, second;
    char key[2 * KEY_LABEL_ROOM];
};
bool keymap_conflict(struct key_conflict *out);

/* Keys pressed so far that are not an action yet: a count, the first of two keys. */
struct keys {
    bool counted;
    uint64_t count;
    uint32_t first;
};
/* Takes a key. ACTION_NONE when more keys are needed or the key has no action (`*unknown`). When an
 * action is complete, `count` holds its count and the next key begins anew. */
enum action keys_take(struct keys *k, uint32_t key, bool *unknown);
void keys_clear(struct keys *k);
/* True when nothing is pending. */
bool keys_idle(const struct keys *k);

/* An action worth a place in the last row. */
struct hint {
    enum action action;
    const char *label;
};

#endif
