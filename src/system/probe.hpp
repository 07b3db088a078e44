// SPDX-License-Identifier: Apache-2.0
// What the machine itself gives to n threads, without any search: the ceiling that a speedup can be held against.
#pragma once

#include <chrono>
#include <cstdint>

namespace tessera {

struct ProbeRate {
    double seconds = 0;
    std::uint64_t operations = 0;  // of all threads together
    bool pinned = false;           // every thread had a processor of its own
};

// Both run for the given time on so many threads, each bound to one processor where the system lets us.
// Arithmetic in registers: what clocks, shared cores and other programs leave of n processors.
[[nodiscard]] ProbeRate probe_compute(unsigned threads, std::chrono::nanoseconds time);
// Reads at random places of a table far larger than the caches, asked for in batches before they are used, as the
// searches over pattern databases do.
[[nodiscard]] ProbeRate probe_memory(unsigned threads, std::chrono::nanoseconds time);

}  // namespace tessera
