/* The user's configuration of the inspector: config.json. */
#ifndef AERSCOPE_APP_CONFIG_H
#define AERSCOPE_APP_CONFIG_H

#include "base/err.h"
#include "tui/theme.h"

#include <stdbool.h>

struct config {
    bool has_theme, has_frames;
    enum theme theme;
    bool unicode_frames, mouse, plain;
    struct color_wishes colors;
};

/* Reads `path`, or where it is NULL the usual place, which may be missing; "none" reads nothing. Key
 * bindings are set in tui/keymap.h. 0, or -1 with file and line in `err`. */
int config_read(struct config *c, const char *path, struct err *err);
/* The same from text, NUL-terminated, of which `name` is what is said in errors. */
int config_parse(struct config *c, const char *name, const char *text, struct err *err);

#endif
