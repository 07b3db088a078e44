// SPDX-License-Identifier: Apache-2.0
// The oracle: a naive breadth-first search over sliding tiles.  It shares no code with the solver: its own board, its
// own rule, the standard library's containers.  Slow, and simple enough to be believed.
#pragma once

#include <deque>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tessera::test {

// A board as text: one character per cell, the character's code being the tile, 0 for the blank.
using OracleBoard = std::string;

inline std::vector<OracleBoard> oracle_neighbours(int rows, int cols, const OracleBoard& board) {
    const int blank = static_cast<int>(board.find('\0'));
    const int row = blank / cols;
    const int col = blank % cols;
    std::vector<OracleBoard> found;
    for (const auto& [down, right] : {std::pair{-1, 0}, {0, -1}, {0, 1}, {1, 0}}) {
        const int r = row + down;
        const int c = col + right;
        if (r < 0 || r >= rows || c < 0 || c >= cols) continue;
        OracleBoard next = board;
        std::swap(next[static_cast<std::size_t>(blank)], next[static_cast<std::size_t>(r * cols + c)]);
        found.push_back(next);
    }
    return found;
}

// The distance of every board from which `goal` can be reached, or of those at most `farthest` away.  Moves can be
// taken back, so that the way from the goal is as long as the way to it.
inline std::unordered_map<OracleBoard, int> oracle_distances(int rows, int cols, const OracleBoard& goal,
                                                             int farthest = std::numeric_limits<int>::max()) {
    std::unordered_map<OracleBoard, int> distance{{goal, 0}};
    std::deque<OracleBoard> queue{goal};
    while (!queue.empty()) {
        const OracleBoard board = queue.front();
        queue.pop_front();
        const int d = distance.at(board);
        if (d == farthest) continue;
        for (const OracleBoard& next : oracle_neighbours(rows, cols, board))
            if (distance.emplace(next, d + 1).second) queue.push_back(next);
    }
    return distance;
}

}  // namespace tessera::test
