// SPDX-License-Identifier: Apache-2.0
// tessera walk: random moves of sliding bricks.
#include "cli/commands.hpp"
#include "domains/bricks_text.hpp"
#include "words.hpp"

#include <fstream>
#include <random>
#include <sstream>

namespace tessera::cli {

namespace {

struct Options {
    std::uint64_t steps = 0;
    std::string file;
    std::uint64_t seed = 1;
    Choice choice;
};

// Chooses a brick, then one of its moves, as the pieces do that can move at all.  Ends when solved or stuck.
void run(Context& context, const Options& options) {
    std::ifstream file(options.file);
    if (!file) throw EnvironmentError("cannot open " + display(options.file, 200));
    std::stringstream text;
    text << file.rdbuf();
    BrickLayout layout = parse_bricks(text.str(), {options.file, 1, 0});
    choose_brick_rules(options.choice, layout);
    const Bricks bricks(layout);
    std::mt19937_64 random(options.seed);

    context.console.note("seed " + std::to_string(options.seed));
    Bricks::State s = bricks.start();
    context.out.line(show_bricks(bricks, s));
    for (std::uint64_t step = 0; step < options.steps && !bricks.is_goal(s); ++step) {
        std::vector<std::vector<Bricks::Move>> by_brick;
        for (const Bricks::Move m : bricks.moves(s)) {
            if (by_brick.empty() || by_brick.back().front().shape != m.shape || by_brick.back().front().from != m.from)
                by_brick.emplace_back();
            by_brick.back().push_back(m);
        }
        if (by_brick.empty()) {
            context.console.note("no brick can move");
            break;
        }
        const auto& moves = by_brick[random() % by_brick.size()];
        const Bricks::Move m = moves[random() % moves.size()];
        context.out.line("\n(" + std::to_string(bricks.number_of(s, m)) + "," + brick_directions(bricks, s, m) + ")");
        s = bricks.apply(s, m);
        context.out.line(show_bricks(bricks, s));
    }
    if (bricks.is_goal(s)) context.console.note("solved");
}

}  // namespace

void add_walk(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("walk", "Move the bricks of a puzzle at random");
    const auto options = std::make_shared<Options>();
    command->add_option("STEPS", options->steps, "how many moves at most")->required();
    command->add_option("FILE", options->file, "a brick file (w,h, and then the matrix)")->required();
    command->add_option("--seed", options->seed, "seed of the random choices")->capture_default_str();
    command->add_option("--metric", options->choice.metric, "what is one move: step, line or any");
    command->add_option("--goal-cells", options->choice.goal_cells,
                        "gate: open to the master alone; shared: ordinary floor");
    command->footer(
        "\nExamples:\n"
        "  tessera walk 10 instances/bricks/klotski-gate.txt\n"
        "  tessera walk 100 puzzle.txt --seed 7 --metric line");
    command->callback([&context, options] { run(context, *options); });
}

}  // namespace tessera::cli
