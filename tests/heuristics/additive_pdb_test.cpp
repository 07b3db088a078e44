// SPDX-License-Identifier: Apache-2.0
#include "tessera/heuristics/additive_pdb.hpp"

#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"

#include "domains/tiles.hpp"
#include "support/oracle.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>
#include <thread>

using namespace tessera;
using namespace tessera::test;

namespace {

template <class D>
AdditivePdb<D> make(const D& domain, const std::string& name) {
    return AdditivePdb<D>(domain, HeuristicRequest{name, 2, {}, {}});
}

template <class D, class H>
Cost value(const H& heuristic, const typename D::State& s) {
    return heuristic.value(heuristic.start(s));
}

}  // namespace

TEST_CASE("pattern databases of the 8-puzzle are admissible on every board, for every goal", "[pdb][heuristics]") {
    for (const char* const goal :
         {"0 1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 0", "1 2 3 8 0 4 7 6 5", "4 0 2 1 3 5 6 8 7"}) {
        const Cells cells = cells_of(goal);
        const auto domain = make_tiles<SmallTiles>({3, 3}, cells);
        const auto neighbours = [](const OracleBoard& board) { return slide_tiles(3, 3, board); };
        const auto distances = oracle_distances({{cells.begin(), cells.end()}}, neighbours, 1000);
        REQUIRE(distances.size() == 181440);
        for (const char* const name : {"pdb:5-3", "pdb:4-4", "pdb:4-4-nomirror", "pdb:1,2,3,4,5/6,7,8", "pdb:1,3/6"}) {
            INFO(name << " goal " << goal);
            const auto heuristic = make(domain, name);
            const Manhattan<SmallTiles> manhattan(domain);
            for (const auto& [board, distance] : distances) {
                const auto s = domain.from_cells(Cells(board.begin(), board.end()));
                const Cost h = value<SmallTiles>(heuristic, s);
                if (h > distance || h < value<SmallTiles>(manhattan, s) || (distance - h) % 2 != 0)
                    FAIL(show_board(domain.to_cells(s)) << ": " << h << ", distance " << distance);
            }
        }
    }
}

// The mirror law: a board and its reflection in the main diagonal (cells and tiles) have the same value.
TEST_CASE("a board and its mirror image have the same value", "[pdb][heuristics]") {
    const auto domain = make_tiles<FifteenPuzzle>({4, 4}, blank_first({4, 4}));
    const auto with = make(domain, "pdb:6-6-3");
    const auto without = make(domain, "pdb:6-6-3-nomirror");
    const auto reflect = [](int c) { return c % 4 * 4 + c / 4; };
    std::mt19937 random(9);
    bool differed = false;
    for (int round = 0; round < 5000; ++round) {
        const Cells board = shuffled({4, 4}, random);
        Cells mirror(16);
        for (int c = 0; c < 16; ++c) mirror[reflect(c)] = static_cast<std::uint8_t>(reflect(board[c]));
        const auto s = domain.from_cells(board);
        const auto t = domain.from_cells(mirror);
        REQUIRE(value<FifteenPuzzle>(with, s) == value<FifteenPuzzle>(with, t));
        REQUIRE(value<FifteenPuzzle>(with, s) ==
                std::max(value<FifteenPuzzle>(without, s), value<FifteenPuzzle>(without, t)));
        differed |= value<FifteenPuzzle>(without, s) != value<FifteenPuzzle>(without, t);
    }
    CHECK(differed);
}

TEST_CASE("a value carried along a walk is the value of the board it comes to, in both views", "[pdb][heuristics]") {
    const auto domain = make_tiles<FifteenPuzzle>({4, 4}, blank_first({4, 4}));
    const auto heuristic = make(domain, "pdb:6-6-3");
    REQUIRE(heuristic.views().size() == 2);
    std::mt19937 random(12);
    auto s = domain.from_cells(shuffled({4, 4}, random));
    auto trace = heuristic.start(s);
    for (int step = 0; step < 5000; ++step) {
        const auto& moves = domain.moves(s);
        const auto m = moves[random() % moves.size()];
        const auto next = domain.apply(s, m);
        trace = heuristic.step(trace, s, m, next);
        s = next;
        const auto fresh = heuristic.start(s);
        REQUIRE(heuristic.value(trace) == heuristic.value(fresh));
        for (std::size_t v = 0; v < 2; ++v) REQUIRE(trace.views[v].sum == fresh.views[v].sum);
    }
}

// Goals that differ by labels and symmetries share their tables, and equivalent boards have equal values.
TEST_CASE("a turned and relabelled board has the value of the board", "[pdb][heuristics]") {
    std::mt19937 random(4);
    const auto first = make_tiles<FifteenPuzzle>({4, 4}, blank_first({4, 4}));
    const auto h = make(first, "pdb:5-5-5");
    for (const Symmetry& turn : Symmetry::all({4, 4})) {
        Cells labels = shuffled({4, 4}, random);
        std::swap(labels[0], *std::find(labels.begin(), labels.end(), 0));
        const auto turned = [&](const Cells& board) {
            Cells result(16);
            for (int c = 0; c < 16; ++c) result[turn(c)] = labels[board[c]];
            return result;
        };
        const auto other = make_tiles<FifteenPuzzle>({4, 4}, turned(blank_first({4, 4})));
        const auto h2 = make(other, "pdb:5-5-5");
        for (std::size_t p = 0; p < 3; ++p) CHECK(&h.lookups()[p].table() == &h2.lookups()[p].table());
        for (int round = 0; round < 500; ++round) {
            const Cells board = shuffled({4, 4}, random);
            REQUIRE(value<FifteenPuzzle>(h, first.from_cells(board)) ==
                    value<FifteenPuzzle>(h2, other.from_cells(turned(board))));
        }
    }
}

TEST_CASE("IDA* with pattern databases solves boards of Korf's set and of other goals", "[pdb][search]") {
    Choice choice;
    choice.algorithm = "idastar";
    for (const bool blank_first : {true, false}) {
        choice.blank_first = blank_first;
        // Korf's boards 1 and 12 (57 and 45 moves); for the other goal, turned by half a turn and relabelled.
        for (auto [board, optimum] : {std::pair{cells_of("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"), 57},
                                      {cells_of("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"), 45}}) {
            if (!blank_first) {
                std::reverse(board.begin(), board.end());
                for (auto& tile : board) tile = static_cast<std::uint8_t>((16 - tile) % 16);
            }
            std::uint64_t least = ~std::uint64_t{0};
            for (const char* const name : {"manhattan", "pdb:5-5-5", "pdb:6-6-3", "auto"}) {
                if (std::string_view(name) == "manhattan" && optimum > 50) continue;
                choice.heuristic = name;
                const Answer answer = solve(show_board(board), choice);
                INFO(name << " " << answer.heuristic);
                CHECK(answer.length == optimum);
                CHECK(answer.stats.generated <= least);
                least = answer.stats.generated;
            }
        }
    }
}

TEST_CASE("a name that means nothing is refused with a hint", "[pdb][heuristics]") {
    Choice choice;
    choice.heuristic = "pdb:7-9";
    CHECK_THROWS_AS(solve("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", choice), UsageError);
    choice.heuristic = "pdb:1,2/3,4/5,6/7,8/9,10/11,12";
    CHECK_THROWS_AS(solve("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", choice), UnsupportedError);
    choice.heuristic = "pdb";
    CHECK_THROWS_AS(solve("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", choice), UsageError);
}

TEST_CASE("a table is fetched once, whoever asks, and again after a failure", "[pdb]") {
    struct Counting : TableSource {
        Table fetch(const Pattern& pattern, const TableRequest& request) override {
            if (fetched++ == 0) throw EnvironmentError("the first attempt fails");
            return build_table(pattern, request.threads);
        }
        bool ready(const Pattern&) const override { return false; }
        std::atomic<int> fetched = 0;
    };
    const auto source = std::make_shared<Counting>();
    set_table_source(source);
    const Pattern pattern{{2, 5}, 3, {0, 1, 2, 9}};
    CHECK_FALSE(table_ready(pattern));
    CHECK_THROWS_AS(shared_table(pattern, {}), EnvironmentError);
    std::vector<std::shared_ptr<const Table>> tables(8);
    {
        std::vector<std::jthread> threads;
        for (auto& table : tables) threads.emplace_back([&] { table = shared_table(pattern, {}); });
    }
    for (const auto& table : tables) CHECK(table == tables.front());
    CHECK(source->fetched == 2);
    CHECK(table_ready(pattern));
    forget_tables();
    CHECK_FALSE(table_ready(pattern));
    set_table_source(nullptr);
}
