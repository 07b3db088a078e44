// SPDX-License-Identifier: Apache-2.0
// Breadth-first search over rows of bits: the layer in which each placement is first met.
#pragma once

#include "pdb/pattern_space.hpp"
#include "pdb/row_moves.hpp"

#include "tessera/core/huge_array.hpp"
#include "tessera/pdb/build.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace tessera {

// Distances as planes of bits, in the shape of the rows: a set has one row in every plane.  A placement first met in
// layer d, on a set first met in layer f, has the code (d - f) / 2; plane i holds bit i of the codes.
struct LayerPlanes {
    std::vector<HugeArray> planes;
    std::vector<std::uint8_t> first_layer;  // by set
    HugeArray spare;                        // memory of the search that may be used again, full of rubbish
    std::uint64_t states = 0;
    std::uint64_t entries = 0;
    std::uint64_t sum = 0;  // of the distances of all entries
    int depth = 0;
};

// Throws std::bad_alloc, and Error(interrupted) when a stop is requested.
[[nodiscard]] LayerPlanes search_layers(const PatternSpace&, const RowMoves&, unsigned threads, const OnBuildProgress&,
                                        std::stop_token);

}  // namespace tessera
