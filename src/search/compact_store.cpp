// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/compact_store.hpp"

namespace tessera {

template <bool RowsTogether>
CompactStore<RowsTogether>::CompactStore(const D& domain, const Manhattan<D>& heuristic, Budget& budget)
    : domain_(domain),
      heuristic_(heuristic),
      budget_(budget),
      goal_code_(domain.goal()),
      goal_column_(domain.goal().blank % 4),
      table_(budget) {
    // Boards with nothing on them but two tiles, or one.
    for (std::size_t pair = 0; pair < pair_distance_.size(); ++pair)
        for (std::size_t tiles = 0; tiles < 256; ++tiles)
            pair_distance_[pair][tiles] =
                static_cast<std::uint8_t>(heuristic.start({static_cast<std::uint64_t>(tiles) << 8 * pair, 0}));
    for (Cell to = 0; to < 16; ++to)
        for (const Cell from : domain.moves({0, to}))
            for (std::uint64_t tile = 1; tile < 16; ++tile)
                if (heuristic.step(0, {tile << 4 * from, to}, from, {}) > 0)
                    farther_[from][to] = static_cast<std::uint16_t>(farther_[from][to] | 1u << tile);
}

template <bool RowsTogether>
bool CompactStore<RowsTogether>::make_lists() {
    constexpr std::size_t bytes = most_work * sizeof(Work) + 2 * most_listed * sizeof(Mail);
    if (!budget_.grow(bytes)) return false;
    charged_ = bytes;
    stack_.reserve(most_work);
    listed_.reserve(most_listed);
    listed_next_.reserve(most_listed);
    return true;
}

template <bool RowsTogether>
bool CompactStore<RowsTogether>::add(std::span<const Mail> arrivals) {
    if (stack_.capacity() == 0 && !make_lists()) return false;
    if (!table_.make_room()) return false;  // there is a table from now on
    const std::size_t count = arrivals.size();
    for (std::size_t i = 0; i < std::min(ahead, count); ++i) table_.prefetch(arrivals[i].mixed());
    for (std::size_t i = 0; i < count; ++i) {
        if (i + ahead < count) table_.prefetch(arrivals[i + ahead].mixed());
        if (i + soon < count) table_.prefetch_next(arrivals[i + soon].mixed());
        if (!table_.make_room()) return false;
        const Mail mail = arrivals[i];
        RowTable::Slot* slot = table_.insert(mail.mixed());
        while (!slot) {
            if (!table_.grow()) return false;
            slot = table_.insert(mail.mixed());
        }
        const RowTable::Slot near = mail.nearness() << nearness_place;
        if ((*slot & RowTable::payload) == 0)
            *slot |= near;
        else if (near < (*slot & nearness_mask))
            *slot = (*slot & ~nearness_mask) | near;
        const std::uint32_t column = 1u << mail.column();
        const From from = RowsTogether && mail.board() != start_ ? mail.from() : From::unknown;
        if (reach(mail.mixed(), *slot, mail.column(), mail.layer(), from))
            schedule(mail.mixed(), *slot, column, column, from);
    }
    return true;
}

// Notes that a board was reached in a layer.  True: it is closed now, and the caller has it expanded.
template <bool RowsTogether>
inline bool CompactStore<RowsTogether>::reach(std::uint64_t mixed, RowTable::Slot& slot, int column,
                                              std::uint32_t layer, From from) {
    const RowTable::Slot closed = RowTable::Slot{1} << column;
    const RowTable::Slot waits = closed << waits_place;
    const RowTable::Slot layer_of = closed << layer_place;
    if (slot & (closed | waits)) {
        ++stats_.duplicates;
        if (!(slot & waits) || layer != now_) return false;
        --(((slot & layer_of) != 0) == (now_ != 0) ? waiting_now_ : waiting_next_);
    } else {
        ++stats_.stored;
    }
    slot = (slot & ~(closed | waits | layer_of)) | (layer ? layer_of : 0);
    if (layer == now_ && stack_.size() < most_work) {
        slot |= closed;
        return true;
    }
    const bool below = from == From::below;
    if (from == From::unknown || (marked(slot) != 0 && (slot >> below_place & 1) != below))
        slot |= closed | waits;
    else
        slot = (slot & ~(RowTable::Slot{1} << below_place)) | waits | static_cast<RowTable::Slot>(below) << below_place;
    if (layer == now_) {
        ++waiting_now_;
    } else {
        ++waiting_next_;
        if (listed_next_.size() < most_listed)
            listed_next_.push_back({mixed | (slot & nearness_mask) >> nearness_place << mail_nearness_place});
    }
    return false;
}

// Puts closed boards of a group on the stack, and with them those that follow by moves along the row.  Some of them,
// those in `back`, came from a row that they need not go back to.
template <bool RowsTogether>
inline void CompactStore<RowsTogether>::schedule(std::uint64_t mixed, RowTable::Slot& slot, std::uint32_t columns,
                                                 std::uint32_t back, From from) {
    const RowCode code = RowCode::from_mixed(mixed);
    const int row = code.row();
    if constexpr (RowsTogether) {
        const int first = 4 * row;
        const auto tiles = static_cast<std::uint32_t>(code.order() >> 4 * first);
        std::uint32_t fresh = columns;
        while (fresh != 0) {
            const int blank = std::countr_zero(fresh);
            fresh &= fresh - 1;
            const auto go = [&](int to, std::uint32_t tile) {
                ++stats_.generated;
                const std::uint32_t away = farther(static_cast<int>(tile & 15), first + to, first + blank);
                if (!reach(mixed, slot, to, now_ ^ away, From::unknown)) return;
                columns |= 1u << to;
                fresh |= 1u << to;
            };
            if (blank > 0) go(blank - 1, tiles >> 4 * (blank - 1));
            if (blank < 3) go(blank + 1, tiles >> 4 * blank);
        }
    }
    const std::uint32_t up = row == 0 ? 0 : from == From::above ? columns & ~back : columns;
    const std::uint32_t down = row == 3 ? 0 : from == From::below ? columns & ~back : columns;
    stack_.push_back(
        {code, static_cast<std::uint8_t>(columns), static_cast<std::uint8_t>(up), static_cast<std::uint8_t>(down)});
}

// Takes boards that wait for this layer off the table, the near ones first, until there is enough to do.
template <bool RowsTogether>
void CompactStore<RowsTogether>::sweep() {
    stats_.largest_queue = std::max(stats_.largest_queue, waiting_now_ + waiting_next_);
    if (by_list_) sweep_list();
    if (!by_list_) sweep_table();
}

// What the list does not name, because the stack had no room for it, is left to a sweep over the table.
template <bool RowsTogether>
void CompactStore<RowsTogether>::sweep_list() {
    while (waiting_now_ > 0 && stack_.size() < handful) {
        if (sweep_place_ == listed_.size()) {
            sweep_place_ = 0;
            if (++sweep_nearness_ < classes) continue;
            sweep_nearness_ = 0;
            by_list_ = false;
            return;
        }
        const Mail mail = listed_[sweep_place_++];
        if (mail.nearness() == sweep_nearness_) take(mail.mixed(), *table_.insert(mail.mixed()));
    }
}

// What a sweep left behind, because it came late or was moved by growth, is found by the next.
template <bool RowsTogether>
void CompactStore<RowsTogether>::sweep_table() {
    while (waiting_now_ > 0 && stack_.size() < handful) {
        if (sweep_place_ >= table_.buckets()) {
            sweep_place_ = 0;
            sweep_nearness_ = (sweep_nearness_ + 1) % classes;
        }
        RowTable::Slot* const slots = table_.bucket(sweep_place_);
        const Lanes lanes = load(slots);
        const Lanes far = (lanes >> nearness_place & splat(classes - 1)) > splat(sweep_nearness_);
        for (LaneMask found = not_zero(ready(lanes) & ~far); found != 0; found &= found - 1) {
            RowTable::Slot& slot = slots[std::countr_zero(found)];
            take(table_.mixed(sweep_place_, slot), slot);
        }
        ++sweep_place_;
    }
}

// Closes those boards of a group that wait for this layer, and has them expanded.
template <bool RowsTogether>
inline void CompactStore<RowsTogether>::take(std::uint64_t mixed, RowTable::Slot& slot) {
    const auto columns = static_cast<std::uint32_t>(ready(slot) >> waits_place);
    if (columns == 0) return;
    const std::uint32_t back = columns & marked(slot);
    slot = (slot & ~(RowTable::Slot{columns} << waits_place)) | columns;
    waiting_now_ -= static_cast<std::uint64_t>(std::popcount(columns));
    schedule(mixed, slot, columns, back, slot >> below_place & 1 ? From::below : From::above);
}

template <bool RowsTogether>
bool CompactStore<RowsTogether>::reached(const State& s, Cost g) const {
    const RowTable::Slot slot = table_.find(RowCode(s).mixed());
    const int column = s.blank % 4;
    const bool closed = (slot >> column & 1) && !(slot >> (waits_place + column) & 1);
    return closed && (slot >> (layer_place + column) & 1) == layer_bit(g + heuristic_.start(s));
}

template class CompactStore<true>;
template class CompactStore<false>;

}  // namespace tessera
