/* What an examination gave, and the writers that put it down: one a format, behind one table. */
#ifndef AERSCOPE_REPORT_REPORT_H
#define AERSCOPE_REPORT_REPORT_H

#include "casefile/casefile.h"
#include "core/selection.h"
#include "core/verdict.h"
#include "explain/explain.h"
#include "report/json.h"
#include "report/out.h"

#define TOOL_NAME    "aerscope"
#define TOOL_PROFILE "draft-zambo-aer1-09"
#define TOOL_PROFILE_SAYS                                                                          \
    "an individual draft without standing in the IETF, expires 1 April 2027; later revisions are " \
    "not evaluated"

/* One input, and all that is known of it. */
struct report {
    const char *path;          /* as given; unescaped */
    uint64_t input_line;       /* of standard input, where each line is a timeline; else 0 */
    const struct selection *selection; /* of the entries of one job; NULL: all entries of the input */
    struct timeline *timeline; /* NULL: it could not be opened, `error` says why */
    const struct reference_set *refs;
    const struct casefile *casefile; /* NULL: none was given; else held beside the timeline */
    bool training; /* a copy that was altered in the training lab: every report says so at its head */
    struct verdict verdict;
    struct explainer *explainer; /* NULL: nothing is explained */
    bool has_again;   /* it was read once more to be reported on, see report/again.h, and had the same SHA-256 */
    struct digest again;
    struct err error; /* ERR_NONE where the examination came to its end; else it is unreadable */
    int status;       /* the exit status that this input alone gives */
    bool lacks_endpoint, lacks_coverage; /* required, and not assessed */
};

struct report_style {
    bool utf8;         /* the reader's terminal shows UTF-8 */
    bool colour;       /* bold and reverse */
    bool all_findings; /* else the first LIMIT_FINDINGS, or REPORT_TEXT_FINDINGS in text */
};
enum {
    REPORT_TEXT_FINDINGS = 20,
    /* Rows of timeline_classes(): those by name, that of no class, and a row a standing for the rest. */
    REPORT_CLASSES = LIMIT_CLASSES + 1 + STANDING_COUNT
};

/* A run over one input or several, in the order given. */
struct report_run {
    struct out *out;
    struct report_style style;
    bool several;                         /* not one input that was named by itself */
    const struct reference_set *unpaired; /* at the end: references that no input has the job of */
    struct json json;                     /* of a document that goes over all inputs */
    struct buf summary;                   /* of text: a line an input, each ended by NUL */
    uint64_t unsummarised;                /* inputs whose line was too much for it */
};
/* For an input that is written while others are: a run over it alone, into `out`. `begun`: the run as `begin` left
 * it; `first`: the input is the first of all. */
void report_run_part(struct report_run *part, const struct report_run *begun, struct out *out, bool first);
/* In the order of the inputs, when what the part wrote stands in its place: takes what is left of it. */
void report_run_join(struct report_run *whole, struct report_run *part);
/* What a run holds whose end was not written. After the end there is nothing, and it does no harm. */
void report_run_release(struct report_run *run);

enum report_entries { REPORT_FLAGGED, REPORT_ALL, REPORT_RANGE };
/* What a report for others is to hold. */
struct report_request {
    struct report_style style;
    enum report_entries entries;
    uint64_t from, to;       /* of a range: 1 <= from <= to; what lies past the end is left out */
    struct instant now;      /* when the report is made */
};

/* A format is one of what `verify` prints, where begin, input and end are there, or of a report, where
 * `report` is, or of both. */
struct report_writer {
    const char *name;
    void (*begin)(struct report_run *run);
    /* 0, or -1 when evidence could not be read again; what was written is well-formed all the same. */
    int (*input)(struct report_run *run, const struct report *r, struct err *err);
    void (*end)(struct report_run *run);
    /* Everything on one input that was examined to its end or to its damage. 0, or -1 when evidence
     * could not be read again or the file was changed meanwhile (it is looked at once more at the end):
     * what was written is then to be thrown away. Errors of `out` stick there. */
    int (*report)(struct out *out, const struct report *r, const struct report_request *request,
                  struct err *err);
};
/* Text, one line an input: what verify --each-line and --brief print. */
extern const struct report_writer report_line;
/* NULL when no format has this name. */
const struct report_writer *report_writer(const char *name);

/* The first finding of that code at that entry of the timeline. As the next. */
int report_finding(const struct report *r, uint64_t entry, enum finding_code code, struct finding *out,
                   struct err *err);
/* The first failure in full. 1 with `*out` filled (the caller releases it), 0 when there is none, -1 on
 * error. */
int report_first_failure(const struct report *r, struct finding *out, struct err *err);

/* The same of the first truncation signal. */
int report_first_signal(const struct report *r, struct finding *out, struct err *err);

/* Broken links that are always among the findings shown, though others come before them. */
enum { REPORT_OTHERS = 200 };

/* The findings to show, at most `limit`: in the order of finding_walk. Always among them: the first failure,
 * the first signal, and of the broken links that no encoding and no construction of the whole file explains
 * the first one; where others are explained so, as many as half of `limit`, REPORT_OTHERS at most. */
struct report_findings {
    const struct report *report;
    struct finding_walk walk;
    struct finding current;
    uint64_t limit, given;
    struct report_must {
        uint64_t entry;
        enum finding_code code;
    } must[2 + REPORT_OTHERS]; /* not given yet */
    size_t musts;
};
/* The entries into which those links lead; how many. */
size_t report_others(const struct report *r, uint64_t limit, uint64_t entry[REPORT_OTHERS]);
void report_findings_init(struct report_findings *f, const struct report *r, uint64_t limit);
/* 1 with `*out` set (good until the next call), 0 at the end, -1 on error. */
int report_findings_next(struct report_findings *f, const struct finding **out, struct err *err);
void report_findings_release(struct report_findings *f);

uint64_t report_findings_total(const struct report *r);

#endif
