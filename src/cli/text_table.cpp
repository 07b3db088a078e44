// SPDX-License-Identifier: Apache-2.0
#include "cli/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::cli {

std::string aligned(const std::vector<std::vector<std::string>>& table) {
    std::vector<std::size_t> width(table.front().size());
    for (const auto& row : table)
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    std::string text;
    for (const auto& row : table) {
        text += fmt::format("  {:<{}}", row[0], width[0]);
        for (std::size_t i = 1; i < row.size(); ++i) text += fmt::format("  {:>{}}", row[i], width[i]);
        text += "\n";
    }
    return text;
}

}  // namespace tessera::cli
