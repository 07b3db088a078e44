// SPDX-License-Identifier: Apache-2.0
// The orders of k tiles as bits in words, for the verifier: what a move of one tile past others does to all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera::verify {

// A row is a set of orders, one bit each.  The order of the last four tiles ("tail", all of them if there are fewer)
// picks the bit in a word, the tiles before them ("head") pick the word.  The first place or two of the head ("lead")
// pick the lane in a block of words, the others, each tile counted among those not further ahead, pick the block.
//
// A tile that goes from place i to place j shifts those between by one.  Within the head but behind the lead this
// permutes blocks, within the tail it permutes bits alike in every word, and the exchange of the last tile of the head
// with the first of the tail is the same shift in all words of two blocks.  Only moves in the lead permute words one by
// one.  A way across is made of several such parts.
class Orders {
public:
    using Word = std::uint32_t;

    explicit Orders(int tiles);

    [[nodiscard]] std::size_t words() const noexcept { return blocks_ * stride_; }
    [[nodiscard]] std::uint64_t orders() const noexcept { return blocks_ * lanes_ * tail_orders_; }
    [[nodiscard]] std::size_t bits() const noexcept { return tail_orders_; }

    // The lexicographic number of the first order of a word, the others follow; none for padding.
    static constexpr std::uint32_t padding = UINT32_MAX;
    [[nodiscard]] std::uint32_t first_order(std::size_t word) const noexcept { return first_order_[word]; }

    // The tiles of a word's head, and of its tail in increasing order.
    [[nodiscard]] int tiles() const noexcept { return tiles_; }
    [[nodiscard]] int tail_tiles() const noexcept { return tail_; }
    [[nodiscard]] int head_tiles() const noexcept { return head_; }
    [[nodiscard]] const std::vector<int>& head(std::size_t word) const noexcept { return heads_[word]; }

    // Room for steps in between, one per thread.
    struct Scratch {
        std::vector<Word> first;
        std::vector<Word> second;
    };
    [[nodiscard]] Scratch scratch() const { return {std::vector<Word>(words()), std::vector<Word>(words())}; }

    // The orders in `row` after their tile at place i has gone to place j: they join those that are in `into`, or take
    // their place.
    void move(const Word* row, int i, int j, Word* into, bool join, Scratch& scratch) const {
        join ? move_by<true>(row, i, j, into, scratch) : move_by<false>(row, i, j, into, scratch);
    }

private:
    // Takes bits so many places along; the mask has those where they arrive, so that one instruction can select and
    // join.
    struct Shift {
        Word mask;
        Word by;
    };
    struct BlockShift {
        std::size_t block;  // the source, among those that differ by the last tile of the head
        Shift shift;
    };
    template <class T>
    struct BothWays {
        std::vector<T> left;
        std::vector<T> right;
    };
    using Shifts = BothWays<Shift>;

    void choose_lead();
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
    void move_by(const Word* row, int i, int j, Word* into, Scratch& scratch) const;
    template <bool Join>
    void exchange(const Word* row, Word* into) const;
    [[nodiscard]] static std::size_t pair(int i, int j) noexcept { return static_cast<std::size_t>(i * 16 + j); }

    int tiles_;
    int tail_;
    int head_;
    int lead_ = 0;
    std::size_t tail_orders_ = 1;
    std::size_t lanes_ = 1;   // orders of the lead
    std::size_t stride_ = 1;  // of a block: the lanes, and padding
    std::size_t last_ = 1;    // blocks that differ by the last tile of the head; they are neighbours
    std::size_t blocks_ = 1;
    std::vector<std::uint32_t> first_order_;
    std::vector<std::vector<int>> heads_;                      // by word; empty for padding
    std::array<std::vector<std::uint32_t>, 256> head_source_;  // by (i, j): word after -> word before, or the first of
                                                               // a block where whole blocks go
    std::array<Shifts, 256> tail_shifts_;                      // by (i, j), places counted from the tail's first
    std::vector<BothWays<BlockShift>> exchange_;               // by the last tile of the head afterwards
};

}  // namespace tessera::verify
