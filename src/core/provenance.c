#include "core/provenance.h"

#include <stdbool.h>
#include <string.h>

static bool is_outer(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_inner(char c)
{
    return is_outer(c) || c == '.' || c == '_' || c == '-' || c == ' ';
}

/* A system name: single inner spaces, a letter or digit at both ends. */
static bool is_system(const char *s, size_t len)
{
    if (len == 0 || !is_outer(s[0]) || !is_outer(s[len - 1]))
        return false;
    for (size_t i = 0; i < len; i++)
        if (!is_inner(s[i]) || (s[i] == ' ' && s[i - 1] == ' '))
            return false;
    return true;
}

static bool is_text(const char *s, size_t len, const char *what)
{
    return len == strlen(what) && memcmp(s, what, len) == 0;
}

enum standing provenance_standing(const char *class_text, size_t len)
{
    static const char executed[] = "EXECUTED BY ";
    size_t head = sizeof executed - 1;

    if (is_text(class_text, len, "LOGGED BY AGENT"))
        return STANDING_AGENT;
    if (is_text(class_text, len, "OBSERVED VIA GATEWAY"))
        return STANDING_GATEWAY;
    if (len > head && memcmp(class_text, executed, head) == 0 &&
        is_system(class_text + head, len - head))
        return STANDING_RECORDER;
    return STANDING_NONE;
}

const char *standing_name(enum standing s)
{
    static const char *const name[STANDING_COUNT] = {
        [STANDING_NONE] = "none",
        [STANDING_AGENT] = "agent assertion",
        [STANDING_GATEWAY] = "gateway observation",
        [STANDING_RECORDER] = "recorder execution",
    };
    return name[s];
}

const char *standing_says(enum standing s)
{
    static const char *const says[STANDING_COUNT] = {
        [STANDING_NONE] = "not one of the three classes: the record gives this entry no standing",
        [STANDING_AGENT] = "agent assertion, not an observation; chaining upgrades nothing",
        [STANDING_GATEWAY] = "the record claims that the recorder watched it pass a gateway",
        [STANDING_RECORDER] = "the record claims that the recorder itself ran the tool",
    };
    return says[s];
}

char standing_mix(const uint64_t entries[STANDING_COUNT])
{
    static const char one[STANDING_COUNT] = {[STANDING_NONE] = '-',
                                             [STANDING_AGENT] = 'A',
                                             [STANDING_GATEWAY] = 'G',
                                             [STANDING_RECORDER] = 'R'};
    int most = 0, kinds = 0;

    for (int i = 0; i < STANDING_COUNT; i++) {
        kinds += entries[i] > 0;
        if (entries[i] > entries[most])
            most = i;
    }
    if (kinds == 0)
        return ' ';
    if (kinds == 1)
        return one[most];
    return one[most] == '-' ? 'n' : (char)(one[most] | 0x20);
}
