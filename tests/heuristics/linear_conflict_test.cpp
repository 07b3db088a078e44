// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/linear_conflict.hpp"

#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

// The least number of tiles of a line that must leave, by trying every subset of those that may stay.
int fewest_to_remove(const std::vector<int>& ranks) {
    int most = 0;
    for (unsigned stay = 0; stay < 1u << ranks.size(); ++stay) {
        int last = 0, count = 0;
        bool ascending = true;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (!(stay >> i & 1)) continue;
            ascending = ascending && ranks[i] > last;
            last = ranks[i];
            ++count;
        }
        if (ascending) most = std::max(most, count);
    }
    return static_cast<int>(ranks.size()) - most;
}

int naive_linear_conflict(Grid grid, const Cells& goal, const Cells& board) {
    std::vector<int> home(goal.size());
    for (std::size_t c = 0; c < goal.size(); ++c) home[goal[c]] = static_cast<int>(c);
    int sum = 0;
    for (int c = 0; c < grid.cells(); ++c)
        if (board[c] != 0)
            sum += std::abs(c / grid.cols - home[board[c]] / grid.cols) +
                   std::abs(c % grid.cols - home[board[c]] % grid.cols);
    for (int r = 0; r < grid.rows; ++r) {
        std::vector<int> ranks;
        for (int c = 0; c < grid.cols; ++c)
            if (const int tile = board[r * grid.cols + c]; tile != 0 && home[tile] / grid.cols == r)
                ranks.push_back(home[tile] % grid.cols + 1);
        sum += 2 * fewest_to_remove(ranks);
    }
    for (int c = 0; c < grid.cols; ++c) {
        std::vector<int> ranks;
        for (int r = 0; r < grid.rows; ++r)
            if (const int tile = board[r * grid.cols + c]; tile != 0 && home[tile] % grid.cols == c)
                ranks.push_back(home[tile] / grid.cols + 1);
        sum += 2 * fewest_to_remove(ranks);
    }
    return sum;
}

template <class D>
void compare_with_naive(Grid grid, int boards) {
    std::mt19937 random(7);
    for (int i = 0; i < boards; ++i) {
        const Cells goal = i % 2 ? blank_last(grid) : shuffled(grid, random);
        const D domain = make_tiles<D>(grid, goal);
        const LinearConflict<D> heuristic(domain);
        // Near the goal lines hold many of their own tiles: begin there and walk away.
        auto s = i % 3 ? domain.from_cells(shuffled(grid, random)) : domain.goal();
        auto trace = heuristic.start(s);
        for (int step = 0; step < 40; ++step) {
            const auto& moves = domain.moves(s);
            const auto move = moves[random() % moves.size()];
            const auto next = domain.apply(s, move);
            const auto next_trace = heuristic.step(trace, s, move, next);
            REQUIRE(heuristic.value(next_trace) == naive_linear_conflict(grid, goal, domain.to_cells(next)));
            REQUIRE(std::abs(heuristic.value(next_trace) - heuristic.value(trace)) == 1);
            s = next;
            trace = next_trace;
        }
    }
}

}  // namespace

TEST_CASE("linear conflict is Manhattan plus twice the fewest tiles to remove from each line", "[heuristics]") {
    compare_with_naive<SmallTiles>({2, 2}, 200);
    compare_with_naive<SmallTiles>({3, 3}, 200);
    compare_with_naive<SmallTiles>({3, 5}, 200);
    compare_with_naive<SmallTiles>({2, 8}, 100);
    compare_with_naive<FifteenPuzzle>({4, 4}, 400);
    compare_with_naive<LargeTiles>({5, 5}, 200);
    compare_with_naive<LargeTiles>({2, 12}, 20);
    compare_with_naive<LargeTiles>({8, 3}, 50);
}

TEST_CASE("three tiles in reverse order need two to step aside, not three", "[heuristics]") {
    const SmallTiles domain = make_tiles<SmallTiles>({3, 3}, blank_last({3, 3}));
    const LinearConflict<SmallTiles> heuristic(domain);
    CHECK(heuristic.start(domain.from_cells(cells_of("3 2 1 4 5 6 7 8 0"))) == 4 + 2 * 2);
}
