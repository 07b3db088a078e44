// SPDX-License-Identifier: Apache-2.0
// Which moves of the blank are worth trying after which (Taylor and Korf 1993).
#pragma once

#include "tessera/core/grid.hpp"
#include "tessera/core/settings.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tessera {

// A finite automaton that reads the moves of the blank and leaves out ways that are not needed.  Its state knows the
// cell of the blank and enough of the moves before.
//
// A way is left out if a smaller one from the same cell moves every tile to the same place.  Smaller means shorter, or
// as long and earlier in the order of directions.  Ways of up to a given number of moves are compared, by breadth-first
// search from every cell; the least among those that are left out is to take a move back.
//
// No solution is lost.  In a path that contains a way that is left out, the smaller one can take its place: the path
// becomes smaller and leads to the same board.  So the smallest of all shortest paths to a board contains none, and a
// search that follows it is never stopped by the automaton.  This needs no more than that each way that is left out has
// a smaller one; it holds for any part of them, for any admissible bound, and wherever the tree is cut into pieces, as
// long as a state is that of the whole way from the start.
class MoveAutomaton {
public:
    using State = std::uint16_t;
    static constexpr State none = 0xffff;  // there is no such move, or it is left out
    static constexpr int directions = 4;   // up, left, right, down

    // Compares ways of up to `longest` moves, at least two.
    MoveAutomaton(Grid grid, int longest);

    // The one for a grid that the searches use.  It is made when somebody asks for it first, and kept.
    [[nodiscard]] static const MoveAutomaton& of(Grid grid, Pruning pruning);

    // Nothing is known of the moves before.
    [[nodiscard]] State start(int cell) const noexcept { return static_cast<State>(cell); }
    [[nodiscard]] State next(State s, int direction) const noexcept {
        return static_cast<State>(next_[s] >> (16 * direction));
    }
    // After a whole way from a cell.
    [[nodiscard]] State after(int cell, std::span<const Cell> way) const noexcept;

    // By state: the next states for the directions up, left, right, down, sixteen bits each, up lowest.
    [[nodiscard]] const std::uint64_t* table() const noexcept { return next_.data(); }
    [[nodiscard]] std::size_t size() const noexcept { return next_.size(); }

    // States are sorted by the cell of the blank and the direction in which it came from.  These are the first one, and
    // the first one beyond.
    [[nodiscard]] State first_arrival(int cell, int from) const noexcept { return arrivals_[number(cell, from)]; }
    [[nodiscard]] State last_arrival(int cell, int from) const noexcept { return arrivals_[number(cell, from) + 1]; }

private:
    template <class Ways>
    void remember(const Ways& ways);
    [[nodiscard]] static constexpr std::size_t number(int cell, int from) noexcept {
        return static_cast<std::size_t>(directions * cell + from);
    }

    Grid grid_;
    std::vector<std::uint64_t> next_;
    std::vector<State> arrivals_;
};

}  // namespace tessera
