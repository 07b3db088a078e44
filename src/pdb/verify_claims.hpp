// SPDX-License-Identifier: Apache-2.0
// What the entries of a table say, asked word by word in the verifier's own arrangement of orders.
#pragma once

#include "tessera/core/huge_array.hpp"
#include "tessera/parallel/loops.hpp"
#include "tessera/pdb/table.hpp"

#include "pdb/verify_orders.hpp"
#include "pdb/verify_space.hpp"

#include <cstdint>
#include <vector>

namespace tessera::verify {

// An entry is an excess over Manhattan distance.  The Manhattan distance of a placement is the sum of two parts, one of
// the head of its order and one of the tail; both are kept for every set, which is little beside the entries.
class Claims {
public:
    using Word = Orders::Word;

    Claims(const Table&, const Space&, const Orders&, LoopTeam&);

    // The distance that the entry of one order of a word claims.
    [[nodiscard]] int claimed(std::size_t set, std::size_t word, std::size_t bit) const noexcept {
        return head_sum(set, word) + tail_sums(set, word)[bit] + 2 * table_.excess(first_entry(set, word) + bit);
    }

    // All orders of a word that claim this distance.
    [[nodiscard]] Word claiming(std::size_t set, std::size_t word, int distance) const noexcept;

    [[nodiscard]] std::uint64_t first_entry(std::size_t set, std::size_t word) const noexcept {
        return set * orders_.orders() + orders_.first_order(word);
    }

private:
    void find_tails();
    void sum_set(const Space&, std::size_t set);

    [[nodiscard]] std::uint8_t head_sum(std::size_t set, std::size_t word) const noexcept {
        return head_sums_.data()[set * orders_.words() + word];
    }
    [[nodiscard]] const std::uint8_t* tail_sums(std::size_t set, std::size_t word) const noexcept {
        return tail_sums_.data() + (set * tails_.size() + tail_of_[word]) * orders_.bits();
    }

    const Table& table_;
    const Orders& orders_;
    std::vector<std::vector<int>> tails_;        // the possible tails, increasing tiles
    std::vector<std::vector<int>> tail_orders_;  // lexicographic orders of the numbers up to the length of a tail
    std::vector<std::uint32_t> tail_of_;         // by word
    HugeArray head_sums_;                        // by set and word
    HugeArray tail_sums_;                        // by set, tail and order
    bool by_halves_;                             // entries are half bytes, and a word has those of twelve bytes
};

}  // namespace tessera::verify
