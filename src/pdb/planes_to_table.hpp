// SPDX-License-Identifier: Apache-2.0
// The last step of a build: from planes of bits to the entries of a table.
#pragma once

#include "pdb/bit_layers.hpp"

#include "tessera/pdb/table.hpp"

namespace tessera {

// Uses the spare memory of the search for the table if it is large enough.
[[nodiscard]] Table planes_to_table(const Pattern&, const PatternSpace&, const RowMoves&, LayerPlanes&&,
                                    unsigned threads);

}  // namespace tessera
