// SPDX-License-Identifier: Apache-2.0
// The seam of depth-first search: a driver sees a kernel only as "exhaust this subtree within this bound".
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/search/observer.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tessera {

inline constexpr Cost no_bound = std::numeric_limits<Cost>::max();

// A subtree to search, or what is left of one: its root, what the heuristic remembers there, and how the search came
// to it.
template <Domain D, class Trace>
struct Piece {
    typename D::State state;
    Trace trace;
    Cost g = 0;
    std::optional<typename D::Move> back;  // would undo the move that led here; none at the start
    std::vector<typename D::Move> way;     // from the start of the search to here: g moves
    unsigned first = 0;  // the first of the root's moves that is still to be tried; if not 0, the root was expanded
};

// How a kernel comes back from a subtree.
enum class Ending {
    exhausted,  // no goal within the bound
    found,      // a goal; the kernel holds the moves to it
    paused,     // was asked to stop; the kernel holds what is left
    shared,     // was asked for work; the kernel holds some to give away, and goes on with the rest when resumed
};

// What a kernel asks now and then, so that it can be stopped, watched, and relieved of a part of its work.
class Pace {
public:
    virtual ~Pace() = default;
    // `generated` is the kernel's own count in this round.  False: come back, and leave the rest of the subtree.
    virtual bool go_on(std::uint64_t generated) = 0;
    // After that: not all of the rest is wanted, only a share for somebody who has no work.
    [[nodiscard]] virtual bool sharing() const { return false; }
};

// All that a kernel is made from.  It outlives the kernel, as do the references.
template <Domain D, HeuristicFor<D> H>
struct SearchTask {
    const D& domain;
    const H& heuristic;
    const Settings& settings;
    Budget& budget;
    const Observer<D>* observer = nullptr;
    typename D::State start{};  // of the search; known when the first piece comes
};

// One kernel belongs to one worker.  begin(bound) starts a round with empty counts; exhaust(piece, pace) may then be
// called for many pieces, all within the bound.  It calls pace.go_on about every stride of nodes and adds to
//   stats       expanded and generated nodes; the same nodes for the same subtree, however it is cut into pieces,
//   next_bound  the least f above the bound that was cut,
//   path        if found: the moves from the piece to the goal, last move first,
//   rest        if paused: the pieces that are left, in the order in which depth-first search would come to them.
// A kernel that can give work away without coming back with all of it may end as shared, if the pace is sharing, with
// that work in `rest`; it then has a function resume(pace), which goes on with what it kept.
// It is given the start of the search, and pieces that kernels of the same type left.  A kernel that is not `divisible` knows
// no rest, because the order of its visits matters; it runs alone.
template <class K, class D, class H>
concept SubtreeKernel = std::constructible_from<K, const SearchTask<D, H>&> &&
    requires(K kernel, const Piece<D, typename H::Trace>& piece, Cost bound, Pace& pace) {
        kernel.begin(bound);
        { kernel.exhaust(piece, pace) } -> std::same_as<Ending>;
        { kernel.stats } -> std::convertible_to<const Stats&>;
        { kernel.next_bound } -> std::convertible_to<Cost>;
        { kernel.path } -> std::convertible_to<const std::vector<typename D::Move>&>;
        { kernel.rest } -> std::convertible_to<const std::vector<Piece<D, typename H::Trace>>&>;
        { kernel.seen_all() } -> std::same_as<bool>;      // no bound will ever find a goal
        { K::divisible } -> std::convertible_to<bool>;
    };

// For recursive kernels.  While they unwind from a pause they write the way to it into `path`, last move first, and
// the nodes on that way that have moves left into `rest`, with `g` counting the moves in `path` at that time.  This
// puts the pieces right: their true g, and the way from the start.
template <Domain D, class Trace>
void root_the_rest(const Piece<D, Trace>& root, const std::vector<typename D::Move>& path,
                   std::vector<Piece<D, Trace>>& rest) {
    for (Piece<D, Trace>& piece : rest) {
        const auto below_root = static_cast<std::ptrdiff_t>(path.size()) - piece.g;
        piece.g = root.g + static_cast<Cost>(below_root);
        piece.way.reserve(static_cast<std::size_t>(piece.g));
        piece.way = root.way;
        piece.way.insert(piece.way.end(), path.rbegin(), path.rbegin() + below_root);
    }
}

}  // namespace tessera
