/* Whether the program had to do without memory anywhere, so that no output which may lack something for it passes
 * for a whole one. What has a way to do without as well as with does not count. */
#ifndef AERSCOPE_BASE_SHORTAGE_H
#define AERSCOPE_BASE_SHORTAGE_H

/* An allocation failed, and something is left undone for it. From any thread. */
void shortage_note(void);
/* The memory that was asked for; NULL is noted. */
void *shortage_unless(void *memory);
/* How often so far. */
unsigned long shortage_notes(void);

#endif
