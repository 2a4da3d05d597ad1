/* The program: parses the line, runs a command, answers with its exit status. */
#ifndef AERSCOPE_APP_APP_H
#define AERSCOPE_APP_APP_H

int app_run(int argc, char **argv);

#endif
