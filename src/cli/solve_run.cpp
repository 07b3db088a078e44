// SPDX-License-Identifier: Apache-2.0
#include "cli/solve_run.hpp"

#include "tessera/parallel/crew.hpp"
#include "tessera/parallel/processors.hpp"

#include "cli/company.hpp"
#include "cli/in_order.hpp"
#include "system/last_resort.hpp"

#include <unistd.h>

namespace tessera::cli {

namespace {

constexpr std::uint64_t most_complaints = 20;

// Boards that take less than this are solved side by side, and those that take much more are not.
constexpr double short_board = 0.02;  // seconds
constexpr double long_board = 0.1;
constexpr std::uint64_t boards_to_judge = 3;

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

}  // namespace

SolveRun::SolveRun(Context& context, const SolveOptions& options)
    : context_(context), options_(options), settings_(options.settings()), progress_(context.console) {}

void SolveRun::run() {
    options_.check();
    join_company();
    if (options_.quiet) context_.console.be_quiet();
    side_by_side_ = options_.split == "boards" && settings_.threads > 1;
    tell_surplus();
    SignalWatcher& signals = context_.watch_signals();
    settings_.stop = signals.token();
    if (context_.console.shows_status())
        settings_.on_progress = [this](std::uint64_t nodes, Cost bound) { progress_.update(nodes, bound); };

    Source source({options_.sets, options_.inputs, options_.choice.domain, options_.choice.size}, signals.wake_fd());
    (void)solver_for(options_.choice.size, options_.choice.goal);  // bad names are told before anything is read
    if (!options_.checkpoint.empty())
        checkpoint_.emplace(options_.checkpoint,
                            options_.resume ? Checkpoint::Mode::resume : Checkpoint::Mode::fresh,
                            options_.checkpoint_interval());
    report_ = make_report(source.single());
    if (context_.console.shows_status()) progress_.expect(source.count());
    while (!settings_.stop.stop_requested()) {
        if (side_by_side_) solve_side_by_side(source);
        else if (!solve_one(source)) break;
    }
    const LastResort reserve;
    context_.console.clear();
    report_->finish();
    if (bad_ > most_complaints)
        context_.console.error(std::to_string(bad_ - most_complaints) + " more bad boards were not shown");
}

// What one process alone could do is refused before the others hear of it.
void SolveRun::join_company() {
    if (!context_.company || context_.company->fleet().ranks() == 1) return;
    company_ = context_.company;
    settings_.fleet = &company_->fleet();
    settings_.threads = company_->threads(options_.threads);
    if (options_.oversubscribe) settings_.processors = settings_.threads;
    if (const unsigned processors = usable_processors(); settings_.threads > processors)
        context_.console.note(std::to_string(settings_.threads) + " threads of a rank share " +
                              std::to_string(processors) + " processor" + (processors == 1 ? "" : "s") +
                              ", as the ranks are bound; with mpirun --bind-to none they are not");
    const auto refuse = [](const std::string& what) {
        throw UnsupportedError(what + " in one process only; use tessera, or mpirun -n 1");
    };
    if (options_.split == "boards") refuse("--split boards works");
    if (!options_.checkpoint.empty()) refuse("runs are saved and resumed");
    if (options_.pdb_map) refuse("tables stay in their files");
    if (options_.trace_kind() == TraceKind::search || options_.trace_kind() == TraceKind::dot)
        refuse("searches are traced");
}

// Threads that were asked for and will not search are not passed over in silence.
void SolveRun::tell_surplus() {
    const unsigned processors = usable_processors();
    const Choice& choice = options_.choice;
    const bool deepens = choice.domain == "tiles" && (choice.algorithm == "auto" || choice.algorithm == "idastar");
    if (!deepens || company_ || side_by_side_ || options_.oversubscribe || settings_.threads <= processors) return;
    context_.console.note(std::to_string(settings_.threads) +
                          " threads are more than processors: a board is searched by " + std::to_string(processors) +
                          "; with --oversubscribe by all");
}

std::optional<SolveRun::Task> SolveRun::take(Source& source) {
    Task task{taken_++, {}, {}};
    try {
        task.problem = source.next();
        if (!task.problem) return std::nullopt;
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        task.complaint = error;
    }
    return task;
}

// A bad board or file is told and left out; a wrong usage ends the whole.
SolveRun::Done SolveRun::solve(const Task& task, Settings settings, Split split) {
    if (task.complaint) return {{}, task.complaint};
    try {
        const Problem& problem = *task.problem;
        const bool other_goal = !options_.choice.goal.empty();
        Instance instance = problem.instance;
        if (other_goal) instance.known_optimum.reset();  // it belongs to the goal of the file
        const auto store = checkpoint_ ? checkpoint_->search(task.number) : nullptr;
        settings.store = store.get();
        const std::string& goal = other_goal ? options_.choice.goal : problem.goal;
        Solver& solver = solver_for(problem.size, goal);
        if (company_) {
            Settings wanted = settings;
            wanted.threads = options_.threads;
            company_->call(choice_for(problem.size, goal), instance, wanted);
        }
        Answer answer = solver.solve(instance, settings);
        answer.split = split;
        return {std::move(answer), {}};
    } catch (const UsageError&) {
        throw;
    } catch (const Error& error) {
        return {{}, error};
    } catch (const std::bad_alloc&) {
        if (company_) company_->fleet().abandon();  // the others cannot know
        throw;
    }
}

void SolveRun::show(const Done& done) {
    if (done.complaint) {
        context_.note(done.complaint->code());
        if (++bad_ <= most_complaints || done.complaint->code() == ExitCode::internal_error)
            context_.console.error(done.complaint->what());
        return;
    }
    const LastResort reserve;  // an answer about lack of memory must not fail for lack of memory
    context_.console.clear();
    if (dot_trace_)
        dot_trace_->end(*done.answer);
    else
        report_->add(*done.answer);
    context_.note(code_of(*done.answer));
    ++done_;
    learn(*done.answer);
}

void SolveRun::learn(const Answer& answer) {
    pace_ = done_ == 1 ? answer.seconds : 0.75 * pace_ + 0.25 * answer.seconds;
    if (company_ || options_.split != "auto" || options_.trace_kind() != TraceKind::none) return;
    // A search that keeps states wants all the memory for itself.
    const bool may = settings_.threads > 1 && answer.stats.stored == 0;
    if (!may || pace_ > long_board) side_by_side_ = false;
    else if (done_ >= boards_to_judge && pace_ < short_board) side_by_side_ = true;
}

bool SolveRun::solve_one(Source& source) {
    const auto task = take(source);
    if (!task) return false;
    if (task->problem) {
        progress_.begin(task->problem->instance.id, done_);
        size_ = task->problem->size;
    }
    if (options_.trace_kind() == TraceKind::search) search_trace_.emplace(context_.out, options_.trace_limit);
    if (options_.trace_kind() == TraceKind::dot) dot_trace_.emplace(context_.out, options_.trace_limit);
    show(solve(*task, settings_, Split::tree));
    return true;
}

// Every thread takes the next board of the source and solves it alone, until the boards end or become long.
void SolveRun::solve_side_by_side(Source& source) {
    Settings alone = settings_;
    alone.threads = 1;
    alone.on_progress = {};
    progress_.begin_many();
    std::mutex taking;
    std::atomic<bool> over{false};  // relaxed: who sees it late solves one board more
    InOrder<Done, std::function<void(const Done&)>> order(taken_, [this](const Done& done) {
        show(done);
        progress_.update_many(done_);
    });
    run_crew(
        settings_.threads,
        [&](unsigned) {
            while (side_by_side_.load(std::memory_order_relaxed) && !over.load(std::memory_order_relaxed) &&
                   !settings_.stop.stop_requested()) {
                std::optional<Task> task;
                {
                    const std::lock_guard lock(taking);
                    if (!over.load(std::memory_order_relaxed)) task = take(source);
                    if (!task) over.store(true, std::memory_order_relaxed);
                }
                if (task) order.put(task->number, solve(*task, alone, Split::boards));
            }
        },
        [&] { over.store(true, std::memory_order_relaxed); });
    // At the end of the input the caller's next attempt finds nothing either.
    if (over) side_by_side_ = false;
}

Choice SolveRun::choice_for(const std::string& size, const std::string& goal) {
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
    return choice;
}

Solver& SolveRun::solver_for(const std::string& size, const std::string& goal) {
    const std::lock_guard lock(opening_);
    auto& solver = solvers_[{size, goal}];
    if (!solver) solver = open_solver(choice_for(size, goal));
    return *solver;
}

std::unique_ptr<Report> SolveRun::make_report(bool single) {
    if (options_.format() == Format::json) return json_report(context_.out);
    if (options_.format() == Format::csv) return csv_report(context_.out);
    const TextOptions text{{wants_colour(options_.colour, STDOUT_FILENO)},
                           options_.notation_kind(),
                           options_.trace_kind() == TraceKind::solution,
                           options_.trace_kind() == TraceKind::back};
    return single ? board_report(context_.out, text) : table_report(context_.out, text);
}

}  // namespace tessera::cli
