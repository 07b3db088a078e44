// SPDX-License-Identifier: Apache-2.0
// Kernel 1: depth-first search to a bound on f = g + h.  IDA*, iterative deepening and parallel IDA* are made of it.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/core/result.hpp"
#include "tessera/search/observer.hpp"
#include "tessera/search/state_map.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace tessera {

inline constexpr Cost no_bound = std::numeric_limits<Cost>::max();

// A subtree to search: its root, what the heuristic remembers there, and how the search came to it.
template <Domain D, class Trace>
struct Piece {
    typename D::State state;
    Trace trace;
    Cost g = 0;
    std::optional<typename D::Move> back;  // would undo the move that led here; none at the start
};

// Remembers the least g at which each state was entered in this round, so that loops and detours are cut, and which
// states were cut off by the bound and never entered: when none is left, the search has seen all there is.  Without
// this a depth-first search over a graph with cycles ends only if the goal is known to be reachable.
template <Domain D>
class VisitedDepths {
public:
    VisitedDepths(const D& domain, Budget& budget) : depths_(domain, budget) {}

    // True: go on; the state was not entered at this or a smaller depth before.
    [[nodiscard]] bool enter(const typename D::State& s, Cost g) {
        const auto [depth, fresh] = depths_.insert(s, g);
        if (!depth) return false;
        if (fresh) return true;
        if (*depth <= g) return false;
        if (*depth == only_cut) --cut_off_;
        *depth = g;
        return true;
    }
    void cut(const typename D::State& s) {
        if (depths_.insert(s, only_cut).second) ++cut_off_;
    }
    [[nodiscard]] bool seen_all() const noexcept { return cut_off_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return depths_.size(); }

private:
    static constexpr Cost only_cut = std::numeric_limits<Cost>::max();
    StateMap<D, Cost> depths_;
    std::uint64_t cut_off_ = 0;
};

// Remembers nothing: constant memory, for domains that know beforehand whether they can be solved.
template <Domain D>
struct NoMemory {
    NoMemory(const D&, Budget&) {}
    [[nodiscard]] static constexpr bool enter(const typename D::State&, Cost) noexcept { return true; }
    static constexpr void cut(const typename D::State&) noexcept {}
    [[nodiscard]] static constexpr bool seen_all() noexcept { return false; }
    [[nodiscard]] static constexpr std::size_t size() noexcept { return 0; }
};

template <Domain D, HeuristicFor<D> H, class Memory = NoMemory<D>>
class BoundedDfs {
public:
    using State = typename D::State;
    using Move = typename D::Move;
    using Trace = typename H::Trace;

    BoundedDfs(const D& domain, const H& heuristic, Budget& budget, const Observer<D>* observer = nullptr)
        : domain_(domain), heuristic_(heuristic), budget_(budget), memory_(domain, budget), observer_(observer) {}

    // Searches the subtree of `piece` within `bound`.  True: a goal was found, and `path` holds the moves to it in
    // reverse order.  Otherwise `next_bound` has seen the smallest f that was cut, and `stats` the nodes.
    bool exhaust(const Piece<D, Trace>& piece, Cost bound) {
        bound_ = bound;
        path.clear();
        const bool found = dive(piece.state, piece.trace, piece.g, piece.back, 0);
        budget_.charge(stats.generated - charged_, bound);
        charged_ = stats.generated;
        return found;
    }

    // Nothing was cut that the search did not reach otherwise: there is no solution at any bound.
    [[nodiscard]] bool seen_all() const noexcept { return next_bound == no_bound || memory_.seen_all(); }
    [[nodiscard]] std::size_t remembered() const noexcept { return memory_.size(); }

    Stats stats;
    Cost next_bound = no_bound;
    std::vector<Move> path;

private:
    // Depth-first search below `s`, cut where f exceeds the bound.  `back` would undo the move that led here.  The
    // path is written only on the way out of a success, so failing branches touch no memory.
    bool dive(const State& s, const Trace& t, Cost g, std::optional<Move> back, std::uint64_t parent) {
        const Cost f = g + heuristic_.value(t);
        if (f > bound_) {
            next_bound = std::min(next_bound, f);
            memory_.cut(s);
            return false;
        }
        if (!memory_.enter(s, g)) {
            ++stats.duplicates;
            return false;
        }
        std::uint64_t node = 0;
        if (observer_) {
            node = ++visits_;
            (*observer_)({Event::visit, s, node, parent, node, g, f});
        }
        if (domain_.is_goal(s)) return true;
        if (stats.generated - charged_ >= Budget::stride) {
            budget_.charge(stats.generated - charged_, bound_);
            charged_ = stats.generated;
        }
        if (budget_.stopped()) return false;
        ++stats.expanded;
        for (const Move m : domain_.moves(s)) {
            if (back && m == *back) continue;
            ++stats.generated;
            const State child = domain_.apply(s, m);
            if (dive(child, heuristic_.step(t, s, m, child), g + 1, domain_.undo(s, m), node)) {
                path.push_back(m);
                return true;
            }
        }
        if (observer_) (*observer_)({Event::retreat, s, node, parent, node, g, f});
        return false;
    }

    const D& domain_;
    const H& heuristic_;
    Budget& budget_;
    Memory memory_;
    const Observer<D>* observer_;
    Cost bound_ = 0;
    std::uint64_t charged_ = 0;
    std::uint64_t visits_ = 0;
};

}  // namespace tessera
