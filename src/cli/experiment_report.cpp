// SPDX-License-Identifier: Apache-2.0
// The tables and charts of an experiment.
#include "cli/experiment.hpp"

#include "cli/statistics.hpp"
#include "cli/text_table.hpp"
#include "cli/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tessera::cli {

namespace {

std::string show_value(std::string_view measure, double value) {
    return measure == "seconds" ? show_seconds(value) : show_count(static_cast<std::uint64_t>(value));
}

// What a cell of the text table says: the median of what was measured, or why there is nothing.
std::string show_cell(const CellRuns& cell, std::string_view measure) {
    const std::string status = cell.status();
    if (status == "unsolvable" && measure == "length") return "none";
    if (status != "solved" && status != "unsolvable") return status;
    const auto values = cell.values(measure);
    return values.empty() ? "-" : show_value(measure, median(values));
}

std::set<std::string> published_labels(const Experiment& experiment) {
    std::set<std::string> labels;
    for (const auto& column : experiment.columns)
        for (const auto& [label, value] : column.published) labels.insert(label);
    return labels;
}

std::string in_quotes(std::string_view text) {
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"') field += '"';
        field += c;
    }
    return field + "\"";
}

}  // namespace

std::string text_tables(const Experiment& experiment, const CellTable& cells) {
    std::string text = experiment.title + "\n";
    for (std::size_t m = 0; m < experiment.measures.size(); ++m) {
        const std::string& measure = experiment.measures[m];
        std::vector<std::vector<std::string>> table;
        table.push_back({measure});
        for (const auto& column : experiment.columns) table.front().push_back(column.label);
        for (std::size_t r = 0; r < experiment.rows.size(); ++r) {
            table.push_back({experiment.rows[r].label});
            for (const CellRuns& cell : cells[r]) table.back().push_back(show_cell(cell, measure));
        }
        if (measure == "length") {
            table.push_back({"known optimum"});
            for (const auto& column : experiment.columns)
                table.back().push_back(!column.optimal       ? "-"
                                       : *column.optimal < 0 ? "none"
                                                             : std::to_string(*column.optimal));
        }
        if (m == 0)
            for (const std::string& label : published_labels(experiment)) {
                table.push_back({"published " + label});
                for (const auto& column : experiment.columns) {
                    const auto it = column.published.find(label);
                    table.back().push_back(it == column.published.end() ? "-" : show_value(measure, it->second));
                }
            }
        text += "\n" + measure + " by " + experiment.parameter + "\n" + aligned(table);
    }
    bool several = false;
    for (const auto& row : experiment.rows) several |= row.runs > 1;
    if (several) {
        text += "\nSpread over random orders (seeds 1, 2, ...), " + experiment.measures.front() + " least to most:\n";
        std::vector<std::vector<std::string>> table{{""}};
        for (const auto& column : experiment.columns) table.front().push_back(column.label);
        for (std::size_t r = 0; r < experiment.rows.size(); ++r) {
            if (experiment.rows[r].runs == 1) continue;
            table.push_back({experiment.rows[r].label});
            for (const CellRuns& cell : cells[r]) {
                const auto values = cell.values(experiment.measures.front());
                table.back().push_back(values.empty() ? "-"
                                                      : show_value(experiment.measures.front(), values.front()) + "-" +
                                                            show_value(experiment.measures.front(), values.back()));
            }
        }
        text += aligned(table);
    }
    if (!experiment.note.empty()) text += "\n" + experiment.note + "\n";
    return text;
}

std::string csv_table(const Experiment& experiment, const CellTable& cells) {
    std::string text = "experiment,row,algorithm,heuristic," + in_quotes(experiment.parameter) +
                       ",run,seed,status,length,optimal_length,seconds,initial_h";
    for (const StatField& field : stat_fields) text += "," + std::string(field.name);
    text += ",published\n";
    for (std::size_t r = 0; r < experiment.rows.size(); ++r)
        for (std::size_t c = 0; c < experiment.columns.size(); ++c) {
            const auto& column = experiment.columns[c];
            int run = 0;
            for (const Answer& answer : cells[r][c].answers) {
                CellRuns one;
                one.answers.push_back(answer);
                text += fmt::format(
                    "{},{},{},{},{},{},{},{},{},{},{:.9f},{}", in_quotes(experiment.name),
                    in_quotes(experiment.rows[r].label), answer.algorithm, answer.heuristic, in_quotes(column.label),
                    ++run, answer.seed, one.status(), answer.length >= 0 ? std::to_string(answer.length) : "",
                    column.optimal ? std::to_string(*column.optimal) : "", answer.seconds, answer.initial_h);
                for (const StatField& field : stat_fields) text += "," + std::to_string(answer.stats.*field.member);
                const auto published = column.published.find(experiment.rows[r].label);
                text += "," + (published == column.published.end() ? "" : fmt::format("{}", published->second)) + "\n";
            }
        }
    return text;
}

std::string chart_script(const Experiment& experiment, const CellTable& cells, const std::string& svg_file) {
    const std::string& measure = experiment.measures.front();
    std::string text = "# gnuplot\n";
    text += "set terminal svg size 900,540 dynamic enhanced font 'Helvetica,14' background rgb 'white'\n";
    text += fmt::format("set output '{}'\nset title '{}' noenhanced\n", svg_file, experiment.title);
    text += fmt::format("set xlabel '{}' noenhanced\nset ylabel '{}' noenhanced\n", experiment.parameter, measure);
    text +=
        "set logscale y\nset format y '%g'\nset grid ytics lc rgb '#dddddd'\nset key outside right top noenhanced\n";
    text += "set border 3\nset xtics nomirror noenhanced";
    text += experiment.columns.size() > 8 ? " rotate by -35\n" : "\n";
    text += "set ytics nomirror\nset offsets 0.3, 0.3, 0, 0\n";
    std::string plots;
    for (std::size_t r = 0; r < experiment.rows.size(); ++r) {
        text += fmt::format("$row{} << EOD\n", r);
        for (std::size_t c = 0; c < experiment.columns.size(); ++c) {
            const auto values = cells[r][c].values(measure);
            const bool complete = cells[r][c].status() == "solved" || cells[r][c].status() == "unsolvable";
            text += fmt::format(
                "{} \"{}\" {}\n", c, experiment.columns[c].label,
                complete && !values.empty() && median(values) > 0 ? fmt::format("{}", median(values)) : "NaN");
        }
        text += "EOD\n";
        plots += fmt::format("{}$row{} using 1:3:xtic(2) with linespoints lw 2 pt 7 ps 0.7 title '{}'",
                             r ? ", \\\n  " : "", r, experiment.rows[r].label);
    }
    return text + "plot " + plots + "\n";
}

}  // namespace tessera::cli
