// SPDX-License-Identifier: Apache-2.0
#include "cli/generate.hpp"

#include "tessera/domains/sliding_tile.hpp"

#include <algorithm>
#include <utility>

namespace tessera::cli {

std::uint64_t BoardGenerator::below(std::uint64_t n) {
    const std::uint64_t most = random_.max() - random_.max() % n;  // a multiple of n; what is above is drawn again
    std::uint64_t drawn = random_();
    while (drawn >= most) drawn = random_();
    return drawn % n;
}

Cells BoardGenerator::uniform() {
    Cells cells = goal_;
    for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[below(i)]);
    // Half of all boards cannot be solved; exchanging two tiles pairs them off with the other half.
    const LargeTiles rules(LargeShape{grid_}, goal_);
    if (!rules.solvable(rules.from_cells(cells))) {
        const std::size_t first = cells[0] == 0 ? 1 : 0;
        const std::size_t second = cells[first + 1] == 0 ? first + 2 : first + 1;
        std::swap(cells[first], cells[second]);
    }
    return cells;
}

Cells BoardGenerator::walk(std::uint64_t moves) {
    const LargeTiles rules(LargeShape{grid_}, goal_);
    auto state = rules.from_cells(goal_);
    int came_from = -1;
    for (std::uint64_t i = 0; i < moves; ++i) {
        MoveList<Cell, 4> ways;
        for (const Cell way : rules.moves(state))
            if (way != came_from) ways.push_back(way);
        const Cell way = ways[below(ways.size())];
        came_from = state.blank;
        state = rules.apply(state, way);
    }
    return rules.to_cells(state);
}

}  // namespace tessera::cli
