// SPDX-License-Identifier: Apache-2.0
// Iterations around kernel 1: iterative-deepening A* (Korf 1985), and iterative deepening as its blind case.
#pragma once

#include "tessera/heuristics/blind.hpp"
#include "tessera/search/bounded_dfs.hpp"

#include <chrono>
#include <string_view>

namespace tessera {

namespace detail {

// Raises the bound to the least f that was cut until a goal is found, nothing was cut, or the budget ends.  As the
// bound never skips a value that a solution could have, the first solution is optimal.
template <class Kernel, Domain D, HeuristicFor<D> H>
SearchResult<D> deepen(const D& domain, const H& heuristic, const typename D::State& start, const Settings& settings,
                       const Observer<D>* observer) {
    SearchResult<D> result;
    Budget budget(settings);
    const Piece<D, typename H::Trace> root{start, heuristic.start(start), 0, std::nullopt};
    Cost bound = heuristic.value(root.trace);
    result.stats.generated = 1;
    for (;;) {
        result.lower_bound = bound;
        if (bound > settings.limits.cost || bound > settings.limits.depth) {
            result.outcome = Outcome::limit_reached;
            result.limit = Limit::cost;
            return result;
        }
        if (observer) (*observer)({Event::round, start, 0, 0, 0, bound, bound});
        Kernel kernel(domain, heuristic, budget, observer);
        const auto begin = std::chrono::steady_clock::now();
        const bool found = kernel.exhaust(root, bound);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;

        kernel.stats.stored = kernel.remembered();
        result.stats += kernel.stats;
        result.stats.stored = kernel.stats.stored;
        const bool completed = !found && !budget.stopped();
        result.iterations.push_back({bound, kernel.stats, seconds.count(), completed});
        if (settings.on_iteration) settings.on_iteration(result.iterations.back());
        if (found) {
            result.outcome = Outcome::solved;
            result.path.assign(kernel.path.rbegin(), kernel.path.rend());
            return result;
        }
        if (!completed) {
            result.outcome = budget.outcome();
            result.limit = budget.limit();
            return result;
        }
        if (kernel.seen_all()) {
            result.outcome = Outcome::unsolvable;
            return result;
        }
        bound = kernel.next_bound;
    }
}

}  // namespace detail

struct IdaStar {
    static constexpr std::string_view name = "idastar";
    static constexpr std::string_view summary = "iterative-deepening A*: constant memory on sliding tiles";
    static constexpr bool optimal = true;
    static constexpr bool informed = true;
    static constexpr bool parallel = false;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H& heuristic, const typename D::State& start,
                                 const Settings& settings, const Observer<D>* observer = nullptr) {
        if constexpr (ScreenedDomain<D>) {
            if (!domain.solvable(start)) return {};
            return detail::deepen<BoundedDfs<D, H, NoMemory<D>>>(domain, heuristic, start, settings, observer);
        } else {
            return detail::deepen<BoundedDfs<D, H, VisitedDepths<D>>>(domain, heuristic, start, settings, observer);
        }
    }
};

// Remembers the depth of each state within a round: a state is searched again only when it is reached earlier, which
// keeps the answer optimal, and a round that cut nothing proves that there is none.
struct Ids {
    static constexpr std::string_view name = "ids";
    static constexpr std::string_view summary = "iterative deepening: depth-first rounds to a growing depth";
    static constexpr bool optimal = true;
    static constexpr bool informed = false;
    static constexpr bool parallel = false;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H&, const typename D::State& start, const Settings& settings,
                                 const Observer<D>* observer = nullptr) {
        const Blind<D> blind(domain);
        return detail::deepen<BoundedDfs<D, Blind<D>, VisitedDepths<D>>>(domain, blind, start, settings, observer);
    }
};

}  // namespace tessera
