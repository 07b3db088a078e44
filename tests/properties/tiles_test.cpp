// SPDX-License-Identifier: Apache-2.0
// Sliding tiles of every size and with any goal, against a board that is a plain list of numbers.  RapidCheck draws the
// cases, shrinks the ones that fail, and prints what draws them again (RC_PARAMS).
#include "tessera/core/error.hpp"
#include "tessera/domains/sliding_tile.hpp"

#include "domains/tiles.hpp"

#include <rapidcheck.h>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace tessera;

namespace {

using Cells = std::vector<std::uint8_t>;

std::vector<Grid> every_size() {
    std::vector<Grid> sizes;
    for (int rows = 2; rows <= 12; ++rows)
        for (int cols = 2; rows * cols <= 25; ++cols) sizes.push_back({rows, cols});
    return sizes;
}

Grid any_size() { return *rc::gen::elementOf(every_size()); }

Cells any_arrangement(int cells) {
    Cells list(static_cast<std::size_t>(cells));
    std::iota(list.begin(), list.end(), std::uint8_t{0});
    for (std::size_t i = 0; i + 1 < list.size(); ++i) std::swap(list[i], list[*rc::gen::inRange(i, list.size())]);
    return list;
}

std::string name_of(const Grid& grid) { return std::to_string(grid.rows) + "x" + std::to_string(grid.cols); }

// Calls check(domain) with the domain that boards of this size have; those of 4x4 have two.
template <class Check>
void with_domain(const Grid& grid, const Cells& goal, Check check) {
    if (grid.rows == 4 && grid.cols == 4) check(FifteenPuzzle({}, goal));
    if (grid.cells() <= 16) check(SmallTiles({grid}, goal));
    if (grid.cells() <= 25) check(LargeTiles({grid}, goal));
}

std::size_t blank_of(const Cells& cells) {
    return static_cast<std::size_t>(std::find(cells.begin(), cells.end(), 0) - cells.begin());
}

// Numbers that choose among the moves of each state on a way.
std::vector<unsigned> any_way() { return *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 12u)); }

}  // namespace

TEST_CASE("a board of any size is read as it is shown, however its numbers are separated", "[property][domains]") {
    REQUIRE(rc::check([] {
        const Grid grid = any_size();
        const Cells cells = any_arrangement(grid.cells());
        RC_ASSERT(parse_board(show_board(cells), name_of(grid), {}).cells == cells);
        std::string text;
        for (const std::uint8_t tile : cells) {
            text += *rc::gen::element<std::string>(" ", ",", "\t", " , ", "   ");
            text += std::to_string(tile);
        }
        RC_ASSERT(parse_board(text.substr(text.find_first_of("0123456789")), name_of(grid), {}).cells == cells);
    }));
}

TEST_CASE("a board with a number changed, left out or added is refused", "[property][domains]") {
    REQUIRE(rc::check([] {
        const Grid grid = any_size();
        Cells cells = any_arrangement(grid.cells());
        const auto place = *rc::gen::inRange<std::size_t>(0, cells.size());
        switch (*rc::gen::inRange(0, 3)) {
            case 0:
                cells[place] = *rc::gen::distinctFrom(rc::gen::inRange<std::uint8_t>(0, 40), cells[place]);
                break;
            case 1:
                cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(place));
                break;
            default:
                cells.insert(cells.begin() + static_cast<std::ptrdiff_t>(place), cells[place]);
        }
        RC_ASSERT_THROWS_AS((void)parse_board(show_board(cells), name_of(grid), {}), InputError);
    }));
}

TEST_CASE("a state of any size gives back the cells and the blank it was packed from", "[property][domains]") {
    REQUIRE(rc::check([] {
        const Grid grid = any_size();
        const Cells cells = any_arrangement(grid.cells());
        with_domain(grid, any_arrangement(grid.cells()), [&](const auto& domain) {
            const auto s = domain.from_cells(cells);
            RC_ASSERT(domain.to_cells(s) == cells);
            RC_ASSERT(s.blank == blank_of(cells));
            RC_ASSERT(domain.unpack(domain.pack(s)) == s);
        });
    }));
}

TEST_CASE("moves exchange the blank with a neighbour, and undone in turn lead back", "[property][domains]") {
    REQUIRE(rc::check([] {
        const Grid grid = any_size();
        const Cells start = any_arrangement(grid.cells());
        const auto way = any_way();
        with_domain(grid, start, [&](const auto& domain) {
            Cells plain = start;
            auto s = domain.goal();
            std::vector<Cell> back;
            for (const unsigned choice : way) {
                const auto& moves = domain.moves(s);
                const Cell to = moves[choice % moves.size()];
                const auto from = blank_of(plain);
                const int rows_apart = static_cast<int>(to) / grid.cols - static_cast<int>(from) / grid.cols;
                const int cols_apart = static_cast<int>(to) % grid.cols - static_cast<int>(from) % grid.cols;
                RC_ASSERT(std::abs(rows_apart) + std::abs(cols_apart) == 1);
                back.push_back(domain.undo(s, to));
                s = domain.apply(s, to);
                std::swap(plain[from], plain[to]);
                RC_ASSERT(domain.to_cells(s) == plain);
            }
            for (; !back.empty(); back.pop_back()) s = domain.apply(s, back.back());
            RC_ASSERT(s == domain.goal());
        });
    }));
}

TEST_CASE("what a walk from the goal reaches is solvable, and two tiles exchanged make it unsolvable",
          "[property][domains]") {
    REQUIRE(rc::check([] {
        const Grid grid = any_size();
        const Cells goal = any_arrangement(grid.cells());
        const auto way = any_way();
        const auto first = *rc::gen::inRange(1, grid.cells());
        const auto second = *rc::gen::distinctFrom(rc::gen::inRange(1, grid.cells()), first);
        with_domain(grid, goal, [&](const auto& domain) {
            auto s = domain.goal();
            for (const unsigned choice : way) s = domain.apply(s, domain.moves(s)[choice % domain.moves(s).size()]);
            RC_ASSERT(domain.solvable(s));
            Cells cells = domain.to_cells(s);
            std::iter_swap(std::find(cells.begin(), cells.end(), first), std::find(cells.begin(), cells.end(), second));
            RC_ASSERT(!domain.solvable(domain.from_cells(cells)));
        });
    }));
}
