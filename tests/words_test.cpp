// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace tessera;

TEST_CASE("text from outside is shown as it is, but for what steers a terminal and what is no text", "[words]") {
    for (const char* plain : {"", "board 7", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\xA7\xA9", "a\\b", "\xC2\xA0"})
        CHECK(display(plain) == plain);
    const std::pair<std::string, std::string> shown[] = {
        {"\x1B[31m", "\\x1b[31m"},
        {"a\nb\r\t\x7F", "a\\x0ab\\x0d\\x09\\x7f"},
        {std::string("a\0b", 3), "a\\x00b"},
        {"\xC2\x9B", "\\xc2\\x9b"},           // a control character of eight bits
        {"\xE2\x80\xAE", "\\xe2\\x80\\xae"},  // turns the direction of writing
        {"\xD8\x9C", "\\xd8\\x9c"},           // likewise
        {"\xEF\xBB\xBF", "\\xef\\xbb\\xbf"},  // a byte order mark
        {"\x9B", "\\x9b"},                    // no character begins so
        {"\xFF", "\\xff"},
        {"\xC3(", "\\xc3("},  // nor goes on so
        {"\xE2\x82(", "\\xe2\\x82("},
        {"\xE2(\xA1", "\\xe2(\\xa1"},
        {"\xE2\x82", "\\xe2\\x82"},  // cut off
        {"\xC0\xAF", "\\xc0\\xaf"},  // longer than need be
        {"\xE0\x80\xAF", "\\xe0\\x80\\xaf"},
        {"\xF0\x80\x80\xAF", "\\xf0\\x80\\x80\\xaf"},
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"},           // half a pair of UTF-16
        {"\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},  // beyond the last character
        {"\xF5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
    };
    for (const auto& [text, expected] : shown) CHECK(display(text) == expected);
}

TEST_CASE("long text is cut where it is shown", "[words]") {
    CHECK(display(std::string(30, 'x'), 10) == std::string(10, 'x') + "...");
    CHECK(display(std::string(10, 'x'), 10) == std::string(10, 'x'));
}
