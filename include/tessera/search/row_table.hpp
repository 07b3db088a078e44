// SPDX-License-Identifier: Apache-2.0
// A hash table of the groups of a 4x4 search: eight bytes for up to four boards.
#pragma once

#include "tessera/core/budget.hpp"
#include "tessera/core/huge_array.hpp"
#include "tessera/core/lanes.hpp"
#include "tessera/search/row_code.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// A bucket is one cache line of eight slots.  The mixed code of a group is a number: its upper bits choose the bucket
// and the lower ones are kept in the slot, so the code can be read back from place and slot.  A group whose bucket is
// full goes to the next one that is not, and the slot tells how far it has strayed.  Nothing is ever taken out, so a
// bucket that is not full ends every walk.  The rest of a slot belongs to the user; a slot in use is never zero.
//
// When the table doubles, the groups of bucket b go to 2b and 2b + 1.  From the last bucket to the first this is done
// in place: what is overwritten has been moved before.  There is never a second copy, and the peak is the new size.
class RowTable {
public:
    using Slot = std::uint64_t;
    static constexpr int payload_bits = 15;
    static constexpr Slot payload = (Slot{1} << payload_bits) - 1;
    static constexpr std::size_t slots_per_bucket = lane_count;

    explicit RowTable(Budget& budget) : budget_(budget) {}
    ~RowTable() { budget_.shrink(memory_.size()); }
    RowTable(const RowTable&) = delete;
    RowTable& operator=(const RowTable&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t buckets() const noexcept { return memory_.size() / bucket_bytes; }

    // Makes sure that one more group finds room.  False when the budget forbids it.
    [[nodiscard]] bool make_room() { return size_ < full_ || make_more_room(); }

    void prefetch(std::uint64_t mixed) const noexcept { __builtin_prefetch(bucket(home(mixed))); }
    // A group whose bucket is full is likely to be in the next.
    void prefetch_next(std::uint64_t mixed) const noexcept {
        const Slot* const at = bucket(home(mixed));
        __builtin_prefetch(at + (at[slots_per_bucket - 1] != 0 ? slots_per_bucket : 0));
    }

    // The slot of a group; a fresh one has no payload, and the caller must give it one.  Null when there is none near
    // enough: grow() then.
    [[nodiscard]] Slot* insert(std::uint64_t mixed) noexcept {
        Slot* at = bucket(home(mixed));
        Slot wanted = tag(mixed);
        for (int strayed = 0; strayed <= farthest; ++strayed, wanted += one_farther, at += slots_per_bucket) {
            const Lanes lanes = load(at);
            const LaneMask used = not_zero(lanes);
            if (const LaneMask found = equal(lanes & ~payload, splat(wanted)) & used; found != 0)
                return at + std::countr_zero(found);
            if (used == all_lanes) continue;
            Slot* const free = at + std::countr_one(used);
            *free = wanted;
            ++size_;
            return free;
        }
        return nullptr;
    }

    // The payload of a group, 0 if it is not there.
    [[nodiscard]] Slot find(std::uint64_t mixed) const noexcept {
        if (size_ == 0) return 0;
        const Slot* at = bucket(home(mixed));
        Slot wanted = tag(mixed);
        for (int strayed = 0; strayed <= farthest; ++strayed, wanted += one_farther, at += slots_per_bucket)
            for (std::size_t i = 0; i < slots_per_bucket; ++i) {
                if (at[i] == 0) return 0;
                if ((at[i] & ~payload) == wanted) return at[i] & payload;
            }
        return 0;
    }

    // The slots of a bucket, and the mixed code of the group in one of them.
    [[nodiscard]] Slot* bucket(std::size_t b) noexcept {
        return reinterpret_cast<Slot*>(memory_.data()) + b * slots_per_bucket;
    }
    [[nodiscard]] const Slot* bucket(std::size_t b) const noexcept {
        return reinterpret_cast<const Slot*>(memory_.data()) + b * slots_per_bucket;
    }
    [[nodiscard]] std::uint64_t mixed(std::size_t b, Slot slot) const noexcept {
        // The slot's lower bits and the bucket's number overlap once the table has grown.
        const int below = RowCode::bits - bits_;
        const std::uint64_t low = slot >> tag_place & ((std::uint64_t{1} << below) - 1);
        return static_cast<std::uint64_t>(b - strayed(slot)) << below | low;
    }

    // Doubles the table.
    [[nodiscard]] bool grow();
    // The same if it is time soon, and if the budget has no objections.  Another of the same size may have grown early,
    // because a crowd was too dense for one more; who waits for it should use the time.
    void grow_ahead() {
        if (size_ >= full_ / 8 * 7 && size_ > 0 && budget_.reserve(growth())) enlarge();
    }

private:
    static constexpr int stray_bits = 5;
    static constexpr int farthest = (1 << stray_bits) - 1;
    static constexpr int tag_place = payload_bits + stray_bits;
    static constexpr int tag_bits = 64 - tag_place;
    static constexpr int least_bits = RowCode::bits - tag_bits;  // of a bucket's number
    static constexpr Slot one_farther = Slot{1} << payload_bits;
    static constexpr std::size_t bucket_bytes = slots_per_bucket * sizeof(Slot);

    // Behind the last bucket there is room for those that have strayed.
    [[nodiscard]] static constexpr std::size_t buckets_at(int bits) noexcept {
        return (std::size_t{1} << bits) + farthest;
    }
    [[nodiscard]] static constexpr std::size_t bytes(int bits) noexcept { return buckets_at(bits) * bucket_bytes; }
    [[nodiscard]] std::size_t home(std::uint64_t mixed) const noexcept { return mixed >> (RowCode::bits - bits_); }
    [[nodiscard]] static constexpr Slot tag(std::uint64_t mixed) noexcept { return mixed << tag_place; }
    [[nodiscard]] static constexpr std::size_t strayed(Slot slot) noexcept {
        return slot >> payload_bits & static_cast<Slot>(farthest);
    }
    [[nodiscard]] int next_bits() const noexcept { return bits_ == 0 ? least_bits : bits_ + 1; }
    [[nodiscard]] std::size_t growth() const noexcept { return bytes(next_bits()) - memory_.size(); }
    [[nodiscard]] bool make_more_room();
    void enlarge();
    void split();

    Budget& budget_;
    HugeArray memory_;
    int bits_ = 0;  // of a bucket's number
    std::size_t size_ = 0;
    std::size_t full_ = 0;  // groups at which it is time to grow
};

}  // namespace tessera

#pragma GCC diagnostic pop
