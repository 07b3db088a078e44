// SPDX-License-Identifier: Apache-2.0
// The distances of a pattern by the book, for comparison: slow, obvious, and without a line of the builder.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <vector>

// A state is the cells of the tiles and, last, of the blank.  A step of the blank costs one if a tile of the pattern
// moves and nothing otherwise, so the search is breadth-first with two ends (0-1 BFS).
class NaivePatternDistances {
public:
    using State = std::vector<int>;

    NaivePatternDistances(int rows, int cols, int goal_blank, const std::vector<int>& goal_cells)
        : rows_(rows), cols_(cols), size_(1) {
        State goal = goal_cells;
        goal.push_back(goal_blank);
        for (std::size_t i = 0; i < goal.size(); ++i) size_ *= static_cast<std::size_t>(rows * cols);
        distance_.assign(size_, -1);
        std::deque<std::pair<State, int>> queue{{goal, 0}};
        while (!queue.empty()) {
            const auto [state, cost] = queue.front();
            queue.pop_front();
            int& known = distance_[number(state)];
            if (known >= 0) continue;
            known = cost;
            const int blank = state.back();
            const int row = blank / cols_;
            const int col = blank % cols_;
            constexpr std::array<std::array<int, 2>, 4> steps{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
            for (const auto& [dr, dc] : steps) {
                if (row + dr < 0 || row + dr >= rows_ || col + dc < 0 || col + dc >= cols_) continue;
                State next = state;
                const int to = (row + dr) * cols_ + col + dc;
                bool tile_moves = false;
                for (std::size_t t = 0; t + 1 < next.size(); ++t)
                    if (next[t] == to) {
                        next[t] = blank;
                        tile_moves = true;
                    }
                next.back() = to;
                if (tile_moves)
                    queue.emplace_back(next, cost + 1);
                else
                    queue.emplace_front(next, cost);
            }
        }
    }

    // The least distance of a placement, wherever the blank is; -1: cannot be.
    [[nodiscard]] int distance(const std::vector<int>& where) const {
        int least = -1;
        for (int blank = 0; blank < rows_ * cols_; ++blank) {
            State state = where;
            state.push_back(blank);
            const int d = distance_[number(state)];
            if (d >= 0 && (least < 0 || d < least)) least = d;
        }
        return least;
    }

private:
    [[nodiscard]] std::size_t number(const State& state) const {
        std::size_t n = 0;
        for (const int cell : state) n = n * static_cast<std::size_t>(rows_ * cols_) + static_cast<std::size_t>(cell);
        return n;
    }

    int rows_;
    int cols_;
    std::size_t size_;
    std::vector<int> distance_;
};
