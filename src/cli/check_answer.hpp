// SPDX-License-Identifier: Apache-2.0
// An answer of `tessera solve --json` judged by its own words alone.  Shares no code with the solver: the
// puzzle is read and played by cli/played_puzzle.hpp.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace tessera::cli {

struct CheckVerdict {
    enum class Kind {
        path,        // the moves lead from start to goal
        unsolvable,  // confirmed by parity or by visiting every arrangement
        unfinished,  // a limit or a signal came first; nothing contradicts the rest
        wrong,       // the answer is false
        damaged,     // the answer cannot be understood
        foreign,     // beyond this checker: an unknown puzzle, or too many arrangements to visit
    };
    Kind kind;
    std::string reason;  // of the last three
};

// Where only visiting every arrangement can confirm that there is no solution, at most so many are visited.
[[nodiscard]] CheckVerdict check_answer(const nlohmann::json& answer, std::size_t most_arrangements = 400'000);

}  // namespace tessera::cli
