// SPDX-License-Identifier: Apache-2.0
// The orders of k tiles as bits in words, for the verifier: what a move of one tile past others does to all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera::verify {

// A row is a set of orders, one bit each.  The order of the last four tiles ("tail", all of them if there are fewer)
// picks the bit in a word, the tiles before them ("head") pick the word.  Words are grouped in planes by the last tile
// of the head, so that exchanging it with the first of the tail is the same shift for all words of two planes.
//
// A tile that goes from place i to place j shifts those between by one.  Within the head this permutes words, within
// the tail it permutes bits alike in every word, and a way across is made of both with the exchange in between.
class Orders {
public:
    using Word = std::uint32_t;
    static constexpr std::size_t lanes = 16;  // words handled at once; planes are padded to whole multiples

    explicit Orders(int tiles);

    [[nodiscard]] std::size_t words() const noexcept { return planes_ * stride_; }
    [[nodiscard]] std::uint64_t orders() const noexcept { return plane_words_ * planes_ * tail_orders_; }
    [[nodiscard]] std::size_t bits() const noexcept { return tail_orders_; }

    // The lexicographic number of the first order of a word, the others follow; none for padding.
    static constexpr std::uint32_t padding = UINT32_MAX;
    [[nodiscard]] std::uint32_t first_order(std::size_t word) const noexcept { return first_order_[word]; }

    // The tiles of a word's head, and of its tail in increasing order.
    [[nodiscard]] int tiles() const noexcept { return tiles_; }
    [[nodiscard]] int tail_tiles() const noexcept { return tail_; }
    [[nodiscard]] const std::vector<int>& head(std::size_t word) const noexcept { return heads_[word]; }

    // Room for steps in between, one per thread.
    struct Scratch {
        std::vector<Word> first;
        std::vector<Word> second;
    };
    [[nodiscard]] Scratch scratch() const { return {std::vector<Word>(words()), std::vector<Word>(words())}; }

    // into |= the orders in `row` after their tile at place i has gone to place j.
    void move(const Word* row, int i, int j, Word* into, Scratch& scratch) const;

private:
    // Takes the bits under the mask so many places along.
    struct Shift {
        Word mask;
        Word by;
    };
    struct PlaneShift {
        std::size_t plane;  // the source
        Shift shift;
    };
    template <class T>
    struct BothWays {
        std::vector<T> left;
        std::vector<T> right;
    };
    using Shifts = BothWays<Shift>;

    void make_words();
    void make_head_moves();
    void make_tail_moves();
    void make_exchange();
    [[nodiscard]] std::size_t word_of(const std::vector<int>& head) const;

    // The parts of a move; each either joins its result to `into` or replaces what is there.
    template <bool Join>
    void move_head(const Word* row, int i, int j, Word* into) const;
    template <bool Join>
    void move_tail(const Word* row, int i, int j, Word* into) const;
    template <bool Join>
    void exchange(const Word* row, Word* into) const;
    [[nodiscard]] static std::size_t pair(int i, int j) noexcept { return static_cast<std::size_t>(i * 16 + j); }

    int tiles_;
    int tail_;
    int head_;
    std::size_t tail_orders_ = 1;
    std::size_t planes_ = 1;
    std::size_t plane_words_ = 1;
    std::size_t stride_ = 0;  // of a plane, padding included
    std::vector<std::uint32_t> first_order_;
    std::vector<std::vector<int>> heads_;                      // by word; empty for padding
    std::array<std::vector<std::uint32_t>, 256> head_source_;  // by (i, j): word after -> word before
    std::array<Shifts, 256> tail_shifts_;                      // by (i, j), places counted from the tail's first
    std::vector<BothWays<PlaneShift>> exchange_;               // by target plane
};

}  // namespace tessera::verify
