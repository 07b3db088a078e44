// SPDX-License-Identifier: Apache-2.0
#include "tessera/domains/agent_world.hpp"

#include <utility>

namespace tessera {

AgentWorld::AgentWorld(AgentLayout layout) : layout_(std::move(layout)) {
    const Grid g = grid();
    assert(g.cells() <= max_cells && tiles() <= max_tiles);
    for (int cell = 0; cell < g.cells(); ++cell) {
        const auto offer = [&](bool inside, int to) {
            auto& free = moves_[static_cast<std::size_t>(cell)];
            auto& refused = refused_[static_cast<std::size_t>(cell)];
            if (!inside) return;
            if (!blocked(to)) free.push_back(static_cast<Cell>(to));
            else
                for (std::size_t i = free.size(); i < refused.size(); ++i) ++refused[i];
        };
        offer(g.col(cell) > 0, cell - 1);
        offer(g.col(cell) + 1 < g.cols, cell + 1);
        offer(g.row(cell) > 0, cell - g.cols);
        offer(g.row(cell) + 1 < g.rows, cell + g.cols);
    }
    for (int i = 0; i < tiles(); ++i) {
        const Cell goal = layout_.goal[static_cast<std::size_t>(i)];
        goal_ |= static_cast<std::uint64_t>(goal) << shift(i);
        goal_mask_ |= cell_mask << shift(i);
        tile_distance_.push_back(distances_to(goal));
    }
    if (layout_.agent_goal) {
        goal_ |= *layout_.agent_goal;
        goal_mask_ |= cell_mask;
        agent_distance_ = distances_to(*layout_.agent_goal);
    } else {
        agent_distance_.assign(static_cast<std::size_t>(g.cells()), 0);
    }
}

AgentWorld::State AgentWorld::make_state(Cell agent, const std::vector<Cell>& tiles) const noexcept {
    State s{agent};
    for (std::size_t i = 0; i < tiles.size(); ++i)
        s.places |= static_cast<std::uint64_t>(tiles[i]) << shift(static_cast<int>(i));
    return s;
}

// Only cells that the agent can enter pass anything on; a goal on an obstacle is reached by what stands there already.
std::vector<Cost> AgentWorld::distances_to(int goal) const {
    std::vector<Cost> distance(static_cast<std::size_t>(grid().cells()), unreachable);
    distance[static_cast<std::size_t>(goal)] = 0;
    if (blocked(goal)) return distance;
    std::vector<int> layer{goal};
    for (Cost d = 1; !layer.empty(); ++d) {
        std::vector<int> next;
        for (const int cell : layer)
            for (const int to : moves_[static_cast<std::size_t>(cell)])
                if (auto& known = distance[static_cast<std::size_t>(to)]; known == unreachable) {
                    known = d;
                    next.push_back(to);
                }
        layer = std::move(next);
    }
    return distance;
}

bool AgentWorld::refuted(const State& s) const noexcept {
    if (agent_distance(agent(s)) >= unreachable) return true;
    for (int i = 0; i < tiles(); ++i)
        if (tile_distance(i, tile(s, i)) >= unreachable) return true;
    return false;
}

}  // namespace tessera
