// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment.hpp"

#include "tessera/core/error.hpp"

#include "cli/fields.hpp"
#include "cli/sets.hpp"
#include "words.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tessera::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string lines(const json& list) {
    std::string text;
    for (const json& line : list) text += line.get<std::string>() + "\n";
    return text;
}

Experiment::Row read_row(const json& j) {
    return {j.at("label"), j.at("algorithm"), j.value("heuristic", ""), j.value("shuffle", false), j.value("runs", 1)};
}

Experiment::Column read_column(const json& j) {
    Experiment::Column column{j.at("label"), lines(j.at("instance")), std::nullopt, j.value("goal_cells", ""), {}};
    if (j.contains("optimal")) column.optimal = j.at("optimal").get<Cost>();
    if (j.contains("published")) column.published = j.at("published").get<std::map<std::string, double>>();
    return column;
}

fs::path directory() { return instances_directory() / "experiments"; }

Answer run_cell(const Experiment& experiment, const Experiment::Row& row, const Experiment::Column& column,
                Settings settings, std::uint64_t seed) {
    Choice choice;
    choice.domain = experiment.domain;
    choice.goal = experiment.goal;
    choice.algorithm = row.algorithm;
    if (!row.heuristic.empty()) choice.heuristic = row.heuristic;
    choice.goal_cells = column.goal_cells;
    settings.seed = seed;
    settings.shuffle_moves = row.shuffle;
    Instance instance{
        column.label, column.instance, {experiment.name + ", column " + column.label, 0, 0}, std::nullopt};
    if (column.optimal && *column.optimal >= 0) instance.known_optimum = column.optimal;
    if (experiment.domain == "tiles") instance.text.erase(instance.text.find_last_not_of('\n') + 1);
    const Answer answer = open_solver(choice)->solve(instance, settings);
    if (column.optimal && *column.optimal < 0 && answer.outcome == Outcome::solved)
        throw InternalError(row.label + " solved " + column.label + " of " + experiment.name +
                            ", known to be unsolvable");
    return answer;
}

}  // namespace

Experiment read_experiment(std::string_view name_or_file) {
    const bool is_file = name_or_file.find('/') != name_or_file.npos || name_or_file.ends_with(".json");
    const fs::path path = is_file ? fs::path(name_or_file) : directory() / (std::string(name_or_file) + ".json");
    std::ifstream file(path);
    if (!file && !is_file) throw UsageError(unknown_name("experiment", name_or_file, list_experiments()));
    if (!file) throw EnvironmentError("cannot open " + display(name_or_file, 200));
    Experiment experiment;
    try {
        const json j = json::parse(file);
        experiment.name = path.stem();
        experiment.title = j.at("title");
        experiment.domain = j.at("domain");
        experiment.goal = j.value("goal", "");
        experiment.parameter = j.at("parameter");
        experiment.note = j.value("note", "");
        experiment.measures = j.at("measures").get<std::vector<std::string>>();
        for (const json& row : j.at("rows")) experiment.rows.push_back(read_row(row));
        for (const json& column : j.at("columns")) experiment.columns.push_back(read_column(column));
    } catch (const json::exception& error) {
        throw InputError(display(path.string(), 200) + ": not an experiment: " + display(error.what(), 200));
    }
    return experiment;
}

std::vector<CatalogEntry> list_experiments() {
    std::vector<CatalogEntry> list;
    for (const auto& entry : fs::directory_iterator(directory()))
        if (entry.path().extension() == ".json")
            list.push_back({entry.path().stem(), read_experiment(entry.path().string()).title, ""});
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return list;
}

std::string CellRuns::status() const {
    if (answers.empty()) return "not run";
    for (const Answer& answer : answers)
        if (answer.outcome != answers.front().outcome) return "mixed";
    return std::string(status_name(answers.front().outcome));
}

std::vector<double> CellRuns::values(std::string_view measure) const {
    std::vector<double> list;
    for (const Answer& answer : answers) {
        if (measure == "seconds")
            list.push_back(answer.seconds);
        else if (measure == "initial_h")
            list.push_back(answer.initial_h);
        else if (measure == "length") {
            if (answer.length >= 0) list.push_back(answer.length);
        } else {
            for (const StatField& field : stat_fields)
                if (field.name == measure) list.push_back(static_cast<double>(answer.stats.*field.member));
        }
    }
    std::sort(list.begin(), list.end());
    return list;
}

CellTable run_experiment(const Experiment& experiment, const Settings& settings, const std::function<void()>& done) {
    CellTable cells(experiment.rows.size(), std::vector<CellRuns>(experiment.columns.size()));
    for (std::size_t r = 0; r < experiment.rows.size(); ++r)
        for (std::size_t c = 0; c < experiment.columns.size(); ++c) {
            for (int run = 1; run <= experiment.rows[r].runs; ++run) {
                if (settings.stop.stop_requested()) return cells;
                cells[r][c].answers.push_back(run_cell(experiment, experiment.rows[r], experiment.columns[c], settings,
                                                       static_cast<std::uint64_t>(run)));
            }
            done();
        }
    return cells;
}

}  // namespace tessera::cli
