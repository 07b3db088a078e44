// SPDX-License-Identifier: Apache-2.0
// One 4x4 board with Manhattan distance, by hash-distributed A* or with a shared table; driven by astar.py.
//
//   shared_table general|shared THREADS TILE...
//
// Both keep their states in parallel-hashmap, so that the designs are compared and nothing else.  Prints one JSON
// object, with the names that `tessera solve --json` uses.
#include "shared_table.hpp"

#include "boards.hpp"

#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/hdastar.hpp"

#include "system/resources.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace tessera;

int main(int argc, char** argv) {
    using D = FifteenPuzzle;
    using H = Manhattan<D>;
    const std::string_view design = argc > 1 ? argv[1] : "";
    if (argc != 19 || (design != "general" && design != "shared")) {
        std::fputs("usage: shared_table general|shared THREADS TILE... (sixteen tiles, goal 0 1 2 ... 15)\n", stderr);
        return 2;
    }
    std::vector<std::uint8_t> cells;
    for (int i = 3; i < argc; ++i) cells.push_back(static_cast<std::uint8_t>(std::strtoul(argv[i], nullptr, 10)));
    const D domain = bench::korf_puzzle();
    const H manhattan(domain);
    const auto start = domain.from_cells(cells);
    Settings settings;
    settings.threads = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));

    const auto begin = std::chrono::steady_clock::now();
    const auto result = design == "general"
                            ? HashDistributedSearch<D, H, NodeStore<D, H>>(domain, manhattan, start, settings).run()
                            : bench::SharedTableSearch<D, H>(domain, manhattan, start, settings).run();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto end = replay<D>(domain, start, result.path);
    if (!end || !domain.is_goal(*end)) {
        std::fputs("shared_table: the path does not lead to the goal\n", stderr);
        return 1;
    }

    std::uint64_t most = 0;
    for (const Stats& worker : result.workers) most = std::max(most, worker.expanded);
    const auto number = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
    std::printf(
        "{\"length\":%zu,\"seconds\":%.6f,\"expanded\":%llu,\"generated\":%llu,\"stored\":%llu,\"sent\":%llu,"
        "\"peak_bytes\":%llu,\"load_balance\":%.4f,\"iterations\":[",
        result.path.size(), seconds, number(result.stats.expanded), number(result.stats.generated),
        number(result.stats.stored), number(result.stats.sent),
        number(peak_bytes()),
        static_cast<double>(most) * static_cast<double>(result.workers.size()) /
            static_cast<double>(result.stats.expanded));
    const char* comma = "";
    for (const Iteration& layer : result.iterations) {
        std::printf("%s{\"expanded\":%llu,\"completed\":%s}", comma, number(layer.stats.expanded),
                    layer.completed ? "true" : "false");
        comma = ",";
    }
    std::printf("]}\n");
}
