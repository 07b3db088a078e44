// SPDX-License-Identifier: Apache-2.0
// Ways to share the tiles among patterns: the well-known ones by name, and a user's own.
#pragma once

#include "tessera/pdb/canonical_goal.hpp"
#include "tessera/pdb/pattern.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

// Disjoint patterns of one canonical goal: their values add up.  Tiles in none of them count with Manhattan distance.
struct Partition {
    std::string name;
    std::string summary;
    std::vector<Pattern> patterns;
};

// The named partitions of a canonical goal, the strongest first; none for most boards.
[[nodiscard]] std::vector<Partition> named_partitions(Grid, Cell goal_blank);

// By name, or a user's own as tile numbers of the given goal: "1,2,5,6/3,4,7,8".  Throws UsageError.
[[nodiscard]] Partition find_partition(std::string_view name, const CanonicalGoal&);

// The canonical goal board with a letter per pattern, one line per row of the board: ". a a a" and so on; '.' is the
// blank, '-' a tile of no pattern.
[[nodiscard]] std::string picture(const Partition&);

}  // namespace tessera
