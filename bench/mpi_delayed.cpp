// SPDX-License-Identifier: Apache-2.0
// A search on one 4x4 board over MPI with a network as slow as wanted; driven by cluster_model.py.
//
//   mpi_delayed ALGORITHM WORKERS LATENCY_MICROSECONDS MEGABYTES_PER_SECOND TILE...
//
// MEGABYTES_PER_SECOND 0: no limit.  The heuristic is Manhattan distance.  Rank 0 prints one JSON object.
#include "tessera/domains/all.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/hdastar.hpp"
#include "tessera/search/idastar.hpp"

#include "delayed_fleet.hpp"
#include "mpi/mpi_fleet.hpp"
#include "ranks.hpp"
#include "system/resources.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

using namespace tessera;

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    {
        mpi::MpiFleet network;
        if (argc != 21) network.abandon();
        const auto number = [&](int i) { return std::strtod(argv[i], nullptr); };
        std::vector<std::uint8_t> cells, goal(16);
        for (int i = 5; i < argc; ++i) cells.push_back(static_cast<std::uint8_t>(number(i)));
        std::iota(goal.begin(), goal.end(), std::uint8_t{0});
        DelayedFleet delayed(network, std::chrono::nanoseconds(static_cast<long>(number(3) * 1e3)),
                             number(4) > 0 ? number(4) * 1e6 : 1e15);
        const bool is_delayed = number(3) > 0 || number(4) > 0;
        Fleet& fleet = is_delayed ? static_cast<Fleet&>(delayed) : network;

        const FifteenPuzzle domain(FixedShape<4, 4>{}, goal);
        const Manhattan<FifteenPuzzle> manhattan(domain);
        Settings settings;
        settings.threads = static_cast<unsigned>(number(2));
        settings.fleet = &fleet;
        const Fleet::Postage before = postage_of_ranks(&fleet);
        const auto begin = std::chrono::steady_clock::now();
        const auto start = domain.from_cells(cells);
        const auto result = std::string(argv[1]) == "idastar" ? IdaStar::solve(domain, manhattan, start, settings)
                                                              : HdaStar::solve(domain, manhattan, start, settings);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const Fleet::Postage after = postage_of_ranks(&fleet);
        const std::uint64_t peak = most_of_ranks(&fleet, peak_bytes());
        const auto whole = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
        if (fleet.rank() == 0)
            std::printf(
                "{\"length\": %zu, \"seconds\": %.6f, \"expanded\": %llu, \"generated\": %llu, \"stored\": %llu, "
                "\"sent\": %llu, \"layers\": %zu, \"messages\": %llu, \"message_bytes\": %llu, \"peak_bytes\": %llu}\n",
                result.path.size(), seconds, whole(result.stats.expanded), whole(result.stats.generated),
                whole(result.stats.stored), whole(result.stats.sent), result.iterations.size(),
                whole(after.letters - before.letters), whole(after.bytes - before.bytes), whole(peak));
    }
    MPI_Finalize();
}
