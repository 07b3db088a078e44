// SPDX-License-Identifier: Apache-2.0
// The one place that decides to stop.  Workers charge it every few thousand nodes; it looks at the clock, the node
// count and the stop request, and sets one flag that the inner loops read.  Stores ask it before they grow.
#pragma once

#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace tessera {

// Resident memory of this process now, in bytes (0 where the system does not tell).
[[nodiscard]] std::uint64_t resident_bytes() noexcept;

class Budget {
public:
    // Nodes between two looks at the budget in an inner loop.
    static constexpr std::uint64_t stride = 1 << 14;

    // Memory counts from what the process has already, without what others answer for.
    explicit Budget(const Settings& settings, std::uint64_t left_to_others = 0)
        : settings_(settings), begin_(std::chrono::steady_clock::now()), bytes_(own_bytes(left_to_others)) {}

    // Read by inner loops.  Relaxed: the flag carries no data, a late reader only works a little longer.
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

    // Counts nodes and looks at every limit but memory.  Returns true when it is time to stop.
    bool charge(std::uint64_t nodes, Cost bound = 0) noexcept;

    // Asks for memory before it is taken; false: the limit does not allow it, and the search must stop.
    [[nodiscard]] bool grow(std::uint64_t bytes) noexcept;
    // The same for those who can do without: false, and nothing has happened.
    [[nodiscard]] bool reserve(std::uint64_t bytes) noexcept;
    void shrink(std::uint64_t bytes) noexcept { bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

    // A worker that ran out of memory or found the cost limit says so here.
    void stop(Outcome outcome, Limit limit) noexcept;

    // The reason, for the result.  Read after the workers are joined.
    [[nodiscard]] Outcome outcome() const noexcept { return outcome_.load(std::memory_order_acquire); }
    [[nodiscard]] Limit limit() const noexcept { return limit_.load(std::memory_order_acquire); }

private:
    [[nodiscard]] static std::uint64_t own_bytes(std::uint64_t left_to_others) noexcept {
        const std::uint64_t resident = resident_bytes();
        return resident - std::min(resident, left_to_others);
    }

    const Settings& settings_;
    std::chrono::steady_clock::time_point begin_;
    std::atomic<std::uint64_t> nodes_{0};  // relaxed: a count, ordered by the join
    std::atomic<std::uint64_t> bytes_;     // relaxed: a count
    std::atomic<bool> stopped_{false};
    std::atomic<bool> decided_{false};     // the first reason wins
    std::atomic<bool> reporting_{false};   // one thread at a time reports progress
    std::atomic<Outcome> outcome_{Outcome::limit_reached};
    std::atomic<Limit> limit_{Limit::none};
};

}  // namespace tessera
