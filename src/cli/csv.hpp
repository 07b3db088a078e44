// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as RFC 4180 has them.
#pragma once

#include "cli/fields.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

// The names, or the values, of an object's members as one line without its end.  What is null stays empty.
[[nodiscard]] std::string csv_names(const Json& object);
[[nodiscard]] std::string csv_values(const Json& object);

// Rows by the names in the first line.  Throws InputError, with `source` and line, for what is no such file.
[[nodiscard]] std::vector<std::map<std::string, std::string>> read_csv(std::string_view text, std::string_view source);

}  // namespace tessera::cli
