/* Runs a program and writes what it took: a process that is small itself, for the kernel counts the memory of whoever
 * started a program as the program's own.
 *
 *     launch FILE PROGRAM ARGUMENT...     FILE: "SECONDS CPU-SECONDS PEAK-BYTES STATUS", 127 where it cannot run */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;
    struct timespec begin, end;
    struct rusage used;
    int status;
    pid_t child;

    if (!out)
        return 126;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child)
        return 126;
    clock_gettime(CLOCK_MONOTONIC, &end);
    fprintf(out, "%.9f %.6f %ld %d\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9,
            seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss * 1024L,
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return fclose(out) != 0;
}
