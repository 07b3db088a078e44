// SPDX-License-Identifier: Apache-2.0
#include "domains/bricks_text.hpp"
#include "run_search.hpp"

#include <chrono>

namespace tessera {

namespace {

// "(x, y), (x, y)": the cells that the master must cover.
std::string show_brick_goal(const BrickLayout& layout) {
    std::string text;
    for (std::size_t cell = 0; cell < layout.matrix.size(); ++cell) {
        if (layout.matrix[cell] != -1) continue;
        const int at = static_cast<int>(cell);
        text += (text.empty() ? "(" : ", (") + std::to_string(layout.grid.col(at)) + ", " +
                std::to_string(layout.grid.row(at)) + ")";
    }
    return text;
}

class BrickSolver : public Solver {
public:
    explicit BrickSolver(Choice choice) : choice_(std::move(choice)) {
        BrickLayout unused;
        choose_brick_rules(choice_, unused);
    }

    Answer solve(const Instance& instance, const Settings& settings) override {
        const auto begin = std::chrono::steady_clock::now();
        BrickLayout layout = parse_bricks(instance.text, instance.place);
        choose_brick_rules(choice_, layout);
        const Bricks bricks(layout);

        Answer answer;
        answer.id = instance.id;
        answer.domain = Bricks::name;
        answer.size = std::to_string(layout.grid.rows) + "x" + std::to_string(layout.grid.cols);
        answer.start = show_bricks(bricks, bricks.start(), " ");
        answer.goal = show_brick_goal(layout);
        answer.metric = choice_.metric.empty() ? "step" : choice_.metric;
        answer.goal_cells = choice_.goal_cells.empty() ? "gate" : choice_.goal_cells;
        answer.known_optimum = instance.known_optimum;
        const auto number = [&](const Bricks::State& s, Bricks::Move m) { return std::to_string(bricks.number_of(s, m)); };
        const Wording<Bricks> wording{
            [&](const Bricks::State& s) { return show_bricks(bricks, s, " "); },
            [&](const Bricks::State& s, Bricks::Move m) { return number(s, m) + ":" + brick_directions(bricks, s, m); },
            number,
            " ",
        };
        answer = run_search(bricks, bricks.start(), choice_, settings, wording, answer);
        answer.total_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return answer;
    }

private:
    Choice choice_;
};

}  // namespace

std::unique_ptr<Solver> open_bricks(const Choice& choice) { return std::make_unique<BrickSolver>(choice); }

}  // namespace tessera
