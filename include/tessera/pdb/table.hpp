// SPDX-License-Identifier: Apache-2.0
// A pattern database: for every placement of a pattern the least number of moves of its tiles that brings them home.
#pragma once

#include "tessera/core/huge_array.hpp"
#include "tessera/pdb/pattern.hpp"

#include <cstdint>

namespace tessera {

// Memory model: `payload` is what a file holds behind its header, byte for byte; there is no other form in memory.
// An entry is the excess over Manhattan distance, halved: distance = (Manhattan distance of the pattern's tiles) +
// 2 * entry.  A move changes both sides by one, so the difference is even; it is small, so half a byte mostly does.
// entry_bits == 4: entry i is in byte i / 2, even i in the low half; a last half byte without entry is zero.
// entry_bits == 8: entry i is byte i.
struct Table {
    Pattern pattern;
    unsigned entry_bits = 4;
    HugeArray payload;
    std::uint64_t states = 0;  // (placement, region of the blank) pairs the builder met
    int depth = 0;             // of the deepest such state
    std::uint64_t sum = 0;     // of the distances of all entries

    [[nodiscard]] std::uint64_t entries() const noexcept { return PlacementIndex(pattern).entries(); }
    [[nodiscard]] double mean() const noexcept { return static_cast<double>(sum) / static_cast<double>(entries()); }

    [[nodiscard]] int excess(std::uint64_t index) const noexcept {
        if (entry_bits == 8) return payload.data()[index];
        return payload.data()[index / 2] >> (index % 2 * 4) & 15;
    }
};

// Bytes of a payload with so many entries.
[[nodiscard]] constexpr std::uint64_t payload_bytes(std::uint64_t entries, unsigned entry_bits) noexcept {
    return entry_bits == 8 ? entries : (entries + 1) / 2;
}

}  // namespace tessera
