/* Giving a finished file its name. */
#ifndef AERSCOPE_BASE_RENAME_H
#define AERSCOPE_BASE_RENAME_H

/* Renames within the folder `dir`, an open descriptor, never over what is there: renameat2(2), and where
 * the file system cannot, a hard link, which refuses too. 0, or -1 with errno set, EEXIST when something
 * has the name. */
int rename_new(int dir, const char *from, const char *to);

#endif
