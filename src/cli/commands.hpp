// SPDX-License-Identifier: Apache-2.0
// Every command of the program.  A new one is a file cmd_NAME.cpp and two lines: one here, one in the list in
// program.cpp.
#pragma once

#include "cli/context.hpp"

#include <CLI/CLI.hpp>

namespace tessera::cli {

// Each adds its subcommand with options, help and callback.  The callback does the work: it writes to context.out,
// notes outcomes in the context, and throws tessera::Error for what ends the whole command.
void add_solve(CLI::App&, Context&);
void add_check(CLI::App&, Context&);
void add_gen(CLI::App&, Context&);
void add_list(CLI::App&, Context&);
void add_info(CLI::App&, Context&);
void add_ask(CLI::App&, Context&);
void add_experiment(CLI::App&, Context&);
void add_walk(CLI::App&, Context&);
void add_scale(CLI::App&, Context&);
void add_completions(CLI::App&, Context&);
void add_man(CLI::App&, Context&);
void add_view(CLI::App&, Context&);
void add_pdb(CLI::App&, Context&);
void add_bench(CLI::App&, Context&);

}  // namespace tessera::cli
