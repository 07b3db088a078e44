// SPDX-License-Identifier: Apache-2.0
// tessera completions and tessera man: the options once more, for shells and for man(1).
#include "cli/commands.hpp"
#include "cli/option_tree.hpp"
#include "system/build_info.hpp"

namespace tessera::cli {

void add_completions(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("completions", "Print a completion script for a shell");
    const auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->footer(
        "\nExamples:\n"
        "  source <(tessera completions bash)\n"
        "  tessera completions zsh > ~/.zfunc/_tessera\n"
        "  tessera completions fish > ~/.config/fish/completions/tessera.fish\n");
    command->callback([&app, &context, shell] { context.out.write(completion_script(read_tree(app), *shell)); });
}

void add_man(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("man", "Print the manual page");
    command->footer("\nExamples:\n  tessera man | man -l -\n  tessera man > tessera.1\n");
    command->callback(
        [&app, &context] { context.out.write(manual_page(read_tree(app), std::string(build_info().version))); });
}

}  // namespace tessera::cli
