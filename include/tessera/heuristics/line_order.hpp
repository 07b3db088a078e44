// SPDX-License-Identifier: Apache-2.0
// How many tiles of a line are out of order.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace tessera {

// A line of cells in one word: for each cell the rank of its tile, that is its goal place in this line counted from
// one, or zero if the cell holds the blank or a tile that belongs elsewhere.  Ranks differ from each other.
class LineOrder {
public:
    using Ranks = std::uint64_t;

    explicit LineOrder(int length) : LineOrder(length, table_for(length)) {}

    // The contribution of one cell to the word.
    [[nodiscard]] Ranks at(int cell, int rank) const noexcept { return static_cast<Ranks>(rank) << (bits_ * cell); }

    // The least number of tiles to take out so that the ranks of the others ascend.
    [[nodiscard]] int out_of_order(Ranks ranks) const noexcept { return table_ ? table_[ranks] : count(ranks); }

    // By how much the number grows, nothing or one, when a tile is put into an empty cell.
    [[nodiscard]] int extra(Ranks ranks, Ranks tile) const noexcept {
        return out_of_order(ranks | tile) - out_of_order(ranks);
    }

private:
    static constexpr int longest_with_table = 5;
    static constexpr int longest = 12;

    // All but a longest ascending subsequence.  `last[k]` is the smallest rank at which one of length k+1 can end
    // (Schensted 1961).
    [[nodiscard]] int count(Ranks ranks) const noexcept {
        std::array<int, longest> last{};
        int tiles = 0, ascending = 0;
        for (int cell = 0; cell < length_; ++cell) {
            const int rank = static_cast<int>(ranks >> (bits_ * cell)) & ((1 << bits_) - 1);
            if (rank == 0) continue;
            ++tiles;
            auto* const end = last.begin() + ascending;
            auto* const place = std::lower_bound(last.begin(), end, rank);
            *place = rank;
            ascending += place == end;
        }
        return tiles - ascending;
    }

    // The same for every word of short lines; made once and shared.
    [[nodiscard]] static const std::uint8_t* table_for(int length) {
        if (length > longest_with_table) return nullptr;
        static const auto tables = [] {
            std::array<std::vector<std::uint8_t>, longest_with_table + 1> all;
            for (int n = 2; n <= longest_with_table; ++n) {
                const LineOrder order(n, nullptr);
                auto& table = all[static_cast<std::size_t>(n)];
                table.resize(std::size_t{1} << (order.bits_ * n));
                for (std::size_t ranks = 0; ranks < table.size(); ++ranks)
                    table[ranks] = static_cast<std::uint8_t>(order.count(ranks));
            }
            return all;
        }();
        return tables[static_cast<std::size_t>(length)].data();
    }
    LineOrder(int length, const std::uint8_t* table)
        : length_(length), bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(length)))), table_(table) {}

    int length_;
    int bits_;
    const std::uint8_t* table_;  // null: lines too long for one
};

}  // namespace tessera
