// SPDX-License-Identifier: Apache-2.0
#include "pdb/planes_to_table.hpp"

#include "tessera/core/error.hpp"
#include "tessera/parallel/loops.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace tessera {

namespace {

class EntryWriter {
public:
    EntryWriter(const Pattern& pattern, const PatternSpace& space, const RowMoves& moves, const LayerPlanes& layers)
        : pattern_(pattern), space_(space), moves_(moves), layers_(layers), index_(pattern) {}

    // Returns the largest entry.
    unsigned write(std::uint32_t set, unsigned entry_bits, std::uint8_t* payload, int parity) const {
        std::array<int, Pattern::max_tiles> cells{};
        std::uint32_t mask = space_.mask(set);
        for (std::size_t i = 0; mask != 0; ++i, mask &= mask - 1) cells[i] = std::countr_zero(mask);
        std::array<std::uint8_t, Pattern::max_tiles> order{};
        const auto k = static_cast<std::size_t>(pattern_.tiles());
        unsigned most = 0;
        for (std::uint64_t r = 0; r < moves_.orders(); ++r) {
            index_.unrank_order(r, std::span(order).first(k));
            int manhattan = 0;
            for (std::size_t i = 0; i < k; ++i) manhattan += pattern_.grid.distance(cells[i], pattern_.cells[order[i]]);
            unsigned code = 0;
            for (std::size_t p = 0; p < layers_.planes.size(); ++p)
                if (layers_.planes[p].data()[set * moves_.row_bytes() + moves_.byte_of(r)] & moves_.bit_of(r))
                    code |= 1u << p;
            const int distance = 2 * static_cast<int>(code - 1) + parity;
            const auto entry = static_cast<unsigned>(distance - manhattan) / 2;
            most = std::max(most, entry);
            const std::uint64_t at = set * moves_.orders() + r;
            if (entry_bits == 8)
                payload[at] = static_cast<std::uint8_t>(entry);
            else
                payload[at / 2] = static_cast<std::uint8_t>(payload[at / 2] | (entry & 15) << (at % 2 * 4));
        }
        return most;
    }

private:
    const Pattern& pattern_;
    const PatternSpace& space_;
    const RowMoves& moves_;
    const LayerPlanes& layers_;
    PlacementIndex index_;
};

}  // namespace

Table planes_to_table(const Pattern& pattern, const PatternSpace& space, const RowMoves& moves,
                      const LayerPlanes& layers, unsigned threads) {
    if (layers.entries != space.sets() * moves.orders())
        throw InternalError("a table build did not meet every placement");
    Table table{pattern, 4, {}, layers.states, layers.depth, layers.sum};
    const EntryWriter writer(pattern, space, moves, layers);
    LoopTeam team(threads);
    for (const unsigned bits : {4u, 8u}) {
        table.entry_bits = bits;
        table.payload = HugeArray(payload_bytes(layers.entries, bits));
        unsigned most = 0;
        for (const int parity : {0, 1})
            for (const std::uint32_t set : space.sets_of_parity(parity))
                most = std::max(most, writer.write(set, bits, table.payload.data(), parity));
        if (most < 1u << bits) break;
    }
    return table;
}

}  // namespace tessera
