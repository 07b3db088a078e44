// SPDX-License-Identifier: Apache-2.0
// The 8-puzzle boards of the seed systems against values computed by other programs (tests/expected/eight_puzzle.csv),
// and against the work of seed system 3 on its own boards (tests/expected/npuzzle_seed_counters.csv).
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/all.hpp"
#include "tessera/search/all.hpp"

#include "support/csv.hpp"
#include "support/places.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <map>

using namespace tessera;
using namespace tessera::test;

namespace {

using D = SmallTiles;

struct Board {
    D domain;
    D::State start;
    Cost optimal;  // -1: unsolvable
};

Board board_of(const Row& row) {
    const Grid grid{std::stoi(row.at("rows")), std::stoi(row.at("cols"))};
    const D domain = make_tiles<D>(grid, cells_of(row.at("goal")));
    return {domain, domain.from_cells(cells_of(row.at("start"))), std::stoi(row.at("optimal"))};
}

template <class Check>
void for_each_row(Check check) {
    for (const Row& row : read_csv(test::expected_file("eight_puzzle.csv"))) {
        INFO(row.at("id"));
        check(row, board_of(row));
    }
}

template <class H>
Cost value(const Board& board) {
    const H heuristic(board.domain);
    return heuristic.value(heuristic.start(board.start));
}

// "lo:hi"
std::pair<std::uint64_t, std::uint64_t> range(const std::string& text) {
    const auto colon = text.find(':');
    return {std::stoull(text.substr(0, colon)), std::stoull(text.substr(colon + 1))};
}

}  // namespace

TEST_CASE("the heuristics have the expected values on the 8-puzzle boards", "[expected]") {
    for_each_row([](const Row& row, const Board& board) {
        CHECK(value<Misplaced<D>>(board) == std::stoi(row.at("h_misplaced")));
        CHECK(value<Manhattan<D>>(board) == std::stoi(row.at("h_manhattan")));
        CHECK(value<LinearConflict<D>>(board) == std::stoi(row.at("h_manhattan_lc")));
    });
}

TEST_CASE("every algorithm gives the expected length on the 8-puzzle boards", "[expected]") {
    for_each_row([](const Row&, const Board& board) {
        const Manhattan<D> manhattan(board.domain);
        for_each_type(AllAlgorithms{}, [&](auto tag) {
            using Algorithm = typename decltype(tag)::type;
            INFO(Algorithm::name);
            const auto result = Algorithm::solve(board.domain, manhattan, board.start, {});
            if (board.optimal < 0) {
                CHECK(result.outcome == Outcome::unsolvable);
                return;
            }
            CHECK(result.outcome == Outcome::solved);
            const auto end = replay<D>(board.domain, board.start, result.path);
            CHECK((end && board.domain.is_goal(*end)));
            if (Algorithm::optimal) CHECK(static_cast<Cost>(result.path.size()) == board.optimal);
        });
    });
}

// Whatever the ties, A* with a consistent bound expands all states with f below the optimum and none with f above it.
// The upper ends count the goal, which is not expanded.
TEST_CASE("best-first searches expand as many states as the ties allow", "[expected]") {
    for_each_row([](const Row& row, const Board& board) {
        if (board.optimal < 0) return;
        const auto check = [&](const char* column, const auto& result) {
            INFO(column << " expanded " << result.stats.expanded);
            const auto [low, high] = range(row.at(column));
            CHECK(result.stats.expanded >= low);
            CHECK(result.stats.expanded < high);
            CHECK(result.stats.reopened == 0);
        };
        check("astar_misplaced_lo:hi", AStar::solve(board.domain, Misplaced<D>(board.domain), board.start, {}));
        check("astar_manhattan_lo:hi", AStar::solve(board.domain, Manhattan<D>(board.domain), board.start, {}));
        check("astar_lc_lo:hi", AStar::solve(board.domain, LinearConflict<D>(board.domain), board.start, {}));
        check("bfs_distinct_lo:hi", Ucs::solve(board.domain, Blind<D>(board.domain), board.start, {}));
    });
}

// Breadth-first search looks for the goal when it generates a state.  By then it knows all states of smaller depth.
TEST_CASE("breadth-first search knows as many states as the ties allow", "[expected]") {
    for_each_row([](const Row& row, const Board& board) {
        if (board.optimal < 0) return;
        const auto result = Bfs::solve(board.domain, Blind<D>(board.domain), board.start, {});
        const auto [low, high] = range(row.at("bfs_distinct_lo:hi"));
        CHECK(result.stats.stored >= low);
        CHECK(result.stats.stored <= high);
    });
}

// That system looks for duplicates when it takes a state out of its queue; ours keeps each state once.
TEST_CASE("best-first searches need no more pops and no longer queue than the seed system", "[expected]") {
    std::map<std::string, Row> rows;
    for (const Row& row : read_csv(test::expected_file("eight_puzzle.csv"))) rows.emplace(row.at("id"), row);
    const std::map<std::string, std::string> ranges{{"uniform cost", "bfs_distinct_lo:hi"},
                                                    {"A* misplaced", "astar_misplaced_lo:hi"},
                                                    {"A* Manhattan", "astar_manhattan_lo:hi"}};
    std::size_t compared = 0;
    for (const Row& seed : read_csv(test::expected_file("npuzzle_seed_counters.csv"))) {
        const std::string& algorithm = seed.at("algorithm");
        INFO(seed.at("id") << ", " << algorithm);
        const Row& row = rows.at(seed.at("id"));
        const auto [low, high] = range(row.at(ranges.at(algorithm)));
        const std::uint64_t closed = std::stoull(seed.at("distinct_states_closed"));
        CHECK((closed > low && closed <= high));  // the two tables agree; closed and high count the goal

        const Board board = board_of(row);
        const auto result =
            algorithm == "uniform cost"   ? Ucs::solve(board.domain, Blind<D>(board.domain), board.start, {})
            : algorithm == "A* misplaced" ? AStar::solve(board.domain, Misplaced<D>(board.domain), board.start, {})
                                          : AStar::solve(board.domain, Manhattan<D>(board.domain), board.start, {});
        CHECK(static_cast<int>(result.path.size()) == std::stoi(seed.at("depth")));
        CHECK(result.stats.pops <= std::stoull(seed.at("pops_incl_duplicates_and_goal")));
        CHECK(result.stats.largest_queue <= std::stoull(seed.at("max_queue")));
        ++compared;
    }
    CHECK(compared == 66);
}
