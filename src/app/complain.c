#include "app/complain.h"

#include "report/output.h"
#include "report/report.h"
#include "report/sheet.h"

#include <errno.h>
#include <inttypes.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool complain_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static _Thread_local struct buf *collected;

void complain_into(struct buf *to)
{
    collected = to;
}

static int to_stderr(void *arg, const void *bytes, size_t len)
{
    (void)arg;
    if (collected != NULL)
        return out_to_buf(collected, bytes, len);
    return output_write_fd(STDERR_FILENO, bytes, len);
}

/* The sentence in plain letters, from what is at hand: there is no memory to escape the rest of it. */
static void put_plain(const char *text)
{
    char line[1024];
    int n = snprintf(line, sizeof line - 1, TOOL_NAME ": %s", text);
    size_t len = n < 0 ? 0 : (size_t)n < sizeof line - 2 ? (size_t)n : sizeof line - 2;

    for (size_t i = 0; i < len; i++)
        if (line[i] < 0x20 || line[i] > 0x7e)
            line[i] = '?';
    line[len] = '\n';
    output_write_fd(STDERR_FILENO, line, len + 1);
}

/* One line in one write, so that lines of several programs do not mix. */
static void begin(struct out *out, struct sheet *sheet)
{
    out_init(out, to_stderr, NULL);
    sheet_init(sheet, out, complain_utf8(), false);
    sheet_say(sheet, TOOL_NAME ": ");
}

static void end(struct out *out, struct sheet *sheet, const char *text)
{
    if (sheet->text.failed) {
        put_plain(text);
    } else {
        sheet_line(sheet);
        if (out_flush(out) == ENOMEM)
            put_plain(text);
    }
    sheet_release(sheet);
}

void complain(const char *fmt, ...)
{
    char text[1024];
    struct sheet sheet;
    struct out out;
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    begin(&out, &sheet);
    sheet_safe(&sheet, text, strlen(text));
    end(&out, &sheet, text);
}

static bool names_file(const struct err *e)
{
    return e->code == ERR_OPEN || e->code == ERR_IO || e->code == ERR_CHANGED;
}

void complain_err(const char *path, const struct err *e)
{
    complain_advice(path, e, NULL);
}

void complain_advice(const char *path, const struct err *e, const char *advice)
{
    struct sheet sheet;
    struct out out;

    begin(&out, &sheet);
    if (path != NULL && !names_file(e)) {
        sheet_evidence(&sheet, path, strlen(path), 0);
        sheet_say(&sheet, ": ");
    }
    if (e->located) {
        sheet_say(&sheet, "byte %" PRIu64, e->offset);
        if (e->line > 0)
            sheet_say(&sheet, ", line %" PRIu64 ", column %" PRIu64, e->line, e->column);
        sheet_say(&sheet, ": ");
    }
    sheet_safe(&sheet, e->text, strlen(e->text));
    if (advice != NULL)
        sheet_say(&sheet, "; %s", advice);
    end(&out, &sheet, e->text);
}
