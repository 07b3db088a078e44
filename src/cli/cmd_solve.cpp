// SPDX-License-Identifier: Apache-2.0
// tessera solve: boards in, shortest solutions out.
#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/solve_options.hpp"
#include "cli/source.hpp"
#include "cli/trace.hpp"

#include <unistd.h>
#include <map>

namespace tessera::cli {

namespace {

ExitCode code_of(const Answer& answer) {
    switch (answer.outcome) {
        case Outcome::solved:
            return ExitCode::solved;
        case Outcome::unsolvable:
            return ExitCode::unsolvable;
        case Outcome::interrupted:
            return ExitCode::interrupted;
        case Outcome::limit_reached:
            break;
    }
    if (answer.limit == Limit::cost) return ExitCode::no_solution_within_bound;
    return answer.limit == Limit::memory ? ExitCode::memory_limit : ExitCode::time_or_node_limit;
}

class SolveRun {
public:
    SolveRun(Context& context, const SolveOptions& options)
        : context_(context), options_(options), settings_(options.settings()), progress_(context.console) {}

    void run() {
        options_.check();
        if (options_.quiet) context_.console.be_quiet();
        SignalWatcher& signals = context_.watch_signals();
        settings_.stop = signals.token();
        if (context_.console.shows_status())
            settings_.on_progress = [this](std::uint64_t nodes, Cost bound) { progress_.update(nodes, bound); };

        Source source({options_.sets, options_.inputs, options_.choice.domain, options_.choice.size},
                      signals.wake_fd());
        (void)solver_for(options_.choice.size, options_.choice.goal);  // bad names are told before anything is read
        report_ = make_report(source.single());
        while (!settings_.stop.stop_requested() && solve_next(source)) {
        }
        context_.console.clear();
        report_->finish();
        if (bad_ > most_complaints)
            context_.console.error(std::to_string(bad_ - most_complaints) + " more bad boards were not shown");
    }

private:
    static constexpr std::uint64_t most_complaints = 20;

    // False at the end of the input.  A bad board or file is told and left out; a wrong usage ends the whole.
    bool solve_next(Source& source) {
        std::optional<Answer> answer;
        try {
            const auto problem = source.next();
            if (!problem) return false;
            answer = solve(*problem);
        } catch (const UsageError&) {
            throw;
        } catch (const Error& error) {
            context_.note(error.code());
            if (++bad_ <= most_complaints || error.code() == ExitCode::internal_error)
                context_.console.error(error.what());
            return true;
        }
        context_.console.clear();
        if (dot_trace_)
            dot_trace_->end(*answer);
        else
            report_->add(*answer);
        context_.note(code_of(*answer));
        ++done_;
        return true;
    }

    Answer solve(const Problem& problem) {
        progress_.begin(problem.instance.id, done_);
        const bool other_goal = !options_.choice.goal.empty();
        Instance instance = problem.instance;
        if (other_goal) instance.known_optimum.reset();  // it belongs to the goal of the file
        size_ = problem.size;
        if (options_.trace_kind() == TraceKind::search) search_trace_.emplace(context_.out, options_.trace_limit);
        if (options_.trace_kind() == TraceKind::dot) dot_trace_.emplace(context_.out, options_.trace_limit);
        return solver_for(problem.size, other_goal ? options_.choice.goal : problem.goal).solve(instance, settings_);
    }

    Solver& solver_for(const std::string& size, const std::string& goal) {
        auto& solver = solvers_[{size, goal}];
        if (solver) return *solver;
        Choice choice = options_.choice;
        choice.size = size;
        choice.goal = goal;
        const TraceKind trace = options_.trace_kind();
        choice.want_steps =
            trace == TraceKind::solution || trace == TraceKind::back || options_.notation_kind() != Notation::letters;
        if (trace == TraceKind::search)
            choice.on_trace = [this](const TraceLine& line) { search_trace_->add(line, size_); };
        if (trace == TraceKind::dot) choice.on_trace = [this](const TraceLine& line) { dot_trace_->add(line, size_); };
        choice.on_warning = [this](const std::string& text) { context_.console.note(text); };
        solver = open_solver(choice);
        return *solver;
    }

    std::unique_ptr<Report> make_report(bool single) {
        if (options_.format() == Format::json) return json_report(context_.out);
        if (options_.format() == Format::csv) return csv_report(context_.out);
        const TextOptions text{{wants_colour(options_.colour, STDOUT_FILENO)},
                               options_.notation_kind(),
                               options_.trace_kind() == TraceKind::solution,
                               options_.trace_kind() == TraceKind::back};
        return single ? board_report(context_.out, text) : table_report(context_.out, text);
    }

    Context& context_;
    const SolveOptions& options_;
    Settings settings_;
    SearchProgress progress_;
    std::optional<SearchTrace> search_trace_;  // of the board being solved
    std::optional<DotTrace> dot_trace_;
    std::string size_;  // of the board being solved, if it was told
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Solver>> solvers_;  // by size and goal
    std::unique_ptr<Report> report_;
    std::uint64_t done_ = 0;
    std::uint64_t bad_ = 0;
};

}  // namespace

void add_solve(CLI::App& app, Context& context) {
    auto* command = app.add_subcommand("solve", "Solve boards, optimally unless told otherwise");
    const auto options = std::make_shared<SolveOptions>();
    options->add_to(*command);
    command->footer(
        "\nExamples:\n"
        "  tessera solve \"1 2 3 4 5 6 0 7 8\" --algorithm astar --trace\n"
        "  tessera solve --set korf100:1-5,88 --heuristic manhattan --json\n");
    command->callback([&context, options] { SolveRun(context, *options).run(); });
}

}  // namespace tessera::cli
