// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM as a request to stop, received by one thread that does nothing else.
#pragma once

#include "cli/console.hpp"

#include <atomic>
#include <stop_token>
#include <thread>

namespace tessera::cli {

// Blocks both signals in the calling thread, and so in all threads that it starts later; a thread of its own waits for
// them.  The first one requests a stop and makes wake_fd() readable, a second one ends the program at once.  Make one
// before any other thread is started.
class SignalWatcher {
public:
    explicit SignalWatcher(Console& console);
    ~SignalWatcher();
    SignalWatcher(const SignalWatcher&) = delete;
    SignalWatcher& operator=(const SignalWatcher&) = delete;

    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
    [[nodiscard]] int wake_fd() const { return pipe_[0]; }
    // The signal that came, or 0.
    [[nodiscard]] int received() const { return received_.load(std::memory_order_acquire); }

private:
    void watch();

    Console& console_;
    std::stop_source stop_;
    std::atomic<int> received_{0};      // release/acquire: read by the main thread after the search
    std::atomic<bool> leaving_{false};  // release/acquire: set before the watcher is woken for the last time
    int pipe_[2] = {-1, -1};
    std::thread thread_;
};

// Blocks both signals in the calling thread, for a program that starts threads before it has a watcher.
void hold_signals();

// Ends the program by the default action of a signal, as if it had never been caught.
[[noreturn]] void end_by_signal(int signal);

}  // namespace tessera::cli
