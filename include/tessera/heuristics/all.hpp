// SPDX-License-Identifier: Apache-2.0
// Every heuristic of every domain.  The catalog, `tessera list` and the conformance tests read this list.
#pragma once

#include "tessera/core/type_list.hpp"
#include "tessera/domains/all.hpp"
#include "tessera/heuristics/additive_pdb.hpp"
#include "tessera/heuristics/agent_distance.hpp"
#include "tessera/heuristics/agent_pairs.hpp"
#include "tessera/heuristics/blind.hpp"
#include "tessera/heuristics/linear_conflict.hpp"
#include "tessera/heuristics/manhattan.hpp"
#include "tessera/heuristics/master_brick.hpp"
#include "tessera/heuristics/misplaced.hpp"
#include "tessera/heuristics/walking_distance.hpp"

namespace tessera {

namespace detail {

template <Domain D>
struct HeuristicsOf {
    using type = TypeList<Blind<D>>;
};
template <class Shape>
struct HeuristicsOf<SlidingTile<Shape>> {
    using D = SlidingTile<Shape>;
    using type = TypeList<Blind<D>, Misplaced<D>, Manhattan<D>, LinearConflict<D>, WalkingDistance<D>, AdditivePdb<D>>;
};

template <>
struct HeuristicsOf<AgentWorld> {
    using type = TypeList<Blind<AgentWorld>, AgentDistance, AgentPairs>;
};
template <>
struct HeuristicsOf<Bricks> {
    using type = TypeList<Blind<Bricks>, MasterBrick>;
};

}  // namespace detail

template <Domain D>
using HeuristicsOf = typename detail::HeuristicsOf<D>::type;

}  // namespace tessera
