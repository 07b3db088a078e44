// SPDX-License-Identifier: Apache-2.0
#include "domains/agent_text.hpp"
#include "run_search.hpp"

#include <chrono>

namespace tessera {

namespace {

class AgentSolver : public Solver {
public:
    explicit AgentSolver(Choice choice) : choice_(std::move(choice)) {}

    Answer solve(const Instance& instance, const Settings& settings) override {
        const auto begin = std::chrono::steady_clock::now();
        const AgentTask task = parse_agent(instance.text, instance.place);
        const AgentWorld world(task.layout);
        const AgentWorld::State start = world.make_state(task.agent, task.start);
        Choice choice = choice_;

        Answer answer;
        answer.id = instance.id;
        answer.domain = AgentWorld::name;
        answer.size = std::to_string(task.layout.grid.rows) + "x" + std::to_string(task.layout.grid.cols);
        answer.start = show_agent(task, world, start);
        answer.obstacles = show_obstacles(task.layout);
        answer.goal = show_agent_goal(task);
        answer.known_optimum = instance.known_optimum;
        const Wording<AgentWorld> wording{
            [&](const AgentWorld::State& s) { return show_agent(task, world, s); },
            [&](const AgentWorld::State& s, Cell to) {
                return std::string(1, world.grid().direction(AgentWorld::agent(s), to));
            },
            [&](const AgentWorld::State& s, Cell to) {
                for (int i = 0; i < world.tiles(); ++i)
                    if (AgentWorld::tile(s, i) == to) return task.names[static_cast<std::size_t>(i)];
                return std::string();
            },
            "",
        };
        answer = run_search(world, start, choice, settings, wording, answer);
        answer.total_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return answer;
    }

private:
    Choice choice_;
};

}  // namespace

std::unique_ptr<Solver> open_agent(const Choice& choice) { return std::make_unique<AgentSolver>(choice); }

}  // namespace tessera
