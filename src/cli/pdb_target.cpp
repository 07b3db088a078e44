// SPDX-License-Identifier: Apache-2.0
#include "cli/pdb_target.hpp"

#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"

#include "domains/tiles.hpp"
#include "words.hpp"

#include <fmt/format.h>

namespace tessera::cli {

void PdbTarget::add_to(CLI::App& command, const std::string& word) {
    command.add_option(word, name, "partition: 7-8, 6-6-3, ... (see tessera pdb list)");
    command.add_option("--patterns", patterns, "own partition instead, by the tiles of the goal: \"1,2,5,6/3,4,7,8\"");
    add_goal_to(command);
}

void PdbTarget::add_goal_to(CLI::App& command) {
    command.add_option("--size", size, "ROWSxCOLUMNS of the board; a name usually tells");
    command.add_option("--goal", goal, "goal board; 1 2 3 ... 0 unless given");
}

bool PdbTarget::is_file() const { return name.find_first_not_of("0123456789-,/") != std::string::npos; }

CanonicalGoal PdbTarget::canonical_goal() const {
    if (goal.empty()) return corner_goal(size.empty() ? usual_grids[0] : parse_size(size));
    const TileBoard board = parse_board(goal, size, {"--goal", 1, 1});
    return {board.grid, board.cells};
}

Partition PdbTarget::partition() const {
    if (name.empty() == patterns.empty())
        throw UsageError("say which tables: a name such as 7-8 (see tessera pdb list), or --patterns");
    if (!patterns.empty() || has_grid()) return find_partition(patterns.empty() ? name : patterns, canonical_goal());
    std::vector<CatalogEntry> known;
    for (const Grid grid : usual_grids)
        for (Partition& partition : named_partitions(grid, 0)) {
            if (partition.name == name) return partition;
            known.push_back({partition.name, "", ""});
        }
    if (name.find(',') != std::string::npos) return find_partition(name, canonical_goal());
    throw UsageError(unknown_name("partition", name, known));
}

CanonicalGoal corner_goal(Grid grid) {
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(grid.cells()));
    for (std::size_t c = 0; c + 1 < cells.size(); ++c) cells[c] = static_cast<std::uint8_t>(c + 1);
    return {grid, cells};
}

std::string show_pattern(const Pattern& pattern) {
    std::string text = fmt::format("{}x{}, {} tiles", pattern.grid.rows, pattern.grid.cols, pattern.tiles());
    for (const Cell cell : pattern.cells) text += fmt::format(" {}", cell);
    return text;
}

}  // namespace tessera::cli
