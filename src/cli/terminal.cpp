// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>
#include <cstdlib>

namespace tessera::cli {

namespace {

// An empty variable counts as unset.
std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

bool can_redraw(int fd) {
    const std::string_view term = variable("TERM");
    return isatty(fd) == 1 && !term.empty() && term != "dumb";
}

std::size_t terminal_width(int fd, std::size_t otherwise) {
    winsize size{};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : otherwise;
}

bool wants_colour(std::string_view when, int fd) {
    if (when == "auto") return variable("NO_COLOR").empty() && can_redraw(fd);
    return when == "always";
}

std::string Style::wrap(std::string_view code, std::string_view text) const {
    if (!colour) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

}  // namespace tessera::cli
