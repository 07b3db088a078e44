// SPDX-License-Identifier: Apache-2.0
// The oracle: a naive breadth-first search over boards as lists of numbers, and the rules of each puzzle in their
// plainest form.  It shares no code with the solver: its own boards, its own rules, the standard library's containers.
// Slow, and simple enough to be believed.
#pragma once

#include <deque>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tessera::test {

using OracleBoard = std::vector<int>;
using OracleDistances = std::map<OracleBoard, int>;

inline constexpr int no_way = -1;

// The distance to the nearest of `goals` for every board from which one can be reached, or of those at most `farthest`
// away.  Moves can be taken back, so that the way from a goal is as long as the way to it.
template <class Neighbours>
OracleDistances oracle_distances(const std::vector<OracleBoard>& goals, Neighbours neighbours,
                                 int farthest = std::numeric_limits<int>::max()) {
    OracleDistances distance;
    std::deque<OracleBoard> queue;
    for (const OracleBoard& goal : goals)
        if (distance.emplace(goal, 0).second) queue.push_back(goal);
    while (!queue.empty()) {
        const OracleBoard board = queue.front();
        queue.pop_front();
        const int d = distance.at(board);
        if (d == farthest) continue;
        for (const OracleBoard& next : neighbours(board))
            if (distance.emplace(next, d + 1).second) queue.push_back(next);
    }
    return distance;
}

// The same for every board that can be reached from `start`; `no_way` where no goal can be.
template <class Neighbours, class IsGoal>
OracleDistances oracle_distances_from(const OracleBoard& start, Neighbours neighbours, IsGoal is_goal) {
    std::vector<OracleBoard> goals;
    OracleDistances all = oracle_distances({start}, neighbours);
    for (auto& [board, distance] : all) {
        if (is_goal(board)) goals.push_back(board);
        distance = no_way;
    }
    for (const auto& [board, distance] : oracle_distances(goals, neighbours)) all[board] = distance;
    return all;
}

inline constexpr std::pair<int, int> oracle_directions[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};  // rows, columns

// Sliding tiles: the tile on each cell, 0 for the blank.
inline std::vector<OracleBoard> slide_tiles(int rows, int cols, const OracleBoard& board) {
    int blank = 0;
    while (board[static_cast<std::size_t>(blank)] != 0) ++blank;
    std::vector<OracleBoard> found;
    for (const auto& [down, right] : oracle_directions) {
        const int r = blank / cols + down;
        const int c = blank % cols + right;
        if (r < 0 || r >= rows || c < 0 || c >= cols) continue;
        OracleBoard next = board;
        std::swap(next[static_cast<std::size_t>(blank)], next[static_cast<std::size_t>(r * cols + c)]);
        found.push_back(next);
    }
    return found;
}

// The agent's world: the cell of each tile, then the cell of the agent.
inline std::vector<OracleBoard> move_agent(int rows, int cols, const std::set<int>& obstacles,
                                           const OracleBoard& board) {
    const int agent = board.back();
    std::vector<OracleBoard> found;
    for (const auto& [down, right] : oracle_directions) {
        const int r = agent / cols + down;
        const int c = agent % cols + right;
        if (r < 0 || r >= rows || c < 0 || c >= cols || obstacles.count(r * cols + c)) continue;
        OracleBoard next = board;
        for (int& tile : next)
            if (tile == r * cols + c) tile = agent;
        next.back() = r * cols + c;
        found.push_back(next);
    }
    return found;
}

// Bricks: the number on each cell, 0 floor, 1 wall, 2 the master, above 2 the others, renumbered in order of appearance
// so that equal bricks are interchangeable.  Goal cells are no part of the board; only the master may enter them,
// unless they are `shared`.
inline OracleBoard renumber_bricks(OracleBoard board) {
    std::map<int, int> numbers;
    for (int& cell : board)
        if (cell > 2) cell = numbers.emplace(cell, 3 + static_cast<int>(numbers.size())).first->second;
    return board;
}
inline std::vector<OracleBoard> slide_bricks(int rows, int cols, const std::set<int>& goal_cells, bool shared,
                                             const OracleBoard& board) {
    const std::set<int> numbers(board.begin(), board.end());
    std::vector<OracleBoard> found;
    for (const int brick : numbers)
        for (const auto& [down, right] : oracle_directions) {
            if (brick < 2) continue;
            OracleBoard next = board;
            for (int& cell : next)
                if (cell == brick) cell = 0;
            bool legal = true;
            for (int from = 0; from < rows * cols; ++from) {
                if (board[static_cast<std::size_t>(from)] != brick) continue;
                const int r = from / cols + down;
                const int c = from % cols + right;
                const int to = r * cols + c;
                legal = legal && r >= 0 && r < rows && c >= 0 && c < cols && next[static_cast<std::size_t>(to)] == 0 &&
                        (brick == 2 || shared || goal_cells.count(to) == 0);
                if (legal) next[static_cast<std::size_t>(to)] = brick;
            }
            if (legal) found.push_back(renumber_bricks(next));
        }
    return found;
}

}  // namespace tessera::test
