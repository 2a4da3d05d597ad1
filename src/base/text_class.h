/* What is known of single characters: those that cannot be shown as they are, and scripts. */
#ifndef AERSCOPE_BASE_TEXT_CLASS_H
#define AERSCOPE_BASE_TEXT_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool class_is_control(uint32_t cp); /* C0, DEL, C1 */
bool class_is_surrogate(uint32_t cp);
/* Format and bidirectional controls, default-ignorable, blank, any separator but U+0020. */
bool class_is_invisible(uint32_t cp);
/* Never shown as itself, whatever stands around it. U+0020 and '<' are judged by their place. */
bool class_is_hidden(uint32_t cp);
/* Belongs to the character before it: marks and what else extends a grapheme. */
bool class_is_mark(uint32_t cp);
/* Cells, -1 where that is not known. The library gives some nonspacing marks a cell of their own;
 * terminals do not. */
int class_width(uint32_t cp);
/* Ends a word of running text. */
bool class_ends_word(uint32_t cp);

/* The scripts a character may belong to (UTS 39, section 5.1: augmented script sets). */
struct scripts {
    bool any;           /* Common, Inherited, unassigned: goes with every script */
    const void *single; /* a script that is no member of the family below */
    unsigned family;    /* bits for the scripts of Chinese, Japanese, Korean and Yi writing */
};

#define SCRIPTS_ANY ((struct scripts){.any = true})
struct scripts scripts_of(uint32_t cp);
struct scripts scripts_meet(struct scripts a, struct scripts b);
bool scripts_none(struct scripts s);
bool scripts_latin(uint32_t cp);

/* Length of the token (<U+XXXX>, <0xXX>) that begins at p, 0 for none. */
size_t token_span(const unsigned char *p, size_t len);

#endif
