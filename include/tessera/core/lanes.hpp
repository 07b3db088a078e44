// SPDX-License-Identifier: Apache-2.0
// Numbers side by side, on which one instruction works at once; what the language has no operator for, by name.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VPOPCNTDQ__)
#define TESSERA_WIDE_LANES 1
#include <immintrin.h>
#else
#define TESSERA_WIDE_LANES 0
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

inline constexpr bool wide_lanes = TESSERA_WIDE_LANES;  // one instruction does work on all lanes
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

// The number of one bits in each lane.
[[nodiscard]] TESSERA_LANES Lanes32 popcount(Lanes32 a) noexcept {
#if TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes32>(_mm512_popcnt_epi32(reinterpret_cast<__m512i>(a)));
#else
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    a += a >> 8;
    return (a + (a >> 16)) & 63u;
#endif
}
[[nodiscard]] TESSERA_LANES Lanes popcount(Lanes a) noexcept {
#if TESSERA_WIDE_LANES
    return reinterpret_cast<Lanes>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(a)));
#else
    const Lanes32 halves = popcount(reinterpret_cast<Lanes32>(a));
    const Lanes both = reinterpret_cast<Lanes>(halves);
    return (both + (both >> 32)) & 127u;
#endif
}

// Which lanes are not zero; which are the same; which are, as signed numbers, not above the other.
[[nodiscard]] TESSERA_LANES LaneMask not_zero(Lanes a) noexcept {
#if TESSERA_WIDE_LANES
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(a));
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
    for (int i = 0; i < lane_count; ++i)
        if (where >> i & 1) a[i] = b[i];
    return a;
#endif
}

// Writes the lanes that the mask names, one behind the other.  All eight places may be overwritten.
TESSERA_LANES void pack(LaneMask where, Lanes a, std::uint64_t* to) noexcept {
#if TESSERA_WIDE_LANES  // packing in a register and writing it whole is much faster than packing into memory
    store(reinterpret_cast<Lanes>(
              _mm512_maskz_compress_epi64(static_cast<__mmask8>(where), reinterpret_cast<__m512i>(a))), to);
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
#else
        Lanes32 result;
        for (int i = 0; i < 16; ++i) result[i] = entries_[index[i] & 255u];
        return result;
#endif
    }

private:
    std::array<std::uint16_t, 256> entries_{};
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
#else
    Lanes result;
    for (int i = 0; i < lane_count; ++i) result[i] = table[index[i]];
    return result;
#endif
}

}  // namespace tessera

#pragma GCC diagnostic pop
