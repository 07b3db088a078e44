// SPDX-License-Identifier: Apache-2.0
// The rank of a set of cells among all sets of its size, in two table reads.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tessera {

// The rank of a mask is a sum over its cells; the term of a cell depends on how many cells lie below it.  So the sum
// splits into a lower and an upper half of the board, and the upper one needs only the size of the lower.
class SetRank {
public:
    explicit SetRank(int cells);

    // The one for so many cells, made at the first need and kept.
    [[nodiscard]] static const SetRank& of(int cells);

    [[nodiscard]] std::uint32_t operator()(std::uint32_t mask) const noexcept {
        const std::uint32_t below = mask & ((1u << low_cells_) - 1);
        const auto count = static_cast<std::uint32_t>(std::popcount(below));
        return low_[below] + high_[(count << high_cells_) + (mask >> low_cells_)];
    }

private:
    int low_cells_;
    int high_cells_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> high_;  // [cells in the lower half][mask of the upper half]
};

}  // namespace tessera
