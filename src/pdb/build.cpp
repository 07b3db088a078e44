// SPDX-License-Identifier: Apache-2.0
#include "pdb/build.hpp"

#include "pdb/bit_layers.hpp"
#include "pdb/pattern_space.hpp"
#include "pdb/planes_to_table.hpp"
#include "pdb/row_moves.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

// The number of planes is a guess: five hold distances up to 61, six up to 125.
BuildEstimate estimate_build(const Pattern& pattern) {
    check_pattern(pattern);
    const PlacementIndex index(pattern);
    const RowMoves moves(pattern.tiles());
    const std::uint64_t plane = index.sets() * moves.row_bytes();
    const std::uint64_t planes = plane * (pattern.grid.cells() > 16 ? 6 : 5);
    const std::uint64_t searching = PatternSpace::count_rows(pattern) * moves.row_bytes() + plane + planes;
    BuildEstimate estimate;
    estimate.entries = index.entries();
    estimate.payload_bytes = payload_bytes(index.entries(), 4);
    estimate.peak_bytes = PatternSpace::estimate_bytes(pattern) + std::max(searching, planes + estimate.payload_bytes);
    return estimate;
}

Table build_table(const Pattern& pattern, unsigned threads, const OnBuildProgress& on_progress, std::stop_token stop) {
    return build_table(pattern, threads, rows::Code::best, on_progress, stop);
}

Table build_table(const Pattern& pattern, unsigned threads, rows::Code code, const OnBuildProgress& on_progress,
                  std::stop_token stop) {
    check_pattern(pattern);
    const PatternSpace space(pattern);
    const RowMoves moves(pattern.tiles(), code);
    LayerPlanes layers = search_layers(space, moves, threads, on_progress, stop);
    return planes_to_table(pattern, space, moves, std::move(layers), threads);
}

}  // namespace tessera
