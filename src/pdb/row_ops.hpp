// SPDX-License-Identifier: Apache-2.0
// Whole-row operations by name.  The portable code and the one for wide registers give the same bytes.
//
// A row has a bit per order of k tiles, in lexicographic order, six bits to a byte: the orders of the last three
// places.  Four bytes then are the orders of the last four places, twenty those of the last five, and so on: a byte is
// a digit, and to permute places is to permute bits in bytes, bytes in blocks, or blocks.
// Rows are padded with zeros to whole groups of 64 bytes; buffers have `slack` bytes more, which may be overwritten.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace tessera::rows {

// Best is what this machine has instructions for; plain is the same without them, for the tests.
enum class Code { best, plain };

constexpr std::size_t group = 64;
constexpr std::size_t slack = 128;
constexpr std::size_t super_block = 120;  // bytes: the orders of the last six places

[[nodiscard]] inline std::uint64_t* words(std::uint8_t* row) noexcept {
    return std::assume_aligned<group>(reinterpret_cast<std::uint64_t*>(row));
}
[[nodiscard]] inline const std::uint64_t* words(const std::uint8_t* row) noexcept {
    return std::assume_aligned<group>(reinterpret_cast<const std::uint64_t*>(row));
}

// Swaps of two neighbouring places, eight bytes of a row at a time; places are counted from the end.
// The bits of a byte are the orders 012 021 102 120 201 210.
struct SwapLastTwo {
    [[nodiscard]] static constexpr std::uint64_t apply(std::uint64_t x) noexcept {
        constexpr std::uint64_t even = 0x1515151515151515;
        return (x & even) << 1 | (x >> 1 & even);
    }
};
struct SwapThirdAndSecondLast {
    [[nodiscard]] static constexpr std::uint64_t apply(std::uint64_t x) noexcept {
        constexpr std::uint64_t by_two = 0x0909090909090909;    // 012 <-> 102, 120 <-> 210
        constexpr std::uint64_t by_three = 0x0202020202020202;  // 021 <-> 201
        return (x & by_two) << 2 | (x >> 2 & by_two) | (x & by_three) << 3 | (x >> 3 & by_three);
    }
};
// The fourth last place chooses the byte, the third last a pair of bits in it.  (u, v) and (v, u) with v - u = 1, 2, 3
// are 8, 14, 20 bits apart.
struct SwapFourthAndThirdLast {
    [[nodiscard]] static constexpr std::uint64_t apply(std::uint64_t x) noexcept {
        constexpr std::uint64_t one = 0x00300c0300300c03;
        constexpr std::uint64_t two = 0x0000300c0000300c;
        constexpr std::uint64_t three = 0x0000003000000030;
        return (x & one) << 8 | (x >> 8 & one) | (x & two) << 14 | (x >> 14 & two) | (x & three) << 20 |
               (x >> 20 & three);
    }
};

// to |= from
inline void unite(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) noexcept {
    std::uint64_t* const a = words(to);
    const std::uint64_t* const b = words(from);
    for (std::size_t i = 0; i < bytes / 8; ++i) a[i] |= b[i];
}

// to |= from after the swaps, or to = from after the swaps.
template <bool Unite, class... Swaps>
void swap_places(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) noexcept {
    std::uint64_t* const a = words(to);
    const std::uint64_t* const b = words(from);
    for (std::size_t i = 0; i < bytes / 8; ++i) {
        std::uint64_t x = b[i];
        ((x = Swaps::apply(x)), ...);
        if constexpr (Unite)
            a[i] |= x;
        else
            a[i] = x;
    }
}

// The bytes of each super block in another order: byte i comes from byte source[i].  Bytes after `used` become zero.
inline void permute_bytes(std::uint8_t* to, const std::uint8_t* from, std::size_t used, std::size_t block,
                          const std::uint8_t* source, [[maybe_unused]] Code code) noexcept {
#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
    if (block == super_block && code == Code::best) {
        const __m512i first = _mm512_loadu_si512(source);
        const __m512i second = _mm512_loadu_si512(source + 64);
        constexpr __mmask64 rest = (1ULL << (super_block - 64)) - 1;
        for (std::size_t at = 0; at < used; at += super_block) {
            const __m512i low = _mm512_loadu_si512(from + at);
            const __m512i high = _mm512_loadu_si512(from + at + 64);
            _mm512_storeu_si512(to + at, _mm512_permutex2var_epi8(low, first, high));
            _mm512_storeu_si512(to + at + 64, _mm512_maskz_permutex2var_epi8(rest, low, second, high));
        }
        return;
    }
#endif
    for (std::size_t at = 0; at < used; at += block)
        for (std::size_t i = 0; i < block; ++i) to[at + i] = from[at + source[i]];
    std::memset(to + used, 0, group);
}

// Blocks of `Block` bytes in another order: block i comes from offset source[i].  Copies are rounded up; each is put
// right by the next, and the last by zeros.
template <std::size_t Block>
void permute_blocks(std::uint8_t* to, const std::uint8_t* from, std::size_t used,
                    const std::uint32_t* source) noexcept {
    constexpr std::size_t copied = (Block + 31) / 32 * 32;
    for (std::size_t at = 0; at < used; at += Block) std::memcpy(to + at, from + *source++, copied);
    std::memset(to + used, 0, group);
}

// What is new in a row: reached, and not there two layers ago.  It replaces the row and joins the row `all`; the
// result is the number of new bits.
inline std::uint64_t keep_new(std::uint8_t* row, const std::uint8_t* reached, std::uint8_t* all,
                              std::size_t bytes) noexcept {
    std::uint64_t* const r = words(row);
    const std::uint64_t* const a = words(reached);
    std::uint64_t* const u = words(all);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < bytes / 8; ++i) {
        const std::uint64_t fresh = a[i] & ~r[i];
        r[i] = fresh;
        u[i] |= fresh;
        count += static_cast<std::uint64_t>(std::popcount(fresh));
    }
    return count;
}

// Leaves in `all` what `seen` did not have, and adds it there; the result is the number of such bits.
inline std::uint64_t first_seen(std::uint8_t* all, std::uint8_t* seen, std::size_t bytes) noexcept {
    std::uint64_t* const u = words(all);
    std::uint64_t* const s = words(seen);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < bytes / 8; ++i) {
        const std::uint64_t fresh = u[i] & ~s[i];
        u[i] = fresh;
        s[i] |= fresh;
        count += static_cast<std::uint64_t>(std::popcount(fresh));
    }
    return count;
}

}  // namespace tessera::rows
