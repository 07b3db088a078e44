// SPDX-License-Identifier: Apache-2.0
// Moves as numbers: each by its place in the list of moves of the state it is made in.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/saved_search.hpp"
#include "tessera/search/subtree.hpp"

#include <algorithm>
#include <optional>
#include <utility>
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

// The piece that was saved, found again from the root of the search.  Nothing if a number stands for no move.
template <Domain D, HeuristicFor<D> H>
[[nodiscard]] std::optional<Piece<D, typename H::Trace>> walk_to(const D& domain, const H& heuristic,
                                                                 const Piece<D, typename H::Trace>& root,
                                                                 const SavedPiece& saved) {
    auto way = read_moves(domain, root.state, saved.way);
    if (!way) return std::nullopt;
    Piece<D, typename H::Trace> at = root;
    for (const auto move : *way) {
        at.back = domain.undo(at.state, move);
        at.state = domain.apply(at.state, move);
        ++at.g;
    }
    at.trace = heuristic.start(at.state);  // once: on the way the tables would be asked at each step, in vain
    at.way = std::move(*way);
    at.first = saved.first;
    if (at.first >= domain.moves(at.state).size()) return std::nullopt;
    return at;
}

}  // namespace tessera
