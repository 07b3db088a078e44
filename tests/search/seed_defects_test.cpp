// SPDX-License-Identifier: Apache-2.0
// Faults of the seed systems that must not come back; the letters are those of the specification.
#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/all.hpp"
#include "tessera/search/all.hpp"

#include "support/places.hpp"
#include "support/csv.hpp"
#include "support/samples_tiles.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

const Cells spiral = cells_of("1 2 3 8 0 4 7 6 5");

struct Eight {
    SmallTiles domain;
    SmallTiles::State start;
    Blind<SmallTiles> blind{domain};

    Eight(const Cells& goal, const char* board)
        : domain(make_tiles<SmallTiles>({3, 3}, goal)), start(domain.from_cells(cells_of(board))) {}

    template <class Algorithm>
    SearchResult<SmallTiles> solve(const Settings& settings = {}) const {
        return Algorithm::solve(domain, blind, start, settings);
    }
};

}  // namespace

TEST_CASE("T38, E19: iterative deepening is optimal although it remembers states", "[defect]") {
    CHECK(Eight(spiral, "2 8 1 4 6 3 7 5 0").solve<Ids>().path.size() == 12);  // the seed: 22
    CHECK(Eight(spiral, "5 6 7 4 0 8 3 2 1").solve<Ids>().path.size() == 30);  // the seed: 38
}

TEST_CASE("T39, E22: iterative deepening ends on an unsolvable board", "[defect]") {
    const Eight swapped(spiral, "2 1 3 8 0 4 7 6 5");
    const auto result = swapped.solve<Ids>();
    CHECK(result.outcome == Outcome::unsolvable);
    CHECK(result.path.empty());
}

TEST_CASE("E20: a solved board costs nothing, whoever is asked", "[defect]") {
    const Eight solved(spiral, "1 2 3 8 0 4 7 6 5");
    for_each_type(AllAlgorithms{}, [&](auto tag) {
        using Algorithm = typename decltype(tag)::type;
        INFO(Algorithm::name);
        const auto result = solved.solve<Algorithm>();
        CHECK(result.outcome == Outcome::solved);
        CHECK(result.path.empty());
        CHECK(result.stats.expanded == 0);
        CHECK(result.lower_bound == 0);
    });
}

TEST_CASE("F10: no heuristic counts the blank", "[defect]") {
    const FifteenPuzzle domain({}, blank_last({4, 4}));
    for_each_type(HeuristicsOf<FifteenPuzzle>{}, [&](auto tag) {
        using H = typename decltype(tag)::type;
        INFO(H::name);
        if (const auto heuristic = Making<H, FifteenPuzzle>::make(domain))
            for (const auto move : domain.moves(domain.goal()))
                CHECK(heuristic->value(heuristic->start(domain.apply(domain.goal(), move))) <= 1);
    });
}

TEST_CASE("F10: IDA* is optimal where a loose bound was not", "[defect]") {
    int boards = 0;
    for (const Row& row : read_csv(test::expected_file("fifteen_puzzle.csv"))) {
        if (row.at("id").rfind("X15-flaw", 0) != 0) continue;
        ++boards;
        INFO(row.at("id"));
        const FifteenPuzzle domain({}, cells_of(row.at("goal")));
        const auto result =
            IdaStar::solve(domain, Manhattan<FifteenPuzzle>(domain), domain.from_cells(cells_of(row.at("start"))), {});
        CHECK(static_cast<Cost>(result.path.size()) == std::stoi(row.at("optimal")));
    }
    CHECK(boards == 4);
}

// All solutions of a board have the same parity, so that a bound raised by one wastes every second round.
TEST_CASE("F11: the bounds of IDA* have the parity of the solution", "[defect]") {
    const FifteenPuzzle domain({}, blank_last({4, 4}));
    const auto start = domain.from_cells(cells_of("14 10 6 0 4 9 1 8 2 3 5 11 12 13 7 15"));
    const auto check = [&](const auto& heuristic) {
        const auto result = IdaStar::solve(domain, heuristic, start, {});
        REQUIRE(result.path.size() == 49);
        REQUIRE(!result.iterations.empty());
        CHECK(result.iterations.front().bound == heuristic.value(heuristic.start(start)));
        CHECK(result.iterations.back().bound == 49);
        for (std::size_t i = 0; i < result.iterations.size(); ++i) {
            CHECK(result.iterations[i].bound % 2 == 1);
            if (i > 0) CHECK(result.iterations[i].bound > result.iterations[i - 1].bound);
        }
    };
    check(Manhattan<FifteenPuzzle>(domain));
    check(LinearConflict<FifteenPuzzle>(domain));
    check(WalkingDistance<FifteenPuzzle>(domain));
}

TEST_CASE("B15, B16: a depth limit hides nothing within reach, and a larger one finds what is nearer", "[defect]") {
    const Eight board(spiral, "2 8 1 4 6 3 7 5 0");
    for (const Cost depth : {12, 13, 15, 20}) {
        Settings settings;
        settings.limits.depth = depth;
        INFO("depth " << depth);
        const auto result = board.solve<Dfs>(settings);
        CHECK(result.outcome == Outcome::solved);
        CHECK(static_cast<Cost>(result.path.size()) <= depth);
        CHECK(result.stats.expanded > 0);
        CHECK(board.solve<Ids>(settings).path.size() == 12);
    }
}
