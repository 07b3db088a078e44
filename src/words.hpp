// SPDX-License-Identifier: Apache-2.0
// Small helpers for messages.
#pragma once

#include "tessera/answer.hpp"
#include "tessera/catalog.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// "unknown heuristic 'manhatan'; did you mean 'manhattan'? (see tessera list)"
[[nodiscard]] std::string unknown_name(std::string_view kind, std::string_view given, const std::vector<CatalogEntry>& known);

// "boards.txt:3:7: " with the parts that are known.
[[nodiscard]] std::string place_prefix(const Place& place);

// Text from outside made safe to show: control characters and broken UTF-8 become \xNN, long text is cut.
[[nodiscard]] std::string display(std::string_view text, std::size_t longest = 60);

}  // namespace tessera
