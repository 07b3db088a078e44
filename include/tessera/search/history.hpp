// SPDX-License-Identifier: Apache-2.0
// What a depth-first search remembers of the moves that led to a node, so as not to try what leads nowhere new.
#pragma once

#include "tessera/domains/sliding_tile.hpp"
#include "tessera/search/move_automaton.hpp"
#include "tessera/search/subtree.hpp"

#include <optional>

namespace tessera {

// The last move, which is not taken back.
template <Domain D>
class History {
public:
    using Mark = std::optional<typename D::Move>;  // would undo the last move

    template <class H>
    History(const SearchTask<D, H>& task, Pruning) : domain_(task.domain) {}

    template <class Trace>
    [[nodiscard]] Mark at(const Piece<D, Trace>& piece) const {
        return piece.back;
    }
    // Is nothing left out but to take the last move back?
    [[nodiscard]] static constexpr bool only_last_move() noexcept { return true; }
    // Is a move worth trying?
    [[nodiscard]] bool allows(const Mark& mark, const typename D::State&, typename D::Move m) const noexcept {
        return !mark || m != *mark;
    }
    // The mark after a move that is.
    [[nodiscard]] Mark after(const Mark&, const typename D::State& s, typename D::Move m) const noexcept {
        return domain_.undo(s, m);
    }

private:
    const D& domain_;
};

// Sliding tiles have an automaton for it.  The mark is looked up when a move is made, not when the next one is tried:
// then nobody waits for the table, and the many moves that the bound cuts need no look.
template <class Shape>
class History<SlidingTile<Shape>> {
public:
    using D = SlidingTile<Shape>;
    using Automaton = MoveAutomaton;
    using Mark = std::uint64_t;  // the entry of the automaton's table for the state

    template <class H>
    History(const SearchTask<D, H>& task, Pruning pruning)
        : domain_(task.domain),
          start_(task.start),
          automaton_(MoveAutomaton::of(domain_.grid(), pruning)),
          next_(automaton_.table()),
          only_last_move_(pruning != Pruning::automaton) {}

    template <class Trace>
    [[nodiscard]] Mark at(const Piece<D, Trace>& piece) const {
        return next_[automaton_.after(start_.blank, piece.way)];
    }
    [[nodiscard]] bool only_last_move() const noexcept { return only_last_move_; }
    [[nodiscard]] bool allows(Mark mark, const typename D::State& s, Cell to) const noexcept {
        return next(mark, s, to) != MoveAutomaton::none;
    }
    [[nodiscard]] Mark after(Mark mark, const typename D::State& s, Cell to) const noexcept {
        return next_[next(mark, s, to)];
    }

private:
    [[nodiscard]] MoveAutomaton::State next(Mark mark, const typename D::State& s, Cell to) const noexcept {
        return static_cast<MoveAutomaton::State>(mark >> (16 * domain_.grid().direction_number(s.blank, to)));
    }

    const D& domain_;
    const typename D::State& start_;
    const MoveAutomaton& automaton_;
    const std::uint64_t* next_;  // its table
    bool only_last_move_;
};

}  // namespace tessera
