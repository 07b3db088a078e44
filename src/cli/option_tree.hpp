// SPDX-License-Identifier: Apache-2.0
// Commands and options as plain records, read off the parser: completions and the manual page are made of these, so
// they know exactly what the program knows.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace tessera::cli {

struct OptionRecord {
    std::vector<std::string> names;  // "-a", "--algorithm"; for a positional one its name alone
    std::string description;
    std::string default_value;        // as text; empty: none
    std::vector<std::string> values;  // that can be named, if there are such
    bool positional = false;
    bool takes_value = false;
};

struct CommandRecord {
    std::string path;  // "pdb build"; empty for the program itself
    std::string name;  // "build"
    std::string description;
    std::string footer;
    std::vector<OptionRecord> options;
    std::vector<CommandRecord> commands;
};

[[nodiscard]] CommandRecord read_tree(const CLI::App& app);
[[nodiscard]] OptionRecord read_option(const CLI::Option& option);

// The record itself and all below it, in order.
[[nodiscard]] std::vector<const CommandRecord*> all_records(const CommandRecord& root);

// A script for the shell to read: "bash", "zsh" or "fish".
[[nodiscard]] std::string completion_script(const CommandRecord& root, const std::string& shell);
// For man(1).
[[nodiscard]] std::string manual_page(const CommandRecord& root, const std::string& version);

}  // namespace tessera::cli
