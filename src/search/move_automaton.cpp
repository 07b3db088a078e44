// SPDX-License-Identifier: Apache-2.0
#include "tessera/search/move_automaton.hpp"

#include "tessera/core/bits.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

namespace tessera {

namespace {

// Boards that were met.  All that is asked is whether one is new.
template <class Board>
class Boards {
public:
    [[nodiscard]] bool insert(Board board) {
        if (2 * ++size_ > slots_.size()) grow();
        return place(board);
    }

private:
    static constexpr Board empty = 0;  // no board: its tiles are all different

    bool place(Board board) {
        auto hash = static_cast<std::uint64_t>(board);
        if constexpr (sizeof(Board) > sizeof hash) hash ^= mix_bits(static_cast<std::uint64_t>(board >> 64));
        std::size_t at = mix_bits(hash) & (slots_.size() - 1);
        while (slots_[at] != empty && slots_[at] != board) at = (at + 1) & (slots_.size() - 1);
        return std::exchange(slots_[at], board) == empty;
    }

    void grow() {
        const std::vector<Board> old = std::exchange(slots_, std::vector<Board>(4 * slots_.size(), empty));
        for (const Board board : old)
            if (board != empty) place(board);
    }

    std::vector<Board> slots_ = std::vector<Board>(1 << 10, empty);
    std::size_t size_ = 0;
};

// A way of the blank that is not left out, by the index of what it becomes.
struct Way {
    using Index = std::int32_t;
    static constexpr Index absent = -1;    // the edge of the board
    static constexpr Index left_out = -2;  // or a part of it is
    static constexpr Index no_way = -3;

    Index shorter = no_way;  // without its last move
    Index later = no_way;    // without its first move: the way of the blank from the next cell
    std::array<Index, MoveAutomaton::directions> longer{absent, absent, absent, absent};
    std::int8_t origin = 0;   // the cell where it begins
    std::int8_t cell = 0;     // where it ends
    std::int8_t from = 0;     // the direction back
    bool remembered = false;  // a way that is left out begins with it
};

// All ways from all cells, short ones first and in the order of directions, so that the first way to a board is the
// smallest.  A board has a number of so many bits for each cell.
template <class Board, int Bits>
class Ways {
public:
    Ways(Grid grid, int longest) : grid_(grid), met_(static_cast<std::size_t>(grid.cells())) {
        for (int cell = 0; cell < grid.cells(); ++cell) {
            Way nowhere;
            nowhere.origin = nowhere.cell = static_cast<std::int8_t>(cell);
            list.push_back(nowhere);
            boards_.push_back(labelled());
            (void)met_[static_cast<std::size_t>(cell)].insert(boards_.back());
        }
        std::size_t begin = 0;
        for (int length = 1; length <= longest; ++length) {
            const std::size_t end = list.size();
            const std::vector<Board> boards = std::exchange(boards_, {});
            for (std::size_t i = begin; i < end; ++i)
                for (int d = 0; d < MoveAutomaton::directions; ++d)
                    lengthen(static_cast<Way::Index>(i), boards[i - begin], d, length == longest);
            begin = end;
        }
    }

    [[nodiscard]] Way& operator[](Way::Index i) noexcept { return list[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const Way& operator[](Way::Index i) const noexcept { return list[static_cast<std::size_t>(i)]; }

    std::vector<Way> list;

private:
    // Every cell has a tile of its own, and the blank is one like the others.
    [[nodiscard]] Board labelled() const noexcept {
        Board board = 0;
        for (int cell = 0; cell < grid_.cells(); ++cell) board |= static_cast<Board>(cell) << (Bits * cell);
        return board;
    }

    // Adds a move to a way that leads to a board, and remembers what became of it.
    void lengthen(Way::Index i, Board board, int d, bool last) {
        const Way way = (*this)[i];
        const std::array<int, 4> steps{-grid_.cols, -1, 1, grid_.cols};
        const int to = way.cell + steps[static_cast<std::size_t>(d)];
        if (to < 0 || to >= grid_.cells() || grid_.distance(way.cell, to) != 1) return;

        const Way::Index later = way.later == Way::no_way ? to : (*this)[way.later].longer[static_cast<std::size_t>(d)];
        Way::Index longer = later;  // what is too long to be remembered is known by its end
        if (later != Way::left_out) {
            const Board change = (board >> (Bits * to) ^ board >> (Bits * way.cell)) & ((1 << Bits) - 1);
            const Board moved = board ^ change << (Bits * to) ^ change << (Bits * way.cell);
            if (!met_[static_cast<std::size_t>(way.origin)].insert(moved)) {
                longer = Way::left_out;
                for (Way::Index w = i; w != Way::no_way; w = (*this)[w].shorter) (*this)[w].remembered = true;
            } else if (!last) {
                longer = static_cast<Way::Index>(list.size());
                Way more;
                more.shorter = i;
                more.later = later;
                more.origin = way.origin;
                more.cell = static_cast<std::int8_t>(to);
                more.from = static_cast<std::int8_t>(3 - d);
                list.push_back(more);
                boards_.push_back(moved);
            }
        }
        (*this)[i].longer[static_cast<std::size_t>(d)] = longer;
    }

    Grid grid_;
    std::vector<Boards<Board>> met_;  // by the cell where a way begins
    std::vector<Board> boards_;       // that the longest ways lead to
};

// The moves that are compared.  Longer ways leave out more nodes, for a larger automaton that takes longer to make; up
// to here, its states for each cell of a 4x4 board and each cell before fit a byte.
constexpr int usual_length = 10;

}  // namespace

// What the automaton remembers of a way is the longest end of it that a way that is left out begins with.
MoveAutomaton::MoveAutomaton(Grid grid, int longest) : grid_(grid) {
    assert(longest >= 2);
    if (grid.cells() <= 16)
        remember(Ways<std::uint64_t, 4>(grid, longest));
    else
        remember(Ways<Word128, 5>(grid, longest));
}

template <class Ways>
void MoveAutomaton::remember(const Ways& ways) {
    const auto starts = static_cast<Way::Index>(grid_.cells());
    std::vector<Way::Index> remembered;
    for (auto i = starts; i < static_cast<Way::Index>(ways.list.size()); ++i)
        if (ways[i].remembered) remembered.push_back(i);
    std::stable_sort(remembered.begin(), remembered.end(), [&](Way::Index a, Way::Index b) {
        return std::tuple(ways[a].cell, ways[a].from) < std::tuple(ways[b].cell, ways[b].from);
    });
    assert(remembered.size() + static_cast<std::size_t>(starts) < none);

    std::vector<State> state(ways.list.size(), none);
    std::iota(state.begin(), state.begin() + starts, State{0});
    for (std::size_t i = 0; i < remembered.size(); ++i)
        state[static_cast<std::size_t>(remembered[i])] = static_cast<State>(static_cast<std::size_t>(starts) + i);
    const auto state_of = [&](Way::Index way) {
        if (way < 0) return none;
        while (state[static_cast<std::size_t>(way)] == none) way = ways[way].later;
        return state[static_cast<std::size_t>(way)];
    };
    const auto successors = [&](Way::Index way) {
        std::uint64_t word = 0;
        for (int d = 0; d < directions; ++d)
            word |= std::uint64_t{state_of(ways[way].longer[static_cast<std::size_t>(d)])} << (16 * d);
        return word;
    };
    for (Way::Index start = 0; start < starts; ++start) next_.push_back(successors(start));
    for (const Way::Index way : remembered) next_.push_back(successors(way));

    arrivals_.assign(static_cast<std::size_t>(directions * starts) + 1, static_cast<State>(starts));
    for (const Way::Index way : remembered) ++arrivals_[number(ways[way].cell, ways[way].from) + 1];
    for (std::size_t a = 1; a < arrivals_.size(); ++a)
        arrivals_[a] = static_cast<State>(arrivals_[a] - starts + arrivals_[a - 1]);
}

MoveAutomaton::State MoveAutomaton::after(int cell, std::span<const Cell> way) const noexcept {
    State s = start(cell);
    for (const Cell to : way) {
        s = next(s, grid_.direction_number(cell, to));
        cell = to;
    }
    return s;
}

const MoveAutomaton& MoveAutomaton::of(Grid grid, Pruning pruning) {
    static std::mutex mutex;
    static std::map<std::tuple<int, int, int>, MoveAutomaton> made;
    const int longest = pruning == Pruning::automaton ? usual_length : 2;
    const std::lock_guard lock(mutex);
    const std::tuple key(grid.rows, grid.cols, longest);
    const auto at = made.find(key);
    return at != made.end() ? at->second : made.try_emplace(key, grid, longest).first->second;
}

}  // namespace tessera
