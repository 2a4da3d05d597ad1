/* Rows of coverage: an entry with what it is matched with, an action with how often it was found. */
#include "tui/covering_page.h"

#include "base/text.h"
#include "tui/show.h"

#include <string.h>

enum { SIGN_COL = 2, FATE_COL = 4, FATE_CELLS = 13, NUMBER_CELLS = 10, STANDING_CELLS = 20 };

/* A row, made ready for either width. */
struct told {
    bool selected, differs, warns;
    const char *fate;
    struct buf number; /* "entry 5", "action 2", "list" */
    struct buf name;   /* the tool */
    bool name_cut;
    bool has_class; /* the row shows an entry */
    struct buf provenance_class;
    bool class_cut;
    const char *standing;
    struct buf words;
};

static void told_begin(struct told *l, const struct state *s, uint64_t row)
{
    memset(l, 0, sizeof *l);
    l->selected = s->covering.selected[s->covering.page] == row;
    l->differs = covering_differs(s, row);
    buf_init(&l->number, 128);
    buf_init(&l->name, LIMIT_MESSAGE);
    buf_init(&l->provenance_class, LIMIT_MESSAGE);
    buf_init(&l->words, LIMIT_MESSAGE);
}

static void told_end(struct told *l)
{
    buf_release(&l->number);
    buf_release(&l->name);
    buf_release(&l->provenance_class);
    buf_release(&l->words);
}

/* ---- what it says ---- */

static const char *fate_name(enum expected_fate f)
{
    static const char *const name[EXPECTED_FATES] = {
        [EXPECTED_NOT_HELD] = "not assessed", [EXPECTED_MATCHED] = "matched",
        [EXPECTED_PERMITTED] = "authorised",  [EXPECTED_MISPLACED] = "OUT OF ORDER",
        [EXPECTED_UNNAMED] = "UNEXPECTED",    [EXPECTED_SURPLUS] = "UNEXPECTED",
        [EXPECTED_FOREIGN] = "UNEXPECTED",    [EXPECTED_DENIED] = "FORBIDDEN",
    };
    return name[f];
}

static void fate_words(const struct state *s, enum expected_fate f, uint64_t action, struct buf *out)
{
    static const char *const words[EXPECTED_FATES] = {
        [EXPECTED_UNNAMED] = "no action names it",
        [EXPECTED_SURPLUS] = "not so often",
        [EXPECTED_FOREIGN] = "of another job",
    };
    char n[NUMBER_ROOM];

    if (action)
        buf_addf(out, "%s %s%s", expected_about(s->refs->expected).receipt ? "step" : "action",
                 show_number(n, action), f == EXPECTED_DENIED ? " forbids it" : "");
    else if (words[f])
        buf_adds(out, words[f]);
}

static void add_field(struct buf *out, bool *cut, const struct field *f)
{
    buf_adds(out, f->text.data ? f->text.data : "(absent)");
    *cut = f->cut;
}

static void fill_class(struct told *l, struct state *s, uint64_t entry, bool named)
{
    const struct row *row;

    rows_load(&s->rows, s->timeline, entry);
    row = rows_find(&s->rows, entry);
    l->has_class = true;
    l->standing = standing_name(timeline_mark(s->timeline, entry).standing);
    if (!row || row->failed || !row->is_object) {
        buf_adds(&l->provenance_class, !row || row->failed ? "(not read again)" : "no class");
        return;
    }
    if (named)
        add_field(&l->name, &l->name_cut, &row->tool);
    add_field(&l->provenance_class, &l->class_cut, &row->provenance_class);
}

static void fill_entry(struct told *l, struct state *s, uint64_t entry)
{
    uint64_t action;
    enum expected_fate fate = expected_of_entry(s->refs->expected, entry, &action);
    char n[NUMBER_ROOM];

    l->fate = fate_name(fate);
    buf_addf(&l->number, "entry %s", show_number(n, entry));
    fill_class(l, s, entry, true);
    fate_words(s, fate, action, &l->words);
}

static void add_str(const struct state *s, struct buf *out, const struct str *text)
{
    show_str(out, text, s->flags);
}

static void add_counts(struct buf *out, const struct expected_action *a)
{
    char n[2][NUMBER_ROOM];

    if (a->kind == EXPECTED_FORBIDDEN)
        buf_adds(out, "must not happen");
    else if (a->kind == EXPECTED_AUTHORISED)
        buf_addf(out, "up to %s, need not happen", show_number(n[0], a->count));
    else
        buf_addf(out, "expected %s, found %s", show_number(n[0], a->count),
                 show_number(n[1], a->found));
}

static void fill_action(struct told *l, const struct state *s, uint64_t number)
{
    struct expected_action a = expected_action(s->refs->expected, number);
    bool held = expected_coverage(s->refs->expected).assessed;
    char n[NUMBER_ROOM];

    l->fate = !held || a.kind != EXPECTED_REQUIRED ? expected_kind_name(a.kind)
              : l->differs                         ? "MISSING"
                                                   : "matched";
    buf_addf(&l->number, "%s %s", expected_about(s->refs->expected).receipt ? "step" : "action",
             show_number(n, number));
    add_str(s, &l->name, &a.tool);
    add_counts(&l->words, &a);
    if (a.first)
        buf_addf(&l->words, ", %sentry %s", a.found > 1 ? "from " : "", show_number(n, a.first));
}

/* One about the list as a whole. */
static void fill_finding(struct told *l, struct state *s, uint64_t i)
{
    const struct expected *e = s->refs->expected;
    enum finding_code code = expected_list_code(e, i);
    struct finding f;
    char n[NUMBER_ROOM];

    l->fate = code == FINDING_EXPECT_TIME ? "not frozen" : code == FINDING_EXPECT_FORM ? "form" : "root";
    l->warns = finding_severity(code) == SEVERITY_WARNING;
    if (expected_list_finding(e, i, &f) < 0)
        return;
    buf_adds(&l->number, "list");
    if (f.entry)
        buf_addf(&l->number, ", entry %s", show_number(n, f.entry));
    if (f.entry)
        fill_class(l, s, f.entry, false);
    if (f.located && f.in_list)
        buf_addf(&l->words, "line %llu, column %llu: ", (unsigned long long)f.line,
                 (unsigned long long)f.column);
    show_escaped(&l->words, f.message.data ? f.message.data : "", f.message.len, s->flags);
    finding_release(&f);
}

static void fill(struct told *l, struct state *s, uint64_t row)
{
    uint64_t head = covering_list_rows(s), action;

    if (s->covering.page == COVERING_ACTIONS)
        fill_action(l, s, row);
    else if (row > head)
        fill_entry(l, s, row - head);
    else if ((action = covering_action(s, row)) > 0)
        fill_action(l, s, action);
    else
        fill_finding(l, s, row - 1);
}

/* ---- where it stands ---- */

int covering_page_height(int cols)
{
    return cols >= COVERING_WIDE ? 1 : 2;
}

/* Columns of a wide row. */
struct places {
    int name, class, standing, words;
};

static struct places places_of(const struct state *s, int cols)
{
    char n[NUMBER_ROOM];
    uint64_t actions = s->refs->expected ? expected_about(s->refs->expected).actions : 0;
    int widest = (int)strlen(show_number(n, s->progress.entries > actions ? s->progress.entries
                                                                          : actions));
    int number = widest + 7 > NUMBER_CELLS ? widest + 7 : NUMBER_CELLS;
    int begin = FATE_COL + FATE_CELLS + number + 1;
    int rest = cols - begin - STANDING_CELLS, name = rest * 2 / 9, class = rest / 3;
    struct places at;

    name = name > 30 ? 30 : name;
    class = class > 32 ? 32 : class;
    at.name = begin;
    at.class = at.name + name;
    at.standing = at.class + class;
    at.words = at.standing + STANDING_CELLS;
    return at;
}

void covering_page_names(struct page *p, const struct state *s, int cols)
{
    struct places at = places_of(s, cols);
    bool actions = s->covering.page == COVERING_ACTIONS;

    if (cols < COVERING_WIDE)
        return;
    page_line(p);
    page_word(p, FATE_COL, STYLE_COLUMNS, "result");
    page_word(p, FATE_COL + FATE_CELLS, STYLE_COLUMNS, actions ? "action" : "entry");
    page_word(p, at.name, STYLE_COLUMNS, "tool");
    if (actions) {
        page_word(p, at.class, STYLE_COLUMNS, "count, entries");
        return;
    }
    page_word(p, at.class, STYLE_COLUMNS, "class");
    page_word(p, at.standing, STYLE_COLUMNS, "standing");
    page_word(p, at.words, STYLE_COLUMNS, "of the list");
}

static void put_buf(struct page *p, int col, int cells, enum style style, struct buf *b, bool cut)
{
    page_fit(p, col, cells, style, buf_cstr(b), b->len, cut);
}

static int put_begin(struct page *p, const struct told *l, enum style style)
{
    enum style sign = l->warns ? STYLE_WARNING : STYLE_FAILURE;

    page_line(p);
    page_word(p, 0, style, l->selected ? ">" : " ");
    if (l->differs || l->warns)
        page_word(p, SIGN_COL, sign, l->warns ? "?" : "!");
    page_word(p, FATE_COL, l->differs || l->warns ? sign : style, l->fate);
    return FATE_COL + FATE_CELLS;
}

static void put_wide(struct page *p, const struct state *s, struct told *l, int cols,
                     enum style style)
{
    struct places at = places_of(s, cols);
    int col = put_begin(p, l, style);

    if (l->name.len == 0 && !l->has_class) {
        put_buf(p, col, at.name - col - 1, style, &l->number, false);
        put_buf(p, at.name, cols - at.name, style, &l->words, false);
        return;
    }
    put_buf(p, col, at.name - col - 1, style, &l->number, false);
    put_buf(p, at.name, at.class - at.name - 1, style, &l->name, l->name_cut);
    if (l->has_class) {
        put_buf(p, at.class, at.standing - at.class - 1, style, &l->provenance_class, l->class_cut);
        page_word(p, at.standing, style, l->standing);
        put_buf(p, at.words, cols - at.words, style, &l->words, false);
    } else {
        put_buf(p, at.class, cols - at.class, style, &l->words, false);
    }
}

/* Class and standing in the second row, with what the list says of it where there is room. */
static void put_class(struct page *p, struct told *l, int cols, bool beside, enum style style)
{
    int standing = (int)strlen(l->standing), words = (int)l->words.len;
    int room = cols - 4 - 3 - standing, col;

    beside = beside && room - words - 2 >= 16;
    page_line(p);
    col = page_fit(p, 4, beside ? room - words - 2 : room, style, buf_cstr(&l->provenance_class),
                   l->provenance_class.len, l->class_cut);
    col = page_word(p, col, style, " = ");
    page_word(p, col, style, l->standing);
    if (beside)
        put_buf(p, cols - words, words, style, &l->words, false);
}

static void put_narrow(struct page *p, struct told *l, int cols, enum style style)
{
    int col = put_begin(p, l, style), name = (int)text_width(buf_cstr(&l->name), l->name.len);
    int words = (int)l->words.len;
    bool here;

    col = page_fit(p, col, cols - col, style, buf_cstr(&l->number), l->number.len, false) + 1;
    here = cols < 64 && words > 0 && col + name + l->name_cut + 1 + words <= cols;
    put_buf(p, col, cols - col, style, &l->name, l->name_cut);
    if (l->has_class && here)
        put_buf(p, cols - words, words, style, &l->words, false);
    if (l->has_class) {
        put_class(p, l, cols, words > 0 && !here, style);
        return;
    }
    page_line(p);
    put_buf(p, 4, cols - 4, style, &l->words, false);
}

void covering_page_row(struct page *p, struct state *s, uint64_t n, int cols)
{
    struct told l;
    enum style style;

    told_begin(&l, s, n);
    fill(&l, s, n);
    style = l.selected ? STYLE_SELECTED : STYLE_NORMAL;
    if (cols >= COVERING_WIDE)
        put_wide(p, s, &l, cols, style);
    else
        put_narrow(p, &l, cols, style);
    told_end(&l);
}

/* ---- one in full ---- */

/* Evidence stands alone in its rows: none of it can be taken for what is said of it. */
static int put_label(struct page *p, int cols, const char *label)
{
    page_line(p);
    page_word(p, cols >= COVERING_WIDE, STYLE_LABEL, label);
    return 7;
}

static void put_value(struct page *p, int cols, const char *label, struct buf *value)
{
    page_wrap_evidence(p, put_label(p, cols, label), cols, STYLE_NORMAL, buf_cstr(value),
                       value->len, false);
}

static void put_action_side(struct page *p, const struct state *s, uint64_t number, int cols)
{
    struct expected_action a = expected_action(s->refs->expected, number);
    char hex[DIGEST_HEX + 1], n[NUMBER_ROOM];
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    buf_addf(&text, "%s %s of the list, ",
             expected_about(s->refs->expected).receipt ? "step" : "action", show_number(n, number));
    buf_addf(&text, "line %s, %s: ", show_number(n, a.line), expected_kind_name(a.kind));
    add_counts(&text, &a);
    if (a.has_hash) {
        digest_hex(&a.hash, hex);
        buf_addf(&text, "; output_hash %s", hex);
    }
    page_wrap_word(p, put_label(p, cols, "LIST"), cols, STYLE_NORMAL, buf_cstr(&text));
    buf_release(&text);
}

static void put_entry_side(struct page *p, struct state *s, uint64_t entry, int cols)
{
    struct told l;
    int col;

    told_begin(&l, s, 0);
    fill_entry(&l, s, entry);
    buf_addf(&l.number, ": %s%s%s", l.fate, l.words.len ? ", " : "", buf_cstr(&l.words));
    page_wrap_word(p, put_label(p, cols, "ENTRY"), cols, STYLE_NORMAL, buf_cstr(&l.number));
    page_line(p);
    col = page_fit(p, 7, cols - 10 - (int)strlen(l.standing), STYLE_NORMAL,
                   buf_cstr(&l.provenance_class), l.provenance_class.len, l.class_cut);
    page_format(p, col, STYLE_NORMAL, " = %s", l.standing);
    told_end(&l);
}

static void put_names_of_action(struct page *p, const struct state *s, uint64_t number, int cols)
{
    struct expected_action a = expected_action(s->refs->expected, number);
    struct buf text;

    buf_init(&text, 16 * LIMIT_SHOWN);
    add_str(s, &text, &a.tool);
    put_value(p, cols, "TOOL", &text);
    buf_clear(&text);
    add_str(s, &text, &a.id);
    if (a.id.data)
        put_value(p, cols, "ID", &text);
    buf_release(&text);
}

static void put_names_of_entry(struct page *p, const struct state *s, uint64_t entry, int cols)
{
    const struct row *row = rows_find(&s->rows, entry);
    struct buf text;

    if (!row || row->failed || !row->is_object)
        return;
    buf_init(&text, 16 * LIMIT_SHOWN);
    buf_adds(&text, row->tool.text.data ? row->tool.text.data : "(absent)");
    put_value(p, cols, "TOOL", &text);
    buf_clear(&text);
    buf_adds(&text, row->id.text.data ? row->id.text.data : "(absent)");
    put_value(p, cols, "ID", &text);
    buf_release(&text);
}

static void put_finding_side(struct page *p, struct state *s, uint64_t row, int cols)
{
    struct told l;

    told_begin(&l, s, row);
    fill_finding(&l, s, row - 1);
    page_wrap(p, put_label(p, cols, "LIST"), cols, STYLE_NORMAL, buf_cstr(&l.words), l.words.len,
              false);
    told_end(&l);
}

void covering_page_pair(struct page *p, struct state *s, int cols)
{
    uint64_t row = s->covering.selected[s->covering.page], action = covering_action(s, row);
    bool list_row = s->covering.page == COVERING_ENTRIES && row <= covering_list_rows(s);
    uint64_t entry = list_row ? 0 : covering_entry(s, row);

    if (action)
        put_action_side(p, s, action, cols);
    else if (list_row)
        put_finding_side(p, s, row, cols);
    if (entry)
        put_entry_side(p, s, entry, cols);
    else if (action && list_row)
        page_wrap_word(p, put_label(p, cols, "ENTRY"), cols, STYLE_LABEL,
                       "none is left for it, which does not show that it was left out");
    if (entry)
        put_names_of_entry(p, s, entry, cols);
    else if (action)
        put_names_of_action(p, s, action, cols);
}
