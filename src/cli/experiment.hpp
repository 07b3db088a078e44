// SPDX-License-Identifier: Apache-2.0
// An experiment: one row per way to search, one column per value of a parameter, a number in each cell.
#pragma once

#include "tessera/answer.hpp"
#include "tessera/catalog.hpp"
#include "tessera/core/settings.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

// Experiments are files (instances/experiments/NAME.json), so that people can write their own.
struct Experiment {
    struct Row {
        std::string label;
        std::string algorithm;
        std::string heuristic;  // empty: the domain's own choice
        bool shuffle = false;   // dfs: random order of directions
        int runs = 1;           // with seeds 1, 2, ...; the cell shows the median
    };
    struct Column {
        std::string label;
        std::string instance;                     // as in an instance file
        std::optional<Cost> optimal;              // -1: unsolvable
        std::string goal_cells;                   // bricks
        std::map<std::string, double> published;  // of the first measure, by label
    };
    std::string name, title, domain, goal, parameter, note;
    std::vector<std::string> measures;  // names of counters, "length", "seconds", "initial_h"
    std::vector<Row> rows;
    std::vector<Column> columns;
};

// Throws InputError with the place in the file, UsageError for an unknown name.
[[nodiscard]] Experiment read_experiment(std::string_view name_or_file);
[[nodiscard]] std::vector<CatalogEntry> list_experiments();

// The runs of one cell.
struct CellRuns {
    std::vector<Answer> answers;

    // "solved", or what stopped it; the same for all runs, or "mixed".
    [[nodiscard]] std::string status() const;
    // The values of a measure over the runs, sorted; empty where there is none.
    [[nodiscard]] std::vector<double> values(std::string_view measure) const;
};

using CellTable = std::vector<std::vector<CellRuns>>;  // by row and column

// Runs every cell; `done` is told after each.  Stops early, with empty cells, when a stop is requested.  A length
// that contradicts the known optimum throws InternalError.
[[nodiscard]] CellTable run_experiment(const Experiment&, const Settings&, const std::function<void()>& done);

// For people, for programs, and for gnuplot (one chart per measure, from the CSV file).
[[nodiscard]] std::string text_tables(const Experiment&, const CellTable&);
[[nodiscard]] std::string csv_table(const Experiment&, const CellTable&);
[[nodiscard]] std::string chart_script(const Experiment&, const CellTable&, const std::string& svg_file);

}  // namespace tessera::cli
