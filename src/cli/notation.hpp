// SPDX-License-Identifier: Apache-2.0
// Ways to write a solution down.
#pragma once

#include "tessera/answer.hpp"

#include <string>
#include <string_view>

namespace tessera::cli {

enum class Notation {
    letters,  // U R D L: the way the blank travels
    hyphen,   // U-R-D-L
    words,    // up right down left
    tiles,    // 12 8 7 11: the tiles that move
};

// All but `letters` need an answer with steps.
[[nodiscard]] std::string write_moves(const Answer&, Notation);

}  // namespace tessera::cli
