// SPDX-License-Identifier: Apache-2.0
#include "pdb/build.hpp"

#include "tessera/core/error.hpp"
#include "tessera/pdb/verify.hpp"

#include "pdb/checksum.hpp"
#include "pdb/naive_pattern_distances.hpp"
#include "support/effort.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <string>

using namespace tessera;

namespace {

int distance(const Table& table, std::uint64_t index) {
    const Pattern& p = table.pattern;
    std::vector<Cell> where(p.cells.size());
    PlacementIndex(p).unrank(index, where);
    int manhattan = 0;
    for (std::size_t t = 0; t < where.size(); ++t) manhattan += p.grid.distance(where[t], p.cells[t]);
    return manhattan + 2 * table.excess(index);
}

void check_against_naive(const Pattern& pattern) {
    INFO(describe(pattern));
    const Table table = build_table(pattern, 1);
    const NaivePatternDistances naive(pattern.grid.rows, pattern.grid.cols, pattern.goal_blank,
                                      {pattern.cells.begin(), pattern.cells.end()});
    const PlacementIndex index(pattern);
    std::vector<Cell> where(pattern.cells.size());
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < index.entries(); ++i) {
        index.unrank(i, where);
        const int expected = naive.distance({where.begin(), where.end()});
        const int found = distance(table, i);
        sum += static_cast<std::uint64_t>(found);
        if (found != expected) FAIL("entry " << i << ": " << found << " instead of " << expected);
    }
    REQUIRE(table.sum == sum);
}

// Every pattern of so many tiles.
template <class F>
void for_each_pattern(Grid grid, Cell goal_blank, int tiles, F f) {
    for (std::uint32_t mask = 0; mask < 1u << grid.cells(); ++mask) {
        if (std::popcount(mask) != tiles || (mask >> goal_blank & 1)) continue;
        Pattern pattern{grid, goal_blank, {}};
        for (int c = 0; c < grid.cells(); ++c)
            if (mask >> c & 1) pattern.cells.push_back(static_cast<Cell>(c));
        f(pattern);
    }
}

Pattern random_pattern(Grid grid, int tiles, std::mt19937& random) {
    std::vector<Cell> cells(static_cast<std::size_t>(grid.cells()));
    for (std::size_t c = 0; c < cells.size(); ++c) cells[c] = static_cast<Cell>(c);
    std::shuffle(cells.begin(), cells.end(), random);
    Pattern pattern{grid, cells.back(), {cells.begin(), cells.begin() + tiles}};
    std::sort(pattern.cells.begin(), pattern.cells.end());
    return pattern;
}

// A golden value is renewed by running the test and copying what it shows, after asking why the bytes changed.
// It is the checksum that the file has and `tessera pdb info` shows.
std::string checksum(const Table& table) { return payload_checksum(table.payload.bytes(), 2).hex(); }

}  // namespace

TEST_CASE("tables of all patterns up to three tiles equal a naive search on 3x3", "[pdb]") {
    for (Cell blank = 0; blank < 9; ++blank)
        for (int tiles = 1; tiles <= 3; ++tiles) for_each_pattern({3, 3}, blank, tiles, check_against_naive);
}

TEST_CASE("tables of all patterns up to two tiles equal a naive search on 4x4", "[pdb]") {
    for (const Cell blank : {Cell{0}, Cell{1}, Cell{5}})
        for (int tiles = 1; tiles <= 2; ++tiles) for_each_pattern({4, 4}, blank, tiles, check_against_naive);
}

TEST_CASE("tables of all patterns of three tiles equal a naive search on 4x4", "[pdb][slow]") {
    for (const Cell blank : {Cell{0}, Cell{1}, Cell{5}}) for_each_pattern({4, 4}, blank, 3, check_against_naive);
}

TEST_CASE("tables of larger patterns, other boards and other goals equal a naive search", "[pdb]") {
    std::mt19937 random(7);
    for (int round = 0; round < 6; ++round) {
        check_against_naive(random_pattern({4, 4}, 3, random));
        check_against_naive(random_pattern({3, 3}, 4, random));
        check_against_naive(random_pattern({2, 3}, 3, random));
        check_against_naive(random_pattern({3, 4}, 3, random));
        check_against_naive(random_pattern({5, 2}, 4, random));
    }
    for (int round = 0; round < 2; ++round) {
        check_against_naive(random_pattern({3, 3}, 5, random));
        check_against_naive(random_pattern({3, 3}, 6, random));
        check_against_naive(random_pattern({4, 4}, 4, random));
        check_against_naive(random_pattern({5, 5}, 3, random));
        check_against_naive(random_pattern({2, 7}, 3, random));
        check_against_naive(random_pattern({4, 2}, 5, random));
    }
}

TEST_CASE("a table of seven tiles has the known states, depth, mean and bytes", "[pdb]") {
    const Table table = build_table({{4, 4}, 0, {1, 2, 3, 4, 5, 6, 7}}, 2);
    CHECK(table.entries() == 57657600);
    CHECK(table.states == 139849920);
    CHECK(table.depth == 34);
    CHECK(std::abs(table.mean() - 20.9122) < 0.00005);
    CHECK(table.entry_bits == 4);
    CHECK(checksum(table) == "5f7bea74767e4a032df26cabfceb584b");
}

TEST_CASE("a table of eight tiles has the known states, depth, mean and bytes, and is proved", "[pdb][slow]") {
    const Table table = build_table({{4, 4}, 0, {8, 9, 10, 11, 12, 13, 14, 15}}, 2);
    CHECK(table.entries() == 518918400);
    CHECK(table.states == 1425191040);
    CHECK(table.depth == 38);
    CHECK(std::abs(table.mean() - 23.9728) < 0.00005);
    CHECK(table.entry_bits == 4);
    CHECK(checksum(table) == "4ed9ef75fcacdcb7f2f3d3649ee60b69");
    CHECK(verify_table(table, 2).right);
}

// 6 GB, 7 GB while it is proved, and half a minute on two processors.
TEST_CASE("a table of nine tiles has its states, depth and mean, and is proved", "[pdb][slow]") {
    const Table table = build_table({{4, 4}, 0, {4, 8, 9, 10, 11, 12, 13, 14, 15}}, 2);
    CHECK(table.entries() == 4151347200);
    CHECK(table.states == 12342274560);
    CHECK(table.depth == 44);
    CHECK(std::abs(table.mean() - 27.4904) < 0.00005);
    CHECK(table.entry_bits == 4);
    const Verdict verdict = verify_table(table, 2);
    CHECK(verdict.right);
    CHECK(verdict.states == table.states);
}

TEST_CASE("the bytes of a table do not depend on the number of threads", "[pdb][faults]") {
    test::Promise promise("R25", "tables built by two to sixteen threads");
    for (const Pattern& pattern : {Pattern{{4, 4}, 0, {1, 2, 5, 6, 9}}, Pattern{{3, 3}, 4, {0, 1, 2, 3, 5, 6}},
                                   Pattern{{4, 4}, 5, {1}}, Pattern{{5, 5}, 12, {0, 7, 24}}}) {
        const Table one = build_table(pattern, 1);
        for (unsigned threads = 2; threads <= 16; ++threads) {
            const Table other = build_table(pattern, threads);
            REQUIRE(std::ranges::equal(one.payload.bytes(), other.payload.bytes()));
            REQUIRE(one.states == other.states);
            REQUIRE(one.depth == other.depth);
            REQUIRE(one.sum == other.sum);
            promise.tried();
        }
    }
    promise.kept();
}

TEST_CASE("code without this machine's special instructions gives the same bytes", "[pdb]") {
    for (const Pattern& pattern : {Pattern{{4, 4}, 0, {1, 2, 3, 4, 5, 6, 7}}, Pattern{{3, 4}, 5, {0, 1, 2, 3, 4, 6, 7}},
                                   Pattern{{3, 3}, 4, {0, 1, 2, 3, 5, 6}}, Pattern{{5, 5}, 0, {1, 5, 6, 11}}}) {
        const Table best = build_table(pattern, 2, rows::Code::best);
        const Table plain = build_table(pattern, 2, rows::Code::plain);
        CHECK(std::ranges::equal(best.payload.bytes(), plain.payload.bytes()));
        CHECK(best.states == plain.states);
    }
}

TEST_CASE("a stop request ends a build", "[pdb]") {
    std::stop_source stop;
    const auto after_third_layer = [&](const BuildProgress& progress) {
        if (progress.layer == 3) stop.request_stop();
        CHECK(progress.layer <= 3);
    };
    CHECK_THROWS_AS(build_table({{4, 4}, 0, {1, 2, 3, 4, 5}}, 2, after_third_layer, stop.get_token()), Error);
}
