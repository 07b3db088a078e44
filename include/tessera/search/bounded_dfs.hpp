// SPDX-License-Identifier: Apache-2.0
// Kernel 1: depth-first search to a bound on f = g + h.  IDA*, iterative deepening and parallel IDA* are made of it.
#pragma once

#include "tessera/search/history.hpp"
#include "tessera/search/state_map.hpp"
#include "tessera/search/subtree.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
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

// Where the compiler knows the places of a domain, there is one function for each place and the one before: the moves
// are constants there, that back is left out, and each calls the function of the place it leads to.  With an automaton
// of moves (history.hpp) it is one for each place.  Otherwise, and under the eyes of an observer, there is one for all.
//
// What the functions hand down is not g but the room, bound - g.
//
// With a memory, states are not searched again by another way; then no way may be left out but that back.
template <Domain D, HeuristicFor<D> H, class Memory = NoMemory<D>>
class BoundedDfs {
public:
    using State = typename D::State;
    using Move = typename D::Move;
    using Trace = typename H::Trace;
    static constexpr bool divisible = !Memory::order_matters;

    explicit BoundedDfs(const SearchTask<D, H>& task)
        : domain_(task.domain),
          heuristic_(task.heuristic),
          budget_(task.budget),
          history_(task, divisible ? task.settings.pruning : Pruning::none),
          observer_(task.observer) {}

    void begin(Cost bound) {
        bound_ = bound;
        memory_.emplace(domain_, budget_);
        stats = {};
        next_bound = no_bound;
        least_excess_ = no_bound;
        next_look_ = Budget::stride;
        visits_ = 0;
        shown_ = 0;
    }

    // Searches the subtree of `piece` within the bound of the round (see subtree.hpp).
    Ending exhaust(const Piece<D, Trace>& piece, Pace& pace) {
        pace_ = &pace;
        path.clear();
        rest.clear();
        Ending ending = Ending::exhausted;
        if (const Cost f = piece.g + heuristic_.value(piece.trace); f > bound_)
            cut(piece.state, f - bound_);
        else
            ending = search(piece);
        if (ending == Ending::paused) {
            set_back(piece.back);
            root_the_rest(piece, path, rest);
        }
        stats.stored = memory_->size();
        if (least_excess_ != no_bound) next_bound = bound_ + least_excess_;
        return ending;
    }

    // Nothing was cut that the search did not reach otherwise: there is no solution at any bound.
    [[nodiscard]] bool seen_all() const noexcept { return next_bound == no_bound || memory_->seen_all(); }

    Stats stats;
    Cost next_bound = no_bound;
    std::vector<Move> path;
    std::vector<Piece<D, Trace>> rest;

private:
    using Mark = typename History<D>::Mark;
    // What fits two registers travels in them.
    template <class T>
    using In = std::conditional_t<sizeof(T) <= 16, const T, const T&>;
    static constexpr bool placed = PlacedDomain<D> && divisible;

    static constexpr int anywhere = -1;

    // What is known of the moves before is a mark, or no more than the place where the last one came from, which the
    // type tells.  At the root of a piece it is a mark in any case.
    template <int Place>
    struct CameFrom {};
    struct Root {
        Mark mark;
    };
    [[nodiscard]] bool allows(const Mark& mark, const State& s, Move m) const noexcept {
        return history_.allows(mark, s, m);
    }
    [[nodiscard]] bool allows(const Root& root, const State& s, Move m) const noexcept {
        return history_.allows(root.mark, s, m);
    }
    template <int Place>
    [[nodiscard]] static constexpr bool allows(CameFrom<Place>, const State&, Move m) noexcept {
        return D::place_after(m) != Place;
    }
    template <int Place, class Past>
    [[nodiscard]] auto after(const Past& past, const State& s, Move m) const noexcept {
        if constexpr (std::same_as<Past, Mark>)
            return history_.after(past, s, m);
        else
            return CameFrom<Place>{};
    }

    Ending search(const Piece<D, Trace>& piece) {
        if constexpr (placed)
            if (!observer_)
                return history_.only_last_move() ? search_at_place<Root>(piece) : search_at_place<Mark>(piece);
        return search_at<anywhere, Mark>(piece);
    }
    template <class Past>
    Ending search_at_place(const Piece<D, Trace>& piece) {
        static constexpr auto table = []<int... Place>(std::integer_sequence<int, Place...>) {
            return std::array{&BoundedDfs::search_at<Place, Past>...};
        }
        (std::make_integer_sequence<int, D::places>{});
        return (this->*table[static_cast<std::size_t>(D::place(piece.state))])(piece);
    }
    template <int Place, class Past>
    Ending search_at(const Piece<D, Trace>& piece) {
        const Past past{history_.at(piece)};
        const Cost room = bound_ - piece.g;
        return piece.first == 0 ? dive<Place>(piece.state, piece.trace, room, past)
                                : descend<Place>(piece.state, piece.trace, room, past, piece.first);
    }

    // Depth-first search below `s`, which is within the bound.  The path is written only on the way out of a success or
    // a pause, so failing branches touch no memory.
    template <int Place, class Past>
    [[gnu::noinline]] Ending dive(In<State> s, In<Trace> t, Cost room, Past past) {
        if (stats.generated >= next_look_) {
            next_look_ = stats.generated + Budget::stride;
            if (!pace_->go_on(stats.generated)) {
                leave(s, t, 0);
                return Ending::paused;
            }
        }
        if (!memory_->enter(s, bound_ - room)) {
            ++stats.duplicates;
            return Ending::exhausted;
        }
        if constexpr (Place == anywhere)
            if (observer_) return show(s, t, room, past);
        if (domain_.is_goal(s)) return Ending::found;
        ++stats.expanded;
        return descend<Place>(s, t, room, past, 0);
    }

    // The same under the eyes of an observer.
    [[gnu::noinline]] Ending show(In<State> s, In<Trace> t, Cost room, Mark mark) {
        const Cost g = bound_ - room, f = g + heuristic_.value(t);
        const std::uint64_t parent = shown_, node = ++visits_;
        (*observer_)({Event::visit, s, node, parent, node, g, f});
        if (domain_.is_goal(s)) return Ending::found;
        ++stats.expanded;
        shown_ = node;
        const Ending ending = descend<anywhere>(s, t, room, mark, 0);
        shown_ = parent;
        if (ending == Ending::exhausted) (*observer_)({Event::retreat, s, node, parent, node, g, f});
        return ending;
    }

    // Tries the moves of an expanded node, from the first-th on.
    template <int Place, class Past>
    [[gnu::always_inline]] Ending descend(In<State> s, In<Trace> t, Cost room, Past past, unsigned first) {
        if constexpr (Place != anywhere) {
            if (D::place(s) != Place) __builtin_unreachable();
            return descend_unrolled<Place, 0>(s, t, room, past, first);
        } else {
            const auto& moves = domain_.moves(s);
            for (unsigned i = first; i < moves.size(); ++i)
                if (const Ending ending = follow<anywhere, anywhere>(s, t, room, past, moves[i], i, moves.size());
                    ending != Ending::exhausted)
                    return ending;
            return Ending::exhausted;
        }
    }
    template <int Place, unsigned I, class Past>
    [[gnu::always_inline]] Ending descend_unrolled(In<State> s, In<Trace> t, Cost room, Past past, unsigned first) {
        constexpr auto moves = D::moves_at(Place);
        if constexpr (I == moves.size()) {
            return Ending::exhausted;
        } else {
            constexpr Move m = moves[I];
            if (I >= first)
                if (const Ending ending = follow<Place, D::place_after(m)>(s, t, room, past, m, I, moves.size());
                    ending != Ending::exhausted)
                    return ending;
            return descend_unrolled<Place, I + 1>(s, t, room, past, first);
        }
    }

    // Tries the i-th of the moves.
    template <int From, int To, class Past>
    [[gnu::always_inline]] Ending follow(In<State> s, In<Trace> t, Cost room, Past past, Move m, unsigned i,
                                         std::size_t moves) {
        if (!allows(past, s, m)) return Ending::exhausted;
        ++stats.generated;
        const State child = domain_.apply(s, m);
        const Trace trace = heuristic_.step(t, s, m, child);
        if (const Cost h = heuristic_.value(trace); h >= room) {
            cut(child, h - room + 1);
            return Ending::exhausted;
        }
        const Ending ending = dive<To>(child, trace, room - 1, after<From>(past, s, m));
        return ending == Ending::exhausted ? ending : come_back(ending, s, t, m, i + 1 < moves ? i + 1 : 0);
    }

    // On the way out of a success or a pause; `next` is the first move not yet tried, 0 if there is none.  Seldom in
    // a round, so it stays out of the code that runs for every node.
    [[gnu::noinline, gnu::cold]] Ending come_back(Ending ending, In<State> s, In<Trace> t, Move m, unsigned next) {
        if (ending == Ending::paused) set_back(domain_.undo(s, m));
        path.push_back(m);
        if (ending == Ending::paused && next != 0) leave(s, t, next);
        return ending;
    }

    // The excess is f - bound.
    void cut(const State& s, Cost excess) {
        if (excess < least_excess_) least_excess_ = excess;  // seldom: a minimum would write every time
        memory_->cut(s);
    }

    [[gnu::noinline]] void leave(const State& s, const Trace& t, unsigned first) {
        if constexpr (divisible) rest.push_back({s, t, static_cast<Cost>(path.size()), std::nullopt, {}, first});
    }
    // What would undo the move to the node that was left last, if that is the one at hand.
    void set_back(std::optional<Move> back) {
        if (!rest.empty() && rest.back().g == static_cast<Cost>(path.size())) rest.back().back = back;
    }

    const D& domain_;
    const H& heuristic_;
    Budget& budget_;
    History<D> history_;
    std::optional<Memory> memory_;
    const Observer<D>* observer_;
    Pace* pace_ = nullptr;
    Cost bound_ = 0;
    Cost least_excess_ = no_bound;
    std::uint64_t next_look_ = Budget::stride;
    std::uint64_t visits_ = 0;
    std::uint64_t shown_ = 0;  // the node whose children are visited, for the observer
};

}  // namespace tessera
