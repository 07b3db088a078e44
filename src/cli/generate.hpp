// SPDX-License-Identifier: Apache-2.0
// Random boards that can be solved.
#pragma once

#include "tessera/core/grid.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace tessera::cli {

using Cells = std::vector<std::uint8_t>;

class BoardGenerator {
public:
    BoardGenerator(Grid grid, Cells goal, std::uint64_t seed) : grid_(grid), goal_(std::move(goal)), random_(seed) {}

    // Every board from which the goal can be reached is equally likely.
    [[nodiscard]] Cells uniform();
    // So many random moves away from the goal, none of them taking back the one before.
    [[nodiscard]] Cells walk(std::uint64_t moves);

private:
    // 0 ... n-1, equally likely and the same on every machine.
    std::uint64_t below(std::uint64_t n);

    Grid grid_;
    Cells goal_;
    std::mt19937_64 random_;
};

}  // namespace tessera::cli
