#include "tui/save.h"

#include "base/limits.h"
#include "base/refusal.h"
#include "base/shown.h"
#include "tui/show.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int write_all(int fd, const unsigned char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        bytes += n;
        len -= (size_t)n;
    }
    return 0;
}

/* Never over a file that is there: it could be the evidence. */
static int write_new(const char *path, const struct buf *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666), failed, why;

    if (fd < 0)
        return -1;
    failed = write_all(fd, text->data, text->len);
    why = errno;
    if (close(fd) == 0 && failed == 0)
        return 0;
    why = failed < 0 ? why : errno;
    unlink(path);
    errno = why;
    return -1;
}

int save_screen(struct state *s, const char *argument, struct err *err)
{
    static const char option[] = "--styles";
    size_t len = strcspn(argument, " ");
    bool styles = len == sizeof option - 1 && memcmp(argument, option, len) == 0;
    const char *path = argument + (styles ? len : 0);
    struct buf text;
    int result = 0;

    path += strspn(path, " ");
    if (!*path)
        return err_set(err, ERR_USAGE, "write :save-screen %sFILE", styles ? "--styles " : "");
    buf_init(&text, LIMIT_REFERENCE);
    state_draw(s);
    if (grid_save(&s->grid, styles, &text) == 0 && write_new(path, &text) == 0)
        state_say(s, STYLE_NORMAL, "saved to %s", shown(path).text);
    else
        result = err_set(err, ERR_IO, "not saved to %s: %s", shown(path).text, refusal_says(errno));
    buf_release(&text);
    return result;
}
