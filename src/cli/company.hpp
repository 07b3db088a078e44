// SPDX-License-Identifier: Apache-2.0
// Other processes that solve along with this one, which alone reads, writes and decides.
#pragma once

#include "tessera/catalog.hpp"
#include "tessera/parallel/fleet.hpp"
#include "tessera/pdb/table_source.hpp"

#include <memory>

namespace tessera::cli {

class Company {
public:
    virtual ~Company() = default;
    [[nodiscard]] virtual Fleet& fleet() noexcept = 0;
    // Threads of this process if so many are wanted in each; 0: as many as there are processors for it.
    [[nodiscard]] virtual unsigned threads(unsigned wanted) = 0;
    // All others solve this as well, now; the caller does the same by solver and settings of his own.  The number of
    // threads is as wanted.
    virtual void call(const Choice&, const Instance&, const Settings&) = 0;
    // A source whose tables are in memory once per machine.
    [[nodiscard]] virtual std::shared_ptr<TableSource> share(std::shared_ptr<TableSource>) = 0;
    // Sends everybody home; nothing else may be asked afterwards.
    virtual void dismiss() = 0;
};

}  // namespace tessera::cli
