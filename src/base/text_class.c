#include "base/text_class.h"

#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uninorm.h>
#include <uniwidth.h>

struct range {
    uint32_t first, last;
};

static bool within(const struct range *ranges, size_t count, uint32_t cp)
{
    for (size_t i = 0; i < count; i++) {
        if (cp >= ranges[i].first && cp <= ranges[i].last)
            return true;
    }
    return false;
}

#define WITHIN(ranges, cp) within(ranges, sizeof(ranges) / sizeof *(ranges), cp)

static bool in_category(uint32_t cp, uint32_t mask)
{
    return uc_is_general_category_withtable(cp, mask);
}

bool class_is_control(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0);
}

bool class_is_surrogate(uint32_t cp)
{
    return cp >= 0xD800 && cp <= 0xDFFF;
}

bool class_is_invisible(uint32_t cp)
{
    enum { BRAILLE_BLANK = 0x2800 };
    if (cp < 0x7F)
        return false;
    return cp == BRAILLE_BLANK || uc_is_property_default_ignorable_code_point(cp) ||
           in_category(cp, UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Z);
}

bool class_is_mark(uint32_t cp)
{
    if (cp < 0x80)
        return false;
    int gcb = uc_graphemeclusterbreak_property(cp);
    return gcb == GBP_EXTEND || gcb == GBP_SPACINGMARK || in_category(cp, UC_CATEGORY_MASK_M);
}

/* What joins with its neighbours into one picture, so that its width depends on the terminal. */
static bool joins(uint32_t cp)
{
    static const struct range ranges[] = {
        {0x1F1E6, 0x1F1FF}, /* regional indicators */
        {0x1F3FB, 0x1F3FF}, /* emoji modifiers */
    };
    return WITHIN(ranges, cp) || uc_graphemeclusterbreak_property(cp) == GBP_PREPEND;
}

int class_width(uint32_t cp)
{
    if (in_category(cp, UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me))
        return 0;
    return uc_width(cp, "UTF-8");
}

/* Width 0 is for marks alone; Unicode and C libraries disagree on the ranges listed. */
static bool has_doubtful_width(uint32_t cp)
{
    static const struct range disputed[] = {{0x3248, 0x324F}, {0x4DC0, 0x4DFF}};
    int width = class_width(cp);
    return width < 0 || (width == 0 && !class_is_mark(cp)) || WITHIN(disputed, cp);
}

/* The standard defines it to be other characters and never composes those to it (KELVIN SIGN is K), so it
 * looks like them. Hangul syllables decompose by rule, and compose again. */
static bool is_second_name(uint32_t cp)
{
    ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
    int tag;
    int count = uc_decomposition(cp, &tag, parts);
    if (count < 1 || tag != UC_DECOMP_CANONICAL || (cp >= 0xAC00 && cp <= 0xD7A3))
        return false;
    return count != 2 || uc_composition(parts[0], parts[1]) != cp;
}

bool class_is_hidden(uint32_t cp)
{
    if (cp < 0x7F)
        return cp < 0x20;
    return in_category(cp, UC_CATEGORY_MASK_C) || class_is_invisible(cp) || joins(cp) ||
           has_doubtful_width(cp) || is_second_name(cp);
}

static bool is_ascii_alphanumeric(uint32_t cp)
{
    return (cp >= '0' && cp <= '9') || ((cp | 0x20) >= 'a' && (cp | 0x20) <= 'z');
}

bool class_ends_word(uint32_t cp)
{
    enum { TYPOGRAPHIC_APOSTROPHE = 0x2019 };
    if (is_ascii_alphanumeric(cp))
        return false;
    if (cp == '-' || cp == '_' || cp == '.' || cp == '\'' || cp == TYPOGRAPHIC_APOSTROPHE)
        return false;
    return in_category(cp, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Z | UC_CATEGORY_MASK_P |
                               UC_CATEGORY_MASK_S);
}

enum {
    HANI = 1,
    HANB = 2, /* Han with Bopomofo */
    JPAN = 4, /* Han with Hiragana and Katakana */
    KORE = 8, /* Han with Hangul */
    HIRA = 16,
    KANA = 32,
    HANG = 64,
    BOPO = 128,
    YIII = 256,
    EAST_ASIAN = 511
};

static unsigned family_of(const char *script)
{
    static const struct {
        const char *name;
        unsigned family;
    } members[] = {
        {"Han", HANI | HANB | JPAN | KORE}, {"Hiragana", HIRA | JPAN},
        {"Katakana", KANA | JPAN},          {"Hangul", HANG | KORE},
        {"Bopomofo", BOPO | HANB},          {"Yi", YIII},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (strcmp(script, members[i].name) == 0)
            return members[i].family;
    }
    return 0;
}

/* Characters of script Common or Inherited that Script_Extensions gives to few scripts; those whose
 * likeness to Latin punctuation matters. */
static unsigned shared_family(uint32_t cp)
{
    static const struct range kana[] = {{0x3031, 0x3035}, {0x3099, 0x309C}, {0x30A0, 0x30A0},
                                        {0x30FC, 0x30FC}, {0xFF70, 0xFF70}, {0xFF9E, 0xFF9F}};
    static const struct range east[] = {{0x3001, 0x3003}, {0x3008, 0x3011}, {0x3013, 0x301F},
                                        {0x3030, 0x3030}, {0x30FB, 0x30FB}, {0xFF61, 0xFF65}};
    if (cp < 0x3000)
        return 0;
    if (WITHIN(kana, cp))
        return HIRA | KANA | JPAN;
    return WITHIN(east, cp) ? EAST_ASIAN : 0;
}

static bool goes_with_all(const uc_script_t *script)
{
    return !script || strcmp(script->name, "Common") == 0 || strcmp(script->name, "Inherited") == 0;
}

struct scripts scripts_of(uint32_t cp)
{
    if (scripts_latin(cp))
        return (struct scripts){.single = uc_script('a')};
    if (cp < 0x80)
        return SCRIPTS_ANY;
    unsigned family = shared_family(cp);
    if (family)
        return (struct scripts){.family = family};
    const uc_script_t *script = uc_script(cp);
    if (goes_with_all(script))
        return SCRIPTS_ANY;
    family = family_of(script->name);
    return (struct scripts){.single = family ? NULL : script, .family = family};
}

struct scripts scripts_meet(struct scripts a, struct scripts b)
{
    if (a.any)
        return b;
    if (b.any)
        return a;
    return (struct scripts){.single = a.single == b.single ? a.single : NULL,
                            .family = a.family & b.family};
}

bool scripts_none(struct scripts s)
{
    return !s.any && !s.single && !s.family;
}

bool scripts_latin(uint32_t cp)
{
    if (cp < 0x80)
        return (cp | 0x20) >= 'a' && (cp | 0x20) <= 'z';
    const uc_script_t *script = uc_script(cp);
    return script && script == uc_script('a');
}

static size_t upper_hex_span(const unsigned char *p, size_t len)
{
    size_t n = 0;
    while (n < len && ((p[n] >= '0' && p[n] <= '9') || (p[n] >= 'A' && p[n] <= 'F')))
        n++;
    return n;
}

size_t token_span(const unsigned char *p, size_t len)
{
    enum { HEAD = 3, DIGITS_MAX = 6 };
    if (len < HEAD || p[0] != '<')
        return 0;
    bool character = memcmp(p, "<U+", HEAD) == 0;
    if (!character && memcmp(p, "<0x", HEAD) != 0)
        return 0;
    size_t left = len - HEAD;
    size_t digits = upper_hex_span(p + HEAD, left < DIGITS_MAX ? left : DIGITS_MAX);
    if (digits == left || p[HEAD + digits] != '>')
        return 0;
    return (character ? digits >= 4 : digits == 2) ? HEAD + digits + 1 : 0;
}
