/* Giving a finished file its name, by renameat2(2). */
#ifndef AERSCOPE_BASE_RENAME_H
#define AERSCOPE_BASE_RENAME_H

/* Renames within the folder `dir`, an open descriptor, never over what is there: renameat2(2), and where
 * the file system cannot, a hard link, which refuses too. 0, or -1 with errno set, EEXIST when something
 * has the name. */
int rename_new(int dir, const char *from, const char *to);
/* Exchanges both names within the folder `dir` at once. 0, or -1 with errno set: EINVAL or ENOSYS where the file
 * system or the kernel cannot. */
int rename_exchange(int dir, const char *one, const char *other);

#endif
