// SPDX-License-Identifier: Apache-2.0
// tessera list: every name that the other commands understand.
#include "cli/commands.hpp"
#include "cli/fields.hpp"
#include "cli/sets.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

struct Section {
    std::string title;
    std::vector<CatalogEntry> entries;
};

std::vector<Section> sections() {
    std::vector<Section> all{{"domains", list_domains()}, {"algorithms", list_algorithms()}};
    for (const CatalogEntry& domain : list_domains())
        all.push_back({"heuristics of " + domain.name, list_heuristics(domain.name)});
    all.push_back({"sets", list_sets()});
    return all;
}

void print_text(Output& out) {
    for (const Section& section : sections()) {
        out.line(section.title);
        for (const CatalogEntry& entry : section.entries)
            out.line(fmt::format("  {:<18} {}{}", entry.name, entry.summary,
                                 entry.remark.empty() ? "" : " (" + entry.remark + ")"));
        out.line("");
    }
}

void print_json(Output& out) {
    Json json = object_of_kind("catalog");
    for (const Section& section : sections()) {
        Json list = Json::array();
        for (const CatalogEntry& entry : section.entries)
            list.push_back({{"name", entry.name}, {"summary", entry.summary}, {"remark", entry.remark}});
        json[section.title] = std::move(list);
    }
    out.line(json.dump());
}

}  // namespace

void add_list(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("list", "Show domains, algorithms, heuristics and instance sets");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "as one JSON object");
    command->footer("\nExamples:\n  tessera list\n  tessera list --json\n");
    command->callback([&context, json] { *json ? print_json(context.out) : print_text(context.out); });
}

}  // namespace tessera::cli
