// SPDX-License-Identifier: Apache-2.0
// A rectangle of cells, numbered row by row, and who is whose neighbour.
#pragma once

#include "tessera/core/domain.hpp"

#include <cstdint>

namespace tessera {

using Cell = std::uint8_t;

struct Grid {
    int rows = 0;
    int cols = 0;

    [[nodiscard]] constexpr int cells() const noexcept { return rows * cols; }
    [[nodiscard]] constexpr int row(int cell) const noexcept { return cell / cols; }
    [[nodiscard]] constexpr int col(int cell) const noexcept { return cell % cols; }
    [[nodiscard]] constexpr int cell(int row, int col) const noexcept { return row * cols + col; }

    // Taxicab distance.
    [[nodiscard]] constexpr int distance(int a, int b) const noexcept {
        const int dr = row(a) - row(b);
        const int dc = col(a) - col(b);
        return (dr < 0 ? -dr : dr) + (dc < 0 ? -dc : dc);
    }

    // The neighbours of a cell in the order up, left, right, down: the order in which Korf's operators are tried.
    [[nodiscard]] constexpr MoveList<Cell, 4> neighbours(int c) const noexcept {
        MoveList<Cell, 4> list;
        if (row(c) > 0) list.push_back(static_cast<Cell>(c - cols));
        if (col(c) > 0) list.push_back(static_cast<Cell>(c - 1));
        if (col(c) + 1 < cols) list.push_back(static_cast<Cell>(c + 1));
        if (row(c) + 1 < rows) list.push_back(static_cast<Cell>(c + cols));
        return list;
    }

    // 0 to 3, in the same order: the way from a cell to its neighbour.
    [[nodiscard]] constexpr int direction_number(int from, int to) const noexcept {
        if (to == from - cols) return 0;
        if (to == from + cols) return 3;
        return to < from ? 1 : 2;
    }
    // 'U', 'D', 'L' or 'R': the way from a cell to its neighbour.
    [[nodiscard]] constexpr char direction(int from, int to) const noexcept {
        if (to == from - cols) return 'U';
        if (to == from + cols) return 'D';
        return to == from - 1 ? 'L' : 'R';
    }

    friend constexpr bool operator==(const Grid&, const Grid&) = default;
};

}  // namespace tessera
