#include "app/command.h"

#include "app/nearest.h"
#include "base/shown.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const struct command_spec command_spec[COMMAND_COUNT] = {
#define X(id, name, operands, least, most, does, status) \
    {name, operands, least, most, does, status},
    COMMAND_TABLE(X)
#undef X
};

enum command command_named(const char *name)
{
    int c = 0;

    while (c < COMMAND_COUNT && strcmp(command_spec[c].name, name) != 0)
        c++;
    return (enum command)c;
}

const char *command_meant(const char *written)
{
    static char text[64];
    struct nearest n = {.written = written};

    for (int c = 0; c < COMMAND_COUNT; c++)
        nearest_try(&n, command_spec[c].name);
    if (nearest_word(&n) == NULL)
        return "";
    snprintf(text, sizeof text, " (did you mean %s?)", nearest_word(&n));
    return text;
}

/* A name without a folder that is near a command, or not such as files of evidence have. */
static bool may_be_meant(const char *word)
{
    struct stat st;

    return strcmp(word, "-") != 0 && strchr(word, '/') == NULL && (*command_meant(word) != '\0' || strchr(word, '.') == NULL) &&
           stat(word, &st) != 0 && errno == ENOENT;
}

int command_missing(char *const *word, size_t words, struct err *err)
{
    if (words == 1 && may_be_meant(word[0]))
        return err_set(err, ERR_USAGE, "there is no file '%s', and no command of this name%s; see aerscope help",
                       shown(word[0]).text, command_meant(word[0]));
    if (words <= 1)
        return 0;
    for (size_t i = 1; i < words; i++)
        if (command_named(word[i]) != COMMAND_COUNT)
            return err_set(err, ERR_USAGE, "'%s' is no command%s; a command stands first: aerscope %s %s", shown(word[0]).text,
                           command_meant(word[0]), word[i], shown(word[0]).text);
    return err_set(err, ERR_USAGE, "'%s' is no command%s, and view takes one timeline; see aerscope help", shown(word[0]).text,
                   command_meant(word[0]));
}
