#include "tui/term.h"

#include "base/text.h"
#include "tui/input.h"
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

enum { OUTPUT_MAX = 16 * 1024 * 1024, WRITE_OVER = 6, DEFAULT_ROWS = 24, DEFAULT_COLS = 80 };

struct terminal {
    int in, out;
    bool own_in, own_out;
    struct termios saved;
    struct input input;
    struct buf bytes;  /* to be written */
    struct grid shown; /* what was painted */
    bool known;        /* `shown` is what the terminal shows */
    int row, col;      /* of the cursor; row -1: not known */
    int style;         /* -1: not known */
    bool cursor_shown;
    bool last_cell; /* the last cell can be written without scrolling */
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
        return err_set(err, ERR_OPEN, "no terminal for the inspector: /dev/tty: %s",
                       strerror(errno));
    return fd;
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

static void put_farewell(const struct terminal *t, struct buf *out)
{
    int rows, cols;

    terminal_size(t, &rows, &cols);
    put_capability(out, "sgr0");
    put_paste_mode(out, "BD", "\033[?2004l");
    put_capability(out, "rmkx");
    put_capability(out, "cnorm");
    put_string(out, tparm(capability("cup"), rows - 1, 0));
    put_capability(out, "el");
    put_capability(out, "rmcup");
}

/* A terminal that takes no more must not keep a signal from ending the process. */
static int write_all(struct terminal *t)
{
    size_t at = 0;

    while (at < t->bytes.len) {
        ssize_t n = write(t->out, t->bytes.data + at, t->bytes.len - at);
        struct pollfd wait = {.fd = t->out, .events = POLLOUT};

        if (n > 0)
            at += (size_t)n;
        else if (n < 0 && errno == EAGAIN)
            poll(&wait, 1, 100);
        else if (n == 0 || errno != EINTR)
            break;
        if (signals_fatal_noted() && n < 0)
            break;
    }
    bool whole = at >= t->bytes.len && !t->bytes.failed;
    buf_clear(&t->bytes);
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
    put_capability(&t->bytes, "smcup");
    put_capability(&t->bytes, "smkx");
    put_paste_mode(&t->bytes, "BE", "\033[?2004h");
    put_capability(&t->bytes, "civis");
    t->cursor_shown = false;
    terminal_forget(t);
}

static void give_back(struct terminal *t)
{
    buf_clear(&t->bytes);
    put_farewell(t, &t->bytes);
    write_all(t);
    while (tcsetattr(t->in, TCSANOW, &t->saved) < 0 && errno == EINTR)
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
        t->last_cell = tigetflag("am") <= 0 || tigetflag("xenl") > 0;
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
    buf_init(&t->bytes, OUTPUT_MAX);
    if (open_sides(t, err) == 0 && begin(t, err) == 0)
        return t;
    close_sides(t);
    input_release(&t->input);
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
    buf_release(&t->bytes);
    grid_release(&t->shown);
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
    t->known = false;
}

static void set_style(struct terminal *t, int style)
{
    unsigned now = style_attributes((enum style)style);

    if (t->style >= 0 && style_attributes((enum style)t->style) == now)
        return;
    put_capability(&t->bytes, "sgr0");
    if (now & ATTR_BOLD)
        put_capability(&t->bytes, "bold");
    if (now & ATTR_UNDERLINE)
        put_capability(&t->bytes, "smul");
    if (now & ATTR_REVERSE)
        put_capability(&t->bytes, "rev");
    t->style = style;
}

static bool is_ascii(const struct cell *c)
{
    return c->len == 1 && (unsigned char)c->text[0] < 0x80;
}

/* True when the cells from the cursor to `col` can be written again for less than an address. */
static bool write_over(struct terminal *t, const struct grid *g, int row, int col)
{
    if (t->row != row || t->col > col || col - t->col > WRITE_OVER || t->style < 0)
        return false;
    for (int i = t->col; i < col; i++) {
        const struct cell *c = grid_cell(g, row, i);
        if (!is_ascii(c) || c->style != t->style)
            return false;
    }
    for (; t->col < col; t->col++)
        buf_addc(&t->bytes, grid_cell(g, row, t->col)->text[0]);
    return true;
}

static void move_to(struct terminal *t, const struct grid *g, int row, int col)
{
    if (g && write_over(t, g, row, col))
        return;
    if (t->row != row || t->col != col)
        put_string(&t->bytes, tparm(capability("cup"), row, col));
    t->row = row;
    t->col = col;
}

/* What a wide character would leave of the cells under it, where it is taken for narrow, is cleared
 * first. */
static void paint_cell(struct terminal *t, const struct grid *g, int row, int col)
{
    const struct cell *c = grid_cell(g, row, col);

    move_to(t, g, row, col);
    set_style(t, c->style);
    if (c->width > 1) {
        for (int i = 0; i < c->width; i++)
            buf_addc(&t->bytes, ' ');
        t->row = -1;
        move_to(t, NULL, row, col);
    }
    buf_add(&t->bytes, c->text, c->len);
    t->col++;
    if (!is_ascii(c) || t->col >= g->cols)
        t->row = -1;
}

static bool is_blank(const struct cell *c)
{
    return c->style == STYLE_NORMAL && c->len == 1 && c->text[0] == ' ';
}

static int used_cols(const struct grid *g, int row)
{
    int end = g->cols;

    while (end > 0 && is_blank(grid_cell(g, row, end - 1)))
        end--;
    return end;
}

static void clear_rest(struct terminal *t, const struct grid *g, int row, int from, int to)
{
    move_to(t, g, row, from);
    set_style(t, STYLE_NORMAL);
    if (capability("el")) {
        put_capability(&t->bytes, "el");
        return;
    }
    for (int col = from; col < to; col++)
        buf_addc(&t->bytes, ' ');
    t->row = -1;
}

static void paint_row(struct terminal *t, const struct grid *g, int row)
{
    int end = used_cols(g, row), had = used_cols(&t->shown, row);
    bool again = false; /* the cell before may have covered this one */

    if (end == g->cols && row == g->rows - 1 && !t->last_cell)
        end--;
    for (int col = 0; col < end; col++) {
        const struct cell *c = grid_cell(g, row, col);
        if (c->width == 0 || (!again && cell_equal(c, grid_cell(&t->shown, row, col))))
            continue;
        paint_cell(t, g, row, col);
        again = !is_ascii(c);
    }
    if (had > end && end < g->cols)
        clear_rest(t, g, row, end, had);
}

static int make_known(struct terminal *t, const struct grid *g)
{
    if (t->known && t->shown.rows == g->rows && t->shown.cols == g->cols)
        return 0;
    if (grid_resize(&t->shown, g->rows, g->cols) < 0)
        return -1;
    put_capability(&t->bytes, "sgr0");
    put_capability(&t->bytes, "clear");
    t->style = STYLE_NORMAL;
    t->row = -1;
    t->known = true;
    return 0;
}

static void place_cursor(struct terminal *t, const struct grid *g)
{
    if (t->cursor_shown != g->cursor_shown)
        put_capability(&t->bytes, g->cursor_shown ? "cnorm" : "civis");
    t->cursor_shown = g->cursor_shown;
    move_to(t, NULL, g->cursor_row, g->cursor_col);
}

int terminal_paint(struct terminal *t, const struct grid *g)
{
    if (make_known(t, g) < 0)
        return -1;
    for (int row = 0; row < g->rows; row++)
        paint_row(t, g, row);
    place_cursor(t, g);
    memcpy(t->shown.cell, g->cell, (size_t)g->rows * (size_t)g->cols * sizeof *g->cell);
    return write_all(t);
}

int terminal_read(struct terminal *t)
{
    unsigned char bytes[INPUT_BYTES];
    ssize_t n = read(t->in, bytes, input_room(&t->input));

    if (n > 0)
        input_feed(&t->input, bytes, (size_t)n);
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
