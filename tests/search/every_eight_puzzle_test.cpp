// SPDX-License-Identifier: Apache-2.0
// All 181,440 boards of the 8-puzzle that can be solved, against the oracle.
#include "tessera/heuristics/all.hpp"
#include "tessera/search/astar.hpp"
#include "tessera/search/idastar.hpp"

#include "support/samples_tiles.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace tessera;
using namespace tessera::test;

namespace {

using D = SmallTiles;

// The boards with this remainder: the parts are tests of their own, so that they can run side by side.
template <class Algorithm, class H>
void solve_part(std::size_t part, std::size_t parts, Pruning pruning = Pruning::automatic) {
    const D domain = make_tiles<D>({3, 3}, blank_last({3, 3}));
    const H heuristic = make_heuristic<H>(domain, {"pdb:4-4", 1, {}, {}});
    const auto distances = oracle_distances({{1, 2, 3, 4, 5, 6, 7, 8, 0}},
                                            [](const OracleBoard& board) { return slide_tiles(3, 3, board); });
    REQUIRE(distances.size() == 181440);
    std::size_t number = 0;
    Settings settings;
    settings.pruning = pruning;
    for (const auto& [board, distance] : distances) {
        if (number++ % parts != part) continue;
        const auto start = domain.from_cells(Cells(board.begin(), board.end()));
        const auto result = Algorithm::solve(domain, heuristic, start, settings);
        if (result.outcome == Outcome::solved && static_cast<Cost>(result.path.size()) == distance &&
            result.lower_bound == distance)
            continue;
        FAIL(Algorithm::name << " with " << H::name << " gives " << result.path.size() << " instead of " << distance);
    }
}

}  // namespace

TEST_CASE("A* solves every 8-puzzle board optimally, first half", "[search]") {
    solve_part<AStar, LinearConflict<D>>(0, 2);
}
TEST_CASE("A* solves every 8-puzzle board optimally, second half", "[search]") {
    solve_part<AStar, LinearConflict<D>>(1, 2);
}
TEST_CASE("IDA* solves every 8-puzzle board optimally", "[search]") { solve_part<IdaStar, LinearConflict<D>>(0, 1); }
TEST_CASE("IDA* with pruned moves solves every 8-puzzle board optimally", "[search][automaton]") {
    solve_part<IdaStar, LinearConflict<D>>(0, 1, Pruning::automaton);
}

TEMPLATE_LIST_TEST_CASE("A* and IDA* solve every 8-puzzle board with other bounds", "[search][slow]", HeuristicsOf<D>) {
    if constexpr (!std::is_same_v<TestType, Blind<D>>) {
        solve_part<AStar, TestType>(0, std::is_same_v<TestType, Misplaced<D>> ? 16 : 1);
        solve_part<IdaStar, TestType>(0, std::is_same_v<TestType, Misplaced<D>> ? 16 : 1);
    }
}
