// SPDX-License-Identifier: Apache-2.0
// Whole-row operations by name.  The portable code and the one for wide registers give the same bytes.
//
// A row has a bit per order of k tiles, in lexicographic order, six bits to a byte: the orders of the last three
// places.  Four bytes then are the orders of the last four places, twenty those of the last five, and so on: a byte is
// a digit, and to permute places is to permute bits in bytes, bytes in blocks, or blocks.
// Rows are padded with zeros to whole groups of 64 bytes; buffers have `slack` bytes more, which may be overwritten.
#pragma once

#include "tessera/core/lanes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

// How bytes of a register are put in another order.
#if defined(__AVX512VBMI__) && defined(__AVX512BW__)
#define TESSERA_BYTES_AT_ONCE
#elif defined(__AVX512BW__)
#define TESSERA_BYTES_BY_WORDS
#elif defined(__AVX2__)
#define TESSERA_BYTES_BY_CHUNKS
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

// Puts the bytes of each block in another order: byte i comes from byte source[i].  Bytes after the row become zero.
class BytePermutation {
public:
    BytePermutation() = default;
    explicit BytePermutation(std::span<const std::uint8_t> source) : block_(source.size()) {
        assert(block_ <= super_block);
        std::copy(source.begin(), source.end(), source_.begin());
#if defined(TESSERA_BYTES_BY_WORDS)
        for (std::size_t i = 0; i < block_; ++i) {
            ByWords& side = i % 2 == 0 ? even_ : odd_;
            side.word[i / 2] = source_[i] / 2;
            side.shift[i / 2] = source_[i] % 2 == i % 2 ? 0 : 8;
        }
#elif defined(TESSERA_BYTES_BY_CHUNKS)
        for (std::size_t i = 0; i < block_; ++i) {
            const std::size_t from = source_[i] / chunk;
            chosen_[i / (2 * chunk)][from][i % (2 * chunk)] = source_[i] % chunk;
        }
#endif
    }

    void apply(std::uint8_t* to, const std::uint8_t* from, std::size_t used, [[maybe_unused]] Code code) const noexcept {
#if defined(TESSERA_BYTES_AT_ONCE) || defined(TESSERA_BYTES_BY_WORDS) || defined(TESSERA_BYTES_BY_CHUNKS)
        if (block_ == super_block && code == Code::best) return apply_wide(to, from, used);
#endif
        for (std::size_t at = 0; at < used; at += block_)
            for (std::size_t i = 0; i < block_; ++i) to[at + i] = from[at + source_[i]];
        std::memset(to + used, 0, group);
    }

private:
    std::array<std::uint8_t, 2 * group> source_{};
    std::size_t block_ = 0;

    // What is written behind a super block is zero, and put right by the next.
#if defined(TESSERA_BYTES_AT_ONCE)
    void apply_wide(std::uint8_t* to, const std::uint8_t* from, std::size_t used) const noexcept {
        const __m512i first = _mm512_loadu_si512(source_.data());
        const __m512i second = _mm512_loadu_si512(source_.data() + group);
        constexpr __mmask64 rest = (1ULL << (super_block - group)) - 1;
        for (std::size_t at = 0; at < used; at += super_block) {
            const __m512i low = _mm512_loadu_si512(from + at);
            const __m512i high = _mm512_loadu_si512(from + at + group);
            _mm512_storeu_si512(to + at, _mm512_permutex2var_epi8(low, first, high));
            _mm512_storeu_si512(to + at + group, _mm512_maskz_permutex2var_epi8(rest, low, second, high));
        }
    }
#elif defined(TESSERA_BYTES_BY_WORDS)
    // Words can be put in any order, so each two bytes are found in two words and shifted to their places.
    struct ByWords {
        std::array<std::uint16_t, group> word{};
        std::array<std::uint16_t, group> shift = [] {
            std::array<std::uint16_t, group> all{};
            all.fill(16);  // leaves nothing
            return all;
        }();
    };
    ByWords even_, odd_;

    void apply_wide(std::uint8_t* to, const std::uint8_t* from, std::size_t used) const noexcept {
        const __m512i lower_bytes = _mm512_set1_epi16(0xff);
        const auto half_of = [&](std::size_t half, __m512i low, __m512i high) {
            const auto words = [&](const ByWords& side) {
                return _mm512_permutex2var_epi16(low, _mm512_loadu_si512(side.word.data() + half), high);
            };
            const __m512i even = _mm512_srlv_epi16(words(even_), _mm512_loadu_si512(even_.shift.data() + half));
            const __m512i odd = _mm512_sllv_epi16(words(odd_), _mm512_loadu_si512(odd_.shift.data() + half));
            constexpr int first_chooses = 0xca;
            return _mm512_ternarylogic_epi32(lower_bytes, even, odd, first_chooses);
        };
        for (std::size_t at = 0; at < used; at += super_block) {
            const __m512i low = _mm512_loadu_si512(from + at);
            const __m512i high = _mm512_loadu_si512(from + at + group);
            _mm512_storeu_si512(to + at, half_of(0, low, high));
            _mm512_storeu_si512(to + at + group, half_of(group / 2, low, high));
        }
    }
#elif defined(TESSERA_BYTES_BY_CHUNKS)
    // Each register of the result takes what it wants from each sixteen bytes of the source; 0x80 takes nothing.
    static constexpr std::size_t chunk = 16;
    static constexpr std::size_t chunks = 2 * group / chunk;
    using Chosen = std::array<std::uint8_t, 2 * chunk>;
    std::array<std::array<Chosen, chunks>, chunks / 2> chosen_ = [] {
        std::array<std::array<Chosen, chunks>, chunks / 2> nothing{};
        for (auto& list : nothing)
            for (Chosen& chosen : list) chosen.fill(0x80);
        return nothing;
    }();

    void apply_wide(std::uint8_t* to, const std::uint8_t* from, std::size_t used) const noexcept {
        for (std::size_t at = 0; at < used; at += super_block) {
            std::array<__m256i, chunks> source;
            for (std::size_t c = 0; c < chunks; ++c)
                source[c] = _mm256_broadcastsi128_si256(
                    _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at + c * chunk)));
            for (std::size_t out = 0; out < chunks / 2; ++out) {
                __m256i bytes{};
                for (std::size_t c = 0; c < chunks; ++c)
                    bytes |= _mm256_shuffle_epi8(
                        source[c], _mm256_loadu_si256(reinterpret_cast<const __m256i*>(chosen_[out][c].data())));
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + at + out * 2 * chunk), bytes);
            }
        }
    }
#endif
};

// Blocks of `Block` bytes in another order: block i comes from offset source[i].  Copies are rounded up; each is put
// right by the next, and the last by zeros.
template <std::size_t Block>
void permute_blocks(std::uint8_t* to, const std::uint8_t* from, std::size_t used,
                    const std::uint32_t* source) noexcept {
    constexpr std::size_t copied = (Block + 31) / 32 * 32;
    for (std::size_t at = 0; at < used; at += Block) std::memcpy(to + at, from + *source++, copied);
    std::memset(to + used, 0, group);
}

// Goes through a row group by group; the result is the number of bits in all that `take(at, group)` returns.
template <class Take>
std::uint64_t count_new(const std::uint8_t* row, std::size_t bytes, Take take) noexcept {
    Lanes32 count{};
    for (std::size_t at = 0; at < bytes; at += group)
        count += popcount(reinterpret_cast<Lanes32>(take(at, load(words(row + at)))));
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < sizeof count / sizeof count[0]; ++i) sum += count[i];
    return sum;
}

// What is new in a row: reached, and not there two layers ago.  It replaces the row and joins the row `all`; the
// result is the number of new bits.
inline std::uint64_t keep_new(std::uint8_t* row, const std::uint8_t* reached, std::uint8_t* all,
                              std::size_t bytes) noexcept {
    return count_new(row, bytes, [&](std::size_t at, Lanes mine) {
        const Lanes fresh = load(words(reached + at)) & ~mine;
        store(load(words(all + at)) | fresh, words(all + at));
        store(fresh, words(row + at));
        return fresh;
    });
}

// Leaves in `all` what `seen` did not have, and adds it there; the result is the number of such bits.
inline std::uint64_t first_seen(std::uint8_t* all, std::uint8_t* seen, std::size_t bytes) noexcept {
    return count_new(seen, bytes, [&](std::size_t at, Lanes mine) {
        const Lanes fresh = load(words(all + at)) & ~mine;
        store(fresh, words(all + at));
        store(mine | fresh, words(seen + at));
        return fresh;
    });
}

}  // namespace tessera::rows
