/* Words of the command line or a file name, escaped and cut to stand between single quotes in a message. */
#ifndef AERSCOPE_BASE_SHOWN_H
#define AERSCOPE_BASE_SHOWN_H

struct shown {
    char text[200];
};
/* ASCII, whatever the locale. */
struct shown shown(const char *untrusted);

#endif
