// SPDX-License-Identifier: Apache-2.0
// Tables of expected values: rows of named fields.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace tessera::test {

using Row = std::map<std::string, std::string>;

inline std::string read_file(const std::string& path) {
    std::ifstream file(path);
    INFO("file " << path);
    REQUIRE(file.good());
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// Fields may stand in double quotes, with "" for a quote; lines that begin with `#` are comments.
inline std::vector<std::string> csv_fields(const std::string& line, char separator = ',') {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            if (quoted && i + 1 < line.size() && line[i + 1] == '"') fields.back() += line[++i];
            else quoted = !quoted;
        } else if (line[i] == separator && !quoted) {
            fields.emplace_back();
        } else if (line[i] != '\r') {
            fields.back() += line[i];
        }
    }
    return fields;
}

inline std::vector<Row> read_csv(const std::string& path, char separator = ',') {
    std::istringstream text(read_file(path));
    std::vector<std::string> names;
    std::vector<Row> rows;
    for (std::string line; std::getline(text, line);) {
        if (line.empty() || line[0] == '#') continue;
        const auto fields = csv_fields(line, separator);
        if (names.empty()) {
            names = fields;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < names.size() && i < fields.size(); ++i) row[names[i]] = fields[i];
        rows.push_back(std::move(row));
    }
    REQUIRE_FALSE(rows.empty());
    return rows;
}

}  // namespace tessera::test
