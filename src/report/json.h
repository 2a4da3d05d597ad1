/* A streaming writer of JSON: ASCII only, every character outside U+0020..U+007E as \u and four
 * lowercase digits, so that its output is JSON whatever the evidence held. */
#ifndef AERSCOPE_REPORT_JSON_H
#define AERSCOPE_REPORT_JSON_H

#include "base/buf.h"
#include "report/out.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_NESTING = 32 };

struct json {
    struct out *out;
    bool compact; /* one line, for ndjson */
    unsigned depth;
    bool filled[JSON_NESTING]; /* a value stands at this depth already */
    char closer[JSON_NESTING];
};

void json_init(struct json *j, struct out *out, bool compact);
/* `name` is the member's name inside an object, NULL inside an array and at the top. */
void json_object(struct json *j, const char *name);
void json_array(struct json *j, const char *name);
/* Ends the innermost object or array; after the outermost one a line feed. */
void json_end(struct json *j);

void json_null(struct json *j, const char *name);
void json_bool(struct json *j, const char *name, bool value);
void json_uint(struct json *j, const char *name, uint64_t value);
/* A number from 1: null for 0. */
void json_position(struct json *j, const char *name, uint64_t value);
void json_int(struct json *j, const char *name, int64_t value);
/* A number that is already written as JSON writes one. */
void json_lexeme(struct json *j, const char *name, const char *bytes, size_t len);
/* Our own words, and bytes that nobody decoded (paths, the command line): a byte that is no UTF-8
 * becomes U+DC00 + byte, which no other input does. NULL is null. */
void json_text(struct json *j, const char *name, const char *s);
/* Evidence in WTF-8: an unpaired surrogate comes out as the escape it was. Data NULL is null. */
void json_str(struct json *j, const char *name, const struct str *s);

#endif
