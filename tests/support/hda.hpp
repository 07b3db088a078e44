// SPDX-License-Identifier: Apache-2.0
// What tests of the hash-distributed search need: unrest among its workers, a bound that is not consistent, and a
// puzzle that does not know whether it can be solved.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/hdastar.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace tessera::test {

// Lets a worker go on, step aside, or sleep, by a lot that depends on the seed, the worker and how often it was asked.
// With an even seed the threads come somewhere on the way, with an odd one at once.
struct RandomPauses {
    std::uint64_t seed = 0;
    std::array<std::uint64_t, 64> asked{};  // each worker has its own place

    void operator()(unsigned worker) {
        const std::uint64_t lot = mix_bits(seed * 64 + worker + mix_bits(++asked[worker]));
        if (lot % 64 == 0)
            std::this_thread::sleep_for(std::chrono::microseconds(lot >> 8 & 255));
        else if (lot % 4 == 0)
            std::this_thread::yield();
    }
    [[nodiscard]] std::uint64_t opening(std::uint64_t) const noexcept {
        return seed % 2 ? 0 : mix_bits(seed + 1) >> (mix_bits(seed) % 64);
    }
};

// Manhattan distance, much weakened on half of the states: never too high, but it jumps along a move.
template <class D>
class PatchyManhattan {
public:
    static constexpr std::string_view name = "patchy-manhattan";
    static constexpr std::string_view summary = "for tests: admissible and not consistent";
    static constexpr bool consistent = false;
    using Trace = Cost;

    explicit PatchyManhattan(const D& domain) : domain_(domain), manhattan_(domain) {}
    [[nodiscard]] Trace start(const typename D::State& s) const noexcept {
        const Cost h = manhattan_.start(s);
        return mix_bits(domain_.hash(s)) & 1 ? h : h / 3;
    }
    [[nodiscard]] Trace step(Trace, const typename D::State&, typename D::Move,
                             const typename D::State& after) const noexcept {
        return start(after);
    }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    const D& domain_;
    Manhattan<D> manhattan_;
};

// Numbers in a circle, steps of two: from an even number the odd goal is out of reach, and only a search tells.
struct CircleOfTwos {
    using State = std::uint32_t;
    using Move = std::int8_t;
    std::uint32_t size = 1000;  // even
    std::uint32_t target = 501;

    [[nodiscard]] std::array<Move, 2> moves(State) const noexcept { return {2, -2}; }
    [[nodiscard]] State apply(State s, Move m) const noexcept { return (s + size + static_cast<State>(m)) % size; }
    [[nodiscard]] Move undo(State, Move m) const noexcept { return static_cast<Move>(-m); }
    [[nodiscard]] bool is_goal(State s) const noexcept { return s == target; }
    [[nodiscard]] std::uint64_t hash(State s) const noexcept { return mix_bits(s + 1); }
};
static_assert(Domain<CircleOfTwos> && !ScreenedDomain<CircleOfTwos>);

}  // namespace tessera::test
