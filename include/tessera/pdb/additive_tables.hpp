// SPDX-License-Identifier: Apache-2.0
// The tables of a partition, and how the boards of a goal are looked up in them.
#pragma once

#include "tessera/core/grid.hpp"
#include "tessera/core/heuristic.hpp"
#include "tessera/pdb/partition.hpp"
#include "tessera/pdb/table_source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// One way to see a board: where its cells lie on the canonical board, and which pattern and label its tiles have.
struct TileView {
    static constexpr std::uint8_t none = 255;
    std::vector<Cell> cell;             // by cell
    std::vector<std::uint8_t> pattern;  // by tile; none: the blank, or a tile of no pattern
    std::vector<std::uint8_t> label;    // by tile (see lookup.hpp)
};

struct AdditiveTables {
    std::vector<std::shared_ptr<const Table>> tables;  // by pattern
    std::vector<TileView> views;                       // the board, and its mirror image where the goal has one
};

// "pdb:7-8", "pdb:7-8-nomirror": the name of a partition and whether to look at mirror images as well.
struct PdbName {
    std::string partition;
    bool mirror = true;
};
[[nodiscard]] PdbName parse_pdb_name(std::string_view heuristic);

// How boards are seen through a partition.  `goal[c]` is the tile on cell c, 0 for the blank.
[[nodiscard]] std::vector<TileView> tile_views(Grid, std::span<const std::uint8_t> goal, const Partition&, bool mirror);

// Everything for the heuristic `request.name`.  Throws UsageError for a name that means nothing for this board, and
// UnsupportedError for more patterns than the heuristic can carry.
[[nodiscard]] AdditiveTables load_additive_tables(const HeuristicRequest& request, Grid,
                                                  std::span<const std::uint8_t> goal, std::size_t most_patterns);

// The heuristic that "auto" stands for on this board: the strongest named partition whose tables need not be built; if
// there is none, one that is built in a moment; "" if there is none of that either.
[[nodiscard]] std::string automatic_pdb(Grid, std::span<const std::uint8_t> goal);

}  // namespace tessera
