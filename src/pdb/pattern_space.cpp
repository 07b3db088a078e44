// SPDX-License-Identifier: Apache-2.0
#include "pdb/pattern_space.hpp"

#include "tessera/pdb/set_rank.hpp"

#include <bit>
#include <cassert>

namespace tessera {

namespace {

constexpr std::uint32_t bit(int cell) { return 1u << cell; }
constexpr std::uint32_t cells_below(int cell) { return bit(cell) - 1; }

// Masks of a grid, for whole-board steps.
struct GridMasks {
    explicit GridMasks(Grid g) : grid(g), all(bit(g.cells()) - 1) {
        for (int c = 0; c < g.cells(); ++c) {
            if (g.col(c) == 0) first_column |= bit(c);
            if (g.col(c) == g.cols - 1) last_column |= bit(c);
            if ((g.row(c) + g.col(c)) % 2 != 0) dark |= bit(c);
        }
    }

    // The cells of a set and their neighbours.
    [[nodiscard]] std::uint32_t spread(std::uint32_t set) const noexcept {
        return (set | set << grid.cols | set >> grid.cols | (set & ~last_column) << 1 | (set & ~first_column) >> 1) &
               all;
    }

    // The connected part of `free` around the lowest of its cells.
    [[nodiscard]] std::uint32_t lowest_region(std::uint32_t free) const noexcept {
        std::uint32_t region = free & (0u - free);
        for (std::uint32_t wider = 0; (wider = spread(region) & free) != region;) region = wider;
        return region;
    }

    Grid grid;
    std::uint32_t all;
    std::uint32_t first_column = 0;
    std::uint32_t last_column = 0;
    std::uint32_t dark = 0;
};

// The next larger mask with as many bits (Gosper 1972).
std::uint32_t next_set(std::uint32_t mask) {
    const std::uint32_t low = mask & (0u - mask);
    const std::uint32_t ripple = mask + low;
    return ripple | (((mask ^ ripple) >> 2) / low);
}

// Each pair of neighbouring cells, in each direction, is a pull of every set that holds just the second of them.
std::uint64_t count_pulls(const Pattern& pattern) {
    const Grid grid = pattern.grid;
    const auto pairs = static_cast<std::uint64_t>(2 * (grid.rows * (grid.cols - 1) + (grid.rows - 1) * grid.cols));
    return pairs * choose(grid.cells() - 2, pattern.tiles() - 1);
}

}  // namespace

PatternSpace::PatternSpace(const Pattern& pattern) {
    const GridMasks grid(pattern.grid);
    const SetRank& rank = SetRank::of(pattern.grid.cells());
    const PlacementIndex index(pattern);

    std::uint32_t goal = 0;
    for (const Cell cell : pattern.cells) goal |= bit(cell);
    const auto dark_parity = [&](std::uint32_t mask) { return std::popcount(mask & grid.dark) % 2; };

    masks_.reserve(index.sets());
    first_row_.reserve(index.sets() + 1);
    std::vector<std::uint32_t> regions;  // by row
    for (std::uint32_t mask = cells_below(pattern.tiles()); masks_.size() < index.sets(); mask = next_set(mask)) {
        const auto set = static_cast<std::uint32_t>(masks_.size());
        masks_.push_back(mask);
        by_parity_[dark_parity(mask) != dark_parity(goal)].push_back(set);
        first_row_.push_back(static_cast<std::uint32_t>(regions.size()));
        for (std::uint32_t free = grid.all & ~mask; free != 0; free &= ~regions.back())
            regions.push_back(grid.lowest_region(free));
    }
    first_row_.push_back(static_cast<std::uint32_t>(regions.size()));

    const auto row_with = [&](std::uint32_t set, int blank) {
        std::uint32_t row = first_row_[set];
        while ((regions[row] & bit(blank)) == 0) ++row;
        assert(row < first_row_[set + 1]);
        return row;
    };
    goal_set_ = rank(goal);
    goal_row_ = row_with(goal_set_, pattern.goal_blank);

    // The tile on p came from a free cell q beside it; before the move the blank was on p.
    pulls_.reserve(count_pulls(pattern));
    first_pull_.reserve(regions.size() + 1);
    for (std::uint32_t set = 0; set < sets(); ++set)
        for (std::uint32_t row = first_row_[set]; row < first_row_[set + 1]; ++row) {
            first_pull_.push_back(pulls_.size());
            for (std::uint32_t rest = masks_[set] & grid.spread(regions[row]); rest != 0; rest &= rest - 1) {
                const int p = std::countr_zero(rest);
                const std::uint32_t others = masks_[set] & ~bit(p);
                for (const int q : pattern.grid.neighbours(p))
                    if (regions[row] & bit(q))
                        pulls_.push_back({row_with(rank(others | bit(q)), p),
                                          static_cast<std::uint8_t>(std::popcount(others & cells_below(q))),
                                          static_cast<std::uint8_t>(std::popcount(others & cells_below(p)))});
            }
        }
    first_pull_.push_back(pulls_.size());
}

std::uint64_t PatternSpace::count_rows(const Pattern& pattern) {
    const GridMasks grid(pattern.grid);
    const std::uint64_t sets = choose(pattern.grid.cells(), pattern.tiles());
    std::uint64_t rows = 0;
    std::uint32_t mask = cells_below(pattern.tiles());
    for (std::uint64_t set = 0; set < sets; ++set, mask = next_set(mask))
        for (std::uint32_t free = grid.all & ~mask; free != 0; free &= ~grid.lowest_region(free)) ++rows;
    return rows;
}

std::uint64_t PatternSpace::estimate_bytes(const Pattern& pattern) {
    return count_pulls(pattern) * sizeof(Pull) + count_rows(pattern) * 12 +
           choose(pattern.grid.cells(), pattern.tiles()) * 12;
}

}  // namespace tessera
