/* The command line, an argument a line; and the same bytes as configuration. What is refused is refused with one
 * sentence of text, twice alike. */
#include "fuzz.h"

#include "app/config.h"
#include "app/options.h"
#include "tui/keymap.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 40 };

static int split(char *text, char *argv[ARGUMENTS + 2])
{
    int argc = 1;

    argv[0] = (char *)(uintptr_t)"aerscope";
    for (char *p = text; p && *p && argc <= ARGUMENTS; argc++) {
        char *feed = strchr(p, '\n');

        argv[argc] = p;
        if (feed)
            *feed++ = '\0';
        p = feed;
    }
    argv[argc] = NULL;
    return argc;
}

static void hold_error(const struct err *err)
{
    HOLDS(err->code == ERR_USAGE || err->code == ERR_MEMORY || err->code == ERR_OPEN || err->code == ERR_FORM);
    HOLDS(err->text[0] != '\0');
    fuzz_holds_text(err->text, strlen(err->text));
    HOLDS(strchr(err->text, '\n') == NULL);
}

static void parse(const char *bytes, size_t size)
{
    char *text = strndup(bytes, size), *argv[ARGUMENTS + 2];
    struct options o;
    struct err err = {0}, again = {0};
    int argc, status;

    HOLDS(text != NULL);
    argc = split(text, argv);
    status = options_parse(&o, argc, argv, &err);
    HOLDS(status == 0 || status == -1);
    if (status != 0)
        hold_error(&err);
    if (status == 0 && !o.help && !o.version) {
        HOLDS(o.command >= 0 && o.command < COMMAND_COUNT);
        HOLDS(o.operands <= (size_t)argc && o.references <= (size_t)argc);
        HOLDS(o.from <= o.to || o.to == 0);
    }
    options_release(&o);
    /* A copy: what is told of an option cuts its word. */
    free(text);
    text = strndup(bytes, size);
    HOLDS(text != NULL && split(text, argv) == argc);
    HOLDS(options_parse(&o, argc, argv, &again) == status);
    HOLDS(strcmp(err.text, again.text) == 0);
    options_release(&o);
    free(text);
}

static void configure(const char *bytes, size_t size)
{
    char *text = strndup(bytes, size);
    struct config c;
    struct err err = {0};

    HOLDS(text != NULL);
    if (config_parse(&c, "config.json", text, &err) != 0)
        hold_error(&err);
    keymap_reset();
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 14)
        return 0;
    parse((const char *)data, size);
    configure((const char *)data, size);
    return 0;
}
