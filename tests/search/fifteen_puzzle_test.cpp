// SPDX-License-Identifier: Apache-2.0
// The 15-puzzle boards of the seed systems against values computed by other programs
// (tests/expected/fifteen_puzzle.csv).
#include "tessera/catalog.hpp"
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/all.hpp"
#include "tessera/search/all.hpp"

#include "support/places.hpp"
#include "support/csv.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

using D = FifteenPuzzle;

template <class Check>
void for_each_row(Check check) {
    for (const Row& row : read_csv(test::expected_file("fifteen_puzzle.csv"))) {
        INFO(row.at("id"));
        const D domain({}, cells_of(row.at("goal")));
        check(row, domain, domain.from_cells(cells_of(row.at("start"))), std::stoi(row.at("optimal")));
    }
}

template <class H>
Cost value(const D& domain, const D::State& s) {
    const H heuristic(domain);
    return heuristic.value(heuristic.start(s));
}

// The nodes within the bound, summed over the completed rounds.
template <class H>
std::uint64_t nodes_of_completed_rounds(const D& domain, const D::State& start) {
    std::uint64_t nodes = 0;
    for (const Iteration& round : IdaStar::solve(domain, H(domain), start, {}).iterations)
        if (round.completed) nodes += round.stats.expanded;
    return nodes;
}

// Rows whose count is below or above what is quick.
template <class H>
void compare_counts(const char* column, bool quick) {
    for_each_row([&](const Row& row, const D& domain, const D::State& start, Cost) {
        if (row.at(column).empty()) return;
        const std::uint64_t expected = std::stoull(row.at(column));
        if ((expected < 20'000'000) == quick) CHECK(nodes_of_completed_rounds<H>(domain, start) == expected);
    });
}

}  // namespace

TEST_CASE("the heuristics have the expected values on the 15-puzzle boards", "[expected]") {
    for_each_row([](const Row& row, const D& domain, const D::State& start, Cost) {
        CHECK(value<Manhattan<D>>(domain, start) == std::stoi(row.at("h_manhattan")));
        CHECK(value<LinearConflict<D>>(domain, start) == std::stoi(row.at("h_manhattan_lc")));
        CHECK(value<WalkingDistance<D>>(domain, start) == std::stoi(row.at("h_walking_distance")));
    });
}

TEST_CASE("IDA* gives the expected length on the 15-puzzle boards", "[expected]") {
    for_each_row([](const Row&, const D& domain, const D::State& start, Cost optimal) {
        const auto result = IdaStar::solve(domain, LinearConflict<D>(domain), start, {});
        CHECK(result.outcome == (optimal < 0 ? Outcome::unsolvable : Outcome::solved));
        if (optimal >= 0) CHECK(static_cast<Cost>(result.path.size()) == optimal);
    });
}

TEST_CASE("the expected solutions of the 15-puzzle boards replay", "[expected]") {
    for_each_row([](const Row& row, const D& domain, D::State s, Cost optimal) {
        const std::string moves = row.at("one_optimal_solution_blank_moves");
        if (optimal <= 0) return;
        CHECK(static_cast<Cost>(moves.size()) == optimal);
        for (const char direction : moves)
            for (const auto to : domain.moves(s))
                if (domain.grid().direction(s.blank, to) == direction) {
                    s = domain.apply(s, to);
                    break;
                }
        CHECK(domain.is_goal(s));
    });
}

TEST_CASE("IDA* with Manhattan visits the expected nodes in completed rounds", "[expected]") {
    compare_counts<Manhattan<D>>("ida_md_nodes_completed_iterations", true);
}
TEST_CASE("IDA* with linear conflict visits the expected nodes in completed rounds", "[expected]") {
    compare_counts<LinearConflict<D>>("ida_mdlc_nodes_completed_iterations", true);
}
TEST_CASE("IDA* with Manhattan visits the expected nodes in completed rounds, large counts", "[expected][slow]") {
    compare_counts<Manhattan<D>>("ida_md_nodes_completed_iterations", false);
}

TEST_CASE("every algorithm refuses an unsolvable 15-puzzle without a search", "[expected]") {
    for (const CatalogEntry& algorithm : list_algorithms()) {
        INFO(algorithm.name);
        Choice choice;
        choice.algorithm = algorithm.name;
        choice.heuristic = "manhattan";
        const Answer answer = solve("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", choice);
        CHECK(answer.outcome == Outcome::unsolvable);
        CHECK(answer.stats.expanded == 0);
    }
}
