// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/row_table.hpp"

#include <algorithm>

namespace tessera {

namespace {

// Fills a bucket with those of the slots that the mask names.
void deal(Lanes slots, LaneMask where, RowTable::Slot* bucket) noexcept {
    pack(where, slots, bucket);
    store(replace(Lanes{}, (LaneMask{1} << std::popcount(where)) - 1, load(bucket)), bucket);
}

}  // namespace

// If the budget forbids to double, a table that is well filled can still take some.
bool RowTable::make_more_room() {
    if (size_ >= buckets() * slots_per_bucket / 16 * 15) return grow();
    if (budget_.reserve(growth())) enlarge();
    return true;
}

bool RowTable::grow() {
    if (!budget_.grow(growth())) return false;
    enlarge();
    return true;
}

// The budget knows already.
void RowTable::enlarge() {
    try {
        memory_.grow(bytes(next_bits()));
    } catch (const std::bad_alloc&) {
        budget_.shrink(growth());
        throw;
    }
    if (bits_ == 0)
        bits_ = least_bits;
    else
        split();
    full_ = buckets() * slots_per_bucket / 4 * 3;
}

// Goes through the old table from its end.  Groups at home are dealt out to the two buckets that take the place of
// their own.  One that has strayed waits until its own bucket is dealt with, a few steps later; from there on upwards
// all is settled then, and it looks for a place as any new group does.
void RowTable::split() {
    struct Waiting {
        std::uint64_t mixed;
        Slot payload;
    };
    std::array<std::vector<Waiting>, farthest + 1> waiting;  // by home, modulo their number
    const std::size_t old = std::size_t{1} << bits_;
    const Lanes stray_mask = splat(static_cast<Slot>(farthest) << payload_bits);
    const Lanes new_bit = splat(Slot{1} << (tag_place + RowCode::bits - bits_ - 1));
    for (std::size_t b = buckets_at(bits_); b-- > 0;) {
        const Lanes lanes = load(bucket(b));
        const LaneMask strayed_ones = not_zero(lanes & stray_mask);
        for (LaneMask left = strayed_ones; left != 0; left &= left - 1) {
            const Slot slot = lanes[std::countr_zero(left)];
            waiting[(b - strayed(slot)) % waiting.size()].push_back({mixed(b, slot), slot & payload});
        }
        if (b >= old) continue;
        const LaneMask at_home = not_zero(lanes) & ~strayed_ones;
        const LaneMask upper = not_zero(lanes & new_bit);
        deal(lanes, at_home & upper, bucket(2 * b + 1));
        deal(lanes, at_home & ~upper, bucket(2 * b));
        auto& here = waiting[b % waiting.size()];
        if (here.empty()) continue;
        ++bits_;
        size_ -= here.size();
        for (const Waiting& w : here) {
            Slot* const slot = insert(w.mixed);
            if (!slot) throw std::bad_alloc();  // a half-filled table has no such crowds
            *slot |= w.payload;
        }
        --bits_;
        here.clear();
    }
    ++bits_;
}

}  // namespace tessera
