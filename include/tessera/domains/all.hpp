// SPDX-License-Identifier: Apache-2.0
// Every domain.  The catalog, `tessera list` and the conformance tests read this list.
#pragma once

#include "tessera/core/type_list.hpp"
#include "tessera/domains/agent_world.hpp"
#include "tessera/domains/bricks.hpp"
#include "tessera/domains/sliding_tile.hpp"

namespace tessera {

using AllDomains = TypeList<FifteenPuzzle, SmallTiles, LargeTiles, AgentWorld, Bricks>;

}  // namespace tessera
