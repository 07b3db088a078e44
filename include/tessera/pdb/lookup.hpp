// SPDX-License-Identifier: Apache-2.0
// From a board to an entry of a table in a handful of instructions.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/pdb/order_rank.hpp"
#include "tessera/pdb/set_rank.hpp"
#include "tessera/pdb/table.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>

namespace tessera {

// The board as a pattern sees it: a nibble per cell, cell 0 lowest.  A cell with tile i of the pattern holds
// pattern_label(k, i); every other cell holds anything that is not a label: nibbles below 8 for patterns of up to eight
// tiles, 0 for larger ones.  So for two small patterns that share a board one word can serve: with the labels of
// one on its tiles, and with numbers below 8 on the others.
// Word is 64 bits for boards of up to 16 cells, 128 bits beyond.
[[nodiscard]] constexpr unsigned pattern_label(int tiles, int tile) noexcept {
    return static_cast<unsigned>(tiles <= OrderRank::narrow_tiles ? 8 + tile : 1 + tile);
}

template <class Word>
requires(std::same_as<Word, std::uint64_t> || std::same_as<Word, Word128>) class Lookup {
public:
    explicit Lookup(std::shared_ptr<const Table> table)
        : set_rank_(&SetRank::of(table->pattern.grid.cells())),
          order_rank_(&OrderRank::of(table->pattern.tiles())),
          orders_(factorial(table->pattern.tiles())),
          payload_(table->payload.data()),
          halves_(table->entry_bits == 4 ? 1 : 0),
          wide_(table->pattern.tiles() > OrderRank::narrow_tiles),
          table_(std::move(table)) {}

    [[nodiscard]] const Table& table() const noexcept { return *table_; }

    // The label of a tile goes from one cell to another.
    [[nodiscard]] static constexpr Word moved(Word board, unsigned label, int from, int to) noexcept {
        return board ^ static_cast<Word>(label) << 4 * from ^ static_cast<Word>(label) << 4 * to;
    }

    // The index of the placement on a board.
    [[nodiscard]] std::uint64_t index(Word board) const noexcept {
        if (wide_) [[unlikely]]
            return index_as<true>(board);
        return index_as<false>(board);
    }
    // The same where the caller knows that the pattern has at most eight tiles.
    [[nodiscard]] std::uint64_t narrow_index(Word board) const noexcept { return index_as<false>(board); }

    // To read ahead: compute all addresses, prefetch, and only then read.
    [[nodiscard]] const std::uint8_t* address(std::uint64_t index) const noexcept {
        return payload_ + (index >> halves_);
    }
    void prefetch(std::uint64_t index) const noexcept { __builtin_prefetch(address(index)); }

    // Half of what the distance exceeds Manhattan distance by.
    [[nodiscard]] int excess(std::uint64_t index) const noexcept {
        const unsigned mask = 255u >> (4 * halves_);
        return static_cast<int>(unsigned{*address(index)} >> ((index & halves_) * 4) & mask);
    }

private:
    static constexpr std::uint64_t lowest = 0x1111111111111111ULL;

    // The cells that hold tiles, as the lowest bits of their nibbles.
    template <bool Wide>
    [[nodiscard]] static std::uint64_t occupied(std::uint64_t board) noexcept {
        if constexpr (!Wide) return board >> 3 & lowest;
        board |= board >> 2;
        return (board | board >> 1) & lowest;
    }

    template <bool Wide>
    [[nodiscard]] std::uint64_t index_as(Word board) const noexcept {
        constexpr int width = Wide ? 4 : 3;
        const auto low = static_cast<std::uint64_t>(board);
        const std::uint64_t low_tiles = occupied<Wide>(low);
        std::uint32_t set = lowest_bits_of_nibbles(low_tiles);
        std::uint64_t order = extract_nibbles<width>(low, low_tiles);
        if constexpr (sizeof(Word) > 8) {
            const auto high = static_cast<std::uint64_t>(board >> 64);
            const std::uint64_t high_tiles = occupied<Wide>(high);
            order |= extract_nibbles<width>(high, high_tiles) << width * std::popcount(set);
            set |= lowest_bits_of_nibbles(high_tiles) << 16;
        }
        return (*set_rank_)(set)*orders_ + (Wide ? order_rank_->wide(order) : order_rank_->narrow(order));
    }

    const SetRank* set_rank_;
    const OrderRank* order_rank_;
    std::uint64_t orders_;
    const std::uint8_t* payload_;
    unsigned halves_;  // 1: entries are half bytes
    bool wide_;
    std::shared_ptr<const Table> table_;
};

}  // namespace tessera
