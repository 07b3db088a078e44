// SPDX-License-Identifier: Apache-2.0
// Depth-first search.  Finds a way, seldom a short one.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/search/bounded_dfs.hpp"
#include "tessera/search/observer.hpp"

#include <algorithm>
#include <random>
#include <vector>

namespace tessera {

// Keeps one path of frames, not a list of moves per node, and marks a state with the depth at which it was entered.
// Under a depth limit a state is entered again when it is reached by a shorter way, so that the limit hides nothing
// within reach; without one, once is enough.
// Paths can be as long as there are states, so the frames are on the heap.
struct Dfs {
    static constexpr std::string_view name = "dfs";
    static constexpr std::string_view summary = "depth-first search: any solution, not the shortest";
    static constexpr bool optimal = false;
    static constexpr bool informed = false;
    static constexpr bool parallel = false;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H&, const typename D::State& start, const Settings& settings,
                                 const Observer<D>* observer = nullptr) {
        using State = typename D::State;
        using Moves = std::remove_cvref_t<decltype(domain.moves(start))>;
        struct Frame {
            State state;
            Moves moves;
            std::size_t first = 0;   // cyclic order begins here
            std::size_t tried = 0;
            std::uint64_t node = 0;
            typename D::Move taken{};
        };

        SearchResult<D> result;
        Stats& stats = result.stats;
        Budget budget(settings);
        VisitedDepths<D> visited(domain, budget);
        std::mt19937_64 random(settings.seed);
        std::vector<Frame> path;
        bool cut = false;
        const Cost limit = std::min(settings.limits.depth, settings.limits.cost);
        const bool limited = limit < Limits{}.depth;

        const auto enter = [&](const State& s) {
            const auto depth = static_cast<Cost>(path.size());
            Frame frame{s, domain.moves(s), 0, 0, stats.pops + 1, {}};
            if (settings.shuffle_moves && frame.moves.size() > 0) frame.first = random() % frame.moves.size();
            ++stats.pops;
            if (observer)
                (*observer)({Event::visit, s, frame.node, path.empty() ? 0 : path.back().node, stats.pops, depth, depth});
            path.push_back(frame);
            stats.largest_queue = std::max<std::uint64_t>(stats.largest_queue, path.size());
        };
        const auto finish = [&](Outcome outcome, Limit why) {
            result.outcome = outcome;
            result.limit = why;
            stats.stored = visited.size();
            return result;
        };
        const auto solved = [&] {
            for (std::size_t i = 0; i + 1 < path.size(); ++i) result.path.push_back(path[i].taken);
            return finish(Outcome::solved, Limit::none);
        };

        stats.generated = 1;
        if (!visited.enter(start, 0)) return finish(budget.outcome(), budget.limit());
        enter(start);
        if (domain.is_goal(start)) return solved();
        while (!path.empty()) {
            Frame& here = path.back();
            const auto depth = static_cast<Cost>(path.size()) - 1;
            const bool too_deep = depth >= limit;
            if (too_deep || here.tried == here.moves.size()) {
                cut |= too_deep;
                if (observer)
                    (*observer)({Event::retreat, here.state, here.node, 0, stats.pops, depth, depth});
                path.pop_back();
                continue;
            }
            if (here.tried == 0) ++stats.expanded;
            here.taken = here.moves[(here.first + here.tried++) % here.moves.size()];
            const State child = domain.apply(here.state, here.taken);
            ++stats.generated;
            if (stats.generated % Budget::stride == 0 && budget.charge(Budget::stride))
                return finish(budget.outcome(), budget.limit());
            if (!visited.enter(child, limited ? depth + 1 : 0)) {
                if (budget.stopped()) return finish(budget.outcome(), budget.limit());
                ++stats.duplicates;
                continue;
            }
            enter(child);
            if (domain.is_goal(child)) return solved();
        }
        return cut ? finish(Outcome::limit_reached, Limit::cost) : finish(Outcome::unsolvable, Limit::none);
    }
};

}  // namespace tessera
