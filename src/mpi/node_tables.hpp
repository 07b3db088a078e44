// SPDX-License-Identifier: Apache-2.0
// Pattern databases that all ranks of a machine read from the same memory.
#pragma once

#include "tessera/parallel/fleet.hpp"
#include "tessera/pdb/table_source.hpp"

#include "mpi/huge_view.hpp"

#include <mpi.h>

#include <memory>
#include <vector>

namespace tessera::mpi {

// The first rank of each machine fetches a table from a source of its own, which checks it, and puts it into a window
// of shared memory (MPI_Win_allocate_shared); the others of that machine look into it.  Then all ranks compare the sums
// of what they see: a search in which two ranks had different tables would be wrong, so it is refused.
//
// Memory model: windows belong to this object and last until close(); tables made from them only borrow, through a view
// on huge pages where the system offers them.  Every rank of a machine answers for an even part of a window.  A rank
// that is alone on its machine keeps the table as it came.
//
// All functions are collective, and are called by one thread of each rank.
class NodeTables final : public TableSource {
public:
    // `source` is asked only on the first rank of a machine.  Ranks of the same `node` share memory; it must really be
    // the same machine.
    NodeTables(Fleet& fleet, MPI_Comm node, std::shared_ptr<TableSource> source);
    // The ranks of this rank's machine, for the above.
    [[nodiscard]] static MPI_Comm ranks_of_this_machine();

    Table fetch(const Pattern&, const TableRequest&) override;
    [[nodiscard]] bool ready(const Pattern&) const override;

    // Before MPI_Finalize, when no table is used any more.
    void close();

    // Of all tables in windows, for tests.
    [[nodiscard]] std::uint64_t shared_bytes() const noexcept { return shared_bytes_; }

private:
    struct Fetched;
    [[nodiscard]] Fetched fetch_first(const Pattern&, const TableRequest&);
    void share(Table& table);

    Fleet& fleet_;
    MPI_Comm node_;
    bool first_ = false;       // of its machine
    unsigned neighbours_ = 1;  // ranks on its machine, with itself
    std::shared_ptr<TableSource> source_;
    std::vector<MPI_Win> windows_;
    std::vector<HugeView> views_;  // of the windows
    std::uint64_t shared_bytes_ = 0;
};

}  // namespace tessera::mpi
