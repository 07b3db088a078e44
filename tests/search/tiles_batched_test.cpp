// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/tiles_batched.hpp"

#include "tessera/search/bounded_dfs.hpp"
#include "tessera/search/idastar.hpp"
#include "tessera/search/replay.hpp"

#include "support/places.hpp"
#include "support/deepening.hpp"

#include <catch2/catch_test_macros.hpp>

#include <fstream>
#include <random>
#include <sstream>
#include <string>

using namespace tessera;

namespace {

template <class D>
AdditivePdb<D> pdb(const D& domain, const std::string& name) {
    return AdditivePdb<D>(domain, HeuristicRequest{name, 2, {}, {}});
}

template <class D>
typename D::State far_from_goal(const D& domain, std::mt19937_64& random, int length) {
    auto s = domain.goal();
    std::optional<Cell> back;
    for (int i = 0; i < length;) {
        const auto& moves = domain.moves(s);
        const Cell m = moves[random() % moves.size()];
        if (back && m == *back) continue;
        back = domain.undo(s, m);
        s = domain.apply(s, m);
        ++i;
    }
    return s;
}

// Rounds, counts and the length of the solution are those of the generic kernel.
template <class Kernel, class D>
void check_against_generic(const D& domain, const AdditivePdb<D>& heuristic, const typename D::State& start,
                           unsigned threads, Pruning pruning = Pruning::none) {
    using H = AdditivePdb<D>;
    Settings settings;
    settings.pruning = pruning;
    const auto expected = deepen<BoundedDfs<D, H>>(domain, heuristic, start, settings);
    settings.threads = threads;
    const auto found = deepen<Kernel>(domain, heuristic, start, settings);
    REQUIRE(found.outcome == Outcome::solved);
    REQUIRE(found.path.size() == expected.path.size());
    auto s = start;
    for (const Cell to : found.path) {
        const auto& moves = domain.moves(s);
        REQUIRE(std::find(moves.begin(), moves.end(), to) != moves.end());
        s = domain.apply(s, to);
    }
    REQUIRE(domain.is_goal(s));
    const auto rounds = test::completed(found.iterations);
    const auto wanted = test::completed(expected.iterations);
    REQUIRE(rounds.size() == wanted.size());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        CHECK(rounds[i].bound == wanted[i].bound);
        CHECK(rounds[i].stats.generated == wanted[i].stats.generated);
        CHECK(rounds[i].stats.expanded == wanted[i].stats.expanded);
    }
}

}  // namespace

TEST_CASE("the batched kernel counts what the generic one counts, for every goal and partition", "[idastar][pdb]") {
    using D = FifteenPuzzle;
    std::mt19937_64 random(11);
    for (const auto& goal : {test::blank_first(), test::blank_last(), test::blank_inside(), test::spiral()}) {
        const D domain({}, goal);
        for (const char* const name : {"pdb:5-5-5", "pdb:5-5-5-nomirror", "pdb:1,2,5,6/3,4,7,8/9,10,13", "pdb:7,9,1"}) {
            INFO(name);
            const auto heuristic = pdb(domain, name);
            REQUIRE(BatchedTiles<D>::fits(domain, heuristic));
            for (const int length : {0, 1, 8, 30, 60})
                for (const Pruning pruning : {Pruning::none, Pruning::automaton})
                    check_against_generic<BatchedTiles<D>>(domain, heuristic, far_from_goal(domain, random, length), 1,
                                                           pruning);
        }
    }
}

TEST_CASE("the batched kernel knows other boards", "[idastar][pdb]") {
    std::mt19937_64 random(12);
    const SmallTiles small({{3, 3}}, test::Cells{1, 2, 3, 8, 0, 4, 7, 6, 5});
    const auto small_pdb = pdb(small, "pdb:1,2,3,4/5,6,7,8");
    REQUIRE(BatchedTiles<SmallTiles>::fits(small, small_pdb));
    for (int round = 0; round < 20; ++round)
        check_against_generic<BatchedTiles<SmallTiles>>(small, small_pdb, far_from_goal(small, random, 60), 1,
                                                        round % 2 ? Pruning::automaton : Pruning::none);

    test::Cells goal(25);
    std::iota(goal.begin(), goal.end(), std::uint8_t{0});
    const LargeTiles large({{5, 5}}, goal);
    const auto large_pdb = pdb(large, "pdb:1,2,6,7/3,4,8,9/5,10,11,15/16,20,21,22");
    REQUIRE(BatchedTiles<LargeTiles>::fits(large, large_pdb));
    for (const int length : {0, 5, 30, 45})
        for (const Pruning pruning : {Pruning::none, Pruning::automaton})
            check_against_generic<BatchedTiles<LargeTiles>>(large, large_pdb, far_from_goal(large, random, length), 1,
                                                            pruning);
}

TEST_CASE("what does not fit the batched kernel is left to the generic one", "[idastar][pdb]") {
    const FifteenPuzzle domain({}, test::blank_first());
    CHECK_FALSE(BatchedTiles<FifteenPuzzle>::fits(domain, pdb(domain, "pdb:1,2,3/4,5,6/7,8,9/10,11,12/13,14,15")));
}

TEST_CASE("the batched kernel counts the same at any number of threads and however it is interrupted", "[idastar][pdb]") {
    using D = FifteenPuzzle;
    const D domain({}, test::blank_last());
    const auto heuristic = pdb(domain, "pdb:5-5-5");
    std::mt19937_64 random(13);
    for (int round = 0; round < 3; ++round) {
        const auto start = far_from_goal(domain, random, 120);
        for (const unsigned threads : {1u, 2u, 3u, 4u, 7u, 16u})
            for (const Pruning pruning : {Pruning::none, Pruning::automaton}) {
                check_against_generic<BatchedTiles<D>>(domain, heuristic, start, threads, pruning);
                check_against_generic<test::Jittery<BatchedTiles<D>>>(domain, heuristic, start, threads, pruning);
            }
    }
}

TEST_CASE("Korf's boards have their known lengths", "[idastar][pdb]") {
    using D = FifteenPuzzle;
    const D domain({}, test::blank_first());
    const auto heuristic = pdb(domain, "pdb:6-6-3");
    std::ifstream boards(test::instance_file("korf100.txt"));
    std::string line;
    int seen = 0;
    while (std::getline(boards, line)) {
        std::istringstream numbers(line);
        int id = 0, tile = 0;
        Cost optimum = 0;
        if (!(numbers >> id)) continue;
        test::Cells cells;
        for (int i = 0; i < 16; ++i) {
            numbers >> tile;
            cells.push_back(static_cast<std::uint8_t>(tile));
        }
        numbers >> optimum;
        const auto result = deepen<BatchedTiles<D>>(domain, heuristic, domain.from_cells(cells), Settings{});
        INFO("board " << id);
        CHECK(static_cast<Cost>(result.path.size()) == optimum);
        ++seen;
    }
    CHECK(seen == 100);
}
