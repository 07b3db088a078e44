// SPDX-License-Identifier: Apache-2.0
// A* (Hart, Nilsson and Raphael 1968), the textbook form: one open list, one table of known states.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/core/settings.hpp"
#include "tessera/heuristics/blind.hpp"
#include "tessera/search/bucket_queue.hpp"
#include "tessera/search/observer.hpp"
#include "tessera/search/replay.hpp"
#include "tessera/search/state_map.hpp"

#include <algorithm>
#include <string_view>

namespace tessera {

// A better way to a known state makes its old entry in the open list outdated (it is skipped when it comes up) and
// reopens the state if it was closed: bounds need not be consistent.  With a consistent one nothing is ever reopened.
struct AStar {
    static constexpr std::string_view name = "astar";
    static constexpr std::string_view summary = "A*: smallest g + h first, ties by larger g";
    static constexpr bool optimal = true;
    static constexpr bool informed = true;
    static constexpr bool parallel = false;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H& heuristic, const typename D::State& start,
                                 const Settings& settings, const Observer<D>* observer = nullptr) {
        using State = typename D::State;
        struct Record {
            typename D::Move back{};
            std::uint16_t g = 0;
            bool closed = false;
            bool operator==(const Record&) const = default;
        };

        SearchResult<D> result;
        Stats& stats = result.stats;
        Budget budget(settings);
        StateMap<D, Record> known(domain, budget);
        BucketQueue<KeyOf<D>> open(budget);
        StateMap<D, std::uint64_t> numbers(domain, budget);  // of the nodes, for the observer alone
        std::uint64_t uncharged = 0;

        const auto finish = [&](Outcome outcome, Limit limit) {
            result.outcome = outcome;
            result.limit = limit;
            stats.stored = known.size();
            return result;
        };
        const auto number_of = [&](const State& s) { return *numbers.insert(s, stats.generated).first; };

        if constexpr (ScreenedDomain<D>)
            if (!domain.solvable(start)) return finish(Outcome::unsolvable, Limit::none);

        const Cost first = heuristic.value(heuristic.start(start));
        stats.generated = 1;
        if (observer) (void)number_of(start);
        if (!known.insert(start, Record{}).first || !open.push(to_key(domain, start), first, 0))
            return finish(budget.outcome(), budget.limit());
        result.lower_bound = first;

        while (!open.empty()) {
            stats.largest_queue = std::max<std::uint64_t>(stats.largest_queue, open.size());
            const auto item = open.pop();
            ++stats.pops;
            const State s = from_key(domain, item.entry);
            Record& record = *known.insert(s, Record{}).first;
            if (record.closed || record.g != item.g) continue;
            result.lower_bound = std::max(result.lower_bound, item.f);
            if (item.f > settings.limits.cost) return finish(Outcome::limit_reached, Limit::cost);
            if (observer) {
                const std::uint64_t parent = s == start ? 0 : number_of(domain.apply(s, record.back));
                (*observer)({Event::visit, s, number_of(s), parent, stats.pops, item.g, item.f});
            }
            if (domain.is_goal(s)) {
                result.path = walk_back(domain, start, s, [&](const State& t) { return known.find(t)->back; });
                result.lower_bound = item.g;
                return finish(Outcome::solved, Limit::none);
            }
            record.closed = true;
            ++stats.expanded;
            const auto trace = heuristic.start(s);
            const auto g = static_cast<std::uint16_t>(item.g + 1);
            const bool has_parent = !(s == start);
            const auto back = record.back;
            for (const auto move : domain.moves(s)) {
                if (has_parent && move == back) continue;
                ++stats.generated;
                ++uncharged;
                const State child = domain.apply(s, move);
                const Record fresh_record{domain.undo(s, move), g, false};
                const auto [entry, fresh] = known.insert(child, fresh_record);
                if (!entry) return finish(budget.outcome(), budget.limit());
                if (observer && fresh) (void)number_of(child);
                if (!fresh) {
                    ++stats.duplicates;
                    if (entry->g <= g) continue;
                    stats.reopened += entry->closed;
                    *entry = fresh_record;
                }
                const Cost h = heuristic.value(heuristic.step(trace, s, move, child));
                if (!open.push(to_key(domain, child), g + h, g)) return finish(budget.outcome(), budget.limit());
            }
            if (uncharged >= Budget::stride) {
                if (budget.charge(uncharged, item.f)) return finish(budget.outcome(), budget.limit());
                uncharged = 0;
            }
        }
        return finish(Outcome::unsolvable, Limit::none);
    }
};

struct Ucs {
    static constexpr std::string_view name = "ucs";
    static constexpr std::string_view summary = "uniform-cost search: A* with the blind bound";
    static constexpr bool optimal = true;
    static constexpr bool informed = false;
    static constexpr bool parallel = false;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H&, const typename D::State& start, const Settings& settings,
                                 const Observer<D>* observer = nullptr) {
        return AStar::solve(domain, Blind<D>(domain), start, settings, observer);
    }
};

}  // namespace tessera
