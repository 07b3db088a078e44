// SPDX-License-Identifier: Apache-2.0
// IDA* with the generic kernel and Manhattan distance, on one thread, where `solve` would take the kernel for 4x4;
// driven by against_trials.py.
//
//   generic_kernel none|automaton < BOARDS     (a line each: sixteen tiles, goal 0 1 2 ... 15)
//
// Prints nodes generated and seconds of all boards as one JSON object.
#include "boards.hpp"

#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/bounded_dfs.hpp"
#include "tessera/search/idastar.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string_view>

using namespace tessera;

int main(int argc, char** argv) {
    using D = FifteenPuzzle;
    using H = Manhattan<D>;
    const std::string_view pruning = argc == 2 ? argv[1] : "";
    if (pruning != "none" && pruning != "automaton") {
        std::fputs("usage: generic_kernel none|automaton < BOARDS\n", stderr);
        return 2;
    }
    Settings settings;
    settings.pruning = pruning == "none" ? Pruning::none : Pruning::automaton;
    const D domain = bench::korf_puzzle();
    const H heuristic(domain);

    std::uint64_t boards = 0, nodes = 0;
    double seconds = 0;
    for (std::array<std::uint8_t, 16> cells{};; ++boards) {
        for (std::uint8_t& cell : cells)
            if (int tile = 0; std::cin >> tile) cell = static_cast<std::uint8_t>(tile);
        if (!std::cin) break;
        const auto begin = std::chrono::steady_clock::now();
        nodes += deepen<BoundedDfs<D, H>>(domain, heuristic, domain.from_cells(cells), settings).stats.generated;
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    std::printf("{\"boards\": %llu, \"nodes\": %llu, \"seconds\": %.6f}\n", static_cast<unsigned long long>(boards),
                static_cast<unsigned long long>(nodes), seconds);
}
