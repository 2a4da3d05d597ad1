#include "report/explained.h"

#include "base/text.h"
#include "core/encoding.h"

#include <inttypes.h>

static int explain(const struct report *r, const struct finding *f, struct explanation_list *l,
                   struct err *err)
{
    return r->explainer != NULL ? explain_finding(r->explainer, f, l, err) : 0;
}

/* ---------------------------------------------------------------------------------------------
 * JSON */

static void put_change(struct json *j, const struct explanation *x, size_t i)
{
    json_text(j, "member", i < x->members ? x->member[i].member : NULL);
    json_str(j, "found", &x->member[i].found);
    json_str(j, "original", &x->member[i].original);
}

static void put_also(struct json *j, const struct explanation *x)
{
    if (x->members < 2)
        return;
    json_array(j, "also");
    for (size_t i = 1; i < x->members; i++) {
        json_object(j, NULL);
        put_change(j, x, i);
        json_end(j);
    }
    json_end(j);
}

static void put_encoding(struct json *j, unsigned encoding)
{
    json_array(j, "encoding");
    for (unsigned rest = encoding; rest != 0; rest &= rest - 1)
        json_text(j, NULL, encoding_name(rest & -rest));
    json_end(j);
}

static void put_explanation(struct json *j, const struct explanation *x)
{
    json_object(j, NULL);
    json_text(j, "kind", explanation_name(x->kind));
    json_position(j, "entry", x->entry);
    put_change(j, x, 0);
    json_text(j, "certainty", x->proved ? "proved" : "possible");
    put_also(j, x);
    if (x->other > 0)
        json_uint(j, "other", x->other);
    if (x->missing > 0)
        json_uint(j, "missing", x->missing);
    if (x->encoding != 0)
        put_encoding(j, x->encoding);
    if (x->reference >= 0)
        json_uint(j, "reference", (uint64_t)x->reference);
    json_bool(j, "innocent", x->innocent);
    json_str(j, "provenance_class", &x->provenance_class);
    json_text(j, "standing", standing_name(x->standing));
    json_str(j, "text", &x->text);
    json_str(j, "decided_by", &x->decides);
    json_end(j);
}

int json_explanations(struct json *j, const struct report *r, const struct finding *f,
                      struct err *err)
{
    struct explanation_list l = {NULL, 0, 0};
    int rc = explain(r, f, &l, err);

    json_array(j, "explanations");
    for (size_t i = 0; i < l.count; i++)
        put_explanation(j, &l.item[i]);
    json_end(j);
    explanation_list_release(&l);
    return rc;
}

void json_explained(struct json *j, const struct report *r)
{
    struct explainer_summary s;

    if (r->explainer == NULL)
        return;
    s = explainer_summary(r->explainer);
    json_object(j, "explained");
    json_uint(j, "broken_links", s.links);
    json_uint(j, "held_by_encoding", s.encoded);
    put_encoding(j, s.encoding);
    json_uint(j, "held_as_written", s.plain);
    json_uint(j, "held_by_construction_06", s.historical);
    json_uint(j, "others", s.rest);
    json_position(j, "first_other", s.first_rest);
    json_uint(j, "effort", s.effort);
    json_uint(j, "hypotheses_tried", s.tried);
    json_bool(j, "bound_reached", s.exhausted || s.bounded);
    json_text(j, "note", explain_note());
    json_end(j);
}

/* ---------------------------------------------------------------------------------------------
 * Text */

/* An entry other than the finding's is named with its own class and standing. */
static void put_standing(struct sheet *p, const struct explanation *x)
{
    sheet_say(p, "entry %" PRIu64 ": %s", x->entry, standing_name(x->standing));
    if (x->standing == STANDING_AGENT)
        sheet_say(p, ", not an observation");
    if (x->provenance_class.data != NULL) {
        sheet_say(p, ": class ");
        sheet_quote(p, x->provenance_class.data, x->provenance_class.len, TEXT_WTF8);
    } else {
        sheet_say(p, ": no class that is a string");
    }
    sheet_field(p, "");
}

static void put_text(struct sheet *p, const struct explanation *x, uint64_t entry,
                     const char *label)
{
    bool unexplained = x->kind == EXPLANATION_UNEXPLAINED;

    sheet_say(p, "%s ", x->proved ? "PROVED" : unexplained ? "UNEXPLAINED" : "POSSIBLE");
    sheet_safe(p, x->text.data, x->text.len);
    sheet_field(p, label);
    if (x->decides.data != NULL) {
        sheet_say(p, "would be decided by ");
        sheet_safe(p, x->decides.data, x->decides.len);
        sheet_field(p, "");
    }
    if (x->entry > 0 && x->entry != entry)
        put_standing(p, x);
}

int text_explanations(struct sheet *p, const struct report *r, const struct finding *f,
                      struct err *err)
{
    struct explanation_list l = {NULL, 0, 0};
    int rc = explain(r, f, &l, err);

    for (size_t i = 0; i < l.count; i++)
        put_text(p, &l.item[i], f->entry, i == 0 ? "explained" : "");
    explanation_list_release(&l);
    return rc;
}

static void put_encoded(struct sheet *p, const struct explainer_summary *s)
{
    if (s->encoded == 0)
        return;
    sheet_say(p, "%" PRIu64 " of %" PRIu64 " broken links hold in another encoding", s->encoded,
              s->links);
    if (s->encoding != 0) {
        sheet_say(p, " (");
        encoding_say(&p->text, s->encoding);
        sheet_say(p, ")");
    }
    explainer_say_encoded(s, &p->text);
    if (s->first_rest > 0)
        sheet_say(p, "; the first that it does not explain leads into entry %" PRIu64,
                  s->first_rest);
    sheet_field(p, "explained");
}

void text_explained(struct sheet *p, const struct report *r)
{
    struct explainer_summary s;

    if (r->explainer == NULL)
        return;
    s = explainer_summary(r->explainer);
    put_encoded(p, &s);
    sheet_say(p, "%s", explain_note());
    sheet_field(p, s.encoded > 0 ? "" : "explained");
}
