// SPDX-License-Identifier: Apache-2.0
// Sliding tiles on a rectangle: the blank changes places with a neighbour.
#pragma once

#include "tessera/core/bits.hpp"
#include "tessera/core/domain.hpp"
#include "tessera/core/error.hpp"
#include "tessera/core/grid.hpp"

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tessera {

// A board is one word with a few bits per cell, cell 0 lowest; the blank is the zero tile.  The shape decides word and
// bits, and whether the grid is known to the compiler (4x4, where speed matters most) or only to the object.
template <int Rows, int Cols>
    requires(Rows >= 2 && Cols >= 2 && Rows * Cols <= 16)
struct FixedShape {
    using Word = std::uint64_t;
    static constexpr int bits = 4;
    static constexpr int max_cells = Rows * Cols;
    static constexpr bool fixed = true;
    static constexpr Grid grid{Rows, Cols};
};

struct SmallShape {
    using Word = std::uint64_t;
    static constexpr int bits = 4;
    static constexpr int max_cells = 16;
    Grid grid;
};

struct LargeShape {
    using Word = Word128;
    static constexpr int bits = 5;
    static constexpr int max_cells = 25;
    Grid grid;
};

// The permutation parity of an arrangement of distinct numbers 0 ... n-1: true when odd.
[[nodiscard]] bool odd_permutation(std::span<const std::uint8_t> cells);

template <class Shape>
class SlidingTile {
public:
    static constexpr std::string_view name = "tiles";
    static constexpr int bits = Shape::bits;
    static constexpr int max_cells = Shape::max_cells;
    using Word = typename Shape::Word;

    struct State {
        Word board = 0;
        Cell blank = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    using Move = Cell;  // the cell the blank goes to
    using Packed = Word;

    // `goal[c]` is the tile on cell c of the solved board, 0 for the blank.
    SlidingTile(Shape shape, std::span<const std::uint8_t> goal) : shape_(shape), goal_(from_cells(goal)) {
        assert(static_cast<int>(goal.size()) == grid().cells());
        for (int c = 0; c < grid().cells(); ++c) {
            neighbours_[static_cast<std::size_t>(c)] = grid().neighbours(c);
            goal_cell_[goal[static_cast<std::size_t>(c)]] = static_cast<Cell>(c);
        }
    }

    [[nodiscard]] constexpr Grid grid() const noexcept { return shape_.grid; }
    [[nodiscard]] State goal() const noexcept { return goal_; }
    [[nodiscard]] Cell goal_cell(int tile) const noexcept { return goal_cell_[static_cast<std::size_t>(tile)]; }

    [[nodiscard]] static constexpr int tile_at(const State& s, int cell) noexcept {
        return static_cast<int>(s.board >> (bits * cell)) & ((1 << bits) - 1);
    }

    [[nodiscard]] const MoveList<Cell, 4>& moves(const State& s) const noexcept { return neighbours_[s.blank]; }

    // The place of a board is the cell of its blank, if the compiler knows the grid.
    static constexpr int places = max_cells;
    [[nodiscard]] static constexpr int place(const State& s) noexcept { return s.blank; }
    [[nodiscard]] static constexpr int place_after(Move to) noexcept { return to; }
    [[nodiscard]] static constexpr MoveList<Cell, 4> moves_at(int cell) noexcept requires(requires { Shape::fixed; }) {
        return Shape::grid.neighbours(cell);
    }

    [[nodiscard]] State apply(const State& s, Move to) const noexcept {
        const Word tile = static_cast<Word>(tile_at(s, to));
        return {static_cast<Word>(s.board ^ (tile << (bits * to)) ^ (tile << (bits * s.blank))), to};
    }
    [[nodiscard]] Move undo(const State& s, Move) const noexcept { return s.blank; }
    [[nodiscard]] bool is_goal(const State& s) const noexcept { return s.board == goal_.board; }

    [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
        if constexpr (sizeof(Word) == 8) return mix_bits(s.board);
        else
            return mix_bits(static_cast<std::uint64_t>(s.board) ^
                            mix_bits(static_cast<std::uint64_t>(s.board >> 64) + 0x9e3779b97f4a7c15ULL));
    }

    // The features of a board: each tile on its cell; coarsely, in its block of two by two cells.
    [[nodiscard]] static constexpr std::uint32_t feature_count() noexcept {
        return static_cast<std::uint32_t>(max_cells * max_cells);
    }
    template <class Visit>
    void for_each_feature(const State& s, Visit visit) const noexcept {
        for (int c = 0; c < grid().cells(); ++c) {
            const int tile = tile_at(s, c);
            if (tile == 0) continue;
            const int block = grid().cell(grid().row(c) / 2 * 2, grid().col(c) / 2 * 2);
            visit(static_cast<std::uint32_t>(c * max_cells + tile), static_cast<std::uint32_t>(block * max_cells + tile));
        }
    }

    // The tiles in their order, row by row, without the blank: a move along a row does not change it.
    [[nodiscard]] static constexpr Word order(const State& s) noexcept {
        const Word below = (Word{1} << (bits * s.blank)) - 1;
        return (s.board & below) | (s.board >> bits & static_cast<Word>(~below));
    }
    // The same for all boards that differ by moves along a row.
    [[nodiscard]] std::uint64_t group_hash(const State& s) const noexcept {
        return hash({static_cast<Word>(order(s) * static_cast<unsigned>(max_cells) + static_cast<unsigned>(grid().row(s.blank))), 0});
    }

    [[nodiscard]] Packed pack(const State& s) const noexcept { return s.board; }
    [[nodiscard]] State unpack(Packed board) const noexcept {
        if constexpr (sizeof(Word) == 8) return {board, static_cast<Cell>(lowest_zero_nibble(board))};
        State s{board, 0};
        while (tile_at(s, s.blank) != 0) ++s.blank;
        return s;
    }

    // Every move is a transposition and shifts the blank by one: a board can be solved exactly when the parity of the
    // permutation from start to goal equals the parity of the blank's way (Johnson and Story 1879).
    [[nodiscard]] bool solvable(const State& s) const noexcept {
        std::array<std::uint8_t, static_cast<std::size_t>(max_cells)> target{};
        const auto n = static_cast<std::size_t>(grid().cells());
        for (std::size_t c = 0; c < n; ++c)
            target[c] = goal_cell_[static_cast<std::size_t>(tile_at(s, static_cast<int>(c)))];
        const bool odd_way = grid().distance(s.blank, goal_.blank) % 2 != 0;
        return odd_permutation(std::span(target.data(), n)) == odd_way;
    }

    [[nodiscard]] State from_cells(std::span<const std::uint8_t> cells) const noexcept {
        State s;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            s.board |= static_cast<Word>(cells[c]) << (bits * static_cast<int>(c));
            if (cells[c] == 0) s.blank = static_cast<Cell>(c);
        }
        return s;
    }
    [[nodiscard]] std::vector<std::uint8_t> to_cells(const State& s) const {
        std::vector<std::uint8_t> cells;
        for (int c = 0; c < grid().cells(); ++c) cells.push_back(static_cast<std::uint8_t>(tile_at(s, c)));
        return cells;
    }

private:
    [[no_unique_address]] Shape shape_;
    State goal_;
    std::array<MoveList<Cell, 4>, static_cast<std::size_t>(max_cells)> neighbours_{};
    std::array<Cell, static_cast<std::size_t>(max_cells)> goal_cell_{};
};

using FifteenPuzzle = SlidingTile<FixedShape<4, 4>>;
using SmallTiles = SlidingTile<SmallShape>;
using LargeTiles = SlidingTile<LargeShape>;

static_assert(ScreenedDomain<FifteenPuzzle> && PackedDomain<FifteenPuzzle> && PlacedDomain<FifteenPuzzle>);
static_assert(ScreenedDomain<SmallTiles> && ScreenedDomain<LargeTiles>);

}  // namespace tessera
