// SPDX-License-Identifier: Apache-2.0
// Sample instances of every domain, with the truth about them from an oracle.  The laws are tested on these: to put a
// new domain under the laws, specialise SamplesOf for it.
#pragma once

#include "tessera/core/domain.hpp"
#include "tessera/core/error.hpp"
#include "tessera/domains/sliding_tile.hpp"

#include "domains/tiles.hpp"
#include "support/oracle.hpp"
#include "support/tiles.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace tessera::test {

inline constexpr Cost unreachable = -1;

template <Domain D>
struct Known {
    typename D::State state;
    Cost distance;  // to the goal, as the oracle says; `unreachable`: there is no way
};

// One instance shape.  The first known state is the goal itself, or one of them; distances do not fall along the list,
// but for the unreachable states at its end.
template <Domain D>
struct Sample {
    std::string label;
    D domain;
    std::vector<Known<D>> known;
    bool small;  // all states together are few: searches without any screening end quickly on unsolvable input
};

// `all()` gives the samples, made once.  `reread(domain, state)` shows a state as text and reads it again.
template <Domain D>
struct SamplesOf;

// How to make a heuristic for a sample; nothing where it does not support the shape.  A heuristic that needs large
// tables specialises this to make a small one of its kind, or none.
template <class H, Domain D>
struct Making {
    static std::unique_ptr<const H> make(const D& domain) {
        try {
            return std::make_unique<const H>(domain);
        } catch (const UnsupportedError&) {
            return nullptr;
        }
    }
};

// A handful of the known states, spread over the distances: the goal, the farthest, the unreachable ones.
template <Domain D>
std::vector<Known<D>> a_few(const std::vector<Known<D>>& known, std::size_t count) {
    const auto reachable = static_cast<std::size_t>(
        std::count_if(known.begin(), known.end(), [](const Known<D>& k) { return k.distance != unreachable; }));
    std::vector<Known<D>> few;
    for (std::size_t i = 0; i < count; ++i) few.push_back(known[i * (reachable - 1) / (count - 1)]);
    few.insert(few.end(), known.begin() + static_cast<std::ptrdiff_t>(reachable), known.end());
    return few;
}

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

    static typename D::State reread(const D& domain, const typename D::State& s) {
        const Grid grid = domain.grid();
        const std::string size = std::to_string(grid.rows) + "x" + std::to_string(grid.cols);
        return domain.from_cells(parse_board(show_board(domain.to_cells(s)), size, {}).cells);
    }

private:
    static constexpr int everything = 1000;

    static Sample<D> sample(Grid grid, const Cells& goal, int farthest) {
        Sample<D> made{std::to_string(grid.rows) + "x" + std::to_string(grid.cols) + " goal " + show_board(goal),
                       make_tiles<D>(grid, goal),
                       {},
                       farthest == everything};
        const auto from_text = [&](const OracleBoard& board) {
            return made.domain.from_cells(Cells(board.begin(), board.end()));
        };
        for (const auto& [board, distance] :
             oracle_distances(grid.rows, grid.cols, {goal.begin(), goal.end()}, farthest))
            made.known.push_back({from_text(board), distance});
        // The order of a hash map is nobody's promise: sort by distance, then by board.
        std::sort(made.known.begin(), made.known.end(), [](const auto& a, const auto& b) {
            return a.distance != b.distance ? a.distance < b.distance : a.state.board < b.state.board;
        });
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

}  // namespace tessera::test
