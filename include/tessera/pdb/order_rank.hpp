// SPDX-License-Identifier: Apache-2.0
// The lexicographic rank of an order of tiles, in two table reads.
#pragma once

#include <cstdint>
#include <vector>

namespace tessera {

// An order comes as a key: a few bits per place, the first place lowest.  The tiles of the first four places decide the
// first four digits of the rank; for the last four places only their relative order matters.
class OrderRank {
public:
    static constexpr int narrow_tiles = 8;  // up to so many tiles, three bits per place do

    explicit OrderRank(int tiles);
    [[nodiscard]] static const OrderRank& of(int tiles);

    // Three bits per place, tiles 0 ... k-1; k is at most narrow_tiles.
    [[nodiscard]] std::uint32_t narrow(std::uint64_t key) const noexcept {
        return head_[key & 0xfff] + tail_[key >> 12];
    }

    // Four bits per place, tiles 1 ... k; k is more than narrow_tiles.
    [[nodiscard]] std::uint32_t wide(std::uint64_t key) const noexcept {
        std::uint32_t rank = head_[key & 0xffff];
        key >>= 16;
        for (int left = tiles_ - 4; left > 4; --left) {
            const std::uint64_t tile = key & 15;
            key >>= 4;
            std::uint32_t smaller = 0;
            for (int i = 0; i < left - 1; ++i) smaller += (key >> 4 * i & 15) < tile;
            rank += smaller * weight_[static_cast<std::size_t>(left - 1)];
        }
        return rank + tail_[key];
    }

private:
    int tiles_;
    std::vector<std::uint32_t> head_;
    std::vector<std::uint8_t> tail_;
    std::vector<std::uint32_t> weight_;  // factorials
};

}  // namespace tessera
