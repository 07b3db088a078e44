// SPDX-License-Identifier: Apache-2.0
// The move automaton of the 4x4 board in bytes, for kernels that know the cell of the blank and the cell it came from.
#pragma once

#include "tessera/search/move_automaton.hpp"

#include "search/tile_moves.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace tessera {

// A state is known by its number among those of the same arrival.
class PrunedMoves {
public:
    using State = std::uint8_t;
    static constexpr State none = 0xff;  // the move is left out
    using Table = std::array<State, 256>;

    explicit PrunedMoves(const MoveAutomaton& automaton) : automaton_(automaton) {
        for (Tables& tables : next_)
            for (Table& table : tables) table.fill(none);
        for (int cell = 0; cell < tiles15::grid.cells(); ++cell)
            for (int from = 0; from < 4; ++from) {
                const auto first = automaton.first_arrival(cell, from), last = automaton.last_arrival(cell, from);
                assert(last - first <= none);
                for (auto s = first; s < last; ++s)
                    for (int d = 0; d < 4; ++d)
                        if (const auto to = automaton.next(s, d); to != MoveAutomaton::none)
                            next_[tiles15::arrival(cell, tiles15::neighbour(cell, from))][static_cast<std::size_t>(d)]
                                 [static_cast<std::size_t>(s - first)] = number(to, tiles15::neighbour(cell, d), cell);
            }
    }

    // The byte for a state of the automaton.
    [[nodiscard]] State number(MoveAutomaton::State s, int blank, int previous) const noexcept {
        return static_cast<State>(s - automaton_.first_arrival(blank, tiles15::grid.direction_number(blank, previous)));
    }

    // By state: what it becomes by a move in a direction.
    [[nodiscard]] const Table& next(std::size_t arrival, int direction) const noexcept {
        return next_[arrival][static_cast<std::size_t>(direction)];
    }

private:
    using Tables = std::array<Table, 4>;
    const MoveAutomaton& automaton_;
    alignas(64) std::array<Tables, tiles15::arrivals> next_;
};

}  // namespace tessera
