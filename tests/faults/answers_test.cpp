// SPDX-License-Identifier: Apache-2.0
// Answers are optimal: whole spaces and many boards, each judged by code that shares nothing with the solver.
#include "tessera/heuristics/all.hpp"
#include "tessera/search/all.hpp"

#include "support/effort.hpp"
#include "support/oracle.hpp"
#include "support/tiles.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <unordered_map>

using namespace tessera;
using namespace tessera::test;

namespace {

using D = SmallTiles;

// So many of the boards that can be solved, spread evenly over all.
template <class Algorithm, class H>
void solve_all(int count, unsigned threads) {
    const D domain = make_tiles<D>({3, 3}, blank_last({3, 3}));
    const H heuristic(domain);
    static const auto distances = oracle_distances({{1, 2, 3, 4, 5, 6, 7, 8, 0}},
                                                   [](const OracleBoard& board) { return slide_tiles(3, 3, board); });
    REQUIRE(distances.size() == 181440);
    Promise promise("R1",
                    "8-puzzle boards solved by " + std::string(Algorithm::name) + " with " + std::string(H::name));
    const std::size_t step = distances.size() / static_cast<std::size_t>(tries(count));
    std::size_t number = 0;
    Settings settings;
    settings.threads = settings.processors = threads;
    for (const auto& [board, distance] : distances) {
        if (number++ % step != 0) continue;
        const auto start = domain.from_cells(Cells(board.begin(), board.end()));
        const auto result = Algorithm::solve(domain, heuristic, start, settings);
        promise.tried();
        if (result.outcome == Outcome::solved && static_cast<Cost>(result.path.size()) == distance &&
            result.lower_bound == distance)
            continue;
        FAIL("board " << number << ": " << result.path.size() << " instead of " << distance);
    }
    promise.kept();
}

constexpr int all_boards = 181440;
// Searches without a bound walk through half of the space for a board, or through trees of many millions of nodes.
constexpr int some_boards = 2000;

// A* on 3x4 boards as one would write it on a slate: boards are numbers of twelve digits to the base sixteen, the
// estimate is counted anew for every board, and the shortest way so far is kept in a map.
class SlateSearch {
public:
    using Board = std::uint64_t;
    static constexpr int rows = 3, cols = 4, cells = rows * cols;

    static int shortest(const std::array<int, cells>& start) {
        Board board = 0;
        for (int c = 0; c < cells; ++c) board |= static_cast<Board>(start[static_cast<std::size_t>(c)]) << 4 * c;
        std::unordered_map<Board, int> best{{board, 0}};
        std::vector<std::vector<std::pair<Board, int>>> waiting(200);
        waiting[static_cast<std::size_t>(estimate(board))].emplace_back(board, 0);
        for (std::size_t f = 0; f < waiting.size(); ++f)
            while (!waiting[f].empty()) {
                const auto [now, g] = waiting[f].back();
                waiting[f].pop_back();
                if (best.at(now) < g) continue;
                if (estimate(now) == 0) return g;
                int blank = 0;
                while ((now >> 4 * blank & 15) != 0) ++blank;
                for (const auto& [down, right] : oracle_directions) {
                    const int row = blank / cols + down, col = blank % cols + right;
                    if (row < 0 || row >= rows || col < 0 || col >= cols) continue;
                    const int from = row * cols + col;
                    const Board tile = now >> 4 * from & 15;
                    const Board next = now ^ tile << 4 * from ^ tile << 4 * blank;
                    const auto [known, fresh] = best.try_emplace(next, g + 1);
                    if (!fresh && known->second <= g + 1) continue;
                    known->second = g + 1;
                    waiting[static_cast<std::size_t>(g + 1 + estimate(next))].emplace_back(next, g + 1);
                }
            }
        return no_way;
    }

private:
    // The tiles 1 ... 11 belong on the cells 0 ... 10.
    static int way(int tile, int c) {
        return std::abs(c / cols - (tile - 1) / cols) + std::abs(c % cols - (tile - 1) % cols);
    }
    static int estimate(Board board) {
        static const auto ways = [] {
            std::array<std::array<int, 16>, cells> table{};
            for (int c = 0; c < cells; ++c)
                for (int tile = 1; tile < cells; ++tile)
                    table[static_cast<std::size_t>(c)][static_cast<std::size_t>(tile)] = way(tile, c);
            return table;
        }();
        int sum = 0;
        for (const auto& at : ways) {
            sum += at[board & 15];
            board >>= 4;
        }
        return sum;
    }
};

}  // namespace

TEST_CASE("A* is optimal on every 8-puzzle board", "[faults]") { solve_all<AStar, Manhattan<D>>(all_boards, 1); }
TEST_CASE("IDA* is optimal on every 8-puzzle board", "[faults]") { solve_all<IdaStar, Manhattan<D>>(all_boards, 1); }
TEST_CASE("IDA* with two threads is optimal on every 8-puzzle board", "[faults]") {
    solve_all<IdaStar, LinearConflict<D>>(all_boards, 2);
}
TEST_CASE("hash-distributed A* is optimal on every 8-puzzle board", "[faults]") {
    solve_all<HdaStar, Manhattan<D>>(all_boards, 1);
}
// Workers wait for each other at every layer: on a busy machine a board takes as long as thousands with one worker.
TEST_CASE("hash-distributed A* with two workers is optimal on 8-puzzle boards", "[faults]") {
    solve_all<HdaStar, LinearConflict<D>>(some_boards, 2);
}
TEST_CASE("breadth-first search is optimal on 8-puzzle boards", "[faults]") {
    solve_all<Bfs, Blind<D>>(some_boards, 1);
}
TEST_CASE("uniform-cost search is optimal on 8-puzzle boards", "[faults]") { solve_all<Ucs, Blind<D>>(some_boards, 1); }
TEST_CASE("iterative deepening is optimal on 8-puzzle boards", "[faults]") {
    solve_all<Ids, Blind<D>>(some_boards / 10, 1);
}

TEST_CASE("random 3x4 boards have the lengths that a plain A* finds", "[faults]") {
    Promise promise("R1", "random 3x4 boards against a plain A*");
    const Grid grid{3, 4};
    const D domain = make_tiles<D>(grid, blank_last(grid));
    const LinearConflict<D> conflict(domain);
    std::mt19937 random(34);
    for (int board = 0; board < tries(1000);) {
        const Cells cells = shuffled(grid, random);
        const auto start = domain.from_cells(cells);
        if (!domain.solvable(start)) continue;
        std::array<int, 12> numbers{};
        std::copy(cells.begin(), cells.end(), numbers.begin());
        const int length = SlateSearch::shortest(numbers);
        Settings settings;
        settings.threads = settings.processors = 1u + static_cast<unsigned>(board % 2);
        INFO("board " << ++board << ", length " << length);
        for (const auto& result :
             {IdaStar::solve(domain, conflict, start, settings), HdaStar::solve(domain, conflict, start, settings)}) {
            REQUIRE(result.outcome == Outcome::solved);
            REQUIRE(static_cast<int>(result.path.size()) == length);
        }
        promise.tried();
    }
    promise.kept();
}
