/* Provenance classes and their standing: what the record claims about who says that it happened. */
#ifndef AERSCOPE_CORE_PROVENANCE_H
#define AERSCOPE_CORE_PROVENANCE_H

#include <stddef.h>
#include <stdint.h>

enum standing { STANDING_NONE, STANDING_AGENT, STANDING_GATEWAY, STANDING_RECORDER, STANDING_COUNT };

/* The standing of a class: EXECUTED BY <SYSTEM> (A-Z 0-9 . _ - and single inner spaces, first and last
 * a letter or digit), OBSERVED VIA GATEWAY, LOGGED BY AGENT; anything else has none. */
enum standing provenance_standing(const char *class_text, size_t len);
/* "recorder execution", "gateway observation", "agent assertion", "none". */
const char *standing_name(enum standing s);
/* R, G, A or - for entries of one standing; r, g, a or n for the most frequent of several; a space where
 * there is no entry. */
char standing_mix(const uint64_t entries[STANDING_COUNT]);
/* One sentence on what the standing is and is not. */
const char *standing_says(enum standing s);

#endif
