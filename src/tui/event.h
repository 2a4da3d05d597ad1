/* What reaches the inspector: keys, paste, and what only a script can say. */
#ifndef AERSCOPE_TUI_EVENT_H
#define AERSCOPE_TUI_EVENT_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A key is a Unicode code point (controls as the terminal sends them) or one of these. */
enum {
    K_NONE = 0,
    K_TAB = 0x09,
    K_ENTER = 0x0d,
    K_ESC = 0x1b,
    K_SPACE = 0x20,
    K_BACKSPACE = 0x7f,
    K_UP = 0x110000,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_INSERT,
    K_DELETE,
    K_BACKTAB,
    K_WORD_LEFT, /* the arrows with Ctrl or Alt */
    K_WORD_RIGHT,
    K_F1 = 0x110020, /* K_F1 + n is F(n + 1), up to F24 */
    K_ALT = 0x200000 /* or-ed to a code point */
};
#define K_CTRL(letter) ((uint32_t)(letter)&0x1fu)

enum event_type {
    EVENT_NONE,
    EVENT_KEY,
    EVENT_PASTE,  /* `text`, as pasted; its `failed` says that there was more of it */
    EVENT_MOUSE,  /* `mouse`, at row `rows`, column `cols` */
    EVENT_GROUND, /* `key`: the terminal's background, 0xRRGGBB */
    EVENT_RESIZE, /* rows, cols */
    EVENT_WAIT,   /* a script waits until the examination is done */
    EVENT_SAVE    /* a script saves the screen as it stands: `text` is the argument */
};

enum mouse { MOUSE_NONE, MOUSE_PRESS, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN };

struct event {
    enum event_type type;
    uint32_t key;
    enum mouse mouse;
    int rows, cols;
    struct buf text;
};
void event_init(struct event *e);
void event_release(struct event *e);

/* The notation of keymap and scripts: a character, or <Enter> <Esc> <Tab> <Space> <Up> <C-n> <F1>
 * <lt> ... Returns the bytes read, 0 when it is none. */
size_t key_parse(const char *text, size_t len, uint32_t *key);
/* As shown to people: "Enter", "Ctrl-N", "j". */
enum { KEY_LABEL_ROOM = 24 };
void key_label(uint32_t key, char out[KEY_LABEL_ROOM]);

#endif
