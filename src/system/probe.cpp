// SPDX-License-Identifier: Apache-2.0
#include "system/probe.hpp"

#include "tessera/core/huge_array.hpp"
#include "tessera/parallel/crew.hpp"

#include <array>
#include <atomic>
#include <cstring>
#include <vector>

#include <sched.h>

namespace tessera {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t table_bytes = std::size_t{1} << 28;

// The processors that this process may use, in order.
std::vector<std::size_t> processors() {
    cpu_set_t set;
    std::vector<std::size_t> list;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return list;
    for (std::size_t i = 0; i < CPU_SETSIZE; ++i)
        if (CPU_ISSET(i, &set)) list.push_back(i);
    return list;
}

bool pin_to(std::size_t processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

std::uint64_t next_random(std::uint64_t x) noexcept {
    x ^= x << 13;
    x ^= x >> 7;
    return x ^ x << 17;
}

// A block of work between two looks at the clock.  Several chains at once, because a single one would measure the
// latency of an instruction and leave most of a core idle.
struct Arithmetic {
    static constexpr std::uint64_t block = 4 * 4096;
    std::array<std::uint64_t, 4> chain{1, 2, 3, 4};
    explicit Arithmetic(unsigned worker) { chain[0] += worker; }
    void run() noexcept {
        for (int i = 0; i < 4096; ++i)
            for (auto& x : chain) x = next_random(x) * 0x9e3779b97f4a7c15 | 1;
    }
    [[nodiscard]] std::uint64_t result() const noexcept { return chain[0] ^ chain[1] ^ chain[2] ^ chain[3]; }
};

struct RandomReads {
    static constexpr std::uint64_t batch = 32;
    static constexpr std::uint64_t block = 64 * batch;
    const std::uint8_t* table;
    std::uint64_t x, sum = 0;
    RandomReads(const HugeArray& memory, unsigned worker) : table(memory.data()), x(worker * 7919 + 1) {}
    void run() noexcept {
        std::array<std::size_t, batch> at{};
        for (std::uint64_t i = 0; i < block / batch; ++i) {
            for (auto& place : at) {
                x = next_random(x);
                place = static_cast<std::size_t>(x >> 11) % table_bytes;
                __builtin_prefetch(table + place);
            }
            for (const auto place : at) sum += table[place];
        }
    }
    [[nodiscard]] std::uint64_t result() const noexcept { return sum; }
};

// Every worker makes its own work and waits for the others; then all run until the time is over.
template <class MakeWork>
ProbeRate probe(unsigned threads, std::chrono::nanoseconds time, MakeWork make_work) {
    const std::vector<std::size_t> places = processors();
    std::atomic<unsigned> ready{0};            // release/acquire: nobody runs before all stand at the line
    std::atomic<std::uint64_t> operations{0};  // relaxed: added once per worker, read after all have ended
    std::atomic<std::uint64_t> nanoseconds{0};
    std::atomic<unsigned> pinned{0};
    std::atomic<std::uint64_t> sink{0};  // keeps the compiler from leaving the work out
    run_crew(
        threads,
        [&](unsigned i) {
            if (threads <= places.size() && pin_to(places[i])) pinned.fetch_add(1, std::memory_order_relaxed);
            auto work = make_work(i);
            work.run();  // pages, caches and clock awake
            ready.fetch_add(1, std::memory_order_release);
            while (ready.load(std::memory_order_acquire) < threads) sched_yield();
            const auto begin = Clock::now();
            auto now = begin;
            std::uint64_t done = 0;
            for (; now - begin < time; now = Clock::now()) {
                work.run();
                done += work.block;
            }
            operations.fetch_add(done, std::memory_order_relaxed);
            nanoseconds.fetch_add(static_cast<std::uint64_t>((now - begin) / std::chrono::nanoseconds(1)),
                                  std::memory_order_relaxed);
            sink.fetch_add(work.result(), std::memory_order_relaxed);
        },
        [&] { ready.store(threads, std::memory_order_release); });
    return {static_cast<double>(nanoseconds.load()) * 1e-9 / threads, operations.load(), pinned.load() == threads};
}

}  // namespace

ProbeRate probe_compute(unsigned threads, std::chrono::nanoseconds time) {
    return probe(threads, time, [](unsigned worker) { return Arithmetic(worker); });
}

ProbeRate probe_memory(unsigned threads, std::chrono::nanoseconds time) {
    HugeArray memory(table_bytes);
    std::memset(memory.data(), 1, table_bytes);  // pages that were never written all show the same zeros
    return probe(threads, time, [&](unsigned worker) { return RandomReads(memory, worker); });
}

}  // namespace tessera
