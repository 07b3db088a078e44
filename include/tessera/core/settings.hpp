// SPDX-License-Identifier: Apache-2.0
// How a search is asked to run: threads, limits, stop request, progress.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/stats.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>

namespace tessera {

class SearchStore;
class Fleet;

struct Limits {
    static constexpr std::uint64_t no_count = std::numeric_limits<std::uint64_t>::max();
    std::chrono::nanoseconds time = std::chrono::nanoseconds::max();
    std::uint64_t nodes = no_count;  // generated nodes
    std::uint64_t bytes = no_count;  // memory of the whole process
    Cost cost = std::numeric_limits<Cost>::max() / 2;  // give up on solutions longer than this
    Cost depth = std::numeric_limits<Cost>::max() / 2;  // do not look below this depth (bfs, dfs, ids)
};

// How states are dealt out to the workers of a hash-distributed search (search/owner.hpp).
enum class Ownership { hash, zobrist, abstract_zobrist, rows };

// Whether a search of sliding tiles by idastar leaves out ways of the blank that lead nowhere new
// (search/move_automaton.hpp).  Without, it generates the nodes that Korf (1985) counted.  `automatic`: with pattern
// databases.
enum class Pruning { automatic, none, automaton };

struct Settings {
    unsigned threads = 1;
    unsigned processors = 0;  // idastar works with no more threads than this; 0: than the process may run on
    Ownership ownership = Ownership::rows;
    Pruning pruning = Pruning::automatic;
    Limits limits;
    std::stop_token stop;
    std::uint64_t seed = 1;             // of every random choice
    bool shuffle_moves = false;         // dfs: random order of directions at each expansion
    SearchStore* store = nullptr;       // deepening searches: where to save and go on (core/saved_search.hpp)
    Fleet* fleet = nullptr;             // other processes that search along (parallel/fleet.hpp); threads and limits are each one's own
    std::function<void(const Iteration&)> on_iteration;  // called by one thread after each deepening round
    std::function<void(std::uint64_t nodes, Cost bound)> on_progress;  // now and then, from one thread at a time
};

}  // namespace tessera
