// SPDX-License-Identifier: Apache-2.0
// What a terminal may be sent, and text in colour.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tessera::cli {

// A terminal that understands control sequences (TERM is set and not "dumb").
[[nodiscard]] bool can_redraw(int fd);

// How many letters a line of the terminal holds, or `otherwise` where that is not known.
[[nodiscard]] std::size_t terminal_width(int fd, std::size_t otherwise);

// "auto", "always" or "never".  Automatic: on a terminal that can, unless NO_COLOR is set and not empty.
[[nodiscard]] bool wants_colour(std::string_view when, int fd);

// Marks words when colour is on and leaves them alone when it is off.
struct Style {
    bool colour = false;
    [[nodiscard]] std::string strong(std::string_view text) const { return wrap("1", text); }
    [[nodiscard]] std::string good(std::string_view text) const { return wrap("32", text); }
    [[nodiscard]] std::string doubtful(std::string_view text) const { return wrap("33", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return wrap("31", text); }
    [[nodiscard]] std::string faint(std::string_view text) const { return wrap("2", text); }

private:
    [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
};

}  // namespace tessera::cli
