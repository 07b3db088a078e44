// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/move_automaton.hpp"

#include "tessera/heuristics/manhattan.hpp"
#include "tessera/search/idastar.hpp"

#include "search/pruned_moves.hpp"
#include "support/deepening.hpp"
#include "support/oracle.hpp"
#include "support/samples_tiles.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <map>
#include <random>
#include <string>

using namespace tessera;

namespace {

// Rules in their plainest form, which share nothing with the automaton: directions 0 to 3 are up, left, right, down.
struct PlainBoard {
    int rows, cols;
    std::vector<int> tiles;  // 0: the blank

    [[nodiscard]] int blank() const {
        return static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
    }
    bool move(int d) {
        const int at = blank();
        const int row = at / cols + test::oracle_directions[d].first,
                  col = at % cols + test::oracle_directions[d].second;
        if (row < 0 || row >= rows || col < 0 || col >= cols) return false;
        std::swap(tiles[at], tiles[row * cols + col]);
        return true;
    }
};

PlainBoard labelled(int rows, int cols, int blank) {
    PlainBoard board{rows, cols, {}};
    for (int cell = 0; cell < rows * cols; ++cell) board.tiles.push_back(cell == blank ? 0 : cell + 1);
    return board;
}

bool accepts(const MoveAutomaton& automaton, int cell, const std::string& way) {
    MoveAutomaton::State s = automaton.start(cell);
    for (const char d : way)
        if ((s = automaton.next(s, d - '0')) == MoveAutomaton::none) return false;
    return true;
}

// Breadth-first search over pairs of board and state.  Which tile is which does not matter to the automaton, so a start
// for each cell of the blank proves it for every start.
void reach_all_from(int cell) {
    const MoveAutomaton& automaton = MoveAutomaton::of({3, 3}, Pruning::automaton);
    INFO("blank at " << cell);
    const PlainBoard start = labelled(3, 3, cell);
    const auto distances = test::oracle_distances(
        {start.tiles}, [](const test::OracleBoard& board) { return test::slide_tiles(3, 3, board); });
    REQUIRE(distances.size() == 181440);

    std::map<std::vector<int>, std::vector<MoveAutomaton::State>> layer{{start.tiles, {automaton.start(cell)}}};
    std::size_t reached = 0;
    std::map<std::vector<int>, int> first;
    for (int depth = 0; depth <= 31; ++depth) {
        std::map<std::vector<int>, std::vector<MoveAutomaton::State>> next;
        for (auto& [tiles, states] : layer) {
            std::sort(states.begin(), states.end());
            states.erase(std::unique(states.begin(), states.end()), states.end());
            if (first.emplace(tiles, depth).second) {
                ++reached;
                if (distances.at(tiles) != depth) FAIL("a board is reached after " << depth << " moves only");
            }
            // A state that comes to a board later than it could does not matter: a shorter way has been found.
            if (first.at(tiles) < depth) continue;
            for (int d = 0; d < 4; ++d) {
                PlainBoard child{3, 3, tiles};
                if (!child.move(d)) continue;
                for (const auto s : states)
                    if (const auto to = automaton.next(s, d); to != MoveAutomaton::none)
                        next[child.tiles].push_back(to);
            }
        }
        layer = std::move(next);
    }
    CHECK(reached == 181440);
}

}  // namespace

TEST_CASE("the automaton leaves out exactly the ways that contain one for which there is a smaller one",
          "[search][automaton]") {
    const auto [rows, cols, longest] = GENERATE(std::tuple{2, 2, 8}, std::tuple{2, 3, 8}, std::tuple{3, 3, 7},
                                                std::tuple{4, 4, 6}, std::tuple{3, 5, 6});
    INFO(rows << "x" << cols);
    const MoveAutomaton automaton({rows, cols}, longest);
    // All ways from each cell, each with the word whether it is the smallest to its board: shorter ones come first, and
    // those of the same length in the order of directions.
    std::vector<std::map<std::string, bool>> smallest(static_cast<std::size_t>(rows * cols));
    for (int cell = 0; cell < rows * cols; ++cell) {
        std::map<std::vector<int>, std::string> first;
        std::vector<std::pair<std::string, PlainBoard>> layer{{"", labelled(rows, cols, cell)}};
        for (int length = 0; length <= longest; ++length) {
            std::vector<std::pair<std::string, PlainBoard>> next;
            for (const auto& [way, board] : layer) {
                smallest[cell][way] = first.emplace(board.tiles, way).first->second == way;
                for (int d = 0; d < 4; ++d)
                    if (PlainBoard child = board; child.move(d)) next.emplace_back(way + char('0' + d), child);
            }
            layer = next;
        }
    }
    for (int cell = 0; cell < rows * cols; ++cell)
        for (const auto& [way, ignored] : smallest[cell]) {
            bool needed = true;
            PlainBoard at = labelled(rows, cols, cell);
            for (std::size_t begin = 0; begin < way.size() && needed; ++begin) {
                for (std::size_t n = 1; n <= way.size() - begin && needed; ++n)
                    needed = smallest[at.blank()].at(way.substr(begin, n));
                at.move(way[begin] - '0');
            }
            if (accepts(automaton, cell, way) != needed) FAIL("way " << way << " from cell " << cell);
        }
}

TEST_CASE("no board of the 8-puzzle is lost or reached later: blank in a corner, at an edge, inside",
          "[search][automaton]") {
    reach_all_from(GENERATE(0, 4, 5));
}
TEST_CASE("no board of the 8-puzzle is lost or reached later: blank on the other cells", "[search][automaton][slow]") {
    reach_all_from(GENERATE(1, 2, 3, 6, 7, 8));
}

TEST_CASE("the states of the automaton for 4x4 fit a byte for each arrival", "[search][automaton]") {
    const MoveAutomaton& automaton = MoveAutomaton::of({4, 4}, Pruning::automaton);
    CHECK(automaton.size() > 1000);
    for (int cell = 0; cell < 16; ++cell)
        for (int from = 0; from < 4; ++from)
            CHECK(automaton.last_arrival(cell, from) - automaton.first_arrival(cell, from) <= PrunedMoves::none);
}

TEST_CASE("pruned IDA* finds the lengths of plain IDA* with fewer nodes, at any number of threads",
          "[search][automaton][parallel]") {
    using D = FifteenPuzzle;
    using H = Manhattan<D>;
    const auto goal = GENERATE(test::blank_first(), test::blank_last(), test::blank_inside(), test::spiral());
    const D domain(FixedShape<4, 4>{}, goal);
    const H heuristic(domain);
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    std::uint64_t plain = 0, pruned = 0;
    for (int board = 0; board < 20; ++board) {
        const D::State start = test::walk(domain, random, 60 + 2 * board);
        const auto expected = IdaStar::solve(domain, heuristic, start, {});
        plain += expected.stats.generated;
        for (const unsigned threads : {1u, 2u, 4u, 7u}) {
            Settings settings;
            settings.threads = settings.processors = threads;
            settings.pruning = Pruning::automaton;
            const auto found = IdaStar::solve(domain, heuristic, start, settings);
            REQUIRE(found.outcome == Outcome::solved);
            CHECK(found.path.size() == expected.path.size());
            if (threads == 1) pruned += found.stats.generated;
        }
    }
    CHECK(pruned < plain);
}
