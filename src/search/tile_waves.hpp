// SPDX-License-Identifier: Apache-2.0
// Exhausts many small subtrees of the 15-puzzle at once, under Manhattan distance, in no particular order.
#pragma once

#include "search/pruned_moves.hpp"
#include "search/tile_moves.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera {

// Nodes are sorted into queues by slack, cell of the blank, and cell it came from.  All nodes of a queue have the same
// moves, and a move shifts the same bits of each board: a queue is worked off in one loop without a branch, eight
// boards at a time where the machine can.  A child goes to the queue of its cells at the same slack, if its tile came
// nearer to its home, or else at the next smaller slack; below slack zero it is only counted.  A board is all there is
// to a node: a tile is the number of its home cell, the blank is 0.
//
// A level of slack is a set of queues; a step takes the nodes of half the cells, the black or the white ones of a
// chessboard, to the other half.  The next step is taken at the smallest slack that has a good crowd, because that is
// where nodes disappear, and if there is none at the largest, which feeds the others.  So no level becomes much larger
// than a crowd, and all of it stays in the first and second cache.
//
// With an automaton that leaves out moves, a node has its state too, in a byte beside the board: a table with an entry
// for each state fits four of the widest registers, so that 64 nodes are asked at once which of them may make a move.
class TileWaves {
public:
    static constexpr int max_slack = 3;

    struct Count {
        std::uint64_t expanded = 0;
        std::uint64_t generated = 0;
        bool goal = false;  // met on the way; the counts are those of the whole subtrees all the same
    };

    // `pruned`: the moves to be left out; none if null.  `plain`: without the wide registers that the machine may have.
    TileWaves(std::uint64_t goal, int goal_blank, const PrunedMoves* pruned, bool plain = false);

    // `previous` is the cell the blank came from.
    void add(std::uint64_t board, int blank, int previous, int slack, PrunedMoves::State state);

    // Exhausts all that was added.
    [[nodiscard]] Count run();

    // Boards in memory order: eight to a cache line.
    struct alignas(64) Line {
        std::array<std::uint64_t, 8> boards;
    };

    class Queue {
    public:
        [[nodiscard]] std::uint64_t* begin() noexcept { return lines_.front().boards.data(); }
        [[nodiscard]] std::uint64_t* end() noexcept { return begin() + size; }
        // The states of the boards, if they are kept.
        [[nodiscard]] PrunedMoves::State* states() noexcept { return states_.data(); }
        // Makes room for `more` boards and a line of overshoot.
        void reserve(std::size_t more) {
            if (const std::size_t lines = (size + more) / 8 + 2; lines > lines_.size()) lines_.resize(2 * lines);
        }
        // The same for states.
        void reserve_states(std::size_t more) {
            if (const std::size_t room = size + more + sizeof(Line); room > states_.size()) states_.resize(2 * room);
        }
        std::size_t size = 0;

    private:
        std::vector<Line> lines_ = std::vector<Line>(8);
        std::vector<PrunedMoves::State> states_;
    };

    // The queues of one slack, by tiles15::arrival.
    struct Level {
        std::array<Queue, tiles15::arrivals> queues;
        std::size_t size = 0;  // of all queues
    };

    // The board to look for, and the cell of its blank: a tile may be called 0 as well.
    struct Goal {
        std::uint64_t board;
        int blank;
    };

    // One step of all queues of one colour.
    using Step = void (*)(Level& level, Level* below, const Goal& goal, const PrunedMoves* pruned, Count& count);

private:
    [[nodiscard]] int next_level() const noexcept;

    Goal goal_;
    const PrunedMoves* pruned_;
    std::array<Step, 2> step_;  // by colour
    std::array<Level, max_slack + 1> levels_;
};

}  // namespace tessera
