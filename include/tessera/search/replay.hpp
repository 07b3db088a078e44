// SPDX-License-Identifier: Apache-2.0
// Walking a path by the rules, and walking back from a found goal.
#pragma once

#include "tessera/core/domain.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

// The state at the end of a path, or nothing if a move on the way is not legal.
template <Domain D>
[[nodiscard]] std::optional<typename D::State> replay(const D& domain, typename D::State s,
                                                      std::span<const typename D::Move> path) {
    for (const auto move : path) {
        const auto& legal = domain.moves(s);
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) return std::nullopt;
        s = domain.apply(s, move);
    }
    return s;
}

// The path from `start` to `s`, found by following back(state), the move that leads one step nearer to the start.
template <Domain D, class Back>
[[nodiscard]] std::vector<typename D::Move> walk_back(const D& domain, const typename D::State& start,
                                                      typename D::State s, Back back) {
    std::vector<typename D::Move> path;
    while (!(s == start)) {
        const typename D::Move home = back(s);
        path.push_back(domain.undo(s, home));
        s = domain.apply(s, home);
    }
    std::reverse(path.begin(), path.end());
    return path;
}

}  // namespace tessera
