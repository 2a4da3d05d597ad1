#include "base/refusal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *explained;

void refusal_explain(const char *reason)
{
    explained = reason;
}

const char *refusal_says(int error)
{
    static _Thread_local char text[320];

    if (error != EACCES || explained == NULL)
        return strerror(error);
    snprintf(text, sizeof text, "%s; %s", strerror(error), explained);
    return text;
}
