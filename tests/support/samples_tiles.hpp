// SPDX-License-Identifier: Apache-2.0
// Sample boards of sliding tiles.
#pragma once

#include "tessera/domains/sliding_tile.hpp"
#include "tessera/heuristics/additive_pdb.hpp"

#include "domains/tiles.hpp"
#include "support/oracle.hpp"
#include "support/sample.hpp"
#include "support/tiles.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tessera::test {

// The goal of a board with two tiles exchanged: the classical impossible position.
inline Cells two_exchanged(Cells cells) {
    const auto first = std::find_if(cells.begin(), cells.end(), [](int tile) { return tile != 0; });
    const auto second = std::find_if(first + 1, cells.end(), [](int tile) { return tile != 0; });
    std::swap(*first, *second);
    return cells;
}

template <class Shape>
struct SamplesOf<SlidingTile<Shape>> {
    using D = SlidingTile<Shape>;

    static const std::vector<Sample<D>>& all() {
        static const std::vector<Sample<D>> samples = make();
        return samples;
    }

    static bool rereads(const D& domain, const typename D::State& s) {
        const Grid grid = domain.grid();
        const std::string size = std::to_string(grid.rows) + "x" + std::to_string(grid.cols);
        return domain.from_cells(parse_board(show_board(domain.to_cells(s)), size, {}).cells) == s;
    }

private:
    static constexpr int everything = 1000;

    static Sample<D> sample(Grid grid, const Cells& goal, int farthest) {
        Sample<D> made{std::to_string(grid.rows) + "x" + std::to_string(grid.cols) + " goal " + show_board(goal),
                       make_tiles<D>(grid, goal),
                       {},
                       farthest == everything};
        const auto neighbours = [&](const OracleBoard& board) { return slide_tiles(grid.rows, grid.cols, board); };
        for (const auto& [board, distance] : oracle_distances({{goal.begin(), goal.end()}}, neighbours, farthest))
            made.known.push_back({made.domain.from_cells(Cells(board.begin(), board.end())), distance});
        std::stable_sort(made.known.begin(), made.known.end(),
                         [](const auto& a, const auto& b) { return a.distance < b.distance; });
        made.known.push_back({made.domain.from_cells(two_exchanged(goal)), unreachable});
        return made;
    }

    static std::vector<Sample<D>> make() {
        std::mt19937 random(11);
        std::vector<Sample<D>> samples;
        if constexpr (std::is_same_v<Shape, SmallShape>) {
            for (const Grid grid : {Grid{2, 2}, Grid{2, 3}, Grid{3, 2}, Grid{2, 4}}) {
                samples.push_back(sample(grid, blank_last(grid), everything));
                samples.push_back(sample(grid, shuffled(grid, random), everything));
            }
            samples.push_back(sample({3, 3}, cells_of("1 2 3 8 0 4 7 6 5"), everything));
            samples.push_back(sample({3, 4}, blank_last({3, 4}), 13));
            samples.push_back(sample({8, 2}, blank_last({8, 2}), 13));
        } else if constexpr (std::is_same_v<Shape, LargeShape>) {
            samples.push_back(sample({5, 5}, blank_last({5, 5}), 10));
            samples.push_back(sample({5, 5}, shuffled({5, 5}, random), 9));
            samples.push_back(sample({3, 6}, blank_first({3, 6}), 11));
            samples.push_back(sample({2, 12}, shuffled({2, 12}, random), 13));
        } else {
            samples.push_back(sample(Shape::grid, blank_last(Shape::grid), 13));
            samples.push_back(sample(Shape::grid, blank_first(Shape::grid), 11));
            samples.push_back(sample(Shape::grid, shuffled(Shape::grid, random), 11));
        }
        return samples;
    }
};

// Patterns of up to four tiles, built anew in no time; on large boards some tiles are left to Manhattan distance.
template <class Shape>
struct Making<AdditivePdb<SlidingTile<Shape>>, SlidingTile<Shape>> {
    using D = SlidingTile<Shape>;
    static std::unique_ptr<const AdditivePdb<D>> make(const D& domain) {
        const int cells = domain.grid().cells();
        const int most = std::min({4, cells - 3, cells > 16 ? 3 : 4});
        std::string name = "pdb:";
        for (int tile = 1; tile < cells && tile <= 4 * most; ++tile)
            name += std::to_string(tile) + (tile % most == 0 && tile + 1 < cells && tile < 4 * most ? "/" : ",");
        name.pop_back();
        return std::make_unique<const AdditivePdb<D>>(domain, HeuristicRequest{name, 2, {}, {}});
    }
};

}  // namespace tessera::test
