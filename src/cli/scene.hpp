// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/played_puzzle.hpp"

namespace tessera::cli {

// What the page of `tessera view` draws for an answer: pieces, where they stand, and what each move does to them.  The
// solution is played here by the rules; the page only repeats it.  Throws Wrong, Damaged or Foreign.
[[nodiscard]] nlohmann::json scene_of(const nlohmann::json& answer);

}  // namespace tessera::cli
