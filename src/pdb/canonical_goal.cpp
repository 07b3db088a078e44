// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/canonical_goal.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tessera {

std::vector<Symmetry> Symmetry::all(Grid grid) {
    std::vector<Symmetry> list;
    for (const bool flip_rows : {false, true})
        for (const bool flip_cols : {false, true})
            for (const bool transpose : {false, true}) {
                Symmetry symmetry;
                symmetry.image_ = transpose ? Grid{grid.cols, grid.rows} : grid;
                for (int c = 0; c < grid.cells(); ++c) {
                    int row = flip_rows ? grid.rows - 1 - grid.row(c) : grid.row(c);
                    int col = flip_cols ? grid.cols - 1 - grid.col(c) : grid.col(c);
                    if (transpose) std::swap(row, col);
                    const int image = symmetry.image_.cell(row, col);
                    symmetry.to_[static_cast<std::size_t>(c)] = static_cast<Cell>(image);
                    symmetry.from_[static_cast<std::size_t>(image)] = static_cast<Cell>(c);
                }
                list.push_back(symmetry);
            }
    return list;
}

CanonicalGoal::CanonicalGoal(Grid grid, std::span<const std::uint8_t> goal) {
    assert(static_cast<int>(goal.size()) == grid.cells() && goal.size() <= Symmetry::max_cells);
    const auto blank = static_cast<int>(std::find(goal.begin(), goal.end(), 0) - goal.begin());
    const std::vector<Symmetry> all = Symmetry::all(grid);
    const auto before = [&](const Symmetry& a, const Symmetry& b) {
        return std::pair(a.image().rows, a(blank)) < std::pair(b.image().rows, b(blank));
    };
    symmetry_ = *std::min_element(all.begin(), all.end(), before);
    for (std::size_t c = 0; c < goal.size(); ++c) tile_[goal[c]] = symmetry_(static_cast<int>(c));
}

std::optional<Symmetry> goal_mirror(Grid grid, Cell goal_blank) {
    const std::vector<Symmetry> all = Symmetry::all(grid);
    for (auto it = all.begin() + 1; it != all.end(); ++it)
        if (it->image() == grid && (*it)(goal_blank) == goal_blank) return *it;
    return std::nullopt;
}

}  // namespace tessera
