#include "base/rfc3339.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DAY = 24 * 60 * 60 };

/* The text that is left, and what was wrong first. */
struct cursor {
    const char *at, *end;
    const char *why;
};

static int refuse(struct cursor *c, const char *why)
{
    if (!c->why)
        c->why = why;
    return -1;
}

static bool is_digit(const struct cursor *c)
{
    return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

/* Exactly `count` digits, low..high. */
static int number(struct cursor *c, int count, int low, int high, const char *why)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        if (!is_digit(c))
            return refuse(c, "a digit is missing");
        value = value * 10 + (*c->at++ - '0');
    }
    return value < low || value > high ? refuse(c, why) : value;
}

static int literal(struct cursor *c, char wanted, const char *why)
{
    if (c->at == c->end || *c->at != wanted)
        return refuse(c, why);
    c->at++;
    return 0;
}

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int year, int month)
{
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days since 1970-01-01, counted in years that begin in March, so that the leap day comes last. */
static int64_t days_since_epoch(int year, int month, int day)
{
    int64_t y = month > 2 ? year : year - 1;
    int64_t in_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    return 365 * y + y / 4 - y / 100 + y / 400 + in_year - 719468;
}

static int64_t parse_date(struct cursor *c)
{
    int year = number(c, 4, 1, 9999, "no such year");
    literal(c, '-', "the date is not YYYY-MM-DD");
    int month = number(c, 2, 1, 12, "no such month");
    literal(c, '-', "the date is not YYYY-MM-DD");
    int day = number(c, 2, 1, 31, "no such day");
    if (c->why)
        return -1;
    if (day > days_in(year, month))
        return refuse(c, "no such day");
    return days_since_epoch(year, month, day);
}

static int64_t parse_time(struct cursor *c)
{
    literal(c, 'T', "no upper-case T between date and time");
    int hour = number(c, 2, 0, 23, "no such hour");
    literal(c, ':', "the time is not hh:mm:ss");
    int minute = number(c, 2, 0, 59, "no such minute");
    literal(c, ':', "the time is not hh:mm:ss");
    int second = number(c, 2, 0, 59, "no such second");
    return hour * 3600 + minute * 60 + second;
}

static uint32_t parse_fraction(struct cursor *c)
{
    uint32_t nanoseconds = 0, place = 100000000;
    if (c->at == c->end || *c->at != '.')
        return 0;
    c->at++;
    if (!is_digit(c))
        refuse(c, "no digit after the decimal point");
    for (; is_digit(c); c->at++, place /= 10)
        nanoseconds += (uint32_t)(*c->at - '0') * place;
    return nanoseconds;
}

static int64_t parse_offset(struct cursor *c)
{
    char sign = c->at < c->end ? *c->at++ : '\0';
    if (sign == 'Z')
        return 0;
    if (sign != '+' && sign != '-')
        return refuse(c, "no Z (upper case) or offset from UTC after the time");
    int hour = number(c, 2, 0, 23, "no such offset from UTC");
    literal(c, ':', "the offset from UTC is not hh:mm");
    int minute = number(c, 2, 0, 59, "no such offset from UTC");
    int seconds = hour * 3600 + minute * 60;
    return sign == '-' ? -seconds : seconds;
}

int rfc3339_parse(const char *text, size_t len, struct instant *out, const char **why)
{
    struct cursor c = {.at = text, .end = text + len};
    int64_t days = parse_date(&c);
    int64_t seconds = parse_time(&c);
    uint32_t nanoseconds = parse_fraction(&c);
    int64_t offset = parse_offset(&c);
    if (c.at != c.end)
        refuse(&c, "something follows the time");
    if (c.why) {
        if (why)
            *why = c.why;
        return -1;
    }
    *out = (struct instant){.seconds = days * DAY + seconds - offset, .nanoseconds = nanoseconds};
    return 0;
}

int instant_compare(const struct instant *a, const struct instant *b)
{
    if (a->seconds != b->seconds)
        return a->seconds < b->seconds ? -1 : 1;
    return (a->nanoseconds > b->nanoseconds) - (a->nanoseconds < b->nanoseconds);
}

/* The civil date of a day, by eras of 400 years that begin in March. */
static void date_of(int64_t days, int64_t *year, int *month, int *day)
{
    enum { ERA = 146097 };
    int64_t shifted = days + 719468;
    int64_t era = (shifted >= 0 ? shifted : shifted - (ERA - 1)) / ERA;
    int64_t of_era = shifted - era * ERA;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t march_month = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * march_month + 2) / 5 + 1);
    *month = (int)(march_month < 10 ? march_month + 3 : march_month - 9);
    *year = era * 400 + year_of_era + (*month <= 2);
}

void rfc3339_format(char out[32], int64_t seconds)
{
    int64_t days = seconds / DAY;
    int rest = (int)(seconds % DAY);
    if (rest < 0) {
        rest += DAY;
        days--;
    }
    int64_t year;
    int month, day;
    date_of(days, &year, &month, &day);
    char text[64] = "";
    snprintf(text, sizeof text, "%04" PRId64 "-%02d-%02dT%02d:%02d:%02dZ", year, month, day,
             rest / 3600, rest / 60 % 60, rest % 60);
    memcpy(out, text, 31);
    out[31] = '\0';
}

/* For reproducible output: https://reproducible-builds.org/specs/source-date-epoch/ */
static bool read_source_date(const char *text, int64_t *seconds)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18 || text[digits] != '\0')
        return false;
    *seconds = strtoll(text, NULL, 10);
    return *seconds <= SOURCE_DATE_LAST;
}

bool source_date_usable(void)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    int64_t seconds;
    return !text || read_source_date(text, &seconds);
}

int64_t instant_within(int64_t seconds)
{
    const int64_t first = -INT64_C(62135596800); /* 0001-01-01T00:00:00Z */

    return seconds < first ? first : seconds > SOURCE_DATE_LAST ? SOURCE_DATE_LAST : seconds;
}

struct instant instant_now(void)
{
    struct instant now = {.seconds = 0};
    struct timespec ts;
    const char *text = getenv("SOURCE_DATE_EPOCH");
    if (text && read_source_date(text, &now.seconds))
        return now;
    if (clock_gettime(CLOCK_REALTIME, &ts) != 0)
        return (struct instant){.seconds = 0};
    return (struct instant){.seconds = instant_within(ts.tv_sec), .nanoseconds = (uint32_t)ts.tv_nsec};
}
