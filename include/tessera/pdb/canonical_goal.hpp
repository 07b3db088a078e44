// SPDX-License-Identifier: Apache-2.0
// Any goal seen as one of a few: the same tables serve goals that differ by labels, rotations and reflections.
#pragma once

#include "tessera/core/grid.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

// A way to lay a rectangle on its image: rotations and reflections, those that exchange rows and columns included.
class Symmetry {
public:
    static constexpr std::size_t max_cells = 25;

    [[nodiscard]] Grid image() const noexcept { return image_; }
    [[nodiscard]] Cell operator()(int cell) const noexcept { return to_[static_cast<std::size_t>(cell)]; }
    [[nodiscard]] Cell inverse(int cell) const noexcept { return from_[static_cast<std::size_t>(cell)]; }

    // The eight of a grid, the identity first, then the reflection in the main diagonal.
    [[nodiscard]] static std::vector<Symmetry> all(Grid);

private:
    Grid image_;
    std::array<Cell, max_cells> to_{};
    std::array<Cell, max_cells> from_{};
};

// A goal is made canonical in two steps.  A symmetry brings the blank to the lowest cell it can have, on a board that
// is at least as wide as high; then every tile is named by its goal cell.  What is left of a goal is the grid and the
// blank's cell: on 4x4 a corner (0), an edge (1) or a middle cell (5).
class CanonicalGoal {
public:
    // `goal[c]` is the tile on cell c, 0 for the blank.
    CanonicalGoal(Grid, std::span<const std::uint8_t> goal);

    [[nodiscard]] Grid grid() const noexcept { return symmetry_.image(); }
    [[nodiscard]] Cell blank() const noexcept { return tile(0); }

    // Cells and moves there and back; a tile's canonical name.
    [[nodiscard]] Cell cell(int original) const noexcept { return symmetry_(original); }
    [[nodiscard]] Cell original_cell(int canonical) const noexcept { return symmetry_.inverse(canonical); }
    [[nodiscard]] Cell tile(int original) const noexcept { return tile_[static_cast<std::size_t>(original)]; }

private:
    Symmetry symmetry_;
    std::array<Cell, Symmetry::max_cells> tile_{};
};

// A symmetry of the grid, not the identity, that leaves the blank's goal cell where it is: it maps the canonical goal
// to itself, so a board and its image are equally far from it.  For a blank in the corner it is the reflection in the
// main diagonal.  Nothing if there is none.
[[nodiscard]] std::optional<Symmetry> goal_mirror(Grid, Cell goal_blank);

}  // namespace tessera
