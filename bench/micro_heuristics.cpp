// SPDX-License-Identifier: Apache-2.0
// Lower bounds from nothing (start) and along a move (step).
#include "boards.hpp"

#include "tessera/heuristics/all.hpp"

#include <benchmark/benchmark.h>

using namespace tessera;

namespace {

template <class H>
H make(const FifteenPuzzle& domain) {
    return make_heuristic<H>(domain, {"pdb:6-6-3", 2, {}, {}});
}

template <class H>
void start(benchmark::State& state) {
    const auto domain = bench::korf_puzzle();
    const H heuristic = make<H>(domain);
    const auto walk = bench::random_walk(domain, 4096);
    for (auto _ : state)
        for (const auto& [s, move] : walk) benchmark::DoNotOptimize(heuristic.value(heuristic.start(s)));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(walk.size()));
}

template <class H>
void step(benchmark::State& state) {
    const auto domain = bench::korf_puzzle();
    const H heuristic = make<H>(domain);
    const auto walk = bench::random_walk(domain, 4096);
    for (auto _ : state) {
        auto trace = heuristic.start(walk.front().state);
        for (const auto& [s, move] : walk) trace = heuristic.step(trace, s, move, domain.apply(s, move));
        benchmark::DoNotOptimize(heuristic.value(trace));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(walk.size()));
}

using D = FifteenPuzzle;
BENCHMARK(start<Misplaced<D>>);
BENCHMARK(start<Manhattan<D>>);
BENCHMARK(start<LinearConflict<D>>);
BENCHMARK(start<WalkingDistance<D>>);
BENCHMARK(start<AdditivePdb<D>>);
BENCHMARK(step<Misplaced<D>>);
BENCHMARK(step<Manhattan<D>>);
BENCHMARK(step<LinearConflict<D>>);
BENCHMARK(step<WalkingDistance<D>>);
BENCHMARK(step<AdditivePdb<D>>);

}  // namespace
