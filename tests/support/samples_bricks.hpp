// SPDX-License-Identifier: Apache-2.0
// Sample instances of the sliding bricks.
#pragma once

#include "tessera/domains/bricks.hpp"

#include "domains/bricks_text.hpp"
#include "support/places.hpp"
#include "support/csv.hpp"
#include "support/oracle.hpp"
#include "support/sample.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace tessera::test {

template <>
struct SamplesOf<Bricks> {
    static const std::vector<Sample<Bricks>>& all() {
        static const std::vector<Sample<Bricks>> samples{
            sample("own-a-corridor", GoalCells::gate),
            sample("own-d-unsolvable", GoalCells::gate),
            sample("own-e-two-goal-trap", GoalCells::gate),
            sample("own-f-partial-goal", GoalCells::gate),
            sample("own-r01", GoalCells::gate),
            sample("own-r02", GoalCells::gate),
            sample("own-r04", GoalCells::gate),
            sample("own-r04", GoalCells::shared),
            sample("own-runsolvable01", GoalCells::gate),
        };
        return samples;
    }

    // A goal cell under a brick cannot be seen in the text, so that only the bricks are compared.
    static bool rereads(const Bricks& bricks, const Bricks::State& s) {
        const Bricks again(parse_bricks(show_bricks(bricks, s), {}));
        return bricks_alone(again, again.start()) == bricks_alone(bricks, s);
    }

private:
    static OracleBoard bricks_alone(const Bricks& bricks, const Bricks::State& s) {
        OracleBoard board = bricks.matrix(s);
        std::replace(board.begin(), board.end(), -1, 0);
        return renumber_bricks(board);
    }

    static Sample<Bricks> sample(const std::string& name, GoalCells rule) {
        BrickLayout layout = parse_bricks(read_file(expected_file("bricks/" + name + ".txt")), {});
        layout.goal_cells = rule;
        const Grid grid = layout.grid;
        std::set<int> goal_cells;
        for (int cell = 0; cell < grid.cells(); ++cell)
            if (layout.matrix[static_cast<std::size_t>(cell)] == -1) goal_cells.insert(cell);
        OracleBoard start = layout.matrix;
        std::replace(start.begin(), start.end(), -1, 0);
        const auto oracle = oracle_distances_from(
            renumber_bricks(start),
            [&](const OracleBoard& board) {
                return slide_bricks(grid.rows, grid.cols, goal_cells, rule == GoalCells::shared, board);
            },
            [&](const OracleBoard& board) {
                return std::all_of(goal_cells.begin(), goal_cells.end(),
                                   [&](int cell) { return board[static_cast<std::size_t>(cell)] == 2; });
            });
        Bricks bricks(layout);
        const auto first = bricks.start();
        return sample_from(name, std::move(bricks), first, oracle, bricks_alone);
    }
};

}  // namespace tessera::test
