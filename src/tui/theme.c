#include "tui/theme.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Grounds taken for what is only known to be light or dark: the hardest of their kind. */
enum { GROUND_LIGHT = 0xeeeeee, GROUND_DARK = 0x2a2a2a };
enum { CONTRAST_LEAST_PERCENT = 470, CANDIDATES = 5 };

enum role { ROLE_FAILURE, ROLE_WARNING, ROLE_HINT, ROLE_COUNT };

/* The first that stands out is taken. Any of one row beside any of another that stand out from one
 * ground can be told apart (the tests compute it). */
static const short many[ROLE_COUNT][CANDIDATES] = {
    [ROLE_FAILURE] = {203, 210, 217, 88, 52},
    [ROLE_WARNING] = {226, 228, 130, 94, -1},
    [ROLE_HINT] = {117, 153, 25, 19, 18},
};
static const short few[ROLE_COUNT][CANDIDATES] = {
    [ROLE_FAILURE] = {9, 1, -1, -1, -1},
    [ROLE_WARNING] = {11, 3, 5, -1, -1},
    [ROLE_HINT] = {12, 4, 6, -1, -1},
};

bool theme_parse(const char *name, enum theme *out)
{
    static const char *const names[] = {"auto", "light", "dark", "none"};

    for (int i = 0; i < 4; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (enum theme)i;
            return true;
        }
    return false;
}

void color_wishes_init(struct color_wishes *w)
{
    for (int i = 0; i < STYLE_COUNT; i++)
        w->color[i] = COLOR_THEME;
}

static bool same_word(const char *lower, const char *upper)
{
    for (; *lower && *upper; lower++, upper++)
        if (*lower != (*upper == '_' ? '-' : tolower((unsigned char)*upper)))
            return false;
    return *lower == *upper;
}

enum style style_named(const char *name)
{
    static const char *const names[STYLE_COUNT] = {
#define X(id, mark, attributes) #id,
        STYLE_TABLE(X)
#undef X
    };
    int i = 0;

    while (i < STYLE_COUNT && !same_word(name, names[i]))
        i++;
    return (enum style)i;
}

/* xterm's usual values; those below 16 differ from one terminal to the next. */
uint32_t theme_rgb(int color)
{
    static const uint32_t ansi[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                      0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                      0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const uint32_t level[6] = {0, 95, 135, 175, 215, 255};
    uint32_t grey;

    if (color < 16)
        return ansi[color < 0 ? 0 : color];
    if (color >= 232) {
        grey = 8 + 10 * (uint32_t)(color - 232);
        return grey << 16 | grey << 8 | grey;
    }
    color -= 16;
    return level[color / 36] << 16 | level[color / 6 % 6] << 8 | level[color % 6];
}

/* The curve of sRGB by a polynomial; the contrast is then off by less than 4 %. */
static double linear(uint32_t part)
{
    double c = (double)(part & 0xff) / 255;

    return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

static double luminance(uint32_t rgb)
{
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
}

double theme_contrast(uint32_t a, uint32_t b)
{
    double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

    return x > y ? x / y : y / x;
}

/* COLORFGBG is "15;0" or "15;default;0": the background comes last. */
static bool ground_from(const char *colorfgbg, uint32_t *ground)
{
    const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    char *end;
    long n;

    if (!last || !isdigit((unsigned char)last[1]))
        return false;
    n = strtol(last + 1, &end, 10);
    if (*end || n > 15)
        return false;
    *ground = n < 7 || n == 8 ? GROUND_DARK : GROUND_LIGHT;
    return true;
}

bool theme_ground(enum theme t, const char *colorfgbg, uint32_t *ground)
{
    if (t == THEME_NONE)
        return false;
    if (t == THEME_AUTO)
        return ground_from(colorfgbg, ground);
    *ground = t == THEME_LIGHT ? GROUND_LIGHT : GROUND_DARK;
    return true;
}

static enum role role_of(enum style s)
{
    switch (s) {
    case STYLE_FAILURE:
    case STYLE_DIFFERENT: return ROLE_FAILURE;
    case STYLE_WARNING: return ROLE_WARNING;
    case STYLE_KEY:
    case STYLE_MATCH:
    case STYLE_FILTER: return ROLE_HINT;
    default: return ROLE_COUNT;
    }
}

static short choose(enum role r, uint32_t ground, int colors)
{
    const short *candidate = colors >= 256 ? many[r] : few[r];

    for (int i = 0; i < CANDIDATES && candidate[i] >= 0; i++)
        if (candidate[i] < colors &&
            theme_contrast(theme_rgb(candidate[i]), ground) * 100 >= CONTRAST_LEAST_PERCENT)
            return candidate[i];
    return COLOR_OWN;
}

void theme_palette(const uint32_t *ground, int colors, const struct color_wishes *wishes,
                   struct palette *out)
{
    for (int i = 0; i < STYLE_COUNT; i++) {
        enum role r = role_of((enum style)i);
        short wish = wishes ? wishes->color[i] : COLOR_THEME;

        out->color[i] = COLOR_OWN;
        if (wish != COLOR_THEME)
            out->color[i] = wish < colors ? wish : COLOR_OWN;
        else if (ground && r != ROLE_COUNT)
            out->color[i] = choose(r, *ground, colors);
    }
}
