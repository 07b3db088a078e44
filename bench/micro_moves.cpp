// SPDX-License-Identifier: Apache-2.0
// Making moves, and hashing and packing boards.
#include "boards.hpp"

#include <benchmark/benchmark.h>

using namespace tessera;

namespace {

void apply_move(benchmark::State& state) {
    const auto domain = bench::korf_puzzle();
    const auto walk = bench::random_walk(domain, 4096);
    for (auto _ : state)
        for (const auto& [s, move] : walk) benchmark::DoNotOptimize(domain.apply(s, move));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(walk.size()));
}
BENCHMARK(apply_move);

void hash_board(benchmark::State& state) {
    const auto domain = bench::korf_puzzle();
    const auto walk = bench::random_walk(domain, 4096);
    for (auto _ : state)
        for (const auto& [s, move] : walk) benchmark::DoNotOptimize(domain.hash(s));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(walk.size()));
}
BENCHMARK(hash_board);

void unpack_board(benchmark::State& state) {
    const auto domain = bench::korf_puzzle();
    const auto walk = bench::random_walk(domain, 4096);
    for (auto _ : state)
        for (const auto& [s, move] : walk) benchmark::DoNotOptimize(domain.unpack(domain.pack(s)));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(walk.size()));
}
BENCHMARK(unpack_board);

}  // namespace
