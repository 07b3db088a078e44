// SPDX-License-Identifier: Apache-2.0
// tessera solve: boards in, shortest solutions out.
#include "cli/commands.hpp"
#include "cli/solve_options.hpp"
#include "cli/solve_run.hpp"
#include "cli/table_cache.hpp"

#include <optional>

namespace tessera::cli {

void add_solve(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("solve", "Solve boards, optimally unless told otherwise");
    const auto options = std::make_shared<SolveOptions>();
    options->add_to(*command);
    command->footer(
        "\nExamples:\n"
        "  tessera solve \"1 2 3 4 5 6 0 7 8\" --algorithm astar --trace\n"
        "  tessera solve --set korf100:1-5,88 --heuristic manhattan --json\n"
        "  tessera solve --set hardest80 --checkpoint night.ckpt            # killed?  the same with --resume\n");
    command->callback([&context, options] {
        std::optional<TableCacheUse> mapped;
        if (options->pdb_map) mapped.emplace(context.console, nullptr, TableMemory::mapped);
        SolveRun(context, *options).run();
    });
}

}  // namespace tessera::cli
