// SPDX-License-Identifier: Apache-2.0
// The last step of a build: from planes of bits to the entries of a table.
#pragma once

#include "pdb/bit_layers.hpp"

#include "tessera/pdb/table.hpp"

namespace tessera {

// Needs nothing of the search but its planes, so that its other memory can be given back before.
[[nodiscard]] Table planes_to_table(const Pattern&, const PatternSpace&, const RowMoves&, const LayerPlanes&,
                                    unsigned threads);

}  // namespace tessera
