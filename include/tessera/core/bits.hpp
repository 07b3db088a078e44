// SPDX-License-Identifier: Apache-2.0
// Every bit trick by name.
#pragma once

#include <bit>
#include <cstdint>

namespace tessera {

__extension__ typedef unsigned __int128 Word128;

// Spreads the bits of a word over all of a word (the finaliser of splitmix64 by Steele, Lea and Flood, 2014).
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t x) noexcept {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// The number of the lowest nibble that is zero; there must be one.
[[nodiscard]] constexpr int lowest_zero_nibble(std::uint64_t x) noexcept {
    x |= x >> 1;
    x |= x >> 2;
    return std::countr_zero(~x & 0x1111111111111111ULL) / 4;
}

}  // namespace tessera
