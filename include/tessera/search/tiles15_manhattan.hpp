// SPDX-License-Identifier: Apache-2.0
// Kernel 1 for the 15-puzzle with Manhattan distance.
#pragma once

#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/move_automaton.hpp"
#include "tessera/search/subtree.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace tessera {

class PrunedMoves;
class TileWaves;

// Counts the same nodes as the generic kernel, in the same order as far as anybody can see, several times as fast.
//
// Every tile is renamed to the cell it belongs to.  Then a move changes h by one bit of a constant that depends on the
// two cells alone, whatever the goal.  What is left of the bound, in steps of two, is the slack of a node; a move that
// brings a tile nearer to its cell keeps it, any other takes one away.
//
// The top of the tree is searched depth first.  Where the slack has become small, a subtree is no longer dived into but
// collected, and a few dozen of them are exhausted together in waves (TileWaves), which know no order
// and no paths but count at several times the speed.  When a wave meets the goal, its count is thrown away and its
// subtrees are searched once more, one after the other, by plain recursion: that gives the path, and the count that
// depth-first search would have given.
class Tiles15Manhattan {
public:
    using D = FifteenPuzzle;
    using Trace = Manhattan<D>::Trace;
    static constexpr bool divisible = true;

    explicit Tiles15Manhattan(const SearchTask<D, Manhattan<D>>& task);
    ~Tiles15Manhattan();
    Tiles15Manhattan(const Tiles15Manhattan&) = delete;
    Tiles15Manhattan& operator=(const Tiles15Manhattan&) = delete;

    void begin(Cost bound);
    Ending exhaust(const Piece<D, Trace>& piece, Pace& pace);
    [[nodiscard]] bool seen_all() const noexcept { return false; }

    Stats stats;
    Cost next_bound = no_bound;
    std::vector<D::Move> path;
    std::vector<Piece<D, Trace>> rest;

private:
    // A node of the tree.  `previous` is the cell the blank came from, `no_cell` at the start.
    struct Node {
        std::uint64_t board;  // renamed tiles; the blank, and the tile that belongs to cell 0, are 0
        Cell blank;
        Cell previous;
        int slack;
        MoveAutomaton::State state;
    };
    static constexpr Cell no_cell = 16;

    // A subtree that waits for its wave, what had been counted before it, and the way to it from the piece.
    struct Collected {
        Node root;
        Stats before;
        std::vector<Cell> trail;
    };

    Ending enter(const Node& node);
    Ending expand(const Node& node, unsigned first);
    Ending flush(Ending ending);
    Ending search_again();
    void leave(const Node& node, unsigned first);
    [[nodiscard]] bool is_goal(const Node& node) const noexcept;
    [[nodiscard]] std::uint8_t pruned_state(const Node& node) const noexcept;
    [[nodiscard]] std::uint64_t renamed(const D::State& state) const noexcept;

    const SearchTask<D, Manhattan<D>>& task_;
    const D& domain_;
    std::uint64_t goal_;
    const MoveAutomaton& automaton_;
    std::unique_ptr<PrunedMoves> pruned_;  // none: nothing is left out but to take a move back
    std::unique_ptr<TileWaves> waves_;
    std::vector<Collected> collected_;
    std::size_t quota_ = 1;            // subtrees to a wave
    std::vector<Cell> trail_;          // from the piece to the node in hand
    const Piece<D, Trace>* piece_ = nullptr;
    Pace* pace_ = nullptr;
    std::uint64_t looked_ = 0;         // nodes generated when the pace was last asked
    Cost bound_ = 0;
};

}  // namespace tessera
