// SPDX-License-Identifier: Apache-2.0
// The ranks of an MPI program as one program: rank 0 reads, writes and calls, the others solve along.
#pragma once

#include "cli/company.hpp"
#include "mpi/mpi_fleet.hpp"
#include "mpi/node_tables.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace tessera::mpi {

class MpiCompany final : public cli::Company {
public:
    // Collective, after MPI_Init.  Throws EnvironmentError on all ranks if they do not run the same program.
    MpiCompany();

    [[nodiscard]] Fleet& fleet() noexcept override { return *fleet_; }
    [[nodiscard]] unsigned threads(unsigned wanted) override;
    void call(const Choice&, const Instance&, const Settings&) override;
    [[nodiscard]] std::shared_ptr<TableSource> share(std::shared_ptr<TableSource>) override;
    // Ends MPI.
    void dismiss() override;

    // For all ranks but the first: solves what rank 0 calls, until it sends everybody home.  Says nothing: rank 0 comes
    // to the same answers and errors.
    void serve(std::stop_token stop);

private:
    void leave();

    std::optional<MpiFleet> fleet_;
    std::shared_ptr<NodeTables> tables_;
    unsigned share_of_processors_ = 1;
};

}  // namespace tessera::mpi
