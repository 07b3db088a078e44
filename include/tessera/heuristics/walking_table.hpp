// SPDX-License-Identifier: Apache-2.0
// The walking distances of one axis of a board: how many moves along the axis it takes until every tile is in its line.
#pragma once

#include "tessera/core/domain.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tessera {

// Look at a board through a glass that shows only lines (all rows, or all columns) and, of a tile, only the line where
// it belongs.  What is left is a small puzzle: how many tiles of each goal line stand in each line, and in which line
// the blank is.  A move across lines exchanges the blank with any tile of the next line; a move within a line changes
// nothing.  The table numbers the states of this puzzle breadth-first from its goal, with the distance of each and the
// number of each neighbour (Takahashi 2001).
//
// Memory: the table owns everything, is immutable, and lives until the program ends; `of` hands out references.
class WalkingTable {
public:
    using Index = std::uint32_t;

    // Puzzles with more or longer lines have tens of millions of states and more.
    [[nodiscard]] static constexpr bool feasible(int lines, int cells_per_line) noexcept {
        return lines <= 4 || (lines == 5 && cells_per_line <= 4) || (lines == 6 && cells_per_line == 2);
    }

    // The table for so many lines, the blank belonging in line `goal_blank`.  Built at the first call, kept for later
    // ones; any thread may call.  Throws UnsupportedError where it is not feasible.
    [[nodiscard]] static const WalkingTable& of(int lines, int cells_per_line, int goal_blank);

    // `counts[line * lines + goal line]` tiles stand in a line; the counts must be those of a board.
    [[nodiscard]] Index find(std::span<const std::uint8_t> counts, int blank_line) const noexcept;

    [[nodiscard]] Cost distance(Index state) const noexcept { return distance_[state]; }

    // The state after a tile of `goal_line` came into the blank's line from the line behind (after the blank's) or
    // before it.  There must be such a tile.
    [[nodiscard]] Index neighbour(Index state, bool from_behind, int goal_line) const noexcept {
        return neighbours_[state * steps_ + step(from_behind, goal_line)];
    }

    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }

    WalkingTable(int lines, int cells_per_line, int goal_blank);

private:
    // A state in one word: the counts line by line, then the line of the blank.  The count of the last goal line is
    // left out, as it follows from the others.
    using Key = std::uint64_t;

    [[nodiscard]] static std::size_t step(bool from_behind, int goal_line) noexcept {
        return static_cast<std::size_t>(goal_line) * 2 + (from_behind ? 1 : 0);
    }
    [[nodiscard]] int shift(int line, int goal_line) const noexcept {
        return count_bits_ * (line * (lines_ - 1) + goal_line);
    }
    [[nodiscard]] Key one(int line, int goal_line) const noexcept {
        return goal_line == lines_ - 1 ? 0 : Key{1} << shift(line, goal_line);
    }
    [[nodiscard]] int blank_line(Key key) const noexcept { return static_cast<int>(key >> shift(lines_, 0)); }
    [[nodiscard]] int count(Key key, int line, int goal_line) const noexcept;
    [[nodiscard]] Index& slot_of(Key key) noexcept;
    [[nodiscard]] Index slot_of(Key key) const noexcept;
    Index number(Key key, int distance);
    void build(Key goal);
    void rehash();

    static constexpr Index none = ~Index{0};
    int lines_;
    int cells_per_line_;
    int count_bits_;
    std::size_t steps_;  // of one state: goal lines, each from before and from behind
    std::vector<Key> keys_;
    std::vector<std::uint8_t> distance_;
    std::vector<Index> neighbours_;
    std::vector<Index> slots_;  // open addressing by hash of the key
};

}  // namespace tessera
