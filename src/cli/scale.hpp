// SPDX-License-Identifier: Apache-2.0
// A scaling measurement: what is run, what each run gave, and what all of them say.
#pragma once

#include "cli/board_reader.hpp"
#include "cli/fields.hpp"
#include "cli/statistics.hpp"
#include "cli/terminal.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

// How the names of the machine's own rows begin.
inline constexpr std::string_view machine_series = "machine: ";

// One thing to measure, again and again.
//   strong      all threads work on one board after the other
//   throughput  many boards at once, one thread each
//   limit       no search: what the machine gives to so many threads, "compute" or "memory" (system/probe.hpp)
struct ScaleCase {
    std::string mode;
    std::string algorithm;
    std::string heuristic;
    unsigned threads = 1;  // of all processes together
    unsigned ranks = 1;    // processes; more than one are started by mpirun

    [[nodiscard]] bool is_limit() const { return mode == "limit"; }
    // Without the threads: "idastar manhattan", "boards at once: idastar manhattan", "machine: compute".
    [[nodiscard]] std::string series() const;
    bool operator==(const ScaleCase&) const = default;
};

struct ScaleRun {
    ScaleCase of;
    unsigned repeat = 1;
    double seconds = 0;      // wall time for all boards
    double cpu_seconds = 0;  // of all threads, as the system counts it
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;   // limit: operations
    std::uint64_t sent = 0;        // states sent between workers
    double balance = 1;            // busiest worker against the mean, in generated nodes
    std::uint64_t peak_bytes = 0;  // of a process that did nothing but this run
    std::uint64_t preempted = 0;   // how often the system took a processor away
    std::uint64_t boards = 0;
    std::uint64_t length = 0;  // moves of all solutions together

    [[nodiscard]] double rate() const { return seconds > 0 ? static_cast<double>(generated) / seconds : 0; }
    // What one compares: the time for the boards, or for so many operations of the machine.
    [[nodiscard]] double cost() const { return of.is_limit() ? 1e9 / rate() : seconds; }
};

[[nodiscard]] Json run_fields(const ScaleRun&);
// Throws nlohmann's exceptions for what is no run.
[[nodiscard]] ScaleRun run_from(const Json&);

struct ScalePlan {
    std::vector<std::string> sets;
    std::vector<ScaleCase> cases;
    unsigned repeat = 5;
    std::chrono::nanoseconds probe_time{};
    std::string time, memory;  // limits for a board, as typed

    // What must be the same for two runs to belong together.
    [[nodiscard]] Json identity() const;
};

// Does one run, in this process: for a child that does nothing else.  Throws when a board is not solved.
[[nodiscard]] ScaleRun measure(const ScalePlan&, const ScaleCase&, const std::vector<Problem>&);
// The same over several processes.  Times are of the searches alone; the processor time is that of the whole programs.
[[nodiscard]] ScaleRun measure_ranks(const ScalePlan&, const ScaleCase&);
// The same for the first board only and briefly: names are checked, tables are built.  Returns the heuristic's name.
[[nodiscard]] std::string prepare(const ScalePlan&, const ScaleCase&, const std::vector<Problem>&);

// What the runs of one case say together.  Speedup is the median over the repeats of one thread's time to this time,
// each pair measured within the same repeat; least and most are over the pairs.
struct ScaleRow {
    ScaleCase of;
    std::size_t runs = 0;
    Spread seconds;
    double speedup = 1, speedup_least = 1, speedup_most = 1;
    double efficiency = 1;
    double possible = 0;         // the larger of the machine's own two speedups; 0: not measured
    double rate = 0;             // nodes per second
    double search_overhead = 0;  // nodes against one thread, less one
    double communication = 0;    // sent / generated
    double balance = 1;
    std::uint64_t peak_bytes = 0;
    // Where the time of all threads went, as shares of threads x wall time: the work of one thread, additional nodes,
    // nodes that took longer than on one thread, and waiting.
    double useful = 1, extra_nodes = 0, slower_nodes = 0, waiting = 0;
};

// A row for every case with runs, in the order of the plan.
[[nodiscard]] std::vector<ScaleRow> summarize(const ScalePlan&, const std::vector<ScaleRun>&);

// What may spoil the figures, known before and seen in them.
[[nodiscard]] std::vector<std::string> doubts(const ScalePlan&, const Json& machine);
[[nodiscard]] std::vector<std::string> doubts(const std::vector<ScaleRow>&);

struct ScaleReport {
    ScalePlan plan;
    std::vector<ScaleRun> runs;
    std::vector<ScaleRow> rows;
    std::vector<std::string> warnings;
    Json machine;
    bool complete = true;
};

// "idastar manhattan on 2 threads: 1.93x of a possible 1.96x (98 %)", one for each case beyond one thread.
[[nodiscard]] std::vector<std::string> findings(const ScaleReport&);

[[nodiscard]] std::string scale_table(const ScaleReport&, const Style&);
[[nodiscard]] std::string scale_json(const ScaleReport&);
[[nodiscard]] std::string runs_csv(const ScaleReport&);
[[nodiscard]] std::string summary_csv(const ScaleReport&);
// Draws speedup.svg and speedup.png from summary.csv beside it.
[[nodiscard]] std::string scale_chart_script(const ScaleReport&);
[[nodiscard]] std::string scale_page(const ScaleReport&, const std::string& svg);

}  // namespace tessera::cli
