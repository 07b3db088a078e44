// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/agent_pairs.hpp"

#include <limits>

namespace tessera {

AgentPairs::AgentPairs(const AgentWorld& world)
    : distance_(world), cells_(static_cast<std::size_t>(world.grid().cells())) {
    for (int a = 0; a < world.tiles(); ++a)
        for (int b = a + 1; b < world.tiles(); ++b) tables_.push_back(fill(world, a, b));
    if (world.tiles() == 1) tables_.push_back(fill(world, 0, 0));
}

// The world with tiles a and b alone, searched from the goal.  Placements that the search does not meet cannot reach
// the goal; they keep 0, which is a bound, and the other searches find out by themselves.
AgentPairs::Table AgentPairs::fill(const AgentWorld& world, int a, int b) const {
    AgentLayout layout = world.layout();
    layout.goal = {world.layout().goal[static_cast<std::size_t>(a)]};
    if (a != b) layout.goal.push_back(world.layout().goal[static_cast<std::size_t>(b)]);
    const AgentWorld small(layout);

    constexpr std::uint16_t unknown = std::numeric_limits<std::uint16_t>::max();
    std::vector<std::uint16_t> steps(cells_ * cells_ * cells_, unknown);
    const auto at = [&](const State& s) -> std::uint16_t& {
        const Cell first = AgentWorld::tile(s, 0);
        return steps[index(AgentWorld::agent(s), first, a == b ? first : AgentWorld::tile(s, 1))];
    };
    std::vector<State> layer;
    for (int cell = 0; cell < world.grid().cells(); ++cell) {
        const State s = small.make_state(static_cast<Cell>(cell), layout.goal);
        bool on_tile = false;
        for (const Cell goal : layout.goal) on_tile |= goal == cell;
        if (on_tile || world.blocked(cell) || !small.is_goal(s)) continue;
        at(s) = 0;
        layer.push_back(s);
    }
    for (std::uint16_t d = 1; !layer.empty(); ++d) {
        std::vector<State> next;
        for (const State& s : layer)
            for (const Cell to : small.moves(s)) {
                const State t = small.apply(s, to);
                if (at(t) != unknown) continue;
                at(t) = d;
                next.push_back(t);
            }
        layer = std::move(next);
    }
    for (std::uint16_t& d : steps)
        if (d == unknown) d = 0;
    return {a, b, std::move(steps)};
}

}  // namespace tessera
