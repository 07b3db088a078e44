// SPDX-License-Identifier: Apache-2.0
// What a search returns.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/stats.hpp"

#include <vector>

namespace tessera {

enum class Outcome { solved, unsolvable, limit_reached, interrupted };

// Which limit ended a search.
enum class Limit { none, time, nodes, memory, cost };

template <Domain D>
struct SearchResult {
    Outcome outcome = Outcome::unsolvable;
    Limit limit = Limit::none;
    std::vector<typename D::Move> path;  // empty unless solved
    Cost lower_bound = 0;                // proven, also when not solved
    Stats stats;
    std::vector<Iteration> iterations;   // of the deepening searches
    std::vector<Stats> workers;          // of the parallel searches: what each worker did
    double seconds_before = 0;           // spent by earlier runs, if the search was resumed
};

}  // namespace tessera
