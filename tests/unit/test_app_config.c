#include "app/config.h"
#include "tui/keymap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct config good(const char *text)
{
    struct config c;
    struct err err = {0};

    if (config_parse(&c, "config.json", text, &err) != 0)
        fail_msg("%s", err.text);
    return c;
}

static void bad(const char *text, int line, const char *says)
{
    struct config c;
    struct err err = {0};
    char begins[64];

    assert_int_equal(config_parse(&c, "config.json", text, &err), -1);
    assert_int_equal(err.code, ERR_USAGE);
    snprintf(begins, sizeof begins, "config.json, line %d: ", line);
    if (strncmp(err.text, begins, strlen(begins)) != 0 || !strstr(err.text, says))
        fail_msg("%s: wanted line %d and %s", err.text, line, says);
    keymap_reset();
}

static enum action pressed(const char *keys)
{
    struct keys k = {0};
    enum action a = ACTION_NONE;
    bool unknown;

    for (; *keys; keys++)
        a = keys_take(&k, (unsigned char)*keys, &unknown);
    return a;
}

static void settings(void **state)
{
    struct config c;

    (void)state;
    c = good("{}");
    assert_false(c.has_theme || c.has_frames || c.mouse || c.plain);
    assert_int_equal(c.colors.color[STYLE_FAILURE], COLOR_THEME);
    c = good("{\n \"theme\": \"light\", \"frames\": \"unicode\", \"mouse\": true,\n"
             " \"plain\": false, \"colors\": {\"failure\": 160, \"match-token\": \"none\"}\n}\n");
    assert_true(c.has_theme && c.theme == THEME_LIGHT);
    assert_true(c.has_frames && c.unicode_frames && c.mouse && !c.plain);
    assert_int_equal(c.colors.color[STYLE_FAILURE], 160);
    assert_int_equal(c.colors.color[STYLE_MATCH_TOKEN], COLOR_OWN);
    assert_int_equal(c.colors.color[STYLE_WARNING], COLOR_THEME);
}

static void keys_are_bound(void **state)
{
    struct buf text;

    (void)state;
    good("{\"bind\": {\"next-failure\": \"] <F2>\", \"citing\": \"e\", \"suspend\": null, "
         "\"first\": \"gg\"}}");
    assert_int_equal(pressed("]"), ACTION_NEXT_FAILURE);
    assert_int_equal(pressed("e"), ACTION_CITING);
    assert_int_equal(pressed("\x1a"), ACTION_NONE);
    assert_int_equal(pressed("g"), ACTION_NONE);
    assert_int_equal(pressed("gg"), ACTION_FIRST);
    buf_init(&text, 256);
    action_keys(ACTION_NEXT_FAILURE, &text);
    assert_string_equal(buf_cstr(&text), "], F2");
    buf_release(&text);
    good("{}");
    assert_int_equal(pressed("e"), ACTION_NEXT_FAILURE);
}

static void errors_name_the_line(void **state)
{
    (void)state;
    bad("{\n \"theme\": \"dark\",\n oops\n}\n", 3, "no JSON");
    bad("{}\n{}", 2, "no JSON");
    bad("", 1, "no JSON");
    bad("[]", 1, "an object is wanted");
    bad("{\n\n \"themes\": 1}", 3, "did you mean theme?");
    bad("{\n \"theme\":\n \"blue\"}", 2, "light, dark");
    bad("{\n \"theme\": \"dark\",\n \"theme\": \"dark\"}", 2, "twice");
    bad("{\"bind\": {\n\n  \"next-failur\": \"e\"}}", 3, "did you mean next-failure?");
    bad("{\"bind\": {\n  \"next-failure\": \"<Foo>\"}}", 2, "no key is written so");
    bad("{\"bind\": {\n  \"next-failure\": \"abc\"}}", 2, "no key is written so");
    bad("{\"bind\": {\n  \"next-failure\": \"5\"}}", 2, "count");
    bad("{\"bind\": {\n  \"next-failure\": 5}}", 2, "a string is wanted");
    bad("{\"bind\": {\n  \"up\": \"u\",\n  \"next-failure\": \"j\"}}", 3, "is bound to down and to");
    bad("{\"bind\": {\n  \"next-failure\": \"z\"}}", 2, "row-top");
    bad("{\"bind\": 3}", 1, "an object is wanted");
    bad("{\"colors\": {\n \"green\": 2}}", 2, "no style is called");
    bad("{\"bind\": {\n \"quit\": null,\n \"cancel\": \"\",\n \"command\": null}}", 4,
        "could not be left");
    good("{\"bind\": {\"quit\": null, \"cancel\": null}}");
    keymap_reset();
    good("{\"bind\": {\"quit\": null, \"command\": null}}");
    keymap_reset();
    bad("{\"colors\": {\n \"failure\": 256}}", 2, "0 to 255");
    bad("{\"colors\": {\n \"failure\": 1.5}}", 2, "0 to 255");
    bad("{\n \"mouse\": 1}", 2, "true or false");
    bad("{\n \"frames\": \"round\"}", 2, "ascii or unicode");
    bad("{\n \"th\x1b[2Jeme\": 1}", 2, "<U+001B>");
}

static void the_usual_keys_do_not_collide(void **state)
{
    struct key_conflict c;

    (void)state;
    keymap_reset();
    assert_false(keymap_conflict(&c));
}

static void files(void **state)
{
    struct config c;
    struct err err = {0};
    char path[] = "/tmp/aerscope-config.XXXXXX";
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "{\"mouse\":true}", 14), 14);
    close(fd);
    assert_int_equal(config_read(&c, path, &err), 0);
    assert_true(c.mouse);
    assert_int_equal(truncate(path, 15), 0);
    assert_int_equal(config_read(&c, path, &err), -1);
    unlink(path);
    assert_int_equal(config_read(&c, path, &err), -1);
    assert_int_equal(config_read(&c, "none", &err), 0);
    assert_false(c.mouse);
    setenv("XDG_CONFIG_HOME", "/nowhere", 1);
    assert_int_equal(config_read(&c, NULL, &err), 0);
    setenv("XDG_CONFIG_HOME", "relative", 1);
    unsetenv("HOME");
    assert_int_equal(config_read(&c, NULL, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings),
        cmocka_unit_test(keys_are_bound),
        cmocka_unit_test(errors_name_the_line),
        cmocka_unit_test(the_usual_keys_do_not_collide),
        cmocka_unit_test(files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
