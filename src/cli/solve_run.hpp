// SPDX-License-Identifier: Apache-2.0
// One call of `tessera solve`: takes boards from their source, solves them, and hands the answers to the report.
#pragma once

#include "tessera/catalog.hpp"
#include "tessera/checkpoint.hpp"
#include "tessera/core/error.hpp"

#include "cli/context.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "cli/solve_options.hpp"
#include "cli/source.hpp"
#include "cli/trace.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace tessera::cli {

// Threads share the tree of one board, or each takes a board of its own.  The second is better for many short boards:
// there is nothing to divide and nobody waits.  The first is better for long ones, of which the last would keep one
// thread busy and all others idle.  Unless told, the run begins with the tree and goes by how long boards take.
class SolveRun {
public:
    SolveRun(Context& context, const SolveOptions& options);

    void run();

private:
    // A board of the input with its number, counted from 0, or what is wrong with it.
    struct Task {
        std::uint64_t number = 0;
        std::optional<Problem> problem;
        std::optional<Error> complaint;
    };
    // What became of it.
    struct Done {
        std::optional<Answer> answer;
        std::optional<Error> complaint;
    };

    [[nodiscard]] std::optional<Task> take(Source& source);  // nothing at the end of the input
    [[nodiscard]] Done solve(const Task& task, Settings settings, Split split);
    void show(const Done& done);
    void learn(const Answer& answer);

    bool solve_one(Source& source);  // false at the end of the input
    void solve_side_by_side(Source& source);

    [[nodiscard]] Choice choice_for(const std::string& size, const std::string& goal);
    [[nodiscard]] Solver& solver_for(const std::string& size, const std::string& goal);
    void join_company();
    void tell_surplus();
    [[nodiscard]] std::unique_ptr<Report> make_report(bool single);

    Context& context_;
    const SolveOptions& options_;
    Settings settings_;
    Company* company_ = nullptr;  // if there are others to solve along
    SearchProgress progress_;
    std::optional<Checkpoint> checkpoint_;
    std::optional<SearchTrace> search_trace_;  // of the board being solved
    std::optional<DotTrace> dot_trace_;
    std::string size_;  // of the board being solved, if it was told
    std::mutex opening_;  // guards the next one
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Solver>> solvers_;  // by size and goal
    std::unique_ptr<Report> report_;
    std::uint64_t taken_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t bad_ = 0;
    double pace_ = 0;  // seconds a board takes lately
    // Written by whoever shows an answer, read by all.  Relaxed: it carries no data, and late news do no harm.
    std::atomic<bool> side_by_side_{false};
};

}  // namespace tessera::cli
