// SPDX-License-Identifier: Apache-2.0
// The states of a pattern, sorted into rows that share their moves.
#pragma once

#include "tessera/pdb/pattern.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace tessera {

// Only moves of pattern tiles count; the blank walks among the other tiles for nothing.  So a state is
// (set of occupied cells, connected region of free cells that holds the blank, order of the tiles along the set), and
// all orders of one (set, region) have the same moves: that is a row.  Rows are numbered set by set.
//
// A row pulls from the rows that a move of one tile leads from.  The tile came from a place `from` in the order of the
// source and is at place `to` in the order of the row; it jumped over the tiles between.  Horizontal moves jump over
// none.  A move changes the colour of one occupied cell (as on a chessboard), so the parity of the number of dark
// cells splits the sets into two classes and every move leads from one to the other.
class PatternSpace {
public:
    struct Pull {
        std::uint32_t source;
        std::uint8_t from;
        std::uint8_t to;
    };

    explicit PatternSpace(const Pattern&);

    // The number of rows and the bytes of such an object, without making it.
    [[nodiscard]] static std::uint64_t count_rows(const Pattern&);
    [[nodiscard]] static std::uint64_t estimate_bytes(const Pattern&);

    [[nodiscard]] std::uint32_t sets() const noexcept { return static_cast<std::uint32_t>(masks_.size()); }
    [[nodiscard]] std::uint32_t rows() const noexcept { return first_row_.back(); }
    [[nodiscard]] std::uint32_t mask(std::uint32_t set) const noexcept { return masks_[set]; }

    // The rows of a set, and the pulls of a row: half-open ranges.
    [[nodiscard]] std::uint32_t first_row(std::uint32_t set) const noexcept { return first_row_[set]; }
    [[nodiscard]] std::uint32_t end_row(std::uint32_t set) const noexcept { return first_row_[set + 1]; }
    [[nodiscard]] const Pull* first_pull(std::uint32_t row) const noexcept { return pulls_.data() + first_pull_[row]; }
    [[nodiscard]] const Pull* end_pull(std::uint32_t row) const noexcept {
        return pulls_.data() + first_pull_[row + 1];
    }

    // The sets at an even (odd) number of moves from the goal.
    [[nodiscard]] const std::vector<std::uint32_t>& sets_of_parity(int layer) const noexcept {
        return by_parity_[static_cast<std::size_t>(layer % 2)];
    }

    [[nodiscard]] std::uint32_t goal_set() const noexcept { return goal_set_; }
    [[nodiscard]] std::uint32_t goal_row() const noexcept { return goal_row_; }

private:
    std::vector<std::uint32_t> masks_;
    std::vector<std::uint32_t> first_row_;
    std::vector<std::uint64_t> first_pull_;
    std::vector<Pull> pulls_;
    std::array<std::vector<std::uint32_t>, 2> by_parity_;
    std::uint32_t goal_set_ = 0;
    std::uint32_t goal_row_ = 0;
};

}  // namespace tessera
