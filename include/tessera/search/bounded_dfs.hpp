// SPDX-License-Identifier: Apache-2.0
// Kernel 1: depth-first search to a bound on f = g + h.  IDA*, iterative deepening and parallel IDA* are made of it.
#pragma once

#include "tessera/search/state_map.hpp"
#include "tessera/search/subtree.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace tessera {

// Remembers the least g at which each state was entered in this round, so that loops and detours are cut, and which
// states were cut off by the bound and never entered: when none is left, the search has seen all there is.  Without
// this a depth-first search over a graph with cycles ends only if the goal is known to be reachable.
template <Domain D>
class VisitedDepths {
public:
    static constexpr bool order_matters = true;

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
    static constexpr bool order_matters = false;
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
    static constexpr bool divisible = !Memory::order_matters;

    explicit BoundedDfs(const SearchTask<D, H>& task)
        : domain_(task.domain), heuristic_(task.heuristic), budget_(task.budget), observer_(task.observer) {}

    void begin(Cost bound) {
        bound_ = bound;
        memory_.emplace(domain_, budget_);
        stats = {};
        next_bound = no_bound;
        next_look_ = Budget::stride;
        visits_ = 0;
    }

    // Searches the subtree of `piece` within the bound of the round (see subtree.hpp).
    Ending exhaust(const Piece<D, Trace>& piece, Pace& pace) {
        pace_ = &pace;
        path.clear();
        rest.clear();
        const Ending ending = piece.first == 0
                                  ? dive(piece.state, piece.trace, piece.g, piece.back, 0)
                                  : descend(piece.state, piece.trace, piece.g, piece.back, 0, piece.first);
        if (ending == Ending::paused) root_the_rest(piece, path, rest);
        stats.stored = memory_->size();
        return ending;
    }

    // Nothing was cut that the search did not reach otherwise: there is no solution at any bound.
    [[nodiscard]] bool seen_all() const noexcept { return next_bound == no_bound || memory_->seen_all(); }

    Stats stats;
    Cost next_bound = no_bound;
    std::vector<Move> path;
    std::vector<Piece<D, Trace>> rest;

private:
    // Depth-first search below `s`, cut where f exceeds the bound.  `back` would undo the move that led here.  The
    // path is written only on the way out of a success or a pause, so failing branches touch no memory.
    Ending dive(const State& s, const Trace& t, Cost g, std::optional<Move> back, std::uint64_t parent) {
        const Cost f = g + heuristic_.value(t);
        if (f > bound_) {
            next_bound = std::min(next_bound, f);
            memory_->cut(s);
            return Ending::exhausted;
        }
        if (stats.generated >= next_look_) {
            next_look_ = stats.generated + Budget::stride;
            if (!pace_->go_on(stats.generated)) {
                leave(s, t, back, 0);
                return Ending::paused;
            }
        }
        if (!memory_->enter(s, g)) {
            ++stats.duplicates;
            return Ending::exhausted;
        }
        std::uint64_t node = 0;
        if (observer_) {
            node = ++visits_;
            (*observer_)({Event::visit, s, node, parent, node, g, f});
        }
        if (domain_.is_goal(s)) return Ending::found;
        ++stats.expanded;
        const Ending ending = descend(s, t, g, back, node, 0);
        if (observer_ && ending == Ending::exhausted) (*observer_)({Event::retreat, s, node, parent, node, g, f});
        return ending;
    }

    // Tries the moves of an expanded node, from the first-th on.
    Ending descend(const State& s, const Trace& t, Cost g, std::optional<Move> back, std::uint64_t node,
                   unsigned first) {
        const auto& moves = domain_.moves(s);
        for (unsigned i = first; i < moves.size(); ++i) {
            const Move m = moves[i];
            if (back && m == *back) continue;
            ++stats.generated;
            const State child = domain_.apply(s, m);
            const Ending ending = dive(child, heuristic_.step(t, s, m, child), g + 1, domain_.undo(s, m), node);
            if (ending == Ending::exhausted) continue;
            path.push_back(m);
            if (ending == Ending::paused && i + 1 < moves.size()) leave(s, t, back, i + 1);
            return ending;
        }
        return Ending::exhausted;
    }

    void leave(const State& s, const Trace& t, std::optional<Move> back, unsigned first) {
        if constexpr (divisible) rest.push_back({s, t, static_cast<Cost>(path.size()), back, {}, first});
    }

    const D& domain_;
    const H& heuristic_;
    Budget& budget_;
    std::optional<Memory> memory_;
    const Observer<D>* observer_;
    Pace* pace_ = nullptr;
    Cost bound_ = 0;
    std::uint64_t next_look_ = Budget::stride;
    std::uint64_t visits_ = 0;
};

}  // namespace tessera
