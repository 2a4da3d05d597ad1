#include "base/hex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void encodes_every_byte(void **state)
{
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        unsigned char byte = (unsigned char)c, back = (unsigned char)~c;
        char text[3];
        hex_encode(text, &byte, 1);
        assert_int_equal(strtol(text, NULL, 16), c);
        assert_true(hex_decode(&back, 1, text, 2));
        assert_int_equal(back, c);
    }
}

static void takes_lowercase_digits_alone(void **state)
{
    (void)state;
    for (unsigned pair = 0; pair < 65536; pair++) {
        const char text[2] = {(char)(pair >> 8), (char)(pair & 255)};
        bool good = true;
        for (int i = 0; i < 2; i++)
            good = good && text[i] != '\0' && strchr("0123456789abcdef", text[i]);
        unsigned char out = 0xAA;
        assert_int_equal(hex_decode(&out, 1, text, 2), good);
    }
}

static void demands_the_exact_length(void **state)
{
    (void)state;
    unsigned char out[4] = {1, 2, 3, 4};
    const char *digits = "009fa0ff00";
    for (size_t len = 0; len <= 10; len++) {
        if (len != 8)
            assert_false(hex_decode(out, 4, digits, len));
    }
    assert_memory_equal(out, "\1\2\3\4", 4);
    assert_true(hex_decode(out, 4, digits, 8));
    assert_memory_equal(out, "\x00\x9f\xA0\xff", 4);
    assert_true(hex_decode(out, 0, "", 0));
    assert_false(hex_decode(out, SIZE_MAX, digits, 10));
    assert_false(hex_decode(out, SIZE_MAX / 2 + 2, digits, 2));
}

/* Lengths on both sides of every block that may be taken at once. */
static void every_length_comes_back(void **state)
{
    (void)state;
    unsigned char bytes[70], back[70];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 151 + 7);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        char *text = malloc(2 * len + 1), expected[3];
        hex_encode(text, bytes, len);
        assert_int_equal(strlen(text), 2 * len);
        for (size_t i = 0; i < len; i++) {
            snprintf(expected, sizeof expected, "%02x", bytes[i]);
            assert_memory_equal(text + 2 * i, expected, 2);
        }
        memset(back, 0, sizeof back);
        assert_true(hex_decode(back, len, text, 2 * len));
        assert_memory_equal(back, bytes, len);
        free(text);
    }
}

static void a_bad_digit_anywhere_is_found(void **state)
{
    (void)state;
    for (size_t at = 0; at < 78; at++) {
        for (unsigned c = 0; c < 256; c++) {
            char text[78];
            unsigned char out[39];
            memset(text, 'f', sizeof text);
            text[at] = (char)c;
            bool good = c != '\0' && strchr("0123456789abcdef", (int)c);
            assert_int_equal(hex_decode(out, 39, text, 78), good);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encodes_every_byte),
        cmocka_unit_test(takes_lowercase_digits_alone),
        cmocka_unit_test(demands_the_exact_length),
        cmocka_unit_test(every_length_comes_back),
        cmocka_unit_test(a_bad_digit_anywhere_is_found),
    };
    return cmocka_run_group_tests_name("base/hex", tests, NULL, NULL);
}
