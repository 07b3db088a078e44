// SPDX-License-Identifier: Apache-2.0
#include "pdb/verify_orders.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <type_traits>

namespace tessera::verify {

namespace {

constexpr int longest_tail = 4;

constexpr std::size_t block_lanes = 8;  // blocks are padded to whole multiples

// Several words at once; the compiler finds the instructions.
template <std::size_t Width>
struct Lanes {
    typedef Orders::Word Vector __attribute__((vector_size(Width * sizeof(Orders::Word))));
    Vector v{};
    Lanes() = default;
    explicit Lanes(const Orders::Word* from) { std::memcpy(&v, from, sizeof v); }
    void store(Orders::Word* into) const { std::memcpy(into, &v, sizeof v); }
};

template <class Sequence>
void go(Sequence& order, int i, int j) {
    const auto at = [&](int place) { return order.begin() + place; };
    if (i < j)
        std::rotate(at(i), at(i + 1), at(j + 1));
    else
        std::rotate(at(j), at(i), at(i + 1));
}

}  // namespace

Orders::Orders(int tiles) : tiles_(tiles), tail_(std::min(tiles, longest_tail)), head_(tiles - tail_) {
    for (int n = 2; n <= tail_; ++n) tail_orders_ *= static_cast<std::size_t>(n);
    choose_lead();
    make_words();
    make_head_moves();
    make_tail_moves();
    if (head_ > 0) make_exchange();
}

// Of a head of one tile nothing is left for the lead; else one place or two, whichever pads less.
void Orders::choose_lead() {
    const auto padded = [](std::size_t lanes) { return (lanes + block_lanes - 1) / block_lanes * block_lanes; };
    const auto tiles = static_cast<std::size_t>(tiles_);
    if (head_ > 1) {
        const std::size_t two = tiles * (tiles - 1);
        lead_ = head_ > 2 && padded(two) * tiles < padded(tiles) * two ? 2 : 1;
        lanes_ = lead_ == 2 ? two : tiles;
        stride_ = padded(lanes_);
    }
    for (int place = lead_; place < head_; ++place) blocks_ *= tiles - static_cast<std::size_t>(place);
    if (head_ > 0) last_ = static_cast<std::size_t>(tail_) + 1;
}

void Orders::make_words() {
    first_order_.assign(words(), padding);
    heads_.resize(words());

    std::vector<int> order(static_cast<std::size_t>(tiles_));
    std::iota(order.begin(), order.end(), 0);
    for (std::uint32_t number = 0;; number += static_cast<std::uint32_t>(tail_orders_)) {
        const std::vector<int> head(order.begin(), order.begin() + head_);
        const std::size_t word = word_of(head);
        first_order_[word] = number;
        heads_[word] = head;
        std::reverse(order.begin() + head_, order.end());  // the last order with this head; the next has the next head
        if (!std::next_permutation(order.begin(), order.end())) break;
    }
}

std::size_t Orders::word_of(const std::vector<int>& head) const {
    std::size_t lane = 0;
    std::size_t block = 0;
    for (std::size_t place = 0; place < head.size(); ++place) {
        auto digit = static_cast<std::size_t>(head[place]);
        for (std::size_t before = 0; before < place; ++before) digit -= head[before] < head[place];
        std::size_t& rank = place < static_cast<std::size_t>(lead_) ? lane : block;
        rank = rank * (static_cast<std::size_t>(tiles_) - place) + digit;
    }
    return block * stride_ + lane;
}

void Orders::make_head_moves() {
    for (int i = 0; i < head_; ++i)
        for (int j = 0; j < head_; ++j) {
            if (i == j) continue;
            auto& source = head_source_[pair(i, j)];
            const std::size_t step = std::min(i, j) < lead_ ? 1 : stride_;
            for (std::size_t word = 0; word < words(); word += step) {
                source.push_back(static_cast<std::uint32_t>(word));
                if (first_order_[word] == padding) continue;
                std::vector<int> head = heads_[word];
                go(head, j, i);  // the way back
                source.back() = static_cast<std::uint32_t>(word_of(head));
            }
        }
}

void Orders::make_tail_moves() {
    std::vector<int> order(static_cast<std::size_t>(tail_));
    std::iota(order.begin(), order.end(), 0);
    std::map<std::vector<int>, int> number;
    do number.emplace(order, static_cast<int>(number.size()));
    while (std::next_permutation(order.begin(), order.end()));

    for (int i = 0; i < tail_; ++i)
        for (int j = 0; j < tail_; ++j) {
            if (i == j) continue;
            std::map<int, Word> mask_of_shift;
            for (const auto& [before, bit] : number) {
                std::vector<int> after = before;
                go(after, i, j);
                mask_of_shift[number.at(after) - bit] |= Word{1} << number.at(after);
            }
            Shifts& shifts = tail_shifts_[pair(i, j)];
            for (const auto& [left, mask] : mask_of_shift)
                (left >= 0 ? shifts.left : shifts.right).push_back({mask, static_cast<Word>(std::abs(left))});
        }
}

// Let z be the last tile of the head and x the first of the tail, both as ranks among the tiles that are not further
// ahead.  The exchange leads from block z to block x.  In a word the orders come in groups by their first tile, ranked
// without z: group x, less one if z is before it.
void Orders::make_exchange() {
    const int group_bits = static_cast<int>(tail_orders_) / tail_;
    const Word group = (Word{1} << group_bits) - 1;
    exchange_.resize(last_);
    for (int z = 0; z <= tail_; ++z)
        for (int x = 0; x <= tail_; ++x) {
            if (z == x) continue;
            const int before = (x - (x > z)) * group_bits;
            const int after = (z - (z > x)) * group_bits;
            const BlockShift shift{static_cast<std::size_t>(z),
                                   {group << after, static_cast<Word>(std::abs(after - before))}};
            auto& into = exchange_[static_cast<std::size_t>(x)];
            (after >= before ? into.left : into.right).push_back(shift);
        }
}

template <bool Join>
void Orders::move_head(const Word* row, int i, int j, Word* into) const {
    const std::uint32_t* const source = head_source_[pair(i, j)].data();
    if (std::min(i, j) < lead_) {
        for (std::size_t word = 0; word < words(); ++word) into[word] = (Join ? into[word] : 0) | row[source[word]];
        return;
    }
    for (std::size_t block = 0; block < blocks_; ++block)
        for (std::size_t lane = 0; lane < stride_; lane += block_lanes) {
            Word* const at = into + block * stride_ + lane;
            Lanes<block_lanes> sum(row + source[block] + lane);
            if constexpr (Join) sum.v = sum.v | Lanes<block_lanes>(at).v;
            sum.store(at);
        }
}

// Vectors in batches, so that each shift is looked up once for several.
template <bool Join>
void Orders::move_tail(const Word* row, int i, int j, Word* into) const {
    const Shifts& shifts = tail_shifts_[pair(i, j)];
    const auto move_words = [&]<std::size_t Width, std::size_t Batch>(std::size_t& word) {
        for (; word + Width * Batch <= words(); word += Width * Batch) {
            std::array<Lanes<Width>, Batch> from;
            std::array<Lanes<Width>, Batch> sum;
            for (std::size_t n = 0; n < Batch; ++n) {
                from[n] = Lanes<Width>(row + word + n * Width);
                if constexpr (Join) sum[n] = Lanes<Width>(into + word + n * Width);
            }
            for (const Shift& s : shifts.left)
                for (std::size_t n = 0; n < Batch; ++n) sum[n].v = sum[n].v | ((from[n].v << s.by) & s.mask);
            for (const Shift& s : shifts.right)
                for (std::size_t n = 0; n < Batch; ++n) sum[n].v = sum[n].v | ((from[n].v >> s.by) & s.mask);
            for (std::size_t n = 0; n < Batch; ++n) sum[n].store(into + word + n * Width);
        }
    };
    std::size_t word = 0;
    move_words.template operator()<16, 4>(word);
    move_words.template operator()<8, 1>(word);
    move_words.template operator()<1, 1>(word);
}

template <bool Join>
void Orders::exchange(const Word* row, Word* into) const {
    const auto exchange_lanes = [&]<std::size_t Width>(std::integral_constant<std::size_t, Width>) {
        for (std::size_t first = 0; first < words(); first += last_ * stride_)
            for (std::size_t tile = 0; tile < last_; ++tile)
                for (std::size_t lane = 0; lane < stride_; lane += Width) {
                    const Word* const from = row + first + lane;
                    Word* const at = into + first + tile * stride_ + lane;
                    Lanes<Width> sum = Join ? Lanes<Width>(at) : Lanes<Width>();
                    for (const BlockShift& s : exchange_[tile].left)
                        sum.v = sum.v | ((Lanes<Width>(from + s.block * stride_).v << s.shift.by) & s.shift.mask);
                    for (const BlockShift& s : exchange_[tile].right)
                        sum.v = sum.v | ((Lanes<Width>(from + s.block * stride_).v >> s.shift.by) & s.shift.mask);
                    sum.store(at);
                }
    };
    if (stride_ % block_lanes == 0)
        exchange_lanes(std::integral_constant<std::size_t, block_lanes>());
    else
        exchange_lanes(std::integral_constant<std::size_t, 1>());
}

template <bool Join>
void Orders::move_by(const Word* row, int i, int j, Word* into, Scratch& scratch) const {
    const int last = head_ - 1;  // of the head
    if (i == j) {
        for (std::size_t word = 0; word < words(); ++word) into[word] = (Join ? into[word] : 0) | row[word];
        return;
    }
    if (i < head_ && j < head_) return move_head<Join>(row, i, j, into);
    if (i >= head_ && j >= head_) return move_tail<Join>(row, i - head_, j - head_, into);

    Word* const moved = scratch.first.data();
    Word* const exchanged = scratch.second.data();
    if (i < j) {
        if (i < last) {
            move_head<false>(row, i, last, moved);
            row = moved;
        }
        if (j == head_) return exchange<Join>(row, into);
        exchange<false>(row, exchanged);
        move_tail<Join>(exchanged, 0, j - head_, into);
    } else {
        if (i > head_) {
            move_tail<false>(row, i - head_, 0, moved);
            row = moved;
        }
        if (j == last) return exchange<Join>(row, into);
        exchange<false>(row, exchanged);
        move_head<Join>(exchanged, last, j, into);
    }
}

template void Orders::move_by<true>(const Word*, int, int, Word*, Scratch&) const;
template void Orders::move_by<false>(const Word*, int, int, Word*, Scratch&) const;

}  // namespace tessera::verify
