// SPDX-License-Identifier: Apache-2.0
#include "tessera/pdb/additive_tables.hpp"

#include "tessera/core/error.hpp"
#include "tessera/pdb/lookup.hpp"

#include <algorithm>

namespace tessera {

namespace {

constexpr std::string_view prefix = "pdb:";
constexpr std::string_view with_mirror = "+mirror";  // the default, where there is a mirror image
constexpr std::string_view without_mirror = "-nomirror";

// What "auto" may build while somebody waits: entries of all tables together.
constexpr std::uint64_t built_in_a_moment = 20'000'000;

std::uint64_t entries(const Partition& partition) {
    std::uint64_t sum = 0;
    for (const Pattern& pattern : partition.patterns) sum += PlacementIndex(pattern).entries();
    return sum;
}

}  // namespace

PdbName parse_pdb_name(std::string_view heuristic) {
    if (heuristic.starts_with(prefix)) heuristic.remove_prefix(prefix.size());
    const bool mirror = !heuristic.ends_with(without_mirror);
    if (!mirror)
        heuristic.remove_suffix(without_mirror.size());
    else if (heuristic.ends_with(with_mirror))
        heuristic.remove_suffix(with_mirror.size());
    return {std::string(heuristic), mirror};
}

std::vector<TileView> tile_views(Grid grid, std::span<const std::uint8_t> goal, const Partition& partition,
                                 bool mirror) {
    const CanonicalGoal canonical(grid, goal);
    std::vector<Symmetry> images{Symmetry::all(canonical.grid()).front()};
    if (mirror)
        if (const auto image = goal_mirror(canonical.grid(), canonical.blank())) images.push_back(*image);
    std::vector<TileView> views;
    for (const Symmetry& image : images) {
        TileView& view = views.emplace_back();
        view.pattern.assign(goal.size(), TileView::none);
        view.label.assign(goal.size(), 0);
        for (int i = 0; i < grid.cells(); ++i) view.cell.push_back(image(canonical.cell(i)));
        for (int tile = 1; tile < grid.cells(); ++tile) {
            const Cell name = image(canonical.tile(tile));
            for (std::size_t p = 0; p < partition.patterns.size(); ++p) {
                const std::vector<Cell>& cells = partition.patterns[p].cells;
                const auto it = std::lower_bound(cells.begin(), cells.end(), name);
                if (it == cells.end() || *it != name) continue;
                view.pattern[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(p);
                view.label[static_cast<std::size_t>(tile)] = static_cast<std::uint8_t>(
                    pattern_label(static_cast<int>(cells.size()), static_cast<int>(it - cells.begin())));
            }
        }
    }
    return views;
}

AdditiveTables load_additive_tables(const HeuristicRequest& request, Grid grid, std::span<const std::uint8_t> goal,
                                    std::size_t most_patterns) {
    const PdbName name = parse_pdb_name(request.name);
    const CanonicalGoal canonical(grid, goal);
    const Partition partition = find_partition(name.partition, canonical);
    if (request.name.ends_with(with_mirror) && !goal_mirror(canonical.grid(), canonical.blank()))
        throw UsageError("this goal has no mirror image: no reflection of the board leaves its blank in place; leave " +
                         std::string(with_mirror) + " away");
    if (partition.patterns.size() > most_patterns)
        throw UnsupportedError(std::to_string(partition.patterns.size()) + " patterns are too many; up to " +
                               std::to_string(most_patterns) + " can be used on this board");
    AdditiveTables loaded;
    for (const Pattern& pattern : partition.patterns)
        loaded.tables.push_back(shared_table(pattern, {request.threads, request.stop, request.on_warning}));
    loaded.views = tile_views(grid, goal, partition, name.mirror);
    return loaded;
}

std::string automatic_pdb(Grid grid, std::span<const std::uint8_t> goal) {
    const CanonicalGoal canonical(grid, goal);
    const std::vector<Partition> known = named_partitions(canonical.grid(), canonical.blank());
    for (const Partition& partition : known)
        if (std::ranges::all_of(partition.patterns, table_ready)) return std::string(prefix) + partition.name;
    for (const Partition& partition : known)
        if (entries(partition) <= built_in_a_moment) return std::string(prefix) + partition.name;
    return "";
}

}  // namespace tessera
