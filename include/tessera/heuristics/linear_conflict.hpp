// SPDX-License-Identifier: Apache-2.0
// Manhattan distance, plus two moves for every tile that must leave its line to let others pass.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/line_order.hpp"
#include "tessera/heuristics/manhattan.hpp"

#include <array>
#include <cstdint>

namespace tessera {

// Tiles that stand in their goal line in the wrong order cannot pass each other within it.  The least number of them
// that has to step aside costs two moves each on top of the Manhattan distance: one out of the line and one back
// (Hansson, Mayer and Yung 1992; here with the least number for the whole line, not pair by pair).
//
// A move along a line keeps the order of its tiles, and a move across lines matters only to the goal line of the tile
// that moves.  So at most one line changes.  A tile that leaves its goal line gets one farther, and its line has as
// many tiles out of order as before or one fewer; a tile that enters it, the other way round.  The bound therefore
// changes by exactly one along every move: it is consistent.
template <class D>
class LinearConflict {
public:
    static constexpr std::string_view name = "linear-conflict";
    static constexpr std::string_view summary = "manhattan, plus two per tile that must step out of its line";
    static constexpr bool consistent = true;
    using Trace = Cost;

    explicit LinearConflict(const D& domain)
        : domain_(&domain), manhattan_(domain), row_order_(grid().cols), col_order_(grid().rows) {
        for (int tile = 1; tile < grid().cells(); ++tile) {
            const int goal = domain.goal_cell(tile);
            goal_row_[index(tile)] = static_cast<std::uint8_t>(grid().row(goal));
            goal_col_[index(tile)] = static_cast<std::uint8_t>(grid().col(goal));
        }
        for (int tile = 1; tile < grid().cells(); ++tile) {
            rank_in_row_[goal_row_[index(tile)]][index(tile)] = static_cast<std::uint8_t>(goal_col_[index(tile)] + 1);
            rank_in_col_[goal_col_[index(tile)]][index(tile)] = static_cast<std::uint8_t>(goal_row_[index(tile)] + 1);
        }
    }

    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        int aside = 0;
        for (int row = 0; row < grid().rows; ++row) aside += row_order_.out_of_order(row_ranks(s, row));
        for (int col = 0; col < grid().cols; ++col) aside += col_order_.out_of_order(col_ranks(s, col));
        return manhattan_.start(s) + 2 * aside;
    }

    [[nodiscard]] Trace step(Trace h, const typename D::State& before, typename D::Move to,
                             const typename D::State& after) const noexcept {
        h = manhattan_.step(h, before, to, after);
        const int tile = D::tile_at(before, to);  // goes from `to` to the blank's cell
        const bool sideways = to == before.blank + 1 || to == before.blank - 1;
        return sideways ? step_sideways(h, tile, before, after) : step_upright(h, tile, before, after);
    }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }
    static constexpr auto n = static_cast<std::size_t>(D::max_cells);
    using Ranks = LineOrder::Ranks;
    using RankTable = std::array<std::array<std::uint8_t, n>, n / 2 + 1>;  // [line][tile]: place in the line, from 1

    [[nodiscard]] constexpr Grid grid() const noexcept { return domain_->grid(); }

    // The tiles of a line that belong there, in the order they stand.
    [[nodiscard]] Ranks row_ranks(const typename D::State& s, int row) const noexcept {
        Ranks ranks = 0;
        for (int col = 0; col < grid().cols; ++col)
            ranks |= row_order_.at(col, rank_in_row_[index(row)][index(D::tile_at(s, grid().cell(row, col)))]);
        return ranks;
    }
    [[nodiscard]] Ranks col_ranks(const typename D::State& s, int col) const noexcept {
        Ranks ranks = 0;
        for (int row = 0; row < grid().rows; ++row)
            ranks |= col_order_.at(row, rank_in_col_[index(col)][index(D::tile_at(s, grid().cell(row, col)))]);
        return ranks;
    }

    // The tile changes its column; its old cell is where the blank is afterwards.
    [[nodiscard]] Cost step_sideways(Cost h, int tile, const typename D::State& before,
                                     const typename D::State& after) const noexcept {
        const int home = goal_col_[index(tile)];
        const Ranks place = col_order_.at(grid().row(after.blank), goal_row_[index(tile)] + 1);
        if (home == grid().col(after.blank))
            h -= 2 * col_order_.extra(col_ranks(after, home), place);
        else if (home == grid().col(before.blank))
            h += 2 * col_order_.extra(col_ranks(before, home), place);
        return h;
    }
    [[nodiscard]] Cost step_upright(Cost h, int tile, const typename D::State& before,
                                    const typename D::State& after) const noexcept {
        const int home = goal_row_[index(tile)];
        const Ranks place = row_order_.at(grid().col(after.blank), goal_col_[index(tile)] + 1);
        if (home == grid().row(after.blank))
            h -= 2 * row_order_.extra(row_ranks(after, home), place);
        else if (home == grid().row(before.blank))
            h += 2 * row_order_.extra(row_ranks(before, home), place);
        return h;
    }

    const D* domain_;
    Manhattan<D> manhattan_;
    LineOrder row_order_;
    LineOrder col_order_;
    std::array<std::uint8_t, n> goal_row_{};
    std::array<std::uint8_t, n> goal_col_{};
    RankTable rank_in_row_{};
    RankTable rank_in_col_{};
};

}  // namespace tessera
