#include "tui/casing.h"

#include "tui/drafts.h"
#include "tui/prompt.h"
#include "tui/show.h"
#include "tui/state.h"

#include <string.h>
#include <unistd.h>

void casing_release(struct casing *c)
{
    casing_drop_writing(c);
    casefile_free(c->file);
    str_release(&c->name);
    str_release(&c->proposed);
    str_release(&c->promise);
    memset(c, 0, sizeof *c);
}

bool casing_writable(const struct state *s)
{
    return s->casing.file && !casefile_read_only(s->casing.file);
}

static const char *evidence_path(const struct state *s)
{
    return source_path(timeline_source(s->timeline));
}

/* ---- one is taken ---- */

static void set_name(struct state *s, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buf b;

    buf_init(&b, LIMIT_MESSAGE);
    show_cstr(&b, slash && slash[1] ? slash + 1 : path, s->flags);
    str_take(&s->casing.name, &b);
    buf_release(&b);
}

/* What is read here must never be written over. */
static int protect(struct state *s, struct casefile *c, struct err *err)
{
    const char *path = evidence_path(s);

    if (strcmp(path, "-") != 0 && casefile_protect(c, path, err) < 0)
        return -1;
    for (size_t i = 0; i < s->refs->count; i++)
        if (s->refs->item[i].path && !s->refs->item[i].embedded &&
            casefile_protect(c, s->refs->item[i].path, err) < 0)
            return -1;
    return 0;
}

static void say_opened(struct state *s, bool made)
{
    const struct casefile *c = s->casing.file;
    const char *why = casefile_read_only(c);
    char n[NUMBER_ROOM];

    if (why)
        state_say(s, STYLE_WARNING, "case file %s: notes cannot be kept: %s", s->casing.name.data,
                  why);
    else if (casefile_warning(c, 0))
        state_say(s, STYLE_WARNING, "case file %s: %s", s->casing.name.data,
                  casefile_warning(c, 0));
    else if (made)
        state_say(s, STYLE_NORMAL, "a new case file %s: made with the first change",
                  s->casing.name.data);
    else
        state_say(s, STYLE_NORMAL, "case file %s: %s note%s%s", s->casing.name.data,
                  show_number(n, casefile_notes(c)), casefile_notes(c) == 1 ? "" : "s",
                  casefile_references(c) > 0 || casefile_baseline(c).path || casefile_expect(c).path
                      ? "; its references are held against the timeline"
                      : "");
}

/* What it names is judged as if --case had named it: in the place of what the one before it named. */
static void bring(struct state *s, const struct casefile *was, struct casefile *now)
{
    struct casing *k = &s->casing;
    struct err err = {0};

    if (!k->bring)
        return;
    explaining_release(&s->explaining);
    checking_release(s);
    if (k->bring(k->bring_arg, s->refs, was, now, &err) < 0)
        state_say(s, STYLE_FAILURE, "the references of the case file were not taken in: %s", err.text);
    memset(&s->covering, 0, sizeof s->covering);
    s->board.follow = true;
    state_check(s);
}

/* Opens it, or a new one where nothing is at the path. NULL with the reason. The folder of one that was
 * agreed to is there from then on: drafts go beside it before it is written itself. */
static struct casefile *open_or_new(struct state *s, const char *path, bool agreed, bool *made,
                                    struct err *err)
{
    struct casefile *c;

    *made = access(path, F_OK) != 0;
    c = *made ? casefile_new(path, NULL, err) : casefile_open(path, CASEFILE_WRITE, err);
    if (c && (protect(s, c, err) < 0 || (*made && agreed && casefile_make_folder(c, err) < 0))) {
        casefile_free(c);
        c = NULL;
    }
    return c;
}

/* Somebody waits to write into it: one that only reads is no answer. */
static struct casefile *open_wanted(struct state *s, const char *path, bool agreed, bool *made, struct err *err)
{
    struct casefile *c = open_or_new(s, path, agreed, made, err);
    const char *why = c ? casefile_read_only(c) : NULL;

    if (!why || !agreed || !s->casing.wish)
        return c;
    err_set(err, ERR_OPEN, "nothing can be kept there: %.440s", why);
    casefile_free(c);
    return NULL;
}

/* 0, or -1 with the reason. */
static int take(struct state *s, const char *path, bool agreed, struct err *err)
{
    struct casing *k = &s->casing;
    bool made;
    struct casefile *c = open_wanted(s, path, agreed, &made, err), *was;
    struct err trouble = {0};

    if (!c)
        return -1;
    casing_wait(s);
    drafts_release(&s->drafts);
    was = k->file;
    k->file = c;
    k->failed = k->due = k->changed = k->told_foreign = k->agreed = false;
    k->asked = casefile_examiner(c) || casefile_records(c) > 0;
    k->keeps = k->unkept > 0 || k->given > 0;
    k->keeps_list = k->keeps_list || k->given_list;
    set_name(s, path);
    bring(s, was, c);
    casefile_free(was);
    if (protect(s, c, &trouble) < 0)
        state_say(s, STYLE_FAILURE, "%s", trouble.text);
    casefile_match(c, s->timeline, evidence_path(s));
    k->recorded = casefile_recorded(c);
    say_opened(s, made);
    drafts_begin(s);
    noted_changed(s, 0);
    casing_keep(s);
    return 0;
}

void casing_begin(struct state *s, const char *path)
{
    struct err err = {0};
    struct buf text;

    s->casing.offered = true;
    if (take(s, path, false, &err) == 0)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    show_escaped(&text, err.text, strlen(err.text), s->flags);
    state_say(s, STYLE_FAILURE, "no case file, notes cannot be kept: %s", buf_cstr(&text));
    buf_release(&text);
}

/* ---- who examines ---- */

static void say_examiner(struct state *s, const char *name)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    show_words(&text, name, s->flags);
    state_say(s, STYLE_NORMAL, "examiner: %s", buf_cstr(&text));
    buf_release(&text);
}

static void done_examiner(struct state *s, const char *line)
{
    void (*then)(struct state *) = s->casing.then;
    struct err err = {0};

    line += strspn(line, " ");
    s->casing.asked = true;
    s->casing.then = NULL;
    if (*line && casefile_set_examiner(s->casing.file, line, &err) < 0)
        state_say(s, STYLE_WARNING, "%s", err.text);
    else if (*line) {
        casing_changed(s);
        say_examiner(s, line);
    }
    if (then)
        then(s);
}

static void cancelled_examiner(struct state *s)
{
    s->casing.then = NULL;
    state_say(s, STYLE_NORMAL, "nothing was done");
}

static const char *remark_examiner(const struct state *s, int fewer)
{
    static const char *const words[] = {"a name, kept with the notes; may be empty; asked once",
                                        "a name; may be empty", NULL};

    (void)s;
    return fewer < 2 ? words[fewer] : NULL;
}

static const struct prompt prompt_examiner = {.sign = "who examines? ",
                                              .done = done_examiner,
                                              .cancelled = cancelled_examiner,
                                              .remark = remark_examiner,
                                              .asks = true};

static void ask_examiner(struct state *s)
{
    const char *name = s->casing.file ? casefile_examiner(s->casing.file) : NULL;

    s->casing.then = NULL;
    prompt_open(s, &prompt_examiner);
    if (name)
        line_set(&s->prompt, name);
}

void casing_examiner(struct state *s, const char *name)
{
    if (!*name)
        casing_need(s, ask_examiner);
    else if (!casing_writable(s))
        state_say(s, STYLE_WARNING, "no case file takes changes; :case FILE opens or makes one");
    else
        done_examiner(s, name);
}

/* ---- its path ---- */

static void grant(struct state *s);

static void done_foreign(struct state *s, const char *line)
{
    bool yes;

    if (!prompt_yes(s, line, &yes))
        return;
    s->casing.agreed = yes;
    if (yes)
        grant(s);
    else
        state_say(s, STYLE_NORMAL, "nothing was done; :case FILE opens or makes another case file");
}

static void cancelled_foreign(struct state *s)
{
    s->casing.wish = NULL;
    state_say(s, STYLE_NORMAL, "nothing was done; :case FILE opens or makes another case file");
}

static const char *const foreign_lines[] = {
    "This case file was made for other bytes than those of this file.",
    "yes keeps it there, as made on this file; :case FILE opens or makes another.", NULL};

static const struct prompt prompt_foreign = {.sign = "write into it? yes or no: ",
                                             .done = done_foreign,
                                             .cancelled = cancelled_foreign,
                                             .lines = foreign_lines};

static void grant(struct state *s)
{
    void (*wish)(struct state *) = s->casing.wish;

    s->casing.wish = NULL;
    if (!wish || !casing_writable(s))
        return;
    if (casing_foreign(s) && !s->casing.agreed) {
        s->casing.wish = wish;
        prompt_open(s, &prompt_foreign);
        return;
    }
    if (s->casing.asked || wish == ask_examiner) {
        wish(s);
        return;
    }
    prompt_open(s, &prompt_examiner);
    s->casing.then = wish;
}

static void done_path(struct state *s, const char *line);

static void cancelled_path(struct state *s)
{
    s->casing.wish = NULL;
    state_say(s, STYLE_NORMAL, "no case file: nothing was kept");
}

/* Asked for once; what is attached later is for this session too. */
static void declined(struct state *s)
{
    s->casing.declined = true;
    s->casing.wish = NULL;
    state_say(s, STYLE_NORMAL, "attached for this session alone; :case FILE keeps it");
}

/* What is known of the path that was proposed is said of no other. */
static bool stands_proposed(const struct state *s)
{
    const char *proposed = s->casing.proposed.data;
    const struct buf *typed = &s->prompt.text;

    return proposed && typed->len == strlen(proposed) && memcmp(typed->data, proposed, typed->len) == 0;
}

static const char *remark_path(const struct state *s, int fewer)
{
    static const char *const there[] = {"is there, for these bytes: Enter opens it",
                                        "Enter opens it", NULL};
    static const char *const words[] = {"notes are kept there; one that is there is opened",
                                        "notes are kept there", NULL};

    if (fewer > 1)
        return NULL;
    return stands_proposed(s) && s->casing.proposed_exists ? there[fewer] : words[fewer];
}

static const struct prompt *path_prompt(const struct state *s);

static const struct prompt prompt_case = {.sign = "case file: ",
                                          .done = done_path,
                                          .cancelled = cancelled_path,
                                          .remark = remark_path,
                                          .path = true,
                                          .asks = true};

static const char *const attached_lines[] = {
    "A case file keeps it, with who, how and when, and the result of the check.",
    "Esc: for this session alone.", NULL};

static const struct prompt prompt_attached = {.sign = "case file: ",
                                              .done = done_path,
                                              .cancelled = declined,
                                              .remark = remark_path,
                                              .lines = attached_lines,
                                              .path = true,
                                              .asks = true};

static const struct prompt *path_prompt(const struct state *s)
{
    return s->casing.wish == casing_record ? &prompt_attached : &prompt_case;
}

static void done_path(struct state *s, const char *line)
{
    struct err err = {0};

    line += strspn(line, " ");
    if (!*line)
        prompt_refuse(s, path_prompt(s), line, "a path is needed; Esc leaves it");
    else if (take(s, line, true, &err) < 0)
        prompt_refuse_err(s, path_prompt(s), line, &err);
    else
        grant(s);
}

/* Where it would go, and whether it is there for these bytes. */
static void propose(struct state *s)
{
    struct casing *k = &s->casing;
    struct digest d;
    bool known = timeline_sha256(s->timeline, &d);
    const char *path = evidence_path(s);
    struct err err = {0};

    str_release(&k->proposed);
    k->proposed_exists = false;
    if (casefile_propose(strcmp(path, "-") == 0 ? "stdin" : path, known ? &d : NULL, &k->proposed,
                         &err) < 0)
        return;
    k->proposed_exists = known && access(k->proposed.data, F_OK) == 0;
}

void casing_ask(struct state *s)
{
    propose(s);
    prompt_open(s, path_prompt(s));
    if (s->casing.proposed.data)
        line_set(&s->prompt, s->casing.proposed.data);
}

/* What could not be written is written there instead. */
static void move_to(struct state *s, const char *path)
{
    struct err err = {0};

    casing_wait(s);
    if (casefile_save_as(s->casing.file, path, &err) < 0) {
        state_say(s, STYLE_FAILURE, "%s", err.text);
        return;
    }
    s->casing.due = s->casing.failed = false;
    set_name(s, path);
    drafts_drop_stored(&s->drafts); /* they are in the file that was written now */
    drafts_move(s);
    state_say(s, STYLE_NORMAL, "kept in %s from now on", s->casing.name.data);
}

void casing_go(struct state *s, const char *path)
{
    const struct casefile *c = s->casing.file;
    struct err err = {0};

    if (c && (casefile_dirty(c) || s->drafts.unwritten))
        move_to(s, path);
    else if (take(s, path, true, &err) < 0)
        prompt_refuse_err(s, &prompt_case, path, &err);
}

void casing_need(struct state *s, void (*wish)(struct state *s))
{
    struct casing *k = &s->casing;

    k->wish = wish;
    if (k->file && !casing_writable(s)) {
        k->wish = NULL;
        state_say(s, STYLE_WARNING, "notes cannot be kept: %s; :case FILE opens or makes another",
                  casefile_read_only(k->file));
    } else if (!k->file) {
        casing_ask(s);
    } else {
        grant(s);
    }
}

/* ---- beside the timeline ---- */

static void offer(struct state *s)
{
    struct digest d;
    struct buf text;

    if (s->casing.offered || s->casing.file || !timeline_sha256(s->timeline, &d))
        return;
    s->casing.offered = true;
    propose(s);
    if (!s->casing.proposed_exists)
        return;
    buf_init(&text, LIMIT_MESSAGE);
    show_cstr(&text, s->casing.proposed.data, s->flags);
    state_say(s, STYLE_NORMAL, "a case file for these bytes is there: :case opens %s",
              buf_cstr(&text));
    buf_release(&text);
}

/* What a read-only one says is more urgent. */
void casing_foreign_words(const struct state *s, struct buf *out)
{
    if (casing_foreign(s) && !casefile_read_only(s->casing.file))
        buf_addf(out,
                 "case file %s was made for other bytes than these: its notes are found by the digest of their "
                 "entry; :case FILE opens or makes another",
                 s->casing.name.data);
}

/* As soon as it is known. */
static void tell_foreign(struct state *s)
{
    struct casing *k = &s->casing;
    struct buf words;

    if (k->told_foreign || !casing_foreign(s))
        return;
    k->told_foreign = true;
    buf_init(&words, LIMIT_MESSAGE);
    casing_foreign_words(s, &words);
    if (words.len > 0)
        state_say(s, STYLE_WARNING, "%s", buf_cstr(&words));
    buf_release(&words);
}

void casing_follow(struct state *s)
{
    if (!s->casing.file) {
        offer(s);
        return;
    }
    if (!casefile_match(s->casing.file, s->timeline, evidence_path(s))) {
        tell_foreign(s);
        return;
    }
    tell_foreign(s);
    s->casing.recorded = casefile_recorded(s->casing.file);
    noted_found(s);
}

void casing_stated(struct state *s)
{
    casefile_match(s->casing.file, s->timeline, evidence_path(s));
    s->casing.recorded = casefile_recorded(s->casing.file);
    s->verdict.outcome = casing_outcome(s);
}

enum outcome_result casing_outcome(const struct state *s)
{
    return s->casing.recorded > 0 ? OUTCOME_RECORDED : OUTCOME_NOT_ASSESSED;
}

bool casing_busy(const struct state *s)
{
    return s->casing.file && casefile_matching(s->casing.file);
}

void casing_forget_timeline(struct state *s)
{
    s->casing.recorded = 0;
    if (s->casing.file)
        casefile_match(s->casing.file, NULL, NULL);
}

bool casing_foreign(const struct state *s)
{
    return s->casing.file && casefile_bytes(s->casing.file) == CASEFILE_BYTES_OTHER;
}

bool casing_trouble(const struct state *s)
{
    return s->casing.file &&
           (s->casing.failed || casefile_read_only(s->casing.file) || casing_foreign(s));
}

void casing_words(const struct state *s, bool brief, struct buf *out)
{
    const struct casing *k = &s->casing;

    if (!k->file)
        return;
    if (!brief)
        buf_adds(out, "case ");
    buf_adds(out, k->name.data ? k->name.data : "");
    if (k->failed)
        buf_adds(out, " NOT WRITTEN");
    else if (k->writing || k->due)
        buf_adds(out, brief ? " unwritten" : " not written yet");
    else if (casefile_read_only(k->file))
        buf_adds(out, " read only");
    else if (casing_foreign(s))
        buf_adds(out, " of OTHER BYTES");
}
