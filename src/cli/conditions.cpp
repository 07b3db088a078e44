// SPDX-License-Identifier: Apache-2.0
#include "cli/conditions.hpp"

#include "cli/csv.hpp"
#include "words.hpp"

#include <fmt/format.h>

namespace tessera::cli {

namespace {

// What is compared, by the name of its field, and what it is called.
struct Word {
    const char* field;
    const char* name;
};
constexpr Word work_words[] = {{"sets", "boards"},
                               {"boards", "number of boards"},
                               {"length", "length of all solutions"},
                               {"time", "time limit"},
                               {"memory", "memory limit"}};
constexpr Word fact_words[] = {
    {"cpu", "processor"},        {"processors", "number of processors"},          {"compiler", "compiler"},
    {"flags", "compiler flags"}, {"transparent_huge_pages", "use of huge pages"}, {"governor", "clock governor"}};

std::string text_of(const Json& value) {
    if (value.is_null()) return "";
    if (!value.is_array()) return value.is_string() ? value.get<std::string>() : value.dump();
    std::string text;
    for (const Json& part : value) text += (text.empty() ? "" : " ") + text_of(part);
    return text;
}

void copy(const Json& object, std::map<std::string, std::string>& to) {
    for (const auto& [name, value] : object.items()) to[name] = text_of(value);
}

Conditions from_json(const Json& whole) {
    Conditions conditions;
    if (whole.contains("plan")) copy(whole.at("plan"), conditions.work);
    if (whole.contains("context")) copy(whole.at("context"), conditions.facts);
    for (const Json& run : whole.at("runs"))
        if (run.at("mode") != "limit")
            for (const char* name : {"boards", "length"}) conditions.work[name] = text_of(run.at(name));
    return conditions;
}

Conditions from_csv(std::string_view text, std::string_view source) {
    Conditions conditions;
    for (const auto& row : read_csv(text, source)) {
        if (const auto mode = row.find("mode"); mode == row.end() || mode->second == "limit") continue;
        for (const auto& [name, value] : row) conditions.work[name] = conditions.facts[name] = value;
    }
    return conditions;
}

// Only what both files tell can differ.
template <std::size_t N>
std::vector<std::string> compare_words(const Word (&words)[N], const std::map<std::string, std::string>& before,
                                       const std::map<std::string, std::string>& after) {
    std::vector<std::string> list;
    for (const Word& word : words) {
        const auto old_one = before.find(word.field);
        const auto new_one = after.find(word.field);
        if (old_one == before.end() || new_one == after.end() || old_one->second == new_one->second) continue;
        const auto shown = [](const std::string& text) { return text.empty() ? "none" : display(text, 100); };
        list.push_back(fmt::format("other {}: {}, then {}", word.name, shown(old_one->second), shown(new_one->second)));
    }
    return list;
}

}  // namespace

Conditions conditions_from(std::string_view text, std::string_view source) {
    return text.substr(0, 1) == "{" ? from_json(Json::parse(text)) : from_csv(text, source);
}

Differences differences(const Conditions& before, const Conditions& after) {
    Differences found;
    found.sentences = compare_words(work_words, before.work, after.work);
    found.other_work = !found.sentences.empty();
    for (const std::string& text : compare_words(fact_words, before.facts, after.facts))
        found.sentences.push_back(text);
    return found;
}

}  // namespace tessera::cli
