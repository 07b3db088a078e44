// SPDX-License-Identifier: Apache-2.0
// The agent world in words: reading instances, the solver.
#pragma once

#include "tessera/catalog.hpp"
#include "tessera/domains/agent_world.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera {

struct AgentTask {
    AgentLayout layout;
    std::vector<std::string> names;  // of the tiles, sorted
    std::vector<Cell> start;         // of each tile
    Cell agent = 0;
};

// One item per line: `size 4x4` (columns x rows), `obstacle 1,1`, `start A 0,3`, `start agent 3,3`, `goal A 3,0`,
// `goal agent 0,0` (left out: the agent may end anywhere).  Coordinates x,y from the top left.  Throws InputError.
[[nodiscard]] AgentTask parse_agent(std::string_view text, const Place& place);

// "A(0, 3), B(1, 3), agent(3, 3)"
[[nodiscard]] std::string show_agent(const AgentTask& task, const AgentWorld& world, const AgentWorld::State& s);

// "A(3, 0), agent(0, 0)"
[[nodiscard]] std::string show_agent_goal(const AgentTask& task);

// "(1, 1), (2, 0)", or "".
[[nodiscard]] std::string show_obstacles(const AgentLayout& layout);

// agent_solver.cpp
[[nodiscard]] std::unique_ptr<Solver> open_agent(const Choice&);

}  // namespace tessera
