// SPDX-License-Identifier: Apache-2.0
// The cache of tables as the program uses it: what is built is told and shown.
#pragma once

#include "tessera/pdb/cache.hpp"

#include "cli/company.hpp"
#include "cli/console.hpp"
#include "cli/progress.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace tessera::cli {

// While it lives, heuristics get their tables by way of the user's cache.
class TableCacheUse {
public:
    explicit TableCacheUse(Console&, Company* = nullptr, TableMemory = TableMemory::own);
    TableCacheUse(const TableCacheUse&) = delete;
    TableCacheUse& operator=(const TableCacheUse&) = delete;
    ~TableCacheUse() { set_table_source(nullptr); }
};

// A bar with layer, states per second and time left; for one build at a time.
class BuildBar {
public:
    BuildBar(Console& console, const Pattern& pattern);
    void update(const BuildProgress&);

private:
    WorkProgress progress_;
};

// "57,657,600 entries, 27.5 MiB, about 80 MiB of memory, about 0.5 s": told before a build.
[[nodiscard]] std::string show_estimate(std::span<const Pattern> patterns, unsigned threads);

}  // namespace tessera::cli
