// SPDX-License-Identifier: Apache-2.0
// Kernel 2: the open and closed nodes of one owner.  Its general form; compact_store.hpp is the form for 4x4 boards.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/search/bucket_queue.hpp"
#include "tessera/search/state_map.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace tessera {

// A state on its way to its owner: how far from the start it was reached, its bound, and the move that leads back (of no
// meaning for the start itself).
template <Domain D>
struct Arrival {
    KeyOf<D> key{};
    Cost h = 0;  // in full: a bound says by a large number that there is no way at all
    std::uint16_t g = 0;
    typename D::Move back{};
};

inline constexpr Cost no_layer = std::numeric_limits<Cost>::max();

// What a search over owners asks of a store.  Work goes by layers: a layer with bound F is done when every state that
// can be reached with f <= F over such states has been expanded.  Within a layer the order is the store's own business.
// With every layer below F done, a goal that arrives with g <= F is as near as any can be.
//
//   Mail              what travels to the owner of a state: a small value
//   opening           so many states are expanded in a few milliseconds: too few for several threads
//   first(s)          the mail that brings the start
//   begin_layer(F)    the next layer
//   add(arrivals)     false when the memory limit forbids it: the search must stop then
//   expand(emit)      expands a handful of waiting nodes and calls emit(state, mail) for their successors; returns
//                     the number of nodes, 0 when nothing waits in this layer
//   next_bound()      after a layer: the smallest f beyond it that waits here, or no_layer
//   goal()            a goal that was found in this layer
//   reached(s, g)     was this state reached with just this g?  To be asked of states next to one on a shortest way
//   counters()        what was done so far
template <class S, class D, class H>
concept NodeStoreFor = HeuristicFor<H, D> && std::constructible_from<S, const D&, const H&, Budget&> &&
    requires(S store, const S& kept, std::span<const typename S::Mail> arrivals, const typename D::State& s,
             Cost bound) {
    requires std::is_trivially_copyable_v<typename S::Mail>;
    { S::opening } -> std::convertible_to<std::uint64_t>;
    { store.first(s) } -> std::same_as<typename S::Mail>;
    store.begin_layer(bound);
    { store.add(arrivals) } -> std::same_as<bool>;
    {
        store.expand([](const typename D::State&, const typename S::Mail&) {})
        } -> std::same_as<std::size_t>;
    { kept.next_bound() } -> std::same_as<Cost>;
    { kept.goal() } -> std::same_as<std::optional<typename D::State>>;
    { kept.reached(s, bound) } -> std::same_as<bool>;
    { kept.counters() } -> std::same_as<Stats>;
};

// A store whose mail tells where a state belongs, so that nobody need work it out from the state: place() is one of
// 2^32 numbers.
template <class S>
concept OwnPlaces = requires(const typename S::State s, const typename S::Mail mail) {
    { S::place(s) } noexcept -> std::same_as<std::uint64_t>;
    { S::place(mail) } noexcept -> std::same_as<std::uint64_t>;
};

// A store that grows in long steps, and can take the next one early, while its worker has to wait for another's.
template <class S>
concept GrowsAhead = requires(S store) { store.grow_ahead(); };

// Any domain, any bound: a hash map of all known states and an open list with an entry per (state, g).  An entry whose
// state has been reached by a better way meanwhile, or is closed, is outdated and skipped.  Bounds need not be
// consistent: a better way to a closed state reopens it.
template <Domain D, HeuristicFor<D> H>
class NodeStore {
public:
    using State = typename D::State;
    using Mail = Arrival<D>;
    static constexpr std::uint64_t opening = 1 << 12;

    NodeStore(const D& domain, const H& heuristic, Budget& budget)
        : domain_(domain), heuristic_(heuristic), known_(domain, budget), open_(budget) {}

    [[nodiscard]] Mail first(const State& start) const {
        return {to_key(domain_, start), heuristic_.value(heuristic_.start(start)), 0, {}};
    }
    void begin_layer(Cost bound) { bound_ = bound; }

    [[nodiscard]] bool add(std::span<const Mail> arrivals) {
        const auto expect = [&](std::size_t i) {
            if (i < arrivals.size()) known_.prefetch(from_key(domain_, arrivals[i].key));
        };
        for (std::size_t i = 0; i < ahead; ++i) expect(i);
        for (std::size_t i = 0; i < arrivals.size(); ++i) {
            expect(i + ahead);
            if (!add(arrivals[i])) return false;
        }
        return true;
    }

    template <class Emit>
    std::size_t expand(Emit emit) {
        std::size_t expanded = 0;
        while (expanded < handful && !open_.empty() && open_.least_f() <= bound_) {
            const auto item = open_.pop();
            ++stats_.pops;
            const State s = from_key(domain_, item.entry);
            Record& record = *known_.find(s);
            if (record.closed || record.g != item.g) continue;
            if (domain_.is_goal(s)) {
                goal_ = s;
                break;
            }
            record.closed = true;
            ++expanded;
            const auto trace = heuristic_.start(s);
            const auto g = static_cast<std::uint16_t>(item.g + 1);
            const auto back = record.back;
            for (const auto move : domain_.moves(s)) {
                if (item.g > 0 && move == back) continue;
                ++stats_.generated;
                const State child = domain_.apply(s, move);
                const Cost h = heuristic_.value(heuristic_.step(trace, s, move, child));
                emit(child, Mail{to_key(domain_, child), h, g, domain_.undo(s, move)});
            }
        }
        stats_.expanded += expanded;
        return expanded;
    }

    [[nodiscard]] Cost next_bound() const { return open_.empty() ? no_layer : open_.least_f(); }
    [[nodiscard]] std::optional<State> goal() const { return goal_; }
    [[nodiscard]] bool reached(const State& s, Cost g) const {
        const Record* record = known_.find(s);
        return record && record->g == g;
    }
    [[nodiscard]] Stats counters() const {
        Stats stats = stats_;
        stats.stored = known_.size();
        return stats;
    }

private:
    static constexpr std::size_t handful = 64;
    static constexpr std::size_t ahead = 32;  // arrivals whose places are asked for before they are needed

    struct Record {
        typename D::Move back{};
        std::uint16_t g = 0;
        bool closed = false;
        bool operator==(const Record&) const = default;
    };

    [[nodiscard]] bool add(const Mail& arrival) {
        const Record record{arrival.back, arrival.g, false};
        const auto [entry, fresh] = known_.insert(from_key(domain_, arrival.key), record);
        if (!entry) return false;
        if (!fresh) {
            ++stats_.duplicates;
            if (entry->g <= arrival.g) return true;
            stats_.reopened += entry->closed;
            *entry = record;
        }
        if (!open_.push(arrival.key, arrival.g + arrival.h, arrival.g)) return false;
        stats_.largest_queue = std::max<std::uint64_t>(stats_.largest_queue, open_.size());
        return true;
    }

    const D& domain_;
    const H& heuristic_;
    StateMap<D, Record> known_;
    mutable BucketQueue<KeyOf<D>> open_;  // looking for the least f skips empty stacks, which changes nothing to see
    Cost bound_ = 0;
    std::optional<State> goal_;
    Stats stats_;
};

}  // namespace tessera
