// SPDX-License-Identifier: Apache-2.0
// Kernel 2 for the 15-puzzle with Manhattan distance: some four bytes a state, no open list.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/stats.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/node_store.hpp"
#include "tessera/search/row_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// Expands the same states as the general store.  What it does not keep, it knows: along a move f stays or grows by two,
// so everything expanded in the layer of F has f = F, and every successor is for this layer or for the next one.  A
// board needs three bits then: it is known, it waits, and which of two layers it belongs to.  Its g is the layer's f
// less the distance of its board.  A table of groups (RowTable) holds these bits for the four columns of a group.
//
// Moves along a row stay within a slot.  If the four boards of a group have one owner (RowsTogether), they are made
// there and then, and only moves to other rows travel; else every successor does.
//
// There is no open list: a layer is a sweep over the table, which memory likes.  Successors for the same layer are not
// left for the sweep but expanded next, depth first; those too many for the stack wait for another sweep.
// Sweeps go by nearness to the goal, as a slot tells, so that the last layer is soon over.  While layers are small,
// most of the table is empty, and a short list tells where boards wait; it is given up in a layer that overflows it.
//
// A move back to the row that a board was reached from leads to a board that is closed, and is not made: mail tells
// that row, and a slot has room for one of the two rows beside its own and marks the boards that were reached from
// there.
//
// A closed board has the g of a shortest way to it, as Manhattan distance is consistent.
template <bool RowsTogether>
class CompactStore {
public:
    using D = FifteenPuzzle;
    using State = D::State;
    static constexpr std::uint64_t opening = 1 << 17;

    // The row that the blank came from, beside its own.
    enum class From : std::uint8_t { unknown, above, below };

    // A board on its way: its group's mixed code, by which the table finds it, and column, layer, nearness and
    // where the blank came from.  Trivial, so that batches are copied as a whole.
    struct Mail {
        std::uint64_t word;
        [[nodiscard]] std::uint64_t mixed() const noexcept { return word & RowCode::mask; }
        [[nodiscard]] int column() const noexcept { return static_cast<int>(word >> column_place & 3); }
        [[nodiscard]] std::uint32_t layer() const noexcept { return word >> mail_layer_place & 1; }
        [[nodiscard]] std::uint64_t nearness() const noexcept { return word >> mail_nearness_place & (classes - 1); }
        [[nodiscard]] From from() const noexcept { return word >> mail_from_place ? From::below : From::above; }
        [[nodiscard]] std::uint64_t board() const noexcept { return word & board_mask; }
    };

    // The four boards of a group have one place.  The table takes other bits of the mixed code.
    [[nodiscard]] static std::uint64_t place(const State& s) noexcept requires RowsTogether {
        return place_of(RowCode(s).mixed());
    }
    [[nodiscard]] static std::uint64_t place(const Mail& mail) noexcept requires RowsTogether {
        return place_of(mail.mixed());
    }

    CompactStore(const D& domain, const Manhattan<D>& heuristic, Budget& budget);
    ~CompactStore() { budget_.shrink(charged_); }
    CompactStore(const CompactStore&) = delete;
    CompactStore& operator=(const CompactStore&) = delete;

    [[nodiscard]] Mail first(const State& start) {
        const Cost h = heuristic_.start(start);
        const Mail mail = mail_of(RowCode(start), start.blank % 4, layer_bit(h), nearness(h), From::above);
        start_ = mail.board();
        return mail;
    }

    void begin_layer(Cost bound) noexcept {
        bound_ = bound;
        now_ = layer_bit(bound);
        waiting_now_ = waiting_next_;
        waiting_next_ = 0;
        sweep_place_ = 0;
        sweep_nearness_ = 0;
        listed_.swap(listed_next_);
        listed_next_.clear();
        by_list_ = listed_.size() < most_listed;
    }

    [[nodiscard]] bool add(std::span<const Mail> arrivals);
    void grow_ahead() { table_.grow_ahead(); }

    template <class Emit>
    std::size_t expand(Emit emit) {
        if (stack_.empty()) sweep();
        const std::uint64_t before = stats_.expanded;
        while (stats_.expanded - before < handful && !stack_.empty() && !goal_) {
            const Work work = stack_.back();
            stack_.pop_back();
            expand(work, emit);
        }
        return static_cast<std::size_t>(stats_.expanded - before);
    }

    [[nodiscard]] Cost next_bound() const noexcept { return waiting_next_ > 0 ? bound_ + 2 : no_layer; }
    [[nodiscard]] std::optional<State> goal() const { return goal_; }
    // A neighbour of a state on a shortest way is one nearer to the start, or one farther; as a closed board keeps its
    // layer by parity, that is enough to tell.
    [[nodiscard]] bool reached(const State& s, Cost g) const;
    [[nodiscard]] Stats counters() const { return stats_; }

private:
    static constexpr std::size_t handful = 256;        // boards to an expansion
    static constexpr std::size_t most_work = 1 << 17;  // groups on the stack
    static constexpr std::size_t most_listed = 1 << 14;
    // How many arrivals ahead their buckets are asked for; and, when these are here, the next ones if they are full.
    static constexpr std::size_t ahead = 32;
    static constexpr std::size_t soon = 8;

    // The payload of a slot: three bits per column, how near to the goal the nearest of its waiting boards was, and the
    // row that marked boards were reached from.  Of the first two bits of a column, a board that is closed has the one,
    // a board that waits has the other, and has both if it is not marked.
    static constexpr int waits_place = 4;
    static constexpr int layer_place = 8;
    static constexpr int nearness_place = 12;
    static constexpr std::size_t classes = 4;  // of nearness
    static constexpr int below_place = nearness_place + std::bit_width(classes - 1);
    static constexpr RowTable::Slot nearness_mask = RowTable::Slot{classes - 1} << nearness_place;
    static_assert(below_place + 1 == RowTable::payload_bits);

    static constexpr int column_place = RowCode::bits;
    static constexpr int mail_layer_place = column_place + 2;
    static constexpr int mail_nearness_place = mail_layer_place + 1;
    static constexpr int mail_from_place = mail_nearness_place + std::bit_width(classes - 1);
    static constexpr std::uint64_t board_mask = (std::uint64_t{1} << mail_layer_place) - 1;
    static_assert(mail_from_place == 63);

    [[nodiscard]] static constexpr std::uint64_t place_of(std::uint64_t mixed) noexcept { return mixed & 0xffffffff; }

    // A group and those of its columns that are to be expanded: from where the blank goes up, and down.
    struct Work {
        RowCode code;
        std::uint8_t columns, up, down;
    };

    [[nodiscard]] static constexpr std::uint32_t layer_bit(Cost f) noexcept {
        return static_cast<std::uint32_t>(f) >> 1 & 1;
    }
    // Most boards wait some thirty moves from the goal, by Manhattan distance, and a goal is mostly found over one that
    // is nearer: classes get larger with the distance.
    [[nodiscard]] static constexpr std::uint64_t nearness(Cost h) noexcept {
        constexpr std::array<Cost, classes - 1> last{17, 21, 25};
        std::uint64_t nearer = 0;
        for (const Cost c : last) nearer += h > c;
        return nearer;
    }
    [[nodiscard]] static constexpr Mail mail_of(RowCode code, int column, std::uint32_t layer, std::uint64_t nearness,
                                                From from) noexcept {
        return {code.mixed() | static_cast<std::uint64_t>(column) << column_place |
                static_cast<std::uint64_t>(layer) << mail_layer_place | nearness << mail_nearness_place |
                static_cast<std::uint64_t>(from == From::below) << mail_from_place};
    }

    // Only for the nearness.  Two cells to a byte of the board: Manhattan distance in eight looks.
    [[nodiscard]] Cost distance(std::uint64_t board) const noexcept {
        Cost sum = 0;
        for (std::size_t i = 0; i < 8; ++i) sum += pair_distance_[i][board >> 8 * i & 255];
        return sum;
    }

    template <class Emit>
    void expand(Work work, Emit& emit) {
        const RowCode code = work.code;
        if (code == goal_code_ && (work.columns >> goal_column_ & 1)) {
            goal_ = domain_.goal();
            return;
        }
        const std::uint64_t order = code.order();
        const int row = code.row();
        // Nearness is no more than a hint: one look for all columns is near enough.
        const std::uint64_t near = nearness(distance(board_of(order, 4 * row + std::countr_zero(work.columns)).board));
        stats_.expanded += static_cast<std::uint64_t>(std::popcount(work.columns));
        const auto send = [&](std::uint64_t child_order, int blank, int to, std::uint64_t tile, From from) {
            const std::uint32_t away = farther(static_cast<int>(tile & 15), to, blank);
            ++stats_.generated;
            emit(board_of(child_order, to), mail_of(RowCode(child_order, to / 4), to % 4, now_ ^ away, near, from));
        };
        for (std::uint32_t columns = work.up; columns != 0; columns &= columns - 1) {
            const int blank = 4 * row + std::countr_zero(columns);
            send(order_above(order, blank), blank, blank - 4, order >> 4 * (blank - 4), From::below);
        }
        for (std::uint32_t columns = work.down; columns != 0; columns &= columns - 1) {
            const int blank = 4 * row + std::countr_zero(columns);
            send(order_below(order, blank), blank, blank + 4, order >> 4 * (blank + 3), From::above);
        }
        if constexpr (!RowsTogether)
            for (std::uint32_t columns = work.columns; columns != 0; columns &= columns - 1) {
                const int column = std::countr_zero(columns);
                const int blank = 4 * row + column;
                if (column > 0) send(order, blank, blank - 1, order >> 4 * (blank - 1), From::unknown);
                if (column < 3) send(order, blank, blank + 1, order >> 4 * blank, From::unknown);
            }
    }

    // Does a tile get farther from its goal by going from one cell to the next?
    [[nodiscard]] std::uint32_t farther(int tile, int from, int to) const noexcept {
        const std::uint32_t tiles = farther_[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
        return tiles >> tile & 1;
    }

    [[nodiscard]] bool make_lists();
    [[nodiscard]] bool reach(std::uint64_t mixed, RowTable::Slot& slot, int column, std::uint32_t layer, From from);
    void schedule(std::uint64_t mixed, RowTable::Slot& slot, std::uint32_t columns, std::uint32_t back, From from);
    void sweep();
    void sweep_list();
    void sweep_table();
    void take(std::uint64_t mixed, RowTable::Slot& slot);

    // The columns of boards that wait and came from the row that the slot names.
    [[nodiscard]] static constexpr std::uint32_t marked(RowTable::Slot slot) noexcept {
        return static_cast<std::uint32_t>(slot >> waits_place & ~slot & 0xf);
    }

    // The bits, at their places in a slot or in many, of boards that wait for this layer.
    template <class Slots>
    [[nodiscard]] Slots ready(Slots slots) const noexcept {
        constexpr RowTable::Slot all = RowTable::Slot{0xf} << waits_place;
        return slots & ~(slots >> (layer_place - waits_place) ^ (now_ ? all : 0)) & all;
    }

    const D& domain_;
    const Manhattan<D>& heuristic_;
    Budget& budget_;
    std::array<std::array<std::uint8_t, 256>, 8> pair_distance_{};
    std::array<std::array<std::uint16_t, 16>, 16> farther_{};  // [from][to]: a bit per tile
    RowCode goal_code_;
    int goal_column_ = 0;
    std::uint64_t start_ = ~std::uint64_t{0};  // the board of the start's mail, if it was ours
    RowTable table_;
    std::vector<Work> stack_;
    // The mail of boards that wait for the layer, and for the next, unless there were too many.
    std::vector<Mail> listed_, listed_next_;
    std::uint64_t charged_ = 0;  // bytes of the stack and the lists
    Cost bound_ = 0;
    std::uint32_t now_ = 0;           // the layer's bit
    std::uint64_t waiting_now_ = 0;   // boards in the table that wait for this layer
    std::uint64_t waiting_next_ = 0;  // ... for the next
    bool by_list_ = false;            // the list is what is swept
    std::size_t sweep_place_ = 0;     // in the table or the list
    std::uint64_t sweep_nearness_ = 0;
    std::optional<State> goal_;
    Stats stats_;
};

static_assert(NodeStoreFor<CompactStore<true>, FifteenPuzzle, Manhattan<FifteenPuzzle>>);
static_assert(NodeStoreFor<CompactStore<false>, FifteenPuzzle, Manhattan<FifteenPuzzle>>);

}  // namespace tessera

#pragma GCC diagnostic pop
