// SPDX-License-Identifier: Apache-2.0
// Which tables a `tessera pdb` command is about: a partition by name or by tiles, for some goal.
#pragma once

#include "tessera/pdb/partition.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace tessera::cli {

struct PdbTarget {
    std::string name;      // of a partition, or the path of a file
    std::string patterns;  // instead of a name: "1,2,5,6/3,4,7,8"
    std::string size;
    std::string goal;

    // `word` is how the help calls the name; required unless there are patterns.
    void add_to(CLI::App& command, const std::string& word);
    void add_goal_to(CLI::App& command);

    // Names of partitions are made of digits and "-,/"; everything else is a path.
    [[nodiscard]] bool is_file() const;
    // Without size and goal a name is looked for on 4x4, 3x3 and 5x5 boards.  Throws UsageError.
    [[nodiscard]] Partition partition() const;
    // The grid and goal asked for, if they were.
    [[nodiscard]] bool has_grid() const { return !size.empty() || !goal.empty(); }
    [[nodiscard]] CanonicalGoal canonical_goal() const;
};

// The boards that have partitions by name, the most used first.
inline constexpr Grid usual_grids[] = {{4, 4}, {3, 3}, {5, 5}};
// The goal with the blank in a corner.
[[nodiscard]] CanonicalGoal corner_goal(Grid);

// "4x4, tiles 1 2 3 4 5 6 7"
[[nodiscard]] std::string show_pattern(const Pattern&);

}  // namespace tessera::cli
