// SPDX-License-Identifier: Apache-2.0
#include "pdb/planes_to_table.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>

namespace tessera {

namespace {

// Six entries at a time, a byte each: the orders of the last three places, which are one byte of every plane.
using Six = std::uint64_t;
constexpr Six ones = 0x010101010101;
constexpr std::uint64_t fits_half_bytes = 0x0f0f0f0f0f0f;

constexpr std::array<Six, 64> spread_table() {
    std::array<Six, 64> table{};
    for (std::size_t bits = 0; bits < 64; ++bits)
        for (std::size_t i = 0; i < 6; ++i) table[bits] |= static_cast<Six>(bits >> i & 1) << (8 * i);
    return table;
}
// Bit i becomes byte i.
constexpr auto spread = spread_table();

// The low halves of six bytes, side by side.
constexpr std::uint32_t join_half_bytes(Six x) {
    x = (x | x >> 4) & 0x00ff00ff00ff;
    return static_cast<std::uint32_t>((x & 0xff) | (x >> 8 & 0xff00) | (x >> 16 & 0xff0000));
}

// The orders of the first places in lexicographic order, and which tiles they leave for the last three; the same for
// every set.  At depth l there are k (k-1) ... (k-l+1) of them, each the child of one at depth l - 1.
struct Prefixes {
    explicit Prefixes(int k) : tiles(k), depth(k - 3), last_tile(static_cast<std::size_t>(depth)) {
        std::vector<std::uint32_t> unused{(1u << k) - 1};
        for (auto& level : last_tile) {
            std::vector<std::uint32_t> next;
            for (const std::uint32_t set : unused)
                for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
                    level.push_back(static_cast<std::uint8_t>(std::countr_zero(rest)));
                    next.push_back(set & ~(rest & (0u - rest)));
                }
            unused = std::move(next);
        }
        std::vector<std::uint8_t> number(std::size_t{1} << k);
        for (std::uint32_t set = 0; set < 1u << k; ++set)
            if (std::popcount(set) == 3) {
                number[set] = static_cast<std::uint8_t>(triples.size());
                auto& triple = triples.emplace_back();
                for (std::uint32_t rest = set, i = 0; rest != 0; rest &= rest - 1)
                    triple[i++] = static_cast<std::uint8_t>(std::countr_zero(rest));
            }
        for (const std::uint32_t set : unused) left_over.push_back(number[set]);
    }

    int tiles;
    int depth;
    std::vector<std::vector<std::uint8_t>> last_tile;  // [depth - 1][prefix]
    std::vector<std::array<std::uint8_t, 3>> triples;  // increasing
    std::vector<std::uint8_t> left_over;               // by prefix of full depth: number of a triple
};

// Writes the entries of one set after the other.
class EntryWriter {
public:
    EntryWriter(const Pattern& pattern, const Prefixes& prefixes, std::size_t planes)
        : pattern_(pattern), prefixes_(prefixes), planes_(planes), triple_sum_(prefixes.triples.size()) {
        prefix_sum_.emplace_back(1);
        for (const auto& level : prefixes.last_tile) prefix_sum_.emplace_back(level.size());
    }

    // `row[i]` is the row of the set in plane i.  Returns false if an entry does not fit.
    bool write(std::uint32_t mask, int parity, const std::uint8_t* const* row, unsigned entry_bits,
               std::uint8_t* entries) {
        add_manhattan(mask);
        Six all = 0;
        const std::vector<std::uint8_t>& base = prefix_sum_.back();
        for (std::size_t i = 0; i < base.size(); ++i) {
            // distance = 2 (code - 1) + parity, entry = (distance - manhattan) / 2.  No byte ever borrows: the
            // distance is not less than the Manhattan distance, and has the same parity.
            Six code = 0;
            for (std::size_t p = 0; p < planes_; ++p) code += spread[row[p][i]] << p;
            const Six manhattan = triple_sum_[prefixes_.left_over[i]] + base[i] * ones;
            const Six entry = code - ones - ((manhattan - static_cast<unsigned>(parity) * ones) >> 1);
            all |= entry;
            if (entry_bits == 8) {
                std::memcpy(entries, &entry, 6);
                entries += 6;
            } else {
                const std::uint32_t half_bytes = join_half_bytes(entry);
                std::memcpy(entries, &half_bytes, 3);
                entries += 3;
            }
        }
        return entry_bits == 8 || (all & ~fits_half_bytes) == 0;
    }

private:
    // The Manhattan distances of all prefixes and of all ways to end.
    void add_manhattan(std::uint32_t mask) {
        std::array<std::array<std::uint8_t, Pattern::max_tiles>, Pattern::max_tiles> distance{};  // [place][tile]
        for (std::size_t place = 0; mask != 0; ++place, mask &= mask - 1)
            for (std::size_t tile = 0; tile < pattern_.cells.size(); ++tile)
                distance[place][tile] =
                    static_cast<std::uint8_t>(pattern_.grid.distance(std::countr_zero(mask), pattern_.cells[tile]));
        const auto depth = static_cast<std::size_t>(prefixes_.depth);
        for (std::size_t level = 0; level < depth; ++level) {
            const std::size_t children = pattern_.cells.size() - level;
            const std::uint8_t* tile = prefixes_.last_tile[level].data();
            std::uint8_t* sum = prefix_sum_[level + 1].data();
            for (const std::uint8_t before : prefix_sum_[level])
                for (std::size_t child = 0; child < children; ++child)
                    *sum++ = static_cast<std::uint8_t>(before + distance[level][*tile++]);
        }
        const auto& d = distance;
        for (std::size_t i = 0; i < triple_sum_.size(); ++i) {
            const auto [a, b, c] = prefixes_.triples[i];
            const std::array<std::array<std::uint8_t, 3>, 6> orders{
                {{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}}};
            Six sum = 0;
            for (std::size_t j = 0; j < 6; ++j)
                sum |=
                    static_cast<Six>(d[depth][orders[j][0]] + d[depth + 1][orders[j][1]] + d[depth + 2][orders[j][2]])
                    << (8 * j);
            triple_sum_[i] = sum;
        }
    }

    const Pattern& pattern_;
    const Prefixes& prefixes_;
    std::size_t planes_;
    std::vector<std::vector<std::uint8_t>> prefix_sum_;  // [depth][prefix]
    std::vector<Six> triple_sum_;                        // [triple]
};

// Patterns of one or two tiles, entry by entry.
void write_small(const Pattern& pattern, const PatternSpace& space, const RowMoves& moves, const LayerPlanes& layers,
                 std::uint8_t* payload) {
    const PlacementIndex index(pattern);
    std::vector<Cell> where(pattern.cells.size());
    for (const int parity : {0, 1})
        for (const std::uint32_t set : space.sets_of_parity(parity))
            for (std::uint64_t order = 0; order < moves.orders(); ++order) {
                unsigned code = 0;
                for (std::size_t p = 0; p < layers.planes.size(); ++p)
                    if (layers.planes[p].data()[set * moves.row_bytes() + moves.byte_of(order)] & moves.bit_of(order))
                        code |= 1u << p;
                const std::uint64_t at = set * moves.orders() + order;
                index.unrank(at, where);
                int manhattan = 0;
                for (std::size_t t = 0; t < where.size(); ++t)
                    manhattan += pattern.grid.distance(where[t], pattern.cells[t]);
                const auto entry = static_cast<unsigned>(2 * static_cast<int>(code - 1) + parity - manhattan) / 2;
                assert(entry < 16);
                payload[at / 2] = static_cast<std::uint8_t>(payload[at / 2] | entry << (at % 2 * 4));
            }
}

}  // namespace

Table planes_to_table(const Pattern& pattern, const PatternSpace& space, const RowMoves& moves,
                      const LayerPlanes& layers, unsigned threads) {
    if (layers.entries != space.sets() * moves.orders())
        throw InternalError("a table build did not meet every placement");
    Table table{pattern, 4, {}, layers.states, layers.depth, layers.sum};
    if (pattern.tiles() < 3) {
        table.payload = HugeArray(payload_bytes(layers.entries, 4));
        write_small(pattern, space, moves, layers, table.payload.data());
        return table;
    }

    const Prefixes prefixes(pattern.tiles());
    LoopTeam team(threads);
    bool fits = false;
    for (unsigned bits = 4; !fits; bits = 8) {
        table.entry_bits = bits;
        table.payload = HugeArray(payload_bytes(layers.entries, bits));
        fits = true;
        for (const int parity : {0, 1}) {
            const std::vector<std::uint32_t>& sets = space.sets_of_parity(parity);
            const bool too_large = team.reduce_ranges<bool>(
                sets.size(), 1 + 32768 / moves.row_bytes(),
                [&](std::size_t first, std::size_t last, bool& overflow) {
                    EntryWriter writer(pattern, prefixes, layers.planes.size());
                    std::vector<const std::uint8_t*> row(layers.planes.size());
                    for (std::size_t i = first; i < last; ++i) {
                        for (std::size_t p = 0; p < row.size(); ++p)
                            row[p] = layers.planes[p].data() + sets[i] * moves.row_bytes();
                        std::uint8_t* const entries =
                            table.payload.data() + payload_bytes(sets[i] * moves.orders(), bits);
                        if (!writer.write(space.mask(sets[i]), parity, row.data(), bits, entries)) overflow = true;
                    }
                },
                [](bool& into, bool mine) { into |= mine; });
            fits &= !too_large;
        }
    }
    return table;
}

}  // namespace tessera
