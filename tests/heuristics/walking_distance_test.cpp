// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/walking_distance.hpp"

#include "tessera/core/error.hpp"

#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <thread>

using namespace tessera;
using namespace tessera::test;

TEST_CASE("the walking distance reproduces the published lower bounds of four boards", "[heuristics]") {
    const FifteenPuzzle domain({}, blank_last({4, 4}));
    const WalkingDistance<FifteenPuzzle> heuristic(domain);
    const auto bound = [&](const char* board) {
        return heuristic.value(heuristic.start(domain.from_cells(cells_of(board))));
    };
    CHECK(bound("11 3 1 7 4 6 8 2 15 9 10 13 14 12 5 0") == 36);
    CHECK(bound("0 5 15 14 7 9 6 13 1 2 12 10 8 11 4 3") == 44);
    CHECK(bound("14 10 6 0 4 9 1 8 2 3 5 11 12 13 7 15") == 37);
    CHECK(bound("6 10 3 15 14 8 7 11 5 1 0 2 13 12 9 4") == 32);
}

// The counts are those of matrices with given row and column sums, found by a separate dynamic program.
TEST_CASE("a walking table has as many states as there are arrangements of the lines", "[heuristics]") {
    CHECK(WalkingTable::of(2, 2, 1).size() == 4);
    CHECK(WalkingTable::of(3, 3, 2).size() == 105);
    CHECK(WalkingTable::of(4, 4, 3).size() == 24964);
    CHECK(WalkingTable::of(4, 4, 0).size() == 24964);
    CHECK(WalkingTable::of(4, 5, 3).size() == 107712);
    CHECK(WalkingTable::of(4, 6, 3).size() == 377872);
    CHECK(WalkingTable::of(5, 2, 4).size() == 11010);
    CHECK(WalkingTable::of(5, 3, 4).size() == 352560);
    CHECK(WalkingTable::of(6, 2, 5).size() == 367560);
    CHECK(WalkingTable::of(3, 8, 2).size() == 2610);
    CHECK(WalkingTable::of(2, 12, 1).size() == 24);
}

TEST_CASE("the largest walking table, five lines of four, is complete", "[heuristics][slow]") {
    CHECK(WalkingTable::of(5, 4, 4).size() == 5977015);
}

TEST_CASE("boards whose walking table is too large are refused", "[heuristics]") {
    CHECK_THROWS_AS(WalkingDistance<LargeTiles>(make_tiles<LargeTiles>({5, 5}, blank_last({5, 5}))), UnsupportedError);
    CHECK_THROWS_AS(WalkingDistance<LargeTiles>(make_tiles<LargeTiles>({3, 6}, blank_last({3, 6}))), UnsupportedError);
    CHECK_THROWS_AS(WalkingDistance<SmallTiles>(make_tiles<SmallTiles>({2, 7}, blank_last({2, 7}))), UnsupportedError);
    CHECK_THROWS_AS(WalkingDistance<SmallTiles>(make_tiles<SmallTiles>({7, 2}, blank_last({7, 2}))), UnsupportedError);
}

TEST_CASE("many threads share one walking table", "[heuristics]") {
    std::vector<const WalkingTable*> seen(8);
    {
        std::vector<std::jthread> threads;
        for (auto& table : seen) threads.emplace_back([&table] { table = &WalkingTable::of(4, 4, 1); });
    }
    for (const WalkingTable* table : seen) CHECK(table == seen[0]);
}
