// SPDX-License-Identifier: Apache-2.0
// tessera pdb list, info and remove: what there is.
#include "tessera/core/error.hpp"
#include "tessera/pdb/cache.hpp"

#include "cli/pdb_commands.hpp"
#include "cli/pdb_target.hpp"
#include "cli/units.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::cli {

namespace {

struct ListOptions {
    PdbTarget target;
    bool json = false;
};

struct Listed {
    Partition partition;
    std::uint64_t bytes = 0;
    std::size_t cached = 0;  // tables

    [[nodiscard]] bool complete() const { return cached == partition.patterns.size(); }
};

std::vector<Listed> list_partitions(const PdbTarget& target, const TableCache& cache) {
    std::vector<CanonicalGoal> goals;
    if (target.has_grid()) goals.push_back(target.canonical_goal());
    else
        for (const Grid grid : usual_grids) goals.push_back(corner_goal(grid));
    std::vector<Listed> list;
    for (const CanonicalGoal& goal : goals)
        for (Partition& partition : named_partitions(goal.grid(), goal.blank())) {
            Listed& listed = list.emplace_back(Listed{std::move(partition), 0, 0});
            for (const Pattern& pattern : listed.partition.patterns) {
                const auto header = cache.find(pattern);
                listed.cached += header.has_value();
                listed.bytes += header ? header->file_bytes()
                                       : table_header_bytes + payload_bytes(PlacementIndex(pattern).entries(), 4);
            }
        }
    return list;
}

// Cached tables that belong to no named partition.
std::vector<TableHeader> others(const std::vector<Listed>& list, const TableCache& cache) {
    std::vector<TableHeader> headers = cache.list();
    std::erase_if(headers, [&](const TableHeader& header) {
        return std::ranges::any_of(list, [&](const Listed& listed) {
            return std::ranges::find(listed.partition.patterns, header.pattern) != listed.partition.patterns.end();
        });
    });
    return headers;
}

void print_list(Context& context, const ListOptions& options) {
    const TableCache cache;
    const std::vector<Listed> list = list_partitions(options.target, cache);
    for (const Listed& listed : list) {
        const Grid grid = listed.partition.patterns.front().grid;
        if (options.json) {
            Json tables = Json::array();
            for (const Pattern& pattern : listed.partition.patterns) tables.push_back(pattern.cells);
            Json json = object_of_kind("partition");
            json["name"] = listed.partition.name;
            json["size"] = fmt::format("{}x{}", grid.rows, grid.cols);
            json["patterns"] = std::move(tables);
            json["summary"] = listed.partition.summary;
            json["bytes"] = listed.bytes;
            json["cached"] = listed.complete();
            context.out.line(json.dump());
            continue;
        }
        const std::string where = listed.complete() ? "cached"
                                  : listed.cached > 0
                                      ? fmt::format("{} of {} tables cached", listed.cached, listed.partition.patterns.size())
                                      : "not built";
        context.out.line(fmt::format("{:<8} {}x{}  {}, {}{}{}", listed.partition.name, grid.rows, grid.cols,
                                     show_bytes(listed.bytes), where, listed.partition.summary.empty() ? "" : "; ",
                                     listed.partition.summary));
        std::string drawing = picture(listed.partition);
        for (std::size_t begin = 0; begin < drawing.size();) {
            const std::size_t end = drawing.find('\n', begin);
            context.out.line("         " + drawing.substr(begin, end - begin));
            begin = end == std::string::npos ? drawing.size() : end + 1;
        }
        context.out.line("");
    }
    if (options.json) return;
    if (const auto more = others(list, cache); !more.empty() && !options.target.has_grid()) {
        context.out.line("other tables in the cache");
        for (const TableHeader& header : more)
            context.out.line(fmt::format("  {}, {}", show_pattern(header.pattern), show_bytes(header.file_bytes())));
        context.out.line("");
    }
    context.out.line(cache.path().empty() ? "there is no cache: neither TESSERA_CACHE nor XDG_CACHE_HOME nor HOME is set"
                                          : "cache: " + display(cache.path(), 200));
}

struct InfoOptions {
    PdbTarget target;
    bool json = false;
};

void print_info(Context& context, const InfoOptions& options) {
    const auto show = [&](const std::string& path) {
        const TableHeader header = read_table_header(path);
        if (options.json) context.out.line(header_fields(header, path).dump());
        else print_header(context.out, header, path);
    };
    if (options.target.is_file()) return show(options.target.name);
    for (const std::string& path : cached_paths(options.target.partition())) show(path);
}

struct RemoveOptions {
    PdbTarget target;
    bool all = false;
};

void remove_tables(Context& context, const RemoveOptions& options) {
    const TableCache cache;
    std::vector<Pattern> patterns;
    if (options.all) {
        for (const TableHeader& header : cache.list()) patterns.push_back(header.pattern);
    } else {
        patterns = options.target.partition().patterns;
    }
    std::size_t removed = 0;
    for (const Pattern& pattern : patterns) removed += cache.remove(pattern);
    context.out.line(fmt::format("{} table{} removed", removed, removed == 1 ? "" : "s"));
}

}  // namespace

std::vector<std::string> cached_paths(const Partition& partition) {
    const TableCache cache;
    std::vector<std::string> paths;
    for (const Pattern& pattern : partition.patterns) {
        if (!cache.has_file(pattern))
            throw EnvironmentError(fmt::format("the table of {} is not in the cache; build it with: tessera pdb build {}",
                                               show_pattern(pattern), partition.name));
        paths.push_back(cache.path_of(pattern));
    }
    return paths;
}

Json header_fields(const TableHeader& header, const std::string& path) {
    Json json = object_of_kind("table");
    json["file"] = path;
    json["size"] = fmt::format("{}x{}", header.pattern.grid.rows, header.pattern.grid.cols);
    json["goal_blank"] = header.pattern.goal_blank;
    json["pattern"] = header.pattern.cells;
    json["entries"] = header.entries;
    json["entry_bits"] = header.entry_bits;
    json["states"] = header.states;
    json["depth"] = header.depth;
    json["mean"] = header.mean();
    json["file_bytes"] = header.file_bytes();
    json["checksum"] = header.payload_sum.hex();
    json["builder"] = header.builder;
    return json;
}

void print_header(Output& out, const TableHeader& header, const std::string& path) {
    const auto row = [&](std::string_view name, std::string_view text) { out.line(fmt::format("{:<10} {}", name, text)); };
    row("file", display(path, 500));
    row("what", "pattern database: moves of these tiles that bring them home, whatever the others do");
    row("board", fmt::format("{}x{}, goal with the blank on cell {}", header.pattern.grid.rows, header.pattern.grid.cols,
                             header.pattern.goal_blank));
    row("tiles", fmt::format("{} (by goal cell)", fmt::join(header.pattern.cells, " ")));
    row("entries", fmt::format("{} of {} bits", show_count(header.entries), header.entry_bits));
    row("states", show_count(header.states));
    row("depth", std::to_string(header.depth));
    row("mean", fmt::format("{:.4f}", header.mean()));
    row("size", fmt::format("{} ({} bytes)", show_bytes(header.file_bytes()), show_count(header.file_bytes())));
    row("checksum", header.payload_sum.hex());
}

void add_pdb_list(CLI::App& pdb, Context& context) {
    auto* command = pdb.add_subcommand("list", "Show the partitions by name, and which are in the cache");
    const auto options = std::make_shared<ListOptions>();
    options->target.add_goal_to(*command);
    command->add_flag("--json", options->json, "one JSON object per partition and line");
    command->footer("\nExamples:\n  tessera pdb list\n  tessera pdb list --size 4x4 --json");
    command->callback([&context, options] { print_list(context, *options); });
}

void add_pdb_info(CLI::App& pdb, Context& context) {
    auto* command = pdb.add_subcommand("info", "Show what a file, or the tables of a partition, are");
    const auto options = std::make_shared<InfoOptions>();
    options->target.add_to(*command, "FILE|NAME");
    command->add_flag("--json", options->json, "one JSON object per table and line");
    command->footer("\nExamples:\n  tessera pdb info 7-8\n  tessera pdb info ./table.pdb --json");
    command->callback([&context, options] { print_info(context, *options); });
}

void add_pdb_remove(CLI::App& pdb, Context& context) {
    auto* command = pdb.add_subcommand("remove", "Remove tables from the cache");
    const auto options = std::make_shared<RemoveOptions>();
    options->target.add_to(*command, "NAME");
    command->add_flag("--all", options->all, "all of them");
    command->footer("\nExamples:\n  tessera pdb remove 7-8\n  tessera pdb remove --all");
    command->callback([&context, options] { remove_tables(context, *options); });
}

}  // namespace tessera::cli
