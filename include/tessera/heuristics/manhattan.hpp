// SPDX-License-Identifier: Apache-2.0
// The sum of the tiles' taxicab distances to their goal cells.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/sliding_tile.hpp"

namespace tessera {

// A move brings one tile one cell nearer or farther: the change is one bit per (from, to, tile).
template <class D>
class Manhattan {
public:
    static constexpr std::string_view name = "manhattan";
    static constexpr std::string_view summary = "sum of the tiles' distances, ignoring each other";
    static constexpr bool consistent = true;
    using Trace = Cost;

    explicit Manhattan(const D& domain) : grid_(domain.grid()) {
        for (int tile = 1; tile < grid_.cells(); ++tile) goal_cell_[index(tile)] = domain.goal_cell(tile);
        for (int from = 0; from < grid_.cells(); ++from)
            for (const int to : grid_.neighbours(from))
                for (int tile = 1; tile < grid_.cells(); ++tile)
                    if (distance(tile, to) > distance(tile, from)) farther_[index(from)][index(to)] |= 1u << tile;
    }

    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        Cost sum = 0;
        for (int cell = 0; cell < grid_.cells(); ++cell)
            if (const int tile = D::tile_at(s, cell); tile != 0) sum += distance(tile, cell);
        return sum;
    }
    [[nodiscard]] Trace step(Trace h, const typename D::State& before, typename D::Move to,
                             const typename D::State&) const noexcept {
        const int tile = D::tile_at(before, to);
        const auto farther = (farther_[to][before.blank] >> tile) & 1u;
        return h - 1 + 2 * static_cast<Cost>(farther);
    }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }
    [[nodiscard]] int distance(int tile, int cell) const noexcept {
        return grid_.distance(cell, goal_cell_[index(tile)]);
    }

    static constexpr auto n = static_cast<std::size_t>(D::max_cells);
    Grid grid_;
    std::array<Cell, n> goal_cell_{};
    std::array<std::array<std::uint32_t, n>, n> farther_{};  // [from][to]: bit t, tile t gets farther from its goal
};

}  // namespace tessera
