// SPDX-License-Identifier: Apache-2.0
// One run of a scaling measurement.
#include "tessera/catalog.hpp"
#include "tessera/core/error.hpp"
#include "tessera/parallel/crew.hpp"

#include "cli/scale.hpp"
#include "cli/units.hpp"
#include "system/probe.hpp"
#include "system/resources.hpp"

#include <sys/resource.h>
#include <algorithm>
#include <atomic>
#include <map>
#include <memory>

namespace tessera::cli {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; }

// Wall time, processor time and lost processors from its making on.
class Meter {
public:
    Meter() : before_(usage()), begin_(Clock::now()) {}
    void read(ScaleRun& run) const {
        run.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        const rusage now = usage();
        run.cpu_seconds = seconds_of(now.ru_utime) + seconds_of(now.ru_stime) - seconds_of(before_.ru_utime) -
                          seconds_of(before_.ru_stime);
        run.preempted = static_cast<std::uint64_t>(now.ru_nivcsw - before_.ru_nivcsw);
        run.peak_bytes = tessera::peak_bytes();
    }

private:
    static rusage usage() {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage;
    }
    rusage before_;
    Clock::time_point begin_;
};

// The solvers that the boards ask for, opened before anything is timed.
class Solvers {
public:
    Solvers(const ScaleCase& of, const std::vector<Problem>& problems) {
        for (const Problem& problem : problems) {
            auto& solver = list_[{problem.size, problem.goal}];
            if (solver) continue;
            Choice choice;
            choice.algorithm = of.algorithm;
            choice.heuristic = of.heuristic;
            choice.size = problem.size;
            choice.goal = problem.goal;
            solver = open_solver(choice);
        }
    }
    Answer solve(const Problem& problem, const Settings& settings) const {
        return list_.at({problem.size, problem.goal})->solve(problem.instance, settings);
    }

private:
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Solver>> list_;
};

Settings settings_for(const ScalePlan& plan) {
    Settings settings;
    if (!plan.time.empty()) settings.limits.time = parse_time("--time", plan.time);
    if (!plan.memory.empty()) settings.limits.bytes = parse_bytes("--memory", plan.memory);
    return settings;
}

// Tables are loaded, pages touched and clocks awake before the time counts.
Answer warm_up(const Solvers& solvers, const Problem& problem, Settings settings) {
    settings.limits.time = std::min(settings.limits.time, std::chrono::nanoseconds(std::chrono::milliseconds(50)));
    return solvers.solve(problem, settings);
}

void need_solution(const Problem& problem, const ScaleCase& of, const Answer& answer) {
    if (answer.outcome == Outcome::solved) return;
    const std::string what = "board " + problem.instance.id + " was not solved by " + of.algorithm;
    if (answer.outcome == Outcome::unsolvable) throw Error(ExitCode::unsolvable, what + ": it is unsolvable");
    throw Error(answer.limit == Limit::memory ? ExitCode::memory_limit : ExitCode::time_or_node_limit,
                what + " within the " + std::string(limit_name(answer.limit)) +
                    " limit; times of unfinished searches cannot be compared");
}

void add_counts(ScaleRun& run, const Answer& answer) {
    run.expanded += answer.stats.expanded;
    run.generated += answer.stats.generated;
    run.sent += answer.stats.sent;
    run.length += static_cast<std::uint64_t>(answer.length);
    ++run.boards;
}

double balance_of(double busiest, double all, unsigned threads) { return all > 0 ? busiest * threads / all : 1; }

void run_strong(ScaleRun& run, const Solvers& solvers, const std::vector<Problem>& problems, const Settings& settings) {
    double busiest = 0;  // summed over the boards: workers wait for each other at the end of each
    const Meter meter;
    for (const Problem& problem : problems) {
        const Answer answer = solvers.solve(problem, settings);
        need_solution(problem, run.of, answer);
        add_counts(run, answer);
        std::uint64_t most = answer.workers.empty() ? answer.stats.generated : 0;
        for (const Stats& worker : answer.workers) most = std::max(most, worker.generated);
        busiest += static_cast<double>(most);
    }
    meter.read(run);
    run.balance = balance_of(busiest, static_cast<double>(run.generated), run.of.threads);
}

void run_throughput(ScaleRun& run, const Solvers& solvers, const std::vector<Problem>& problems,
                    const Settings& settings) {
    std::vector<ScaleRun> shares(run.of.threads);
    std::atomic<std::size_t> next{0};  // relaxed: it only deals out numbers
    const Meter meter;
    run_crew(
        run.of.threads,
        [&](unsigned i) {
            for (std::size_t k; (k = next.fetch_add(1, std::memory_order_relaxed)) < problems.size();) {
                const Answer answer = solvers.solve(problems[k], settings);
                need_solution(problems[k], run.of, answer);
                add_counts(shares[i], answer);
            }
        },
        [&] { next.store(problems.size(), std::memory_order_relaxed); });
    meter.read(run);
    std::uint64_t busiest = 0;
    for (const ScaleRun& share : shares) {
        run.expanded += share.expanded;
        run.generated += share.generated;
        run.sent += share.sent;
        run.length += share.length;
        run.boards += share.boards;
        busiest = std::max(busiest, share.generated);
    }
    run.balance = balance_of(static_cast<double>(busiest), static_cast<double>(run.generated), run.of.threads);
}

void run_limit(ScaleRun& run, std::chrono::nanoseconds time) {
    const Meter meter;
    const ProbeRate rate =
        run.of.algorithm == "compute" ? probe_compute(run.of.threads, time) : probe_memory(run.of.threads, time);
    meter.read(run);
    run.seconds = rate.seconds;  // without the making of threads and table
    run.generated = rate.operations;
}

}  // namespace

ScaleRun measure(const ScalePlan& plan, const ScaleCase& of, const std::vector<Problem>& problems) {
    ScaleRun run;
    run.of = of;
    if (of.is_limit()) {
        run_limit(run, plan.probe_time);
        return run;
    }
    if (of.ranks > 1) return measure_ranks(plan, of);
    const Solvers solvers(of, problems);
    Settings settings = settings_for(plan);
    settings.threads = of.mode == "strong" ? of.threads : 1;
    (void)warm_up(solvers, problems.front(), settings);
    if (of.mode == "strong")
        run_strong(run, solvers, problems, settings);
    else
        run_throughput(run, solvers, problems, settings);
    return run;
}

std::string prepare(const ScalePlan& plan, const ScaleCase& of, const std::vector<Problem>& problems) {
    return warm_up(Solvers(of, problems), problems.front(), settings_for(plan)).heuristic;
}

}  // namespace tessera::cli
