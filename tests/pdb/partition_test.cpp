// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/partition.hpp"

#include "tessera/core/error.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

using namespace tessera;

namespace {

std::vector<std::uint8_t> korf_goal(Grid grid) {
    std::vector<std::uint8_t> goal(static_cast<std::size_t>(grid.cells()));
    std::iota(goal.begin(), goal.end(), std::uint8_t{0});
    return goal;
}

}  // namespace

TEST_CASE("every goal of a square is one of a few", "[pdb]") {
    const auto canonical_blanks = [](Grid grid) {
        std::set<int> blanks;
        for (int blank = 0; blank < grid.cells(); ++blank) {
            auto goal = korf_goal(grid);
            std::swap(goal[0], goal[static_cast<std::size_t>(blank)]);
            blanks.insert(CanonicalGoal(grid, goal).blank());
        }
        return blanks;
    };
    CHECK(canonical_blanks({3, 3}) == std::set{0, 1, 4});
    CHECK(canonical_blanks({4, 4}) == std::set{0, 1, 5});
    CHECK(canonical_blanks({5, 5}) == std::set{0, 1, 2, 6, 7, 12});
    CHECK(canonical_blanks({3, 4}) == canonical_blanks({4, 3}));
}

TEST_CASE("a canonical board keeps neighbours, names tiles by their cells, and leads back", "[pdb]") {
    std::mt19937 random(2);
    for (const Grid grid : {Grid{4, 4}, Grid{3, 4}, Grid{4, 3}, Grid{5, 5}, Grid{2, 6}})
        for (int round = 0; round < 20; ++round) {
            auto goal = korf_goal(grid);
            std::shuffle(goal.begin(), goal.end(), random);
            const CanonicalGoal canonical(grid, goal);
            REQUIRE(canonical.grid().rows <= canonical.grid().cols);
            for (int c = 0; c < grid.cells(); ++c) {
                REQUIRE(canonical.original_cell(canonical.cell(c)) == c);
                REQUIRE(canonical.tile(goal[static_cast<std::size_t>(c)]) == canonical.cell(c));
                for (int d = 0; d < grid.cells(); ++d)
                    REQUIRE(grid.distance(c, d) == canonical.grid().distance(canonical.cell(c), canonical.cell(d)));
            }
        }
}

TEST_CASE("a mirror keeps the grid and the blank", "[pdb]") {
    for (const Grid grid : {Grid{3, 3}, Grid{4, 4}, Grid{5, 5}, Grid{3, 5}, Grid{4, 5}})
        for (int blank = 0; blank < grid.cells(); ++blank)
            if (const auto mirror = goal_mirror(grid, static_cast<Cell>(blank))) {
                CHECK((*mirror)(blank) == blank);
                int moved = 0;
                for (int c = 0; c < grid.cells(); ++c) {
                    moved += (*mirror)(c) != c;
                    for (int d = 0; d < grid.cells(); ++d)
                        REQUIRE(grid.distance(c, d) == grid.distance((*mirror)(c), (*mirror)(d)));
                }
                CHECK(moved > 0);
            }
    REQUIRE(goal_mirror({4, 4}, 0));
    CHECK((*goal_mirror({4, 4}, 0))(1) == 4);
    CHECK(goal_mirror({4, 4}, 5));
    CHECK_FALSE(goal_mirror({4, 4}, 1));
    CHECK_FALSE(goal_mirror({3, 4}, 0));
}

TEST_CASE("named partitions share out all tiles of every goal, in the sizes of their names", "[pdb]") {
    for (const Grid grid : {Grid{3, 3}, Grid{4, 4}, Grid{5, 5}})
        for (int blank = 0; blank < grid.cells(); ++blank) {
            const auto list = named_partitions(grid, static_cast<Cell>(blank));
            REQUIRE(list.size() == (grid.rows == 4 ? 4 : grid.rows == 3 ? 2 : 1));
            for (const Partition& partition : list) {
                INFO(partition.name << " blank " << blank << '\n' << picture(partition));
                std::multiset<std::size_t> sizes;
                std::set<Cell> cells{static_cast<Cell>(blank)};
                for (const Pattern& pattern : partition.patterns) {
                    CHECK_NOTHROW(check_pattern(pattern));
                    sizes.insert(pattern.cells.size());
                    cells.insert(pattern.cells.begin(), pattern.cells.end());
                }
                CHECK(cells.size() == static_cast<std::size_t>(grid.cells()));
                std::multiset<std::size_t> named;
                for (const char c : partition.name)
                    if (c != '-') named.insert(static_cast<std::size_t>(c - '0'));
                CHECK(sizes == named);
            }
        }
    const CanonicalGoal korf({5, 5}, korf_goal({5, 5}));
    CHECK(find_partition("6-6-6-6", korf).patterns[0].cells == std::vector<Cell>{1, 2, 5, 6, 7, 12});
    CHECK(picture(find_partition("7-8", CanonicalGoal({4, 4}, korf_goal({4, 4})))) ==
          ". a a a\na a a a\nb b b b\nb b b b\n");
}

TEST_CASE("own partitions are read by the tile numbers of the goal", "[pdb]") {
    // Blank last: rotated by half a turn, tile t lies on canonical cell 9 - t.
    const CanonicalGoal goal({3, 3}, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 0});
    const Partition own = find_partition("1,2,3/8,7", goal);
    REQUIRE(own.patterns.size() == 2);
    CHECK(own.patterns[0].cells.size() == 3);
    for (const Pattern& pattern : own.patterns) CHECK(pattern.goal_blank == 0);
    std::vector<Cell> first{goal.tile(1), goal.tile(2), goal.tile(3)};
    std::sort(first.begin(), first.end());
    CHECK(own.patterns[0].cells == first);

    for (const char* const wrong : {"", "7-8", "1,,2", "1,2/2,3", "0,1", "9", "1/", "x", "1 2", "4-", "99999999999999"})
        CHECK_THROWS_AS(find_partition(wrong, goal), UsageError);
    CHECK_THROWS_AS(find_partition("1,2,3,4,5,6,7", goal), UnsupportedError);
    CHECK_THROWS_AS(find_partition("5-5", CanonicalGoal({2, 5}, korf_goal({2, 5}))), UsageError);
}
