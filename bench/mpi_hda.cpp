// SPDX-License-Identifier: Apache-2.0
// Hash-distributed A* with Manhattan distance on one 4x4 board, over MPI; driven by mpi_hda.py.
//
//   mpi_hda WORKERS MEGABYTES TILE...
//
// MEGABYTES limits the memory of each rank; 0: no limit.  Rank 0 prints one line of comma-separated values.
#include "tessera/domains/all.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/hdastar.hpp"

#include "mpi/mpi_fleet.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

using namespace tessera;

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    {
        mpi::MpiFleet fleet;
        if (argc != 19) fleet.abandon();
        const auto number = [&](int i) { return static_cast<unsigned>(std::strtoul(argv[i], nullptr, 10)); };
        std::vector<std::uint8_t> cells, goal(16);
        for (int i = 3; i < argc; ++i) cells.push_back(static_cast<std::uint8_t>(number(i)));
        std::iota(goal.begin(), goal.end(), std::uint8_t{0});

        const FifteenPuzzle domain(FixedShape<4, 4>{}, goal);
        const Manhattan<FifteenPuzzle> manhattan(domain);
        Settings settings;
        settings.threads = number(1);
        settings.fleet = &fleet;
        if (const unsigned megabytes = number(2); megabytes > 0) settings.limits.bytes = std::uint64_t{megabytes} << 20;
        const auto begin = std::chrono::steady_clock::now();
        const auto result = HdaStar::solve(domain, manhattan, domain.from_cells(cells), settings);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

        struct Sent {
            std::uint64_t letters, bytes;
        };
        Sent all{};
        for (const Bytes& theirs :
             fleet.exchange(ByteWriter().add(Sent{fleet.letters(), fleet.letter_bytes()}).bytes())) {
            const auto one = ByteReader(theirs).take<Sent>();
            all.letters += one.letters;
            all.bytes += one.bytes;
        }
        const char* const outcome = result.outcome == Outcome::solved ? "solved"
                                    : result.limit == Limit::memory   ? "memory"
                                                                      : "other";
        if (fleet.rank() == 0)
            std::printf("%u,%u,%u,%s,%zu,%llu,%llu,%.3f,%llu,%llu\n", fleet.ranks(), number(1), number(2), outcome,
                        result.path.size(), static_cast<unsigned long long>(result.stats.stored),
                        static_cast<unsigned long long>(result.stats.generated), seconds,
                        static_cast<unsigned long long>(all.letters), static_cast<unsigned long long>(all.bytes));
    }
    MPI_Finalize();
}
