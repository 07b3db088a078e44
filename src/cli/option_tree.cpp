// SPDX-License-Identifier: Apache-2.0
#include "cli/option_tree.hpp"

#include "tessera/catalog.hpp"

#include "cli/sets.hpp"

#include <algorithm>

namespace tessera::cli {

namespace {

void add_names(std::vector<std::string>& list, const std::vector<CatalogEntry>& entries) {
    for (const CatalogEntry& entry : entries)
        if (entry.name.find_first_of(" :") == entry.name.npos &&
            std::find(list.begin(), list.end(), entry.name) == list.end())
            list.push_back(entry.name);
}

// What a check allows, "{auto,always,never}" in its description, and what the lists of the program know.
std::vector<std::string> values_of(const CLI::Option& option) {
    std::vector<std::string> list;
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{'), end = type.find('}');
    if (begin != type.npos && end != type.npos) {
        std::string word;
        for (std::size_t i = begin + 1; i <= end; ++i) {
            if (type[i] != ',' && i != end) {
                word += type[i];
                continue;
            }
            list.push_back(word);
            word.clear();
        }
        return list;
    }
    const auto is = [&](const char* name) { return option.check_lname(name); };
    if (is("algorithm")) add_names(list, list_algorithms());
    if (is("domain")) add_names(list, list_domains());
    if (is("set")) add_names(list, list_sets());
    if (is("heuristic"))
        for (const CatalogEntry& domain : list_domains()) add_names(list, list_heuristics(domain.name));
    return list;
}

CommandRecord read_command(const CLI::App& app, const std::string& path) {
    CommandRecord record;
    record.path = path;
    record.name = app.get_name();
    record.description = app.get_description();
    record.footer = app.get_footer();
    for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; }))
        record.options.push_back(read_option(*option));
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        record.commands.push_back(read_command(*command, (path.empty() ? "" : path + " ") + command->get_name()));
    return record;
}

}  // namespace

OptionRecord read_option(const CLI::Option& option) {
    OptionRecord record;
    for (const std::string& name : option.get_snames()) record.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) record.names.push_back("--" + name);
    record.positional = record.names.empty();
    if (record.positional) record.names.push_back(option.get_name(true));
    record.description = option.get_description();
    record.default_value = option.get_default_str();
    record.values = values_of(option);
    record.takes_value = option.get_items_expected_max() > 0;
    return record;
}

CommandRecord read_tree(const CLI::App& app) { return read_command(app, ""); }

std::vector<const CommandRecord*> all_records(const CommandRecord& root) {
    std::vector<const CommandRecord*> list{&root};
    for (const CommandRecord& command : root.commands)
        for (const CommandRecord* record : all_records(command)) list.push_back(record);
    return list;
}

}  // namespace tessera::cli
