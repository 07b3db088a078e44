// SPDX-License-Identifier: Apache-2.0
// Kernel 1 for sliding tiles with pattern databases: many nodes at a time.
#pragma once

#include "tessera/search/move_automaton.hpp"
#include "tessera/search/node_columns.hpp"
#include "tessera/search/subtree.hpp"
#include "tessera/search/tile_fields.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// A read in a pattern database is a cache miss, and a recursive search waits for each.  This kernel keeps a stack of
// whole nodes instead.  It pops a batch of them, writes all their children, computes where the tables are to be read
// and prefetches; then it reads, drops the children beyond the bound, prefetches for the mirror image of the others,
// reads again, drops again and pushes.  Between the reads, one instruction works on eight or sixteen nodes.
//
// Entries are the excess over Manhattan distance, halved.  So a node needs neither g nor h but its slack: half of what
// the bound leaves above g plus Manhattan distance.  A move that brings its tile nearer to its goal keeps the slack,
// any other takes one.  A node is within the bound as long as the sum of its excesses, in neither view, exceeds the
// slack.  Dual lookups (Felner et al. 2005) spare a third of the nodes, want three times the tables, and are not made:
// bench/dual_lookups.py estimates what they would bring.
//
// Visits the nodes that BoundedDfs visits, with pruning or without.  The order is much the same: a batch is a bundle of
// depth-first searches.
template <class D>
class BatchedTiles {
public:
    using H = AdditivePdb<D>;
    using Move = typename D::Move;
    using Trace = typename H::Trace;
    using WorkPiece = Piece<D, Trace>;
    static constexpr bool divisible = true;

    // Other heuristics of the family are left to the generic kernel.
    [[nodiscard]] static bool fits(const D& domain, const H& heuristic) {
        return Fields::of(domain, heuristic).has_value();
    }

    explicit BatchedTiles(const SearchTask<D, H>& task)
        : task_(task),
          domain_(task.domain),
          heuristic_(task.heuristic),
          fields_(Fields::of(task.domain, task.heuristic).value()),
          index_(sizes(task.heuristic)),
          automaton_(MoveAutomaton::of(task.domain.grid(), task.settings.pruning)) {}

    void begin(Cost bound) {
        bound_ = bound;
        stats = {};
        next_bound = no_bound;
        next_look_ = Budget::stride;
    }

    Ending exhaust(const WorkPiece& piece, Pace& pace) {
        path.clear();
        rest.clear();
        if (domain_.is_goal(piece.state)) return Ending::found;
        root_ = piece;
        open_root();
        return resume(pace);
    }

    // Goes on with what was kept when work was shared.
    Ending resume(Pace& pace) {
        rest.clear();
        while (waiting_ > 0) {
            if (stats.generated >= next_look_) {
                next_look_ = stats.generated + Budget::stride;
                if (!pace.go_on(stats.generated)) {
                    if (!pace.sharing()) {
                        leave_all();
                        return Ending::paused;
                    }
                    share();
                    if (!rest.empty()) return Ending::shared;
                }
            }
            if (search_batch()) return Ending::found;
        }
        return Ending::exhausted;
    }

    [[nodiscard]] bool seen_all() const noexcept { return false; }

    Stats stats;
    Cost next_bound = no_bound;
    std::vector<Move> path;
    std::vector<WorkPiece> rest;

private:
    using Fields = TileFields<D>;
    using Index = typename Fields::Index;
    using Words = typename Fields::Words;
    static constexpr std::size_t words = Fields::words;
    static constexpr std::size_t max_views = Fields::max_views;

    // Nodes to expand together.  More would hide no more latency, and a batch is not depth first.
    static constexpr std::size_t batch = 128;
    static constexpr std::size_t max_children = 4 * batch;
    static constexpr std::size_t index_lanes = 2 * lane_count;
    static constexpr std::size_t max_given = 64;  // at a time

    // The words of a node: the board in each view; its values; its step in the trail.
    // The values, from below: the excesses, four bits for each pattern in each view; the pattern that the last move
    // changed, in each view; in the top byte, signed, the slack.
    // The step has a note: the blank's cell, and below it the state of the automaton.
    static constexpr std::size_t values_column = max_views * words;
    static constexpr std::size_t step_column = values_column + 1;
    using Nodes = NodeColumns<step_column + 1>;
    static constexpr int view_bits = 16;
    static constexpr int moved_shift = 32;
    static constexpr int slack_shift = 56;
    static constexpr int cell_shift = 16;
    static_assert(Index::max_patterns * 4 <= view_bits && view_bits * max_views <= moved_shift);

    [[nodiscard]] static std::vector<int> sizes(const H& heuristic) {
        std::vector<int> list;
        for (const auto& lookup : heuristic.lookups()) list.push_back(lookup.table().pattern.tiles());
        return list;
    }

    void open_root() {
        const auto board = fields_.write(root_.state);
        for (std::size_t v = 0; v < fields_.views; ++v)
            for (std::size_t w = 0; w < words; ++w) stack_[v * words + w][0] = board[v][w];
        const Cost slack = (bound_ - root_.g - root_.trace.manhattan) / 2;
        std::uint64_t values = static_cast<std::uint64_t>(slack) << slack_shift;
        for (std::size_t v = 0; v < fields_.views; ++v)
            for (std::size_t p = 0; p < heuristic_.lookups().size(); ++p)
                values |= std::uint64_t{root_.trace.views[v].excess[p]} << (view_bits * v + 4 * p);
        stack_[values_column][0] = values;
        const Cell blank = root_.state.blank;
        const std::uint32_t note = std::uint32_t{blank} << cell_shift | automaton_.after(task_.start.blank, root_.way);
        stack_[step_column][0] = make_step(note, no_parent);
        waiting_ = 1;
        trail_.clear();
    }

    // Pops a batch, pushes its children within the bound.  True: one of them is the goal.
    bool search_batch() {
        const std::size_t taken = std::min(batch, waiting_);
        trail_.make_room(taken, stack_[step_column], waiting_);
        waiting_ -= taken;
        std::size_t children = expand(taken);
        stats.expanded += taken;
        stats.generated += children;
        stack_.make_room(waiting_ + children, waiting_);

        // The next bound is the least f that is cut, and none can be less than two above the bound.  Before that
        // one was met, all children are seen through to the end, to know their f.
        const bool see_all = next_bound > bound_ + 2;
        const std::size_t before = waiting_;
        fetch<0>(children);
        if (fields_.views == 1) {
            waiting_ += settle<0, true>(children, stack_, waiting_, see_all);
        } else {
            children = settle<0, false>(children, children_, 0, see_all);
            fetch<1>(children);
            waiting_ += settle<1, true>(children, stack_, waiting_, see_all);
        }
        return goal_among(before);
    }

    // Writes the children of `taken` nodes on top of the stack; returns their number.
    std::size_t expand(std::size_t taken) {
        std::size_t children = 0;
        for (std::size_t x = 0; x < taken; x += lane_count) {
            const int count = static_cast<int>(std::min<std::size_t>(lane_count, taken - x));
            const LaneMask real = first_lanes(count);
            std::array<Words, max_views> board;
            for (std::size_t v = 0; v < max_views; ++v)
                for (std::size_t w = 0; w < words; ++w) board[v][w] = load(stack_[v * words + w] + waiting_ + x);
            const Lanes values = load(stack_[values_column] + waiting_ + x) & ~(splat(0xff) << moved_shift);
            const Lanes step = load(stack_[step_column] + waiting_ + x);

            const Lanes parent = (lane_numbers() + trail_.size()) << 32;
            trail_.add(step, count);
            const Lanes next_states = gather(automaton_.table(), replace(Lanes{}, real, step & 0xffffu));
            const Lanes blank = step >> cell_shift & 0xffu;
            for (const std::size_t d : {3u, 2u, 1u, 0u}) {  // the first direction comes to lie on top
                const Lanes state = next_states >> (16 * static_cast<int>(d)) & 0xffffu;
                const LaneMask legal = real & not_zero(state ^ MoveAutomaton::none);
                const Lanes target = blank + static_cast<std::uint64_t>(fields_.direction[d]);

                const Words found = fields_.find(board[0], fields_.seen_cell[0][target]);
                const Lanes field = Fields::number(found);
                const Lanes change = fields_.seen_cell[0][blank] ^ fields_.seen_cell[0][target];
                for (std::size_t w = 0; w < words; ++w)
                    pack(legal, board[0][w] ^ (found[w] >> (Fields::field_bits - 1)) * change, children_[w] + children);
                const Lanes mirror_change = fields_.seen_cell[1][blank] ^ fields_.seen_cell[1][target];
                const Lanes mirror_place = fields_.mirror_place[field];
                for (std::size_t w = 0; w < words; ++w)
                    pack(legal, board[1][w] ^ at_place(mirror_change, mirror_place, w), children_[words + w] + children);
                const Lanes loss = fields_.away[d][blank] >> field & 1u;
                pack(legal, (values | fields_.moved[field] << moved_shift) - (loss << slack_shift),
                     children_[values_column] + children);
                pack(legal, parent | target << cell_shift | state, children_[step_column] + children);
                children += static_cast<std::size_t>(std::popcount(legal));
            }
        }
        return children;
    }

    // A number shifted to a place; nothing, if the place is in another word.
    [[nodiscard]] TESSERA_LANES static Lanes at_place(Lanes number, Lanes place, std::size_t word) noexcept {
        if constexpr (words == 1) return number << place;
        return replace(Lanes{}, equal(place >> 6, splat(word)), number << (place & 63u));
    }

    // Computes where the excess of each child is to be read that the last move changed, and prefetches.
    template <std::size_t View>
    void fetch(std::size_t children) {
        for (std::size_t x = 0; x < children; x += index_lanes) {
            std::array<Lanes, 2> placement, pattern;
            for (std::size_t half = 0; half < 2; ++half) {
                const std::size_t at = x + half * lane_count;
                pattern[half] = moved_pattern<View>(load(children_[values_column] + at));
                const Lanes place = fields_.pattern_place[pattern[half]];
                Lanes word = load(children_[View * words] + at);
                if constexpr (words == 2)
                    word = replace(word, not_zero(place & 64u), load(children_[View * words + 1] + at));
                placement[half] = word >> (place & 63u);
            }
            const Lanes32 index = index_(narrow(placement[0], placement[1]), narrow(pattern[0], pattern[1]));
            const std::array<Lanes, 2> wide{widen_low(index), widen_high(index)};
            for (std::size_t half = 0; half < 2; ++half) {
                const std::size_t at = x + half * lane_count;
                store(pick(fields_.payload, pattern[half]) + (wide[half] >> 1), address_.data() + at);
                store((wide[half] & 1u) << 2, shift_.data() + at);
            }
            for (std::size_t i = x; i < x + index_lanes; ++i) __builtin_prefetch(reinterpret_cast<const void*>(address_[i]));
        }
    }

    // Reads what was fetched, drops the children beyond the bound and writes the others to a place of `to`; returns
    // their number.
    template <std::size_t View, bool Last>
    std::size_t settle(std::size_t children, Nodes& to, std::size_t place, bool see_all) {
        for (std::size_t i = 0; i < children; ++i) entry_[i] = *reinterpret_cast<const std::uint8_t*>(address_[i]);
        std::size_t kept = 0;
        Lanes least = splat(no_excess);
        for (std::size_t x = 0; x < children; x += lane_count) {
            const LaneMask real = first_lanes(static_cast<int>(children - x));
            Lanes values = load(children_[values_column] + x);
            const Lanes entry = load(entry_.data() + x) >> load(shift_.data() + x) & 15u;
            const Lanes shift = moved_pattern<View>(values) * 4u + View * view_bits;
            values = (values & ~(splat(15) << shift)) | entry << shift;

            const Lanes slack = signed_shift(values, slack_shift);
            Lanes excess = excess_sum<View>(values);
            if (View == 1) excess = larger(excess, excess_sum<0>(values));
            LaneMask good = real & at_most(excess, slack);
            if (see_all) {
                if (Last) least = smaller(least, replace(splat(no_excess), real & ~good, excess - slack));
                else good = real;
            }
            for (std::size_t c = 0; c < values_column; ++c) pack(good, load(children_[c] + x), to[c] + place + kept);
            pack(good, values, to[values_column] + place + kept);
            pack(good, load(children_[step_column] + x), to[step_column] + place + kept);
            kept += static_cast<std::size_t>(std::popcount(good));
        }
        if (Last && see_all)
            for (int i = 0; i < lane_count; ++i)
                if (least[i] != no_excess) next_bound = std::min(next_bound, bound_ + 2 * static_cast<Cost>(least[i]));
        return kept;
    }

    template <std::size_t View>
    [[nodiscard]] TESSERA_LANES static Lanes moved_pattern(Lanes values) noexcept {
        return values >> (moved_shift + View * Fields::moved_bits) & ((1u << Fields::moved_bits) - 1);
    }
    template <std::size_t View>
    [[nodiscard]] TESSERA_LANES static Lanes excess_sum(Lanes values) noexcept {
        values >>= View * view_bits;
        const Lanes pairs = (values & 0x0f0fu) + (values >> 4 & 0x0f0fu);
        return (pairs + (pairs >> 8)) & 0xffu;
    }

    // Looks at the nodes of the stack from a place on.
    bool goal_among(std::size_t first) {
        for (std::size_t i = first; i < waiting_; ++i) {
            bool goal = true;
            for (std::size_t w = 0; w < words; ++w) goal = goal && stack_[w][i] == goal_[0][w];
            if (!goal) continue;
            path = way_to(i);
            std::reverse(path.begin(), path.end());
            return true;
        }
        return false;
    }

    [[nodiscard]] static constexpr Cell blank_of(WayStep s) noexcept {
        return static_cast<Cell>(step_note(s) >> cell_shift & 0xff);
    }

    // From the root to a node of the stack.
    [[nodiscard]] std::vector<Move> way_to(std::size_t node) const {
        std::vector<Move> way;
        for (WayStep s = stack_[step_column][node]; step_parent(s) != no_parent; s = trail_[step_parent(s)])
            way.push_back(blank_of(s));
        std::reverse(way.begin(), way.end());
        return way;
    }

    [[nodiscard]] WorkPiece piece_at(std::size_t node) const {
        std::array<std::uint64_t, words> board;
        for (std::size_t w = 0; w < words; ++w) board[w] = stack_[w][node];
        const WayStep step = stack_[step_column][node];
        WorkPiece piece;
        piece.state = fields_.read(board, blank_of(step));
        piece.trace = heuristic_.start(piece.state);
        piece.back = step_parent(step) == no_parent ? root_.back : std::optional<Move>(blank_of(trail_[step_parent(step)]));
        const std::vector<Move> way = way_to(node);
        piece.way = root_.way;
        piece.way.insert(piece.way.end(), way.begin(), way.end());
        piece.g = static_cast<Cost>(piece.way.size());
        return piece;
    }

    void leave_all() {
        while (waiting_ > 0) rest.push_back(piece_at(--waiting_));
    }

    // Gives away every second node with a large subtree, at whatever depth.  So whoever takes them searches close to
    // this worker: in the last round, a goal that depth-first search would meet soon is still met soon.
    void share() {
        const std::uint64_t least = least_room_to_give();
        std::size_t kept = 0, large = 0;
        for (std::size_t i = 0; i < waiting_; ++i) {
            if (room(i) >= least && ++large % 2 == 1 && rest.size() < max_given && i + 1 < waiting_) {
                rest.push_back(piece_at(i));
                continue;
            }
            for (std::size_t c = 0; c <= step_column; ++c) stack_[c][kept] = stack_[c][i];
            ++kept;
        }
        waiting_ = kept;
    }

    // The room of a node is what its excess leaves of the slack: the subtree grows by a factor with each step of it. As
    // large a room as leaves enough nodes to choose from.
    [[nodiscard]] std::uint64_t least_room_to_give() const {
        std::array<std::size_t, 128> nodes{};
        for (std::size_t i = 0; i < waiting_; ++i) ++nodes[room(i)];
        std::uint64_t least = nodes.size() - 1;
        for (std::size_t seen = nodes[least]; least > 0 && seen < 2 * max_given; seen += nodes[--least]) {
        }
        return least;
    }

    [[nodiscard]] std::uint64_t room(std::size_t node) const noexcept {
        const Lanes values = splat(stack_[values_column][node]);
        const Lanes excess = larger(excess_sum<0>(values), excess_sum<1>(values));
        return (stack_[values_column][node] >> slack_shift) - excess[0];
    }

    static constexpr std::uint64_t no_excess = 1 << 20;

    const SearchTask<D, H>& task_;
    const D& domain_;
    const H& heuristic_;
    Fields fields_;
    Index index_;
    const MoveAutomaton& automaton_;
    typename Fields::BoardWords goal_ = fields_.write(domain_.goal());
    WorkPiece root_;
    Cost bound_ = 0;
    std::uint64_t next_look_ = Budget::stride;

    Nodes stack_{1 << 9};
    std::size_t waiting_ = 0;  // nodes on the stack
    NodeTrail trail_;
    Nodes children_{max_children + index_lanes};
    // By child: where to read, how far to shift what was read, and the byte that was read.
    std::array<std::uint64_t, max_children + index_lanes> address_{}, shift_{}, entry_{};
};

}  // namespace tessera

#pragma GCC diagnostic pop
