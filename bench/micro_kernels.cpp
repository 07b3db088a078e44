// SPDX-License-Identifier: Apache-2.0
// Whole searches of a middling board of Korf's (the fifth), by heuristic: nodes per second.
#include "boards.hpp"

#include "tessera/catalog.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/bounded_dfs.hpp"
#include "tessera/search/deepening.hpp"
#include "tessera/search/tiles15_manhattan.hpp"

#include <benchmark/benchmark.h>

using namespace tessera;

namespace {

void solve_board(benchmark::State& state, const char* algorithm, const char* heuristic) {
    Choice choice;
    choice.algorithm = algorithm;
    choice.heuristic = heuristic;
    choice.blank_first = true;
    const auto solver = open_solver(choice);
    const Instance instance{"5", "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", {"korf100", 0, 0}, 56};
    (void)solver->solve(instance, {});  // tables are made here
    std::uint64_t nodes = 0;
    for (auto _ : state) nodes += solver->solve(instance, {}).stats.generated;
    state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(solve_board, idastar_manhattan, "idastar", "manhattan")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_board, idastar_linear_conflict, "idastar", "linear-conflict")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_board, idastar_pdb, "idastar", "pdb:6-6-3")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_board, astar_pdb, "astar", "pdb:6-6-3")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_board, hdastar_pdb, "hdastar", "pdb:6-6-3")->Unit(benchmark::kMillisecond);

// The generic kernel beside the one for 4x4 and Manhattan distance, which `solve` uses: the same nodes.
template <class Kernel>
void kernel(benchmark::State& state, Pruning pruning) {
    using D = FifteenPuzzle;
    const D domain = bench::korf_puzzle();
    const Manhattan<D> heuristic(domain);
    const D::State start =
        domain.from_cells(std::array<std::uint8_t, 16>{4, 7, 14, 13, 10, 3, 9, 12, 11, 5, 6, 15, 1, 2, 8, 0});
    Settings settings;
    settings.pruning = pruning;
    std::uint64_t nodes = 0;
    for (auto _ : state)
        nodes += Deepening<Kernel, D, Manhattan<D>>(domain, heuristic, settings, nullptr).run(start).stats.generated;
    state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
void generic_kernel(benchmark::State& state, Pruning pruning) {
    kernel<BoundedDfs<FifteenPuzzle, Manhattan<FifteenPuzzle>>>(state, pruning);
}
void tiles15_kernel(benchmark::State& state, Pruning pruning) { kernel<Tiles15Manhattan>(state, pruning); }
BENCHMARK_CAPTURE(generic_kernel, all, Pruning::none)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generic_kernel, pruned, Pruning::automaton)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tiles15_kernel, all, Pruning::none)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tiles15_kernel, pruned, Pruning::automaton)->Unit(benchmark::kMillisecond);

}  // namespace
