// SPDX-License-Identifier: Apache-2.0
// Every algorithm.  The catalog, `tessera list` and the conformance tests read this list.
#pragma once

#include "tessera/core/type_list.hpp"
#include "tessera/search/astar.hpp"
#include "tessera/search/bfs.hpp"
#include "tessera/search/dfs.hpp"
#include "tessera/search/hdastar.hpp"
#include "tessera/search/idastar.hpp"

namespace tessera {

using AllAlgorithms = TypeList<Bfs, Dfs, Ids, Ucs, AStar, HdaStar, IdaStar>;

}  // namespace tessera
