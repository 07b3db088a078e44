// SPDX-License-Identifier: Apache-2.0
// The contract of a lower bound: a value that can be carried along a move.
#pragma once

#include "tessera/core/domain.hpp"

#include <string_view>

namespace tessera {

// A lower bound with luggage: what it wants to remember from parent to child is its Trace.  `start` computes it from
// nothing, `step` carries it over one move (before, move, after), `value` reads the bound.  IDA* carries the trace
// down the recursion; A* makes it once per expansion and steps to the children.
// Every heuristic is admissible; `consistent` says whether it also changes by at most one along a move.
template <class H, class D>
concept HeuristicFor = Domain<D> && SmallValue<typename H::Trace> &&
    requires(const H h, const typename H::Trace t, const typename D::State s, const typename D::Move m) {
        { h.start(s) } noexcept -> std::same_as<typename H::Trace>;
        { h.step(t, s, m, s) } noexcept -> std::same_as<typename H::Trace>;
        { h.value(t) } noexcept -> std::same_as<Cost>;
        { H::name } -> std::convertible_to<std::string_view>;
        { H::summary } -> std::convertible_to<std::string_view>;
        { H::consistent } -> std::convertible_to<bool>;
    };

}  // namespace tessera
