#include "app/options_attack.h"

#include "app/complain.h"
#include "app/options.h"
#include "base/decimal.h"
#include "lab/lab.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int add_step(struct options *o, enum lab_kind kind, const char *value, struct err *err)
{
    struct attack_options *a = &o->attack;
    struct lab_step *more = realloc(a->step, (a->steps + 1) * sizeof *more);

    if (more == NULL)
        return err_set(err, ERR_MEMORY, "no memory for the steps");
    a->step = more;
    return lab_step_parse(&a->step[a->steps++], kind, value, LAB_BY_OPTION, err);
}

#define STEP(id, kind)                                                  \
    int set_##id(struct options *o, const char *value, struct err *err) \
    {                                                                   \
        return add_step(o, LAB_##kind, value, err);                     \
    }
STEP(drop_tail, DROP_TAIL)
STEP(drop_head, DROP_HEAD)
STEP(delete, DELETE)
STEP(duplicate, DUPLICATE)
STEP(move, MOVE)
STEP(swap, SWAP)
STEP(set, SET)
STEP(set_bytes, SET_BYTES)
STEP(replace_last, REPLACE_LAST)
STEP(splice, SPLICE)
STEP(as_06, AS_06)
STEP(renumber, RENUMBER)
STEP(reclose, RECLOSE)
STEP(relink, RELINK)

#define FLAG(id)                                                        \
    int set_##id(struct options *o, const char *value, struct err *err) \
    {                                                                   \
        (void)value;                                                    \
        (void)err;                                                      \
        o->attack.id = true;                                            \
        return 0;                                                       \
    }
FLAG(stale_hash)
FLAG(unmarked)
FLAG(mark_all)
FLAG(explain)
FLAG(list)
FLAG(tour)
FLAG(sample)

static int number(const char *option, const char *value, uint64_t least, uint64_t most, uint64_t *out,
                  struct err *err)
{
    if (decimal_parse(value, out) && *out >= least && *out <= most)
        return 0;
    return err_set(err, ERR_USAGE, "--%s is a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option, least, most,
                   shown(value).text);
}

int set_random(struct options *o, const char *value, struct err *err)
{
    uint64_t n;

    if (number("random", value, 1, LAB_RANDOM_MOST, &n, err) != 0)
        return -1;
    o->attack.random = (unsigned)n;
    o->attack.random_after = o->attack.steps;
    return 0;
}

int set_seed(struct options *o, const char *value, struct err *err)
{
    o->attack.has_seed = true;
    return number("seed", value, 0, UINT64_MAX, &o->attack.seed, err);
}

int set_answer_key(struct options *o, const char *value, struct err *err)
{
    o->attack.answer_key = value;
    return strcmp(value, "-") != 0 ? 0 : err_set(err, ERR_USAGE, "--answer-key takes a file: the timeline goes to standard output");
}

void attack_options_release(struct attack_options *a)
{
    for (size_t i = 0; i < a->steps; i++)
        lab_step_release(&a->step[i]);
    free(a->step);
}

size_t attack_options_stdin(const struct attack_options *a)
{
    size_t uses = 0;

    for (size_t i = 0; i < a->steps; i++)
        uses += a->step[i].kind == LAB_SPLICE && strcmp(a->step[i].file.data, "-") == 0;
    return uses;
}

static bool judges(const struct attack_options *a)
{
    return a->explain || a->answer_key != NULL;
}

static int check_input(const struct options *o, struct err *err)
{
    const struct attack_options *a = &o->attack;

    if (a->sample && o->operands > 0)
        return err_set(err, ERR_USAGE, "--sample takes the place of TIMELINE: give one of them");
    if (a->list && (o->operands > 0 || a->steps > 0 || a->random > 0 || a->tour || a->sample))
        return err_set(err, ERR_USAGE, "--list explains the steps and does none: give it alone");
    if (!a->list && !a->tour && !a->sample && o->operands == 0)
        return err_set(err, ERR_USAGE, "attack needs TIMELINE, or --sample, --list, --tour; see aerscope help attack");
    return 0;
}

static int check_tour(const struct options *o, struct err *err)
{
    const struct attack_options *a = &o->attack;

    if (!a->tour)
        return 0;
    if (a->steps > 0 || a->random > 0 || a->mark_all || judges(a) || o->references > 0)
        return err_set(err, ERR_USAGE, "--tour has steps and references of its own: give it alone, or with TIMELINE");
    return 0;
}

static bool sets_bytes(const struct attack_options *a)
{
    for (size_t i = 0; i < a->steps; i++)
        if (a->step[i].kind == LAB_SET_BYTES)
            return true;
    return false;
}

int attack_options_check(struct options *o, struct err *err)
{
    struct attack_options *a = &o->attack;

    if (o->command != COMMAND_ATTACK)
        return 0;
    if (check_input(o, err) != 0 || check_tour(o, err) != 0)
        return -1;
    if (a->random > 0 && !a->has_seed)
        return err_set(err, ERR_USAGE, "--random needs --seed=S, so that the exercise can be made again");
    if (a->has_seed && a->random == 0)
        return err_set(err, ERR_USAGE, "--seed needs --random=N");
    if (o->references > 0 && !judges(a))
        return err_set(err, ERR_USAGE, "references are judged with --explain or --answer-key: add one of them");
    if (a->mark_all && a->unmarked)
        return err_set(err, ERR_USAGE, "--mark-all marks every entry and --unmarked none: give one of them");
    if (a->stale_hash && !sets_bytes(a))
        return err_set(err, ERR_USAGE, "--stale-hash is of --set-bytes: add that step, or leave it out");
    for (size_t i = 0; i < a->steps; i++)
        a->step[i].stale_hash = a->stale_hash && a->step[i].kind == LAB_SET_BYTES;
    return 0;
}
