// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: layer by layer, duplicates detected when they are generated.  The goal test is made then, too.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/search/observer.hpp"
#include "tessera/search/replay.hpp"
#include "tessera/search/state_map.hpp"
#include "tessera/search/waiting_line.hpp"

#include <algorithm>

namespace tessera {

namespace detail {

// How many moves the rules refuse that a naive program would try before the i-th legal one (all of them for i = size).
template <Domain D>
std::uint64_t refused_before(const D& domain, const typename D::State& s, std::size_t i) {
    if constexpr (requires { domain.refused_before(s, i); }) return domain.refused_before(s, i);
    else return 0;
}

}  // namespace detail

// `pops` is counted as by a textbook queue that holds every successor, known or refused or not, and looks at it when it
// comes out: the place of an entry in that queue is known when it is generated, so nothing has to be kept for it.
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
            std::uint64_t node = 0;  // place in the textbook queue
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
        WaitingLine<Waiting> queue(budget);
        std::uint64_t uncharged = 0;
        std::uint64_t entries = 1;  // of the textbook queue

        const auto finish = [&](Outcome outcome, Limit limit) {
            result.outcome = outcome;
            result.limit = limit;
            stats.stored = known.size();
            return result;
        };
        const auto solved = [&](const State& goal) {
            result.path = walk_back(domain, start, goal, [&](const State& s) { return known.find(s)->back; });
            result.lower_bound = static_cast<Cost>(result.path.size());
            stats.pops = known.find(goal)->node;
            return finish(Outcome::solved, Limit::none);
        };

        std::uint64_t visits = 0;
        const auto show = [&](const State& s, const Record& record, std::uint64_t parent) {
            if (observer) (*observer)({Event::visit, s, record.node, parent, ++visits, record.depth, record.depth});
        };
        const Cost depth_limit = std::min(settings.limits.depth, settings.limits.cost);

        stats.generated = 1;
        if (!known.insert(start, Record{{}, 0, 1}).first) return finish(budget.outcome(), budget.limit());
        if (!queue.push({start, Record{{}, 0, 1}, 0})) return finish(budget.outcome(), budget.limit());
        if (domain.is_goal(start)) {
            show(start, Record{{}, 0, 1}, 0);
            return solved(start);
        }
        while (!queue.empty()) {
            stats.largest_queue = std::max<std::uint64_t>(stats.largest_queue, queue.size());
            const Waiting here = queue.pop();
            stats.pops = here.record.node;
            result.lower_bound = here.record.depth + 1;
            show(here.state, here.record, here.parent);
            if (here.record.depth >= depth_limit) continue;  // to the end of the layer: the queue runs empty
            ++stats.expanded;
            std::size_t i = 0;
            for (const auto move : domain.moves(here.state)) {
                ++stats.generated;
                ++uncharged;
                const std::uint64_t place = entries + detail::refused_before(domain, here.state, i) + i + 1;
                ++i;
                const State child = domain.apply(here.state, move);
                const Record record{domain.undo(here.state, move), here.record.depth + 1, place};
                const auto [entry, fresh] = known.insert(child, record);
                if (!entry) return finish(budget.outcome(), budget.limit());
                if (!fresh) {
                    ++stats.duplicates;
                    continue;
                }
                if (domain.is_goal(child)) {
                    show(child, record, here.record.node);
                    return solved(child);
                }
                if (!queue.push({child, record, here.record.node})) return finish(budget.outcome(), budget.limit());
            }
            entries += i + detail::refused_before(domain, here.state, i);
            if (uncharged >= Budget::stride) {
                if (budget.charge(uncharged, here.record.depth)) return finish(budget.outcome(), budget.limit());
                uncharged = 0;
            }
        }
        if (result.lower_bound > depth_limit) return finish(Outcome::limit_reached, Limit::cost);
        stats.pops = entries;
        return finish(Outcome::unsolvable, Limit::none);
    }
};

}  // namespace tessera
