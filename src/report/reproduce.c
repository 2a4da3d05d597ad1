#include "report/reproduce.h"

#include "base/text.h"
#include "core/selection.h"
#include "report/json.h"
#include "report/shell.h"

#include <inttypes.h>
#include <string.h>

void reproduce_release(struct reproduce *r)
{
    str_release(&r->by_tool);
    str_release(&r->by_hand);
    memset(r, 0, sizeof *r);
}

/* Keeps what fits; a preimage beyond that is no short one. */
static int take(void *arg, const void *bytes, size_t len)
{
    struct buf *out = arg;

    buf_add(out, bytes, len);
    return 0;
}

/* The timeline's name as a word for the shell. 0, or 1 where REPRODUCE_FILE stands for it. */
static int reproduce_path(struct buf *out, const char *path)
{
    size_t before = out->len;

    if (path != NULL && strcmp(path, "-") != 0) {
        if (shell_path(out, path) == 0)
            return 0;
        out->len = before;
    }
    buf_adds(out, REPRODUCE_FILE);
    return 1;
}

/* -1 where no word of a command line can be it. */
static int add_job(struct buf *out, const struct str *job)
{
    buf_adds(out, "--job=");
    if (job->len == 0)
        return buf_adds(out, "''");
    if (strlen(job->data) != job->len)
        return -1;
    return strcmp(job->data, "-") == 0 ? buf_adds(out, "-") : shell_path(out, job->data);
}

/* Where it has no such word JOB stands for it, in the place of what was begun. */
static int put_job(struct buf *out, const struct str *job)
{
    size_t before = out->len;

    if (add_job(out, job) == 0)
        return 0;
    out->len = before;
    buf_adds(out, "--job=JOB");
    return 1;
}

int reproduce_job(struct buf *out, const char *path, const struct str *job)
{
    int unnamed;

    buf_adds(out, "aerscope verify ");
    unnamed = put_job(out, job);
    buf_adds(out, " -- ");
    return reproduce_path(out, path) | unnamed;
}

/* The command with this program; `job` NULL: of all entries. 0 or -1. */
static int reproduce_by_tool(struct buf *out, const char *path, const struct str *job, uint64_t entry,
                      const char *construction)
{
    buf_addf(out, "aerscope digest --entry=%" PRIu64 " --preimage ", entry);
    if (job) {
        put_job(out, job);
        buf_adds(out, " ");
    }
    if (construction)
        buf_addf(out, "--construction=%s ", construction);
    buf_adds(out, "-- ");
    if (!path)
        buf_adds(out, REPRODUCE_FILE);
    else if (shell_path(out, path) < 0)
        return -1;
    return buf_adds(out, " | sha256sum");
}

/* Pairs of member and JSON value behind the place are put in before the digest is taken. Members of another type
 * than the format wants have no digest here, as they have none in this program. */
static const char reading[] = "import base64, decimal, hashlib, json, sys\n"
                              "getattr(sys, \"set_int_max_str_digits\", int)(0)\n"
                              "with open(sys.argv[1], \"rb\") as f:\n"
                              "    f.seek(int(sys.argv[2]))\n"
                              "    e = json.loads(f.read(int(sys.argv[3])), parse_float=decimal.Decimal)\n"
                              "put = dict(zip(sys.argv[4::2], map(json.loads, sys.argv[5::2])))\n"
                              "e = dict(e if type(e) is dict else {}, **put)\n"
                              "def output():\n"
                              "    b = base64.b64decode(e[\"canonical_bytes\"], validate=True)\n"
                              "    return put.get(\"output_hash\") or hashlib.sha256(b).hexdigest()\n";
static const char digesting[] =
    "def digest():\n"
    "    names = (\"id\", \"job_id\", \"prev_digest\", \"provenance_class\", \"tool\")\n"
    "    p = {name: e[name] for name in names}\n"
    "    p[\"close\"] = e.get(\"close\", False)\n"
    "    p[\"seq\"] = s = e[\"seq\"]\n"
    "    if type(s) is decimal.Decimal and abs(s) <= 2 ** 53 and s == int(s):\n"
    "        p[\"seq\"] = int(s)\n"
    "    if [type(p[name]) for name in sorted(p)] != [bool, str, str, str, str, int, str]:\n"
    "        raise ValueError\n"
    "    p[\"output_hash\"] = output()\n"
    "    p = json.dumps(p, sort_keys=True, separators=(\",\", \":\"))\n"
    "    return hashlib.sha256(p.encode()).hexdigest()\n";
static const char digesting06[] = "def digest():\n"
                                  "    return output()\n";
static const char printing[] = "for f in digest, output:\n"
                               "    try:\n"
                               "        print(f.__name__, f())\n"
                               "    except (ArithmeticError, KeyError, TypeError, ValueError):\n"
                               "        print(f.__name__, \"none: its members have not the types of the format\")\n"
                               "print(\"prev_digest\", json.dumps(e.get(\"prev_digest\")))\n";

int reproduce_program(struct buf *out, enum construction c)
{
    buf_adds(out, "aer_entry() {\npython3 -c '\n");
    buf_adds(out, reading);
    buf_adds(out, c == CONSTRUCTION_06 ? digesting06 : digesting);
    buf_adds(out, printing);
    return buf_adds(out, "' \"$@\"\n}");
}

int reproduce_by_program(struct buf *out, const char *path, uint64_t offset, uint64_t length)
{
    buf_adds(out, "aer_entry ");
    reproduce_path(out, path);
    return buf_addf(out, " %" PRIu64 " %" PRIu64, offset, length);
}

/* A string as JSON in ASCII, or the text of a number or a truth value. */
static void add_value(struct buf *out, const char *member, const struct str *value)
{
    struct out o;
    struct json j;

    out_init(&o, out_to_buf, out);
    if (strcmp(member, "seq") == 0 || strcmp(member, "close") == 0) {
        buf_add(out, value->data, value->len);
        return;
    }
    json_init(&j, &o, true);
    json_str(&j, NULL, value);
    out_flush(&o);
}

int reproduce_put(struct buf *out, const char *member, const struct str *value)
{
    struct buf text;
    int rc = -1;

    /* Of bytes their SHA-256 is what is known. */
    if (strcmp(member, "canonical_bytes") == 0)
        member = "output_hash";
    buf_init(&text, LIMIT_MESSAGE);
    add_value(&text, member, value);
    buf_addf(out, " %s ", member);
    if (!text.failed)
        rc = shell_quote(out, text.data, text.len);
    buf_release(&text);
    return rc;
}

/* What looks like a token would have to be shown as something else. */
static bool shown_as_it_is(const void *bytes, size_t len)
{
    struct buf escaped;
    bool same;

    buf_init(&escaped, 16 * REPRODUCE_PLAIN_MAX);
    same = text_escape(&escaped, bytes, len, 0) == 0 && escaped.len == len;
    buf_release(&escaped);
    return same;
}

int reproduce_by_hand(struct buf *out, const void *preimage, size_t len)
{
    if (len == 0 || len > REPRODUCE_PLAIN_MAX || !shell_plain(preimage, len))
        return -1;
    buf_adds(out, "printf '%s' ");
    shell_quote(out, preimage, len);
    buf_adds(out, " | sha256sum");
    return shown_as_it_is(out->data, out->len) ? 0 : -1;
}

/* The construction where the program would not find it by itself, or where naming it tells more. */
static const char *construction(const struct timeline *t)
{
    bool old_links = timeline_progress(t).entries > 1 && timeline_mark(t, 2).link06;

    if (timeline_construction(t) == CONSTRUCTION_06)
        return "06";
    return old_links ? "07" : NULL;
}

static void make_by_tool(struct reproduce *r, struct timeline *t, const char *path)
{
    const struct selection *s = timeline_selection(t);
    struct str job = s ? selection_job(s) : (struct str){0};
    const struct str *of = job.data ? &job : NULL;
    struct buf text;

    buf_init(&text, 8 * LIMIT_MESSAGE);
    r->named = reproduce_by_tool(&text, path, of, r->entry, construction(t)) == 0;
    if (!r->named) {
        buf_clear(&text);
        reproduce_by_tool(&text, NULL, of, r->entry, construction(t));
    }
    str_take(&r->by_tool, &text);
    buf_release(&text);
}

static void make_by_hand(struct reproduce *r, const struct buf *preimage)
{
    struct buf text;

    buf_init(&text, LIMIT_MESSAGE);
    if (!preimage->failed && reproduce_by_hand(&text, preimage->data, preimage->len) == 0)
        str_take(&r->by_hand, &text);
    buf_release(&text);
}

void reproduce_load(struct reproduce *r, struct timeline *t, const char *path, uint64_t entry, bool final)
{
    struct err ignored = {0};
    struct buf preimage;

    if (r->entry == entry && r->final == final)
        return;
    reproduce_release(r);
    r->entry = entry;
    r->final = final;
    buf_init(&preimage, REPRODUCE_PLAIN_MAX);
    if (entry_is_large(t, entry))
        r->has_digest = timeline_mark(t, entry).has_digest;
    else
        r->has_digest = timeline_preimage(t, entry, take, &preimage, &ignored) == 0;
    if (r->has_digest) {
        make_by_tool(r, t, path);
        make_by_hand(r, &preimage);
    }
    buf_release(&preimage);
}

int reproduce_file(struct buf *out, const char *path)
{
    buf_adds(out, "sha256sum -- ");
    return reproduce_path(out, path);
}

int reproduce_history(struct buf *out, const char *path, size_t records)
{
    buf_adds(out, "python3 -c '\n"
                  "import hashlib, json, sys\n"
                  "head = \"0\" * 64\n");
    buf_addf(out, "for record in json.load(open(sys.argv[1]))[\"history\"][:%zu]:\n", records);
    buf_adds(out, "    assert record[\"previous\"] == head\n"
                  "    text = json.dumps(record, sort_keys=True, separators=(\",\", \":\"))\n"
                  "    head = hashlib.sha256(text.encode(\"ascii\")).hexdigest()\n"
                  "print(head)\n"
                  "' ");
    return reproduce_path(out, path);
}
