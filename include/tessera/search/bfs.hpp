// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: layer by layer, duplicates detected when they are generated.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/search/observer.hpp"
#include "tessera/search/replay.hpp"
#include "tessera/search/state_map.hpp"

#include <algorithm>
#include <deque>

namespace tessera {

struct Bfs {
    static constexpr std::string_view name = "bfs";
    static constexpr std::string_view summary = "breadth-first search";
    static constexpr bool optimal = true;
    static constexpr bool informed = false;
    static constexpr bool parallel = false;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H&, const typename D::State& start, const Settings& settings,
                                 const Observer<D>* observer = nullptr) {
        using State = typename D::State;
        struct Record {
            typename D::Move back{};
            Cost depth = 0;
            std::uint64_t node = 0;
            bool operator==(const Record&) const = default;
        };
        struct Waiting {
            State state;
            Record record;
            std::uint64_t parent;
        };

        SearchResult<D> result;
        Stats& stats = result.stats;
        Budget budget(settings);
        StateMap<D, Record> known(domain, budget);
        std::deque<Waiting> queue;
        std::uint64_t uncharged = 0;

        const auto finish = [&](Outcome outcome, Limit limit) {
            result.outcome = outcome;
            result.limit = limit;
            stats.stored = known.size();
            return result;
        };
        const auto solved = [&](const State& goal) {
            result.path = walk_back(domain, start, goal, [&](const State& s) { return known.find(s)->back; });
            result.lower_bound = static_cast<Cost>(result.path.size());
            return finish(Outcome::solved, Limit::none);
        };

        stats.generated = 1;
        if (!known.insert(start, Record{{}, 0, 1}).first) return finish(budget.outcome(), budget.limit());
        queue.push_back({start, Record{{}, 0, 1}, 0});
        if (domain.is_goal(start)) {
            stats.pops = 1;
            return solved(start);
        }
        while (!queue.empty()) {
            stats.largest_queue = std::max<std::uint64_t>(stats.largest_queue, queue.size());
            const Waiting here = queue.front();
            queue.pop_front();
            budget.shrink(sizeof(Waiting));
            ++stats.pops;
            result.lower_bound = here.record.depth + 1;
            if (observer)
                (*observer)({Event::visit, here.state, here.record.node, here.parent, stats.pops, here.record.depth,
                             here.record.depth});
            if (here.record.depth >= settings.limits.depth || here.record.depth >= settings.limits.cost)
                return finish(Outcome::limit_reached, Limit::cost);
            ++stats.expanded;
            for (const auto move : domain.moves(here.state)) {
                ++stats.generated;
                ++uncharged;
                const State child = domain.apply(here.state, move);
                const Record record{domain.undo(here.state, move), here.record.depth + 1, stats.generated};
                const auto [entry, fresh] = known.insert(child, record);
                if (!entry) return finish(budget.outcome(), budget.limit());
                if (!fresh) {
                    ++stats.duplicates;
                    continue;
                }
                if (domain.is_goal(child)) return solved(child);
                if (!budget.grow(sizeof(Waiting))) return finish(budget.outcome(), budget.limit());
                queue.push_back({child, record, here.record.node});
            }
            if (uncharged >= Budget::stride) {
                if (budget.charge(uncharged, here.record.depth)) return finish(budget.outcome(), budget.limit());
                uncharged = 0;
            }
        }
        return finish(Outcome::unsolvable, Limit::none);
    }
};

}  // namespace tessera
