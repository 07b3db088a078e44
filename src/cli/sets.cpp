// SPDX-License-Identifier: Apache-2.0
#include "cli/sets.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace tessera::cli {

namespace {

namespace fs = std::filesystem;

fs::path path_of(std::string_view name) { return instances_directory() / (std::string(name) + ".txt"); }

std::optional<long> to_number(std::string_view text) {
    long value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

// One item of a selection: an id, or a range of numeric ids.
struct Item {
    std::string_view text;
    bool used = false;

    [[nodiscard]] bool matches(std::string_view id) const {
        if (text == id) return true;
        const std::size_t dash = text.find('-');
        const auto number = to_number(id);
        if (dash == text.npos || !number) return false;
        const auto first = to_number(text.substr(0, dash));
        const auto last = to_number(text.substr(dash + 1));
        return first && last && *first <= *number && *number <= *last;
    }
};

std::vector<Item> items_of(std::string_view ids) {
    std::vector<Item> items;
    while (!ids.empty()) {
        const std::size_t end = std::min(ids.find(','), ids.size());
        items.push_back({ids.substr(0, end)});
        ids.remove_prefix(std::min(end + 1, ids.size()));
    }
    return items;
}

}  // namespace

// Where the sets are: told by the environment, beside an installed program, in the source tree, where they were
// installed.
fs::path instances_directory() {
    std::vector<fs::path> candidates;
    if (const char* told = std::getenv("TESSERA_INSTANCES"); told && *told) candidates.emplace_back(told);
    std::error_code error;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error)
        candidates.push_back(program.parent_path().parent_path() / "share" / "tessera" / "instances");
    candidates.emplace_back(TESSERA_INSTANCES_BUILD);
    candidates.emplace_back(TESSERA_INSTANCES_INSTALL);
    for (const fs::path& path : candidates)
        if (fs::is_directory(path, error)) return path;
    throw EnvironmentError(
        "the instance sets are not where they were installed; set TESSERA_INSTANCES to their directory");
}

std::vector<CatalogEntry> list_sets() {
    std::vector<CatalogEntry> sets;
    for (const auto& entry : fs::directory_iterator(instances_directory())) {
        if (entry.path().extension() != ".txt") continue;
        const File file(entry.path());
        BoardReader reader(LineReader(file.fd(), -1), entry.path().stem(), "");
        int boards = 0;
        std::string size;
        while (const auto problem = reader.next()) {
            ++boards;
            size = problem->size;
        }
        sets.push_back({entry.path().stem(), reader.title(), std::to_string(boards) + " boards, " + size});
    }
    std::sort(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return sets;
}

std::vector<Problem> open_set(std::string_view name_and_ids) {
    const std::size_t colon = name_and_ids.find(':');
    const std::string_view name = name_and_ids.substr(0, colon);
    const bool known = name.find('/') == name.npos && fs::is_regular_file(path_of(name));
    if (!known) throw InputError(unknown_name("set", name, list_sets()));

    const bool selects = colon != name_and_ids.npos;
    std::vector<Item> items = items_of(selects ? name_and_ids.substr(colon + 1) : "");
    if (selects && items.empty()) throw UsageError("--set NAME:IDS needs ids, for example korf100:1-5,88");

    const File file(path_of(name));
    BoardReader reader(LineReader(file.fd(), -1), std::string(name), "");
    std::vector<Problem> chosen;
    std::string first, last;
    while (auto problem = reader.next()) {
        last = problem->instance.id;
        if (first.empty()) first = last;
        bool wanted = !selects;
        for (Item& item : items)
            if (item.matches(problem->instance.id)) wanted = item.used = true;
        if (wanted) chosen.push_back(std::move(*problem));
    }
    for (const Item& item : items)
        if (!item.used)
            throw InputError("the set " + std::string(name) + " has no board '" + display(item.text) +
                             "'; its ids go from " + first + " to " + last);
    return chosen;
}

}  // namespace tessera::cli
