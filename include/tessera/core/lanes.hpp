// SPDX-License-Identifier: Apache-2.0
// Numbers side by side, on which one instruction works at once; what the language has no operator for, by name.
#pragma once

#include "tessera/core/bits.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

// Three ways to do the same: registers of all lanes, registers of half of them, and none.
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__)
#define TESSERA_WIDE_LANES 1
#define TESSERA_HALF_LANES 0
#include <immintrin.h>
#elif defined(__AVX2__)
#define TESSERA_WIDE_LANES 0
#define TESSERA_HALF_LANES 1
#include <immintrin.h>
#else
#define TESSERA_WIDE_LANES 0
#define TESSERA_HALF_LANES 0
#endif

// Instructions with a mask of all lanes: GCC 12 warns about the undefined operand of those without.
// Functions on lanes are inlined everywhere, so how a vector would travel through a call does not matter.
#define TESSERA_LANES [[gnu::always_inline]] inline
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tessera {

// Eight or sixteen numbers.  The compiler gives them + - * & | ^ ~ << >>, lane by lane, on any machine.
using Lanes = std::uint64_t __attribute__((vector_size(64)));
using Lanes32 = std::uint32_t __attribute__((vector_size(64)));

// Bit i speaks for lane i.
using LaneMask = std::uint32_t;

inline constexpr int lane_count = 8;
inline constexpr LaneMask all_lanes = 0xff;

// The first n lanes; all of them, if n is larger than their number.
[[nodiscard]] constexpr LaneMask first_lanes(int n) noexcept { return n >= lane_count ? all_lanes : (1u << n) - 1; }

[[nodiscard]] TESSERA_LANES Lanes splat(std::uint64_t x) noexcept { return Lanes{} + x; }
[[nodiscard]] TESSERA_LANES Lanes32 splat32(std::uint32_t x) noexcept { return Lanes32{} + x; }
[[nodiscard]] TESSERA_LANES Lanes lane_numbers() noexcept { return Lanes{0, 1, 2, 3, 4, 5, 6, 7}; }

[[nodiscard]] TESSERA_LANES Lanes load(const std::uint64_t* from) noexcept {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
TESSERA_LANES void store(Lanes lanes, std::uint64_t* to) noexcept { std::memcpy(to, &lanes, sizeof lanes); }

#if TESSERA_HALF_LANES
namespace half_lanes {

using Quad = std::uint64_t __attribute__((vector_size(32)));

[[nodiscard]] TESSERA_LANES __m256i low(Lanes a) noexcept {
    return reinterpret_cast<__m256i>(__builtin_shufflevector(a, a, 0, 1, 2, 3));
}
[[nodiscard]] TESSERA_LANES __m256i high(Lanes a) noexcept {
    return reinterpret_cast<__m256i>(__builtin_shufflevector(a, a, 4, 5, 6, 7));
}
[[nodiscard]] TESSERA_LANES __m256i low(Lanes32 a) noexcept { return low(reinterpret_cast<Lanes>(a)); }
[[nodiscard]] TESSERA_LANES __m256i high(Lanes32 a) noexcept { return high(reinterpret_cast<Lanes>(a)); }
[[nodiscard]] TESSERA_LANES Lanes join(__m256i low, __m256i high) noexcept {
    return __builtin_shufflevector(reinterpret_cast<Quad>(low), reinterpret_cast<Quad>(high), 0, 1, 2, 3, 4, 5, 6, 7);
}
[[nodiscard]] TESSERA_LANES Lanes32 join32(__m256i low, __m256i high) noexcept {
    return reinterpret_cast<Lanes32>(join(low, high));
}
// One bit for each of four numbers: its highest.
[[nodiscard]] TESSERA_LANES LaneMask signs(__m256i a) noexcept {
    return static_cast<LaneMask>(_mm256_movemask_pd(_mm256_castsi256_pd(a)));
}
// `b` where the highest bit of a number in `where` says so, else `a`.
[[nodiscard]] TESSERA_LANES __m256i choose32(__m256i a, __m256i b, __m256i where) noexcept {
    return _mm256_castps_si256(
        _mm256_blendv_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), _mm256_castsi256_ps(where)));
}

// By mask of four: for each of the numbers that it names, one behind the other, the numbers of its two halves.
inline constexpr auto packed_halves = [] {
    std::array<std::array<std::uint32_t, 8>, 16> table{};
    for (std::uint32_t mask = 0; mask < 16; ++mask)
        for (std::uint32_t i = 0, n = 0; i < 4; ++i)
            if (mask >> i & 1)
                for (std::uint32_t half : {0u, 1u}) table[mask][n++] = 2 * i + half;
    return table;
}();
TESSERA_LANES void pack(LaneMask where, __m256i a, std::uint64_t* to) noexcept {
    const auto order = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(packed_halves[where].data()));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(a, order));
}

// table[index modulo 16] for eight numbers; the index is shifted so that its fifth last bit becomes the sign.
[[nodiscard]] TESSERA_LANES __m256i pick16(Lanes32 table, __m256i index) noexcept {
    return choose32(_mm256_permutevar8x32_epi32(low(table), index), _mm256_permutevar8x32_epi32(high(table), index),
                    _mm256_slli_epi32(index, 28));
}

}  // namespace half_lanes
#endif

// Arithmetic shift: the sign comes along.
[[nodiscard]] TESSERA_LANES Lanes signed_shift(Lanes a, int by) noexcept {
    using Signed = std::int64_t __attribute__((vector_size(64)));
    return reinterpret_cast<Lanes>(reinterpret_cast<Signed>(a) >> by);
}

// The low halves of sixteen numbers, and back.
[[nodiscard]] TESSERA_LANES Lanes32 narrow(Lanes low, Lanes high) noexcept {
    using Half = std::uint32_t __attribute__((vector_size(32)));
    const Half a = __builtin_convertvector(low, Half);
    const Half b = __builtin_convertvector(high, Half);
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
[[nodiscard]] TESSERA_LANES Lanes widen_low(Lanes32 a) noexcept {
    return __builtin_convertvector(__builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7), Lanes);
}
[[nodiscard]] TESSERA_LANES Lanes widen_high(Lanes32 a) noexcept {
    return __builtin_convertvector(__builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15), Lanes);
}

#if defined(__AVX512VPOPCNTDQ__)
inline constexpr bool counts_bits_at_once = true;
#else
inline constexpr bool counts_bits_at_once = false;

// The number of one bits in each byte: of its two halves, by table.
#if TESSERA_WIDE_LANES
[[nodiscard]] TESSERA_LANES __m512i count_in_bytes(__m512i a) noexcept {
    const __m512i table = _mm512_maskz_broadcast_i32x4(0xffff, _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i half = _mm512_set1_epi8(15);
    return _mm512_add_epi8(_mm512_shuffle_epi8(table, _mm512_and_si512(a, half)),
                           _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(a, 4), half)));
}
#elif TESSERA_HALF_LANES
[[nodiscard]] TESSERA_LANES __m256i count_in_bytes(__m256i a) noexcept {
    const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i half = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(a, half)),
                           _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(a, 4), half)));
}
#endif
#endif

// The number of one bits in each lane.
[[nodiscard]] TESSERA_LANES Lanes32 popcount(Lanes32 a) noexcept {
#if defined(__AVX512VPOPCNTDQ__)
    return reinterpret_cast<Lanes32>(_mm512_popcnt_epi32(reinterpret_cast<__m512i>(a)));
#else
    return count_bits(a);
#endif
}
[[nodiscard]] TESSERA_LANES Lanes popcount(Lanes a) noexcept {
#if defined(__AVX512VPOPCNTDQ__)
    return reinterpret_cast<Lanes>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(a)));
#elif TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes>(_mm512_sad_epu8(count_in_bytes(reinterpret_cast<__m512i>(a)), __m512i{}));
#elif TESSERA_HALF_LANES
    const auto four = [](__m256i b) { return _mm256_sad_epu8(count_in_bytes(b), __m256i{}); };
    return half_lanes::join(four(half_lanes::low(a)), four(half_lanes::high(a)));
#else
    const Lanes32 halves = popcount(reinterpret_cast<Lanes32>(a));
    const Lanes both = reinterpret_cast<Lanes>(halves);
    return (both + (both >> 32)) & 127u;
#endif
}
// The number of one bits in each half of each lane, in that half.
[[nodiscard]] TESSERA_LANES Lanes32 popcount_halves(Lanes32 a) noexcept {
#if TESSERA_WIDE_LANES && !defined(__AVX512VPOPCNTDQ__)
    return reinterpret_cast<Lanes32>(
        _mm512_maddubs_epi16(count_in_bytes(reinterpret_cast<__m512i>(a)), _mm512_set1_epi8(1)));
#elif TESSERA_HALF_LANES
    const auto eight = [](__m256i b) { return _mm256_maddubs_epi16(count_in_bytes(b), _mm256_set1_epi8(1)); };
    return half_lanes::join32(eight(half_lanes::low(a)), eight(half_lanes::high(a)));
#else
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return (a + (a >> 8)) & 0x001f001fu;
#endif
}

// Which lanes are not zero; which are the same; which are, as signed numbers, not above the other.
[[nodiscard]] TESSERA_LANES LaneMask not_zero(Lanes a) noexcept {
#if TESSERA_WIDE_LANES
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(a));
#elif TESSERA_HALF_LANES
    using namespace half_lanes;
    const __m256i zero{};
    return all_lanes ^ (signs(_mm256_cmpeq_epi64(low(a), zero)) | signs(_mm256_cmpeq_epi64(high(a), zero)) << 4);
#else
    LaneMask mask = 0;
    for (int i = 0; i < lane_count; ++i) mask |= static_cast<LaneMask>(a[i] != 0) << i;
    return mask;
#endif
}
[[nodiscard]] TESSERA_LANES LaneMask equal(Lanes a, Lanes b) noexcept { return ~not_zero(a ^ b) & all_lanes; }
[[nodiscard]] TESSERA_LANES LaneMask at_most(Lanes a, Lanes b) noexcept {
#if TESSERA_WIDE_LANES
    return _mm512_cmple_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b));
#elif TESSERA_HALF_LANES
    using namespace half_lanes;
    return all_lanes ^
           (signs(_mm256_cmpgt_epi64(low(a), low(b))) | signs(_mm256_cmpgt_epi64(high(a), high(b))) << 4);
#else
    LaneMask mask = 0;
    for (int i = 0; i < lane_count; ++i)
        mask |= static_cast<LaneMask>(static_cast<std::int64_t>(a[i]) <= static_cast<std::int64_t>(b[i])) << i;
    return mask;
#endif
}

// The smaller and the larger of two signed numbers.
[[nodiscard]] TESSERA_LANES Lanes smaller(Lanes a, Lanes b) noexcept {
#if TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes>(_mm512_maskz_min_epi64(0xff, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#else
    using Signed = std::int64_t __attribute__((vector_size(64)));
    const auto x = reinterpret_cast<Signed>(a), y = reinterpret_cast<Signed>(b);
    return reinterpret_cast<Lanes>(x < y ? x : y);
#endif
}
[[nodiscard]] TESSERA_LANES Lanes larger(Lanes a, Lanes b) noexcept { return a + b - smaller(a, b); }

// b where the mask says so, else a.
[[nodiscard]] TESSERA_LANES Lanes replace(Lanes a, LaneMask where, Lanes b) noexcept {
#if TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes>(_mm512_mask_mov_epi64(reinterpret_cast<__m512i>(a), static_cast<__mmask8>(where),
                                                         reinterpret_cast<__m512i>(b)));
#else
    constexpr Lanes bit{1, 2, 4, 8, 16, 32, 64, 128};
    return (splat(where) & bit) != 0 ? b : a;
#endif
}

// Writes the lanes that the mask names, one behind the other.  All eight places may be overwritten.
TESSERA_LANES void pack(LaneMask where, Lanes a, std::uint64_t* to) noexcept {
#if TESSERA_WIDE_LANES  // packing in a register and writing it whole is much faster than packing into memory
    store(reinterpret_cast<Lanes>(
              _mm512_maskz_compress_epi64(static_cast<__mmask8>(where), reinterpret_cast<__m512i>(a))), to);
#elif TESSERA_HALF_LANES
    const LaneMask first = where & 15u;
    half_lanes::pack(first, half_lanes::low(a), to);
    half_lanes::pack(where >> 4 & 15u, half_lanes::high(a), to + std::popcount(first));
#else
    for (int i = 0; i < lane_count; ++i) {
        *to = a[i];
        to += where >> i & 1;
    }
#endif
}

// table[index] for each lane, the index taken modulo eight.
[[nodiscard]] TESSERA_LANES Lanes pick(Lanes table, Lanes index) noexcept {
#if TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes>(
        _mm512_maskz_permutexvar_epi64(0xff, reinterpret_cast<__m512i>(index), reinterpret_cast<__m512i>(table)));
#elif TESSERA_HALF_LANES
    using namespace half_lanes;
    const Lanes halves = index << 1 | (index << 33 | std::uint64_t{1} << 32);
    const auto four = [&](__m256i at) { return pick16(reinterpret_cast<Lanes32>(table), at); };
    return join(four(low(halves)), four(high(halves)));
#else
    Lanes result;
    for (int i = 0; i < lane_count; ++i) result[i] = table[index[i] & 7];
    return result;
#endif
}

// A table of up to 16 or 32 numbers, small enough for registers; the index is taken modulo that.
template <int Size>
requires(Size == 16 || Size == 32) class RegisterTable {
public:
    [[nodiscard]] std::uint32_t get(int index) const noexcept { return part_[half(index)][index % 16]; }
    void set(int index, std::uint32_t value) noexcept { part_[half(index)][index % 16] = value; }

    [[nodiscard]] TESSERA_LANES Lanes32 operator[](Lanes32 index) const noexcept {
#if TESSERA_WIDE_LANES
        const auto at = reinterpret_cast<__m512i>(index);
        const auto low = reinterpret_cast<__m512i>(part_[0]);
        if constexpr (Size == 16) return reinterpret_cast<Lanes32>(_mm512_maskz_permutexvar_epi32(0xffff, at, low));
        else return reinterpret_cast<Lanes32>(_mm512_permutex2var_epi32(low, at, reinterpret_cast<__m512i>(part_[1])));
#elif TESSERA_HALF_LANES
        using namespace half_lanes;
        const auto eight = [&](__m256i at) {
            const __m256i first = pick16(part_[0], at);
            if constexpr (Size == 16) return first;
            else return choose32(first, pick16(part_[1], at), _mm256_slli_epi32(at, 27));
        };
        return join32(eight(low(index)), eight(high(index)));
#else
        Lanes32 result;
        for (int i = 0; i < 16; ++i) result[i] = get(static_cast<int>(index[i] % Size));
        return result;
#endif
    }
    [[nodiscard]] TESSERA_LANES Lanes operator[](Lanes index) const noexcept {
        return reinterpret_cast<Lanes>((*this)[reinterpret_cast<Lanes32>(index)]) & 0xffffffffu;
    }

private:
    [[nodiscard]] static constexpr std::size_t half(int index) noexcept {
        return static_cast<std::size_t>(index % Size / 16);
    }
    std::array<Lanes32, static_cast<std::size_t>(Size / 16)> part_{};
};

// A table of 256 small numbers, read in sixteen places at once without touching memory more than once.
class alignas(64) ByteTable {
public:
    static constexpr int index_bits = 8;

    void set(std::size_t index, std::uint64_t value) noexcept { entries_[index] = static_cast<std::uint16_t>(value); }

    // The index must be below 256.
    [[nodiscard]] TESSERA_LANES Lanes32 operator[](Lanes32 index) const noexcept {
#if TESSERA_WIDE_LANES  // the low six bits find the entry in each quarter of the table, the others find the quarter
        const auto at = reinterpret_cast<__m512i>(index);
        const auto quarter = [&](std::size_t i) {
            const std::uint16_t* part = entries_.data() + 64 * i;
            return _mm512_permutex2var_epi16(_mm512_load_si512(part), at, _mm512_load_si512(part + 32));
        };
        const __mmask16 odd = _mm512_test_epi32_mask(at, _mm512_set1_epi32(64));
        const __mmask16 upper = _mm512_test_epi32_mask(at, _mm512_set1_epi32(128));
        const __m512i low = _mm512_mask_mov_epi32(quarter(0), odd, quarter(1));
        const __m512i high = _mm512_mask_mov_epi32(quarter(2), odd, quarter(3));
        return reinterpret_cast<Lanes32>(_mm512_mask_mov_epi32(low, upper, high)) & 0xffffu;
#elif TESSERA_HALF_LANES
        using namespace half_lanes;
        const auto* const from = reinterpret_cast<const int*>(entries_.data());
        return join32(_mm256_i32gather_epi32(from, low(index), 2), _mm256_i32gather_epi32(from, high(index), 2)) & 0xffffu;
#else
        Lanes32 result;
        for (int i = 0; i < 16; ++i) result[i] = entries_[index[i] & 255u];
        return result;
#endif
    }

private:
    std::array<std::uint16_t, 258> entries_{};  // the last may be read as the first half of something twice as long
};

// A larger table, in memory.
template <int IndexBits>
class MemoryTable {
public:
    static constexpr int index_bits = IndexBits;

    void set(std::size_t index, std::uint64_t value) noexcept { entries_[index] = static_cast<std::uint32_t>(value); }

    // The index must be within the table.
    [[nodiscard]] TESSERA_LANES Lanes32 operator[](Lanes32 index) const noexcept {
#if TESSERA_WIDE_LANES
        return reinterpret_cast<Lanes32>(_mm512_mask_i32gather_epi32(__m512i{}, 0xffff, reinterpret_cast<__m512i>(index), entries_.data(), 4));
#elif TESSERA_HALF_LANES
        using namespace half_lanes;
        const auto* const from = reinterpret_cast<const int*>(entries_.data());
        return join32(_mm256_i32gather_epi32(from, low(index), 4), _mm256_i32gather_epi32(from, high(index), 4));
#else
        Lanes32 result;
        for (int i = 0; i < 16; ++i) result[i] = entries_[index[i]];
        return result;
#endif
    }

private:
    std::vector<std::uint32_t> entries_ = std::vector<std::uint32_t>(std::size_t{1} << IndexBits);
};

// table[index] for each lane, from memory.
[[nodiscard]] TESSERA_LANES Lanes gather(const std::uint64_t* table, Lanes index) noexcept {
#if TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes>(_mm512_mask_i64gather_epi64(__m512i{}, 0xff, reinterpret_cast<__m512i>(index), table, 8));
#elif TESSERA_HALF_LANES
    using namespace half_lanes;
    const auto* const from = reinterpret_cast<const long long*>(table);
    return join(_mm256_i64gather_epi64(from, low(index), 8), _mm256_i64gather_epi64(from, high(index), 8));
#else
    Lanes result;
    for (int i = 0; i < lane_count; ++i) result[i] = table[index[i]];
    return result;
#endif
}

}  // namespace tessera

#pragma GCC diagnostic pop
