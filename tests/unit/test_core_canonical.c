#include "core/canonical.h"
#include "core/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define ZEROS    "0000000000000000000000000000000000000000000000000000000000000000"
#define OUTPUT   "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" /* of {} */

/* Digests in this file were taken of the text spelled out beside them (or by object() below) with
 *   python3 -c 'import hashlib, sys; print(hashlib.sha256(sys.argv[1].encode()).hexdigest())' TEXT
 * so that no code of the program takes part in what is expected of it. */

/* tool as it is written in the file, as it is digested, and the digest of the entry. */
static const struct {
    const char *written, *digested, *digest;
} texts[] = {
    {"", "", "b5c384b60e13ebeef5b2b676e78249c9453740912162a80250ec2a08d59f0c87"},
    {"a", "a", "65e449bc994510394c5ce9d79df54f6d92e6741915671c5cf9958e2b4d695923"},
    {"\\u0061", "a", "65e449bc994510394c5ce9d79df54f6d92e6741915671c5cf9958e2b4d695923"},
    {" ~", " ~", "a730695be174dca74acba6f7cdb5e3fec70e128f7ebcdd2f2b0f766dd19812c4"},
    {"\\u0020\\u007E", " ~", "a730695be174dca74acba6f7cdb5e3fec70e128f7ebcdd2f2b0f766dd19812c4"},
    {"\177", "\\u007f", "a39d4f8a16f43d7e93a0ba83f599ba77fda46440a2c739f86d6c2c8262427550"},
    {"\\u007F", "\\u007f", "a39d4f8a16f43d7e93a0ba83f599ba77fda46440a2c739f86d6c2c8262427550"},
    {"\\u0000", "\\u0000", "d9cb4a179375e8c8799777482b702d62e6ae140d6d6cc73412a6a82c5b4647b6"},
    {"\\b\\t\\n\\f\\r\\\"\\\\/", "\\b\\t\\n\\f\\r\\\"\\\\/",
     "dc7d6fd365e3dc57181a3eb8c5307ce8d62bbce686f5f2ef42d0b498383a377d"},
    {"\\u0008\\u0009\\u000A\\u000c\\u000D\\u0022\\u005C\\/", "\\b\\t\\n\\f\\r\\\"\\\\/",
     "dc7d6fd365e3dc57181a3eb8c5307ce8d62bbce686f5f2ef42d0b498383a377d"},
    {"\\u0001\\u000b\\u000e\\u001b\\u001f", "\\u0001\\u000b\\u000e\\u001b\\u001f",
     "ddd28d33fa5a10f2863329e178ba988bd1a92a83ec36554ceabc5e55e50b3b14"},
    {"\\u0080\\u009f\\u00a0", "\\u0080\\u009f\\u00a0",
     "023f516dd4fd281230de274000a4338c8c02cc56cb7256cf92d018424714e52b"},
    {"\302\200\302\237\302\240", "\\u0080\\u009f\\u00a0",
     "023f516dd4fd281230de274000a4338c8c02cc56cb7256cf92d018424714e52b"},
    {"\\u00e9", "\\u00e9", "81aa453b63734793c0838c9faa85205b64bcb5cfe6f211be21e6d21e815b2312"},
    {"\303\251", "\\u00e9", "81aa453b63734793c0838c9faa85205b64bcb5cfe6f211be21e6d21e815b2312"},
    {"e\\u0301", "e\\u0301", "60322ded2f858fe68508df3a3962282d0716753a31ee12f41a3d1599055662c7"},
    {"e\314\201", "e\\u0301", "60322ded2f858fe68508df3a3962282d0716753a31ee12f41a3d1599055662c7"},
    {"\\u2028\\u2029", "\\u2028\\u2029",
     "1659695748782fed885b9b841918d7c2f2721296323bff9755366294d18b99cd"},
    {"\342\200\250\342\200\251", "\\u2028\\u2029",
     "1659695748782fed885b9b841918d7c2f2721296323bff9755366294d18b99cd"},
    {"\\ufeff\\ufffd\\ufffe\\uffff", "\\ufeff\\ufffd\\ufffe\\uffff",
     "fe801487b7916ca337573c4ab2aa472dca6851c1cec9e55336648424dc17229b"},
    {"\357\273\277\357\277\275\357\277\276\357\277\277", "\\ufeff\\ufffd\\ufffe\\uffff",
     "fe801487b7916ca337573c4ab2aa472dca6851c1cec9e55336648424dc17229b"},
    {"\\ud800\\udc00\\udbff\\udfff\\ud83d\\ude00", "\\ud800\\udc00\\udbff\\udfff\\ud83d\\ude00",
     "db2b9477d2d3925c388752be49b91f5f995f93f9c0deb71165a6fc4c85fc07b9"},
    {"\360\220\200\200\364\217\277\277\360\237\230\200",
     "\\ud800\\udc00\\udbff\\udfff\\ud83d\\ude00",
     "db2b9477d2d3925c388752be49b91f5f995f93f9c0deb71165a6fc4c85fc07b9"},
    {"\\uD800\\uDC00\\uDBFF\\uDFFF\\uD83D\\uDE00", "\\ud800\\udc00\\udbff\\udfff\\ud83d\\ude00",
     "db2b9477d2d3925c388752be49b91f5f995f93f9c0deb71165a6fc4c85fc07b9"},
    {"\\ud800", "\\ud800", "905ce5b082d4bedf360c11246def1aa37117ca639d79f2cbcedd1c20afad59f0"},
    {"\\udfff", "\\udfff", "ee6ebf703d1ac16f99d150101e50b315dccd985278b6c3fe53ae778be269b6b3"},
    {"\\udc00\\ud800", "\\udc00\\ud800",
     "3bf6e56b5c6e567f629fb451d003ca59147bfffd1fc4ba4f824c1fdede91b8b5"},
    {"a\\ud83dz", "a\\ud83dz", "f6e1d31ee67ad48da87f84ed49d003fb4e29ba579525abe0f1a45844feddcd58"},
    {"\\\\u0041", "\\\\u0041", "9d6e54b252a31e1afd88cc241a0a941c165df17e7e991a812f7632908ef6e13a"},
    {"<>&'`", "<>&'`", "e22155462d6bbe654f10fd8e682ce99553885732350c66c955046710f98596ab"},
    {"\\u0410", "\\u0410", "27915684ec7c2b8a70c97ee2dbd1120d40cab78ef2fdb117d1009d951b2e1597"},
    {"\320\220", "\\u0410", "27915684ec7c2b8a70c97ee2dbd1120d40cab78ef2fdb117d1009d951b2e1597"},
};

static const struct {
    const char *written, *digested, *digest;
} seqs[] = {
    {"1", "1", "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"},
    {"1.0", "1", "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"},
    {"1e0", "1", "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"},
    {"10e-1", "1", "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"},
    {"0.1e1", "1", "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"},
    {"0", "0", "b1fd13998167c92f22a43e15610f60f6381b3d4e491a1288d7d4ad9da492b323"},
    {"-0", "0", "b1fd13998167c92f22a43e15610f60f6381b3d4e491a1288d7d4ad9da492b323"},
    {"-0.0", "0", "b1fd13998167c92f22a43e15610f60f6381b3d4e491a1288d7d4ad9da492b323"},
    {"0e999999999999999999", "0",
     "b1fd13998167c92f22a43e15610f60f6381b3d4e491a1288d7d4ad9da492b323"},
    {"-7", "-7", "878e9a00b6b62843bc9208370db845ff7fa22445df96eda30678eb2c9b860c13"},
    {"2", "2", "7a503684848e926f789cf5e2232cc56556fa72a1b8a1fc7100ac54728a22bca4"},
    {"15", "15", "e88465e2214df29e4baa163b83416b8259e24e7e87a68a939a3b2b092ce88ae5"},
    {"1.50e1", "15", "e88465e2214df29e4baa163b83416b8259e24e7e87a68a939a3b2b092ce88ae5"},
    {"9007199254740992.0", "9007199254740992",
     "c601fe5b61db550918a7f8e3bca3b5faa9e0d6dbec13f60e646037106309b1d3"},
    {"9007199254740993", "9007199254740993",
     "8564de5cfc6d111e147a8fa57ea644f3c04022b0b2f6651a1498572861ed0ed7"},
    {"999999999999999999", "999999999999999999",
     "c2db12dc9919cbdad0f77ccbbf61407b4ded06078378dbe8974e33841e6b0a28"},
    {"1000000000000000000", "1000000000000000000",
     "efc5bb00e075b512a0c3492395b4bbef79590e5e2a93815a01aa6d012d1beed6"},
    {"18446744073709551617", "18446744073709551617",
     "b99aae2e9ff9556ec5f2f36f9500fd5ed593f7a7313ed49c7792791e5c4edc6c"},
    {"-100000000000000000000", "-100000000000000000000",
     "37335cc541432840555ba9b1d6a6eefb990879a8ba70ce858e054a9bcecce21c"},
    {"9999999999999999999999999999999999999999999999999999999999999999999999",
     "9999999999999999999999999999999999999999999999999999999999999999999999",
     "27c5326739de45529f96e2fe7d5f661e87ba2f65d69678ead78096889f71fa14"},
};

/* canonical_bytes, the hash of what they decode to, and the digest of the entry. */
static const struct {
    const char *written, *output, *digest;
} payloads[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
     "fe42096c73b23d2edacd12936b1da22b3f37c6e1a5f0b1c0e93bd08f5282b45c"},
    {"e30=", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
     "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"},
    {"/w==", "a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89",
     "91a770dac1085a1e26c313214bfcf93789dcd6c532456f16d650f66c5d506c18"},
    {"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BB"
     "QkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKD"
     "hIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TF"
     "xsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/w==",
     "40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880",
     "927250325174b1f75564c0a7a7d6d9187653134b9f897b335eb5aabb8a61ef69"},
    {"eyLDqSI6MX0=", "ddcfcf4765da163969972bb20660092ca2787782d9352d1d8a38e93f70acf3bf",
     "3490a070ab15ad2d9a426a9a16eb216fd1f1abc1f806054f9f517e6efc437881"},
};

/* The five entries of the first published vector: canonical_bytes, and the digest that the next
 * entry (of the last: the published commitment) carries. */
static const struct {
    const char *bytes, *digest;
} published[] = {
    {"eyJqb2IiOiJqb2ItN2ExZiIsImVudHJ5IjowLCJ0YWciOiJyIn0=",
     "380d45c6575bdb648e5723adee5a049ff212574d4c6d5dd8ad4cabcc54b6aa56"},
    {"eyJqb2IiOiJqb2ItN2ExZiIsImVudHJ5IjoxLCJ0YWciOiJyIn0=",
     "c225aa2256e7984575f5a664b690f2b06c86abddc528def6164fb1bbb0aa4cba"},
    {"eyJqb2IiOiJqb2ItN2ExZiIsImVudHJ5IjoyLCJ0YWciOiJyIn0=",
     "4c56c96378cea5939ad61d082fff24d075649ca888b0c61308307d14034a204a"},
    {"eyJqb2IiOiJqb2ItN2ExZiIsImVudHJ5IjozLCJ0YWciOiJyIn0=",
     "5dd618b1b3b904a92261bb747f8c4511b0882e1454fc41f20a59fa5bd0ded778"},
    {"eyJqb2IiOiJqb2ItN2ExZiIsImVudHJ5Ijo0LCJ0YWciOiJyIn0=",
     "79b1e2e26842e7a49f7d0c0606e795c08d84d3877bb95988492601b7451074b0"},
};

/* --- reading one entry --- */

struct read {
    struct source *source;
    struct extent x;
    struct bench bench;
    struct facts f;
    struct err err;
};

static void read_entry(struct read *r, const char *text, bool memory)
{
    size_t len = strlen(text);

    memset(r, 0, sizeof *r);
    assert_int_equal(bench_init(&r->bench, &r->err), 0);
    r->source = source_from_memory("entry", text, len, &r->err);
    r->x = (struct extent){
        .memory = memory ? (const unsigned char *)text : NULL, .to = len, .source = r->source};
    int status = facts_read(&r->f, &r->x, 0, &r->bench, &r->err);
    if (status)
        print_error("%s\n%s\n", text, r->err.text);
    assert_int_equal(status, 0);
}

static void release(struct read *r)
{
    bench_release(&r->bench);
    source_free(r->source);
}

static int collect(void *arg, const void *bytes, size_t len)
{
    return buf_add(arg, bytes, len);
}

static void object_of(struct read *r, struct buf *out)
{
    struct sink sink;

    buf_init(out, 1 << 20);
    sink_open(&sink, collect, out);
    assert_int_equal(canonical_entry(&sink, &r->f.entry, &r->x, &r->f.seq, r->f.close == CLOSE_TRUE,
                                     &r->f.payload.digest, &r->err),
                     0);
    assert_int_equal(sink_close(&sink), 0);
}

/* The entry must have this object and this digest, in memory and through a window. */
static void check(const char *text, const char *object, const char *digest)
{
    for (int memory = 0; memory < 2; memory++) {
        char hex[DIGEST_HEX + 1];
        struct read r;
        struct buf out;

        read_entry(&r, text, memory);
        assert_true(r.f.has_digest);
        object_of(&r, &out);
        assert_string_equal(buf_cstr(&out), object);
        digest_hex(&r.f.digest, hex);
        assert_string_equal(hex, digest);
        buf_release(&out);
        release(&r);
    }
}

static void entry_with(char *out, size_t room, const char *seq, const char *tool, const char *bytes)
{
    snprintf(out, room,
             "{\"id\":\"r-1\",\"seq\":%s,\"job_id\":\"job-1\",\"tool\":\"%s\","
             "\"provenance_class\":\"LOGGED BY AGENT\",\"canonical_bytes\":\"%s\",\"prev_digest\":"
             "\"" ZEROS "\"}",
             seq, tool, bytes);
}

static void object(char *out, size_t room, const char *seq, const char *tool, const char *output)
{
    snprintf(out, room,
             "{\"close\":false,\"id\":\"r-1\",\"job_id\":\"job-1\",\"output_hash\":\"%s\",\"prev_d"
             "igest\":\"" ZEROS
             "\",\"provenance_class\":\"LOGGED BY AGENT\",\"seq\":%s,\"tool\":\"%s\"}",
             output, seq, tool);
}

static void texts_as_the_reference_runner_escapes_them(void **state)
{
    (void)state;
    char entry[1024], want[1024];
    for (size_t i = 0; i < COUNT(texts); i++) {
        entry_with(entry, sizeof entry, "1", texts[i].written, "e30=");
        object(want, sizeof want, "1", texts[i].digested, OUTPUT);
        check(entry, want, texts[i].digest);
    }
}

static void numbers_as_integers(void **state)
{
    (void)state;
    char entry[1024], want[1024];
    for (size_t i = 0; i < COUNT(seqs); i++) {
        entry_with(entry, sizeof entry, seqs[i].written, "fs.read", "e30=");
        object(want, sizeof want, seqs[i].digested, "fs.read", OUTPUT);
        check(entry, want, seqs[i].digest);
    }
}

static void output_is_always_recomputed(void **state)
{
    (void)state;
    char entry[2048], want[1024];
    for (size_t i = 0; i < COUNT(payloads); i++) {
        entry_with(entry, sizeof entry, "1", "fs.read", payloads[i].written);
        object(want, sizeof want, "1", "fs.read", payloads[i].output);
        check(entry, want, payloads[i].digest);
        strcpy(strrchr(entry, '}'), ",\"output_hash\":\"sha256:" ZEROS "\"}");
        check(entry, want, payloads[i].digest);
    }
}

static void the_published_vector(void **state)
{
    (void)state;
    const char *prev = ZEROS, *close = "";
    char entry[1024];
    for (size_t i = 0; i < COUNT(published); i++) {
        struct read r;
        char hex[DIGEST_HEX + 1];
        if (i + 1 == COUNT(published))
            close = ",\"close\":true";
        snprintf(entry, sizeof entry,
                 "{\"id\":\"r-job-7a1f-%zu\",\"seq\":%zu,\"job_id\":\"job-7a1f\",\"tool\":\"price_"
                 "lookup\","
                 "\"provenance_class\":\"LOGGED BY AGENT\",\"canonical_bytes\":\"%s\",\"prev_diges"
                 "t\":\"%s\"%s}",
                 i, i + 1, published[i].bytes, prev, close);
        read_entry(&r, entry, true);
        digest_hex(&r.f.digest, hex);
        assert_string_equal(hex, published[i].digest);
        prev = published[i].digest;
        release(&r);
    }
}

/* --- members in any order and spelling --- */

#define USUAL                                                                        \
    "{\"close\":false,\"id\":\"r-1\",\"job_id\":\"job-1\",\"output_hash\":\"" OUTPUT \
    "\",\"prev_digest\":\"" ZEROS                                                    \
    "\",\"provenance_class\":\"LOGGED BY AGENT\",\"seq\":1,\"tool\":\"fs.read\"}"
#define USUAL_DIGEST "14b87c4027bb66f699e17c24496382b5bcf0c4bd02534e8860bcd2f4d68d3e1e"
#define CLOSED       "3c8ffbdbe33801d0f344c498550a5fde869c8d4c071ab99120d37ec24325d492"

static void spelling_of_members_does_not_matter(void **state)
{
    (void)state;
    static const char *const spellings[] = {
        "{\"tool\":\"fs.read\",\"seq\":1,\"provenance_class\":\"LOGGED BY AGENT\",\"prev_dige"
        "st\":\"" ZEROS "\",\"job_id\":\"job-1\",\"id\":\"r-1\",\"canonical_bytes\":\"e30=\"}",
        " {\n\t\"tool\" : \"fs.\\u0072ead\" , \"prev_digest\":\"" ZEROS
        "\" ,\r\n \"\\u0069d\":\"r\\u002d1\","
        "\"x\":{\"id\":\"other\",\"seq\":7},\"provenance_class\":\"LOGGED BY AGENT\",\"job\\u"
        "005fid\":\"job-1\","
        "\"seq\":1E0,\"\\u0063anonical_bytes\":\"\\u0065\\u0033\\u0030\\u003d\"} ",
        "{\"close\":false,\"tool\":\"fs.read\",\"seq\":1,\"provenance_class\":\"LOGGED BY AGE"
        "NT\",\"prev_digest\":\"" ZEROS
        "\",\"job_id\":\"job-1\",\"id\":\"r-1\",\"canonical_bytes\":\"e30=\",\"created_at\":n"
        "ull,\"Seq\":2,"
        "\"entry_digest\":\"x\",\"tool \":\"y\",\"verification_status\":[true,{}]}",
        "{\"tool\":\"other\",\"seq\":2,\"tool\":\"fs.read\",\"seq\":1,\"provenance_class\":\""
        "LOGGED BY AGENT\","
        "\"prev_digest\":\"" ZEROS
        "\",\"job_id\":\"job-1\",\"id\":\"r-1\",\"canonical_bytes\":\"e30=\"}",
    };
    for (size_t i = 0; i < COUNT(spellings); i++)
        check(spellings[i], USUAL, USUAL_DIGEST);
}

static void close_counts_and_its_absence_is_false(void **state)
{
    (void)state;
    static const struct {
        const char *close, *digest;
    } known[] = {
        {"", USUAL_DIGEST}, {",\"close\":false", USUAL_DIGEST}, {",\"close\":true", CLOSED}};
    for (size_t i = 0; i < COUNT(known); i++) {
        char entry[1024], hex[DIGEST_HEX + 1];
        struct digest other;
        struct read r;
        entry_with(entry, sizeof entry, "1", "fs.read", "e30=");
        sprintf(strrchr(entry, '}'), "%s}", known[i].close);
        read_entry(&r, entry, true);
        digest_hex(&r.f.digest, hex);
        assert_string_equal(hex, known[i].digest);
        for (int close = 0; close < 2; close++) {
            assert_int_equal(facts_digest(&r.f, &r.x, close, r.bench.hasher, &other, &r.err), 0);
            digest_hex(&other, hex);
            assert_string_equal(hex, close ? CLOSED : USUAL_DIGEST);
        }
        release(&r);
    }
}

static void every_text_member_is_escaped(void **state)
{
    (void)state;
    check(
        "{\"id\":\"\xC3\xA9\",\"job_id\":\"\x7F\",\"tool\":\"\xF0\x9F\x98\x80\",\"provenance_"
        "class\":\"\\n\","
        "\"seq\":1,\"canonical_bytes\":\"e30=\",\"prev_digest\":\"not a digest \xC3\xA9\x7F\"}",
        "{\"close\":false,\"id\":\"\\u00e9\",\"job_id\":\"\\u007f\",\"output_hash\":\"" OUTPUT
        "\",\"prev_digest\":\"not a digest \\u00e9\\u007f\",\"provenance_class\":\"\\n\",\"seq\":1,"
        "\"tool\":\"\\ud83d\\ude00\"}",
        "acc7699e6460b5f49c7b7afdcf15918093b1cb1ad03e1ab69d593b5ba466f4ac");
    check("{\"id\":\"\",\"job_id\":\"\",\"tool\":\"\",\"provenance_class\":\"\",\"seq\":1,"
          "\"canonical_bytes\":\"e30=\",\"prev_digest\":\"\"}",
          "{\"close\":false,\"id\":\"\",\"job_id\":\"\",\"output_hash\":\"" OUTPUT
          "\",\"prev_digest\":\"\",\"provenance_class\":\"\",\"seq\":1,\"tool\":\"\"}",
          "b59173a2b8cd7a943c8167b8c564464915b18a8f9b393c78243767efdae302a0");
}

/* --- entries without a digest --- */

static void a_wrong_type_has_no_digest(void **state)
{
    (void)state;
    static const char *const members[] = {"\"id\":\"r-1\"",
                                          "\"job_id\":\"job-1\"",
                                          "\"tool\":\"fs.read\"",
                                          "\"provenance_class\":\"LOGGED BY AGENT\"",
                                          "\"prev_digest\":\"" ZEROS "\"",
                                          "\"seq\":1",
                                          "\"canonical_bytes\":\"e30=\"",
                                          "\"close\":true"};
    static const char *const wrong[] = {"null", "[]", "{}", "1.5"};
    for (size_t i = 0; i < COUNT(members); i++)
        for (size_t w = 0; w <= COUNT(wrong); w++) {
            char entry[1024] = "{\"x\":0";
            struct read r;
            for (size_t m = 0; m < COUNT(members); m++) {
                if (m == i && w == COUNT(wrong))
                    continue;
                strcat(strcat(entry, ","), members[m]);
                if (m == i)
                    strcpy(strrchr(entry, ':') + 1, wrong[w]);
            }
            read_entry(&r, strcat(entry, "}"), true);
            bool close_absent = i + 1 == COUNT(members) && w == COUNT(wrong);
            assert_int_equal(r.f.has_digest, close_absent);
            release(&r);
        }
}

/* --- text in pieces --- */

struct pieces {
    size_t calls, refuse_from;
    struct buf text;
};

static int take(void *arg, const void *bytes, size_t len)
{
    struct pieces *p = arg;
    if (p->refuse_from && p->calls >= p->refuse_from)
        return 7;
    p->calls++;
    return buf_add(&p->text, bytes, len);
}

static void a_sink_passes_all_in_order(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 5, 2047, 2048, 2049, 5000, 3, 0, 4096, 1};
    struct pieces p = {.calls = 0};
    struct sink sink;
    struct buf want;
    buf_init(&p.text, 1 << 20);
    buf_init(&want, 1 << 20);
    sink_open(&sink, take, &p);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        char bytes[5000];
        memset(bytes, 'a' + (int)i, sizeof bytes);
        sink_add(&sink, bytes, sizes[i]);
        buf_add(&want, bytes, sizes[i]);
    }
    assert_int_equal(sink_close(&sink), 0);
    assert_int_equal(p.text.len, want.len);
    assert_memory_equal(p.text.data, want.data, want.len);
    buf_release(&p.text);
    buf_release(&want);
}

static void a_sink_keeps_the_first_refusal(void **state)
{
    (void)state;
    struct pieces p = {.refuse_from = 1};
    char bytes[3000] = {0};
    struct sink sink;
    buf_init(&p.text, 1 << 20);
    sink_open(&sink, take, &p);
    for (int i = 0; i < 5; i++)
        sink_add(&sink, bytes, sizeof bytes);
    assert_int_equal(sink_close(&sink), 7);
    assert_int_equal(p.calls, 1);
    buf_release(&p.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_as_the_reference_runner_escapes_them),
        cmocka_unit_test(numbers_as_integers),
        cmocka_unit_test(output_is_always_recomputed),
        cmocka_unit_test(the_published_vector),
        cmocka_unit_test(spelling_of_members_does_not_matter),
        cmocka_unit_test(close_counts_and_its_absence_is_false),
        cmocka_unit_test(every_text_member_is_escaped),
        cmocka_unit_test(a_wrong_type_has_no_digest),
        cmocka_unit_test(a_sink_passes_all_in_order),
        cmocka_unit_test(a_sink_keeps_the_first_refusal),
    };
    return cmocka_run_group_tests_name("core/canonical", tests, NULL, NULL);
}
