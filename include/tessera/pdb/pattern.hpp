// SPDX-License-Identifier: Apache-2.0
// A pattern: some tiles of the puzzle; and the numbering of their placements, which is the numbering of table entries.
#pragma once

#include "tessera/core/grid.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// Tiles are named by their goal cells; labels never matter.  The goal cell of the blank counts too: in the goal, the
// tiles of a pattern may wall it in.
struct Pattern {
    static constexpr int max_tiles = 10;

    Grid grid;
    Cell goal_blank = 0;
    std::vector<Cell> cells;  // the goal cells of the tiles, increasing; tile i of the pattern belongs on cells[i]

    [[nodiscard]] int tiles() const noexcept { return static_cast<int>(cells.size()); }
    friend bool operator==(const Pattern&, const Pattern&) = default;
};

// Throws UnsupportedError unless the pattern makes sense: 2x2 to 25 cells, cells increasing and without the blank's,
// 1 to max_tiles of them, and at least three cells left over.  (With fewer than two nameless tiles, parity puts some
// placements out of reach.)
void check_pattern(const Pattern&);

// "4x4 goal blank 0 tiles 1,2,3"
[[nodiscard]] std::string describe(const Pattern&);

// The number of ways to choose `k` of `n` (0 for k > n), and n!.  Exact for n up to 25 and up to 20.
[[nodiscard]] std::uint64_t choose(int n, int k) noexcept;
[[nodiscard]] std::uint64_t factorial(int n) noexcept;

// A placement puts every tile of the pattern on a cell.  Its index has two digits:
//   index = (rank of the set of occupied cells) * k! + (rank of the order of the tiles along these cells).
// Sets are bit masks (bit c: cell c), ranked by their number among all masks of k bits; orders are ranked
// lexicographically.  Both digits have inverses.
class PlacementIndex {
public:
    PlacementIndex(int cells, int tiles);
    explicit PlacementIndex(const Pattern& p) : PlacementIndex(p.grid.cells(), p.tiles()) {}

    [[nodiscard]] std::uint64_t sets() const noexcept { return sets_; }
    [[nodiscard]] std::uint64_t orders() const noexcept { return orders_; }
    [[nodiscard]] std::uint64_t entries() const noexcept { return sets_ * orders_; }

    [[nodiscard]] std::uint64_t rank_set(std::uint32_t mask) const noexcept;
    [[nodiscard]] std::uint32_t unrank_set(std::uint64_t rank) const noexcept;

    // `order[i]` is the tile on the i-th occupied cell.
    [[nodiscard]] std::uint64_t rank_order(std::span<const std::uint8_t> order) const noexcept;
    void unrank_order(std::uint64_t rank, std::span<std::uint8_t> order) const noexcept;

    // `where[t]` is the cell of tile t.
    [[nodiscard]] std::uint64_t rank(std::span<const Cell> where) const noexcept;
    void unrank(std::uint64_t index, std::span<Cell> where) const noexcept;

private:
    int cells_;
    int tiles_;
    std::uint64_t sets_;
    std::uint64_t orders_;
};

}  // namespace tessera
