// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/compact_store.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

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
bool CompactStore<RowsTogether>::add(std::span<const Mail> arrivals) {
    if (stack_.capacity() == 0) {
        if (!budget_.grow(most_work * sizeof(Work))) return false;
        charged_ = most_work * sizeof(Work);
        stack_.reserve(most_work);
    }
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
        if (reach(*slot, mail.column(), mail.layer()))
            schedule(RowCode::from_mixed(mail.mixed()), *slot, 1u << mail.column());
    }
    return true;
}

// Notes that a board was reached in a layer.  True: it is closed now, and the caller has it expanded.
template <bool RowsTogether>
inline bool CompactStore<RowsTogether>::reach(RowTable::Slot& slot, int column, std::uint32_t layer) {
    const RowTable::Slot known = RowTable::Slot{1} << column;
    const RowTable::Slot waits = known << waits_place;
    const RowTable::Slot layer_of = known << layer_place;
    if (slot & known) {
        ++stats_.duplicates;
        if (!(slot & waits) || layer != now_) return false;
        --(((slot & layer_of) != 0) == (now_ != 0) ? waiting_now_ : waiting_next_);
    } else {
        ++stats_.stored;
        slot |= known;
    }
    slot = (slot & ~layer_of) | (layer ? layer_of : 0);
    if (layer == now_ && stack_.size() < most_work) {
        slot &= ~waits;
        return true;
    }
    slot |= waits;
    ++(layer == now_ ? waiting_now_ : waiting_next_);
    return false;
}

// Puts closed boards of a group on the stack, and with them those that follow by moves along the row.
template <bool RowsTogether>
inline void CompactStore<RowsTogether>::schedule(RowCode code, RowTable::Slot& slot, std::uint32_t columns) {
    if constexpr (RowsTogether) {
        const int first = 4 * code.row();
        const auto tiles = static_cast<std::uint32_t>(code.order() >> 4 * first);
        std::uint32_t fresh = columns;
        while (fresh != 0) {
            const int blank = std::countr_zero(fresh);
            fresh &= fresh - 1;
            const auto go = [&](int to, std::uint32_t tile) {
                ++stats_.generated;
                if (!reach(slot, to, now_ ^ farther(static_cast<int>(tile & 15), first + to, first + blank))) return;
                columns |= 1u << to;
                fresh |= 1u << to;
            };
            if (blank > 0) go(blank - 1, tiles >> 4 * (blank - 1));
            if (blank < 3) go(blank + 1, tiles >> 4 * blank);
        }
    }
    stack_.push_back({code.code | static_cast<std::uint64_t>(columns) << column_place});
}

// Takes boards that wait for this layer off the table, the near ones first, until there is enough to do.  What a sweep
// left behind, because it came late or was moved by growth, is found by the next.
template <bool RowsTogether>
void CompactStore<RowsTogether>::sweep() {
    stats_.largest_queue = std::max(stats_.largest_queue, waiting_now_ + waiting_next_);
    while (waiting_now_ > 0 && stack_.size() < handful) {
        if (sweep_bucket_ >= table_.buckets()) {
            sweep_bucket_ = 0;
            sweep_nearness_ = (sweep_nearness_ + 1) % classes;
        }
        RowTable::Slot* const slots = table_.bucket(sweep_bucket_);
        const Lanes lanes = load(slots);
        const Lanes other_layer = lanes >> (layer_place - waits_place) ^ splat(now_ ? 0xf << waits_place : 0);
        const Lanes ready = lanes & ~other_layer & splat(0xf << waits_place);
        const Lanes far = (lanes >> nearness_place & splat(classes - 1)) > splat(sweep_nearness_);
        for (LaneMask found = not_zero(ready & ~far); found != 0; found &= found - 1) {
            RowTable::Slot& slot = slots[std::countr_zero(found)];
            const RowTable::Slot columns = ready[std::countr_zero(found)] >> waits_place;
            slot &= ~(columns << waits_place);
            waiting_now_ -= static_cast<std::uint64_t>(std::popcount(columns));
            schedule(table_.code(sweep_bucket_, slot), slot, static_cast<std::uint32_t>(columns));
        }
        ++sweep_bucket_;
    }
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

#pragma GCC diagnostic pop
