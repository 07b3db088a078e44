// SPDX-License-Identifier: Apache-2.0
// Sliding bricks in words: reading matrix files, the solver.
#pragma once

#include "tessera/catalog.hpp"
#include "tessera/domains/bricks.hpp"

#include <memory>
#include <string>

namespace tessera {

// First line `w,h,`, then h rows of w numbers, each followed by a comma (the last may lack it): 0 floor, 1 wall, -1
// goal cell, 2 master brick, above 2 other bricks.  Throws InputError with line and column.
[[nodiscard]] BrickLayout parse_bricks(std::string_view text, const Place& place);

// The rule and metric named in a choice, put into a layout.  Throws UsageError.
void choose_brick_rules(const Choice& choice, BrickLayout& layout);

// In the file's format; `row_end` closes each row.
[[nodiscard]] std::string show_bricks(const Bricks& bricks, const Bricks::State& s, std::string_view row_end = "\n");

// "right", or "down+left:2" for longer ways.
[[nodiscard]] std::string brick_directions(const Bricks& bricks, const Bricks::State& s, Bricks::Move m);

// bricks_solver.cpp
[[nodiscard]] std::unique_ptr<Solver> open_bricks(const Choice&);

}  // namespace tessera
