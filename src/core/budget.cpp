// SPDX-License-Identifier: Apache-2.0
#include "tessera/core/budget.hpp"

#include <unistd.h>
#include <cstdio>
#include <limits>

namespace tessera {

std::uint64_t resident_bytes() noexcept {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (!file) return 0;
    unsigned long long total = 0, resident = 0;
    const int fields = std::fscanf(file, "%llu %llu", &total, &resident);
    std::fclose(file);
    return fields == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void Budget::stop(Outcome outcome, Limit limit) noexcept {
    if (!decided_.exchange(true, std::memory_order_acq_rel)) {
        outcome_.store(outcome, std::memory_order_release);
        limit_.store(limit, std::memory_order_release);
    }
    stopped_.store(true, std::memory_order_relaxed);
}

bool Budget::charge(std::uint64_t nodes, Cost bound) noexcept {
    const std::uint64_t total = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (settings_.stop.stop_requested())
        stop(Outcome::interrupted, Limit::none);
    else if (total >= settings_.limits.nodes)
        stop(Outcome::limit_reached, Limit::nodes);
    else if (settings_.limits.time != std::chrono::nanoseconds::max() &&
             std::chrono::steady_clock::now() - begin_ >= settings_.limits.time)
        stop(Outcome::limit_reached, Limit::time);
    if (settings_.on_progress && !reporting_.exchange(true, std::memory_order_acquire)) {
        settings_.on_progress(total, bound);
        reporting_.store(false, std::memory_order_release);
    }
    return stopped();
}

bool Budget::grow(std::uint64_t bytes) noexcept {
    if (reserve(bytes)) return true;
    stop(Outcome::limit_reached, Limit::memory);
    return false;
}

// Who asks for too much takes nothing, not even for a moment: another who asks for little must not be refused for it.
bool Budget::reserve(std::uint64_t bytes) noexcept {
    std::uint64_t taken = bytes_.load(std::memory_order_relaxed);
    do
        if (taken > settings_.limits.bytes || bytes > settings_.limits.bytes - taken) return false;
    while (!bytes_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
    return true;
}

}  // namespace tessera
