// SPDX-License-Identifier: Apache-2.0
// Standard error: messages, and at the foot of a terminal one status line that is redrawn in place.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace tessera::cli {

// May be used by several threads.  Where standard error is no terminal there is no status line, and not one control
// character is written.
class Console {
public:
    Console();
    ~Console() { clear(); }
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    // No status line and no notes from now on; errors are still shown.
    void be_quiet() { quiet_ = true; }
    [[nodiscard]] bool shows_status() const { return terminal_ && !quiet_; }

    // "tessera: text".  Above the status line, if there is one.
    void error(std::string_view text);
    // The same, for things good to know.
    void note(std::string_view text);

    // Draws the status line; longer text is cut to the width of the terminal.
    void status(std::string_view text);
    // Takes the status line away.
    void clear();
    // The same for a program about to end by a signal: gives up if another thread is drawing.
    void try_clear();

private:
    void wipe();

    std::mutex mutex_;
    bool terminal_ = false;
    bool quiet_ = false;
    bool drawn_ = false;
};

}  // namespace tessera::cli
