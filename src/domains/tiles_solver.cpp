// SPDX-License-Identifier: Apache-2.0
#include "domains/tiles.hpp"

#include <chrono>
#include <utility>

namespace tessera {

namespace {

class TileSolver : public Solver {
public:
    explicit TileSolver(Choice choice) : choice_(std::move(choice)) {
        if (!choice_.size.empty()) (void)parse_size(choice_.size);
    }

    Answer solve(const Instance& instance, const Settings& settings) override {
        const auto begin = std::chrono::steady_clock::now();
        TileTask task;
        task.start = parse_board(instance.text, choice_.size, instance.place);
        task.goal = goal_for(task.start.grid);

        const Grid grid = task.start.grid;
        Answer answer;
        answer.id = instance.id;
        answer.domain = "tiles";
        answer.size = std::to_string(grid.rows) + "x" + std::to_string(grid.cols);
        answer.start = show_board(task.start.cells);
        answer.goal = show_board(task.goal);
        answer.known_optimum = instance.known_optimum;
        const auto solve = grid == Grid{4, 4} ? solve_fifteen : grid.cells() <= 16 ? solve_small : solve_large;
        answer = solve(task, choice_, settings, answer);
        answer.total_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return answer;
    }

private:
    [[nodiscard]] std::vector<std::uint8_t> goal_for(Grid grid) const {
        if (!choice_.goal.empty()) {
            const std::string size = std::to_string(grid.rows) + "x" + std::to_string(grid.cols);
            return parse_board(choice_.goal, size, {"--goal", 1, 1}).cells;
        }
        std::vector<std::uint8_t> goal(static_cast<std::size_t>(grid.cells()));
        for (std::size_t c = 0; c < goal.size(); ++c)
            goal[c] = static_cast<std::uint8_t>(choice_.blank_first ? c : (c + 1) % goal.size());
        return goal;
    }

    Choice choice_;
};

}  // namespace

std::unique_ptr<Solver> open_tiles(const Choice& choice) { return std::make_unique<TileSolver>(choice); }

}  // namespace tessera
