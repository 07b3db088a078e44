// SPDX-License-Identifier: Apache-2.0
// Iterative-deepening A* (Korf 1985), on any number of threads, and iterative deepening as its blind case.
#pragma once

#include "tessera/heuristics/blind.hpp"
#include "tessera/parallel/processors.hpp"
#include "tessera/search/deepening.hpp"
#include "tessera/search/kernels.hpp"

#include <algorithm>
#include <concepts>
#include <string_view>

namespace tessera {

template <class Kernel, Domain D, HeuristicFor<D> H>
SearchResult<D> deepen(const D& domain, const H& heuristic, const typename D::State& start, const Settings& settings,
                       const Observer<D>* observer = nullptr) {
    return Deepening<Kernel, D, H>(domain, heuristic, settings, observer).run(start);
}

struct IdaStar {
    static constexpr std::string_view name = "idastar";
    static constexpr std::string_view summary = "iterative-deepening A*: constant memory on sliding tiles";
    static constexpr bool optimal = true;
    static constexpr bool informed = true;
    static constexpr bool parallel = true;
    static constexpr bool distributed = true;
    static constexpr bool resumable = true;

    // Threads that search, of those that are wanted.  When there are more than processors, the few that run are kept
    // busy with dividing their work, and a round waits for those that do not.
    static unsigned crew(const Settings& settings) noexcept {
        const unsigned processors = settings.processors > 0 ? settings.processors : usable_processors();
        return std::clamp(settings.threads, 1u, processors);
    }

    template <Domain D>
    static constexpr bool can_prune = requires {
        typename History<D>::Automaton;
    };

    // What `automatic` means for a heuristic.  With Manhattan distance and its relatives people compare node counts;
    // with pattern databases they want the answer.
    template <Domain D, HeuristicFor<D> H>
    static Pruning pruning(const Settings& settings) noexcept {
        if (!can_prune<D>) return Pruning::none;
        if (settings.pruning != Pruning::automatic) return settings.pruning;
        return std::same_as<H, AdditivePdb<D>> ? Pruning::automaton : Pruning::none;
    }

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H& heuristic, const typename D::State& start,
                                 const Settings& wanted, const Observer<D>* observer = nullptr) {
        Settings settings = wanted;
        settings.threads = crew(wanted);
        settings.pruning = pruning<D, H>(wanted);
        if constexpr (ScreenedDomain<D>) {
            if (!domain.solvable(start)) return {};
            if (observer) return deepen<BoundedDfs<D, H>>(domain, heuristic, start, settings, observer);
            if constexpr (requires { FastestKernel<D, H>::fits(domain, heuristic); })
                if (!FastestKernel<D, H>::fits(domain, heuristic))
                    return deepen<BoundedDfs<D, H>>(domain, heuristic, start, settings);
            return deepen<FastestKernel<D, H>>(domain, heuristic, start, settings);
        } else {
            return deepen<BoundedDfs<D, H, VisitedDepths<D>>>(domain, heuristic, start, settings, observer);
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
    static constexpr bool resumable = true;

    template <Domain D, HeuristicFor<D> H>
    static SearchResult<D> solve(const D& domain, const H&, const typename D::State& start, const Settings& settings,
                                 const Observer<D>* observer = nullptr) {
        const Blind<D> blind(domain);
        return deepen<BoundedDfs<D, Blind<D>, VisitedDepths<D>>>(domain, blind, start, settings, observer);
    }
};

}  // namespace tessera
