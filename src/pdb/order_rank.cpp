// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/order_rank.hpp"

#include "tessera/pdb/pattern.hpp"

#include "pdb/kept_tables.hpp"

#include <algorithm>

namespace tessera {

const OrderRank& OrderRank::of(int tiles) {
    static KeptTables<OrderRank> kept;
    return kept.of(tiles);
}

OrderRank::OrderRank(int tiles) : tiles_(tiles) {
    const int width = tiles <= narrow_tiles ? 3 : 4;
    const int first_tile = tiles <= narrow_tiles ? 0 : 1;
    const auto place = [&](std::uint32_t key, int i) {
        return static_cast<int>(key >> width * i & ((1u << width) - 1));
    };
    for (int n = 0; n <= tiles; ++n) weight_.push_back(static_cast<std::uint32_t>(factorial(n)));
    const auto weight = [&](int n) { return weight_[static_cast<std::size_t>(n)]; };

    // Keys that are no orders get a rank that means nothing but stays in range.
    const int in_head = std::min(tiles, 4);
    const int in_tail = std::clamp(tiles - 4, 0, 4);
    head_.resize(std::size_t{1} << 4 * width);
    for (std::uint32_t key = 0; key < head_.size(); ++key) {
        std::uint32_t rank = 0;
        for (int i = 0; i < in_head; ++i) {
            int smaller = place(key, i) - first_tile;
            for (int j = 0; j < i; ++j) smaller -= place(key, j) < place(key, i);
            rank += static_cast<std::uint32_t>(std::clamp(smaller, 0, tiles - 1 - i)) * weight(tiles - 1 - i);
        }
        head_[key] = rank;
    }
    tail_.resize(std::size_t{1} << in_tail * width);
    for (std::uint32_t key = 0; key < tail_.size(); ++key) {
        std::uint32_t rank = 0;
        for (int i = 0; i < in_tail; ++i) {
            std::uint32_t smaller = 0;
            for (int j = i + 1; j < in_tail; ++j) smaller += place(key, j) < place(key, i);
            rank += smaller * weight(in_tail - 1 - i);
        }
        tail_[key] = static_cast<std::uint8_t>(rank);
    }
}

}  // namespace tessera
