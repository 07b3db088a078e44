// SPDX-License-Identifier: Apache-2.0
#include "pdb/verify_space.hpp"

#include <bit>

namespace tessera::verify {

namespace {

constexpr Space::Mask bit(int cell) noexcept { return Space::Mask{1} << cell; }
constexpr int place(Space::Mask set, int cell) noexcept { return std::popcount(set & (bit(cell) - 1)); }

// Calls visit(cell) for every cell of a set.
template <class Visit>
void for_cells(Space::Mask set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

}  // namespace

Space::Space(const Pattern& pattern) : grid_(pattern.grid), board_(bit(grid_.cells()) - 1) {
    for (std::size_t n = 0; n < choose_.size(); ++n) {
        choose_[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) choose_[n][k] = choose_[n - 1][k - 1] + choose_[n - 1][k];
    }
    for (int a = 0; a < grid_.cells(); ++a) {
        if ((grid_.row(a) + grid_.col(a)) % 2 == 1) dark_ |= bit(a);
        for (int b = 0; b < grid_.cells(); ++b)
            if (grid_.distance(a, b) == 1) neighbours_[static_cast<std::size_t>(a)] |= bit(b);
    }

    for (Mask set = 0; set <= board_; ++set) {
        if (std::popcount(set) != pattern.tiles()) continue;
        sets_.push_back(set);
        first_row_.push_back(static_cast<std::uint32_t>(regions_.size()));
        for (Mask left = board_ & ~set; left != 0;) {
            Mask region = left & (~left + 1);
            for (Mask wider; (wider = grown(region) & ~set) != region;) region = wider;
            regions_.push_back(region);
            left &= ~region;
        }
    }
    first_row_.push_back(static_cast<std::uint32_t>(regions_.size()));

    for (std::size_t s = 0; s < sets(); ++s)
        for (std::size_t row = first_row_[s]; row < first_row_[s + 1]; ++row) {
            first_arrival_.push_back(arrivals_.size());
            for_cells(regions_[row], [&](int from) {
                for_cells(neighbours_[static_cast<std::size_t>(from)] & sets_[s], [&](int to) {
                    const Mask earlier = (sets_[s] | bit(from)) & ~bit(to);
                    arrivals_.push_back({row_of(number(earlier), to), static_cast<std::uint8_t>(place(earlier, from)),
                                         static_cast<std::uint8_t>(place(sets_[s], to))});
                });
            });
        }
    first_arrival_.push_back(arrivals_.size());

    Mask goal = 0;
    for (const Cell cell : pattern.cells) goal |= bit(cell);
    goal_set_ = number(goal);
    goal_row_ = row_of(goal_set_, pattern.goal_blank);
}

std::vector<Cell> Space::cells(std::size_t s) const {
    std::vector<Cell> list;
    for_cells(sets_[s], [&](int cell) { list.push_back(static_cast<Cell>(cell)); });
    return list;
}

// How many sets of the same size are smaller: those that differ first, seen from the top, by a lower cell.
std::size_t Space::number(Mask set) const noexcept {
    std::size_t rank = 0;
    std::size_t below = 0;
    for_cells(set, [&](int cell) { rank += choose_[static_cast<std::size_t>(cell)][++below]; });
    return rank;
}

std::uint32_t Space::row_of(std::size_t s, int cell) const noexcept {
    std::uint32_t row = first_row_[s];
    while ((regions_[row] & bit(cell)) == 0) ++row;
    return row;
}

Space::Mask Space::grown(Mask region) const noexcept {
    Mask all = region;
    for_cells(region, [&](int cell) { all |= neighbours_[static_cast<std::size_t>(cell)]; });
    return all;
}

bool Space::colour(Mask set) const noexcept { return std::popcount(set & dark_) % 2 != 0; }

}  // namespace tessera::verify
