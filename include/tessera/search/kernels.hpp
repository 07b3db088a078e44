// SPDX-License-Identifier: Apache-2.0
// Which kernel searches for a domain and a heuristic.  A specialised kernel is held to the generic one by tests: same
// bounds, same node counts.
#pragma once

#include "tessera/search/bounded_dfs.hpp"
#include "tessera/search/tiles15_manhattan.hpp"
#include "tessera/search/tiles_batched.hpp"

namespace tessera {

namespace detail {

template <Domain D, HeuristicFor<D> H>
struct FastestKernel {
    using type = BoundedDfs<D, H>;
};
template <>
struct FastestKernel<FifteenPuzzle, Manhattan<FifteenPuzzle>> {
    using type = Tiles15Manhattan;
};
template <class Shape>
struct FastestKernel<SlidingTile<Shape>, AdditivePdb<SlidingTile<Shape>>> {
    using type = BatchedTiles<SlidingTile<Shape>>;
};

}  // namespace detail

// A specialised kernel is one more specialisation of detail::FastestKernel, above.
template <Domain D, HeuristicFor<D> H>
using FastestKernel = typename detail::FastestKernel<D, H>::type;

}  // namespace tessera
