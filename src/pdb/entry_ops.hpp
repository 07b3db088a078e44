// SPDX-License-Identifier: Apache-2.0
// From planes of bits to entries, twenty-four at a time: the orders of the last four places, which are four bytes of
// every plane (see row_ops.hpp).  The portable code and the one for wide registers give the same bytes.
#pragma once

#include "pdb/row_ops.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__BMI2__)
#define TESSERA_WIDE_ENTRIES
#include <immintrin.h>
#endif

namespace tessera::rows {

constexpr std::size_t quad_orders = 24;
constexpr std::size_t max_planes = 8;

// The Manhattan distances of twenty-four orders, and room for whole registers.
using QuadSums = std::array<std::uint8_t, 32>;

// Writes the entries of a set quad by quad: entry = (first + 2 * code - manhattan) / 2, where `first` is the layer in
// which the set was first met and bit p of the code is in plane p.  The distance is not less than the Manhattan
// distance and has the same parity, so the division is exact and no byte borrows from its neighbour.
// Output goes to a buffer with room for 32 bytes more than it needs.
class QuadWriter {
public:
    QuadWriter(const std::array<const std::uint8_t*, max_planes>& row, std::size_t planes, int first, std::uint8_t* out)
        : row_(row), planes_(planes), first_(static_cast<std::uint8_t>(first)), out_(out) {}

    // True while all entries fit into so many bits.
    [[nodiscard]] bool fits(unsigned bits) const noexcept { return bits == 8 || (all_ & high_halves) == 0; }

    template <unsigned Bits, Code Which>
    void write(std::size_t quad, std::uint8_t base, const QuadSums& sums) noexcept {
#ifdef TESSERA_WIDE_ENTRIES
        if constexpr (Which == Code::best) return write_wide<Bits>(quad, base, sums);
#endif
        for (std::size_t i = 0; i < 4; ++i) {
            std::uint64_t distance = first_ * ones;
            for (std::size_t p = 0; p < max_planes && p < planes_; ++p)
                distance += spread[row_[p][4 * quad + i]] << (p + 1);
            std::uint64_t manhattan = 0;
            std::memcpy(&manhattan, sums.data() + 6 * i, 6);
            const std::uint64_t entry = (distance - manhattan - base * ones) >> 1;
            all_ |= entry;
            if constexpr (Bits == 8) {
                std::memcpy(out_, &entry, 6);
                out_ += 6;
            } else {
                const std::uint64_t pairs = (entry | entry >> 4) & 0x00ff00ff00ff;
                *out_++ = static_cast<std::uint8_t>(pairs);
                *out_++ = static_cast<std::uint8_t>(pairs >> 16);
                *out_++ = static_cast<std::uint8_t>(pairs >> 32);
            }
        }
    }

private:
#ifdef TESSERA_WIDE_ENTRIES
    template <unsigned Bits>
    void write_wide(std::size_t quad, std::uint8_t base, const QuadSums& sums) noexcept {
        __m256i distance = _mm256_set1_epi8(static_cast<char>(first_));
        for (std::size_t p = 0; p < max_planes && p < planes_; ++p) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, row_[p] + 4 * quad, 4);
            distance = _mm256_mask_add_epi8(distance, _pext_u32(bits, 0x3f3f3f3f), distance,
                                            _mm256_set1_epi8(static_cast<char>(2 << p)));
        }
        const __m256i manhattan = _mm256_add_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums.data())),
                                                  _mm256_set1_epi8(static_cast<char>(base)));
        constexpr __mmask32 used = (1u << quad_orders) - 1;
        const __m256i entry = _mm256_srli_epi16(_mm256_maskz_sub_epi8(used, distance, manhattan), 1);
        const __m256i high = _mm256_and_si256(entry, _mm256_set1_epi8(static_cast<char>(0xf0)));
        all_ |= _mm256_testz_si256(high, high) ? 0 : high_halves;
        if constexpr (Bits == 8) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out_), entry);
            out_ += quad_orders;
        } else {
            const __m256i pairs = _mm256_maddubs_epi16(entry, _mm256_set1_epi16(0x1001));  // even + 16 * odd
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out_), _mm256_maskz_cvtepi16_epi8(0xffff, pairs));
            out_ += quad_orders / 2;
        }
    }
#endif

    static constexpr std::uint64_t high_halves = 0xf0f0f0f0f0f0;
    static constexpr std::uint64_t ones = 0x010101010101;

    // Bit i of six becomes byte i.
    static constexpr std::array<std::uint64_t, 64> spread = [] {
        std::array<std::uint64_t, 64> table{};
        for (std::size_t bits = 0; bits < 64; ++bits)
            for (std::size_t i = 0; i < 6; ++i) table[bits] |= static_cast<std::uint64_t>(bits >> i & 1) << (8 * i);
        return table;
    }();

    std::array<const std::uint8_t*, max_planes> row_;
    std::size_t planes_;
    std::uint8_t first_;
    std::uint8_t* out_;
    std::uint64_t all_ = 0;
};

}  // namespace tessera::rows
