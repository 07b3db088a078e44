// SPDX-License-Identifier: Apache-2.0
// Small files read and written at once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tessera::cli {

// Throw EnvironmentError.  What is written is there whole, or the old file still is.
[[nodiscard]] std::string read_whole_file(const std::filesystem::path& path);
void write_whole_file(const std::filesystem::path& path, std::string_view text);

}  // namespace tessera::cli
