#include "core/question.h"

#include "base/decimal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PREDICATES = 16 };
enum op { OP_EQUAL, OP_CONTAINS, OP_HAS };
enum subject {
    OF_CLASS,
    OF_TOOL,
    OF_ID,
    OF_JOB,
    OF_STANDING,
    OF_ENTRY,
    OF_MARK,
    OF_NOTE,
    OF_FINDING
};

struct predicate {
    enum subject subject;
    enum op op;
    bool negated;
    char *text;
    uint32_t mask;         /* has: */
    bool contradicted;     /* and the contradicted entry too */
    enum standing standing;
    uint64_t first, last;  /* entry= */
    char mark;             /* mark=, ' ' for none */
};

struct filter {
    struct question question;
    struct predicate p[PREDICATES];
    size_t count;
    bool reads; /* some predicate needs the entry's texts */
    uint64_t contradicted;
};

static const struct {
    const char *name;
    enum subject subject;
    enum member member;
} subjects[] = {
    {"class", OF_CLASS, MEMBER_PROVENANCE_CLASS}, {"tool", OF_TOOL, MEMBER_TOOL},
    {"id", OF_ID, MEMBER_ID},                     {"job", OF_JOB, MEMBER_JOB_ID},
    {"standing", OF_STANDING, MEMBER_COUNT},      {"entry", OF_ENTRY, MEMBER_COUNT},
    {"mark", OF_MARK, MEMBER_COUNT},              {"note", OF_NOTE, MEMBER_COUNT},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static bool is_text(const struct predicate *p)
{
    return p->subject <= OF_JOB;
}

/* --- asking --- */

struct answers {
    const struct filter *f;
    bool held[PREDICATES]; /* without negation */
};

static bool text_holds(const struct predicate *p, const char *text)
{
    return p->op == OP_EQUAL ? strcmp(text, p->text) == 0 : strstr(text, p->text) != NULL;
}

static int on_text(void *arg, struct text_part part, const char *text, size_t len)
{
    struct answers *a = arg;
    bool whole = !part.later && !part.more;

    (void)len;
    for (size_t i = 0; i < a->f->count; i++) {
        const struct predicate *p = &a->f->p[i];
        if (is_text(p) && subjects[p->subject].member == part.member)
            a->held[i] |= (whole || p->op == OP_CONTAINS) && text_holds(p, text);
    }
    return 0;
}

static int on_note(void *with, const char *text, size_t len)
{
    const struct predicate *p = with;

    return p->op == OP_HAS ? len > 0 : text_holds(p, text);
}

static bool note_holds(const struct filter *f, const struct predicate *p, uint64_t entry)
{
    const struct sweep_notes *n = f->question.notes;

    return n && n->texts(n->arg, entry, on_note, (void *)(uintptr_t)p) > 0;
}

static bool mark_holds(const struct filter *f, const struct predicate *p, uint64_t entry)
{
    const struct sweep_notes *n = f->question.notes;
    char mark = n ? n->mark(n->arg, entry) : ' ';

    return p->op == OP_HAS ? mark != ' ' : mark == p->mark;
}

static bool index_holds(const struct filter *f, const struct predicate *p, const struct asked *a)
{
    switch (p->subject) {
    case OF_STANDING:
        return a->standing == p->standing;
    case OF_ENTRY:
        return a->entry >= p->first && a->entry <= p->last;
    case OF_MARK:
        return mark_holds(f, p, a->entry);
    case OF_NOTE:
        return note_holds(f, p, a->entry);
    default:
        return (a->mask & p->mask) != 0 || (p->contradicted && a->entry == f->contradicted);
    }
}

static int ask(struct question *q, const struct asked *a, struct err *err)
{
    struct filter *f = (struct filter *)q;
    struct answers answers = {.f = f};

    for (size_t i = 0; i < f->count; i++)
        if (!is_text(&f->p[i]) && index_holds(f, &f->p[i], a) == f->p[i].negated)
            return 0;
    if (!f->reads)
        return 1;
    if (entry_texts(a->t, a->entry, false, on_text, &answers, err) < 0)
        return -1;
    for (size_t i = 0; i < f->count; i++)
        if (is_text(&f->p[i]) && answers.held[i] == f->p[i].negated)
            return 0;
    return 1;
}

void question_contradicted(struct question *q, uint64_t entry)
{
    if (q->ask == ask)
        ((struct filter *)q)->contradicted = entry;
}

static void filter_free(struct question *q)
{
    struct filter *f = (struct filter *)q;

    for (size_t i = 0; i < f->count; i++)
        free(f->p[i].text);
    free(f);
}

/* --- reading predicates --- */

/* What an examiner noted; the severity of that name is asked for as a remark. */
static bool set_noted(struct predicate *p, const char *what)
{
    if (strcmp(what, "note") == 0)
        p->subject = OF_NOTE;
    else if (strcmp(what, "mark") == 0)
        p->subject = OF_MARK;
    return p->subject != OF_FINDING;
}

static int set_has(struct predicate *p, const char *what, struct err *err)
{
    p->subject = OF_FINDING;
    p->op = OP_HAS;
    if (set_noted(p, what))
        return 0;
    if (strcmp(what, "remark") == 0)
        what = severity_name(SEVERITY_NOTE);
    p->contradicted = strcmp(what, "failure") == 0 || strcmp(what, "signal") == 0;
    for (int s = 0; s < SEVERITY_COUNT; s++)
        if (strcmp(what, severity_name((enum severity)s)) == 0)
            p->mask = finding_mask((enum severity)s);
    if (strcmp(what, "signal") == 0)
        p->mask = MARK_SIGNAL;
    enum finding_code code = finding_code_parse(what);
    if (code < FINDING_COUNT && (int)code < (int)FINDING_ENTRY_COUNT)
        p->mask = UINT32_C(1) << code;
    if (p->mask)
        return 0;
    return err_set(err, ERR_USAGE, "has: takes failure, warning, remark, signal, note, mark, or a code such as chain.link");
}

static int set_standing(struct predicate *p, struct err *err)
{
    static const char *const name[STANDING_COUNT] = {"none", "agent", "gateway", "recorder"};

    for (int s = 0; s < STANDING_COUNT; s++)
        if (strcmp(p->text, name[s]) == 0 || strcmp(p->text, standing_name((enum standing)s)) == 0) {
            p->standing = (enum standing)s;
            return 0;
        }
    return err_set(err, ERR_USAGE, "standing= takes agent, gateway, recorder or none");
}

static int set_mark(struct predicate *p, struct err *err)
{
    static const char *const name[] = {"none", "suspicious", "question", "cleared", "important"};

    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strcmp(p->text, name[i]) == 0 || (i > 0 && p->text[0] == name[i][0] && !p->text[1])) {
            p->mark = i > 0 ? name[i][0] : ' ';
            return 0;
        }
    return err_set(err, ERR_USAGE, "mark= takes s, q, c, i or none");
}

static int set_range(struct predicate *p, struct err *err)
{
    const char *at = p->text;
    bool good = decimal_take(&at, &p->first);

    p->last = p->first;
    if (good && *at == '-') {
        at++;
        p->last = UINT64_MAX;
        good = *at == '\0' || decimal_take(&at, &p->last);
    }
    if (good && *at == '\0' && p->first > 0 && p->last >= p->first)
        return 0;
    return err_set(err, ERR_USAGE, "entry= takes a number or a range: entry=12, entry=10-20, entry=10-");
}

static int check_value(struct predicate *p, struct err *err)
{
    if ((p->subject == OF_STANDING || p->subject == OF_ENTRY || p->subject == OF_MARK) &&
        p->op != OP_EQUAL)
        return err_set(err, ERR_USAGE, "%s takes = or !=", subjects[p->subject].name);
    if (p->subject == OF_STANDING)
        return set_standing(p, err);
    if (p->subject == OF_MARK)
        return set_mark(p, err);
    return p->subject == OF_ENTRY ? set_range(p, err) : 0;
}

/* NAME, then =, !=, ~ or !~, then the value. */
static int set_comparison(struct predicate *p, const char *word, struct err *err)
{
    size_t len = strcspn(word, "=~!");
    const char *op = word + len;

    for (size_t i = 0; i < SUBJECTS; i++) {
        if (strlen(subjects[i].name) != len || memcmp(subjects[i].name, word, len) != 0)
            continue;
        p->subject = subjects[i].subject;
        p->negated = *op == '!';
        op += p->negated;
        if (*op != '=' && *op != '~')
            break;
        p->op = *op == '=' ? OP_EQUAL : OP_CONTAINS;
        p->text = strdup(op + 1);
        return p->text ? check_value(p, err) : err_set(err, ERR_MEMORY, "no memory for a filter");
    }
    return err_set(err, ERR_USAGE, "%.40s: a predicate is class= tool~ id= job!= standing= entry= mark= note~ has:", word);
}

static int add_predicate(struct filter *f, const char *word, struct err *err)
{
    if (f->count == PREDICATES)
        return err_set(err, ERR_USAGE, "more than %d predicates", PREDICATES);
    struct predicate *p = &f->p[f->count++];
    p->negated = *word == '!';
    int status = strncmp(word + p->negated, "has:", 4) == 0 ? set_has(p, word + p->negated + 4, err)
                                                            : set_comparison(p, word, err);
    f->reads |= is_text(p);
    return status;
}

/* The next word, quotes taken off it: 1, 0 at the end, -1 when it is too long. */
static int next_word(const char **at, char *word, size_t room, struct err *err)
{
    bool quoted = false;
    size_t len = 0;

    *at += strspn(*at, " ");
    if (**at == 0)
        return 0;
    for (; **at && (quoted || **at != ' '); (*at)++) {
        if (**at == '"')
            quoted = !quoted;
        else if (len < room - 1)
            word[len++] = **at;
        else
            return err_set(err, ERR_USAGE, "a predicate longer than %zu bytes", room - 1);
    }
    word[len] = 0;
    return quoted ? err_set(err, ERR_USAGE, "a double quote is not closed") : 1;
}

struct question *question_filter(const char *text, struct err *err)
{
    struct filter *f = calloc(1, sizeof *f);
    char word[1024];
    int status = 0, more;

    if (!f) {
        err_set(err, ERR_MEMORY, "no memory for a filter");
        return NULL;
    }
    f->question = (struct question){ask, NULL, filter_free, NULL};
    while (status == 0 && (more = next_word(&text, word, sizeof word, err)) != 0)
        status = more < 0 ? -1 : add_predicate(f, word, err);
    if (status == 0 && f->count == 0)
        status = err_set(err, ERR_USAGE, "a filter needs a predicate: has:failure, class=, tool~");
    if (status == 0)
        return &f->question;
    filter_free(&f->question);
    return NULL;
}
