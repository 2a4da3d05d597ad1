/* Case files (`aerscope.case/1`, JSON; aerscope.5 describes them): what an examiner states and notes about
 * a timeline, pinned to its bytes by SHA-256, with a history in which each record holds the SHA-256 of
 * the one before.
 *
 * Used by one thread. Whatever a `const` function returns belongs to the case file and is good until the
 * next call that changes it. Strings are NUL-terminated UTF-8 without NUL, NULL where nothing is stated;
 * they are the file's, so untrusted: to be shown through text_escape() alone. Indices count from 0 in the
 * order of the file, entries from 1. Mutators return 0, or -1 with the reason, and then nothing was
 * changed; each adds a record to the history. None of them writes the file: casefile_save() does, or, on another
 * thread, casefile_save_write(). */
#ifndef AERSCOPE_CASEFILE_CASEFILE_H
#define AERSCOPE_CASEFILE_CASEFILE_H

#include "base/buf.h"
#include "core/reference.h"
#include "core/timeline.h"

struct casefile;

/* ---------------------------------------------------------------------------------------------------
 * Opening and saving */

enum casefile_mode {
    CASEFILE_READ, /* to look at; no lock, nothing is ever written */
    CASEFILE_WRITE /* locked against other writers, else opened read-only with the reason */
};

/* Opens an existing case file. NULL when there is none (ERR_OPEN), or when it cannot be taken for a case
 * file: ERR_FORM with the place and what to do. Such a file is never written over.
 * One that can be read but must not be written is opened, see casefile_read_only(). */
struct casefile *casefile_open(const char *path, enum casefile_mode mode, struct err *err);
/* A new one, which casefile_save() will put at `path`; refused when something is there. Missing folders
 * are made by the first save, 0700, below the user's data folder (casefile_propose()) and nowhere else.
 * `examiner` may be NULL. */
struct casefile *casefile_new(const char *path, const char *examiner, struct err *err);
/* Whether a new one can be made at the path, as far as can be seen without making anything: -1 where a symbolic link
 * that leads nowhere stands there, or where its folder is missing or cannot be written to. */
int casefile_place(const char *path, struct err *err);
/* Makes now what folder the first save would make, so that other files can go beside it, and tries whether files
 * can be made there. 0, or -1 when the first save would fail for want of that. */
int casefile_make_folder(struct casefile *c, struct err *err);
/* What was not saved is lost. */
void casefile_free(struct casefile *c);

/* Where a new case file for this timeline is proposed: $XDG_DATA_HOME/aerscope/NAME.case, else below
 * ~/.local/share. NAME is made of the timeline's name, and of its SHA-256 (may be NULL while unknown)
 * where that name is taken by a case file of other bytes; one of the same bytes is proposed to be opened.
 * -1 when there is no such folder. */
int casefile_propose(const char *timeline_path, const struct digest *sha256, struct str *path,
                     struct err *err);

/* Why it cannot be written: one sentence for people, NULL when it can. Another writer, a newer schema, a
 * broken history, no permission, CASEFILE_READ. Mutators are refused with the same sentence. */
const char *casefile_read_only(const struct casefile *c);
/* The process that had it open for writing when it was read with CASEFILE_READ, 0 for none: what that one has not
 * written yet is not here. It is no property of the file, and in no report. */
long casefile_writer(const struct casefile *c);
/* Things that its reader should be told, each a sentence; evidence in it is escaped. NULL past the end. */
const char *casefile_warning(const struct casefile *c, size_t i);
/* Adds one, about its use; what is untrusted in it is escaped already. Nothing is written. 0 or -1. */
int casefile_warn(struct casefile *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A file that must never be written over: the evidence, and every other input. 0 or -1. */
int casefile_protect(struct casefile *c, const char *path, struct err *err);

/* Something was changed since it was read or saved. */
bool casefile_dirty(const struct casefile *c);
/* Writes it if it is dirty: a temporary file beside it, 0600, synced and renamed. -1: nothing at `path` was
 * touched, all changes are kept in memory, and the next save tries again. A file that somebody else
 * changed since it was read is not written over (ERR_CHANGED): name another with casefile_save_as().
 * Takes as long as two fsync. */
int casefile_save(struct casefile *c, struct err *err);
/* The same in three steps, so that nothing waits for the disk. begin() takes what is to be written as it stands;
 * NULL with the reason. write() may run on any thread, while the case file is read and changed; nothing else
 * may save it or free it meanwhile. end() takes in what came of it, frees `w`, and returns what casefile_save()
 * would; what was changed since begin() is dirty still. */
struct casefile_writing;
struct casefile_writing *casefile_save_begin(struct casefile *c, struct err *err);
void casefile_save_write(struct casefile_writing *w);
int casefile_save_end(struct casefile *c, struct casefile_writing *w, struct err *err);
/* Saves to a new place and goes on there; the old file stays as it is. Also for one that is read-only
 * because of another writer or of permissions. */
int casefile_save_as(struct casefile *c, const char *path, struct err *err);

/* ---------------------------------------------------------------------------------------------------
 * What it says */

const char *casefile_path(const struct casefile *c); /* as given; unescaped, any bytes */
/* SHA-256 of the file as read or saved last; false for a new one. */
bool casefile_sha256(const struct casefile *c, struct digest *out);
const char *casefile_examiner(const struct casefile *c);

/* A file as a case file names it. */
struct casefile_file {
    const char *path;
    bool has_sha256;
    struct digest sha256;
};
/* The timeline that it was made for. */
struct casefile_file casefile_timeline(const struct casefile *c);
/* The list of expected actions and the earlier copy; path NULL when there is none. What was stated of the copy
 * is casefile_reference(CASEFILE_BASELINE). */
struct casefile_file casefile_expect(const struct casefile *c);
struct casefile_file casefile_baseline(const struct casefile *c);
/* Where such a file is to be opened: a relative path is one from the folder of the case file, and "-" is a file of
 * that name there. 0 or -1. */
int casefile_locate(const struct casefile *c, const char *path, struct str *out, struct err *err);

/* Instead of the index of a reference: the earlier copy, and that there is none. */
#define CASEFILE_BASELINE (SIZE_MAX - 1)
#define CASEFILE_NOWHERE SIZE_MAX
/* What was stated of a reference. `value` instead of a file: HEX[@COUNT] or a count. */
struct casefile_reference {
    enum reference_kind kind; /* COMMITMENT, HEAD or COUNT_ONLY; BASELINE at CASEFILE_BASELINE */
    struct casefile_file file;
    const char *value;
    const char *witness, *authority, *retrieved_from, *retrieved_at;
    enum independence independent;
    size_t checks;
};
size_t casefile_references(const struct casefile *c);
/* What is stated of the independence of reference `i` is to be taken over: the history holds and tells of no time when
 * it did not, or the file was begun here, or it was stated since. Else whoever changed the file may have
 * changed it. */
bool casefile_vouches(const struct casefile *c, size_t i);
struct casefile_reference casefile_reference(const struct casefile *c, size_t i);
/* One check of it, oldest first. */
struct casefile_check {
    const char *checked_at, *tool_version, *result;
    size_t codes;
    bool has_timeline;
    struct digest timeline; /* SHA-256 of the bytes it was held against */
};
struct casefile_check casefile_check(const struct casefile *c, size_t reference, size_t i);
const char *casefile_check_code(const struct casefile *c, size_t reference, size_t check, size_t i);

/* What a system said that owns an effect. Never checked here. */
struct casefile_outcome {
    const char *system, *effect, *statement, *retrieved_at;
    bool has_digest;
    struct digest entry_digest;
    struct casefile_file evidence; /* where the statement is kept */
    uint64_t here; /* entry of the matched timeline that it is about, 0: none, or none yet */
};
size_t casefile_outcomes(const struct casefile *c);
struct casefile_outcome casefile_outcome(const struct casefile *c, size_t i);

/* Those that name a system and what it said, and are about the matched timeline: of one of its entries, or, without a digest, of the file whose
 * bytes it has. Any such makes outcome `recorded`, and nothing makes it more. */
bool casefile_outcome_applies(const struct casefile *c, size_t i);
size_t casefile_recorded(const struct casefile *c);

struct casefile_review {
    const char *reviewer, *at, *statement;
    bool has_report;
    struct digest report_sha256;
};
size_t casefile_reviews(const struct casefile *c);
struct casefile_review casefile_review(const struct casefile *c, size_t i);

/* ---------------------------------------------------------------------------------------------------
 * Notes */

enum mark {
    MARK_NONE,
    MARK_SUSPICIOUS,
    MARK_QUESTION,
    MARK_CLEARED,
    MARK_IMPORTANT,
    MARK_COUNT
};
const char *mark_name(enum mark m); /* "suspicious"; "" for none */
char mark_letter(enum mark m);      /* 's' 'q' 'c' 'i'; ' ' for none */
/* By name or letter; false when there is none such. */
bool mark_parse(const char *text, enum mark *out);

/* Where a note belongs in the timeline that casefile_match() was given. */
enum note_place {
    NOTE_PENDING,   /* not found so far, and the examination goes on */
    NOTE_HERE,      /* made on these bytes, on this entry */
    NOTE_BY_DIGEST, /* made on other bytes, or on bytes not named; an entry here has its digest */
    NOTE_BY_NUMBER, /* made on these bytes, on an entry without that digest: by its number alone */
    NOTE_ORPHAN     /* no entry here is the one that it was made on */
};
struct casefile_note {
    uint64_t entry; /* as recorded */
    bool has_digest;
    struct digest entry_digest;
    enum mark mark;
    const char *unknown_mark; /* MARK_NONE: what the file has for it all the same; else NULL */
    const char *text; /* "" where there is only a mark; lines end in \n */
    const char *at;   /* UTC */
    const char *edited_at; /* NULL: never */
    bool has_made_on;
    struct digest made_on; /* SHA-256 of the timeline that it was made on */
    enum note_place place;
    uint64_t here; /* entry of the matched timeline, 0 unless it has a place there */
};
size_t casefile_notes(const struct casefile *c);
struct casefile_note casefile_note(const struct casefile *c, size_t i);

/* The history holds, tells of no time when it did not, and names throughout, wherever a note or a mark was made or
 * changed, the examiner that the file names now. */
bool casefile_notes_are_examiners(const struct casefile *c);

/* Text for a note: 1 to CASEFILE_TEXT_MAX bytes. */
enum { CASEFILE_TEXT_MAX = 64 * 1024 };

/* `digest` is that of the entry, NULL when it has none. `mark` may be MARK_NONE. */
int casefile_add_note(struct casefile *c, uint64_t entry, const struct digest *digest, enum mark mark,
                      const char *text, struct err *err);
/* New text of a note; its mark stays. */
int casefile_edit_note(struct casefile *c, size_t i, const char *text, struct err *err);
int casefile_delete_note(struct casefile *c, size_t i, struct err *err);
/* Sets the mark of an entry of the matched timeline, MARK_NONE takes it away. */
int casefile_set_mark(struct casefile *c, uint64_t entry, const struct digest *digest, enum mark mark,
                      struct err *err);

/* ---------------------------------------------------------------------------------------------------
 * Notes beside a timeline */

enum casefile_bytes {
    CASEFILE_BYTES_UNKNOWN, /* the file was not read to its end yet, or the case file names no SHA-256 */
    CASEFILE_BYTES_SAME,
    CASEFILE_BYTES_OTHER
};
/* Finds the entries that notes and outcome statements are about, among those published so far; goes on
 * where the last call for this timeline ended, so it may be called at every notification. Call it with
 * NULL before a timeline is freed. A case file that names no timeline yet is pinned to this one, as
 * `path`, once its SHA-256 is known. True when a note found its place, or lost it. */
bool casefile_match(struct casefile *c, const struct timeline *t, const char *path);
/* There is more to find among the entries published: call casefile_match() again. One call compares a
 * bounded number of entries, so that a thread that answers keys may make it. */
bool casefile_matching(const struct casefile *c);
/* Whether the matched timeline has the bytes that the case file was made for. */
enum casefile_bytes casefile_bytes(const struct casefile *c);

/* The mark of an entry: that of its newest note that has one. */
enum mark casefile_entry_mark(const struct casefile *c, uint64_t entry);
/* Indices of the entry's notes, newest first: fills at most `room`, returns how many there are. */
size_t casefile_entry_notes(const struct casefile *c, uint64_t entry, size_t *out, size_t room);
/* The next entry with a note at or after (step 1) or at or before (step -1) `entry`; 0: none. `marks` has
 * a bit 1u << enum mark for each mark of the entry that counts; CASEFILE_ANY: all, with and without. */
uint64_t casefile_seek(const struct casefile *c, uint64_t entry, int step, unsigned marks);
#define CASEFILE_ANY ((1u << MARK_COUNT) - 1)
/* Notes that have no place here: NOTE_ORPHAN. */
size_t casefile_orphans(const struct casefile *c);

/* ---------------------------------------------------------------------------------------------------
 * The other statements. What is passed is copied; of a `casefile_reference` `checks` is ignored, of a
 * `casefile_outcome` `here`. Times are RFC 3339; paths and texts UTF-8. Paths are taken from the working
 * directory and kept absolute, or relative to the case file where they lie below its folder. */

int casefile_set_examiner(struct casefile *c, const char *examiner, struct err *err);
/* A path of NULL takes it out. */
int casefile_set_expect(struct casefile *c, const struct casefile_file *file, struct err *err);
/* NULL takes it out. */
int casefile_set_baseline(struct casefile *c, const struct casefile_reference *r, struct err *err);
int casefile_add_reference(struct casefile *c, const struct casefile_reference *r, struct err *err);
/* With its checks; the history keeps all of it. */
int casefile_delete_reference(struct casefile *c, size_t i, struct err *err);
/* Which reference of the case file this one is, by its value, or by its path and bytes; one at the same path
 * whose bytes have changed since is the same. CASEFILE_NOWHERE: none. */
size_t casefile_find_reference(const struct casefile *c, const struct reference *r);
/* checked_at NULL: now. tool_version NULL: this program's. `code` has check->codes finding codes. */
int casefile_add_check(struct casefile *c, size_t reference, const struct casefile_check *check,
                       const char *const *code, struct err *err);
/* False for what sits in the timeline's own file, came from standard input, or came with a list. */
bool casefile_can_keep(const struct reference *r);
/* Keeps all of a set that was checked, as it stands: what is stated of each reference and what its check
 * gave, the earlier copy (of several the last) among them. What the case file has already is not kept twice, and
 * nothing of it is taken out. Left out is what cannot be kept, and what has not the bytes that it was to have
 * (`meant`). `timeline` is the SHA-256 of the bytes that they were
 * held against, NULL while it is not known. On -1 those before the one that failed are kept. */
int casefile_keep_references(struct casefile *c, const struct reference_set *refs,
                             const struct digest *timeline, struct err *err);
/* The list of expected actions, likewise. */
int casefile_keep_list(struct casefile *c, const struct expected *list, struct err *err);
/* Whether it is at the path that the case file has for its list. */
bool casefile_names_list(const struct casefile *c, const struct expected *list);
int casefile_add_outcome(struct casefile *c, const struct casefile_outcome *o, struct err *err);
int casefile_delete_outcome(struct casefile *c, size_t i, struct err *err);
/* A report that was written: kept in the history alone. */
int casefile_add_export(struct casefile *c, const struct casefile_file *file, const char *format,
                        struct err *err);
/* at NULL: now. */
int casefile_add_review(struct casefile *c, const struct casefile_review *r, struct err *err);

/* ---------------------------------------------------------------------------------------------------
 * History */

/* Records as read or saved last; those made since become visible with the next save. */
struct casefile_record {
    const char *at, *did; /* "note.add" and the like */
    struct str json;      /* the whole record, compact ASCII: the bytes that its SHA-256 is taken of */
    struct digest sha256;
};
size_t casefile_records(const struct casefile *c);
/* `json` is the caller's, to be released with str_release(). 0, or -1 without memory. */
int casefile_record(const struct casefile *c, size_t i, struct casefile_record *out, struct err *err);
/* SHA-256 of the last record: kept elsewhere it shows later that nothing before it was changed or cut off.
 * False while there is none. */
bool casefile_history_head(const struct casefile *c, struct digest *out);
enum casefile_history {
    HISTORY_HOLDS,    /* each record holds the SHA-256 of the one before, and the last that of the rest */
    HISTORY_BROKEN,   /* at record casefile_history_broken(), from 1 */
    HISTORY_OUTSIDE,  /* the records hold, and the rest of the file was changed by something else since */
    HISTORY_UNSTATED, /* the records hold, and the last one says nothing of the rest of the file */
    HISTORY_UNCHECKED, /* a newer schema, or numbers that are not kept exactly */
    HISTORY_NONE      /* there is no record */
};
/* As the file was read. */
enum casefile_history casefile_history(const struct casefile *c);
size_t casefile_history_broken(const struct casefile *c);
/* The last record, from 1, that tells that the file was found changed by something else, or without a history that
 * speaks for it (case.found_changed, case.found_unstated); 0: none does. */
size_t casefile_history_found(const struct casefile *c);
/* What a history cannot show, for the place where it is shown. Static. */
const char *casefile_history_limits(void);

#endif
