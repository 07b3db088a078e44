// SPDX-License-Identifier: Apache-2.0
// tessera pdb: pattern databases, built, listed, looked at, verified, removed.
#include "cli/commands.hpp"
#include "cli/pdb_commands.hpp"

namespace tessera::cli {

void add_pdb(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("pdb", "Build, list, verify and remove pattern databases");
    command->require_subcommand(1);
    for (const auto add : {add_pdb_build, add_pdb_list, add_pdb_info, add_pdb_verify, add_pdb_remove})
        add(*command, context);
    command->footer(
        "\nTables are kept in $TESSERA_CACHE, else in $XDG_CACHE_HOME/tessera, else in ~/.cache/tessera.\n"
        "\nExamples:\n"
        "  tessera pdb build 7-8\n"
        "  tessera pdb list");
}

}  // namespace tessera::cli
