// SPDX-License-Identifier: Apache-2.0
// Knowing that nothing is going on any more, by counting credits.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>

namespace tessera {

// Every busy worker and every batch in flight holds one credit (after Mattern 1989).  A worker takes a credit for a
// batch before it sends it, while it still holds its own; a worker that wakes by a batch inherits the batch's credit.
// Nobody can create work without a credit, so zero, once reached, is final: all is quiet.
class Quiescence {
public:
    explicit Quiescence(unsigned busy) noexcept : credits_(busy) {}

    // Only for somebody who holds a credit.  Relaxed: the count cannot reach zero meanwhile, and what the new credit
    // stands for is handed over by other means (a lock).
    void add() noexcept { credits_.fetch_add(1, std::memory_order_relaxed); }

    // Gives credits back; true for the one who gave back the last.  Acquire and release: whoever sees zero sees all
    // that the others did before they let go.
    [[nodiscard]] bool drop(std::uint64_t count = 1) noexcept {
        const std::uint64_t before = credits_.fetch_sub(count, std::memory_order_acq_rel);
        assert(before >= count);
        return before == count;
    }

    // Where work also comes from outside, zero is not final: the one thread that lets it in may look, and may take a
    // credit for what it brings.  Acquire, as above.
    [[nodiscard]] bool quiet() const noexcept { return credits_.load(std::memory_order_acquire) == 0; }

    // Starts a new round with this many busy workers.  Only for the one who saw zero, before anybody else goes on.
    void restart(unsigned busy) noexcept { credits_.store(busy, std::memory_order_relaxed); }

private:
    alignas(64) std::atomic<std::uint64_t> credits_;  // all write it: nothing else should suffer
};

}  // namespace tessera
