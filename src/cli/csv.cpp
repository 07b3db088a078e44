// SPDX-License-Identifier: Apache-2.0
#include "cli/csv.hpp"

#include "tessera/core/error.hpp"

#include "words.hpp"

namespace tessera::cli {

namespace {

// A field with a comma, a quote or a line end is quoted, and its quotes are doubled.
std::string field(const Json& value) {
    if (value.is_null()) return "";
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (text.find_first_of(",\"\r\n") == text.npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

// Takes one record off the text.
std::vector<std::string> take_record(std::string_view& text) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (quoted && c == '"' && text.substr(0, 1) == "\"") {
            fields.back() += c;
            text.remove_prefix(1);
        } else if (c == '"') {
            quoted = !quoted;
        } else if (quoted || (c != ',' && c != '\n')) {
            fields.back() += c;
        } else if (c == ',') {
            fields.emplace_back();
        } else {
            break;
        }
    }
    if (fields.back().ends_with('\r')) fields.back().pop_back();
    return fields;
}

}  // namespace

std::string csv_names(const Json& object) {
    std::string line;
    for (const auto& [name, value] : object.items()) line += (line.empty() ? "" : ",") + name;
    return line;
}

std::string csv_values(const Json& object) {
    std::string line;
    bool first = true;
    for (const auto& [name, value] : object.items()) {
        line += (first ? "" : ",") + field(value);
        first = false;
    }
    return line;
}

std::vector<std::map<std::string, std::string>> read_csv(std::string_view text, std::string_view source) {
    const std::vector<std::string> names = take_record(text);
    std::vector<std::map<std::string, std::string>> rows;
    for (int line = 2; !text.empty(); ++line) {
        const std::vector<std::string> values = take_record(text);
        if (values.size() != names.size())
            throw InputError(place_prefix({std::string(source), line, 0}) + std::to_string(values.size()) +
                             " values under " + std::to_string(names.size()) + " names");
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = values[i];
    }
    return rows;
}

}  // namespace tessera::cli
