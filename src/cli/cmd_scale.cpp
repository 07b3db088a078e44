// SPDX-License-Identifier: Apache-2.0
// tessera scale: how much faster with more threads, and how much faster this machine could be at all.
#include "cli/colour_option.hpp"
#include "cli/commands.hpp"
#include "cli/gnuplot.hpp"
#include "cli/machine_fields.hpp"
#include "cli/progress.hpp"
#include "cli/scale.hpp"
#include "cli/scale_journal.hpp"
#include "cli/sets.hpp"
#include "cli/units.hpp"
#include "cli/whole_file.hpp"
#include "system/child.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace tessera::cli {

namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> sets{"korf100:1-20"};
    std::vector<std::string> algorithms{"idastar"};
    std::vector<std::string> heuristics{"manhattan"};
    std::vector<unsigned> threads{1, 2, 4};
    std::vector<unsigned> ranks{1};
    unsigned repeat = 5;
    std::string mode = "strong";
    std::string probe = "100ms";
    std::string time, memory;
    std::string out;
    std::string colour = "auto";
    bool resume = false;
    bool quiet = false;
};

// Everything for one set of options: the plan, the runs, the files.
class ScaleCommand {
public:
    ScaleCommand(Context& context, const Options& options) : context_(context), options_(options) {}

    // The signal that broke it off, or 0.
    int run() {
        make_plan();
        HeldSignals signals;
        prepare_all(signals);
        if (signals.received() != 0) return signals.received();
        open_journal();
        for (const std::string& doubt : doubts(plan_, journal_->machine())) warn(doubt);
        measure_all(signals);
        const int signal = signals.received();
        if (!journal_->runs().empty()) finish(signal == 0);
        return signal;
    }

private:
    void make_plan() {
        for (const std::string& set : options_.sets)
            for (Problem& problem : open_set(set)) problems_.push_back(std::move(problem));
        if (problems_.empty()) throw UsageError("the set has no boards");
        plan_.sets = options_.sets;
        plan_.repeat = options_.repeat;
        plan_.probe_time = parse_time("--probe", options_.probe);
        plan_.time = options_.time;
        plan_.memory = options_.memory;
        if (!options_.time.empty()) (void)parse_time("--time", options_.time);
        if (!options_.memory.empty()) (void)parse_bytes("--memory", options_.memory);
        threads_ = options_.threads;
        threads_.push_back(1);  // what every speedup is held against
        std::sort(threads_.begin(), threads_.end());
        threads_.erase(std::unique(threads_.begin(), threads_.end()), threads_.end());
    }

    // Every name is tried and every table built before the first run that counts; "auto" gets its true name.
    void prepare_all(HeldSignals& signals) {
        for (const std::string& algorithm : options_.algorithms)
            for (const std::string& heuristic : options_.heuristics) {
                const ScaleCase wanted{"strong", algorithm, heuristic, 1};
                const auto name = run_in_child(
                    signals, [&] { return prepare(plan_, wanted, problems_); }, [] {});
                if (!name) return;
                for (const char* mode : {"strong", "throughput"}) {
                    if (options_.mode != mode && options_.mode != "both") continue;
                    if (std::string_view(mode) == "strong") need_parallel(algorithm);
                    for (const unsigned n : threads_) add_case({mode, algorithm, *name, n});
                    if (std::string_view(mode) == "throughput") continue;
                    for (const unsigned ranks : options_.ranks)
                        for (const unsigned n : threads_) add_case({mode, algorithm, *name, n * ranks, ranks});
                }
            }
        if (plan_.probe_time.count() > 0)
            for (const char* kind : {"compute", "memory"})
                for (const unsigned n : threads_) add_case({"limit", kind, "", n});
    }

    void add_case(const ScaleCase& of) {
        if (std::find(plan_.cases.begin(), plan_.cases.end(), of) == plan_.cases.end()) plan_.cases.push_back(of);
    }

    void need_parallel(const std::string& algorithm) const {
        for (const CatalogEntry& entry : list_algorithms())
            if (entry.name == algorithm && entry.remark.find("parallel") == entry.remark.npos && threads_.size() > 1)
                throw UsageError(algorithm + " is not parallel; --mode throughput measures many boards at once");
    }

    void open_journal() {
        const Json machine = machine_fields(build_info(), look_at_machine());
        std::error_code error;
        fs::create_directories(options_.out, error);
        if (error) throw EnvironmentError("cannot make the directory " + options_.out + ": " + error.message());
        const std::string path = fs::path(options_.out) / "journal.jsonl";
        if (options_.resume && ScaleJournal::exists(path)) {
            journal_ = ScaleJournal::resume(path, plan_, machine);
        } else {
            if (ScaleJournal::exists(path))
                throw UsageError(options_.out +
                                 " holds a measurement already; --resume goes on with it, or choose another "
                                 "directory");
            journal_ = ScaleJournal::begin(path, plan_, machine);
        }
    }

    // Repeat by repeat, each beginning with another case: what changes slowly on the machine meets all of them alike.
    void measure_all(HeldSignals& signals) {
        const std::size_t total = plan_.cases.size() * plan_.repeat;
        WorkProgress progress(context_.console, "scale", total, "runs");
        for (unsigned repeat = 1; repeat <= plan_.repeat; ++repeat)
            for (std::size_t i = 0; i < plan_.cases.size(); ++i) {
                const ScaleCase& of = plan_.cases[(i + repeat - 1) % plan_.cases.size()];
                if (journal_->has(of, repeat)) continue;
                const std::string now = fmt::format("{} on {} thread{}, run {}", of.series(), of.threads,
                                                    of.threads == 1 ? "" : "s", repeat);
                const auto text = run_in_child(
                    signals, [&] { return run_fields(measure(plan_, of, problems_)).dump(); },
                    [&] { progress.update(journal_->runs().size(), now); });
                if (!text) return;
                ScaleRun done = run_from(Json::parse(*text));
                done.repeat = repeat;
                check_lengths(done);
                journal_->add(done);
            }
    }

    // Answers must agree before times are compared.
    void check_lengths(const ScaleRun& run) {
        if (run.of.is_limit() || run.of.algorithm == "dfs") return;  // dfs promises no shortest way
        for (const ScaleRun& other : journal_->runs())
            if (!other.of.is_limit() && other.of.algorithm != "dfs" && other.length != run.length)
                throw InternalError(fmt::format("{} needs {} moves for all boards, {} needs {}", run.of.series(),
                                                run.length, other.of.series(), other.length));
    }

    void finish(bool complete) {
        ScaleReport report{plan_, journal_->runs(),    summarize(plan_, journal_->runs()),
                           {},    journal_->machine(), complete};
        for (const std::string& doubt : doubts(report.rows)) warn(doubt);
        report.warnings = warnings_;
        const fs::path directory = options_.out;
        write_whole_file(directory / "scale.json", scale_json(report));
        write_whole_file(directory / "scale.csv", runs_csv(report));
        write_whole_file(directory / "summary.csv", summary_csv(report));
        write_whole_file(directory / "scale.gnuplot", scale_chart_script(report));
        std::string svg;
        if (run_gnuplot(directory / "scale.gnuplot"))
            svg = read_whole_file(directory / "speedup.svg");
        else
            context_.console.note(
                "there is no gnuplot here to draw speedup.svg and speedup.png (install gnuplot-nox, then "
                "run gnuplot scale.gnuplot in " +
                options_.out + ")");
        write_whole_file(directory / "report.html", scale_page(report, svg));
        context_.out.write(scale_table(report, {wants_colour(options_.colour, STDOUT_FILENO)}));
        context_.out.flush();
        if (!complete)
            context_.console.error(fmt::format("broken off after {} of {} runs; the same command with --resume goes on",
                                               journal_->runs().size(), plan_.cases.size() * plan_.repeat));
        else
            context_.console.note("wrote scale.json, scale.csv, summary.csv, " +
                                  std::string(svg.empty() ? "" : "speedup.svg, speedup.png, ") + "report.html to " +
                                  options_.out);
    }

    void warn(const std::string& text) {
        warnings_.push_back(text);
        context_.console.note("beware: " + text);
    }

    Context& context_;
    const Options& options_;
    ScalePlan plan_;
    std::vector<unsigned> threads_;
    std::vector<Problem> problems_;
    std::optional<ScaleJournal> journal_;
    std::vector<std::string> warnings_;
};

}  // namespace

void add_scale(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("scale", "Measure the speedup by threads, with tables, charts and a page");
    const auto options = std::make_shared<Options>();
    command->add_option("--set", options->sets, "boards to solve, as in solve")
        ->capture_default_str()
        ->allow_extra_args(false);
    command->add_option("-a,--algorithm", options->algorithms, "searches to measure, with commas between")
        ->delimiter(',')
        ->capture_default_str()
        ->allow_extra_args(false);
    command->add_option("-H,--heuristic", options->heuristics, "lower bounds, each with each search")
        ->capture_default_str()
        ->allow_extra_args(false);
    command->add_option("-j,--threads", options->threads, "numbers of threads; one thread is always among them")
        ->delimiter(',')
        ->check(CLI::Range(1u, 1024u))
        ->capture_default_str()
        ->allow_extra_args(false);
    command
        ->add_option("--ranks", options->ranks,
                     "numbers of processes, each with so many threads; more than one by mpirun and tessera-mpi")
        ->delimiter(',')
        ->check(CLI::Range(1u, 100000u))
        ->capture_default_str()
        ->allow_extra_args(false);
    command->add_option("--repeat", options->repeat, "runs of each configuration")
        ->check(CLI::Range(1u, 1000u))
        ->capture_default_str();
    command
        ->add_option("--mode", options->mode, "strong: all threads on one board; throughput: many boards at once; both")
        ->check(CLI::IsMember({"strong", "throughput", "both"}))
        ->capture_default_str();
    command->add_option("--probe", options->probe, "how long to measure the machine itself, each time; 0: not at all")
        ->capture_default_str();
    command->add_option("--time", options->time, "limit for a board; one that is not solved ends the measurement");
    command->add_option("--memory", options->memory, "limit of memory, likewise");
    command->add_option("-o,--out", options->out, "directory for the results")->required();
    command->add_flag("--resume", options->resume,
                      "go on with a measurement in that directory; when complete, draw again");
    add_colour_option(*command, options->colour);
    command->add_flag("-q,--quiet", options->quiet, "no progress, no notes; errors are still told");
    command->footer(
        "\nEvery run has a process of its own, so its peak of memory is its own.  Possible is the speedup of the "
        "machine\n"
        "itself, measured between the runs: the better one of pure arithmetic and random reads of memory.\n"
        "\nExamples:\n"
        "  tessera scale --set korf100:1-20 --threads 1,2 --repeat 3 --out results\n"
        "  tessera scale --algorithm idastar,hdastar --set korf100:12 --mode both --out results\n"
        "  tessera scale --ranks 1,2 --threads 1,2 --set korf100:82,88 --out results\n");
    command->callback([&context, options] {
        if (options->quiet) context.console.be_quiet();
        const int signal = ScaleCommand(context, *options).run();
        if (signal == 0) return;
        context.console.clear();
        end_by_signal(signal);
    });
}

}  // namespace tessera::cli
