// SPDX-License-Identifier: Apache-2.0
// A window into a running search, for traces and pictures of small searches.
#pragma once

#include "tessera/core/domain.hpp"

#include <cstdint>
#include <functional>

namespace tessera {

enum class Event {
    round,    // a deepening round begins; `depth` is its limit
    visit,    // a state is taken up for expansion
    retreat,  // a depth-first branch is exhausted
};

template <Domain D>
struct Visit {
    Event event = Event::visit;
    typename D::State state{};
    std::uint64_t node = 0;     // number in order of creation; the start is 1
    std::uint64_t parent = 0;   // 0: none
    std::uint64_t order = 0;    // number in order of visiting
    Cost depth = 0;
    Cost estimate = 0;          // f = g + h
};

// Searches that can be traced take a pointer to one; null costs a test per expansion.
template <Domain D>
using Observer = std::function<void(const Visit<D>&)>;

}  // namespace tessera
