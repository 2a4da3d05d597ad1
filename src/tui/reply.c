#include "tui/reply.h"

#include "base/decimal.h"

#include <string.h>

enum { ANSWER_MAX = 64, MOUSE_MAX = 32, MOUSE_NUMBER = 99999 };

static enum mouse mouse_of(int button, char final)
{
    if (final != 'M')
        return MOUSE_NONE;
    switch (button & ~0x1c) { /* with Shift, Alt or Ctrl it is the same */
    case 0: return MOUSE_PRESS;
    case 64: return MOUSE_WHEEL_UP;
    case 65: return MOUSE_WHEEL_DOWN;
    default: return MOUSE_NONE;
    }
}

/* ESC [ < BUTTON ; COLUMN ; ROW and a letter: M pressed, m let go. */
bool reply_mouse(const unsigned char *bytes, size_t len, struct event *e)
{
    static const char begin[] = "\033[<";
    enum { BUTTON, COL, ROW, NUMBERS };
    uint64_t number[NUMBERS];
    char text[MOUSE_MAX];
    const char *at = text + sizeof begin - 1;

    if (len < sizeof begin || len >= sizeof text || memcmp(bytes, begin, sizeof begin - 1) != 0)
        return false;
    memcpy(text, bytes, len);
    text[len] = '\0';
    for (int i = 0; i < NUMBERS; i++)
        if ((i > 0 && *at++ != ';') || !decimal_take(&at, &number[i]) || number[i] > MOUSE_NUMBER)
            return false;
    if (*at == '\0' || at + 1 != text + len)
        return false;
    e->type = EVENT_MOUSE;
    e->mouse = mouse_of((int)number[BUTTON], *at);
    e->rows = (int)number[ROW] - 1;
    e->cols = (int)number[COL] - 1;
    return true;
}

/* One to four hexadecimal digits, as a share of the largest that many can say. */
static bool take_share(const char **at, uint32_t *out)
{
    unsigned value = 0, most = 0;
    int digits = 0;

    for (; digits < 4 && **at && strchr("0123456789abcdefABCDEF", **at); digits++, ++*at) {
        unsigned c = (unsigned char)**at;
        value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        most = most * 16 + 15;
    }
    *out = digits ? value * 255 / most : 0;
    return digits > 0;
}

static bool color_of(const char *text, uint32_t *out)
{
    uint32_t part[3];

    if (strncmp(text, "rgb:", 4) == 0)
        text += 4;
    else if (strncmp(text, "rgba:", 5) == 0)
        text += 5;
    else
        return false;
    for (int i = 0; i < 3; i++)
        if (!take_share(&text, &part[i]) || (i < 2 && *text++ != '/'))
            return false;
    *out = part[0] << 16 | part[1] << 8 | part[2];
    return true;
}

bool reply_ground(const char *text, size_t len, uint32_t *out)
{
    char copy[ANSWER_MAX + 1];

    if (len > ANSWER_MAX)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    return color_of(copy, out);
}

bool reply_may_hold(unsigned char c)
{
    return c != '\0' && strchr("0123456789abcdefABCDEFrg:/#", c) != NULL;
}
