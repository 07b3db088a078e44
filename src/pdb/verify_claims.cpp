// SPDX-License-Identifier: Apache-2.0
#include "pdb/verify_claims.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tessera::verify {

namespace {

constexpr std::size_t whole_word = 24;  // orders of a tail of four

#if defined(__SSE2__)

// Sixteen entries from the lowest eight bytes: those whose double is `wanted`.
std::uint32_t halves_equal(__m128i bytes, __m128i wanted) noexcept {
    const __m128i low_half = _mm_set1_epi8(15);
    const __m128i even = _mm_and_si128(bytes, low_half);
    const __m128i odd = _mm_and_si128(_mm_srli_epi16(bytes, 4), low_half);
    const __m128i entries = _mm_unpacklo_epi8(even, odd);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_add_epi8(entries, entries), wanted)));
}

// The entries of twelve bytes, two to a byte, that satisfy  2 * entry == left - sums[i].  Differences below zero are
// large as bytes, and twice half a byte is small, so that bytes do.
std::uint32_t entries_equal(const std::uint8_t* bytes, std::uint8_t left, const std::uint8_t* sums) noexcept {
    const __m128i all_left = _mm_set1_epi8(static_cast<char>(left));
    std::uint32_t last = 0;
    std::memcpy(&last, bytes + 8, sizeof last);
    const std::uint32_t first_sixteen =
        halves_equal(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)),
                     _mm_sub_epi8(all_left, _mm_loadu_si128(reinterpret_cast<const __m128i*>(sums))));
    const std::uint32_t last_eight =
        halves_equal(_mm_cvtsi32_si128(static_cast<int>(last)),
                     _mm_sub_epi8(all_left, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(sums + 16))));
    return first_sixteen | (last_eight & 0xff) << 16;
}

#else

std::uint32_t entries_equal(const std::uint8_t* bytes, std::uint8_t left, const std::uint8_t* sums) noexcept {
    std::uint32_t equal = 0;
    for (std::size_t i = 0; i < whole_word; ++i) {
        const unsigned entry = bytes[i / 2] >> (i % 2 * 4) & 15u;
        equal |= std::uint32_t{2 * entry + sums[i] == left} << i;
    }
    return equal;
}

#endif

}  // namespace

Claims::Claims(const Table& table, const Space& space, const Orders& orders, LoopTeam& team)
    : table_(table),
      orders_(orders),
      tail_of_(orders.words()),
      head_sums_(space.sets() * orders.words()),
      by_halves_(table.entry_bits == 4 && orders.bits() == whole_word) {
    find_tails();
    tail_sums_ = HugeArray(space.sets() * tails_.size() * orders.bits());
    team.for_ranges(space.sets(), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t set = first; set < last; ++set) sum_set(space, set);
    });
}

void Claims::find_tails() {
    std::vector<int> order(static_cast<std::size_t>(orders_.tail_tiles()));
    std::iota(order.begin(), order.end(), 0);
    do tail_orders_.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));

    std::map<std::vector<int>, std::uint32_t> known;
    for (std::size_t word = 0; word < orders_.words(); ++word) {
        if (orders_.first_order(word) == Orders::padding) continue;
        const std::vector<int>& head = orders_.head(word);
        std::vector<int> tail;
        for (int tile = 0; tile < orders_.tiles(); ++tile)
            if (std::find(head.begin(), head.end(), tile) == head.end()) tail.push_back(tile);
        const auto [at, is_new] = known.emplace(tail, static_cast<std::uint32_t>(tails_.size()));
        if (is_new) tails_.push_back(tail);
        tail_of_[word] = at->second;
    }
}

// On so small a board no sum comes near the end of a byte.
void Claims::sum_set(const Space& space, std::size_t set) {
    const std::vector<Cell> cells = space.cells(set);
    std::array<std::array<std::uint8_t, 16>, 16> distance{};  // [place][tile]
    for (std::size_t place = 0; place < cells.size(); ++place)
        for (std::size_t tile = 0; tile < cells.size(); ++tile)
            distance[place][tile] =
                static_cast<std::uint8_t>(table_.pattern.grid.distance(cells[place], table_.pattern.cells[tile]));

    std::uint8_t* head_sum = head_sums_.data() + set * orders_.words();
    for (std::size_t word = 0; word < orders_.words(); ++word, ++head_sum) {
        const std::vector<int>& head = orders_.head(word);
        unsigned sum = 0;
        for (std::size_t place = 0; place < head.size(); ++place)
            sum += distance[place][static_cast<std::size_t>(head[place])];
        *head_sum = static_cast<std::uint8_t>(sum);
    }

    const std::size_t first_place = cells.size() - static_cast<std::size_t>(orders_.tail_tiles());
    std::uint8_t* tail_sum = tail_sums_.data() + set * tails_.size() * orders_.bits();
    for (const std::vector<int>& tail : tails_)
        for (const std::vector<int>& order : tail_orders_) {
            unsigned sum = 0;
            for (std::size_t place = 0; place < order.size(); ++place)
                sum += distance[first_place + place]
                               [static_cast<std::size_t>(tail[static_cast<std::size_t>(order[place])])];
            *tail_sum++ = static_cast<std::uint8_t>(sum);
        }
}

Claims::Word Claims::claiming(std::size_t set, std::size_t word, int distance) const noexcept {
    if (by_halves_) {
        const int left = distance - head_sum(set, word);
        if (left < 0) return 0;
        return entries_equal(table_.payload.data() + first_entry(set, word) / 2, static_cast<std::uint8_t>(left),
                             tail_sums(set, word));
    }
    Word equal = 0;
    for (std::size_t bit = 0; bit < orders_.bits(); ++bit) equal |= Word{claimed(set, word, bit) == distance} << bit;
    return equal;
}

}  // namespace tessera::verify
