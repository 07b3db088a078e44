// SPDX-License-Identifier: Apache-2.0
#include "pdb/verify_claims.hpp"

#include "tessera/core/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <span>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tessera::verify {

namespace {

constexpr std::size_t room = 32;        // bytes for the orders of a word, which are fewer
constexpr std::size_t whole_word = 24;  // orders of a tail of four
constexpr int most_planes = 8;

// What belongs to the orders of a word, all at once.
typedef std::uint8_t Bytes __attribute__((vector_size(room)));
typedef std::uint16_t Wide __attribute__((vector_size(room)));
typedef std::uint8_t HalfBytes __attribute__((vector_size(room / 2)));
typedef std::uint64_t Pairs __attribute__((vector_size(room / 2)));

// Half of the distance that an entry claims, rounded down, for the orders of a word: half the Manhattan distance and
// the entry.  On so small a board no sum of distances comes near the end of a byte.
std::uint8_t half(std::uint8_t head, std::uint8_t tail, int entry) noexcept {
    return static_cast<std::uint8_t>(std::min(255, (head + tail) / 2 + entry));
}

// The halves of a whole word whose entries are the half bytes of twelve bytes; the last eight come twice.
void word_halves(const std::uint8_t* bytes, std::uint8_t head, const std::uint8_t* tail, Bytes& halves) noexcept {
    std::uint64_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, bytes, sizeof first);
    std::memcpy(&last, bytes + sizeof first, sizeof last);
    const Pairs pairs{first, last | std::uint64_t{last} << 32};
    const auto wide = __builtin_convertvector(reinterpret_cast<const HalfBytes&>(pairs), Wide);
    const Wide spread = (wide | wide << 4) & 0x0f0f;
    Bytes sums{};
    std::memcpy(&sums, tail, sizeof sums);
    halves = ((sums + head) >> 1) + reinterpret_cast<const Bytes&>(spread);
}

// The highest bits of the bytes.
std::uint32_t signs(const Bytes& bytes) noexcept {
#if defined(__AVX2__)
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(reinterpret_cast<const __m256i&>(bytes)));
#elif defined(__SSE2__)
    const auto sixteen = [](const std::uint8_t* at) {
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))));
    };
    const auto* const first = reinterpret_cast<const std::uint8_t*>(&bytes);
    return sixteen(first) | sixteen(first + 16) << 16;
#else
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < room; ++i) bits |= static_cast<std::uint32_t>(bytes[i] >> 7) << i;
    return bits;
#endif
}

// Compares bit by bit, the highest first: `more` are the orders with larger codes, `equal` those with the same.
template <std::size_t Planes>
std::uint64_t compare_planes(const Orders::Word* const* plane, unsigned code, const Orders::Word* used,
                             const Orders::Word* met, std::size_t words) noexcept {
    std::array<const Orders::Word*, Planes + 1> at{};
    std::array<Orders::Word, Planes + 1> bit{};
    for (std::size_t p = 0; p < Planes; ++p) {
        at[p] = plane[p];
        bit[p] = code >> p & 1 ? ~Orders::Word{0} : 0;
    }
    Orders::Word wrong = 0;
    std::uint32_t count = 0;  // at most all orders, which are not so many
    for (std::size_t w = 0; w < words; ++w) {
        Orders::Word more = 0;
        Orders::Word equal = used[w];
        for (std::size_t p = Planes; p-- > 0;) {
            const Orders::Word bits = at[p][w];
            more |= equal & bits & ~bit[p];
            equal &= ~(bits ^ bit[p]);
        }
        wrong |= (met[w] & more) | (equal & ~met[w]);
        count += count_bits(equal);
    }
    return wrong != 0 ? Claims::some_wrong : count;
}

}  // namespace

Claims::Claims(const Table& table, const Space& space, const Orders& orders, LoopTeam& team)
    : table_(table),
      orders_(orders),
      heads_(orders.words() * static_cast<std::size_t>(orders.head_tiles())),
      tail_of_(orders.words()),
      used_(orders.words()),
      ranges_(space.sets()) {
    list_tiles();
    for (int p = 0; p < most_planes; ++p) planes_.emplace_back(space.sets() * orders.words() * sizeof(Word));
    head_sums_ = sum_heads(space, team);
    tail_sums_ = sum_tails(space, team);
    team.for_ranges(space.sets(), 64, [&](std::size_t first, std::size_t last) {
        std::vector<std::uint8_t> halves(orders_.words() * room);
        for (std::size_t set = first; set < last; ++set) take_set(space, set, halves);
    });
}

void Claims::list_tiles() {
    std::map<std::vector<int>, std::uint32_t> known;
    for (std::size_t word = 0; word < orders_.words(); ++word) {
        if (orders_.first_order(word) == Orders::padding) continue;
        used_[word] = (Word{1} << orders_.bits()) - 1;
        const std::vector<int>& head = orders_.head(word);
        std::copy(head.begin(), head.end(), heads_.begin() + static_cast<std::ptrdiff_t>(word * head.size()));
        std::vector<int> tail;
        for (int tile = 0; tile < orders_.tiles(); ++tile)
            if (std::find(head.begin(), head.end(), tile) == head.end()) tail.push_back(tile);
        const auto [at, is_new] = known.emplace(tail, static_cast<std::uint32_t>(known.size()));
        tail_of_[word] = at->second;
        if (is_new) do
                tails_.insert(tails_.end(), tail.begin(), tail.end());
            while (std::next_permutation(tail.begin(), tail.end()));
    }
    tail_count_ = known.size();
}

// Lists the choices of cells for some places; fill_in(distance, bytes) writes what belongs to one, where
// distance(place, tile) is that of a tile in a place from its goal.
template <class FillIn>
Claims::Sums Claims::sum(const Space& space, std::size_t first_place, std::size_t places, std::size_t stride,
                         LoopTeam& team, FillIn fill_in) const {
    Sums sums;
    std::map<Space::Mask, std::uint32_t> known;
    std::vector<std::vector<Cell>> choices;
    for (std::size_t set = 0; set < space.sets(); ++set) {
        const std::vector<Cell> cells = space.cells(set);
        const auto choice = std::span(cells).subspan(first_place, places);
        Space::Mask mask = 0;
        for (const Cell cell : choice) mask |= Space::Mask{1} << cell;
        const auto [at, is_new] = known.emplace(mask, static_cast<std::uint32_t>(known.size()));
        if (is_new) choices.emplace_back(choice.begin(), choice.end());
        sums.of_set.push_back(at->second);
    }
    sums.stride = stride;
    sums.bytes.resize(choices.size() * stride);
    team.for_ranges(choices.size(), 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t c = first; c < last; ++c) {
            const auto distance = [&](std::size_t place, std::uint8_t tile) {
                return static_cast<unsigned>(
                    table_.pattern.grid.distance(choices[c][place], table_.pattern.cells[tile]));
            };
            fill_in(distance, sums.bytes.data() + c * stride);
        }
    });
    return sums;
}

Claims::Sums Claims::sum_heads(const Space& space, LoopTeam& team) const {
    const auto places = static_cast<std::size_t>(orders_.head_tiles());
    return sum(space, 0, places, orders_.words(), team, [&](const auto& distance, std::uint8_t* bytes) {
        const std::uint8_t* tile = heads_.data();
        for (std::size_t word = 0; word < orders_.words(); ++word) {
            unsigned all = 0;
            for (std::size_t place = 0; place < places; ++place) all += distance(place, *tile++);
            bytes[word] = static_cast<std::uint8_t>(all);
        }
    });
}

Claims::Sums Claims::sum_tails(const Space& space, LoopTeam& team) const {
    const auto first_place = static_cast<std::size_t>(orders_.head_tiles());
    const auto places = static_cast<std::size_t>(orders_.tail_tiles());
    return sum(space, first_place, places, tail_count_ * room, team, [&](const auto& distance, std::uint8_t* bytes) {
        const std::uint8_t* tile = tails_.data();
        for (std::size_t tail = 0; tail < tail_count_; ++tail, bytes += room) {
            for (std::size_t i = 0; i < orders_.bits(); ++i) {
                unsigned all = 0;
                for (std::size_t place = 0; place < places; ++place) all += distance(place, *tile++);
                bytes[i] = static_cast<std::uint8_t>(all);
            }
            // Of a whole word the last eight come twice, see word_halves; what is beyond a shorter one is not looked at.
            std::copy_n(bytes + 16, 8, bytes + whole_word);
        }
    });
}

void Claims::take_set(const Space& space, std::size_t set, std::vector<std::uint8_t>& all_halves) {
    const std::uint8_t* const head_sums = head_sums_.at(set);
    const std::uint8_t* const tail_sums = tail_sums_.at(set);
    const bool by_halves = table_.entry_bits == 4 && orders_.bits() == whole_word;
    Bytes smallest = Bytes{} - 1;  // by order in the word
    Bytes greatest{};
    for (std::size_t word = 0; word < orders_.words(); ++word) {
        if (used_[word] == 0) continue;
        const std::uint64_t first = set * orders_.orders() + orders_.first_order(word);
        const std::uint8_t* const tail = tail_sums + tail_of_[word] * room;
        Bytes these{};
        if (by_halves) {
            word_halves(table_.payload.data() + first / 2, head_sums[word], tail, these);
        } else {
            std::array<std::uint8_t, room> halves;
            for (std::size_t i = 0; i < orders_.bits(); ++i)
                halves[i] = half(head_sums[word], tail[i], table_.excess(first + i));
            std::fill(halves.begin() + static_cast<std::ptrdiff_t>(orders_.bits()), halves.end(), halves[0]);
            std::memcpy(&these, halves.data(), room);
        }
        std::memcpy(all_halves.data() + word * room, &these, room);
        smallest = these < smallest ? these : smallest;
        greatest = these > greatest ? these : greatest;
    }
    std::uint8_t least = 255;
    std::uint8_t largest = 0;
    for (std::size_t i = 0; i < room; ++i) {
        least = std::min<std::uint8_t>(least, smallest[i]);
        largest = std::max<std::uint8_t>(largest, greatest[i]);
    }
    ranges_[set] = {2 * least + space.odd(set), 2 * largest + space.odd(set)};
    switch (std::bit_width(static_cast<unsigned>(largest - least))) {
        case 0:
            return;
        case 1:
            return make_planes<1>(set, least, all_halves.data());
        case 2:
            return make_planes<2>(set, least, all_halves.data());
        case 3:
            return make_planes<3>(set, least, all_halves.data());
        case 4:
            return make_planes<4>(set, least, all_halves.data());
        case 5:
            return make_planes<5>(set, least, all_halves.data());
        default:
            return make_planes<most_planes>(set, least, all_halves.data());
    }
}

// The codes are brought to the upper end of their bytes, the highest bit first.
template <std::size_t Planes>
void Claims::make_planes(std::size_t set, std::uint8_t least, const std::uint8_t* halves) noexcept {
    std::array<Word*, Planes> bits;
    for (std::size_t p = 0; p < Planes; ++p) bits[p] = plane(p, set);
    for (std::size_t word = 0; word < orders_.words(); ++word) {
        Bytes codes{};
        std::memcpy(&codes, halves + word * room, room);
        codes = (codes - least) << (8 - static_cast<int>(Planes));
        for (std::size_t p = Planes; p-- > 0; codes += codes) bits[p][word] = signs(codes) & used_[word];
    }
}

std::uint64_t Claims::compare(std::size_t set, const Word* met, int distance) const noexcept {
    const std::size_t words = orders_.words();
    if (distance > largest(set)) return 0;
    if (distance < least(set)) return std::any_of(met, met + words, [](Word w) { return w != 0; }) ? some_wrong : 0;
    std::array<const Word*, most_planes> planes{};
    for (std::size_t p = 0; p < planes.size(); ++p) planes[p] = plane(p, set);
    const auto code = static_cast<unsigned>(distance - least(set)) / 2;
    const auto by = [&]<std::size_t Planes>(std::integral_constant<std::size_t, Planes>) {
        return compare_planes<Planes>(planes.data(), code, used_.data(), met, words);
    };
    switch (std::bit_width(static_cast<unsigned>(largest(set) - least(set)) / 2)) {
        case 0:
            return by(std::integral_constant<std::size_t, 0>());
        case 1:
            return by(std::integral_constant<std::size_t, 1>());
        case 2:
            return by(std::integral_constant<std::size_t, 2>());
        case 3:
            return by(std::integral_constant<std::size_t, 3>());
        case 4:
            return by(std::integral_constant<std::size_t, 4>());
        case 5:
            return by(std::integral_constant<std::size_t, 5>());
        default:
            return by(std::integral_constant<std::size_t, most_planes>());
    }
}

Claims::Fault Claims::find_fault(std::size_t set, const Word* met, int distance) const {
    Fault fault;
    for (std::size_t word = 0; word < orders_.words(); ++word)
        for (std::size_t i = 0; i < orders_.bits(); ++i) {
            if ((used_[word] >> i & 1) == 0) continue;
            int claimed = least(set);
            for (std::size_t p = 0; p < planes_.size(); ++p)
                claimed += static_cast<int>(plane(p, set)[word] >> i & 1) << (p + 1);
            const bool is_met = (met[word] >> i & 1) != 0;
            const std::uint64_t entry = set * orders_.orders() + orders_.first_order(word) + i;
            if ((is_met ? claimed > distance : claimed == distance) && entry < fault.entry) fault = {entry, claimed};
        }
    return fault;
}

}  // namespace tessera::verify
