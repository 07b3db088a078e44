// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/tiles15_manhattan.hpp"

#include "tessera/search/bounded_dfs.hpp"
#include "tessera/search/idastar.hpp"
#include "tessera/search/replay.hpp"

#include "search/pruned_moves.hpp"
#include "search/tile_waves.hpp"
#include "support/deepening.hpp"
#include "support/places.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <fstream>
#include <map>
#include <random>
#include <sstream>

using namespace tessera;

namespace {

using D = FifteenPuzzle;
using H = Manhattan<D>;

struct KorfRow {
    int id = 0;
    test::Cells cells;
    Cost optimum = 0;
    std::uint64_t generated = 0;
};

// Korf's hundred boards with the counts of his experiment.
std::vector<KorfRow> korf_rows() {
    std::map<int, std::uint64_t> counts;
    std::string line;
    std::ifstream expected(test::expected_file("korf100_idastar_manhattan.csv"));
    while (std::getline(expected, line)) {
        int id = 0, h = 0, optimum = 0;
        unsigned long long generated = 0;
        if (std::sscanf(line.c_str(), "%d,%d,%d,%llu", &id, &h, &optimum, &generated) == 4) counts[id] = generated;
    }
    std::vector<KorfRow> rows;
    std::ifstream boards(test::instance_file("korf100.txt"));
    while (std::getline(boards, line)) {
        std::istringstream words(line);
        KorfRow row;
        if (!(words >> row.id)) continue;
        for (int i = 0, tile = 0; i < 16; ++i) {
            words >> tile;
            row.cells.push_back(static_cast<std::uint8_t>(tile));
        }
        words >> row.optimum;
        row.generated = counts.at(row.id);
        rows.push_back(row);
    }
    return rows;
}

void check_korf(const KorfRow& row) {
    INFO("board " << row.id);
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const auto result = deepen<Tiles15Manhattan>(domain, H(domain), domain.from_cells(row.cells), {});
    CHECK(static_cast<Cost>(result.path.size()) == row.optimum);
    CHECK(result.stats.generated == row.generated);
}

}  // namespace

TEST_CASE("the kernel for 4x4 and Manhattan distance does what the generic kernel does", "[search][tiles15]") {
    const auto goal = GENERATE(test::blank_first(), test::blank_last(), test::blank_inside(), test::spiral(),
                               test::Cells{4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
    const D domain(FixedShape<4, 4>{}, goal);
    const H heuristic(domain);
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    for (int board = 0; board < 24; ++board) {
        const D::State start = test::walk(domain, random, 3 * board);
        Settings settings;
        settings.pruning = board % 2 ? Pruning::automaton : Pruning::none;
        const auto expected = deepen<BoundedDfs<D, H>>(domain, heuristic, start, settings);
        const auto result = deepen<Tiles15Manhattan>(domain, heuristic, start, settings);
        REQUIRE(result.outcome == Outcome::solved);
        CHECK(result.path == expected.path);
        REQUIRE(result.iterations.size() == expected.iterations.size());
        for (std::size_t i = 0; i < result.iterations.size(); ++i) {
            CHECK(result.iterations[i].bound == expected.iterations[i].bound);
            CHECK(result.iterations[i].stats.generated == expected.iterations[i].stats.generated);
            CHECK(result.iterations[i].stats.expanded == expected.iterations[i].stats.expanded);
        }
    }
}

TEST_CASE("the kernel for 4x4 and Manhattan distance can be stopped, shared and taken up again at any point",
          "[search][tiles15][parallel]") {
    const auto pruning = GENERATE(Pruning::none, Pruning::automaton);
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const H heuristic(domain);
    for (const KorfRow& row : korf_rows()) {
        if (row.generated > 5'000'000) continue;
        INFO("board " << row.id);
        const D::State start = domain.from_cells(row.cells);
        Settings settings;
        settings.pruning = pruning;
        const auto one = deepen<Tiles15Manhattan>(domain, heuristic, start, settings);
        const auto expected = test::completed(one.iterations);
        for (const unsigned threads : {1u, 2u, 3u, 4u, 7u, 16u}) {
            settings.threads = threads;
            const auto many = deepen<test::Jittery<Tiles15Manhattan>>(domain, heuristic, start, settings);
            CHECK(many.path.size() == one.path.size());
            const auto end = replay<D>(domain, start, many.path);
            REQUIRE(end);
            CHECK(domain.is_goal(*end));
            const auto counted = test::completed(many.iterations);
            REQUIRE(counted.size() == expected.size());
            for (std::size_t i = 0; i < counted.size(); ++i) {
                CHECK(counted[i].stats.generated == expected[i].stats.generated);
                CHECK(counted[i].stats.expanded == expected[i].stats.expanded);
            }
            if (threads == 1) CHECK(many.stats.generated == one.stats.generated);
            if (threads == 1 && pruning == Pruning::none) CHECK(one.stats.generated == row.generated);
        }
    }
}

TEST_CASE("waves count the same with and without wide registers", "[search][tiles15]") {
    const D domain(FixedShape<4, 4>{}, test::blank_first());
    const MoveAutomaton& automaton = MoveAutomaton::of(domain.grid(), Pruning::automaton);
    const PrunedMoves moves(automaton);
    const PrunedMoves* const pruned = GENERATE_REF(static_cast<const PrunedMoves*>(nullptr), &moves);
    std::mt19937_64 random(7);
    TileWaves wide(domain.goal().board, 0, pruned), plain(domain.goal().board, 0, pruned, true);
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 1 + round; ++i) {
            const D::State s = test::walk(domain, random, 10 * round);
            const Cell previous = domain.moves(s)[0];
            const int slack = static_cast<int>(random() % 4);
            const auto state = moves.number(automaton.after(previous, std::array{s.blank}), s.blank, previous);
            wide.add(s.board, s.blank, previous, slack, state);
            plain.add(s.board, s.blank, previous, slack, state);
        }
        const auto a = wide.run(), b = plain.run();
        CHECK(a.expanded == b.expanded);
        CHECK(a.generated == b.generated);
        CHECK(a.goal == b.goal);
    }
}

TEST_CASE("Korf's node counts with Manhattan distance: boards below 20 million nodes", "[search][tiles15][korf]") {
    int checked = 0;
    for (const KorfRow& row : korf_rows())
        if (row.generated < 20'000'000) {
            check_korf(row);
            ++checked;
        }
    CHECK(checked > 10);
}

TEST_CASE("Korf's node counts with Manhattan distance: all hundred", "[search][tiles15][korf][slow]") {
    std::uint64_t sum = 0;
    for (const KorfRow& row : korf_rows()) {
        check_korf(row);
        sum += row.generated;
    }
    CHECK(sum == 36'302'808'031);
}
