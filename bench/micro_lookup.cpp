// SPDX-License-Identifier: Apache-2.0
// From a board to the entries of both tables of 7-8, from nothing, with everything in the cache.
#include "boards.hpp"

#include "tessera/pdb/additive_tables.hpp"
#include "tessera/pdb/lookup.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <vector>

using namespace tessera;

namespace {

// A few boards are looked up again and again: what is measured are the instructions, not the memory.
void look_up_both(benchmark::State& state) {
    const auto domain = bench::korf_puzzle();
    std::array<std::uint8_t, 16> goal{};
    for (std::size_t i = 0; i < goal.size(); ++i) goal[i] = static_cast<std::uint8_t>(i);
    const AdditiveTables loaded = load_additive_tables({"pdb:7-8", 2, {}, {}}, {4, 4}, goal, 2);
    const Lookup<std::uint64_t> first(loaded.tables[0]);
    const Lookup<std::uint64_t> second(loaded.tables[1]);
    struct Boards {
        std::uint64_t first;
        std::uint64_t second;
    };
    std::vector<Boards> boards;
    for (const auto& [s, move] : bench::random_walk(domain, 64)) {
        Boards& b = boards.emplace_back(Boards{0, 0});
        for (int cell = 0; cell < 16; ++cell) {
            const auto tile = static_cast<std::size_t>(domain.tile_at(s, cell));
            const TileView& view = loaded.views.front();
            const int shift = 4 * view.cell[static_cast<std::size_t>(cell)];
            if (view.pattern[tile] == 0) b.first |= std::uint64_t{view.label[tile]} << shift;
            if (view.pattern[tile] == 1) b.second |= std::uint64_t{view.label[tile]} << shift;
        }
    }
    for (auto _ : state)
        for (const Boards& b : boards)
            benchmark::DoNotOptimize(first.excess(first.index(b.first)) + second.excess(second.index(b.second)));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(boards.size()));
}
BENCHMARK(look_up_both);

}  // namespace
