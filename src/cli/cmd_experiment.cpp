// SPDX-License-Identifier: Apache-2.0
// tessera experiment: a table of searches, one row per algorithm, one column per parameter.
#include "tessera/parallel/processors.hpp"

#include "cli/commands.hpp"
#include "cli/experiment.hpp"
#include "cli/gnuplot.hpp"
#include "cli/progress.hpp"
#include "cli/units.hpp"
#include "cli/whole_file.hpp"

#include <filesystem>

namespace tessera::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::string name;
    std::string time = "20";
    std::string memory = "4G";
    unsigned threads = 0;
    bool csv = false;
    std::string out;
};

void write_files(const Experiment& experiment, const CellTable& cells, const fs::path& directory, Context& context) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) throw EnvironmentError("cannot make the directory " + directory.string() + ": " + error.message());
    const fs::path csv = directory / (experiment.name + ".csv");
    const fs::path script = directory / (experiment.name + ".gnuplot");
    write_whole_file(csv, csv_table(experiment, cells));
    write_whole_file(script, chart_script(experiment, cells, experiment.name + ".svg"));
    if (run_gnuplot(script))
        context.console.note("wrote " + csv.string() + " and " + (directory / (experiment.name + ".svg")).string());
    else
        context.console.note("wrote " + csv.string() + " and " + script.string() +
                             "; there is no gnuplot here to draw the chart (install gnuplot-nox)");
}

void run(Context& context, const Options& options) {
    if (options.name.empty()) {
        for (const CatalogEntry& entry : list_experiments())
            context.out.line(entry.name + std::string(entry.name.size() < 20 ? 20 - entry.name.size() : 1, ' ') +
                             entry.summary);
        return;
    }
    const Experiment experiment = read_experiment(options.name);
    Settings settings;
    settings.threads = options.threads > 0 ? options.threads : usable_processors();
    settings.limits.time = parse_time("--time", options.time);
    settings.limits.bytes = parse_bytes("--memory", options.memory);
    settings.stop = context.watch_signals().token();

    CellTable cells;
    {
        WorkProgress progress(context.console, experiment.name, experiment.rows.size() * experiment.columns.size(),
                              "cells");
        std::uint64_t done = 0;
        cells = run_experiment(experiment, settings, [&] { progress.update(++done); });
    }
    context.out.write(options.csv ? csv_table(experiment, cells) : text_tables(experiment, cells));
    if (!options.out.empty()) write_files(experiment, cells, options.out, context);
}

}  // namespace

void add_experiment(CLI::App& app, Context& context) {
    auto* command =
        app.add_subcommand("experiment", "Compare searches over a series of instances, as a table and a chart");
    const auto options = std::make_shared<Options>();
    command->add_option("NAME|FILE", options->name,
                        "an experiment that comes with tessera, or a file; none: list them");
    command->add_option("--time", options->time, "limit for each cell")->capture_default_str();
    command->add_option("--memory", options->memory, "limit for each cell")->capture_default_str();
    command->add_option("-j,--threads", options->threads, "threads for parallel algorithms; 0: one per processor")
        ->check(CLI::Range(0u, 1024u))
        ->capture_default_str();
    command->add_flag("--csv", options->csv, "every run as comma-separated values instead of tables");
    command->add_option("-o,--out", options->out, "also write NAME.csv and a chart NAME.svg to this directory");
    command->footer(
        "\nExamples:\n"
        "  tessera experiment agent-grid\n"
        "  tessera experiment 8-puzzle-depth --time 5 --out charts");
    command->callback([&context, options] { run(context, *options); });
}

}  // namespace tessera::cli
