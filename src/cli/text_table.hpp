// SPDX-License-Identifier: Apache-2.0
// Columns as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace tessera::cli {

// The first column stands to the left, the others to the right; every line ends.
[[nodiscard]] std::string aligned(const std::vector<std::vector<std::string>>& table);

}  // namespace tessera::cli
