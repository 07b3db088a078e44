// SPDX-License-Identifier: Apache-2.0
// The table indices of sixteen placements at once.
#pragma once

#include "tessera/core/lanes.hpp"
#include "tessera/pdb/pattern.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <type_traits>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// A placement is a word: the cells of the pattern's tiles, `FieldBits` bits each, the first tile lowest.  What stands
// above the last tile does not matter.  The patterns of a partition may differ in size; each lane has its own.
//
// The index is that of PlacementIndex: rank of the set of cells, times the number of orders, plus rank of the order.
// The rank of the order is a sum over the tiles: the number of smaller tiles on cells above, times the factorial of the
// number of all tiles on cells above (Lehmer 1960).  Both numbers are counts of bits.  The rank of the set is the sum of
// two table entries, for the lower and the upper cells, as in SetRank.
template <int FieldBits>
requires(FieldBits == 4 || FieldBits == 5) class LaneIndex {
public:
    static constexpr int max_tiles = 32 / FieldBits;
    static constexpr std::size_t max_patterns = 4;

    // `sizes[p]` is the number of tiles of pattern p.
    explicit LaneIndex(std::span<const int> sizes) {
        assert(!sizes.empty() && sizes.size() <= max_patterns);
        smallest_ = *std::min_element(sizes.begin(), sizes.end());
        for (int place = 0; place < max_tiles; ++place)
            weight_.set(place, static_cast<std::uint32_t>(factorial(max_tiles - 1 - place)));
        for (std::size_t p = 0; p < sizes.size(); ++p) {
            const int size = sizes[p];
            assert(size <= max_tiles);
            const auto lane = static_cast<int>(p);
            present_.set(lane, (1u << size) - 1);
            const auto lacks = static_cast<std::uint32_t>(max_tiles - size);
            missing_.set(lane, by_halves ? lacks : (1u << lacks) - 1);
            orders_.set(lane, static_cast<std::uint32_t>(factorial(size)));
            const auto kind = std::find(sizes.begin(), sizes.end(), size) - sizes.begin();
            upper_[static_cast<std::size_t>(kind)].of_kind.set(lane, ~0u);
        }
        std::array<std::uint64_t, Half::index_bits + 1> count{};
        for (unsigned half = 0; half < 1u << Half::index_bits; ++half)
            lower_.set(half, count[static_cast<std::size_t>(std::popcount(half))]++);
        for (std::size_t p = 0; p < sizes.size(); ++p) {
            if (std::find(sizes.begin(), sizes.end(), sizes[p]) != sizes.begin() + static_cast<std::ptrdiff_t>(p))
                continue;
            used_.push_back(p);
            std::uint64_t sets = 0;
            for (unsigned half = 0; half < 1u << Half::index_bits; ++half) {
                upper_[p].rank.set(half, sets);
                sets += choose(Half::index_bits, sizes[p] - std::popcount(half));
            }
        }
    }

    // Lane i: the index of placement words[i] of pattern patterns[i].
    [[nodiscard]] TESSERA_LANES Lanes32 operator()(Lanes32 words, Lanes32 patterns) const noexcept {
        // The places of all patterns end with the same number: below the bits of the cells is one for each tile that a
        // smaller pattern lacks, or where there is no room for them, their number is added.  The missing tiles
        // themselves have no bit: they find no smaller one above them.
        const Lanes32 present = present_[patterns];
        const Lanes32 missing = missing_[patterns];
        Lanes32 occupied = by_halves ? Lanes32{} : missing;
        std::array<Lanes32, static_cast<std::size_t>(max_tiles)> bit;
        for (int tile = 0; tile < max_tiles; ++tile) {
            Lanes32& own = bit[static_cast<std::size_t>(tile)];
            own = splat32(1u << first_cell) << (words >> (FieldBits * tile) & ((1u << FieldBits) - 1));
            if (tile >= smallest_) own &= -(present >> tile & 1u);
            occupied |= own;
        }
        Lanes32 order = {};
        Lanes32 smaller_tiles = bit[0];
        for (std::size_t tile = 1; tile < max_tiles; ++tile) {
            const Lanes32 below = bit[tile] - 1u;
            if constexpr (by_halves) {
                const Lanes32 counts = popcount_halves((smaller_tiles & ~below) << 16 | (occupied & below));
                order += (counts >> 16) * weight_[counts + missing];
            } else {
                order += popcount(smaller_tiles & ~below) * weight_[popcount(occupied & below)];
            }
            smaller_tiles |= bit[tile];
        }
        const Lanes32 cells = occupied >> first_cell;
        const Lanes32 upper_cells = cells >> Half::index_bits;
        Lanes32 set = lower_[cells & ((1u << Half::index_bits) - 1)];
        for (const std::size_t kind : used_) set += upper_[kind].rank[upper_cells] & upper_[kind].of_kind[patterns];
        return set * orders_[patterns] + order;
    }

private:
    // Where bits are counted in many steps, both counts are made in one go if there is room for both.
    static constexpr bool by_halves = !counts_bits_at_once && FieldBits == 4;
    static constexpr int first_cell = by_halves ? 0 : max_tiles;

    using Half = std::conditional_t<FieldBits == 4, ByteTable, MemoryTable<13>>;

    // Patterns of one size share a table, that of the first of them.
    struct Upper {
        Half rank;
        RegisterTable<16> of_kind;  // by pattern: all bits set for those that share
    };

    int smallest_ = 0;
    RegisterTable<16> weight_;   // by place
    RegisterTable<16> present_;  // by pattern: a bit for each tile it has
    RegisterTable<16> missing_;  // by pattern: a bit for each tile it lacks, or their number
    RegisterTable<16> orders_;   // by pattern
    Half lower_;
    std::array<Upper, max_patterns> upper_;
    std::vector<std::size_t> used_;  // of the former
};

}  // namespace tessera

#pragma GCC diagnostic pop
