// SPDX-License-Identifier: Apache-2.0
// The look of --help: two columns, as wide as the terminal, in plain words.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace tessera::cli {

class Help : public CLI::Formatter {
public:
    std::string make_option(const CLI::Option* option, bool positional) const override;
    std::string make_subcommand(const CLI::App* command) const override;
};

// Text in lines of at most `width` letters, all but the first indented; a longer word has a line of its own.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

}  // namespace tessera::cli
