// SPDX-License-Identifier: Apache-2.0
// The instance sets that come with tessera.
#pragma once

#include "tessera/catalog.hpp"

#include "cli/board_reader.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

// Where the instances are.  Throws EnvironmentError.
[[nodiscard]] std::filesystem::path instances_directory();

// Name and title of every set that is here.
[[nodiscard]] std::vector<CatalogEntry> list_sets();

// The boards of "korf100", or those of "korf100:1-5,88" (ids, in the order of the file).  Throws UsageError.
[[nodiscard]] std::vector<Problem> open_set(std::string_view name_and_ids);

}  // namespace tessera::cli
