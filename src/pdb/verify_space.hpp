// SPDX-License-Identifier: Apache-2.0
// The states of a pattern without the orders of its tiles, for the verifier: which cells are occupied, in which region
// of the others the blank is, and which of these rows are one move apart.
#pragma once

#include "tessera/pdb/pattern.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tessera::verify {

class Space {
public:
    using Mask = std::uint32_t;  // a bit per cell

    // The last move into a row: where it came from, and the place of the moved tile among the occupied cells before
    // and after.
    struct Arrival {
        std::uint32_t row;
        std::uint8_t before;
        std::uint8_t after;
    };

    explicit Space(const Pattern&);

    [[nodiscard]] std::size_t sets() const noexcept { return sets_.size(); }
    [[nodiscard]] std::size_t rows() const noexcept { return regions_.size(); }
    [[nodiscard]] std::vector<Cell> cells(std::size_t s) const;  // of a set, increasing
    [[nodiscard]] std::uint32_t first_row(std::size_t s) const noexcept { return first_row_[s]; }  // sets() + 1 of them
    [[nodiscard]] std::span<const Arrival> arrivals(std::size_t row) const noexcept {
        return {arrivals_.data() + first_arrival_[row], arrivals_.data() + first_arrival_[row + 1]};
    }
    // The row of the goal, and whether the layers of a set have odd numbers.
    [[nodiscard]] std::size_t goal_set() const noexcept { return goal_set_; }
    [[nodiscard]] std::size_t goal_row() const noexcept { return goal_row_; }
    [[nodiscard]] bool odd(std::size_t s) const noexcept { return colour(sets_[s]) != colour(sets_[goal_set_]); }

private:
    [[nodiscard]] std::size_t number(Mask set) const noexcept;
    [[nodiscard]] std::uint32_t row_of(std::size_t s, int cell) const noexcept;
    [[nodiscard]] Mask grown(Mask region) const noexcept;
    [[nodiscard]] bool colour(Mask set) const noexcept;

    Grid grid_;
    Mask board_;
    Mask dark_ = 0;  // cells of one colour
    std::array<Mask, 25> neighbours_{};
    std::array<std::array<std::uint32_t, 26>, 26> choose_{};
    std::vector<Mask> sets_;  // increasing: the order of the table
    std::vector<std::uint32_t> first_row_;
    std::vector<Mask> regions_;  // by row
    std::vector<std::size_t> first_arrival_;
    std::vector<Arrival> arrivals_;
    std::size_t goal_set_ = 0;
    std::size_t goal_row_ = 0;
};

}  // namespace tessera::verify
