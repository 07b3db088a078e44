// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/set_rank.hpp"

#include "tessera/pdb/pattern.hpp"

#include "pdb/kept_tables.hpp"

namespace tessera {

namespace {

// The terms of the cells in `mask`, which begin at cell `first` and have `below` cells under them.
std::uint32_t partial_rank(std::uint32_t mask, int first, int below) {
    std::uint64_t rank = 0;
    for (int i = below + 1; mask != 0; ++i, mask &= mask - 1) rank += choose(first + std::countr_zero(mask), i);
    return static_cast<std::uint32_t>(rank);
}

}  // namespace

const SetRank& SetRank::of(int cells) {
    static KeptTables<SetRank> kept;
    return kept.of(cells);
}

SetRank::SetRank(int cells) : low_cells_((cells + 1) / 2), high_cells_(cells / 2) {
    for (std::uint32_t mask = 0; mask < 1u << low_cells_; ++mask) low_.push_back(partial_rank(mask, 0, 0));
    for (int below = 0; below <= low_cells_; ++below)
        for (std::uint32_t mask = 0; mask < 1u << high_cells_; ++mask)
            high_.push_back(partial_rank(mask, low_cells_, below));
}

}  // namespace tessera
