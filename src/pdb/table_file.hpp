// SPDX-License-Identifier: Apache-2.0
// Table files in a directory that is held open; for the cache.
#pragma once

#include "tessera/pdb/table_file.hpp"

#include "system/posix.hpp"

#include <string>

namespace tessera {

// Links are not followed here, whereas a path given by the user may well be one.
[[nodiscard]] TableHeader read_table_header(const Directory&, const std::string& name);
[[nodiscard]] Table read_table(const Directory&, const std::string& name, unsigned threads,
                               TableMemory = TableMemory::own);
TableHeader write_table(const Directory&, const std::string& name, const Table&, unsigned threads);

}  // namespace tessera
