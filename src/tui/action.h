/* What the keys do. */
#ifndef AERSCOPE_TUI_ACTION_H
#define AERSCOPE_TUI_ACTION_H

#include "tui/event.h"
#include "tui/state.h"

/* An event from the terminal or a script; resize and wait are the loop's. */
void action_event(struct state *s, const struct event *e);
/* `count` 0: none was given. */
void action_do(struct state *s, enum action a, uint64_t count);
/* To an entry by its number, which there may not be. */
void action_goto(struct state *s, uint64_t entry);
/* What lies over the entries goes. */
void action_to_entries(struct state *s);

/* The `:` prompt (command.c): opens it; does a line of it; opens it again with a line that is refused, the
 * reason above it. The reason is escaped or a literal. */
void command_open(struct state *s);
void command_line(struct state *s, const char *line);
void command_refuse(struct state *s, const char *line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Notes, marks and the case file (action_notes.c): an action, and one with an argument, false when it
 * takes none. */
void note_action(struct state *s, enum action a);
bool note_command(struct state *s, enum action a, const char *argument);

/* The mouse (action_mouse.c). */
void mouse_toggle(struct state *s);
void mouse_event(struct state *s, const struct event *e);

/* The ones that go looking (action_find.c). */
void find_next(struct state *s, enum action a, uint64_t count);
void find_first_failure(struct state *s);
void find_damage(struct state *s);
/* In a view whose matches and failures are one thing: 1 for the next, -1 for the previous, 0 for any other action. */
int find_step(enum action a);

#endif
