// SPDX-License-Identifier: Apache-2.0
// Boards for tests: from text, solved, shuffled.
#pragma once

#include "tessera/domains/sliding_tile.hpp"

#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace tessera::test {

using Cells = std::vector<std::uint8_t>;

inline Cells cells_of(const std::string& text) {
    std::istringstream stream(text);
    Cells cells;
    for (int tile; stream >> tile;) cells.push_back(static_cast<std::uint8_t>(tile));
    return cells;
}

// 1 2 3 ... 0
inline Cells blank_last(Grid grid) {
    Cells cells;
    for (int c = 1; c <= grid.cells(); ++c) cells.push_back(static_cast<std::uint8_t>(c % grid.cells()));
    return cells;
}

// 0 1 2 3 ...
inline Cells blank_first(Grid grid) {
    Cells cells;
    for (int c = 0; c < grid.cells(); ++c) cells.push_back(static_cast<std::uint8_t>(c));
    return cells;
}

inline Cells shuffled(Grid grid, std::mt19937& random) {
    Cells cells = blank_first(grid);
    for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[random() % i]);
    return cells;
}

// A domain of any kind for a board of any shape.
template <class D>
struct MakeTiles;
template <class Shape>
struct MakeTiles<SlidingTile<Shape>> {
    static SlidingTile<Shape> make(Grid grid, const Cells& goal) {
        if constexpr (requires { Shape{grid}; })
            return {Shape{grid}, goal};
        else
            return {Shape{}, goal};
    }
};
template <class D>
D make_tiles(Grid grid, const Cells& goal) {
    return MakeTiles<D>::make(grid, goal);
}

}  // namespace tessera::test
