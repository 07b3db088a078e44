// SPDX-License-Identifier: Apache-2.0
// Sliding bricks against tables computed by other programs (tests/expected/bricks.csv).
#include "support/places.hpp"
#include "support/csv.hpp"

#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"

#include "domains/bricks_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <set>

using namespace tessera;
using test::Row;

namespace {

std::vector<Row> table() { return test::read_csv(test::expected_file("bricks.csv")); }

std::string file_of(const Row& row) { return test::read_file(test::expected_file("bricks/" + row.at("file"))); }

Answer solve_bricks(const std::string& text, const std::string& algorithm, const std::string& metric = "step",
                    const std::string& rule = "gate") {
    Choice choice;
    choice.domain = "bricks";
    choice.algorithm = algorithm;
    choice.metric = metric;
    choice.goal_cells = rule;
    return open_solver(choice)->solve({"test", text, {"test", 1, 0}, std::nullopt}, {});
}

}  // namespace

TEST_CASE("every brick file has the expected length in every metric", "[bricks]") {
    for (const Row& row : table())
        for (const char* metric : {"step", "line", "any"})
            for (const char* algorithm : {"bfs", "astar"}) {
                INFO(row.at("file") << " " << metric << " " << algorithm);
                const Answer answer = solve_bricks(file_of(row), algorithm, metric, row.at("goal_cell_rule"));
                const Cost expected = std::stoi(row.at(std::string("optimal_") + metric));
                CHECK(answer.length == expected);
                CHECK(answer.outcome == (expected < 0 ? Outcome::unsolvable : Outcome::solved));
            }
}

TEST_CASE("every algorithm is right on the small brick files, unsolvable ones included", "[bricks]") {
    for (const Row& row : table()) {
        const Cost expected = std::stoi(row.at("optimal_step"));
        if (std::stoull(row.at("reachable_normalised_states")) > 600) continue;
        for (const char* algorithm : {"bfs", "dfs", "ids", "ucs", "astar", "idastar"}) {
            INFO(row.at("file") << " " << algorithm);
            const Answer answer = solve_bricks(file_of(row), algorithm, "step", row.at("goal_cell_rule"));
            CHECK(answer.outcome == (expected < 0 ? Outcome::unsolvable : Outcome::solved));
            if (std::string(algorithm) != "dfs") CHECK(answer.length == expected);
        }
    }
}

TEST_CASE("the number of brick arrangements is as counted, equal bricks interchangeable", "[bricks]") {
    for (const Row& row : table()) {
        INFO(row.at("file"));
        BrickLayout layout = parse_bricks(file_of(row), {"test", 1, 0});
        layout.goal_cells = row.at("goal_cell_rule") == "shared" ? GoalCells::shared : GoalCells::gate;
        const Bricks bricks(layout);
        const auto less = [](const Bricks::State& a, const Bricks::State& b) { return a.anchors < b.anchors; };
        std::set<Bricks::State, decltype(less)> seen(less);
        std::vector<Bricks::State> waiting{bricks.start()};
        seen.insert(bricks.start());
        while (!waiting.empty()) {
            const Bricks::State s = waiting.back();
            waiting.pop_back();
            for (const Bricks::Move m : bricks.moves(s))
                if (const auto next = bricks.apply(s, m); seen.insert(next).second) waiting.push_back(next);
        }
        CHECK(seen.size() == std::stoull(row.at("reachable_normalised_states")));
    }
}

// A plain matrix with rules of its own, renumbered after every step.
TEST_CASE("printed brick solutions replay on a plain matrix with renumbering after each step", "[bricks]") {
    for (const Row& row : table()) {
        if (std::stoi(row.at("optimal_step")) < 0) continue;
        INFO(row.at("file"));
        const Answer answer = solve_bricks(file_of(row), "astar", "step", row.at("goal_cell_rule"));
        std::istringstream numbers(file_of(row));
        std::vector<std::vector<int>> m;
        std::vector<std::pair<int, int>> goals;
        std::string line;
        std::getline(numbers, line);
        while (std::getline(numbers, line)) {
            std::vector<int> cells;
            for (const auto& f : test::csv_fields(line))
                if (!f.empty()) cells.push_back(std::stoi(f));
            for (std::size_t c = 0; c < cells.size(); ++c)
                if (cells[c] == -1) {
                    goals.emplace_back(static_cast<int>(m.size()), static_cast<int>(c));
                    cells[c] = 0;
                }
            if (!cells.empty()) m.push_back(cells);
        }
        const auto renumber = [](std::vector<std::vector<int>>& matrix) {
            std::map<int, int> numbers_seen;
            for (auto& r : matrix)
                for (int& cell : r)
                    if (cell > 2)
                        cell = numbers_seen.try_emplace(cell, 3 + static_cast<int>(numbers_seen.size())).first->second;
        };
        renumber(m);
        std::istringstream moves(answer.moves);
        for (std::string word; moves >> word;) {
            const int brick = std::stoi(word);
            const std::string direction = word.substr(word.find(':') + 1);
            const int dr = direction == "up" ? -1 : direction == "down" ? 1 : 0;
            const int dc = direction == "left" ? -1 : direction == "right" ? 1 : 0;
            auto next = m;
            for (auto& r : next)
                for (int& cell : r)
                    if (cell == brick) cell = 0;
            for (std::size_t r = 0; r < m.size(); ++r)
                for (std::size_t c = 0; c < m[r].size(); ++c)
                    if (m[r][c] == brick) {
                        int& target = next[r + dr][c + dc];
                        REQUIRE(target == 0);
                        target = brick;
                    }
            renumber(next);
            m = next;
        }
        for (const auto& [r, c] : goals) CHECK(m[r][c] == 2);
    }
}

TEST_CASE("goal cells survive the master walking over them", "[bricks]") {
    // Two goal cells and a master of one cell: a matrix that forgets a covered goal cell calls this solved.
    const std::string trap = test::read_file(test::expected_file("bricks/own-e-two-goal-trap.txt"));
    CHECK(solve_bricks(trap, "bfs").outcome == Outcome::unsolvable);
    const Bricks bricks(parse_bricks("4,1,\n2,-1,0,-1,\n", {"t", 1, 0}));
    auto s = bricks.start();
    for (const int to : {1, 2}) s = bricks.apply(s, {0, static_cast<Cell>(to - 1), static_cast<Cell>(to)});
    CHECK(bricks.matrix(s) == std::vector<int>{0, -1, 2, -1});
}

TEST_CASE("brick files may lack commas, have blank lines, carriage returns and no last newline", "[bricks]") {
    for (const char* text : {"4,3,\n1,1,1,1,\n1,2,0,-1,\n1,1,1,1,\n", "4,3\r\n1,1,1,1\r\n\r\n1,2,0,-1\r\n1,1,1,1",
                             "\n4,3,\n\n1,1,1,1,\n1,2,0,-1,\n\n1,1,1,1,"})
        CHECK(solve_bricks(text, "bfs").length == 2);
}

TEST_CASE("a brick file without goal cells is solved at once", "[bricks]") {
    for (const char* algorithm : {"bfs", "dfs", "ids", "ucs", "astar", "idastar"})
        CHECK(solve_bricks("2,1,\n2,0,\n", algorithm).length == 0);
}

TEST_CASE("longer slides are written with their number of cells", "[bricks]") {
    const std::string corridor = "4,3,\n1,1,1,1,\n1,2,0,-1,\n1,1,1,1,\n";
    CHECK(solve_bricks(corridor, "bfs").moves == "2:right 2:right");
    CHECK(solve_bricks(corridor, "bfs", "line").moves == "2:right:2");
    const std::string corner = "2,2,\n2,0,\n1,-1,\n";
    CHECK(solve_bricks(corner, "bfs", "any").moves == "2:right+down");
}

TEST_CASE("bad brick files are refused with line, column and reason", "[bricks]") {
    const auto message = [](const std::string& text) {
        try {
            (void)solve_bricks(text, "bfs");
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(message("3,1,\n1,2,\n"), ContainsSubstring("test:2:3: expected 3 numbers in this row, found 2"));
    CHECK_THAT(message("2,1,\n1,0,\n"), ContainsSubstring("no master brick"));
    CHECK_THAT(message("3,1,\n2,0,2,\n"), ContainsSubstring("test:2:5: brick 2 is not in one piece"));
    CHECK_THAT(message("2,1,\n2,-2,\n"), ContainsSubstring("test:2:3: -2 means nothing"));
    CHECK_THAT(message("2,2,\n2,0,\n"), ContainsSubstring("expected 2 rows"));
    CHECK_THAT(message("2,1,\n2,x,\n"), ContainsSubstring("test:2:3: 'x' is not"));
    CHECK_THAT(message("900,900,\n"), ContainsSubstring("too large"));
    CHECK_THAT(message(""), ContainsSubstring("empty"));
}
