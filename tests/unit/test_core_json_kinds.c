/* The kinds of text that the public JSONTestSuite (Nicolas Seriot, github.com/nst/JSONTestSuite) asks parsers about, by
 * its names; the texts are written anew, from the name and RFC 8259. y_ must be accepted, n_ refused; of i_, which
 * the RFC leaves open, the table says what this reader does: any number, unpaired surrogates as escapes and a byte
 * order mark are accepted; nothing but UTF-8 is. */
#include "core_making.h"

#include "core/members.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

struct kind {
    const char *name;
    const char *text;
    size_t len;
    bool accepted;
};

#define YES true
#define NO  false
#define KIND(accepted, name, text) {name, text, sizeof text - 1, accepted},

/* clang-format off */
static const struct kind kinds[] = {
    KIND(YES, "i_number_double_huge_neg_exp", "[123.456e-789]")
    KIND(YES, "i_number_huge_exp",
         "[0.4e00669999999999999999999999999999999999999999999999999999999999999999999999999969999999006]")
    KIND(YES, "i_number_neg_int_huge_exp", "[-1e+9999]")
    KIND(YES, "i_number_pos_double_huge_exp", "[1.5e+9999]")
    KIND(YES, "i_number_real_neg_overflow", "[-123123e100000]")
    KIND(YES, "i_number_real_pos_overflow", "[123123e100000]")
    KIND(YES, "i_number_real_underflow", "[123e-10000000]")
    KIND(YES, "i_number_too_big_neg_int", "[-123123123123123123123123123123]")
    KIND(YES, "i_number_too_big_pos_int", "[100000000000000000000]")
    KIND(YES, "i_number_very_big_negative_int", "[-237462374673276894279832749832423479823246327846]")
    KIND(YES, "i_object_key_lone_2nd_surrogate", "{\"\\uDFAA\":0}")
    KIND(YES, "i_string_1st_surrogate_but_2nd_missing", "[\"\\uDADA\"]")
    KIND(YES, "i_string_1st_valid_surrogate_2nd_invalid", "[\"\\uD888\\u1234\"]")
    KIND(NO, "i_string_UTF-16LE_with_BOM", "\377\376[\000\"\000\351\000\"\000]\000")
    KIND(NO, "i_string_UTF-8_invalid_sequence", "[\"\346\227\245\321\210\372\"]")
    KIND(NO, "i_string_UTF8_surrogate_U+D800", "[\"\355\240\200\"]")
    KIND(YES, "i_string_incomplete_surrogate_and_escape_valid", "[\"\\uD800\\n\"]")
    KIND(YES, "i_string_incomplete_surrogate_pair", "[\"\\uDd1ea\"]")
    KIND(YES, "i_string_incomplete_surrogates_escape_valid", "[\"\\uD800\\uD800\\n\"]")
    KIND(YES, "i_string_invalid_lonely_surrogate", "[\"\\ud800\"]")
    KIND(YES, "i_string_invalid_surrogate", "[\"\\ud800abc\"]")
    KIND(NO, "i_string_invalid_utf-8", "[\"\377\"]")
    KIND(YES, "i_string_inverted_surrogates_U+1D11E", "[\"\\uDd1e\\uD834\"]")
    KIND(NO, "i_string_iso_latin_1", "[\"\351\"]")
    KIND(YES, "i_string_lone_second_surrogate", "[\"\\uDFAA\"]")
    KIND(NO, "i_string_lone_utf8_continuation_byte", "[\"\201\"]")
    KIND(NO, "i_string_not_in_unicode_range", "[\"\364\277\277\277\"]")
    KIND(NO, "i_string_overlong_sequence_2_bytes", "[\"\300\257\"]")
    KIND(NO, "i_string_overlong_sequence_6_bytes", "[\"\374\203\277\277\277\277\"]")
    KIND(NO, "i_string_overlong_sequence_6_bytes_null", "[\"\374\200\200\200\200\200\"]")
    KIND(NO, "i_string_truncated-utf-8", "[\"\340\377\"]")
    KIND(NO, "i_string_utf16BE_no_BOM", "\000[\000\"\000\351\000\"\000]")
    KIND(NO, "i_string_utf16LE_no_BOM", "[\000\"\000\351\000\"\000]\000")
    KIND(YES, "i_structure_UTF-8_BOM_empty_object", "\357\273\277{}")
    KIND(NO, "n_array_1_true_without_comma", "[1 true]")
    KIND(NO, "n_array_a_invalid_utf8", "[a\345]")
    KIND(NO, "n_array_colon_instead_of_comma", "[\"\": 1]")
    KIND(NO, "n_array_comma_after_close", "[\"\"],")
    KIND(NO, "n_array_comma_and_number", "[,1]")
    KIND(NO, "n_array_double_comma", "[1,,2]")
    KIND(NO, "n_array_double_extra_comma", "[\"x\",,]")
    KIND(NO, "n_array_extra_close", "[\"x\"]]")
    KIND(NO, "n_array_extra_comma", "[\"\",]")
    KIND(NO, "n_array_incomplete", "[\"x\"")
    KIND(NO, "n_array_incomplete_invalid_value", "[x")
    KIND(NO, "n_array_inner_array_no_comma", "[3[4]]")
    KIND(NO, "n_array_invalid_utf8", "[\377]")
    KIND(NO, "n_array_items_separated_by_semicolon", "[1:2]")
    KIND(NO, "n_array_just_comma", "[,]")
    KIND(NO, "n_array_just_minus", "[-]")
    KIND(NO, "n_array_missing_value", "[   , \"\"]")
    KIND(NO, "n_array_newlines_unclosed", "[\"a\",\n4\n,1,")
    KIND(NO, "n_array_number_and_comma", "[1,]")
    KIND(NO, "n_array_number_and_several_commas", "[1,,]")
    KIND(NO, "n_array_spaces_vertical_tab_formfeed", "[\"\013a\"\\f]")
    KIND(NO, "n_array_star_inside", "[*]")
    KIND(NO, "n_array_unclosed", "[\"\"")
    KIND(NO, "n_array_unclosed_trailing_comma", "[1,")
    KIND(NO, "n_array_unclosed_with_new_lines", "[1,\n1\n,1")
    KIND(NO, "n_array_unclosed_with_object_inside", "[{}")
    KIND(NO, "n_incomplete_false", "[fals]")
    KIND(NO, "n_incomplete_null", "[nul]")
    KIND(NO, "n_incomplete_true", "[tru]")
    KIND(NO, "n_multidigit_number_then_00", "123\000")
    KIND(NO, "n_number_++", "[++1234]")
    KIND(NO, "n_number_+1", "[+1]")
    KIND(NO, "n_number_+Inf", "[+Inf]")
    KIND(NO, "n_number_-00.0", "[-00.0]")
    KIND(NO, "n_number_-00e0", "[-00e0]")
    KIND(NO, "n_number_-01", "[-01]")
    KIND(NO, "n_number_-1.0.", "[-1.0.]")
    KIND(NO, "n_number_-2.", "[-2.]")
    KIND(NO, "n_number_-NaN", "[-NaN]")
    KIND(NO, "n_number_.-1", "[.-1]")
    KIND(NO, "n_number_.2e-3", "[.2e-3]")
    KIND(NO, "n_number_0.1.2", "[0.1.2]")
    KIND(NO, "n_number_0.3e", "[0.3e]")
    KIND(NO, "n_number_0.3e+", "[0.3e+]")
    KIND(NO, "n_number_0.e1", "[0.e1]")
    KIND(NO, "n_number_00.0", "[00.0]")
    KIND(NO, "n_number_00e0", "[00e0]")
    KIND(NO, "n_number_0_capital_E", "[0E]")
    KIND(NO, "n_number_0_capital_E+", "[0E+]")
    KIND(NO, "n_number_0e", "[0e]")
    KIND(NO, "n_number_0e+", "[0e+]")
    KIND(NO, "n_number_1.0e", "[1.0e]")
    KIND(NO, "n_number_1.0e+", "[1.0e+]")
    KIND(NO, "n_number_1.0e-", "[1.0e-]")
    KIND(NO, "n_number_1_000", "[1 000.0]")
    KIND(NO, "n_number_1eE2", "[1eE2]")
    KIND(NO, "n_number_2.e+3", "[2.e+3]")
    KIND(NO, "n_number_2.e-3", "[2.e-3]")
    KIND(NO, "n_number_2.e3", "[2.e3]")
    KIND(NO, "n_number_9.e+", "[9.e+]")
    KIND(NO, "n_number_Inf", "[Inf]")
    KIND(NO, "n_number_NaN", "[NaN]")
    KIND(NO, "n_number_U+FF11_fullwidth_digit_one", "[\357\274\221]")
    KIND(NO, "n_number_expression", "[1+2]")
    KIND(NO, "n_number_hex_1_digit", "[0x1]")
    KIND(NO, "n_number_hex_2_digits", "[0x42]")
    KIND(NO, "n_number_infinity", "[Infinity]")
    KIND(NO, "n_number_invalid+-", "[0e+-1]")
    KIND(NO, "n_number_invalid-negative-real", "[-123.123foo]")
    KIND(NO, "n_number_invalid-utf-8-in-bigger-int", "[123\345]")
    KIND(NO, "n_number_invalid-utf-8-in-exponent", "[1e1\345]")
    KIND(NO, "n_number_invalid-utf-8-in-int", "[0\345]")
    KIND(NO, "n_number_minus_infinity", "[-Infinity]")
    KIND(NO, "n_number_minus_sign_with_trailing_garbage", "[-foo]")
    KIND(NO, "n_number_minus_space_1", "[- 1]")
    KIND(NO, "n_number_neg_int_starting_with_zero", "[-012]")
    KIND(NO, "n_number_neg_real_without_int_part", "[-.123]")
    KIND(NO, "n_number_neg_with_garbage_at_end", "[-1x]")
    KIND(NO, "n_number_real_garbage_after_e", "[1ea]")
    KIND(NO, "n_number_real_with_invalid_utf8_after_e", "[1e\345]")
    KIND(NO, "n_number_real_without_fractional_part", "[1.]")
    KIND(NO, "n_number_starting_with_dot", "[.123]")
    KIND(NO, "n_number_with_alpha", "[1.2a-3]")
    KIND(NO, "n_number_with_alpha_char", "[1.8011670033376514H-308]")
    KIND(NO, "n_number_with_leading_zero", "[012]")
    KIND(NO, "n_object_bad_value", "[\"x\", truth]")
    KIND(NO, "n_object_bracket_key", "{[: \"x\"}")
    KIND(NO, "n_object_comma_instead_of_colon", "{\"x\", null}")
    KIND(NO, "n_object_double_colon", "{\"x\"::\"b\"}")
    KIND(NO, "n_object_emoji", "{\360\237\207\250\360\237\207\255}")
    KIND(NO, "n_object_garbage_at_end", "{\"a\":\"a\" 123}")
    KIND(NO, "n_object_key_with_single_quotes", "{key: 'value'}")
    KIND(NO, "n_object_lone_continuation_byte_in_key_and_trailing_comma", "{\"\271\":\"0\",}")
    KIND(NO, "n_object_missing_colon", "{\"a\" b}")
    KIND(NO, "n_object_missing_key", "{:\"b\"}")
    KIND(NO, "n_object_missing_semicolon", "{\"a\" \"b\"}")
    KIND(NO, "n_object_missing_value", "{\"a\":")
    KIND(NO, "n_object_no-colon", "{\"a\"")
    KIND(NO, "n_object_non_string_key", "{1:1}")
    KIND(NO, "n_object_non_string_key_but_huge_number_instead", "{9999E9999:1}")
    KIND(NO, "n_object_repeated_null_null", "{null:null,null:null}")
    KIND(NO, "n_object_several_trailing_commas", "{\"id\":0,,,,,}")
    KIND(NO, "n_object_single_quote", "{'a':0}")
    KIND(NO, "n_object_trailing_comma", "{\"id\":0,}")
    KIND(NO, "n_object_trailing_comment", "{\"a\":\"b\"}/**/")
    KIND(NO, "n_object_trailing_comment_open", "{\"a\":\"b\"}/**//")
    KIND(NO, "n_object_trailing_comment_slash_open", "{\"a\":\"b\"}//")
    KIND(NO, "n_object_trailing_comment_slash_open_incomplete", "{\"a\":\"b\"}/")
    KIND(NO, "n_object_two_commas_in_a_row", "{\"a\":\"b\",,\"c\":\"d\"}")
    KIND(NO, "n_object_unquoted_key", "{a: \"b\"}")
    KIND(NO, "n_object_unterminated-value", "{\"a\":\"a")
    KIND(NO, "n_object_with_single_string", "{ \"foo\" : \"bar\", \"a\" }")
    KIND(NO, "n_object_with_trailing_garbage", "{\"a\":\"b\"}#")
    KIND(NO, "n_single_space", " ")
    KIND(NO, "n_string_1_surrogate_then_escape", "[\"\\uD800\\\"]")
    KIND(NO, "n_string_1_surrogate_then_escape_u", "[\"\\uD800\\u\"]")
    KIND(NO, "n_string_1_surrogate_then_escape_u1", "[\"\\uD800\\u1\"]")
    KIND(NO, "n_string_1_surrogate_then_escape_u1x", "[\"\\uD800\\u1x\"]")
    KIND(NO, "n_string_accentuated_char_no_quotes", "[\303\251]")
    KIND(NO, "n_string_backslash_00", "[\"\\\000\"]")
    KIND(NO, "n_string_escape_x", "[\"\\x00\"]")
    KIND(NO, "n_string_escaped_backslash_bad", "[\"\\\\\\\"]")
    KIND(NO, "n_string_escaped_ctrl_char_tab", "[\"\\\t\"]")
    KIND(NO, "n_string_escaped_emoji", "[\"\\\360\237\214\200\"]")
    KIND(NO, "n_string_incomplete_escape", "[\"\\\"]")
    KIND(NO, "n_string_incomplete_escaped_character", "[\"\\u00A\"]")
    KIND(NO, "n_string_incomplete_surrogate", "[\"\\uD834\\uDd\"]")
    KIND(NO, "n_string_incomplete_surrogate_escape_invalid", "[\"\\uD800\\uD800\\x\"]")
    KIND(NO, "n_string_invalid-utf-8-in-escape", "[\"\\u\345\"]")
    KIND(NO, "n_string_invalid_backslash_esc", "[\"\\a\"]")
    KIND(NO, "n_string_invalid_unicode_escape", "[\"\\uqqqq\"]")
    KIND(NO, "n_string_invalid_utf8_after_escape", "[\"\\\345\"]")
    KIND(NO, "n_string_leading_uescaped_thinspace", "[\\u0020\"a\"]")
    KIND(NO, "n_string_no_quotes_with_bad_escape", "[\\n]")
    KIND(NO, "n_string_octal_escape", "[\"\\012\"]")
    KIND(NO, "n_string_single_doublequote", "\"")
    KIND(NO, "n_string_single_quote", "['single quote']")
    KIND(NO, "n_string_single_string_no_double_quotes", "abc")
    KIND(NO, "n_string_start_escape_unclosed", "[\"\\")
    KIND(NO, "n_string_unescaped_ctrl_char", "[\"a\000a\"]")
    KIND(NO, "n_string_unescaped_newline", "[\"new\nline\"]")
    KIND(NO, "n_string_unescaped_tab", "[\"\t\"]")
    KIND(NO, "n_string_unicode_CapitalU", "[\"\\UA66D\"]")
    KIND(NO, "n_string_with_trailing_garbage", "\"\"x")
    KIND(NO, "n_structure_U+2060_word_joined", "[\342\201\240]")
    KIND(NO, "n_structure_UTF8_BOM_no_data", "\357\273\277")
    KIND(NO, "n_structure_angle_bracket_.", "<.>")
    KIND(NO, "n_structure_angle_bracket_null", "[<null>]")
    KIND(NO, "n_structure_array_trailing_garbage", "[1]x")
    KIND(NO, "n_structure_array_with_extra_array_close", "[1]]")
    KIND(NO, "n_structure_array_with_unclosed_string", "[\"asd]")
    KIND(NO, "n_structure_ascii-unicode-identifier", "a\303\245")
    KIND(NO, "n_structure_capitalized_True", "[True]")
    KIND(NO, "n_structure_close_unopened_array", "1]")
    KIND(NO, "n_structure_comma_instead_of_closing_brace", "{\"x\": true,")
    KIND(NO, "n_structure_double_array", "[][]")
    KIND(NO, "n_structure_end_array", "]")
    KIND(NO, "n_structure_incomplete_UTF8_BOM", "\357\273{}")
    KIND(NO, "n_structure_lone-invalid-utf-8", "\345")
    KIND(NO, "n_structure_lone-open-bracket", "[")
    KIND(NO, "n_structure_no_data", "")
    KIND(NO, "n_structure_null-byte-outside-string", "[\000]")
    KIND(NO, "n_structure_number_with_trailing_garbage", "2@")
    KIND(NO, "n_structure_object_followed_by_closing_object", "{}}")
    KIND(NO, "n_structure_object_unclosed_no_value", "{\"\":")
    KIND(NO, "n_structure_object_with_comment", "{\"a\":/*comment*/\"b\"}")
    KIND(NO, "n_structure_object_with_trailing_garbage", "{\"a\": true} \"x\"")
    KIND(NO, "n_structure_open_array_apostrophe", "['")
    KIND(NO, "n_structure_open_array_comma", "[,")
    KIND(NO, "n_structure_open_array_open_object", "[{")
    KIND(NO, "n_structure_open_array_open_string", "[\"a")
    KIND(NO, "n_structure_open_array_string", "[\"a\"")
    KIND(NO, "n_structure_open_object", "{")
    KIND(NO, "n_structure_open_object_close_array", "{]")
    KIND(NO, "n_structure_open_object_comma", "{,")
    KIND(NO, "n_structure_open_object_open_array", "{[")
    KIND(NO, "n_structure_open_object_open_string", "{\"a")
    KIND(NO, "n_structure_open_object_string_with_apostrophes", "{'a'")
    KIND(NO, "n_structure_open_open", "[\"\\{[\"\\{[\"\\{[\"\\{")
    KIND(NO, "n_structure_single_eacute", "\351")
    KIND(NO, "n_structure_single_star", "*")
    KIND(NO, "n_structure_trailing_#", "{\"a\":\"b\"}#{}")
    KIND(NO, "n_structure_uescaped_LF_before_string", "[\\u000A\"\"]")
    KIND(NO, "n_structure_unclosed_array", "[1")
    KIND(NO, "n_structure_unclosed_array_partial_null", "[ false, nul")
    KIND(NO, "n_structure_unclosed_array_unfinished_false", "[ true, fals")
    KIND(NO, "n_structure_unclosed_array_unfinished_true", "[ false, tru")
    KIND(NO, "n_structure_unclosed_object", "{\"asd\":\"asd\"")
    KIND(NO, "n_structure_unicode-identifier", "\303\245")
    KIND(NO, "n_structure_whitespace_U+2060_word_joiner", "\342\201\240")
    KIND(NO, "n_structure_whitespace_formfeed", "[\014]")
    KIND(YES, "y_array_arraysWithSpaces", "[[]   ]")
    KIND(YES, "y_array_empty", "[]")
    KIND(YES, "y_array_empty-string", "[\"\"]")
    KIND(YES, "y_array_ending_with_newline", "[\"a\"]\n")
    KIND(YES, "y_array_false", "[false]")
    KIND(YES, "y_array_heterogeneous", "[null, 1, \"1\", {}]")
    KIND(YES, "y_array_null", "[null]")
    KIND(YES, "y_array_with_1_and_newline", "[1\n]")
    KIND(YES, "y_array_with_leading_space", " [1]")
    KIND(YES, "y_array_with_several_null", "[1,null,null,null,2]")
    KIND(YES, "y_array_with_trailing_space", "[2] ")
    KIND(YES, "y_number", "[123e65]")
    KIND(YES, "y_number_0e+1", "[0e+1]")
    KIND(YES, "y_number_0e1", "[0e1]")
    KIND(YES, "y_number_after_space", "[ 4]")
    KIND(YES, "y_number_double_close_to_zero",
         "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]")
    KIND(YES, "y_number_int_with_exp", "[20e1]")
    KIND(YES, "y_number_minus_zero", "[-0]")
    KIND(YES, "y_number_negative_int", "[-123]")
    KIND(YES, "y_number_negative_one", "[-1]")
    KIND(YES, "y_number_negative_zero", "[-0]")
    KIND(YES, "y_number_real_capital_e", "[1E22]")
    KIND(YES, "y_number_real_capital_e_neg_exp", "[1E-2]")
    KIND(YES, "y_number_real_capital_e_pos_exp", "[1E+2]")
    KIND(YES, "y_number_real_exponent", "[123e45]")
    KIND(YES, "y_number_real_fraction_exponent", "[123.456e78]")
    KIND(YES, "y_number_real_neg_exp", "[1e-2]")
    KIND(YES, "y_number_real_pos_exponent", "[1e+2]")
    KIND(YES, "y_number_simple_int", "[123]")
    KIND(YES, "y_number_simple_real", "[123.456789]")
    KIND(YES, "y_object", "{\"a\":\"b\",\"c\":\"d\"}")
    KIND(YES, "y_object_basic", "{\"a\":\"b\"}")
    KIND(YES, "y_object_duplicated_key", "{\"a\":\"b\",\"a\":\"c\"}")
    KIND(YES, "y_object_duplicated_key_and_value", "{\"a\":\"b\",\"a\":\"b\"}")
    KIND(YES, "y_object_empty", "{}")
    KIND(YES, "y_object_empty_key", "{\"\":0}")
    KIND(YES, "y_object_escaped_null_in_key", "{\"a\\u0000b\":1}")
    KIND(YES, "y_object_extreme_numbers", "{\"min\":-1.0e+28,\"max\":1.0e+28}")
    KIND(YES, "y_object_long_strings",
         "{\"x\":[{\"id\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}],\"id\":\"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"}")
    KIND(YES, "y_object_simple", "{\"a\":[]}")
    KIND(YES, "y_object_string_unicode", "{\"t\":\"\\u041f\\u043e\\u043b\"}")
    KIND(YES, "y_object_with_newlines", "{\n\"a\":\"b\"\n}")
    KIND(YES, "y_string_1_2_3_bytes_UTF-8_sequences", "[\"\\u0060\\u012a\\u12AB\"]")
    KIND(YES, "y_string_accepted_surrogate_pair", "[\"\\uD801\\udc37\"]")
    KIND(YES, "y_string_accepted_surrogate_pairs", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]")
    KIND(YES, "y_string_allowed_escapes", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]")
    KIND(YES, "y_string_backslash_and_u_escaped_zero", "[\"\\\\u0000\"]")
    KIND(YES, "y_string_backslash_doublequotes", "[\"\\\"\"]")
    KIND(YES, "y_string_comments", "[\"a/*b*/c/*d//e\"]")
    KIND(YES, "y_string_double_escape_a", "[\"\\\\a\"]")
    KIND(YES, "y_string_double_escape_n", "[\"\\\\n\"]")
    KIND(YES, "y_string_escaped_control_character", "[\"\\u0012\"]")
    KIND(YES, "y_string_escaped_noncharacter", "[\"\\uFFFF\"]")
    KIND(YES, "y_string_in_array", "[\"s\"]")
    KIND(YES, "y_string_in_array_with_leading_space", "[ \"s\"]")
    KIND(YES, "y_string_last_surrogates_1_and_2", "[\"\\uDBFF\\uDFFF\"]")
    KIND(YES, "y_string_nbsp_uescaped", "[\"n\\u00A0b\"]")
    KIND(YES, "y_string_nonCharacterInUTF-8_U+10FFFF", "[\"\364\217\277\277\"]")
    KIND(YES, "y_string_nonCharacterInUTF-8_U+FFFF", "[\"\357\277\277\"]")
    KIND(YES, "y_string_null_escape", "[\"\\u0000\"]")
    KIND(YES, "y_string_one-byte-utf-8", "[\"\\u002c\"]")
    KIND(YES, "y_string_pi", "[\"\317\200\"]")
    KIND(YES, "y_string_reservedCharacterInUTF-8_U+1BFFF", "[\"\360\233\277\277\"]")
    KIND(YES, "y_string_simple_ascii", "[\"ascii \"]")
    KIND(YES, "y_string_space", "\" \"")
    KIND(YES, "y_string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF", "[\"\\uD834\\uDd1e\"]")
    KIND(YES, "y_string_three-byte-utf-8", "[\"\\u0821\"]")
    KIND(YES, "y_string_two-byte-utf-8", "[\"\\u0123\"]")
    KIND(YES, "y_string_u+2028_line_sep", "[\"\342\200\250\"]")
    KIND(YES, "y_string_u+2029_par_sep", "[\"\342\200\251\"]")
    KIND(YES, "y_string_uEscape", "[\"\\u0061\\u30af\"]")
    KIND(YES, "y_string_uescaped_newline", "[\"new\\u000Aline\"]")
    KIND(YES, "y_string_unescaped_char_delete", "[\"\177\"]")
    KIND(YES, "y_string_unicode", "[\"\\uA66D\"]")
    KIND(YES, "y_string_unicodeEscapedBackslash", "[\"\\u005C\"]")
    KIND(YES, "y_string_unicode_2", "[\"\342\215\202\343\211\210\"]")
    KIND(YES, "y_string_unicode_U+10FFFE_nonchar", "[\"\\uDBFF\\uDFFE\"]")
    KIND(YES, "y_string_unicode_U+1FFFE_nonchar", "[\"\\uD83F\\uDFFE\"]")
    KIND(YES, "y_string_unicode_U+200B_ZERO_WIDTH_SPACE", "[\"\\u200B\"]")
    KIND(YES, "y_string_unicode_U+2064_invisible_plus", "[\"\\u2064\"]")
    KIND(YES, "y_string_unicode_U+FDD0_nonchar", "[\"\\uFDD0\"]")
    KIND(YES, "y_string_unicode_U+FFFE_nonchar", "[\"\\uFFFE\"]")
    KIND(YES, "y_string_unicode_escaped_double_quote", "[\"\\u0022\"]")
    KIND(YES, "y_string_utf8", "[\"\342\202\254\360\235\204\236\"]")
    KIND(YES, "y_string_with_del_character", "[\"a\177a\"]")
    KIND(YES, "y_structure_lonely_false", "false")
    KIND(YES, "y_structure_lonely_int", "42")
    KIND(YES, "y_structure_lonely_negative_real", "-0.1")
    KIND(YES, "y_structure_lonely_null", "null")
    KIND(YES, "y_structure_lonely_string", "\"s\"")
    KIND(YES, "y_structure_lonely_true", "true")
    KIND(YES, "y_structure_string_empty", "\"\"")
    KIND(YES, "y_structure_trailing_newline", "[\"a\"]\n")
    KIND(YES, "y_structure_true_in_array", "[true]")
    KIND(YES, "y_structure_whitespace_array", " [] ")
};
/* clang-format on */

static int nothing(void *arg, const char *name, size_t len, uint64_t at, const struct value *v)
{
    (void)arg, (void)name, (void)len, (void)at, (void)v;
    return 0;
}

static bool accepts(const void *text, size_t len)
{
    struct document d;
    struct err e = {0};
    enum json_type type;

    assert_int_equal(document_set(&d, text, len, &e), 0);
    int status = object_walk(&d, 0, true, &type, nothing, NULL, &e);
    assert_true(status == 0 || (e.code == ERR_FORM && e.located && e.offset <= len && e.text[0]));
    document_release(&d);
    return status == 0;
}

/* As a file of its own: commitments, lists, workflow receipts. */
static void as_documents(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct kind *k = &kinds[i];

        if (accepts(k->text, k->len) != k->accepted)
            fail_msg("%s is %s", k->name, k->accepted ? "refused" : "accepted");
        assert_true(strncmp(k->name, "i_", 2) == 0 || (k->name[0] == 'y') == k->accepted);
    }
}

/* What stands in a timeline as a member that the checks do not use: in the last entry and in one before, since an
 * entry is found before it is read. */
static bool is_readable(const struct kind *k, bool last)
{
    struct buf b;
    struct exam e;

    buf_init(&b, SIZE_MAX / 2);
    buf_adds(&b, last ? "[{\"a\":1},{\"x\":" : "[{\"x\":");
    buf_add(&b, k->text, k->len);
    buf_adds(&b, last ? "}]" : "},{\"a\":1}]");
    exam_bytes(&e, b.data, b.len, NULL);
    assert_int_equal(e.status, 0);
    bool readable = timeline_damage(e.t) == NULL && timeline_progress(e.t).entries == 2;
    exam_close(&e);
    buf_release(&b);
    return readable;
}

static void as_members(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct kind *k = &kinds[i];
        bool marked = k->len >= 3 && memcmp(k->text, "\xef\xbb\xbf", 3) == 0;

        if (is_readable(k, false) != (k->accepted && !marked) || is_readable(k, true) != (k->accepted && !marked))
            fail_msg("%s is %s within an entry", k->name, k->accepted ? "refused" : "accepted");
    }
}

/* i_structure_500_nested_arrays, n_structure_100000_opening_arrays, n_structure_open_array_object. */
static void deep(void **state)
{
    static const struct {
        const char *open, *close;
        size_t times;
        bool accepted;
    } nests[] = {
        {"[", "]", 500, true}, {"[", "]", 512, true}, {"[", "]", 513, false}, {"[", "]", 100000, false},
        {"[", "", 100000, false}, {"[{\"\":", "", 50000, false}, {"[{\"\":", "}]", 50000, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
        struct buf b;

        buf_init(&b, SIZE_MAX / 2);
        for (size_t n = 0; n < nests[i].times; n++)
            buf_adds(&b, nests[i].open);
        for (size_t n = 0; n < nests[i].times; n++)
            buf_adds(&b, nests[i].close);
        assert_int_equal(accepts(b.data, b.len), nests[i].accepted);
        buf_release(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_documents),
        cmocka_unit_test(as_members),
        cmocka_unit_test(deep),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
