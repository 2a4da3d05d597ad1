/* Runs a target without libFuzzer: over files, over the files of folders, and over what a fixed number of changes
 * makes of each, the same ones each time. Prints how many inputs it ran.
 *
 *     TARGET [-changes=N] FILE|FOLDER... */
#include "fuzz.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { INPUT_MOST = 1 << 20 };

static unsigned long ran, changes;
static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = state;

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % below;
}

static size_t change(uint8_t *to, size_t size)
{
    static const char odd[] = "\0\x1b\x7f\xff\xc3\xed\"\\{}[],:<>&'`|=\n0-.eu";
    size_t at = draw(size + 1), n = 1 + draw(16), from = draw(size + 1);

    if (at + n > size)
        n = size - at;
    switch (draw(5)) {
    case 0: /* another byte */
        if (at < size)
            to[at] = (uint8_t)odd[draw(sizeof odd - 1)];
        return size;
    case 1: /* a bit */
        if (at < size)
            to[at] ^= (uint8_t)(1u << draw(8));
        return size;
    case 2: /* something is taken out */
        memmove(to + at, to + at + n, size - at - n);
        return size - n;
    case 3: /* something stands twice */
        if (from + n > size)
            n = size - from;
        memmove(to + at + n, to + at, size - at);
        memmove(to + at, to + (from < at ? from : from + n <= size ? from + n : from), n);
        return size + n;
    default: /* cut */
        return draw(8) ? size : at;
    }
}

static void run(const uint8_t *bytes, size_t size)
{
    /* Exactly as long as it is, so that a sanitizer sees what is read behind it. */
    uint8_t *copy = malloc(size ? size : 1);

    if (!copy)
        abort();
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    ran++;
}

static void run_file(const char *path)
{
    uint8_t *bytes = malloc(INPUT_MOST), *changed = malloc(INPUT_MOST + 1024);
    FILE *f = fopen(path, "rb");

    if (!f || !bytes || !changed) {
        perror(path);
        exit(2);
    }
    size_t size = fread(bytes, 1, INPUT_MOST, f);
    fclose(f);
    state = fuzz_hash(bytes, size);
    run(bytes, size);
    for (unsigned long i = 0; i < changes; i++) {
        size_t n = size;

        memcpy(changed, bytes, size);
        for (uint64_t times = 1 + draw(4); times > 0; times--)
            n = change(changed, n);
        run(changed, n);
    }
    free(bytes);
    free(changed);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void run_path(const char *path)
{
    struct dirent **found;
    struct stat st;
    char *names[4096], below[4096];
    size_t count = 0;

    if (stat(path, &st) != 0) {
        perror(path);
        exit(2);
    }
    if (!S_ISDIR(st.st_mode)) {
        run_file(path);
        return;
    }
    int n = scandir(path, &found, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(below, sizeof below, "%s/%s", path, found[i]->d_name);
        if (count < sizeof names / sizeof *names && stat(below, &st) == 0 && S_ISREG(st.st_mode))
            names[count++] = strdup(below);
        free(found[i]);
    }
    if (n >= 0)
        free(found);
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) {
        run_file(names[i]);
        free(names[i]);
    }
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-changes=", 9) == 0)
            changes = strtoul(argv[i] + 9, NULL, 10);
        else
            run_path(argv[i]);
    }
    printf("%lu inputs\n", ran);
    return 0;
}
