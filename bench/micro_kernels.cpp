// SPDX-License-Identifier: Apache-2.0
// Whole searches of a middling board of Korf's (the fifth), by heuristic: nodes per second.
#include "boards.hpp"

#include "tessera/catalog.hpp"

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

}  // namespace
