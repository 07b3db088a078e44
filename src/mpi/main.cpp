// SPDX-License-Identifier: Apache-2.0
// tessera-mpi: tessera over the processes that mpirun or srun starts.
#include "tessera/core/error.hpp"
#include "tessera/pdb/cache.hpp"

#include "cli/program.hpp"
#include "cli/signals.hpp"
#include "mpi/company.hpp"

#include <cstdio>
#include <exception>

using namespace tessera;

namespace {

// On the ranks but the first.
void serve(mpi::MpiCompany& company) {
    cli::Console console;
    console.be_quiet();
    const cli::SignalWatcher signals(console);
    set_table_source(company.share(std::make_shared<CachedTables>(TableCache())));
    company.serve(signals.token());
}

}  // namespace

int main(int argc, char** argv) {
    cli::hold_signals();  // the threads of MPI must not receive them
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        if (level < MPI_THREAD_SERIALIZED)
            throw EnvironmentError(
                "this MPI library does not let several threads use it in turn (MPI_THREAD_SERIALIZED)");
        mpi::MpiCompany company;
        if (rank == 0) return cli::run(argc, argv, &company);
        serve(company);
        return 0;
    } catch (const Error& error) {  // before anything began, and the same on all ranks
        if (rank == 0) std::fprintf(stderr, "tessera: %s\n", error.what());
        MPI_Finalize();
        return rank == 0 ? static_cast<int>(error.code()) : 0;
    } catch (const std::exception& error) {  // here alone: nobody could go on without this rank
        std::fprintf(stderr, "tessera: rank %d: %s\n", rank, error.what());
        MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitCode::internal_error));
    }
}
