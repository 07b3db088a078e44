// SPDX-License-Identifier: Apache-2.0
// Walking distance: moves up and down until every tile is in its row, plus moves sideways until it is in its column.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/walking_table.hpp"

#include <array>

namespace tessera {

// Every move is a move of one axis and leaves the other axis as it was, so the two distances add up.  A move leads from
// a state of the axis to a neighbour, so its distance changes by at most one.  The trace is the numbers of the two
// states.  Boards whose tables are too large are refused by the constructor (see WalkingTable).
template <class D>
class WalkingDistance {
public:
    static constexpr std::string_view name = "walking-distance";
    static constexpr std::string_view summary = "moves until every tile is in its row, plus the same for columns";
    static constexpr bool consistent = true;
    struct Trace {
        WalkingTable::Index rows = 0;
        WalkingTable::Index cols = 0;
        friend bool operator==(const Trace&, const Trace&) = default;
    };

    explicit WalkingDistance(const D& domain)
        : grid_(domain.grid()),
          rows_(&WalkingTable::of(grid_.rows, grid_.cols, grid_.row(domain.goal_cell(0)))),
          cols_(&WalkingTable::of(grid_.cols, grid_.rows, grid_.col(domain.goal_cell(0)))) {
        for (int tile = 0; tile < grid_.cells(); ++tile) {
            goal_row_[index(tile)] = static_cast<std::uint8_t>(grid_.row(domain.goal_cell(tile)));
            goal_col_[index(tile)] = static_cast<std::uint8_t>(grid_.col(domain.goal_cell(tile)));
        }
    }

    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        std::array<std::uint8_t, most_lines * most_lines> by_row{};
        std::array<std::uint8_t, most_lines * most_lines> by_col{};
        for (int cell = 0; cell < grid_.cells(); ++cell)
            if (const int tile = D::tile_at(s, cell); tile != 0) {
                ++by_row[index(grid_.row(cell) * grid_.rows + goal_row_[index(tile)])];
                ++by_col[index(grid_.col(cell) * grid_.cols + goal_col_[index(tile)])];
            }
        return {rows_->find(by_row, grid_.row(s.blank)), cols_->find(by_col, grid_.col(s.blank))};
    }
    [[nodiscard]] Trace step(Trace t, const typename D::State& before, typename D::Move to,
                             const typename D::State&) const noexcept {
        const auto tile = index(D::tile_at(before, to));
        const int way = to - before.blank;
        if (way == 1 || way == -1)
            t.cols = cols_->neighbour(t.cols, way > 0, goal_col_[tile]);
        else
            t.rows = rows_->neighbour(t.rows, way > 0, goal_row_[tile]);
        return t;
    }
    [[nodiscard]] Cost value(Trace t) const noexcept { return rows_->distance(t.rows) + cols_->distance(t.cols); }

private:
    static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }
    static constexpr std::size_t most_lines = 6;  // of a feasible table

    Grid grid_;
    const WalkingTable* rows_;
    const WalkingTable* cols_;
    std::array<std::uint8_t, index(D::max_cells)> goal_row_{};
    std::array<std::uint8_t, index(D::max_cells)> goal_col_{};
};

}  // namespace tessera
