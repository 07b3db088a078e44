// SPDX-License-Identifier: Apache-2.0
// Work in a process of its own: its peak memory is its own, and nothing of it stays behind.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace tessera {

// SIGINT and SIGTERM wait here instead of ending the process, without a thread that could be lost in a fork.
class HeldSignals {
public:
    HeldSignals();
    ~HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    [[nodiscard]] int fd() const noexcept { return fd_; }  // readable once a signal has come
    // The first signal that came, or 0.
    [[nodiscard]] int received() noexcept;

private:
    int fd_ = -1;
    int first_ = 0;
};

// Runs `work` in a forked child and returns what it returns.  An Error thrown there is thrown here, with the same code
// and message; a child that dies otherwise is an EnvironmentError.  Nothing is returned when a signal came: the child
// is killed and its work is lost.  `waiting` is called several times a second.  To be called by a process with a single
// thread, because the others would not exist in the child.
[[nodiscard]] std::optional<std::string> run_in_child(HeldSignals& signals, const std::function<std::string()>& work,
                                                      const std::function<void()>& waiting);

}  // namespace tessera
