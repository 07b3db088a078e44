// SPDX-License-Identifier: Apache-2.0
// The contract of a lower bound: a value that can be carried along a move.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/settings.hpp"

#include <concepts>
#include <functional>
#include <string>
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

// How a heuristic is asked for by name.
struct HeuristicRequest {
    std::string name;
    unsigned threads = 1;  // for tables that must be made
    std::stop_token stop;
    std::function<void(const std::string&)> on_warning;
};

// Most heuristics have one name and need nothing but the domain.  A family of heuristics says itself which names it
// answers to (a static `matches`) and takes the request as a second argument of its constructor.
template <class H>
[[nodiscard]] bool answers_to(std::string_view name) {
    if constexpr (requires { { H::matches(name) } -> std::same_as<bool>; }) return H::matches(name);
    else return name == H::name;
}

template <class H, Domain D>
[[nodiscard]] H make_heuristic(const D& domain, const HeuristicRequest& request) {
    if constexpr (std::constructible_from<H, const D&, const HeuristicRequest&>) return H(domain, request);
    else return H(domain);
}

}  // namespace tessera
