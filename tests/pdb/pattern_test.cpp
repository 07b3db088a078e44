// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/pattern.hpp"

#include "tessera/core/error.hpp"

#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <random>
#include <vector>

using namespace tessera;

TEST_CASE("rank and unrank of placements invert each other in both directions", "[pdb]") {
    for (const auto& [cells, tiles] : {std::pair{9, 1}, {9, 4}, {9, 5}, {12, 3}, {16, 2}, {16, 4}, {25, 3}}) {
        const PlacementIndex index(cells, tiles);
        REQUIRE(index.entries() == choose(cells, tiles) * factorial(tiles));
        std::vector<Cell> where(static_cast<std::size_t>(tiles));
        for (std::uint64_t i = 0; i < index.entries(); ++i) {
            index.unrank(i, where);
            if (index.rank(where) != i) FAIL(cells << " cells, " << tiles << " tiles, index " << i);
        }
    }
    std::mt19937_64 random(1);
    for (const auto& [cells, tiles] : {std::pair{16, 8}, {16, 9}, {25, 7}, {25, 10}}) {
        const PlacementIndex index(cells, tiles);
        std::vector<Cell> where(static_cast<std::size_t>(tiles));
        for (int round = 0; round < 10000; ++round) {
            const std::uint64_t i = random() % index.entries();
            index.unrank(i, where);
            REQUIRE(index.rank(where) == i);
        }
    }
}

TEST_CASE("sets are numbered in the order of their masks, orders lexicographically", "[pdb]") {
    const PlacementIndex index(16, 3);
    std::uint64_t rank = 0;
    for (std::uint32_t mask = 0; mask < 1u << 16; ++mask)
        if (std::popcount(mask) == 3) {
            REQUIRE(index.rank_set(mask) == rank);
            REQUIRE(index.unrank_set(rank) == mask);
            ++rank;
        }
    CHECK(rank == index.sets());
    const std::vector<std::vector<std::uint8_t>> orders{{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (std::size_t i = 0; i < orders.size(); ++i) CHECK(index.rank_order(orders[i]) == i);
}

TEST_CASE("a pattern that makes no sense is refused", "[pdb]") {
    CHECK_NOTHROW(check_pattern({{4, 4}, 0, {1, 2, 3}}));
    CHECK_NOTHROW(check_pattern({{3, 3}, 4, {0, 1, 2, 3, 5, 6}}));
    CHECK_THROWS_AS(check_pattern({{3, 3}, 0, {1, 2, 3, 4, 5, 6, 7}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{4, 4}, 0, {}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{4, 4}, 0, {0, 1}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{4, 4}, 0, {2, 1}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{4, 4}, 0, {1, 1}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{4, 4}, 0, {16}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{4, 4}, 16, {1}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{6, 6}, 0, {1}}), UnsupportedError);
    CHECK_THROWS_AS(check_pattern({{5, 5}, 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}), UnsupportedError);
}
