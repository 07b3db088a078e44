// SPDX-License-Identifier: Apache-2.0
#include "tessera/domains/sliding_tile.hpp"

namespace tessera {

// A permutation is odd when its number of even-length cycles is odd; each cycle of length n is n - 1 transpositions.
bool odd_permutation(std::span<const std::uint8_t> cells) {
    std::uint32_t seen = 0;
    bool odd = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (seen >> i & 1) continue;
        for (std::size_t j = cells[i]; j != i; j = cells[j]) {
            seen |= 1u << j;
            odd = !odd;
        }
    }
    return odd;
}

}  // namespace tessera
