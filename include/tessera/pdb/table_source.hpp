// SPDX-License-Identifier: Apache-2.0
// Where tables come from.
#pragma once

#include "tessera/pdb/build.hpp"
#include "tessera/pdb/table.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace tessera {

// How a table is asked for.
struct TableRequest {
    unsigned threads = 1;
    std::stop_token stop;
    std::function<void(const std::string&)> on_warning;
};

// Gives tables that are not in memory yet.  May be called by several threads at once, never for the same pattern.
class TableSource {
public:
    virtual ~TableSource() = default;
    // Built, or read from somewhere.
    virtual Table fetch(const Pattern&, const TableRequest&) = 0;
    // True: fetch need not build.
    [[nodiscard]] virtual bool ready(const Pattern&) const = 0;
};

// The source of this process.  Until one is set, and after nullptr, tables are built in memory.
void set_table_source(std::shared_ptr<TableSource>);

// The table of a pattern: fetched at the first need, then shared by all and kept.  Throws what fetch throws.
[[nodiscard]] std::shared_ptr<const Table> shared_table(const Pattern&, const TableRequest&);

// True: shared_table need not build.
[[nodiscard]] bool table_ready(const Pattern&);

// Gives up all tables; who still uses one keeps it.
void forget_tables();

}  // namespace tessera
