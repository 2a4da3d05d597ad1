/* The training lab beside the evidence: steps on a copy in memory, which is examined as a timeline of its own and
 * looked at in a state of its own, with the views of any timeline. The evidence, its references and its case file
 * stay as they are. What is begun here goes on behind the screen; lab_follow() takes it in. */
#ifndef AERSCOPE_TUI_LAB_H
#define AERSCOPE_TUI_LAB_H

#include "core/members.h"
#include "lab/lab.h"
#include "lab/tour.h"
#include "tui/keymap.h"
#include "tui/lab_held.h"
#include "tui/worker.h"

struct state;

/* In row 1 of every screen of a copy, and at the head of judgements copied and reports written of it. */
#define LAB_BANNER "TRAINING COPY"
#define LAB_BANNER_BRIEF "TRAINING" /* in a narrow last row */

/* A timeline that was made, and the state it is looked at in. */
struct lab_copy {
    struct state *state; /* NULL: there is none */
    struct source *source;
    struct timeline *timeline;
    struct reference_set *refs; /* where they stay: the state points to them */
    struct lab_applied applied;
    char *saved; /* the file that it was written to; NULL: it is in none */
};

enum lab_stage {
    LAB_IDLE,
    LAB_ADDING,    /* a step is being checked */
    LAB_ASKING,    /* whether it is to be applied */
    LAB_APPLYING,  /* the copy is being written */
    LAB_EXAMINING, /* it is there, and is being examined */
    LAB_SAVING
};

enum { LAB_HINTS = 12 }; /* of one view, with their end */

/* What becomes of the steps when a copy is not made after all. */
enum lab_change { CHANGE_NONE, CHANGE_ADDED, CHANGE_REDONE, CHANGE_UNDONE, CHANGE_BEGUN, CHANGE_MOVED };

/* What was asked for, and held up to say what would be lost: once more does it. */
enum lab_asked { ASKED_NOTHING, ASKED_LEAVE, ASKED_RELOAD, ASKED_RETURN };

struct laboratory {
    struct state *evidence, *shown; /* what the screen shows: that, or the state of the copy */
    struct worker worker;
    enum lab_stage stage;
    enum lab_change change;
    enum lab_course course_before; /* of the step that is being added */
    bool stopped; /* given up by the user */

    struct lab_held held;
    struct lab_program *now; /* that is at hand; never NULL, its `lab` is where no lab is open */
    struct lab_own settled;  /* of it, in no file, without a step that is being added */
    bool put_away;           /* the last thing done was to put one away */
    enum lab_asked asked;
    struct reference_set witness; /* of a look of the tour, or of marked evidence: against the timeline before */
    bool marked;               /* such is what the copy that is being made is held against */
    struct timeline *unmarked; /* evidence that carries the mark, examined anew so that no comparison sees that */
    struct lab_step step;         /* that is being added */
    char *typed;                  /* as which it was typed */
    bool by_name;                 /* whole, so that only what it lacks is asked for */
    struct err err;

    struct lab_view before, after;
    struct lab_notice notice[LAB_JUDGEMENTS];
    struct lab_copy copy, next;
    struct lab_copy gone; /* an action may still run in its state: the next lab_follow() ends it */
    size_t refs;          /* of the evidence, and its list, when the copy was judged */
    const struct expected *list;
    struct document list_bytes; /* of that, or of one before */
    struct source *made; /* by the task, until it is taken over */
    struct lab_applied applied;

    /* For the screen, which may be drawn while a task works with the lab. */
    struct buf says;       /* a sentence a step, each ended by NUL; escaped */
    size_t steps, undone;
    struct buf first;  /* said before the judgements of the copy that is being made; escaped */
    bool first_failed;
    struct str same;       /* the command that does the same; data NULL: it cannot be written */
    uint64_t base_entries;

    size_t shown_stop, shown_look; /* of the tour: what the copy is of */
    int due;                       /* looks to go on by, asked for while one was made */

    struct hint hint[LAB_HINTS]; /* of the view on the screen */
    bool takes_back, does_again; /* what there is to take back, or to do again, when that was looked at last */
    size_t kind; /* selected in the menu, enum lab_kind */
    char *save_path;
};

/* `behind` says how what runs behind the screen tells that it is over; see tui/worker.h. */
void lab_begin(struct laboratory *x, struct state *evidence, const struct worker *behind);
/* Before the timeline of the evidence goes: ends what runs, and the copy. Programs stay. */
void lab_set_aside(struct laboratory *x);
/* The timeline of the evidence was read anew, to its end: where its bytes are the same, programs are of it again,
 * without a copy as yet. Appends what became of them; nothing where there were none. */
void lab_reopen(struct laboratory *x, struct buf *out);
/* There is a program at hand whose copy is still to be made. */
bool lab_is_due(const struct laboratory *x);
/* The program at hand waits for the timeline of the evidence: says so. */
bool lab_waits(struct state *s);
/* No own step is in force, so that there is no copy to make: says so. */
bool lab_all_undone(struct laboratory *x);
/* Ends what runs, and frees all. */
void lab_end(struct laboratory *x);
/* The copy alone goes. */
void lab_drop_copy(struct laboratory *x);
/* Shows the evidence, or the copy, as it was left. */
void lab_show(struct laboratory *x, struct state *s);
/* Looks whether the file of the evidence still is what was read, and says so, on a copy too. */
void lab_watch(struct laboratory *x);
/* It is not; of the evidence as of a copy. */
bool lab_file_changed(const struct state *s);
/* "the evidence is no more the file as read at ...: the lab goes on with what was read; R goes back ..." */
void lab_add_changed(const struct laboratory *x, struct buf *out);
/* Takes in what was done behind the screen. Not from within an action. */
void lab_follow(struct laboratory *x);
/* Gives up what is being made; false when nothing is. */
bool lab_cancel(struct state *s);
/* "writing the training copy (Ctrl-C gives up)"; nothing while none is made. */
void lab_status(const struct state *s, struct buf *out);

/* ---- before and after ---- */

/* The program's own mark is no difference from an earlier copy, on neither side; in evidence that carries it it would
 * be one: that is examined once more, by the task, against x->witness. */
bool lab_is_marked(const struct laboratory *x);
int lab_judge_unmarked(struct laboratory *x, struct err *err); /* 0 or -1 */
/* Of the copy that was examined: what was said before, and is now. 0 or -1. */
int lab_judge(struct laboratory *x, struct err *err);
void lab_forget_notice(struct laboratory *x);

/* ---- steps ---- */

/* Whether the lab can work on the timeline of the evidence; else says why not. */
bool lab_usable(const struct laboratory *x, struct err *err);
/* Whether a copy of the program at hand can be made: once one was, always, whatever became of the file since. Else says
 * why not. */
bool lab_can_make(const struct laboratory *x, struct err *err);
/* What is at hand is kept until what is begun is over; a tour or an exercise until the first copy of that is there. */
void lab_put_aside(struct laboratory *x);
/* Ends what is at hand: the user's own steps are put away, what was put aside last is in force again, and its copy is
 * made anew; false where there is nothing, and the evidence is shown. */
bool lab_take_up(struct laboratory *x);
/* Whether taking a step back does that: it was put away just before, or there is no step to take back. */
bool lab_brings_back(const struct laboratory *x);
/* What was put away last is at hand again, before what is; false where there is nothing. */
bool lab_bring_back(struct laboratory *x);
/* Opens a new program on it, or on the timeline of the tour; what was at hand is let go. 0 or -1. */
int lab_open(struct laboratory *x, bool sample, bool mark_all, struct err *err);
/* Goes on with a step that was checked behind the screen, and with a copy that was saved. */
void lab_added(struct laboratory *x);
void lab_saved(struct laboratory *x);
/* Asks for the argument of a step, checks it, says what it does, and applies it where that is wanted. */
void lab_ask(struct state *s, enum lab_kind kind);
/* The same with the argument given. */
void lab_begin_step(struct state *s, enum lab_kind kind, const char *argument);
/* Makes the copy of the steps in force; `change` is taken back where that fails. */
void lab_make(struct laboratory *x, enum lab_change change);
/* Takes down the steps in force for the screen. */
void lab_remember(struct laboratory *x);
/* The file that what is looked at is in, unescaped; NULL: a copy that was not saved. */
const char *lab_path_of(const struct state *s);
/* What the timeline is called that the lab works on, unescaped. */
const char *lab_base_path(const struct laboratory *x);
void lab_say_judgements(struct laboratory *x);
/* Says the text, which is escaped, now, and once more before the judgements of the copy that is being made, if any. */
void lab_say_first(struct laboratory *x, bool failed, const char *text);
/* "the exercise with seed 7 and 1 attack" */
void lab_add_exercise(const struct lab_program *p, struct buf *out);
/* "the exercise with seed 7 and 1 attack is gone; Q with 7 1 draws it again", behind what is there. */
void lab_exercise_gone(const struct lab_program *p, struct buf *out);
/* Both are exercises, of the same steps. */
bool lab_same_exercise(const struct lab_program *a, const struct lab_program *b);
/* Undone steps that the step added last does away with, "1 undone step is dropped"; nothing where there are none. */
void lab_add_dropped(const struct laboratory *x, const char *was, const char *were, struct buf *out);
/* A sentence of the tour or exercise that a step of the user's own ends; nothing where none is on. */
void lab_add_ends(const struct laboratory *x, struct buf *out);

/* ---- actions ---- */

/* Leaves what lies over the copy, then the copy; false where another meaning of leaving holds. */
bool lab_leave(struct state *s);
/* True when no step of the user's own that is in no file would be lost by leaving, by reading the file again; or when
 * that was said just before. Else says so. */
bool lab_may_quit(struct state *s);
bool lab_may_reload(struct state *s);
/* The same of going back from one job to all entries, which reads the file. */
bool lab_may_return(struct state *s);
/* Any other action makes that be said anew. */
void lab_asked_else(struct laboratory *x, enum action a);
/* True when the action is one of the lab, or has no place on a training copy, which is then said. */
bool lab_action(struct state *s, enum action a);
/* The same of a line that was typed behind ":", and of what stands behind the name in it. */
bool lab_line(struct state *s, enum action a, const char *line, const char *argument);
void lab_save_as(struct state *s, const char *path);

/* ---- tour and quiz ---- */

void lab_tour_begin(struct state *s, bool sample);
void lab_tour_go(struct state *s, int step);
/* While a look is being made, the keys of the tour are kept for after it; false where none is. */
bool lab_tour_queue(struct laboratory *x, enum action a);
/* Goes there. */
void lab_tour_due(struct laboratory *x);
/* The references of a look, made anew. 0 or -1. */
int lab_tour_refs(struct laboratory *x, struct reference_set *refs, struct err *err);
void lab_quiz_ask(struct state *s);
void lab_quiz_begin(struct state *s, const char *argument);
void lab_quiz_solve(struct state *s);
/* Steps and what noticed them may be shown. */
bool lab_tells(const struct laboratory *x);

/* ---- references ---- */

/* Those of `from` once more, unchecked, without what sits in the timeline's own file. 0 or -1. */
/* `list` keeps the bytes of the list; all zero at first, and to be released. */
int lab_copy_references(struct reference_set *to, const struct reference_set *from, struct document *list, struct err *err);

#endif
