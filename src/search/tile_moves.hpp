// SPDX-License-Identifier: Apache-2.0
// Moves on the 4x4 board when every tile is called by the number of the cell it belongs to: constants for kernels that
// are compiled per cell of the blank and cell it came from.
#pragma once

#include "tessera/core/grid.hpp"

#include <cstddef>
#include <cstdint>

namespace tessera::tiles15 {

inline constexpr Grid grid{4, 4};

// The neighbour in direction d (0 to 3: up, left, right, down), or -1.
[[nodiscard]] constexpr int neighbour(int cell, int d) noexcept {
    switch (d) {
        case 0: return grid.row(cell) > 0 ? cell - 4 : -1;
        case 1: return grid.col(cell) > 0 ? cell - 1 : -1;
        case 2: return grid.col(cell) < 3 ? cell + 1 : -1;
        default: return grid.row(cell) < 3 ? cell + 4 : -1;
    }
}

// A number below 64 for the cell of the blank and the neighbour it came from.
inline constexpr int arrivals = 64;
[[nodiscard]] constexpr std::size_t arrival(int blank, int previous) noexcept {
    int d = 0;
    while (neighbour(blank, d) != previous) ++d;
    return static_cast<std::size_t>(4 * blank + d);
}

// Bit t: a tile that belongs to cell t gets farther from it by going from one cell to another.
[[nodiscard]] constexpr std::uint64_t farther(int from, int to) noexcept {
    std::uint64_t mask = 0;
    for (int home = 0; home < 16; ++home)
        if (grid.distance(to, home) > grid.distance(from, home)) mask |= std::uint64_t{1} << home;
    return mask;
}

// The board after the blank went from one cell to another.
[[nodiscard]] constexpr std::uint64_t move_blank(std::uint64_t board, int from, int to, std::uint64_t tile) noexcept {
    return board ^ tile << (4 * to) ^ tile << (4 * from);
}

}  // namespace tessera::tiles15
