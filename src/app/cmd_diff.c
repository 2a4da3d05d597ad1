#include "app/commands.h"

#include "app/complain.h"
#include "app/examine.h"
#include "report/report_diff.h"

#include <string.h>

struct sides {
    struct examination earlier, later;
    struct copies copies;
    bool compared;
};

static const char *trouble(const struct examination *e)
{
    if (e->report.error.code != ERR_NONE)
        return e->report.error.text;
    return timeline_damage(e->timeline) != NULL ? timeline_damage(e->timeline)->message : NULL;
}

/* What was read must be what was compared. */
static int compare(struct sides *s, struct err *err)
{
    if (copies_compare(&s->copies, s->earlier.timeline, s->later.timeline, NULL, err) != 0 ||
        source_unchanged(s->earlier.source, err) != 0 ||
        source_unchanged(s->later.source, err) != 0)
        return -1;
    s->compared = true;
    return 0;
}

static struct report_copy copy_of(const struct examination *e, const char *path)
{
    return (struct report_copy){path, e->report.timeline, trouble(e)};
}

static int report(struct sides *s, struct out *out, const struct options *o, struct err *err)
{
    const struct report_diff d = {
        .earlier = copy_of(&s->earlier, o->operand[0]),
        .later = copy_of(&s->later, o->operand[1]),
        .copies = s->compared ? &s->copies : NULL,
        .style = command_style(o),
    };

    if (d.earlier.timeline == NULL && d.later.timeline == NULL)
        return 0;
    return strcmp(o->format->name, "json") == 0 ? report_diff_json(out, &d, err)
                                                : report_diff_text(out, &d, err);
}

static void examine(struct sides *s, const struct options *o)
{
    struct options each = *o;

    /* By the current construction alone, so that digests bind the members of both. */
    each.construction = CONSTRUCTION_07;
    memset(s, 0, sizeof *s);
    examine_start(&s->earlier, o->operand[0], &each, NULL, NULL);
    examine_start(&s->later, o->operand[1], &each, NULL, NULL);
    if (s->earlier.report.timeline != NULL)
        examine_wait(&s->earlier);
    if (s->later.report.timeline != NULL)
        examine_wait(&s->later);
}

static int status_of(const struct sides *s, const struct err *err)
{
    if (!s->compared || err->code != ERR_NONE)
        return 2;
    return s->copies.category == COPIES_IDENTICAL ? 0 : 1;
}

static int diff(struct output *out, const struct options *o)
{
    struct err err = {0};
    struct sides s;
    int status;

    examine(&s, o);
    if (trouble(&s.earlier) == NULL && trouble(&s.later) == NULL)
        compare(&s, &err);
    if (report(&s, &out->out, o, &err) != 0 || err.code != ERR_NONE)
        complain_err(NULL, &err);
    status = status_of(&s, &err);
    out_flush(&out->out);
    examine_complain(&s.earlier);
    examine_complain(&s.later);
    copies_release(&s.copies);
    examine_release(&s.earlier);
    examine_release(&s.later);
    return status;
}

int cmd_diff(const struct options *o)
{
    struct output out;

    if (command_output(&out, o) != 0)
        return 2;
    return command_done(&out, diff(&out, o));
}
