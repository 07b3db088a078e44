// SPDX-License-Identifier: Apache-2.0
// tessera gen: solvable boards from a seed, in the format that solve reads.
#include "cli/commands.hpp"
#include "cli/generate.hpp"
#include "cli/units.hpp"
#include "domains/tiles.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

struct GenOptions {
    std::string count = "1";
    std::string size = "4x4";
    std::string goal;
    std::string walk;
    std::uint64_t seed = 1;
};

Cells blank_last(Grid grid) {
    Cells goal(static_cast<std::size_t>(grid.cells()));
    for (std::size_t i = 0; i + 1 < goal.size(); ++i) goal[i] = static_cast<std::uint8_t>(i + 1);
    return goal;
}

void generate(Context& context, const GenOptions& options) {
    const Grid grid = parse_size(options.size);
    const std::uint64_t count = parse_count("--number", options.count);
    const std::uint64_t walk = options.walk.empty() ? 0 : parse_count("--walk", options.walk);
    const Cells goal =
        options.goal.empty() ? blank_last(grid) : parse_board(options.goal, options.size, {"--goal", 1, 1}).cells;

    BoardGenerator generator(grid, goal, options.seed);
    context.out.line(
        fmt::format("# {} boards, seed {}", options.walk.empty() ? "random" : options.walk + "-move", options.seed));
    context.out.line(
        fmt::format("# size: {}x{}\n# goal: {}\n# columns: id board", grid.rows, grid.cols, show_board(goal)));
    for (std::uint64_t i = 1; i <= count; ++i)
        context.out.line(
            fmt::format("{} {}", i, show_board(options.walk.empty() ? generator.uniform() : generator.walk(walk))));
}

}  // namespace

void add_gen(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("gen", "Make random boards that can be solved");
    const auto options = std::make_shared<GenOptions>();
    command->add_option("-n,--number", options->count, "how many: 5, 1k, 1M")->capture_default_str();
    command->add_option("--size", options->size, "ROWSxCOLUMNS")->capture_default_str();
    command->add_option("--goal", options->goal,
                        "board that can be reached from all of them; 1 2 3 ... 0 unless given");
    command->add_option("--walk", options->walk, "so many random moves away from the goal, instead of any board");
    command->add_option("--seed", options->seed, "same seed, same boards")->capture_default_str();
    command->footer(
        "\nExamples:\n"
        "  tessera gen -n 5 --size 3x3 --seed 7\n"
        "  tessera gen -n 5 --walk 30 | tessera solve -\n");
    command->callback([&context, options] { generate(context, *options); });
}

}  // namespace tessera::cli
