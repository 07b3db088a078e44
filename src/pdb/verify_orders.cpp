// SPDX-License-Identifier: Apache-2.0
#include "pdb/verify_orders.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>

namespace tessera::verify {

namespace {

constexpr int longest_tail = 4;

// Several words at once; the compiler finds the instructions.
typedef Orders::Word Vector __attribute__((vector_size(Orders::lanes * sizeof(Orders::Word))));

struct Lanes {
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
    make_words();
    make_head_moves();
    make_tail_moves();
    if (head_ > 0) make_exchange();
}

// Heads in lexicographic order: the last tile of the head, ranked among the tiles still free, is the plane; the rank of
// what comes before it is the word in the plane.
void Orders::make_words() {
    if (head_ > 0) {
        planes_ = static_cast<std::size_t>(tail_) + 1;
        for (int t = 0; t + 1 < head_; ++t) plane_words_ *= static_cast<std::size_t>(tiles_ - t);
    }
    stride_ = (plane_words_ + lanes - 1) / lanes * lanes;
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
    if (head.empty()) return 0;
    std::size_t rank = 0;
    std::size_t digit = 0;
    for (std::size_t t = 0; t < head.size(); ++t) {
        digit = static_cast<std::size_t>(head[t]);
        for (std::size_t u = 0; u < t; ++u) digit -= head[u] < head[t];
        if (t + 1 < head.size()) rank = rank * static_cast<std::size_t>(tiles_ - static_cast<int>(t)) + digit;
    }
    return digit * stride_ + rank;
}

void Orders::make_head_moves() {
    for (int i = 0; i < head_; ++i)
        for (int j = 0; j < head_; ++j) {
            if (i == j) continue;
            auto& source = head_source_[pair(i, j)];
            source.resize(words());
            for (std::size_t word = 0; word < words(); ++word) {
                source[word] = static_cast<std::uint32_t>(word);
                if (first_order_[word] == padding) continue;
                std::vector<int> head = heads_[word];
                go(head, j, i);  // the way back
                source[word] = static_cast<std::uint32_t>(word_of(head));
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
                mask_of_shift[number.at(after) - bit] |= Word{1} << bit;
            }
            Shifts& shifts = tail_shifts_[pair(i, j)];
            for (const auto& [left, mask] : mask_of_shift)
                (left >= 0 ? shifts.left : shifts.right).push_back({mask, static_cast<Word>(std::abs(left))});
        }
}

// Let z be the last tile of the head and x the first of the tail, both as ranks among the tiles that are not further
// ahead.  The exchange leads from plane z to plane x.  In a word the orders come in groups by their first tile, ranked
// without z: group x, less one if z is before it.
void Orders::make_exchange() {
    const int group_bits = static_cast<int>(tail_orders_) / tail_;
    const Word group = (Word{1} << group_bits) - 1;
    exchange_.resize(planes_);
    for (int z = 0; z <= tail_; ++z)
        for (int x = 0; x <= tail_; ++x) {
            if (z == x) continue;
            const int before = (x - (x > z)) * group_bits;
            const int after = (z - (z > x)) * group_bits;
            const PlaneShift shift{static_cast<std::size_t>(z),
                                   {group << before, static_cast<Word>(std::abs(after - before))}};
            auto& into = exchange_[static_cast<std::size_t>(x)];
            (after >= before ? into.left : into.right).push_back(shift);
        }
}

template <bool Join>
void Orders::move_head(const Word* row, int i, int j, Word* into) const {
    const std::uint32_t* const source = head_source_[pair(i, j)].data();
    for (std::size_t word = 0; word < words(); ++word) {
        if constexpr (Join)
            into[word] |= row[source[word]];
        else
            into[word] = row[source[word]];
    }
}

template <bool Join>
void Orders::move_tail(const Word* row, int i, int j, Word* into) const {
    const Shifts& shifts = tail_shifts_[pair(i, j)];
    for (std::size_t word = 0; word < words(); word += lanes) {
        const Lanes from(row + word);
        Lanes sum = Join ? Lanes(into + word) : Lanes();
        for (const Shift& s : shifts.left) sum.v |= (from.v & s.mask) << s.by;
        for (const Shift& s : shifts.right) sum.v |= (from.v & s.mask) >> s.by;
        sum.store(into + word);
    }
}

template <bool Join>
void Orders::exchange(const Word* row, Word* into) const {
    for (std::size_t plane = 0; plane < planes_; ++plane)
        for (std::size_t word = 0; word < stride_; word += lanes) {
            Word* const at = into + plane * stride_ + word;
            Lanes sum = Join ? Lanes(at) : Lanes();
            for (const PlaneShift& s : exchange_[plane].left)
                sum.v |= (Lanes(row + s.plane * stride_ + word).v & s.shift.mask) << s.shift.by;
            for (const PlaneShift& s : exchange_[plane].right)
                sum.v |= (Lanes(row + s.plane * stride_ + word).v & s.shift.mask) >> s.shift.by;
            sum.store(at);
        }
}

void Orders::move(const Word* row, int i, int j, Word* into, Scratch& scratch) const {
    const int last = head_ - 1;  // of the head
    if (i == j) {
        for (std::size_t word = 0; word < words(); ++word) into[word] |= row[word];
        return;
    }
    if (i < head_ && j < head_) return move_head<true>(row, i, j, into);
    if (i >= head_ && j >= head_) return move_tail<true>(row, i - head_, j - head_, into);

    Word* const moved = scratch.first.data();
    Word* const exchanged = scratch.second.data();
    if (i < j) {
        if (i < last) {
            move_head<false>(row, i, last, moved);
            row = moved;
        }
        if (j == head_) return exchange<true>(row, into);
        exchange<false>(row, exchanged);
        move_tail<true>(exchanged, 0, j - head_, into);
    } else {
        if (i > head_) {
            move_tail<false>(row, i - head_, 0, moved);
            row = moved;
        }
        if (j == last) return exchange<true>(row, into);
        exchange<false>(row, exchanged);
        move_head<true>(exchanged, last, j, into);
    }
}

}  // namespace tessera::verify
