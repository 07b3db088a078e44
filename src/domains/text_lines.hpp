// SPDX-License-Identifier: Apache-2.0
// Reading instance files that are more than one line: words and numbers with their places.
#pragma once

#include "tessera/answer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct Word {
    std::string_view text;
    Place place;
};

// The words of each line that has any; `#` starts a comment.  Words are separated by white space and `separators`.
[[nodiscard]] std::vector<std::vector<Word>> split_lines(std::string_view text, const Place& place,
                                                         std::string_view separators);

// A whole number, or InputError at the word's place.
[[nodiscard]] int parse_number(const Word& word);

}  // namespace tessera
