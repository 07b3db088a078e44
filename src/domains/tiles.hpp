// SPDX-License-Identifier: Apache-2.0
// Sliding tiles in words: reading boards, the solver, one compiled unit per kind of board.
#pragma once

#include "tessera/answer.hpp"
#include "tessera/catalog.hpp"
#include "tessera/domains/sliding_tile.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tessera {

struct TileBoard {
    Grid grid;
    std::vector<std::uint8_t> cells;
};

// "3x4" is three rows of four columns.  Throws UsageError.
[[nodiscard]] Grid parse_size(std::string_view text);

// Numbers separated by blanks or commas; each of 0 ... n-1 once.  The size is `size` if not empty, else a square.
// Throws InputError naming line and column, or UnsupportedError for a board that is too large.
[[nodiscard]] TileBoard parse_board(std::string_view text, std::string_view size, const Place& place);

[[nodiscard]] std::string show_board(std::span<const std::uint8_t> cells);

struct TileTask {
    TileBoard start;
    std::vector<std::uint8_t> goal;
};

// One compiled unit each.
Answer solve_fifteen(const TileTask&, const Choice&, const Settings&, const Answer&);
Answer solve_small(const TileTask&, const Choice&, const Settings&, const Answer&);
Answer solve_large(const TileTask&, const Choice&, const Settings&, const Answer&);

// tiles_solver.cpp
[[nodiscard]] std::unique_ptr<Solver> open_tiles(const Choice&);

}  // namespace tessera
