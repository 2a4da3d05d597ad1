/* Every ceiling, in one place. */
#ifndef AERSCOPE_BASE_LIMITS_H
#define AERSCOPE_BASE_LIMITS_H

enum {
    LIMIT_DEPTH = 512,               /* nesting of JSON containers, the file's outermost counted as 1 */
    LIMIT_BLOCK = 512 * 1024,        /* bytes a read of the timeline; larger entries go through windows */
    LIMIT_WINDOW = 64 * 1024,        /* bytes in memory at once of an entry larger than a block */
    LIMIT_AFTER_DAMAGE = 64 * 1024 * 1024, /* bytes of a pipe behind damage that are read for its hash */
    LIMIT_LINE = 1024 * 1024 * 1024, /* bytes of a line that is a timeline of its own among others */
    LIMIT_SHOWN = 4096,              /* bytes of one member kept for showing or for a finding */
    LIMIT_NAMES = 1 << 18,           /* member names of one entry that are watched for repetition */
    LIMIT_CLASSES = 4096,            /* distinct provenance classes counted by name */
    LIMIT_FINDINGS = 1000,           /* findings in a report, unless all are asked for */
    LIMIT_REFERENCE = 16 * 1024 * 1024, /* bytes of a commitment or another reference */
    LIMIT_CASE = 64 * 1024 * 1024,   /* bytes of a case file */
    LIMIT_CASE_VALUES = 1 << 20,     /* JSON values in a case file */
    LIMIT_CASE_REFERENCES = 1000,    /* of a case file that are loaded */
    LIMIT_CASE_DEPTH = 32,           /* nesting of a case file */
    LIMIT_JOBS = 64,                 /* threads */
    LIMIT_JOB_ROWS = 1 << 18,        /* jobs of one file that are listed */
    LIMIT_JOB_BYTES = 32 * 1024 * 1024, /* of their ids */
    LIMIT_READINGS = 4,              /* readings of a repeated member that are digested */
    LIMIT_MESSAGE = 64 * 1024
};

/* Entries in one timeline: positions are kept in 32 bits. */
#define LIMIT_ENTRIES UINT32_C(4294967294)
/* Bytes of one timeline: offsets are kept in 48 bits. */
#define LIMIT_BYTES UINT64_C(281474976710655)

#endif
