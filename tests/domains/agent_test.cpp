// SPDX-License-Identifier: Apache-2.0
// The agent world against tables computed by other programs (tests/expected/blocks_world.csv).
#include "support/places.hpp"
#include "support/csv.hpp"

#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"

#include "domains/agent_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <functional>
#include <sstream>
#include <unordered_set>

using namespace tessera;
using test::Row;

namespace {

std::vector<std::string> positions(const std::string& field) {
    std::istringstream stream(field);
    std::vector<std::string> list;
    for (std::string p; stream >> p;) {
        std::replace(p.begin(), p.end(), ':', ',');
        list.push_back(p);
    }
    return list;
}

// A row of the table as an instance file.
std::string instance_text(const Row& row, bool agent_counts) {
    std::string text = "size " + row.at("width") + "x" + row.at("height") + "\n";
    for (const auto& p : positions(row.at("obstacles_x:y"))) text += "obstacle " + p + "\n";
    const auto add = [&](const char* kind, const std::vector<std::string>& places, bool with_agent) {
        for (std::size_t i = 0; i + 1 < places.size(); ++i)
            text += std::string(kind) + " " + static_cast<char>('A' + i) + " " + places[i] + "\n";
        if (with_agent) text += std::string(kind) + " agent " + places.back() + "\n";
    };
    add("start", positions(row.at("start_tiles_then_agent_x:y")), true);
    add("goal", positions(row.at("goal_tiles_then_agent_x:y")), agent_counts);
    return text;
}

Answer solve_agent(const std::string& text, const std::string& algorithm, const std::string& heuristic = "auto",
                   const Settings& settings = {}) {
    Choice choice;
    choice.domain = "agent";
    choice.algorithm = algorithm;
    choice.heuristic = heuristic;
    return open_solver(choice)->solve({"test", text, {"test", 1, 0}, std::nullopt}, settings);
}

std::vector<Row> table() { return test::read_csv(test::expected_file("blocks_world.csv")); }

const std::string small_instance = "size 4x4\nstart A 0,3\nstart agent 3,3\ngoal A 3,0\ngoal agent 0,0\n";

}  // namespace

TEST_CASE("every agent instance has the expected length, agent counted or free", "[agent]") {
    for (const Row& row : table())
        for (const bool counted : {true, false}) {
            const Cost expected = std::stoi(row.at(counted ? "optimal_agent_counts" : "optimal_agent_free"));
            for (const char* algorithm : {"bfs", "astar", "idastar"}) {
                // The long rings of the obstacle series take a depth-first search minutes.
                if (std::string(algorithm) == "idastar" && (expected > 20 || expected < 0)) continue;
                INFO(row.at("id") << " " << algorithm << (counted ? " counted" : " free"));
                const Answer answer = solve_agent(instance_text(row, counted), algorithm);
                CHECK(answer.length == expected);
                CHECK(answer.outcome == (expected < 0 ? Outcome::unsolvable : Outcome::solved));
            }
        }
}

TEST_CASE("the bounds of the agent world agree on the answer", "[agent]") {
    // The seed's bound added the agent's distance and gave 48 moves where 46 are enough (T-obst13).
    for (const Row& row : table())
        for (const char* heuristic : {"blind", "distance", "pairs"}) {
            INFO(row.at("id") << " " << heuristic);
            CHECK(solve_agent(instance_text(row, true), "astar", heuristic).length ==
                  std::stoi(row.at("optimal_agent_counts")));
        }
}

TEST_CASE("breadth-first search takes as many entries off its queue as the seed system did", "[agent]") {
    for (const Row& row : table()) {
        const std::string pops = row.at("bfs_pops_LRUD_with_duplicates");
        if (pops.empty()) continue;
        INFO(row.at("id"));
        const Answer answer = solve_agent(instance_text(row, true), "bfs");
        CHECK(answer.stats.pops == std::stoull(pops));
    }
}

TEST_CASE("the number of reachable arrangements is as counted", "[agent]") {
    for (const Row& row : table()) {
        INFO(row.at("id"));
        const AgentTask task = parse_agent(instance_text(row, true), {"test", 1, 0});
        const AgentWorld world(task.layout);
        std::vector<AgentWorld::State> all{world.make_state(task.agent, task.start)};
        std::unordered_set<std::uint64_t> seen{all[0].places};
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const Cell to : world.moves(all[i]))
                if (const auto next = world.apply(all[i], to); seen.insert(next.places).second) all.push_back(next);
        CHECK(all.size() == std::stoull(row.at("reachable_states")));
    }
}

TEST_CASE("the published trace of the agent world is optimal", "[agent]") {
    const std::string text =
        "size 4x4\nstart A 0,3\nstart B 1,3\nstart C 2,3\nstart agent 3,3\n"
        "goal A 0,3\ngoal B 1,2\ngoal C 2,2\ngoal agent 3,2\n";
    CHECK(solve_agent(text, "astar").length == 11);
}

TEST_CASE("five tiles on a 6x6 grid are solved", "[agent]") {
    const std::string text =
        "size 6x6\nstart A 0,5\nstart B 1,5\nstart C 2,5\nstart D 3,5\nstart E 4,5\nstart agent 5,5\n"
        "goal A 1,4\ngoal B 2,4\ngoal C 3,4\ngoal D 4,4\ngoal E 5,4\n";
    const Answer answer = solve_agent(text, "astar");
    CHECK(answer.outcome == Outcome::solved);
    CHECK(answer.optimal);
}

TEST_CASE("ids is optimal where a visited set without depths was not, and ends without a solution", "[agent]") {
    for (const Row& row : table()) {
        if (row.at("id") != "T-goal1" && row.at("id") != "T-obst-other-13" && row.at("id") != "T-verify") continue;
        INFO(row.at("id"));
        CHECK(solve_agent(instance_text(row, true), "ids").length == std::stoi(row.at("optimal_agent_counts")));
    }
}

TEST_CASE("a second search in the same solver starts from the same goal", "[agent]") {
    Choice choice;
    choice.domain = "agent";
    choice.algorithm = "astar";
    const auto solver = open_solver(choice);
    const Instance instance{"test", small_instance, {"test", 1, 0}, std::nullopt};
    const Answer first = solver->solve(instance, {});
    const Answer second = solver->solve(instance, {});
    CHECK(first.length == second.length);
    CHECK(first.moves == second.moves);
}

TEST_CASE("depth-first search repeats with its seed and varies with it", "[agent]") {
    Settings settings;
    settings.shuffle_moves = true;
    std::vector<Cost> lengths;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        settings.seed = seed;
        const Answer once = solve_agent(small_instance, "dfs", "auto", settings);
        CHECK(once.moves == solve_agent(small_instance, "dfs", "auto", settings).moves);
        lengths.push_back(once.length);
    }
    CHECK(std::adjacent_find(lengths.begin(), lengths.end(), std::not_equal_to<>()) != lengths.end());
}

TEST_CASE("bad agent instances are refused with place and reason", "[agent]") {
    const auto message = [](const std::string& text) {
        try {
            (void)solve_agent(text, "bfs");
        } catch (const Error& error) {
            CHECK(static_cast<int>(error.code()) >= 33);
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(message("size 4x4\nstart A 4,0\nstart agent 0,0\ngoal A 1,1\n"),
               ContainsSubstring("test:2:9: 4,0 is outside"));
    CHECK_THAT(message("size 4x4\nstart A 0,0\nstart agent 0,0\ngoal A 1,1\n"), ContainsSubstring("same start cell"));
    CHECK_THAT(message("size 4x4\nstart A 0,0\nstart B 1,0\nstart agent 2,0\ngoal A 1,1\ngoal B 1,1\n"),
               ContainsSubstring("same goal cell"));
    CHECK_THAT(message("size 4x4\nstart A 0,0\nstart agent 2,0\n"), ContainsSubstring("has a start but no goal"));
    CHECK_THAT(message("size 4x4\nstart agent 2,0\ngoal A 1,1\n"), ContainsSubstring("has a goal but no start"));
    CHECK_THAT(message("size 4x4\nobstacle 2,0\nstart A 0,0\nstart agent 2,0\ngoal A 1,1\n"),
               ContainsSubstring("agent starts on an obstacle"));
    CHECK_THAT(message("size 4x4\nstart A 0,0\ngoal A 1,1\n"), ContainsSubstring("no line 'start agent"));
    CHECK_THAT(message("start A 0,0\ngoal A 1,1\n"), ContainsSubstring("no line 'size"));
    CHECK_THAT(message("size 4x4\nbegin A 0,0\n"), ContainsSubstring("unknown word 'begin'"));
    CHECK_THAT(message("size 4x\n"), ContainsSubstring("not a whole number"));
    CHECK_THAT(message("size 400x400\n"), ContainsSubstring("too large"));
    CHECK_THAT(message(""), ContainsSubstring("no line 'size"));
}

TEST_CASE("an agent's goal on an obstacle is legal and unsolvable", "[agent]") {
    const std::string text = "size 4x4\nobstacle 0,0\nstart A 0,3\nstart agent 3,3\ngoal A 3,0\ngoal agent 0,0\n";
    for (const char* algorithm : {"bfs", "dfs", "ids", "ucs", "astar", "idastar"})
        CHECK(solve_agent(text, algorithm).outcome == Outcome::unsolvable);
}
