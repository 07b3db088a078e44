// SPDX-License-Identifier: Apache-2.0
#include "cli/console.hpp"

#include "cli/terminal.hpp"

#include <unistd.h>
#include <cstdio>

namespace tessera::cli {

namespace {

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

Console::Console() : terminal_(can_redraw(STDERR_FILENO)) {}

void Console::wipe() {
    if (drawn_) put("\r\033[K");
    drawn_ = false;
}

void Console::error(std::string_view text) {
    const std::lock_guard lock(mutex_);
    wipe();
    put("tessera: " + std::string(text) + "\n");
}

void Console::note(std::string_view text) {
    if (!quiet_) error(text);
}

void Console::status(std::string_view text) {
    if (!shows_status()) return;
    const std::lock_guard lock(mutex_);
    put("\r" + std::string(text.substr(0, terminal_width(STDERR_FILENO, 80) - 1)) + "\033[K");
    std::fflush(stderr);
    drawn_ = true;
}

void Console::clear() {
    const std::lock_guard lock(mutex_);
    wipe();
}

void Console::try_clear() {
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) wipe();
}

}  // namespace tessera::cli
