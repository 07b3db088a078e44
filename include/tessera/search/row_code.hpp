// SPDX-License-Identifier: Apache-2.0
// 4x4 boards as rows of four: the boards that differ only in where the blank stands within its row.
#pragma once

#include "tessera/domains/sliding_tile.hpp"

#include <bit>
#include <cstdint>

namespace tessera {

// Read row by row without the blank, the tiles stand in an order that a move along a row does not change.  The order
// and the blank's row name a group of four boards, one for each column; the group's code has fourteen tiles and the
// row, as the last tile is the one that is missing (the exclusive or of all fifteen is zero).  A move to another row
// takes one tile past three others: it rotates four neighbouring nibbles of the order.
struct RowCode {
    static constexpr int bits = 58;
    static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

    std::uint64_t code = 0;

    RowCode() = default;
    explicit constexpr RowCode(std::uint64_t c) noexcept : code(c) {}
    constexpr RowCode(std::uint64_t order, int row) noexcept
        : code((order & tiles) | static_cast<std::uint64_t>(row) << row_place) {}
    explicit constexpr RowCode(const FifteenPuzzle::State& s) noexcept
        : RowCode(FifteenPuzzle::order(s), s.blank / 4) {}

    [[nodiscard]] constexpr int row() const noexcept { return static_cast<int>(code >> row_place); }
    [[nodiscard]] constexpr std::uint64_t order() const noexcept {
        std::uint64_t last = code & tiles;
        last = (last ^ last >> 28) & 0xfffffff;
        last ^= last >> 16;
        last ^= last >> 8;
        last ^= last >> 4;
        return (code & tiles) | (last & 15) << row_place;
    }

    friend constexpr bool operator==(const RowCode&, const RowCode&) = default;

    // An invertible function that spreads the code over all its bits.  The shift by half the width undoes itself.
    [[nodiscard]] constexpr std::uint64_t mixed() const noexcept {
        std::uint64_t x = code;
        x ^= x >> half;
        x = x * factor & mask;
        x ^= x >> half;
        x = x * factor & mask;
        return x ^ x >> half;
    }
    [[nodiscard]] static constexpr RowCode from_mixed(std::uint64_t x) noexcept {
        x ^= x >> half;
        x = x * inverse & mask;
        x ^= x >> half;
        x = x * inverse & mask;
        return RowCode(x ^ x >> half);
    }

private:
    static constexpr int row_place = 56;
    static constexpr int half = bits / 2;
    static constexpr std::uint64_t tiles = (std::uint64_t{1} << row_place) - 1;
    static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15ULL;
    // Newton's method doubles the number of right bits with every step.
    static constexpr std::uint64_t inverse = [] {
        std::uint64_t x = factor;
        for (int i = 0; i < 6; ++i) x *= 2 - factor * x;
        return x;
    }();
    static_assert(factor * inverse == 1);
};

// The board of an order with the blank on a cell.
[[nodiscard]] constexpr FifteenPuzzle::State board_of(std::uint64_t order, int blank) noexcept {
    const std::uint64_t below = (std::uint64_t{1} << (4 * blank)) - 1;
    return {(order & below) | (order & ~below) << 4, static_cast<Cell>(blank)};
}

// The order after the blank has gone from its cell to the row below, or above.
[[nodiscard]] constexpr std::uint64_t order_below(std::uint64_t order, int blank) noexcept {
    const auto before = static_cast<std::uint16_t>(order >> 4 * blank);
    return order ^ static_cast<std::uint64_t>(static_cast<std::uint16_t>(before ^ std::rotl(before, 4))) << 4 * blank;
}
[[nodiscard]] constexpr std::uint64_t order_above(std::uint64_t order, int blank) noexcept {
    const int place = 4 * (blank - 4);
    const auto before = static_cast<std::uint16_t>(order >> place);
    return order ^ static_cast<std::uint64_t>(static_cast<std::uint16_t>(before ^ std::rotr(before, 4))) << place;
}

}  // namespace tessera
