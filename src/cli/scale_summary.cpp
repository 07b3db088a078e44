// SPDX-License-Identifier: Apache-2.0
// What the runs of a scaling measurement say together.
#include "cli/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

namespace tessera::cli {

namespace {

using Runs = std::vector<const ScaleRun*>;

double median_of(const Runs& runs, const std::function<double(const ScaleRun&)>& value) {
    std::vector<double> values;
    for (const ScaleRun* run : runs) values.push_back(value(*run));
    return median(std::move(values));
}

// The ratio of one thread's time to this, pair by pair within a repeat; ratios of rates for the machine's own limit.
std::vector<double> speedups(const Runs& one, const Runs& many) {
    std::vector<double> list;
    for (const ScaleRun* b : many)
        for (const ScaleRun* a : one)
            if (a->repeat == b->repeat) list.push_back(a->cost() / b->cost());
    return list;
}

class Summary {
public:
    Summary(const ScalePlan& plan, const std::vector<ScaleRun>& runs) : plan_(plan) {
        for (const ScaleRun& run : runs) by_case_[key(run.of)].push_back(&run);
    }

    std::vector<ScaleRow> rows() const {
        std::vector<ScaleRow> list;
        for (const ScaleCase& of : plan_.cases)
            if (const Runs* runs = find(of)) list.push_back(row(of, *runs));
        return list;
    }

private:
    static std::string key(const ScaleCase& of) { return of.series() + " " + std::to_string(of.threads); }
    const Runs* find(const ScaleCase& of) const {
        const auto it = by_case_.find(key(of));
        return it == by_case_.end() ? nullptr : &it->second;
    }
    static ScaleCase with_one_thread(ScaleCase of) {
        of.threads = of.ranks = 1;
        return of;
    }

    std::optional<Spread> speedup(const ScaleCase& of) const {
        const Runs* const one = find(with_one_thread(of));
        const Runs* const many = find(of);
        if (!one || !many) return std::nullopt;
        const auto list = speedups(*one, *many);
        if (list.empty()) return std::nullopt;
        return spread_of(list);
    }

    ScaleRow row(const ScaleCase& of, const Runs& runs) const {
        ScaleRow row;
        row.of = of;
        row.runs = runs.size();
        std::vector<double> seconds;
        for (const ScaleRun* run : runs) {
            seconds.push_back(run->cost());
            row.peak_bytes = std::max(row.peak_bytes, run->peak_bytes);
        }
        row.seconds = spread_of(seconds);
        row.rate = median_of(runs, [](const ScaleRun& r) { return r.rate(); });
        row.balance = median_of(runs, [](const ScaleRun& r) { return r.balance; });
        row.communication = median_of(runs, [](const ScaleRun& r) {
            return r.generated > 0 ? static_cast<double>(r.sent) / static_cast<double>(r.generated) : 0;
        });
        if (const auto ratio = speedup(of)) {
            row.speedup = ratio->median;
            row.speedup_least = ratio->least;
            row.speedup_most = ratio->most;
            row.efficiency = row.speedup / of.threads;
        }
        for (const char* kind : {"compute", "memory"})
            if (const auto limit = speedup({"limit", kind, "", of.threads}))
                row.possible = std::max(row.possible, limit->median);
        if (!of.is_limit()) break_down(row, runs);
        return row;
    }

    // threads x wall = the work of one thread + additional nodes + slower nodes + waiting
    void break_down(ScaleRow& row, const Runs& runs) const {
        const Runs* const one = find(with_one_thread(row.of));
        if (!one) return;
        const auto nodes = [](const ScaleRun& r) { return static_cast<double>(r.generated); };
        const auto cpu = [](const ScaleRun& r) { return r.cpu_seconds; };
        const double growth = median_of(runs, nodes) / std::max(1.0, median_of(*one, nodes));
        row.search_overhead = growth - 1;
        const double all = row.of.threads * row.seconds.median;
        if (all <= 0) return;
        row.waiting = std::max(0.0, 1 - median_of(runs, cpu) / all);
        row.useful = median_of(*one, cpu) / all;
        row.extra_nodes = row.useful * row.search_overhead;
        row.slower_nodes = 1 - row.waiting - row.useful - row.extra_nodes;
    }

    const ScalePlan& plan_;
    std::map<std::string, Runs> by_case_;
};

}  // namespace

std::string ScaleCase::series() const {
    if (is_limit()) return std::string(machine_series) + algorithm;
    return (mode == "throughput" ? "boards at once: " : "") + algorithm + " " + heuristic +
           (ranks > 1 ? " in " + std::to_string(ranks) + " processes" : "");
}

std::vector<ScaleRow> summarize(const ScalePlan& plan, const std::vector<ScaleRun>& runs) {
    return Summary(plan, runs).rows();
}

std::vector<std::string> doubts(const ScalePlan& plan, const Json& machine) {
    std::vector<std::string> list;
    const unsigned processors = machine.value("processors", 1u);
    unsigned most = 1;
    for (const ScaleCase& of : plan.cases) most = std::max(most, of.threads);
    if (most > processors)
        list.push_back(fmt::format("{} threads share {} processor{}: more threads than processors cannot be faster",
                                   most, processors, processors == 1 ? "" : "s"));
    if (const Json& load = machine.at("load"); load.is_number() && load.get<double>() > 0.5)
        list.push_back(fmt::format("the load was {:.1f} at the start: other programs take part of the processors",
                                   load.get<double>()));
    if (const Json& governor = machine.at("governor"); governor.is_string() && governor != "performance")
        list.push_back(fmt::format("the clock governor is '{}': the clock may differ from run to run",
                                   governor.get<std::string>()));
    if (const Json& type = machine.at("build_type"); type != "Release")
        list.push_back("this is a " + type.get<std::string>() + " build, not the one to measure");
    if (plan.repeat < 3) list.push_back("fewer than three runs of a configuration tell nothing of the spread");
    return list;
}

std::vector<std::string> doubts(const std::vector<ScaleRow>& rows) {
    constexpr double quiet = 0.1;  // of the median: runs on a quiet machine differ by less
    const auto width = [](const ScaleRow& row) { return (row.seconds.most - row.seconds.least) / row.seconds.median; };
    const ScaleRow* worst = nullptr;
    std::size_t restless = 0;
    for (const ScaleRow& row : rows) {
        if (row.runs < 2 || width(row) <= quiet) continue;
        ++restless;
        if (!worst || width(row) > width(*worst)) worst = &row;
    }
    if (!worst) return {};
    return {fmt::format("the machine was not quiet: the runs of {} of {} configurations differ by more than {:.0f} % of their "
                        "median, those of {} on {} thread{} by {:.0f} %",
                        restless, rows.size(), quiet * 100, worst->of.series(), worst->of.threads,
                        worst->of.threads == 1 ? "" : "s", width(*worst) * 100)};
}

std::vector<std::string> findings(const ScaleReport& report) {
    std::vector<std::string> list;
    for (const ScaleRow& row : report.rows) {
        if (row.of.is_limit() || row.of.threads == 1) continue;
        std::string text = fmt::format("{} on {} threads: {:.2f}x", row.of.series(), row.of.threads, row.speedup);
        if (row.possible > 0)
            text += fmt::format(" of a possible {:.2f}x ({:.0f} %)", row.possible, 100 * row.speedup / row.possible);
        list.push_back(text);
    }
    return list;
}

}  // namespace tessera::cli
