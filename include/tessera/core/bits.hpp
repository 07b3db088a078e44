// SPDX-License-Identifier: Apache-2.0
// Every bit trick by name.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

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

// The number of one bits in a number of 32 bits, or in each of several side by side.  Where no instruction counts them
// for whole registers, a loop over this still becomes one over registers; a loop over std::popcount would not.
template <class Numbers>
[[nodiscard, gnu::always_inline]] constexpr Numbers count_bits(Numbers a) noexcept {
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    a += a >> 8;
    return (a + (a >> 16)) & 63u;
}
#ifdef __AVX512VPOPCNTDQ__
template <>
[[nodiscard, gnu::always_inline]] constexpr std::uint32_t count_bits(std::uint32_t a) noexcept {
    return static_cast<std::uint32_t>(std::popcount(a));
}
#endif

// The number of the lowest nibble that is zero; there must be one.
[[nodiscard]] constexpr int lowest_zero_nibble(std::uint64_t x) noexcept {
    x |= x >> 1;
    x |= x >> 2;
    return std::countr_zero(~x & 0x1111111111111111ULL) / 4;
}

// The lowest bits of the sixteen nibbles, side by side.
[[nodiscard]] inline std::uint32_t lowest_bits_of_nibbles(std::uint64_t x) noexcept {
    constexpr std::uint64_t lowest = 0x1111111111111111ULL;
#ifdef __BMI2__
    return static_cast<std::uint32_t>(_pext_u64(x, lowest));
#else
    x &= lowest;
    x = (x | x >> 3) & 0x0303030303030303ULL;
    x = (x | x >> 6) & 0x000f000f000f000fULL;
    x = (x | x >> 12) & 0x000000ff000000ffULL;
    return static_cast<std::uint32_t>((x | x >> 24) & 0xffff);
#endif
}

// The nibbles of x under the chosen ones (a mask of their lowest bits), side by side and cut to `Width` bits each.
template <int Width>
requires(Width >= 1 && Width <= 4) [[nodiscard]] inline std::uint64_t
    extract_nibbles(std::uint64_t x, std::uint64_t chosen) noexcept {
    constexpr std::uint64_t field = (1u << Width) - 1;
#ifdef __BMI2__
    return _pext_u64(x, chosen * field);
#else
    std::uint64_t result = 0;
    for (int at = 0; chosen != 0; chosen &= chosen - 1, at += Width)
        result |= (x >> std::countr_zero(chosen) & field) << at;
    return result;
#endif
}

}  // namespace tessera
