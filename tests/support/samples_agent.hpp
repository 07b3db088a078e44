// SPDX-License-Identifier: Apache-2.0
// Sample instances of the agent world.
#pragma once

#include "tessera/domains/agent_world.hpp"

#include "domains/agent_text.hpp"
#include "support/oracle.hpp"
#include "support/sample.hpp"

#include <set>
#include <string>
#include <vector>

namespace tessera::test {

template <>
struct SamplesOf<AgentWorld> {
    static const std::vector<Sample<AgentWorld>>& all() {
        static const std::vector<Sample<AgentWorld>> samples{
            sample("3x3, two tiles",
                   "size 3x3\nstart A 0,2\nstart B 1,2\nstart agent 2,2\n"
                   "goal A 1,2\ngoal B 1,1\ngoal agent 1,0\n"),
            sample("3x3, two tiles, the agent free",
                   "size 3x3\nstart A 0,2\nstart B 1,2\nstart agent 2,2\ngoal A 2,0\ngoal B 0,0\n"),
            sample("4x3 with two obstacles",
                   "size 4x3\nobstacle 1,1\nobstacle 3,0\nstart A 0,2\nstart B 1,2\nstart agent 2,2\n"
                   "goal A 2,0\ngoal B 0,0\ngoal agent 3,2\n"),
            sample("a tile locked in",
                   "size 4x4\nobstacle 1,0\nobstacle 0,1\nstart A 2,2\nstart agent 3,3\ngoal A 0,0\ngoal agent 3,3\n"),
        };
        return samples;
    }

    // The start of an instance file is read; a state is therefore written as one.
    static bool rereads(const AgentWorld& world, const AgentWorld::State& s) {
        const int cols = world.grid().cols;
        const auto place = [&](int cell) {
            return std::to_string(cell % cols) + "," + std::to_string(cell / cols) + "\n";
        };
        std::string text = "size " + std::to_string(cols) + "x" + std::to_string(world.grid().rows) + "\n";
        for (int i = 0; i < world.tiles(); ++i) {
            const std::string name(1, static_cast<char>('A' + i));
            text += "start " + name + " " + place(AgentWorld::tile(s, i)) + "goal " + name + " " + place(i);
        }
        const AgentTask task = parse_agent(text + "start agent " + place(AgentWorld::agent(s)), {});
        return world.make_state(task.agent, task.start) == s;
    }

private:
    static Sample<AgentWorld> sample(const char* label, const char* text) {
        const AgentTask task = parse_agent(text, {});
        AgentWorld world(task.layout);
        const Grid grid = world.grid();
        std::set<int> obstacles;
        for (int cell = 0; cell < grid.cells(); ++cell)
            if (task.layout.obstacle[static_cast<std::size_t>(cell)]) obstacles.insert(cell);
        OracleBoard start(task.start.begin(), task.start.end());
        start.push_back(task.agent);
        const auto oracle = oracle_distances_from(
            start, [&](const OracleBoard& board) { return move_agent(grid.rows, grid.cols, obstacles, board); },
            [&](const OracleBoard& board) {
                return std::equal(task.layout.goal.begin(), task.layout.goal.end(), board.begin()) &&
                       (!task.layout.agent_goal || *task.layout.agent_goal == board.back());
            });
        const auto first = world.make_state(task.agent, task.start);
        return sample_from(label, std::move(world), first, oracle, [](const AgentWorld& w, const AgentWorld::State& s) {
            OracleBoard board;
            for (int i = 0; i < w.tiles(); ++i) board.push_back(AgentWorld::tile(s, i));
            board.push_back(AgentWorld::agent(s));
            return board;
        });
    }
};

}  // namespace tessera::test
