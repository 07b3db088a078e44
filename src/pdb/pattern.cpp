// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/pattern.hpp"

#include "tessera/core/error.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

namespace tessera {

std::uint64_t choose(int n, int k) noexcept {
    if (k < 0 || k > n) return 0;
    std::uint64_t product = 1;
    for (int i = 1; i <= k; ++i)
        product = product * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return product;
}

std::uint64_t factorial(int n) noexcept {
    std::uint64_t product = 1;
    for (int i = 2; i <= n; ++i) product *= static_cast<std::uint64_t>(i);
    return product;
}

std::string describe(const Pattern& p) {
    std::string text = std::to_string(p.grid.rows) + "x" + std::to_string(p.grid.cols) + " goal blank " +
                       std::to_string(p.goal_blank) + " tiles ";
    for (std::size_t i = 0; i < p.cells.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(p.cells[i]);
    return text;
}

void check_pattern(const Pattern& p) {
    const auto refuse = [](const std::string& reason) {
        throw UnsupportedError("this pattern cannot be used: " + reason);
    };
    if (p.grid.rows < 2 || p.grid.cols < 2 || p.grid.rows > 12 || p.grid.cols > 12 || p.grid.cells() > 25)
        refuse("the board must have at least 2x2 and at most 25 cells");
    const int n = p.grid.cells();
    if (p.goal_blank >= n) refuse("the blank's goal cell is not on the board");
    if (p.cells.empty()) refuse("it has no tiles");
    if (p.tiles() > Pattern::max_tiles) refuse("more than " + std::to_string(Pattern::max_tiles) + " tiles");
    if (p.tiles() > n - 3) refuse("it must leave at least three cells of the board to the blank and other tiles");
    for (std::size_t i = 0; i < p.cells.size(); ++i) {
        if (p.cells[i] >= n) refuse("a goal cell is not on the board");
        if (p.cells[i] == p.goal_blank) refuse("a tile has the blank's goal cell");
        if (i > 0 && p.cells[i] <= p.cells[i - 1]) refuse("its goal cells are not increasing");
    }
}

PlacementIndex::PlacementIndex(int cells, int tiles)
    : cells_(cells), tiles_(tiles), sets_(choose(cells, tiles)), orders_(factorial(tiles)) {
    assert(cells <= 25 && tiles >= 0 && tiles <= Pattern::max_tiles);
}

// The rank of a mask among masks of equal weight is the sum of choose(c, i) over its i-th cells c, i from 1.
std::uint64_t PlacementIndex::rank_set(std::uint32_t mask) const noexcept {
    std::uint64_t rank = 0;
    for (int i = 1; mask != 0; ++i, mask &= mask - 1) rank += choose(std::countr_zero(mask), i);
    return rank;
}

std::uint32_t PlacementIndex::unrank_set(std::uint64_t rank) const noexcept {
    std::uint32_t mask = 0;
    int cell = cells_;
    for (int i = tiles_; i >= 1; --i) {
        do --cell;
        while (choose(cell, i) > rank);
        rank -= choose(cell, i);
        mask |= 1u << cell;
    }
    return mask;
}

std::uint64_t PlacementIndex::rank_order(std::span<const std::uint8_t> order) const noexcept {
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::uint64_t smaller = 0;
        for (std::size_t j = i + 1; j < order.size(); ++j) smaller += order[j] < order[i];
        rank = rank * (order.size() - i) + smaller;
    }
    return rank;
}

void PlacementIndex::unrank_order(std::uint64_t rank, std::span<std::uint8_t> order) const noexcept {
    const std::size_t k = order.size();
    for (std::size_t i = k; i-- > 0;) {
        order[i] = static_cast<std::uint8_t>(rank % (k - i));
        rank /= k - i;
        for (std::size_t j = i + 1; j < k; ++j) order[j] = static_cast<std::uint8_t>(order[j] + (order[j] >= order[i]));
    }
}

std::uint64_t PlacementIndex::rank(std::span<const Cell> where) const noexcept {
    std::uint32_t mask = 0;
    for (const Cell cell : where) mask |= 1u << cell;
    std::array<std::uint8_t, Pattern::max_tiles> order{};
    for (std::size_t t = 0; t < where.size(); ++t)
        order[static_cast<std::size_t>(std::popcount(mask & ((1u << where[t]) - 1)))] = static_cast<std::uint8_t>(t);
    return rank_set(mask) * orders_ + rank_order(std::span(order).first(where.size()));
}

void PlacementIndex::unrank(std::uint64_t index, std::span<Cell> where) const noexcept {
    std::array<std::uint8_t, Pattern::max_tiles> order{};
    unrank_order(index % orders_, std::span(order).first(where.size()));
    std::uint32_t mask = unrank_set(index / orders_);
    for (std::size_t i = 0; i < where.size(); ++i, mask &= mask - 1)
        where[order[i]] = static_cast<Cell>(std::countr_zero(mask));
}

}  // namespace tessera
