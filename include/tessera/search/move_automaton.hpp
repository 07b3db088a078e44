// SPDX-License-Identifier: Apache-2.0
// Which moves of the blank are worth trying after which.
#pragma once

#include "tessera/core/grid.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tessera {

// A finite automaton that reads the moves of the blank.  Its state knows the cell of the blank and enough of the moves
// before to tell which directions are to be left out.
class MoveAutomaton {
public:
    using State = std::uint16_t;
    static constexpr State none = 0xffff;  // there is no such move, or it is left out

    // Leaves out the least that a tree search leaves out: to take the last move back.
    explicit MoveAutomaton(Grid grid) : grid_(grid) {
        for (int cell = 0; cell < grid.cells(); ++cell)
            for (const int back : {0, 1, 2, 3, 4}) next_.push_back(successors(cell, back));
    }

    // A blank that has just come from a cell, or from nowhere.
    [[nodiscard]] State start(int cell, std::optional<Cell> from) const noexcept {
        return state(cell, from ? direction(cell, *from) : no_direction);
    }

    // By state: the next states for the directions up, left, right, down, sixteen bits each, up lowest.
    [[nodiscard]] const std::uint64_t* table() const noexcept { return next_.data(); }
    [[nodiscard]] std::size_t size() const noexcept { return next_.size(); }

private:
    static constexpr int no_direction = 4;

    [[nodiscard]] static constexpr State state(int cell, int back) noexcept { return static_cast<State>(5 * cell + back); }

    [[nodiscard]] int direction(int from, int to) const noexcept {
        const std::array<int, 4> steps{-grid_.cols, -1, 1, grid_.cols};
        return static_cast<int>(std::find(steps.begin(), steps.end(), to - from) - steps.begin());
    }

    [[nodiscard]] std::uint64_t successors(int cell, int back) const noexcept {
        std::uint64_t word = ~std::uint64_t{0};
        for (const Cell to : grid_.neighbours(cell)) {
            const int d = direction(cell, to);
            if (d == back) continue;
            word ^= std::uint64_t{static_cast<State>(none ^ state(to, 3 - d))} << (16 * d);
        }
        return word;
    }

    Grid grid_;
    std::vector<std::uint64_t> next_;
};

}  // namespace tessera
