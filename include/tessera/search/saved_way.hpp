// SPDX-License-Identifier: Apache-2.0
// Moves as numbers: each by its place in the list of moves of the state it is made in.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/saved_search.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace tessera {

template <Domain D>
[[nodiscard]] SavedWay number_moves(const D& domain, typename D::State s, const std::vector<typename D::Move>& way) {
    SavedWay numbers;
    for (const auto move : way) {
        const auto& moves = domain.moves(s);
        const auto place = std::find(moves.begin(), moves.end(), move) - moves.begin();
        numbers.push_back(static_cast<std::uint8_t>(place));
        s = domain.apply(s, move);
    }
    return numbers;
}

// Nothing if a number stands for no move.
template <Domain D>
[[nodiscard]] std::optional<std::vector<typename D::Move>> read_moves(const D& domain, typename D::State s,
                                                                      const SavedWay& numbers) {
    std::vector<typename D::Move> way;
    for (const std::uint8_t number : numbers) {
        const auto& moves = domain.moves(s);
        if (number >= moves.size()) return std::nullopt;
        way.push_back(moves[number]);
        s = domain.apply(s, way.back());
    }
    return way;
}

}  // namespace tessera
