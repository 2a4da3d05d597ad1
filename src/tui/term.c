#include "tui/term.h"

#include "base/base64.h"
#include "base/text.h"
#include "tui/input.h"
#include "tui/paint.h"
#include "tui/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Last: both define many short names as macros. */
#include <curses.h>
#include <term.h>

enum { DEFAULT_ROWS = 24, DEFAULT_COLS = 80, WAIT_MS = 50, PATIENCE = 4 };

struct terminal {
    int in, out;
    bool own_in, own_out;
    struct termios saved;
    struct input input;
    struct painter painter;
    bool mouse;
};

static struct buf *sink; /* tputs() passes no argument on */

static int put_byte(int c)
{
    return buf_addc(sink, c);
}

static const char *capability(const char *name)
{
    const char *s = tigetstr(name);

    return s && s != (const char *)-1 ? s : NULL;
}

static void put_string(struct buf *out, const char *s)
{
    sink = out;
    if (s)
        tputs(s, 1, put_byte);
}

static void put_capability(struct buf *out, const char *name)
{
    put_string(out, capability(name));
}

/* Terminals whose description says nothing of bracketed paste ignore it, if they are of this
 * family. */
static void put_paste_mode(struct buf *out, const char *name, const char *usual)
{
    const char *cup = capability("cup"), *own = capability(name);

    if (own)
        put_string(out, own);
    else if (cup && strncmp(cup, "\033[", 2) == 0)
        buf_adds(out, usual);
}

static int open_side(int fd, bool *own, struct err *err)
{
    *own = !isatty(fd);
    if (!*own)
        return fd;
    fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return err_set(err, ERR_OPEN, "no terminal for the inspector: /dev/tty: %s; aerscope verify needs none",
                       strerror(errno));
    return fd;
}

/* A description of our own, so that a terminal that takes no more does not hold us, and whoever
 * shares the old one is not disturbed. Where there is none, the old one does. */
static void unblock(struct terminal *t)
{
    char name[256];
    int fd;

    if (t->own_out) {
        fcntl(t->out, F_SETFL, O_RDWR | O_NONBLOCK);
        return;
    }
    if (ttyname_r(t->out, name, sizeof name) != 0)
        return;
    fd = open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return;
    t->out = fd;
    t->own_out = true;
}

static void close_sides(struct terminal *t)
{
    if (t->own_in && t->in >= 0)
        close(t->in);
    if (t->own_out && t->out >= 0)
        close(t->out);
    t->in = t->out = -1;
}

static int open_sides(struct terminal *t, struct err *err)
{
    t->in = t->out = -1;
    t->out = open_side(STDOUT_FILENO, &t->own_out, err);
    if (t->out >= 0)
        t->in = open_side(STDIN_FILENO, &t->own_in, err);
    if (t->in < 0)
        close_sides(t);
    return t->in < 0 ? -1 : 0;
}

static int refuse_type(const char *why, struct err *err)
{
    const char *type = getenv("TERM");
    struct buf name;

    buf_init(&name, 256);
    if (!type || !*type)
        return err_set(err, ERR_USAGE, "TERM is not set, so no screen can be drawn");
    text_escape(&name, type, strlen(type), TEXT_ASCII);
    err_set(err, ERR_USAGE, "TERM=%s %s", name.failed ? "(too long)" : buf_cstr(&name), why);
    buf_release(&name);
    return -1;
}

static int load_type(int fd, struct err *err)
{
    int result;

    if (setupterm(NULL, fd, &result) != OK)
        return refuse_type("names no terminal that this system describes", err);
    if (capability("cup") && capability("clear"))
        return 0;
    del_curterm(cur_term);
    return refuse_type("cannot place a cursor", err);
}

int terminal_usable(struct err *err)
{
    struct terminal t = {.in = -1, .out = -1};
    int result;

    if (open_sides(&t, err) < 0)
        return -1;
    result = load_type(t.out, err);
    if (result == 0)
        del_curterm(cur_term);
    close_sides(&t);
    return result;
}

static void learn_keys(struct input *d)
{
    static const struct {
        const char *name;
        uint32_t key;
    } keys[] = {
        {"kcuu1", K_UP},     {"kcud1", K_DOWN},   {"kcub1", K_LEFT},   {"kcuf1", K_RIGHT},
        {"khome", K_HOME},   {"kend", K_END},     {"kpp", K_PAGE_UP},  {"knp", K_PAGE_DOWN},
        {"kdch1", K_DELETE}, {"kich1", K_INSERT}, {"kcbt", K_BACKTAB},
    };
    char function[8];

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (capability(keys[i].name))
            input_learn(d, capability(keys[i].name), keys[i].key);
    for (unsigned i = 1; i <= 12; i++) {
        snprintf(function, sizeof function, "kf%u", i);
        if (capability(function))
            input_learn(d, capability(function), K_F1 + i - 1);
    }
}

static const char *const ability_name[ABILITY_COUNT] = {
#define X(id, name) name,
    ABILITY_TABLE(X)
#undef X
};

/* Looked up once: asking for one is slow. */
static const char *ability_string[ABILITY_COUNT];

static void put_ability(struct buf *out, enum ability a, int first, int second)
{
    put_string(out, tparm(ability_string[a], first, second));
}

static void learn_abilities(struct abilities *can)
{
    for (int a = 0; a < ABILITY_COUNT; a++) {
        ability_string[a] = capability(ability_name[a]);
        can->has[a] = ability_string[a] != NULL;
    }
    can->put = put_ability;
    can->last_cell = tigetflag("am") <= 0 || tigetflag("xenl") > 0;
    can->colors = tigetnum("colors");
}

/* Those that know reports of the mouse say so by naming the key that begins one. */
static void put_mouse(struct buf *out, bool on)
{
    if (capability("kmous"))
        buf_adds(out, on ? "\033[?1000h\033[?1006h" : "\033[?1006l\033[?1000l");
}

static void put_farewell(const struct terminal *t, struct buf *out)
{
    int rows, cols;

    terminal_size(t, &rows, &cols);
    put_capability(out, "sgr0");
    if (t->painter.can.has[ABILITY_REGION])
        put_ability(out, ABILITY_REGION, 0, rows - 1);
    if (t->mouse)
        put_mouse(out, false);
    put_paste_mode(out, "BD", "\033[?2004l");
    put_capability(out, "rmkx");
    put_capability(out, "cnorm");
    put_string(out, tparm(capability("cup"), rows - 1, 0));
    put_capability(out, "el");
    put_capability(out, "rmcup");
}

/* A terminal that takes no more must not keep a signal from ending the process: then it is given
 * little time. */
static int write_all(struct terminal *t)
{
    size_t at = 0;
    int patience = PATIENCE;

    while (at < t->painter.bytes.len) {
        ssize_t n = write(t->out, t->painter.bytes.data + at, t->painter.bytes.len - at);
        struct pollfd wait = {.fd = t->out, .events = POLLOUT};

        if (n > 0)
            at += (size_t)n;
        else if (n < 0 && errno == EAGAIN)
            poll(&wait, 1, WAIT_MS);
        else if (n == 0 || errno != EINTR)
            break;
        if (signals_fatal_noted() && n < 0 && patience-- == 0)
            break;
    }
    bool whole = at >= t->painter.bytes.len && !t->painter.bytes.failed;
    buf_clear(&t->painter.bytes);
    return whole ? 0 : -1;
}

static void take_over(struct terminal *t)
{
    struct termios raw = t->saved;

    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    while (tcsetattr(t->in, TCSANOW, &raw) < 0 && errno == EINTR)
        continue;
    put_capability(&t->painter.bytes, "smcup");
    put_capability(&t->painter.bytes, "smkx");
    put_paste_mode(&t->painter.bytes, "BE", "\033[?2004h");
    if (t->mouse)
        put_mouse(&t->painter.bytes, true);
    put_capability(&t->painter.bytes, "civis");
    t->painter.cursor_shown = false;
    terminal_forget(t);
}

static void give_back(struct terminal *t)
{
    buf_clear(&t->painter.bytes);
    put_farewell(t, &t->painter.bytes);
    write_all(t);
    /* An answer that is still on its way must not be typed to the shell. */
    while (tcsetattr(t->in, t->input.asked ? TCSAFLUSH : TCSANOW, &t->saved) < 0 && errno == EINTR)
        continue;
}

static void guard(struct terminal *t)
{
    struct buf farewell;

    buf_init(&farewell, 512);
    put_farewell(t, &farewell);
    signals_guard(t->out, &t->saved, farewell.data, farewell.len);
    buf_release(&farewell);
}

static int begin(struct terminal *t, struct err *err)
{
    if (load_type(t->out, err) < 0)
        return -1;
    if (tcgetattr(t->in, &t->saved) < 0) {
        err_set(err, ERR_OPEN, "the terminal's state cannot be read: %s", strerror(errno));
    } else if (signals_begin(err) == 0) {
        learn_abilities(&t->painter.can);
        learn_keys(&t->input);
        guard(t);
        take_over(t);
        return 0;
    }
    del_curterm(cur_term);
    return -1;
}

struct terminal *terminal_open(struct err *err)
{
    struct terminal *t = calloc(1, sizeof *t);

    if (!t) {
        err_set(err, ERR_MEMORY, "no memory for the terminal");
        return NULL;
    }
    input_init(&t->input);
    painter_init(&t->painter);
    if (open_sides(t, err) == 0) {
        unblock(t);
        if (begin(t, err) == 0)
            return t;
    }
    close_sides(t);
    input_release(&t->input);
    painter_release(&t->painter);
    free(t);
    return NULL;
}

void terminal_close(struct terminal *t)
{
    if (!t)
        return;
    give_back(t);
    signals_guard(-1, NULL, NULL, 0);
    del_curterm(cur_term);
    close_sides(t);
    input_release(&t->input);
    painter_release(&t->painter);
    free(t);
}

void terminal_suspend(struct terminal *t, bool group)
{
    give_back(t);
    signals_guard(-1, NULL, NULL, 0);
    signals_stop(group);
    terminal_resume(t);
}

/* While it was stopped, the shell may have been given other modes: those are to be given back. */
void terminal_resume(struct terminal *t)
{
    guard(t);
    take_over(t);
}

int terminal_colors(const struct terminal *t)
{
    const struct abilities *can = &t->painter.can;

    return can->has[ABILITY_COLOR] && can->colors >= 8 ? can->colors : 0;
}

void terminal_palette(struct terminal *t, const struct palette *palette)
{
    painter_recolor(&t->painter, palette);
}

/* The console of Linux takes other things for the beginning of this. */
void terminal_ask_ground(struct terminal *t)
{
    const char *cup = capability("cup"), *type = getenv("TERM");

    if (!cup || strncmp(cup, "\033[", 2) != 0 || !type || strncmp(type, "linux", 5) == 0)
        return;
    buf_adds(&t->painter.bytes, "\033]11;?\033\\");
    t->input.asked = true;
}

void terminal_mouse(struct terminal *t, bool on)
{
    t->mouse = on;
    put_mouse(&t->painter.bytes, on);
    guard(t);
}

int terminal_fd(const struct terminal *t)
{
    return t->in;
}

void terminal_size(const struct terminal *t, int *rows, int *cols)
{
    struct winsize size;
    bool known = ioctl(t->out, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;

    *rows = known ? size.ws_row : DEFAULT_ROWS;
    *cols = known ? size.ws_col : DEFAULT_COLS;
}

void terminal_forget(struct terminal *t)
{
    painter_forget(&t->painter);
}

int terminal_paint(struct terminal *t, const struct grid *g)
{
    if (painter_paint(&t->painter, g) < 0)
        return -1;
    return write_all(t);
}

int terminal_read(struct terminal *t, bool prompting)
{
    unsigned char bytes[INPUT_BYTES];
    ssize_t n = read(t->in, bytes, input_room(&t->input));

    if (n > 0)
        input_feed_typed(&t->input, bytes, (size_t)n, prompting);
    return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)) ? 0 : -1;
}

bool terminal_next(struct terminal *t, bool late, struct event *e)
{
    return input_next(&t->input, late, e);
}

bool terminal_waits(const struct terminal *t)
{
    return input_waits(&t->input);
}

/* The console and the likes of a dumb terminal would show the sequence or lose it. */
bool terminal_copies(const struct terminal *t)
{
    static const char *const without[] = {"linux", "dumb", "unknown", "vt", "ansi", "cons", "cygwin"};
    const char *type = getenv("TERM"), *cup = capability("cup");

    (void)t;
    if (!type || !cup || strncmp(cup, "\033[", 2) != 0)
        return false;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strncmp(type, without[i], strlen(without[i])) == 0)
            return false;
    return true;
}

int terminal_copy(struct terminal *t, const void *bytes, size_t len)
{
    struct buf *out = &t->painter.bytes;
    char *encoded = malloc((len + 2) / 3 * 4 + 1);

    if (!encoded)
        return 0;
    base64_encode(encoded, bytes, len);
    buf_adds(out, "\033]52;c;");
    buf_adds(out, encoded);
    buf_adds(out, "\007");
    free(encoded);
    return write_all(t);
}
