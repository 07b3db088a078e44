// SPDX-License-Identifier: Apache-2.0
#include "pdb/planes_to_table.hpp"

#include "pdb/entry_ops.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cstring>

namespace tessera {

namespace {

// The orders of the first places in lexicographic order, and which tiles they leave for the last four; the same for
// every set.  At depth l there are k (k-1) ... (k-l+1) of them, each the child of one at depth l - 1.
struct Prefixes {
    explicit Prefixes(int tiles) : depth(static_cast<std::size_t>(tiles - 4)), last_tile(depth) {
        std::vector<std::uint32_t> unused{(1u << tiles) - 1};
        for (auto& level : last_tile) {
            std::vector<std::uint32_t> next;
            for (const std::uint32_t set : unused)
                for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
                    level.push_back(static_cast<std::uint8_t>(std::countr_zero(rest)));
                    next.push_back(set & ~(rest & (0u - rest)));
                }
            unused = std::move(next);
        }
        std::vector<std::uint8_t> number(std::size_t{1} << tiles);
        for (std::uint32_t set = 0; set < 1u << tiles; ++set)
            if (std::popcount(set) == 4) {
                number[set] = static_cast<std::uint8_t>(quads.size());
                auto& quad = quads.emplace_back();
                for (std::uint32_t rest = set, i = 0; rest != 0; rest &= rest - 1)
                    quad[i++] = static_cast<std::uint8_t>(std::countr_zero(rest));
            }
        for (const std::uint32_t set : unused) left_over.push_back(number[set]);
    }

    std::size_t depth;
    std::vector<std::vector<std::uint8_t>> last_tile;  // [depth - 1][prefix]
    std::vector<std::array<std::uint8_t, 4>> quads;    // four tiles each, increasing
    std::vector<std::uint8_t> left_over;               // by prefix of full depth: number of a quad
};

// The Manhattan distances of all placements of a set, as a sum of two parts: that of the first places, by prefix, and
// that of the last four, by quad and order.
class ManhattanSums {
public:
    ManhattanSums(const Pattern& pattern, const Prefixes& prefixes)
        : pattern_(pattern), prefixes_(prefixes), quad_sums_(prefixes.quads.size()) {
        prefix_sums_.emplace_back(1);
        for (const auto& level : prefixes.last_tile) prefix_sums_.emplace_back(level.size());
    }

    void set_cells(std::uint32_t mask) {
        std::array<std::array<std::uint8_t, Pattern::max_tiles>, Pattern::max_tiles> distance{};  // [place][tile]
        for (std::size_t place = 0; mask != 0; ++place, mask &= mask - 1)
            for (std::size_t tile = 0; tile < pattern_.cells.size(); ++tile)
                distance[place][tile] =
                    static_cast<std::uint8_t>(pattern_.grid.distance(std::countr_zero(mask), pattern_.cells[tile]));

        for (std::size_t level = 0; level < prefixes_.depth; ++level) {
            const std::size_t children = pattern_.cells.size() - level;
            const std::uint8_t* tile = prefixes_.last_tile[level].data();
            std::uint8_t* sum = prefix_sums_[level + 1].data();
            for (const std::uint8_t before : prefix_sums_[level])
                for (std::size_t child = 0; child < children; ++child)
                    *sum++ = static_cast<std::uint8_t>(before + distance[level][*tile++]);
        }

        const auto* const last = &distance[prefixes_.depth];
        for (std::size_t i = 0; i < quad_sums_.size(); ++i) {
            const auto& quad = prefixes_.quads[i];
            std::uint8_t* sum = quad_sums_[i].data();
            for (std::size_t a = 0; a < 4; ++a)
                for (std::size_t b = 0; b < 4; ++b) {
                    if (b == a) continue;
                    std::size_t c = 0;
                    while (c == a || c == b) ++c;
                    const std::size_t d = 6 - a - b - c;
                    const int begin = last[0][quad[a]] + last[1][quad[b]];
                    *sum++ = static_cast<std::uint8_t>(begin + last[2][quad[c]] + last[3][quad[d]]);
                    *sum++ = static_cast<std::uint8_t>(begin + last[2][quad[d]] + last[3][quad[c]]);
                }
        }
    }

    [[nodiscard]] std::size_t prefixes() const noexcept { return prefixes_.left_over.size(); }
    [[nodiscard]] std::uint8_t of_prefix(std::size_t prefix) const noexcept { return prefix_sums_.back()[prefix]; }
    [[nodiscard]] const rows::QuadSums& of_rest(std::size_t prefix) const noexcept {
        return quad_sums_[prefixes_.left_over[prefix]];
    }

private:
    const Pattern& pattern_;
    const Prefixes& prefixes_;
    std::vector<std::vector<std::uint8_t>> prefix_sums_;  // [depth][prefix]
    std::vector<rows::QuadSums> quad_sums_;               // [quad]
};

class TableWriter {
public:
    TableWriter(const Pattern& pattern, const PatternSpace& space, const RowMoves& moves, const LayerPlanes& layers)
        : pattern_(pattern), space_(space), moves_(moves), layers_(layers) {
        assert(layers.planes.size() <= rows::max_planes);
    }

    // Returns false if an entry does not fit.
    template <unsigned Bits>
    bool write(std::uint8_t* payload, LoopTeam& team) const {
        return moves_.code() == rows::Code::best ? write_by<Bits, rows::Code::best>(payload, team)
                                                 : write_by<Bits, rows::Code::plain>(payload, team);
    }

    template <unsigned Bits, rows::Code Which>
    bool write_by(std::uint8_t* payload, LoopTeam& team) const {
        const Prefixes prefixes(pattern_.tiles());
        const std::size_t set_bytes = payload_bytes(moves_.orders(), Bits);
        const bool overflow = team.reduce_ranges<bool>(
            space_.sets(), 1 + 32768 / moves_.row_bytes(),
            [&](std::size_t first, std::size_t last, bool& too_large) {
                ManhattanSums manhattan(pattern_, prefixes);
                std::vector<std::uint8_t> entries(set_bytes + 32);
                for (std::size_t set = first; set < last; ++set) {
                    manhattan.set_cells(space_.mask(static_cast<std::uint32_t>(set)));
                    rows::QuadWriter writer(rows_of(set), layers_.planes.size(), layers_.first_layer[set],
                                            entries.data());
                    for (std::size_t i = 0; i < manhattan.prefixes(); ++i)
                        writer.write<Bits, Which>(i, manhattan.of_prefix(i), manhattan.of_rest(i));
                    too_large |= !writer.fits(Bits);
                    std::memcpy(payload + set * set_bytes, entries.data(), set_bytes);
                }
            },
            [](bool& into, bool mine) { into |= mine; });
        return !overflow;
    }

    // Patterns of one to three tiles, entry by entry, in half bytes.
    void write_small(std::uint8_t* payload) const {
        const PlacementIndex index(pattern_);
        std::vector<Cell> where(pattern_.cells.size());
        for (std::uint64_t at = 0; at < index.entries(); ++at) {
            const std::uint64_t set = at / moves_.orders();
            const std::uint64_t order = at % moves_.orders();
            const auto row = rows_of(set);
            int distance = layers_.first_layer[set];
            for (std::size_t p = 0; p < layers_.planes.size(); ++p)
                if (row[p][moves_.byte_of(order)] & moves_.bit_of(order)) distance += 2 << p;
            index.unrank(at, where);
            for (std::size_t t = 0; t < where.size(); ++t)
                distance -= pattern_.grid.distance(where[t], pattern_.cells[t]);
            assert(distance >= 0 && distance < 32 && distance % 2 == 0);
            payload[at / 2] = static_cast<std::uint8_t>(payload[at / 2] | distance / 2 << (at % 2 * 4));
        }
    }

private:
    [[nodiscard]] std::array<const std::uint8_t*, rows::max_planes> rows_of(std::size_t set) const {
        std::array<const std::uint8_t*, rows::max_planes> rows{};
        for (std::size_t p = 0; p < layers_.planes.size(); ++p)
            rows[p] = layers_.planes[p].data() + set * moves_.row_bytes();
        return rows;
    }

    const Pattern& pattern_;
    const PatternSpace& space_;
    const RowMoves& moves_;
    const LayerPlanes& layers_;
};

// Memory of the right size, full of rubbish: spare if there is enough, else new.
HugeArray take_bytes(HugeArray& spare, std::size_t size) {
    if (spare.size() < size) return HugeArray(size);
    HugeArray bytes = std::move(spare);
    bytes.shrink(size);
    return bytes;
}

}  // namespace

Table planes_to_table(const Pattern& pattern, const PatternSpace& space, const RowMoves& moves, LayerPlanes&& layers,
                      unsigned threads) {
    if (layers.entries != space.sets() * moves.orders())
        throw InternalError("a table build did not meet every placement");
    Table table{pattern, 4, {}, layers.states, layers.depth, layers.sum};
    const TableWriter writer(pattern, space, moves, layers);
    if (pattern.tiles() < 4) {
        table.payload = HugeArray(payload_bytes(layers.entries, 4));
        writer.write_small(table.payload.data());
        return table;
    }
    LoopTeam team(threads);
    table.payload = take_bytes(layers.spare, payload_bytes(layers.entries, 4));
    if (writer.write<4>(table.payload.data(), team)) return table;
    table.entry_bits = 8;
    table.payload = HugeArray(payload_bytes(layers.entries, 8));
    writer.write<8>(table.payload.data(), team);
    return table;
}

}  // namespace tessera
