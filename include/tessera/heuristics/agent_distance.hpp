// SPDX-License-Identifier: Apache-2.0
// Agent world: the sum of the tiles' distances around the obstacles, or the agent's own distance if that is larger.
#pragma once

#include "tessera/core/heuristic.hpp"
#include "tessera/domains/agent_world.hpp"

#include <algorithm>

namespace tessera {

// A move shifts the agent by one cell and at most one tile by one cell.  So the tiles' distances may be added, and
// the agent's may not be added to them: an exchange can bring both nearer at once.
class AgentDistance {
public:
    static constexpr std::string_view name = "distance";
    static constexpr std::string_view summary = "sum of the tiles' distances around obstacles, or the agent's if larger";
    static constexpr bool consistent = true;
    using Trace = Cost;
    using State = AgentWorld::State;

    explicit AgentDistance(const AgentWorld& world) : world_(&world) {}

    [[nodiscard]] Trace start(const State& s) const noexcept {
        Cost sum = 0;
        for (int i = 0; i < world_->tiles(); ++i) sum += world_->tile_distance(i, AgentWorld::tile(s, i));
        return std::max(sum, world_->agent_distance(AgentWorld::agent(s)));
    }
    [[nodiscard]] Trace step(Trace, const State&, Cell, const State& after) const noexcept { return start(after); }
    [[nodiscard]] Cost value(Trace h) const noexcept { return h; }

private:
    const AgentWorld* world_;
};

}  // namespace tessera
