#include "app/command.h"

#include "app/nearest.h"

#include <stdio.h>
#include <string.h>

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
