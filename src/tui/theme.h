/* Colours, added where the background is known: only such as stand out from it (4.5:1) and from each
 * other, for every kind of colour vision. Without them nothing is lost. */
#ifndef AERSCOPE_TUI_THEME_H
#define AERSCOPE_TUI_THEME_H

#include "tui/paint.h"

#include <stdbool.h>
#include <stdint.h>

enum theme { THEME_AUTO, THEME_LIGHT, THEME_DARK, THEME_NONE };
/* "auto", "light", "dark", "none"; false when it is none of these. */
bool theme_parse(const char *name, enum theme *out);

/* What the user wants of the colour of a style. */
enum { COLOR_THEME = -2, COLOR_OWN = -1 };
struct color_wishes {
    short color
        [STYLE_COUNT]; /* COLOR_THEME, COLOR_OWN (the terminal's), or a number of its palette */
};
void color_wishes_init(struct color_wishes *w);
/* By its name in lower case, as the configuration has it; STYLE_COUNT when there is none. */
enum style style_named(const char *name);

/* The background, 0xRRGGBB. False when it is not known. */
bool theme_ground(enum theme t, const char *colorfgbg, uint32_t *ground);
/* 0xRRGGBB of a colour of xterm's palette. */
uint32_t theme_rgb(int color);
/* Contrast as WCAG has it, a little below at worst. */
double theme_contrast(uint32_t a, uint32_t b);
/* `ground` NULL: not known. `colors`: how many the terminal has. */
void theme_palette(const uint32_t *ground, int colors, const struct color_wishes *wishes,
                   struct palette *out);

#endif
