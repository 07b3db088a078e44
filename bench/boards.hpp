// SPDX-License-Identifier: Apache-2.0
// Boards for the small benchmarks.
#pragma once

#include "tessera/domains/sliding_tile.hpp"

#include <array>
#include <random>
#include <vector>

namespace tessera::bench {

inline FifteenPuzzle korf_puzzle() {
    std::array<std::uint8_t, 16> goal{};
    for (std::size_t i = 0; i < goal.size(); ++i) goal[i] = static_cast<std::uint8_t>(i);
    return {FixedShape<4, 4>{}, goal};
}

// Boards met on a random walk from the goal, each with the move made there.
struct Walked {
    FifteenPuzzle::State state;
    FifteenPuzzle::Move move;
};
inline std::vector<Walked> random_walk(const FifteenPuzzle& domain, std::size_t steps) {
    std::mt19937 random(1);
    std::vector<Walked> walk;
    FifteenPuzzle::State s = domain.goal();
    for (std::size_t i = 0; i < steps; ++i) {
        const auto& moves = domain.moves(s);
        const auto move = moves[random() % moves.size()];
        walk.push_back({s, move});
        s = domain.apply(s, move);
    }
    return walk;
}

}  // namespace tessera::bench
