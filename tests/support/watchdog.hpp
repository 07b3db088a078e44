// SPDX-License-Identifier: Apache-2.0
// Ends the program when a test hangs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace tessera::test {

// Unless it hears all_is_well() within so many seconds.  It counts its own short naps, not the clock: while the whole
// process is stopped, or the machine is too busy to wake it, no time goes by.
class Watchdog {
public:
    explicit Watchdog(int seconds) : naps_(seconds * naps_per_second) {}
    void all_is_well() noexcept { heard_.store(true, std::memory_order_relaxed); }

private:
    static constexpr int naps_per_second = 20;

    void watch(const std::stop_token& stop) {
        for (int left = naps_; left > 0 && !stop.stop_requested(); --left) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1000) / naps_per_second);
            if (heard_.exchange(false, std::memory_order_relaxed)) left = naps_;
        }
        if (stop.stop_requested()) return;
        std::fputs("watchdog: the test hangs\n", stderr);
        std::abort();
    }

    int naps_;
    std::atomic<bool> heard_{false};  // relaxed: nothing else is handed over
    std::jthread thread_{[this](const std::stop_token& stop) { watch(stop); }};
};

}  // namespace tessera::test
