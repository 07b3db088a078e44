// SPDX-License-Identifier: Apache-2.0
// --color, the same for every command that writes for people.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace tessera::cli {

inline void add_colour_option(CLI::App& command, std::string& when) {
    command.add_option("--color", when, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
}

}  // namespace tessera::cli
