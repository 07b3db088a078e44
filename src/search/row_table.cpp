// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/row_table.hpp"

#include <algorithm>

#pragma GCC diagnostic ignored "-Wpsabi"  // vectors travel through no call: all is inlined

namespace tessera {

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
    const std::size_t end = buckets_at(bits_);
    const std::size_t old = std::size_t{1} << bits_;
    const int new_bit = RowCode::bits - bits_ - 1;
    for (std::size_t b = end; b-- > 0;) {
        std::array<Slot, slots_per_bucket> slots;
        std::copy_n(bucket(b), slots_per_bucket, slots.begin());
        std::size_t used[2] = {0, 0};
        if (b < old) std::fill_n(bucket(2 * b), 2 * slots_per_bucket, Slot{0});
        for (const Slot slot : slots) {
            if (slot == 0) break;
            const std::size_t away = strayed(slot);
            const std::uint64_t m = mixed(b, slot);
            if (away > 0) {
                waiting[(b - away) % waiting.size()].push_back({m, slot & payload});
            } else {
                const std::size_t side = m >> new_bit & 1;
                bucket(2 * b + side)[used[side]++] = slot;
            }
        }
        if (b >= old) continue;
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
