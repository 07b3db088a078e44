// SPDX-License-Identifier: Apache-2.0
// What the tests of the deepening searches share: goals, boards, and a kernel with bad manners.
#pragma once

#include "tessera/domains/sliding_tile.hpp"
#include "tessera/search/deepening.hpp"

#include <chrono>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace tessera::test {

using Cells = std::vector<std::uint8_t>;

inline Cells blank_first() {
    Cells cells(16);
    std::iota(cells.begin(), cells.end(), std::uint8_t{0});
    return cells;
}
inline Cells blank_last() { return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0}; }
inline Cells blank_inside() { return {1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; }
inline Cells spiral() { return {1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7}; }

// A state that a random walk from the goal comes to.
inline FifteenPuzzle::State walk(const FifteenPuzzle& domain, std::mt19937_64& random, int length) {
    FifteenPuzzle::State s = domain.goal();
    std::optional<Cell> back;
    for (int i = 0; i < length;) {
        const auto& moves = domain.moves(s);
        const Cell m = moves[random() % moves.size()];
        if (back && m == *back) continue;
        back = domain.undo(s, m);
        s = domain.apply(s, m);
        ++i;
    }
    return s;
}

// A kernel with bad manners: it dawdles, and now and then stops for no reason.  What a round counts must not depend on
// it.
template <class Kernel>
struct Jittery : Kernel {
    using Kernel::Kernel;

    struct Jitter final : Pace {
        Jitter(Pace& true_pace, std::mt19937_64& r) : pace(true_pace), random(r) {}
        bool go_on(std::uint64_t generated) override {
            const auto dice = random() % 16;
            if (dice == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
            if (dice == 1) std::this_thread::yield();
            return pace.go_on(generated) && dice < 14;
        }
        Pace& pace;
        std::mt19937_64& random;
    };

    template <class P>
    Ending exhaust(const P& piece, Pace& pace) {
        if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 100));
        Jitter jitter(pace, random);
        return Kernel::exhaust(piece, jitter);
    }

    std::mt19937_64 random{std::hash<std::thread::id>{}(std::this_thread::get_id()) ^
                           reinterpret_cast<std::uintptr_t>(this)};
};

// The rounds that were searched to their end: the same at any number of threads.
inline std::vector<Iteration> completed(const std::vector<Iteration>& iterations) {
    std::vector<Iteration> list;
    for (const Iteration& i : iterations)
        if (i.completed) list.push_back(i);
    return list;
}

}  // namespace tessera::test
