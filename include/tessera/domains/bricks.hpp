// SPDX-License-Identifier: Apache-2.0
// Sliding bricks of several shapes: bring the master brick onto the goal cells.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/core/domain.hpp"
#include "tessera/core/grid.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tessera {

// What counts as one move: one brick one cell; one brick any way straight; one brick any way at all.
enum class BrickMetric { step, line, any };

// Whether goal cells are open to the master alone ("gate") or ordinary floor ("shared").
enum class GoalCells { gate, shared };

// The matrix of an instance file: 0 floor, 1 wall, -1 goal cell, 2 the master brick, above 2 the others.
struct BrickLayout {
    Grid grid;
    std::vector<int> matrix;
    GoalCells goal_cells = GoalCells::gate;
    BrickMetric metric = BrickMetric::step;
};

// A brick is known by its shape and its anchor, the first of its cells row by row.  A state is the list of anchors,
// shape by shape, sorted within a shape: bricks of equal shape are interchangeable, and so equal arrangements are
// equal states.  Walls and goal cells belong to the domain and cannot be worn away.
class Bricks {
public:
    static constexpr std::string_view name = "bricks";
    static constexpr int max_cells = 128;
    static constexpr int max_bricks = 32;
    using Mask = Word128;  // a set of cells

    struct State {
        std::array<Cell, static_cast<std::size_t>(max_bricks)> anchors{};  // the master's first; 0 behind the last
        friend bool operator==(const State&, const State&) = default;
    };
    struct Move {
        std::uint8_t shape = 0;
        Cell from = 0;
        Cell to = 0;
        friend bool operator==(const Move&, const Move&) = default;
    };

    // The layout must be valid (src/domains/bricks_text.cpp checks a file before it comes here).
    explicit Bricks(const BrickLayout& layout);

    [[nodiscard]] Grid grid() const noexcept { return grid_; }
    [[nodiscard]] BrickMetric metric() const noexcept { return metric_; }
    [[nodiscard]] State start() const noexcept { return start_; }
    [[nodiscard]] int bricks() const noexcept { return static_cast<int>(shape_of_.size()); }

    [[nodiscard]] std::vector<Move> moves(const State& s) const;
    [[nodiscard]] State apply(const State& s, Move m) const noexcept;
    [[nodiscard]] Move undo(const State&, Move m) const noexcept { return {m.shape, m.to, m.from}; }
    [[nodiscard]] bool is_goal(const State& s) const noexcept { return (goal_ & ~cells_of(0, s.anchors[0])) == 0; }
    [[nodiscard]] std::uint64_t hash(const State& s) const noexcept;

    // Moves of the master to the goal if it were alone on the board, by anchor; `unreachable` if there is no way.
    static constexpr Cost unreachable = 1 << 20;
    [[nodiscard]] Cost master_distance(const State& s) const noexcept { return master_distance_[s.anchors[0]]; }
    [[nodiscard]] bool refuted(const State& s) const noexcept { return master_distance(s) >= unreachable; }

    // The number a brick has after normalisation: 2 for the master, the others from 3 in order of their anchors.
    [[nodiscard]] int number_of(const State& s, Move m) const noexcept;
    // The matrix of a state in the file's numbers, bricks normalised, uncovered goal cells shown.
    [[nodiscard]] std::vector<int> matrix(const State& s) const;
    // The anchors a brick passes on its way, each one cell from the last, beginning after `m.from`.
    [[nodiscard]] std::vector<Cell> way(const State& s, Move m) const;

private:
    // A slide of one brick among the others: calls reach(anchor) for every place it can go in one move.
    template <class Reach>
    void slide(int shape, Cell from, Mask blocked, Reach reach) const;
    [[nodiscard]] bool shifted(int shape, Cell anchor, int direction, Cell& to) const noexcept;
    [[nodiscard]] Mask cells_of(int shape, Cell anchor) const noexcept {
        return masks_[static_cast<std::size_t>(shape)][anchor];
    }
    [[nodiscard]] Mask occupied(const State& s) const noexcept;
    // What stands in the way of a brick of this shape, walls and closed gates included, itself left out.
    [[nodiscard]] Mask obstacles(const State& s, int shape, Cell anchor) const noexcept;

    Grid grid_;
    GoalCells rule_;
    BrickMetric metric_;
    Mask walls_ = 0;
    Mask goal_ = 0;
    std::vector<std::vector<Mask>> masks_;  // by shape and anchor; 0 where the brick would stick out
    std::vector<std::uint8_t> shape_of_;    // of each place in a state's list
    State start_;
    std::vector<Cost> master_distance_;     // by anchor
};

static_assert(Domain<Bricks>);

}  // namespace tessera
