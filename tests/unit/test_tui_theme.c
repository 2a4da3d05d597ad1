#include "tui/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below this, in CIE Lab, two colours of words are hard to tell apart. */
static const double APART = 15;

static double linear(uint32_t part)
{
    double c = (double)(part & 0xff) / 255;

    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(uint32_t rgb)
{
    return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
}

static double contrast(uint32_t a, uint32_t b)
{
    double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

    return fmax(x, y) / fmin(x, y);
}

/* Machado, Oliveira and Fernandes 2009, severity 1; the first is usual vision. */
static const double vision[4][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};

static double curve(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

static void lab(uint32_t rgb, const double m[3][3], double out[3])
{
    double in[3] = {linear(rgb >> 16), linear(rgb >> 8), linear(rgb)}, v[3];
    double x, y, z;

    for (int i = 0; i < 3; i++)
        v[i] = fmin(1, fmax(0, m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2]));
    x = curve((0.4124 * v[0] + 0.3576 * v[1] + 0.1805 * v[2]) / 0.95047);
    y = curve(0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]);
    z = curve((0.0193 * v[0] + 0.1192 * v[1] + 0.9505 * v[2]) / 1.08883);
    out[0] = 116 * y - 16;
    out[1] = 500 * (x - y);
    out[2] = 200 * (y - z);
}

static double distance(uint32_t a, uint32_t b, const double m[3][3])
{
    double p[3], q[3];

    lab(a, m, p);
    lab(b, m, q);
    return sqrt(pow(p[0] - q[0], 2) + pow(p[1] - q[1], 2) + pow(p[2] - q[2], 2));
}

static const enum style roles[] = {STYLE_FAILURE, STYLE_WARNING, STYLE_KEY};

static void check_pair(uint32_t ground, int a, int b)
{
    if (a < 0 || b < 0)
        return;
    for (int v = 0; v < 4; v++)
        if (distance(theme_rgb(a), theme_rgb(b), vision[v]) < APART)
            fail_msg("%d and %d on %06x with vision %d", a, b, ground, v);
}

static int check_ground(uint32_t ground, int colors)
{
    struct palette p;
    int chosen = 0;

    theme_palette(&ground, colors, NULL, &p);
    for (int i = 0; i < 3; i++) {
        int color = p.color[roles[i]];
        if (color < 0)
            continue;
        chosen++;
        assert_true(color < colors);
        if (contrast(theme_rgb(color), ground) < 4.5)
            fail_msg("%d on %06x", color, ground);
        for (int k = 0; k < i; k++)
            check_pair(ground, color, p.color[roles[k]]);
    }
    return chosen;
}

static void all_grounds(void **state)
{
    static const int colors[] = {8, 16, 256};

    (void)state;
    for (int c = 0; c < 3; c++)
        for (uint32_t r = 0; r < 256; r += 17)
            for (uint32_t g = 0; g < 256; g += 17)
                for (uint32_t b = 0; b < 256; b += 17)
                    check_ground(r << 16 | g << 8 | b, colors[c]);
}

static void usual_grounds_have_all(void **state)
{
    static const uint32_t grounds[] = {0x000000, 0xffffff, 0x1e1e1e, 0x002b36, 0xfdf6e3,
                                       0x282c34, 0x1e1e2e, 0xeeeeee, 0x300a24, 0x2a2a2a};

    (void)state;
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++)
        assert_int_equal(check_ground(grounds[i], 256), 3);
}

static void nothing_is_green(void **state)
{
    (void)state;
    for (uint32_t grey = 0; grey < 256; grey++)
        for (int colors = 8; colors <= 256; colors *= 2) {
            uint32_t ground = grey << 16 | grey << 8 | grey;
            struct palette p;
            theme_palette(&ground, colors, NULL, &p);
            for (int s = 0; s < STYLE_COUNT; s++) {
                uint32_t rgb = p.color[s] < 0 ? 0 : theme_rgb(p.color[s]);
                uint32_t r = rgb >> 16, g = rgb >> 8 & 255, b = rgb & 255;
                assert_false(g > r && g > b);
            }
        }
}

static void unknown_ground_has_none(void **state)
{
    struct palette p;
    uint32_t ground = 0;

    (void)state;
    theme_palette(NULL, 256, NULL, &p);
    for (int s = 0; s < STYLE_COUNT; s++)
        assert_int_equal(p.color[s], COLOR_OWN);
    theme_palette(&ground, 256, NULL, &p);
    assert_int_equal(p.color[STYLE_NORMAL], COLOR_OWN);
    assert_int_equal(p.color[STYLE_SELECTED], COLOR_OWN);
}

static void wishes(void **state)
{
    struct palette p;
    struct color_wishes w;
    uint32_t ground = 0;

    (void)state;
    color_wishes_init(&w);
    w.color[STYLE_FAILURE] = COLOR_OWN;
    w.color[STYLE_TITLE] = 200;
    theme_palette(&ground, 256, &w, &p);
    assert_int_equal(p.color[STYLE_FAILURE], COLOR_OWN);
    assert_int_equal(p.color[STYLE_TITLE], 200);
    assert_true(p.color[STYLE_WARNING] >= 0);
    theme_palette(&ground, 16, &w, &p);
    assert_int_equal(p.color[STYLE_TITLE], COLOR_OWN);
    assert_int_equal(style_named("match-token"), STYLE_MATCH_TOKEN);
    assert_int_equal(style_named("failur"), STYLE_COUNT);
    assert_int_equal(style_named("failures"), STYLE_COUNT);
}

static void grounds_are_known(void **state)
{
    uint32_t g;

    (void)state;
    assert_true(theme_ground(THEME_DARK, NULL, &g) && luminance(g) < 0.1);
    assert_true(theme_ground(THEME_LIGHT, "15;0", &g) && luminance(g) > 0.8);
    assert_true(theme_ground(THEME_AUTO, "15;0", &g) && luminance(g) < 0.1);
    assert_true(theme_ground(THEME_AUTO, "0;default;15", &g) && luminance(g) > 0.8);
    assert_false(theme_ground(THEME_AUTO, NULL, &g));
    assert_false(theme_ground(THEME_AUTO, "", &g));
    assert_false(theme_ground(THEME_AUTO, "15;default", &g));
    assert_false(theme_ground(THEME_AUTO, "15;99", &g));
    assert_false(theme_ground(THEME_NONE, "15;0", &g));
}

static void contrast_is_about_right(void **state)
{
    (void)state;
    for (int a = 0; a < 256; a += 3)
        for (int b = 0; b < 256; b += 5) {
            double exact = contrast(theme_rgb(a), theme_rgb(b));
            assert_true(fabs(theme_contrast(theme_rgb(a), theme_rgb(b)) / exact - 1) < 0.05);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_grounds),
        cmocka_unit_test(usual_grounds_have_all),
        cmocka_unit_test(nothing_is_green),
        cmocka_unit_test(unknown_ground_has_none),
        cmocka_unit_test(wishes),
        cmocka_unit_test(grounds_are_known),
        cmocka_unit_test(contrast_is_about_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
