#include "known.h"

#include "base/base64.h"

#include <stdio.h>
#include <string.h>

static struct buf text;
static char head[DIGEST_HEX + 1];

static void hash(const char *bytes, char hex[DIGEST_HEX + 1])
{
    struct digest d;

    HOLDS(digest_bytes(bytes, strlen(bytes), &d, NULL) == 0);
    digest_hex(&d, hex);
}

static void add(unsigned i)
{
    static const char *const tool[2] = {"pay.send", "fs.read"};
    static const char *const class[3] = {"LOGGED BY AGENT", "OBSERVED VIA GATEWAY", "EXECUTED BY HOST-1"};
    const char *close = i == KNOWN_ENTRIES ? "true" : "false";
    char payload[32], coded[64] = "", output[DIGEST_HEX + 1], made[1024];

    snprintf(payload, sizeof payload, "{\"n\":%u}", i);
    base64_encode(coded, payload, strlen(payload));
    coded[(strlen(payload) + 2) / 3 * 4] = '\0';
    hash(payload, output);
    buf_addf(&text,
             "%s{\"seq\":%u,\"id\":\"r-%u\",\"job_id\":\"" KNOWN_JOB "\",\"tool\":\"%s\",\"provenance_class\":\"%s\","
             "\"canonical_bytes\":\"%s\",\"prev_digest\":\"%s\",\"close\":%s}",
             i > 1 ? ",\n" : "[", i, i, tool[i % 2], class[i % 3], coded, head, close);
    snprintf(made, sizeof made,
             "{\"close\":%s,\"id\":\"r-%u\",\"job_id\":\"" KNOWN_JOB "\",\"output_hash\":\"%s\",\"prev_digest\":\"%s\","
             "\"provenance_class\":\"%s\",\"seq\":%u,\"tool\":\"%s\"}",
             close, i, output, head, class[i % 3], i, tool[i % 2]);
    hash(made, head);
}

struct str known_text(void)
{
    if (text.len == 0) {
        buf_init(&text, SIZE_MAX / 2);
        memset(head, '0', DIGEST_HEX);
        for (unsigned i = 1; i <= KNOWN_ENTRIES; i++)
            add(i);
        buf_adds(&text, "]\n");
        HOLDS(!text.failed);
    }
    return (struct str){(char *)text.data, text.len};
}

const char *known_head(void)
{
    known_text();
    return head;
}

static struct fuzz_exam exam;

static void forget(void)
{
    fuzz_close(&exam);
    buf_release(&text);
}

struct fuzz_exam *known_exam(void)
{
    struct str s = known_text();

    if (!exam.t) {
        fuzz_examine(&exam, s.data, s.len, 0, NULL);
        HOLDS(timeline_result(exam.t) == TIMELINE_CONSISTENT);
        atexit(forget);
    }
    return &exam;
}
